"""Which random problems the sweeps look at: every commit draws another window of seeds, the same one wherever it is tested.

Window 0 holds the seeds as the tests write them. The tests with numbers that only fixed seeds can promise keep to it.
"""

from __future__ import annotations

import shutil
import subprocess
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
