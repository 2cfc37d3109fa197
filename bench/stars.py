"""How simulated students search chance nodes, and what they take for known: rightly, or by one wrong rule.

Written from the page on formats alone, like `students`, which it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import oracle
from oracle import INFINITY, Document, Node, Number, Window

Weigh = Callable[[Sequence[Node]], list[Fraction]]
AT_CHANCE = ("window-passed-through-chance", "window-not-divided", "unseen-counts-zero", "no-chance-cutoff")
STAR_RULES = ("bounds-unused", "bounds-at-chance-only", *AT_CHANCE, "bounds-cut-everywhere")
ANYWHERE: Window = (-INFINITY, INFINITY)
UNSOUND = ("window-passed-through-chance", "window-not-divided", "unseen-counts-zero")
"""Who searches so can find another value, and has only that."""
NO_SHARES = ("sum-not-mean", "divides-again")
"""Weights that do not sum to 1: nobody searches by them."""


def as_stated(children: Sequence[Node]) -> list[Fraction]:
    """Return the probabilities."""
    return [child.probability for child in children]


def equal_weights(children: Sequence[Node]) -> list[Fraction]:
    """Return 1/n for each."""
    return [Fraction(1, len(children)) for _ in children]


def no_weights(children: Sequence[Node]) -> list[Fraction]:
    """Return 1 for each."""
    return [Fraction(1) for _ in children]


def weights_again(children: Sequence[Node]) -> list[Fraction]:
    """Return the probabilities, each divided by the number of outcomes."""
    return [child.probability / len(children) for child in children]


def likeliest_weights(children: Sequence[Node]) -> list[Fraction]:
    """Return 1 for the first of the likeliest outcomes, 0 for the others."""
    stated = as_stated(children)
    return [Fraction(int(place == stated.index(max(stated)))) for place in range(len(children))]


def next_weights(children: Sequence[Node]) -> list[Fraction]:
    """Return the probability of the next outcome for each, the first's for the last."""
    stated = as_stated(children)
    return stated[1:] + stated[:1]


class Star(NamedTuple):
    """How a student searches one chance node: the wrong rule that he follows, if any, the known bounds, and those that hold for all his windows."""

    rule: str
    bounds: Window
    believed: Window

    def counted(self) -> Window:
        """Return between what the student thinks that an outcome which he has not seen lies."""
        if self.rule == "bounds-unused":
            return -INFINITY, INFINITY
        return (Fraction(0), Fraction(0)) if self.rule == "unseen-counts-zero" else self.bounds

    def window_of(self, window: Window, done: Fraction, p: Fraction, rest: Fraction) -> Window:
        """Return the window that he hands to an outcome."""
        if self.rule == "window-passed-through-chance":
            return window
        found: Window
        if p == 0 or self.rule == "no-chance-cutoff":
            found = ANYWHERE
        else:
            divisor = Fraction(1) if self.rule == "window-not-divided" else p
            (alpha, beta), (low, high) = window, self.counted()
            found = (
                (alpha - done - oracle.times(rest, high)) / divisor,
                (beta - done - oracle.times(rest, low)) / divisor,
            )
        return self.clipped(found)

    def clipped(self, window: Window) -> Window:
        """Return a window within what the student believes everywhere."""
        return max(window[0], self.believed[0]), min(window[1], self.believed[1])

    def can_be(self, done: Fraction, rest: Fraction) -> Window:
        """Return the least and the most that he thinks the node can be worth."""
        low, high = self.counted()
        return done + oracle.times(rest, low), done + oracle.times(rest, high)


def star_of(problem: Document, rule: str) -> Star:
    """Return how a student searches chance nodes by a wrong rule, or rightly, and what he believes of all values."""
    bounds = oracle.value_bounds(problem)
    is_everywhere = oracle.convention(problem, "bounds-at") == "everywhere"
    if rule in ("bounds-unused", "bounds-at-chance-only"):
        return Star(rule, bounds, ANYWHERE)
    return Star(rule, bounds, bounds if is_everywhere or rule == "bounds-cut-everywhere" else ANYWHERE)


def star_rules_of(problem: Document, root: Node) -> list[str]:
    """Return the wrong rules about value bounds and searched chance nodes that can be followed on the problem."""
    has_chance = any(node.player == "chance" for node in oracle.breadth_first(root))
    has_bounds = "value-bounds" in problem.get("conventions", {})
    is_everywhere = has_bounds and oracle.convention(problem, "bounds-at") == "everywhere"
    return [
        *(["bounds-unused"] if has_bounds and (has_chance or is_everywhere) else []),
        *(["bounds-at-chance-only"] if has_chance and is_everywhere else []),
        *(AT_CHANCE if has_chance else ()),
        *(["bounds-cut-everywhere"] if has_bounds and not is_everywhere else []),
    ]


def known_by(
    node: Node,
    evaluated: Sequence[Node],
    bounds: Window,
    step: Callable[[Node, list[Number]], Number],
    pinned: Mapping[str, Number],
) -> Window:
    """Return what a student takes for known of a node; of those pinned he is certain."""
    if node.id in pinned:
        return pinned[node.id], pinned[node.id]
    if not node.children:
        return (node.value, node.value) if node in evaluated else bounds
    pairs = [known_by(child, evaluated, bounds, step, pinned) for child in node.children]
    return step(node, [low for low, _ in pairs]), step(node, [high for _, high in pairs])


def intervals_by(
    problem: Document,
    root: Node,
    visited: list[Node],
    step: Callable[[Node, list[Number]], Number],
    returned: Callable[[Node], Number] | None = None,
) -> Document:
    """Return `intervals` as a student writes them; with `returned` he is certain of every number that came back by then."""
    seen = oracle.entered(visited, problem)
    evaluated = [node for node in seen if not node.children]
    later = [node for node in visited if node not in seen]
    pinned: dict[str, Number] = {}
    if returned is not None:
        done = [node for node in seen if node.children and not set(below(node)) & set(later)]
        pinned = {node.id: returned(node) for node in done}
    bounds = oracle.value_bounds(problem)
    return {
        node.id: oracle.window_in_document(known_by(node, evaluated, bounds, step, pinned))
        for node in oracle.breadth_first(root)
        if node.children and node in seen
    }


def below(node: Node) -> list[Node]:
    """Return the node and all below it."""
    return oracle.breadth_first(node)
