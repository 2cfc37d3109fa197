"""The forms of answers that are one thing: one cell (`One`), or one of several keys (`Choice`)."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from grader.answers import read
from grader.answers.as_data import known_names, shape, shapes_of, written_out
from grader.answers.case import Answer, Case, Key, Raw
from grader.answers.cells import A_NUMBER
from grader.answers.part import Cell, Fragment, Keys, Part, Room, Template
from grader.answers.platform import Items, pick
from grader.answers.widget import Widget
from grader.data import Data
from grader.exact import Number
from grader.games.problem import Problem
from grader.marks.by_shape import mark_one
from grader.marks.reports import PartReport, Written
from grader.printable import printable


class One(NamedTuple):
    """One cell. Reference answers are what the cell holds."""

    cell: Cell
    by_entry: bool = False
    missing_is_blank: bool = False
    by_item: bool = False

    def name(self, problem: Problem, key: Key) -> str:
        """Return nothing: there is one thing only."""
        return ""

    def read(self, problem: Problem, raw: Raw) -> Written:
        """Return the cell that was written. Raises NotJudged."""
        return self.cell.written(problem, raw, ())

    def write(self, problem: Problem, answer: Answer) -> Raw:
        """Return the cell as a document holds it."""
        return self.cell.write(answer)

    def show(self, problem: Problem, answer: Answer) -> str:
        """Return the cell as reports show it."""
        return self.cell.show(problem, answer)

    def meant(self, problem: Problem, given: Written) -> Answer:
        """Return the value that was written."""
        return given.value

    def same(self, problem: Problem, answer: Answer, other: Answer) -> bool:
        """Return whether the other is right where the first is expected."""
        return self.cell.is_right(problem, answer, other)

    def equality(self, case: Case) -> dict[str, Data]:
        """Return how a script reads the cell."""
        return {"form": "one", "shapes": shapes_of(case.problem, self.cell)}

    def compared(self, case: Case, answer: Answer) -> Data:
        """Return the numbers of the cell with their rooms."""
        return written_out(self.cell.rooms(case.problem, answer))

    def mark(self, case: Case, part: Part, given: Written, possible: Number) -> PartReport:
        """Return all marks or none, or the share of what follows from the student's own numbers."""
        expected = case.expected(part.name)
        right = self.cell.is_right(case.problem, expected, given.value)
        shown = self.cell.show(case.problem, expected)
        return _mark_single(case, part, given, possible, shown, right=right)

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: the cell's."""
        return shape({"$ref": f"{definitions}{self.cell.definition}"}, blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how the cell is written."""
        return Template(self.cell.example)

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: a short line."""
        return Room(A_NUMBER)

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: the fields of the cell."""
        return Widget("one", fields=self.cell.fields(problem))

    def items(self, case: Case, answer: Answer) -> Items:
        """Return what a learning platform asks: the fields of the cell."""
        return Items(tuple(self.cell.items(case.problem, "", 1, answer)))


def _mark_single(case: Case, part: Part, given: Written, possible: Number, expected: str, *, right: bool) -> PartReport:
    follows = not right and part.follows(case, None, given.value)
    share = case.policy.follow_through if follows else 0
    explain = partial(part.explain, case, None)
    tell = partial(part.tell, case, None)
    return mark_one(part.name, possible, given, expected, right=right, follow_through=share, explain=explain, tell=tell)


class Choice(NamedTuple):
    """One of several keys. Reference answers are the accepted ones, the one to print first."""

    keys: Keys
    by_entry: bool = False
    missing_is_blank: bool = False
    by_item: bool = False

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of what was chosen."""
        return printable(self.keys.name(problem, key))

    def read(self, problem: Problem, raw: Raw) -> Written:
        """Return the key that was named. Raises NotJudged."""
        return read.name(raw, self.keys.known(problem), self.keys.what)

    def write(self, problem: Problem, answer: Sequence[Key]) -> Raw:
        """Return the name of the first accepted key."""
        return self.keys.name(problem, answer[0])

    def show(self, problem: Problem, answer: Sequence[Key]) -> str:
        """Return the names of the accepted keys."""
        return " or ".join(self.name(problem, key) for key in answer)

    def meant(self, problem: Problem, given: Written) -> list[Key]:
        """Return the choice that was written, as the only accepted one."""
        return [given.value]

    def same(self, problem: Problem, answer: Sequence[Key], other: Sequence[Key]) -> bool:
        """Return whether the choice that the other answer prints is one of the accepted ones."""
        return other[0] in answer

    def ways(self, problem: Problem) -> int:
        """Return how many answers there are."""
        return len({*self.keys.known(problem).values()})

    def equality(self, case: Case) -> dict[str, Data]:
        """Return how a script reads the choice."""
        return {"form": "choice", "known": known_names(self.keys, case.problem)}

    def compared(self, case: Case, answer: Sequence[Key]) -> Data:
        """Return the accepted keys."""
        return list(answer)

    def mark(self, case: Case, part: Part, given: Written, possible: Number) -> PartReport:
        """Return all marks or none, or the share of what follows from the student's own numbers."""
        accepted = case.expected(part.name)
        expected = self.show(case.problem, accepted)
        return _mark_single(case, part, given, possible, expected, right=given.value in accepted)

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a name."""
        return shape({"$ref": f"{definitions}name"}, blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how the cell is written."""
        return Template()

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: a line for the longest name."""
        return Room(max((len(printable(name)) for name in self.keys.known(problem)), default=A_NUMBER))

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: all names to choose from."""
        return Widget("choice", self.keys.named(problem))

    def items(self, case: Case, answer: Sequence[Key]) -> Items:
        """Return what a learning platform asks: one of all names."""
        options = [(self.name(case.problem, key), key in answer) for _, key in self.keys.named(case.problem)]
        return Items((pick("", 1, options),))
