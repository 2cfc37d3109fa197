"""Exercises that ask for which x: a drawn tree in which one leaf becomes x, and a claim that depends on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import ceil, copysign, floor
from typing import NamedTuple

from generators.candidate import Candidate
from generators.draws import Draws, RequestError
from generators.fields import ENDS, TREES_WITH_CHANCE
from generators.generator import Figures, Generator, Guarantee, with_those_of_variants
from generators.kinds.tree_guarantees import HAS_ANSWERS
from generators.kinds.trees import (
    PROBABILITY,
    check_states_tree,
    check_tree,
    draw_tree,
    idle_in_lift,
    is_of_arms,
    is_of_chances,
    like_searched,
    mirrored_lift,
    read_given,
    request_of,
    search_of,
    searched_by,
)
from generators.kinds.ucb_and_mcts import check_arms, draw_arms, like_arms
from generators.limits import leaves_of
from generators.parameters import (
    AlphaBetaParameters,
    ExpectiminimaxParameters,
    Promise,
    ThresholdParameters,
    UcbParameters,
)
from grader.core.data import Data
from grader.core.games.changed import numbered, places_of, with_values
from grader.core.games.problem import Problem
from grader.core.games.tree import CHANCE, Tree
from grader.core.intervals import Interval, closed, ends, is_in
from grader.core.linear import Linear, X
from grader.core.numbers import INFINITY, Number
from grader.core.search.cutting import CUTOFF_TESTS
from grader.kinds.about_searches.claim import Claim, Comparison
from grader.kinds.about_searches.searched import Lifted
from grader.kinds.about_searches.solved import right_way
from grader.kinds.about_searches.threshold.solve import ThresholdQuestion, pieces_by_search

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


_OF_TREES = {*TREES_WITH_CHANCE, "about_what"}.difference(("like", "mirror"), ENDS)


def idle_in_threshold(parameters: ThresholdParameters) -> Mapping[str, str]:
    """Return the fields that say nothing of such a request, each with the reason."""
    search = search_of(parameters)
    if is_of_arms(parameters):
        return dict.fromkeys(_OF_TREES, f"is about trees, and under --search {search} none is drawn; leave it out")
    idle = dict.fromkeys(("children", "visits"), "is about children of one node; leave it out, or add --search ucb")
    if parameters.about == "pruned" and not isinstance(request_of(parameters), AlphaBetaParameters):
        idle["about_what"] = f"pruned: {search} skips nothing; choose any, or --search alpha-beta"
    return {**idle, **idle_in_lift(parameters)}


class _Open(NamedTuple):
    """A problem in which one number is open: `at(x)` is the problem with a number for it; `place` is the leaf that has it."""

    at: Callable[[Number | Linear], Problem]
    domain: Interval
    place: int = -1


def draw_threshold(parameters: ThresholdParameters, draws: Draws) -> Lifted:
    """Return a tree, or children, with x in it and a claim that is true for small or for large x alone, where there is one."""
    if parameters.given:
        return read_given(parameters.given)
    drawn = _open_arms(parameters, draws) if is_of_arms(parameters) else _open_tree(parameters, draws)
    claims = list(_claims(parameters, drawn, draws))
    claim = draws.choice(claims) if claims else Claim("any")  # which never holds, and is drawn again
    asked = ThresholdQuestion(claim, drawn.domain, has_integers=parameters.integers == "yes")
    searched = drawn.at(X)
    return Lifted(searched, asked._replace(pieces=tuple(pieces_by_search(searched, asked))))


def _open_tree(parameters: ThresholdParameters, draws: Draws) -> _Open:
    tree = draw_tree(request_of(parameters), draws)
    if is_of_chances(parameters):
        return _open_chance(parameters, tree, draws)
    place = draws.choice([node for node in tree.leaves() if node and not tree.is_at_horizon(node)] or tree.leaves())

    def at(number: Number | Linear) -> Problem:
        return searched_by(parameters, with_values(tree, {place: number}))

    return _Open(at, closed(-INFINITY, INFINITY), place)


def _open_chance(parameters: ThresholdParameters, tree: Tree, draws: Draws) -> _Open:
    """Return the tree with x and 1 - x at the outcomes of a chance node with two; as it is where there is none."""
    nodes = [node for node in tree.inner() if tree.kind[node] == CHANCE and tree.end[node] - tree.first[node] == 2]
    outcomes = list(tree.children(draws.choice(nodes))) if nodes else []

    def at(number: Number | Linear) -> Problem:
        shares = dict(zip(outcomes, (number, 1 - number), strict=False))
        probability: list[Data] = [shares.get(node, share) for node, share in enumerate(tree.probability)]
        return searched_by(parameters, tree._replace(probability=probability))

    return _Open(at, closed(0, 1))


def _open_arms(parameters: ThresholdParameters, draws: Draws) -> _Open:
    searched = searched_by(parameters, draw_arms(_arms_of(parameters), draws))
    known = searched.conventions

    def at(number: Number | Linear) -> Problem:
        if isinstance(number, Linear):
            return searched  # x is the constant already
        exploration = known.exploration._replace(value=float(number))
        return searched._replace(conventions=known._replace(exploration=exploration))

    return _Open(at, closed(0, INFINITY))


def _claims(parameters: ThresholdParameters, drawn: _Open, draws: Draws) -> Iterator[Claim]:
    """Yield what holds where x is very small or very large, but not both: leaves that are skipped, the best move, a value."""
    # what has no end goes so far that all turns over that can
    ends = (int(copysign(_FAR, end)) if isinstance(end, float) else end for end in drawn.domain[:2])
    below, above = (right_way(drawn.at(end)).answers(_WANTED) for end in ends)
    ids = drawn.at(X).game.ids
    if "pruned" in below:
        changed = below["pruned"].leaves ^ above["pruned"].leaves
        yield from (Claim("pruned", ids=(ids[leaf],)) for leaf in sorted(changed - {drawn.place}))
    if "pruned" in below and parameters.about == "pruned":
        return
    for part in ("best-move", "choice"):
        for move in sorted(set(below.get(part, ())) ^ set(above.get(part, ()))):
            yield Claim(part, ids=(ids[move],))
    if is_of_chances(parameters):
        low, high = sorted((below["value"], above["value"]))
        least, most = floor(low) + 1, ceil(high) - 1  # whole numbers between the two
        if least <= most:
            yield Claim("value", number=Comparison((("at-least", draws.between(least, most)),)))


# -- requests for exercises like a given one that asks for which x

_LIKE = ("pruned", "best-move", "only-best-move", "choice", "value")


def _check_can_be_like(asked: ThresholdQuestion, searched: Problem) -> None:
    """Refuse a problem of a sort that is not drawn. Raises RequestError."""
    if asked.claim.name not in _LIKE:
        message = f"no variants are drawn of claims about {asked.claim.name}, expected one about {', '.join(_LIKE)}"
        raise RequestError(f"{message}; --mirror turns the problem round as it is")
    is_share = bool(isinstance(searched.game, Tree) and places_of(searched.game).probabilities)
    is_constant = not isinstance(searched.game, Tree)
    usual = closed(0, 1) if is_share else closed(0, INFINITY) if is_constant else closed(-INFINITY, INFINITY)
    if asked.domain != usual:
        raise RequestError("no variants are drawn of a problem that states a domain; --mirror turns it round as it is")


def like_threshold(problem: Problem, promise: Promise) -> ThresholdParameters:
    """Return the request for trees of the same shape and names, or as many children, with x in such a place and values in the same range."""
    searched, asked = problem.game.searched, problem.game.asked
    check_states_tree(searched)
    _check_can_be_like(asked, searched)
    about = "pruned" if asked.claim.name == "pruned" else "any"
    whole = "yes" if asked.has_integers else "no"
    if not isinstance(searched.game, Tree):
        arms = like_arms(searched, promise)
        stated = ThresholdParameters(searched.kind, about, whole, promise=promise)
        return stated._replace(children=arms.children, visits=arms.visits)
    numbers = [value for value in leaves_of(searched.game) if not isinstance(value, Linear)]
    another = max(numbers, default=0) + 1  # than the other leaves have: x is none of them
    tree = numbered(searched.game, another)
    unknown = PROBABILITY if places_of(searched.game).probabilities else "value"
    trees = like_searched(ThresholdParameters, searched._replace(game=tree), promise)
    return trees._replace(about=about, integers=whole, unknown=unknown)


# -- what is guaranteed of exercises that ask for which x, and how difficult they are

_SIMPLE = 20
"""Ends of a range of probabilities are so many parts of 1, or simpler ones."""


def _whole_ends_off(parameters: ThresholdParameters) -> str:
    if parameters.unknown == PROBABILITY:
        return "x is a probability"
    return "the ends are irrational" if not parameters.given and is_of_arms(parameters) else ""


def _equality_matters(case: Candidate, parameters: ThresholdParameters) -> bool:
    """Return whether the other cutoff test gives another range, which differs at its ends alone."""
    conventions = case.problem.conventions
    (other,) = set(CUTOFF_TESTS) - {conventions.cutoff}
    searched = case.game.searched
    changed = searched._replace(conventions=searched.conventions._replace(cutoff=other))
    asked = case.game.asked._replace(pieces=())
    numbers = case.kind.solve(case.problem._replace(game=Lifted(changed, asked))).answers["range"]
    mine = case.solution.answers["range"]
    at_ends: list[Number] = [*ends(mine), *ends(numbers)]
    return any(is_in(end, mine) != is_in(end, numbers) for end in at_ends)


def _equality_off(parameters: ThresholdParameters) -> str:
    is_pruned = parameters.about == "pruned" and not is_of_arms(parameters)
    is_cut = is_pruned and isinstance(request_of(parameters), AlphaBetaParameters)
    return "" if is_cut else "the claim is not about what is pruned"


def figures_of_threshold(case: Candidate) -> Figures:
    """Yield how many nodes or children there are, how many intervals the range has, and at how many x something turns over."""
    game = case.game.searched.game
    yield "nodes", len(game.ids)
    if isinstance(game, Tree) and (chances := sum(kind == CHANCE for kind in game.kind)):
        yield "chance-nodes", chances
    yield "intervals", len(case.solution.answers["range"])
    yield "turning-points", sum(piece.interval.low == piece.interval.high for piece in case.solution.trace)


THRESHOLD = Generator(
    ThresholdParameters,
    (*TREES_WITH_CHANCE, "search", "about_what", "unknown", "integers", "children", "visits"),
    check_threshold,
    draw_threshold,
    like_threshold,
    partial(mirrored_lift, ThresholdParameters),
    figures_of_threshold,
    with_those_of_variants(
        figures_of_threshold,
        HAS_ANSWERS,
        Guarantee(
            "depends-on-x",
            lambda case, _: case.solution.answers["range"] not in ((), (case.game.asked.domain,)),
            "The claim holds for some x, but not for all.",
            "a larger range of values",
        ),
        Guarantee(
            "whole-ends",
            lambda case, _: all(isinstance(end, int) for end in ends(case.solution.answers["range"])),
            "All ends of the range are whole numbers.",
            "--step 1, or --without whole-ends",
            _whole_ends_off,
        ),
        Guarantee(
            "simple-ends",
            lambda case, _: all(
                _SIMPLE % Fraction(end).denominator == 0 for end in ends(case.solution.answers["range"])
            ),
            "All ends of the range are twentieths, or simpler fractions.",
            "--values 0..9, or --without simple-ends",
            lambda parameters: "" if parameters.unknown == PROBABILITY else "x is no probability",
        ),
        Guarantee(
            "equality-matters",
            _equality_matters,
            "The two tests for a cutoff, >= and >, differ at an end of the range.",
            "--without equality-matters",
            _equality_off,
        ),
    ),
    (
        "--search alpha-beta --depth 2 --branching 3",
        "--search minimax --about-what any --integers yes --count 20 --out week3",
        "--unknown probability --chances tenths",
        "--search ucb --convention exploration=x --children 3",
    ),
    idle=idle_in_threshold,
)
