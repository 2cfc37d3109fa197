"""Graphviz' HTML-like labels: the only place where text becomes markup, so the only place where it is escaped for it."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from grader.printable import printable

INK, PALE, RIGHT, WRONG = "#000000", "#666666", "#0060A0", "#A84300"
"""Dark and pale ink, and the blue and the orange of Okabe and Ito darkened until they read well as text on white."""


class Line(NamedTuple):
    """One line of a label."""

    text: str
    color: str = INK
    size: float = 10


def cells(text: str) -> int:
    """Return how wide the text is, in letters: East Asian ones and emoji take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def shorten(text: str, most: int) -> str:
    """Return the text with an ellipsis in its middle where it is wider than `most` letters.

    >>> shorten("a-very-long-identifier", 10)
    'a-ver…fier'
    """
    if cells(text) <= most:
        return text
    head, tail = text, ""
    while cells(head) + 1 + cells(tail) > most:
        head = head[: len(head) // 2 if cells(head) > 4 * most else -1]
        tail = text[len(text) - len(head) + 1 :] if len(head) * 2 < len(text) else tail
    return f"{head}…{tail}"
