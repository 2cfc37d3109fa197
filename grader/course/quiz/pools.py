"""A quiz for a platform that gives out variants itself: each exercise a pool, of which everyone gets one problem."""

from __future__ import annotations

from typing import NamedTuple

from grader.course.quiz.build import check_ids
from grader.course.quiz.document import GENERATE, Quiz, Variants
from grader.course.quiz.making import Drawn, Follow, Made, draw_sheets, unseen
from grader.course.quiz.order import Order, Stated
from grader.course.quiz.sheets import exercise_of, recipients
from grader.exercises import Pool
from grader.kinds import Exercise
from grader.processes import ALONE, Workers


class Pools(NamedTuple):
    """The exercises of a quiz as pools, the problems of each variant, and its sheet, of which nothing is written."""

    pools: tuple[Pool, ...]
    drawn: tuple[Drawn, ...]
    sheets: tuple[Made, ...]


def generated(quiz: Quiz) -> list[str]:
    """Return the ids of the exercises that are generated."""
    return [entry.id for entry in quiz.entries if entry.source == GENERATE]


def pooled(stated: Stated, variants: int) -> Stated:
    """Return the quiz with so many variants of what it generates, `variant-1` and so on; without any, as one that all share.

    The build of it is the key to its pools.
    """
    names = tuple(f"variant-{number}" for number in range(1, variants + 1))
    whose = Variants.POOLS if names else Variants.SHARED
    return stated._replace(quiz=stated.quiz._replace(variants=whose, groups=names))


def draw_pools(order: Order, workers: Workers = ALONE, follow: Follow = unseen) -> Pools:
    """Return the exercises of the quiz as pools, drawn by the workers. Raises ProblemError where a variant cannot be drawn."""
    wanted = recipients(order.quiz.variants, order.quiz.groups, order.roster)
    made = follow(draw_sheets(order.recipe, wanted, workers), len(wanted))
    # Each is read as it comes, while workers draw the next ones.
    drawn, sheets, read = zip(*((one, sheet, _read(one)) for one, sheet in made), strict=True)
    check_ids(order, sheets)
    pools = []
    for exercised, variants in zip(order.recipe.exercised, zip(*read, strict=True), strict=True):
        exercises = {exercise.problem.id: exercise for exercise in variants}
        pools.append(Pool(exercised.first.entry, exercised.first.problem.title, tuple(exercises.values())))
    return Pools(tuple(pools), drawn, sheets)


def _read(drawn: Drawn) -> list[Exercise]:
    return [exercise_of(posed.content) for posed in drawn.posed]
