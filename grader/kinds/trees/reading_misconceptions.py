"""The wrong ways to read answers off a search that was done rightly."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial

from grader.answers.case import Answer, Answers, Solution
from grader.exact import Number
from grader.games.problem import Problem
from grader.games.tree import CHANCE, Tree
from grader.kinds.record import Agrees, Misconception
from grader.kinds.trees.intervals import intervals, seen_by_then
from grader.kinds.trees.solving import TreeRules
from grader.rules import CUTOFF_TESTS
from grader.search import Cutoff, Trace, Window

Parts = Collection[str] | None
"""The parts whose answers are wanted; None for all."""

Solve = Callable[[Problem, TreeRules, Parts], Solution]
ReadOff = Callable[[Problem, Trace, Mapping[int, Number], Parts], dict[str, Answer]]
Read = Callable[[Problem, Solution], dict[str, Answer]]
"""From what was solved rightly to the parts that are read wrongly."""


def reading_misconceptions(problem: Problem, solve: Solve, read_off: ReadOff) -> list[Misconception]:
    """Return the wrong ways to read and to write down windows, cutoffs and the order of visits."""
    return [
        Misconception(name, "", partial(_read_wrongly, problem, solve, read))
        for name, read in _wrong_readings(problem, read_off)
    ]


def _read_wrongly(
    problem: Problem,
    solve: Solve,
    read: Read,
    fixed: Mapping[int, Number],
    parts: Parts = None,
    agrees: Agrees | None = None,
    /,
) -> Answers:
    """Return the right rule's answers with some parts read wrongly."""
    solution = solve(problem, TreeRules(fixed=fixed, agrees=agrees), parts)
    wrong = read(problem, solution)
    return {part: wrong.get(part, answer) for part, answer in solution.answers.items()}


def _wrong_readings(problem: Problem, read_off: ReadOff) -> Iterator[tuple[str, Read]]:
    yield "other-windows-at", partial(_windows_at_the_other_moment, read_off)
    yield "alpha-beta-exchanged", _exchanged
    yield "visited-by-level", _by_level
    if problem.conventions.cutoff == "alpha >= beta":
        yield "strict-in-cutoffs-only", _strict_cutoffs
    yield "returned-value-is-known", _returned_is_known


def _windows_at_the_other_moment(read_off: ReadOff, problem: Problem, solution: Solution) -> dict[str, Answer]:
    conventions = problem.conventions
    other = "entry" if conventions.windows_at == "exit" else "exit"
    asked_otherwise = problem._replace(conventions=conventions._replace(windows_at=other))
    return read_off(asked_otherwise, solution.trace, {}, ("windows",))


def _exchanged(problem: Problem, solution: Solution) -> dict[str, Answer]:
    """Return windows and cutoffs with each pair written as [beta, alpha]."""
    windows: Mapping[int, Window] = solution.answers.get("windows", {})
    cutoffs: Sequence[Cutoff] = solution.answers.get("cutoffs", ())
    return {
        "windows": {node: (beta, alpha) for node, (alpha, beta) in windows.items()},
        "cutoffs": [cutoff._replace(alpha=cutoff.beta, beta=cutoff.alpha) for cutoff in cutoffs],
    }


def _by_level(problem: Problem, solution: Solution) -> dict[str, Answer]:
    """Return the visited nodes level by level, those of a level in the order of their visits."""
    tree: Tree = problem.game
    return {"visited": sorted(solution.answers.get("visited", ()), key=tree.depths().__getitem__)}


def _strict_cutoffs(problem: Problem, solution: Solution) -> dict[str, Answer]:
    """Return the cutoffs at which the strict test comes true too; the search itself knows no clamped numbers."""
    strict = {cutoff.node for cutoff in solution.trace.cutoffs if _is_strict(problem.game, solution.trace, cutoff)}
    return {"cutoffs": [cutoff for cutoff in solution.answers.get("cutoffs", ()) if cutoff.node in strict]}


def _is_strict(tree: Tree, trace: Trace, cutoff: Cutoff) -> bool:
    """Return whether the strict test comes true at a cutoff: of a chance node it compares what that can be worth."""
    is_cut, value = CUTOFF_TESTS["alpha > beta"], trace.value[cutoff.node]
    if tree.kind[cutoff.node] != CHANCE or value is None:
        return is_cut(cutoff.alpha, cutoff.beta)
    return is_cut(cutoff.alpha, value) or is_cut(value, cutoff.beta)


def _returned_is_known(problem: Problem, solution: Solution) -> dict[str, Answer]:
    """Return what is known where every number that a node has returned is taken for its value."""
    from grader.kinds.trees.alpha_beta import as_reported  # which imports this module when it is asked for wrong rules

    tree: Tree = problem.game
    trace: Trace = solution.trace
    reported = as_reported(tree, trace, problem.conventions).value
    seen = seen_by_then(problem, trace.visited)
    to_come = trace.visited[len(seen) :]
    is_open = {above for node in to_come for above in tree.path_to(node)}
    returned = {node: value for node in seen if node not in is_open and (value := reported[node]) is not None}
    return {"intervals": intervals(problem, trace.visited, returned=returned)}
