"""The page of questions: it is what its tool writes, its documents can be read, and its answers earn all marks."""

from __future__ import annotations

import re

import catalogue_questions
import pytest
import renew_catalogue

from grader import grade, load_problem
from grader.documents import parse_document
from grader.errors import ProblemError

ASKED = renew_catalogue.asked()
PAGE = renew_catalogue.PAGE.read_text(encoding="utf-8")
QUESTION = re.compile(r"^### (.*?)\n.*?```yaml\n(.*?)```\n\n```yaml\n(.*?)```", re.MULTILINE | re.DOTALL)
SHOWN = {found[1]: (found[2], found[3]) for found in QUESTION.finditer(PAGE)}


def test_the_page_is_what_its_tool_writes() -> None:
    assert renew_catalogue.page() == PAGE, "run python tools/renew_catalogue.py, and look at what it wrote"


def test_every_question_has_its_picture_and_no_other_is_left_over() -> None:
    assert sorted(file.name for file in renew_catalogue.IMAGES.iterdir()) == sorted(
        {f"{one.problem}.svg" for one in ASKED}
    )
    for one in ASKED:
        assert (renew_catalogue.IMAGES / f"{one.problem}.svg").read_text(encoding="utf-8").startswith("<?xml ")


def test_every_question_stands_once_and_has_a_problem_of_its_own() -> None:
    assert len({one.question for one in ASKED}) == len({one.problem for one in ASKED}) == len(ASKED) == len(SHOWN)


@pytest.mark.parametrize("one", ASKED, ids=lambda one: one.problem)
def test_the_document_of_a_question_asks_it_and_the_answers_earn_all_marks(one: catalogue_questions.Asked) -> None:
    document, answers = SHOWN[one.question]
    exercise = load_problem(parse_document(document.encode(), "problem.yaml", ProblemError).data)
    assert exercise.problem.id == one.problem
    graded = grade(answers.encode(), exercise)
    assert (graded.earned, graded.possible) == (exercise.problem.possible,) * 2


def test_the_front_page_links_to_it() -> None:
    readme = (renew_catalogue.ROOT / "README.md").read_text(encoding="utf-8")
    assert "(docs/catalogue.md)" in readme
