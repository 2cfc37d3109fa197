"""The form of answers that are any order in which some stand before others; and what such an order earns."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from grader.answers.as_data import known_names
from grader.answers.case import Case, Key, Raw
from grader.answers.keys import NODES
from grader.answers.listed import joined, letters, names_shape, read_names, values
from grader.answers.part import Fragment, Keys, Part, Room, Template
from grader.answers.platform import Upload
from grader.answers.widget import Widget
from grader.data import Data
from grader.exact import Number, whole
from grader.games.problem import Problem
from grader.marks.by_shape import report_part
from grader.marks.reports import Counts, Entry, PartReport, Verdict, Written
from grader.printable import printable

_MOST_EXPLAINED = 20


class Order(NamedTuple):
    """All orders of some keys in which the first of each pair stands before the second; `first` is the one to print."""

    first: Sequence[Key]
    pairs: Sequence[tuple[Key, Key]]

    def accepts(self, keys: Sequence[Key]) -> bool:
        """Return whether the keys are these, each once, in one of the orders."""
        places = _places(keys)
        return (
            len(keys) == len(places)
            and places.keys() == set(self.first)
            and all(places[one] < places[other] for one, other in self.pairs)
        )


def _places(keys: Sequence[Key]) -> dict[Key, int]:
    """Return where each key stands first."""
    places: dict[Key, int] = {}
    for place, key in enumerate(keys):
        places.setdefault(key, place)
    return places


class AnyOrder(NamedTuple):
    """Keys in one of several orders. Reference answers are `Order`; of each pair its first key is the one that is told of.

    `what` calls the keys that belong there, in messages.
    """

    what: str = "inner node"
    keys: Keys = NODES
    by_entry: bool = False
    missing_is_blank: bool = False
    by_item: bool = True

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of a key."""
        return printable(self.keys.name(problem, key))

    def read(self, problem: Problem, raw: Raw) -> list[Written]:
        """Return the keys that were listed. Raises NotJudged."""
        return read_names(self.keys, problem, raw)

    def write(self, problem: Problem, answer: Order) -> Raw:
        """Return the order to print, as a document holds it."""
        return [self.keys.name(problem, key) for key in answer.first]

    def show(self, problem: Problem, answer: Order) -> str:
        """Return the order to print, and whether there are others."""
        shown = joined(self.name(problem, key) for key in answer.first)
        is_only = set(pairwise(answer.first)) <= set(answer.pairs)
        return shown + ("" if is_only else ", or another order that is as good")

    def meant(self, problem: Problem, given: Sequence[Written]) -> Order:
        """Return the order that was listed, as the only one."""
        listed = values(given)
        return Order(listed, list(pairwise(listed)))

    def same(self, problem: Problem, answer: Order, other: Order) -> bool:
        """Return whether the order that the other answer prints is one of those that are right."""
        return answer.accepts(other.first)

    def equality(self, case: Case) -> dict[str, Data]:
        """Return how a script reads the keys."""
        return {"form": "order", "known": known_names(self.keys, case.problem)}

    def compared(self, case: Case, answer: Order) -> Data:
        """Return the keys, and which stands before which."""
        return {"keys": list(answer.first), "pairs": [list(pair) for pair in answer.pairs]}

    def mark(self, case: Case, part: Part, given: Sequence[Written], possible: Number) -> PartReport:
        """Return the marks: the share of pairs in the right order, less one pair for each entry that is repeated or does not belong."""
        return _Marking(self, case, part, given, possible).report()

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a list of names."""
        return names_shape(definitions, blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how the list is written."""
        return Template("for example [X, Y, Z]")

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: lines for as many keys as there are."""
        return Room(letters(self.keys.known(problem)))

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: keys in order."""
        reached = list(problem.game.reached())
        empty = f"there is no {self.what}" if len(reached) == 1 else ""
        return Widget("list", self.keys.named(problem, reached), empty=empty)

    def items(self, case: Case, answer: Order) -> Upload:
        """Return that no learning platform marks such an order."""
        return Upload("several orders are right, and every pair in the right order earns something")


class _Marking:
    """One order that was handed in, beside what is expected."""

    def __init__(self, form: AnyOrder, case: Case, part: Part, given: Sequence[Written], possible: Number) -> None:
        self.form, self.case, self.part, self.given, self.possible = form, case, part, given, possible
        self.order: Order = case.expected(part.name)
        self.places = _places([written.value for written in given])
        self.share = whole(Fraction(possible) / max(1, len(self.order.pairs)))

    def report(self) -> PartReport:
        """Return the marks with an entry for each pair, in the order of the list, and one for each key too much."""
        if not self.order.pairs:
            return self._of_one()
        belongs = set(self.order.first)
        listed = sorted(self.order.pairs, key=lambda pair: self.places.get(pair[0], len(self.given)))
        entries = [self._pair(*pair, is_told=place < _MOST_EXPLAINED) for place, pair in enumerate(listed)]
        right = sum(entry.verdict is Verdict.CORRECT for entry in entries)
        entries += self._too_much(belongs)
        counts = Counts(right, len(listed), extra=len(entries) - len(listed), what="pairs")
        return report_part(self.part.name, self.possible, entries)._replace(counts=counts)

    def _pair(self, one: Key, other: Key, *, is_told: bool) -> Entry:
        """Return what is said of a pair: of its first key."""
        name, after = self._name(one), self._name(other)
        expected = f"before {after}"
        why = self.part.explain(self.case, other) if is_told else ""
        if one not in self.places:
            message = f"expected {expected}. {why}".removesuffix(". ")
            return Entry(Verdict.MISSING, name, None, expected, 0, self.share, message, is_node=False)
        if other not in self.places:
            message = f"{after} is missing, and {name} belongs before it"
            return Entry(Verdict.WRONG, name, "listed", expected, 0, self.share, message)
        if self.places[one] < self.places[other]:
            return Entry(Verdict.CORRECT, name, expected, expected, self.share, self.share)
        message = f"expected {expected}. {why}".removesuffix(". ")
        return Entry(Verdict.WRONG, name, f"after {after}", expected, 0, self.share, message)

    def _too_much(self, belongs: set[Key]) -> list[Entry]:
        """Return an entry for each that stands there again or does not belong; it takes one pair's marks off."""
        entries, seen = [], set()
        for written in self.given:
            message = "" if written.value in belongs else f"is no {self.form.what}"
            message = message or ("stands here twice" if written.value in seen else "")
            seen.add(written.value)
            if message:
                entries.append(
                    Entry(Verdict.EXTRA, written.text, written.text, None, whole(-self.share), 0, message, is_node=True)
                )
        return entries

    def _of_one(self) -> PartReport:
        """Return the marks where there is no pair: all or nothing."""
        problem, right = self.case.problem, self.order.accepts([written.value for written in self.given])
        text = ", ".join(written.text for written in self.given) or "none"
        expected = self.form.show(problem, self.order)
        verdict = Verdict.CORRECT if right else Verdict.WRONG
        earned = self.possible if right else 0
        why = "" if right else f"expected {expected}. {self.part.explain(self.case, None)}".removesuffix(". ")
        entry = Entry(verdict, None, text, expected, earned, self.possible, why)
        return PartReport(self.part.name, earned, self.possible, (entry,))

    def _name(self, key: Key) -> str:
        return self.form.name(self.case.problem, key)
