"""Which random problems the sweeps look at: every commit draws another window of seeds, the same one wherever it is tested.

Window 0 holds the seeds as the tests write them. The tests with numbers that only fixed seeds can promise keep to it.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

import pytest
from _pytest.mark import ParameterSet

T = TypeVar("T")

WINDOWS = 100_000
WIDTH = 1_000_000
"""Seeds of a window; no sweep takes as many, so windows have none in common."""


def window_of_commit(folder: Path) -> int:
    """Return the window of the commit that is checked out in the folder; 0 where there is no git."""
    git = shutil.which("git")
    if git is None:
        return 0
    said = subprocess.run([git, "rev-parse", "HEAD"], cwd=folder, capture_output=True, text=True, check=False)
    return int(said.stdout, 16) % WINDOWS if said.returncode == 0 else 0


def shifted(seed: int, window: int) -> int:
    """Return the seed of a window that stands where this one stands in window 0."""
    return seed + window * WIDTH


def chunks(every: int, longer: int, whole: int) -> pytest.MarkDecorator:
    """Return the chunks of a sweep as the parameter `chunk`, numbered in the order in which runs take them.

    `every` of them are in every run (the first one also where branches are counted, which the others reach no more of),
    `longer` more in the longer sweeps, and all the `whole` only in the full ones.
    """
    return pytest.mark.parametrize(
        "chunk", [pytest.param(chunk, marks=_marks(chunk, every, longer)) for chunk in range(whole)]
    )


class Deal(NamedTuple):
    """One share of so many, which every run looks at, or the rest, at which the longer sweeps look."""

    of: int
    is_rest: bool

    def __call__(self, things: Sequence[T], window: int = 0) -> list[T]:
        """Return of all things those of the share; each window has another one.

        >>> [Deal(3, is_rest)("abcdefg", window=1) for is_rest in (False, True)]
        [['b', 'e'], ['a', 'c', 'd', 'f', 'g']]
        """
        return [one for place, one in enumerate(things) if ((place - window) % self.of != 0) is self.is_rest]

    def seeds(self, first: int, stop: int) -> tuple[int, int]:
        """Return of seeds those of the share, the first ones.

        >>> [Deal(3, is_rest).seeds(10, 20) for is_rest in (False, True)]
        [(10, 14), (14, 20)]
        """
        cut = first - (first - stop) // self.of
        return (cut, stop) if self.is_rest else (first, cut)


def deals(of: int) -> list[ParameterSet]:
    """Return one share of so many, and the rest for the longer sweeps."""
    some, rest = Deal(of, is_rest=False), Deal(of, is_rest=True)
    return [pytest.param(some, id="some"), pytest.param(rest, id="rest", marks=pytest.mark.slow)]


def dealt(of: int) -> pytest.MarkDecorator:
    """Return the parameter `deal`: one share of so many in every run, and the rest in the longer sweeps."""
    return pytest.mark.parametrize("deal", deals(of))


def some_now(things: Iterable[T], of: int) -> list[T | ParameterSet]:
    """Return things as parameters: one of so many is looked at in every run, the others in the longer sweeps."""
    return [
        pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=pytest.mark.slow) if place % of else one
        for place, one in enumerate(things)
    ]


tenth_or_all = pytest.mark.parametrize(
    "part", [pytest.param(10, id="tenth"), pytest.param(1, id="all", marks=pytest.mark.full)]
)
"""How much of a mean over fixed seeds is drawn: a tenth, and in full sweeps all."""


def _marks(chunk: int, every: int, longer: int) -> list[pytest.MarkDecorator]:
    if chunk == 0:
        return []
    if chunk < every:
        return [pytest.mark.sweep]
    return [pytest.mark.slow] if chunk < every + longer else [pytest.mark.slow, pytest.mark.full]


def some_cases(names: Sequence[str], most: int) -> set[str]:
    """Return of each test's cases (`file::test[case]`) so many, the first and others at even distances, or all if there are fewer.

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
