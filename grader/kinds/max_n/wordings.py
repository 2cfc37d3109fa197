"""What is said of the misconceptions about games of several players, in the order in which equal fits are named."""

from __future__ import annotations

from grader.kinds.record import Wording
from grader.kinds.trees.search_wordings import SEARCH

_OWN = "rule: each player takes the child with the largest own number"
_SUM = "rule: a node's rest is skipped only where the sum leaves its parent's player no more than that one has"

WORDINGS: dict[str, Wording] = {
    **{name: SEARCH[name] for name in ("strict-cutoff", "equality-cutoff", "no-pruning")},
    "paranoid": Wording(
        "Every player but the root's takes the child that is worst for the root's player.",
        "Your numbers fit players who all play against the one at the root. Each of them looks at its own number only.",
        _OWN,
    ),
    "root-player-everywhere": Wording(
        "Every node takes the child that is best for the root's player.",
        "Your numbers fit the root's player choosing everywhere. At each node the player who moves there chooses.",
        _OWN,
    ),
    "next-player": Wording(
        "A node takes the child that is best for the player after its own.",
        "Your numbers fit nodes that compare the next player's numbers. Check which place in the list belongs to who moves.",
        _OWN,
    ),
    "maximises-sum": Wording(
        "A node takes the child with the largest sum.",
        "Your numbers fit players who want the largest sum. What the others get does not matter to a player.",
        _OWN,
    ),
    "maximises-lead": Wording(
        "A node takes the child in which its player is furthest ahead of the mean of the others.",
        "Your numbers fit players who want to be ahead of the others. What counts is the own number, not the lead.",
        _OWN,
    ),
    "component-wise": Wording(
        "A node is worth the largest number of each player among its children.",
        "You took each player's largest number. The player who moves takes one child, with all its numbers as they are.",
        "rule: a node is worth what one of its children is worth, as a whole",
    ),
    "other-tie": Wording(
        "Of children that are equally good for the player the other one counts than the problem says.",
        "Of children that are equally good for who moves you took the other one. This problem says which of them counts.",
        "convention `tie`",
    ),
    "prunes-deep": Wording(
        "What a player further up has prunes too, not only what the parent's player has.",
        "You skip children because of a player further up. With several players only the parent's counts: what is left out deeper "
        "down can still change what the parent takes.",
        _SUM,
    ),
}
