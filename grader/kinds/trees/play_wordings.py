"""What is said of the misconceptions about plans, opponents and positions, in the order in which equal fits are named."""

from __future__ import annotations

from grader.kinds.record import Wording

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
