"""What a student wrote, as it is read (docs/format.md, "Submission")."""

from __future__ import annotations

from typing import Any


def text(given: object) -> str:
    """Return an id or move of an answer: its exact text after trimming (docs/format.md, "Submission")."""
    return str(given).strip()


def texts(given: Any) -> list[str]:
    """Return the ids of an answer's list."""
    return [text(item) for item in given]


def written(given: dict[str, object]) -> dict[str, object]:
    """Return the entries of a map that are not blank."""
    return {text(name): value for name, value in given.items() if value is not None}
