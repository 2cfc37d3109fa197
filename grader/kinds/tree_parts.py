"""The parts of answers about trees: what is handed in, and how it is read, marked and written.

Reference answers, as `solve` gives them: a number (`value`, `leaves-evaluated`), node -> number (`values`), the accepted
children, the first one printed (`best-move`), `Lines` (`principal-variation`), `Pruned` (`pruned`), nodes in order
(`visited`), node -> window (`windows`), cutoffs in order (`cutoffs`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from grader.exact import Bound, Number, show_number, write_number
from grader.kinds import read
from grader.kinds.mark_pruned import Pruned, mark_pruned
from grader.kinds.record import NotJudged, Part, Problem, Solution
from grader.marking import PartReport, Written, is_right_number, mark_map, mark_one, mark_sequence
from grader.printable import printable
from grader.search import Cutoff, Window
from grader.tree import Tree


class Lines(NamedTuple):
    """The principal variations: the one to print, and for each node on an optimal path the children that continue it."""

    first: Sequence[int]
    continuations: Mapping[int, Sequence[int]]

    def accepts(self, path: Sequence[int]) -> bool:
        """Return whether the path is one of them: from the root, each step a continuation, to a leaf."""
        steps = pairwise(path)
        return (
            bool(path)
            and path[0] == self.first[0]
            and path[-1] not in self.continuations
            and all(child in self.continuations.get(node, ()) for node, child in steps)
        )


def _is_right(problem: Problem, expected: Bound, given: Bound) -> bool:
    conventions = problem.conventions
    return is_right_number(expected, given, conventions.decimals, stated="decimals" in conventions.stated)


def _is_equal(problem: Problem, expected: Any, other: Any) -> bool:
    return bool(expected == other)


def _shown_id(tree: Tree, node: int) -> str:
    return printable(tree.ids[node])


def _node_name(problem: Problem) -> Callable[[int], str]:
    return partial(_shown_id, problem.game)


# value, leaves-evaluated


def _read_number(problem: Problem, raw: Any) -> Written:
    return read.number(raw)


def _mark_value(problem: Problem, solution: Solution, given: Written, possible: Number) -> PartReport:
    expected = solution.answers["value"]
    return mark_one("value", possible, given, show_number(expected), right=_is_right(problem, expected, given.value))


def _mark_count(problem: Problem, solution: Solution, given: Written, possible: Number) -> PartReport:
    expected = solution.answers["leaves-evaluated"]
    return mark_one("leaves-evaluated", possible, given, str(expected), right=given.value == expected)


def _write_number(problem: Problem, number: Number) -> int | str:
    return write_number(number)


VALUE = Part("value", "the value of the root (one number)", _read_number, _mark_value, _write_number, _is_right)
RETURNED_VALUE = VALUE._replace(task="the value that the search returns at the root (one number)")
LEAVES_EVALUATED = Part(
    "leaves-evaluated",
    "how many leaves the search evaluates (a whole number)",
    _read_number,
    _mark_count,
    _write_number,
    _is_equal,
)


# best-move


def _moves(tree: Tree) -> dict[str, int]:
    children = tree.children(0)
    return {tree.ids[child]: child for child in children} | {tree.moves[child]: child for child in children}


def _read_move(problem: Problem, raw: Any) -> Written:
    return read.name(raw, _moves(problem.game), "move at the root called")


def _mark_move(problem: Problem, solution: Solution, given: Written, possible: Number) -> PartReport:
    accepted = solution.answers["best-move"]
    expected = " or ".join(printable(problem.game.moves[child]) for child in accepted)
    return mark_one("best-move", possible, given, expected, right=given.value in accepted)


def _write_move(problem: Problem, accepted: Sequence[int]) -> str:
    return str(problem.game.moves[accepted[0]])


def _is_accepted(problem: Problem, accepted: Sequence[int], other: Sequence[int]) -> bool:
    return other[0] in accepted


BEST_MOVE = Part(
    "best-move", "the best move at the root (its label)", _read_move, _mark_move, _write_move, _is_accepted
)


# values, windows


def _read_values(problem: Problem, raw: Any) -> dict[int, Written | None]:
    return read.mapping(raw, problem.game.by_id(), "node", read.number)


def _mark_values(problem: Problem, solution: Solution, given: Any, possible: Number) -> PartReport:
    return mark_map(
        "values",
        possible,
        solution.answers["values"],
        given,
        is_right=partial(_is_right, problem),
        name=_node_name(problem),
        show=show_number,
    )


def _write_values(problem: Problem, values: Mapping[int, Number]) -> dict[str, Any]:
    return {problem.game.ids[node]: write_number(value) for node, value in values.items()}


def _are_right(problem: Problem, values: Mapping[int, Number], other: Mapping[int, Number]) -> bool:
    return values.keys() == other.keys() and all(_is_right(problem, values[node], other[node]) for node in values)


VALUES = Part(
    "values", "the value of every inner node (node: number)", _read_values, _mark_values, _write_values, _are_right
)
RETURNED_VALUES = VALUES._replace(
    task="for every inner node that the search visits, the number that it returns there (node: number)"
)


def show_window(window: Window) -> str:
    """Return a window as text, such as [-inf, 3]."""
    return f"[{show_number(window[0])}, {show_number(window[1])}]"


def _read_window(raw: Any, path: Any) -> Written:
    alpha, beta = (read.bound(item, (*path, place)) for place, item in enumerate(raw))
    return Written((alpha.value, beta.value), f"[{alpha.text}, {beta.text}]")


def _read_windows(problem: Problem, raw: Any) -> dict[int, Written | None]:
    return read.mapping(raw, problem.game.by_id(), "node", _read_window)


def _is_right_window(problem: Problem, expected: Window, given: Window) -> bool:
    return all(_is_right(problem, right, bound) for right, bound in zip(expected, given, strict=True))


def _mark_windows(problem: Problem, solution: Solution, given: Any, possible: Number) -> PartReport:
    visited_leaves = set(solution.trace.visited) - set(problem.game.inner())
    return mark_map(
        "windows",
        possible,
        solution.answers["windows"],
        {node: window for node, window in given.items() if node not in visited_leaves},
        is_right=partial(_is_right_window, problem),
        name=_node_name(problem),
        show=show_window,
    )


def _write_window(window: Window) -> list[int | str]:
    return [write_number(bound) for bound in window]


def _write_windows(problem: Problem, windows: Mapping[int, Window]) -> dict[str, Any]:
    return {problem.game.ids[node]: _write_window(window) for node, window in windows.items()}


def _are_right_windows(problem: Problem, windows: Mapping[int, Window], other: Mapping[int, Window]) -> bool:
    return windows.keys() == other.keys() and all(_is_right_window(problem, windows[n], other[n]) for n in windows)


WINDOWS = Part(
    "windows",
    "alpha and beta of every inner node that the search visits (node: [alpha, beta]; inf and -inf are written so)",
    _read_windows,
    _mark_windows,
    _write_windows,
    _are_right_windows,
)


# principal-variation, visited, pruned


def _read_nodes(problem: Problem, raw: Any) -> list[Written]:
    return read.names(raw, problem.game.by_id(), "node")


def _write_nodes(problem: Problem, nodes: Sequence[int]) -> list[str]:
    return [problem.game.ids[node] for node in nodes]


def _mark_line(problem: Problem, solution: Solution, given: list[Written], possible: Number) -> PartReport:
    lines: Lines = solution.answers["principal-variation"]
    path = Written([step.value for step in given], ", ".join(step.text for step in given) or "none")
    expected = ", ".join(_shown_id(problem.game, node) for node in lines.first)
    return mark_one("principal-variation", possible, path, expected, right=lines.accepts(path.value))


def _write_line(problem: Problem, lines: Lines) -> list[str]:
    return _write_nodes(problem, lines.first)


def _is_accepted_line(problem: Problem, lines: Lines, other: Lines) -> bool:
    return lines.accepts(other.first)


PRINCIPAL_VARIATION = Part(
    "principal-variation",
    "the path of best play from the root to a leaf, both included (list of nodes)",
    _read_nodes,
    _mark_line,
    _write_line,
    _is_accepted_line,
)


def _mark_visited(problem: Problem, solution: Solution, given: list[Written], possible: Number) -> PartReport:
    order = solution.answers["visited"]
    places = {node: place for place, node in enumerate(order)}
    expected = [(_shown_id(problem.game, node),) * 2 for node in order]
    return mark_sequence("visited", possible, expected, given, places.get)


VISITED = Part(
    "visited",
    "every node that the search visits, leaves too, in the order in which it enters them (list of nodes)",
    _read_nodes,
    _mark_visited,
    _write_nodes,
    _is_equal,
)


def _mark_pruned(problem: Problem, solution: Solution, given: list[Written], possible: Number) -> PartReport:
    return mark_pruned(problem.game, solution.answers["pruned"], given, possible)


def _write_pruned(problem: Problem, pruned: Pruned) -> list[str]:
    return _write_nodes(problem, pruned.listed(problem.game, problem.conventions.list_pruned_as))


def _are_same_leaves(problem: Problem, pruned: Pruned, other: Pruned) -> bool:
    return pruned.leaves == other.leaves


PRUNED = Part(
    "pruned", "what the search skips (list of nodes)", _read_nodes, _mark_pruned, _write_pruned, _are_same_leaves
)


# cutoffs


def _read_cutoffs(problem: Problem, raw: Any) -> list[Written]:
    index = problem.game.by_id()
    cutoffs = []
    for place, item in enumerate(raw):
        missing = [field for field in ("node", "alpha", "beta") if item.get(field) is None]
        if missing:
            raise NotJudged(f"{missing[0]} is missing, expected {{node, alpha, beta}}", (place,))
        node = read.name(item["node"], index, "node", (place, "node"))
        alpha, beta = (read.bound(item[field], (place, field)) for field in ("alpha", "beta"))
        text = f"{node.text} [{alpha.text}, {beta.text}]"
        cutoffs.append(Written((node.value, (alpha.value, beta.value)), text))
    return cutoffs


def _mark_cutoffs(problem: Problem, solution: Solution, given: list[Written], possible: Number) -> PartReport:
    cutoffs: Sequence[Cutoff] = solution.answers["cutoffs"]
    places = {cutoff.node: place for place, cutoff in enumerate(cutoffs)}

    def position(item: tuple[int, Window]) -> int | None:
        node, window = item
        place = places.get(node)
        if place is None or not _is_right_window(problem, (cutoffs[place].alpha, cutoffs[place].beta), window):
            return None
        return place

    expected = [
        (name := _shown_id(problem.game, cutoff.node), f"{name} {show_window((cutoff.alpha, cutoff.beta))}")
        for cutoff in cutoffs
    ]
    return mark_sequence("cutoffs", possible, expected, given, position)


def _write_cutoffs(problem: Problem, cutoffs: Sequence[Cutoff]) -> list[dict[str, Any]]:
    return [
        {"node": problem.game.ids[node], "alpha": write_number(alpha), "beta": write_number(beta)}
        for node, alpha, beta, _ in cutoffs
    ]


def _are_same_cutoffs(problem: Problem, cutoffs: Sequence[Cutoff], other: Sequence[Cutoff]) -> bool:
    return len(cutoffs) == len(other) and all(
        mine.node == its.node and _is_right_window(problem, mine[1:3], its[1:3])
        for mine, its in zip(cutoffs, other, strict=True)
    )


CUTOFFS = Part(
    "cutoffs",
    "every cutoff in order: the node whose remaining children are skipped and its window then "
    "(list of {node, alpha, beta})",
    _read_cutoffs,
    _mark_cutoffs,
    _write_cutoffs,
    _are_same_cutoffs,
)
