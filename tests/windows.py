"""Which random problems the sweeps look at: every commit draws another window of seeds, the same one wherever it is tested.

Window 0 holds the seeds as the tests write them. The tests with numbers that only fixed seeds can promise keep to it.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

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
