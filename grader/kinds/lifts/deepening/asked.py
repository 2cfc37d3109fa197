"""What a problem of iterative deepening asks: how deep, how children are ordered again, and for how many leaves there is time."""

from __future__ import annotations

from typing import NamedTuple

from grader.games.problem import Problem
from grader.games.tree import Tree

SEARCHES = ("alpha-beta", "minimax", "expectiminimax")
"""What an iteration can search by, the first where a problem does not say."""
NONE, ROOT, BEST, ALL = "none", "root", "best", "all"
REORDERS = (NONE, ROOT, BEST, ALL)
"""Which children an iteration puts in another order, the first where a problem does not say."""
MOST_ITERATIONS = 12


class Asked(NamedTuple):
    """What is asked. `cuts` are the trees that the iterations search, children in the order of the problem; `budget` None: there is none."""

    reorder: str
    budget: int | None
    cuts: tuple[Tree, ...]

    @property
    def depth(self) -> int:
        """Return how many iterations there are: the depth of the last one."""
        return len(self.cuts)


def asked_of(problem: Problem) -> Asked:
    """Return what the problem asks."""
    asked: Asked = problem.game.asked
    return asked


def searched_of(problem: Problem) -> Problem:
    """Return the problem that the last iteration searches, children in the order of the problem."""
    searched: Problem = problem.game.searched
    return searched
