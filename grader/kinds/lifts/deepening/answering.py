"""What is read off the iterations: values, moves, leaves, orders, and which iteration a budget completes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from grader.answers.case import Answer, Answers, Key, Solution
from grader.exact import Number
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds.lifts.deepening.asked import asked_of
from grader.kinds.lifts.deepening.running import Iteration, Rules, right_rules, run
from grader.kinds.lifts.deepening.staging import order_at
from grader.kinds.trees.solving import AsWanted, Reading, has_move, wanted

LEAVES = "leaves-by-depth"
NO_NUMBERS: Mapping[Key, Number] = {}


def solve(problem: Problem, parts: Collection[str] | None = None) -> Solution:
    """Return the reference answer, and the iterations (Korf 1985; reordering: Slate and Atkin 1977)."""
    rules = right_rules(problem)
    done = run(problem, rules)
    return Solution(AsWanted(partial(readings_of, problem, done, rules, NO_NUMBERS), parts), done)


def answers_of(
    problem: Problem,
    done: Sequence[Iteration],
    rules: Rules,
    fixed: Mapping[Key, Number],
    parts: Collection[str] | None = None,
) -> Answers:
    """Return what someone answers who has run these iterations, where the leaves of some iterations or the completed one are given."""
    return wanted(readings_of(problem, done, rules, fixed), parts)


def readings_of(
    problem: Problem, done: Sequence[Iteration], rules: Rules, fixed: Mapping[Key, Number]
) -> dict[str, Reading]:
    """Return how each answer is read off the iterations, for those that there are."""
    tree: Tree = problem.whole
    counts = leaves_of(done, rules, fixed)
    total = counts[-1] if rules.adds_only_last else sum(counts)
    readings: dict[str, Reading] = {
        "values-by-depth": lambda: {place: one.answers["value"] for place, one in enumerate(done)},
        LEAVES: lambda: dict(enumerate(counts)),
        "total-leaves": lambda: total,
        "direct-leaves": lambda: _direct(done, rules),
    }
    if has_move(tree):
        readings["best-moves"] = lambda: dict(enumerate(map(moves_of, done)))
        readings["orders"] = lambda: {
            place: list(order_at(problem, iteration.order, 0)) for place, iteration in enumerate(done)
        }
    if asked_of(problem).budget is not None:
        completed = fixed.get("completed", completed_by(problem, counts))
        readings["completed"] = lambda: completed
        played = completed + 1 if rules.plays_unfinished and completed < len(done) else completed
        if played in range(1, len(done) + 1) and has_move(tree):
            readings["move"] = lambda: moves_of(done[int(played) - 1])
    return readings


def moves_of(iteration: Iteration) -> Sequence[int]:
    """Return the best moves of an iteration, the one to print first."""
    moves: Sequence[int] = iteration.answers.get("best-move", ())
    return moves


def leaves_of(done: Sequence[Iteration], rules: Rules, fixed: Mapping[Key, Number] = NO_NUMBERS) -> list[Number]:
    """Return how many leaves each iteration counts; the given number where one is given."""
    return [fixed.get(place, one.answers[rules.counted]) for place, one in enumerate(done)]


def completed_by(problem: Problem, counts: Sequence[Number]) -> int:
    """Return the last iteration that the budget completes, 0 where it does not even complete the first."""
    left, budget = 0, asked_of(problem).budget or 0
    spent: Number = 0
    for depth, count in enumerate(counts, 1):
        spent += count
        if spent <= budget:
            left = depth
    return left


def _direct(done: Sequence[Iteration], rules: Rules) -> Answer:
    """Return the leaves of one search to the last depth in the order of the problem."""
    last = done[-1]
    answers = rules.found(last.depth, ()) if last.order else last.answers
    return answers[rules.counted]
