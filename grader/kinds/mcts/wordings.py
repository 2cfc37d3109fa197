"""What is said of the misconceptions about Monte Carlo tree search, in the order in which equal fits are named."""

from __future__ import annotations

from grader.kinds.record import Wording
from grader.kinds.ucb.wordings import SCORE

_RECORDS, _EXPAND, _FINAL = "convention `totals-for`", "convention `expand`", "convention `final`"
_UPDATE = "rule: every node of the path is updated"

OWN: dict[str, Wording] = {
    "no-side-switch": Wording(
        "Every node adds MAX's reward, and means are taken as they stand, at MIN nodes too.",
        "You count MAX's wins in every node and choose by them everywhere. At a MIN node the child that is best for MIN is chosen.",
        "rule: each player chooses by the own mean reward",
    ),
    "other-perspective": Wording(
        "Totals are recorded for another player than the problem says.",
        "Your totals count the rewards by another player's view than this problem. Look in the conventions whose rewards a node counts.",
        _RECORDS,
    ),
    "selects-for-max": Wording(
        "At a MIN node selection goes to the child that is best for MAX.",
        "You go to the child that is best for MAX at MIN nodes too. There MIN chooses, by its own mean reward.",
        "rule: each player chooses by the own mean reward",
    ),
    "updates-new-node-only": Wording(
        "Only the last node of the path is updated.",
        "You update the new node alone. The result goes back along the whole path, up to the root.",
        _UPDATE,
    ),
    "root-not-updated": Wording(
        "The root keeps its numbers.",
        "You leave the root as it is. It lies on every path, so each iteration counts there too.",
        _UPDATE,
    ),
    "greedy-selection": Wording(
        "Selection goes by the mean rewards alone, without the bonus.",
        "You go to the child with the best mean. Selection adds the bonus for few visits.",
        "convention `formula`",
    ),
    "skips-expansion": Wording(
        "Selection goes on among the children in the tree although one is missing.",
        "You go on among the children that are there already. Where one is missing, selection stops and adds it.",
        _EXPAND,
    ),
    "expands-all": Wording(
        "All children are added at once, where one at a time is.",
        "You add all children of a node at once. In this problem each iteration adds one.",
        _EXPAND,
    ),
    "expands-one": Wording(
        "One child is added at a time, where all are.",
        "You add one child. In this problem all children of a node that was visited before are added at once.",
        _EXPAND,
    ),
    "expands-last": Wording(
        "The last missing child is added first.",
        "You add the missing child that stands last. The first one in the order of the problem is added.",
        _EXPAND,
    ),
    "adds-whole-playout": Wording(
        "Every move of a playout adds a node.",
        "You add a node for every move of a playout. Each playout adds one node: the first that is not in the search tree yet.",
        "rule: each playout adds one node",
    ),
    "new-node-not-updated": Wording(
        "Back-up begins above the added node.",
        "You leave the new node without the result of its own simulation. Back-up begins there.",
        _UPDATE,
    ),
    "plays-best-mean": Wording(
        "The move with the best mean reward is played at the end.",
        "You play the move with the best mean. Look what this problem plays at the end.",
        _FINAL,
    ),
    "plays-most-visits": Wording(
        "The move with the most visits is played at the end.",
        "You play the move with the most visits. Look what this problem plays at the end.",
        _FINAL,
    ),
    "plays-best-score": Wording(
        "The move with the best score is played at the end.",
        "You play the move with the best score. Look what this problem plays at the end.",
        _FINAL,
    ),
}
WORDINGS = {name: wording for name, wording in SCORE.items() if name != "exploitation-only"} | OWN
"""Whoever errs in a score errs in selection too; without the bonus at every step selection is greedy."""
