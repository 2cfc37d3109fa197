"""The forms of answers that are lists: in order (`Listing`), a path (`Line`), and a set of leaves (`LeafSet`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from grader.answers import read
from grader.answers.case import Answer, Case, Key, NotJudged, Raw
from grader.answers.cells import is_right_window, show_window
from grader.answers.forms import NODES
from grader.answers.leaf_set import Pruned, mark_pruned, pruned_below
from grader.answers.part import Fragment, Keys, Part, Template
from grader.exact import Number, write_number
from grader.games.problem import Problem
from grader.marks.by_shape import mark_one, mark_sequence
from grader.marks.reports import PartReport, Written
from grader.printable import printable
from grader.search import Cutoff

_A_LIST = "a list of node ids such as [G, H]"


class Item(NamedTuple):
    """What a list holds: how one item is read, written, shown and compared, and what many are called. No two expected items have the same key."""

    read: Callable[[Problem, Raw, Mapping[str, Key], int], Written]
    write: Callable[[Problem, Answer], Raw]
    show: Callable[[Problem, Answer], str]
    key: Callable[[Answer], Key]
    is_right: Callable[[Problem, Answer, Answer], bool]
    fragment: Callable[[str], Fragment]
    many: str
    example: str


def _list_of(items: Fragment, what: str, *, blanks: bool) -> Fragment:
    return {"description": what, "type": ["array", "null"] if blanks else "array", "items": items}


def _name_shape(definitions: str) -> Fragment:
    return {"$ref": f"{definitions}name"}


def _names(definitions: str, *, blanks: bool) -> Fragment:
    return _list_of(_name_shape(definitions), _A_LIST, blanks=blanks)


def _read_names(keys: Keys, problem: Problem, raw: Raw) -> list[Written]:
    return read.names(raw, keys.known(problem), keys.what)


def _values(given: Sequence[Written]) -> list[Answer]:
    return [written.value for written in given]


def _read_node(problem: Problem, raw: Raw, known: Mapping[str, Key], place: int) -> Written:
    return read.name(raw, known, NODES.what, (place,))


def _show_node(problem: Problem, node: Key) -> str:
    return printable(NODES.name(problem, node))


def _itself(node: Key) -> Key:
    return node


def _is_equal(problem: Problem, expected: Answer, other: Answer) -> bool:
    return bool(expected == other)


NODE = Item(_read_node, NODES.name, _show_node, _itself, _is_equal, _name_shape, _A_LIST, "for example [X, Y, Z]")


def _read_cutoff(problem: Problem, raw: Raw, known: Mapping[str, Key], place: int) -> Written:
    missing = [field for field in ("node", "alpha", "beta") if raw.get(field) is None]
    if missing:
        raise NotJudged(f"{missing[0]} is missing, expected {{node, alpha, beta}}", (place,))
    node = read.name(raw["node"], known, NODES.what, (place, "node"))
    alpha, beta = (read.bound(raw[field], (place, field)) for field in ("alpha", "beta"))
    text = f"{node.text} [{alpha.text}, {beta.text}]"
    return Written(Cutoff(node.value, alpha.value, beta.value, range(0)), text)


def _write_cutoff(problem: Problem, cutoff: Cutoff) -> Raw:
    bounds = {"alpha": write_number(cutoff.alpha), "beta": write_number(cutoff.beta)}
    return {"node": NODES.name(problem, cutoff.node), **bounds}


def _show_cutoff(problem: Problem, cutoff: Cutoff) -> str:
    return f"{_show_node(problem, cutoff.node)} {show_window(problem, (cutoff.alpha, cutoff.beta))}"


def _node_of(cutoff: Cutoff) -> Key:
    return cutoff.node


def _is_right_cutoff(problem: Problem, expected: Cutoff, other: Cutoff) -> bool:
    return expected.node == other.node and is_right_window(problem, expected[1:3], other[1:3])


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


CUTOFF = Item(
    _read_cutoff,
    _write_cutoff,
    _show_cutoff,
    _node_of,
    _is_right_cutoff,
    _cutoff_shape,
    "a list of cutoffs, each a mapping with node, alpha and beta",
    "for example [{node: X, alpha: 3, beta: 2}], or [] for none",
)


class Listing(NamedTuple):
    """Items in order. Reference answers are the items in their order; marks go by the longest common subsequence."""

    item: Item = NODE
    by_entry: bool = False
    missing_is_blank: bool = False
    by_item: bool = True

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of what an item is about."""
        return _show_node(problem, key)

    def read(self, problem: Problem, raw: Raw) -> list[Written]:
        """Return the items that were written. Raises NotJudged."""
        known = NODES.known(problem)
        return [self.item.read(problem, each, known, place) for place, each in enumerate(raw)]

    def write(self, problem: Problem, answer: Sequence[Answer]) -> Raw:
        """Return the items as a document holds them."""
        return [self.item.write(problem, each) for each in answer]

    def meant(self, problem: Problem, given: Sequence[Written]) -> list[Answer]:
        """Return the items that were written."""
        return _values(given)

    def same(self, problem: Problem, answer: Sequence[Answer], other: Sequence[Answer]) -> bool:
        """Return whether both hold the same items in the same order."""
        return len(answer) == len(other) and all(
            self.item.is_right(problem, mine, its) for mine, its in zip(answer, other, strict=True)
        )

    def mark(self, case: Case, part: Part, given: Sequence[Written], possible: Number) -> PartReport:
        """Return the marks by the longest run of right items in the right order."""
        problem, item, items = case.problem, self.item, case.expected(part.name)
        places = {item.key(each): place for place, each in enumerate(items)}

        def position(answer: Answer) -> int | None:
            place = places.get(item.key(answer))
            return place if place is not None and item.is_right(problem, items[place], answer) else None

        expected = [(self.name(problem, item.key(each)), item.show(problem, each)) for each in items]
        return mark_sequence(part.name, possible, expected, given, position)

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a list."""
        return _list_of(self.item.fragment(definitions), self.item.many, blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how the list is written."""
        return Template(self.item.example)


class Lines(NamedTuple):
    """The accepted paths: the one to print, and for each node on one of them the children that continue it."""

    first: Sequence[Key]
    continuations: Mapping[Key, Sequence[Key]]

    @property
    def is_only(self) -> bool:
        """Return whether there is one path only."""
        return all(len(children) == 1 for children in self.continuations.values())

    def accepts(self, path: Sequence[Key]) -> bool:
        """Return whether the path is one of them: from the root, each step a continuation, to a leaf."""
        return (
            bool(path)
            and path[0] == self.first[0]
            and path[-1] not in self.continuations
            and all(child in self.continuations.get(node, ()) for node, child in pairwise(path))
        )


class Line(NamedTuple):
    """A path from the root to a leaf. Reference answers are all that is accepted (`Lines`)."""

    keys: Keys = NODES
    by_entry: bool = False
    missing_is_blank: bool = False
    by_item: bool = False  # one path, right or wrong as a whole

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of a node of the path."""
        return printable(self.keys.name(problem, key))

    def read(self, problem: Problem, raw: Raw) -> list[Written]:
        """Return the nodes that were listed. Raises NotJudged."""
        return _read_names(self.keys, problem, raw)

    def write(self, problem: Problem, answer: Lines) -> Raw:
        """Return the path to print, as a document holds it."""
        return [self.keys.name(problem, key) for key in answer.first]

    def meant(self, problem: Problem, given: Sequence[Written]) -> Lines:
        """Return the path that was listed, as the only accepted one."""
        path = _values(given)
        return Lines(path, {node: [child] for node, child in pairwise(path)})

    def same(self, problem: Problem, answer: Lines, other: Lines) -> bool:
        """Return whether the path that the other answer prints is accepted."""
        return answer.accepts(other.first)

    def mark(self, case: Case, part: Part, given: Sequence[Written], possible: Number) -> PartReport:
        """Return all marks or none."""
        lines: Lines = case.expected(part.name)
        path = Written(_values(given), ", ".join(step.text for step in given) or "none")
        expected = ", ".join(self.name(case.problem, key) for key in lines.first)
        expected += "" if lines.is_only else ", or another line that is as good"
        return mark_one(part.name, possible, path, expected, right=lines.accepts(path.value))

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a list of names."""
        return _names(definitions, blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how a path is written."""
        return Template("for example [X, Y, Z]")


class LeafSet(NamedTuple):
    """A set of leaves, listed as leaves or as the nodes above them. Reference answers are `Pruned`."""

    keys: Keys = NODES
    by_entry: bool = False
    missing_is_blank: bool = False
    by_item: bool = True

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of a node."""
        return printable(self.keys.name(problem, key))

    def read(self, problem: Problem, raw: Raw) -> list[Written]:
        """Return the nodes that were listed. Raises NotJudged."""
        return _read_names(self.keys, problem, raw)

    def write(self, problem: Problem, answer: Pruned) -> Raw:
        """Return the nodes that list the set as the problem asks for it."""
        nodes = answer.listed(problem.game, problem.conventions.list_pruned_as)
        return [self.keys.name(problem, node) for node in nodes]

    def meant(self, problem: Problem, given: Sequence[Written]) -> Pruned:
        """Return the set of the leaves at or below the listed nodes."""
        return pruned_below(problem.game, sorted(set(_values(given))))

    def same(self, problem: Problem, answer: Pruned, other: Pruned) -> bool:
        """Return whether both are the same leaves."""
        return answer.leaves == other.leaves

    def mark(self, case: Case, part: Part, given: Sequence[Written], possible: Number) -> PartReport:
        """Return the marks, leaf by leaf."""
        return mark_pruned(part.name, case.problem.game, case.expected(part.name), given, possible, case.why)

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a list of names."""
        return _names(definitions, blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how a set is written."""
        return Template("for example [X, Y], or [] for nothing")
