"""What a document states of a drawn game, how large its tree is, and this tree, read as that of any document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache

from generators.draws import Draws
from generators.games import STARTS
from generators.games.record import Start
from generators.leaves import leaves_within
from generators.parameters import GameWish, Question, TreeParameters
from grader.data import Data
from grader.documents import Document
from grader.exact import write_number
from grader.games.horizon import limit_of
from grader.games.nodes import Reading
from grader.games.playing import MOST_POSITIONS, expand, known_playing
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds import KINDS

_SIZES = 4_096


def wish_of(parameters: TreeParameters) -> GameWish:
    """Return what is wished of the game, with nothing left out that the game knows. There is a game."""
    wish = parameters.game or GameWish()
    known = STARTS[wish.name].wishes
    if _has_chance_by_default(parameters) and "draws" in known:
        known = {**known, "draws": "chance"}
    wish = wish._replace(nodes=wish.nodes or STARTS[wish.name].nodes(wish))
    return wish._replace(**{name: value for name, value in known.items() if _is_left_out(wish, name)})


def _is_left_out(wish: GameWish, name: str) -> bool:
    return bool(getattr(wish, name) == GameWish._field_defaults[name])


def _has_chance_by_default(parameters: TreeParameters) -> bool:
    """Return whether the kind is one of chance nodes: its trees have some where nothing is said."""
    return "chance" in type(parameters)._field_defaults["shape"].layers


def start_of(parameters: TreeParameters) -> Start:
    """Return where the game of a request can begin."""
    return STARTS[(parameters.game or GameWish()).name]


def stated_of(parameters: TreeParameters, wish: GameWish, draws: Draws) -> dict[str, Data]:
    """Return what a document states of a drawn game: the game, and how far it is searched."""
    leaves = leaves_within(parameters.leaves, parameters.question.conventions.value_bounds)
    game = {"name": wish.name, **STARTS[wish.name].draw(wish, leaves, draws)}
    worths = dict(wish.utilities)
    if parameters.limits.depth is not None:
        worths = {**STARTS[wish.name].stakes, **worths}
    if worths:
        game["utilities"] = {end: write_number(worth) for end, worth in worths.items()}
    if wish.symmetry:
        game["symmetry"] = wish.symmetry
    stated: dict[str, Data] = {"game": _written(game)}
    if parameters.limits.depth is not None:
        weights = _weights_of(parameters, stated)
        stated |= {"depth": parameters.limits.depth, "evaluation": {"weights": weights}}
    return stated


def _written(value: Data) -> Data:
    """Return the fields of a game as a document holds them."""
    if isinstance(value, Mapping):
        return {name: _written(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_written(item) for item in value]
    return value if isinstance(value, bool | str | int) else write_number(value)


def _weights_of(parameters: TreeParameters, stated: Mapping[str, Data]) -> dict[str, Data]:
    """Return the weights of the features that are named, or of the usual ones of the game."""
    limits, start = parameters.limits, start_of(parameters)
    names = limits.features or tuple(start.usual(features_of(stated)))
    weights = limits.weights or tuple(start.weight(name) for name in names)
    return {name: write_number(weight) for name, weight in zip(names, weights, strict=True)}


def features_of(stated: Mapping[str, Data]) -> tuple[str, ...]:
    """Return what is counted of a position of the game; nothing where nothing is."""
    match = known_playing(stated, "max").match
    return tuple(match.features(match.start) or ())


def size_of(stated: Mapping[str, Data], question: Question, most: int) -> int | None:
    """Return how many nodes the tree of a game has, None where it has more than `most`."""
    key = json.dumps({name: stated[name] for name in ("game", "depth") if name in stated})
    return _size(key, question.conventions.root, question.conventions.depth_in, min(most, MOST_POSITIONS))


@lru_cache(maxsize=_SIZES)
def _size(key: str, root: str, unit: str, most: int) -> int | None:
    stated = json.loads(key)
    reading, depth = Reading(), stated.get("depth")
    limit = None if depth is None else limit_of(depth, unit)
    positions = expand(reading, known_playing(stated, root), limit, unit, most)
    return None if reading.wrong else len(positions)


def read_played(kind: str, question: Question, stated: Mapping[str, Data]) -> tuple[Tree | None, str]:
    """Return the tree of a game as the kind reads it from a document, or None and what is wrong."""
    data = {"kind": kind, **stated, "ask": list(question.ask)}
    if question.after is not None:
        data["after"] = question.after
    tree, faults, _ = KINDS[kind].door.read(Document("", data, "", b""), question.conventions)
    return (None, faults[0].message) if faults else (tree, "")


def stated_by(problem: Problem) -> dict[str, Data]:
    """Return what a document states of the game of a problem: all that its tree follows from."""
    written = KINDS[problem.kind].door.write(problem)
    return {name: written[name] for name in ("game", "depth", "evaluation") if name in written}
