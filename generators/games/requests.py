"""Requests for the trees of games: what they may say, and those that given positions are instances of."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import ceil

from generators.draws import Draws, RequestError
from generators.fields import Fields
from generators.filling import POSITIONS, check_playing, errs_of, leaves_within, mirror, repeated_of
from generators.games import STARTS
from generators.games.drawn import draw_played, features_of, read_played, stated_by, stated_of, wish_of
from generators.limits import check_unlimited, check_weights
from generators.parameters import (
    AlphaBetaParameters,
    GameWish,
    Leaves,
    Limits,
    Ordering,
    Question,
    Range,
    TreeParameters,
    show_range,
)
from grader.core.data import Data
from grader.core.errors import suggest
from grader.core.games.playable import Wrong
from grader.core.games.playing import GAMES, MOST_POSITIONS, read_playing
from grader.core.games.problem import Problem
from grader.core.games.tree import Tree
from grader.core.numbers import Number, read_number
from grader.core.text import either, printable
from grader.kinds.trees.documents import after_of, wrong_beside

_OF_ALL = ("name", "nodes", "plies", "given", "other_than")
_FLAGS = {"plies": "depth"}
_OF_QUIET = "has no place beside a game, whose positions are all quiet; leave it out"
_OF_STATICS = "draws static values; positions of a game are weighed by --features and --weights"
_OF_SHAPES = "says what trees look like that no game makes; leave it out"
BESIDE = {
    **dict.fromkeys(("branching", "shape", "layers", "chances", "names", "moves"), _OF_SHAPES),
    "max_nodes": "is about drawn shapes; of a game say --nodes",
    "ordering": "has no place beside a game, whose moves stand in their order; leave it out",
    "prune_exactly": "chooses values of leaves, which follow from the rules of a game; say --prune-count",
    **dict.fromkeys(("extension", "not_quiet"), _OF_QUIET),
    **dict.fromkeys(("static", "noise"), _OF_STATICS),
}
"""The options that have no place beside a game, each with the reason."""
VALUES = ("values", "step", "outcomes", "ties", "repeats")


def flag_of(field: str) -> str:
    """Return the option that says a field of a wish, as it is typed."""
    return "--" + _FLAGS.get(field, field).replace("_", "-")


def check_options(stated: Mapping[str, Data], wishes: Sequence[str]) -> None:
    """Refuse options that go with no game, and those of a game where none is named. Raises RequestError."""
    name = stated.get("game")
    if name is None:
        if of_games := [field for field in wishes if field in stated and field not in _OF_ALL[:1]]:
            takers = [game for game in STARTS if of_games[0] in _fields_of(game)]
            raise RequestError(f"{flag_of(of_games[0])} says something of a game; add --game {either(takers)}")
        return
    _check_name(name)
    if beside := next((option for option in BESIDE if option in stated), None):
        raise RequestError(f"--{beside.replace('_', '-')} {BESIDE[beside]}")
    if not STARTS[name].has_numbers and (values := next((option for option in VALUES if option in stated), None)):
        worth = "--utilities" if GAMES[name].ends else "its rules"
        raise RequestError(f"--{values} has no place in {name}: what its ends are worth follows from {worth}")


def check_game(parameters: TreeParameters, kind: str) -> None:
    """Refuse a request for a game that contradicts itself, or that nothing meets. Raises RequestError."""
    wish = parameters.game or GameWish()
    _check_name(wish.name)
    if wish.given:
        return
    _check_fields(wish)
    _check_records(parameters)
    check_ranges(parameters)
    stated = stated_of(parameters._replace(limits=Limits()), wish_of(parameters), Draws("sample"))
    _check_rules(parameters, stated)
    _check_depth(parameters, stated)
    _check_asked(parameters, stated)
    sample = draw_played(kind, parameters, Draws("sample"))
    if not isinstance(parameters, AlphaBetaParameters):
        check_playing(parameters, sample.tree)


def check_ranges(parameters: TreeParameters) -> None:
    """Refuse ranges that the game of a request cannot have. Raises RequestError."""
    filled = wish_of(parameters)
    _check_sizes(filled)
    STARTS[filled.name].check(filled, leaves_within(parameters.leaves, parameters.question.conventions.value_bounds))


def _check_name(name: str) -> None:
    if name not in STARTS:
        known = f"expected {', '.join(STARTS)}{suggest(name, STARTS)}"
        raise RequestError(f'there is no game "{printable(name, 40)}", {known}')


def _fields_of(name: str) -> tuple[str, ...]:
    """Return the fields of a wish that a game takes."""
    game = GAMES[name]
    own = ("utilities",) * bool(game.ends) + ("symmetry",) * game.has_symmetry
    return (*STARTS[name].wishes, "nodes", "plies", *own)


def _check_fields(wish: GameWish) -> None:
    """Refuse what another game takes. Raises RequestError."""
    known = _fields_of(wish.name)
    for field, default in GameWish._field_defaults.items():
        if field not in (*_OF_ALL, *known) and getattr(wish, field) != default:
            others = [name for name in STARTS if field in _fields_of(name)]
            flags = ", ".join(map(flag_of, known))
            raise RequestError(f"{flag_of(field)} is about {either(others)}; {wish.name} takes {flags}")


def _check_sizes(wish: GameWish) -> None:
    if wish.nodes is not None and not 1 <= wish.nodes[0] <= wish.nodes[1] <= MOST_POSITIONS:
        raise RequestError(f"--nodes {show_range(wish.nodes)}: expected 1 to {MOST_POSITIONS:,}, as 40 or 7-60")
    if wish.plies is not None and not 1 <= wish.plies[0] <= wish.plies[1]:
        raise RequestError(f"--depth {show_range(wish.plies)}: expected at least 1 ply, as 3 or 2-4")


def _check_records(parameters: TreeParameters) -> None:
    """Refuse what is said of trees that are drawn without a game. Raises RequestError."""
    if parameters.shape != type(parameters)().shape:
        raise RequestError(f"a shape {_OF_SHAPES}")
    if parameters.ordering != Ordering():
        raise RequestError(f"an ordering {BESIDE['ordering']}")
    if not STARTS[wish_of(parameters).name].has_numbers and parameters.leaves != Leaves():
        raise RequestError("values of leaves have no place in this game: they follow from its rules")
    if isinstance(parameters, AlphaBetaParameters) and parameters.pruning.prune_exactly:
        raise RequestError(f"prune-exactly {BESIDE['prune_exactly']}")
    limits = parameters.limits
    if (limits.extension, limits.noisy) != (None, (0, 0)):
        raise RequestError(f"an extension {BESIDE['extension']}")
    if (limits.statics, limits.noise) != (Limits().statics, None):
        raise RequestError(f"--static {BESIDE['static']}")


def _check_rules(parameters: TreeParameters, stated: Fields) -> None:
    """Refuse what the game itself refuses: worths of ends that it has not, who begins. Raises RequestError."""
    wish, conventions = wish_of(parameters), parameters.question.conventions
    game = GAMES[wish.name]
    if unknown := [end for end, _ in wish.utilities if end not in game.ends]:
        raise RequestError(
            f'--utilities: {wish.name} has no end "{printable(unknown[0], 40)}", expected {either(list(game.ends))}'
        )
    if wish.symmetry not in ("", "keep", "merge"):
        raise RequestError(f'--symmetry "{printable(wish.symmetry, 40)}": expected keep or merge')
    wrong: Wrong = []
    playing = read_playing(stated, conventions.root, wrong)
    if playing is None or wrong:
        message, path = wrong[0]
        raise RequestError(f"{flag_of(str(path[1]))}: {message}")
    if playing.match.says_who_begins and "root" in conventions.stated:
        raise RequestError(f"{wish.name} says itself who begins; leave out --root")


def _check_depth(parameters: TreeParameters, stated: Fields) -> None:
    """Refuse a depth where nothing weighs the positions there, and features that the game does not count. Raises RequestError."""
    limits, name = parameters.limits, (parameters.game or GameWish()).name
    known = features_of(stated)
    if limits.depth is None:
        check_unlimited(limits, parameters.question.conventions)
        return
    if limits.depth < 1:
        raise RequestError("expected a --depth-limit of at least 1")
    if not known:
        raise RequestError(
            f"--depth-limit has no place in {name}: nothing is counted of a position that is not over; leave it out"
        )
    if unknown := [one for one in limits.features if one not in known]:
        close = suggest(unknown[0], known)
        raise RequestError(
            f'--features: {name} has no feature "{printable(unknown[0], 40)}", expected some of {", ".join(known)}{close}'
        )
    check_weights(limits)


def _check_asked(parameters: TreeParameters, stated: Fields) -> None:
    """Refuse what cannot be asked of the game. Raises RequestError."""
    name, ask = (parameters.game or GameWish()).name, parameters.question.ask
    has_errs = not isinstance(parameters, AlphaBetaParameters) and errs_of(parameters) is not None
    beside = {**stated, "ask": ask, **({"opponent": {}} if has_errs else {})}
    if wrong := wrong_beside(beside):
        message, path = wrong[0]
        said = ask[path[1]] if len(path) > 1 and isinstance(path[1], int) else "--opponent-errs"
        raise RequestError(f"{said} {message}")
    lost = [f"{part} cannot be asked of" for part in ask if part in POSITIONS]
    if not isinstance(parameters, AlphaBetaParameters) and repeated_of(parameters):
        lost.append("--repeated-states has no place in")
    if GAMES[name].has_memory and lost:
        raise RequestError(f"{lost[0]} {name}, where what follows depends on the way to a position too")


# -- games: positions near a given one, and the game whose tree is turned round

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
    image: Fields = {**stated, "game": {field: game[field] for field in _OWN if field in game} | turned}
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
