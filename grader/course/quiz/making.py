"""Making sheets: each by itself and written at once, so that many are made in several processes; the same bytes each time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from grader.course.processes import process_pool
from grader.course.quiz.lock import digest
from grader.course.quiz.posing import Posed
from grader.course.quiz.sheets import PRINTS, Recipe, Recipient, posed_for, right_answers, sheet_files
from grader.documents.folders import write_below
from grader.errors import Fault, ProblemError

_FEW = 8  # sheets: fewer are made in this process, for another takes a second to start
_CHUNK = 4

Item = TypeVar("Item")
Result = TypeVar("Result")


class Made(NamedTuple):
    """A sheet that was written: for whom, its problems with their figures, what they are and their right answers, and the digest of each of its files."""

    recipient: Recipient
    problems: tuple[str, ...]
    figures: tuple[dict[str, int], ...]
    contents: tuple[bytes, ...]
    answers: tuple[dict[str, str], ...]
    files: dict[str, str]


Follow = Callable[[Iterable[Made], int], Iterable[Made]]
"""From the sheets as they are made, and their number, to the same: a progress bar."""


def unseen(made: Iterable[Made], total: int) -> Iterable[Made]:
    """Return the sheets as they come: nobody is watching."""
    return made


def make_sheets(recipe: Recipe, wanted: Sequence[Recipient], folder: Path, jobs: int) -> Iterator[Made]:
    """Yield the sheets in order, each written below the folder. Raises ProblemError where one cannot be drawn."""
    for made in in_processes(partial(_make, recipe, folder), wanted, jobs):
        if isinstance(made, Fault):
            raise ProblemError([made])
        yield made


def in_processes(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """Yield what comes of each item, in order; of many they are worked on in so many processes. Raises OSError if one is killed."""
    jobs = min(jobs, -(-len(items) // _CHUNK))
    if jobs < 2 or len(items) < _FEW:
        yield from map(work, items)
        return
    with process_pool(jobs) as pool:
        try:
            yield from pool.map(work, items, chunksize=_CHUNK)
        except BrokenProcessPool:
            raise OSError(None, "a process that made sheets was ended from outside") from None


def _make(recipe: Recipe, folder: Path, recipient: Recipient) -> Made | Fault:
    try:
        posed = posed_for(recipe, recipient.who)
    except ProblemError as failure:
        return failure.faults[0]
    return made_of(recipient, posed, kept(write_all(folder, sheet_files(recipe, recipient, posed))))


def made_of(recipient: Recipient, posed: Sequence[Posed], files: dict[str, str]) -> Made:
    """Return a sheet with these problems and files."""
    return Made(
        recipient,
        tuple(one.id for one in posed),
        tuple(one.figures for one in posed),
        tuple(one.likeness for one in posed),
        tuple(map(right_answers, posed)),
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
