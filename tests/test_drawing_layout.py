"""Where things stand in a drawing: nothing lies on anything else, nothing gives an answer away, letters can be read."""

from __future__ import annotations

import random
import re
from itertools import combinations

import pytest
from drawn import leaf, texts, wide
from things_drawn import things

from grader import load_problem
from grader.core.answers.reports import Verdict
from grader.core.drawing import draw, layout, scale
from grader.core.drawing.diagram import Branch, Diagram, DiagramNode, NodeShape, Remark
from grader.core.drawing.layout import View
from grader.core.drawing.picture import picture
from grader.grading.marking import graded_diagrams

STANDING, LYING = View(), View(lies=True, on_page=True)
A4_ACROSS = 277 / 25.4 * 72
"""Points between margins of 10 mm."""


def random_tree(rng: random.Random, nodes: int, long: int = 2) -> Diagram:
    """Return a tree of any shape with numbers, windows and verdicts here and there."""
    parents = [-1]
    while len(parents) < nodes:
        parent = rng.randrange(max(0, len(parents) - 12), len(parents))
        parents.append(parent)
    parents = [-1, *sorted(parents[1:])]
    inner = set(parents)
    made = []
    for node, parent in enumerate(parents):
        text = str(rng.randint(-(10**long), 10**long))
        if node not in inner:
            branch = rng.choice(tuple(Branch))
            made.append(
                leaf(
                    f"L{node}",
                    text,
                    parent,
                    branch=branch,
                    cut=branch is not Branch.KEPT,
                    probability=rng.choice(("", "1/3")),
                )
            )
            continue
        shape = rng.choice((NodeShape.MAX, NodeShape.MIN, NodeShape.CHANCE))
        number = rng.choice(
            (
                None,
                Remark(text),
                Remark(text, Verdict.CORRECT),
                Remark(text, Verdict.WRONG, expected="12"),
                Remark("", Verdict.MISSING, expected="7"),
            )
        )
        window = rng.choice(
            (None, Remark("[-inf, 5]", label="α, β"), Remark("[3, 8]", Verdict.WRONG, "α, β", "[1, 8]"))
        )
        made.append(
            DiagramNode(shape, f"N{node}", parent, number=number, window=window, move=rng.choice(("", "right")))
        )
    return Diagram("random", tuple(made))


def boxes(diagram: Diagram, view: View, *sorts: str) -> list[tuple[float, ...]]:
    """Return the left, top, right and bottom of what of these sorts is drawn."""
    drawn = things(picture(diagram, view).markup, [node.parent for node in diagram.nodes])
    return [one.box for one in drawn if one.sort.rstrip("012345") in sorts]


def overlap(one: tuple[float, ...], other: tuple[float, ...], slack: float = 0.5) -> bool:
    return (
        one[0] < other[2] - slack
        and other[0] < one[2] - slack
        and one[1] < other[3] - slack
        and other[1] < one[3] - slack
    )


@pytest.mark.parametrize("start", ["X.O/XO./.X.", "O../X../OXX", "XXO/O../X.."])
def test_boards_lie_on_no_node_nor_touch_one(start: str) -> None:
    stated = {"format": "gametree-problem/1", "id": "it", "kind": "alpha-beta"}
    diagram = load_problem(stated | {"game": {"name": "tic-tac-toe", "board": start}}).diagram()
    boards, shapes = (boxes(diagram, STANDING, sort) for sort in ("board", "shape"))
    assert len(boards) == len(shapes) == len(diagram.nodes)
    assert not [(board, shape) for board in boards for shape in shapes if overlap(board, shape, slack=-1.5)]


@pytest.mark.sweep
@pytest.mark.parametrize("view", [STANDING, LYING], ids=["standing", "lying"])
def test_no_shape_lies_on_another_and_siblings_keep_their_order(view: View) -> None:
    rng = random.Random(5)
    for _ in range(60):
        diagram = random_tree(rng, rng.randint(1, 60), rng.randint(1, 6))
        assert not [pair for pair in combinations(boxes(diagram, view, "shape"), 2) if overlap(*pair)]
        middles = [outline.middle for outline in picture(diagram, view).outlines]
        along = [middle.y if view.lies else middle.x for middle in middles]
        for first, second in zip(range(len(along)), range(1, len(along)), strict=False):
            if diagram.nodes[first].parent == diagram.nodes[second].parent >= 0:
                assert along[first] < along[second]


@pytest.mark.sweep
@pytest.mark.parametrize("view", [STANDING, LYING], ids=["standing", "lying"])
def test_tags_and_windows_lie_on_no_shape_and_on_no_other(view: View) -> None:
    rng = random.Random(6)
    for _ in range(60):
        diagram = random_tree(rng, rng.randint(2, 50))
        tags = boxes(diagram, view, "pill", "win", "note")
        said = [*tags, *boxes(diagram, view, "id")]  # an id stands in the notch of its own shape's box
        assert not [pair for pair in combinations(said, 2) if overlap(*pair, slack=1)]
        shapes = boxes(diagram, view, "shape")
        assert not [(tag, shape) for tag in tags for shape in shapes if overlap(tag, shape, slack=1.5)]


def test_everything_that_is_said_stands_in_the_drawing_or_below_it() -> None:
    rng = random.Random(7)
    for _ in range(30):
        diagram = random_tree(rng, rng.randint(2, 120))
        text = " ".join(texts(draw.svg(diagram)))
        for node in diagram.nodes:
            if node.number is not None and node.number.expected:
                assert re.search(rf"(expected|exp\.|→) {node.number.expected}", text)
        windows = sum(node.window is not None for node in diagram.nodes)
        shown = len(re.findall(r"\[(?:−∞, 5|3, 8)\]", text)) + len(re.findall(r"(?:−∞ 5|3 8)", text))
        assert shown >= windows


def test_answers_and_pruned_branches_move_nothing() -> None:
    tree = [[[10, 3, 1], [19, 10]], [[12, 5], [7, 9, 4]]]
    exercise = load_problem({"format": "gametree-problem/1", "id": "p", "kind": "alpha-beta", "tree": tree})
    solved = exercise.diagram(solved=True)
    marked = graded_diagrams(exercise.grade({"value": 99, "pruned": ["A"], "best-move": "B"}))[0]
    for lies in (False, True):
        view = View(lies=lies, is_live=True)
        middles = [
            [o.middle for o in picture(diagram, view).outlines] for diagram in (exercise.diagram(), solved, marked)
        ]
        assert middles[0] == middles[1] == middles[2]


def test_trees_of_one_shape_share_a_layout() -> None:
    def tree(seed: int) -> Diagram:
        rng = random.Random(seed)
        return wide(40)._replace(
            nodes=tuple(
                node._replace(value=str(rng.randint(10, 99))) if node.shape is NodeShape.LEAF else node
                for node in wide(40).nodes
            )
        )

    layout._places.cache_clear()
    drawings = [draw.svg(tree(seed)) for seed in range(12)]
    assert len(set(drawings)) == 12
    assert layout._places.cache_info().misses == 1
    layout._places.cache_clear()
    assert draw.svg(tree(7)) == drawings[7]


def test_parents_stand_over_the_middle_of_their_children() -> None:
    for diagram in (wide(40), wide(63, 2), wide(121), wide(41, 40)):
        drawn = picture(diagram, STANDING)
        for node in range(len(diagram.nodes)):
            below = [child for child, each in enumerate(diagram.nodes) if each.parent == node]
            if below:
                middle = (drawn.outlines[below[0]].middle.x + drawn.outlines[below[-1]].middle.x) / 2
                assert abs(drawn.outlines[node].middle.x - middle) < 0.3


@pytest.mark.parametrize(("nodes", "branching"), [(8, 3), (25, 3), (63, 2), (121, 3), (127, 2), (41, 40), (82, 81)])
def test_letters_have_six_points_on_paper_across(nodes: int, branching: int) -> None:
    diagram = wide(nodes, branching)
    diagram = diagram._replace(nodes=tuple(node._replace(value=node.value[-2:]) for node in diagram.nodes))
    svg = draw.svg(diagram)
    wide_, _ = draw.size_of(svg)
    smallest = min(map(float, re.findall(r'font-size="([\d.]+)"', svg)))
    assert smallest * min(0.75, A4_ACROSS / wide_) >= 5.95


@pytest.mark.parametrize(("nodes", "branching", "long"), [(300, 3, 2), (300, 2, 2), (181, 60, 2), (121, 3, 9)])
def test_a_tree_that_is_too_wide_is_an_overview_and_its_subtrees(nodes: int, branching: int, long: int) -> None:
    whole = wide(nodes, branching)
    whole = whole._replace(
        nodes=tuple(node._replace(value=node.value[:1] * long if node.value else "") for node in whole.nodes)
    )
    drawings = draw.pieces(whole)
    assert len(drawings) > 1
    assert {node.id for drawing in drawings for node in drawing.nodes} == {node.id for node in whole.nodes}
    assert not any(
        scale.is_too_wide(drawing)
        for drawing in drawings
        if any(node.shape is not NodeShape.LEAF for node in drawing.nodes[1:])
    )
    for drawing in drawings:
        for node in drawing.nodes:
            for remark in node.remarks:
                there = drawings[int(remark.text.removeprefix("drawing ")) - 1]
                assert there.nodes[0].id == node.id
        assert drawing.nodes[0].parent == -1
        assert draw.svg(drawing)


def test_a_tree_that_fits_is_one_drawing() -> None:
    diagram = wide(121)
    diagram = diagram._replace(nodes=tuple(node._replace(value=node.value[-2:]) for node in diagram.nodes))
    assert draw.pieces(diagram) == [diagram]


def test_a_sheet_to_write_on_has_larger_shapes() -> None:
    blank = Diagram("t", (DiagramNode(NodeShape.MAX, "A", -1), leaf("B", "1", 0)))
    filled = blank._replace(nodes=(blank.nodes[0]._replace(number=Remark("1")), blank.nodes[1]))
    assert picture(blank, STANDING).outlines[0].half_width > 1.3 * picture(filled, STANDING).outlines[0].half_width


def test_a_wrong_number_stays_legible_and_the_expected_one_stands_beside_it() -> None:
    number = Remark("4", Verdict.WRONG, expected="3")
    svg = draw.svg(Diagram("t", (DiagramNode(NodeShape.MAX, "A", -1, number=number), leaf("B", "3", 0))))
    assert 'class="node max wrong"' in svg
    assert re.search(r'<text class="num" [^>]*>4</text>', svg)
    assert "expected 3" in texts(svg)
    assert "line-through" not in svg
