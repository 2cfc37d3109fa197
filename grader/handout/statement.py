"""The statement of a problem in words: what is asked, on which tree, by which conventions, and what to hand in."""

from __future__ import annotations

from grader.conventions import conventions_in_words
from grader.drawing.outline import outline
from grader.exact import points_text
from grader.kinds import Kind, Problem, Solution
from grader.policy import policy_in_words
from grader.printable import printable


def statement_lines(kind: Kind, problem: Problem, solution: Solution | None = None) -> list[str]:
    """Return the statement, and the tree as text; with the solution the tree carries its answers."""
    diagram = kind.draw(problem, solution, None, None)[0]
    lines = [f"{printable(problem.title or problem.id)} ({kind.title})", f"Problem id: {problem.id}"]
    if problem.origin:
        lines.append(f"Source: {printable(problem.origin, 1000)}")
    lines += ["", "Tree:", *(f"  {line}" for line in outline(diagram))]
    lines += ["", "Hand in:"]
    for name in problem.ask:
        points = problem.points[name]
        worth = f"{points_text(points)}"
        lines.append(f"  - {name}: {kind.parts[name].task}; {worth}")
    if words := conventions(kind, problem):
        lines += ["", "Conventions:", *(f"  - {sentence}" for sentence in words)]
    return lines


def conventions(kind: Kind, problem: Problem) -> list[str]:
    """Return the sentences on the conventions and on the marking; first what the kind has to explain."""
    words = conventions_in_words(problem.conventions, kind.conventions, problem.ask)
    return [*kind.terms(problem), *words, *policy_in_words(problem.policy)]
