"""The form of answers that choose some of all keys, each marked for itself."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from grader.answers.as_data import known_names
from grader.answers.case import Case, Key, Raw
from grader.answers.listed import joined, letters, list_of, read_names, values
from grader.answers.part import Fragment, Keys, Part, Room, Template
from grader.answers.platform import Items, Ticks, equal_shares
from grader.answers.widget import Widget
from grader.data import Data
from grader.exact import Number
from grader.games.problem import Problem
from grader.marks.by_shape import mark_set
from grader.marks.reports import PartReport, Written
from grader.printable import printable


class KeySet(NamedTuple):
    """Some of all keys, in any order: (hits - extras) / size. Reference answers are the keys that belong, in order.

    `empty` says that none belongs; `example` is how a list of them is written.
    """

    keys: Keys
    empty: str
    example: str
    by_entry: bool = False
    missing_is_blank: bool = False
    by_item: bool = True

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of a key."""
        return printable(self.keys.name(problem, key))

    def read(self, problem: Problem, raw: Raw) -> list[Written]:
        """Return the keys that were listed. Raises NotJudged."""
        return read_names(self.keys, problem, raw)

    def write(self, problem: Problem, answer: Sequence[Key]) -> Raw:
        """Return the names of the keys."""
        return [self.keys.name(problem, key) for key in answer]

    def show(self, problem: Problem, answer: Sequence[Key]) -> str:
        """Return the names of the keys."""
        return joined(self.name(problem, key) for key in answer)

    def meant(self, problem: Problem, given: Sequence[Written]) -> list[Key]:
        """Return the keys that were listed, each once."""
        return sorted(set(values(given)))

    def same(self, problem: Problem, answer: Sequence[Key], other: Sequence[Key]) -> bool:
        """Return whether both hold the same keys."""
        return set(answer) == set(other)

    def equality(self, case: Case) -> dict[str, Data]:
        """Return how a script reads the keys."""
        return {"form": "some", "known": known_names(self.keys, case.problem)}

    def compared(self, case: Case, answer: Sequence[Key]) -> Data:
        """Return the keys."""
        return sorted(answer)

    def mark(self, case: Case, part: Part, given: Sequence[Written], possible: Number) -> PartReport:
        """Return the marks, key by key."""
        return mark_set(
            part.name,
            possible,
            case.expected(part.name),
            given,
            name=partial(self.name, case.problem),
            explain=partial(part.explain, case),
        )

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a list of names."""
        what = f"a list of {self.keys.what}s such as {self.example}"
        return list_of({"$ref": f"{definitions}name"}, what, blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how a set is written."""
        return Template("for example [X, Y], or [] for none")

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: a line for all names."""
        return Room(letters(self.keys.known(problem)))

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: all keys, to take in or leave out."""
        named = self.keys.named(problem)
        return Widget("some", named, empty=self.empty, texts=self.keys.texts(problem, named))

    def items(self, case: Case, answer: Sequence[Key]) -> Items:
        """Return what a learning platform asks: each key that belongs is ticked; it earns what one that does not takes."""
        named = self.keys.named(case.problem)
        each = equal_shares(len(answer) or 1)
        shares = [each if key in answer else -each for _, key in named]
        options = [printable(name) for name, _ in named]
        ticks = Ticks("", (*options, self.empty), (*shares, 0 * each if answer else each))
        return Items((ticks,))
