"""Who marks: this process, processes beside it, or a cluster; all are executors of the standard library.

Chunks are handed out in order, a bounded number at a time, and come back in order, so what is waiting never grows with
the class. Where a worker dies, the chunks that it may have had are marked once more, one hand-in at a time and with
nobody beside: so it is known which one ends a process, and that one is told as not gradable.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from functools import partial
from typing import NamedTuple, ParamSpec, TypeVar

from grader.course.run.job import Chunk, Marked, Setup
from grader.course.run.marking import Marker, died, grade_chunk
from grader.processes import process_pool

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


Work = Callable[[Chunk], Marked]


def _wait_and_forget(executor: Executor) -> None:
    """Wait for what is being marked, and forget the rest."""
    executor.shutdown(wait=True, cancel_futures=True)


class Crew(NamedTuple):
    """Those who mark: what each is asked to do, how they are called together, and how many chunks they hold at a time.

    `alone` calls a single one together, to whom a hand-in is given that may end it. `deaths` is what is raised where a
    worker died; `is_lasting`: the others go on then. `losses` is what is raised where all are gone. `end` sends them home.
    """

    work: Callable[[Setup], Work]
    start: Callable[[], Executor]
    alone: Callable[[], Executor]
    chunks: int = 1
    deaths: tuple[type[BaseException], ...] = ()
    losses: tuple[type[BaseException], ...] = ()
    end: Callable[[Executor], None] = _wait_and_forget
    is_lasting: bool = False


class CrewLost(RuntimeError):
    """There is nobody who marks; the message says why."""


def sent_elsewhere(setup: Setup) -> Work:
    """Return what another process is asked to do."""
    return partial(grade_chunk, setup)


class Here(Executor):
    """An executor that does the work at once, in this process."""

    def submit(
        self, fn: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """Return what the function returned. What it raises is raised."""
        future: Future[Result] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


HERE = Crew(lambda setup: Marker(setup).mark, Here, Here)


def processes(count: int) -> Crew:
    """Return a crew of processes on this machine."""
    return Crew(
        sent_elsewhere,
        lambda: process_pool(count),
        lambda: process_pool(1),
        2 * count + 1,
        (BrokenExecutor, CancelledError),
    )


class _Sent(NamedTuple):
    """A chunk on its way: to which pool it went, and what will come of it."""

    chunk: Chunk
    executor: Executor
    future: Future[Marked]


def mark_all(chunks: Iterator[Chunk], setup: Setup, crew: Crew) -> Iterator[tuple[Chunk, Marked]]:
    """Yield each chunk with what became of it, in order."""
    gang = _Gang(crew, setup)
    sent: deque[tuple[Chunk, Executor, Future[Marked]]] = deque()
    try:
        while True:
            while len(sent) < crew.chunks and (chunk := next(chunks, None)) is not None:
                sent.append((chunk, *gang.send(chunk)))
            if not sent:
                return
            chunk, by, future = sent.popleft()
            yield chunk, gang.fetch(chunk, by, future)
    finally:
        gang.end()


class _Gang:
    """The executor that is at work, and another one when a death has ended it."""

    def __init__(self, crew: Crew, setup: Setup) -> None:
        self._crew, self._work, self._setup = crew, crew.work(setup), setup
        self._executor = crew.start()

    def send(self, chunk: Chunk) -> tuple[Executor, Future[Marked]]:
        """Return what will come of the chunk, and from whom."""
        try:
            return self._executor, self._executor.submit(self._work, chunk)
        except self._crew.deaths:
            self._replace(self._executor)
            return self._executor, self._executor.submit(self._work, chunk)

    def fetch(self, chunk: Chunk, by: Executor, future: Future[Marked]) -> Marked:
        """Return what became of the chunk; where its worker died, what comes of its hand-ins one by one."""
        try:
            return future.result()
        except self._crew.deaths:
            self._replace(by)
            return self._one_by_one(chunk)
        except self._crew.losses as failure:
            raise CrewLost(f"those who mark are gone: {type(failure).__name__}") from failure

    def end(self) -> None:
        """Send all home."""
        self._crew.end(self._executor)

    def _replace(self, broken: Executor) -> None:
        if broken is self._executor and not self._crew.is_lasting:
            self._crew.end(broken)
            self._executor = self._crew.start()

    def _one_by_one(self, chunk: Chunk) -> Marked:
        marked: list[Marked] = []
        executor = self._crew.alone()
        try:
            for job in chunk.jobs:
                try:
                    marked.append(executor.submit(self._work, chunk._replace(jobs=(job,))).result())
                except self._crew.deaths:
                    self._crew.end(executor)
                    executor = self._crew.alone()
                    marked.append(Marked((died(self._setup, job),)))
        finally:
            self._crew.end(executor)
        return together(marked)


def together(marked: Sequence[Marked]) -> Marked:
    """Return several as one."""
    return Marked(
        tuple(done for one in marked for done in one.done),
        tuple(note for one in marked for note in one.notes),
        tuple(fault for one in marked for fault in one.faults),
    )
