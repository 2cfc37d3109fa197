"""Which random problems the sweeps look at: every commit draws another window of seeds, the same one wherever it is tested.

Window 0 holds the seeds as the tests write them. The tests with numbers that only fixed seeds can promise keep to it.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

import pytest
from _pytest.mark import ParameterSet

T = TypeVar("T")

TURNS = 5040
"""Shares of so many windows in a row come round evenly, however many they are: 5040 is divisible by every number up to 10."""
WINDOWS = 20 * TURNS
WIDTH = 1_000_000
"""Seeds of a window; no sweep takes as many, so windows have none in common."""


def window_of_commit(folder: Path) -> int:
    """Return the window of the commit that is checked out in the folder; 0 where there is no git.

    The next commit's share is the next one, and its seeds are others: the window counts the commits before it, and which twentieth of
    all windows that is follows from the hash. Where git has not all commits that came before, all follows from the hash.
    """
    hash_, shallow = _git(folder, "rev-parse", "HEAD", "--is-shallow-repository") or ("0", "true")
    if shallow == "true":
        return int(hash_, 16) % WINDOWS
    (count,) = _git(folder, "rev-list", "--count", "HEAD")
    return (int(count) + TURNS * int(hash_, 16)) % WINDOWS


def _git(folder: Path, *words: str) -> list[str]:
    """Return the words that git answers; none where there is no git, or no commit."""
    git = shutil.which("git")
    if git is None:
        return []
    said = subprocess.run([git, *words], cwd=folder, capture_output=True, text=True, check=False)
    return said.stdout.split() if said.returncode == 0 else []


def shifted(seed: int, window: int) -> int:
    """Return the seed of a window that stands where this one stands in window 0."""
    return seed + window * WIDTH


def chunks(every: int, longer: int, whole: int) -> pytest.MarkDecorator:
    """Return the chunks of a sweep as the parameter `chunk`, numbered in the order in which runs take them.

    `every` of them are in every run (the first one also where branches are counted, which the others reach no more of),
    `longer` more in the longer sweeps, and all the `whole` only in the full ones.
    """
    return pytest.mark.chunks(every, longer, whole)


def chunk_params(every: int, longer: int, whole: int, wanted: str) -> list[ParameterSet]:
    """Return the chunks that a run may take if it wants this (`-m`): thousands of cases that it does not take need not be made."""
    said = {words.strip() for words in wanted.split(" and ")}
    most = every if "not slow" in said else every + longer if "not full" in said else whole
    return [pytest.param(chunk, marks=_marks(chunk, every, longer)) for chunk in range(most)]


class Deal(NamedTuple):
    """One share of so many, at which a run looks, or the rest, at which full ones look."""

    of: int
    is_rest: bool

    def __call__(self, things: Sequence[T], window: int = 0) -> list[T]:
        """Return of all things those of the share; each window has another one.

        >>> [Deal(3, is_rest)("abcdefg", window=1) for is_rest in (False, True)]
        [['b', 'e'], ['a', 'c', 'd', 'f', 'g']]
        """
        return [one for place, one in enumerate(things) if ((place - window) % self.of != 0) is self.is_rest]


def deals(of: int) -> list[ParameterSet]:
    """Return one share of so many, and the rest for full runs: other commits have looked at that."""
    some, rest = Deal(of, is_rest=False), Deal(of, is_rest=True)
    return [pytest.param(some, id="some"), pytest.param(rest, id="rest", marks=[pytest.mark.slow, pytest.mark.full])]


def dealt(of: int) -> pytest.MarkDecorator:
    """Return the parameter `deal`: one share of so many in every run, another one with each commit, and the rest in full runs."""
    return pytest.mark.parametrize("deal", deals(of))


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
