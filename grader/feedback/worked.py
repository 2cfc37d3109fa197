"""The worked solution in words: every step of the reference solver, with the numbers that went into it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from grader.conventions import Conventions
from grader.exact import Bound, show_number
from grader.kinds import Problem, Solution
from grader.kinds.number_parts import show_window
from grader.kinds.ucb_scores import Arms, bonus_of
from grader.printable import printable
from grader.rules import exploration_bonus, mean_reward
from grader.search import Cutoff, Trace
from grader.tree import CHANCE, KIND_NAMES, LEAF, MAX, Tree


def worked_lines(problem: Problem, solution: Solution) -> list[str]:
    """Return the steps, one line each; `solution` has the answers of all parts."""
    return list(_WORKED[problem.kind](problem, solution))


def _name(tree: Tree, node: int) -> str:
    return f"{KIND_NAMES[tree.kind[node]]} {printable(tree.ids[node])}"


def _backed_up(problem: Problem, solution: Solution) -> Iterator[str]:
    """Yield a line for each inner node, the lowest first."""
    tree: Tree = problem.game
    values = solution.answers["values"]
    for node in reversed(tree.inner()):
        children = [(child, _value(tree, values, child)) for child in tree.children(node)]
        if tree.kind[node] == CHANCE:
            terms = [f"{show_number(tree.probability[child] or 0)} × {show_number(value)}" for child, value in children]
            yield f"{_name(tree, node)}: {' + '.join(terms)} = {show_number(values[node])}"
        else:
            choice = "the largest" if tree.kind[node] == MAX else "the smallest"
            listed = ", ".join(f"{printable(tree.ids[child])} = {show_number(value)}" for child, value in children)
            yield f"{_name(tree, node)}: {choice} of {listed} is {show_number(values[node])}"
    yield from _best(problem, solution)


def _value(tree: Tree, values: dict[int, Bound], node: int) -> Bound:
    utility = tree.value[node]
    return values[node] if utility is None else utility


def _best(problem: Problem, solution: Solution) -> Iterator[str]:
    tree: Tree = problem.game
    if "best-move" in solution.answers:
        moves = " or ".join(printable(tree.moves[child]) for child in solution.answers["best-move"])
        yield f"Best move at the root: {moves}"


def _searched(problem: Problem, solution: Solution) -> Iterator[str]:
    """Yield a line for each visited inner node, in the order in which the search leaves them."""
    tree: Tree = problem.game
    trace: Trace = solution.trace
    cutoffs = {cutoff.node: cutoff for cutoff in trace.cutoffs}
    examined: dict[int, list[int]] = {}
    for node in trace.visited[1:]:
        examined.setdefault(tree.parent[node], []).append(node)
    for node in _left(tree, trace.visited):
        returned = [
            f"{printable(tree.ids[child])} = {show_number(trace.value[child] or 0)}" for child in examined.get(node, ())
        ]
        entry, exit_ = trace.entry[node], trace.exit[node]
        line = (
            f"{_name(tree, node)}: entered with {show_window(entry) if entry else ''}; examined {', '.join(returned)}; "
        )
        if (cutoff := cutoffs.get(node)) and cutoff.skipped:
            line += _cut(tree, cutoff, problem.conventions)
        else:
            line += f"window at the end {show_window(exit_) if exit_ else ''}"
        yield f"{line}; returns {show_number(trace.value[node] or 0)}"
    count = solution.answers["leaves-evaluated"]
    yield f"Leaves evaluated: {count} of {len(tree.leaves())}"
    yield from _best(problem, solution)


def _left(tree: Tree, visited: Sequence[int]) -> Iterator[int]:
    """Yield the visited inner nodes in the order in which they are left."""
    open_: list[int] = []
    for node in visited:
        while open_ and open_[-1] != tree.parent[node]:
            yield open_.pop()
        if tree.kind[node] != LEAF:
            open_.append(node)
    yield from reversed(open_)


def _cut(tree: Tree, cutoff: Cutoff, conventions: Conventions) -> str:
    skipped = ", ".join(printable(tree.ids[child]) for child in cutoff.skipped)
    sign = ">=" if conventions.cutoff == "alpha >= beta" else ">"
    verb = "is" if len(cutoff.skipped) == 1 else "are"
    return f"alpha = {show_number(cutoff.alpha)} {sign} beta = {show_number(cutoff.beta)}, so {skipped} {verb} skipped"


def _scored(problem: Problem, solution: Solution) -> Iterator[str]:
    """Yield a line for each child: both terms and their sum."""
    arms: Arms = problem.game
    bonus = bonus_of(problem.conventions)
    for child, score in solution.answers["scores"].items():
        total, visits = arms.totals[child], arms.visits[child]
        name = printable(arms.ids[child])
        if visits:
            mean, explored = mean_reward(total, visits), exploration_bonus(visits, arms.parent_visits, bonus)
            yield f"{name}: {show_number(total)}/{visits} = {mean:.4f}, plus the bonus {explored:.4f}, is {score:.4f}"
        else:
            yield f"{name}: never visited, so its score is {score:g}"
    yield "Choice: " + " or ".join(printable(arms.ids[child]) for child in solution.answers["choice"])


_WORKED: dict[str, Callable[[Problem, Solution], Iterator[str]]] = {
    "minimax": _backed_up,
    "expectiminimax": _backed_up,
    "alpha-beta": _searched,
    "ucb": _scored,
}
