"""What is said of the misconceptions about costs, in the order in which equal fits are named."""

from __future__ import annotations

from grader.kinds.record import Wording

_BEST = "part `minimal-leaves`: b^⌈d/2⌉ + b^⌊d/2⌋ - 1"

COST: dict[str, Wording] = {
    "depth-plus-one": Wording(
        "The tree is counted one level too deep.",
        "You count one level too many. The root stands above all moves: a tree of depth d has d levels below it.",
        "field `depth`",
    ),
    "depth-minus-one": Wording(
        "The tree is counted one level too shallow.",
        "You count one level too few. The root stands above all moves: a tree of depth d has d levels below it.",
        "field `depth`",
    ),
    "other-count": Wording(
        "Leaves are counted where nodes are asked, and nodes where leaves are.",
        "You take leaves for nodes, or nodes for leaves. The leaves are the last level alone; the nodes are all levels together.",
        "field `count`",
    ),
    "root-forgotten": Wording(
        "The root is left out where it counts, or counted where it does not.",
        "Look again at whether the root counts among the nodes: this problem says so.",
        "field `root-counts`",
    ),
    "product-not-power": Wording(
        "The branching factor is multiplied by the depth: b · d leaves.",
        "You multiply the branching factor by the depth. Every node of a level has that many children, so each level multiplies the one above: a power, not a product.",
        "part `leaves`: b^d",
    ),
    "one-not-subtracted": Wording(
        "The leaf that both proof trees share is counted twice.",
        "You add up the leaves of both proof trees, but they have one leaf in common: it is evaluated once.",
        _BEST,
    ),
    "square-root-of-leaves": Wording(
        "With the best order the square root of all leaves is evaluated.",
        "You take the square root of the number of leaves. That is only one of the two halves: what each player can force has to be shown.",
        _BEST,
    ),
    "half-of-the-leaves": Wording(
        "With the best order half of all leaves is evaluated.",
        "You take half of the leaves. With the best order pruning halves the exponent, not the number of leaves.",
        _BEST,
    ),
    "twice-the-depth": Wording(
        "With the best order the search comes exactly twice as deep.",
        "You double the depth. With the best order one sees about twice as deep: count the leaves that are evaluated at the next depth too.",
        "part `depth-reached-best`",
    ),
    "rounds-up": Wording(
        "The first depth that the budget does not cover is given.",
        "You give the first depth that takes too long. Asked is the last one that the search finishes in its time.",
        "part `depth-reached`",
    ),
}
