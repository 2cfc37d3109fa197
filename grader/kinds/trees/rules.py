"""Which rules a solver of trees follows, how players play, and the answers that come of them: the right ones, or wrong ones with a name.

There is one solver for each kind. A misconception is a `TreeRules` that differs from the right one in one place.
"""

from collections.abc import Callable, Collection, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from grader.core.answers.case import Answers, Solution
from grader.core.answers.leaves import pruned_below
from grader.core.answers.orders import Lines, Order
from grader.core.conventions import Conventions
from grader.core.games.problem import Problem
from grader.core.games.tree import CHANCE, FIRST_PLAYER, LEAF, MEAN, MIN, OPPONENT, Tree
from grader.core.numbers import Number
from grader.core.search.cutting import CUTOFF_TESTS, ROLES, SearchRules, clamp, clipped, star1
from grader.core.search.folds import FULL_WINDOW, NOTHING_FIXED, Trace, Window, back_up
from grader.core.search.values import VALUE_RULES, AnyRules, Score, ValueRule, expected_payoffs, own, replaced, taken
from grader.kinds.record import Agrees, Follow

T = TypeVar("T")
Weigh = Callable[[Sequence[Number]], list[Number]]
"""From the probabilities of a chance node's children to what is taken for them."""


# -- how players play on a tree whose values are known, and which positions come again: a wrong rule is a `Play` that differs in one
# place. What is reached by players whose moves are known is the fold of values once more, with the rule of their nodes
# replaced by "the child that is played"

Best = Callable[[int], Sequence[int]]
"""From a player's node to its optimal children as `tie` accepts them, the one to print first."""


def own_nodes(tree: Tree, best: Best) -> Sequence[int]:
    """Return the nodes of the root's player: a strategy has a move for each, wherever play goes."""
    return [node for node, kind in enumerate(tree.kind) if kind == tree.kind[0]]


def stated_reply(tree: Tree, node: int, best: Best) -> Sequence[int]:
    """Return what the opponent plays: as the problem states it, else the optimal child, of several the first."""
    reply = None if tree.reply is None else tree.reply[node]
    return best(node)[:1] if reply is None else (reply,)


def optimal_reply(tree: Tree, node: int, best: Best) -> Sequence[int]:
    """Return the optimal child, whatever the problem states."""
    return best(node)[:1]


def on_best_play(tree: Tree, best: Best) -> list[int]:
    """Return the nodes that are reached where both play optimally; chance may go any way."""
    reached = [0]
    for node in reached:
        reached += best(node)[:1] if tree.kind[node] in OPPONENT else tree.children(node)
    return reached


def bottom_up(tree: Tree) -> Order:
    """Return the orders in which inner nodes can be given their values: each after its inner children."""
    inner = tree.inner()
    return Order(inner[::-1], [(node, tree.parent[node]) for node in inner[:0:-1]])


def whole_position(tree: Tree, node: int) -> Hashable:
    """Return what two nodes have alike that are the same position: state, who moves there, and of a leaf its value."""
    state = tree.state and tree.state[node]
    return state and (state, tree.kind[node], tree.value[node] if tree.kind[node] == LEAF else None)


class Play(NamedTuple):
    """The rules of how players play and of which positions are the same; `PLAY` has the right ones.

    `planned` are the nodes that a strategy lists, `reply` is what the opponent plays at a node, `own` what the root's player
    plays against it (nothing: whatever is best then), `labelled` how inner nodes are ordered, `position` what two nodes must have
    alike to be the same one, `counted` how many there are.
    """

    planned: Callable[[Tree, Best], Sequence[int]] = own_nodes
    reply: Callable[[Tree, int, Best], Sequence[int]] = stated_reply
    own: Callable[[int, Best], Sequence[int]] = lambda node, best: best(node)
    labelled: Callable[[Tree], Order] = bottom_up
    position: Callable[[Tree, int], Hashable] = whole_position
    counted: Callable[[Tree, int], int] = lambda _, met: met


PLAY = Play()
MINIMAX_ALONE = frozenset({"principal-variation", "labelling", "redundant", "distinct-states"})
"""The parts that minimax has and expectiminimax has not."""


def played(tree: Tree, play: Play, best: Best, *, is_free: bool = False) -> dict[int, Sequence[int]]:
    """Return what may be played at each node of a player whose moves are known; `is_free`: those of the root's player are not."""
    plays: dict[int, Sequence[int]] = {}
    for node, kind in enumerate(tree.kind):
        if kind == OPPONENT[tree.kind[0]]:
            plays[node] = play.reply(tree, node, best)
        elif kind == tree.kind[0] and not is_free and (moves := play.own(node, best)):
            plays[node] = moves
    return plays


def reached(
    tree: Tree,
    plays: Mapping[int, Sequence[int]],
    rules: AnyRules,
    kinds: Sequence[int] | None,
    take: ValueRule[Number],
) -> list[Number]:
    """Return what each node is worth where these moves are played; `take` chooses where several may be."""
    roles, weights = [*(tree.kind if kinds is None else kinds)], [*tree.probability]
    for node, moves in plays.items():
        roles[node] = len(rules)
        for child in tree.children(node):
            weights[child] = int(child in moves)
    return back_up(tree._replace(probability=weights), (*rules, take), roles)


def repeated(tree: Tree, play: Play, *, right_to_left: bool) -> tuple[list[int], int]:
    """Return the nodes whose position was met before, in the order of the search, and how many different ones were met.

    Nothing below such a node is looked at.
    """
    met: set[Hashable] = set()
    again: list[int] = []

    def is_known(node: int) -> bool:
        position = play.position(tree, node)
        if position in met:
            again.append(node)
            return True
        if position is not None:
            met.add(position)
        return False

    for _ in tree.depth_first(right_to_left=right_to_left, is_left_out=is_known):
        pass
    return again, len(met)


def stated_replies(tree: Tree) -> list[tuple[int, int]]:
    """Return the nodes of the opponent at which a search can ask for a reply that is stated, each with that child."""
    stated = enumerate(tree.reply or ())
    return [(node, child) for node, child in stated if child is not None and tree.kind[node] in OPPONENT]


def lines_of_play(tree: Tree, plays: Mapping[int, Sequence[int]]) -> Iterator[int]:
    """Yield the nodes from the root on that are reached for sure where these moves are played: up to a leaf or a chance node."""
    node = 0
    yield node
    while node in plays:
        node = plays[node][0]
        yield node


# -- the rules of one solver


class TreeRules(NamedTuple):
    """The rules of one solver. None means: what the tree and the problem's conventions say.

    `kinds` is the role of every node, `values` the rule of each role, `choices` the rule by which a player chooses where that is
    another one than by which nodes get their values, `search` the rules of alpha-beta, `right_to_left`
    the order of examination. `weigh` returns what is taken for the probabilities of a chance node's children. `fixed` holds nodes whose number is given: what is above follows from it; at those of `slips` a student may have taken a child with that number. A
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
    slips: Container[int] = ()
    agrees: Agrees | None = None
    play: Play | None = None
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
    numbers = [best, values[node]] if node in rules.slips else [best]
    right_to_left = examines_right_to_left(problem, rules)
    equal = ([child for child in tree.placed(node) if values[child] == one] for one in numbers)
    chosen = [by_tie(problem, children, right_to_left=right_to_left, tie=rules.tie) for children in equal if children]
    return [*dict.fromkeys(chain.from_iterable(chosen))]


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
    return solve(problem, TreeRules(fixed=fixed, slips=fixed)).answers


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
        given = rules._replace(fixed={**rules.fixed, **fixed}, slips=fixed, agrees=agrees) if fixed else rules
        answers = solve(searched, given, parts).answers
        if tree is None:
            return answers
        listed = {part: pruned_below(problem.game, answers[part].roots) for part in _LEAF_SETS if part in answers}
        return {**answers, **listed}

    return answer
