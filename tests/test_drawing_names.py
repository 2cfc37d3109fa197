"""Every node's name can be read: in the drawing, or below it where it has no room there."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from banked import BANK
from drawn import SVG, texts, wide

from grader import load_problem
from grader.core.drawing import draw
from grader.core.drawing.diagram import Diagram, DiagramNode, NodeShape
from grader.core.drawing.scale import fold, shorten


def words(diagram: Diagram) -> set[str]:
    return {word.strip(";,") for text in texts(draw.svg(diagram)) for word in text.split()}


def perfect_tree() -> dict[str, object]:
    tree: object = 7
    for _ in range(4):
        tree = [tree] * 3
    return {"format": "gametree-problem/1", "id": "perfect", "kind": "alpha-beta", "tree": tree}


@pytest.mark.parametrize(("nodes", "branching"), [(25, 3), (63, 2), (121, 3), (82, 81)])
def test_names_of_leaves_stand_at_them_or_below_the_drawing(nodes: int, branching: int) -> None:
    diagram = wide(nodes, branching)
    assert {node.id for node in diagram.nodes} <= words(diagram)


def test_leaves_that_stand_in_one_row_bear_their_names() -> None:
    diagram = BANK["large-four-plies"].diagram()
    assert len([node for node in diagram.nodes if node.shape is NodeShape.LEAF]) == 36
    assert {node.id for node in diagram.nodes} <= set(texts(draw.svg(diagram)))


def test_leaves_that_stand_in_two_rows_bear_their_names() -> None:
    diagram = load_problem(perfect_tree()).diagram()
    assert len([node for node in diagram.nodes if node.shape is NodeShape.LEAF]) == 81
    assert {node.id for node in diagram.nodes} <= set(texts(draw.svg(diagram)))
    assert not draw.left_out(diagram)


def test_names_that_have_no_room_are_said_below_with_the_place_of_their_node() -> None:
    long = "a-name-that-is-far-too-long-for-any-notch"
    diagram = wide(40)
    nodes = [node._replace(id=long) if place == 6 else node for place, node in enumerate(diagram.nodes)]
    said = " ".join(texts(draw.svg(diagram._replace(nodes=tuple(nodes)))))
    assert f"child 3 of n1 is {long}" in said


def test_moves_of_siblings_do_not_collide() -> None:
    tree = {
        "id": "start",
        "max": [
            {"move": "stay", "value": 5},
            {"id": "throw", "move": "gamble", "chance": [{"p": "1/3", "value": 1}, {"p": "2/3", "value": 9}]},
            {"id": "insure", "move": "insure first", "min": [4, 6]},
        ],
    }
    diagram = load_problem(
        {"format": "gametree-problem/1", "id": "p", "kind": "expectiminimax", "tree": tree}
    ).diagram()
    root = ET.fromstring(draw.svg(diagram))
    shown = [element for element in root.iter(f"{SVG}text") if "label" in element.get("class", "").split()]
    places = sorted((float(text.get("y", 0)), float(text.get("x", 0)), text.text) for text in shown)
    assert {"stay", "gamble", "insure first"} <= {text for *_, text in places}
    assert {"throw", "insure"} <= words(diagram)


def test_a_name_stands_whole_where_the_layout_can_give_it_room() -> None:
    nodes = [DiagramNode(NodeShape.MAX, "A", -1)]
    nodes += [DiagramNode(NodeShape.MIN, f"state{place}", 0) for place in range(6)]
    nodes += [DiagramNode(NodeShape.LEAF, f"L{place}", place + 1, value="1") for place in range(6)]
    assert {f"state{place}" for place in range(6)} <= words(Diagram("t", tuple(nodes)))


@pytest.mark.parametrize("sign", ["🇩🇪", "👍🏽", "e\u0301"], ids=["a flag", "a skin tone", "an accent"])
def test_a_name_that_is_shortened_keeps_its_letters_whole(sign: str) -> None:
    for most in range(3, 20):
        before, _, behind = shorten(sign * 20, most).partition("…")
        assert not before.replace(sign, "") + behind.replace(sign, "")
        assert "".join(fold(sign * 20, most)) == sign * 20
        assert all(not line.replace(sign, "") for line in fold(sign * 20, most))
