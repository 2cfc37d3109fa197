"""The bank that is shipped: where its problems lie."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

from grader.kinds import KINDS
from grader.resources import resource_path

if TYPE_CHECKING:
    from pathlib import Path

PROBLEM_FILE = "problem.yaml"


def _problem_folders(bank: str) -> dict[str, str]:
    return {
        problem.name: problem.path
        for kind in sorted(KINDS)
        if os.path.isdir(os.path.join(bank, kind))
        for problem in sorted(os.scandir(os.path.join(bank, kind)), key=lambda entry: entry.name)
        if problem.is_dir()
    }


def bank_folders(bank: str | None = None) -> dict[str, Path]:
    """Return the folder of each problem in a bank (default: the shipped one). A problem's folder bears its id."""
    from pathlib import Path

    return {id_: Path(folder) for id_, folder in _problem_folders(bank or resource_path("problem_bank")).items()}


@cache
def shipped() -> dict[str, str]:
    """Return the problem file of each id in the shipped bank."""
    folders = _problem_folders(resource_path("problem_bank"))
    return {id_: os.path.join(folder, PROBLEM_FILE) for id_, folder in folders.items()}
