"""inputs.csv: every file that was met, whose it is, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from grader.course.found import Remark
from grader.course.row import row_in
from grader.course.sheet import whose
from grader.course.spool import Spool
from grader.data import Data
from grader.documents.table import table_lines
from grader.printable import printable
from grader.words import listed

_COLUMNS = ("source", "student", "typed", "status", "reason")
_MOST_NAMED = 5
_LONGEST = 1000


class Inputs:
    """A table that grows by a result at a time. `remarks` say of files what no result says."""

    def __init__(self, junk: Iterable[tuple[str, str]] = (), remarks: Mapping[str, Remark] | None = None) -> None:
        self._remarks = {printable(path, len(path)): remark for path, remark in (remarks or {}).items()}
        self._junk = [(printable(path, len(path)), "", "", "junk", what) for path, what in junk]
        self._rows = Spool[tuple[str, ...]]()

    def add(self, result: Mapping[str, Data]) -> None:
        """Take in the files of one result."""
        for row in _rows(result, self._remarks):
            self._rows.append(row)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the table as CSV."""
        return table_lines(_COLUMNS, chain(self._rows, self._junk))


def _rows(result: Mapping[str, Data], remarks: Mapping[str, Remark]) -> Iterator[tuple[str, ...]]:
    row, reason = row_in(result), _reason(result)
    told = _ungradable(result) | _foreign(result) | _not_graded(result) | _superseded(result)
    also = {item["source"]: whose(item["owners"]) for item in result.get("foreign", ())}
    said = [remarks.get(source, Remark()) for source in row.sources]
    typed = "" if any(remark.typed for remark in said) else result.get("typed", "")  # a result knows one name for all
    for source, remark in zip(row.sources, said, strict=True):
        status, why = told.get(source, (row.status.value, "; ".join(filter(None, (reason, also.get(source))))))
        why = "; ".join(filter(None, (why, remark.said)))
        yield source, row.student, printable(remark.typed or typed), status, printable(why, _LONGEST)


Told = dict[str, tuple[str, str]]
"""For some files status and reason."""


def _ungradable(result: Mapping[str, Data]) -> Told:
    """Return the files of a student of whose files none could be graded, each with what is wrong with it alone."""
    said: dict[str, dict[str, None]] = {}
    for error in result.get("errors", ()):
        said.setdefault(error.get("source", ""), {})[error["message"]] = None
    status = row_in(result).status.value
    return {source: (status, "; ".join(messages)) for source, messages in said.items()}


def _foreign(result: Mapping[str, Data]) -> Told:
    """Return the files that were not marked because they answer somebody else's sheet."""
    left_out = {item["source"] for item in result.get("files_not_graded", ())}
    return {
        item["source"]: ("foreign", whose(item["owners"]))
        for item in result.get("foreign", ())
        if not result["gradable"] or item["source"] in left_out
    }


def _not_graded(result: Mapping[str, Data]) -> Told:
    """Return the other files that were not marked while others of the same student were."""
    foreign = {item["source"] for item in result.get("foreign", ())}
    left_out = (item for item in result.get("files_not_graded", ()) if item["source"] not in foreign)
    return {item["source"]: ("not-gradable", item["reason"]) for item in left_out}


def _superseded(result: Mapping[str, Data]) -> Told:
    """Return the files of which no answers count, or not all."""
    ids: dict[str, list[str]] = {}
    in_part = set()
    for item in result.get("superseded", ()):
        ids.setdefault(item["source"], []).append(item["id"])
        in_part |= {item["source"]} if "others_count" in item else set()
    status = {source: row_in(result).status.value if source in in_part else "superseded" for source in ids}
    return {source: (status[source], f"others count for {listed(found, _MOST_NAMED)}") for source, found in ids.items()}


def _reason(result: Mapping[str, Data]) -> str:
    """Return why a submission was not graded, or not all of it; nothing where all was."""
    if not result["gradable"]:
        return "; ".join(dict.fromkeys(error["message"] for error in result["errors"]))
    return "; ".join(f"{item['id']}: {item['reason']}" for item in result["problems_not_graded"])
