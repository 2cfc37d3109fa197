"""A horizon in drawings and text trees: a line that parts what is searched from what is not, static values, features, states."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from drawn import LIMITED, SMALL, SVG, leaf, texts

from grader.core.answers.reports import Verdict
from grader.core.drawing import draw
from grader.core.drawing.diagram import KNOWN, Branch, Diagram, DiagramNode, NodeShape, Remark
from grader.core.drawing.dot import dot_source
from grader.core.drawing.draw import pieces
from grader.core.drawing.frame import frame_of
from grader.core.drawing.layout import View
from grader.core.drawing.legend import legend
from grader.core.drawing.outline import outline
from grader.core.drawing.picture import picture
from grader.core.drawing.text_tree import in_ascii, text_tree

both_ways = pytest.mark.parametrize("lies", [False, True], ids=["standing", "lying"])
_STEPS = 10  # straight pieces that stand for a bend


def limited(nodes: int, seed: int) -> Diagram:
    """Return a tree that is searched to depth 2 or 3, and farther below nodes that are not quiet."""
    chance = Random(seed)
    limit, drawn, depths = chance.choice([2, 3]), [DiagramNode(NodeShape.MAX, "n0", -1)], [0]
    for node, depth in enumerate(depths):
        if depth == 4 or len(drawn) >= nodes or (depth and chance.random() < 0.15):
            drawn[node] = drawn[node]._replace(shape=NodeShape.LEAF, value=str(node))
            continue
        is_beyond = drawn[node].branch is Branch.BEYOND
        is_noisy = depth >= limit and not is_beyond and chance.random() < 0.3
        stops = depth >= limit and not is_beyond and not is_noisy
        drawn[node] = drawn[node]._replace(is_horizon=stops, is_noisy=is_noisy, static="5" if stops else "")
        branch = Branch.BEYOND if is_beyond or stops else Branch.KEPT
        for _ in range(chance.randint(2, 3)):
            drawn.append(DiagramNode((NodeShape.MIN, NodeShape.MAX)[depth % 2], f"n{len(drawn)}", node, branch=branch))
            depths.append(depth + 1)
    return Diagram("limited", tuple(drawn), horizon=f"horizon, depth {limit}")


def line_of(markup: str) -> list[tuple[float, float]]:
    """Return the points of the dashed line."""
    path = re.findall(r'class="limit" d="([^"]+)"', markup)[0]
    points: list[tuple[float, float]] = []
    for command, written in re.findall(r"([MLC])([^MLC]*)", path):
        numbers = [float(number) for number in written.split()]
        ends = [*zip(numbers[::2], numbers[1::2], strict=True)]
        points += ends if command != "C" else _bend([points[-1], *ends])
    return points


def _bend(corners: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        yield tuple(sum(w * corner[axis] for w, corner in zip(weights, corners, strict=True)) for axis in (0, 1))  # type: ignore[misc]


def crossings(points: list[tuple[float, float]], along: float, across: float) -> int:
    """Return how often the line is met on the way from the root's side to a point."""
    met = 0
    for (one, there), (other, then) in pairwise(points):
        if one != other and min(one, other) <= along < max(one, other):
            met += there + (then - there) * (along - one) / (other - one) < across
    return met


@both_ways
@pytest.mark.parametrize("seed", range(25))
def test_the_line_parts_what_is_searched_from_what_is_not(seed: int, lies: bool) -> None:
    diagram, view = limited(8 + 3 * seed, seed), View(lies, on_page=True)
    if all(node.branch is Branch.KEPT for node in diagram.nodes):
        diagram = LIMITED
    frame, points = frame_of(diagram, view), line_of(picture(diagram, view).markup)
    for node, outline_ in zip(diagram.nodes, frame.outlines, strict=True):
        x, y = outline_.middle
        place = ([(b, a) for a, b in points], y, x) if lies else (points, x, y)
        assert crossings(*place) % 2 == (node.branch is Branch.BEYOND), node.id


@both_ways
def test_the_line_goes_across_the_whole_picture_and_says_what_it_is(lies: bool) -> None:
    drawn = picture(LIMITED, View(lies))
    left, top, right, bottom = drawn.box
    (x0, y0), (x1, y1) = (line_of(drawn.markup)[place] for place in (0, -1))
    far = (y1 - y0) / (bottom - top) if lies else (x1 - x0) / (right - left)
    assert far > 0.9
    assert "horizon, depth 2" in texts(draw.svg(LIMITED))


def test_a_line_that_bends_is_named_where_it_is_at_its_limit() -> None:
    # G, which is searched farther, is the last node of its rank, so the name stands at the left.
    svg = ET.fromstring(draw.svg(LIMITED))
    name = next(text for text in svg.iter(f"{SVG}text") if text.text == "horizon, depth 2")
    first = line_of(draw.svg(LIMITED))[0]
    assert float(name.get("y", "0")) < first[1]
    assert (name.get("class") or "").split() == ["limitword", "start"]


def test_a_tree_without_a_limit_has_no_line() -> None:
    assert "limit" not in draw.svg(SMALL).partition("</style>")[2]


@pytest.mark.parametrize("seed", range(5))
def test_what_the_problem_says_of_positions_always_has_room(seed: int) -> None:
    chance, diagram = Random(seed), limited(40, seed)
    given = diagram._replace(
        nodes=tuple(
            node._replace(static="", features=(f"material {chance.randint(-9, 9)}", "mobility 2"))
            if node.is_horizon or node.is_noisy
            else node
            for node in diagram.nodes
        )
    )
    assert [said for said in draw.left_out(given) if "material" in said or "mobility" in said] == []


def test_a_long_state_is_shortened_and_stands_whole_below_the_drawing() -> None:
    board = "XOX/.O./..X with a long remark"
    nodes = list(LIMITED.nodes)
    nodes[5] = nodes[5]._replace(state=board)
    diagram = LIMITED._replace(nodes=tuple(nodes))
    assert f"F: {board}" in draw.left_out(diagram)
    assert any(text.startswith("XOX") and "…" in text for text in texts(draw.svg(diagram)))


def test_static_values_stand_in_square_brackets_in_every_writing() -> None:
    said = texts(draw.svg(LIMITED))
    assert "[−6]" in said  # in the shape of F
    assert "[7]" in said  # beside B, where the search does not take it
    lines = [str(line) for line in text_tree(LIMITED)]
    assert "│   ├── MAX F [-6]  state 0,2" in lines or "    ├── MAX F [-6]  state 0,2" in lines
    assert "[−6]" in dot_source(LIMITED)
    assert any("F: state 0,2; at the horizon; static value -6" in line for line in outline(LIMITED))


def test_a_number_at_the_limit_is_in_brackets_whoever_wrote_it() -> None:
    nodes = list(LIMITED.nodes)
    nodes[3] = nodes[3]._replace(number=Remark("4", Verdict.WRONG, expected="5"))
    diagram = LIMITED._replace(nodes=tuple(nodes))
    said = texts(draw.svg(diagram))
    assert "[4]" in said
    assert {"expected 5", "exp. 5", "→ 5"} & set(said)
    line = next(str(line) for line in text_tree(diagram) if "MAX D" in str(line))
    assert "MAX D [4] ✗ wrong, expected 5  material 1, mobility 2" in line


def test_text_trees_and_descriptions_say_what_is_not_searched() -> None:
    lines = [str(line) for line in text_tree(LIMITED)]
    below = [line for line in lines if "┄┄" in line]
    assert [line.split("┄┄ ")[1] for line in below] == [
        f"{leaf_}  below the horizon" for leaf_ in ("H = 9", "I = 4", "J = 1", "K = 2")
    ]
    assert all(":: " in in_ascii(line) for line in below)
    assert any("MAX G  not quiet" in line for line in lines)
    assert sum(line.endswith(": below the horizon") for line in outline(LIMITED)) == 4


def test_the_legend_explains_each_sign_that_occurs_and_no_other() -> None:
    words = {item.words for item in legend(LIMITED)}
    signs = {
        "horizon, depth 2", "below the horizon: not searched", "static value", "state of the game",
        "not quiet: the search goes on below it",
    }  # fmt: skip
    assert signs <= words
    assert not signs & {item.words for item in legend(SMALL)}


def test_the_legend_explains_what_is_known_of_a_node_where_it_is_drawn() -> None:
    what = "between these numbers the true value is known to lie"
    root = SMALL.nodes[0]._replace(remarks=(Remark("[3, 5]", label=KNOWN),))
    assert what in {item.words for item in legend(SMALL._replace(nodes=(root, *SMALL.nodes[1:])))}
    assert what not in {item.words for item in legend(SMALL)}


def test_a_piece_of_a_large_tree_has_its_own_line() -> None:
    leaves = [leaf(f"x{place}", str(place), place // 9 + 1, branch=Branch.BEYOND) for place in range(90)]
    inner = [DiagramNode(NodeShape.MIN, f"B{place}", 0, is_horizon=True, static="3") for place in range(10)]
    whole = Diagram("large", (DiagramNode(NodeShape.MAX, "A", -1), *inner, *leaves), horizon="horizon, depth 1")
    drawings = pieces(whole)
    assert len(drawings) == 11
    assert all("limitword" in draw.svg(piece).partition("</style>")[2] for piece in drawings[1:])


@both_ways
def test_the_same_place_is_kept_for_what_a_script_writes(lies: bool) -> None:
    """A window is written right of a shape (below it where the tree lies): nothing of the problem stands there."""
    svg = ET.fromstring(draw.inline_svg(LIMITED, "x-", lies=lies, live=True))
    for node in svg.iter(f"{SVG}g"):
        if node.get("data-node") in {"1", "3", "5"}:
            win = next(text for text in node.iter(f"{SVG}text") if "win" in (text.get("class") or ""))
            others = [text for text in node.iter(f"{SVG}text") if "note" in (text.get("class") or "")]
            assert all(text.get("y") != win.get("y") for text in others)
