"""A student's own search is played as it was handed in: the nodes in their order, the numbers, windows and cuts that were written, and where it parts from the solution."""

from __future__ import annotations

import random
from typing import Any

import pytest
from banked import BANK, FOLDERS
from conftest import outcome_of
from planted import planted

from grader.core.answers.case import Action
from grader.core.answers.reports import Malformed, Reveal, Written
from grader.kinds import Exercise, Graded
from grader.pages.feedback import page, problem_block
from grader.pages.overlay import moments_of
from grader.pages.replay import Replay, replay

_VISITS = [id_ for id_ in FOLDERS if "visited" in BANK[id_].problem.ask]
_PATHS = [id_ for id_ in FOLDERS if "paths" in BANK[id_].problem.ask]
_PLANTS = 30


def replayed(exercise: Exercise, answers: dict[str, Any]) -> tuple[Graded, Replay | None]:
    """Return what was marked, and the student's search."""
    graded = outcome_of(exercise, answers).graded[0]
    return graded, replay(graded, moments_of(exercise, exercise.steps()))


def plants(id_: str) -> list[dict[str, Any]]:
    """Return some of the answers with planted mistakes."""
    rng, exercise = random.Random(id_), BANK[id_]
    found = [*planted(rng, exercise)]
    shuffled = exercise.solve() | {}
    for part in ("visited", "paths"):
        if part in exercise.problem.ask:
            shuffled[part] = rng.sample(shuffled[part], len(shuffled[part]))
    return [shuffled, *rng.sample(found, min(_PLANTS, len(found)))]


def names(exercise: Exercise, given: Any) -> list[str]:
    """Return the names of the nodes in a list that was given."""
    return [exercise.name_of(one.value) for one in given if isinstance(one, Written)]


@pytest.mark.parametrize("id_", _VISITS)
def test_visits_numbers_and_cuts_are_those_that_were_handed_in(id_: str) -> None:
    exercise = BANK[id_]
    solved = exercise.solve()["visited"]
    for answers in plants(id_):
        graded, search = replayed(exercise, answers)
        given = graded.attempt["visited"]
        if not given or isinstance(given, Malformed) or not names(exercise, given):
            assert search is None
            continue
        assert search is not None
        order = names(exercise, given)
        visits = [step for step in search.steps if step.action is Action.ENTER]
        assert [exercise.name_of(step.node) for step in visits] == order
        check_numbers(graded, search, {name for key in visits for name in above(exercise, key.node)})
        check_cuts(graded, search, {name for key in visits for name in above(exercise, key.node)})
        check_parting(exercise, search, order, [str(name) for name in solved])


def above(exercise: Exercise, node: Any) -> list[str]:
    """Return the names of a node and of all above it."""
    return [exercise.name_of(key) for key in exercise.problem.game.path_to(node)]


def check_numbers(graded: Graded, search: Replay, left: set[str]) -> None:
    """Fail where the numbers at nodes that the search leaves are not the student's, each once."""
    exercise = graded.exercise
    played = [(key, text) for step in search.steps for key, text in step.noted if text]
    assert len(played) == len(dict(played))
    if "values" in exercise.problem.ask:
        given = graded.attempt["values"]
        written = {} if not given or isinstance(given, Malformed) else given
        texts = {key: one.text for key, one in written.items() if isinstance(one, Written)}
        assert dict(played) == {key: text for key, text in texts.items() if exercise.name_of(key) in left}
    if "windows" in exercise.problem.ask:
        given = graded.attempt["windows"]
        written = {} if not given or isinstance(given, Malformed) else given
        texts = {key: one.text for key, one in written.items() if isinstance(one, Written)}
        beside = {key: text for step in search.steps for key, text in step.beside}
        assert beside == {key: text for key, text in texts.items() if exercise.name_of(key) in left}


def check_cuts(graded: Graded, search: Replay, left: set[str]) -> None:
    """Fail where what is cut below the nodes of the search is not what was listed there, each once."""
    if "pruned" not in graded.exercise.problem.ask:
        return
    given = graded.attempt["pruned"]
    listed = (
        [] if not given or isinstance(given, Malformed) else [one.value for one in given if isinstance(one, Written)]
    )
    parents = {key: graded.exercise.problem.game.path_to(key)[-2:-1] for key in listed}
    expected = {key for key, parent in parents.items() if parent and graded.exercise.name_of(parent[0]) in left}
    played = [key for step in search.steps for key in step.skipped]
    assert len(played) == len(set(played))
    assert set(played) == expected


def check_parting(exercise: Exercise, search: Replay, order: list[str], solved: list[str]) -> None:
    """Fail where the search is said to part later than its order does, or in its order where that is the solution's."""
    same = next((place for place, pair in enumerate(zip(order, solved, strict=False)) if pair[0] != pair[1]), None)
    if same is None and len(order) != len(solved):
        same = min(len(order), len(solved))
    steps = search.steps
    if same is None:
        assert not any("The solution visits" in step.sentence for step in steps if step.action is Action.ENTER)
        return
    assert search.parts_at is not None
    assert search.parts_from is not None
    assert 1 <= search.parts_from <= len(exercise.steps())
    visits = [number for number, step in enumerate(steps, 1) if step.action is Action.ENTER]
    at = visits[same] if same < len(visits) else len(steps)
    assert search.parts_at <= at
    there = steps[at - 1].sentence
    assert ("The solution" in there) or ("the solution goes on" in there)
    if same < min(len(order), len(solved)):
        assert f"The solution visits {solved[same]} here" in there
        about = exercise.steps()[search.parts_from - 1] if search.parts_at == at else None
        nodes = {exercise.name_of(key): key for key in exercise.problem.game.reached()}
        assert about is None or exercise.name_of(about.node) in above(exercise, nodes[solved[same]])


@pytest.mark.parametrize("id_", _PATHS)
def test_paths_and_numbers_are_those_that_were_handed_in(id_: str) -> None:
    exercise = BANK[id_]
    for answers in plants(id_):
        graded, search = replayed(exercise, answers)
        given = graded.attempt["paths"]
        readable = {} if not given or isinstance(given, Malformed) else given
        paths = {key: one.value for key, one in readable.items() if isinstance(one, Written)}
        if not paths:
            assert search is None or not any(step.action is Action.SELECTION for step in search.steps)
            continue
        assert search is not None
        played = [step for step in search.steps if step.action is Action.SELECTION]
        assert [step.node for step in played] == [path[-1] for path in paths.values()]
        right = exercise.solution.answers["paths"]
        astray = [place for place, path in paths.items() if [*path] != [*right.get(place, ())]]
        assert [("The solution" in step.sentence) for step in played] == [place in astray for place in paths]


@pytest.mark.parametrize("id_", [*_VISITS, *_PATHS])
def test_a_right_search_parts_nowhere(id_: str) -> None:
    exercise = BANK[id_]
    _, search = replayed(exercise, exercise.solve())
    assert search is not None
    assert (search.parts_at, search.parts_from) == (None, None)


def test_of_a_very_long_list_only_so_much_is_played_as_a_page_can_hold() -> None:
    exercise = BANK["textbook-three-by-three"]
    _, search = replayed(exercise, {"visited": ["A", "B"] * 2000})
    assert search is not None
    assert len(search.steps) < 1000


_ODD = ([], [None], ["?"], [[]], [[], None], [[None]], [{}], {}, {"a": 1}, "x", 1, [["R"], ["R", "R"]], [["R"]] * 900)


@pytest.mark.parametrize("id_", ["five-playouts", "given-playouts", "four-ply-trace", "one-leaf-every-part", "ann-bob"])
def test_odd_orders_beside_odd_answers_have_pages_too(id_: str) -> None:
    exercise = BANK[id_]
    top, *_, last = [*exercise.problem.game.ids] * 2
    for order in (*_ODD, [top] * 900, [last, top]):
        for other in (None, *_ODD[:6], [top, top], {top: []}, {top: "x"}):
            answers = {part: order if part in ("visited", "paths") else other for part in exercise.problem.ask}
            assert page(outcome_of(exercise, answers))


def test_the_page_has_it_beside_the_solution_only_where_that_may_be_seen() -> None:
    exercise = BANK["four-ply-trace"]
    answers = exercise.solve() | {"value": 99}
    told = page(outcome_of(exercise, answers))
    assert "Your search" in told
    assert "Neither its order nor what you wrote at its nodes parts from the solution" in told
    for reveal in (Reveal.VERDICTS, Reveal.NONE):
        assert problem_block(outcome_of(exercise, answers, reveal=reveal).graded[0], "p").own is None
    assert problem_block(outcome_of(exercise, exercise.solve()).graded[0], "p").own is None
