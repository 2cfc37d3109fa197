"""The statement of a problem in words: what is asked, on which tree, by which conventions, and what to hand in."""

from __future__ import annotations

from grader.diagram import Diagram
from grader.drawing.text_tree import TreeLine, text_tree
from grader.exact import points_text
from grader.kinds import Kind, Problem
from grader.policy import policy_in_words
from grader.printable import printable


def statement_lines(kind: Kind, problem: Problem, diagram: Diagram, *more: Diagram) -> list[str | TreeLine]:
    """Return the lines of the statement, with those of the tree that the diagram shows; more have their titles."""
    title = printable(problem.title or problem.id)
    lines: list[str | TreeLine] = [f"{title} ({kind.title})", f"Problem id: {problem.id}"]
    if problem.origin:
        lines.append(f"Source: {printable(problem.origin, 1000)}")
    lines += ["", *text_tree(diagram)]
    for other in more:
        lines += ["", f"{other.title}:", *text_tree(other)]
    if posed := kind.poses(problem):
        lines += ["", *posed]
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
    return [*kind.terms_and_conventions(problem), *policy_in_words(problem.policy)]
