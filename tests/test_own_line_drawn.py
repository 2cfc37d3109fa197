"""A line that a student handed in is drawn as theirs: what of it is wrong by the table, and the right one thin beside it."""

from __future__ import annotations

import re

import pytest
from banked import FOLDERS, shipped
from turns import in_turn

from grader import grade
from grader.core.answers.reports import Reveal
from grader.core.drawing.diagram import EXPECTED_LINE, Stroke
from grader.core.drawing.draw import svg
from grader.grading.marking import graded_diagrams
from grader.kinds import Exercise

LINE = "principal-variation"
FOUR = "four-ply-trace"


def _graded(id_: str, answers: dict[str, object], reveal: Reveal = Reveal.EXPECTED):  # type: ignore[no-untyped-def]  # one graded problem
    [graded] = grade({"answers": {id_: answers}}, [shipped(id_)], reveal=reveal).graded
    return graded


def _strokes(id_: str, answers: dict[str, object], **more: Reveal) -> dict[str, str]:
    nodes = graded_diagrams(_graded(id_, answers, **more))[0].nodes
    return {node.id: node.stroke.value for node in nodes if node.stroke is not Stroke.NONE}


def test_a_right_line_is_yours_and_nothing_is_astray() -> None:
    right = shipped(FOUR).solve()[LINE]
    assert _strokes(FOUR, {LINE: right}) == dict.fromkeys(right[1:], "yours")


def test_the_path_of_a_single_iteration_is_drawn_as_yours() -> None:
    assert _strokes("min-chooses", {"paths": [["R", "A", "C", "G"]]}) == {
        "A": "yours",
        "C": "yours astray",
        "G": "yours astray",
        "D": "expected",
        "I": "expected",
    }


def test_a_wrong_line_parts_from_the_expected_one() -> None:
    own = ["s0", "s2", "s5", "s11", "s23"]
    assert _strokes(FOUR, {LINE: own}) == {
        "s2": "yours",
        "s5": "yours",
        "s11": "yours astray",
        "s12": "expected",
        "s23": "yours astray",
        "s25": "expected",
    }
    diagram = graded_diagrams(_graded(FOUR, {LINE: own}))[0]
    assert [node.id for node in diagram.nodes if EXPECTED_LINE in node.remarks] == ["s12"]
    picture = svg(diagram)
    edges = re.findall(r'<g class="(edge[^"]*)">(.*?)</g>', picture)
    assert sum("badge" in inside for css, inside in edges if "astray" in css) == 1, (
        "a cross at the first edge that parts"
    )
    assert [css for css, _ in edges if "astray" in css and "best" in css] == []
    assert ">expected line<" in picture


def test_what_may_not_be_seen_is_not_drawn() -> None:
    strokes = _strokes(FOUR, {LINE: ["s0", "s1", "s3", "s7", "s15"]}, reveal=Reveal.VERDICTS)
    assert "expected" not in strokes.values()
    assert set(strokes.values()) == {"yours astray"}
    assert set(_strokes(FOUR, {LINE: ["s0", "s1", "s3", "s7", "s15"]}, reveal=Reveal.NONE).values()) <= {"yours"}


@pytest.mark.parametrize(
    "id_", [id_ for id_, folder in FOLDERS.items() if folder.parent.name in ("ucb", "mcts", "positions")]
)
@in_turn(3)
def test_each_right_answer_is_drawn_without_a_wrong_edge(id_: str) -> None:
    exercise: Exercise = shipped(id_)
    answers = {part: one for part, one in exercise.solve().items() if part in exercise.problem.ask}
    for diagram in graded_diagrams(_graded(id_, answers)):
        assert not [node for node in diagram.nodes if node.stroke in (Stroke.ASTRAY, Stroke.EXPECTED)]


def test_any_of_equal_moves_is_right() -> None:
    exercise = shipped("tie-any")
    for move in exercise.solution.answers["best-move"]:
        name = str(exercise.problem.game.ids[move])
        assert _strokes("tie-any", {"best-move": name}) == {name: "yours"}


def test_of_a_move_each_that_counts_is_expected() -> None:
    """Text and tree say the same: `expected B or D`."""
    assert _strokes("ucb-two-unvisited", {"choice": "A"}) == {"A": "yours astray", "B": "expected", "D": "expected"}
    nodes = graded_diagrams(_graded("ucb-two-unvisited", {"choice": "A"}))[0].nodes
    assert [node.id for node in nodes if EXPECTED_LINE in node.remarks] == ["B", "D"]
