"""What is said of the misconceptions about trees, in the order in which equal fits are named."""

from __future__ import annotations

from grader.kinds.record import Wording

_PLAYERS = "rule: MAX takes the maximum, MIN the minimum"
_CHANCE = "rule: a chance node takes the expected value"
_STAR = "rule: an outcome is handed (alpha - done - rest * hi)/p and (beta - done - rest * lo)/p"
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
    "returned-value-is-known": Wording(
        "What a node has returned is taken for its value, also where the node was cut and it is only a bound.",
        "You take what a node returned for its value. After a cutoff it is only a bound: leaves that were not evaluated can "
        "still make the true value another one.",
        "rule: known is only what the evaluated leaves say",
    ),
}
"""What is read off a search, and how it is written."""

_REPLIES = "rule: a node of the opponent is worth the child that the opponent plays"
_POSITION = "rule: the same position has the same state and the same player to move, and as a leaf the same value"

PLAY: dict[str, Wording] = {
    "strategy-for-both": Wording(
        "The strategy lists the optimal moves of both players.",
        "Your strategy has moves of both players. It is the plan of one: the opponent's moves are the opponent's own.",
        "rule: a strategy has a move for each node of the root's player",
    ),
    "strategy-is-one-path": Wording(
        "The strategy lists only the nodes that are reached when both play optimally.",
        "Your strategy stops where the opponent does not play what you expect. It needs a move for every node of the "
        "player, whatever the replies are.",
        "rule: a strategy has a move for each node of the root's player",
    ),
    "trusts-minimax": Wording(
        "An opponent who errs is not believed: outcome and best response are the minimax value.",
        "You let the opponent play optimally. Here it is said what the opponent plays: at those nodes go on with that move.",
        _REPLIES,
    ),
    "outcome-is-best-response": Wording(
        "The outcome is what could be had from this opponent, not what the optimal strategy gets.",
        "Your outcome is the most that can be had from this opponent. The optimal strategy does not know who errs, and "
        "keeps its moves.",
        "rule: the outcome is reached by the optimal strategy",
    ),
}
"""What the players play."""

POSITIONS: dict[str, Wording] = {
    "labels-top-down": Wording(
        "Every node is labelled before its children, level by level from the root.",
        "You label nodes before their children. A node can be given its value once all its children have theirs, so "
        "the order begins at the bottom.",
        "rule: a node has a value once its children have",
    ),
    "redundant-by-state-only": Wording(
        "Nodes count as the same where the state is the same, whoever moves there and whatever a leaf is worth.",
        "You seem to compare states alone. The same board with the other player to move is another position.",
        _POSITION,
    ),
    "counts-every-node": Wording(
        "The number of different positions is the number of all nodes.",
        "You seem to count every node. A position that comes again is counted once.",
        _POSITION,
    ),
}
"""In which order values are found, and which positions come again."""

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
}
"""Chance nodes."""

STAR: dict[str, Wording] = {
    "bounds-unused": Wording(
        "The value bounds are ignored: a chance node is cut by nothing before its last outcome.",
        "You seem to forget that every leaf lies within the value bounds. They say what the outcomes of a chance node that are "
        "left can still come to.",
        "convention `value-bounds`",
    ),
    "window-passed-through-chance": Wording(
        "A chance node hands its own window to its outcomes.",
        "You hand the window of a chance node on as it is. An outcome counts only with its probability, beside what the others "
        "come to: its window has to be worked out from these.",
        _STAR,
    ),
    "window-not-divided": Wording(
        "The window of an outcome is not divided by its probability.",
        "In the window of an outcome you leave out the division by its probability p. The outcome counts p times its value, so "
        "the bound on its value is what remains, divided by p.",
        _STAR,
    ),
    "unseen-counts-zero": Wording(
        "Outcomes that were not examined count as 0, in windows and in the test.",
        "You count outcomes that were not examined as nothing. They can be worth anything within the value bounds: at most rest "
        "times the upper bound, at least rest times the lower.",
        "convention `value-bounds`",
    ),
    "no-chance-cutoff": Wording(
        "A chance node hands [-inf, inf] to its outcomes and skips none of them.",
        "Your search stops at chance nodes: each outcome is searched with [-inf, inf], and none is skipped. They have windows, "
        "and are cut by them, like other nodes.",
        _STAR,
    ),
    "bounds-cut-everywhere": Wording(
        "MAX and MIN nodes cut at the value bounds too: the search starts with them, and windows of outcomes are clipped to them.",
        "You let the value bounds cut at MAX and MIN nodes too. They are used at chance nodes only; a search that is to know of "
        "them elsewhere starts with another window.",
        "convention `value-bounds`",
    ),
}
"""Chance nodes in a search."""

CHANCE_WEIGHED = {name: words for name, words in CHANCE.items() if name not in ("sum-not-mean", "divides-again")}
"""Chance nodes in a search whose outcomes still share what there is."""
