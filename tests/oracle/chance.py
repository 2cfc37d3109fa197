"""Chance nodes under alpha-beta (Ballard's Star1), and what is known of a tree's values from the leaves evaluated."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from oracle.numbers import bound
from oracle.trees import Node, breadth_first
from oracle.values import examined
from oracle.words import INFINITY, Document, Number, Window


def value_bounds(problem: Document) -> Window:
    """Return within what every leaf is known to lie: by default anywhere."""
    low, high = problem.get("conventions", {}).get("value-bounds", ("-inf", "inf"))
    return bound(low), bound(high)


def times(weight: Fraction, end: Number) -> Number:
    """Multiply a weight and a bound; 0 times infinity is 0."""
    return Fraction(0) if weight == 0 else weight * end


def handed_down(window: Window, done: Fraction, p: Fraction, rest: Fraction, bounds: Window) -> Window:
    """Return the window of an outcome of probability p when `rest` follows it."""
    if p == 0:
        return -INFINITY, INFINITY
    (alpha, beta), (low, high) = window, bounds
    return (alpha - done - times(rest, high)) / p, (beta - done - times(rest, low)) / p


def left_over(waiting: Iterable[Node]) -> Fraction:
    """Return the probability of the outcomes that wait."""
    return sum((node.probability for node in waiting), Fraction(0))


def depth_first(node: Node, problem: Document) -> list[Node]:
    """Return all nodes as a search enters them that cuts nothing."""
    return [node, *(below for child in examined(node, problem) for below in depth_first(child, problem))]


def entered(visited: list[Node], problem: Document) -> list[Node]:
    """Return what was entered when it is asked: all that was visited or, with `after: k`, until the k-th leaf."""
    if "after" not in problem:
        return visited
    seen: list[Node] = []
    for node in visited:
        seen.append(node)
        if sum(not one.children for one in seen) == int(problem["after"]):
            break
    return seen


def known(node: Node, evaluated: list[Node], bounds: Window) -> Window:
    """Return the least and the most that a node can be worth."""
    if not node.children:
        return (node.value, node.value) if node in evaluated else bounds
    pairs = [known(child, evaluated, bounds) for child in node.children]
    lows, highs = [low for low, _ in pairs], [high for _, high in pairs]
    if node.player == "max":
        return max(lows), max(highs)
    if node.player == "min":
        return min(lows), min(highs)
    weights = [child.probability for child in node.children]
    return expected(lows, weights), expected(highs, weights)


def expected(ends: list[Number], weights: list[Fraction]) -> Number:
    """Return the expectation of one end."""
    terms = [times(weight, end) for weight, end in zip(weights, ends, strict=True)]
    infinite = [term for term in terms if isinstance(term, float)]
    return infinite[0] if infinite else sum(terms, Fraction(0))


def intervals(root: Node, visited: list[Node], problem: Document) -> dict[str, Window]:
    """Return what is known of every inner node that was entered, breadth-first."""
    seen = entered(visited, problem)
    evaluated = [node for node in seen if not node.children]
    bounds = value_bounds(problem)
    return {node.id: known(node, evaluated, bounds) for node in breadth_first(root) if node.children and node in seen}
