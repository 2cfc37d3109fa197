"""A tree that is too wide for a page in several drawings: an overview down to where it branches, then each subtree."""

from __future__ import annotations

from collections.abc import Sequence

from grader.diagram import Diagram, DiagramNode, Remark
from grader.drawing.outline import children_of
from grader.drawing.scale import is_too_wide


def split(diagram: Diagram) -> list[Diagram]:
    """Return the diagram itself, or the drawings that stand for it: overviews before what they lead to.

    In an overview each subtree that has a drawing of its own says which one it is.
    """
    drawings: list[Diagram] = []
    waiting = [diagram]
    while waiting:
        one = waiting.pop(0)
        children = children_of(one)
        place = len(drawings) + 1 + len(waiting)
        cut = _subtrees(one, children) if is_too_wide(one) else []
        drawings.append(_overview(one, cut, place) if cut else one)
        waiting += [_below(one, node, children, f"{diagram.title}: below {one.nodes[node].id}") for node in cut]
    return drawings


def _subtrees(diagram: Diagram, children: Sequence[Sequence[int]]) -> list[int]:
    """Return the inner nodes below the first that branches; none where all its children are leaves."""
    node = 0
    while len(children[node]) == 1:
        node = children[node][0]
    return [child for child in children[node] if children[child]]


def _overview(diagram: Diagram, cut: Sequence[int], place: int) -> Diagram:
    """Return the tree without what hangs below the nodes, which say in which drawing that is."""
    number = {node: place + turn for turn, node in enumerate(cut, 1)}
    kept: list[int] = []
    for node, drawn in enumerate(diagram.nodes):
        if drawn.parent < 0 or (drawn.parent in kept and drawn.parent not in number):
            kept.append(node)
    nodes = _renumbered(diagram, kept)
    return diagram._replace(
        nodes=tuple(
            drawn._replace(remarks=(*drawn.remarks, Remark(f"drawing {number[node]}"))) if node in number else drawn
            for node, drawn in zip(kept, nodes, strict=True)
        )
    )


def _below(diagram: Diagram, root: int, children: Sequence[Sequence[int]], title: str) -> Diagram:
    """Return the subtree of a node as a diagram of its own."""
    kept = [root]
    for node in kept:
        kept += children[node]
    nodes = _renumbered(diagram, sorted(kept))
    first = nodes[0]._replace(move="", probability="", cut=False, bold=False)
    return diagram._replace(title=title, nodes=(first, *nodes[1:]), facts=())


def _renumbered(diagram: Diagram, kept: Sequence[int]) -> list[DiagramNode]:
    """Return these nodes with their parents' new places."""
    places = {node: place for place, node in enumerate(kept)}
    return [diagram.nodes[node]._replace(parent=places.get(diagram.nodes[node].parent, -1)) for node in kept]
