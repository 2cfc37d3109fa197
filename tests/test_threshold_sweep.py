"""The picture with a slider for x: at every stop each node shows what the search finds with that number in place of x."""

from __future__ import annotations

from fractions import Fraction
from math import isclose
from typing import Any

import pytest
from banked import ids_of, stated
from conftest import random_problems, read
from second import threshold
from windows import chunks

from grader.core.answers.sweep import Sweep
from grader.core.games.tree import LEAF, Tree
from grader.core.intervals import is_in
from grader.kinds import KINDS, Exercise
from grader.pages.frames import film_of

PARTS = ("values", "windows", "pruned", "scores")


def sweep_for(exercise: Exercise) -> Sweep | None:
    return exercise.kind.tutor.sweep(exercise.problem, exercise.solution)


def found_at(data: dict[str, Any], x: Fraction) -> tuple[dict[int, Any], dict[int, Any], set[int]]:
    """Return values or scores, windows and skipped nodes of the search with a number for x."""
    problem = read(threshold.at(data, x)).problem
    kind, tree = KINDS[problem.kind], problem.game
    answers = kind.solve(problem, parts=[part for part in PARTS if part in kind.parts]).answers
    numbers = dict(answers.get("values", answers.get("scores", {})))
    tops = answers["pruned"].roots if "pruned" in answers else ()
    skipped = {node for top in tops for node in tree.below(top)}
    if isinstance(tree, Tree):
        numbers |= {node: tree.value[node] for node in range(len(tree.ids)) if tree.kind[node] == LEAF}
    seen = {node: number for node, number in numbers.items() if node not in skipped}
    return seen, answers.get("windows", {}), skipped


def is_so(line: tuple[Any, Any], x: Fraction, number: Any) -> bool:
    """Return whether a + b·x is the number; two roughly where roots are in it."""
    a, b = line
    if isinstance(a, float) and a in (float("inf"), float("-inf")):
        return bool(a == number)
    there = Fraction(a) + Fraction(b) * x
    return bool(there == number) or (isinstance(number, float) and isclose(there, number, rel_tol=1e-9, abs_tol=1e-9))


def check(data: dict[str, Any], sweep: Sweep) -> int:
    """Hold the pieces against the search at every stop, and return how many there are."""
    exercise = read(data)
    rough = not isinstance(exercise.problem.game.searched.game, Tree)
    for stop, _ in sweep.stops:
        x, piece = Fraction(stop), sweep.pieces[sweep.piece_of(stop)]
        numbers, windows, skipped = found_at(data, x)
        assert {one.key for one in piece.nodes if one.is_skipped} == skipped, (data, x)
        shown = {one.key: one.number for one in piece.nodes if one.number is not None}
        assert shown.keys() == numbers.keys(), (data, x)
        assert all(is_so(line, x, numbers[key]) for key, line in shown.items()), (data, x)
        for one in piece.nodes:
            if one.window is not None:
                assert all(is_so(line, x, end) for line, end in zip(one.window, windows[one.key], strict=True)), (
                    data,
                    x,
                )
        assert {one.key for one in piece.nodes if one.window} == {key for key in windows if key not in skipped}
        ends = (end for piece in sweep.pieces for end in piece.interval[:2] if not isinstance(end, float))
        if not rough or all(abs(x - end) > Fraction(1, 10_000) for end in ends):  # a range is rounded there
            assert piece.holds == is_in(x, exercise.solution.answers["range"]), (data, x)
    return len(sweep.stops)


@chunks(every=1, longer=6, whole=40)
def test_at_every_stop_the_nodes_show_what_is_found_with_that_number(chunk: int, window: int) -> None:
    seen = 0
    for _, data in random_problems("threshold", 12_000 + 15 * chunk, 12_015 + 15 * chunk, window):
        sweep = sweep_for(read(data))
        if sweep is not None:
            seen += check(data, sweep)
    assert seen > 100


@pytest.mark.parametrize("id_", ids_of("threshold"))
def test_at_every_stop_of_the_bank_too(id_: str) -> None:
    sweep = sweep_for(read(stated(id_)))
    assert sweep is not None
    assert check(stated(id_), sweep) <= 100


def test_there_are_three_pieces_where_a_search_skips_up_to_three_and_takes_another_leaf_from_six_on() -> None:
    exercise = read(stated("when-pruned"))
    sweep = sweep_for(exercise)
    assert sweep is not None
    names = exercise.problem.game.searched.game.ids
    ends = [(piece.interval.low, piece.interval.high, piece.holds) for piece in sweep.pieces]
    assert ends == [(float("-inf"), 3, True), (3, 6, False), (6, float("inf"), False)]
    at = [{names[one.key]: (one.number, one.window, one.is_skipped) for one in piece.nodes} for piece in sweep.pieces]
    assert at[0]["R"] == ((0, 1), ((3, 0), (0, 1)), False)
    assert [at[0][name][2] for name in "MN"] == [True, True]
    assert (at[0]["A"][0], at[1]["R"][0], at[1]["A"][0], at[2]["R"][0], at[2]["A"][0]) == (
        (3, 0),
        (0, 1),
        (0, 1),
        (6, 0),
        (6, 0),
    )
    assert [text for _, text in sweep.stops] == ["1", "2", "3", "4", "5", "6", "7"]


def test_steps_stand_at_each_number_where_the_claim_turns_over_and_between() -> None:
    exercise = read(stated("skipped-on-both-sides"))
    film = film_of(exercise, exercise.steps())
    assert film.sweep is not None
    assert [film.sweep.stops[frame.x or 0][1] for frame in film.frames] == ["1", "2", "3", "5", "6", "8", "9", "5"]
    last = film.frames[-1].question
    assert last is None  # the range has no smallest and no largest number
    ask = film_of(read(stated("when-pruned")), read(stated("when-pruned")).steps()).frames[-1].question
    assert ask is not None
    assert ask.number is not None
    assert (ask.text, ask.number.text) == ("What is the largest x for which it holds?", "3")


def test_a_search_that_takes_too_many_runs_has_no_slider(monkeypatch: pytest.MonkeyPatch) -> None:
    exercise = read(stated("when-pruned"))
    monkeypatch.setattr("grader.kinds.about_searches.threshold.sweep.most_runs", lambda _: 2)
    assert sweep_for(exercise) is None
    film = film_of(exercise, exercise.steps())
    assert {frame.x for frame in film.frames} == {None}
