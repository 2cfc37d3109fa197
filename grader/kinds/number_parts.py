"""The parts of answers about trees that are numbers, moves, or maps of them.

Reference answers, as `solve` gives them: a number (`value`, `leaves-evaluated`), the accepted children of the root, the
first one printed (`best-move`), node -> number (`values`), node -> window (`windows`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from grader.documents.write import scalar
from grader.exact import Bound, Number, show_number, write_number
from grader.kinds import read
from grader.kinds.follow_through import own_best_moves, own_root_values, own_value
from grader.kinds.record import Case, Part, Problem
from grader.marking import PartReport, Written, is_right_number, mark_map, mark_one
from grader.printable import printable
from grader.search import Window
from grader.tree import LEAF, Tree


def is_right(problem: Problem, expected: Bound, given: Bound) -> bool:
    """Return whether a given number counts as the expected one under the problem's `decimals`."""
    conventions = problem.conventions
    return is_right_number(expected, given, conventions.decimals, stated="decimals" in conventions.stated)


def _is_equal(problem: Problem, expected: Any, other: Any) -> bool:
    return bool(expected == other)


def shown_id(tree: Tree, node: int) -> str:
    """Return a node's id, fit to be shown."""
    return printable(tree.ids[node])


def node_name(problem: Problem) -> Callable[[int], str]:
    """Return the function from a node of the problem to its id, fit to be shown."""
    return partial(shown_id, problem.game)


def written_value(problem: Problem, given: Written) -> Any:
    """Return the value that was written."""
    return given.value


def written_entries(problem: Problem, given: Mapping[int, Written | None]) -> dict[int, Any]:
    """Return the values that were written, entry by entry; None where one was left blank."""
    return {node: None if written is None else written.value for node, written in given.items()}


def example_nodes(problem: Problem) -> list[str]:
    """Return one or two inner nodes for an example, as a document names them: those that every search enters first."""
    tree = problem.game
    children = tree.children(0)
    first = children[-1 if problem.conventions.order == "right-to-left" else 0] if children else 0
    nodes = [0] if first == 0 or tree.kind[first] == LEAF else [0, first]
    return [scalar(tree.ids[node]) for node in nodes]


# value, leaves-evaluated


def _read_number(problem: Problem, raw: Any) -> Written:
    return read.number(raw)


def _at_root(case: Case) -> str:
    """Return the step at the root, where there is one."""
    return "" if case.problem.game.kind[0] == LEAF else case.explain(0)


def _mark_value(case: Case, given: Written, possible: Number) -> PartReport:
    expected = case.solution.answers["value"]
    right = is_right(case.problem, expected, given.value)
    follows = not right and any(is_right(case.problem, own, given.value) for own in own_root_values(case))
    share = case.policy.follow_through if follows else 0
    return mark_one(
        "value",
        possible,
        given,
        show_number(expected),
        right=right,
        follow_through=share,
        explain=partial(_at_root, case),
    )


def _mark_count(case: Case, given: Written, possible: Number) -> PartReport:
    expected = case.solution.answers["leaves-evaluated"]
    return mark_one("leaves-evaluated", possible, given, str(expected), right=given.value == expected)


def _write_number(problem: Problem, number: Number) -> int | str:
    return write_number(number)


VALUE = Part(
    "value", "the value of the root (one number)", _read_number, _mark_value, _write_number, is_right, written_value
)
RETURNED_VALUE = VALUE._replace(task="the value that the search returns at the root (one number)")
LEAVES_EVALUATED = Part(
    "leaves-evaluated",
    "how many leaves the search evaluates (a whole number)",
    _read_number,
    _mark_count,
    _write_number,
    _is_equal,
    written_value,
)


# best-move


def _moves(tree: Tree) -> dict[str, int]:
    children = tree.children(0)
    return {tree.ids[child]: child for child in children} | {tree.moves[child]: child for child in children}


def _read_move(problem: Problem, raw: Any) -> Written:
    return read.name(raw, _moves(problem.game), "move at the root called")


def _mark_move(case: Case, given: Written, possible: Number) -> PartReport:
    accepted = case.solution.answers["best-move"]
    expected = " or ".join(printable(case.problem.game.moves[child]) for child in accepted)
    right = given.value in accepted
    share = case.policy.follow_through if not right and given.value in own_best_moves(case) else 0
    return mark_one(
        "best-move", possible, given, expected, right=right, follow_through=share, explain=partial(_at_root, case)
    )


def _write_move(problem: Problem, accepted: Sequence[int]) -> str:
    return str(problem.game.moves[accepted[0]])


def is_accepted(problem: Problem, accepted: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether the choice that the other answer prints is one of the accepted ones."""
    return other[0] in accepted


def chosen(problem: Problem, given: Written) -> list[int]:
    """Return the choice that was written, as the only accepted one."""
    return [given.value]


BEST_MOVE = Part(
    "best-move",
    "the best move at the root (its label; without one, the child's name)",
    _read_move,
    _mark_move,
    _write_move,
    is_accepted,
    chosen,
)


# values


def _read_values(problem: Problem, raw: Any) -> dict[int, Written | None]:
    return read.mapping(raw, problem.game.by_id(), "node", read.number)


def _mark_values(case: Case, given: Mapping[int, Written | None], possible: Number) -> PartReport:
    def follows(node: int, number: Number) -> bool:
        own = own_value(case, given, node)
        return own is not None and is_right(case.problem, own, number)

    return mark_map(
        "values",
        possible,
        case.solution.answers["values"],
        given,
        is_right=partial(is_right, case.problem),
        name=node_name(case.problem),
        show=show_number,
        follows=follows,
        follow_through=case.policy.follow_through,
        explain=case.explain,
    )


def _write_values(problem: Problem, values: Mapping[int, Number]) -> dict[str, Any]:
    return {problem.game.ids[node]: write_number(value) for node, value in values.items()}


def _example_values(problem: Problem) -> str:
    return "{" + ", ".join(f"{node}: {number}" for number, node in enumerate(example_nodes(problem), 1)) + "}"


VALUES = Part(
    "values",
    "the value of every inner node (node: number)",
    _read_values,
    _mark_values,
    _write_values,
    is_right,
    written_entries,
    by_entry=True,
    missing_is_blank=True,
    example=_example_values,
)
RETURNED_VALUES = VALUES._replace(
    task="for every inner node that the search visits, the number that it returns there (node: number)",
    missing_is_blank=False,
)


# windows


def show_window(window: Window) -> str:
    """Return a window as text, such as [-inf, 3]."""
    return f"[{show_number(window[0])}, {show_number(window[1])}]"


def is_right_window(problem: Problem, expected: Window, given: Window) -> bool:
    """Return whether both bounds of a given window count as the expected ones."""
    (alpha, beta), (given_alpha, given_beta) = expected, given
    return is_right(problem, alpha, given_alpha) and is_right(problem, beta, given_beta)


def _read_window(raw: Any, path: Any) -> Written:
    alpha, beta = (read.bound(item, (*path, place)) for place, item in enumerate(raw))
    return Written((alpha.value, beta.value), f"[{alpha.text}, {beta.text}]")


def _read_windows(problem: Problem, raw: Any) -> dict[int, Written | None]:
    return read.mapping(raw, problem.game.by_id(), "node", _read_window)


def _mark_windows(case: Case, given: Mapping[int, Written | None], possible: Number) -> PartReport:
    visited_leaves = set(case.solution.trace.visited) - set(case.problem.game.inner())
    return mark_map(
        "windows",
        possible,
        case.solution.answers["windows"],
        {node: window for node, window in given.items() if node not in visited_leaves},
        is_right=partial(is_right_window, case.problem),
        name=node_name(case.problem),
        show=show_window,
        explain=partial(case.explain, windows=True),
    )


def _write_windows(problem: Problem, windows: Mapping[int, Window]) -> dict[str, Any]:
    return {problem.game.ids[node]: [write_number(bound) for bound in window] for node, window in windows.items()}


def _written_windows(problem: Problem, given: Mapping[int, Written | None]) -> dict[int, Any]:
    """Return the windows that were written at inner nodes: those of leaves say nothing."""
    inner = set(problem.game.inner())
    return {node: window for node, window in written_entries(problem, given).items() if node in inner}


def _example_windows(problem: Problem) -> str:
    windows = ("[-inf, 3]", "[3, inf]")
    return "{" + ", ".join(f"{node}: {pair}" for node, pair in zip(example_nodes(problem), windows, strict=False)) + "}"


WINDOWS = Part(
    "windows",
    "alpha and beta of every inner node that the search visits (node: [alpha, beta]; inf and -inf are written so)",
    _read_windows,
    _mark_windows,
    _write_windows,
    is_right_window,
    _written_windows,
    by_entry=True,
    example=_example_windows,
)
