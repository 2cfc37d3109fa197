"""What a generated game can be guaranteed to be: as large as asked for, and not that of the given problem."""

from __future__ import annotations

import json

from generators.candidate import Candidate
from generators.games.stated import stated_by, wish_of
from generators.guarantee import Guarantee, show_range, within
from generators.parameters import GameWish, Parameters, TreeParameters, is_of_game


def _wish(parameters: Parameters) -> GameWish:
    return (isinstance(parameters, TreeParameters) and parameters.game) or GameWish()


def _is_sized(parameters: Parameters) -> bool:
    return is_of_game(parameters) and not _wish(parameters).given


def _has_size(case: Candidate, parameters: Parameters) -> bool:
    wish = wish_of(parameters)  # type: ignore[arg-type]  # where this is on there is a game
    return within(case.game.whole.size, wish.nodes) and within(case.game.height(), wish.plies)


def _size_words(parameters: Parameters) -> str:
    wish = wish_of(parameters)  # type: ignore[arg-type]  # where this is on there is a game
    plies = "" if wish.plies is None else f" and {show_range(wish.plies)} plies"
    return f"The tree has {show_range(wish.nodes)} nodes{plies}."


def _is_another(case: Candidate, parameters: Parameters) -> bool:
    return json.dumps(stated_by(case.problem)["game"]) != _wish(parameters).other_than


GAMES: tuple[Guarantee, ...] = (
    Guarantee("tree-size", _has_size, _size_words, "other --nodes", wanted=_is_sized),
    Guarantee(
        "another-position",
        _is_another,
        "The game does not begin as that of the given problem does.",
        "another problem to make variants of",
        wanted=lambda parameters: bool(_wish(parameters).other_than),
    ),
)
"""Guarantees of games."""
