"""The files of a sheet: what is handed out, and in the folder `key` what is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.diagram import Numbers
from grader.handout.answer_page import Heading, write_answer_page
from grader.handout.markdown import write_markdown
from grader.handout.page import write_page
from grader.handout.sheet import Look, Sheet, make_sheet
from grader.handout.template import answer_template
from grader.kinds import Exercise

PAGE, MARKDOWN, PAPER, TEMPLATE = "handout.html", "handout.md", "handout.pdf", "answers.yaml"
ANSWER_PAGE = "answer.html"
KEY_PAGE, KEY_MARKDOWN, KEY_PAPER = "key/solutions.html", "key/solutions.md", "key/solutions.pdf"
ALL = (PAGE, MARKDOWN, PAPER, TEMPLATE, ANSWER_PAGE, KEY_PAGE, KEY_MARKDOWN, KEY_PAPER)


def sheet_files(
    exercises: Sequence[Exercise], title: str, paper: str | None, numbers: Numbers = Numbers.VALUES
) -> Iterator[tuple[str, str | bytes]]:
    """Yield name and content of each file; on `paper` of that size too, where it is named. `numbers` says what trees of the key show."""
    problems = [exercise.problem for exercise in exercises]
    handout = make_sheet(problems, title)
    yield TEMPLATE, answer_template(problems, handout.title)
    yield ANSWER_PAGE, write_answer_page(problems, Heading(handout.title))
    yield from _written(handout, (PAGE, MARKDOWN, PAPER), paper)
    key = make_sheet(problems, title, [exercise.solution for exercise in exercises], Look(numbers=numbers))
    yield from _written(key, (KEY_PAGE, KEY_MARKDOWN, KEY_PAPER), paper)


def _written(sheet: Sheet, names: tuple[str, str, str], paper: str | None) -> Iterator[tuple[str, str | bytes]]:
    yield names[0], write_page(sheet)
    yield names[1], write_markdown(sheet)
    if paper is not None:
        from grader.handout.paper import write_pdf

        yield names[2], write_pdf(sheet, paper)
