"""Problems as a course poses them: how the games of each kind are drawn, in a file for each sort of game."""

from __future__ import annotations

import random
from collections.abc import Callable

from oracle import Document
from second import second

from posed.cost import cost_game
from posed.lifts import deepening_game, game_to_order, open_game
from posed.parties import party_game
from posed.sampling import playouts_or_search, ucb_game
from posed.states import taken_game
from posed.trees import chance_problem, tree_problem

Size = tuple[int, int]
"""Branching factor and depth of a regular tree; of UCB the least and the largest number of children; of sampling the
children of the root, and the iterations; of positions the piles."""

Pose = Callable[[random.Random, Document, Size], Document]
"""From what is said of a problem before its game is drawn to the problem."""


def _with(game: Callable[[random.Random, Size], Document]) -> Pose:
    return lambda rng, problem, size: problem | game(rng, size)


def _claims(rng: random.Random, _size: Size) -> Document:
    game: Document = second("claims").random_game(rng)
    return game


POSED: dict[str, Pose] = {
    "minimax": tree_problem,
    "alpha-beta": tree_problem,
    "expectiminimax": chance_problem,
    "ucb": _with(ucb_game),
    "cost": _with(cost_game),
    "mcts": _with(playouts_or_search),
    "positions": _with(taken_game),
    "deepening": _with(deepening_game),
    "max-n": _with(party_game),
    "threshold": _with(open_game),
    "claims": _with(_claims),
    "construct": _with(game_to_order),
}
