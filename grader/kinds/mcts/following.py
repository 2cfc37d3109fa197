"""What follows from a student's own answers: each iteration from the earlier ones, statistics from the paths, the move from the statistics."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader.answers.case import Case, Key
from grader.answers.cells import SCORE
from grader.answers.scored import key_of
from grader.exact import Number
from grader.games.tree import MAX
from grader.kinds.mcts.answering import NO_NODE, adds_many, choice_of, right_rules_of
from grader.kinds.mcts.running import (
    Run,
    State,
    parent_visits,
    reward_at,
    scores_at,
    split,
    start_of,
)
from grader.kinds.mcts.sampling import Sampling
from grader.kinds.ucb.scores import best_arms

ScoresAt = Callable[[int, Sequence[int]], Sequence[Number | float] | None]
"""From a node and its children in the search tree to the scores that a selection compares there; None where they are not known."""


class Own:
    """The search tree that the student's own paths make, iteration by iteration.

    `state` is the tree after those that were carried out, `has_totals` whether each had a result.
    """

    def __init__(self, case: Case) -> None:
        self.game: Sampling = case.problem.game
        self.rules = right_rules_of(case.problem)
        self.state, self.has_totals = start_of(self.game), True
        self._adds_many = adds_many(case.problem)

    def joining(self, path: Sequence[int]) -> list[int]:
        """Return the nodes that join by a path: those of it outside the tree, with their siblings where all are added at once."""
        parent, children, visits = self.game.tree.parent, self.game.tree.children, self.state.visits
        missing = [node for node in dict.fromkeys(path) if visits[node] is None]
        if not self._adds_many:
            return missing
        return [node for first in missing for node in children(parent[first]) if visits[node] is None]

    def carry_out(self, path: Sequence[int], place: int) -> None:
        """Carry out an iteration on a path: nodes join, and all of the path are updated."""
        for node in self.joining(path):
            self.state.visits[node] = 0
        reward = reward_at(self.game, path[-1], place)
        self.has_totals &= reward is not None
        for node in {*path}:
            self.state.visits[node] = (self.state.visits[node] or 0) + 1
            self.state.totals[node] += self._recorded(node, reward or 0)

    def _recorded(self, node: int, reward: Number) -> Number:
        return reward if self.rules.recorded_for[node] == MAX else self.rules.complement(reward, 1)


def own_path(case: Case, iteration: int) -> Sequence[int]:
    """Return the path that the student wrote for an iteration; nothing where there is none."""
    written = (case.given("paths") or {}).get(iteration)
    return [] if written is None else list(written.value)


def own_before(case: Case, iteration: int) -> Own | None:
    """Return the search tree before an iteration by the student's own paths; None where one of the earlier ones is blank."""
    own = Own(case)
    for place in range(iteration):
        path = own_path(case, place)
        if not path:
            return None
        own.carry_out(path, place)
    return own


def own_end(case: Case) -> Own | None:
    """Return the search tree at the end by the student's own paths; None where one is blank."""
    return own_before(case, case.problem.game.iterations)


def own_number(case: Case, part: str, node: int) -> Number | None:
    """Return the visits or the total of a node by the student's own paths; None where these do not say it."""
    own = own_end(case)
    if own is None or (part == "totals" and not own.has_totals):
        return None
    is_node_of_nobody = own.state.visits[node] is None and node not in case.expected(part)
    number = own.state.visits[node] or 0 if part == "visits" else own.state.totals[node]
    return None if is_node_of_nobody else number


def path_follows(case: Case, iteration: int, path: Sequence[int]) -> bool:
    """Return whether a path is the next one in the student's own search tree, by the own scores where some were answered."""
    own = own_before(case, iteration)
    if own is None:
        return False
    if own.game.playouts:
        nodes = own.game.playouts[iteration]
        count = next((at for at, node in enumerate(nodes) if own.state.visits[node] is None), len(nodes))
        return list(path) == [0, *nodes[: count + 1]]
    has_scores = any(written is not None for written in (case.given("scores") or {}).values())
    scores = _written_scores(case, iteration) if has_scores else _scores_of(own)
    return _is_selected(own, scores, path)


def _is_selected(own: Own, scores_of: ScoresAt, path: Sequence[int]) -> bool:
    """Return whether selection by these scores takes the path, and what joins ends it."""
    rules, state = own.rules, own.state
    walked, (inside, outside) = [0], split(own.game, state, 0)
    while rules.goes_on(inside, outside):
        scores = scores_of(walked[-1], inside)
        best = [] if scores is None else [inside[at] for at in best_arms(scores, rules.tie)]
        if len(path) <= len(walked) or path[len(walked)] not in best:
            return False
        walked.append(path[len(walked)])
        inside, outside = split(own.game, state, walked[-1])
    joined = rules.joins(inside, outside, walked == [0] or bool(state.visits[walked[-1]]))
    return list(path) == walked + list(joined[:1])


def _scores_of(own: Own) -> ScoresAt:
    """Return the scores that the own statistics give; none where an iteration has no result."""

    def scores_of(node: int, inside: Sequence[int]) -> Sequence[float] | None:
        parent = max(1, parent_visits(own.state, own.rules, node, inside))
        return scores_at(own.game, own.state, own.rules, node, inside, parent) if own.has_totals else None

    return scores_of


def _written_scores(case: Case, iteration: int) -> ScoresAt:
    """Return the scores that the student wrote for an iteration; none where some that are compared are not there."""
    given = case.given("scores") or {}

    def scores_of(node: int, inside: Sequence[int]) -> Sequence[Number | float] | None:
        written = [given.get(key_of(case.problem, iteration, child)) for child in inside]
        return None if None in written else [one.value for one in written if one is not None]

    return scores_of


def joined_on_own(case: Case, iteration: int) -> list[Key] | None:
    """Return what joins by the student's own path of an iteration; None where that, or an earlier one, is blank."""
    own, path = own_before(case, iteration), own_path(case, iteration)
    if own is None or not path:
        return None
    return own.joining(path) or ([] if adds_many(case.problem) else [NO_NODE])


def score_follows(case: Case, iteration: int, node: int, score: Number | float) -> bool:
    """Return whether a score is one that is compared on the student's own path of the iteration, in the own search tree."""
    own, path = own_before(case, iteration), own_path(case, iteration)
    if own is None or own.game.playouts:
        return False
    scores_of = _scores_of(own)
    for above in path[:-1]:
        inside, outside = split(own.game, own.state, above)
        if node in inside and own.rules.goes_on(inside, outside):
            scores = scores_of(above, inside)
            return scores is not None and SCORE.is_right(case.problem, scores[[*inside].index(node)], score)
    return False


def choices_on_own(case: Case) -> list[int]:
    """Return the moves that follow from the student's own `visits` and `totals`; none where some of them are not there."""
    rules, game = right_rules_of(case.problem), case.problem.game
    visits, totals = case.given("visits") or {}, case.given("totals") or {}
    needs_totals = rules.final != "most-visits"
    children = _children_on_own(case)
    if any(visits.get(node) is None for node in (0, *children)):
        return []
    if needs_totals and any(totals.get(node) is None for node in children):
        return []
    state = State([None] * game.tree.size, [0] * game.tree.size)
    for node in (0, *children):
        state.visits[node] = visits[node].value
        state.totals[node] = totals[node].value if needs_totals and node else 0
    return choice_of(game, Run((), state), rules, {})


def _children_on_own(case: Case) -> list[int]:
    """Return the children of the root in the search tree, as the student has it: those with `visits`, and those that ought to have some.

    These are the right ones, but for those to which no own path goes.
    """
    given, own = case.given("visits") or {}, own_end(case)
    ought = case.solution.trace.state.visits if own is None else own.state.visits
    return [c for c in case.problem.game.tree.children(0) if given.get(c) is not None or ought[c] is not None]
