"""Why a construction cannot be asked, and how much may be tried to find its best object."""

from __future__ import annotations

from grader.errors import Path

MOST_RUNS = 20_000
"""How often a search may be run to find the best object; counted before it is run at all."""


class Unfit(Exception):
    """A construction that cannot be asked: a message, and the path to what is wrong with it."""

    def __init__(self, message: str, path: Path) -> None:
        super().__init__(message)
        self.message, self.path = message, path


def unproved(why: str) -> str:
    """Return what is said where the best object is not found by itself."""
    return f"{why}, which is too many to try: give the best number as best, and an example that reaches it"
