"""The tree with the shares of a class: they stand beside their nodes, and on nothing else."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from things_drawn import pairs, things

from grader import load_problem
from grader.core.drawing.diagram import Diagram, NodeShape, Share
from grader.core.drawing.draw import inline_svg
from grader.core.drawing.layout import View
from grader.core.drawing.picture import picture
from grader.grading.bank import bank_folders

IDS = (
    "a-coin-between",
    "expecti-fall-2005-q7",
    "minimax-four-plies",
    "three-by-three-by-three",
    "ucb-slide-wins",
    "unary-chain",
)


def with_shares(id_: str, common: str) -> Diagram:
    """Return the solved tree of a problem, with a share at every node that has a number."""
    diagram = load_problem(bank_folders()[id_] / "problem.yaml").diagram(solved=True)
    share = Share(Fraction(5, 8), is_low=True, common=common)
    nodes = (node._replace(window=None, share=share if node.number else None) for node in diagram.nodes)
    return diagram._replace(nodes=tuple(nodes))


@pytest.mark.parametrize("lies", [False, True], ids=["stands", "lies"])
@pytest.mark.parametrize("common", ["12 wrote 1", "11 wrote 1.21"])
@pytest.mark.parametrize("id_", IDS)
def test_shares_lie_on_no_leaf_and_on_no_other_share(id_: str, common: str, lies: bool) -> None:
    diagram = with_shares(id_, common)
    markup = picture(diagram, View(lies=lies, on_page=True)).markup
    drawn = things(markup, [node.parent for node in diagram.nodes])
    shares = [one for one in drawn if one.text and one.sort in ("share", "common")]
    flat = [place for place, node in enumerate(diagram.nodes) if node.shape in (NodeShape.LEAF, NodeShape.CHILD)]
    leaves = [one for one in drawn if one.sort == "shape" and one.of in flat]
    assert len(leaves) == len(flat)
    assert len(shares) >= sum(node.share is not None for node in diagram.nodes)
    assert '"num start"' not in markup, "a number stands beside its node, where the share is"
    assert [*pairs([*shares, *leaves], slack=0)] == []


def test_a_node_says_its_share_and_the_commonest_wrong_answer_aloud() -> None:
    svg = inline_svg(with_shares("minimax-textbook", "12 wrote 1"), "t-")
    names = re.findall(r'aria-label="([^"]*)"', svg)
    assert sum("63 % right; 12 wrote 1" in name or "63 % right, 12 wrote 1" in name for name in names) == 4
