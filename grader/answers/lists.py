"""The form of answers that are items in order: `Listing`."""

from collections.abc import Sequence
from typing import NamedTuple

from grader.answers.as_data import known_names, written_out
from grader.answers.case import Answer, Case, Key, Raw
from grader.answers.items import NODE, Item, show_node
from grader.answers.keys import NODES
from grader.answers.listed import apart, joined, letters, list_of, values
from grader.answers.part import Fragment, Keys, Part, Room, Template
from grader.answers.platform import NOTHING, Carried, Items, Upload, equal_shares, pick
from grader.answers.widget import Widget
from grader.data import Data
from grader.exact import Number
from grader.games.problem import Problem
from grader.marks.by_shape import mark_sequence
from grader.marks.reports import Entry, PartReport, Verdict, Written

_MOST_PLACES = 26
"""So many places a platform's page has for a list; with more nobody finds the way."""


class Listing(NamedTuple):
    """Items in order. Reference answers are the items in their order; marks go by the longest common subsequence.

    `keys` are what items are about. `has_all` says that every node which can be reached belongs there, whatever the tree: only
    their order is asked.
    """

    item: Item = NODE
    has_all: bool = False
    keys: Keys = NODES
    by_entry: bool = False
    missing_is_blank: bool = False
    by_item: bool = True

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of what an item is about."""
        return show_node(problem, key)

    def read(self, problem: Problem, raw: Raw) -> list[Written]:
        """Return the items that were written. Raises NotJudged."""
        known = self.keys.known(problem)
        return [self.item.read(problem, each, known, place) for place, each in enumerate(raw)]

    def write(self, problem: Problem, answer: Sequence[Answer]) -> Raw:
        """Return the items as a document holds them."""
        return [self.item.write(problem, each) for each in answer]

    def show(self, problem: Problem, answer: Sequence[Answer]) -> str:
        """Return the items in their order."""
        return joined(self.item.show(problem, each) for each in answer)

    def meant(self, problem: Problem, given: Sequence[Written]) -> list[Answer]:
        """Return the items that were written."""
        return values(given)

    def same(self, problem: Problem, answer: Sequence[Answer], other: Sequence[Answer]) -> bool:
        """Return whether both hold the same items in the same order."""
        return len(answer) == len(other) and all(
            self.item.is_right(problem, mine, its) for mine, its in zip(answer, other, strict=True)
        )

    def apart(self, answer: Sequence[Answer], other: Sequence[Answer]) -> tuple[int, int]:
        """Return how many items stand in one of both alone, and how many in either."""
        return apart(answer, other)

    def equality(self, case: Case) -> dict[str, Data]:
        """Return how a script reads the items."""
        fields = [[field.label, field.shape] for field in self.item.fields]
        return {
            "form": "list",
            "known": known_names(self.keys, case.problem),
            "about": self.item.about,
            "fields": fields,
        }

    def compared(self, case: Case, answer: Sequence[Answer]) -> Data:
        """Return the items in order, each with its numbers and their rooms."""
        problem, item = case.problem, self.item
        return [[item.key(each), written_out(item.rooms(problem, each))] for each in answer]

    def mark(self, case: Case, part: Part, given: Sequence[Written], possible: Number) -> PartReport:
        """Return the marks by the longest run of right items in the right order."""
        problem, item, items = case.problem, self.item, case.expected(part.name)
        places = {item.key(each): place for place, each in enumerate(items)}

        def position(answer: Answer) -> int | None:
            place = places.get(item.key(answer))
            return place if place is not None and item.is_right(problem, items[place], answer) else None

        def named(answer: Answer) -> str:
            return self.name(problem, item.key(answer))

        def near(answer: Answer) -> int | None:
            return places.get(item.key(answer))

        expected = [(named(each), _beside(named(each), item.show(problem, each))) for each in items]
        written = [one._replace(text=_beside(named(one.value), one.text)) for one in given]
        report = mark_sequence(part.name, possible, expected, written, position, named, near)
        return _about_nodes(report) if item.fields else report

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a list."""
        return list_of(self.item.fragment(definitions), self.item.many, blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how the list is written."""
        return Template(self.item.example)

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: lines for as many items as there are nodes."""
        return Room(letters(self.keys.known(problem), self.item.letters))

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: nodes in order, or a row for each with its fields."""
        item = self.item
        return Widget("list", self._named(problem), item.fields, item.about, item.empty)

    def _named(self, problem: Problem) -> list[tuple[str, Key]]:
        """Return what can stand in the list: of nodes those that a search can come to."""
        return self.keys.named(problem, problem.game.reached() if self.keys is NODES else None)

    def items(self, case: Case, answer: Sequence[Answer]) -> Carried:
        """Return what a learning platform asks: a place for each node that could be listed, to choose a node for; each counts by itself."""
        problem = case.problem
        if self.item.fields:
            return Upload("which rows there are is for you to find, and a platform cannot add any")
        nodes = problem.game.reached()
        if len(nodes) > _MOST_PLACES:
            return Upload(f"a list of up to {len(nodes)} nodes is too long for a platform's page")
        each = equal_shares(len(answer) or len(nodes))
        listed = [self.item.key(one) for one in answer][
            : len(nodes)
        ]  # a search by a wrong rule may go on below a horizon
        right = listed + [None] * (len(nodes) - len(listed))
        picks = [
            pick(
                f"{place}.",
                0 if answer and one is None else each,
                [*((show_node(problem, node), node == one) for node in nodes), (NOTHING, one is None)],
            )
            for place, one in enumerate(right, 1)
        ]
        how = f"Choose them in order from the first place on, and {NOTHING} for the rest."
        return Items(tuple(picks), how, self._in_order(problem, answer) if self.has_all else ())

    def _in_order(self, problem: Problem, answer: Sequence[Answer]) -> tuple[str, ...]:
        """Return all nodes in the order of the answer; one that a wrong answer leaves out stands at the end."""
        places = {self.item.key(one): place for place, one in enumerate(answer)}
        nodes = sorted(problem.game.reached(), key=lambda node: places.get(node, len(answer)))
        return tuple(show_node(problem, node) for node in nodes)


def _beside(name: str, text: str) -> str:
    """Return what an item says beside the name of what it is about; where that is all, the name."""
    return text.removeprefix(f"{name} ")


def _about_nodes(report: PartReport) -> PartReport:
    """Return the report of items that say something of their nodes; a wrong or missing one says what is expected."""
    return report._replace(entries=tuple(map(_about_node, report.entries)))


def _about_node(entry: Entry) -> Entry:
    is_lacking = entry.verdict in (Verdict.WRONG, Verdict.MISSING) and entry.node is not None
    message = f"expected {entry.expected}" if is_lacking else entry.message
    return entry._replace(is_node=False, message=message)
