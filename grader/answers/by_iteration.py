"""The form of answers that are lists by iteration: the first entry belongs to the first iteration."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from grader.answers.as_data import shape
from grader.answers.case import Answer, Case, Given, Key, NotJudged, Raw
from grader.answers.either import Either
from grader.answers.forms import Choice, One
from grader.answers.lines import Line
from grader.answers.lists import Listing
from grader.answers.part import Fragment, Part, Room, Template
from grader.answers.platform import Carried, Item, Items, Upload, equal_shares, nothing_there, share_out
from grader.answers.widget import Widget
from grader.data import Data
from grader.exact import Number
from grader.games.problem import Problem
from grader.marks.by_shape import mark_map
from grader.marks.reports import PartReport, Written

Entry = One | Choice | Listing | Line | Either
"""What an iteration can have: a number, the name of a key, names in order (of a list, items without fields)."""

Entries = Mapping[Key, Written | None]
"""What a student wrote for each iteration, the first is 0: a value in the form of the entry's reference answers, or None for a blank."""

_A_GUESS = 8
"""For so many iterations paper has room where their number is for the student to find."""


def _text(given: Given) -> str:
    if isinstance(given, Written):
        return given.text
    return ", ".join(item.text for item in given) or "none"


class ByIteration(NamedTuple):
    """A list in which each entry belongs to one iteration. Reference answers are iteration -> what the entry's form holds, the first iteration is 0.

    `iterations(problem)` is how many iterations there are; None: that is for the student to find, and a list that ends early says
    so. `what` calls one of them, `first` is the number of the first.
    """

    entry: Entry
    iterations: Callable[[Problem], int] | None = None
    what: str = "iteration"
    first: int = 1
    by_entry: bool = True
    by_item: bool = False

    @property
    def missing_is_blank(self) -> bool:
        """Return whether an entry that is not there is blank: where it is known how many there are."""
        return self.iterations is not None

    def name(self, problem: Problem, key: Key) -> str:
        """Return which iteration it is."""
        return f"{self.what} {key + self.first}"

    def read(self, problem: Problem, raw: Raw) -> Entries:
        """Return the entries that were written; None where one was left blank. Raises NotJudged."""
        return {place: self._read_entry(problem, one, place) for place, one in enumerate(raw)}

    def _read_entry(self, problem: Problem, raw: Raw, place: int) -> Written | None:
        if raw is None:
            return None
        try:
            given = self.entry.read(problem, raw)
        except NotJudged as failure:
            raise NotJudged(failure.message, (place, *failure.path)) from None
        return Written(self.entry.meant(problem, given), _text(given))  # type: ignore[arg-type]  # what it read itself

    def write(self, problem: Problem, answer: Mapping[Key, Answer]) -> Raw:
        """Return the list as a document holds it."""
        return [self.entry.write(problem, one) for one in answer.values()]

    def show(self, problem: Problem, answer: Mapping[Key, Answer]) -> str:
        """Return the entries, each with its iteration."""
        shown = (f"{self.name(problem, key)} = {self.entry.show(problem, one)}" for key, one in answer.items())
        return "; ".join(shown) or "none"

    def meant(self, problem: Problem, given: Entries) -> dict[Key, Answer]:
        """Return the values that were written, by iteration; None where one was left blank."""
        return {key: None if written is None else written.value for key, written in given.items()}

    def same(self, problem: Problem, answer: Answer, other: Answer) -> bool:
        """Return whether the other entry is right where the first is expected."""
        return self.entry.same(problem, answer, other)

    def equality(self, case: Case) -> dict[str, Data]:
        """Return how a script reads the list: what an iteration is called, and how one entry is read."""
        return {
            "form": "iterations",
            "numbered": self.what,
            "first": self.first,
            "entry": self.entry.equality(case),
            "missingIsBlank": self.missing_is_blank,
        }

    def compared(self, case: Case, answer: Mapping[Key, Answer]) -> Data:
        """Return the entries in order, each as its own form compares it."""
        return [self.entry.compared(case, one) for one in answer.values()]

    def mark(self, case: Case, part: Part, given: Entries, possible: Number) -> PartReport:
        """Return the marks, place by place: the right entries over the longer length, where blanks at the end do not count."""
        problem, expected = case.problem, case.expected(part.name)
        ends = (key + 1 for key, written in given.items() if written is not None)
        return mark_map(
            part.name,
            possible,
            expected,
            given,
            is_right=partial(self.same, problem),
            name=partial(self.name, problem),
            show=partial(self.entry.show, problem),
            follows=partial(part.follows, case),
            follow_through=case.policy.follow_through,
            explain=partial(part.explain, case),
            tell=partial(part.tell, case),
            length=max((len(expected), *ends)),
        )

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a list, in which any entry may be blank."""
        return {
            "description": f"a list with an entry for each {self.what}",
            "type": ["array", "null"] if blanks else "array",
            "items": shape(self.entry.fragment(definitions, blanks=False), blanks=blanks),
        }

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how the list is written, and an entry of it."""
        one = self.entry.template(problem).example
        return Template(
            f"a list with an entry for each {self.what}, null for a blank one{one and f'; an entry is {one}'}"
        )

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: a line for each iteration; lines for all where entries are long, or their number is to be found."""
        one = self.entry.room(problem)
        names = self._names(problem) if self.iterations else [self.name(problem, key) for key in range(_A_GUESS)]
        is_short = isinstance(self.entry, One | Choice) and self.iterations is not None
        return Room((one.letters + len(self.what)) * len(names), names if is_short else (), one.blanks)

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: a row for each iteration; where their number is to be found, rows to add."""
        one = self.entry.widget(problem)
        count = len(self._names(problem))
        empty = "" if count else f"there is no {self.what}"
        is_open = self.iterations is None
        return Widget("iterations", one.keys, one.fields, self.what, empty, is_open, count, one, first=self.first)

    def items(self, case: Case, answer: Mapping[Key, Answer]) -> Carried:
        """Return what a learning platform asks: what each iteration's entry is made of, where it is known how many there are."""
        if self.iterations is None:
            return Upload(f"how many {self.what}s there are is for you to find, and a platform cannot add any")
        if self.entry.by_item:
            return Upload(f"the list of an {self.what} counts only as a whole, and a platform adds up its items")
        names = self._names(case.problem)
        if not names:
            return nothing_there(f"there is no {self.what}")
        found: list[Item] = []
        for place, name in enumerate(names):
            carried = self.entry.items(case, answer.get(place, next(iter(answer.values()), None)))
            if isinstance(carried, Upload):
                return carried
            share = equal_shares(len(answer)) if place in answer else 0
            labelled = (item._replace(label=f"{name} {item.label}".strip()) for item in carried.items)
            found += share_out(labelled, share)
        return Items(tuple(found))

    def _names(self, problem: Problem) -> Sequence[str]:
        return [self.name(problem, key) for key in range(self.iterations(problem))] if self.iterations else []
