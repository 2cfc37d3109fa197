"""The drawings of iterative deepening: the tree as it is given, and solved one for each iteration as it was searched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.answers.case import Solution
from grader.diagram import Diagram, Numbers, Remark
from grader.games.problem import Problem
from grader.kinds import KINDS
from grader.kinds.lifts.deepening.asked import asked_of, searched_of
from grader.kinds.lifts.deepening.words import end_words, told_of
from grader.kinds.trees.diagram import remark_of, unjudged_fact
from grader.marks.reports import Entry, PartReport, ProblemReport
from grader.printable import printable

_MOST_NODES = 1_500
"""So many nodes are drawn in all iterations together; of a larger tree only the tree."""
_SINGLE = ("total-leaves", "direct-leaves", "completed", "move")


def deepening_diagrams(
    problem: Problem, solution: Solution | None, report: ProblemReport | None, numbers: Numbers
) -> Sequence[Diagram]:
    """Return the tree with what was answered; solved, then a drawing for each iteration."""
    first = stated_picture(problem)
    if report is not None:  # whose entries are about iterations
        first = _without_keys(first)._replace(facts=tuple(_facts(report)), heading="The tree as it is given")
    if solution is None or problem.size * asked_of(problem).depth > _MOST_NODES:
        return (first,)
    searched = _iterations(problem, solution, numbers)
    if report is None:
        return (first, *searched)
    return (first, *(one._replace(heading=f"The solution: {one.title}") for one in searched))


def stated_picture(problem: Problem, solution: Solution | None = None) -> Diagram:
    """Return the tree as the problem states it: what the steps are told beside."""
    searched = searched_of(problem)._replace(title=problem.title, has_decimals=problem.has_decimals, ask=())
    diagram = KINDS[searched.kind].draw(searched, None, None, None)[0]
    return diagram._replace(title=printable(problem.title or problem.id), line="")


def _iterations(problem: Problem, solution: Solution, numbers: Numbers) -> Iterator[Diagram]:
    for iteration in solution.trace:
        told = told_of(problem, iteration)
        stage = told.stage
        diagram = KINDS[stage.problem.kind].draw(stage.problem, told.solution, None, None, numbers)[0]
        title = f"iteration {iteration.depth}"
        yield _without_keys(diagram)._replace(title=title, facts=(Remark(end_words(problem, iteration)),))


def _without_keys(diagram: Diagram) -> Diagram:
    """Return a drawing whose nodes nobody takes for what answers are about."""
    return diagram._replace(nodes=tuple(node._replace(key=None) for node in diagram.nodes))


def _facts(report: ProblemReport) -> list[Remark]:
    """Return what was answered in one word, and how that is judged."""
    return [
        remark_of(entry, part.part) if part.part in _SINGLE else unjudged_fact(entry, part.part)
        for part in report.parts
        for entry in part.entries
        if _is_said(part, entry)
    ]


def _is_said(part: PartReport, entry: Entry) -> bool:
    if part.part in _SINGLE:
        return entry.given is not None or entry.expected is not None
    return entry.is_whole and entry.given is not None
