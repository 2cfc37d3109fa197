"""What there is to see of a problem and an answer, as data: one value that every drawing and every text tree is made from.

A kind fills a `Diagram`; nothing that is not in it can reach a picture, so what a student may not see is left out there.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from grader.marks.reports import Verdict


class NodeShape(Enum):
    """The shape of a node: who moves there."""

    MAX = "MAX"
    MIN = "MIN"
    CHANCE = "chance"
    LEAF = "leaf"
    CHILD = "child"


class Branch(Enum):
    """What is shown of the edge above a node and of all that hangs from it."""

    KEPT = "kept"
    PRUNED = "pruned"
    WRONGLY_PRUNED = "wrongly pruned"
    WRONGLY_KEPT = "wrongly kept"


class Remark(NamedTuple):
    """Something said at a node or of the whole: a fact, or what the student wrote and how that is judged.

    `text` is empty where nothing was written. `verdict` is None for a fact. `label` names what the text is where that
    is not plain. `expected` is the right answer where it is another one and may be shown.
    """

    text: str
    verdict: Verdict | None = None
    label: str = ""
    expected: str = ""


SHOWS_FIRST = Remark("▶ shows first here")
"""Stands where the wrong rule behind an answer first leads another way."""


class DiagramNode(NamedTuple):
    """One node: nodes are in breadth-first order, `parent` is -1 at the root.

    `value` is the number inside a leaf. `move` and `probability` stand on the edge above. `cut` marks the edge at which
    a skipped subtree hangs. `bold` marks the edge above as part of the best play. `key` is what steps and answers call it;
    None where they never speak of it.
    """

    shape: NodeShape
    id: str
    parent: int
    value: str = ""
    move: str = ""
    probability: str = ""
    remarks: tuple[Remark, ...] = ()
    branch: Branch = Branch.KEPT
    cut: bool = False
    bold: bool = False
    key: int | None = None


class Diagram(NamedTuple):
    """A tree to draw. `title` is short; `facts` belong to the whole picture; `line` says what the bold edges are."""

    title: str
    nodes: tuple[DiagramNode, ...]
    facts: tuple[Remark, ...] = ()
    line: str = "best play"

    def place_of(self, key: int) -> int:
        """Return the place of the node that steps and answers call by this key."""
        return next(place for place, node in enumerate(self.nodes) if node.key == key)
