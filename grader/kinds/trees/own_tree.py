"""The tree of a game as a student drew it: what stands there, and what is said of each node.

A node that belongs there and is missing is drawn too where the reader may see what was expected; what is missing below it is only counted.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from grader.core.answers.case import Attempt, Solution
from grader.core.answers.drawn_tree import Drawing, Moves, judged_spots, spot_words
from grader.core.answers.reports import ProblemReport, Reveal, Verdict, Written
from grader.core.drawing.diagram import Diagram, DiagramNode, Remark
from grader.core.games.problem import Problem
from grader.core.games.tree import LEAF
from grader.core.text import count, printable
from grader.kinds.record import View
from grader.kinds.trees.documents import TREE, is_to_be_drawn
from grader.kinds.trees.picture import SHAPES, tree_diagram
from grader.kinds.trees.solve import drawn, ways

MOST_DRAWN = 200
"""Of a larger tree so many nodes are drawn, level by level, and the others are counted."""
_LONGEST = 40
_JUDGED = (Reveal.VERDICTS, Reveal.EXPECTED)


def draw(view: View) -> Sequence[Diagram]:
    """Return the tree; of a student who was to draw it the own one too, see `drawn_trees`."""
    problem, solution, attempt, report, _ = view
    right = tree_diagram(view)
    if report is None or not is_to_be_drawn(problem):
        return (right,)
    own = own_tree(problem, attempt, report)
    plain = tree_diagram(view._replace(attempt=None, report=None))
    return drawn_trees(own, right, plain, is_seen=solution is not None)


def picture(problem: Problem, solution: Solution) -> Diagram:
    """Return the tree that steps are told beside, also where students are to draw it."""
    return tree_diagram(View(problem._replace(ask=())))


def drawn_trees(own: Diagram | None, right: Diagram, plain: Diagram, *, is_seen: bool) -> Sequence[Diagram]:
    """Return the student's own tree, then the right one where it is another and may be seen; where none could be read that one, or the start.

    `right` is the tree with what was answered of it, `plain` the one that is drawn.
    """
    value = right.nodes[0].number
    of_value = (value._replace(label="value"),) if value is not None and value.verdict is not None else ()
    facts = (*of_value, *right.facts)
    if own is None:
        return (plain._replace(facts=facts, heading="The right tree" if is_seen else "The start"),)
    own = own._replace(facts=(*own.facts, *facts))
    if not is_seen or all(node.verdict is Verdict.CORRECT for node in own.nodes):
        return (own,)
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
    return Diagram(f"{printable(problem.title or problem.id)}: your tree", nodes, heading=heading)


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
            move=printable(path[-1].strip(), _LONGEST) if path else "",
            remarks=tuple(self._said(path, verdict)) if verdict else (),
            verdict=verdict,
            key=node,
        )

    def _said(self, path: Moves, verdict: Verdict) -> Iterator[Remark]:
        """Yield what belongs at a node (a leaf's value, behind the word where no leaf stands there), and how many are missing below it."""
        right, expected = self.right.get(path) if verdict in (Verdict.WRONG, Verdict.BLANK) else None, ""
        if right is not None:
            is_no_leaf = right.kind == LEAF != self.drawing[path].kind
            expected = f"{'leaf ' if is_no_leaf else ''}{spot_words(self.problem, right)}"
        yield Remark("", verdict, expected=expected)
        if more := self.below.get(path):
            yield Remark(f"{count(more, 'node')} below it")


def _below_missing(right: Drawing, given: Drawing) -> Mapping[Moves, int]:
    """Return each missing node that belongs below one which the student drew, no leaf, with how many are missing below it."""
    first: dict[Moves, Moves] = {}
    for path in right:
        if path not in given:
            first[path] = first.get(path[:-1], path)
    sizes = Counter(first.values())
    return {top: size - 1 for top, size in sizes.items() if top and given[top[:-1]].kind != LEAF}
