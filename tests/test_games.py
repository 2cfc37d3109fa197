"""Problems that are games: their trees by hand, the same trees by a second solver, and what is wrong with a game."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from second.games import PLAYS, random_game, tree_of
from windows import chunks

import grader
from grader.core.drawing.draw import inline_svg, svg
from grader.core.errors import ProblemError
from grader.core.games.mancala import Mancala
from grader.core.games.tree import CHANCE, LEAF, MAX, MIN, Tree
from grader.core.numbers import read_number

_KINDS = {"max": MAX, "min": MIN, "chance": CHANCE}


def problem(game: dict[str, Any], kind: str = "expectiminimax", **fields: Any) -> dict[str, Any]:
    """Return a problem that is this game."""
    return {"format": "gametree-problem/1", "id": "it", "kind": kind, "game": game, **fields}


def tree(game: dict[str, Any], kind: str = "expectiminimax", **fields: Any) -> Tree:
    """Return the tree that a problem is searched on."""
    game_tree: Tree = grader.load_problem(problem(game, kind, **fields)).problem.game
    return game_tree


def wrong(game: dict[str, Any], kind: str = "minimax", **fields: Any) -> list[str]:
    """Return what is wrong with a problem, each with its path."""
    with pytest.raises(ProblemError) as failure:
        grader.load_problem(problem(game, kind, **fields))
    return [str(fault) for fault in failure.value.faults]


def solved(game: dict[str, Any], kind: str = "minimax", **fields: Any) -> dict[str, Any]:
    """Return the solution of a problem."""
    return grader.load_problem(problem(game, kind, **fields)).solve()


# by hand


def test_four_objects_of_which_one_or_two_are_taken_are_the_worked_example() -> None:
    found = solved({"name": "take-away", "objects": 4, "take": [1, 2]})
    assert {part: found[part] for part in ("value", "best-move", "leaves-evaluated", "distinct-states")} == {
        "value": 1,
        "best-move": "1",
        "leaves-evaluated": 5,
        "distinct-states": 8,
    }
    assert found["nodes-visited"] == 12


def test_two_piles_of_two_are_lost_for_who_begins() -> None:
    assert solved({"name": "nim", "piles": [2, 2]})["value"] == -1
    assert solved({"name": "nim", "piles": [2, 2], "last": "loses"})["value"] == -1
    assert solved({"name": "nim", "piles": [2, 2]}, conventions={"root": "min"})["value"] == 1


def test_merged_piles_leave_the_first_of_two_moves_to_the_same_piles() -> None:
    merged = tree({"name": "nim", "piles": [2, 2], "symmetry": "merge"})
    assert [merged.moves[child] for child in merged.children(0)] == ["1:1", "1:2"]
    kept = tree({"name": "nim", "piles": [2, 2]})
    assert [kept.moves[child] for child in kept.children(0)] == ["1:1", "1:2", "2:1", "2:2"]


def test_the_empty_board_has_three_first_moves_up_to_symmetry() -> None:
    game = {"name": "tic-tac-toe", "symmetry": "merge"}
    first = tree(game, "minimax", depth=1, evaluation={"weights": {"X1": 1}})
    assert [first.moves[child] for child in first.children(0)] == ["1", "2", "5"]
    assert [first.value[child] for child in first.children(0)] == [3, 2, 4]


def test_o_moves_where_x_has_one_mark_more() -> None:
    board = tree({"name": "tic-tac-toe", "board": "XOX/OXO/.X."})
    assert board.kind[0] == MIN
    assert [board.moves[child] for child in board.children(0)] == ["7", "9"]
    assert [board.state[leaf] for leaf in board.leaves()] == ["XOX/OXO/OXX", "XOX/OXO/XXO"]


def test_utilities_are_what_ends_are_worth() -> None:
    game = {"name": "take-away", "objects": 1, "utilities": {"win": "1/2"}}
    assert solved(game)["value"] == "1/2"
    assert solved({**game, "objects": 0})["value"] == -1


def test_bags_are_drawn_from_by_min_or_by_chance() -> None:
    bags = {"name": "bags", "bags": {"B1": [2, 7], "B2": [1, 8]}}
    assert solved(bags)["value"] == 2
    assert solved({**bags, "draws": "chance"}, "expectiminimax")["value"] == "9/2"
    drawn = tree(bags)
    assert drawn.moves[1:] == ["B1", "B2", "B1.1", "B1.2", "B2.1", "B2.2"]
    assert drawn.state == ["start", "B1", "B2", "B1 2", "B1 7", "B2 1", "B2 8"]


def test_stones_go_round_from_the_own_pits_over_the_own_store_to_the_other_side() -> None:
    sown = tree({"name": "mancala", "pits": {"max": [0, 4], "min": [1, 1]}, "capture": False}, "minimax")
    assert sown.state is not None
    assert sown.state[1] == "1 0 (1) | 2 2 (0)"


def test_the_last_stone_in_the_own_store_gives_another_move() -> None:
    game = {"name": "mancala", "pits": {"max": [1, 1], "min": [1, 1]}}
    again = tree(game, "minimax")
    assert again.kind[again.children(0)[1]] == MAX
    other = tree({**game, "extra-turn": False}, "minimax")
    assert other.kind[other.children(0)[1]] == MIN


def test_the_last_stone_in_an_own_empty_pit_takes_what_lies_opposite() -> None:
    game = {"name": "mancala", "pits": {"max": [1, 0, 2], "min": [3, 5, 1]}}
    captured = tree(game, "minimax", depth=1, evaluation={"weights": {"max-store": 1}})
    assert captured.state is not None
    assert captured.state[1] == "0 0 2 (6) | 3 0 1 (0)"
    kept = tree({**game, "capture": False}, "minimax", depth=1, evaluation={"weights": {"max-store": 1}})
    assert kept.state is not None
    assert kept.state[1] == "0 1 2 (0) | 3 5 1 (0)"


def test_a_lap_that_ends_where_it_began_ends_in_an_empty_pit() -> None:
    lap = tree({"name": "mancala", "pits": {"max": [3], "min": [1]}}, "minimax")
    assert lap.state == ["3 (0) | 1 (0)", "0 (4) | 0 (0)"]


def test_four_squares_are_won_by_who_begins() -> None:
    answers = solved({"name": "line", "squares": 4})
    assert answers["value"] == 1
    assert "redundant" not in answers
    assert "distinct-states" not in answers


def test_a_position_that_stands_on_the_path_is_a_loop() -> None:
    loops = tree({"name": "line", "squares": 4, "loop": 7}, "minimax")
    assert 7 in loops.value


def test_a_game_that_is_over_at_the_start_is_a_leaf() -> None:
    assert tree({"name": "mancala", "pits": {"max": [0, 0], "min": [3, 1]}, "stores": {"max": 7}}).value == [3]
    assert tree({"name": "take-away", "objects": 0}).value == [-1]


# the same by a second solver


def _same(found: Tree, expected: dict[str, Any]) -> None:
    """Check that a tree is the expected node document, node for node."""
    waiting = [(0, expected)]
    for node, wanted in waiting:
        assert found.state is not None
        assert found.state[node] == wanted["state"]
        assert node == 0 or found.moves[node] == wanted["move"]
        key = next((key for key in _KINDS if key in wanted), "")
        if not key:
            assert (found.kind[node], found.value[node]) == (LEAF, wanted["value"])
            continue
        assert found.whole.kind[node] == _KINDS[key]
        children = found.children(node)
        assert len(children) == len(wanted[key])
        waiting += zip(children, wanted[key], strict=True)


@chunks(every=1, longer=7, whole=60)
def test_trees_of_random_games_are_those_of_the_second_solver(chunk: int) -> None:
    rng = random.Random(chunk)
    for _ in range(60):
        game, root = random_game(rng), rng.choice(("max", "min"))
        conventions = {"conventions": {"root": root}} if game["name"] in ("take-away", "nim", "mancala") else {}
        expected = tree_of(game, root if conventions else "max", most=2000)
        if expected is None:
            assert any(
                "more than 2,000 nodes; give a depth" in line for line in wrong(game, "expectiminimax", **conventions)
            )
        else:
            _same(tree(game, **conventions), expected)


@chunks(every=1, longer=4, whole=30)
def test_static_values_of_random_boards_are_those_of_the_second_solver(chunk: int) -> None:
    rng = random.Random(1000 + chunk)
    for _ in range(30):
        game, depth = random_game(rng, rng.choice(("tic-tac-toe", "mancala"))), rng.randint(1, 2)
        expected = tree_of(game, depth=depth)
        assert expected is not None
        weights = {name: rng.randint(-5, 5) for name in rng.sample(list(expected["features"]), 3)}
        found = tree(game, "minimax", depth=depth, evaluation={"weights": weights})
        _same_statics(found, expected, weights)


def _same_statics(found: Tree, expected: dict[str, Any], weights: dict[str, int]) -> None:
    waiting = [(0, expected)]
    for node, wanted in waiting:
        if "value" in wanted:
            assert found.value[node] == wanted["value"]
        elif below := next(wanted[key] for key in _KINDS if key in wanted):
            waiting += zip(found.children(node), below, strict=True)
        else:
            assert found.value[node] == sum(weight * wanted["features"][name] for name, weight in weights.items())


def test_the_random_games_are_of_every_sort() -> None:
    rng = random.Random(5)
    assert {random_game(rng)["name"] for _ in range(100)} == {*PLAYS}


# drawn


@pytest.mark.parametrize("lies", [False, True])
def test_a_board_is_drawn_at_every_node_of_tic_tac_toe(lies: bool) -> None:
    exercise = grader.load_problem(problem({"name": "tic-tac-toe", "board": "XOX/.O./.XO"}, "minimax"))
    drawn = inline_svg(exercise.diagram(), "t", lies=lies)
    assert drawn.count('class="board"') == exercise.size == 16
    crosses = len(re.findall(r'<path class="line" d="M[^"L]*L[^"M]*M', drawn))
    assert crosses == sum((node.state or "").count("X") for node in exercise.diagram().nodes)
    assert "XOX/" not in re.sub(r'aria-label="[^"]*"', "", drawn)


def test_the_place_for_a_window_is_right_of_the_board() -> None:
    exercise = grader.load_problem(problem({"name": "tic-tac-toe", "board": "XOX/.O./.XO"}, "alpha-beta"))
    drawn = inline_svg(exercise.diagram(), "t", live=True)
    boards = [float(x) for x in re.findall(r'<g class="board"><rect class="stateframe" x="([0-9.]+)"', drawn)]
    windows = [float(x) for x in re.findall(r'<text class="win start" x="([0-9.]+)"', drawn)]
    assert min(windows) > 0
    inner = exercise.problem.game.inner()
    assert all(windows[node] > boards[node] + 30 for node in inner)


def test_pits_are_drawn_as_they_lie_before_the_players() -> None:
    assert Mancala.board("2 0 1 (5) | 7 8 9 (6)").rows == (("9", "8", "7"), ("2", "0", "1"))
    assert Mancala.board("2 0 1 (5) | 7 8 9 (6)").stores == ("6", "5")
    fields = {"depth": 1, "evaluation": {"weights": {"max-store": 1}}}
    exercise = grader.load_problem(
        problem({"name": "mancala", "pits": {"max": [2, 0], "min": [1, 1]}}, "minimax", **fields)
    )
    drawn = svg(exercise.diagram())
    assert drawn.count('class="board"') == 2
    assert "pits and stores" in drawn


def test_other_games_are_written_in_frames() -> None:
    exercise = grader.load_problem(problem({"name": "nim", "piles": [1, 1]}, "minimax"))
    drawn = svg(exercise.diagram())
    assert 'class="board"' not in drawn
    assert "state of the game" in drawn


# what is wrong


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ("O../.../...", "has 0 X and 1 O"),
        ("XX./.../...", "has 2 X and 0 O"),
        ("XXX/OOO/...", "has a line of X and a line of O"),
        ("XO/...", "is no board"),
        ("X", "is no board"),
        ("x../.../...", "is no board"),
        (".....", "is no board"),
        ("...../...../...../...../.....", "is no board"),
    ],
)
def test_a_board_that_no_game_comes_to_is_refused(board: str, said: str) -> None:
    (line,) = wrong({"name": "tic-tac-toe", "board": board})
    assert "$.game.board" in line
    assert said in line


@pytest.mark.sweep
def test_a_tree_that_is_too_large_says_to_give_a_depth() -> None:
    (line,) = wrong({"name": "tic-tac-toe"})
    assert line.endswith("$.game: has a tree of more than 2,000 nodes; give a depth, or a smaller game")
    assert len(wrong({"name": "nim", "piles": [10000] * 20})) == 1


def test_a_depth_needs_something_to_weigh_and_weights() -> None:
    (line,) = wrong({"name": "take-away", "objects": 9}, depth=2)
    assert "$.depth: has no place here: nothing is counted of a position of Take-away" in line
    (line,) = wrong({"name": "tic-tac-toe"}, depth=2)
    assert "$.depth: leaves positions that are not over, and nothing weighs them; expected the field evaluation" in line


def test_what_the_game_says_itself_is_said_once() -> None:
    bags = {"name": "bags", "bags": {"B": [1]}}
    assert "$.conventions.root" in wrong(bags, conventions={"root": "min"})[0]
    assert "$.layers" in wrong(bags, layers=["max"])[0]
    assert "$.tree" in wrong(bags, tree=3)[0]
    assert "$.extension" in wrong({"name": "tic-tac-toe"}, depth=1, extension=1, evaluation={"weights": {"X1": 1}})[0]


def test_a_ball_that_chance_draws_has_no_place_in_minimax() -> None:
    (line,) = wrong({"name": "bags", "bags": {"B": [1, 2], "C": [3, 4]}, "draws": "chance"})
    assert "$.game: a chance node has no place in minimax; expected the kind expectiminimax" in line


@pytest.mark.parametrize(
    ("game", "path"),
    [
        ({"name": "chess"}, "$.game.name"),
        ({"name": "take-away"}, "$.game"),
        ({"name": "nim", "piles": [1], "board": "..."}, "$.game.board"),
        ({"name": "mancala", "pits": {"max": [1], "min": [1, 2]}}, "$.game.pits"),
        ({"name": "mancala", "pits": {"max": [101], "min": [1]}}, "$.game.pits.max[0]"),
        ({"name": "mancala", "pits": {"max": [1], "min": [1]}, "symmetry": "merge"}, "$.game.symmetry"),
        ({"name": "bags", "bags": {"B": []}}, "$.game.bags.B"),
        ({"name": "bags", "bags": {"B": ["x"]}}, "$.game.bags.B[0]"),
        ({"name": "line", "squares": 9}, "$.game.squares"),
        ({"name": "line", "squares": 2}, "$.game.squares"),
        ({"name": "take-away", "objects": 3, "utilities": {"draw": 0}}, "$.game.utilities.draw"),
    ],
)
def test_what_is_wrong_with_a_game_stands_where_it_is(game: dict[str, Any], path: str) -> None:
    assert any(f"{path}: " in line for line in wrong(game))


def test_a_document_has_a_tree_or_a_game() -> None:
    with pytest.raises(ProblemError, match="tree is missing"):
        grader.load_problem({"format": "gametree-problem/1", "id": "it", "kind": "minimax"})


def test_a_problem_of_a_game_is_written_as_a_game() -> None:
    from grader.kinds import KINDS, write_problem

    game = {"name": "nim", "piles": [2, 1], "utilities": {"win": 5, "loss": "-1/3"}, "symmetry": "merge"}
    exercise = grader.load_problem(problem(game, "minimax", conventions={"root": "min"}))
    written = write_problem(KINDS["minimax"], exercise.problem)
    assert written["game"] == {**game, "last": "wins"}
    assert "tree" not in written
    assert grader.load_problem(written).solve() == exercise.solve()


def test_numbers_are_exact() -> None:
    assert (
        solved({"name": "bags", "bags": {"B": ["1/3", "0.1"]}, "draws": "chance"}, "expectiminimax")["value"] == "13/60"
    )
    assert read_number("13/60") == (read_number("1/3") + read_number("0.1")) / 2
