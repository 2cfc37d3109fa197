"""Names of files, made from foreign text: harmless on every system, and distinct."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

_HARMLESS = re.compile(r"[^A-Za-z0-9._-]+")
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?")
_LONGEST = 80


def file_stem(source: str) -> str:
    """Return a harmless name for the files of one submission, made from the name of its file.

    >>> file_stem("week 5/../Ö'Neil.yaml")
    'Neil'
    """
    stem = _HARMLESS.sub("_", Path(source).stem).strip("._")[:_LONGEST]
    return f"_{stem}" if _RESERVED.fullmatch(stem) else stem or "submission"


def distinct(stems: Iterable[str]) -> list[str]:
    """Return the names with -2, -3 … behind those that occur again (in any case), in their order."""
    taken: set[str] = set()
    names = []
    for stem in stems:
        name, number = stem, 1
        while name.casefold() in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.casefold())
        names.append(name)
    return names
