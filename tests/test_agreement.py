"""The program against the second solver, `tests/oracle`: every part of the solution, and the exact marks of answers."""

from __future__ import annotations

import random
from typing import Any

import oracle
import pytest
from conftest import random_problems, read, report_of
from second import second
from turns import in_turn
from windows import chunks, shifted

from grader.core.answers.choices import ALL_OR_NOTHING, KeySet
from grader.core.answers.forms import Choice, One
from grader.core.answers.orders import Line
from grader.core.answers.part import Form
from grader.core.answers.run import has_many
from grader.kinds import KINDS, Exercise

CHUNK = 50
"""Problems of a kind in a chunk."""


def drawn(kind: str, chunk: int, window: int = 0) -> list[Any]:
    """Return the problems of a chunk."""
    return random_problems(kind, chunk * CHUNK, (chunk + 1) * CHUNK, window)


def is_same_score(given: Any, expected: Any) -> bool:
    """Tell whether two scores are the same but for the last digits of a float."""
    return given == expected or (
        isinstance(given, float)
        and isinstance(expected, float)
        and abs(given - expected) <= 1e-12 * (1 + abs(expected))
    )


def objects_of(kind: str) -> set[str]:
    """Return the parts in which an object is handed in: many are right, and which one is printed says nothing."""
    return {part.name for part in KINDS[kind].parts.values() if has_many(part.form)}


def compare_objects(data: dict[str, Any], part: str, mine: Any, other: Any) -> None:
    """Fail where the object that one solver prints does not earn all by the other."""
    asked = {**data, "ask": [part], "points": {part: 1}}
    assert oracle.marks(asked, {part: mine}) == {part: 1}, data
    report = report_of(read(asked), {part: other})
    assert report.earned == report.possible, data


def by_name(scores: Any) -> dict[Any, Any]:
    """Return scores by the name of the child, and where there are several iterations by that too."""
    if isinstance(scores, dict):
        return scores
    return {(place, child): score for place, one in enumerate(scores) for child, score in one.items()}


def compare_solutions(data: dict[str, Any], solution: dict[str, Any]) -> None:
    """Fail where the two solvers disagree."""
    expected: dict[str, Any] = oracle.solve(data)
    for part in objects_of(data["kind"]) & expected.keys():
        compare_objects(data, part, solution.pop(part), expected.pop(part))
    scores, other = (by_name(one.pop("scores", {})) for one in (solution, expected))
    assert solution == expected, data
    assert scores.keys() == other.keys(), data
    assert all(is_same_score(scores[child], other[child]) for child in scores), (data, scores, other)


@in_turn(2)
@chunks(every=1, longer=49, whole=330)
@pytest.mark.parametrize("kind", KINDS)
def test_both_solvers_give_the_same_answers_and_marks(kind: str, chunk: int, window: int) -> None:
    for place, (rng, data) in enumerate(drawn(kind, chunk, window)):
        exercise = read(data, "yaml" if place % 4 == 0 else "json")
        compare_solutions(data, exercise.solve())
        answers = oracle.random_answers(rng, data)
        report = report_of(exercise, answers, "yaml" if place % 4 == 1 else "json")
        earned = {part.part: part.earned for part in report.parts}
        assert earned == oracle.marks(data, answers), (data, answers)
        assert list(earned) == [*oracle.asked_parts(data), *({"text"} & data.keys())], data


RULED = {"cost": (150, 2_000), "positions": (150, 2_000), "max-n": (100, 1_000), "deepening": (60, 1_000)}
"""The kinds whose second solvers follow every wrong rule of their own: on how many problems in each run, and in each further chunk."""


def written(exercise: Exercise, answers: Any) -> dict[str, Any]:
    """Return answers as a document has them, but for floats."""
    solution = exercise.solution._replace(answers=answers)
    return exact(exercise.kind.write_answer(exercise.kind, exercise.problem, solution))


def exact(answers: dict[str, Any]) -> dict[str, Any]:
    return {name: answer for name, answer in answers.items() if name != "effective-branching"}


@pytest.mark.sweep
@chunks(every=1, longer=1, whole=4)
@pytest.mark.parametrize("kind", RULED)
def test_right_and_wrong_rules_agree_with_the_second_solver(kind: str, chunk: int, window: int) -> None:
    solver, (few, many) = second(kind), RULED[kind]
    first, stop = (0, few) if not chunk else (few + many * (chunk - 1), few + many * chunk)
    for seed in range(first, stop):
        game = solver.random_game(random.Random(shifted(seed, window)))
        data = {"format": "gametree-problem/1", "id": "q1", "kind": kind, **game}
        right = solver.solve(data)
        exercise = read({**data, "ask": list(right)})
        assert written(exercise, exercise.solution.answers) == exact(right), data
        rules = {rule.name: rule for rule in exercise.kind.wrong.rules(exercise.problem)}
        own = [name for name in rules if not exercise.kind.searches or name in solver.RULES]
        assert sorted(own) == sorted(solver.rules_of(data)), data
        for name in own:
            assert written(exercise, rules[name].answer({})) == exact(solver.follow(data, name, {})), (name, data)
            if twin := rules[name].twin_of:
                assert rules[name].answer({}) == rules[twin].answer({}), (name, data)


OF_GAMES = {(kind, "tree") for kind in ("minimax", "alpha-beta", "expectiminimax")}
"""Parts of problems that are stated by the rules of a game: test_games.py and test_drawn_tree.py draw these."""


def is_whole(form: Form) -> bool:
    return isinstance(form, KeySet) and form.marking is ALL_OR_NOTHING


@pytest.mark.slow  # it looks at what the tests above draw, not at the program
@pytest.mark.parametrize("kind", KINDS)
def test_random_problems_reach_every_part_and_every_choice_of_every_convention(kind: str) -> None:
    """The agreement above is worth what its problems cover: none of them may be missing from the draw."""
    parts: set[str] = set()
    choices: set[tuple[str, str]] = set()
    earned_in_part = set()
    for rng, data in (one for chunk in range(4) for one in drawn(kind, chunk)):
        exercise = read(data)
        parts |= set(exercise.problem.ask)
        choices |= {(name, str(value)) for name, value in data.get("conventions", {}).items()}
        report = report_of(exercise, oracle.random_answers(rng, data))
        earned_in_part |= {part.part for part in report.parts if 0 < part.earned < part.possible}
    known = {name: part for name, part in KINDS[kind].answered.items() if (kind, name) not in OF_GAMES}
    assert parts == set(known)
    fixed = getattr(second(kind), "FIXED", ())
    fields = set(KINDS[kind].conventions) - {"value-bounds", "bounds-at", "initial-window", *fixed}
    expected = {(name, str(value)) for name in fields for value in oracle.CHOICES[name]}
    assert expected <= choices
    scalars = {
        part.name for part in known.values() if isinstance(part.form, (One, Choice, Line)) or is_whole(part.form)
    }
    assert earned_in_part - scalars == set(known) - scalars  # a scalar can follow from others
