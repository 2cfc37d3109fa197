"""Why marks change: what two results of one hand-in say, part by part."""

from __future__ import annotations

from typing import Any

from made_results import entry, not_gradable, part, problem, result

from grader.course.changes import Change, changes
from grader.course.one_student import KEPT


def of(before: Any, after: Any, *rules: str) -> list[tuple[str, str, str]]:
    """Return exercise, part and reason of each change."""
    return [(one.exercise, one.part, one.why) for one in changes(before, after, rules)]


def one(*parts: Any, **fields: Any) -> Any:
    return result("s", problem("p", *parts, **fields))


def test_what_stays_is_no_change() -> None:
    held = one(part("value", 1, 1, entry("correct", None, "3", "3")))
    assert of(held, held, "round was not said, is 1/2") == []


def test_an_answer_that_the_key_now_has_otherwise_says_both() -> None:
    before = one(part("values", 1, 2, entry("correct", "A", "3", "3"), entry("wrong", "B", "4", "5")))
    after = one(part("values", 0, 2, entry("wrong", "A", "3", "6"), entry("wrong", "B", "4", "5")))
    assert of(before, after) == [
        ("p", "values", "A: expected was 3, is 6"),
        ("p", "", "values: A: expected was 3, is 6"),
    ]


def test_an_answer_that_is_judged_otherwise_says_how() -> None:
    before = one(part("values", 0.5, 1, entry("follow-through", "A", "3", "4")))
    after = one(part("values", 0, 1, entry("wrong", "A", "3", "4")))
    assert of(before, after)[0][2] == "A: was follow-through, is wrong"


def test_members_of_lists_come_and_go() -> None:
    before = one(part("pruned", 1, 1, entry("correct", "E", "E", "E")))
    after = one(part("pruned", 0, 1, entry("extra", "E", "E"), entry("missing", "F", None, "F")))
    assert of(before, after)[0][2] == "E: E is not expected any more, F: F is expected now"


def test_of_many_reasons_the_first_are_told() -> None:
    before, after = (
        one(part("values", at, 9, *(entry("wrong", node, "0", str(at)) for node in "ABCDE"))) for at in (1, 2)
    )
    assert of(before, after)[0][2].endswith("C: expected was 1, is 2 and 2 more")


def test_parts_and_problems_come_and_go() -> None:
    before, after = one(part("value", 1), part("best-move", 1)), one(part("value", 1), part("pruned", 1))
    *parts, whole = of(before, after)
    assert parts == [("p", "best-move", "is not asked any more"), ("p", "pruned", "was not asked before")]
    assert whole == ("p", "", "best-move: is not asked any more; pruned: was not asked before")
    assert of(one(part("value", 1)), result("s", problem("q", part("value", 1)))) == [
        ("p", "", "is not marked any more"),
        ("q", "", "was not marked before"),
    ]


def test_where_no_answer_is_judged_otherwise_the_rules_are_the_reason() -> None:
    before, after = one(part("value", 0.5, 1)), one(part("value", 0.25, 1))
    assert of(before, after, "follow-through was 1/2, is 1/4")[1] == ("p", "", "follow-through was 1/2, is 1/4")
    assert of(before, after)[1] == ("p", "", "was marked again")


def test_what_could_not_be_graded_before_has_no_marks_before() -> None:
    (found,) = changes(not_gradable("s"), one(part("value", 1)), ())
    assert isinstance(found, Change)
    assert (found.before, found.difference, found.why) == (None, 1, "could not be graded before")
    (found,) = changes(one(part("value", 1)), not_gradable("s"), ())
    assert (found.after, found.difference, found.why) == (None, -1, "cannot be graded any more")


def test_rounding_is_a_reason_only_where_the_marks_would_be_others_without_it() -> None:
    before = one(part("value", 2, 3, entry("wrong", None, "3", "4")), round=0.25)
    after = one(part("value", 4, 4, entry("correct", None, "3", "3")), round=0.5)
    why = "value: worth 4, before 3, expected was 4, is 3"
    assert of(before, after)[-1] == ("p", "", why)  # all of the marks, however they are rounded
    finer = one(part("value", 1.25, 3), round=0.25)
    finer["problems"][0]["earned"] = 1.25
    coarser = one(part("value", 1.25, 3), round=0.5)
    coarser["problems"][0]["earned"] = 1.5
    assert of(finer, coarser) == [("p", "", "rounded to 0.5, before to 0.25")]


def test_what_changed_the_marks_more_than_rounding_stands_before_it() -> None:
    before = one(part("value", 1.5, 3, entry("wrong", None, "3", "4")), round=0.25)
    after = one(part("value", 1.25, 3, entry("wrong", None, "3", "5")), round=0.5)
    after["problems"][0]["earned"] = 1.5
    assert of(before, after)[-1] == ("p", "", "value: expected was 4, is 5; rounded to 0.5, before to 0.25")


def test_marks_that_are_kept_are_not_rounded_anew() -> None:
    before = one(part("value", 2.25, 3), round=0.25)
    after = one(part("value", 1, 3), round=0.5, notes=[{"message": f"{KEPT} stay"}])
    after["problems"][0]["earned"] = 2.25
    assert of(before, after)[-1][2] == f"{KEPT} stay"


def test_what_the_problem_settles_otherwise_of_marks_is_a_reason_where_it_bears_on_the_part() -> None:
    before = one(part("outcomes", 0.35), part("value", 0.5), marked_by={"guessing": "corrected"})
    after = one(part("outcomes", 0.44), part("value", 0.25), marked_by={"guessing": "free", "follow-through": "1/4"})
    assert of(before, after) == [
        ("p", "outcomes", "guessing was corrected, is free"),
        ("p", "value", "guessing was corrected, is free; follow-through was not said, is 1/4"),
        ("p", "", "outcomes: guessing was corrected, is free"),
    ]


def test_a_decision_that_stands_says_why_the_marks_of_its_exercise_stay() -> None:
    adjusted = [{"what": "set 1.5", "by": "TA", "why": "typed", "before": 1, "after": 1.5}]
    before = one(part("scores", 1, 1), adjusted=adjusted)
    after = one(part("scores", 0, 1, entry("wrong", "A", "3", "6")), adjusted=adjusted)
    before["problems"][0]["earned"] = after["problems"][0]["earned"] = 1.5
    (why,) = [why for exercise, named, why in of(before, after) if (exercise, named) == ("p", "")]
    assert why.startswith("decision: set 1.5 by TA (typed); scores: ")


def test_of_a_convention_that_an_older_result_does_not_state_nothing_is_said() -> None:
    before, after = one(part("outcomes", 0.35)), one(part("outcomes", 0.44), marked_by={"guessing": "free"})
    assert of(before, after)[0][2] == "was marked again"
