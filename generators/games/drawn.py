"""A draw of a game: one whose tree is as large as was asked for, with this tree."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from generators.draws import Draws
from generators.errors import RequestError
from generators.games.record import Played
from generators.games.stated import features_of, read_played, size_of, stated_of, wish_of
from generators.guarantee import show_range, within
from generators.orderings import mirror
from generators.parameters import AlphaBetaParameters, Promise, TreeParameters
from generators.playing import errs_of, with_errors
from grader.data import Data
from grader.games.horizon import cut_as
from grader.games.playable import GAMES
from grader.games.playing import MOST_POSITIONS
from grader.games.tree import Tree

TRIES = 2_000
"""Games that are drawn until the tree of one is as large as was asked for."""
_JUDGED = 200
_RARE = 10
_POOLS = 128
_MEASURED = 20  # games of which it is told how large they are, where none is as large as asked


class _Missed(NamedTuple):
    """A game that was drawn and not taken; and what is wrong with it beside its size."""

    stated: Mapping[str, Data]
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


def _fitting(kind: str, parameters: TreeParameters, stated: Mapping[str, Data]) -> Tree | _Missed:
    """Return the tree of a game if it is as large and as deep as was asked for."""
    wish, question = wish_of(parameters), parameters.question
    least, most = wish.nodes or (1, MOST_POSITIONS)
    size = size_of(stated, question, most)
    if size is None or size < least:
        return _Missed(stated)
    tree, wrong = read_played(kind, question, stated)
    return tree if tree is not None and within(tree.height(), wish.plies) else _Missed(stated, wrong or _PLIES)


_PLIES = "plies"


def _played(kind: str, parameters: TreeParameters, stated: Mapping[str, Data], draws: Draws) -> Played:
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


def _given(kind: str, parameters: TreeParameters, stated: Mapping[str, Data]) -> Played:
    """Return a game that is written out, its opponent as in the tree of which it is the mirror image."""
    tree = _played(kind, parameters, stated, Draws("")).tree
    turned = parameters.ordering.mirror
    if turned is not None and turned.whole.reply is not None:
        tree = cut_as(tree, tree.whole._replace(reply=mirror(turned).whole.reply))
    return Played(tree, stated)


def _unmet(parameters: TreeParameters, missed: Sequence[_Missed]) -> str:
    """Return what was wrong with all games that were drawn, and what helps."""
    wish, wrong = wish_of(parameters), [one.wrong for one in missed if one.wrong]
    title = GAMES[wish.name].title
    if wrong and wrong[0] != _PLIES:
        return f"{title}: {wrong[0]}"
    said = f"{title}: in {TRIES:,} draws no tree had {show_range(wish.nodes)} nodes"
    if wrong:
        return f"{said} and {show_range(wish.plies)} plies; choose another --depth or other --nodes"
    games = {json.dumps(one.stated): one.stated for one in missed}
    known = [size_of(stated, parameters.question, MOST_POSITIONS) for stated in list(games.values())[:_MEASURED]]
    sizes = sorted(size for size in known if size is not None)
    if not sizes:
        return f"{said}: all had more than {MOST_POSITIONS:,}; choose a smaller game{_or_less_depth(parameters)}"
    had = f"they had {show_range((sizes[0], sizes[-1]))}" + (" or more" if len(sizes) < len(known) else "")
    return f"{said}: {had}; choose another size of the game, or other --nodes"


def _or_less_depth(parameters: TreeParameters) -> str:
    """Return the advice to stop the search, or to stop it earlier, where positions can be evaluated at all."""
    if parameters.limits.depth is not None:
        return " or a smaller --depth-limit"
    stated = stated_of(parameters, wish_of(parameters), Draws("sample"))
    return " or a --depth-limit" if features_of(stated) else ""
