"""A tree that is drawn for several files of one submission is laid out once, and every file is as it would be alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.bank import Bank
from grader.diagram import Diagram, DiagramNode, NodeShape
from grader.drawing import draw
from grader.grading import Outcome, grade
from grader.pages.files import feedback_files

TWO = "answers: {minimax-textbook: {value: 3}, fall-2014-final-q13: {value: 2, pruned: [G]}}"


@pytest.fixture
def layouts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The formats that were rendered, one for each time."""
    rendered: list[str] = []
    render = draw._render

    def counted(diagram: Diagram, format_: str, *rest: Diagram | None, **attributes: str) -> bytes:
        rendered.append(format_)
        return render(diagram, format_, *rest, **attributes)

    monkeypatch.setattr(draw, "_render", counted)
    return rendered


def outcome(tmp_path: Path) -> Outcome:
    file = tmp_path / "answers.yaml"
    file.write_text(TWO)
    return grade(str(file), Bank().find)


def made(outcome: Outcome, *drawings: str, html: bool) -> dict[str, str | bytes]:
    return {name: make()[0] for name, make in feedback_files(outcome, drawings, html=html)}


def test_drawings_in_files_and_in_the_page_share_their_layouts(tmp_path: Path, layouts: list[str]) -> None:
    graded = outcome(tmp_path)
    together = made(graded, "svg", html=True)
    assert layouts == ["svg", "svg"]
    assert sorted(together) == ["fall-2014-final-q13.svg", "minimax-textbook.svg", "report.html"]
    assert together == made(graded, "svg", html=False) | made(graded, html=True)


def test_page_alone_and_other_formats_are_laid_out_as_before(tmp_path: Path, layouts: list[str]) -> None:
    made(outcome(tmp_path), "dot", "png", html=True)
    assert sorted(layouts) == ["png", "png", "svg", "svg"]


def test_what_is_remembered_is_not_changed_by_what_is_made_of_it() -> None:
    diagram = Diagram("one", (DiagramNode(NodeShape.LEAF, "A", -1, "3"),))
    lay_out = draw.laid_out_once()
    first = draw.svg(diagram, lay_out)
    assert draw.inline_svg(diagram, "other-", lay_out) == draw.inline_svg(diagram, "other-")
    assert draw.svg(diagram, lay_out) == first == draw.svg(diagram)
