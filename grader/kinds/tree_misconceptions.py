"""The wrong rules about values and search: each the right rules of a tree solver with one of them replaced."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from grader.conventions import Conventions
from grader.exact import INFINITY, Bound, Number, whole
from grader.kinds.record import Answers, Follow, Misconception, Problem, Solution
from grader.kinds.tree_rules import RIGHT, Lines, TreeRules, best_children, examines_right_to_left, has_move
from grader.rules import SearchRules, ValueRule, ValueRules, expectation, maximum, minimum, plain_mean, whole_window
from grader.search import Cutoff, Trace, back_up
from grader.tree import CHANCE, LEAF, MAX, MEAN, MIN, OPPONENT, Tree

Parts = Collection[str] | None
"""The parts whose answers are wanted; None for all."""

Solve = Callable[[Problem, TreeRules, Parts], Solution]


def _following(problem: Problem, solve: Solve, rules: TreeRules) -> Follow:
    """Return the answers of a solver with these rules, as a function of the numbers that are given."""

    def answer(fixed: Mapping[int, Number], parts: Parts = None, /) -> Answers:
        return solve(problem, rules._replace(fixed=fixed) if fixed else rules, parts).answers

    return answer


_LINE = "principal-variation"

# values: who is thought to move


def _sum(values: Sequence[Number], probabilities: Sequence[Number | None]) -> Number:
    return whole(Fraction(sum(values)))


def _divided_again(values: Sequence[Number], probabilities: Sequence[Number | None]) -> Number:
    return whole(Fraction(expectation(values, probabilities)) / len(values))


def _most_likely(values: Sequence[Number], probabilities: Sequence[Number | None]) -> Number:
    weights = [p or 0 for p in probabilities]
    return values[weights.index(max(weights))]


def _shifted(values: Sequence[Number], probabilities: Sequence[Number | None]) -> Number:
    return expectation(values, [*probabilities[1:], probabilities[0]])


CHANCE_RULES: dict[str, ValueRule] = {
    "chance-as-min": minimum,
    "chance-as-max": maximum,
    "plain-mean": plain_mean,
    "sum-not-mean": _sum,
    "divides-again": _divided_again,
    "most-likely-only": _most_likely,
    "probabilities-shifted": _shifted,
}


def roles(tree: Tree) -> Iterator[tuple[str, str, list[int]]]:
    """Yield name, detail and the role of every node for the rules that mistake who moves."""
    kinds = list(tree.kind)
    yield "players-swapped", "", [OPPONENT.get(kind, kind) for kind in kinds]
    yield "all-max", "", [MAX if kind in OPPONENT else kind for kind in kinds]
    yield "all-min", "", [MIN if kind in OPPONENT else kind for kind in kinds]
    opponent = OPPONENT.get(kinds[0])
    if opponent is not None:
        yield "averages-opponent", "", [MEAN if kind == opponent else kind for kind in kinds]
    depths = tree.depths()
    for depth in sorted({depth for depth, kind in zip(depths, kinds, strict=True) if kind in OPPONENT}):
        at_depth = [OPPONENT.get(k, k) if d == depth else k for k, d in zip(kinds, depths, strict=True)]
        yield "level-swapped", f"at depth {depth}", at_depth
    if opponent is not None:
        yield "root-player-only", "", [kinds[0], *(opponent if kind in OPPONENT else kind for kind in kinds[1:])]


def value_misconceptions(problem: Problem, solve: Solve) -> list[Misconception]:
    """Return the wrong rules about values: who moves at a node, and what a chance node is worth."""
    tree: Tree = problem.game
    found = []
    if MAX in tree.kind or MIN in tree.kind:
        for name, detail, kinds in roles(tree):
            found.append(Misconception(name, detail, _following(problem, solve, TreeRules(kinds=kinds))))
    if CHANCE in tree.kind:
        for name, rule in CHANCE_RULES.items():
            rules = TreeRules(values=ValueRules(chance=rule))
            found.append(Misconception(name, "", _following(problem, solve, rules)))
    return found


# search: when to cut, and what becomes of alpha and beta


def _never(alpha: Bound, beta: Bound) -> bool:
    return False


def _only_alpha(alpha: Bound, beta: Bound) -> tuple[Bound, Bound]:
    return alpha, INFINITY


def _only_beta(alpha: Bound, beta: Bound) -> tuple[Bound, Bound]:
    return -INFINITY, beta


def _max_lowers_beta(best: Bound, alpha: Bound, beta: Bound, value: Bound) -> tuple[Bound, Bound, Bound]:
    best = max(best, value)
    return best, alpha, min(beta, best)


def _min_raises_alpha(best: Bound, alpha: Bound, beta: Bound, value: Bound) -> tuple[Bound, Bound, Bound]:
    best = min(best, value)
    return best, max(alpha, best), beta


def _wrong_searches(right: SearchRules, conventions: Conventions) -> Iterator[tuple[str, SearchRules]]:
    """Yield the search rules with one of them replaced."""
    if conventions.cutoff == "alpha >= beta":
        yield "strict-cutoff", right._replace(cutoff=operator.gt)
    else:
        yield "equality-cutoff", right._replace(cutoff=operator.ge)
    handed = (*right.hand_down[:MAX], _only_alpha, _only_beta, *right.hand_down[MIN + 1 :])
    yield "no-deep-cutoffs", right._replace(hand_down=handed)
    yield "no-pruning", right._replace(cutoff=_never, hand_down=(whole_window,) * len(right.hand_down))
    yield "window-not-restored", right._replace(shared_window=True)
    taken = (*right.take_in[:MAX], _max_lowers_beta, _min_raises_alpha, *right.take_in[MIN + 1 :])
    yield "wrong-bound-updated", right._replace(take_in=taken)


def search_misconceptions(
    problem: Problem,
    solve: Solve,
    right: SearchRules,
    read_off: Callable[[Problem, Trace, Parts], dict[str, Any]],
) -> list[Misconception]:
    """Return the wrong rules about alpha-beta's search, and about reading its answers off."""
    found = [
        Misconception(name, "", _following(problem, solve, TreeRules(search=rules)))
        for name, rules in _wrong_searches(right, problem.conventions)
    ]

    def trigger_leaf(fixed: Mapping[int, Number], parts: Parts = None, /) -> Answers:
        solution = solve(problem, TreeRules(fixed=fixed), parts)
        return {**solution.answers, **read_off(problem, _without_triggers(problem, solution.trace), parts)}

    def true_values(fixed: Mapping[int, Number], parts: Parts = None, /) -> Answers:
        answers = solve(problem, TreeRules(fixed=fixed), parts).answers
        if "values" not in answers:
            return answers
        values = back_up(problem.game, fixed=fixed)
        return {**answers, "values": {node: values[node] for node in answers["values"]}}

    def tie_through_bound(fixed: Mapping[int, Number], parts: Parts = None, /) -> Answers:
        solution = solve(problem, TreeRules(fixed=fixed), parts)
        replaced = _last_returned(problem, solution) if solution.answers.keys() & {"best-move", _LINE} else {}
        return {part: replaced.get(part, answer) for part, answer in solution.answers.items()}

    other_order = TreeRules(right_to_left=not problem.conventions.right_to_left)
    found.append(Misconception("prunes-trigger-leaf", "", trigger_leaf))
    found.append(Misconception("wrong-direction", "", _following(problem, solve, other_order)))
    found.append(Misconception("true-value-at-cutoff", "", true_values))
    found.append(Misconception("tie-through-bound", "", tie_through_bound))
    return found


def _without_triggers(problem: Problem, trace: Trace) -> Trace:
    """Return the trace with each leaf that caused a cutoff counted as skipped, where there was more to skip."""
    tree: Tree = problem.game
    cutoffs: list[Cutoff] = []
    triggers: set[int] = set()
    for cutoff in trace.cutoffs:
        skipped = cutoff.skipped
        if skipped:
            trigger = skipped.stop if problem.conventions.right_to_left else skipped.start - 1
            if tree.kind[trigger] == LEAF:
                triggers.add(trigger)
                skipped = range(min(trigger, skipped.start), max(trigger + 1, skipped.stop))
        cutoffs.append(cutoff._replace(skipped=skipped))
    return trace._replace(visited=[node for node in trace.visited if node not in triggers], cutoffs=cutoffs)


def _last_returned(problem: Problem, solution: Solution) -> Answers:
    """Return move and line of one who takes a later child of the root whose returned value equals the best."""
    tree: Tree = problem.game
    if not has_move(tree):
        return {}
    order = list(tree.children(0))
    if examines_right_to_left(problem, RIGHT):
        order.reverse()
    returned = solution.trace.value
    rule = ValueRules()[tree.kind[0]]
    seen = [child for child in order if returned[child] is not None]
    best = rule([returned[child] for child in seen], [None] * len(seen))  # type: ignore[misc]  # the root is a player's
    chosen = [child for child in seen if returned[child] == best][-1]
    values = back_up(tree)
    path = [0, chosen]
    while tree.kind[path[-1]] != LEAF:
        path.append(best_children(problem, values, path[-1])[0])
    line = Lines(path, {node: [child] for node, child in pairwise(path)})
    return {"best-move": [chosen], _LINE: line}
