"""Nothing in a drawing lies on anything else, but for what is listed here: all problems of the bank, and drawn games and trees, unsolved, solved and graded."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from banked import FOLDERS, SOLVED_IDS
from console import run
from request_files import with_file
from things_drawn import Thing, overlap, pairs, things
from turns import some_now
from windows import Deal, dealt

from grader import Exercise, load_problem
from grader.core.drawing import draw
from grader.core.drawing.diagram import Diagram
from grader.core.drawing.draw import MOST_NODES
from grader.core.drawing.layout import View
from grader.core.drawing.picture import picture
from grader.grading.bank import bank_folders
from grader.grading.marking import graded_diagrams

DRAWN = [FOLDERS[id_] for id_ in SOLVED_IDS]
STANDING, LYING = View(on_page=True), View(lies=True, on_page=True)
FILLED_IN = [View(lies=lies, is_live=True, on_page=True, for_fingers=True) for lies in (False, True)]
"""How a tree stands on an answer page: larger, and before a script has written anything."""
SLACK = 0.5
"""Half a pixel of the drawing: coordinates are rounded to a tenth."""

OWN = {
    # what is written into a shape or a frame
    ("num", "shape"), ("seatletter", "shape"), ("seat", "shape"), ("seat", "seatletter"), ("pill", "pilltext"), ("state", "stateframe"),
    ("bracket", "win"), ("bracket", "bracket"), ("limit", "limitword"), ("limit", "limit"),
    # an edge reaches its shape, and has its mark and its corners
    ("edge", "shape"), ("edge", "edge"), ("bar", "edge"), ("bar", "bar"), ("badge", "edge"), ("badge", "bar"), ("badge", "badge"),
    # marks stand at the corner of their shape, where the edge may arrive, and beside the first line below it
    ("shape", "tick"), ("badge", "shape"), ("edge", "tick"), ("seat", "tick"), ("badge", "seat"), ("badge", "pill"), ("edge", "seat"),
    # the cross that says a cut is wrong, on an edge too short for it and a probability
    ("badge", "label"),
    # the id of a box stands above it, and a third line of what is said of a position above the second, on a rim of paper
    ("edge", "id"), ("edge", "note"),
}  # fmt: skip
"""What may touch of one node and the edge above it."""
OF_PARENT = {
    ("edge", "shape"), ("edge", "seat"), ("badge", "edge"), ("edge", "tick"),  # an edge leaves its parent's shape, at whose corner a mark is
    ("edge", "pill"), ("edge", "pilltext"),  # a tag that has no room beside its node hangs below it, over the edges there
    ("edge", "note"),  # so does a third line of what is said of a position, on a rim of paper
}  # fmt: skip
"""What may touch of a node and of the edge above its child."""
OF_SIBLING = {
    ("edge", "edge"),  # they begin at one point
    ("edge", "id"),  # the id of a box, as above
    ("badge", "shape"),  # leaves that a student drew and that are wrong, close together where the tree lies
}  # fmt: skip
OF_ALL = {
    ("edge", "limit"),  # the line of a horizon crosses edges,
    ("limit", "note"),  # and a third line of what is said of a position
}  # fmt: skip


def may_touch(one: Thing, other: Thing, parents: Sequence[int]) -> bool:
    sorts = tuple(sorted(thing.sort.rstrip("012345") for thing in (one, other)))
    if sorts in OF_ALL:
        return True
    if one.of == other.of:
        return sorts in OWN
    below, above = max(one, other, key=lambda thing: thing.of), min(one, other, key=lambda thing: thing.of)
    if parents[below.of] == above.of >= 0:
        return sorts in OF_PARENT
    return parents[one.of] == parents[other.of] and sorts in OF_SIBLING


def overlaps(diagram: Diagram, view: View) -> list[str]:
    parents = [node.parent for node in diagram.nodes]
    found = things(picture(diagram, view).markup, parents)
    assert len(found) >= len(parents)
    return [f"{one}, {other}" for one, other in pairs(found, SLACK) if not may_touch(one, other, parents)]


def check(diagram: Diagram, views: Sequence[View] = (STANDING, LYING)) -> None:
    for view in views:
        if len(diagram.nodes) <= MOST_NODES:
            assert not overlaps(diagram, view), (diagram.title, view)
            assert boards(diagram, view) == sum(node.board is not None for node in diagram.nodes), (diagram.title, view)


def boards(diagram: Diagram, view: View) -> int:
    """Return how many boards a picture has."""
    return picture(diagram, view).markup.count('class="board"')


def drawings(folder: Path) -> Iterator[Diagram]:
    """Yield all drawings of a problem of the bank: as it is given, solved, and with each submission that is marked."""
    exercise = load_problem(folder / "problem.yaml")
    yield from both(exercise)
    for submission in sorted(folder.glob("submissions/*.yaml")):
        if submission.stem != "malformed":
            yield from graded_diagrams(exercise.grade(submission))


def both(exercise: Exercise[Any, Any]) -> Iterator[Diagram]:
    check(exercise.diagram(), FILLED_IN)
    yield exercise.diagram()
    yield exercise.diagram(solved=True)


@pytest.mark.sweep
@dealt(12)
def test_nothing_lies_on_anything_else_in_the_bank(deal: Deal, window: int) -> None:
    for folder in deal(DRAWN, window):
        for diagram in drawings(folder):
            check(diagram)


@pytest.mark.parametrize("id_", ["sow-deeper", "mancala-two-plies"])
def test_nodes_that_are_not_opened_have_their_boards_standing_and_lying(id_: str) -> None:
    """Of the last rank, too: its positions are the ones that an evaluation is asked of."""
    for diagram in both(load_problem(bank_folders()[id_] / "problem.yaml")):
        check(diagram)


@pytest.mark.parametrize("id_", ["nim-by-playouts", "playouts-by-name", "one-three-or-four", "two-at-most"])
def test_marks_of_leaves_and_boxes_lie_on_nothing_else(id_: str) -> None:
    """A tag below a leaf stands below its id and its state; what is said of a box without room below it stands right of it."""
    for diagram in drawings(bank_folders()[id_]):
        check(diagram)


@pytest.mark.parametrize(
    "id_",
    ["star1-everywhere", "two-pile-nim", "unary-chain", "minimax-quiescence", "ucb-fresh-node", "ucb-greedy"],
)
def test_marks_tags_and_edges_keep_clear_of_what_stands_at_the_next_node(id_: str) -> None:
    """Of lines beside it, of its id and tick, of the corner of a higher shape, and the word of a horizon of all lines."""
    for diagram in drawings(bank_folders()[id_]):
        check(diagram)


def test_things_that_lie_on_one_another_are_found() -> None:
    square = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    across, beside = ((-1.0, 2.0), (9.0, 2.0), (9.0, 3.0), (-1.0, 3.0)), ((5.0, 0.0), (9.0, 0.0), (7.0, 4.0))
    assert overlap(square, across, SLACK)
    assert not overlap(square, beside, SLACK)
    found = [Thing("label", 1, square), Thing("edge", 2, across), Thing("shape", 3, beside)]
    assert list(pairs(found, SLACK)) == [(found[1], found[0]), (found[1], found[2])]
    assert not may_touch(found[0], found[1], [-1, 0, 0, 0])


GAMES = [
    "minimax --game tic-tac-toe --marks 5 --nodes 50-65",
    "minimax --game mancala --pits 3 --stones 1-2 --nodes 100-130 --without unique-best-move",
    "minimax --game tic-tac-toe --marks 6 --nodes 8-30 --count 4",
    "minimax --game mancala --pits 2 --stones 1-2 --nodes 20-60 --without unique-best-move",
    "minimax --game nim --nodes 20-60 --count 4",
    "minimax --game take-away --nodes 30-60 --count 2",
    "minimax --game line --nodes 15-60",
    "expectiminimax --game bags --nodes 7-13",
]
TREES = [
    "alpha-beta --depth 4 --branching 3 --values 10..99",
    "alpha-beta --depth 4 --branching 3 --values 100..999",
    "alpha-beta --depth 3 --branching 2-4 --values 100..999 --count 8",
    "alpha-beta --depth 2-4 --branching 2-3 --count 8",
    "expectiminimax --layers max,chance,min --count 6",
    "expectiminimax --layers max,chance,min,chance --count 3",
    "max-n --count 6",
    "mcts --children 2-3 --visits 2-5 --count 4",
    "ucb --children 5 --count 6",
    "deepening --count 4",
    "positions --count 4",
    "cost --count 4",
]


@pytest.mark.sweep
@pytest.mark.parametrize("request_", [*GAMES[:2], *some_now([*GAMES[2:], *TREES], 4)])
def test_nothing_lies_on_anything_else_in_what_is_drawn(request_: str, tmp_path: Path) -> None:
    kind, *options = request_.split()
    typed = with_file(tmp_path, kind, options)
    ran = run("generate", kind, *typed, "--seed", "1", "--no-drawings", "--out", tmp_path / "made")
    assert ran.code == 0, ran.err
    problems = [file for file in sorted(tmp_path.rglob("problem.yaml")) if "key" not in file.parts]
    assert problems
    for file in problems:
        for diagram in both(load_problem(file)):
            check(diagram)


@pytest.mark.parametrize("longest", [99, 999])
def test_windows_stand_at_their_nodes_where_81_leaves_are_drawn(longest: int) -> None:
    rng = random.Random(1)
    tree = [[[[rng.randint(10, longest) for _ in range(3)] for _ in range(3)] for _ in range(3)] for _ in range(3)]
    exercise = load_problem({"format": "gametree-problem/1", "id": "it", "kind": "alpha-beta", "tree": tree})
    solved = exercise.diagram(solved=True)
    assert sum(node.window is not None for node in solved.nodes) >= 7
    assert not [said for said in draw.left_out(solved) if "[" in said]
    check(solved)
