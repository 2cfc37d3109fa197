"""The tree with the shares of a class: they stand beside their nodes, and on nothing else."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from things_drawn import flat

from grader import load_problem
from grader.core.drawing.diagram import Diagram, NodeShape, Share
from grader.core.drawing.draw import inline_svg
from grader.core.drawing.scale import width
from grader.grading.bank import bank_folders

IDS = ("expecti-fall-2005-q7", "minimax-four-plies", "three-by-three-by-three", "ucb-slide-wins", "unary-chain")
Box = tuple[float, float, float, float]


def with_shares(id_: str, common: str) -> Diagram:
    """Return the solved tree of a problem, with a share at every node that has a number."""
    diagram = load_problem(bank_folders()[id_] / "problem.yaml").diagram(solved=True)
    share = Share(Fraction(5, 8), is_low=True, common=common)
    nodes = (node._replace(window=None, share=share if node.number else None) for node in diagram.nodes)
    return diagram._replace(nodes=tuple(nodes))


def shares_of(svg: str) -> list[Box]:
    """Return the boxes of the texts of shares, by what is measured of their letters."""
    found = re.findall(r'<text class="([^"]*(?:share|common)[^"]*)" x="([-\d.]+)" y="([-\d.]+)" font-size="([\d.]+)"[^>]*>([^<]+)', flat(svg))  # fmt: skip
    boxes = []
    for _, x, y, size, text in found:
        left, base, high = float(x), float(y), float(size)
        boxes.append((left, base - 0.72 * high, left + width(text) * high, base))
    return boxes


def leaves_of(svg: str) -> list[Box]:
    """Return the boxes of leaves and of UCB's children."""
    found = re.findall(r'<path class="shape" d="M([-\d.]+) ([-\d.]+)H([-\d.]+)V([-\d.]+)H', flat(svg))
    return [(float(left), float(top), float(right), float(base)) for left, top, right, base in found]


def touch(one: Box, other: Box) -> bool:
    """Return whether two boxes lie on each other."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("lies", [False, True], ids=["stands", "lies"])
@pytest.mark.parametrize("common", ["12 wrote 1", "11 wrote 1.21"])
@pytest.mark.parametrize("id_", IDS)
def test_shares_lie_on_no_leaf_and_on_no_other_share(id_: str, common: str, lies: bool) -> None:
    diagram = with_shares(id_, common)
    svg = inline_svg(diagram, "t-", lies=lies)
    shares, leaves = shares_of(svg), leaves_of(svg)
    assert len(leaves) == sum(node.shape in (NodeShape.LEAF, NodeShape.CHILD) for node in diagram.nodes)
    assert len(shares) >= sum(node.share is not None for node in diagram.nodes)
    assert [(one, leaf) for one in shares for leaf in leaves if touch(one, leaf)] == []
    assert [(one, other) for place, one in enumerate(shares) for other in shares[:place] if touch(one, other)] == []


def test_a_node_says_its_share_and_the_commonest_wrong_answer_aloud() -> None:
    svg = inline_svg(with_shares("minimax-textbook", "12 wrote 1"), "t-")
    names = re.findall(r'aria-label="([^"]*)"', svg)
    assert sum("63 % right; 12 wrote 1" in name or "63 % right, 12 wrote 1" in name for name in names) == 4
