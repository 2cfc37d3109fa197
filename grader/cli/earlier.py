"""What an earlier `gametree generate` left in a folder: exercises that would stay beside new ones, and fit no index."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

INDEX, KEY = "index.csv", "key"
_PROBLEM = re.compile(r"problem-[0-9]{2,}")


def left_over(folder: Path, written: set[str]) -> list[str]:
    """Return the generated files below the folder that are not written again, each as a path from it, sorted."""
    return sorted(set(_generated(folder)) - written)


def _generated(folder: Path) -> Iterator[str]:
    """Yield the files that `generate` wrote: those of each exercise, of its key, and the indexes."""
    from grader.handout.folder import HANDED_OUT, KEPT

    exercises = [
        "",
        *(entry.name for entry in _entries(folder) + _entries(folder / KEY) if _PROBLEM.fullmatch(entry.name)),
    ]
    if not (folder / KEY).is_dir():
        return  # nothing that was generated: each has a key
    for exercise in exercises:
        names = [f"{exercise}/{name}" for name in HANDED_OUT] + [f"{KEY}/{exercise}/{name}" for name in KEPT]
        if not exercise:
            names += [INDEX, f"{KEY}/{INDEX}"]
        for name in names:
            path = "/".join(filter(None, name.split("/")))
            if (folder / path).is_file():
                yield path


def _entries(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.is_dir() else []
