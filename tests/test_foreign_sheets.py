"""Somebody else's sheet, another quiz, and what of one's own counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from console import put
from handed_in import answers, earned, gathered, marked
from quizzes import build_quiz, perfect

from grader.course.quiz.built import Built, open_build
from grader.grading.result import result
from grader.pages.text import report_lines

pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize("variants", ["personal", "grouped"])
def test_somebody_elses_sheet_is_not_marked_and_only_the_instructor_hears_whose_it_is(
    variants: str, request: pytest.FixtureRequest
) -> None:
    built: Built = request.getfixturevalue(variants)
    put(Path("subs/s001.json"), answers(built, "s002"))
    put(Path("subs/s003.json"), answers(built, "s003"))
    first, last = gathered(built).hand_ins
    outcome = marked(built, first)
    assert (outcome.is_gradable, outcome.foreign[0].source) == (False, "subs/s001.json")
    assert outcome.foreign[0].owners == (("s002",) if variants == "personal" else ("group b",))
    assert not any("s002" in str(line) or "group b" in str(line) for line in report_lines(outcome, None))
    assert result(outcome)["foreign"] == [{"source": "subs/s001.json", "owners": [*outcome.foreign[0].owners]}]
    assert all(earned(marked(built, last)).values())


def test_somebody_elses_sheet_is_marked_where_that_is_asked_for(personal: Built) -> None:
    mine, other = perfect(personal, "s001")["answers"], perfect(personal, "s002")["answers"]
    only_q3 = {id_: one for id_, one in other.items() if id_.startswith("q3")}
    put(Path("subs/s001/1.json"), json.dumps({"answers": {id_: one for id_, one in mine.items() if "q4" not in id_}}))
    put(Path("subs/s001/2.json"), json.dumps({"answers": only_q3}))
    put(Path("subs/s001/3.json"), answers(personal, "s002"))
    put(Path("subs/s003.json"), answers(personal, "s002"))
    first, last = gathered(personal).hand_ins
    assert earned(marked(personal, first)) == {"q1": True, "q2": True, "q3": True, "q4": False}
    outcome = marked(personal, first, marks_others=True)
    assert earned(outcome) == {"q1": True, "q2": True, "q3": True, "q4": True}
    ids = {outcome.exercises[one.report.id]: one.report.id for one in outcome.graded}
    assert ids["q3"] in mine
    assert ids["q4"] in other
    assert outcome.unread == ()
    assert earned(marked(personal, last, marks_others=True)) == dict.fromkeys(("q1", "q2", "q3", "q4"), True)


def test_a_blank_sheet_of_ones_own_does_not_stand_before_somebody_elses(personal: Built) -> None:
    blank = dict.fromkeys(perfect(personal, "s001")["answers"])
    put(Path("subs/s001/blank.json"), json.dumps({"answers": blank}))
    put(Path("subs/s001/other.json"), answers(personal, "s002"))
    put(Path("subs/s003.json"), answers(personal, "s003"))
    first = gathered(personal).hand_ins[0]
    assert [*earned(marked(personal, first)).values()] == [False] * 4
    assert [*earned(marked(personal, first, marks_others=True)).values()] == [True] * 4


def test_one_problem_of_another_sheet_among_ones_own_is_told_and_earns_nothing(personal: Built) -> None:
    mine, other = perfect(personal, "s001")["answers"], perfect(personal, "s002")["answers"]
    put(Path("subs/s001.json"), json.dumps({"answers": mine | other}))
    outcome = marked(personal, gathered(personal, "subs/s001.json").hand_ins[0])
    assert len(outcome.graded) == 4
    assert [(one.id in other, one.fault.message) for one in outcome.not_graded] == [
        (True, "is a problem of somebody else's sheet, so it was not marked")
    ] * 2


def test_every_exercise_of_the_sheet_counts_and_nothing_else(personal: Built) -> None:
    own = [assigned.problem for assigned in personal.sheet_of("s001")]
    put(Path("subs/s001.yaml"), f"answers:\n  {own[1]}: {{value: 3}}\n  minimax-textbook: {{value: 3}}\n")
    outcome = marked(personal, gathered(personal, "subs/s001.yaml").hand_ins[0])
    assert sorted(one.report.id for one in outcome.graded) == sorted(own)
    assert outcome.possible == sum(exercise.possible for exercise in personal.quiz.exercises)
    assert [one.id for one in outcome.not_graded] == ["minimax-textbook"]


@pytest.mark.parametrize(
    ("id_", "said"),
    [
        ("week6-0123456789", "only week6-0123456789; it may be of another quiz"),
        ("q1", 'only q1; did you mean "q1-'),
        ("q1-0000000000", "only q1-0000000000"),
    ],
)
def test_a_submission_to_another_quiz_is_told_as_that(personal: Built, id_: str, said: str) -> None:
    put(Path("subs/s001/old.yaml"), f"answers: {{{id_}: {{value: 3}}}}")
    put(Path("subs/s002/old.yaml"), f"answers: {{{id_}: {{value: 3}}}}")
    put(Path("subs/s002/new.json"), answers(personal, "s002"))
    first, second = gathered(personal).hand_ins
    alone, joined = marked(personal, first), marked(personal, second)
    assert (alone.is_gradable, said in alone.faults[0].message) == (False, True)
    assert (all(earned(joined).values()), said in joined.unread[0].message) == (True, True)


def test_two_quizzes_in_one_folder_are_kept_apart(personal: Built, tmp_path: Path) -> None:
    other = open_build(str(build_quiz(tmp_path / "other", exercises=("{id: r1, generate: {kind: ucb}}",))))
    for id_ in personal.roster:
        put(Path(f"subs/{id_}/first.json"), answers(personal, id_))
        put(Path(f"subs/{id_}/second.json"), answers(other, id_))
    for hand_in in gathered(personal).hand_ins:
        outcome = marked(personal, hand_in)
        assert all(earned(outcome).values())
        assert [fault.source.rpartition("/")[2] for fault in outcome.unread] == ["second.json"]


def test_an_empty_submission_is_a_submission(personal: Built) -> None:
    put(Path("subs/s001.yaml"), "answers: {}")
    outcome = marked(personal, gathered(personal, "subs/s001.yaml").hand_ins[0])
    assert (outcome.is_gradable, outcome.earned, len(outcome.graded)) == (True, 0, 4)


def test_what_cannot_be_read_is_told_beside_what_is_somebody_elses(personal: Built) -> None:
    put(Path("subs/s001/1.pdf"), b"%PDF-1.7")
    put(Path("subs/s001/2.json"), answers(personal, "s002"))
    (hand_in,) = gathered(personal).hand_ins
    assert [fault.source for fault in marked(personal, hand_in).faults] == ["subs/s001/1.pdf", "subs/s001/2.json"]
