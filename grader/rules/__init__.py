"""The local rules of game-tree search: each is a pure function of what one step sees.

Everything else in the project (answers, explanations, wrong answers with a name) is one of these folded over a tree by
`grader.search`; no other module knows how a value, a window or a score is computed. Sorts of node, players among them, are
indices. No rule of a tree asks what sort of number it sees, or makes another of it: they compare, add and scale.
"""

from grader.rules.chance import CHANCE_UNCUT, outcome_window, possible_range, star1
from grader.rules.roles import AnyKnown, AnyRole, lower_beta, raise_alpha
from grader.rules.scores import (
    LOGARITHMS,
    TIED,
    Bonus,
    UcbRules,
    exploration_bonuses,
    mean_rewards,
    prior_bonuses,
    ucb_score,
)
from grader.rules.searching import CUTOFF_TESTS, ROLES, SearchRules, clamp
from grader.rules.values import (
    BOUND_RULES,
    VALUE_RULES,
    AnyRules,
    ValueRule,
    ValueRules,
    expectation,
    least_played,
    maximum,
    minimum,
    most_played,
    plain_mean,
    replaced,
)

__all__ = [
    "BOUND_RULES",
    "CHANCE_UNCUT",
    "CUTOFF_TESTS",
    "LOGARITHMS",
    "ROLES",
    "TIED",
    "VALUE_RULES",
    "AnyKnown",
    "AnyRole",
    "AnyRules",
    "Bonus",
    "SearchRules",
    "UcbRules",
    "ValueRule",
    "ValueRules",
    "clamp",
    "expectation",
    "exploration_bonuses",
    "least_played",
    "lower_beta",
    "maximum",
    "mean_rewards",
    "minimum",
    "most_played",
    "outcome_window",
    "plain_mean",
    "possible_range",
    "prior_bonuses",
    "raise_alpha",
    "replaced",
    "star1",
    "ucb_score",
]
