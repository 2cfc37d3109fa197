"""Variants of a given problem: the request that is made from it, and one that meets it, against draws of its shape that are solved."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial

from measure import Line, Target, interleave

from generators import Parameters, RequestError, certified
from generators.draws import Draws
from generators.games.drawn import _pool, _size, _tree
from generators.like import like
from generators.planning import draw_case, make_plan
from grader.grading.bank import Bank, bank_folders
from grader.kinds import Exercise

_SEEDS = 25
_DRAWS = 300
_SOME = ("textbook-three-by-three", "nim-two-twos", "unlucky-first", "deepen", "constant-that-selects")


def likes(runs: int) -> list[Line]:
    store, lines = Bank(), []
    for id_ in _SOME:
        exercise = _found(store, id_)
        request = like(exercise.problem)
        times = interleave(partial(_first_variant, exercise), partial(_draw, exercise.kind.name, request), runs)
        lines.append(Line(f"a variant of {id_}", f"{_DRAWS} such draws, solved", times.slower(), Target(5)))
    seconds, slowest = max((_worst(_found(store, id_)), id_) for id_ in bank_folders())
    note = f"worst of {_SEEDS} seeds in the whole bank here {seconds:.2f} s, {slowest}"
    return [*lines[:-1], lines[-1]._replace(note=note)]


def _found(store: Bank, id_: str) -> Exercise:
    exercise = store.find(id_)
    if not isinstance(exercise, Exercise):
        raise TypeError(exercise)
    return exercise


def _first_variant(exercise: Exercise, seed: int = 0) -> None:
    """Make a variant, as a process does that knows nothing of the problem yet; or learn that there is none."""
    for cached in (make_plan, _pool, _size, _tree):
        cached.cache_clear()
    try:
        certified(exercise.kind.name, like(exercise.problem), f"{seed}/1")
    except RequestError:
        return


def _draw(kind: str, request: Parameters) -> None:
    plan, draws = make_plan(kind, request), Draws("bench")
    for _ in range(_DRAWS):
        _ = draw_case(plan, draws).solution


def _worst(exercise: Exercise) -> float:
    """Return the seconds that a variant takes with the seed with which it takes longest."""
    start = time.perf_counter()
    _first_variant(exercise)
    first = time.perf_counter() - start
    try:
        request = like(exercise.problem)
    except RequestError:
        return first
    others = []
    for seed in range(1, _SEEDS):
        start = time.perf_counter()
        with suppress(RequestError):
            certified(exercise.kind.name, request, f"{seed}/1")
        others.append(time.perf_counter() - start)
    return first + max(0.0, max(others) - min(others))
