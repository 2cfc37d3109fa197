"""What is said of the misconceptions about the horizon and about whose the values are, in the order in which equal fits are named."""

from __future__ import annotations

from grader.kinds.record import Wording

_DEPTH = "rule: the search stops at the depth that the problem names"
_STATIC = "rule: a node at the horizon is worth its static value, an end of the game its own"
_EVAL = "rule: EVAL is the bias plus the sum of weight times feature"

HORIZON: dict[str, Wording] = {
    "searches-to-the-end": Wording(
        "Nothing stops the search: the whole tree is searched.",
        "Your numbers fit a search of the whole tree. The problem names a depth: there the search stops, and a node counts "
        "with its static value.",
        _DEPTH,
    ),
    "one-ply-short": Wording(
        "The search stops one ply too early.",
        "Your search stops one ply too early. Count the edges from the root down.",
        _DEPTH,
    ),
    "one-ply-deep": Wording(
        "The search stops one ply too late.",
        "Your search goes one ply too deep. Count the edges from the root down.",
        _DEPTH,
    ),
    "other-depth-unit": Wording(
        "Depth is counted in another unit than the problem says.",
        "You seem to count the depth in another way than this problem: it can count every edge, moves of the players only, "
        "or rounds.",
        "convention `depth-in`",
    ),
    "noise-ignored": Wording(
        "The search stops also at nodes that are not quiet.",
        "Your search stops at a node that is not quiet. There the static value is not to be trusted, and the search goes on.",
        "rule: the search stops only at quiet nodes",
    ),
    "static-at-terminals": Wording(
        "An end of the game is evaluated by its features, although its value is known.",
        "You evaluated a leaf by its features. Where the game is over, the value that stands there counts.",
        _STATIC,
    ),
    "weights-ignored": Wording(
        "The features are added up without their weights; only the signs are kept.",
        "Your static values fit features that are added up without weights. Each is multiplied by its weight first.",
        _EVAL,
    ),
    "signs-ignored": Wording(
        "Negative weights count as positive ones.",
        "Your static values fit weights without their signs. A negative weight makes a position worse for MAX.",
        _EVAL,
    ),
    "bias-forgotten": Wording(
        "The bias of the evaluation is left out.",
        "Your static values fit an evaluation without its constant. It is added at every node.",
        _EVAL,
    ),
    "static-everywhere": Wording(
        "Every inner node but the root is worth its own static value; nothing is backed up to it.",
        "Your numbers fit static values at all nodes. They count only at the horizon; above it each node gets its value "
        "from its children.",
        _STATIC,
    ),
}
"""Where the search stops, and what a node is worth there."""

SIGN: dict[str, Wording] = {
    "sign-not-switched": Wording(
        "Values at MIN nodes are written as MAX's, where the problem wants those of the player to move.",
        "You write every value for MAX. In this problem a value is that of the player to move: at a MIN node MAX's with "
        "the other sign.",
        "convention `values-for`",
    ),
}
"""Whose the values are."""
