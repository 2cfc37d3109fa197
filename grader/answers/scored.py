"""The form of answers that are a list with a map for each iteration: a score for each child that is compared (`Scored`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from grader.answers.as_data import shape
from grader.answers.case import Answer, Case, Key, NotJudged, Raw
from grader.answers.cells import SCORE
from grader.answers.each import Each
from grader.answers.keys import CHILDREN, NODES
from grader.answers.part import Fragment, Keys, Part, Room, Template
from grader.answers.platform import Carried, Upload
from grader.answers.read import mapping
from grader.answers.widget import Widget
from grader.data import Data
from grader.errors import Path
from grader.exact import Number
from grader.games.problem import Problem
from grader.marks.reports import PartReport, Written
from grader.printable import printable

Scores = Mapping[Key, Written | None]
_OF_ITERATION = re.compile(r"iteration (?P<number>[0-9]{1,3}), (?P<name>.*)", re.DOTALL)


def key_of(problem: Problem, iteration: int, node: int) -> int:
    """Return the key of a node's score in an iteration: where there is one iteration alone the node, else the key of no node."""
    size = len(problem.game.ids)
    return node if _has_one(problem) else (iteration + 1) * size + node


def at(problem: Problem, key: int) -> tuple[int, int]:
    """Return the iteration and the node of a key."""
    place, node = divmod(key, len(problem.game.ids))
    return (0 if _has_one(problem) else place - 1), node


def _has_one(problem: Problem) -> bool:
    return bool(problem.game.iterations == 1)


def _written_name(problem: Problem, key: Key) -> str:
    iteration, node = at(problem, key)
    name = str(problem.game.ids[node])
    return name if _has_one(problem) else f"iteration {iteration + 1}, {name}"


class Scored(NamedTuple):
    """A list by iteration of maps from children to scores; each score has an equal share. Reference answers are key -> score.

    A page writes one map, whose keys begin with the iteration where there are several: "iteration 2, A".
    """

    iterations: Callable[[Problem], int]
    by_entry: bool = True
    missing_is_blank: bool = False
    by_item: bool = False

    def _keys(self) -> Keys:
        return Keys("score", self._known, _written_name)

    def _known(self, problem: Problem) -> dict[str, Key]:
        places, nodes = range(self.iterations(problem)), range(1, len(problem.game.ids))
        keys = [key_of(problem, place, node) for place in places for node in nodes]
        return {_written_name(problem, key): key for key in keys}

    @property
    def _each(self) -> Each:
        return Each(SCORE, self._keys())

    def name(self, problem: Problem, key: Key) -> str:
        """Return which score it is."""
        return printable(_written_name(problem, key))

    def read(self, problem: Problem, raw: Raw) -> dict[Key, Written | None]:
        """Return the scores that were written; None where one was left blank. Raises NotJudged."""
        listed = raw if isinstance(raw, list) else self._listed(problem, raw)
        known, found = NODES.known(problem), {}
        if len(listed) > self.iterations(problem):
            raise NotJudged(
                f"has {len(listed)} entries, expected one for each of {self.iterations(problem)} iterations"
            )
        for place, one in enumerate(listed):
            path = (place,) if isinstance(raw, list) else ()
            for node, written in self._read_map(known, one or {}, path).items():
                found[key_of(problem, place, node)] = written
        return found

    def _read_map(self, known: Mapping[str, int], raw: Raw, path: Path) -> dict[int, Written | None]:
        try:
            return mapping(raw, known, NODES.what, SCORE.read)
        except NotJudged as failure:
            raise NotJudged(failure.message, (*path, *failure.path)) from None

    def _listed(self, problem: Problem, raw: Mapping[str, Raw]) -> list[dict[str, Raw]]:
        """Return the maps by iteration of one whose keys say which; of a single iteration they need not."""
        if _has_one(problem):
            return [dict(raw)]
        maps: list[dict[str, Raw]] = [{} for _ in range(self.iterations(problem))]
        for text, written in raw.items():
            named = _OF_ITERATION.fullmatch(text.strip())
            if named is None or not 0 < int(named["number"]) <= len(maps):
                raise NotJudged(
                    f'"{printable(text)}" names no iteration, expected a list with a mapping for each', (text,)
                )
            maps[int(named["number"]) - 1][named["name"]] = written
        return maps

    def write(self, problem: Problem, answer: Mapping[Key, Answer]) -> Raw:
        """Return the list as a document holds it."""
        maps: list[dict[str, Raw]] = [{} for _ in range(self.iterations(problem))]
        for key, score in answer.items():
            iteration, node = at(problem, key)
            maps[iteration][NODES.name(problem, node)] = SCORE.write(score)
        return maps

    def show(self, problem: Problem, answer: Mapping[Key, Answer]) -> str:
        """Return the scores, each with its name."""
        return "; ".join(f"{self.name(problem, key)} = {SCORE.show(problem, score)}" for key, score in answer.items())

    def meant(self, problem: Problem, given: Scores) -> dict[Key, Answer]:
        """Return the scores that were written; None where one was left blank."""
        return self._each.meant(problem, given)

    def same(self, problem: Problem, answer: Answer, other: Answer) -> bool:
        """Return whether the other score is right where the first is expected."""
        return SCORE.is_right(problem, answer, other)

    def equality(self, case: Case) -> dict[str, Data]:
        """Return how a script reads the map that a page writes."""
        return self._each.equality(case)

    def compared(self, case: Case, answer: Mapping[Key, Answer]) -> Data:
        """Return of each score the number with its room."""
        return self._each.compared(case, answer)

    def mark(self, case: Case, part: Part, given: Scores, possible: Number) -> PartReport:
        """Return the marks, score by score."""
        named = self._each._replace(others_follow=True, keys=self._keys()._replace(name=partial(_plain_name, self)))
        return named.mark(case, part, given, possible)

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a list of maps, or one whose keys say the iteration."""
        of_one = Each(SCORE, CHILDREN).fragment(definitions, blanks=True)
        what = "a list with a mapping from children to numbers or inf for each iteration"
        listed = {"description": what, "type": "array", "items": of_one}
        one = Each(SCORE, CHILDREN).fragment(definitions, blanks=False)
        return shape({"description": what, "if": {"type": "array"}, "then": listed, "else": one}, blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how the list is written."""
        return Template(
            "a list with a mapping for each iteration, {} where nothing is compared; for example [{}, {X: 1.5, Y: inf}]"
        )

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: lines for two scores an iteration."""
        return Room(30 * max(1, self.iterations(problem)))

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: a field for each node in each iteration."""
        return self._each.widget(problem)

    def items(self, case: Case, answer: Mapping[Key, Answer]) -> Carried:
        """Return that what is compared in which iteration is for the student to find."""
        return Upload(
            "which children are compared in which iteration is for you to find, and a platform cannot add fields"
        )


def _plain_name(form: Scored, problem: Problem, key: Key) -> str:
    return form.name(problem, key)
