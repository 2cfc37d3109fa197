"""How far a long run has come: a bar with the rate and the time left, where someone is watching."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

import click

from grader.cli.options import counted, is_terminal

Item = TypeVar("Item")
_PROGRESS_FROM = 10


def with_rate(items: Iterable[Item], total: int, done: str, *, alone: bool = True) -> Iterator[Item]:
    """Yield the items; an interruption says how many are `done`. `alone`: no bar where standard output is watched too."""
    is_watched = is_terminal(sys.stderr) and not (alone and is_terminal(sys.stdout))
    if total < _PROGRESS_FROM or not is_watched:
        yield from counted(items, total, done)
        return
    bar = click.progressbar(items, length=total, label="Grading", file=sys.stderr)
    bar.item_show_func = lambda _: _rate(bar.time_per_iteration)
    with bar:
        yield from counted(bar, total, done)


def _rate(seconds: float) -> str:
    """Return how many are done a second; nothing where it is not known yet."""
    return f"{1 / seconds:,.0f} a second" if seconds else ""
