"""What is said of the misconceptions about trees, in the order in which equal fits are named."""

from __future__ import annotations

from grader.kinds.record import Wording

_PLAYERS = "rule: MAX takes the maximum, MIN the minimum"
_CHANCE = "rule: a chance node takes the expected value"
_WINDOW = "rule: alpha and beta are handed down and raised or lowered on the way"

ROLE: dict[str, Wording] = {
    "players-swapped": Wording(
        "Every MAX node takes the minimum and every MIN node the maximum.",
        "Your numbers fit MAX taking the smallest and MIN the largest value. It is the other way round: MAX wants as much "
        "as possible, MIN as little.",
        _PLAYERS,
    ),
    "all-max": Wording(
        "Every player's node takes the maximum of its children.",
        "Your numbers fit the maximum at every node. At a MIN node it is the opponent who chooses, and takes the smallest.",
        _PLAYERS,
    ),
    "all-min": Wording(
        "Every player's node takes the minimum of its children.",
        "Your numbers fit the minimum at every node. At a MAX node the player takes the largest.",
        _PLAYERS,
    ),
    "averages-opponent": Wording(
        "The opponent is thought to move at random: the opponent's nodes take the plain mean of their children.",
        "Your numbers fit an opponent who moves at random, with the mean of the replies. Minimax expects the reply that "
        "is best for the opponent.",
        _PLAYERS,
    ),
    "level-swapped": Wording(
        "MAX and MIN are exchanged at exactly one depth.",
        "Your numbers fit MAX and MIN exchanged on one level of the tree. Check who is to move there.",
        _PLAYERS,
    ),
    "root-player-only": Wording(
        "The root keeps its rule, but every player's node below it is treated as the opponent's.",
        "Your numbers fit the root's player moving only once. Below the opponent's reply the root's player moves again.",
        _PLAYERS,
    ),
}
"""Who is thought to move."""

SEARCH: dict[str, Wording] = {
    "strict-cutoff": Wording(
        "A node is cut only when alpha > beta, where the problem says that equality is enough.",
        "Your search goes on where alpha equals beta. In this problem equality is enough to cut.",
        "convention `cutoff`",
    ),
    "equality-cutoff": Wording(
        "A node is cut already when alpha = beta, where the problem says that equality is not enough.",
        "Your search cuts where alpha equals beta. In this problem it cuts only when alpha is larger than beta.",
        "convention `cutoff`",
    ),
    "no-deep-cutoffs": Wording(
        "A node is compared with its parent's bound only, not with those of ancestors further up.",
        "You seem to prune nothing above the parent. The bounds of all ancestors count: they are handed down the tree.",
        _WINDOW,
    ),
    "no-pruning": Wording(
        "Nothing is cut: every node is visited.",
        "Your answer is that of a search that never cuts. As soon as alpha and beta meet, the rest of a node is skipped.",
        "convention `cutoff`",
    ),
    "window-not-restored": Wording(
        "Alpha and beta are treated as two variables for the whole tree, never put back on return.",
        "You keep alpha and beta of a subtree when you leave it. On the way back a node goes on with its own alpha and beta.",
        _WINDOW,
    ),
    "wrong-bound-updated": Wording(
        "MAX lowers beta and MIN raises alpha; the test itself is right.",
        "You change the wrong bound. A MAX node raises alpha, a MIN node lowers beta.",
        _WINDOW,
    ),
    "prunes-trigger-leaf": Wording(
        "A leaf that causes a cutoff is itself counted as pruned, although it was evaluated.",
        "You count the leaf that causes a cutoff as pruned. It had to be evaluated to see that the rest can be skipped.",
        "rule: only what comes after the cutoff is skipped",
    ),
    "wrong-direction": Wording(
        "The children are examined in the other order than the problem says.",
        "You examine the children from the other side than this problem says.",
        "convention `order`",
    ),
    "true-value-at-cutoff": Wording(
        "Nodes that were cut show their full minimax value instead of what the search returned.",
        "At nodes that were cut you wrote the full minimax value. The search has not seen all their children and returns "
        "what it has.",
        "convention `bounds`",
    ),
    "tie-through-bound": Wording(
        "At the root a later child whose returned bound only equals the best value replaces it.",
        "You let a later move replace the best one because its returned number is equal. After a cutoff that number is "
        "only a bound: the move may be worse.",
        "convention `tie`",
    ),
}
"""The search itself."""

READING: dict[str, Wording] = {
    "other-windows-at": Wording(
        "Windows are read off at the other moment than the problem says: at entry instead of exit, or the other way round.",
        "You seem to read alpha and beta off at the other moment. Look whether this problem asks for them on entry or at exit.",
        "convention `windows-at`",
    ),
    "alpha-beta-exchanged": Wording(
        "In windows and cutoffs each pair is written as [beta, alpha].",
        "You seem to write beta before alpha. The first number of a pair is alpha, the second is beta.",
        "rule: a window is [alpha, beta]",
    ),
    "visited-by-level": Wording(
        "The visited nodes are listed level by level.",
        "You seem to list the visited nodes level by level. The search goes down a branch to its leaves before it comes to "
        "the next one.",
        "rule: the search goes depth first",
    ),
    "strict-in-cutoffs-only": Wording(
        "The list of cutoffs leaves out those where alpha equals beta; the search itself cuts there.",
        "You seem to leave out of the list the cutoffs where alpha equals beta. In this problem equality is a cutoff too.",
        "convention `cutoff`",
    ),
}
"""What is read off a search, and how it is written."""

CHANCE: dict[str, Wording] = {
    "chance-as-min": Wording(
        "A chance node takes the minimum of its children.",
        "Your numbers fit chance nodes that take the smallest value. Nobody chooses there: take the expected value.",
        _CHANCE,
    ),
    "chance-as-max": Wording(
        "A chance node takes the maximum of its children.",
        "Your numbers fit chance nodes that take the largest value. Nobody chooses there: take the expected value.",
        _CHANCE,
    ),
    "plain-mean": Wording(
        "A chance node takes the plain mean: its probabilities are ignored.",
        "Your numbers fit the plain mean at chance nodes. Each outcome is weighted with its probability.",
        _CHANCE,
    ),
    "sum-not-mean": Wording(
        "A chance node takes the sum of its children, without probabilities.",
        "Your numbers fit the plain sum at chance nodes. Each outcome is weighted with its probability first.",
        _CHANCE,
    ),
    "divides-again": Wording(
        "The probability-weighted sum is divided by the number of outcomes once more.",
        "You divide the weighted sum by the number of outcomes. The probabilities have done that already.",
        _CHANCE,
    ),
    "most-likely-only": Wording(
        "A chance node takes the value of its most likely outcome.",
        "Your numbers fit chance nodes that take their most likely outcome. The others count as well, each with its "
        "probability.",
        _CHANCE,
    ),
    "probabilities-shifted": Wording(
        "Each outcome is weighted with the probability of the next one.",
        "Your weights belong to the neighbouring outcomes: check which probability stands on which branch.",
        _CHANCE,
    ),
}
"""Chance nodes."""
