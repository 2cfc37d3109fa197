"""The picture of a cost: a schematic tree, of each level one node with its siblings, and with the solution how many there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from grader.answers.case import Attempt, Solution
from grader.diagram import Diagram, DiagramNode, NodeShape, Numbers, Remark
from grader.exact import Number, say_large, say_short
from grader.games.problem import Problem
from grader.kinds.cost.growth import Growth
from grader.kinds.cost.solving import Work
from grader.kinds.trees.diagram import remark_of
from grader.marks.reports import ProblemReport
from grader.printable import printable

_FEW = 3  # children that are drawn; of more the first, some dots, and the last


class _Place(NamedTuple):
    """A node to draw: its depth, its parent's place, what stands on its edge, and whether it is the first of its level."""

    depth: int
    parent: int
    move: str
    is_first: bool


def cost_diagram(
    problem: Problem,
    solution: Solution | None,
    attempt: Attempt | None,
    report: ProblemReport | None,
    numbers: Numbers = Numbers.VALUES,
) -> Diagram:
    """Return the tree in outline; sizes of levels only with the solution."""
    growth: Growth = problem.game
    places = [*_places(growth)]
    keys = {depth: key for key, depth in enumerate(growth.shown)}
    work = Work(growth) if solution is not None else None
    nodes = tuple(_node(place, keys[place.depth], work) for place in places)
    return Diagram(printable(problem.title or problem.id), nodes, tuple(_facts(problem, solution, report)))


def _node(place: _Place, key: int, work: Work | None) -> DiagramNode:
    if not place.is_first:
        return DiagramNode(NodeShape.CHILD, "…", place.parent, move=place.move, called="")
    size = None if work is None else work.size(place.depth)
    number = None if size is None else Remark(say_short(size))
    is_shortened = size is not None and say_short(size) != say_large(size)
    more = (Remark(say_large(size)),) if size is not None and is_shortened else ()
    return DiagramNode(
        NodeShape.CHILD,
        f"depth {place.depth}",
        place.parent,
        move=place.move,
        number=number,
        remarks=more,
        key=key,
        called="",
    )


def _places(growth: Growth) -> Iterator[_Place]:
    """Yield the nodes level by level: below the first node of each level its first children and its last."""
    shown = growth.shown
    yield _Place(0, -1, "", is_first=True)
    first, count = 0, 1
    for above, depth in pairwise(shown):
        moves = _moves(growth.moves_above(above + 1)) if depth == above + 1 else ["…"]
        for at, move in enumerate(moves):
            yield _Place(depth, first, move, is_first=at == 0)
        first, count = count, count + len(moves)


def _moves(branching: Number) -> Sequence[str]:
    """Return what stands on the edges to the children that are drawn: their numbers, and dots for those left out."""
    if branching <= _FEW and isinstance(branching, int):
        return [str(at + 1) for at in range(branching)]
    return ["1", "…", say_large(branching)]


def _facts(problem: Problem, solution: Solution | None, report: ProblemReport | None) -> Iterator[Remark]:
    """Yield what was given and expected part by part; without a report the answers where they may be shown."""
    for part in report.parts if report else ():
        for entry in part.entries:
            if entry.given is not None or entry.expected is not None:
                yield remark_of(entry, " ".join(filter(None, (part.part, entry.node))))
