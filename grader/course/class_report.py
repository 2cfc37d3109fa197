"""The class report of a run: its page, made from the results as they stand on disk, one after the other."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Mapping
from functools import partial

from grader.data import Data
from grader.documents.json_lines import JsonLine
from grader.export.result import Brief
from grader.kinds import Exercise
from grader.pages.class_page import Find, class_page
from grader.pages.class_tree import shape_of
from grader.statistics import ClassTally
from grader.statistics.results import Result, read_result

_TOP = 5


class ClassPage:
    """The page of the class report on results of our own, one a student, in order.

    `find` finds their problems, `titles` are those of exercises by id. No result is kept: of a hundred thousand there are only counts.
    """

    def __init__(self, find: Find, titles: Mapping[str, str]) -> None:
        self._find, self._titles = find, titles
        self._tally, self._number = ClassTally(partial(_shape, find)), 0

    def add(self, result: dict[str, Data]) -> None:
        """Take in one result."""
        self._number += 1
        self._tally.add(self._read(result))

    def add_brief(self, brief: Brief) -> None:
        """Take in one result in brief."""
        self._number += 1
        self._tally.add(self._read(brief.data | {"problems": []})._replace(problems=brief.problems))

    def _read(self, result: dict[str, Data]) -> Result:
        return read_result(JsonLine("results.jsonl", self._number, result))

    def page(self) -> str:
        """Return the page."""
        return class_page(self._tally.report(_TOP), self._find, self._titles)


def class_page_of(lines: Iterable[bytes | str], find: Find, titles: Mapping[str, str]) -> str:
    """Return the page of the class report on lines of results."""
    made = ClassPage(find, titles)
    for line in lines:
        made.add(json.loads(line))
    return made.page()


def _shape(find: Find, id_: str) -> Hashable:
    found = find(id_)
    return shape_of(found) if isinstance(found, Exercise) else None
