"""Requests made from the game of a given problem: other positions like the one it begins with, and its mirror image."""

from __future__ import annotations

import json
from math import ceil

from generators.errors import RequestError
from generators.games import STARTS
from generators.games.record import Fields
from generators.games.stated import read_played, stated_by
from generators.orderings import mirror
from generators.parameters import GameWish, Limits, Question, Range
from grader.data import Data
from grader.exact import Number, read_number
from grader.games.playing import MOST_POSITIONS
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds.trees.intervals import after_of

_OWN = ("name", "utilities", "symmetry")


def wish_like(problem: Problem, room: Number) -> GameWish:
    """Return the wish for other positions of the game of a problem, with a tree as large as its tree but for this share."""
    stated = stated_by(problem)
    game: Fields = stated["game"]
    near = STARTS[game["name"]].near(_bare(game))
    utilities = tuple((end, read_number(str(worth))) for end, worth in game.get("utilities", {}).items())
    return near._replace(
        name=game["name"],
        utilities=utilities,
        symmetry=game.get("symmetry", ""),
        nodes=about(problem.game.whole.size, room),
        other_than=json.dumps(game),
    )


def about(count: int, room: Number) -> Range:
    """Return the numbers that differ from a count by at most this share of it."""
    return max(1, ceil(count - count * room)), min(MOST_POSITIONS, int(count + count * room))


def limits_like(problem: Problem) -> Limits:
    """Return how far the positions of a problem are searched, and what is weighed."""
    stated = stated_by(problem)
    if "depth" not in stated:
        return Limits()
    weights = stated["evaluation"]["weights"]
    return Limits(
        stated["depth"], features=tuple(weights), weights=tuple(read_number(str(one)) for one in weights.values())
    )


def turned_game(problem: Problem) -> tuple[str, Tree]:
    """Return the game whose tree is the mirror image of that of a problem, written out, and this tree. Raises RequestError where there is none."""
    stated = stated_by(problem)
    game: Fields = stated["game"]
    start, name = STARTS[game["name"]], game["name"]
    turned = start.turned(_bare(game))
    if turned is None:
        raise RequestError(f"the tree of {name} has no mirror image that is {name}: {start.unturned}")
    image: dict[str, Data] = {**stated, "game": {field: game[field] for field in _OWN if field in game} | turned}
    question = Question(problem.ask, conventions=problem.conventions, after=after_of(problem.stated))
    tree, _ = read_played(problem.kind, question, image)
    if tree is None or _content(tree) != _content(mirror(problem.game)):
        raise RequestError(
            f"of this game of {name} no other one is the mirror image: where symmetry merges moves, it keeps the first"
        )
    return json.dumps(image), tree


def _bare(game: Fields) -> Fields:
    return {name: value for name, value in game.items() if name not in _OWN}


def _content(tree: Tree) -> tuple[object, ...]:
    """Return what makes a tree what it is, whatever its moves are called."""
    return (*tree.kind, *tree.first, *tree.value, *tree.whole.kind)
