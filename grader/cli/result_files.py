"""Files of results as arguments: read as often as need be, one result after the other."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path

from grader.cli.options import with_progress
from grader.course.run.out import INTERRUPTED, RESULTS, is_finished, stated_in
from grader.documents import open_document
from grader.documents.json_lines import RESULT_LIMITS, JsonLine
from grader.errors import Fault
from grader.statistics.results import Result, read_result, right_lines


class ResultFiles:
    """The results in the named files, in order; of a folder those of the class that was graded into it.

    What is no result is among the `faults` once the files were read, and `is_nothing` says whether none could be opened. Standard input is kept, as it can be read only once.
    """

    def __init__(self, names: tuple[str, ...], most: int | None = None) -> None:
        self.faults: list[Fault] = []
        self.is_nothing = True
        self._names = names
        self._limits = RESULT_LIMITS._replace(bytes=most or RESULT_LIMITS.bytes)
        self._typed: bytes | None = None

    def __iter__(self) -> Iterator[Result]:
        return map(read_result, self.lines())

    def lines(self) -> Iterator[JsonLine]:
        """Yield the results as data; nothing is wrong with any of them."""
        self.faults.clear()
        for name in with_progress(self._names, len(self._names), "Reading", "read"):
            for item in self._lines_in(name):
                if isinstance(item, Fault):
                    self.faults.append(item)
                else:
                    yield item

    def _lines_in(self, name: str) -> Iterator[JsonLine | Fault]:
        """Yield what stands in the named file or folder; that it cannot be read is a fault like any other."""
        if os.path.isdir(name):
            if message := _wrong_folder(Path(name)):
                yield Fault(message, name)
                return
            name = os.path.join(name, RESULTS)
        source = "standard input" if name == "-" else name
        try:
            if name == "-" and self._typed is not None:
                yield from right_lines(io.BytesIO(self._typed), source, self._limits)
                return
            with open_document(name) as file:
                self.is_nothing = False
                if name == "-":
                    self._typed = file.read()
                    yield from right_lines(io.BytesIO(self._typed), source, self._limits)
                else:
                    yield from right_lines(file, source, self._limits)
        except OSError as failure:
            yield Fault(f"cannot be read: {failure.strerror or failure}", source)


def _wrong_folder(folder: Path) -> str:
    """Return why a folder has no results of a class; nothing where it has. They may lie alone in it."""
    try:
        stated = stated_in(folder)
    except OSError:
        stated = None
    if isinstance(stated, dict) and not is_finished(folder, stated):
        return INTERRUPTED
    if not (folder / RESULTS).is_file():
        return f"there is no {RESULTS} in it, expected a folder that a class was graded into"
    return ""
