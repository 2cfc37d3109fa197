"""Objects that the solver is run on: numbers at leaves, orders of children, a whole tree; and how large one may be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import lcm
from typing import NamedTuple

from grader.core.answers import cells as read
from grader.core.answers.case import Key, NotJudged, show_given
from grader.core.answers.inputs import Field, Limits, TreeWidget, Widget
from grader.core.answers.lists import name_shape
from grader.core.answers.part import A_NUMBER, Fragment, Keys, Room, Template, shape
from grader.core.answers.reports import Written
from grader.core.answers.run import ObjectForm
from grader.core.data import Plain
from grader.core.errors import Path
from grader.core.games.problem import Problem
from grader.core.games.tree import Tree
from grader.core.numbers import MOST_DIGITS, Number, write_number
from grader.core.text import printable

# -- how large an object may be that is handed in to be run

MOST_NODES = 1000
MOST_LEVELS = 100
LONGEST_NUMBER = 30
"""Caps on an object: nodes of a tree, levels below its root, and letters of a number."""


def short_number(raw: object, path: Path) -> Written:
    """Return a number that is neither long nor large. Raises NotJudged."""
    if len(str(raw)) > LONGEST_NUMBER:
        raise NotJudged(f"is too long, expected a number of at most {LONGEST_NUMBER} characters", path)
    written = read.number(raw, path)
    number = written.value
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > 4 * LONGEST_NUMBER:
        raise NotJudged(f"is too large, expected a number of at most {LONGEST_NUMBER} digits", path)
    return written


def check_denominators(numbers: Iterable[Number]) -> None:
    """Refuse fractions whose sum would have more digits than any answer may have. Raises NotJudged."""
    common = 1
    for number in numbers:
        common = lcm(common, number.denominator)
        if common.bit_length() > 3 * MOST_DIGITS:
            raise NotJudged("holds too many different fractions; expected numbers with fewer digits")


# -- the object that gives leaves their numbers

Filling = dict[Key, Number]
Refuse = Callable[[Problem, Filling], tuple[Key, str] | None]
"""From numbers at leaves to the leaf whose number has no place there, and why; None where all have."""


class Rules(NamedTuple):
    """What the statement says of the numbers, as a page checks it: their limits, and those that stand elsewhere (see `Widget`)."""

    limits: Limits | None = None
    taken: Sequence[tuple[str, str]] | None = None


class Fillings(ObjectForm):
    """The object that gives leaves their numbers. `said` are the leaves that may have one; `is_open`: any of them."""

    def __init__(
        self,
        keys: Keys,
        refuse: Refuse,
        said: Callable[[Problem], Sequence[Key]],
        rules: Callable[[Problem], Rules],
        *,
        is_open: bool,
    ) -> None:
        self.keys, self.refuse, self.said, self.rules, self.is_open = keys, refuse, said, rules, is_open

    def read(self, problem: Problem, raw: Mapping[str, object]) -> Written:
        """Return the numbers at leaves. Raises NotJudged."""
        known = self.keys.known(problem)
        entries = read.all_of(read.mapping(raw, known, self.keys.what, short_number))
        filling: Filling = {leaf: written.value for leaf, written in entries.items() if written is not None}
        check_denominators(filling.values())
        if refused := self.refuse(problem, filling):
            leaf, message = refused
            raise NotJudged(message, (next(text for text in raw if known[text.strip()] == leaf),))
        return Written(filling, show_given(raw))

    def write(self, problem: Problem, one: Filling) -> Plain:
        """Return the numbers as a mapping from leaves."""
        return {self.keys.name(problem, leaf): write_number(number) for leaf, number in one.items()}

    def show(self, problem: Problem, one: Filling) -> str:
        """Return the leaves with their numbers."""
        said = (f"{printable(self.keys.name(problem, leaf))} = {problem.say(it)}" for leaf, it in one.items())
        return ", ".join(said)

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a mapping to numbers, any of which may be blank."""
        number: Fragment = {"$ref": f"{definitions}number"}
        return _mapping("a mapping from leaf ids to numbers", number)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: an example, or the leaves that are to be filled."""
        return Template("for example {X: 3, Y: 7}") if self.is_open else Template("", self._names(problem))

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: a line for each leaf that is to be filled, or for some."""
        names = self._names(problem)
        return Room(2 * A_NUMBER) if self.is_open else Room(A_NUMBER * len(names), names)

    def _names(self, problem: Problem) -> list[str]:
        return [self.keys.name(problem, leaf) for leaf in self.said(problem)]

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: a field for each leaf."""
        limits, taken = self.rules(problem)
        named, fields = self.keys.named(problem, self.said(problem)), [Field("", "number", limits=limits, name="value")]
        return Widget("each", named, fields, is_open=self.is_open, taken=taken)


def _mapping(what: str, entry: Fragment) -> Fragment:
    return {"description": what, "type": "object", "additionalProperties": shape(entry, blanks=True)}


# -- the object that says in which order the children of nodes stand

_A_NAME = 3
"""About as many letters as a name has, written by hand."""

Children = Callable[[Problem], Mapping[Key, Sequence[Key]]]
"""From a problem to the children of every node that has some, in the order of the problem."""

Names = Callable[[Problem, Key], Sequence[str]]
"""From a child to what it may be called: its id, its move."""

Order = dict[Key, tuple[Key, ...]]


class Orders(ObjectForm):
    """The object that says in which order the children of nodes stand; those of other nodes stay as they are."""

    example = "for example {X: [Z, Y]}; a node that is not named keeps its order"

    def __init__(self, keys: Keys, children: Children, names: Names) -> None:
        self.keys, self.children, self.names = keys, children, names

    def read(self, problem: Problem, raw: Mapping[str, Sequence[object] | None]) -> Written:
        """Return the orders. Raises NotJudged."""
        children = self.children(problem)
        known = {text: key for text, key in self.keys.known(problem).items() if key in children}
        order: Order = {}
        for text, listed in raw.items():
            node: Key = read.name(text, known, "node with children", (text,)).value
            if node in order:
                raise NotJudged(f'the node "{printable(text.strip())}" stands here twice, expected once', (text,))
            if listed is not None:
                called = {child: self.names(problem, child) for child in children[node]}
                order[node] = _read_children(called, _known_of(called), listed, (text,))
        return Written(order, show_given(raw))

    def write(self, problem: Problem, one: Order) -> dict[str, list[str]]:
        """Return the orders as a mapping from nodes."""
        name = self.keys.name
        return {name(problem, node): [name(problem, child) for child in its] for node, its in one.items()}

    def show(self, problem: Problem, one: Order) -> str:
        """Return each node with its children."""

        def named(key: Key) -> str:
            return printable(self.keys.name(problem, key))

        return "; ".join(f"{named(node)}: {', '.join(map(named, its))}" for node, its in one.items())

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a mapping to lists of names, any of which may be blank."""
        what = "a list of all children of the node, such as [G, H]"
        one: Fragment = {"description": what, "type": "array", "items": name_shape(definitions)}
        return _mapping("a mapping from nodes to their children in the new order", one)

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: room for all nodes with several children."""
        return Room(sum(_A_NAME * (1 + len(its)) for its in self.children(problem).values() if len(its) > 1))

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: the tree, whose children are put in order."""
        return Widget("tree", self.keys.named(problem), tree=TreeWidget(("order",), "children"))


def _known_of(called: Mapping[Key, Sequence[str]]) -> dict[str, Key | None]:
    """Return which child each name means; None where it could mean two."""
    known: dict[str, Key | None] = {}
    for child, its in called.items():
        for name in dict.fromkeys(its):
            known[name] = None if name in known else child
    return known


def _read_children(
    called: Mapping[Key, Sequence[str]], known: Mapping[str, Key | None], listed: Sequence[object], path: Path
) -> tuple[Key, ...]:
    found: list[Key] = []
    for place, raw in enumerate(listed):
        child = read.name(raw, known, "child of this node called", (*path, place)).value
        if child is None or child in found:
            text = printable(str(raw).strip())
            twice = f'the child "{text}" stands here twice, expected once'
            both = f'"{text}" could mean two children of this node; write their ids'
            raise NotJudged(both if child is None else twice, (*path, place))
        found.append(child)
    missing = [printable(its[0]) for child, its in called.items() if child not in found]
    if missing:
        raise NotJudged(f"leaves out {', '.join(missing[:12])}; expected each child of the node once", path)
    return tuple(found)


# -- the object that is a whole tree: a nested list

NESTED = "[[a, b], [c, d]]"
"""How a tree is written, with letters for numbers: an example with numbers could reach a goal."""

Grow = Callable[[Problem, object], tuple[Tree | None, str, Path]]
"""From a problem and a nested list to its tree, or to what is wrong with it and where."""


class NestedTree(ObjectForm):
    """The object that is a whole tree, a nested list. `grow` reads one that is small enough, `refuse` says what is wrong with it."""

    definition = "list-node"
    example = f"a nested list such as {NESTED}, with numbers for the letters"
    is_drawn = True

    def __init__(
        self, grow: Grow, nested: Callable[[Problem, Tree], Plain], refuse: Callable[[Problem, Tree], str]
    ) -> None:
        self.grow, self.nested, self.refuse = grow, nested, refuse

    def read(self, problem: Problem, raw: object) -> Written:
        """Return the tree. Raises NotJudged."""
        _check_size(raw)
        tree, message, path = self.grow(problem, raw)
        if tree is None or (message := self.refuse(problem, tree)):
            raise NotJudged(message, path)
        return Written(tree, show_given(raw))

    def write(self, problem: Problem, one: Tree) -> Plain:
        """Return the tree as a nested list."""
        return self.nested(problem, one)

    def show(self, problem: Problem, one: Tree) -> str:
        """Return the tree as it is written."""
        return show_given(self.nested(problem, one))

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: a tree to be drawn, in which the players take turns."""
        return Widget("tree", fields=[Field("value", "number", name="value")], tree=TreeWidget(("grow",), "list"))


def _check_size(raw: object) -> None:
    """Refuse a nested list that is too large to be a tree that is run. Raises NotJudged; never looks at more than fits."""
    waiting: list[tuple[object, Path]] = [(raw, ())]
    numbers: list[Number] = []
    for item, path in waiting:
        if not isinstance(item, list):
            numbers.append(short_number(item, path).value)
            continue
        if len(path) > MOST_LEVELS:
            raise NotJudged(f"is nested too deep, expected at most {MOST_LEVELS} levels below the root", path[:1])
        if len(waiting) + len(item) > MOST_NODES:
            raise NotJudged(f"is too large, expected a tree of at most {MOST_NODES:,} nodes")
        waiting.extend((child, (*path, place)) for place, child in enumerate(item))
    check_denominators(numbers)
