"""Max^n: a node of several players is worth what is best for the player who moves there (Luckhardt and Irani 1986)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from grader.answers.case import Key, Solution, Tutor
from grader.games.problem import Problem
from grader.kinds.max_n.door import read_max_n, write_max_n
from grader.kinds.max_n.parts import PARTS
from grader.kinds.max_n.solving import solve
from grader.kinds.max_n.wordings import WORDINGS
from grader.kinds.record import Door, Kind, Misconception, Rests, Wrong
from grader.kinds.trees import later
from grader.kinds.trees.solving import ancestors, evaluation_order, right_answers
from grader.step import Step

_SAID_IN_TERMS = ("cutoff", "root")


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the problem."""
    from grader.kinds.max_n.misconceptions import max_n_misconceptions

    return max_n_misconceptions(problem)


def steps(problem: Problem, solution: Solution) -> Iterable[Step]:
    """Return the steps of backing values up, and of pruning."""
    from grader.kinds.max_n import words

    return words.steps(problem, solution)


def why(problem: Problem, solution: Solution, node: Key) -> str:
    """Return why the search skipped the node, or that it could not."""
    from grader.kinds.max_n import words

    return words.why(problem, solution, node)


def terms(problem: Problem) -> list[str]:
    """Return what a statement explains first."""
    from grader.kinds.max_n import words

    return words.terms(problem)


def rests(kind: Kind, problem: Problem) -> Rests:
    """Return the conventions that are said by themselves; ties and the order bear on values too, for these are whole lists."""
    return Rests([name for name in kind.conventions if name not in _SAID_IN_TERMS], (*problem.ask, "best-move"))


MAX_N = Kind(
    name="max-n",
    title="Several players",
    task="Back the numbers of the leaves up to the root of this game of several players.",
    parts=PARTS,
    asked=("value", "best-move", "values"),
    conventions=("cutoff", "order", "tie", "list-pruned-as", "root", "depth-in", "sum-bound", "decimals"),
    door=Door(read_max_n, write_max_n),
    solve=solve,
    wrong=Wrong(
        wordings=WORDINGS,
        rules=wrong_rules,
        right=partial(right_answers, solve=solve),
        carrier="values",
        root="value",
        skipped="pruned",
        order=evaluation_order,
        divergence=later.divergence,
        followers=ancestors,
    ),
    tutor=Tutor(steps, later.explain_value, why, at_nodes=("values",)),
    draw=later.draw,
    terms=terms,
    rests=rests,
)
