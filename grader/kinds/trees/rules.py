"""Which rules a solver of trees follows, and the answers that come of them: the right ones, or wrong ones with a name.

There is one solver for each kind. A misconception is a `TreeRules` that differs from the right one in one place.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from grader.core.answers.case import Answers, Solution
from grader.core.answers.leaves import pruned_below
from grader.core.answers.orders import Lines
from grader.core.conventions import Conventions
from grader.core.games.problem import Problem
from grader.core.games.tree import CHANCE, FIRST_PLAYER, LEAF, MEAN, MIN, Tree
from grader.core.numbers import Number
from grader.core.search.cutting import CUTOFF_TESTS, ROLES, SearchRules, clamp, clipped, star1
from grader.core.search.folds import FULL_WINDOW, NOTHING_FIXED, Trace, Window
from grader.core.search.values import VALUE_RULES, AnyRules, Score, expected_payoffs, own, replaced, taken
from grader.kinds.record import Agrees, Follow

if TYPE_CHECKING:
    from grader.kinds.trees.play import Play


T = TypeVar("T")
Weigh = Callable[[Sequence[Number]], list[Number]]
"""From the probabilities of a chance node's children to what is taken for them."""


class TreeRules(NamedTuple):
    """The rules of one solver. None means: what the tree and the problem's conventions say.

    `kinds` is the role of every node, `values` the rule of each role, `choices` the rule by which a player chooses where that is
    another one than by which nodes get their values, `search` the rules of alpha-beta, `right_to_left`
    the order of examination. `weigh` returns what is taken for the probabilities of a chance node's children. `fixed` holds nodes whose number is given (a student's slip): what is above follows from it. A
    search is broken off at the first inner node where `agrees`, asked for its reported number, says no. `play` says how the
    players play, and which positions are the same. `tie` is which of equally good moves counts.
    """

    kinds: Sequence[int] | None = None
    values: AnyRules = VALUE_RULES
    choices: AnyRules | None = None
    search: SearchRules | None = None
    right_to_left: bool | None = None
    weigh: Weigh | None = None
    fixed: Mapping[int, Number] = NOTHING_FIXED
    agrees: Agrees | None = None
    play: "Play | None" = None
    tie: str | None = None

    def played(self, tree: Tree) -> Tree:
        """Return the tree with the probabilities that are taken for its own."""
        if self.weigh is None:
            return tree
        taken = list(tree.probability)
        for node in tree.inner():
            if tree.kind[node] == CHANCE:
                start, stop = tree.first[node], tree.end[node]
                taken[start:stop] = self.weigh([p or 0 for p in tree.probability[start:stop]])
        return tree._replace(probability=taken)


RIGHT = TreeRules()


def values_of(problem: Problem) -> AnyRules:
    """Return the rule of each sort of node: of each of several players it takes what is best by the player's own number."""
    tree: Tree = problem.game
    return (
        payoff_rules(problem, [partial(own, place) for place in range(len(tree.players))])
        if tree.players
        else VALUE_RULES
    )


def payoff_rules(problem: Problem, scores: Sequence[Score]) -> AnyRules:
    """Return the rules by which each of several players takes the child with the best score; of equally good ones as `tie` says."""
    takes_last = (problem.conventions.tie == "last") != problem.conventions.right_to_left
    players = [partial(taken, score, takes_last=takes_last) for score in scores]
    return *replaced((None,) * FIRST_PLAYER, {CHANCE: expected_payoffs}), *players


def compared_at(tree: Tree, node: int) -> Callable[[Any], Any]:
    """Return what a player's node compares of its children's values: of several players' numbers the own one."""
    player = tree.kind[node] - FIRST_PLAYER
    return partial(own, player) if player >= 0 else lambda value: value


def examines_right_to_left(problem: Problem, rules: TreeRules) -> bool:
    """Return whether children are examined from the right."""
    return problem.conventions.right_to_left if rules.right_to_left is None else rules.right_to_left


def best_children(problem: Problem, values: Sequence[Number], node: int, rules: TreeRules = RIGHT) -> list[int]:
    """Return the best children that `tie` accepts at a player's node, the one to print first.

    The best are those that the node's rule would choose. A player who is thought to move at random still has a best
    move: the player's own.
    """
    tree: Tree = problem.game
    role = (rules.kinds or tree.kind)[node]
    rule = (rules.choices or rules.values)[tree.kind[node] if role == MEAN else role]
    start, stop = tree.first[node], tree.end[node]
    best = rule(values[start:stop], tree.probability[start:stop])  # type: ignore[misc]  # a player's node has a rule
    children = [child for child in tree.placed(node) if values[child] == best]
    return by_tie(problem, children, right_to_left=examines_right_to_left(problem, rules), tie=rules.tie)


def by_tie(problem: Problem, children: Sequence[int], *, right_to_left: bool, tie: str | None = None) -> list[int]:
    """Return those of equally good children that `tie` accepts, the one to print first; given as they stand."""
    ordered = list(reversed(children)) if right_to_left else list(children)
    tie = tie or problem.conventions.tie
    return ordered if tie == "any" else [ordered[0 if tie == "first" else -1]]


def best_lines(problem: Problem, values: Sequence[Number], rules: TreeRules = RIGHT) -> Lines:
    """Return the principal variations from the root to a leaf."""
    tree: Tree = problem.game
    continuations: dict[int, Sequence[int]] = {}
    reached = [0]
    for node in reached:
        if tree.kind[node] != LEAF:
            continuations[node] = best_children(problem, values, node, rules)
            reached.extend(continuations[node])
    first = [0]
    while first[-1] in continuations:
        first.append(continuations[first[-1]][0])
    return Lines(first, continuations)


def is_negated(problem: Problem, node: int) -> bool:
    """Return whether the node's value is written as the negative of MAX's: at MIN, where values are the mover's."""
    return problem.conventions.values_for == "mover" and problem.game.kind[node] == MIN


def for_reader(problem: Problem, node: int, value: T) -> T:
    """Return MAX's value of an inner node as it is written, and a written one as MAX's: the way there is the way back."""
    return -value if is_negated(problem, node) else value  # type: ignore[operator]  # a number


def right_answers(
    problem: Problem, fixed: Mapping[int, Number], solve: Callable[[Problem, TreeRules], Solution]
) -> Answers:
    """Return the right rule's answers where the numbers of some nodes are given."""
    return solve(problem, TreeRules(fixed=fixed)).answers


def ancestors(problem: Problem, nodes: Iterable[int]) -> set[int]:
    """Return the nodes above any of the nodes: without pruning only their numbers follow from the nodes' own."""
    parent: Sequence[int] = problem.game.parent
    found: set[int] = set()
    for node in nodes:
        above = parent[node]
        while above >= 0 and above not in found:  # what is above a node that was found has been found
            found.add(above)
            above = parent[above]
    return found


def evaluation_order(problem: Problem) -> list[int]:
    """Return the inner nodes in the order in which a depth-first search leaves them."""
    tree: Tree = problem.game
    # A walk that enters each node before its children, last child first, is the wanted order backwards.
    mirrored = tree.depth_first(right_to_left=not problem.conventions.right_to_left)
    return [node for node in mirrored if tree.kind[node] != LEAF][::-1]


def search_rules(conventions: Conventions) -> SearchRules:
    """Return the right rules of the search under these conventions."""
    cutoff, bounds = CUTOFF_TESTS[conventions.cutoff], conventions.value_bounds
    if bounds is None:
        return SearchRules(cutoff)
    within = bounds if conventions.believes_bounds else None
    return SearchRules(cutoff, replaced(ROLES, {CHANCE: star1(bounds)}), within=within)


def start_window(conventions: Conventions) -> Window:
    """Return the window with which the search starts."""
    window, within = conventions.initial_window, search_rules(conventions).within
    return window if within is None else clipped(window, within)


def as_reported(tree: Tree, trace: Trace, conventions: Conventions) -> Trace:
    """Return the trace as `bounds` reports it: under fail-hard moved into the window of entry, node by node.

    Only what is said changes. Clamping inside the search would lose cutoffs under `alpha > beta`.
    """
    if conventions.bounds == "fail-soft":
        return trace
    value, exit_, cutoffs = list(trace.value), list(trace.exit), []
    for node in trace.visited:
        window, returned, left = trace.entry[node], value[node], exit_[node]
        if tree.kind[node] != LEAF and window is not None and returned is not None and left is not None:
            value[node], exit_[node] = clamp(returned, window), (clamp(left[0], window), clamp(left[1], window))
    for cutoff in trace.cutoffs:
        window = trace.entry[cutoff.node] or FULL_WINDOW
        cutoffs.append(cutoff._replace(alpha=clamp(cutoff.alpha, window), beta=clamp(cutoff.beta, window)))
    return trace._replace(value=value, exit=exit_, cutoffs=cutoffs)


# -- answers by a wrong rule: those of a tree solver with one of its rules replaced

Parts = Collection[str] | None
"""The parts whose answers are wanted; None for all."""

Solve = Callable[[Problem, TreeRules, Parts], Solution]
_LEAF_SETS = ("pruned", "redundant")


def following(problem: Problem, solve: Solve, rules: TreeRules = RIGHT, tree: Tree | None = None) -> Follow:
    """Return the answers of a solver with these rules, as a function of the numbers that are given.

    Who searches another `tree` answers in terms of the problem's own.
    """
    searched = problem if tree is None else problem._replace(game=tree)

    def answer(fixed: Mapping[int, Number], parts: Parts = None, agrees: Agrees | None = None, /) -> Answers:
        given = rules._replace(fixed={**rules.fixed, **fixed}, agrees=agrees) if fixed else rules
        answers = solve(searched, given, parts).answers
        if tree is None:
            return answers
        listed = {part: pruned_below(problem.game, answers[part].roots) for part in _LEAF_SETS if part in answers}
        return {**answers, **listed}

    return answer
