"""Follow-through (docs/marking.md): a wrong answer that follows from the student's own numbers earns its share, and no more."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, islice
from typing import Any

import oracle
import pytest
from conftest import as_json, problem_data, random_problems, read
from turns import in_turn
from windows import chunks

from grader.core.answers.part import follows_from_nothing
from grader.core.answers.reports import PartReport, ProblemReport, Verdict
from grader.core.documents import parse_document
from grader.core.errors import SubmissionError
from grader.core.numbers import INFINITY, read_number
from grader.grading.marking import Terms, grade_submission, read_submission
from grader.kinds import KINDS, Exercise, Policy

RATES = (Fraction(0), Fraction(1, 4), Fraction(1, 2))
FOLLOWING = (
    *("value", "best-move", "values", "strategy", "choice", "smallest", "largest"),
    *("time", "magnitude", "repeats-magnitude", "depth-reached", "depth-reached-best", "depth-nearest"),
    *("paths", "expanded", "visits", "totals"),
    *("total-leaves", "completed", "move"),
)
ALSO_FOLLOWING = {"mcts": ("scores",)}
"""Parts in which something follows in some kinds alone."""
MAPS = ("values", "scores", "windows", "visits", "totals")
SINGLE = {"smallest", "largest", "magnitude", "depth-reached", "depth-nearest", "total-leaves", "completed"}
CHUNK = 50
FEW = 15
"""Problems of the window of the commit on which each contract is tried in one chunk."""
in_few = chunks(every=1, longer=2, whole=5)

kinds = pytest.mark.parametrize(
    "kind",
    [kind for kind in KINDS if any(part.follows is not follows_from_nothing for part in KINDS[kind].parts.values())],
)
"""The kinds with parts in which something follows."""

with_maps = pytest.mark.parametrize("kind", [kind for kind in kinds.args[1] if set(MAPS) & set(KINDS[kind].parts)])
"""Those of them in which numbers are written for many names."""


def marked(exercise: Exercise, answers: Any, policy: Policy = Policy()) -> ProblemReport:
    """Return the report on the answers to a problem, under a policy."""
    content = as_json({"answers": {exercise.problem.id: answers}})
    submission = read_submission(parse_document(content, "submission.json", SubmissionError))
    return grade_submission(submission, lambda _: exercise, Terms(policy=policy)).graded[0].report


def earned_by(exercise: Exercise, answers: Any, policy: Policy = Policy()) -> dict[str, Any]:
    """Return the marks of each part."""
    return {part.part: part.earned for part in marked(exercise, answers, policy).parts}


def drawn(kind: str, chunk: int = 0, window: int = 0) -> Iterator[tuple[random.Random, dict[str, Any], dict[str, Any]]]:
    """Yield a random generator, a problem, and answers that carry their slips forward."""
    for rng, data in random_problems(kind, 50_000 + chunk * CHUNK, 50_000 + (chunk + 1) * CHUNK, window):
        yield rng, data, oracle.carried_answers(rng, data)


def some(kind: str, chunk: int, window: int) -> Iterator[tuple[random.Random, dict[str, Any], dict[str, Any]]]:
    """Yield a few of them."""
    return islice(chain(drawn(kind, 0, window), drawn(kind, 1, window)), chunk * FEW, (chunk + 1) * FEW)


# --- The program and the second solver agree ------------------------------------------------------


@pytest.mark.sweep
@in_turn(3)
@chunks(every=1, longer=19, whole=120)
@kinds
def test_both_markers_give_what_follows_the_same_marks(kind: str, chunk: int, window: int) -> None:
    for rng, data, answers in drawn(kind, chunk, window):
        exercise = read(data)
        rate, across = rng.choice(RATES), rng.random() < 0.7
        earned = earned_by(exercise, answers, Policy(rate, across))
        assert earned == oracle.marks(data, answers, rate, across), (data, answers)
        assert earned_by(exercise, answers) == oracle.marks(data, answers), (data, answers)


@pytest.mark.slow  # it looks at what the tests draw, not at the program
@kinds
def test_random_answers_follow_often_enough_for_the_agreement_to_mean_something(kind: str) -> None:
    seen: Counter[str] = Counter()
    for chunk in range(10):
        for _, data, answers in drawn(kind, chunk):
            for part in marked(read(data), answers).parts:
                seen[part.part] += any(entry.verdict is Verdict.FOLLOW_THROUGH for entry in part.entries)
    able = [part for part in (*FOLLOWING, *ALSO_FOLLOWING.get(kind, ())) if part in KINDS[kind].parts]
    assert min(seen[part] for part in able) >= 10, seen
    assert set(able) <= set(seen)
    assert not any(seen[part] for part in seen if part not in able)


# --- Contracts over every kind --------------------------------------------------------------------


def is_blank(answers: dict[str, Any], part: str) -> bool:
    return answers.get(part) is None


def with_entry(answers: dict[str, Any], part: str, name: str, value: object) -> dict[str, Any]:
    """Return the answers with one entry of a map set."""
    return {**answers, part: {**(answers.get(part) or {}), name: value}}


def without_entry(answers: dict[str, Any], part: str, name: str) -> dict[str, Any]:
    """Return the answers with one entry of a map taken out."""
    return {**answers, part: {key: value for key, value in answers[part].items() if key != name}}


def judged(part: PartReport) -> list[tuple[str, Verdict]]:
    """Return the entries of a map part that name a node."""
    return [(entry.node, entry.verdict) for entry in part.entries if entry.node is not None]


@in_turn(3)
@in_few
@with_maps
def test_correcting_an_entry_never_lowers_the_marks_of_its_part(kind: str, chunk: int, window: int) -> None:
    """An entry that is not right is replaced by the right one (an extra one is taken out); the others stay."""
    corrected = 0
    for rng, data, answers in some(kind, chunk, window):
        exercise, right = read(data), oracle.solve(data)
        policy = Policy(rng.choice(RATES))
        for part in marked(exercise, answers, policy).parts:
            if part.part not in MAPS or is_blank(answers, part.part) or isinstance(answers[part.part], list):
                continue
            for node, verdict in judged(part):
                if verdict is Verdict.CORRECT:
                    continue
                expected: Any = right[part.part]
                better = (
                    without_entry(answers, part.part, node)
                    if node not in expected
                    else with_entry(answers, part.part, node, expected[node])
                )
                assert earned_by(exercise, better, policy)[part.part] >= part.earned, (data, answers, node)
                corrected += 1
    assert corrected


@in_turn(3)
@in_few
@kinds
def test_a_blank_never_beats_an_honest_try(kind: str, chunk: int, window: int) -> None:
    """Writing any number where an entry is expected and blank lowers no part's marks; nor does answering a blank part.

    An entry where none is expected is no try at a blank: it costs its share, which the statement says.
    """
    tried = 0
    for rng, data, answers in some(kind, chunk, window):
        exercise = read(data)
        policy = Policy(rng.choice(RATES))
        before = earned_by(exercise, answers, policy)
        for part in exercise.problem.ask:
            assert before[part] == 0 or not is_blank(answers, part)
            assert earned_by(exercise, {**answers, part: None}, policy)[part] == 0
            if part not in MAPS and not is_blank(answers, part):
                after = earned_by(exercise, {**answers, part: None}, policy)
                assert all(before[one] >= after[one] for one in before), (data, answers, part)
                tried += 1
            if part not in MAPS or is_blank(answers, part):
                continue
            expected: Any = oracle.solve(data)[part]
            for name in expected if isinstance(expected, dict) else ():
                one = rng.randint(-5, 9)
                value = [one] * len(expected[name]) if isinstance(expected[name], list) else one
                blanked = with_entry(answers, part, name, None)
                filled = with_entry(answers, part, name, value)
                before, after = earned_by(exercise, blanked, policy), earned_by(exercise, filled, policy)
                assert all(after[one] >= before[one] for one in before), (data, blanked, value)
                tried += 1
            before = earned_by(exercise, answers, policy)
    assert tried > 10


def off(number: Any) -> Any:
    """Return a number, or each of several, that is another one."""
    if isinstance(number, list):
        return [off(one) for one in number]
    return 77 if number == "inf" else f"{float(Fraction(number)) + 5:.6f}"


@in_turn(3)
@in_few
@kinds
def test_only_the_right_answer_earns_full_marks(kind: str, chunk: int, window: int) -> None:
    """What earns a part's points with follow-through earns them without; and a wrong entry always costs something.

    An entry of a node that only the student's own search has costs nothing beside a wrong part that it follows from.
    """
    spoilt = 0
    for rng, data, answers in some(kind, chunk, window):
        exercise, right = read(data), oracle.solve(data)
        plain = earned_by(exercise, answers, Policy(Fraction(0)))
        parts = marked(exercise, answers).parts
        for part in parts:
            if any(entry.verdict is Verdict.FOLLOW_THROUGH and not entry.possible for entry in part.entries):
                assert any(other.earned < other.possible for other in parts)
                continue
            assert (part.earned == part.possible) == (plain[part.part] == part.possible)
            if part.earned == part.possible:
                assert {entry.verdict for entry in part.entries} == {Verdict.CORRECT}
        for part in set(exercise.problem.ask) & {"values", "scores", "visits", "totals"}:
            expected: Any = right[part]
            if not expected or isinstance(expected, list):
                continue
            name = rng.choice(list(expected))
            wrong: Any = off(expected[name])
            report = marked(exercise, with_entry(right, part, name, wrong))
            assert next(one for one in report.parts if one.part == part).earned < exercise.problem.points[part]
            spoilt += 1
        for part in set(exercise.problem.ask) & SINGLE:
            end: Any = right[part]
            wrong = 77 if end in ("none", "inf", "-inf") else str(Fraction(end) + 5)
            report = marked(exercise, {**right, part: wrong})
            assert next(one for one in report.parts if one.part == part).earned < exercise.problem.points[part]
            spoilt += 1
    assert spoilt > 1


@in_turn(3)
@in_few
@kinds
def test_entries_sum_to_their_part_and_parts_to_the_problem_exactly(kind: str, chunk: int, window: int) -> None:
    for rng, data, answers in some(kind, chunk, window):
        report = marked(read(data), answers, Policy(rng.choice(RATES), rng.random() < 0.5))
        for part in report.parts:
            assert sum(Fraction(entry.earned) for entry in part.entries) == part.earned
            assert 0 <= part.earned <= part.possible
        assert sum(Fraction(part.earned) for part in report.parts) == report.earned
        assert sum(Fraction(part.possible) for part in report.parts) == report.possible


@in_turn(3)
@in_few
@kinds
def test_marks_grow_with_the_share_and_only_where_something_follows(kind: str, chunk: int, window: int) -> None:
    for _, data, answers in some(kind, chunk, window):
        exercise = read(data)
        none, quarter, half = (marked(exercise, answers, Policy(rate)) for rate in RATES)
        apart = marked(exercise, answers, Policy(across_parts=False))
        alone = marked(exercise, {**answers, "evaluations": None})  # values follow from own static values
        for index, part in enumerate(half.parts):
            steps = [report.parts[index].earned for report in (none, quarter, half)]
            assert steps == sorted(steps)
            if not any(entry.verdict is Verdict.FOLLOW_THROUGH for entry in part.entries):
                assert len(set(steps)) == 1
            expected = (alone if part.part == "values" else none).parts[index].earned
            assert apart.parts[index].earned == expected
        verdicts = {entry.verdict for part in none.parts for entry in part.entries}
        assert Verdict.FOLLOW_THROUGH not in verdicts


# --- One rule of the guard at a time, worked by hand -----------------------------------------------

TWO_MIN = {"max": [{"id": "B", "min": [3, 12]}, {"id": "C", "min": [2, 4]}], "id": "A"}
THREE = {"max": [{"id": "B", "min": [3, 12]}, {"id": "C", "min": [2, 4]}, 1], "id": "A"}
ONE_INNER = {"max": [{"id": "B", "min": [3, 12]}, 7], "id": "A"}
LONELY = {"max": [{"id": "B", "min": [3, 12]}], "id": "A"}


@pytest.mark.parametrize(
    ("tree", "values", "follows"),
    [
        (TWO_MIN, {"B": 5, "C": 2, "A": 5}, True),
        (TWO_MIN, {"B": 5, "C": 2, "A": 4}, False),  # max(5, 2) is not 4
        (TWO_MIN, {"B": 5, "A": 5}, False),  # C is missing
        (TWO_MIN, {"B": 5, "C": None, "A": 5}, False),  # or blank
        (TWO_MIN, {"B": 0, "C": 0, "A": 0}, False),  # a row of zeros shows no rule
        (THREE, {"B": 0, "C": 0, "A": 1}, False),  # nor does it beside a leaf: two own numbers, all equal
        (THREE, {"B": 5, "C": 0, "A": 5}, True),
        (ONE_INNER, {"B": 9, "A": 9}, True),  # one own number beside a leaf that is not the same
        (ONE_INNER, {"B": 7, "A": 8}, False),
        (LONELY, {"B": 9, "A": 9}, False),  # one own number and nothing else: copying it shows no rule
        ({"max": [3, 5], "id": "A"}, {"A": 3}, False),  # only leaves: nothing of his own
    ],
)
def test_root_follows_from_what_the_student_wrote_below_it(tree: Any, values: Any, follows: bool) -> None:
    report = marked(read(problem_data("minimax", tree, ask=["values"])), {"values": values})
    at_root = next(entry for entry in report.parts[0].entries if entry.node == "A")
    assert (at_root.verdict is Verdict.FOLLOW_THROUGH) == follows
    assert at_root.earned == (at_root.possible / 2 if follows else 0)


@pytest.mark.parametrize(
    ("values", "answers", "earned"),
    [
        ({"B": 1, "C": 2, "A": 2}, {"value": 2, "best-move": "C"}, (Fraction(1, 2), Fraction(1, 2))),
        ({"B": 1, "C": 2, "A": 9}, {"value": 9, "best-move": "C"}, (Fraction(1, 2), Fraction(1, 2))),  # as he wrote it
        ({"B": 1, "C": 2}, {"value": 2, "best-move": "C"}, (Fraction(1, 2), Fraction(1, 2))),  # the root left out
        ({"B": 1, "C": 2}, {"value": 1, "best-move": "B"}, (0, 1)),
        ({"B": 1, "A": 1}, {"value": 1, "best-move": "C"}, (0, 0)),  # C is missing: nothing follows, not even A
        ({"B": 4, "C": 4, "A": 4}, {"value": 4, "best-move": "C"}, (0, 0)),
        (None, {"value": 2, "best-move": "C"}, (0, 0)),
        ({}, {"value": 2, "best-move": "C"}, (0, 0)),
    ],
)
def test_value_and_best_move_follow_from_values(values: Any, answers: Any, earned: Any) -> None:
    exercise = read(problem_data("minimax", TWO_MIN))
    given = {**answers, "values": values}
    found = earned_by(exercise, given)
    assert (found["value"], found["best-move"]) == earned
    assert earned_by(exercise, given, Policy(across_parts=False))["value"] == 0


def test_nothing_follows_from_a_part_that_is_not_asked() -> None:
    exercise = read(problem_data("minimax", TWO_MIN, ask=["value", "best-move"]))
    answers = {"value": 2, "best-move": "C", "values": {"B": 1, "C": 2, "A": 2}}
    assert earned_by(exercise, answers) == {"value": 0, "best-move": 0}


@pytest.mark.parametrize(
    ("values", "follows"),
    [([1, 2], False), ({"B": 1, "C": "two"}, False), ({"B": 1, "c": 2}, False), ({"B": 1, "C": 2, "A": "two"}, True)],
)
def test_nothing_follows_from_what_cannot_be_read(values: Any, *, follows: bool) -> None:
    exercise = read(problem_data("minimax", TWO_MIN))
    earned = earned_by(exercise, {"value": 2, "best-move": "C", "values": values})
    share = Fraction(1, 2) if follows else 0
    assert (earned["value"], earned["best-move"]) == (share, share)


def test_only_what_the_search_examined_is_an_input_of_a_cut_node() -> None:
    """B is worth 3; at C the search meets D, worth 2, and skips E. The slip at D is carried to C, without E."""
    tree = {
        "id": "A",
        "max": [3, {"id": "C", "min": [{"id": "D", "max": [2, 1]}, 9, {"id": "E", "max": [0, 8]}]}],
    }
    exercise = read(problem_data("alpha-beta", tree, ask=["values"]))
    report = marked(exercise, {"values": {"A": 3, "C": 1, "D": 1}})
    assert {(entry.node, entry.verdict) for entry in report.parts[0].entries} == {
        ("A", Verdict.CORRECT),
        ("C", Verdict.WRONG),  # one own number and no other input that was examined: nothing follows
        ("D", Verdict.WRONG),
    }
    wider = {"id": "A", "max": [3, {"id": "C", "min": [4, {"id": "D", "max": [2, 1]}, {"id": "E", "max": [0, 8]}]}]}
    exercise = read(problem_data("alpha-beta", wider, ask=["values"]))
    report = marked(exercise, {"values": {"A": 3, "C": 1, "D": 1}})
    assert ("C", Verdict.FOLLOW_THROUGH) in {(entry.node, entry.verdict) for entry in report.parts[0].entries}


def test_fail_hard_moves_what_follows_into_the_window_of_entry() -> None:
    """C is entered with (3, inf): from his own 2 it reports 3 under fail-hard, 2 under fail-soft."""
    tree = {"id": "A", "max": [3, {"id": "C", "min": [9, {"id": "D", "max": [7, 8]}]}]}
    for bounds, followed in (("fail-hard", 3), ("fail-soft", 2)):
        data = problem_data("alpha-beta", tree, ask=["values"], conventions={"bounds": bounds})
        verdicts = {}
        for number in (2, 3):
            report = marked(read(data), {"values": {"A": 8, "C": number, "D": 2}})
            verdicts[number] = {entry.node: entry.verdict for entry in report.parts[0].entries}["C"]
        assert verdicts == {
            number: Verdict.FOLLOW_THROUGH if number == followed else Verdict.WRONG for number in (2, 3)
        }


@pytest.mark.parametrize(
    ("scores", "choice", "earned"),
    [
        ({"A": 1, "B": 2, "C": 3}, "C", Fraction(1, 2)),
        ({"A": 1, "B": 2, "C": 3}, "B", 0),
        ({"A": 1, "C": 3}, "C", 0),  # B is missing
        ({"A": 3, "B": None, "C": 4}, "C", 0),
        ({"A": 1, "B": 1, "C": 1}, "B", 0),  # all equal
        ({"A": 1, "B": 3, "C": 3}, "B", Fraction(1, 2)),  # tied: the first
        ({"A": 1, "B": 3, "C": 3}, "C", 0),
        ({"A": 1, "B": "inf", "C": 3}, "B", Fraction(1, 2)),
    ],
)
def test_choice_follows_from_scores(scores: Any, choice: str, earned: Any) -> None:
    children = [
        {"id": "A", "total": 9, "visits": 10},
        {"id": "B", "total": 1, "visits": 10},
        {"id": "C", "total": 2, "visits": 10},
    ]
    exercise = read(problem_data("ucb", children))
    assert earned_by(exercise, {"scores": scores, "choice": choice})["choice"] == earned
    assert earned_by(exercise, {"scores": scores, "choice": choice}, Policy(across_parts=False))["choice"] == 0


def test_what_follows_is_said_and_flagged() -> None:
    report = marked(read(problem_data("minimax", TWO_MIN, ask=["values"])), {"values": {"A": 5, "B": 5, "C": 2}})
    root = next(entry for entry in report.parts[0].entries if entry.node == "A")
    assert root.verdict is Verdict.FOLLOW_THROUGH
    assert root.message.startswith("On your numbers max(5, 2) = 5: this step is right, half marks. Right: max(")
    assert read_number(root.given) == 5
    assert read_number(root.expected) != INFINITY


@pytest.mark.parametrize("other", ["inf", "-inf", "1/3", "9" * 400, "-" + "9" * 400])
def test_scores_larger_than_any_float_can_be_followed(other: str) -> None:
    children = [{"id": name, "total": 1, "visits": 2} for name in "ABC"]
    exercise = read(problem_data("ucb", children))
    scores = {"A": "9" * 400, "B": other, "C": "1"}
    best = max(scores, key=lambda name: oracle.bound(scores[name]))
    for choice in "BC":
        follows = Fraction(1, 2) if choice == best else 0
        assert earned_by(exercise, {"scores": scores, "choice": choice})["choice"] == follows
