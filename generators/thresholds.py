"""Exercises that ask for which x: a drawn tree in which one leaf becomes x, and a claim that depends on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor
from typing import NamedTuple

from generators.drawing import check_arms, check_tree, draw_arms, draw_tree
from generators.draws import Draws
from generators.errors import RequestError
from generators.lift_requests import is_of_arms, is_of_chances, request_of, search_of
from generators.parameters import ExpectiminimaxParameters, ThresholdParameters, UcbParameters
from generators.turned import read_given
from grader.conventions import Conventions
from grader.data import Data
from grader.exact import INFINITY, Number
from grader.games.changed import with_values
from grader.games.problem import Game, Problem
from grader.games.tree import CHANCE, Tree
from grader.intervals import Interval, closed
from grader.kinds import KINDS
from grader.kinds.lifts.claim import Claim, Comparison
from grader.kinds.lifts.searched import Lifted, right_way
from grader.kinds.lifts.threshold.asked import Asked
from grader.kinds.lifts.threshold.solving import pieces_by_search
from grader.kinds.record import Kind
from grader.linear import Linear, X

_WANTED = frozenset({"pruned", "best-move", "choice", "value"})
_FAR = 10**6


def _arms_of(parameters: ThresholdParameters) -> UcbParameters:
    return UcbParameters(children=parameters.children, visits=parameters.visits)


def check_threshold(parameters: ThresholdParameters) -> None:
    """Refuse a request that contradicts itself. Raises RequestError."""
    if parameters.given:
        return
    if is_of_arms(parameters):
        check_arms(_arms_of(parameters))
        if not isinstance(parameters.question.conventions.exploration.value, Linear):
            raise RequestError("under this search x is the exploration constant; add --convention exploration=x")
        return
    request = request_of(parameters)
    check_tree(request, search_of(parameters), has_chance=isinstance(request, ExpectiminimaxParameters))
    if is_of_chances(parameters) and request.shape.branching[0] > 2:
        raise RequestError("x and 1 - x are two outcomes; expected --branching 2, or a range that begins with 2")


class _Open(NamedTuple):
    """A problem in which one number is open: `at(x)` is the problem with a number for it; `names` are what a claim may be about.

    `low` and `high` are numbers between which all turns over that can.
    """

    at: Callable[[Number | Linear], Problem]
    domain: Interval
    low: Number
    high: Number
    ids: Sequence[str]
    place: int = -1


def draw_threshold(parameters: ThresholdParameters, draws: Draws) -> Lifted:
    """Return a tree, or children, with x in it and a claim that is true for small or for large x alone, where there is one."""
    if parameters.given:
        return read_given(parameters.given)
    drawn = _open_arms(parameters, draws) if is_of_arms(parameters) else _open_tree(parameters, draws)
    claims = list(_claims(parameters, drawn, draws))
    claim = draws.choice(claims) if claims else Claim("any")  # which never holds, and is drawn again
    asked = Asked(claim, drawn.domain, has_integers=parameters.integers == "yes")
    searched = drawn.at(X)
    return Lifted(searched, asked._replace(pieces=tuple(pieces_by_search(searched, asked))))


def _open_tree(parameters: ThresholdParameters, draws: Draws) -> _Open:
    tree = draw_tree(request_of(parameters), draws)
    if is_of_chances(parameters):
        return _open_chance(parameters, tree, draws)
    place = draws.choice([node for node in tree.leaves() if node and not tree.is_at_horizon(node)] or tree.leaves())
    everywhere = closed(-INFINITY, INFINITY)

    def at(number: Number | Linear) -> Problem:
        return _searched(parameters, with_values(tree, {place: number}))

    return _Open(at, everywhere, -_FAR, _FAR, tree.ids, place)


def _open_chance(parameters: ThresholdParameters, tree: Tree, draws: Draws) -> _Open:
    """Return the tree with x and 1 - x at the outcomes of a chance node with two; as it is where there is none."""
    nodes = [node for node in tree.inner() if tree.kind[node] == CHANCE and tree.end[node] - tree.first[node] == 2]
    outcomes = list(tree.children(draws.choice(nodes))) if nodes else []

    def at(number: Number | Linear) -> Problem:
        shares = dict(zip(outcomes, (number, 1 - number), strict=False))
        probability: list[Data] = [shares.get(node, share) for node, share in enumerate(tree.probability)]
        return _searched(parameters, tree._replace(probability=probability))

    return _Open(at, closed(0, 1), 0, 1, tree.ids)


def _open_arms(parameters: ThresholdParameters, draws: Draws) -> _Open:
    arms = draw_arms(_arms_of(parameters), draws)
    kind = KINDS[search_of(parameters)]
    known = parameters.question.conventions
    known = known._replace(stated=known.stated.intersection(kind.conventions))

    def at(number: Number | Linear) -> Problem:
        constant = known.exploration
        if not isinstance(number, Linear):  # else it is x already
            constant = constant._replace(value=float(number))
        return _posed(kind, arms, known._replace(exploration=constant))

    return _Open(at, closed(0, INFINITY), 0, _FAR, arms.ids)


def _searched(parameters: ThresholdParameters, tree: Tree) -> Problem:
    kind, conventions = KINDS[search_of(parameters)], parameters.question.conventions
    return _posed(kind, tree, conventions._replace(stated=conventions.stated.intersection(kind.conventions)))


def _posed(kind: Kind, game: Game, conventions: Conventions) -> Problem:
    return Problem("", kind.name, game, conventions, tuple(kind.parts), dict.fromkeys(kind.parts, 1))


def _claims(parameters: ThresholdParameters, drawn: _Open, draws: Draws) -> Iterator[Claim]:
    """Yield what holds where x is very small or very large, but not both: leaves that are skipped, the best move, a value."""
    below, above = (right_way(drawn.at(number)).answers(_WANTED) for number in (drawn.low, drawn.high))
    if "pruned" in below:
        changed = below["pruned"].leaves ^ above["pruned"].leaves
        yield from (Claim("pruned", ids=(drawn.ids[leaf],)) for leaf in sorted(changed - {drawn.place}))
    if "pruned" in below and parameters.about == "pruned":
        return
    for part in ("best-move", "choice"):
        for move in sorted(set(below.get(part, ())) ^ set(above.get(part, ()))):
            yield Claim(part, ids=(drawn.ids[move],))
    if is_of_chances(parameters):
        low, high = sorted((below["value"], above["value"]))
        yield from _worth(low, high, draws)


def _worth(low: Number, high: Number, draws: Draws) -> Iterator[Claim]:
    """Yield that the root is worth a whole number that lies between two others, at least."""
    least, most = floor(low) + 1, ceil(high) - 1
    if least <= most:
        yield Claim("value", number=Comparison((("at-least", draws.between(least, most)),)))
