"""The object that says in which order the children of nodes stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from grader.answers import read
from grader.answers.as_data import shape
from grader.answers.case import Key, NotJudged, Raw, show_given
from grader.answers.items import name_shape
from grader.answers.objects import Thing
from grader.answers.part import Fragment, Keys, Room, Template
from grader.answers.widget import Widget
from grader.errors import Path
from grader.games.problem import Problem
from grader.marks.reports import Written
from grader.printable import printable

_A_NAME = 3
"""About as many letters as a name has, written by hand."""

Children = Callable[[Problem], Mapping[Key, Sequence[Key]]]
"""From a problem to the children of every node that has some, in the order of the problem."""

Names = Callable[[Problem, Key], Sequence[str]]
"""From a child to what it may be called: its id, its move."""

Order = dict[Key, tuple[Key, ...]]


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
            order[node] = _read_children(called, _known_of(called), listed, (text,))
    return order


def _known_of(called: Mapping[Key, Sequence[str]]) -> dict[str, Key | None]:
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
