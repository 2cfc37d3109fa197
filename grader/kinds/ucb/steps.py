"""UCB step by step: each child's score with its formula filled in, then the choice."""

from __future__ import annotations

from collections.abc import Iterator

from grader.answers.case import Solution
from grader.answers.cells import show_score
from grader.exact import INFINITY, Number
from grader.games.problem import Problem
from grader.kinds.ucb.scores import Arms, best_arms, right_rules, terms_of_all
from grader.kinds.words import TIES, listing
from grader.printable import printable
from grader.step import Action, Step

_MORE_PLACES = 2  # of the two terms, so that what is rounded adds up


def ucb_steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the step of each child, left to right, then the choice."""
    for child, score in solution.answers["scores"].items():
        sentence = explain_score(problem, solution, child)
        yield Step(Action.SCORE, child, sentence, _formula(problem, child), score, done=child + 1)
    chosen, scores = tuple(solution.answers["choice"]), solution.answers["scores"]
    sentence = _choice_sentence(problem, solution)
    yield Step(Action.CHOICE, None, sentence, value=scores[chosen[0]], chosen=chosen, done=len(scores))


def explain_score(problem: Problem, solution: Solution, child: int, *, windows: bool = False) -> str:
    """Return the score of one child with its formula filled in."""
    arms: Arms = problem.game
    name, score = printable(arms.ids[child]), solution.answers["scores"][child]
    if (found := terms_of_all(arms, right_rules(problem.conventions))[child]) is not None:
        terms, shown = " + ".join(_more_exactly(problem, term) for term in found), show_score(problem, score)
        exact = _more_exactly(problem, score)
        rounded = f" = {exact}, so its score is {shown}" if exact != shown else f" = {shown}"
        return f"{name}: {_formula(problem, child)} = {terms}{rounded}."
    if score == INFINITY:
        return f"{name} was never visited: its score is inf, so that it is tried before all others."
    return f"{name} was never visited: its score is {problem.say(int(score))} by convention."


def _formula(problem: Problem, child: int) -> str:
    """Return the formula with the child's numbers in it; no formula for a child that has none because it was never visited."""
    arms, conventions = problem.game, problem.conventions
    visits = arms.visits[child]
    if conventions.weighs_priors:
        return _formula_with_prior(problem, child)
    if not visits:
        return ""
    logarithm = f"{conventions.log} {arms.parent_visits}"
    mean = f"{_numerator(problem, arms.totals[child])}/{visits}"
    if conventions.formula == "ucb1":
        return f"{mean} + sqrt(2 * {logarithm} / {visits})"
    return f"{mean} + {conventions.exploration.text} * sqrt({logarithm} / {visits})"


def _formula_with_prior(problem: Problem, child: int) -> str:
    arms, conventions = problem.game, problem.conventions
    visits, prior = arms.visits[child], _numerator(problem, arms.priors[child])
    mean = f"{_numerator(problem, arms.totals[child])}/{visits}" if visits else problem.say(conventions.unvisited_mean)
    return f"{mean} + {conventions.exploration.text} * {prior} * sqrt({arms.parent_visits}) / (1 + {visits})"


def _numerator(problem: Problem, total: Number) -> str:
    text = problem.say(total)
    return f"({text})" if total < 0 or "/" in text else text


def _more_exactly(problem: Problem, score: float) -> str:
    decimals = problem.conventions.decimals
    if decimals is not None:
        conventions = problem.conventions._replace(decimals=max(decimals, 2) + _MORE_PLACES)
        return show_score(problem._replace(conventions=conventions), score)
    return show_score(problem, score)


def _choice_sentence(problem: Problem, solution: Solution) -> str:
    ids, scores, chosen = problem.game.ids, list(solution.answers["scores"].values()), solution.answers["choice"]
    selected = listing((printable(ids[child]) for child in chosen), link="or")
    best = [printable(ids[child]) for child in best_arms(scores, "any")]
    score = scores[chosen[0]]
    if score == INFINITY:
        which = f"{listing(best)} were never visited: unvisited children come first, and {_unvisited_words(problem)}"
        if len(best) == 1:
            which = f"{best[0]} was never visited, and unvisited children come first"
        return f"{which}. {selected} is selected."
    if len(best) == 1:
        return f"{selected} has the highest score, {show_score(problem, score)}: it is selected."
    tie = TIES[problem.conventions.tie]
    return f"{listing(best)} share the highest score, {show_score(problem, score)}, and {tie}. {selected} is selected."


def _unvisited_words(problem: Problem) -> str:
    return TIES["any" if problem.conventions.tie == "any" else "first"]
