"""What is drawn of branches that are left out, positions that come again among them, and of what is known of each node."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import problem_data, read

from grader.core.answers.leaves import CUT, MET_BEFORE, LeafSet
from grader.core.drawing.diagram import Branch, Diagram
from grader.core.drawing.legend import legend
from grader.core.drawing.text_tree import text_tree
from grader.kinds import KINDS
from grader.kinds.record import View
from grader.pages.stepper import stepper_of

HEAPS: dict[str, Any] = {
    "id": "A", "state": "3", "max": [
        {"id": "B", "state": "2", "min": [{"id": "D", "state": "1", "max": [{"id": "H", "state": "0", "value": 1}]}]},
        {"id": "C", "state": "1", "min": [{"id": "E", "state": "1", "max": [{"id": "I", "state": "0", "value": 1}]}]},
    ],
}  # fmt: skip
"""E was met as D, so all that follows C was; C itself is new: there MIN moves."""
CHANCES: dict[str, Any] = {
    "max": [
        {"id": "B", "chance": [{"id": "K", "value": 6}, {"id": "L", "value": 4}]},
        {"id": "C", "chance": [{"id": "M", "p": "3/4", "value": 2}, {"id": "N", "p": "1/4", "value": 9}]},
    ]
}


def heaps() -> Any:
    return read(problem_data("minimax", HEAPS, ask=["redundant"]))


def chances() -> Any:
    return read(problem_data("alpha-beta", CHANCES, ask=["intervals", "pruned"], conventions={"value-bounds": [0, 10]}))


def marked(exercise: Any, answers: dict[str, Any]) -> Diagram:
    """Return the diagram of marked answers."""
    graded = exercise.grade(answers)
    return exercise.kind.draw(View(exercise.problem, exercise.solution, graded.attempt, graded.report))[0]  # type: ignore[no-any-return]


def branches(diagram: Diagram) -> dict[str, Branch]:
    return {node.id: node.branch for node in diagram.nodes if node.branch is not Branch.KEPT}


# --- Positions that come again ---------------------------------------------------------------------


def test_a_new_position_is_no_redundant_one_though_all_that_follows_it_was_met() -> None:
    assert branches(heaps().diagram(solved=True)) == {"E": Branch.REPEATED, "I": Branch.REPEATED}


def test_marked_answers_say_which_positions_are_new_and_which_were_met_before() -> None:
    assert branches(marked(heaps(), {"redundant": ["D"]})) == {
        **dict.fromkeys("DH", Branch.WRONGLY_REPEATED),
        **dict.fromkeys("EI", Branch.REPEAT_MISSED),
    }
    assert branches(marked(heaps(), {"redundant": ["I"]})) == dict.fromkeys("EI", Branch.REPEATED)


def test_nothing_of_a_redundant_position_is_called_pruned() -> None:
    for diagram in (heaps().diagram(solved=True), marked(heaps(), {"redundant": ["D"]})):
        assert diagram.has_rings
        said = [*(item.words for item in legend(diagram)), *map(str, text_tree(diagram))]
        assert not any("prune" in words for words in said)
        assert any("met before" in words for words in said)
    assert "  └╌○ MAX E = 1" in "\n".join(map(str, text_tree(heaps().diagram(solved=True))))


def test_each_way_to_leave_a_branch_out_has_words_of_its_own() -> None:
    assert len({branch.spoken for branch in Branch}) == len(Branch)
    assert all(branch.is_left_out or branch.is_wrong for branch in Branch if branch.is_repeat)


@pytest.mark.parametrize(
    ("kind", "part", "tool"), [("alpha-beta", "pruned", CUT), ("minimax", "redundant", MET_BEFORE)]
)
def test_the_tool_of_an_answer_page_says_what_it_does(kind: str, part: str, tool: Any) -> None:
    form = KINDS[kind].parts[part].form
    assert isinstance(form, LeafSet)
    assert form.tool == tool
    assert all(tool)
    assert ("prune" in " ".join(tool)) == (part == "pruned")


# --- What is known ---------------------------------------------------------------------------------


def test_intervals_stand_at_their_nodes_where_they_are_asked() -> None:
    known = {node.id: [remark.text for remark in node.remarks] for node in chances().diagram(solved=True).nodes}
    assert (known["A"], known["B"], known["C"], known["K"]) == (["[5, 5]"], ["[5, 5]"], ["[3/2, 4]"], [])
    assert not any(node.remarks for node in chances().diagram().nodes)
    other = read(problem_data("alpha-beta", CHANCES, ask=["pruned"]))
    assert not any(node.remarks for node in other.diagram(solved=True).nodes)


def test_marked_intervals_stand_there_with_what_was_expected() -> None:
    diagram = marked(chances(), {"intervals": {"A": [5, 5], "C": [4, 4]}, "pruned": ["N"]})
    (remark,) = [node.remarks[0] for node in diagram.nodes if node.id == "C"]
    assert (remark.label, remark.text, remark.expected) == ("known", "[4, 4]", "[3/2, 4]")
    assert "known: [4, 4] ✗ wrong, expected [3/2, 4]" in "\n".join(map(str, text_tree(diagram)))


# --- The ladder of windows -------------------------------------------------------------------------


def test_the_ladder_says_never_a_wider_window_of_the_children_of_players_alone() -> None:
    exercise = chances()
    said = stepper_of(exercise, exercise.steps()).ladder_words
    assert "a child of MAX or MIN starts with its parent’s window, never a wider one." in said
    assert "An outcome of a chance node starts with a window of its own, which may be wider, and" in said
    plain = read(problem_data("alpha-beta", [[3, 5], [2, 9]]))
    assert "chance" not in stepper_of(plain, plain.steps()).ladder_words
    assert stepper_of(plain, plain.steps()).ladder_words.endswith(" No\u00a0room\u00a0left:\u00a0cut."), "one line"
