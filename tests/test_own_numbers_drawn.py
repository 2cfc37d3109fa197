"""What the drawing of feedback holds: the student's numbers, marked at their nodes; where it does not, its heading says so."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from banked import BANK
from conftest import outcome_of

from grader.core.answers.reports import Reveal, Verdict
from grader.core.drawing.diagram import Diagram, DiagramNode
from grader.core.drawing.layout import View
from grader.core.drawing.picture import picture
from grader.grading.marking import graded_diagrams
from grader.kinds import Graded
from grader.pages.feedback import page, problem_block

PLAYED: dict[str, Any] = {
    "visits": {"R": 5, "A": 3, "B": 2, "D": 1, "E": 1, "F": 1},
    "totals": {"R": 3, "A": 2, "B": 1, "D": 1, "E": 0, "F": 1},
    "choice": "A",
}


def graded(id_: str, answers: dict[str, Any], reveal: Reveal = Reveal.EXPECTED) -> Graded:
    return outcome_of(BANK[id_], answers, reveal=reveal).graded[0]


def drawn(id_: str, answers: dict[str, Any], reveal: Reveal = Reveal.EXPECTED) -> dict[str, DiagramNode]:
    return {node.id: node for node in graded_diagrams(graded(id_, answers, reveal))[0].nodes}


def number_at(node: DiagramNode) -> tuple[str, Verdict | None, str]:
    assert node.number is not None
    return node.number.text, node.number.verdict, node.number.expected


def test_an_outcome_stands_in_the_box_of_its_state_as_it_was_written() -> None:
    nodes = drawn("five-matches", {"outcomes": {"5": "loss", "4": "win", "3": "loss"}})
    assert number_at(nodes["5"]) == ("loss", Verdict.WRONG, "win")
    assert number_at(nodes["4"]) == ("win", Verdict.CORRECT, "")
    assert number_at(drawn("five-matches", {"outcomes": {"5": "loss"}}, Reveal.VERDICTS)["5"])[2] == ""


def test_states_that_are_listed_or_left_out_wrongly_are_marked_in_the_drawing() -> None:
    nodes = drawn("one-three-or-four", {"losing": ["0", "2", "6", "7"], "nim-values": {"10": 2}})
    assert number_at(nodes["6"]) == ("loss", Verdict.EXTRA, "win")
    assert number_at(nodes["7"]) == ("loss", Verdict.CORRECT, "")
    assert number_at(nodes["9"]) == ("", Verdict.MISSING, "loss")
    assert [(said.label, said.text, said.expected) for said in nodes["10"].remarks] == [("nim value", "2", "1")]


def test_own_total_and_visits_stand_in_the_nodes_of_a_search_tree() -> None:
    nodes = drawn("five-playouts", PLAYED)
    assert number_at(nodes["R"]) == ("3/5", Verdict.WRONG, "2/5")
    assert number_at(nodes["A"]) == ("2/3", Verdict.CORRECT, "")
    assert (nodes["D"].value, *number_at(nodes["D"])) == ("", "1/1", Verdict.WRONG, "0/1")
    assert nodes["G"].number is None
    assert number_at(drawn("five-playouts", PLAYED, Reveal.VERDICTS)["R"]) == ("3/5", Verdict.WRONG, "")
    partly = drawn("five-playouts", {"visits": {"R": 5}, "totals": {"A": "1/2"}})
    assert [number_at(partly[id_])[0] for id_ in "RAB"] == ["?/5", "(1/2)/?", ""]


def test_where_one_of_both_is_left_blank_the_other_stands_beside_the_solution() -> None:
    nodes = drawn("five-playouts", {"visits": {"R": 4}})
    assert number_at(nodes["R"]) == ("2/5", None, "")
    said = nodes["R"].remarks[0]
    assert (said.label, said.text, said.expected) == ("Visits", "4", "5")


@pytest.mark.parametrize(
    ("id_", "answers", "heading"),
    [
        ("five-matches", {"outcomes": {"5": "loss"}}, "Your tree"),
        ("five-matches", {"winning-moves": []}, "The solution, with your answers beside it"),
        ("five-playouts", PLAYED, "Your tree"),
        ("five-playouts", {"choice": "A"}, "The solution, with your answers beside it"),
        ("minimax-textbook", {"value": 1, "values": {"A": 1}}, "Your tree"),
        ("chess-to-the-end", {"leaves": 1}, "The solution, with your answers beside it"),
    ],
)
def test_the_heading_says_what_is_drawn(id_: str, answers: dict[str, Any], heading: str) -> None:
    assert problem_block(graded(id_, answers), "p").heading == heading
    assert f">{heading}</h" in page(outcome_of(BANK[id_], answers))


def test_where_no_solution_may_be_seen_the_heading_speaks_of_the_tree() -> None:
    block = problem_block(graded("five-matches", {"winning-moves": []}, Reveal.VERDICTS), "p")
    assert block.heading == "The tree, with your answers beside it"


@pytest.mark.parametrize(("id_", "first"), [("deepen", "The tree as it is given"), ("five-playouts", "")])
def test_iterations_of_the_solution_are_called_that(id_: str, first: str) -> None:
    trees = graded_diagrams(graded(id_, {"visits": {"R": 1}} if first == "" else {"total-leaves": 12}))
    assert [tree.heading for tree in trees[:3]] == [first, "The solution: iteration 1", "The solution: iteration 2"]


def test_the_widest_line_beside_a_node_is_not_cut_off() -> None:
    """In the font that has its sign, and bold, the line that says where an error shows first is wider than in the font of numbers."""
    tree: Diagram = graded_diagrams(graded("five-playouts", PLAYED))[0]
    assert any("shows first here" in said.text for node in tree.nodes for said in node.remarks)
    seen = picture(tree, View(on_page=True))
    line = re.search(r'<text[^>]* x="([\d.]+)"[^>]* font-size="([\d.]+)">▶ shows first here<', seen.markup)
    assert line
    left, size = map(float, line.groups())
    assert seen.box[2] >= left + 10.2 * size  # measured in DejaVu Sans Bold


def test_names_that_hold_commas_are_clearly_apart() -> None:
    wrong = {"outcomes": {"0,0": "win", "0,1": "loss", "1,1": "win"}}
    text = html.unescape(re.sub(r"<[^>]+>", "", page(outcome_of(BANK["two-piles-of-two"], wrong))))
    assert "Won and lost at 0,0; 0,1; 1,1" in re.sub(r"\s+", " ", text)
    orders = {"orders": [["B", "C"], ["B", "C"], ["B", "C"]]}
    text = html.unescape(re.sub(r"<[^>]+>", "", page(outcome_of(BANK["deepen"], orders))))
    assert "Order of each iteration at iteration 2, iteration 3" in re.sub(r"\s+", " ", text)
