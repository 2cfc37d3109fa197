"""What is said of an interval: what is known of the children, and what the two ends make of it."""

from __future__ import annotations

from collections.abc import Iterator

from grader.answers.case import Solution
from grader.games.problem import Problem
from grader.games.tree import CHANCE, KIND_NAMES, LEAF, Tree
from grader.kinds.trees.intervals import after_of, bounds_of, seen_in
from grader.kinds.trees.solving import evaluation_order
from grader.kinds.trees.value_steps import step_text
from grader.kinds.words import listing, name_of, window_text
from grader.search import Window
from grader.step import Action, Step

_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def interval_terms(problem: Problem) -> list[str]:
    """Return when it is asked what is known, and that nothing is known beforehand, for a statement."""
    after = after_of(problem.stated)
    said = (
        []
        if after is None
        else [f"The intervals are those just after the {ordinal(after)} leaf was evaluated, before the next step."]
    )
    if problem.conventions.value_bounds is None:
        said.append("Nothing is known of a leaf before it is evaluated: it may lie anywhere between -inf and inf.")
    return said


def ordinal(number: int) -> str:
    """Return the ordinal of a number, such as 3rd.

    >>> ordinal(2), ordinal(11), ordinal(23)
    ('2nd', '11th', '23rd')
    """
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else _ENDINGS.get(number % 10, 'th')}"


def interval_steps(problem: Problem, solution: Solution, done: int) -> Iterator[Step]:
    """Yield what is known of each node, from below, when it is asked; `done` counts the steps before."""
    after, found = after_of(problem.stated), solution.answers["intervals"]
    when = "When the search is over" if after is None else f"Just after the {ordinal(after)} leaf"
    for node in evaluation_order(problem):
        if node in found:
            yield Step(Action.KNOWN, node, f"{when}: {explain_interval(problem, solution, node)}", done=done)


def explain_interval(problem: Problem, solution: Solution, node: int) -> str:
    """Return how the interval of a node is found, or that the search has not entered it.

    Such as `A is MAX, and of its children B [5, 5] and C [3/2, 4] is known: least max(5, 3/2) = 5, most max(5, 4) = 5.`
    """
    tree: Tree = problem.game
    name = name_of(tree, node)
    if node not in solution.answers["intervals"]:
        return f"{name} has not been entered by then." if tree.kind[node] != LEAF else f"{name} is a leaf."
    children = list(tree.children(node))
    known = list(_known_of(problem, solution, node))
    kind = "a chance node" if tree.kind[node] == CHANCE else KIND_NAMES[tree.kind[node]]
    said = listing(
        f"{name_of(tree, child)} {window_text(problem, ends)}" for child, ends in zip(children, known, strict=True)
    )
    result: Window = solution.answers["intervals"][node]
    least, most = (
        step_text(problem, node, children, [ends[place] for ends in known], result[place]) for place in (0, 1)
    )
    return f"{name} is {kind}, and of its children {said} is known: least {least}, most {most}."


def _known_of(problem: Problem, solution: Solution, node: int) -> Iterator[Window]:
    """Yield what is known of each child: of one that the search has not entered only the value bounds."""
    tree: Tree = problem.game
    found, seen = solution.answers["intervals"], set(seen_in(problem, solution.trace))
    for child in tree.children(node):
        value = tree.value[child]
        if child in found:
            yield found[child]
        else:
            yield bounds_of(problem) if value is None or child not in seen else (value, value)
