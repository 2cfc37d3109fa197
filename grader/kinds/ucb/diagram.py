"""The diagram of a UCB problem: one node and its children with their statistics, scores and the choice."""

from __future__ import annotations

from grader.answers.case import Attempt, Solution
from grader.answers.cells import show_score
from grader.diagram import SHOWS_FIRST, Bar, Diagram, DiagramNode, NodeShape, Numbers, Remark
from grader.exact import Number, show_number
from grader.games.problem import Problem
from grader.kinds.trees.diagram import nodes_of_divergence, remark_of, unjudged_fact
from grader.kinds.ucb.scores import Arms, right_rules, terms_of_all
from grader.marks.reports import Malformed, ProblemReport, Verdict
from grader.printable import printable


def ucb_diagram(
    problem: Problem,
    solution: Solution | None,
    attempt: Attempt | None,
    report: ProblemReport | None,
    numbers: Numbers = Numbers.VALUES,
) -> Diagram:
    """Return the parent with its visits N, and below it each child with its total and visits; its number is its score."""
    arms: Arms = problem.game
    root = DiagramNode(NodeShape.MAX, "parent", -1, remarks=(Remark(f"N = {arms.parent_visits}"),))
    remarks = [[Remark(_statistics(total, visits))] for total, visits in zip(arms.totals, arms.visits, strict=True)]
    for said, prior in zip(remarks, arms.priors, strict=False):
        said.append(Remark(f"prior {problem.say(prior)}"))
    scores: dict[int, Remark] = {}
    facts: list[Remark] = []
    if solution is not None and (numbers is not Numbers.ASKED or "scores" in problem.ask):
        for child, score in solution.answers["scores"].items():
            scores[child] = Remark(show_score(problem, score), label="score", quiet="scores" not in problem.ask)
    names = {printable(id_): child for child, id_ in enumerate(arms.ids)}
    for part in report.parts if report else ():
        for entry in part.entries:
            child = names.get(entry.node or "")
            if part.part == "scores" and child is not None:
                scores[child] = remark_of(entry, "score")
            elif part.part == "scores" and entry.is_whole:
                for each, score in solution.answers["scores"].items() if solution is not None else ():
                    scores[each] = Remark("", entry.verdict, "score", show_score(problem, score))
                if entry.given is not None:
                    facts.append(unjudged_fact(entry, "scores"))
            elif part.part == "choice" and (entry.given is not None or entry.expected is not None):
                facts.append(remark_of(entry, "choice"))
    for child in nodes_of_divergence(report, arms.ids):
        remarks[child].append(SHOWS_FIRST)
    bars = _bars(problem, solution) if scores and solution is not None else [()] * len(arms.ids)
    chosen, line = _chosen(solution, attempt, facts)
    children = tuple(
        DiagramNode(
            NodeShape.CHILD,
            printable(id_),
            0,
            number=scores.get(child),
            remarks=tuple(remarks[child]),
            bold=child == chosen,
            key=child,
            bars=bars[child],
        )
        for child, id_ in enumerate(arms.ids)
    )
    return Diagram(printable(problem.title or problem.id), (root, *children), tuple(facts), line)


def _bars(problem: Problem, solution: Solution) -> list[tuple[Bar, ...]]:
    """Return of each score its two terms, the mean below; nothing where a score is infinite or a term is below 0."""
    arms: Arms = problem.game
    scores = solution.answers["scores"]
    found = terms_of_all(arms, right_rules(problem.conventions))
    halves = [None if terms is None else (float(terms[0]), scores[child]) for child, terms in enumerate(found)]
    highest = max((score for half in halves if half for score in half), default=0)
    if highest <= 0 or any(half and not 0 <= half[0] <= half[1] for half in halves):
        return [()] * len(halves)
    return [
        (
            Bar("mean reward", show_score(problem, mean), mean / highest),
            Bar("bonus for few visits", f"+ {show_score(problem, score - mean)}", (score - mean) / highest),
        )
        if (half and (mean := half[0]) is not None and (score := half[1]) is not None)
        else ()
        for half in halves
    ]


def _statistics(total: Number, visits: int) -> str:
    return f"total {show_number(total)}, n = {visits}" if visits else "n = 0"


def _chosen(solution: Solution | None, attempt: Attempt | None, facts: list[Remark]) -> tuple[int | None, str]:
    """Return the child whose edge is bold: the student's choice where it is right or the right one may not be shown."""
    given = (attempt or {}).get("choice")
    is_usable = given is not None and not isinstance(given, Malformed)
    is_right = any(fact.verdict is Verdict.CORRECT for fact in facts)
    if given is not None and is_usable and (solution is None or is_right):
        return int(given.value), "your choice"
    return (None, "") if solution is None else (int(solution.answers["choice"][0]), "choice")
