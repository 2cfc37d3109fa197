"""What a request for the tree of a game may say: contradictions are refused before anything is drawn."""

from __future__ import annotations

from collections.abc import Mapping

from generators.draws import Draws
from generators.errors import RequestError
from generators.games import STARTS
from generators.games.drawn import draw_played
from generators.games.stated import features_of, start_of, stated_of, wish_of
from generators.guarantee import show_range
from generators.leaves import leaves_within
from generators.parameters import (
    AlphaBetaParameters,
    GameWish,
    Leaves,
    Limits,
    Ordering,
    TreeParameters,
)
from generators.playing import POSITIONS, check_playing, errs_of, repeated_of
from grader.data import Data
from grader.errors import suggest
from grader.games.playable import GAMES
from grader.games.playable.record import Wrong
from grader.games.playing import MOST_POSITIONS, read_playing
from grader.kinds.trees.drawn_part import wrong_beside
from grader.printable import printable
from grader.words import either

_OF_ALL = ("name", "nodes", "plies", "given", "other_than")
_FLAGS = {"plies": "depth"}
_OF_SHAPES = "says what trees look like that no game makes; leave it out"
BESIDE = {
    **dict.fromkeys(("branching", "shape", "layers", "chances", "names", "moves"), _OF_SHAPES),
    "max_nodes": "is about drawn shapes; of a game say --nodes",
    "ordering": "has no place beside a game, whose moves stand in their order; leave it out",
    "prune_exactly": "chooses values of leaves, which follow from the rules of a game; say --prune-count",
    **dict.fromkeys(
        ("extension", "not_quiet"), "has no place beside a game, whose positions are all quiet; leave it out"
    ),
    **dict.fromkeys(
        ("static", "noise"), "draws static values; positions of a game are weighed by --features and --weights"
    ),
}
"""The options that have no place beside a game, each with the reason."""
VALUES = ("values", "step", "outcomes", "ties", "repeats")


def flag_of(field: str) -> str:
    """Return the option that says a field of a wish, as it is typed."""
    return "--" + _FLAGS.get(field, field).replace("_", "-")


def check_options(stated: Mapping[str, Data], wishes: tuple[str, ...]) -> None:
    """Refuse options that go with no game, and those of a game where none is named. Raises RequestError."""
    name = stated.get("game")
    if name is None:
        if of_games := [field for field in wishes if field in stated and field not in _OF_ALL[:1]]:
            takers = [game for game in STARTS if of_games[0] in _fields(game)]
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
    _check_sizes(wish)
    _check_records(parameters)
    filled = wish_of(parameters)
    leaves = leaves_within(parameters.leaves, parameters.question.conventions.value_bounds)
    STARTS[wish.name].check(filled, leaves)
    stated = stated_of(parameters._replace(limits=Limits()), filled, Draws("sample"))
    _check_rules(parameters, stated)
    _check_depth(parameters, stated)
    _check_asked(parameters, stated)
    sample = draw_played(kind, parameters, Draws("sample"))
    if not isinstance(parameters, AlphaBetaParameters):
        check_playing(parameters, sample.tree)


def _check_name(name: str) -> None:
    if name not in STARTS:
        known = f"expected {', '.join(STARTS)}{suggest(name, STARTS)}"
        raise RequestError(f'there is no game "{printable(name, 40)}", {known}')


def _fields(name: str) -> tuple[str, ...]:
    """Return the fields of a wish that a game takes."""
    game = GAMES[name]
    known = [*STARTS[name].wishes, "nodes", "plies"]
    known += ["utilities"] if game.ends else []
    return tuple(known + (["symmetry"] if game.has_symmetry else []))


def _check_fields(wish: GameWish) -> None:
    """Refuse what another game takes. Raises RequestError."""
    known = _fields(wish.name)
    for field, default in GameWish._field_defaults.items():
        if field in _OF_ALL or field in known or getattr(wish, field) == default:
            continue
        others = [name for name in STARTS if field in _fields(name)]
        flags = ", ".join(flag_of(one) for one in known if one in GameWish._fields)
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
    if not start_of(parameters).has_numbers and parameters.leaves != Leaves():
        raise RequestError("values of leaves have no place in this game: they follow from its rules")
    if isinstance(parameters, AlphaBetaParameters) and parameters.pruning.prune_exactly:
        raise RequestError(f"prune-exactly {BESIDE['prune_exactly']}")
    limits = parameters.limits
    if (limits.extension, limits.noisy) != (None, (0, 0)):
        raise RequestError(f"an extension {BESIDE['extension']}")
    if (limits.statics, limits.noise) != (Limits().statics, None):
        raise RequestError(f"--static {BESIDE['static']}")


def _check_rules(parameters: TreeParameters, stated: dict[str, Data]) -> None:
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


def _check_depth(parameters: TreeParameters, stated: dict[str, Data]) -> None:
    """Refuse a depth where nothing weighs the positions there, and features that the game does not count. Raises RequestError."""
    limits, name = parameters.limits, (parameters.game or GameWish()).name
    known = features_of(stated)
    if limits.depth is None:
        if limits.features or limits.weights or "depth-in" in parameters.question.conventions.stated:
            said = "--features" if limits.features else "--weights" if limits.weights else "depth-in"
            raise RequestError(f"{said} says something of a search that stops; add --depth-limit")
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
    if len(set(limits.features)) < len(limits.features):
        raise RequestError("expected a different name for each feature")
    if limits.weights and len(limits.weights) != len(limits.features):
        raise RequestError(f"{len(limits.weights)} weights for {len(limits.features)} features; expected one for each")
    if not all(limits.weights):
        raise RequestError("a weight of 0 counts nothing; expected other weights")


def _check_asked(parameters: TreeParameters, stated: dict[str, Data]) -> None:
    """Refuse what cannot be asked of the game. Raises RequestError."""
    name, ask = (parameters.game or GameWish()).name, parameters.question.ask
    has_errs = not isinstance(parameters, AlphaBetaParameters) and errs_of(parameters) is not None
    beside = {**stated, "ask": ask, **({"opponent": {}} if has_errs else {})}
    if wrong := wrong_beside(beside):
        message, path = wrong[0]
        said = ask[path[1]] if len(path) > 1 and isinstance(path[1], int) else "--opponent-errs"
        raise RequestError(f"{said} {message}")
    if GAMES[name].has_memory and (lost := [part for part in ask if part in POSITIONS]):
        raise RequestError(
            f"{lost[0]} cannot be asked of {name}, where what follows depends on the way to a position too"
        )
    if GAMES[name].has_memory and not isinstance(parameters, AlphaBetaParameters) and repeated_of(parameters):
        raise RequestError(
            f"--repeated-states has no place in {name}, where what follows depends on the way to a position too"
        )
