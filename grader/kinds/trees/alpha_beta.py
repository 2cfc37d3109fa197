"""Alpha-beta: one search with its trace, and everything that is read off it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache, partial

from grader.answers.case import Answer, Solution, Tutor
from grader.answers.leaf_set import pruned_below
from grader.conventions import Conventions
from grader.documents import Document
from grader.errors import Fault
from grader.exact import Bound, Number
from grader.games.problem import Problem
from grader.games.tree import CHANCE, LEAF, Tree
from grader.kinds.record import Door, Kind, Misconception, Wrong, by_name
from grader.kinds.trees import later, parts
from grader.kinds.trees.door import read_searched, write_game
from grader.kinds.trees.drawn_part import DRAWN_TREE, can_be_drawn, looked_for
from grader.kinds.trees.horizon_part import VISITED_EVALUATIONS, evaluations
from grader.kinds.trees.horizon_wordings import HORIZON
from grader.kinds.trees.intervals import intervals
from grader.kinds.trees.search_wordings import READING, SEARCH, STAR
from grader.kinds.trees.solving import (
    RIGHT,
    AsWanted,
    Reading,
    TreeRules,
    best_children,
    best_lines,
    evaluation_order,
    examines_right_to_left,
    has_move,
    right_answers,
    wanted,
)
from grader.kinds.trees.value_wordings import CHANCE_WEIGHED, ROLE
from grader.rules import CUTOFF_TESTS, ROLES, SearchRules, clamp, replaced, star1
from grader.search import NOTHING_FIXED, Cutoff, Trace, Window, alpha_beta, back_up


def solve(problem: Problem, rules: TreeRules = RIGHT, parts: Collection[str] | None = None) -> Solution:
    """Return the reference answer of an alpha-beta problem, and the trace of the search.

    Best move and principal variation are minimax's: children that were pruned can be as good as the best, but their
    returned bounds cannot tell. They exist only if the value lies strictly inside the initial window.
    """
    tree, conventions, agrees = rules.played(problem.game), problem.conventions, rules.agrees

    def agrees_as_reported(node: int, number: Bound, window: Window) -> bool:
        is_moved = conventions.bounds == "fail-hard" and node not in rules.fixed
        return agrees is None or agrees(node, clamp(number, window) if is_moved else number)

    trace = alpha_beta(
        tree,
        rules.search or search_rules(conventions),
        rules.window or conventions.initial_window,
        right_to_left=examines_right_to_left(problem, rules),
        kinds=rules.kinds,
        fixed=rules.fixed,
        agrees=None if agrees is None else agrees_as_reported,
    )

    def readings() -> dict[str, Reading]:
        moves = _best_play(problem, rules) if parts is None or not _MOVES.isdisjoint(parts) else {}
        return _readings(problem, trace, rules.fixed, rules) | moves

    return Solution(AsWanted(readings, parts), trace)


_MOVES = frozenset({"best-move", "principal-variation"})


def _best_play(problem: Problem, rules: TreeRules) -> dict[str, Reading]:
    """Return how to read best move and principal variation, where the value lies strictly inside the initial window.

    Where chance moves no line is the best: which one is played is not the players' choice.
    """
    tree, (alpha, beta) = rules.played(problem.game), problem.conventions.initial_window
    values = back_up(tree, rules.values, rules.kinds, rules.fixed)
    if not alpha < values[0] < beta:
        return {}
    readings: dict[str, Reading] = {}
    if CHANCE not in tree.kind:
        readings["principal-variation"] = lambda: best_lines(problem, values, rules)
    if has_move(tree):
        readings["best-move"] = lambda: best_children(problem, values, 0, rules)
    return readings


def search_rules(conventions: Conventions) -> SearchRules:
    """Return the right rules of the search under these conventions."""
    cutoff, bounds = CUTOFF_TESTS[conventions.cutoff], conventions.value_bounds
    return SearchRules(cutoff) if bounds is None else SearchRules(cutoff, replaced(ROLES, {CHANCE: star1(bounds)}))


def leaves_searched(tree: Tree, conventions: Conventions) -> int:
    """Return how many leaves the search evaluates."""
    trace = alpha_beta(
        tree, search_rules(conventions), conventions.initial_window, right_to_left=conventions.right_to_left
    )
    return sum(tree.kind[node] == LEAF for node in trace.visited)


def read_game(document: Document, conventions: Conventions) -> tuple[Tree | None, list[Fault], list[str]]:
    """Return the tree of an alpha-beta problem, what is wrong with the document, and warnings."""
    return read_searched(document, conventions, lambda tree: leaves_searched(tree, conventions))


def read_off(
    problem: Problem,
    trace: Trace,
    fixed: Mapping[int, Number] = NOTHING_FIXED,
    parts: Collection[str] | None = None,
    rules: TreeRules = RIGHT,
) -> dict[str, Answer]:
    """Return the answers that are read off the trace of a search by these rules, in the form that the conventions ask for.

    A fixed number is what someone wrote: no window moves it.
    """
    return wanted(_readings(problem, trace, fixed, rules), parts)


def _readings(problem: Problem, trace: Trace, fixed: Mapping[int, Number], rules: TreeRules) -> dict[str, Reading]:
    """Return how each answer is read off the trace."""
    tree, conventions = problem.game, problem.conventions
    reported = as_reported(tree, trace, conventions)
    inner = sorted(node for node in trace.visited if tree.kind[node] != LEAF)
    windows = reported.exit if conventions.windows_at == "exit" else reported.entry
    counts_empty = conventions.empty_cutoffs == "count"
    readings: dict[str, Reading] = {
        "value": lambda: fixed.get(0, reported.value[0]),
        "values": lambda: {node: fixed.get(node, reported.value[node]) for node in inner},
        "pruned": lambda: pruned_below(tree, [child for cutoff in trace.cutoffs for child in cutoff.skipped]),
        "visited": lambda: trace.visited,
        "leaves-evaluated": lambda: len(trace.visited) - len(inner),
        "nodes-visited": lambda: len(trace.visited),
        "windows": lambda: {node: windows[node] for node in inner},
        "cutoffs": lambda: [cutoff for cutoff in reported.cutoffs if cutoff.skipped or counts_empty],
        "intervals": lambda: intervals(problem, trace.visited, rules),
    }
    if can_be_drawn(problem):
        readings["tree"] = lambda: looked_for(problem)
    if tree.horizon is not None:
        readings["evaluations"] = lambda: evaluations(tree, set(trace.visited))
    return readings


def as_reported(tree: Tree, trace: Trace, conventions: Conventions) -> Trace:
    """Return the trace as `bounds` reports it: under fail-hard moved into the window of entry, node by node.

    Only what is said changes. Clamping inside the search would lose cutoffs under `alpha > beta`.
    """
    if conventions.bounds == "fail-soft":
        return trace
    value, exit_ = list(trace.value), list(trace.exit)
    for node in trace.visited:
        window, returned, left = trace.entry[node], value[node], exit_[node]
        if tree.kind[node] != LEAF and window is not None and returned is not None and left is not None:
            value[node] = clamp(returned, window)
            exit_[node] = _clamp_window(left, window)
    cutoffs = [_clamp_cutoff(cutoff, trace.entry[cutoff.node]) for cutoff in trace.cutoffs]
    return trace._replace(value=value, exit=exit_, cutoffs=cutoffs)


def _clamp_window(left: Window, window: Window) -> Window:
    return clamp(left[0], window), clamp(left[1], window)


def _clamp_cutoff(cutoff: Cutoff, window: Window | None) -> Cutoff:
    if window is None:
        return cutoff
    alpha, beta = _clamp_window((cutoff.alpha, cutoff.beta), window)
    return cutoff._replace(alpha=alpha, beta=beta)


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules about values, inside the search, those about the horizon and about the search itself, and about reading it off."""
    from grader.kinds.trees.horizon_rules import horizon_misconceptions
    from grader.kinds.trees.reading_misconceptions import reading_misconceptions
    from grader.kinds.trees.search_misconceptions import search_misconceptions
    from grader.kinds.trees.value_misconceptions import value_misconceptions

    right = search_rules(problem.conventions)
    solved = lru_cache(2)(partial(solve, problem, RIGHT))

    def solve_once(problem: Problem, rules: TreeRules, parts: Collection[str] | None) -> Solution:
        """Return the solution; the right one, which many wrong rules only read off in another way, is found once."""
        return solved(None if parts is None else frozenset(parts)) if rules == RIGHT else solve(problem, rules, parts)

    return [
        *value_misconceptions(problem, solve, is_searched=True),
        *horizon_misconceptions(problem, solve),
        *search_misconceptions(problem, solve_once, right, read_off),
        *reading_misconceptions(problem, solve_once, read_off),
    ]


ALPHA_BETA = Kind(
    name="alpha-beta",
    title="Alpha-beta pruning",
    task="Search this game tree with alpha-beta pruning.",
    parts=by_name(
        parts.RETURNED_VALUE,
        parts.BEST_MOVE,
        parts.RETURNED_VALUES,
        parts.PRINCIPAL_VARIATION,
        parts.PRUNED,
        parts.VISITED,
        parts.LEAVES_EVALUATED,
        parts.NODES_VISITED,
        parts.WINDOWS,
        parts.CUTOFFS,
        VISITED_EVALUATIONS,
        parts.INTERVALS,
        DRAWN_TREE,
    ),
    asked=("value", "best-move", "pruned"),
    conventions=(
        "cutoff",
        "order",
        "tie",
        "bounds",
        "initial-window",
        "windows-at",
        "list-pruned-as",
        "empty-cutoffs",
        "root",
        "depth-in",
        "value-bounds",
        "decimals",
    ),
    door=Door(read_game, write_game),
    solve=solve,
    wrong=Wrong(
        wordings=ROLE | HORIZON | SEARCH | READING | STAR | CHANCE_WEIGHED,
        rules=wrong_rules,
        right=partial(right_answers, solve=solve),
        carrier="values",
        root="value",
        skipped="pruned",
        order=evaluation_order,
        divergence=later.divergence,
    ),
    tutor=Tutor(later.search_steps, later.explain_search, later.why, later.picture, ("windows", "values")),
    draw=later.draw,
    terms=later.search_terms,
    poses=later.poses,
)
