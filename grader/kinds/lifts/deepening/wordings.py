"""The words for the wrong rules of iterative deepening: those of the searches, and those of the loop."""

from __future__ import annotations

from grader.kinds import KINDS
from grader.kinds.lifts.deepening.asked import SEARCHES
from grader.kinds.record import Wording

_ORDER = "rule: an iteration examines children in the order that the one before has left"
_LOOP = {
    "keeps-the-order": Wording(
        "No iteration puts children in another order.",
        "Every iteration of yours examines children in the order of the tree. The numbers that one iteration returned say in which order the next one examines them.",
        _ORDER,
    ),
    "sorts-for-max-everywhere": Wording(
        "Children of MIN are put in order as those of MAX are, the largest first.",
        "You put the largest number first at MIN too. What is best for the player who moves goes first: at MIN that is the smallest.",
        "rule: at MIN the smallest number goes first",
    ),
    "sorts-by-static": Wording(
        "Children are put in order by their static values, not by what they returned.",
        "You order children by their static values. They go by what they returned in the iteration before, which looked deeper than a static value does.",
        "rule: children are ordered by what they returned",
    ),
    "worst-first": Wording(
        "The worst child for the player who moves goes first.",
        "You put the worst child first. The best goes first, so that what comes after it can be cut.",
        "rule: MAX begins with the largest number, MIN with the smallest",
    ),
    "sorts-too-late": Wording(
        "An iteration uses the order that the last but one has left.",
        "You use an order one iteration too late. What an iteration returned orders the very next one.",
        _ORDER,
    ),
    "plays-unfinished": Wording(
        "The move is that of the iteration in which the budget ran out.",
        "You play the move of an iteration that was not finished. When the budget runs out, the last finished one counts.",
        "rule: an unfinished iteration counts for nothing",
    ),
    "adds-only-last": Wording(
        "The total is the leaves of the last iteration alone.",
        "You count the last iteration only. Each iteration begins anew, so the leaves of all of them add up.",
        "rule: all iterations count",
    ),
    "counts-inner": Wording(
        "All visited nodes are counted as leaves.",
        "You count inner nodes too. A leaf of a search is where it stops: at the end of the game, or at its horizon.",
        "rule: only leaves of a search are counted",
    ),
}


def all_wordings() -> dict[str, Wording]:
    """Return the words for the wrong rules of every search, and for those of the loop."""
    found: dict[str, Wording] = {}
    for search in sorted(SEARCHES, key=list(KINDS).index):  # in the order in which all misconceptions are listed
        found |= KINDS[search].wrong.wordings
    return found | _LOOP
