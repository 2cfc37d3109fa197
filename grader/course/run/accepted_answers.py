"""Hand-ins in which an answer stands that people accept: marked once more with it, when the files of a run are written."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from grader.course.adjusted_results import Adjustment
from grader.course.adjusting import Decision
from grader.course.result_lines import WrittenResult, exercise_of
from grader.course.run.chunks import Chunk, Done, Job, Marker, Setup
from grader.grading.bank import Bank


class OnceMore(NamedTuple):
    """What becomes of a hand-in with the first answer that is accepted, with the first two …, and the feedback with all of them.

    Where the program fails on it there are no results.
    """

    results: Sequence[str]
    done: Done


class AcceptedAnswers:
    """Marks with answers that are accepted; those who are judged by the same ones are marked by one marker."""

    def __init__(
        self,
        setup: Setup,
        adjustment: Adjustment,
        problems: Callable[[Sequence[Job]], Mapping[str, tuple[str, bytes]]],
        bank: Bank | None,
    ) -> None:
        self._setup, self._adjustment, self._problems, self._bank = setup._replace(shown=""), adjustment, problems, bank
        self._markers: dict[Setup, Marker] = {}

    def may_change(self, marked: WrittenResult) -> bool:
        """Return whether a part in which an answer is accepted has not all its marks."""
        return any(_has_lost(marked, one) for one in self._adjustment.accepts(marked))

    def mark(self, job: Job, marked: WrittenResult) -> OnceMore | None:
        """Return what becomes of a hand-in; None where no answer that is accepted changes its marks."""
        if not self.may_change(marked):
            return None
        decisions = self._adjustment.accepts(marked)
        problems = {exercise_of(one): one["id"] for one in marked.get("problems", ())}
        accepted = [(problems[one.exercise], one.part, json.dumps(one.answer)) for one in decisions]
        results = [self._mark(job, accepted[:most], has_files=False).result for most in range(1, len(accepted))]
        done = self._mark(job, accepted)
        if done.bug:
            return OnceMore((), done)
        changes = any(json.loads(result) != marked for result in (*results, done.result))
        return OnceMore([*results, done.result], done) if changes else None

    def as_marked(self, job: Job) -> Done:
        """Return what became of a hand-in before any answer was accepted."""
        return self._mark(job, ())

    def _mark(self, job: Job, accepted: Sequence[tuple[str, str, str]], *, has_files: bool = True) -> Done:
        setup = self._setup._replace(accepted=tuple(accepted))
        setup = setup if has_files else setup._replace(html=False, drawings=())
        marker = self._markers.setdefault(setup, Marker(setup, self._bank))
        return marker.mark(Chunk((job._replace(earlier=""),), self._problems([job]))).done[0]


def _has_lost(marked: WrittenResult, decision: Decision) -> bool:
    """Return whether the part in which an answer is accepted has not all its marks."""
    return any(
        part["earned"] < part["possible"]
        for problem in marked.get("problems", ())
        if exercise_of(problem) == decision.exercise
        for part in problem.get("parts", ())
        if part["part"] == decision.part
    )
