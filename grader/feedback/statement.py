"""The statement of a problem in words: what is asked, on which tree, by which conventions, and what to hand in."""

from __future__ import annotations

from grader.conventions import conventions_in_words
from grader.exact import marks_text
from grader.feedback.outline import outline
from grader.kinds import Kind, Problem, Solution
from grader.kinds.ucb_scores import Arms
from grader.printable import printable


def statement_lines(kind: Kind, problem: Problem, solution: Solution | None = None) -> list[str]:
    """Return the statement, and the tree as text; with the solution the tree carries its answers."""
    diagram = kind.diagram(problem, solution, None, None)
    lines = [f"{printable(problem.title or problem.id)} ({kind.title})", f"Problem id: {problem.id}"]
    if problem.origin:
        lines.append(f"Source: {printable(problem.origin, 1000)}")
    lines += ["", "Tree:", *(f"  {line}" for line in outline(diagram))]
    lines += ["", "Hand in:"]
    for name in problem.ask:
        points = problem.points[name]
        worth = f"{marks_text(points)} point{'' if points == 1 else 's'}"
        lines.append(f"  - {name}: {kind.parts[name].task}; {worth}")
    if words := conventions(kind, problem):
        lines += ["", "Conventions:", *(f"  - {sentence}" for sentence in words)]
    return lines


def conventions(kind: Kind, problem: Problem) -> list[str]:
    """Return the sentences on the conventions; for UCB first what `total` is, and which child comes first."""
    words = conventions_in_words(problem.conventions, kind.conventions, problem.ask)
    return [*_terms_of_ucb(problem), *words] if isinstance(problem.game, Arms) else words


def _terms_of_ucb(problem: Problem) -> list[str]:
    terms = ["A child's total is the sum of the rewards of all visits to it."]
    if "choice" in problem.ask and problem.conventions.tie != "any":
        terms.append("The children are examined from left to right, as listed.")
    return terms
