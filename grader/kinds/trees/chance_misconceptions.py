"""The wrong rules about chance nodes in a search: each the role of a chance node with one of its steps replaced."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from grader.exact import Bound, Number
from grader.games.problem import Problem
from grader.games.tree import CHANCE
from grader.kinds.trees.intervals import bounds_of
from grader.rules import CHANCE_UNCUT, AnyRole, SearchRules, outcome_window, replaced, star1
from grader.rules.chance import Outcomes
from grader.search import Window


def wrong_chance_searches(problem: Problem, right: SearchRules) -> Iterator[tuple[str, SearchRules, Window | None]]:
    """Yield name, rules and the window at the root (None: the right one) of those who search chance nodes wrongly."""
    if CHANCE not in problem.game.kind:
        return
    bounds, role = bounds_of(problem), right.roles[CHANCE]
    has_bounds = problem.conventions.value_bounds is not None
    if has_bounds:
        yield "bounds-unused", _with(right, star1()), None
    yield "window-passed-through-chance", _with(right, role._replace(hand_down=None)), None
    undivided = partial(outcome_window, bounds=bounds, is_divided=False)
    yield "window-not-divided", _with(right, role._replace(hand_down=undivided)), None
    yield "unseen-counts-zero", _with(right, star1((0, 0))), None
    yield "no-chance-cutoff", _with(right, CHANCE_UNCUT), None
    if has_bounds:
        clipped = role._replace(hand_down=partial(_clipped, bounds=bounds))
        yield "bounds-cut-everywhere", _with(right, clipped), _within(problem.conventions.initial_window, bounds)


def _with(right: SearchRules, role: AnyRole) -> SearchRules:
    return right._replace(roles=replaced(right.roles, {CHANCE: role}))


def _within(window: Window, bounds: Window) -> Window:
    """Return the window clipped to the bounds."""
    return max(window[0], bounds[0]), min(window[1], bounds[1])


def _clipped(known: Outcomes, alpha: Bound, beta: Bound, p: Number | None, *, bounds: Window) -> Window:
    return _within(outcome_window(known, alpha, beta, p or 0, bounds=bounds), bounds)
