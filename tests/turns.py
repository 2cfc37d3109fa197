"""Whose turn it is: cases of a test that runs take in turn, another share of them with each commit, and full runs all.

The window of a run (tests/windows.py) says which share that is. Windows of commits that follow on one another are neighbours, so that
as many commits as there are shares have looked at every case.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import gcd
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet

T = TypeVar("T")


def in_turn(of: int) -> pytest.MarkDecorator:
    """Mark a test of which a run takes one case of so many, in turn; a test without cases is taken by one run of so many."""
    return pytest.mark.in_turn(of)


def some_now(things: Iterable[T], of: int) -> list[ParameterSet]:
    """Return things as parameters of which a run takes one of so many, in turn, with all cases that each is part of."""
    return [
        pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=pytest.mark.in_turn(of, place))
        for place, one in enumerate(things)
    ]


def is_due(test: str, place: int, of: int, window: int) -> bool:
    """Return whether it is the turn of a test's case at this place; tests do not all begin with the first one.

    >>> [[place for place in range(7) if is_due("a.py::test_b", place, 3, window)] for window in range(4)]
    [[2, 5], [0, 3, 6], [1, 4], [2, 5]]
    """
    return (zlib.crc32(test.encode()) + place - window) % of == 0


def placed(names: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield of each case (`file::test[case]`) its test, and its place among the cases of that.

    >>> list(placed(["t::a", "t::b[x]", "t::b[y]"]))
    [('t::a', 0), ('t::b', 0), ('t::b', 1)]
    """
    seen: dict[str, int] = {}
    for name in names:
        test = name.partition("[")[0]
        place = seen[test] = seen.get(test, -1) + 1
        yield test, place


def put_off(items: Sequence[pytest.Item], window: int) -> None:
    """Leave to full runs what is taken in turn where it is the turn of other cases."""
    for item, (test, place) in zip(items, placed(item.nodeid for item in items), strict=True):
        shares = [mark.args if len(mark.args) > 1 else (*mark.args, place) for mark in item.iter_markers("in_turn")]
        _check_that_all_meet(test, [of for of, _ in shares] + _dealt(item))
        if not all(is_due(test, at, of, window) for of, at in shares):
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.full)


def _dealt(item: pytest.Item) -> list[int]:
    """Return in how many shares what the case looks at is dealt out, if it is."""
    deal = item.callspec.params.get("deal") if isinstance(item, pytest.Function) and hasattr(item, "callspec") else None
    return [] if deal is None else [deal.of]


def _check_that_all_meet(test: str, shares: Sequence[int]) -> None:
    """Fail where two shares come round together, so that some cases would never be looked at by any commit."""
    for one, other in combinations(shares, 2):
        if gcd(one, other) > 1:
            raise pytest.UsageError(f"{test}: one of {one} and one of {other} are never taken in all combinations")


def due(names: Sequence[str], of: int, window: int) -> set[str]:
    """Return of each test's cases those whose turn it is if so many runs take them.

    >>> sorted(due([f"a.py::test_b[{case}]" for case in range(5)], 2, window=0))
    ['a.py::test_b[1]', 'a.py::test_b[3]']
    """
    return {name for name, (test, place) in zip(names, placed(names), strict=True) if is_due(test, place, of, window)}


def some_cases(names: Sequence[str], most: int) -> set[str]:
    """Return of each test's cases so many, the first and others at even distances, or all if there are fewer.

    >>> sorted(some_cases(["t::a", *(f"t::b[{case}]" for case in range(9))], 3))
    ['t::a', 't::b[0]', 't::b[3]', 't::b[6]']
    """
    of_test: dict[str, list[str]] = {}
    for name in names:
        of_test.setdefault(name.partition("[")[0], []).append(name)
    return {cases[place] for cases in of_test.values() for place in spread(len(cases), most)}


def spread(count: int, most: int) -> list[int]:
    """Return so many places of `count`, at even distances from the first on.

    >>> spread(9, 3), spread(2, 3), spread(7, 3)
    ([0, 3, 6], [0, 1], [0, 2, 4])
    """
    return [place * count // most for place in range(most)] if count > most else list(range(count))
