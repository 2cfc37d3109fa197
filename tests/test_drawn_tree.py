"""The part `tree`: the tree of a game as students draw it, its marks, what is said of it, and what is shown before."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from banked import BANK
from console import run

import grader
from grader import Exercise
from grader.core.answers.reports import Reveal, Verdict
from grader.core.drawing.outline import outline
from grader.core.errors import ProblemError
from grader.core.games import playing
from grader.core.games.problem import is_played
from grader.grading.marking import graded_diagrams
from grader.kinds import KINDS
from grader.kinds.trees.own_tree import MOST_DRAWN
from grader.pages.answer_page import Heading, write_answer_page

NIM = {"name": "take-away", "objects": 3}
RIGHT: dict[str, Any] = {
    "max": [
        {"move": "1", "min": [{"move": "1", "max": [{"move": "1", "value": 1}]}, {"move": "2", "value": -1}]},
        {"move": "2", "min": [{"move": "1", "value": -1}]},
    ]
}


def exercise(game: dict[str, Any] = NIM, kind: str = "minimax", **fields: Any) -> Exercise:
    """Return a problem that asks for the tree of a game."""
    stated = {"format": "gametree-problem/1", "id": "it", "kind": kind, "game": game, "ask": ["tree"]}
    return grader.load_problem(stated | fields)


def report(drawn: Any, asked: Exercise | None = None, reveal: Reveal = Reveal.EXPECTED) -> Any:
    """Return the report of a drawn tree."""
    return (asked or exercise()).grade({"tree": drawn}, reveal=reveal).report.parts[0]


def said(drawn: Any, reveal: Reveal = Reveal.EXPECTED) -> str:
    """Return what is said of a drawn tree."""
    return str(report(drawn, reveal=reveal).entries[0].message)


def test_the_solution_is_the_tree_along_its_moves() -> None:
    assert exercise().solve()["tree"] == RIGHT


@pytest.mark.parametrize("kind", ["minimax", "alpha-beta", "expectiminimax"])
def test_each_kind_of_search_on_a_tree_can_ask_for_it(kind: str) -> None:
    asked = exercise(kind=kind)
    assert report(asked.solve()["tree"], asked).earned == 1


def test_the_order_of_children_does_not_matter() -> None:
    turned = {"max": [{**RIGHT["max"][1]}, {"move": 1, "min": RIGHT["max"][0]["min"][::-1]}]}
    assert report(turned).earned == 1


def test_nodes_are_right_one_by_one_and_those_too_many_take_one_off() -> None:
    wrong_value = {"max": [RIGHT["max"][0], {"move": 2, "min": [{"move": 1, "value": 1}]}]}
    assert report(wrong_value).earned == Fraction(6, 7)
    one_more = {"max": [*RIGHT["max"], {"move": "3", "value": 1}]}
    assert report(one_more).earned == Fraction(6, 7)
    assert report({"value": 1}).earned == 0
    assert report({"max": [{"move": "9", "value": 1}, {"move": "8", "value": 1}]}).earned == 0


def test_a_branch_of_the_wrong_player_keeps_what_is_right_below_it() -> None:
    players = {"max": [{"move": "1", "max": RIGHT["max"][0]["min"]}, RIGHT["max"][1]]}
    assert report(players).earned == Fraction(6, 7)


def test_the_first_wrong_node_is_pointed_at_and_what_belongs_there_only_where_that_may_be_shown() -> None:
    players = {"max": [{"move": "1", "max": RIGHT["max"][0]["min"]}, RIGHT["max"][1]]}
    assert said(players) == "right: 6 of 7 nodes. Look first after the move 1. A node of MIN belongs there."
    verdicts = report(players, reveal=Reveal.VERDICTS).entries[0]
    assert verdicts.message == "right: 6 of 7 nodes. Look first after the move 1"
    assert verdicts.expected is None
    assert said({"value": 1}) == "right: 0 of 7 nodes. Look first at the root. A node of MAX belongs there."
    more = {"max": [*RIGHT["max"], {"move": "3", "value": 1}]}
    assert (
        said(more)
        == "right: 7 of 7 nodes; 1 is too many, and each takes one off. Look first after the move 3. There is no such move there."
    )


def test_chance_nodes_may_carry_probabilities_that_are_not_compared() -> None:
    bags = exercise({"name": "bags", "bags": {"B": [1, "1/3"]}, "draws": "chance"}, "expectiminimax")
    drawn = {
        "max": [{"move": "B", "chance": [{"move": "B.1", "p": "1/2", "value": 1}, {"move": "B.2", "value": 0.33}]}]
    }
    assert report(drawn, bags).earned == 1


def test_leaves_at_the_horizon_are_worth_their_static_values() -> None:
    board = exercise({"name": "tic-tac-toe"}, depth=1, evaluation={"weights": {"X1": 1}})
    drawn = board.solve()["tree"]
    assert [child["value"] for child in drawn["max"]] == [3, 2, 3, 2, 4, 2, 3, 2, 3]
    assert report(drawn, board).earned == 1


PLAYED = [id_ for id_ in BANK if is_played(BANK[id_].problem.stated)]


@pytest.mark.parametrize("id_", PLAYED)
def test_the_moves_to_choose_from_name_every_move_of_the_game(id_: str) -> None:
    problem = BANK[id_].problem
    match = playing.known_playing(problem.stated, problem.conventions.root).match
    moves, waiting = set[str](), [match.start]
    for position in waiting[:500]:
        followers = match.moves(position)
        moves |= {move.name for move in followers}
        waiting += [move.to for move in followers]
    assert moves <= set(match.move_names())
    assert len(set(match.move_names())) == len(match.move_names())


@pytest.mark.parametrize(
    ("game", "other", "names"),
    [
        ({"name": "tic-tac-toe", "board": "XOX/.O./.X."}, {"name": "tic-tac-toe", "board": "XOX/XO./.XO"}, "1 2 3 4 5 6 7 8 9"),
        ({"name": "take-away", "objects": 1}, {"name": "take-away", "objects": 5}, "1 2"),
        ({"name": "take-away", "objects": 9, "take": [3, 1]}, {"name": "take-away", "objects": 2, "take": [3, 1]}, "3 1"),
        ({"name": "line", "squares": 4}, {"name": "line", "squares": 3}, "left right"),
        ({"name": "bags", "bags": {"B1": [2, 7], "B2": [1]}}, {"name": "bags", "bags": {"B1": [0, 0], "B2": [9]}}, "B1 B2 B1.1 B1.2 B2.1"),
        ({"name": "nim", "piles": [2, 2]}, {"name": "nim", "piles": [2, 2], "last": "loses"}, "1:1 1:2 2:1 2:2"),
        (
            {"name": "mancala", "pits": {"max": [0, 1], "min": [1, 0]}},
            {"name": "mancala", "pits": {"max": [2, 0], "min": [0, 1]}},
            "1 2",
        ),
    ],
)  # fmt: skip
def test_the_moves_to_choose_from_are_the_same_for_every_position_of_a_game(game: Any, other: Any, names: str) -> None:
    for stated in (game, other):
        asked = exercise(stated, "expectiminimax" if stated["name"] == "bags" else "minimax").problem
        widget = KINDS[asked.kind].parts["tree"].form.widget(asked)
        assert widget.tree is not None
        assert " ".join(widget.tree.names) == names


def test_a_leaf_that_was_left_blank_is_not_answered_and_the_others_are_marked() -> None:
    blank = {"max": [RIGHT["max"][0], {"move": "2", "min": [{"move": "1", "value": None}]}]}
    assert report(blank).earned == Fraction(6, 7)
    assert (
        said(blank)
        == "right: 6 of 7 nodes; 1 not answered. Look first after the moves 2, 1. A leaf belongs there, worth -1."
    )
    own = diagrams(blank)[0]
    assert outline(own)[-1] == "    leaf F (move 1): no answer, expected -1"
    assert [node.verdict for node in own.nodes].count(Verdict.BLANK) == 1
    many = {"max": [{"move": "1", "value": None}, {"move": "7", "value": None}]}
    assert report(many).earned == 0
    assert said(many, Reveal.VERDICTS).startswith("right: 1 of 7 nodes; 1 not answered; 1 is too many")


@pytest.mark.parametrize("name", [{}, {"move": None}])
def test_a_move_that_has_no_name_is_not_answered_with_all_below_it_and_the_others_are_marked(name: Any) -> None:
    nameless = {"max": [RIGHT["max"][0], {**name, "min": [{"move": "1", "value": -1}, {**name, "value": 1}]}]}
    assert report(nameless).earned == Fraction(5, 7)
    assert said(nameless, Reveal.VERDICTS).startswith(
        "right: 5 of 7 nodes; 3 not answered, as a move has no name. Look"
    )
    assert outline(diagrams(nameless)[0])[-4:] == [
        "  MIN: no answer",
        "    leaf -1 (move 1): no answer",
        "    leaf 1: no answer",
        "  MIN C (move 2): missing; 1 node below it",
    ]
    assert report({"max": [*RIGHT["max"], {**name, "value": 0}, {**name, "value": 1}]}).earned == 1


def test_two_moves_of_one_name_are_not_answered_with_all_below_them_and_the_others_are_marked() -> None:
    one, other = RIGHT["max"]
    twice = {"max": [one, {"move": 2, "value": 1}, other]}
    kept = 1 + _size(one)
    assert report(twice).earned == Fraction(kept, 7)
    lost = 1 + _size(other)
    assert said(twice, Reveal.VERDICTS).startswith(
        f'right: {kept} of 7 nodes; {lost} not answered, as the move "2" leads to two nodes at the root. Look first after the move 2'
    )
    assert "  leaf 1 (move 2): no answer" in outline(diagrams(twice)[0])
    assert said({"max": [one, other, *[{"move": "7", "value": 1}] * 2]}).startswith(
        "right: 7 of 7 nodes; 2 are too many"
    )


def _size(node: Any) -> int:
    return 1 + sum(_size(child) for key in ("max", "min") for child in node.get(key, ()))


@pytest.mark.parametrize(
    ("drawn", "message"),
    [
        ({"max": []}, "expected a non-empty list of nodes"),
        ({"max": [{"move": "1"}]}, "nothing here says what the node is"),
        ({"max": [{"move": "1", "value": 1}], "min": []}, "min"),
        ({"id": "A", "value": 1}, 'there is no field "id" here'),
        ({"value": "win"}, "number"),
        ([[1, 2], 3], "expected a node"),
    ],
)
def test_what_is_no_tree_is_not_judged(drawn: Any, message: str) -> None:
    entry = report(drawn).entries[0]
    assert entry.verdict is Verdict.MALFORMED
    assert message in entry.message


def test_the_statement_shows_the_start_alone() -> None:
    asked = exercise(ask=["value", "best-move", "tree"])
    text = grader.statement(asked)
    assert "MAX start  state 3\n\nThere are 3 objects." in text
    assert "MIN" not in text.split("Hand in")[0].replace("a win of MIN", "")
    page = write_answer_page([asked.problem], Heading("Nim"))
    assert page.count('data-node="') == 1
    assert len(asked.diagram(solved=True).nodes) == asked.size == 7
    assert len(asked.picture_of_steps().nodes) == 7


def test_parts_that_speak_of_ids_cannot_be_asked_beside_it() -> None:
    with pytest.raises(ProblemError) as failure:
        exercise(ask=["value", "tree", "values", "strategy"])
    assert [fault.path for fault in failure.value.faults] == [("ask", 2), ("ask", 3)]
    assert "speaks of nodes by their ids" in str(failure.value)
    with pytest.raises(ProblemError, match="speaks of nodes by their ids"):
        exercise(opponent={"B": "1"})


def test_only_the_tree_of_a_game_can_be_drawn_and_no_large_one() -> None:
    stated = {"format": "gametree-problem/1", "id": "it", "kind": "minimax", "tree": [1, 2], "ask": ["tree"]}
    with pytest.raises(ProblemError, match="tree has no answer on this problem"):
        grader.load_problem(stated)
    with pytest.raises(ProblemError, match="tree has no answer on this problem"):
        exercise({"name": "take-away", "objects": 61, "take": [1]})
    assert (
        report(
            exercise({"name": "take-away", "objects": 60, "take": [1]}).solve()["tree"],
            exercise({"name": "take-away", "objects": 60, "take": [1]}),
        ).earned
        == 1
    )


def test_no_tree_to_be_drawn_is_generated_without_a_game() -> None:
    ran = run("generate", "minimax", "--ask", "value,tree")
    assert ran.code == 2
    assert "only the tree of a game can be drawn; add --game" in ran.err


# what the student drew is what the student sees

WRONG: dict[str, Any] = {
    "max": [
        {"move": "2", "max": [{"move": "1", "value": 1}]},
        {"move": "3", "value": 1},
    ]
}


def diagrams(drawn: Any, reveal: Reveal = Reveal.EXPECTED) -> Any:
    """Return the drawings of the feedback on a drawn tree."""
    return graded_diagrams(exercise().grade({"tree": drawn}, reveal=reveal))


def test_feedback_draws_the_tree_that_the_student_drew_and_then_the_right_one() -> None:
    own, right = diagrams(WRONG)
    assert (own.heading, right.heading) == ("Your tree", "The right tree")
    assert outline(own) == [
        "MAX A: correct",
        "  MAX C (move 2): wrong, expected MIN",
        "    leaf F = 1 (move 1): wrong, expected -1",
        "  leaf 1 (move 3): not expected",
        "  MIN B (move 1): missing; 3 nodes below it",
    ]
    assert [node.move for node in right.nodes] == ["", "1", "2", "1", "2", "1", "1"]


def test_a_tree_that_is_right_is_drawn_once() -> None:
    (own,) = diagrams(RIGHT)
    assert own.heading == "Your tree"
    assert {node.verdict for node in own.nodes} == {Verdict.CORRECT}


def test_the_tree_is_the_students_own_where_only_verdicts_may_be_seen_and_nothing_missing_is_named() -> None:
    (own,) = diagrams(WRONG, Reveal.VERDICTS)
    assert outline(own) == [
        "MAX: correct",
        "  MAX (move 2): wrong",
        "    leaf 1 (move 1): wrong",
        "  leaf 1 (move 3): not expected",
    ]


def test_where_nothing_may_be_seen_the_students_own_tree_bears_no_verdict() -> None:
    (own,) = diagrams(WRONG, Reveal.NONE)
    assert outline(own) == ["MAX", "  MAX (move 2)", "    leaf 1 (move 1)", "  leaf 1 (move 3)"]


@pytest.mark.parametrize("given", [None, "a tree"])
def test_without_a_tree_that_can_be_read_the_right_one_is_called_that(given: Any) -> None:
    assert [one.heading for one in diagrams(given)] == ["The right tree"]
    assert [one.heading for one in diagrams(given, Reveal.VERDICTS)] == ["The start"]


def test_a_leaf_in_place_of_a_node_has_nothing_missing_below_it() -> None:
    own, _ = diagrams({"max": [{"move": 1, "value": 0}, RIGHT["max"][1]]})
    assert outline(own)[1] == "  leaf B = 0 (move 1): wrong, expected MIN"
    assert len(own.nodes) == 4


def test_of_a_huge_tree_the_first_nodes_are_drawn_and_the_heading_says_so() -> None:
    wide = {"max": [{"move": number, "value": 0} for number in range(2_000)]}
    own, _ = diagrams(wide)
    assert len(own.nodes) == MOST_DRAWN
    assert own.heading == "Your tree: 200 of its 2,001 nodes"


def test_strange_names_and_great_depths_are_drawn_harmlessly() -> None:
    deep: dict[str, Any] = {"value": 1}
    for _ in range(55):
        deep = {"max": [{"move": "</svg><script>\u202e" + "x" * 100, **deep}]}
    page = grader.render(exercise().grade({"tree": deep}), "html")
    assert "<script>\u202e" not in page
    assert "&lt;script&gt;" in page


def test_the_page_and_the_text_report_call_each_tree_what_it_is() -> None:
    page = grader.render(exercise().grade({"tree": WRONG}), "html")
    assert page.index(">Your tree</h") < page.index(">The right tree</h")
    told = run("grade", "problem_bank/minimax/baby-nim-4/submissions/wrong.yaml", "--tree").out
    assert [line for line in told.splitlines() if line.endswith(" tree:")] == ["  Your tree:", "  The right tree:"]
