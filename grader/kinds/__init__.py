"""The kinds of exercises. Adding one is a module here, its schemas, a bank folder, tests, and one line below."""

from grader.answers.case import Attempt, Solution
from grader.games.problem import Problem
from grader.kinds.problems import Exercise, read_exercise, write_problem
from grader.kinds.record import Kind, Misconception, unmarked_parts
from grader.later import LaterValues
from grader.policy import Marking, Policy

KINDS: LaterValues[Kind] = LaterValues(
    {
        "minimax": ("grader.kinds.trees.minimax", "MINIMAX"),
        "alpha-beta": ("grader.kinds.trees.alpha_beta", "ALPHA_BETA"),
        "expectiminimax": ("grader.kinds.trees.expectiminimax", "EXPECTIMINIMAX"),
        "ucb": ("grader.kinds.ucb.kind", "UCB"),
        "cost": ("grader.kinds.cost.kind", "COST"),
        "positions": ("grader.kinds.positions.kind", "POSITIONS"),
        "mcts": ("grader.kinds.mcts.kind", "MCTS"),
        "deepening": ("grader.kinds.lifts.deepening.kind", "DEEPENING"),
        "max-n": ("grader.kinds.max_n.kind", "MAX_N"),
        "claims": ("grader.kinds.lifts.claims", "CLAIMS"),
        "threshold": ("grader.kinds.lifts.threshold.kind", "THRESHOLD"),
        "construct": ("grader.kinds.lifts.construct.kind", "CONSTRUCT"),
    }
)

__all__ = [
    "KINDS",
    "Attempt",
    "Exercise",
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
