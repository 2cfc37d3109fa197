"""What generated children with visits and rewards can be guaranteed to be."""

from __future__ import annotations

from collections.abc import Iterable

from generators.candidate import Candidate
from generators.guarantee import Guarantee
from generators.parameters import Parameters, SamplingParameters, UcbParameters
from generators.samplings import compared_in, has_depth_two, is_not_greedy
from grader.exact import INFINITY
from grader.kinds.mcts.sampling import Sampling
from grader.kinds.ucb.scores import best_arms


def _has_margin(case: Candidate, parameters: Parameters) -> bool:
    if isinstance(case.game, Sampling):
        return all(_is_apart(scores, parameters) for scores in compared_in(case))
    return _is_apart(case.solution.answers["scores"].values(), parameters)


def _is_apart(found: Iterable[float], parameters: Parameters) -> bool:
    scores = sorted(found, reverse=True)
    finite = [score for score in scores if score < INFINITY]
    return len(scores) < 2 or scores[1] == INFINITY or not finite or scores[0] - scores[1] >= parameters.promise.margin


def _margin_words(parameters: Parameters) -> str:
    first = parameters.question.conventions.tries_unvisited_first
    several = isinstance(parameters, UcbParameters) and parameters.unvisited[1] > 1 and first
    if isinstance(parameters, SamplingParameters):
        return f"The two best scores of every selection are at least {float(parameters.promise.margin):g} apart, or both are inf."
    apart = f"The two best scores are at least {float(parameters.promise.margin):g} apart"
    return f"{apart}, or both are inf." if several else f"{apart}."


def _is_not_greedy(case: Candidate, parameters: Parameters) -> bool:
    if isinstance(case.game, Sampling):
        return is_not_greedy(case)
    means = case.misconceptions["exploitation-only", ""].answer({})["scores"]
    best = best_arms([means[child] for child in range(len(means))], "any")
    return set(best).isdisjoint(case.solution.answers["choice"])


def _is_played(parameters: Parameters) -> bool:
    return isinstance(parameters, SamplingParameters) and parameters.playouts > 0


def _margin_off(parameters: Parameters) -> str:
    return "playouts are given, so no scores are compared" if _is_played(parameters) else ""


def _greedy_off(parameters: Parameters) -> str:
    if _is_played(parameters):
        return "playouts are given, so nothing is selected"
    unvisited = isinstance(parameters, UcbParameters) and parameters.unvisited[1] > 0
    first = parameters.question.conventions.tries_unvisited_first
    return "the child without visits is chosen by every formula" if unvisited and first else ""


def _greedy_words(parameters: Parameters) -> str:
    if isinstance(parameters, SamplingParameters):
        return "Some path is another than that of the best mean rewards."
    return "The choice is not the child with the best mean reward."


def _has_depth_two(case: Candidate, parameters: Parameters) -> bool:
    return has_depth_two(case)


ARMS: tuple[Guarantee, ...] = (
    Guarantee(
        "margin",
        _has_margin,
        _margin_words,
        "a smaller --margin, or --without margin",
        _margin_off,
    ),
    Guarantee(
        "not-greedy",
        _is_not_greedy,
        _greedy_words,
        "another range of visits, or --without not-greedy",
        _greedy_off,
    ),
    Guarantee(
        "depth-two",
        _has_depth_two,
        "Some path has three nodes.",
        "more iterations or playouts, or --without depth-two",
    ),
)
"""Guarantees of scores."""
