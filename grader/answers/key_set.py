"""The form of answers that choose some of all keys, as in multiple choice, and the two ways to mark them: each for itself, or all or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain, combinations
from typing import NamedTuple

from grader.answers.as_data import known_names
from grader.answers.case import Case, Given, Key, Raw
from grader.answers.listed import apart, joined, letters, list_of, read_names, values
from grader.answers.part import Fragment, Keys, Part, Room, Template
from grader.answers.platform import Carried, Items, Ticks, Upload, equal_shares, pick
from grader.answers.widget import Widget
from grader.data import Data
from grader.exact import Number
from grader.games.problem import Problem
from grader.marks.by_shape import mark_one, mark_set
from grader.marks.reports import PartReport, Written
from grader.printable import printable

_MOST_KEYS = 5
"""Of so many keys all sets can be chosen from: 32."""


class Marking(NamedTuple):
    """A way to mark a set: what is kept of what was listed, its keys, what they earn, and what a platform asks."""

    kept: Callable[[list[Written]], Given]
    keys_of: Callable[[Given], Iterable[Key]]
    mark: Callable[[KeySet, Case, Part, Given, Number], PartReport]
    items: Callable[[KeySet, Case, Sequence[Key]], Carried]


# each key for itself


def _mark_each(form: KeySet, case: Case, part: Part, given: Sequence[Written], possible: Number) -> PartReport:
    """Return the marks, key by key: (hits - extras) / size."""
    name, explain = partial(form.name, case.problem), partial(part.explain, case)
    return mark_set(part.name, possible, case.expected(part.name), given, name=name, explain=explain)


def _ticks(form: KeySet, case: Case, answer: Sequence[Key]) -> Items:
    """Return all keys to tick: each that belongs earns what one that does not takes."""
    named = form.keys.named(case.problem)
    each = equal_shares(len(answer) or 1)
    shares = [each if key in answer else -each for _, key in named]
    options = [printable(name) for name, _ in named]
    return Items((Ticks("", (*options, form.empty), (*shares, 0 * each if answer else each)),))


EACH = Marking(list, values, _mark_each, _ticks)
"""(hits - extras) / size."""


# all or nothing


def _as_one(listed: list[Written]) -> Written:
    """Return the whole list as one thing that was written."""
    return Written(values(listed), joined(one.text for one in listed))


def _keys_of_one(given: Written) -> Iterable[Key]:
    """Return the keys of a list that is one thing."""
    keys: Iterable[Key] = given.value
    return keys


def _mark_all(form: KeySet, case: Case, part: Part, given: Written, possible: Number) -> PartReport:
    """Return all marks or none."""
    expected = case.expected(part.name)
    right = form.same(case.problem, expected, given.value)
    shown, explain = form.show(case.problem, expected), partial(part.explain, case, None)
    return mark_one(part.name, possible, given, shown, right=right, explain=explain)


def _one_of_all_sets(form: KeySet, case: Case, answer: Sequence[Key]) -> Carried:
    """Return the choice of one of all sets, because ticks would earn something one by one."""
    named = form.keys.named(case.problem)
    if len(named) > _MOST_KEYS:
        return Upload("only all of them together earn something, and a platform adds up ticks")
    sets = chain.from_iterable(combinations(named, size) for size in range(len(named) + 1))
    options = ((_said(form, one), {key for _, key in one} == set(answer)) for one in sets)
    return Items((pick("", 1, options),))


def _said(form: KeySet, named: Sequence[tuple[str, Key]]) -> str:
    return ", ".join(printable(name) for name, _ in named) or form.empty


ALL_OR_NOTHING = Marking(_as_one, _keys_of_one, _mark_all, _one_of_all_sets)
"""All points for exactly those that belong, else none."""


class KeySet(NamedTuple):
    """Some of all keys, in any order. Reference answers are the keys that belong, in order.

    `empty` says that none belongs; `items_are` is what a list of them holds, and `example` how it is written. `by_item`: a
    wrong list tells a rule by itself, as one of few keys does not.
    """

    keys: Keys
    empty: str
    items_are: str
    example: str
    marking: Marking = EACH
    by_entry: bool = False
    missing_is_blank: bool = False
    by_item: bool = True

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of a key."""
        return printable(self.keys.name(problem, key))

    def read(self, problem: Problem, raw: Raw) -> Given:
        """Return the keys that were listed. Raises NotJudged."""
        return self.marking.kept(read_names(self.keys, problem, raw))

    def write(self, problem: Problem, answer: Sequence[Key]) -> Raw:
        """Return the names of the keys."""
        return [self.keys.name(problem, key) for key in answer]

    def show(self, problem: Problem, answer: Sequence[Key]) -> str:
        """Return the names of the keys."""
        return joined(self.name(problem, key) for key in answer)

    def meant(self, problem: Problem, given: Given) -> list[Key]:
        """Return the keys that were listed, each once."""
        return sorted(set(self.marking.keys_of(given)))

    def same(self, problem: Problem, answer: Sequence[Key], other: Sequence[Key]) -> bool:
        """Return whether both hold the same keys."""
        return set(answer) == set(other)

    def apart(self, answer: Sequence[Key], other: Sequence[Key]) -> tuple[int, int]:
        """Return how many keys stand in one of both alone, and how many in either."""
        return apart(answer, other)

    def equality(self, case: Case) -> dict[str, Data]:
        """Return how a script reads the keys; a list that is marked as a whole says whether it tells a rule by itself."""
        rule: dict[str, Data] = {"form": "some", "known": known_names(self.keys, case.problem)}
        return rule if self.marking is EACH else rule | {"isList": self.by_item}

    def compared(self, case: Case, answer: Sequence[Key]) -> Data:
        """Return the keys."""
        return sorted(answer)

    def mark(self, case: Case, part: Part, given: Given, possible: Number) -> PartReport:
        """Return the marks, in the way that the form is marked."""
        return self.marking.mark(self, case, part, given, possible)

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a list of names."""
        return list_of(
            {"$ref": f"{definitions}name"}, f"a list of {self.items_are} such as {self.example}", blanks=blanks
        )

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
        """Return what a learning platform asks, so that it marks in the same way."""
        return self.marking.items(self, case, answer)
