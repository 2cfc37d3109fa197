"""What is said of the misconceptions about UCB, in the order in which equal fits are named."""

from __future__ import annotations

from grader.kinds.record import Wording

_SCORE = "convention `formula`"

SCORE: dict[str, Wording] = {
    "other-log": Wording(
        "Another logarithm is used than the problem says.",
        "You score with another logarithm than this problem uses.",
        "convention `log`",
    ),
    "constant-inside-root": Wording(
        "The exploration constant stands inside the root instead of before it.",
        "You put the exploration constant under the root. In this formula it stands before it.",
        _SCORE,
    ),
    "constant-omitted": Wording(
        "The exploration constant is left out.",
        "You score without the constant of the formula.",
        _SCORE,
    ),
    "total-not-divided": Wording(
        "The total reward is used where its mean belongs.",
        "You add the total reward. The first term is the mean reward: total over visits.",
        _SCORE,
    ),
    "exploitation-only": Wording(
        "The exploration term is left out.",
        "Your scores are the mean rewards alone. The second term, for exploration, belongs to the score.",
        _SCORE,
    ),
    "exploration-only": Wording(
        "The mean reward is left out.",
        "Your scores are the exploration terms alone. The mean reward belongs to the score.",
        _SCORE,
    ),
    "child-visits-in-log": Wording(
        "The logarithm is that of the child's visits n instead of the parent's N.",
        "You take the logarithm of the child's visits. Under the logarithm stand the parent's visits N.",
        _SCORE,
    ),
    "visits-swapped": Wording(
        "N and n are exchanged in the exploration term.",
        "You exchange N and n under the root. The parent's visits N stand in the logarithm, the child's n below it.",
        _SCORE,
    ),
    "prior-ignored": Wording(
        "All priors are taken to be equal.",
        "You leave the prior out of the second term. Each child's own prior weighs it.",
        _SCORE,
    ),
    "one-forgotten": Wording(
        "The exploration term is divided by n instead of 1 + n.",
        "You divide the second term by the child's visits n. It is divided by one more than that.",
        _SCORE,
    ),
    "log-in-bonus": Wording(
        "The root is taken of the logarithm of N instead of N.",
        "You take the logarithm of the parent's visits. In this formula the root is taken of N itself.",
        _SCORE,
    ),
    "unvisited-ignored": Wording(
        "A child that was never visited scores 0 and is not tried first.",
        "You pass over the child that was never visited. In this problem it scores inf and is tried first.",
        "convention `unvisited`",
    ),
}
"""The two terms of a UCB score, and what is in them."""
