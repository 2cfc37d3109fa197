"""The plan of a run that marks the hand-ins of an earlier one again; what cannot be marked again stands as it was."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from grader.course.quiz.built import Built
from grader.course.regrade.again import Again
from grader.course.regrade.earlier import Earlier, Run
from grader.course.run.class_run import RunPlan
from grader.course.run.job import Job
from grader.course.run.out import RESULTS
from grader.data import Data
from grader.exact import whole
from grader.marks.rounding import Share


class Order(NamedTuple):
    """The results of the earlier run in the order in which they are marked again."""

    run: Run
    places: tuple[int, ...]

    def results(self) -> Iterator[tuple[int, Earlier, str]]:
        """Yield each result with its place in the run and its line."""
        with open(self.run.folder / RESULTS, "rb") as file:
            for place in self.places:
                one = self.run.results[place]
                file.seek(one.start)
                yield place, one, file.readline().decode("utf-8")


def order_of(run: Run, built: Built | None) -> Order:
    """Return the results in the order of the class list; without one as they stand."""
    places = range(len(run.results))
    if built is None:
        return Order(run, tuple(places))
    rank = {student: at for at, student in enumerate(built.roster)}
    return Order(run, tuple(sorted(places, key=lambda place: rank.get(run.results[place].student, len(rank)))))


def again_plan(plan: RunPlan, order: Order, again: Again, gone: list[str], *, is_higher: bool) -> RunPlan:
    """Return the plan, which marks what is there again, such that what is gone keeps its result.

    Who is gone is put into the list when the jobs are gone through. With `is_higher` no exercise is marked below what it
    was.
    """
    return plan._replace(total=len(order.places), jobs=partial(_jobs, plan, order, again, gone, is_higher=is_higher))


def _jobs(plan: RunPlan, order: Order, again: Again, gone: list[str], *, is_higher: bool) -> Iterator[Job]:
    gone.clear()
    marked = plan.jobs()
    for place, one, line in order.results():
        job = next(marked) if place in again.hand_ins else None
        if job is None or (place in again.unsure and job.digest != one.input):
            gone.append(one.student)
            yield Job(one.student, (), digest=one.input, result=line)
            continue
        before = _marks(json.loads(line)) if is_higher else {}
        yield job._replace(before=before, digest=_digest([job.digest, one.input, _said(before)]))


def _marks(result: Mapping[str, Data]) -> dict[str, Share]:
    """Return the marks of a result by exercise, without a quiz by problem."""
    return {one.get("exercise", one["id"]): Share(*map(_exact, _pair(one))) for one in result.get("problems", ())}


def _pair(problem: Mapping[str, Data]) -> Sequence[float]:
    return problem["earned"], problem["possible"]


def _exact(marks: float) -> int | Fraction:
    return whole(Fraction(str(marks)))


def _said(before: Mapping[str, Share]) -> list[Data]:
    return [[name, str(share.earned), str(share.possible)] for name, share in before.items()]


def _digest(data: Data) -> str:
    return "sha256:" + hashlib.sha256(json.dumps(data).encode()).hexdigest()
