"""The kinds of exercises. Adding one is a module here, its schemas, a bank folder, tests, and one line below."""

from grader.kinds.alpha_beta import ALPHA_BETA
from grader.kinds.expectiminimax import EXPECTIMINIMAX
from grader.kinds.minimax import MINIMAX
from grader.kinds.problems import Exercise, read_exercise, write_problem
from grader.kinds.record import Attempt, Kind, Misconception, Policy, Problem, Solution, unmarked_parts
from grader.kinds.ucb import UCB

KINDS: dict[str, Kind] = {
    "minimax": MINIMAX,
    "alpha-beta": ALPHA_BETA,
    "expectiminimax": EXPECTIMINIMAX,
    "ucb": UCB,
}

__all__ = [
    "KINDS",
    "Attempt",
    "Exercise",
    "Kind",
    "Misconception",
    "Policy",
    "Problem",
    "Solution",
    "read_exercise",
    "unmarked_parts",
    "write_problem",
]
