"""Monte Carlo tree search on games by their rules: playouts whose choices are given, and trees that end at a depth."""

from __future__ import annotations

import random
from typing import Any

import pytest
from banked import BANK, shipped
from second import mcts
from second.games import random_game, tree_of
from windows import chunks

import grader
from generators.draws import RequestError
from generators.like import like
from grader.core.errors import ProblemError
from grader.kinds import KINDS, write_problem

Document = dict[str, Any]
NIM: Document = {"name": "take-away", "objects": 5, "utilities": {"loss": 0}}


def problem(**fields: Any) -> Document:
    """Return a problem on a game."""
    return {"format": "gametree-problem/1", "id": "it", "kind": "mcts", "game": NIM, "iterations": 2, **fields}


def wrong(**fields: Any) -> str:
    """Return what is wrong with a problem."""
    with pytest.raises(ProblemError) as failure:
        grader.load_problem(problem(**fields))
    return str(failure.value)


def random_problem(rng: random.Random) -> Document:
    """Return a problem on a random game of two players, with choices or with results."""
    game = random_game(rng, rng.choice(("take-away", "nim", "tic-tac-toe", "mancala", "line")))
    conventions: Document = {"complement": "negate"}
    if game["name"] in ("take-away", "nim", "mancala") and rng.random() < 0.3:
        conventions["root"] = "min"
    for name, values in (("expand", ("one", "all")), ("totals-for", ("mover", "max", "own"))):
        conventions |= {name: rng.choice(values)} if rng.random() < 0.3 else {}
    count = rng.randint(1, 9)
    stated = problem(game=game, iterations=count, depth=rng.randint(1, 3), conventions=conventions)
    if rng.random() < 0.7:
        return {**stated, "choices": [[rng.randint(1, 4) for _ in range(rng.choice((2, 30)))] for _ in range(count)]}
    return {**stated, "results": [rng.choice((-1, 0, 1)) for _ in range(count)]}


def is_small(stated: Document) -> bool:
    """Return whether the tree of a game is no larger than one may be."""
    root = stated["conventions"].get("root", "max")
    return tree_of(stated["game"], root, most=1000, depth=stated["depth"]) is not None


@chunks(every=2, longer=6, whole=60)
def test_searches_of_random_games_are_those_of_the_second_solver(chunk: int) -> None:
    rng, tried = random.Random(chunk), 0
    while tried < 30:
        stated = random_problem(rng)
        if not is_small(stated):
            continue
        tried += 1
        try:
            expected = mcts.Search(stated, strict=True) and mcts.solve(stated)
        except mcts.NoResult:
            assert "is not over when its numbers end, expected more" in wrong(**stated)
            continue
        found = dict(grader.load_problem(stated).solve())
        for part in ("paths", "expanded", "visits", "totals", "selection", "choice"):
            assert found.get(part) == expected.get(part), part


def test_past_the_last_move_the_moves_are_counted_again_from_the_first() -> None:
    once = grader.load_problem(problem(choices=[[1, 2, 1], [2, 1]])).solve()
    again = grader.load_problem(problem(choices=[[3, 4, 7], [10, 3]])).solve()
    assert once == again


def test_step_says_where_a_number_is_past_the_last_move() -> None:
    fourth = next(
        step.sentence for step in shipped("nim-by-playouts").steps() if step.part == "playout 4 of 5, 3 simulation"
    )
    assert "The playout goes on with 1 (its number is 2, and there is 1 move: counted again from the first) and gives MAX 1" in fourth  # fmt: skip


@pytest.mark.parametrize(
    ("id_", "said"),
    [
        ("five-playouts", "Next: at R, A scores 1.70 and B scores 1.77: B; selection stops at B."),
        ("wins-of-successors", "Next: at S, L scores "),
    ],
)
def test_next_selection_is_told_where_it_is_asked(id_: str, said: str) -> None:
    *_, step, end = shipped(id_).steps()
    assert step.sentence.startswith(said)
    assert end.sentence.startswith("At the end")
    assert not any(one.sentence.startswith("Next") for one in shipped("nim-by-playouts").steps())


def test_playouts_that_end_before_the_game_does_are_refused() -> None:
    assert "choices[1]: iteration 2: the playout from C is not over" in wrong(choices=[[1, 2, 1], []])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (
            {"game": {"name": "take-away", "objects": 5, "utilities": {"win": 2, "loss": 0}}, "results": [1, 1]},
            "expected utilities such as",
        ),
        ({"choices": [[1, 2, 1]]}, "has 1 entries, expected 2"),
        ({"choices": [[1, 2, 1], [0]]}, "0 is no number of a move"),
        ({"choices": [[1, 2, 1], ["9" * 1001]]}, "too long, expected a number of at most 1000 digits"),
        ({"choices": [[1], [1]], "results": [1, 1]}, "has no place beside choices"),
        ({"conventions": {"formula": "puct"}}, "the rules of a game state none"),
        ({"game": {"name": "tic-tac-toe", "utilities": {"loss": 0}}, "depth": 5}, "nodes"),
        ({"game": {"name": "bags", "bags": {"A": [1, 0]}, "draws": "chance"}}, "no chance nodes"),
    ],
)
def test_what_cannot_be_searched_is_refused_where_it_stands(fields: Document, message: str) -> None:
    assert message in wrong(**fields)


def test_choices_and_a_depth_have_a_place_only_beside_a_game() -> None:
    stated = problem(tree=[[{}], [{}]], results=[1, 1])
    del stated["game"]
    for field in ({"depth": 2}, {"choices": [[1], [1]]}):
        with pytest.raises(ProblemError, match="has a place only beside a game"):
            grader.load_problem(stated | field)


def test_a_problem_on_a_game_is_written_as_one() -> None:
    exercise = grader.load_problem(problem(choices=[[1, 2, 1], [2, 1]], depth=2, conventions={"root": "min"}))
    written = write_problem(KINDS["mcts"], exercise.problem)
    assert (written["depth"], written["choices"]) == (2, [[1, 2, 1], [2, 1]])
    assert "tree" not in written
    assert grader.load_problem(written).solve() == exercise.solve()


def test_the_statement_says_the_rules_and_the_numbers_and_shows_states() -> None:
    text = grader.statement(BANK["nim-by-playouts"])
    assert "There are 5 objects." in text
    assert "Numbers of iteration 4: 2, 2, 1." in text
    assert "MIN C  state 3" in text


def test_a_search_of_a_game_has_no_variants() -> None:
    with pytest.raises(RequestError, match="follows from its rules"):
        like(BANK["nim-by-playouts"].problem)


def test_a_depth_may_be_written_with_a_point() -> None:
    plain, pointed = (grader.load_problem(problem(depth=depth, results=[0, 1])) for depth in (2, "2.0"))
    assert grader.statement(pointed) == grader.statement(plain)
    assert write_problem(pointed.kind, pointed.problem)["depth"] == 2
