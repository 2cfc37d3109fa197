"""The forms of answers that are lists: names of keys (`Names`), and items in order (`Listing`)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from grader.core.answers import cells as read
from grader.core.answers.case import Case, Given, GivenList, Key, NotJudged, Refused
from grader.core.answers.cells import WINDOW, is_equal, is_right_window, show_window
from grader.core.answers.inputs import NOTHING, Carried, Field, Items, Tool, Upload, Widget, equal_shares, pick
from grader.core.answers.marks import mark_sequence
from grader.core.answers.part import NODES, Around, Fragment, Keys, Marker, OfKeys, Room, Rule, nullable, written_out
from grader.core.answers.reports import Entry, Malformed, PartReport, Verdict, Written
from grader.core.data import Plain
from grader.core.errors import Path
from grader.core.games.problem import Problem
from grader.core.numbers import write_number
from grader.core.search.folds import Cutoff
from grader.core.text import printable

T = TypeVar("T")

A_LIST = "a list of node ids such as [G, H]"
_BETWEEN = 2
"""Letters between two items."""
_MOST_PLACES = 26
"""So many places a platform's page has for a list; with more nobody finds the way."""

# -- what all lists share: what was meant, how names are shown and how long they are


def values(given: Iterable[Written | Malformed]) -> list[Any]:
    """Return what was meant, item by item; one that cannot be read as it is."""
    return [one if isinstance(one, Malformed) else one.value for one in given]


def known_items(items: Iterable[T | Malformed]) -> list[T]:
    """Return the items that can be read."""
    return [one for one in items if not isinstance(one, Malformed)]


def as_one(listed: GivenList) -> Written:
    """Return a list of which all items count only together as one thing that was written. Raises NotJudged."""
    given: list[Written] = read.all_of(listed)
    return Written(values(given), joined(one.text for one in given))


def apart(one: Iterable[object], other: Sequence[object]) -> tuple[int, int]:
    """Return how many things stand in one of two lists alone, and how many in either; what cannot be read in the other is of the first."""
    mine, its = {*one}, {*known_items(other)}
    unread = min(len(other) - len(known_items(other)), len(mine - its))
    return len(mine ^ its) - unread, len(mine | its)


def joined(items: Iterable[str]) -> str:
    """Return the items in their order, in words."""
    return ", ".join(items) or "none"


def letters(names: Iterable[str], beside: int = 0) -> int:
    """Return about how many letters a list of all these has."""
    return sum(len(printable(name)) + beside + _BETWEEN for name in names)


def name_shape(definitions: str) -> Fragment:
    """Return the shape of a name."""
    return {"$ref": f"{definitions}name"}


def show_node(problem: Problem, node: Key) -> str:
    """Return the name of a node, fit to be shown."""
    return printable(NODES.name(problem, node))


class Names(OfKeys):
    """A form of answers that are lists of names of keys; `many` says what such a list is."""

    by_item = True
    many = A_LIST

    def read(self, problem: Problem, raw: Sequence[object]) -> Given:
        """Return the keys that were listed, and what names none."""
        return read.names(raw, self.keys.known(problem), self.keys.what)

    def write(self, problem: Problem, answer: Any) -> list[str]:
        """Return the names of the keys as a document lists them."""
        return [self.keys.name(problem, key) for key in answer]

    def show(self, problem: Problem, answer: Any) -> str:
        """Return the names of the keys."""
        return joined(map(printable, self.write(problem, answer)))

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a list of names."""
        return list_of(name_shape(definitions), self.many, blanks=blanks)

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: a line for all names."""
        return Room(letters(self.keys.known(problem)))


def list_of(items: Fragment, what: str, *, blanks: bool) -> Fragment:
    """Return the shape of a list."""
    return nullable({"description": what, "type": "array", "items": items}, blanks=blanks)


# -- what a list holds, item by item: nodes, or the cutoffs of a search


class Item(NamedTuple, Generic[T]):
    """What a list holds: how one item is read, written, shown and compared (`rooms`: see `Cell`), and what many are called.

    No two expected items have the same key. `letters` is about how many one has beside the name of its node, which stands
    under `about` where there are `fields` beside it; `tool` is then what choosing a node does. `empty` says that there are none, where that is an answer.
    """

    read: Callable[[Problem, Any, Mapping[str, Key], Path], Written]
    write: Callable[[Problem, T], Plain]
    show: Callable[[Problem, T], str]
    key: Callable[[T], Key]
    is_right: Callable[[Problem, T, T], bool] = is_equal
    rooms: Callable[[Problem, T], Sequence[Around]] = lambda *_: ()
    fragment: Callable[[str], Fragment] = name_shape
    many: str = A_LIST
    example: str = "for example [X, Y, Z]"
    letters: int = 0
    about: str = ""
    fields: tuple[Field, ...] = ()
    empty: str = ""
    tool: Tool | None = None


def items_called(keys: Keys) -> Item[Key]:
    """Return what a list of keys holds: each by the name that documents write."""
    return Item(
        lambda _, raw, known, path: read.name(raw, known, keys.what, path),
        keys.name,
        lambda problem, key: printable(keys.name(problem, key)),
        lambda key: key,
    )


NODE = items_called(NODES)


def _read_cutoff(problem: Problem, raw: Mapping[str, object], known: Mapping[str, Key], path: Path) -> Written:
    missing = [field for field in ("node", "alpha", "beta") if raw.get(field) is None]
    if missing:
        raise NotJudged(f"{missing[0]} is missing, expected {{node, alpha, beta}}", path)
    node = read.name(raw["node"], known, NODES.what, (*path, "node"))
    alpha, beta = (read.bound(raw[field], (*path, field)) for field in ("alpha", "beta"))
    text = f"{show_node(problem, node.value)} [{alpha.text}, {beta.text}]"
    return Written(Cutoff(node.value, alpha.value, beta.value, range(0)), text)


def _write_cutoff(problem: Problem, cutoff: Cutoff) -> Plain:
    bounds = {"alpha": write_number(cutoff.alpha), "beta": write_number(cutoff.beta)}
    return {"node": NODES.name(problem, cutoff.node), **bounds}


def _cutoff_shape(definitions: str) -> Fragment:
    return {
        "description": "a cutoff: a mapping with node, alpha and beta",
        "type": "object",
        "required": ["node", "alpha", "beta"],
        "additionalProperties": False,
        "properties": {
            "node": {"$ref": f"{definitions}name"},
            "alpha": {"$ref": f"{definitions}bound"},
            "beta": {"$ref": f"{definitions}bound"},
        },
    }


CUTOFF: Item[Cutoff] = Item(
    _read_cutoff,
    _write_cutoff,
    lambda problem, cutoff: f"{show_node(problem, cutoff.node)} {show_window(problem, cutoff[1:3])}",
    lambda cutoff: cutoff.node,
    lambda problem, one, other: one.node == other.node and is_right_window(problem, one[1:3], other[1:3]),
    lambda problem, cutoff: WINDOW.rooms(problem, cutoff[1:3]),
    _cutoff_shape,
    "a list of cutoffs, each a mapping with node, alpha and beta",
    "for example [{node: X, alpha: 3, beta: 2}], or [] for none",
    letters=10,
    about="node",
    fields=(
        Field("alpha", "bound", name="calpha", sign="α at the cut"),
        Field("beta", "bound", name="cbeta", sign="β at the cut"),
    ),
    empty="there are none",
    tool=Tool(
        sign="☰",
        act="cutoff here",
        done="cutoff",
        undone="no cutoff",
        name="Cutoff at",
        choose="",
        hint="Choose the nodes at which the search cuts off, in their order, and write α and β at the cut into the bar; choose one again to take that back.",
        key="",
    ),
)


class Listing(OfKeys):
    """Items in order. Reference answers are the items in their order; marks go by the longest common subsequence.

    `keys` are what items are about. `has_all` says that every node which can be reached belongs there, whatever the tree: only
    their order is asked.
    """

    by_item = True
    script = "list"

    def __init__(self, item: Item[Any] = NODE, *, has_all: bool = False, keys: Keys = NODES) -> None:
        self.item, self.has_all, self.keys, self.example = item, has_all, keys, item.example

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of what an item is about."""
        return show_node(problem, key)

    def read(self, problem: Problem, raw: Sequence[object]) -> GivenList:
        """Return the items that were written, and what is none."""
        known = self.keys.known(problem)
        found = (
            read.entry(lambda one, path: self.item.read(problem, one, known, path), each, (place,))
            for place, each in enumerate(raw)
        )
        return [self._about(known, each, item) for each, item in zip(raw, found, strict=True)]

    def _about(self, known: Mapping[str, Key], raw: object, found: Written | Malformed) -> Written | Malformed:
        """Return an item; of one that cannot be read what it is about, where it says that."""
        raw = raw.raw if isinstance(raw, Refused) else raw
        name = raw.get(self.item.about) if isinstance(raw, dict) else None
        if not isinstance(found, Malformed) or not isinstance(name, str):
            return found
        return found._replace(about=known.get(name.strip()))

    def write(self, problem: Problem, answer: Sequence[object]) -> Plain:
        """Return the items as a document holds them."""
        return [self.item.write(problem, each) for each in answer]

    def show(self, problem: Problem, answer: Sequence[object]) -> str:
        """Return the items in their order."""
        return joined(self.item.show(problem, each) for each in answer)

    def meant(self, problem: Problem, given: GivenList) -> list[object]:
        """Return the items that were written; one that cannot be read as it is."""
        return values(given)

    def same(self, problem: Problem, answer: Sequence[object], other: Sequence[object]) -> bool:
        """Return whether both hold the same items in the same order."""
        return len(answer) == len(other) and all(
            isinstance(its, Malformed) or self.item.is_right(problem, mine, its)
            for mine, its in zip(answer, other, strict=True)
        )

    def apart(self, answer: Sequence[object], other: Sequence[object]) -> tuple[int, int]:
        """Return how many items stand in one of both alone, and how many in either."""
        return apart(answer, other)

    def equality(self, case: Case) -> Rule:
        """Return how a script reads the items."""
        fields = [[one.label, one.shape] for one in self.item.fields]
        return {**super().equality(case), "about": self.item.about, "fields": fields}

    def compared(self, case: Case, answer: Sequence[object]) -> Plain:
        """Return the items in order, each with its numbers and their rooms."""
        problem, item = case.problem, self.item
        return [[item.key(each), written_out(item.rooms(problem, each))] for each in answer]

    def mark(self, marker: Marker, given: GivenList) -> PartReport:
        """Return the marks by the longest run of right items in the right order."""
        problem, item, items = marker.case.problem, self.item, marker.expected
        places = {item.key(each): place for place, each in enumerate(items)}

        def position(answer: object) -> int | None:
            place = near(answer)
            return place if place is not None and item.is_right(problem, items[place], answer) else None

        def named(answer: object) -> str:
            return self.name(problem, item.key(answer))

        def near(answer: object) -> int | None:
            return places.get(item.key(answer))

        def beside(each: object, text: str) -> str:  # where the name of what it is about is all, the name
            return text.removeprefix(f"{named(each)} ")

        expected = [(named(each), beside(each, item.show(problem, each))) for each in items]
        written = [
            one._replace(about=None if one.about is None else places.get(one.about))
            if isinstance(one, Malformed)
            else one._replace(text=beside(one.value, one.text))
            for one in given
        ]
        report = mark_sequence(marker, expected, written, position, named, near)
        return report._replace(entries=tuple(map(_about_node, report.entries))) if item.fields else report

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a list."""
        return list_of(self.item.fragment(definitions), self.item.many, blanks=blanks)

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: lines for as many items as there are nodes."""
        return Room(letters(self.keys.known(problem), self.item.letters))

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: nodes in order that a search can come to, or a row for each with its fields."""
        item, keys = self.item, problem.game.reached() if self.keys is NODES else None
        return Widget("list", self.keys.named(problem, keys), item.fields, item.about, item.empty, tool=item.tool)

    def items(self, case: Case, answer: Sequence[object]) -> Carried:
        """Return what a learning platform asks: a place for each node that could be listed, to choose a node for; each counts by itself."""
        problem = case.problem
        if self.item.fields:
            return Upload("which rows there are is for students to find, and a platform cannot add any")
        nodes = problem.game.reached()
        if len(nodes) > _MOST_PLACES:
            return Upload(f"a list of up to {len(nodes)} nodes is too long for a platform's page")
        each = equal_shares(len(answer) or len(nodes))
        listed = [self.item.key(one) for one in answer]
        right = [*listed, *[None] * len(nodes)][: len(nodes)]  # a search by a wrong rule may go on below a horizon

        def options(one: Key | None) -> Iterable[tuple[str, bool]]:
            return (*((show_node(problem, node), node == one) for node in nodes), (NOTHING, one is None))

        picks = (
            pick(f"{place}.", 0 if answer and one is None else each, options(one)) for place, one in enumerate(right, 1)
        )
        how = f"Choose them in order from the first place on, and {NOTHING} for the rest."
        places = {
            one: place for place, one in enumerate(listed)
        }  # one that a wrong answer leaves out stands at the end
        in_order = sorted(nodes, key=lambda node: places.get(node, len(answer))) if self.has_all else ()
        return Items(tuple(picks), how, tuple(show_node(problem, node) for node in in_order))


def _about_node(entry: Entry) -> Entry:
    """Return the entry of an item that says something of its node; a wrong or missing one says what is expected."""
    if entry.verdict is Verdict.MALFORMED and entry.expected is None:
        return entry  # what it is about cannot be read
    is_lacking = entry.verdict in (Verdict.WRONG, Verdict.MISSING) and entry.node is not None
    message = entry.message or (f"expected {entry.expected}" if is_lacking else "")
    return entry._replace(is_node=False, message=message)
