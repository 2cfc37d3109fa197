"""What no exercise of a request can be: contradictions are refused before anything is drawn."""

from __future__ import annotations

from generators import guarantees
from generators.errors import RequestError, UnreachableError
from generators.guarantee import show_range
from generators.lift_requests import search_of
from generators.parameters import (
    AlphaBetaParameters,
    ConstructParameters,
    LiftParameters,
    Parameters,
    Treeless,
    is_of_game,
)
from generators.reachable import reachable
from generators.targets import ABOUT
from grader.conventions import value_of
from grader.games.tree import CHANCE
from grader.kinds import KINDS, Kind
from grader.kinds.trees.drawn_part import DRAWN_TREE

_MOVED = ("best-move", "strategy", "best-response", "outcome")


def check_promise(kind: str, parameters: Parameters) -> None:
    """Refuse a promise that no exercise of the kind can keep. Raises RequestError."""
    promise = parameters.promise
    if promise.most_draws < 1:
        raise RequestError("expected at least 1 draw")
    for name in promise.without:
        if name not in guarantees.NAMES:
            raise RequestError(f'there is no guarantee "{name}", expected one of {", ".join(guarantees.NAMES)}')
    if promise.about and promise.about not in ABOUT:
        raise RequestError(f'there are no exercises about "{promise.about}", expected {" or ".join(ABOUT)}')
    if promise.about and not isinstance(parameters, AlphaBetaParameters):
        raise RequestError(f"exercises about {promise.about} are alpha-beta's, not {kind}'s")
    pruning = parameters.pruning if isinstance(parameters, AlphaBetaParameters) else None
    for wanted, name in (
        (pruning and pruning.prune_count, "prune-count"),
        (pruning and pruning.leaves_evaluated, "leaves-evaluated"),
    ):
        if wanted and not 0 <= wanted[0] <= wanted[1]:
            raise RequestError(f"{name} {wanted[0]}-{wanted[1]} holds no number, expected N or A-B")


def check_counts(parameters: Parameters, on: set[str]) -> None:
    """Refuse counts of skipped subtrees and evaluated leaves that no search of the shape has. Raises UnreachableError."""
    if not isinstance(parameters, AlphaBetaParameters):
        return
    pruning = parameters.pruning
    asked = {"prune-count": pruning.prune_count, "leaves-evaluated": pruning.leaves_evaluated}
    must_cut = "some-cutoff" in on
    if not (must_cut or any(asked.values())):
        return
    for name, (least, most) in reachable(parameters).items():
        wanted = asked[name]
        if name == "prune-count" and must_cut and most == 0:
            raise UnreachableError("some-cutoff: no search of this shape skips anything", "some-cutoff")
        if name == "leaves-evaluated" and must_cut and wanted is not None and least < most == wanted[0]:
            raise UnreachableError(f"{name} {show_range(wanted)}: that is all leaves, but some-cutoff skips one", name)
        if wanted is None or (least <= wanted[1] and wanted[0] <= most):
            continue
        does, what = ("skips", "subtrees") if name == "prune-count" else ("evaluates", "leaves")
        message = f"{name} {show_range(wanted)}: a search of this shape {does} {show_range((least, most))} {what}"
        raise UnreachableError(message, name)


def asked_of(kind: Kind, parameters: Parameters) -> tuple[str, ...]:
    """Return the asked parts. Raises RequestError for what no exercise of the request can ask."""
    question = parameters.question
    for part in question.ask:
        if kind.parts.get(part) == DRAWN_TREE and not is_of_game(parameters):
            raise RequestError("only the tree of a game can be drawn; add --game, or leave out tree")
        if part not in kind.parts:
            raise RequestError(f'{kind.name} has no part "{part}", expected some of {", ".join(kind.parts)}')
    if len(set(question.ask)) < len(question.ask):
        raise RequestError("a part is asked twice, expected once")
    for name in question.conventions.stated:
        if name not in kind.conventions:
            raise RequestError(f"{kind.name} has no convention {name}, expected {', '.join(kind.conventions)}")
        value_of(question.conventions, name)
    _check_of_search(kind, parameters)
    ask = question.ask or ((parameters.make,) if isinstance(parameters, ConstructParameters) else kind.asked)
    if not isinstance(parameters, Treeless) and not is_of_game(parameters) and _is_chance_root(parameters):
        if unposed := next((part for part in question.ask if part in _MOVED), None):
            raise RequestError(f"nobody moves at the root, so {unposed} cannot be asked")
        ask = tuple(part for part in ask if part != "best-move")
    for part, points in question.points:
        if part not in ask or points <= 0:
            raise RequestError(f"points of {part}: expected points above 0 for a part that is asked")
    return ask


def _check_of_search(kind: Kind, parameters: Parameters) -> None:
    """Refuse a convention of another search than the one that is run. Raises RequestError."""
    if not isinstance(parameters, LiftParameters):
        return
    search = KINDS[search_of(parameters)]
    of_searches = {name for one in kind.searches for name in KINDS[one].conventions}
    if foreign := sorted(parameters.question.conventions.stated & of_searches.difference(search.conventions)):
        raise RequestError(f"{search.name} has no convention {foreign[0]}, expected {', '.join(search.conventions)}")


def _is_chance_root(parameters: Parameters) -> bool:
    if isinstance(parameters, Treeless):
        return False
    tree = parameters.ordering.mirror or parameters.shape.skeleton
    return tree.kind[0] == CHANCE if tree is not None else parameters.shape.layers[:1] == ("chance",)
