"""The parts of answers about trees that are lists: the line of best play, what is visited, pruned and cut.

Reference answers, as `solve` gives them: `Lines` (`principal-variation`), nodes in order (`visited`), `Pruned`
(`pruned`), cutoffs in order (`cutoffs`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from grader.exact import Number, write_number
from grader.kinds import read
from grader.kinds.mark_pruned import Pruned, mark_pruned, pruned_below
from grader.kinds.number_parts import example_nodes, is_right_window, show_window, shown_id
from grader.kinds.record import Case, NotJudged, Part, Problem
from grader.kinds.tree_rules import Lines
from grader.marking import PartReport, Verdict, Written, mark_one, mark_sequence
from grader.search import Cutoff, Window


def _read_nodes(problem: Problem, raw: Any) -> list[Written]:
    return read.names(raw, problem.game.by_id(), "node")


def _write_nodes(problem: Problem, nodes: Sequence[int]) -> list[str]:
    return [problem.game.ids[node] for node in nodes]


def _written_nodes(problem: Problem, given: Sequence[Written]) -> list[int]:
    return [written.value for written in given]


# principal-variation


def _mark_line(case: Case, given: list[Written], possible: Number) -> PartReport:
    lines: Lines = case.solution.answers["principal-variation"]
    path = Written([step.value for step in given], ", ".join(step.text for step in given) or "none")
    expected = ", ".join(shown_id(case.problem.game, node) for node in lines.first)
    expected += "" if lines.is_only else ", or another line that is as good"
    return mark_one("principal-variation", possible, path, expected, right=lines.accepts(path.value))


def _write_line(problem: Problem, lines: Lines) -> list[str]:
    return _write_nodes(problem, lines.first)


def _is_accepted_line(problem: Problem, lines: Lines, other: Lines) -> bool:
    return lines.accepts(other.first)


def _written_line(problem: Problem, given: Sequence[Written]) -> Lines:
    path = _written_nodes(problem, given)
    return Lines(path, {node: [child] for node, child in pairwise(path)})


PRINCIPAL_VARIATION = Part(
    "principal-variation",
    "the path of best play from the root to a leaf, both included (list of nodes)",
    _read_nodes,
    _mark_line,
    _write_line,
    _is_accepted_line,
    _written_line,
)


# visited, pruned


def _mark_visited(case: Case, given: list[Written], possible: Number) -> PartReport:
    order = case.solution.answers["visited"]
    places = {node: place for place, node in enumerate(order)}
    expected = [(shown_id(case.problem.game, node),) * 2 for node in order]
    report = mark_sequence("visited", possible, expected, given, places.get)
    return report if report.earned == possible else _with_divergence(case, report, order, given)


def _with_divergence(case: Case, report: PartReport, order: Sequence[int], given: Sequence[Written]) -> PartReport:
    """Return the report with a note where the visiting order first parts from the search's, and why."""
    mine = [written.value for written in given]
    at = next(
        (i for i, pair in enumerate(zip(order, mine, strict=False)) if pair[0] != pair[1]), min(len(order), len(mine))
    )
    visited, listed = set(order), set(mine)
    first = f"the first {at} of {len(order)} are right" if at > 1 else f"only the first of {len(order)} is right"
    said = [f"{first if at else 'nothing is right from the start'}, then the order parts from the search's"]
    if at < len(mine) and mine[at] not in visited:
        said.append(case.why(mine[at]))
    elif at < len(order):
        said.append(f"Next the search enters {shown_id(case.problem.game, order[at])}")
        said += [] if order[at] in listed else [case.why(order[at])]
    message = ". ".join(sentence.removesuffix(".") for sentence in said) + "."
    wrong = next(i for i, entry in enumerate(report.entries) if entry.verdict is not Verdict.CORRECT)
    entries = [*report.entries]
    entries[wrong] = entries[wrong]._replace(message=message)
    return report._replace(entries=tuple(entries))


def _is_equal(problem: Problem, expected: Any, other: Any) -> bool:
    return bool(expected == other)


VISITED = Part(
    "visited",
    "every node that the search visits, leaves too, in the order in which it enters them (list of nodes)",
    _read_nodes,
    _mark_visited,
    _write_nodes,
    _is_equal,
    _written_nodes,
)


def _mark_pruned(case: Case, given: list[Written], possible: Number) -> PartReport:
    return mark_pruned(case.problem.game, case.solution.answers["pruned"], given, possible, case.why)


def _write_pruned(problem: Problem, pruned: Pruned) -> list[str]:
    return _write_nodes(problem, pruned.listed(problem.game, problem.conventions.list_pruned_as))


def _are_same_leaves(problem: Problem, pruned: Pruned, other: Pruned) -> bool:
    return pruned.leaves == other.leaves


def _written_pruned(problem: Problem, given: Sequence[Written]) -> Pruned:
    return pruned_below(problem.game, sorted({written.value for written in given}))


PRUNED = Part(
    "pruned",
    "what the search skips (list of nodes)",
    _read_nodes,
    _mark_pruned,
    _write_pruned,
    _are_same_leaves,
    _written_pruned,
)


# cutoffs


def _read_cutoffs(problem: Problem, raw: Any) -> list[Written]:
    by_id = problem.game.by_id()
    cutoffs = []
    for place, item in enumerate(raw):
        missing = [field for field in ("node", "alpha", "beta") if item.get(field) is None]
        if missing:
            raise NotJudged(f"{missing[0]} is missing, expected {{node, alpha, beta}}", (place,))
        node = read.name(item["node"], by_id, "node", (place, "node"))
        alpha, beta = (read.bound(item[field], (place, field)) for field in ("alpha", "beta"))
        text = f"{node.text} [{alpha.text}, {beta.text}]"
        cutoffs.append(Written((node.value, (alpha.value, beta.value)), text))
    return cutoffs


def _mark_cutoffs(case: Case, given: list[Written], possible: Number) -> PartReport:
    problem, cutoffs = case.problem, case.solution.answers["cutoffs"]
    places = {cutoff.node: place for place, cutoff in enumerate(cutoffs)}

    def position(item: tuple[int, Window]) -> int | None:
        node, window = item
        place = places.get(node)
        if place is None or not is_right_window(problem, (cutoffs[place].alpha, cutoffs[place].beta), window):
            return None
        return place

    expected = [
        (name := shown_id(problem.game, cutoff.node), f"{name} {show_window((cutoff.alpha, cutoff.beta))}")
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
        mine.node == its.node and is_right_window(problem, mine[1:3], its[1:3])
        for mine, its in zip(cutoffs, other, strict=True)
    )


def _written_cutoffs(problem: Problem, given: Sequence[Written]) -> list[Cutoff]:
    return [Cutoff(node, alpha, beta, range(0)) for node, (alpha, beta) in (written.value for written in given)]


def _example_cutoffs(problem: Problem) -> str:
    return f"[{{node: {example_nodes(problem)[-1]}, alpha: 3, beta: 2}}]"


CUTOFFS = Part(
    "cutoffs",
    "every cutoff in order: the node whose remaining children are skipped and its window then "
    "(list of {node, alpha, beta})",
    _read_cutoffs,
    _mark_cutoffs,
    _write_cutoffs,
    _are_same_cutoffs,
    _written_cutoffs,
    example=_example_cutoffs,
)
