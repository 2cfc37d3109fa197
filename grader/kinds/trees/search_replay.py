"""A recorded alpha-beta search played back: nothing is searched again, each node's rule is folded over what came back.

The trace holds what every node was handed and what it returned. What one node knew after each of its children follows
from these numbers by the rule of the node.
"""

from collections.abc import Iterator
from typing import NamedTuple

from grader.answers.case import Solution
from grader.exact import Bound, is_infinite
from grader.games.problem import Problem
from grader.games.tree import CHANCE, LEAF, MAX, Tree
from grader.kinds.trees.alpha_beta import as_reported, search_rules
from grader.kinds.trees.intervals import bounds_of
from grader.rules import CUTOFF_TESTS, AnyKnown
from grader.search import Cutoff, Trace, Window


class Taken(NamedTuple):
    """What a node knew before and after it took in what one child returned; `is_end` where it examined no more children.

    A player knows the best value so far. A chance node knows (done, rest): what its outcomes came to, and how likely the
    others are.
    """

    child: int
    value: Bound
    best_before: AnyKnown
    before: Window
    best: AnyKnown
    after: Window
    is_end: bool


class Replay(NamedTuple):
    """A problem with the record of its search, and what the conventions make of that: what is reported, who was cut."""

    problem: Problem
    tree: Tree
    trace: Trace
    reported: Trace
    cutoffs: dict[int, tuple[Cutoff, Cutoff]]
    """Of each node that was cut: the cutoff, and the cutoff as it is reported."""

    def entry(self, node: int) -> Window:
        """Return the window handed down to a visited node."""
        window = self.trace.entry[node]
        if window is None:
            raise ValueError(f"node {node} was not visited")
        return window

    def value(self, node: int) -> Bound:
        """Return what a visited node returned."""
        value = self.trace.value[node]
        if value is None:
            raise ValueError(f"node {node} was not visited")
        return value

    def is_visited(self, node: int) -> bool:
        """Return whether the search came to the node."""
        return self.trace.entry[node] is not None

    def order(self, node: int) -> range:
        """Return the children of the node in the order of examination."""
        return self.tree.children(node)[:: -1 if self.problem.conventions.right_to_left else 1]

    def taken_in(self, node: int) -> Iterator[Taken]:
        """Yield what a visited node knew around each child that it examined, in that order."""
        role = search_rules(self.problem.conventions).roles[self.tree.kind[node]]
        best, (alpha, beta) = role.start, self.entry(node)
        examined = [child for child in self.order(node) if self.is_visited(child)]
        for child in examined:
            value, best_before, before = self.value(child), best, (alpha, beta)
            best, alpha, beta = role.take_in(best, alpha, beta, value, self.tree.probability[child])
            yield Taken(child, value, best_before, before, best, (alpha, beta), child == examined[-1])


def replay_of(problem: Problem, solution: Solution) -> Replay:
    """Return the record of the search that a solution was read off."""
    tree: Tree = problem.game
    trace: Trace = solution.trace
    reported = as_reported(tree, trace, problem.conventions)
    pairs = zip(trace.cutoffs, reported.cutoffs, strict=True)
    return Replay(problem, tree, trace, reported, {cutoff.node: (cutoff, said) for cutoff, said in pairs})


def side_against(replay: Replay, node: int) -> int:
    """Return which bound of its window a node is cut by: 1, beta, at MAX; 0, alpha, at MIN; at a chance node that was cut, either."""
    if replay.tree.kind[node] != CHANCE:
        return int(replay.tree.kind[node] == MAX)
    alpha, _ = replay.entry(node)
    return int(not CUTOFF_TESTS[replay.problem.conventions.cutoff](alpha, replay.value(node)))


def bound_against(replay: Replay, node: int) -> Bound:
    """Return the bound handed to a node that cuts it; see `side_against`."""
    return replay.entry(node)[side_against(replay, node)]


_CONDITIONS = {  # cutoff convention -> for MAX and for MIN: sign, words for the value that cuts
    ("alpha >= beta", True): (">=", "a value of at least"),
    ("alpha >= beta", False): ("<=", "a value of at most"),
    ("alpha > beta", True): (">", "a value above"),
    ("alpha > beta", False): ("<", "a value below"),
}


def cut_condition(replay: Replay, node: int) -> tuple[str, str]:
    """Return when a visited inner node is cut: as a sign with a number, such as `<= 3`, and in words.

    Empty texts where the bound is infinite: no number reaches that.
    """
    if replay.tree.kind[node] == CHANCE:
        return _chance_condition(replay, node)
    bound = bound_against(replay, node)
    if replay.tree.kind[node] == LEAF or abs(bound) == float("inf"):
        return "", ""
    sign, words = _CONDITIONS[replay.problem.conventions.cutoff, replay.tree.kind[node] == MAX]
    return f"{sign} {replay.problem.say(bound)}", f"{words} {replay.problem.say(bound)}"


_SAID = {"<=": "at most", "<": "below", ">=": "at least", ">": "above"}


def _chance_condition(replay: Replay, node: int) -> tuple[str, str]:
    """Return when outcomes of a chance node are skipped, such as `most <= 5 or least >= 8`; empty where no bounds are known."""
    say, (alpha, beta), (low, high) = replay.problem.say, replay.entry(node), bounds_of(replay.problem)
    signs, words = [], []
    for which, bound, end, is_max in (("most", alpha, high, False), ("least", beta, low, True)):
        if not is_infinite(bound) and not is_infinite(end):
            sign, _ = _CONDITIONS[replay.problem.conventions.cutoff, is_max]
            signs.append(f"{which} {sign} {say(bound)}")
            words.append(f"the {which} that it can be worth is {_SAID[sign]} {say(bound)}")
    return " or ".join(signs), " or ".join(words)


def holder_of_bound(replay: Replay, node: int) -> int | None:
    """Return the ancestor that found the bound against which the node is cut; None where the search began with it.

    Players hand bounds down whole, so it is the nearest ancestor that was itself handed another one; a chance node makes
    the bounds of its outcomes.
    """
    place = side_against(replay, node)
    bound = replay.entry(node)[place]
    while node != 0:
        node = replay.tree.parent[node]
        if replay.tree.kind[node] == CHANCE or replay.entry(node)[place] != bound:
            return node
    return None
