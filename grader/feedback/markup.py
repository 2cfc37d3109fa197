"""Graphviz' HTML-like labels: the only place where foreign text becomes part of one, so the only place that escapes it."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from grader.printable import printable

INK, PALE, RIGHT, WRONG = "#000000", "#5E5E5E", "#0060A0", "#A84300"
"""Black, grey, and the blue and orange of Okabe and Ito, darkened until they read well as text on white (WCAG AA)."""


class Line(NamedTuple):
    """One line of a label."""

    text: str
    color: str = INK
    size: int = 10


def cells(text: str) -> int:
    """Return how wide the text is, in letters: East Asian ones and emoji count twice."""
    return sum(map(_cells_of, text))


def _cells_of(letter: str) -> int:
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def shorten(text: str, most: int) -> str:
    """Return the text with an ellipsis in its middle where it is wider than `most` letters.

    >>> shorten("a-very-long-id", 10)
    'a-ver…g-id'
    """
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
    lines = [""]
    for word in text.split():
        while cells(word) > most:
            head = _take(word, most)
            lines.append(head)
            word = word[len(head) :]
        if cells(lines[-1]) + 1 + cells(word) > most:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return [line for line in lines if line]


def escape(text: str) -> str:
    r"""Return the text for use inside a label: no markup, no hidden letters, no escape such as \N.

    >>> escape(r'<B>\N "&')
    '&lt;B&gt;\\\\N &quot;&amp;'
    """
    return html.escape(printable(text, len(text))).replace("\\", "\\\\").replace("&#x27;", "'")


def font(line: Line) -> str:
    """Return one line as markup."""
    if not line.text:
        return ""
    attributes = (f' COLOR="{line.color}"' if line.color != INK else "") + (
        f' POINT-SIZE="{line.size}"' if line.size != 10 else ""
    )
    return f"<FONT{attributes}>{escape(line.text)}</FONT>" if attributes else escape(line.text)


def stack(lines: Iterable[Line]) -> str:
    """Return a label of centred lines."""
    return f"<{'<BR/>'.join(map(font, lines))}>"


def column(lines: Iterable[Line]) -> str:
    """Return a label of lines that start at the left."""
    return "<" + "".join(f'{font(line)}<BR ALIGN="LEFT"/>' for line in lines) + ">"


def box(value: Line, below: Iterable[Line], style: str, color: str, *, double: bool) -> str:
    """Return a label that is a small box around a value, with lines below it. The box is no wider than its value."""
    cell = f'<TR><TD WIDTH="18">{font(value)}</TD></TR>'
    border = f'BORDER="1" STYLE="{style}" COLOR="{color}"'
    inner = f'<TABLE {border} CELLBORDER="{int(double)}" CELLPADDING="2" CELLSPACING="{2 * double}">{cell}</TABLE>'
    rows = "".join(f"<TR><TD>{row}</TD></TR>" for row in (inner, *map(font, below)))
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0">{rows}</TABLE>>'
