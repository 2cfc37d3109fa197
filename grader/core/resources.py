"""Where the data folders are: in an installed wheel, an editable install and a bare checkout alike."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


_PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


def resource_path(name: str) -> str:
    """Return the folder `schemas`, `problem_bank` or `fonts`, in a wheel inside the package, in a checkout beside it; or that of a package."""
    for around in (_PACKAGE, os.path.dirname(_PACKAGE)):
        folder = os.path.join(around, name)
        if os.path.isdir(folder):
            return folder
    raise FileNotFoundError(
        f"the folder {name} belongs to the program and is missing from {_PACKAGE}; install it again"
    )


def resource(name: str) -> Path:
    """Return the folder of `resource_path` as a Path."""
    return as_path(resource_path(name))


def as_path(name: str) -> Path:
    """Return a Path: grading one file needs none, so `pathlib` is imported by who asks for one."""
    from pathlib import Path

    return Path(name)


# -- the version of the program: below all layers, because results, pages and certificates state it

__version__ = "0.1.0"
