"""What is said of wrong ideas of the best order; the words for the rules of a search are those of its kind."""

from __future__ import annotations

from grader.kinds.record import Wording

_ORDER = "rule: MAX examines the largest child first, MIN the smallest"
ORDER_WORDINGS: dict[str, Wording] = {
    "best-last": Wording(
        "Every player's children stand from the worst to the best: the order in which least is pruned.",
        "In your order every player's best child comes last. Bounds are tight only after good children, so the best one comes first.",
        _ORDER,
    ),
    "largest-first-everywhere": Wording(
        "Every node's children stand from the largest to the smallest, whoever moves there.",
        "You put the largest child first at every node, whoever moves there. First comes the child that is best for who moves there; at a chance node the outcome that soonest decides whether the others matter.",
        _ORDER,
    ),
    "smallest-first-everywhere": Wording(
        "Every node's children stand from the smallest to the largest, whoever moves there.",
        "You put the smallest child first at every node, whoever moves there. First comes the child that is best for who moves there; at a chance node the outcome that soonest decides whether the others matter.",
        _ORDER,
    ),
}
