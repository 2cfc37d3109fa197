"""Write docs/catalogue.md anew, and its pictures: `renew_catalogue.py`, and then look at them.

That is needed when a problem of the page is changed, when drawings have another look, and when there are new questions: what is asked
with which problem stands in `catalogue_questions.py`. Documents, answers and pictures come from the bank.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT)]

# What follows stands in this checkout, in folders that are no packages.
# ruff: noqa: E402
from catalogue_questions import INTRODUCTION, SECTIONS, Asked
from catalogue_taught import TAUGHT

from grader import Bank, Exercise, draw
from grader.bank import bank_folders
from grader.documents.write import to_yaml

PAGE, IMAGES = ROOT / "docs" / "catalogue.md", ROOT / "docs" / "images" / "catalogue"
_LEFT_OUT = re.compile(r"^(?:#.*\n|(?:source|title):.*\n(?:[ ]+.*\n)*)", re.MULTILINE)
"""What a problem of the bank says and nobody needs who asks the same: comments, title and source."""


def asked() -> list[Asked]:
    """Return all questions in the order of the page."""
    return [one for section in SECTIONS for one in section.questions]


def page() -> str:
    """Return the page as it is to be."""
    parts = [INTRODUCTION, _contents()]
    for section in SECTIONS:
        parts.append(f"## {section.title}\n\n{section.words}".rstrip() + "\n")
        parts += [_question(one) for one in section.questions]
    parts.append(_taught())
    return "\n".join(parts)


def picture(id_: str) -> str:
    """Return the drawing of a problem with its answers, as SVG."""
    drawn = draw(Bank()[id_], "svg", solved=True)
    return drawn if isinstance(drawn, str) else drawn.decode()


def _contents() -> str:
    rows = [
        f"| [{one.question}](#{_anchor(one.question)}) | {Bank()[one.problem].kind.name} |"
        for section in SECTIONS
        for one in section.questions
    ]
    return "\n".join(["| question | kind |", "|---|---|", *rows]) + "\n"


def _taught() -> str:
    """Return what courses teach, with the problems that ask it, or why there are none."""
    rows = [f"| {one.what} | {', '.join(map(_link, one.problems)) or '–'} | {one.how} |" for one in TAUGHT]
    head = [
        "## What courses teach, and what asks it",
        "",
        "| taught | problems of the bank | how it is asked, or why not |",
        "|---|---|---|",
    ]
    return "\n".join([*head, *rows]) + "\n"


def _link(id_: str) -> str:
    return f"[`{id_}`](../problem_bank/{Bank()[id_].kind.name}/{id_}/problem.yaml)"


def _anchor(title: str) -> str:
    """Return what a heading is called in links."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _question(one: Asked) -> str:
    exercise = Bank()[one.problem]
    kind = exercise.kind.name
    file = f"../problem_bank/{kind}/{one.problem}/problem.yaml"
    return "\n".join(
        [
            f"### {one.question}\n",
            f"{one.words}\n" if one.words else "",
            f"![{exercise.problem.title or one.problem}, solved](images/catalogue/{one.problem}.svg)\n",
            f"[`{one.problem}`]({file}) of the bank:\n",
            f"```yaml\n{_document(one.problem)}```\n",
            f"```yaml\n{_answers(exercise)}```\n",
        ]
    ).replace("\n\n\n", "\n\n")


def _document(id_: str) -> str:
    text = (bank_folders()[id_] / "problem.yaml").read_text(encoding="utf-8")
    return _LEFT_OUT.sub("", text)


def _answers(exercise: Exercise) -> str:
    problem = exercise.problem
    written = exercise.kind.write_answer(exercise.kind, problem, exercise.solution)
    return to_yaml({"answers": {problem.id: {part: written[part] for part in problem.ask if part in written}}})


def _renew() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    for file in IMAGES.iterdir():
        file.unlink()
    for one in asked():
        (IMAGES / f"{one.problem}.svg").write_text(picture(one.problem), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    _renew()
