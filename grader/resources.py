"""Where the data folders are: in an installed wheel, an editable install and a bare checkout alike."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # importing pathlib takes a twentieth of the time of grading one file
    from pathlib import Path

_PACKAGE = os.path.dirname(os.path.realpath(__file__))


def resource_path(name: str) -> str:
    """Return the folder `schemas`, `problem_bank` or `fonts`. In a wheel it is inside the package, in a checkout beside it."""
    for around in (_PACKAGE, os.path.dirname(_PACKAGE)):
        folder = os.path.join(around, name)
        if os.path.isdir(folder):
            return folder
    raise FileNotFoundError(
        f"the folder {name} belongs to the program and is missing from {_PACKAGE}; install it again"
    )


def resource(name: str) -> Path:
    """Return the folder of `resource_path` as a Path."""
    from pathlib import Path

    return Path(resource_path(name))
