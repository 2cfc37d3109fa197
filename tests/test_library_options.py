"""What the library is told besides answers: how much is revealed, how marks are given, what counts, and in which form."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from conftest import problem_data

import grader
from grader import Exercise, Graded, Policy, Reveal, draw, load_problem, render
from grader.core.policy import read_policy

TREE = [[[3, 9], [5, 1]], [[8, 6], [2, 7]]]
SLIP: dict[str, Any] = {
    "value": 5,
    "best-move": "B",
    "values": {"D": 9, "E": 5, "F": 8, "G": 2, "B": 5, "C": 2, "A": 5},
}
Give = Callable[..., Graded]


@pytest.fixture
def exercise() -> Exercise:
    return load_problem(problem_data("minimax", TREE))


def alone(exercise: Exercise) -> Give:
    """Return what grades the slip as answers to the exercise."""
    return lambda **said: exercise.grade(SLIP, **said)


def in_a_submission(exercise: Exercise) -> Give:
    """Return what grades the slip in a submission."""
    return lambda **said: grader.grade({"answers": {exercise.problem.id: SLIP}}, exercise, **said).problems[0]


WAYS = [alone, in_a_submission]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("reveal", list(Reveal))
def test_what_is_revealed_is_said_by_its_name_too(
    exercise: Exercise, way: Callable[[Exercise], Give], reveal: Reveal
) -> None:
    by_name = render(way(exercise)(reveal=reveal.value))
    assert by_name == render(way(exercise)(reveal=reveal))
    assert by_name == render(way(load_problem(problem_data("minimax", TREE)))(reveal=reveal))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("wrong", ["nonsense", "None", None, 3, True])
def test_what_may_not_be_revealed_is_refused_with_the_names_that_there_are(
    exercise: Exercise, way: Callable[[Exercise], Give], wrong: Any
) -> None:
    with pytest.raises(ValueError, match=r"there is no reveal .*, expected none, verdicts or expected"):
        way(exercise)(reveal=wrong)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("stated", "policy"),
    [
        ({"follow-through": "3/2"}, Policy(follow_through=Fraction(3, 2))),
        ({"follow-through": "-1/3"}, Policy(follow_through=Fraction(-1, 3))),
        ({"round": "1/3"}, Policy(round=Fraction(1, 3))),
        ({"follow-through": "nan"}, Policy(follow_through=float("nan"))),  # type: ignore[arg-type]
    ],
)
def test_policies_are_refused_by_the_rules_of_a_document(
    exercise: Exercise, way: Callable[[Exercise], Give], stated: dict[str, str], policy: Policy
) -> None:
    ((said, (name,)),) = read_policy(stated)[1]
    with pytest.raises(ValueError, match=f"^{re.escape(f'{name}: {said}')}$"):
        way(exercise)(policy=policy)


def test_a_switch_that_is_neither_on_nor_off_is_refused(exercise: Exercise) -> None:
    with pytest.raises(ValueError, match="across-parts: no is not allowed here, expected true or false"):
        exercise.grade(SLIP, policy=Policy(across_parts="no"))  # type: ignore[arg-type]


@pytest.mark.parametrize("half", [Fraction(1, 2), 0.5, "1/2", "0.5"])
def test_shares_are_the_numbers_that_they_mean(exercise: Exercise, half: Any) -> None:
    assert exercise.grade(SLIP, policy=Policy(follow_through=half)).marks == exercise.grade(SLIP).marks


@pytest.mark.parametrize("required", ["q1", ["q1"], {"q1"}, ("q1", "q1")])
def test_one_id_or_several_are_required(exercise: Exercise, required: Any) -> None:
    outcome = grader.grade({"answers": {}}, exercise, require=required)
    assert (outcome.possible, len(outcome.problems), outcome.not_graded) == (3, 1, ())


def test_forms_that_there_are_not_are_refused_with_those_that_there_are(exercise: Exercise) -> None:
    graded = exercise.grade(SLIP)
    with pytest.raises(ValueError, match='there is no form "xml", expected text, html or json'):
        render(graded, "xml")  # type: ignore[arg-type]
    for what in (exercise, graded):
        with pytest.raises(ValueError, match='there is no form "gif", expected svg, dot, png or pdf'):
            draw(what, "gif")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match='did you mean "html"'):
        render(graded, "HTML")  # type: ignore[arg-type]
