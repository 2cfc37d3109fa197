"""The diagram of a UCB problem: one node and its children with their statistics, scores and the choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.diagram import Diagram, DiagramNode, Remark, Shape
from grader.exact import show_number
from grader.kinds.record import Attempt, Problem, Solution
from grader.marking import Malformed, ProblemReport, Verdict
from grader.printable import printable


def ucb_diagram(
    problem: Problem,
    solution: Solution | None,
    attempt: Attempt | None,
    report: ProblemReport | None,
    show_score: Callable[[float], str],
) -> Diagram:
    """Return the parent with its visits N, and below it each child with total/visits and its score."""
    arms: Any = problem.game
    root = DiagramNode(Shape.MAX, "parent", -1, remarks=(Remark(f"N = {arms.parent_visits}"),))
    remarks = [[Remark(_statistics(total, visits))] for total, visits in zip(arms.totals, arms.visits, strict=True)]
    facts: list[str] = []
    if report is None and solution is not None:
        for child, score in solution.answers["scores"].items():
            remarks[child].append(Remark(f"score {show_score(score)}"))
    names = {printable(id_): child for child, id_ in enumerate(arms.ids)}
    for part in report.parts if report else ():
        for entry in part.entries:
            expected = (
                f" (expected {entry.expected})" if entry.expected and entry.verdict is not Verdict.CORRECT else ""
            )
            child = names.get(entry.node or "")
            if part.part == "scores" and child is not None:
                remarks[child].append(Remark(f"score {entry.given or '–'}{expected}", entry.verdict))
            elif part.part == "choice" and entry.given is not None:
                facts.append(f"choice: {entry.given}{expected} ({entry.verdict.value})")
    chosen = _chosen(solution, attempt)
    children = tuple(
        DiagramNode(Shape.CHILD, printable(id_), 0, remarks=tuple(remarks[child]), bold=child == chosen)
        for child, id_ in enumerate(arms.ids)
    )
    return Diagram(problem.title or problem.id, (root, *children), tuple(facts))


def _statistics(total: Any, visits: int) -> str:
    return f"total {show_number(total)}, n = {visits}" if visits else "n = 0"


def _chosen(solution: Solution | None, attempt: Attempt | None) -> int | None:
    """Return the child whose edge is bold: the right choice where it may be shown, else the student's."""
    if solution is not None:
        return int(solution.answers["choice"][0])
    given = (attempt or {}).get("choice")
    return None if given is None or isinstance(given, Malformed) else int(given.value)
