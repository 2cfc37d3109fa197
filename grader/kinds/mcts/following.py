"""What follows from a student's own answers: statistics from own paths, a path from own scores, the move from own statistics."""

from __future__ import annotations

from collections.abc import Sequence

from grader.answers.case import Case
from grader.answers.scored import key_of
from grader.exact import Number
from grader.games.tree import MAX
from grader.kinds.mcts.answering import choice_of, right_rules_of
from grader.kinds.mcts.running import Run, State, reward_at, split, start_of
from grader.kinds.mcts.sampling import Sampling
from grader.kinds.ucb.scores import best_arms


def own_path(case: Case, iteration: int) -> Sequence[int]:
    """Return the path that the student wrote for an iteration; nothing where there is none."""
    written = (case.given("paths") or {}).get(iteration)
    return [] if written is None else list(written.value)


def _own_paths(case: Case) -> list[Sequence[int]] | None:
    """Return all paths that the student wrote; None where one is blank."""
    game: Sampling = case.problem.game
    paths = [own_path(case, place) for place in range(game.iterations)]
    return paths if all(paths) else None


def own_visits(case: Case) -> list[int] | None:
    """Return how often each node is visited by the student's own paths; None where one is blank."""
    paths = _own_paths(case)
    if paths is None:
        return None
    counts = [count or 0 for count in case.problem.game.visits]
    for path in paths:
        for node in {*path}:
            counts[node] += 1
    return counts


def own_totals(case: Case) -> list[Number] | None:
    """Return what each node records on the student's own paths; None where one is blank, or ends where no result is given."""
    game: Sampling = case.problem.game
    paths, rules, totals = _own_paths(case), right_rules_of(case.problem), start_of(game).totals
    if paths is None:
        return None
    for place, path in enumerate(paths):
        reward = reward_at(game, path[-1], place)
        if reward is None:
            return None
        other = rules.complement(reward, 1)
        for node in {*path}:
            totals[node] += reward if rules.recorded_for[node] == MAX else other
    return totals


def path_on_own_scores(case: Case, iteration: int) -> list[int] | None:
    """Return the path that follows from the student's own scores of an iteration; None where some that it takes are not there."""
    given, problem = case.given("scores"), case.problem
    if not given:
        return None
    rules, state = right_rules_of(problem), _state_before(case, iteration)
    path, game = [0], problem.game
    inside, outside = split(game, state, 0)
    while rules.goes_on(inside, outside):
        own = [given.get(key_of(problem, iteration, child)) for child in inside]
        if any(written is None for written in own):
            return None
        path.append(inside[best_arms([written.value for written in own if written is not None], rules.tie)[0]])
        inside, outside = split(game, state, path[-1])
    joined = rules.joins(inside, outside, path == [0] or bool(state.visits[path[-1]]))
    return path + list(joined[:1])


def _state_before(case: Case, iteration: int) -> State:
    """Return the right search tree before an iteration."""
    done: Run = case.solution.trace
    state = start_of(case.problem.game)
    for one in done.iterations[:iteration]:
        for node in one.joined:
            state.visits[node] = state.visits[node] or 0
        for node in one.updated:
            state.visits[node] = (state.visits[node] or 0) + 1
    return state


def choices_on_own(case: Case) -> list[int]:
    """Return the moves that follow from the student's own `visits` and `totals`; none where some of them are not there."""
    visits, totals = case.given("visits") or {}, case.given("totals") or {}
    problem, done = case.problem, case.solution.trace
    rules, game = right_rules_of(case.problem), case.problem.game
    needs_totals = rules.final != "most-visits"
    if not visits or (needs_totals and not totals):
        return []
    state = State([*done.state.visits], [*done.state.totals])
    children = [c for c in game.tree.children(0) if state.visits[c] is not None]
    for node in (0, *children):
        if (count := visits.get(node)) is None or (needs_totals and totals.get(node) is None and node):
            return []
        state.visits[node] = count.value
        if needs_totals and node:
            state.totals[node] = totals[node].value
    return choice_of(problem.game, Run(done.iterations, state), rules, {})
