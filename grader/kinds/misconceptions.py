"""Misconceptions as data: a name, the sentence it deserves, and the wrong rule. Wrong answers come from the right solver.

The names are part of the result format. Their order here is the order in which equal fits are named.
"""

from __future__ import annotations

from grader.kinds.record import Misconception

DESCRIPTIONS: dict[str, str] = {
    "players-swapped": "Every MAX node takes the minimum and every MIN node the maximum.",
    "all-max": "Every player's node takes the maximum of its children.",
    "all-min": "Every player's node takes the minimum of its children.",
    "averages-opponent": "The opponent is thought to move at random: his nodes take the plain mean of their children.",
    "level-swapped": "MAX and MIN are exchanged at exactly one depth.",
    "root-player-only": "The root keeps its rule, but every player's node below it is treated as the opponent's.",
    "strict-cutoff": "A node is cut only when alpha > beta, where the problem says that equality is enough.",
    "equality-cutoff": "A node is cut already when alpha = beta, where the problem says that equality is not enough.",
    "no-deep-cutoffs": "A node is compared with its parent's bound only, not with those of ancestors further up.",
    "no-pruning": "Nothing is cut: every node is visited.",
    "window-not-restored": "Alpha and beta are treated as two variables for the whole tree, never put back on return.",
    "wrong-bound-updated": "MAX lowers beta and MIN raises alpha; the test itself is right.",
    "prunes-trigger-leaf": "A leaf that causes a cutoff is itself counted as pruned, although it was evaluated.",
    "wrong-direction": "The children are examined in the other order than the problem says.",
    "true-value-at-cutoff": "Nodes that were cut show their full minimax value instead of what the search returned.",
    "tie-through-bound": "At the root a later child whose returned bound only equals the best value replaces it.",
    "chance-as-min": "A chance node takes the minimum of its children.",
    "chance-as-max": "A chance node takes the maximum of its children.",
    "plain-mean": "A chance node takes the plain mean: its probabilities are ignored.",
    "sum-not-mean": "A chance node takes the sum of its children, without probabilities.",
    "divides-again": "The probability-weighted sum is divided by the number of outcomes once more.",
    "most-likely-only": "A chance node takes the value of its most likely outcome.",
    "probabilities-shifted": "Each outcome is weighted with the probability of the next one.",
    "other-log": "Another logarithm is used than the problem says.",
    "constant-inside-root": "The exploration constant stands inside the root instead of before it.",
    "constant-omitted": "The exploration constant is left out.",
    "total-not-divided": "The total reward is used where its mean belongs.",
    "exploitation-only": "The exploration term is left out.",
    "exploration-only": "The mean reward is left out.",
    "child-visits-in-log": "The logarithm is that of the child's visits n instead of the parent's N.",
    "visits-swapped": "N and n are exchanged in the exploration term.",
    "unvisited-ignored": "A child that was never visited scores 0 and is not tried first.",
}


def describe(misconception: Misconception) -> str:
    """Return the sentence for the instructor."""
    detail = f" Here: {misconception.detail}." if misconception.detail else ""
    return DESCRIPTIONS[misconception.name] + detail
