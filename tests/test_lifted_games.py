"""Claims, thresholds and constructions about games by their rules: the same answers as on the trees that a second solver makes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count, product
from typing import Any

import pytest
from banked import BANK
from second import claims, construct, threshold
from second.games import random_game, tree_of
from windows import chunks

import grader
from generators.draws import RequestError
from generators.like import like, mirrored
from grader.core.errors import ProblemError
from grader.kinds import KINDS, write_problem

Document = dict[str, Any]
PLAYERS = ("max", "min", "chance")


def letters() -> Iterator[str]:
    """Yield A, B … Z, AA, AB …"""
    for length in count(1):
        yield from map("".join, product("ABCDEFGHIJKLMNOPQRSTUVWXYZ", repeat=length))


def as_tree(game: Document, most: int) -> Document | None:
    """Return the tree of a game as a document: no states, a name for each node level by level; None where it is too large."""
    tree = tree_of(game, most=most)
    level, moves = [] if tree is None else [tree], set(game.get("bags", ()))
    names = (name for name in letters() if name not in moves)
    while level:
        for node in level:
            node["id"] = next(names)
            for gone in ("state", "features"):
                node.pop(gone, None)
            if "value" in node:
                node["value"] = str(node["value"])
        level = [child for node in level for player in PLAYERS for child in node.get(player, ())]
    return tree


def random_play(rng: random.Random, most: int) -> tuple[Document, Document]:
    """Return a game with moves, and its tree."""
    while True:
        game = random_game(rng)
        tree = as_tree(game, most)
        if tree is not None and "value" not in tree:
            return game, tree


def search_of(rng: random.Random, game: Document) -> str:
    """Return a search that takes the game."""
    return "expectiminimax" if game.get("draws") == "chance" else rng.choice(("minimax", "alpha-beta"))


def problem(kind: str, **fields: Any) -> Document:
    """Return a problem document."""
    return {"format": "gametree-problem/1", "id": "it", "kind": kind, **fields}


def solved(kind: str, **fields: Any) -> Document:
    """Return all answers of a problem."""
    return dict(grader.load_problem(problem(kind, **fields)).solve())


def wrong(kind: str, **fields: Any) -> str:
    """Return what is wrong with a problem."""
    with pytest.raises(ProblemError) as failure:
        grader.load_problem(problem(kind, **fields))
    return str(failure.value)


# by the second solvers


def random_item(rng: random.Random, stated: Document, place: int) -> Document:
    """Return a claim that can be made of a game: its players keep their places, and nothing weighs a position of it."""
    item = claims.random_item(rng, stated, place)
    return item if not {"swap-players", "depth"} & {*item.get("change", {})} else random_item(rng, stated, place)


@chunks(every=1, longer=5, whole=60)
def test_claims_about_random_games_are_true_where_the_second_solver_says_so(chunk: int) -> None:
    rng = random.Random(chunk)
    for _ in range(40):
        game, tree = random_play(rng, most=60)
        stated: Document = {"search": search_of(rng, game), "tree": tree}
        items = [random_item(rng, stated, place) for place in range(3)]
        expected = claims.solve({**stated, "claims": items})
        found = solved("claims", search=stated["search"], game=game, claims=items)
        assert found["claims"] == expected["claims"]


def with_x(rng: random.Random, game: Document) -> Document:
    """Return a game in which an end is worth x."""
    if game["name"] == "bags":
        bag = rng.choice(list(game["bags"]))
        balls = list(game["bags"][bag])
        balls[rng.randrange(len(balls))] = "x"
        return {**game, "bags": {**game["bags"], bag: balls}}
    if game["name"] == "line":
        return {**game, "loop": "x"}
    end = rng.choice(("win", "loss", "draw")[: 3 if game["name"] == "tic-tac-toe" else 2])
    return {**game, "utilities": {**game.get("utilities", {}), end: "x"}}


@chunks(every=1, longer=4, whole=40)
def test_ranges_of_x_in_random_games_are_those_of_the_second_solver(chunk: int) -> None:
    rng, tried = random.Random(1000 + chunk), 0
    while tried < 12:
        game, _ = random_play(rng, most=20)
        if game["name"] == "mancala":  # its rules say what its ends are worth
            continue
        played = with_x(rng, game)
        tree = as_tree(played, 20)
        if tree is None or "'x'" not in str(tree):
            assert "x stands at no end that the game comes to" in wrong(
                "threshold", search="expectiminimax", game=played, claim={"value": 1}
            )
            continue
        tried += 1
        search = search_of(rng, game)
        first = next(tree[player][0]["id"] for player in PLAYERS if player in tree)
        asked = {"search": search, "claim": rng.choice(({"value": {"at-least": 0}}, {"best-move": first}))}
        assert solved("threshold", **asked, game=played) == threshold.solve({**asked, "game": played})


@pytest.mark.sweep
@chunks(every=1, longer=4, whole=40)
def test_best_orders_of_moves_of_random_games_are_those_of_the_second_solver(chunk: int) -> None:
    rng, tried = random.Random(2000 + chunk), 0
    while tried < 6:
        game, tree = random_play(rng, most=14)
        if game.get("draws") == "chance":
            continue
        goal = {"make": "order", "goal": {"objective": "most-pruned"}, "search": "alpha-beta"}
        try:
            expected = construct.solve({**goal, "kind": "construct", "tree": tree})
        except construct.Unfit:
            continue
        tried += 1
        assert solved("construct", **goal, game=game)["count"] == expected["count"]


# by hand


def test_a_risky_bag_is_worth_its_risk_from_nine_on() -> None:
    game = {"name": "bags", "bags": {"safe": [4], "risky": [1, 2, "x"]}, "draws": "chance"}
    found = solved("threshold", search="expectiminimax", game=game, claim={"best-move": "risky"})
    assert found["range"] == ["(9, inf)"]


def test_the_statement_of_a_lift_says_the_rules_of_its_game() -> None:
    game = {"name": "line", "squares": 4, "loop": "x"}
    for kind, fields in (
        ("threshold", {"claim": {"value": 1}}),
        ("claims", {"claims": [{"id": "s1", "claim": {"value": 1}}]}),
    ):
        played = game if kind == "threshold" else {**game, "loop": 0}
        text = grader.statement(grader.load_problem(problem(kind, search="minimax", game=played, **fields)))
        assert "MAX moves first." in text
        assert f"ends the game with the value {played['loop']}" in text


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("claims", {"claims": [{"id": "s1", "claim": {"value": 1}}], "conventions": {"root": "min"}}),
        ("threshold", {"claim": {"value": 1}, "conventions": {"root": "min"}}),
        ("construct", {"make": "order", "goal": {"objective": "most-pruned"}, "conventions": {"root": "min"}}),
    ],
)
def test_a_lift_of_a_game_is_written_with_its_game(kind: str, fields: Document) -> None:
    utilities = {"win": "x" if kind == "threshold" else 1}
    game = {"name": "take-away", "objects": 4, "utilities": utilities}
    exercise = grader.load_problem(problem(kind, search="alpha-beta", game=game, **fields))
    written = write_problem(KINDS[kind], exercise.problem)
    assert written["game"]["utilities"] == {**utilities, "loss": -1}
    assert grader.load_problem(written).solve() == exercise.solve()


def test_what_makes_no_sense_of_a_game_is_refused_with_the_reason() -> None:
    game = {"name": "take-away", "objects": 4}
    fill = {"search": "alpha-beta", "make": "values", "goal": {"claims": [{"value": 1}]}}
    assert "the rules of a game say what its ends are worth" in wrong("construct", game=game, **fill)
    grow = {**fill, "make": "tree"}
    assert "has no place where the tree is what students hand in" in wrong("construct", game=game, **grow)
    swapped = [{"id": "s1", "claim": {"value": 1}, "change": {"swap-players": True}}]
    assert "worth what its rules say of who moved" in wrong("claims", search="minimax", game=game, claims=swapped)


def test_numbers_of_ends_stay_exact() -> None:
    game = {"name": "bags", "bags": {"A": ["0.1", "x"]}, "draws": "chance"}
    found = solved("threshold", search="expectiminimax", game=game, claim={"value": "1/3"})
    assert found["range"] == ["[17/30, 17/30]"]


@pytest.mark.parametrize("change", [like, mirrored])
@pytest.mark.parametrize("id_", ["nim-facts", "when-to-risk", "which-cell-first"])
def test_a_lift_of_a_game_has_no_variants(change: Any, id_: str) -> None:
    with pytest.raises(RequestError, match="the tree of a game follows from its rules"):
        change(BANK[id_].problem)
