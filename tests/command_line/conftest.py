"""A folder with problems and submissions."""

from __future__ import annotations

from pathlib import Path

import pytest
from console import put

from command_line.week import BROKEN, HALF, PROBLEM, RIGHT, TO_WRONG, WRONG_PROBLEM


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with problems and submissions of every sort."""
    put(tmp_path / "problems/q1.yaml", PROBLEM)
    put(tmp_path / "problems/wrong.yaml", WRONG_PROBLEM)
    for name, content in {"right": RIGHT, "half": HALF, "broken": BROKEN, "to-wrong": TO_WRONG}.items():
        put(tmp_path / f"{name}.yaml", content)
    return tmp_path
