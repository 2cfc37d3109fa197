"""How wide a text is, in letters, and texts that fit a width."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from grader.printable import printable


def cells(text: str) -> int:
    """Return how wide the text is, in letters: East Asian ones and emoji count twice, accents that stand on another not.

    >>> cells("abc"), cells("漢字"), cells("e\u0301"), cells("❤\ufe0f")
    (3, 4, 1, 1)
    """
    return len(text) if text.isascii() else sum(map(_cells_of, text))


def _cells_of(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def shorten(text: str, most: int) -> str:
    """Return the text with an ellipsis in its middle where it is wider than `most` letters.

    >>> shorten("a-very-long-id", 10)
    'a-ver…g-id'
    """
    text = printable(text, len(text))
    if cells(text) <= most:
        return text
    return f"{_take(text, most // 2)}…{_take(text[::-1], (most - 1) // 2)[::-1]}"


def _take(letters: Iterable[str], most: int) -> str:
    taken = ""
    for letter in letters:
        most -= _cells_of(letter)
        if most < 0:
            break
        taken += letter
    return taken


def fold(text: str, most: int) -> list[str]:
    """Return the text in lines at most `most` letters wide, broken at spaces where there are any."""
    lines: list[str] = []
    for word in text.split():
        if lines and cells(lines[-1]) + 1 + cells(word) <= most:
            lines[-1] += f" {word}"
            continue
        rest = word
        while rest:
            lines.append(_take(rest, most))
            rest = rest[len(lines[-1]) :]
    return lines
