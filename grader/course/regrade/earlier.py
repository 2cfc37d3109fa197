"""The run before: what was marked, told by the digests that its results state."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from grader.course.lms.person import Person, person_of
from grader.course.run.out import FORMAT, INTERRUPTED, RESULTS, RUN, RunRefused, digest_of, is_finished, stated_in
from grader.data import Data
from grader.printable import printable


class Earlier(NamedTuple):
    """One result of the run before: whose it is, from which files, and where its line begins.

    `digests` are those of the files that could be read, in order; there are none where none could be. `unread` are files
    of the student that could not be. `input` is the digest of all that the result was made from.
    """

    student: str
    sources: tuple[str, ...]
    digests: tuple[str, ...]
    unread: frozenset[str]
    input: str
    start: int
    person: Person | None = None


class Run(NamedTuple):
    """A run that came to its end: its folder, what it was made with, the quiz, its results in order."""

    folder: Path
    options: Mapping[str, Data]
    quiz: str
    results: tuple[Earlier, ...]
    digest: str

    def lines(self) -> Iterator[bytes]:
        """Yield the results as they stand."""
        with open(self.folder / RESULTS, "rb") as file:
            yield from file


def read_run(out: str) -> Run:
    """Return the run that was written into the folder. Raises RunRefused, and OSError."""
    folder = Path(os.path.realpath(out))
    name = printable(out, len(out))
    stated = _stated(folder, name)
    if not is_finished(folder, stated):
        raise RunRefused(f"{name}: {INTERRUPTED}")
    digest = digest_of(folder / RESULTS)
    if digest != stated["finished"]["files"].get(RESULTS):
        raise RunRefused(f"{name}/{RESULTS}: was changed since the run wrote it")
    results, quiz, start = [], "", 0
    with open(folder / RESULTS, "rb") as file:
        for line in file:
            result = json.loads(line)
            results.append(_earlier(result, start))
            quiz = quiz or result.get("quiz", "")
            start += len(line)
    return Run(folder, stated["options"], quiz, tuple(results), digest)


def _stated(folder: Path, name: str) -> dict[str, Data]:
    try:
        stated = stated_in(folder)
    except FileNotFoundError:
        raise RunRefused(f"{name}: is no folder that a class was graded into: there is no {RUN} in it") from None
    if not isinstance(stated, dict) or stated.get("format") != FORMAT:
        raise RunRefused(f"{name}/{RUN}: is not what a class run writes")
    return stated


def _earlier(result: Mapping[str, Data], start: int) -> Earlier:
    source, made = result.get("source", ""), result["provenance"]
    sources = tuple(source) if isinstance(source, list) else (source,)
    read = made.get("not_marked", {})
    unread = {one["source"] for one in result.get("files_not_graded", ())} if result["gradable"] else {*sources}
    return Earlier(
        result.get("student", ""),
        sources,
        tuple(_digests(sources, unread, made)),
        frozenset(unread - read.keys()),
        made["input"],
        start,
        person_of(result.get("platform", {})),
    )


def _digests(sources: Sequence[str], unread: Collection[str], made: Mapping[str, Data]) -> Iterator[str]:
    """Yield the digests of the files that could be read, in the order in which they stood."""
    digests, read = made.get("submission", []), made.get("not_marked", {})
    marked = iter(digests if isinstance(digests, list) else [digests])
    for source in sources:
        if source in read:
            yield read[source]
        elif source not in unread:
            yield from islice(marked, 1)
