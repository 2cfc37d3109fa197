"""What was made of an answer is kept for those who write the very same, and is what each of them would have been told alone."""

from __future__ import annotations

import gc
import random
import weakref
from functools import cache, partial

import pytest
from classes import hand_ins, quiz

from grader.core.answers.reports import Reveal
from grader.core.documents import parse_document
from grader.core.errors import ProblemError, SubmissionError
from grader.core.lazy import LruCache
from grader.grading.marking import Terms, grade_submission, read_submission
from grader.grading.outcome import Outcome
from grader.kinds import KINDS, Exercise, Policy, read_exercise
from grader.kinds.problems import Exercises as Asked
from grader.pages.feedback import page
from grader.pages.text import render_text
from grader.platforms import export_text

Exercises = dict[str, Exercise]
_POLICIES = [Policy(), Policy(follow_through=0), Policy(round=1)]


def exercises(student: str = "") -> Exercises:
    """Return the problems of the class, or a student's own, of which nothing was graded yet."""
    return {
        id_: read_exercise(parse_document(text, f"{id_}.yaml", ProblemError), KINDS)
        for id_, text in quiz(student).items()
    }


@cache
def fresh() -> Exercises:
    """Return problems of which only `alone` makes use."""
    return exercises()


def alone() -> Exercises:
    """Return the problems as they are for somebody whose submission is the first one."""
    return {
        id_: exercise._replace(kept=LruCache(1), pages=LruCache(1), solution=exercise.solution._replace(sentences={}))
        for id_, exercise in fresh().items()
    }


def moved(content: bytes, draws: random.Random) -> bytes:
    """Return the submission with everything on another line, at times with an answer that belongs nowhere."""
    head = b"# mine\n" * draws.randint(0, 3)
    strange = draws.choice((b"", b"", b"", b"    valeu: 3\n", b"    cutoffs: []\n"))
    return head + content.replace(b"  q2-all:\n", b"  q2-all:\n" + strange)


def graded(content: bytes, student: str, known: Exercises, reveal: Reveal, policy: Policy) -> Outcome:
    """Return the outcome of a submission."""
    submission = read_submission(parse_document(content, f"{student}.yaml", SubmissionError))
    return grade_submission(submission, known.__getitem__, Terms(reveal, policy=policy))


@pytest.mark.sweep
@pytest.mark.parametrize(("students", "pages"), [(150, 5), pytest.param(4000, 200, marks=pytest.mark.slow)])
def test_students_one_after_the_other_are_told_what_each_would_be_told_alone(students: int, pages: int) -> None:
    draws, together = random.Random(f"lines {students}"), exercises()
    for number, (student, handed_in) in enumerate(hand_ins(students)):
        content = moved(handed_in, draws)
        reveal, policy = draws.choice(list(Reveal)), draws.choice(_POLICIES)
        mine = graded(content, student, together, reveal, policy)
        own = graded(content, student, alone(), reveal, policy)
        assert render_text(mine) == render_text(own)
        assert export_text(mine, "json") == export_text(own, "json")
        if number % (students // pages) == 0:
            assert page(mine) == page(own)


def first_two(content: bytes, other: bytes, reveal: Reveal = Reveal.EXPECTED) -> tuple[Outcome, Outcome]:
    """Return the outcomes of two submissions, one after the other."""
    known = exercises()
    return graded(content, "a", known, reveal, Policy()), graded(other, "b", known, reveal, Policy())


def answering(answers: str) -> bytes:
    """Return a submission that answers the first problem."""
    return f"format: gametree-submission/1\nanswers:\n  q1-all: {answers}\n".encode()


def test_the_same_answers_share_what_was_made_of_them() -> None:
    one, other = first_two(answering("{value: 3}"), b"# mine\n" + answering("{value: 3}"))
    assert one.graded[0] is other.graded[0]
    assert (
        one.graded[0].get_or_make("told", lambda: "first")
        == other.graded[0].get_or_make("told", lambda: "second")
        == "first"
    )


@pytest.mark.parametrize("answers", ["{value: '3,5'}", "{valeu: 3}"])
def test_answers_whose_line_is_told_are_never_shared(answers: str) -> None:
    one, other = first_two(answering(answers), b"# mine\n" + answering(answers))
    assert (one.graded[0].made, other.graded[0].made) == (None, None)
    assert "line 3" in render_text(one) or ":3 " in render_text(one)
    assert "line 4" in render_text(other) or ":4 " in render_text(other)


def test_another_order_of_entries_is_another_answer() -> None:
    one, other = first_two(answering("{values: {A: 1, B: 2}}"), answering("{values: {B: 2, A: 1}}"))
    assert one.graded[0] is not other.graded[0]


def test_who_sees_less_shares_nothing_with_who_sees_all() -> None:
    known = exercises()
    told, hidden = (
        graded(answering("{value: 999}"), "a", known, reveal, Policy()) for reveal in (Reveal.EXPECTED, Reveal.NONE)
    )
    assert "expected" in render_text(told)
    assert "expected" not in render_text(hidden)


def test_a_copy_with_another_report_makes_its_own() -> None:
    outcome = graded(answering("{value: 999}"), "a", exercises(), Reveal.EXPECTED, Policy())
    one = outcome.graded[0]
    assert one.get_or_make("told", lambda: "first") == "first"
    assert one._replace(report=one.report._replace(slip="other")).get_or_make("told", lambda: "second") == "second"


def test_the_values_asked_last_are_kept() -> None:
    kept: LruCache[str] = LruCache(2)
    made: list[str] = []

    def ask(key: str) -> str:
        return kept.get_or_make(key, lambda: made.append(key) or key)  # type: ignore[func-returns-value]

    assert [ask(key) for key in "ABACB"] == list("ABACB")
    assert made == list("ABCB")


def test_what_may_not_be_kept_is_made_again() -> None:
    kept: LruCache[int] = LruCache(2)
    found = iter((1, 2))
    assert [kept.get_or_make("key", lambda: next(found), lambda _: False) for _ in range(2)] == [1, 2]


def test_problems_that_one_student_has_alone_leave_memory_at_once_and_those_of_all_stay() -> None:
    # What is made of answers refers back to its exercise: left to the search for garbage, a class with sheets of its own fills memory.
    asked, alive = Asked(), list[weakref.ref[object]]()
    of_all = exercises()
    gc.disable()
    try:
        for hand_in in hand_ins(4, own=True):
            own = exercises(hand_in.student)
            alive += [weakref.ref(exercise.wrong) for exercise in own.values()]
            known = {id_: asked.get_or_read(id_, partial(own.pop, id_)) for id_ in [*own]}
            page(graded(hand_in.content, hand_in.student, known, Reveal.EXPECTED, Policy()))
            known.clear()
            kept = asked.get_or_read("q1-all", partial(of_all.__getitem__, "q1-all"))
        assert sum(one() is not None for one in alive) <= 8 < len(alive)
        assert asked.get_or_read("q1-all", partial(of_all.__getitem__, "q2-all")) is kept
    finally:
        gc.enable()
