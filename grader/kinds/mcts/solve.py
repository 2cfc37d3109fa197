"""The loop of Monte Carlo tree search, folded over its rules: what it is played on, and the one solver of the kind `mcts`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from grader.core.answers.by_iteration import key_of
from grader.core.answers.case import Answers, Key, Solution
from grader.core.answers.orders import Lines
from grader.core.conventions import Conventions
from grader.core.games.playable import SomePosition
from grader.core.games.playing import Playing
from grader.core.games.problem import Problem
from grader.core.games.tree import LEAF, MAX, OPPONENT, Tree
from grader.core.numbers import Number, whole
from grader.core.search import sampling
from grader.kinds.ucb.solve import ScoreRules, best_arms, right_rules

Entry = TypeVar("Entry")

# -- what is searched: a tree, what its nodes have been visited and won before, and the results to come

NONE = "none"
"""What is answered where no node is added; no node may be called so."""
NOTHING: Mapping[int, Number] = MappingProxyType({})


class Taken(NamedTuple):
    """A move that a playout takes: its name, its number, and among how many moves that counts."""

    name: str
    number: int
    among: int


class Playout(NamedTuple):
    """A playout from a node: the moves that it takes, and what MAX gets; None where its numbers end before the game does."""

    moves: tuple[Taken, ...]
    reward: Number | None


class Rollouts(NamedTuple):
    """Playouts by the rules of a game: its position at each node, and for each iteration the numbers by which its playout chooses.

    At every position the playout takes the move of its next number: 1 is the first that the rules list, and past the last they are
    counted again from the first.
    """

    playing: Playing
    positions: Sequence[SomePosition]
    choices: Sequence[Sequence[int]]

    def playout(self, node: int, place: int) -> Playout:
        """Return the playout of an iteration from a node."""
        position, taken = self.positions[node], []
        match = self.playing.match
        for number in self.choices[place]:
            if match.over(position) is not None:
                break
            moves = match.moves(position)
            move = moves[(number - 1) % len(moves)]
            taken.append(Taken(move.name, number, len(moves)))
            position = move.to
        end = match.over(position)
        return Playout(tuple(taken), None if end is None else self.playing.worth(end))


class Sampling(NamedTuple):
    """A tree with statistics.

    `visits` holds None for a node outside the search tree. `rewards` are MAX's of the simulations, None where none is
    given; `priors` those of all nodes where the formula weighs them. `playouts` are the nodes below the root that each playout comes
    to, where playouts are given; then one player makes all moves. `rollouts` are those by the rules of a game, where their choices are given.
    """

    tree: Tree
    visits: Sequence[int | None]
    totals: Sequence[Number]
    rewards: Sequence[Number | None]
    priors: Sequence[Number] = ()
    playouts: Sequence[tuple[int, ...]] = ()
    rollouts: Rollouts | None = None

    @property
    def iterations(self) -> int:
        """Return how many iterations are run."""
        return len(self.rewards)

    @property
    def ids(self) -> Sequence[str]:
        """Return the id of each node."""
        return self.tree.ids

    @property
    def whole(self) -> Tree:
        """Return the tree."""
        return self.tree

    def by_id(self) -> dict[str, int]:
        """Return the node of each id."""
        return self.tree.by_id()

    def path_to(self, node: int) -> list[int]:
        """Return the nodes from the root to this one."""
        return self.tree.path_to(node)

    def reached(self) -> list[int]:
        """Return all nodes."""
        return self.tree.reached()

    def movers(self) -> list[int]:
        """Return who moves at each node; at a leaf or an open node the opponent of who moved there."""
        tree = self.tree
        if self.playouts:
            return [MAX] * tree.size
        movers: list[int] = []
        for node, kind in enumerate(tree.kind):
            above = OPPONENT[movers[tree.parent[node]]] if node else MAX
            movers.append(above if kind == LEAF else kind)
        return movers

    def recorded_for(self, whose: str) -> list[int]:
        """Return the player whose rewards each node counts by the convention `totals-for`."""
        movers = self.movers()
        if whose == "own":
            return movers
        if whose == "max" or self.playouts:
            return [MAX] * len(movers)
        return [OPPONENT[movers[0]], *(movers[self.tree.parent[node]] for node in range(1, len(movers)))]

    def reward(self, node: int, place: int) -> Number | None:
        """Return MAX's reward of the simulation that an iteration begins at a node; None where no result is given."""
        value = self.tree.value[node]
        if value is None and self.rollouts is not None:
            return self.rollouts.playout(node, place).reward
        return self.rewards[place] if value is None else value


# -- the rules, and the loop


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
    goes_on: sampling.GoesOn
    joins: sampling.Joins
    complement: Callable[[Number, int], Number]
    recorded_for: Sequence[int]
    choosers: Sequence[int]
    updated: sampling.Updated = sampling.whole_path
    extends: sampling.Extends = sampling.to_the_first
    tie: str = "first"
    counts_children: bool = False
    final: str = "most-visits"
    is_strict: bool = False

    def recorded(self, node: int, reward: Number) -> Number:
        """Return what a node records of MAX's reward."""
        return reward if self.recorded_for[node] == MAX else self.complement(reward, 1)


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

    @property
    def stop(self) -> int:
        """Return the last node of the path that was in the search tree before."""
        return next((node for node in reversed(self.path) if node not in self.joined), self.path[0])


class Run(NamedTuple):
    """A whole run: its iterations, and the search tree at the end."""

    iterations: Sequence[Iteration]
    state: State


def rules_of(game: Sampling, conventions: Conventions) -> Rules:
    """Return the right rules under these conventions."""
    goes_on, joins = sampling.PLAYED if game.playouts else sampling.EXPANSIONS[conventions.expand]
    return Rules(
        right_rules(conventions),
        goes_on,
        joins,
        sampling.COMPLEMENTS[conventions.complement],
        game.recorded_for(conventions.totals_for),
        game.movers(),
        tie=conventions.tie,
        counts_children=conventions.parent_count == "children",
        final=conventions.final,
    )


Split = tuple[Sequence[int], Sequence[int]]
"""The children of a node inside the search tree, and those outside."""
Descent = tuple[list[int], list[Comparison], Split]
"""A path from the root, what is compared on it, and the children inside and outside the search tree where it stops."""


class State(NamedTuple):
    """The search tree: visits (None outside) and recorded totals of each node of a game, by rules. The lists grow in place."""

    game: Sampling
    rules: Rules
    visits: list[int | None]
    totals: list[Number]

    def record(self, joined: Sequence[int], updated: Iterable[int], reward: Number | None) -> None:
        """Take in an iteration: nodes join, and each node that is updated counts a visit and MAX's reward, where there is one."""
        for node in joined:
            self.visits[node] = 0
        gains = [0, 0] if reward is None else [self.rules.complement(reward, 1), reward]
        for node in updated:
            self.visits[node] = (self.visits[node] or 0) + 1
            self.totals[node] += gains[self.rules.recorded_for[node] == MAX]

    def split(self, node: int) -> Split:
        """Return the children of a node inside the search tree, and those outside."""
        visits, children = self.visits, self.game.tree.children(node)
        if None not in visits[children.start : children.stop]:
            return children, ()
        inside = [child for child in children if visits[child] is not None]
        return inside, [child for child in children if visits[child] is None]

    def descend(self, place: int | None = None) -> Descent:
        """Return the path of a selection from the root, what is compared on it, and the children where it stops. Raises Unplayable."""
        path, compared = [0], []
        inside, outside = self.split(0)
        while self.rules.goes_on(inside, outside):
            step = self._compare(path[-1], inside, place)
            compared.append(step)
            path.append(step.best)
            inside, outside = self.split(step.best)
        return path, compared, (inside, outside)

    def follow(self, place: int) -> Descent:
        """Return the part of a playout that lies in the search tree; nothing is compared, and all nodes after it are outside."""
        nodes = self.game.playouts[place]
        count = next((at for at, node in enumerate(nodes) if self.visits[node] is None), len(nodes))
        return [0, *nodes[:count]], [], ((), nodes[count:])

    def _compare(self, node: int, inside: Sequence[int], place: int | None) -> Comparison:
        rules = self.rules
        if rules.is_strict and self.parent_visits(node, inside) < 1 and any(self.visits[one] for one in inside):
            raise Unplayable(UNVISITED, place, node)
        scores = self.scores(node, inside)
        best = best_arms(scores, rules.tie)
        if rules.is_strict and len(best) > 1:
            raise Unplayable(TIED, place, node)
        return Comparison(node, inside, scores, inside[best[0]])

    def parent_visits(self, node: int, inside: Sequence[int]) -> int:
        """Return N: the node's own visits, or the sum of its children's."""
        visits = self.visits
        return sum(visits[child] or 0 for child in inside) if self.rules.counts_children else visits[node] or 0

    def scores(self, node: int, inside: Sequence[int]) -> list[float]:
        """Return the scores of the children for the player who chooses among them; of a parent without visits as if it had one."""
        parent = max(1, self.parent_visits(node, inside))
        visits: Sequence[int] = of_nodes(self.visits, inside)  # type: ignore[arg-type]  # inside the search tree each has visits
        return self.rules.scores.scores_of(
            self.totals_for_chooser(node, inside), visits, parent, self._priors(node, inside)
        )

    def _priors(self, node: int, inside: Sequence[int]) -> Sequence[Number]:
        """Return the priors of the children: their own, or the same for all."""
        game = self.game
        if game.priors and not self.rules.scores.has_equal_priors:
            return [game.priors[child] for child in inside]
        return [Fraction(1, len(game.tree.children(node)))] * len(inside) if game.priors else [1] * len(inside)

    def totals_for_chooser(self, node: int, children: Sequence[int]) -> Sequence[Number]:
        """Return the rewards of the children for the player who chooses at their parent."""
        totals, chooser = of_nodes(self.totals, children), self.rules.choosers[node]
        recorded_for = of_nodes(self.rules.recorded_for, children)
        if recorded_for.count(chooser) == len(totals):
            return totals
        visits = of_nodes(self.visits, children)
        return [
            total if whose == chooser else self.rules.complement(total, count or 0)
            for total, whose, count in zip(totals, recorded_for, visits, strict=True)
        ]

    def selection(self) -> Lines | None:
        """Return the path that selection would take next; None where nobody decides a tie on it, or a wrong score has no number."""
        try:
            path, compared, _ = self.descend()
        except (ValueError, ZeroDivisionError):
            return None
        is_open = any(len(best_arms(step.scores, self.rules.tie)) > 1 for step in compared)
        return None if is_open else Lines(path, {node: [child] for node, child in pairwise(path)})

    def choice(self, fixed: Mapping[Key, Number] = NOTHING) -> list[int]:
        """Return the moves that may be played at the end, the one to print first; none where no child of the root was visited.

        The visits of some nodes may be given. They may be no numbers of visits; what cannot be computed from them is not.
        """
        visits = [fixed.get(node, count) for node, count in enumerate(self.visits)]
        children = [child for child in self.game.tree.children(0) if (visits[child] or 0) > 0]
        if not children:
            return []
        state = self._replace(visits=visits)  # type: ignore[arg-type]  # a student's number may be any
        try:
            return [children[place] for place in state.best(children)]
        except (OverflowError, ValueError, ZeroDivisionError):
            return []

    def best(self, children: Sequence[int]) -> list[int]:
        """Return the places of those that may be played among the children, all of them visited."""
        if self.rules.final == "best-score":
            return best_arms(self.scores(0, children), self.rules.tie)
        worth: list[Number] = [self.visits[child] or 0 for child in children]
        if self.rules.final != "most-visits":
            totals = self.totals_for_chooser(0, children)
            worth = [Fraction(total) / Fraction(visits or 1) for total, visits in zip(totals, worth, strict=True)]
        best = [place for place, number in enumerate(worth) if number == max(worth)]
        return {"first": best[:1], "last": best[-1:], "any": best}[self.rules.tie]


def of_nodes(column: Sequence[Entry], nodes: Sequence[int]) -> Sequence[Entry]:
    """Return the entries of some nodes in a column; all children of a node stand side by side in it."""
    return column[nodes.start : nodes.stop] if isinstance(nodes, range) else [column[node] for node in nodes]


def start_of(game: Sampling, rules: Rules) -> State:
    """Return the search tree before the first iteration."""
    return State(game, rules, [*game.visits], [*game.totals])


def run(game: Sampling, rules: Rules) -> Run:
    """Return the run of all iterations. Raises Unplayable."""
    state = start_of(game, rules)
    return Run([_iterate(state, place) for place in range(game.iterations)], state)


def _iterate(state: State, place: int) -> Iteration:
    game, rules, _, _ = state
    path, compared, (inside, outside) = state.follow(place) if game.playouts else state.descend(place)
    joined = rules.joins(inside, outside, len(path) == 1 or bool(state.visits[path[-1]]))
    path += rules.extends(joined)
    reward = game.reward(path[-1], place)
    if reward is None:
        raise Unplayable(NO_RESULT, place, path[-1])
    updated = rules.updated(path, joined)
    state.record(joined, updated, reward)
    return Iteration(tuple(path), tuple(compared), tuple(joined), reward, tuple(updated))


# -- what is answered of a run: paths, what was added, statistics, scores, the next selection and the move that is
# played

NO_NODE = -1
"""What joins where none does."""


def right_rules_of(problem: Problem) -> Rules:
    """Return the right rules of a problem."""
    return rules_of(problem.game, problem.conventions)


def solve(problem: Problem, parts: Collection[str] | None = None) -> Solution:
    """Return the reference answer, with the run as its trace."""
    done = run(problem.game, right_rules_of(problem))
    return Solution(answers_of(problem, done), done)


def answers_of(problem: Problem, done: Run, fixed: Mapping[Key, Number] = NOTHING) -> Answers:
    """Return every part that the run answers; where the visits of some nodes are given, the choice follows from them."""
    iterations, state, is_list = done.iterations, done.state, adds_many(problem)
    visits = {node: count for node, count in enumerate(state.visits) if count is not None}
    scores = {
        key_of(problem, place, child): score
        for place, one in enumerate(iterations)
        for step in one.compared
        for child, score in zip(step.children, step.scores, strict=True)
    }
    of_iterations: Answers = {
        "paths": {place: list(one.path) for place, one in enumerate(iterations)},
        "expanded": {place: list(one.joined) if is_list else [_added(one)] for place, one in enumerate(iterations)},
        "visits": visits | {node: number for node, number in fixed.items() if node in visits},
        "totals": {node: whole(state.totals[node]) for node in visits},
    }
    line, chosen = state.selection(), state.choice(fixed)
    return {
        **(of_iterations if iterations else {}),
        **({"scores": scores} if scores else {}),
        **({} if line is None else {"selection": line}),
        **({"choice": chosen} if chosen else {}),
    }


def _added(one: Iteration) -> int:
    """Return the node that an iteration adds: of several the last on its path."""
    return one.path[-1] if one.path[-1] in one.joined else NO_NODE


def adds_many(problem: Problem) -> bool:
    """Return whether several nodes can be added at once."""
    return bool(problem.conventions.expand == "all")
