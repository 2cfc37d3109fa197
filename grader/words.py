"""Small pieces of sentences that many rooms need."""

from __future__ import annotations

from collections.abc import Sequence


def count(number: int, noun: str) -> str:
    """Return the number with its noun.

    >>> count(1, "student"), count(2_000, "student")
    ('1 student', '2,000 students')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def listed(names: Sequence[str], most: int) -> str:
    """Return the names with commas, at most so many, and how many more there are.

    >>> listed(["A", "B", "C"], 2)
    'A, B and 1 more'
    """
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def both(names: Sequence[str]) -> str:
    """Return the names with commas and a last "and".

    >>> both(["A"]), both(["A", "B", "C"])
    ('A', 'A, B and C')
    """
    *others, last = names or [""]
    return f"{', '.join(others)} and {last}" if others else last


def either(names: Sequence[str]) -> str:
    """Return the names with commas and a last "or".

    >>> either(["1"]), either(["1", "2", "3"])
    ('1', '1, 2 or 3')
    """
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last
