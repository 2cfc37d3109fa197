"""What can be asked: the questions of `problem_bank/questions.yaml`, as a list and as a page."""

from __future__ import annotations

import re
from html import unescape

import pytest
from console import run

from grader import Bank, grade, load_problem
from grader.core.documents import parse_document
from grader.core.errors import ProblemError
from grader.pages.questions import Question, questions_page, taught, topics

ASKED = [one for topic in topics() for one in topic.questions]
PAGE = questions_page()
ARTICLE = re.compile(r'<article id="([^"]+)">(.*?)</article>', re.DOTALL)
SHOWN = dict(ARTICLE.findall(PAGE))


def test_every_question_stands_once_and_has_a_problem_of_its_own() -> None:
    assert len({one.question for one in ASKED}) == len({one.exercise.problem.id for one in ASKED}) == len(ASKED)
    assert list(SHOWN) == [one.exercise.problem.id for one in ASKED]


@pytest.mark.parametrize("one", ASKED, ids=lambda one: one.exercise.problem.id)
def test_the_document_of_a_question_asks_it_and_the_answers_earn_all_marks(one: Question) -> None:
    article = SHOWN[one.exercise.problem.id]
    document, answers = (unescape(text) for text in re.findall(r"<pre[^>]*>(.*?)</pre>", article, re.DOTALL))
    exercise = load_problem(parse_document(document.encode(), "problem.yaml", ProblemError).data)
    assert exercise.problem.id == one.exercise.problem.id
    graded = grade(answers.encode(), exercise)
    assert (graded.earned, graded.possible) == (exercise.problem.possible,) * 2
    assert one.question in unescape(article)
    assert "<svg" in article


def test_what_courses_teach_names_problems_that_there_are() -> None:
    bank = Bank()
    assert {id_ for one in taught() for id_ in one.problems} <= set(bank.ids)
    assert all(one.how for one in taught())


def test_the_list_names_each_question_with_its_problem() -> None:
    ran = run("bank", "questions")
    assert (ran.code, ran.err) == (0, "")
    for one in ASKED:
        assert f"  {one.question}\n    {one.exercise.problem.id} ({one.exercise.problem.kind})\n" in ran.out


def test_the_questions_of_one_kind_are_those_of_its_problems() -> None:
    rows = run("bank", "questions", "--kind", "ucb", "--format", "json").json
    assert [row["problem"] for row in rows] == [
        one.exercise.problem.id for one in ASKED if one.exercise.problem.kind == "ucb"
    ]
    page = run("bank", "questions", "--kind", "ucb", "--format", "html").out
    assert [id_ for id_, _ in ARTICLE.findall(page)] == [row["problem"] for row in rows]
