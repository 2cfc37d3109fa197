"""What is said of the misconceptions about a search, in the order in which equal fits are named."""

from __future__ import annotations

from grader.kinds.record import Wording

_STAR = "rule: an outcome is handed (alpha - done - rest * hi)/p and (beta - done - rest * lo)/p"
_WINDOW = "rule: alpha and beta are handed down and raised or lowered on the way"

SEARCH: dict[str, Wording] = {
    "strict-cutoff": Wording(
        "Equality does not cut, where the problem says that it is enough.",
        "Your search goes on where equality holds. In this problem equality is enough to cut.",
        "convention `cutoff`",
    ),
    "equality-cutoff": Wording(
        "Equality cuts already, where the problem says that it is not enough.",
        "Your search cuts where equality holds. In this problem equality is not enough to cut.",
        "convention `cutoff`",
    ),
    "no-deep-cutoffs": Wording(
        "A node is compared with its parent's bound only, not with those of ancestors further up.",
        "You seem to miss deep cutoffs, those by the bound of an ancestor above the parent. The bounds of all ancestors count: they are handed down the tree.",
        _WINDOW,
    ),
    "no-pruning": Wording(
        "Nothing is cut: every node is visited.",
        "Your answer is that of a search that never cuts. As soon as the test of this problem holds, the rest of a node is skipped.",
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
