"""Marks after decisions: the worked class of the course, and an independent sum for random decisions in any order."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from grader.course.adjusting import Action, Change, Decision, ExerciseMarks, adjusted

POINTS = {"q1": Fraction(3), "q2": Fraction(4), "q3": Fraction(2)}
"""After C was accepted in q1, before the other decisions; s1004 handed in nothing."""
CLASS = {
    "s1001": {"q1": Fraction(3), "q2": Fraction(4), "q3": Fraction(2)},
    "s1002": {"q1": Fraction("1.75"), "q2": Fraction(4), "q3": Fraction("1.75")},
    "s1003": {"q1": Fraction(3), "q2": Fraction(4), "q3": Fraction(2)},
    "s1004": {},
    "s1005": {"q1": Fraction("2.75"), "q2": Fraction(4), "q3": Fraction(0)},
}
MADE = [
    Decision(
        "t",
        "rounding at the desk",
        frozenset({"s1002"}),
        "q3",
        action=Action.ADD,
        value=Fraction("0.25"),
        what="add 0.25",
    ),
    Decision("t", "ill", frozenset({"s1005"}), "q3", action=Action.DROP, what="drop"),
    Decision("l", "oral examination", frozenset({"s1004"}), action=Action.SET, value=Fraction(8), what="set 8"),
]


def sheet(marks: Mapping[str, Fraction]) -> dict[str, ExerciseMarks]:
    return {exercise: ExerciseMarks(earned, POINTS[exercise]) for exercise, earned in marks.items()}


def test_the_class_of_the_course_after_its_decisions() -> None:
    found = {student: adjusted(sheet(marks), POINTS, MADE, student) for student, marks in CLASS.items()}
    assert {student: (one.earned, one.possible) for student, one in found.items()} == {
        "s1001": (9, 9),
        "s1002": (Fraction("7.75"), 9),
        "s1003": (9, 9),
        "s1004": (8, 9),
        "s1005": (Fraction("6.75"), 7),
    }
    assert found["s1005"].marks == {"q1": Fraction("2.75"), "q2": 4}
    assert found["s1004"].marks == {}
    (change,) = found["s1002"].changes
    assert (change.before, change.after, change.possible) == (Fraction("1.75"), 2, 2)
    assert not any(found[student].changes for student in ("s1001", "s1003"))


def test_marks_for_one_exercise_without_a_hand_in_are_out_of_all_points() -> None:
    one = Decision("l", "on paper", frozenset({"s1004"}), "q1", action=Action.SET, value=Fraction(3), what="set 3")
    found = adjusted({}, POINTS, [one], "s1004")
    assert (found.earned, found.possible, found.marks) == (3, 9, {"q1": 3})


def plainly(
    marks: Mapping[str, Fraction], decisions: Sequence[Decision], student: str
) -> tuple[Fraction | None, Fraction]:
    """Return earned and possible by an independent sum: exercises, then the sheet."""
    mine = [d for d in decisions if student in d.students or (not d.students and marks)]

    def own(exercise: str, actions: Sequence[Action]) -> list[Decision]:
        found = [d for d in mine if d.exercise == exercise and d.action in actions]
        return sorted(found, key=lambda d: not d.students)[:1]

    total, most, any_ = Fraction(0), Fraction(0), False
    for ex, points in POINTS.items():
        first = own(ex, (Action.SET, Action.DROP))
        if first and first[0].action is Action.DROP:
            continue
        earned = first[0].value if first and first[0].value is not None else points if first else marks.get(ex)
        for d in mine:
            if d.exercise == ex and d.action is Action.ADD and earned is not None:
                earned = min(max(earned + (d.value or 0), Fraction(0)), points)
        if earned is not None:
            total, any_ = total + earned, True
        if earned is not None or ex in marks:
            most += 0 if any(d.exercise == ex and d.action is Action.BONUS for d in mine) else points
    if own("", (Action.DROP,)):
        return None, Fraction(0)
    if not marks:  # nothing was handed in: all but what was dropped, or is a bonus
        gone = {d.exercise for d in mine if d.action is Action.BONUS}
        gone |= {ex for ex in POINTS if [d.action for d in own(ex, (Action.SET, Action.DROP))] == [Action.DROP]}
        most = sum((p for ex, p in POINTS.items() if ex not in gone), Fraction(0))
    cap = min((d.value for d in mine if d.action is Action.CAP and d.value is not None), default=most)
    now, limit = total if any_ else None, max(most, cap)
    if first := own("", (Action.SET,)):
        now = min(most if first[0].value is None else first[0].value, limit)
    for d in mine:
        if not d.exercise and d.action is Action.ADD and now is not None:
            now = min(max(now + (d.value or 0), Fraction(0)), limit)
    return (None if now is None else min(max(now, Fraction(0)), cap)), most


def random_decisions(drawn: random.Random) -> list[Decision]:
    """Return decisions that a reader would accept: at most one set or drop for each student and thing, and one for everybody."""
    made, used = [], set[tuple[frozenset[str], str]]()
    for number in range(drawn.randrange(12)):
        students = (
            frozenset(drawn.sample([*CLASS], drawn.choice((1, 1, 2)))) if drawn.random() < 0.6 else frozenset[str]()
        )
        exercise = drawn.choice(("", *POINTS))
        action = drawn.choice((Action.ADD, Action.SET, Action.DROP, Action.CAP, Action.BONUS))
        if action is Action.CAP and (students or exercise):
            continue
        if action is Action.BONUS and (students or not exercise):
            continue
        if action is Action.DROP and not exercise and not students:
            continue
        reach = [(frozenset({one}), exercise) for one in students] or [(frozenset[str](), exercise)]
        if action in (Action.SET, Action.DROP):
            if used & {*reach}:
                continue
            used |= {*reach}
        value = (
            Fraction(drawn.randrange(-200, 400), 100)
            if action is Action.ADD
            else Fraction(drawn.randrange(0, 200), 100)
        )
        full = action is Action.SET and drawn.random() < 0.3
        made.append(
            Decision(
                "t", f"{number}", students, exercise, action=action, value=None if full else value, what=f"{number}"
            )
        )
    return made


@pytest.mark.parametrize("seed", range(40))
def test_random_decisions_give_the_marks_of_an_independent_sum(seed: int) -> None:
    drawn = random.Random(seed)
    for _ in range(50):
        decisions = random_decisions(drawn)
        for student, marks in CLASS.items():
            found = adjusted(sheet(marks), POINTS, decisions, student)
            earned, possible = plainly(marks, decisions, student)
            assert found.earned == earned, (student, decisions)
            assert found.is_excused or earned is None or found.possible == possible, (student, decisions)
            assert adjusted(sheet(marks), POINTS, [], student).marks == marks


def test_marks_that_are_set_above_what_was_handed_in_are_cut_and_told() -> None:
    of_all = Decision("t", "w", frozenset({"a"}), action=Action.SET, value=Fraction(8), what="set 8")
    (change,) = adjusted(sheet({"q2": Fraction(1)}), {"q2": Fraction(4)}, [of_all], "a").changes
    assert change == Change(of_all, Fraction(1), Fraction(4), Fraction(4), "set 8, of which 4 counts")


def test_a_cap_comes_last_and_says_what_it_cuts_off() -> None:
    """What is set or added before counts in full, so the line of the cap tells all that it takes."""
    cap = Decision("t", "w", action=Action.CAP, value=Fraction(3), what="cap 3")
    gift = Decision("t", "w", action=Action.ADD, value=Fraction(1), what="add 1")
    given = Decision("t", "w", frozenset({"a"}), action=Action.SET, value=Fraction(2), what="set 2")
    later = Decision("t", "w", frozenset({"a"}), action=Action.DUE, when="+60", what="due +60")
    for earned, decisions, rows in (
        (4, [cap], [(4, 3)]),
        (4, [later, cap], [(4, 3), (3, 3)]),
        (3, [cap, gift], [(3, 4), (4, 3)]),
        (4, [given, cap, gift], [(4, 2), (2, 3), (3, 3)]),
    ):
        found = adjusted(sheet({"q2": Fraction(earned)}), {"q2": Fraction(4)}, decisions, "a")
        assert found.earned == 3
        assert [(one.before, one.after) for one in found.changes] == rows
        assert not any(one.said for one in found.changes)


def test_what_the_limits_cut_off_of_a_part_is_told() -> None:
    held = {
        "q1": ExerciseMarks(
            Fraction(1), Fraction(3), {"value": (Fraction(1), Fraction(1)), "values": (Fraction(0), Fraction(2))}
        )
    }
    more = Decision("t", "w", exercise="q1", part="value", action=Action.ADD, value=Fraction(1), what="add 1")
    (change,) = adjusted(held, {"q1": Fraction(3)}, [more], "a").changes
    assert (change.after, change.said) == (1, "add 1, of which 0 counts")


def test_what_the_limits_cut_off_is_told() -> None:
    decision = Decision("t", "w", frozenset({"a"}), "q3", action=Action.ADD, value=Fraction(1), what="+1")
    (change,) = adjusted(sheet({"q3": Fraction("1.5")}), POINTS, [decision], "a").changes
    assert change == Change(decision, Fraction("1.5"), Fraction(2), Fraction(2), "+1, of which 0.5 counts")


def test_parts_are_decided_before_their_exercise_and_add_up_rounded() -> None:
    parts = {"value": (Fraction(1), Fraction(1)), "values": (Fraction("0.62"), Fraction(2))}
    held = {"q1": ExerciseMarks(Fraction("1.5"), Fraction(3), parts, Fraction(1, 2))}
    to_one = Decision("t", "w", exercise="q1", part="values", action=Action.SET, value=Fraction("1.3"), what="set 1.3")
    more = Decision("t", "w", frozenset({"a"}), "q1", action=Action.ADD, value=Fraction("0.1"), what="add 0.1")
    found = adjusted(held, {"q1": Fraction(3)}, [more, to_one], "a")
    assert found.marks == {"q1": Fraction("2.6")}, "1 + 1.3 is rounded to 2.5, and what is added is not"
    assert [(one.before, one.after) for one in found.changes] == [
        (Fraction("1.5"), Fraction("2.5")),
        (Fraction("2.5"), Fraction("2.6")),
    ]
    gone = to_one._replace(action=Action.DROP)
    assert adjusted(held, {"q1": Fraction(3)}, [gone], "a").possible == 1


@pytest.mark.parametrize("marked", [set[str](), {"q2"}])
def test_what_does_nothing_for_want_of_marks_is_said(marked: set[str]) -> None:
    about = Decision("t", "w", frozenset({"s"}), "q1")
    idle = [
        about._replace(action=Action.ADD, value=1, what="add 1"),
        about._replace(part="value", action=Action.ACCEPT, what="accept 4"),
        about._replace(part="value", action=Action.SET, value=1, what="set 1"),
    ]
    alone = [
        about._replace(action=Action.DROP, what="drop"),
        about._replace(note="Well done."),
        about._replace(exercise="", action=Action.ADD, value=1, what="add 1"),
    ]
    for one in [*idle, *([] if marked else alone)]:
        found = adjusted(sheet({name: POINTS[name] for name in marked}), POINTS, [one], "s")
        said = f"nothing of it was marked, so this does nothing: {one.what or 'note'}; `set` without a part gives marks"
        assert [(change.decision, change.said) for change in found.changes] == [(one, said)]
    given = about._replace(action=Action.SET, value=1, what="set 1")
    for one in (idle[0], *alone[1:], about._replace(action=Action.DUE, when="+60", what="due +60")):
        assert not any(change.said for change in adjusted({}, POINTS, [given, one], "s").changes)
    time = about._replace(exercise="", action=Action.DUE, when="+60", what="due +60")
    assert adjusted({}, POINTS, [time], "s").changes == [Change(time, None, None, 9)]
    everybody = idle[0]._replace(students=frozenset())
    assert adjusted(sheet({"q2": POINTS["q2"]}), POINTS, [everybody], "s").changes == []


@pytest.mark.parametrize("held", [{}, {"q1": Fraction(1)}], ids=["nothing", "another"])
def test_marks_for_a_problem_that_nobody_knows_the_points_of_are_said_to_do_nothing(held: dict[str, Fraction]) -> None:
    one = Decision("l", "on paper", frozenset({"a"}), "q3", action=Action.ADD, value=Fraction(1), what="add 1")
    marked = sheet(held)
    found = adjusted(marked, {exercise: one.possible for exercise, one in marked.items()}, [one], "a")
    assert found.marks == held
    (change,) = found.changes
    assert change.said.startswith("nothing of it was marked, so this does nothing: add 1; without a quiz nobody knows ")
    assert change.said.endswith("what q3 is worth: `add` or `set` without an exercise is about the whole sheet")
