"""Habits: what a student does at each step, and the habit of each wrong rule about trees."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import oracle
from oracle import Node
from stars import (
    STAR_RULES,
    Weigh,
    as_stated,
    equal_weights,
    likeliest_weights,
    next_weights,
    no_weights,
    weights_again,
)

Own = Mapping[str, Fraction]
"""Node id -> the number that a student wrote by a slip; he goes on from it."""


Rule = tuple[str, str]
"""The name of a wrong rule of docs/misconceptions.md, and which one where the name leaves it open (a depth, a logarithm)."""


RIGHT: Rule = ("right", "")


NO_SLIPS: Own = {}


def own_role(node: Node, _depth: int, _root: Node) -> str:
    """Return who holds the node."""
    return node.player


def opponent(player: str) -> str:
    """Return the other player."""
    return "min" if player == "max" else "max"


def expectation(children: Sequence[Node], values: Sequence[Fraction]) -> Fraction:
    """Return the sum of the values, each times its probability."""
    return sum((child.probability * value for child, value in zip(children, values, strict=True)), Fraction(0))


@dataclass(frozen=True)
class Habit:
    """How a student works: whom he takes to move, how he treats chance, and how he searches."""

    role: Callable[[Node, int, Node], str] = own_role
    chance: Callable[[Sequence[Node], Sequence[Fraction]], Fraction] = expectation
    other_test: bool = False
    never_cuts: bool = False
    parent_bound_only: bool = False
    global_window: bool = False
    other_bound: bool = False
    other_order: bool = False
    true_values: bool = False
    trigger_is_pruned: bool = False
    equal_replaces: bool = False
    other_moment: bool = False
    beta_first: bool = False
    by_level: bool = False
    lists_strict_cutoffs: bool = False
    weigh: Weigh = as_stated
    star: str = ""
    returned_is_known: bool = False


def swapped_role(node: Node, _depth: int, _root: Node) -> str:
    """Return the other player at every player's node."""
    return opponent(node.player) if oracle.is_player(node) else node.player


def always(player: str) -> Callable[[Node, int, Node], str]:
    """Return the role function by which one player holds every player's node."""
    return lambda node, _depth, _root: player if oracle.is_player(node) else node.player


def averaging_role(node: Node, _depth: int, root: Node) -> str:
    """Return `mean` for the nodes of the player who is not the root's."""
    return "mean" if oracle.is_player(node) and node.player != root.player else node.player


def swapped_at(level: int) -> Callable[[Node, int, Node], str]:
    """Return the role function that exchanges MAX and MIN at one depth."""
    return lambda node, depth, root: (swapped_role if depth == level else own_role)(node, depth, root)


def root_only_role(node: Node, _depth: int, root: Node) -> str:
    """Return the root's player at the root, and his opponent at every other player's node."""
    return opponent(root.player) if node is not root and oracle.is_player(node) else node.player


def plain_mean(_children: Sequence[Node], values: Sequence[Fraction]) -> Fraction:
    """Return the mean, whatever the probabilities."""
    return sum(values, Fraction(0)) / len(values)


def plain_sum(_children: Sequence[Node], values: Sequence[Fraction]) -> Fraction:
    """Return the sum."""
    return sum(values, Fraction(0))


def divided_again(children: Sequence[Node], values: Sequence[Fraction]) -> Fraction:
    """Return the expectation, divided by the number of outcomes once more."""
    return expectation(children, values) / len(values)


def most_likely(children: Sequence[Node], values: Sequence[Fraction]) -> Fraction:
    """Return the value of the outcome with the highest probability, of equals the first."""
    best = 0
    for place, child in enumerate(children):
        if child.probability > children[best].probability:
            best = place
    return values[best]


def shifted(children: Sequence[Node], values: Sequence[Fraction]) -> Fraction:
    """Return the sum in which each value is weighted with the next outcome's probability, the last with the first's."""
    weights = [child.probability for child in children[1:]] + [children[0].probability]
    return sum((weight * value for weight, value in zip(weights, values, strict=True)), Fraction(0))


def smallest(_children: Sequence[Node], values: Sequence[Fraction]) -> Fraction:
    """Return the minimum."""
    return min(values)


def largest(_children: Sequence[Node], values: Sequence[Fraction]) -> Fraction:
    """Return the maximum."""
    return max(values)


RIGHT_HABIT = Habit()


HABITS: dict[str, Habit] = {
    "right": RIGHT_HABIT,
    "players-swapped": Habit(role=swapped_role),
    "all-max": Habit(role=always("max")),
    "all-min": Habit(role=always("min")),
    "averages-opponent": Habit(role=averaging_role),
    "root-player-only": Habit(role=root_only_role),
    "strict-cutoff": Habit(other_test=True),
    "equality-cutoff": Habit(other_test=True),
    "no-deep-cutoffs": Habit(parent_bound_only=True),
    "no-pruning": Habit(never_cuts=True),
    "window-not-restored": Habit(global_window=True),
    "wrong-bound-updated": Habit(other_bound=True),
    "prunes-trigger-leaf": Habit(trigger_is_pruned=True),
    "wrong-direction": Habit(other_order=True),
    "true-value-at-cutoff": Habit(true_values=True),
    "tie-through-bound": Habit(equal_replaces=True),
    "other-windows-at": Habit(other_moment=True),
    "alpha-beta-exchanged": Habit(beta_first=True),
    "visited-by-level": Habit(by_level=True),
    "strict-in-cutoffs-only": Habit(lists_strict_cutoffs=True),
    "chance-as-min": Habit(chance=smallest),
    "chance-as-max": Habit(chance=largest),
    "plain-mean": Habit(chance=plain_mean, weigh=equal_weights),
    "sum-not-mean": Habit(chance=plain_sum, weigh=no_weights),
    "divides-again": Habit(chance=divided_again, weigh=weights_again),
    "most-likely-only": Habit(chance=most_likely, weigh=likeliest_weights),
    "probabilities-shifted": Habit(chance=shifted, weigh=next_weights),
    "returned-value-is-known": Habit(returned_is_known=True),
    **{name: Habit(star=name) for name in STAR_RULES},
}
"""Every rule about trees but `level-swapped`, which needs its depth."""


def habit_of(rule: Rule) -> Habit:
    """Return how one who follows the rule works."""
    name, detail = rule
    return Habit(role=swapped_at(int(detail))) if name == "level-swapped" else HABITS.get(name, RIGHT_HABIT)
