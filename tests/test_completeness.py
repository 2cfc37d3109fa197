"""Every kind has all its pieces; where one is missing, this is the test that says what to write where."""

from __future__ import annotations

from pathlib import Path

import completeness
import oracle
import pytest
from completeness import missing_pieces

from generators.registry import GENERATORS
from grader.core.answers.part import no_rule
from grader.kinds import KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_completeness_of_a_kind(kind: str) -> None:
    missing = missing_pieces(kind)
    if missing:  # an assertion would show the first of several alone
        pytest.fail("\n".join(("write what is named, where it is named:", *missing)), pytrace=False)


def test_kinds_of_the_oracle_and_of_generators_are_kinds() -> None:
    assert {*oracle.PARTS, *GENERATORS} <= set(KINDS)


def test_a_part_without_a_rule_is_said_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = KINDS["ucb"]
    parts = kind.parts | {"choice": kind.parts["choice"]._replace(rule=no_rule)}
    monkeypatch.setitem(KINDS, "ucb", kind._replace(parts=parts))
    assert [said.partition(" (")[0] for said in missing_pieces("ucb")] == [
        "grader/kinds/ucb: give the part choice its `rule`"
    ]


def test_a_part_that_people_cannot_call_by_a_name_is_said_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = KINDS["ucb"]
    parts = kind.parts | {"choice": kind.parts["choice"]._replace(title="choice")}
    monkeypatch.setitem(KINDS, "ucb", kind._replace(parts=parts))
    assert [said.partition(",")[0] for said in missing_pieces("ucb")] == [
        "grader/kinds/ucb: give the part choice its `title`"
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_no_two_parts_of_a_kind_are_called_the_same(kind: str) -> None:
    titles = [part.title for part in KINDS[kind].parts.values()]
    assert len(set(titles)) == len(titles)


def test_what_is_missing_of_a_kind_is_said_with_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a project that has the kind and nothing else of it."""
    monkeypatch.setattr(completeness, "ROOT", tmp_path)
    monkeypatch.setitem(KINDS, "new-kind", KINDS["ucb"]._replace(name="new-kind"))
    (tmp_path / "docs").mkdir()
    for page in ("format", "marking", "misconceptions"):
        (tmp_path / "docs" / f"{page}.md").write_text("")
    places = [said.partition(": ")[0] for said in missing_pieces("new-kind")]
    assert list(dict.fromkeys(places)) == [
        "schemas/problem-new-kind.schema.json",
        "problem_bank/new-kind/<id>/",
        "docs/kinds/new-kind.md",
        "docs/format.md",
        "tests/second/new_kind.py",
    ]
    assert places.count("docs/kinds/new-kind.md") == 1 + len(KINDS["ucb"].wrong.names)


def test_the_row_of_a_misconception_is_asked_for_where_those_of_its_kind_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind, page in (("alpha-beta", "docs/misconceptions.md"), ("cost", "docs/kinds/cost.md")):
        wrong, before = KINDS[kind].wrong, missing_pieces(kind)
        wordings = {**wrong.wordings, "new-rule": next(iter(wrong.wordings.values()))}
        monkeypatch.setitem(KINDS, kind, KINDS[kind]._replace(wrong=wrong._replace(wordings=wordings)))
        assert [said.partition(": ")[0] for said in missing_pieces(kind) if said not in before] == [page]
