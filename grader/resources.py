"""Where the data folders are: in an installed wheel, an editable install and a bare checkout alike."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource(name: str) -> Path:
    """Return the folder `schemas`, `problem_bank` or `fonts`. In a wheel it is inside the package, in a checkout beside it."""
    inside = _PACKAGE / name
    beside = _PACKAGE.parent / name
    for folder in (inside, beside):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(
        f"the folder {name} belongs to the program and is missing from {_PACKAGE}; install it again"
    )
