"""What is read off a tree once all its values are known: by minimax and expectiminimax alike, each part when it is wanted."""

from collections.abc import Collection
from functools import lru_cache, partial

from grader.answers.case import Answer
from grader.answers.leaf_set import pruned_below
from grader.exact import Number
from grader.games.problem import Problem
from grader.games.tree import LEAF, Tree
from grader.kinds.trees.horizon_part import evaluations
from grader.kinds.trees.intervals import after_of, intervals
from grader.kinds.trees.play import PLAY, Play, played, reached, repeated
from grader.kinds.trees.solving import Reading, TreeRules, best_children, examines_right_to_left, for_reader, has_move
from grader.rules import ValueRule, least_played, most_played


class Unpruned:
    """A tree with all its values, by some rules, and what can be read off it."""

    def __init__(self, problem: Problem, values: list[Number], rules: TreeRules) -> None:
        self.problem, self.values, self.rules = problem, values, rules
        self.tree: Tree = rules.played(problem.game)
        self.play: Play = rules.play or PLAY
        self.best = lru_cache(None)(partial(best_children, problem, values, rules=rules))
        self.right_to_left = examines_right_to_left(problem, rules)

    def readings(self, parts: Collection[str] | None) -> dict[str, Reading]:
        """Return how each part is read off that the problem has; `parts` are those that are wanted, None all."""
        tree = self.tree
        found: dict[str, Reading] = {
            "value": lambda: self.written(0),
            "values": self.all_written,
            "visited": self.visited,
            "leaves-evaluated": lambda: sum(tree.kind[node] == LEAF for node in self.visited()),
            "nodes-visited": lambda: len(self.visited()),
        }
        if after_of(self.problem.stated) is not None:
            found["intervals"] = lambda: intervals(self.problem, self.visited(), self.rules)
        if has_move(tree):
            found["best-move"] = lambda: self.best(0)
            found["strategy"] = lambda: {node: self.best(node) for node in self.play.planned(tree, self.best)}
        if tree.horizon is not None:
            found["evaluations"] = lambda: evaluations(tree)
        if has_move(tree) and tree.reply is not None:
            found["best-response"] = self.best_response
            if (parts is None or "outcome" in parts) and self.is_settled():
                found["outcome"] = lambda: self.reached(least_played)
        return found

    def written(self, node: int) -> Number:
        """Return the value of a node for the player that it is written for."""
        return for_reader(self.problem, node, self.values[node])

    def all_written(self) -> dict[int, Number]:
        """Return the value of every inner node for the player that it is written for."""
        if self.problem.conventions.values_for == "max":
            return {node: self.values[node] for node in self.tree.inner()}
        return {node: self.written(node) for node in self.tree.inner()}

    def visited(self) -> list[int]:
        """Return the nodes as a search enters them that cuts nothing."""
        return list(self.tree.depth_first(right_to_left=self.right_to_left))

    def labelling(self) -> Answer:
        """Return the orders in which inner nodes can be given their values."""
        return self.play.labelled(self.tree)

    def redundant(self) -> Answer:
        """Return the nodes whose position was met before."""
        return pruned_below(self.tree, repeated(self.tree, self.play, right_to_left=self.right_to_left)[0])

    def distinct_states(self) -> int:
        """Return how many different positions are met."""
        met = repeated(self.tree, self.play, right_to_left=self.right_to_left)[1]
        return self.play.counted(self.tree, met)

    def best_response(self) -> Number:
        """Return the root's value against an opponent who plays as the problem says."""
        plays = played(self.tree, self.play, self.best, is_free=True)
        return reached(self.tree, plays, self.rules.values, self.rules.kinds, least_played)[0]

    def reached(self, take: ValueRule) -> Number:
        """Return what the optimal strategy reaches against that opponent; of several the one that `take` chooses."""
        plays = played(self.tree, self.play, self.best)
        return reached(self.tree, plays, self.rules.values, self.rules.kinds, take)[0]

    def is_settled(self) -> bool:
        """Return whether all optimal strategies reach the same number: under `any` they need not."""
        is_any = self.problem.conventions.tie == "any"
        return not is_any or self.reached(least_played) == self.reached(most_played)
