"""Costs of searches: the branching, the depth and the budget of an exercise are drawn, and its answers are clear of every border."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, log10

from generators.candidate import Candidate
from generators.draws import Draws, RequestError
from generators.fields import ENDS
from generators.generator import Figures, Generator, Guarantee, differs, with_those_of_variants
from generators.parameters import CostParameters, Promise
from grader.core.games.problem import Problem
from grader.core.numbers import Number, whole
from grader.kinds.cost.parts import lost_in_rounding
from grader.kinds.cost.solve import LEAVES, NODES, Growth, Work

_MOST_DIGITS = 300
_MOST_BRANCHING = 10**6
_MOST_LISTED = 100
_CLEAR = Fraction(1, 50)
"""A budget that is nearer to what a depth takes, in proportion, is not drawn."""


def draw_cost(parameters: CostParameters, draws: Draws) -> Growth:
    """Return a tree and a search as asked."""
    least, most = parameters.branching
    branching = tuple(draws.between(least, most) for _ in range(parameters.listed or 1))
    depth = None if parameters.depth is None else draws.between(*parameters.depth)
    return Growth(
        branching,
        not parameters.listed,
        parameters.listed if parameters.listed and depth is None else depth,
        unit=parameters.unit,
        root_counts=parameters.root == "counts",
        rate=draws.choice(parameters.rate) if parameters.rate else None,
        seconds=draws.between(*parameters.seconds) if parameters.seconds is not None else None,
        states=parameters.states,
        exponent=Fraction(parameters.exponent),
        space_as=parameters.space,
    )


def check_cost(parameters: CostParameters) -> None:
    """Refuse a request for costs that contradicts itself. Raises RequestError."""
    (least, most), depth = parameters.branching, parameters.depth
    if not 1 <= least <= most <= _MOST_BRANCHING:
        raise RequestError(f"expected a branching factor from 1 to {_MOST_BRANCHING:,}, as 35 or 5-40")
    if depth is not None and not 0 <= depth[0] <= depth[1]:
        raise RequestError("expected a depth of at least 0, as 4 or 3-5")
    if (max(depth or (0,)) + parameters.listed) * log10(most) > _MOST_DIGITS:
        raise RequestError(
            f"the leaves would have more than {_MOST_DIGITS} digits; choose a smaller depth or branching"
        )
    if not 0 <= parameters.listed <= _MOST_LISTED:
        raise RequestError(f"expected at most {_MOST_LISTED} listed branching factors")
    if any(rate <= 0 for rate in parameters.rate):
        raise RequestError("expected rates above 0, as 1000,10000")
    if parameters.seconds is not None and not 1 <= parameters.seconds[0] <= parameters.seconds[1]:
        raise RequestError("expected at least 1 second, as 100 or 10-300")
    if parameters.states is not None and parameters.states <= 0:
        raise RequestError("expected a number of positions above 0")
    if parameters.unit not in (LEAVES, NODES):
        raise RequestError(f'there is nothing to count as "{parameters.unit}", expected {LEAVES} or {NODES}')


def like_cost(problem: Problem, promise: Promise) -> CostParameters:
    """Return the request for trees as deep with a branching factor near the given ones, and a search as fast with other time."""
    growth: Growth = problem.game
    least, most = min(growth.branching), max(growth.branching)
    seconds = growth.seconds
    return CostParameters(
        branching=(max(2, ceil(least / 2)), max(3, ceil(most * Fraction(3, 2)))),
        depth=None if growth.depth is None else (growth.depth, growth.depth),
        rate=() if growth.rate is None else (growth.rate,),
        seconds=None if seconds is None else (ceil(Fraction(seconds) / 2), ceil(Fraction(seconds) * 2)),
        unit=growth.unit,
        states=growth.states,
        root="counts" if growth.root_counts else "does-not-count",
        exponent=whole(growth.exponent),
        space=growth.space_as,
        other_than=growth.branching,
        listed=0 if growth.is_uniform else len(growth.branching),
        promise=promise,
    )


def figures_of_cost(case: Candidate) -> Figures:
    """Yield how many levels there are below the root, or how many of them the budget covers."""
    growth: Growth = case.game
    levels = growth.depth if growth.depth is not None else Work(growth).depth_reached()
    if levels is not None:
        yield "levels", levels


def _is_clear(case: Candidate, parameters: CostParameters) -> bool:
    """Return whether the budget is clear of what the depths take that it might just cover, or just not."""
    work, answers = Work(case.game), case.kind.solve(case.problem).answers
    budget = work.budget
    if budget is None:
        return True
    costs: list[Number] = []
    if (reached := answers.get("depth-reached")) is not None:
        costs += [work.counted(reached), work.counted(reached + 1)]
    if (best := answers.get("depth-reached-best")) is not None:
        costs += [work.best(best), work.best(best + 1)]
    near = _CLEAR * Fraction(budget)
    return all(abs(cost - Fraction(budget)) > near for cost in costs)


COST = Generator(
    CostParameters,
    ("like", "tree_branching", "tree_depth", "rate", "seconds", "unit", "states", *ENDS),
    check_cost,
    draw_cost,
    like_cost,
    "a tree of which only its size is known has no mirror image; expected a problem of trees",
    figures_of_cost,
    with_those_of_variants(
        figures_of_cost,
        Guarantee(
            "clear-budget",
            _is_clear,
            "The budget is more than 2 % off what the last depth that it covers takes, and off the next.",
            "other --seconds, or --without clear-budget",
            lambda parameters: "" if parameters.rate and parameters.seconds is not None else "there is no budget",
        ),
        Guarantee(
            "enough-digits",
            lambda case, _: not lost_in_rounding(case.game, case.problem.ask, case.problem.conventions),
            "Rounding leaves enough of every number to tell it from others.",
            "a smaller --rate, more --convention decimals, or --without enough-digits",
            lambda parameters: "" if "time" in parameters.question.ask else "no time is asked",
        ),
        differs(
            "another-branching", lambda case: case.game.branching, "The branching is not that of the given problem."
        ),
    ),
    (
        "--branching 20-40 --depth 4 --ask leaves,minimal-leaves,time",
        "--rate 10000 --seconds 100 --ask budget,depth-reached,depth-reached-best --count 20 --out week6",
    ),
)
