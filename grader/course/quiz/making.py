"""Making sheets: each by itself and written at once, so that many are made in several processes; the same bytes each time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from grader.course.quiz.lock import digest
from grader.course.quiz.posing import Posed
from grader.course.quiz.sheets import PRINTS, Recipe, Recipient, posed_for, sheet_files
from grader.documents.folders import write_below
from grader.errors import Fault, ProblemError
from grader.processes import Workers, in_processes

_FEW_DRAWN = 100  # to draw one takes some milliseconds, and another process a second to start


class Made(NamedTuple):
    """A sheet that was written: for whom, its problems with their figures, what they are and their right answers, and the digest of each of its files."""

    recipient: Recipient
    problems: tuple[str, ...]
    figures: tuple[dict[str, int], ...]
    contents: tuple[bytes, ...]
    answers: tuple[dict[str, str], ...]
    files: dict[str, str]


Result = TypeVar("Result")


class Follow(Protocol):
    """From what is made, as it comes, and how many there will be, to the same: a progress bar."""

    def __call__(self, made: Iterable[Result], total: int) -> Iterable[Result]:
        """Return what comes."""


def unseen(made: Iterable[Result], total: int) -> Iterable[Result]:
    """Return what comes: nobody is watching."""
    return made


class Drawn(NamedTuple):
    """The problems of someone's sheet."""

    recipient: Recipient
    posed: tuple[Posed, ...]


def draw_sheets(recipe: Recipe, wanted: Sequence[Recipient], workers: Workers) -> Iterator[tuple[Drawn, Made]]:
    """Yield the problems of the sheets in order, and what a sheet of no files is. Raises ProblemError where one cannot be drawn."""
    return _raised(workers.each(partial(_drawn, recipe), wanted, few=_FEW_DRAWN))


def make_sheets(recipe: Recipe, wanted: Sequence[Recipient | Drawn], folder: Path, jobs: int) -> Iterator[Made]:
    """Yield the sheets in order, each written below the folder. Raises ProblemError where one cannot be drawn."""
    return _raised(in_processes(partial(_make, recipe, folder), wanted, jobs))


def _raised(results: Iterable[Result | Fault]) -> Iterator[Result]:
    """Yield the results; a fault, which alone comes back from a process, is raised."""
    for result in results:
        if isinstance(result, Fault):
            raise ProblemError([result])
        yield result


def _draw(recipe: Recipe, recipient: Recipient) -> Drawn | Fault:
    try:
        return Drawn(recipient, tuple(posed_for(recipe, recipient.who)))
    except ProblemError as failure:
        return failure.faults[0]


def _drawn(recipe: Recipe, recipient: Recipient) -> tuple[Drawn, Made] | Fault:
    drawn = _draw(recipe, recipient)
    return drawn if isinstance(drawn, Fault) else (drawn, made_of(drawn, {}))


def _make(recipe: Recipe, folder: Path, wanted: Recipient | Drawn) -> Made | Fault:
    drawn = _draw(recipe, wanted) if isinstance(wanted, Recipient) else wanted
    if isinstance(drawn, Fault):
        return drawn
    return made_of(drawn, kept(write_all(folder, sheet_files(recipe, *drawn))))


def made_of(drawn: Drawn, files: dict[str, str]) -> Made:
    """Return a sheet with its problems and these files."""
    recipient, posed = drawn
    return Made(
        recipient,
        tuple(one.id for one in posed),
        tuple(one.figures for one in posed),
        tuple(one.likeness for one in posed),
        tuple(one.answers for one in posed),
        files,
    )


def kept(files: dict[str, str]) -> dict[str, str]:
    """Return the files without those that are only on the way to others."""
    return {name: one for name, one in files.items() if not name.startswith(PRINTS)}


def write_all(folder: Path, files: Iterable[tuple[str, bytes]]) -> dict[str, str]:
    """Write the files below the folder and return the digest of each."""
    digests = {}
    for name, content in files:
        write_below(folder, name, content)
        digests[name] = digest(content)
    return digests
