"""What is answered of a run: paths, what was added, statistics, scores, the next selection and the move that is played."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from grader.answers.case import Answer, Answers, Key, Solution
from grader.answers.lines import Lines
from grader.answers.scored import key_of
from grader.exact import Number, whole
from grader.games.problem import Problem
from grader.kinds.mcts.running import (
    Iteration,
    Rules,
    Run,
    parent_visits,
    rules_of,
    run,
    scores_at,
    select,
    totals_for_chooser,
)
from grader.kinds.mcts.sampling import Sampling
from grader.kinds.ucb.scores import best_arms

NO_NODE = -1
"""What joins where none does."""


def right_rules_of(problem: Problem) -> Rules:
    """Return the right rules of a problem."""
    return rules_of(problem.game, problem.conventions)


def solve(problem: Problem, parts: Collection[str] | None = None) -> Solution:
    """Return the reference answer, with the run as its trace."""
    rules = right_rules_of(problem)
    done = run(problem.game, rules)
    return Solution(answers_of(problem, done, rules), done)


def answers_of(problem: Problem, done: Run, rules: Rules, fixed: Mapping[Key, Number] | None = None) -> Answers:
    """Return every part that the run answers; where the visits of some nodes are given, the choice follows from them."""
    game: Sampling = problem.game
    answers: dict[str, Answer] = {}
    if done.iterations:
        answers = _of_iterations(problem, done, rules)
        visits = {node: count for node, count in enumerate(done.state.visits) if count is not None}
        answers["visits"] = visits | {node: number for node, number in (fixed or {}).items() if node in visits}
        answers["totals"] = {node: whole(done.state.totals[node]) for node in visits}
        if scores := _scores(problem, done):
            answers["scores"] = scores
    if (line := selection_of(game, done, rules)) is not None:
        answers["selection"] = line
    if chosen := choice_of(game, done, rules, fixed or {}):
        answers["choice"] = chosen
    return answers


def _of_iterations(problem: Problem, done: Run, rules: Rules) -> dict[str, Answer]:
    is_list = adds_many(problem)
    return {
        "paths": {place: list(one.path) for place, one in enumerate(done.iterations)},
        "expanded": {
            place: list(one.joined) if is_list else [_added(one)] for place, one in enumerate(done.iterations)
        },
    }


def _added(one: Iteration) -> int:
    """Return the node that an iteration adds: of several the last on its path."""
    return one.path[-1] if one.path[-1] in one.joined else NO_NODE


def adds_many(problem: Problem) -> bool:
    """Return whether several nodes can be added at once."""
    return bool(problem.conventions.expand == "all")


def _scores(problem: Problem, done: Run) -> dict[Key, Answer]:
    return {
        key_of(problem, place, child): score
        for place, one in enumerate(done.iterations)
        for step in one.compared
        for child, score in zip(step.children, step.scores, strict=True)
    }


def selection_of(game: Sampling, done: Run, rules: Rules) -> Lines | None:
    """Return the path that selection would take next; None where nobody decides a tie on it, or a wrong score has no number."""
    try:
        path, compared = select(game, done.state, rules)
    except (ValueError, ZeroDivisionError):
        return None
    is_open = any(len(best_arms(step.scores, rules.tie)) > 1 for step in compared)
    return None if is_open else line_of(path)


def line_of(path: Sequence[int]) -> Lines:
    """Return a path as the only accepted one."""
    return Lines(path, {node: [child] for node, child in pairwise(path)})


def choice_of(game: Sampling, done: Run, rules: Rules, fixed: Mapping[Key, Number]) -> list[int]:
    """Return the moves that may be played at the end, the one to print first; none where no child of the root was visited.

    Numbers that are fixed may be no numbers of visits; what cannot be computed from them is not.
    """
    visits = [fixed.get(node, count) for node, count in enumerate(done.state.visits)]
    children = [child for child in game.tree.children(0) if (visits[child] or 0) > 0]
    if not children:
        return []
    state = done.state._replace(visits=visits)  # type: ignore[arg-type]  # a student's number may be any
    try:
        return [children[place] for place in _best(game, done._replace(state=state), rules, children)]
    except (OverflowError, ValueError, ZeroDivisionError):
        return []


def _best(game: Sampling, done: Run, rules: Rules, children: Sequence[int]) -> list[int]:
    state = done.state
    if rules.final == "best-score":
        parent = max(1, parent_visits(state, rules, 0, children))
        return best_arms(scores_at(game, state, rules, 0, children, parent), rules.tie)
    if rules.final == "most-visits":
        worth: list[Number] = [state.visits[child] or 0 for child in children]
    else:
        totals = totals_for_chooser(state, rules, 0, children)
        worth = [
            Fraction(total) / Fraction(state.visits[child] or 1) for total, child in zip(totals, children, strict=True)
        ]
    best = [place for place, number in enumerate(worth) if number == max(worth)]
    return {"first": best[:1], "last": best[-1:], "any": best}[rules.tie]
