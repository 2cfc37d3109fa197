"""What is shown of plans, known opponents and positions that come again: statements, trees, steps, drawings."""

from __future__ import annotations

from typing import Any

from conftest import outcome_of, problem_data, read

from grader.core.answers.reports import Reveal
from grader.core.drawing.diagram import Branch, Diagram
from grader.core.drawing.text_tree import text_tree
from grader.grading.marking import graded_diagrams
from grader.pages.sheet import statement_lines

TREE = [[[3, 9], [5, 1]], [[8, 6], [2, 7]]]
HEAP = {
    "state": 3,
    "max": [
        {"state": 2, "min": [{"state": 1, "max": [{"state": 0, "value": 1}]}, {"state": 0, "value": -1}]},
        {"state": 1, "min": [{"state": 0, "value": -1}]},
    ],
}


def lines_of(data: dict[str, Any]) -> list[str]:
    exercise = read(data)
    return [str(line) for line in statement_lines(exercise.kind, exercise.problem, exercise.diagram())]


def bold(diagram: Diagram) -> str:
    return "".join(node.id for node in diagram.nodes if node.bold)


def test_a_statement_says_how_the_opponent_plays_in_words_and_in_the_tree() -> None:
    lines = lines_of(problem_data("minimax", TREE, opponent={"B": "D", "C": "F"}, ask=["outcome"]))
    assert "├── MIN B  plays D" in lines
    assert "└── MIN C  plays F" in lines
    said = "The opponent MIN plays D at B and F at C; everywhere else its best move, of equally good ones the one examined first."
    assert f"  - {said}" in lines
    nobody = lines_of(problem_data("minimax", TREE, opponent={}, ask=["outcome"]))
    assert "  - The opponent MIN plays its best move, of equally good ones the one examined first." in nobody


def test_a_solved_tree_emphasises_the_move_at_each_node_of_a_strategy() -> None:
    exercise = read(problem_data("minimax", TREE, ask=["strategy"]))
    assert bold(exercise.diagram(solved=True)) == "CIJLO"
    assert exercise.diagram(solved=True).line == "plan"
    assert bold(exercise.diagram()) == ""


def test_a_marked_tree_shows_the_strategy_that_was_answered_and_the_right_moves_to_who_may_see_them() -> None:
    exercise = read(problem_data("minimax", TREE, ask=["strategy"]))
    answers = {"strategy": {"A": "B", "D": "I", "B": "D"}}
    seen = graded_diagrams(outcome_of(exercise, answers).graded[0])[0]
    assert (bold(seen), seen.line) == ("BDI", "your plan")
    blank = graded_diagrams(outcome_of(exercise, {}).graded[0])[0]
    assert (bold(blank), blank.line) == ("CIJLO", "the solution's plan")
    assert [remark.expected for remark in seen.nodes[0].remarks] == ["C"]
    hidden = graded_diagrams(outcome_of(exercise, answers, reveal=Reveal.VERDICTS).graded[0])[0]
    assert (bold(hidden), hidden.line) == ("BDI", "your plan")
    assert not any(remark.expected for node in hidden.nodes for remark in node.remarks)


def test_redundant_nodes_have_a_look_of_their_own() -> None:
    exercise = read(problem_data("minimax", HEAP, ask=["redundant"]))
    solved = exercise.diagram(solved=True)
    assert [node.id for node in solved.nodes if node.branch is Branch.REPEATED] == ["F"]
    marked = graded_diagrams(outcome_of(exercise, {"redundant": ["F"]}).graded[0])[0]
    looks = {node.id: node.branch for node in marked.nodes if node.branch is not Branch.KEPT}
    assert looks == {"F": Branch.REPEATED}
    assert any("state 1" in str(line) for line in text_tree(solved))


def test_the_last_step_tells_what_was_asked_beside_the_values() -> None:
    asked = ["strategy", "labelling", "outcome", "best-response", "visited"]
    exercise = read(problem_data("minimax", TREE, opponent={"B": "D", "C": "F"}, ask=asked))
    last = exercise.steps()[-1].sentence
    assert last.endswith(
        "The strategy of MAX has a move for each of its nodes: C at A, I at D, J at E, L at F and O at G. "
        "A node has a value once its children have theirs, for example in the order G, F, E, D, C, B and A. "
        "MAX and MIN play A – C – F – L = 8. MIN errs at C (G is best). "
        "Knowing how MIN plays, MAX can play A – B – D – I = 9. "
        "Depth first the nodes are visited in the order A, B, D, H, I, E, J, K, C, F, L, M, G, N and O."
    )
    bare = read(problem_data("minimax", TREE)).steps()[-1].sentence
    assert bare == "The root A is worth 7. The best move is C. Best play goes A – C – G – O."


def test_a_leaf_that_is_no_repetition_is_told_why() -> None:
    exercise = read(problem_data("minimax", HEAP, ask=["redundant"]))
    (entry, missing) = next(iter(outcome_of(exercise, {"redundant": ["D"]}).graded[0].report.parts)).entries
    assert entry.message == "the search looks at G. G is the first with the state 0 as a leaf worth 1."
    assert missing.message == "F has the state 0 as a leaf worth -1, as E had before."
