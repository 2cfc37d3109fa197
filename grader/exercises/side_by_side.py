"""Many exercises made into something else in several processes at once, to which their documents are sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from grader.documents import Document
from grader.kinds import KINDS, Exercise, read_exercise
from grader.processes import Workers

_FEW = 200  # a question takes some milliseconds, and another process a second to start

Result = TypeVar("Result")


def each_of(work: Callable[[Exercise], Result], exercises: Sequence[Exercise], workers: Workers) -> Iterator[Result]:
    """Yield what comes of each exercise, in order. Raises OSError if a process is killed."""
    if workers.jobs < 2 or len(exercises) < _FEW:
        return map(work, exercises)
    documents = [exercise.document for exercise in exercises]
    return workers.each(partial(_of_document, work), documents)


def _of_document(work: Callable[[Exercise], Result], document: Document) -> Result:
    return work(read_exercise(document, KINDS, is_shipped=True))
