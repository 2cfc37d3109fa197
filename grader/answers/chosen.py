"""The form of answers that choose some of all keys, as in multiple choice: all or nothing."""

from collections.abc import Sequence
from functools import partial
from itertools import chain, combinations
from typing import NamedTuple

from grader.answers.as_data import known_names
from grader.answers.case import Case, Key, Raw
from grader.answers.listed import joined, letters, read_names, values
from grader.answers.part import Fragment, Keys, Part, Room, Template
from grader.answers.platform import Carried, Items, Upload, pick
from grader.answers.widget import Widget
from grader.data import Data
from grader.exact import Number
from grader.games.problem import Problem
from grader.marks.by_shape import mark_one
from grader.marks.reports import PartReport, Written
from grader.printable import printable

_MOST_KEYS = 5
"""Of so many keys all sets can be chosen from: 32."""


class ChoiceSet(NamedTuple):
    """Some of all keys, in any order: all or nothing. Reference answers are the keys that belong, in order.

    `example` is how a list of them is written. `by_item`: a wrong list tells a rule by itself, as one of few keys does not.
    """

    keys: Keys
    empty: str
    example: str = "[s1, s2]"
    by_entry: bool = False
    missing_is_blank: bool = False
    by_item: bool = True

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of a key."""
        return printable(self.keys.name(problem, key))

    def read(self, problem: Problem, raw: Raw) -> Written:
        """Return the keys that were listed. Raises NotJudged."""
        written = read_names(self.keys, problem, raw)
        return Written(values(written), joined(one.text for one in written))

    def write(self, problem: Problem, answer: Sequence[Key]) -> Raw:
        """Return the names of the keys."""
        return [self.keys.name(problem, key) for key in answer]

    def show(self, problem: Problem, answer: Sequence[Key]) -> str:
        """Return the names of the keys."""
        return joined(self.name(problem, key) for key in answer)

    def meant(self, problem: Problem, given: Written) -> list[Key]:
        """Return the keys that were listed, each once."""
        return sorted(set(given.value))

    def same(self, problem: Problem, answer: Sequence[Key], other: Sequence[Key]) -> bool:
        """Return whether both hold the same keys."""
        return set(answer) == set(other)

    def equality(self, case: Case) -> dict[str, Data]:
        """Return how a script reads the keys."""
        return {"form": "some", "known": known_names(self.keys, case.problem), "isList": self.by_item}

    def compared(self, case: Case, answer: Sequence[Key]) -> Data:
        """Return the keys."""
        return sorted(answer)

    def mark(self, case: Case, part: Part, given: Written, possible: Number) -> PartReport:
        """Return all marks or none."""
        expected = case.expected(part.name)
        right = self.same(case.problem, expected, given.value)
        explain = partial(part.explain, case, None)
        shown = self.show(case.problem, expected)
        return mark_one(part.name, possible, given, shown, right=right, explain=explain)

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a list of names."""
        return {
            "description": f"a list of {self.keys.what} ids such as {self.example}",
            "type": ["array", "null"] if blanks else "array",
            "items": {"$ref": f"{definitions}name"},
        }

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

    def items(self, case: Case, answer: Sequence[Key]) -> Carried:
        """Return what a learning platform asks: one of all sets, because ticks would earn something one by one."""
        named = self.keys.named(case.problem)
        if len(named) > _MOST_KEYS:
            return Upload("only all of them together earn something, and a platform adds up ticks")
        sets = chain.from_iterable(combinations(named, size) for size in range(len(named) + 1))
        options = ((self._said(one), {key for _, key in one} == set(answer)) for one in sets)
        return Items((pick("", 1, options),))

    def _said(self, named: Sequence[tuple[str, Key]]) -> str:
        return ", ".join(printable(name) for name, _ in named) or self.empty
