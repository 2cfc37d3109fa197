"""The wrong rules about a search: when it cuts, what becomes of alpha and beta, and what is read off it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from grader.answers.case import Answer, Answers, Solution
from grader.answers.lines import Lines
from grader.conventions import Conventions
from grader.exact import INFINITY, Bound, Number
from grader.games.problem import Problem
from grader.games.tree import CHANCE, LEAF, MAX, MIN, OPPONENT, Tree
from grader.kinds.record import Agrees, Follow, Misconception
from grader.kinds.trees.chance_misconceptions import wrong_chance_searches
from grader.kinds.trees.following import Parts, Solve, following
from grader.kinds.trees.solving import RIGHT, TreeRules, best_children, by_tie, examines_right_to_left
from grader.rules import VALUE_RULES, SearchRules, replaced
from grader.search import Cutoff, Trace, Window, back_up

_CHOICES = frozenset({"best-move", "principal-variation"})
_UNSOUND = (
    *("window-not-restored", "wrong-bound-updated"),
    *("window-passed-through-chance", "window-not-divided", "unseen-counts-zero"),
)
"""Searches that can find another value than minimax does: who follows them has only what they return."""


def _never(alpha: Bound, beta: Bound) -> bool:
    return False


def _only_alpha(best: Bound, alpha: Bound, beta: Bound, p: Number | None) -> tuple[Bound, Bound]:
    return alpha, INFINITY


def _only_beta(best: Bound, alpha: Bound, beta: Bound, p: Number | None) -> tuple[Bound, Bound]:
    return -INFINITY, beta


def _max_lowers_beta(
    best: Bound, alpha: Bound, beta: Bound, value: Bound, p: Number | None
) -> tuple[Bound, Bound, Bound]:
    best = max(best, value)
    return best, alpha, min(beta, best)


def _min_raises_alpha(
    best: Bound, alpha: Bound, beta: Bound, value: Bound, p: Number | None
) -> tuple[Bound, Bound, Bound]:
    best = min(best, value)
    return best, max(alpha, best), beta


def _wrong_searches(right: SearchRules, conventions: Conventions) -> Iterator[tuple[str, SearchRules]]:
    """Yield the search rules with one of them replaced."""
    if conventions.cutoff == "alpha >= beta":
        yield "strict-cutoff", right._replace(cutoff=operator.gt)
    else:
        yield "equality-cutoff", right._replace(cutoff=operator.ge)
    yield "no-deep-cutoffs", _with(right, "hand_down", _only_alpha, _only_beta)
    yield "no-pruning", right._replace(cutoff=_never)
    yield "window-not-restored", right._replace(shared_window=True)
    yield "wrong-bound-updated", _with(right, "take_in", _max_lowers_beta, _min_raises_alpha)


def _with(right: SearchRules, step: str, of_max: Callable[..., Answer], of_min: Callable[..., Answer]) -> SearchRules:
    """Return the search rules with one step of each player replaced."""
    changed = {player: right.roles[player]._replace(**{step: rule}) for player, rule in ((MAX, of_max), (MIN, of_min))}
    return right._replace(roles=replaced(right.roles, changed))


def search_misconceptions(
    problem: Problem,
    solve: Solve,
    right: SearchRules,
    read_off: Callable[[Problem, Trace, Mapping[int, Number], Parts], dict[str, Answer]],
) -> list[Misconception]:
    """Return the wrong rules about alpha-beta's search, and about reading its answers off."""

    def wrong_search(rules: SearchRules, window: Window | None, *, is_sound: bool) -> Follow:
        def answer(fixed: Mapping[int, Number], parts: Parts = None, agrees: Agrees | None = None, /) -> Answers:
            solution = solve(
                problem,
                TreeRules(search=rules, window=window, fixed=fixed, agrees=agrees),
                parts if is_sound else _with_returned(parts),
            )
            if is_sound or not _asks_choice(parts):
                return solution.answers
            return _only(_going_by_returned(problem, solution, fixed), parts)

        return answer

    searches = [
        (name, rules, None)
        for name, rules in _wrong_searches(right, problem.conventions)
        if not rules.shared_window
        or CHANCE not in problem.game.kind  # each outcome has alpha and beta of its own measure
    ]
    found = [
        Misconception(name, "", wrong_search(rules, window, is_sound=name not in _UNSOUND))
        for name, rules, window in (*searches, *wrong_chance_searches(problem, right))
    ]

    def trigger_leaf(fixed: Mapping[int, Number], parts: Parts = None, agrees: Agrees | None = None, /) -> Answers:
        solution = solve(problem, TreeRules(fixed=fixed, agrees=agrees), parts)
        return {**solution.answers, **read_off(problem, _without_triggers(problem, solution.trace), fixed, parts)}

    def true_values(fixed: Mapping[int, Number], parts: Parts = None, agrees: Agrees | None = None, /) -> Answers:
        answers = solve(problem, TreeRules(fixed=fixed), parts).answers
        if "values" not in answers:
            return answers
        values = back_up(problem.game, fixed=fixed)
        return {**answers, "values": {node: values[node] for node in answers["values"]}}

    def tie_through_bound(fixed: Mapping[int, Number], parts: Parts = None, agrees: Agrees | None = None, /) -> Answers:
        solution = solve(problem, TreeRules(fixed=fixed, agrees=agrees), _with_returned(parts))
        if not _asks_choice(parts):
            return solution.answers
        return _only(_going_by_returned(problem, solution, fixed, last=True), parts)

    other_order = TreeRules(right_to_left=not problem.conventions.right_to_left)
    found.append(Misconception("prunes-trigger-leaf", "", trigger_leaf))
    found.append(Misconception("wrong-direction", "", following(problem, solve, other_order)))
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
            trigger = skipped[-1] + 1 if problem.conventions.right_to_left else skipped[0] - 1
            if tree.kind[trigger] == LEAF:
                triggers.add(trigger)
                skipped = range(min(trigger, skipped[0]), max(trigger, skipped[-1]) + 1)
        cutoffs.append(cutoff._replace(skipped=skipped))
    return trace._replace(visited=[node for node in trace.visited if node not in triggers], cutoffs=cutoffs)


def _with_returned(parts: Parts) -> Parts:
    """Return the parts that are needed where a move goes by what the search returned."""
    return {*parts, "value", "values"} if parts is not None and _asks_choice(parts) else parts


def _asks_choice(parts: Parts) -> bool:
    return parts is None or not _CHOICES.isdisjoint(parts)


def _only(answers: Answers, parts: Parts) -> Answers:
    return answers if parts is None else {part: answer for part, answer in answers.items() if part in parts}


def _going_by_returned(
    problem: Problem, solution: Solution, fixed: Mapping[int, Number], *, last: bool = False
) -> Answers:
    """Return the answers of one who moves to what their search returned at the root's children, and plays on rightly.

    They see the numbers as `bounds` reports them. `last`: a later child that is only equal replaces the best, whatever
    `tie` says.
    """
    tree: Tree = problem.game
    answers = {part: answer for part, answer in solution.answers.items() if part not in _CHOICES}
    alpha, beta = problem.conventions.initial_window
    if tree.kind[0] not in OPPONENT or not alpha < answers["value"] < beta:
        return answers if tree.size > 1 else solution.answers
    seen = [child for child in tree.children(0) if solution.trace.entry[child] is not None]
    returned: list[Answer] = [tree.value[n] if tree.kind[n] == LEAF else answers["values"][n] for n in seen]
    best = VALUE_RULES[tree.kind[0]](returned, [None] * len(seen))  # type: ignore[misc]  # the root is a player's
    tied = [child for child, number in zip(seen, returned, strict=True) if number == best]
    right_to_left = examines_right_to_left(problem, RIGHT)
    chosen = [tied[0 if right_to_left else -1]] if last else by_tie(problem, tied, right_to_left=right_to_left)
    if CHANCE in tree.kind:
        return {**answers, "best-move": chosen}
    path = [0, chosen[0]]
    values = back_up(tree, fixed=fixed)
    while tree.kind[path[-1]] != LEAF:
        path.append(best_children(problem, values, path[-1])[0])
    line = Lines(path, {node: [child] for node, child in pairwise(path)})
    return {**answers, "best-move": chosen, "principal-variation": line}
