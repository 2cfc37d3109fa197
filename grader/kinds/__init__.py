"""The kinds of exercises, a line each; docs/adding-a-kind.md says what else a new one needs."""

from grader.core.answers.case import Attempt, Solution
from grader.core.games.problem import Problem
from grader.core.lazy import LaterValues
from grader.core.policy import Marking, Policy
from grader.kinds.problems import Exercise, Graded, read_exercise, write_problem
from grader.kinds.record import Kind, Misconception, unmarked_parts

KINDS: LaterValues[Kind] = LaterValues(
    {
        "minimax": "grader.kinds.trees.kind:MINIMAX",
        "alpha-beta": "grader.kinds.trees.kind:ALPHA_BETA",
        "expectiminimax": "grader.kinds.trees.kind:EXPECTIMINIMAX",
        "ucb": "grader.kinds.ucb.kind:UCB",
        "cost": "grader.kinds.cost.kind:COST",
        "positions": "grader.kinds.positions.kind:POSITIONS",
        "mcts": "grader.kinds.mcts.kind:MCTS",
        "deepening": "grader.kinds.deepening.kind:DEEPENING",
        "max-n": "grader.kinds.max_n.kind:MAX_N",
        "claims": "grader.kinds.about_searches.claims.kind:CLAIMS",
        "threshold": "grader.kinds.about_searches.threshold.kind:THRESHOLD",
        "construct": "grader.kinds.about_searches.construct.kind:CONSTRUCT",
        "text": "grader.kinds.text.kind:TEXT_KIND",
    }
)

__all__ = [
    "KINDS",
    "Attempt",
    "Exercise",
    "Graded",
    "Kind",
    "Marking",
    "Misconception",
    "Policy",
    "Problem",
    "Solution",
    "read_exercise",
    "unmarked_parts",
    "write_problem",
]
