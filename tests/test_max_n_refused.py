"""What is refused of games of several players, with what may stand there."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import faults_of
from party_problems import CHANCE, OF_THREE, TREE, problem

REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "a leaf too short": (
        problem([[[1, 2], [4, 0, 1]], [3, 3, 0]]),
        f"$.tree[0][0]: has 2 numbers, expected 3: {OF_THREE}",
    ),
    "a value too long": (
        problem({"Ann": [{"value": [1, 2, 3]}, {"value": [1, 2, 3, 4]}]}),
        f"$.tree.Ann[1]: has 4 numbers, expected 3: {OF_THREE}",
    ),
    "a number for a leaf": (
        problem([[1, 2, 3], 4]),
        "$.tree[1]: is a number among lists; expected a list, with one for each player",
    ),
    "an unknown mover": (
        problem({"Ann": [{"Bab": [[1, 2, 3]]}, [1, 2, 3]]}),
        '$.tree.Ann[0].Bab: there is no player "Bab", expected one of Ann, Bob, Cat, chance; did you mean "Bob"?',
    ),
    "max": (
        problem({"max": [[1, 2, 3]]}),
        '$.tree.max: there is no player "max", expected one of Ann, Bob, Cat, chance',
    ),
    "two movers": (
        problem({"Ann": [[1, 2, 3]], "Bob": [[1, 2, 3]]}),
        "$.tree: expected one of value, Ann, Bob, Cat, chance: what it is worth, or who moves",
    ),
    "neither value nor mover": (
        problem({"Ann": [{"id": "B"}, [1, 2, 3]]}),
        "$.tree.Ann[0]: expected one of value, Ann, Bob, Cat, chance: what it is worth, or who moves",
    ),
    "an unknown root": (
        problem(root="Dan"),
        '$.conventions.root: there is no player "Dan", expected one of Ann, Bob, Cat; did you mean "Ann"?',
    ),
    "an unknown layer": (
        problem(layers=["Ann", "Bbo"]),
        '$.layers[1]: there is no player "Bbo", expected one of Ann, Bob, Cat, chance; did you mean "Bob"?',
    ),
    "a player twice": (
        problem(players=("Ann", "Bob", " Ann ")),
        '$.players[2]: the player "Ann" stands here twice, expected once',
    ),
    "a player alone": (
        problem([[1], [2]], players=("Ann",)),
        "$.players: a list of 1 stands here, expected a list of 2 to 6 names of players",
    ),
    "a sum that is too large": (
        problem([[[6, 4], [2, 4]], [3, 5]], players=("Ann", "Bob"), sum_bound=9),
        "$.tree[0][0]: D is worth [6, 4], but sum-bound is 9; expected numbers from 0 up with a sum of at most that",
    ),
    "a number below 0": (
        problem([[3, -1], [4, "1/2"]], players=("Ann", "Bob"), sum_bound=5),
        "$.tree[0]: B is worth [3, -1], but sum-bound is 5; expected numbers from 0 up with a sum of at most that",
    ),
    "static numbers with too large a sum": (
        problem({"Ann": [{"static": [4, 4], "Bob": [[1, 1]]}, [1, 1]]}, players=("Ann", "Bob"), depth=1, sum_bound=5),
        "$.tree.Ann[0]: B is worth [4, 4], but sum-bound is 5; expected numbers from 0 up with a sum of at most that",
    ),
    "chance with a bound": (
        problem(CHANCE, players=("Ann", "Bob"), sum_bound=13),
        "$.conventions.sum-bound: nothing is pruned where chance moves; expected no sum-bound, or no chance nodes",
    ),
    "pruned without a bound": (
        problem(TREE, "pruned"),
        "$.ask[0]: pruned has no answer on this problem; state the convention sum-bound, or leave it out",
    ),
    "ties that are not the same": (
        problem([[[1, 4, 3], [5, 4, 1]], [2, 2, 2]], tie="any"),
        "$.conventions.tie: D and E are equally good for Bob, but not for all players; expected first or last",
    ),
    "too many nodes": (
        problem([[[one, 0, 0] for one in range(50)] for _ in range(40)]),
        "$.tree: has 2,041 nodes, expected at most 2,000",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_problem_is_refused_with_what_is_wrong_and_where(name: str) -> None:
    data, said = REFUSED[name]
    assert faults_of(data) == [said]


@pytest.mark.parametrize(
    "name", ["id", "move", "p", "state", "static", "quiet", "value", "features", "max", "min", "chance"]
)
def test_no_player_is_called_as_a_key_of_nodes_is(name: str) -> None:
    data = problem(players=("Ann", name, "Cat"))
    assert faults_of(data) == [f'$.players[1]: "{name}" is a key of nodes, expected another name']


def test_seven_players_are_too_many_and_nothing_is_said_of_decimal_points() -> None:
    data = problem([[1] * 7, [2] * 7], players=tuple("STUVWXY"))
    assert faults_of(data) == ["$.players: a list of 7 stands here, expected a list of 2 to 6 names of players"]


@pytest.mark.parametrize("features", [{"material": 3}, 3, [1, 2]])
def test_features_are_refused_with_what_may_stand_there(features: Any) -> None:
    """They would be taken for a player of that name."""
    data = problem({"Ann": [{"id": "x", "features": features, "value": [1, 2, 3]}, {"value": [3, 2, 1]}]})
    said = "features have no place where several players move, expected static: a list of numbers, one for each player"
    assert faults_of(data) == [f"$.tree.Ann[0].features: {said}"]
