"""A diagram as DOT: plain, readable, safe, and with the signs of the drawing."""

from __future__ import annotations

import re

import pytest
from drawn import CHANCE, HOSTILE, SMALL, STATES, hostile

from grader.core.drawing.diagram import Branch
from grader.core.drawing.dot import dot_source

GOLDEN = """\
digraph {
\tgraph [bgcolor=white fontname="Liberation Sans, Helvetica, Arial" fontsize=12 forcelabels=true label="A small tree\\lbest-move: you wrote R, wrong, expected L\\l" labeljust=l labelloc=b nodesep=0.22 ordering=out ranksep=0.55 splines=line]
\tnode [fixedsize=true fontname="Liberation Sans, Helvetica, Arial" fontsize=11 margin=0]
\tedge [arrowhead=none fontname="Liberation Sans, Helvetica, Arial" fontsize=10]
\tn0 [label=3 height=0.6 shape=triangle width=0.62 xlabel=A]
\tn1 [label=4 color="#c04e00" fontcolor="#a63e00" height=0.6 penwidth=2 peripheries=2 shape=invtriangle width=0.62 xlabel="B\\nexpected 3"]
\tn2 [label=2 color="#83888f" fontcolor="#595e66" height=0.32 shape=box style=dashed width=0.32 xlabel=C]
\tn3 [label=3 height=0.32 shape=box width=0.32 xlabel=D]
\tn0 -> n1 [label=L color="#1a1c20" penwidth=3 style=solid]
\tn0 -> n2 [label=R arrowhead=teetee arrowsize=0.7 color="#83888f" penwidth=1 style=dashed]
\tn1 -> n3 [color="#1a1c20" penwidth=1 style=solid]
}
"""


def test_dot_of_a_small_tree() -> None:
    assert dot_source(SMALL) == GOLDEN


def test_probabilities_stand_on_the_edges() -> None:
    assert re.findall(r"n0 -> n\d \[.*label=\"?([^ \"]*)", dot_source(CHANCE)) == ["1/3", "2/3"]


def test_every_state_of_a_branch_has_its_own_line_or_word_and_the_wrong_ones_their_word() -> None:
    edges = dict(re.findall(r"n0 -> (n\d+) \[(.*)\]", dot_source(STATES)))
    assert len(set(edges.values())) == len(Branch)
    assert re.findall(r"(✗ \w+)", dot_source(STATES)) == ["✗ visited", "✗ missed", "✗ new", "✗ missed", "✗ in"]


def test_wide_leaves_are_as_high_as_others_and_names_that_are_cut_stand_below() -> None:
    drawn = SMALL.nodes[3]._replace(id="a name that is longer than its room")
    source = dot_source(SMALL._replace(nodes=(*SMALL.nodes[:3], drawn)))
    assert "square" not in source, "Graphviz makes a square as high as it is wide"
    assert "Not shown beside their nodes: child 1 of B is a name that is longer than its" in source


@pytest.mark.parametrize("text", HOSTILE)
def test_foreign_text_stays_in_its_label(text: str) -> None:
    import pygraphviz

    source = dot_source(hostile(text))
    graph = pygraphviz.AGraph(string=source)
    assert sorted(graph.nodes()) == [f"n{node}" for node in range(6)]
    assert len(graph.edges()) == 5
    assert "\u202e" not in source
    plain = graph.draw(format="plain", prog="dot").decode()
    assert not any("n1" in line.split(" ", 6)[6] for line in plain.splitlines() if line.startswith("node n2 "))
