"""What is said of the misconceptions about won and lost positions, in the order in which equal fits are named."""

from __future__ import annotations

from grader.kinds.record import Wording

_LOSS = "rule: a position is lost if no move leads to a lost one"
_MEX = "rule: a nim value is the smallest number that no move leads to"

POSITIONS: dict[str, Wording] = {
    "other-last": Wording(
        "Who moves last is thought to lose where he wins, or to win where he loses.",
        "Look again at what the rules say of the end: whether who can move no more has lost or won.",
        "field `last`",
    ),
    "multiple-of-largest-take": Wording(
        "The lost positions are thought to be the multiples of the largest number that can be taken.",
        "You leave multiples of the largest number that can be taken. From there the other player takes them all. Work upwards from the end: a position is lost if every move leads to a won one.",
        _LOSS,
    ),
    "multiple-of-largest-plus-one": Wording(
        "The lost positions are thought to be the multiples of one more than the largest number that can be taken.",
        "You use multiples of one more than the largest take. That holds for a single heap from which every smaller number can be taken too, and who moves last wins. Here work upwards from the end.",
        _LOSS,
    ),
    "even-is-losing": Wording(
        "The lost positions are thought to be those with an even number of objects.",
        "You count whether the number of objects is even. That decides only where one is taken at a time. Work upwards from the end: a position is lost if every move leads to a won one.",
        _LOSS,
    ),
    "all-moves-must-lose": Wording(
        "A position counts as won only if every move leads to a loss of the other player.",
        "You call a position won only if every move is good. The player to move chooses: one move that leads to a loss of the other player is enough.",
        _LOSS,
    ),
    "for-the-other-player": Wording(
        "Won and lost are exchanged: each position is judged for the player who has just moved.",
        "You judge each position for the player who has just moved. Asked is whether the player to move wins.",
        "part `outcomes`: for the player to move",
    ),
    "sum-of-piles": Wording(
        "The number of objects is given as the nim value.",
        "You give the number of objects. That is the nim value of a single heap only, from which any number can be taken.",
        _MEX,
    ),
    "largest-plus-one": Wording(
        "The nim value is taken as the largest value one move away, plus one.",
        "You add one to the largest nim value one move away. A nim value is the smallest number, from zero up, that no move leads to: it may lie below.",
        _MEX,
    ),
    "remainder-only": Wording(
        "The nim value is taken as the remainder of the number of objects by one more than the largest take.",
        "You take the remainder by one more than the largest take. That is the nim value of a single heap only, from which every smaller number can be taken too.",
        _MEX,
    ),
}
