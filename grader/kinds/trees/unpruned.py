"""What is read off a tree once all its values are known: by minimax and expectiminimax alike, each part when it is wanted."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from grader.answers.case import Answer, Solution
from grader.answers.leaf_set import Pruned, pruned_below
from grader.answers.objects import Sought
from grader.answers.orders import Order
from grader.exact import Number
from grader.games.problem import Problem, is_played
from grader.games.tree import LEAF, Tree
from grader.kinds.trees.drawn_part import can_be_drawn, looked_for
from grader.kinds.trees.horizon_part import evaluations
from grader.kinds.trees.intervals import after_of, intervals
from grader.kinds.trees.play import PLAY, Play, played, reached, repeated
from grader.kinds.trees.solving import (
    AsWanted,
    Lines,
    TreeRules,
    best_children,
    best_lines,
    examines_right_to_left,
    for_reader,
    has_move,
)
from grader.rules import ValueRule, least_played, most_played
from grader.search import back_up


class Unpruned:
    """A tree with all its values, by some rules, and what can be read off it; numbers that are given are as they are written."""

    def __init__(self, problem: Problem, rules: TreeRules) -> None:
        self.problem, self.rules = problem, rules
        self.tree: Tree = rules.played(problem.game)
        fixed = {node: for_reader(problem, node, value) for node, value in rules.fixed.items()}
        self.values: list[Number] = back_up(self.tree, rules.values, rules.kinds, fixed)
        self._best: dict[int, Sequence[int]] = {}

    @property
    def play(self) -> Play:
        """Return how the players play."""
        return self.rules.play or PLAY

    @property
    def right_to_left(self) -> bool:
        """Return whether children are examined from the right."""
        return examines_right_to_left(self.problem, self.rules)

    def best(self, node: int) -> Sequence[int]:
        """Return the best children of a player's node that `tie` accepts, the one to print first."""
        if node not in self._best:
            self._best[node] = best_children(self.problem, self.values, node, self.rules)
        return self._best[node]

    def value(self) -> Number:
        """Return the root's value."""
        return self.written(0)

    def written(self, node: int) -> Number:
        """Return the value of a node for the player that it is written for."""
        return for_reader(self.problem, node, self.values[node])

    def all_written(self) -> dict[int, Number]:
        """Return the value of every inner node for the player that it is written for."""
        if self.problem.conventions.values_for == "max":
            return {node: self.values[node] for node in self.tree.inner()}
        return {node: self.written(node) for node in self.tree.inner()}

    def best_move(self) -> Sequence[int]:
        """Return the best children of the root."""
        return self.best(0)

    def lines(self) -> Lines:
        """Return the lines of best play."""
        return best_lines(self.problem, self.values, self.rules)

    def evaluations(self) -> Mapping[int, Number]:
        """Return the static values at the horizon."""
        return evaluations(self.tree)

    def intervals(self) -> Mapping[int, Answer]:
        """Return what is known of each inner node just after the leaf that the problem names."""
        return intervals(self.problem, self.visited(), self.rules)

    def visited(self) -> list[int]:
        """Return the nodes as a search enters them that cuts nothing."""
        return list(self.tree.depth_first(right_to_left=self.right_to_left))

    def leaves_evaluated(self) -> int:
        """Return the number of leaves among these."""
        return sum(self.tree.kind[node] == LEAF for node in self.visited())

    def nodes_visited(self) -> int:
        """Return the number of these."""
        return len(self.visited())

    def strategy(self) -> dict[int, Sequence[int]]:
        """Return the optimal moves at each node that a strategy lists."""
        return {node: self.best(node) for node in self.play.planned(self.tree, self.best)}

    def labelling(self) -> Order:
        """Return the orders in which inner nodes can be given their values."""
        return self.play.labelled(self.tree)

    def redundant(self) -> Pruned:
        """Return the nodes whose position was met before."""
        return pruned_below(self.tree, repeated(self.tree, self.play, right_to_left=self.right_to_left)[0])

    def distinct_states(self) -> int:
        """Return how many different positions are met."""
        met = repeated(self.tree, self.play, right_to_left=self.right_to_left)[1]
        return self.play.counted(self.tree, met)

    def drawn(self) -> Sought:
        """Return the tree of the game as students draw it."""
        return looked_for(self.problem)

    def can_be_drawn(self) -> bool:
        """Return whether students can be asked to draw it."""
        return can_be_drawn(self.problem)

    def best_response(self) -> Number:
        """Return the root's value against an opponent who plays as the problem says."""
        plays = played(self.tree, self.play, self.best, is_free=True)
        return reached(self.tree, plays, self.rules.values, self.rules.kinds, least_played)[0]

    def outcome(self) -> Number:
        """Return what the optimal strategy reaches against that opponent."""
        return self.reached(least_played)

    def reached(self, take: ValueRule[Number]) -> Number:
        """Return what optimal strategies reach against that opponent; of several numbers the one that `take` chooses."""
        plays = played(self.tree, self.play, self.best)
        return reached(self.tree, plays, self.rules.values, self.rules.kinds, take)[0]

    def has_move(self) -> bool:
        """Return whether a player moves at the root."""
        return has_move(self.tree)

    def is_cut(self) -> bool:
        """Return whether the search stops at a depth."""
        return self.tree.horizon is not None

    def stops_after_a_leaf(self) -> bool:
        """Return whether the problem names the leaf after which it asks what is known."""
        return after_of(self.problem.stated) is not None

    def has_states(self) -> bool:
        """Return whether any node says which position it is, and what follows depends on nothing else."""
        return self.tree.state is not None and not self._has_memory()

    def _has_memory(self) -> bool:
        """Return whether what follows a position of the game depends on the way there too."""
        if not is_played(self.problem.stated):
            return False
        from grader.games.playing import has_memory

        return has_memory(self.problem.stated)

    def has_opponent(self) -> bool:
        """Return whether it is stated how the opponent plays."""
        return self.tree.reply is not None and self.has_move()

    def is_settled(self) -> bool:
        """Return whether all optimal strategies reach the same number: under `any` they need not."""
        is_any = self.problem.conventions.tie == "any"
        return self.has_opponent() and (not is_any or self.reached(least_played) == self.reached(most_played))


_READ: dict[str, Callable[[Unpruned], Answer]] = {
    "value": Unpruned.value,
    "best-move": Unpruned.best_move,
    "values": Unpruned.all_written,
    "principal-variation": Unpruned.lines,
    "evaluations": Unpruned.evaluations,
    "intervals": Unpruned.intervals,
    "visited": Unpruned.visited,
    "leaves-evaluated": Unpruned.leaves_evaluated,
    "nodes-visited": Unpruned.nodes_visited,
    "strategy": Unpruned.strategy,
    "labelling": Unpruned.labelling,
    "best-response": Unpruned.best_response,
    "outcome": Unpruned.outcome,
    "redundant": Unpruned.redundant,
    "distinct-states": Unpruned.distinct_states,
    "tree": Unpruned.drawn,
}
"""How each part is read off."""

_NEEDS: dict[str, Callable[[Unpruned], bool]] = {
    "best-move": Unpruned.has_move,
    "evaluations": Unpruned.is_cut,
    "intervals": Unpruned.stops_after_a_leaf,
    "strategy": Unpruned.has_move,
    "best-response": Unpruned.has_opponent,
    "outcome": Unpruned.is_settled,
    "redundant": Unpruned.has_states,
    "distinct-states": Unpruned.has_states,
    "tree": Unpruned.can_be_drawn,
}
"""What must be so for a part to have an answer; the others always have one."""


def read_off(known: Unpruned, parts: Collection[str], wanted: Collection[str] | None) -> Solution:
    """Return the answers of the kind's parts that the problem has; of the wanted ones alone, or of all."""
    there = [
        part for part in parts if (wanted is None or part in wanted) and (part not in _NEEDS or _NEEDS[part](known))
    ]
    return Solution(AsWanted(lambda: {part: partial(_READ[part], known) for part in there}))
