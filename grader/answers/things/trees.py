"""The object that is a whole tree: a nested list."""

from __future__ import annotations

from collections.abc import Callable

from grader.answers.case import NotJudged, Raw, show_given
from grader.answers.objects import Thing
from grader.answers.part import Fragment, Room, Template
from grader.answers.things.caps import MOST_LEVELS, MOST_NODES, check_denominators, short_number
from grader.answers.widget import Field, Widget
from grader.errors import Path
from grader.exact import Number
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.marks.reports import Written

_A_TREE = 120
"""About as many letters as a tree has, written by hand."""

NESTED = "[[a, b], [c, d]]"
"""How a tree is written, with letters for numbers: an example with numbers could reach a goal."""

Grow = Callable[[Problem, Raw], tuple[Tree | None, str, Path]]
"""From a problem and a nested list to its tree, or to what is wrong with it and where."""


def nested(grow: Grow, write: Callable[[Problem, Tree], Raw], refuse: Callable[[Problem, Tree], str]) -> Thing:
    """Return the object that is a whole tree, a nested list. `grow` reads one that is small enough, `refuse` says what is wrong with it."""

    def read_tree(problem: Problem, raw: Raw) -> Written:
        _check_size(raw)
        tree, message, path = grow(problem, raw)
        if tree is None or (message := refuse(problem, tree)):
            raise NotJudged(message, path)
        return Written(tree, show_given(raw))

    def show(problem: Problem, tree: Tree) -> str:
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


def _check_size(raw: Raw) -> None:
    """Refuse a nested list that is too large to be a tree that is run. Raises NotJudged; never looks at more than fits."""
    waiting: list[tuple[Raw, Path]] = [(raw, ())]
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
