"""What a generated tree can be guaranteed to be: answers that are there and unique, a horizon and an opponent that matter."""

from __future__ import annotations

from generators.candidate import Candidate
from generators.games.stated import wish_of
from generators.guarantee import Guarantee, always, show_range, within
from generators.limits import horizon_matters, quiescence_matters
from generators.parameters import (
    ExpectiminimaxParameters,
    Limits,
    MinimaxParameters,
    Parameters,
    Range,
    Treeless,
    TreeParameters,
    is_of_game,
)
from generators.playing import errs_of, opponent_errs, repeated_of, times_repeated
from grader.games.playing import MOST_POSITIONS
from grader.games.tree import BEYOND, CHANCE, LEAF


def _has_answers(case: Candidate, parameters: Parameters) -> bool:
    after = parameters.question.after
    if after is not None and case.solution.trace is not None and after > case.leaves_evaluated:
        return False  # the search is over by then
    return all(part in case.solution.answers for part in case.problem.ask)


def _is_unique(case: Candidate, parameters: Parameters) -> bool:
    return case.is_unique()


def _has_short_decimals(case: Candidate, parameters: Parameters) -> bool:
    decimals = case.problem.conventions.decimals
    if decimals is None:
        return True
    tree, scale = case.game, 10**decimals
    return all(
        scale % value.denominator == 0
        for value, kind in zip(case.values, tree.kind, strict=True)
        if LEAF < kind < BEYOND
    )


def _decimals_words(parameters: Parameters) -> str:
    decimals = parameters.question.conventions.decimals
    return "Every expected value " + ("is exact." if decimals is None else f"needs no more than {decimals} decimals.")


def has_chance(parameters: Parameters) -> bool:
    """Return whether the request asks for chance nodes."""
    if isinstance(parameters, TreeParameters) and parameters.game is not None:
        return wish_of(parameters).draws == "chance"
    shape = None if isinstance(parameters, Treeless) else parameters.shape
    if shape is None:
        return False
    return CHANCE in shape.skeleton.kind if shape.skeleton is not None else "chance" in shape.layers


def _unique_off(parameters: Parameters) -> str:
    if isinstance(parameters, Treeless) or is_of_game(parameters):
        return ""
    shape = parameters.shape
    is_idle = (
        shape.skeleton.kind[0] in (CHANCE, LEAF) if shape.skeleton is not None else shape.layers[:1] == ("chance",)
    )
    return "nobody moves at the root" if is_idle else ""


# a horizon


def _horizon_matters(case: Candidate, parameters: Parameters) -> bool:
    return horizon_matters(case.game, case.values)


def _horizon_off(parameters: Parameters) -> str:
    if is_of_game(parameters):
        return "of a game nothing is looked at below the horizon"
    return "nothing limits the depth" if _limits(parameters).depth is None else _unique_off(parameters)


def _quiescence_matters(case: Candidate, parameters: Parameters) -> bool:
    return quiescence_matters(case.game, case.values)


def _quiescence_off(parameters: Parameters) -> str:
    skeleton = None if isinstance(parameters, Treeless) else parameters.shape.skeleton
    is_loud = skeleton is not None and skeleton.quiet is not None
    return "" if is_loud or _limits(parameters).noisy[1] else "every node is quiet"


def _limits(parameters: Parameters) -> Limits:
    return Limits() if isinstance(parameters, Treeless) else parameters.limits


# an opponent, and positions


def _errs(parameters: Parameters) -> Range | None:
    """Return how many errors of the opponent are asked for."""
    return errs_of(parameters) if isinstance(parameters, MinimaxParameters | ExpectiminimaxParameters) else None


def _repeated(parameters: Parameters) -> Range | None:
    """Return how many positions that come again are asked for."""
    return repeated_of(parameters) if isinstance(parameters, MinimaxParameters | ExpectiminimaxParameters) else None


def _opponent_matters(case: Candidate, parameters: Parameters) -> bool:
    """Return whether the opponent errs so often as is asked for, and the optimal strategy gets something from it."""
    answers = case.kind.solve(case.problem, parts=("value", "outcome")).answers
    is_other = "outcome" in answers and answers["outcome"] != answers["value"]
    return is_other and within(opponent_errs(case.game), _errs(parameters))


def _errs_words(parameters: Parameters) -> str:
    wanted = _errs(parameters)
    return (
        f"The opponent errs at {show_range(wanted)} nodes, and the optimal strategy gets another number than the value."
    )


def _positions_repeat(case: Candidate, parameters: Parameters) -> bool:
    right_to_left = case.problem.conventions.right_to_left
    return within(times_repeated(case.game, right_to_left=right_to_left), _repeated(parameters))


def _repeated_words(parameters: Parameters) -> str:
    least, most = _repeated(parameters) or (0, 0)
    many = f"At least {least}" if most >= MOST_POSITIONS else show_range((least, most))
    return f"{many} nodes have a position that was met before."


TREES: tuple[Guarantee, ...] = (
    Guarantee(
        "opponent-matters",
        _opponent_matters,
        _errs_words,
        "a larger tree, or another --opponent-errs",
        wanted=lambda parameters: _errs(parameters) is not None,
    ),
    Guarantee(
        "positions-repeat",
        _positions_repeat,
        _repeated_words,
        "a larger tree, or another --repeated-states",
        wanted=lambda parameters: _repeated(parameters) is not None,
    ),
    Guarantee(
        "unique-best-move",
        _is_unique,
        "One move is best at the root; where the principal variation is asked, it is unique.",
        "a larger range of values, or --without unique-best-move",
        _unique_off,
    ),
    Guarantee(
        "short-decimals",
        _has_short_decimals,
        _decimals_words,
        "fewer chance layers, other probabilities, or --without short-decimals",
        lambda parameters: "" if has_chance(parameters) else "there are no chance nodes",
    ),
    Guarantee(
        "horizon-matters",
        _horizon_matters,
        "The best move is another than that of a search to the leaves: the horizon misleads.",
        "more --noise, or --without horizon-matters",
        _horizon_off,
    ),
    Guarantee(
        "quiescence-matters",
        _quiescence_matters,
        "A search that stops at every node at the horizon finds another value or another best move.",
        "more --noise, other --not-quiet, or --without quiescence-matters",
        _quiescence_off,
    ),
    Guarantee(
        "has-answers",
        _has_answers,
        "Every asked part has an answer.",
        "another initial window",
        wanted=always,
    ),
)
"""Guarantees of trees, the cheapest first."""
