"""What is guaranteed of exercises that ask for which x, and how difficult they are."""

from __future__ import annotations

from fractions import Fraction

from generators.candidate import Candidate
from generators.figures import Figures
from generators.guarantee import Guarantee
from generators.lift_requests import PROBABILITY, is_of_arms, request_of
from generators.parameters import AlphaBetaParameters, Parameters, ThresholdParameters
from grader.exact import Number
from grader.games.tree import CHANCE, Tree
from grader.intervals import ends, is_in
from grader.kinds.lifts.searched import Lifted
from grader.rules import CUTOFF_TESTS

_SIMPLE = 20
"""Ends of a range of probabilities are so many parts of 1, or simpler ones."""


def depends_on_x(case: Candidate, parameters: Parameters) -> bool:
    """Return whether the claim holds for some x, but not for all."""
    numbers = case.solution.answers["range"]
    domain = case.game.asked.domain
    return bool(numbers) and numbers != (domain,)


def has_whole_ends(case: Candidate, parameters: Parameters) -> bool:
    """Return whether all ends of the range are whole numbers."""
    return all(isinstance(end, int) for end in ends(case.solution.answers["range"]))


def whole_ends_off(parameters: Parameters) -> str:
    """Return why no whole ends are promised."""
    if not isinstance(parameters, ThresholdParameters):
        return ""
    if parameters.unknown == PROBABILITY:
        return "x is a probability"
    return "the ends are irrational" if not parameters.given and is_of_arms(parameters) else ""


def has_simple_ends(case: Candidate, parameters: Parameters) -> bool:
    """Return whether all ends of the range are simple fractions."""
    return all(_SIMPLE % Fraction(end).denominator == 0 for end in ends(case.solution.answers["range"]))


def simple_ends_off(parameters: Parameters) -> str:
    """Return why no simple fractions are promised."""
    is_meant = isinstance(parameters, ThresholdParameters) and parameters.unknown == PROBABILITY
    return "" if is_meant else "x is no probability"


def equality_matters(case: Candidate, parameters: Parameters) -> bool:
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


def equality_off(parameters: Parameters) -> str:
    """Return why no cutoff test is compared."""
    if not isinstance(parameters, ThresholdParameters) or parameters.about != "pruned":
        return "the claim is not about what is pruned"
    if not is_of_arms(parameters) and isinstance(request_of(parameters), AlphaBetaParameters):
        return ""
    return "the claim is not about what is pruned"


def figures_of_threshold(case: Candidate) -> Figures:
    """Yield how many nodes or children there are, how many intervals the range has, and at how many x something turns over."""
    game = case.game.searched.game
    yield "nodes", len(game.ids)
    if isinstance(game, Tree) and (chances := sum(kind == CHANCE for kind in game.kind)):
        yield "chance-nodes", chances
    yield "intervals", len(case.solution.answers["range"])
    yield "turning-points", sum(piece.interval.low == piece.interval.high for piece in case.solution.trace)


THRESHOLD: tuple[Guarantee, ...] = (
    Guarantee(
        "depends-on-x",
        depends_on_x,
        "The claim holds for some x, but not for all.",
        "a larger range of values",
    ),
    Guarantee(
        "whole-ends",
        has_whole_ends,
        "All ends of the range are whole numbers.",
        "--step 1, or --without whole-ends",
        off=whole_ends_off,
    ),
    Guarantee(
        "simple-ends",
        has_simple_ends,
        "All ends of the range are twentieths, or simpler fractions.",
        "--values 0..9, or --without simple-ends",
        off=simple_ends_off,
    ),
    Guarantee(
        "equality-matters",
        equality_matters,
        "The two tests for a cutoff, >= and >, differ at an end of the range.",
        "--without equality-matters",
        off=equality_off,
    ),
)
"""Guarantees of thresholds."""
