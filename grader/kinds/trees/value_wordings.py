"""What is said of the misconceptions about values, in the order in which equal fits are named."""

from __future__ import annotations

from grader.kinds.record import Wording

_PLAYERS = "rule: MAX takes the maximum, MIN the minimum"
_CHANCE = "rule: a chance node takes the expected value"

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

CHANCE_WEIGHED = {name: words for name, words in CHANCE.items() if name not in ("sum-not-mean", "divides-again")}
"""Chance nodes in a search whose outcomes still share what there is."""
