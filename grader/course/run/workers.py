"""Who marks: this process, processes beside it, or a cluster; all are executors of the standard library.

Chunks are handed out in order, a bounded number at a time, and come back in order, so what is waiting never grows with
the class. Where a worker dies, the chunks that it may have had are marked once more, one hand-in at a time and with
nobody beside: so it is known which one ends a process, and that one is told as not gradable.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from functools import partial
from itertools import chain
from types import ModuleType
from typing import NamedTuple, ParamSpec, Protocol, TypeVar

from grader.core.errors import Refusal
from grader.core.processes import process_pool
from grader.core.resources import __version__
from grader.core.text import printable
from grader.course.run.chunks import Chunk, Marked, Marker, Setup, grade_chunk, not_marked
from grader.grading.bank import Bank

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


Work = Callable[[Chunk], Marked]


class WorkerPool(NamedTuple):
    """Those who mark: what each is asked to do, how they are called together, and how many chunks they hold at a time.

    `alone` calls a single one together, to whom a hand-in is given that may end it. `deaths` is what is raised where a
    worker died; `is_lasting`: the others go on then. `losses` is what is raised where all are gone.
    """

    work: Callable[[Setup], Work]
    start: Callable[[], Executor]
    alone: Callable[[], Executor]
    chunks: int = 1
    deaths: tuple[type[BaseException], ...] = ()
    losses: tuple[type[BaseException], ...] = ()
    is_lasting: bool = False

    def end(self, executor: Executor) -> None:
        """Send them home when what is being marked is done, and forget the rest; those of a cluster nobody waits for."""
        if self.is_lasting:
            executor.shutdown(wait=False)
        else:
            executor.shutdown(wait=True, cancel_futures=True)


class WorkersLost(Refusal):
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


def here(bank: Bank | None = None) -> WorkerPool:
    """Return the pool that is this process alone; with a `bank` problems come from it, and who has it finds them there solved."""
    return WorkerPool(lambda setup: Marker(setup, bank).mark, Here, Here)


def processes(count: int) -> WorkerPool:
    """Return a pool of processes on this machine."""
    return WorkerPool(
        sent_elsewhere,
        lambda: process_pool(count),
        lambda: process_pool(1),
        2 * count + 1,
        (BrokenExecutor, CancelledError),
    )


def mark_all(chunks: Iterator[Chunk], setup: Setup, pool: WorkerPool) -> Iterator[tuple[Chunk, Marked]]:
    """Yield each chunk with what became of it, in order."""
    dispatcher = _Dispatcher(pool, setup)
    sent: deque[tuple[Chunk, Executor, Future[Marked]]] = deque()
    try:
        while True:
            while len(sent) < pool.chunks and (chunk := next(chunks, None)) is not None:
                sent.append((chunk, *dispatcher.send(chunk)))
            if not sent:
                return
            chunk, by, future = sent.popleft()
            yield chunk, dispatcher.fetch(chunk, by, future)
    finally:
        dispatcher.end()


class _Dispatcher:
    """The executor that is at work, and another one when a death has ended it."""

    def __init__(self, pool: WorkerPool, setup: Setup) -> None:
        self._pool, self._work, self._setup = pool, pool.work(setup), setup
        self._executor = pool.start()

    def send(self, chunk: Chunk) -> tuple[Executor, Future[Marked]]:
        """Return what will come of the chunk, and from whom."""
        try:
            return self._executor, self._executor.submit(self._work, chunk)
        except self._pool.deaths:
            self._replace(self._executor)
            return self._executor, self._executor.submit(self._work, chunk)

    def fetch(self, chunk: Chunk, by: Executor, future: Future[Marked]) -> Marked:
        """Return what became of the chunk; where its worker died, what comes of its hand-ins one by one."""
        try:
            return future.result()
        except self._pool.deaths:
            self._replace(by)
            return self._one_by_one(chunk)
        except self._pool.losses as failure:
            raise WorkersLost(f"those who mark are gone: {type(failure).__name__}") from failure

    def end(self) -> None:
        """Send all home."""
        self._pool.end(self._executor)

    def _replace(self, broken: Executor) -> None:
        if broken is self._executor and not self._pool.is_lasting:
            self._pool.end(broken)
            self._executor = self._pool.start()

    def _one_by_one(self, chunk: Chunk) -> Marked:
        marked: list[Marked] = []
        executor = self._pool.alone()
        try:
            for job in chunk.jobs:
                try:
                    marked.append(executor.submit(self._work, chunk._replace(jobs=(job,))).result())
                except self._pool.deaths:
                    self._pool.end(executor)
                    executor = self._pool.alone()
                    marked.append(Marked((not_marked(self._setup, job),)))
        finally:
            self._pool.end(executor)
        return Marked(*(tuple(chain.from_iterable(same)) for same in zip(*marked, strict=True)))


# -- a cluster that is there already marks: the same chunks, sent to the workers of Dask

_FEWEST, _EACH = 16, 3
"""Chunks that wait on the cluster: at least so many, and so many for each core; it may grow while it is busy."""


@contextmanager
def cluster(address: str) -> Iterator[WorkerPool]:
    """Give the pool of the scheduler at the address. Raises WorkersLost where none answers, or its workers run another version."""
    try:
        import distributed
    except ImportError:
        raise WorkersLost('a Dask cluster needs the package distributed: pip install "distributed>=2024.5"') from None
    try:
        of: ModuleType = distributed  # its functions have no types
        client = of.Client(address, set_as_default=False)
    except (OSError, ValueError) as failure:
        raise WorkersLost(f"no scheduler answers at {printable(address)}: {printable(str(failure), 300)}") from None
    with client:
        _check_versions(client)
        chunks = max(_FEWEST, _EACH * sum(client.ncores().values()))
        start = partial(client.get_executor, pure=False)
        yield WorkerPool(sent_elsewhere, start, start, chunks, (of.KilledWorker,), (CancelledError,), is_lasting=True)


class _Client(Protocol):
    """What talks to a cluster."""

    def run(self, function: Callable[[], str]) -> dict[str, str]:
        """Return what the function returns on each worker."""
        ...


def _check_versions(client: _Client) -> None:
    """Raise WorkersLost where a worker would mark by other rules."""
    try:
        versions = client.run(program_version)
    except Exception as failure:  # noqa: BLE001  # whatever a worker raises that cannot import us
        raise WorkersLost(f"a worker cannot run this program: {printable(str(failure), 300)}") from None
    for worker, version in versions.items():
        if version != __version__:
            raise WorkersLost(
                f"the worker {printable(worker)} has version {printable(str(version))}, this is {__version__}"
            )


def program_version() -> str:
    """Return the version of the program where this is run."""
    return __version__
