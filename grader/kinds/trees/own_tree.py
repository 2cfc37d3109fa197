"""The tree of a game as a student drew it: what stands there, and what is said of each node.

A node that belongs there and is missing is drawn too where the reader may see what was expected; what is missing below it is only counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from grader.answers.case import Attempt, Solution
from grader.answers.drawn import Drawing, Moves, Spot, judged_spots, spot_words
from grader.diagram import Diagram, DiagramNode, Numbers, Remark
from grader.games.problem import Problem
from grader.games.tree import LEAF
from grader.kinds.trees.diagram import SHAPES, tree_diagram
from grader.kinds.trees.drawn_part import TREE, drawn, ways
from grader.marks.reports import ProblemReport, Reveal, Verdict, Written
from grader.printable import printable
from grader.words import count

MOST_DRAWN = 200
"""Of a larger tree so many nodes are drawn, level by level, and the others are counted."""
_LONGEST = 40
_JUDGED = (Reveal.VERDICTS, Reveal.EXPECTED)


def drawn_trees(
    problem: Problem, solution: Solution | None, attempt: Attempt | None, report: ProblemReport, numbers: Numbers
) -> Sequence[Diagram]:
    """Return the student's own tree, then the right one where it is another and may be seen; where none could be read that one, or the start."""
    own, right = own_tree(problem, attempt, report), tree_diagram(problem, solution, attempt, report, numbers)
    is_seen = solution is not None
    if own is None:
        return (right._replace(heading="The right tree" if is_seen else "The start"),)
    value = right.nodes[0].number
    of_value = (value._replace(label="value"),) if value is not None and value.verdict is not None else ()
    own = own._replace(facts=(*own.facts, *of_value, *right.facts))
    if not is_seen or all(node.verdict is Verdict.CORRECT for node in own.nodes):
        return (own,)
    plain = tree_diagram(problem, solution, None, None, numbers)
    return own, plain._replace(title=f"{plain.title}: the right tree", heading="The right tree")


def own_tree(problem: Problem, attempt: Attempt | None, report: ProblemReport) -> Diagram | None:
    """Return the student's own tree, None where there is none that could be read."""
    given = (attempt or {}).get(TREE)
    if not isinstance(given, Written):
        return None
    drawing: Drawing = given.value
    sketch = _Sketch(problem, drawing, report.reveal)
    paths = sketch.paths()
    place = {path: number for number, path in enumerate(paths)}
    nodes = tuple(sketch.node(path, place[path[:-1]] if path else -1) for path in paths)
    there, size = sum(path in drawing for path in paths), len(drawing)
    heading = "Your tree" if there == size else f"Your tree: {there:,} of its {size:,} nodes"
    title = printable(problem.title or problem.id)
    return Diagram(f"{title}: your tree", nodes, heading=heading)


class _Sketch:
    """A student's tree beside the right one, as far as the reader may see that."""

    def __init__(self, problem: Problem, drawing: Drawing, reveal: Reveal) -> None:
        self.problem, self.drawing = problem, drawing
        right = drawn(problem.game)
        self.verdicts = judged_spots(problem, right, drawing) if reveal in _JUDGED else {}
        self.right: Drawing = right if reveal is Reveal.EXPECTED else {}
        self.known = {path: node for node, path in enumerate(ways(problem.game))} if self.right else {}
        self.below = _below_missing(self.right, drawing)

    def paths(self) -> list[Moves]:
        """Return the nodes that are drawn, level by level: of each node's children first those that the student drew."""
        children: dict[Moves, list[Moves]] = {}
        for path in (*self.drawing, *self.below):
            if path:
                children.setdefault(path[:-1], []).append(path)
        found: list[Moves] = [()]
        for path in found:
            if len(found) >= MOST_DRAWN:
                break
            found += children.get(path, ())
        return found[:MOST_DRAWN]

    def node(self, path: Moves, parent: int) -> DiagramNode:
        """Return one node with what is said of it."""
        spot = self.drawing.get(path) or self.right[path]
        verdict = self.verdicts.get(path)
        node = self.known.get(path) if path in self.right else None
        return DiagramNode(
            SHAPES[spot.kind],
            "" if node is None else printable(self.problem.whole.ids[node]),
            parent,
            value=spot_words(self.problem, spot) if spot.kind == LEAF else "",
            move=printable(path[-1], _LONGEST) if path else "",
            remarks=tuple(self._said(path, verdict)) if verdict else (),
            verdict=verdict,
            key=node,
        )

    def _said(self, path: Moves, verdict: Verdict) -> Iterator[Remark]:
        right = self.right.get(path) if verdict is Verdict.WRONG else None
        yield Remark("", verdict, expected="" if right is None else _what(self.problem, right, self.drawing[path]))
        if more := self.below.get(path):
            yield Remark(f"{count(more, 'node')} below it")


def _what(problem: Problem, right: Spot, given: Spot) -> str:
    """Return what belongs at a node: a leaf's value, behind the word where no leaf stands there."""
    said = spot_words(problem, right)
    return f"leaf {said}" if right.kind == LEAF != given.kind else said


def _below_missing(right: Drawing, given: Drawing) -> Mapping[Moves, int]:
    """Return each missing node that belongs below one which the student drew, no leaf, with how many are missing below it."""
    first: dict[Moves, Moves] = {}
    for path in right:
        if path not in given:
            first[path] = first.get(path[:-1], path)
    sizes = Counter(first.values())
    return {top: size - 1 for top, size in sizes.items() if top and given[top[:-1]].kind != LEAF}
