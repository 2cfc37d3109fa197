"""Expectiminimax in exact numbers against the same fold over floats, which would call 0.1 + 0.2 something else than 0.3."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from measure import Line, Target, interleave
from samples import chance_tree

from grader.core.games.tree import CHANCE, Tree
from grader.core.search.folds import back_up
from grader.core.search.values import VALUE_RULES, replaced

_TENTHS = [Fraction(3, 10), Fraction(1, 2), Fraction(1, 5)]
_THIRDS = [Fraction(1, 3)] * 3
_SHAPES = ((3, 7, _TENTHS, "tenths"), (3, 7, _THIRDS, "thirds"), (2, 10, [Fraction(1, 2)] * 2, "halves"))


def exact(runs: int) -> list[Line]:
    return [_line(chance_tree(breadth, depth, chances), name, runs) for breadth, depth, chances, name in _SHAPES]


def _line(tree: Tree, name: str, runs: int) -> Line:
    floats: Any = _floated(tree)
    rules: Any = replaced(VALUE_RULES, {CHANCE: _mean})  # of floats
    if abs(back_up(tree)[0] - back_up(floats, rules)[0]) > 1e-6:
        raise RuntimeError(f"{name}: the two sides do not agree")
    times = interleave(partial(back_up, tree), partial(back_up, floats, rules), runs)
    return Line(f"expectiminimax, {name}", "the same in floats", times.slower(), Target(2), f"{tree.size:,} nodes")


def _mean(values: Sequence[float], probabilities: Sequence[float]) -> float:
    return sum(p * value for p, value in zip(probabilities, values, strict=True))


def _floated(tree: Tree) -> Tree:
    values, chances = ([None if number is None else float(number) for number in numbers] for numbers in tree[4:6])
    return tree._replace(value=values, probability=chances)  # type: ignore[arg-type]
