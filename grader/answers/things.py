"""The objects that students hand in to be run: orders of children, numbers at leaves, a tree as a nested list.

Each is read with its caps: an object comes from a stranger, and nothing runs before its size is known to be small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import lcm

from grader.answers import read
from grader.answers.as_data import shape
from grader.answers.case import Key, NotJudged, Raw, show_given
from grader.answers.cells import A_NUMBER
from grader.answers.items import name_shape
from grader.answers.objects import Thing
from grader.answers.part import Fragment, Keys, Room, Template
from grader.answers.widget import Field, Widget
from grader.errors import Path
from grader.exact import MOST_DIGITS, Number, write_number
from grader.games.problem import Problem
from grader.marks.reports import Written
from grader.printable import printable

MOST_NODES = 1000
MOST_LEVELS = 100
LONGEST_NUMBER = 30
"""Caps on an object: nodes of a tree, levels below its root, and letters of a number."""

_A_NAME = 3
_A_TREE = 120
"""About as many letters as these have, written by hand."""

Children = Callable[[Problem], Mapping[Key, Sequence[Key]]]
"""From a problem to the children of every node that has some, in the order of the problem."""

Names = Callable[[Problem, Key], Sequence[str]]
"""From a child to what it may be called: its id, its move."""

Order = dict[Key, tuple[Key, ...]]
Filling = dict[Key, Number]
Refuse = Callable[[Problem, Filling], tuple[Key, str] | None]
"""From numbers at leaves to the leaf whose number has no place there, and why; None where all have."""


# orders of children


def orders(keys: Keys, children: Children, names: Names) -> Thing:
    """Return the object that says in which order the children of nodes stand; those of other nodes stay as they are."""

    def read_orders(problem: Problem, raw: Mapping[str, Raw]) -> Written:
        return Written(_read_orders(problem, raw, keys, children(problem), names), show_given(raw))

    def named(problem: Problem, key: Key) -> str:
        return printable(keys.name(problem, key))

    def show(problem: Problem, order: Order) -> str:
        said = (
            f"{named(problem, node)}: {', '.join(named(problem, one) for one in its)}" for node, its in order.items()
        )
        return "; ".join(said)

    def write(problem: Problem, order: Order) -> Raw:
        return {keys.name(problem, node): [keys.name(problem, one) for one in its] for node, its in order.items()}

    def template(problem: Problem) -> Template:
        return Template("for example {X: [Z, Y]}; a node that is not named keeps its order", [])

    def room(problem: Problem) -> Room:
        return Room(sum(_A_NAME * (1 + len(its)) for its in children(problem).values() if len(its) > 1))

    def widget(problem: Problem) -> Widget:
        groups = [(node, list(its)) for node, its in children(problem).items() if len(its) > 1]
        there = [key for node, its in groups for key in (node, *its)]
        return Widget("orders", keys.named(problem, dict.fromkeys(there)), groups=groups)

    return Thing(read_orders, write, show, _shape_of_orders, template, room, widget)


def _shape_of_orders(definitions: str) -> Fragment:
    one = {
        "description": "a list of all children of the node, such as [G, H]",
        "type": "array",
        "items": name_shape(definitions),
    }
    return {
        "description": "a mapping from nodes to their children in the new order",
        "type": "object",
        "additionalProperties": shape(one, blanks=True),
    }


def _read_orders(
    problem: Problem, raw: Mapping[str, Raw], keys: Keys, children: Mapping[Key, Sequence[Key]], names: Names
) -> Order:
    known = {text: key for text, key in keys.known(problem).items() if key in children}
    order: Order = {}
    for text, listed in raw.items():
        node = read.name(text, known, "node with children", (text,)).value
        if node in order:
            raise NotJudged(f'the node "{printable(text.strip())}" stands here twice, expected once', (text,))
        if listed is not None:
            called = {child: names(problem, child) for child in children[node]}
            order[node] = _read_children(called, known_of(called), listed, (text,))
    return order


def known_of(called: Mapping[Key, Sequence[str]]) -> dict[str, Key | None]:
    """Return which child each name means; None where it could mean two."""
    known: dict[str, Key | None] = {}
    for child, its in called.items():
        for name in dict.fromkeys(its):
            known[name] = None if name in known else child
    return known


def _read_children(
    called: Mapping[Key, Sequence[str]], known: Mapping[str, Key | None], listed: Sequence[Raw], path: Path
) -> tuple[Key, ...]:
    found: list[Key] = []
    for place, raw in enumerate(listed):
        child = read.name(raw, known, "child of this node called", (*path, place)).value  # type: ignore[arg-type]
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


# numbers at leaves


def fillings(keys: Keys, refuse: Refuse, said: Callable[[Problem], Sequence[Key]], *, is_open: bool) -> Thing:
    """Return the object that gives leaves their numbers. `said` are the leaves that may have one; `is_open`: any of them."""

    def read_filling(problem: Problem, raw: Mapping[str, Raw]) -> Written:
        return Written(_read_filling(problem, raw, keys, refuse), show_given(raw))

    def show(problem: Problem, filling: Filling) -> str:
        return ", ".join(f"{printable(keys.name(problem, leaf))} = {problem.say(it)}" for leaf, it in filling.items())

    def write(problem: Problem, filling: Filling) -> Raw:
        return {keys.name(problem, leaf): write_number(number) for leaf, number in filling.items()}

    def template(problem: Problem) -> Template:
        return Template("for example {X: 3, Y: 7}" if is_open else "", [] if is_open else _names(problem))

    def _names(problem: Problem) -> list[str]:
        return [keys.name(problem, leaf) for leaf in said(problem)]

    def room(problem: Problem) -> Room:
        names = _names(problem)
        return Room(A_NUMBER * (2 if is_open else len(names)), () if is_open else names)

    def widget(problem: Problem) -> Widget:
        return Widget("each", keys.named(problem, said(problem)), [Field("", "number")], is_open=is_open)

    return Thing(read_filling, write, show, _shape_of_filling, template, room, widget)


def _shape_of_filling(definitions: str) -> Fragment:
    return {
        "description": "a mapping from leaf ids to numbers",
        "type": "object",
        "additionalProperties": shape({"$ref": f"{definitions}number"}, blanks=True),
    }


def _read_filling(problem: Problem, raw: Mapping[str, Raw], keys: Keys, refuse: Refuse) -> Filling:
    entries = read.mapping(raw, keys.known(problem), keys.what, _short_number)
    filling = {leaf: written.value for leaf, written in entries.items() if written is not None}
    _check_denominators(filling.values())
    if refused := refuse(problem, filling):
        leaf, message = refused
        text = next(text for text in raw if keys.known(problem)[text.strip()] == leaf)
        raise NotJudged(message, (text,))
    return filling


def _short_number(raw: Raw, path: Path) -> Written:
    if len(str(raw)) > LONGEST_NUMBER:
        raise NotJudged(f"is too long, expected a number of at most {LONGEST_NUMBER} characters", path)
    written = read.number(raw, path)
    number = written.value
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > 4 * LONGEST_NUMBER:
        raise NotJudged(f"is too large, expected a number of at most {LONGEST_NUMBER} digits", path)
    return written


def _check_denominators(numbers: Iterable[Number]) -> None:
    """Refuse fractions whose sum would have more digits than any answer may have. Raises NotJudged."""
    common = 1
    for number in numbers:
        common = lcm(common, number.denominator)
        if common.bit_length() > 3 * MOST_DIGITS:
            raise NotJudged("holds too many different fractions; expected numbers with fewer digits")


# a tree

NESTED = "[[a, b], [c, d]]"
"""How a tree is written, with letters for numbers: an example with numbers could reach a goal."""

Grow = Callable[[Problem, Raw], tuple[object, str, Path]]
"""From a problem and a nested list to its tree, or to what is wrong with it and where."""


def nested(grow: Grow, write: Callable[[Problem, object], Raw], refuse: Callable[[Problem, object], str]) -> Thing:
    """Return the object that is a whole tree, a nested list. `grow` reads one that is small enough, `refuse` says what is wrong with it."""

    def read_tree(problem: Problem, raw: Raw) -> Written:
        check_size(raw)
        tree, message, path = grow(problem, raw)
        if message or (message := refuse(problem, tree)):
            raise NotJudged(message, path)
        return Written(tree, show_given(raw))

    def show(problem: Problem, tree: object) -> str:
        return show_given(write(problem, tree))

    def template(problem: Problem) -> Template:
        return Template(f"a nested list such as {NESTED}, with numbers for the letters")

    def room(problem: Problem) -> Room:
        return Room(_A_TREE)

    def widget(problem: Problem) -> Widget:
        return Widget("text", fields=[Field("", "nested-list")], about=NESTED)

    return Thing(read_tree, write, show, _shape_of_tree, template, room, widget)


def _shape_of_tree(definitions: str) -> Fragment:
    return {"$ref": f"{definitions}list-node"}


def check_size(raw: Raw) -> None:
    """Refuse a nested list that is too large to be a tree that is run. Raises NotJudged; never looks at more than fits."""
    waiting: list[tuple[Raw, Path]] = [(raw, ())]
    numbers: list[Number] = []
    for item, path in waiting:
        if not isinstance(item, list):
            numbers.append(_short_number(item, path).value)
            continue
        if len(path) > MOST_LEVELS:
            raise NotJudged(f"is nested too deep, expected at most {MOST_LEVELS} levels below the root", path[:1])
        if len(waiting) + len(item) > MOST_NODES:
            raise NotJudged(f"is too large, expected a tree of at most {MOST_NODES:,} nodes")
        waiting.extend((child, (*path, place)) for place, child in enumerate(item))
    _check_denominators(numbers)
