"""A draw of a game: one whose tree is as large as was asked for, with this tree."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from generators.draws import Draws, RequestError
from generators.fields import Fields
from generators.filling import errs_of, leaves_within, mirror, with_errors
from generators.games import STARTS, Played
from generators.parameters import AlphaBetaParameters, GameWish, Promise, Question, TreeParameters, show_range, within
from grader.core.conventions import Conventions
from grader.core.data import Data
from grader.core.documents import Document
from grader.core.games.changed import cut_as, limit_of
from grader.core.games.nodes import Reading
from grader.core.games.playing import GAMES as PLAYABLE_GAMES
from grader.core.games.playing import MOST_POSITIONS, expand, known_playing
from grader.core.games.problem import Problem
from grader.core.games.tree import Tree
from grader.core.numbers import write_number
from grader.kinds import KINDS

# -- what a document states of a drawn game, how large its tree is, and this tree, read as that of any document

_SIZES, _TREES = 4_096, 64


def wish_of(parameters: TreeParameters) -> GameWish:
    """Return what is wished of the game, with nothing left out that the game knows. There is a game."""
    wish = parameters.game or GameWish()
    known = STARTS[wish.name].wishes
    if "draws" in known and "chance" in type(parameters)._field_defaults["shape"].layers:
        known = {**known, "draws": "chance"}  # the trees of the kind have chance nodes where nothing is said
    default = GameWish._field_defaults
    left_out = {name: value for name, value in known.items() if getattr(wish, name) == default[name]}
    return wish._replace(nodes=wish.nodes or STARTS[wish.name].nodes(wish), **left_out)


def stated_of(parameters: TreeParameters, wish: GameWish, draws: Draws) -> Fields:
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
    stated: Fields = {"game": _written(game)}
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


def _weights_of(parameters: TreeParameters, stated: Fields) -> Fields:
    """Return the weights of the features that are named, or of the usual ones of the game."""
    limits, start = parameters.limits, STARTS[wish_of(parameters).name]
    names = limits.features or tuple(start.usual(features_of(stated)))
    weights = limits.weights or tuple(start.weight(name) for name in names)
    return {name: write_number(weight) for name, weight in zip(names, weights, strict=True)}


def features_of(stated: Fields) -> tuple[str, ...]:
    """Return what is counted of a position of the game; nothing where nothing is."""
    match = known_playing(stated, "max").match
    return tuple(match.features(match.start) or ())


def size_of(stated: Fields, question: Question, most: int) -> int | None:
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


def read_played(kind: str, question: Question, stated: Fields) -> tuple[Tree | None, str]:
    """Return the tree of a game as the kind reads it from a document, or None and what is wrong."""
    after = {} if question.after is None else {"after": question.after}
    return _tree(json.dumps({"kind": kind, **stated, "ask": list(question.ask), **after}), question.conventions)


@lru_cache(maxsize=_TREES)
def _tree(key: str, conventions: Conventions) -> tuple[Tree | None, str]:
    """Return the tree that a document states; small games have few positions, and these are drawn again and again."""
    data = json.loads(key)
    tree, faults, _ = KINDS[data["kind"]].game_format.read(Document("", data, "", b""), conventions)
    return (None, faults[0].message) if faults else (tree, "")


def stated_by(problem: Problem) -> Fields:
    """Return what a document states of the game of a problem: all that its tree follows from."""
    written = KINDS[problem.kind].game_format.write(problem)
    return {name: written[name] for name in ("game", "depth", "evaluation") if name in written}


TRIES = 2_000
"""Games that are drawn until the tree of one is as large as was asked for."""
_JUDGED = 200
_RARE = 10
_POOLS = 128
_MEASURED = 20  # games of which it is told how large they are, where none is as large as asked


class _Missed(NamedTuple):
    """A game that was drawn and not taken; and what is wrong with it beside its size."""

    stated: Fields
    wrong: str = ""


def draw_played(kind: str, parameters: TreeParameters, draws: Draws) -> Played:
    """Return the tree of a drawn game, as asked but for what chance decides. Raises RequestError where none is as large as asked."""
    wish = wish_of(parameters)
    if wish.given:
        return _given(kind, parameters, json.loads(wish.given))
    if pool := _pool(kind, parameters._replace(promise=Promise())):
        return _played(kind, parameters, json.loads(draws.choice(pool)), draws)
    missed: list[_Missed] = []
    for _ in range(TRIES):
        stated = stated_of(parameters, wish, draws)
        found = _fitting(kind, parameters, stated)
        if isinstance(found, Tree):
            return Played(_with_opponent(found, parameters, draws), stated)
        missed.append(found)
    raise RequestError(_unmet(parameters, missed))


@lru_cache(maxsize=_POOLS)
def _pool(kind: str, parameters: TreeParameters) -> tuple[str, ...]:
    """Return games that are as large as was asked for, written out, where such are rare; none where they are not. Raises RequestError where none is found.

    So that they are looked for once, not for every draw.
    """
    wish, draws = wish_of(parameters), Draws("pool")
    missed: list[_Missed] = []
    found: list[str] = []
    for number in range(1, TRIES + 1):
        stated = stated_of(parameters, wish, draws)
        one = _fitting(kind, parameters, stated)
        if isinstance(one, Tree):
            found.append(json.dumps(stated))
        else:
            missed.append(one)
        if number == _JUDGED and len(found) * _RARE >= number:
            return ()
    if not found:
        raise RequestError(_unmet(parameters, missed))
    return tuple(dict.fromkeys(found))


def _fitting(kind: str, parameters: TreeParameters, stated: Fields) -> Tree | _Missed:
    """Return the tree of a game if it is as large and as deep as was asked for."""
    wish, question = wish_of(parameters), parameters.question
    least, most = wish.nodes or (1, MOST_POSITIONS)
    size = size_of(stated, question, most)
    if size is None or size < least:
        return _Missed(stated)
    tree, wrong = read_played(kind, question, stated)
    return tree if tree is not None and within(tree.height(), wish.plies) else _Missed(stated, wrong or _PLIES)


_PLIES = "plies"


def _played(kind: str, parameters: TreeParameters, stated: Fields, draws: Draws) -> Played:
    """Return a game with its tree, and with an opponent as asked for."""
    tree, wrong = read_played(kind, parameters.question, stated)
    if tree is None:
        raise RequestError(wrong)
    return Played(_with_opponent(tree, parameters, draws), stated)


def _with_opponent(tree: Tree, parameters: TreeParameters, draws: Draws) -> Tree:
    """Return the tree with replies of an opponent who errs, as many as are asked for."""
    if isinstance(parameters, AlphaBetaParameters) or (errs := errs_of(parameters)) is None:
        return tree
    return with_errors(tree, draws.between(*errs), draws)


def _given(kind: str, parameters: TreeParameters, stated: Fields) -> Played:
    """Return a game that is written out, its opponent as in the tree of which it is the mirror image."""
    tree = _played(kind, parameters, stated, Draws("")).tree
    turned = parameters.ordering.mirror
    if turned is not None and turned.whole.reply is not None:
        tree = cut_as(tree, tree.whole._replace(reply=mirror(turned).whole.reply))
    return Played(tree, stated)


def _unmet(parameters: TreeParameters, missed: Sequence[_Missed]) -> str:
    """Return what was wrong with all games that were drawn, and what helps."""
    wish, wrong = wish_of(parameters), [one.wrong for one in missed if one.wrong]
    title = PLAYABLE_GAMES[wish.name].title
    if wrong and wrong[0] != _PLIES:
        return f"{title}: {wrong[0]}"
    said = f"{title}: in {TRIES:,} draws no tree had {show_range(wish.nodes)} nodes"
    if wrong:
        return f"{said} and {show_range(wish.plies)} plies; choose another --depth or other --nodes"
    games = {json.dumps(one.stated): one.stated for one in missed}
    known = [size_of(stated, parameters.question, MOST_POSITIONS) for stated in list(games.values())[:_MEASURED]]
    sizes = sorted(size for size in known if size is not None)
    if not sizes:
        advice = "" if parameters.limits.depth is None else " or a smaller --depth-limit"
        if not advice and features_of(stated_of(parameters, wish, Draws("sample"))):
            advice = " or a --depth-limit"  # its positions can be evaluated
        return f"{said}: all had more than {MOST_POSITIONS:,}; choose a smaller game{advice}"
    had = f"they had {show_range((sizes[0], sizes[-1]))}" + (" or more" if len(sizes) < len(known) else "")
    return f"{said}: {had}; choose another size of the game, or other --nodes"
