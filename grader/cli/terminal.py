"""A text report on a terminal: as wide as it is, its signs in colour. Elsewhere the text is written as it stands."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import TextIO, TypeAlias

import click

from grader.core.answers.reports import SIGNS, Verdict
from grader.core.drawing.scale import cells
from grader.core.drawing.text_tree import OWN_LETTERS, Own, Piece, TreeLine, in_ascii
from grader.core.text import greek, harmless

Look: TypeAlias = Callable[[str], str]
"""What gives a text its colour and weight."""

COLOURS = {"✓": "bright_blue", "↳": "magenta", "◐": "yellow", "?": "yellow", "✗": "red", "!": "red"}
"""The colour of each sign that a line may begin with: those of the drawings, as near as a terminal has them."""
_BEGINS = re.compile(rf"( *)([{''.join(COLOURS)}])(?= )")
_BULLET = re.compile(rf" *(?:(?:[-{''.join(COLOURS)}]|\d+\.) +)?")
_COLUMN = re.compile(r"(?<=\S)  +(?=\S)")
_NARROWEST = 20


def terminal_width() -> int:
    """Return how many letters fit into a line of the terminal."""
    return max(shutil.get_terminal_size().columns, _NARROWEST)


def laid_out(lines: Iterable[str | TreeLine], stream: TextIO, foreign: Collection[str] | None = None) -> str:
    """Return the lines of a report as the stream wants them.

    A terminal gets them wrapped to its width, with click's colours (which go where they are not wanted), and where `foreign` texts
    in them are named, α and β in all others. A stream that lacks letters for signs and edges gets those in ASCII.
    """
    width = terminal_width() if stream.isatty() else None
    own = str if _has_letters(stream.encoding) else in_ascii
    if width is not None and foreign is not None and own is str:
        with_letters = greek(foreign)
        lines = (with_letters(line) if isinstance(line, str) else line for line in lines)
    return "\n".join(_laid_out(line, width, own) for line in lines)


def _has_letters(encoding: str) -> bool:
    try:
        return bool(OWN_LETTERS.encode(encoding))
    except UnicodeEncodeError:
        return False


def _laid_out(line: str | TreeLine, width: int | None, own: Own) -> str:
    if not isinstance(line, str):
        return line.shown(own) if width is None else _tree_line(line, width, own)
    line = _BEGINS.sub(lambda match: match[1] + own(match[2]), harmless(line))
    return line if width is None else _coloured(wrapped(line, width))


def _tree_line(line: TreeLine, width: int, own: Own) -> str:
    """Return the line of a node in colours; what does not fit stands below its name, beside the rails of its children."""
    look = partial(click.style, bold=line.is_best or None, dim=(line.is_skipped and not line.is_best) or None)
    lines = [own(line.rails) + look(own(line.edge))]
    below = own(line.below)
    room = start = max(width - cells(line.below), _NARROWEST)
    for piece in line.pieces:
        gap = piece.gap
        for word in piece.shown(own).split(" "):
            if room < start and cells(gap + word) > room:
                lines.append(below)
                gap, room = "", start
            lines[-1] += gap + _look(piece, look)(word)
            room -= cells(gap + word)
            gap = " "
    return "\n".join(lines)


def _look(piece: Piece, look: Look) -> Look:
    """Return what makes a piece look as it is: a verdict has its colour, and what nobody asked for is pale."""
    if piece.verdict is not None:
        return partial(click.style, fg=COLOURS[SIGNS[piece.verdict]], bold=piece.verdict is not Verdict.CORRECT)
    return partial(click.style, dim=True) if piece.is_quiet else look


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
        fits = cells(spaced) <= room or not lines[-1].strip()
        if not fits:
            lines.append(hanging)
            room = width - len(hanging)
        word = spaced if fits else spaced.lstrip()
        lines[-1] += word
        room -= cells(word)
    return "\n".join(lines)


def _hanging(line: str, width: int) -> int:
    """Return how far the continuation of a line is indented: never beyond half of the width."""
    starts = [match.end() for match in (_BULLET.match(line), *_COLUMN.finditer(line)) if match]
    return max((start for start in starts if 0 < start <= width // 2), default=min(2, width))


def _coloured(line: str) -> str:
    return _BEGINS.sub(lambda match: match[1] + click.style(match[2], fg=COLOURS[match[2]]), line, count=1)
