"""A text report on a terminal: as wide as it is, its signs in colour. Elsewhere the text is written as it stands."""

from __future__ import annotations

import re
import shutil
from unicodedata import combining, east_asian_width

import click

COLOURS = {"✓": "green", "≈": "yellow", "◐": "yellow", "–": "yellow", "✗": "red", "!": "red"}
"""The colour of each sign that a line may begin with."""
_BEGINS = re.compile(rf"( *)([{''.join(COLOURS)}])(?= )")
_BULLET = re.compile(rf" *(?:(?:[-{''.join(COLOURS)}]|\d+\.) +)?")
_COLUMN = re.compile(r"(?<=\S)  +(?=\S)")
_NARROWEST = 20


def terminal_width() -> int:
    """Return how many letters fit into a line of the terminal."""
    return max(shutil.get_terminal_size().columns, _NARROWEST)


def laid_out(text: str) -> str:
    """Return the text wrapped to the terminal's width, with click's colours (which go where they are not wanted)."""
    width = terminal_width()
    return "\n".join(_coloured(wrapped(line, width)) for line in text.split("\n"))


def wrapped(line: str, width: int) -> str:
    """Return the line broken between words; what follows stands below its first word, or below its last column.

    >>> print(wrapped("  - Children are examined from left to right.", 24))
      - Children are
        examined from left
        to right.
    """
    if line.isascii() and len(line) <= width:
        return line
    lines, room = [""], width
    hanging = " " * _hanging(line, width)
    for spaced in re.findall(r" *[^ ]+", line):
        fits = _cells(spaced) <= room or not lines[-1].strip()
        if not fits:
            lines.append(hanging)
            room = width - len(hanging)
        word = spaced if fits else spaced.lstrip()
        lines[-1] += word
        room -= _cells(word)
    return "\n".join(lines)


def _hanging(line: str, width: int) -> int:
    """Return how far the continuation of a line is indented: never beyond half of the width."""
    starts = [match.end() for match in (_BULLET.match(line), *_COLUMN.finditer(line)) if match]
    return max((start for start in starts if 0 < start <= width // 2), default=min(2, width))


def _cells(text: str) -> int:
    """Return how many columns of a terminal the text takes."""
    return len(text) if text.isascii() else sum(_cell(letter) for letter in text)


def _cell(letter: str) -> int:
    return 0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1


def _coloured(line: str) -> str:
    return _BEGINS.sub(lambda match: match[1] + click.style(match[2], fg=COLOURS[match[2]]), line, count=1)
