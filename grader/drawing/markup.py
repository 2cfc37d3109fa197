"""Graphviz' HTML-like labels: the only place where foreign text becomes part of one, so the only place that escapes it."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import NamedTuple

from grader.drawing.widths import cells
from grader.printable import printable

INK, PALE, RIGHT, WRONG = "#000000", "#5E5E5E", "#0060A0", "#A84300"
"""Black, grey, and the blue and orange of Okabe and Ito, darkened until they read well as text on white (WCAG AA)."""


class Line(NamedTuple):
    """One line of a label."""

    text: str
    color: str = INK
    size: int = 10


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
    """Return a label of centred lines of one size."""
    return f"<{'<BR/>'.join(map(font, lines))}>"


def column(lines: Iterable[Line]) -> str:
    """Return a label of lines that start at the left; as rows, because lines of several sizes would touch."""
    rows = "".join(f'<TR><TD ALIGN="LEFT">{font(line)}</TD></TR>' for line in lines)
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="1" CELLSPACING="0">{rows}</TABLE>>'


def points(text: str) -> float:
    """Return at least the width of the text at size 10 in the shipped font, in points; digits are quite exact."""
    return sum(map(_points_of, printable(text, len(text))))


def _points_of(letter: str) -> float:
    if letter in "0123456789-/.":
        return 6.4
    return 8 if letter.isascii() and letter not in "MWmw%@" else 10.4 * cells(letter)


def box(value: Line, name: Line, style: str, pen: int, *, double: bool) -> str:
    """Return a label that is a small box around a value, with a name below it."""
    border = f'BORDER="{pen}" STYLE="{style}" COLOR="{value.color}" CELLBORDER="{double:d}" CELLSPACING="{2 * double}"'
    inner = f'<TABLE {border} CELLPADDING="3"><TR><TD WIDTH="18">{font(value)}</TD></TR></TABLE>'
    rows = f"<TR><TD>{inner}</TD></TR><TR><TD>{font(name)}</TD></TR>"
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0">{rows}</TABLE>>'
