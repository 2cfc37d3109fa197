"""The loop of Monte Carlo tree search, folded over its rules: the one solver of the kind `mcts`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from grader.conventions import Conventions
from grader.exact import Number
from grader.games.tree import MAX
from grader.kinds.mcts.sampling import Sampling
from grader.kinds.ucb.scores import ScoreRules, best_arms, right_rules
from grader.rules.sampling import (
    COMPLEMENTS,
    EXPANSIONS,
    PLAYED,
    Extends,
    GoesOn,
    Joins,
    Updated,
    to_the_first,
    whole_path,
)

Entry = TypeVar("Entry")


class Unplayable(Exception):
    """Why the search cannot be run on: the iteration (None: after the last), the node, and which trouble it is."""

    def __init__(self, trouble: str, iteration: int | None, node: int) -> None:
        super().__init__(trouble)
        self.trouble, self.iteration, self.node = trouble, iteration, node


NO_RESULT, TIED, UNVISITED = "no result", "tied", "unvisited"


class Rules(NamedTuple):
    """The rules of one search.

    `recorded_for` is whose rewards each node counts, `choosers` who chooses among the children of each. `is_strict`: ties that
    nobody decides and nodes without visits are errors, as they are for the right rules.
    """

    scores: ScoreRules
    goes_on: GoesOn
    joins: Joins
    complement: Callable[[Number, int], Number]
    recorded_for: Sequence[int]
    choosers: Sequence[int]
    updated: Updated = whole_path
    extends: Extends = to_the_first
    tie: str = "first"
    counts_children: bool = False
    final: str = "most-visits"
    is_strict: bool = False


class Comparison(NamedTuple):
    """One step of a selection: the node, the children that are compared, their scores, and which is best."""

    node: int
    children: Sequence[int]
    scores: Sequence[float]
    best: int


class Iteration(NamedTuple):
    """One iteration: the path, the comparisons of its selection, the nodes that joined, MAX's reward, and what was updated."""

    path: tuple[int, ...]
    compared: tuple[Comparison, ...]
    joined: tuple[int, ...]
    reward: Number
    updated: tuple[int, ...]


class State(NamedTuple):
    """The search tree: visits (None outside) and recorded totals of each node. The lists grow in place."""

    visits: list[int | None]
    totals: list[Number]


class Run(NamedTuple):
    """A whole run: its iterations, and the search tree at the end."""

    iterations: Sequence[Iteration]
    state: State


def rules_of(game: Sampling, conventions: Conventions) -> Rules:
    """Return the right rules under these conventions."""
    goes_on, joins = PLAYED if game.playouts else EXPANSIONS[conventions.expand]
    return Rules(
        right_rules(conventions),
        goes_on,
        joins,
        COMPLEMENTS[conventions.complement],
        game.recorded_for(conventions.totals_for),
        game.movers(),
        tie=conventions.tie,
        counts_children=conventions.parent_count == "children",
        final=conventions.final,
    )


def start_of(game: Sampling) -> State:
    """Return the search tree before the first iteration."""
    return State([*game.visits], [*game.totals])


def run(game: Sampling, rules: Rules) -> Run:
    """Return the run of all iterations. Raises Unplayable."""
    state, path_rules = start_of(game), rules
    return Run([_iterate(game, state, path_rules, place) for place in range(game.iterations)], state)


def _iterate(game: Sampling, state: State, rules: Rules, place: int) -> Iteration:
    walk = _follow if game.playouts else descend
    path, compared, (inside, outside) = walk(game, state, rules, place)
    joined = rules.joins(inside, outside, len(path) == 1 or bool(state.visits[path[-1]]))
    for child in joined:
        state.visits[child] = 0
    path += rules.extends(joined)
    reward = reward_at(game, path[-1], place)
    if reward is None:
        raise Unplayable(NO_RESULT, place, path[-1])
    updated = rules.updated(path, joined)
    other = rules.complement(reward, 1)
    for node in updated:
        state.visits[node] = (state.visits[node] or 0) + 1
        state.totals[node] += reward if rules.recorded_for[node] == MAX else other
    return Iteration(tuple(path), tuple(compared), tuple(joined), reward, tuple(updated))


def reward_at(game: Sampling, node: int, place: int) -> Number | None:
    """Return MAX's reward of the simulation that an iteration begins at a node; None where no result is given."""
    value = game.tree.value[node]
    if value is None and game.rollouts is not None:
        return game.rollouts.playout(node, place).reward
    return game.rewards[place] if value is None else value


Split = tuple[Sequence[int], Sequence[int]]
"""The children of a node inside the search tree, and those outside."""


Descent = tuple[list[int], list[Comparison], Split]
"""A path from the root, what is compared on it, and the children inside and outside the search tree where it stops."""


def split(game: Sampling, state: State, node: int) -> Split:
    """Return the children of a node inside the search tree, and those outside."""
    visits, children = state.visits, game.tree.children(node)
    if None not in visits[children.start : children.stop]:
        return children, ()
    inside = [child for child in children if visits[child] is not None]
    return inside, [child for child in children if visits[child] is None]


def select(game: Sampling, state: State, rules: Rules) -> tuple[list[int], list[Comparison]]:
    """Return the path of the selection that comes next, from the root, and what is compared on it. Raises Unplayable."""
    path, compared, _ = descend(game, state, rules)
    return path, compared


def descend(game: Sampling, state: State, rules: Rules, place: int | None = None) -> Descent:
    """Return the path of a selection from the root, what is compared on it, and the children where it stops. Raises Unplayable."""
    path, compared = [0], []
    inside, outside = split(game, state, 0)
    while rules.goes_on(inside, outside):
        step = _compare(game, state, rules, path[-1], inside, place)
        compared.append(step)
        path.append(step.best)
        inside, outside = split(game, state, step.best)
    return path, compared, (inside, outside)


def _follow(game: Sampling, state: State, rules: Rules, place: int) -> Descent:
    """Return the part of a playout that lies in the search tree; nothing is compared, and all nodes after it are outside."""
    nodes = game.playouts[place]
    count = next((at for at, node in enumerate(nodes) if state.visits[node] is None), len(nodes))
    return [0, *nodes[:count]], [], ((), nodes[count:])


def _compare(
    game: Sampling, state: State, rules: Rules, node: int, inside: Sequence[int], place: int | None
) -> Comparison:
    parent = parent_visits(state, rules, node, inside)
    if parent < 1:
        if rules.is_strict and any(state.visits[child] for child in inside):
            raise Unplayable(UNVISITED, place, node)
        parent = 1
    scores = scores_at(game, state, rules, node, inside, parent)
    best = best_arms(scores, rules.tie)
    if rules.is_strict and len(best) > 1:
        raise Unplayable(TIED, place, node)
    return Comparison(node, inside, scores, inside[best[0]])


def parent_visits(state: State, rules: Rules, node: int, inside: Sequence[int]) -> int:
    """Return N: the node's own visits, or the sum of its children's."""
    return sum(state.visits[child] or 0 for child in inside) if rules.counts_children else state.visits[node] or 0


def scores_at(game: Sampling, state: State, rules: Rules, node: int, inside: Sequence[int], parent: int) -> list[float]:
    """Return the scores of the children for the player who chooses among them."""
    visits: Sequence[int] = of_nodes(state.visits, inside)  # type: ignore[arg-type]  # inside the search tree each has visits
    totals = totals_for_chooser(state, rules, node, inside)
    return rules.scores.scores_of(totals, visits, parent, priors_at(game, rules, node, inside))


def priors_at(game: Sampling, rules: Rules, node: int, inside: Sequence[int]) -> Sequence[Number]:
    """Return the priors of the children: their own, or the same for all."""
    if game.priors and not rules.scores.has_equal_priors:
        return [game.priors[child] for child in inside]
    return [Fraction(1, len(game.tree.children(node)))] * len(inside) if game.priors else [1] * len(inside)


def totals_for_chooser(state: State, rules: Rules, node: int, children: Sequence[int]) -> Sequence[Number]:
    """Return the rewards of the children for the player who chooses at their parent."""
    totals, chooser = of_nodes(state.totals, children), rules.choosers[node]
    recorded_for = of_nodes(rules.recorded_for, children)
    if recorded_for.count(chooser) == len(totals):
        return totals
    visits = of_nodes(state.visits, children)
    return [
        total if whose == chooser else rules.complement(total, count or 0)
        for total, whose, count in zip(totals, recorded_for, visits, strict=True)
    ]


def of_nodes(column: Sequence[Entry], nodes: Sequence[int]) -> Sequence[Entry]:
    """Return the entries of some nodes in a column; all children of a node stand side by side in it."""
    return column[nodes.start : nodes.stop] if isinstance(nodes, range) else [column[node] for node in nodes]
