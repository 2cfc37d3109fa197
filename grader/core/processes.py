"""Processes beside this one: started anew, deaf to the signals of the terminal, and gone when this one is."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, ParamSpec, Self, TypeVar, cast

from grader.core.lazy import collect_garbage

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess


Arguments = ParamSpec("Arguments")
Item = TypeVar("Item")
Result = TypeVar("Result")

_CHUNK, _AHEAD = 4, 4
"""So many items are sent at a time; so many times for each process, before the first of them is back."""


class Workers:
    """Processes beside this one: started when there is much to do for the first time, and there for what comes after it, until the block ends."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._pool: Executor | None = None

    def each(self, work: Callable[[Item], Result], items: Sequence[Item], *, few: int = 8) -> Iterator[Result]:
        """Yield what comes of each item, in order. Raises OSError if a process is killed.

        `few` items are worked on in this process, for another takes a second to start.
        """
        if self.jobs < 2 or len(items) < few:
            yield from map(work, items)
            return
        if self._pool is None:
            self._pool = process_pool(min(self.jobs, -(-len(items) // _CHUNK)))
        pool, starts = self._pool, range(0, len(items), _CHUNK)
        send = (pool.submit(_all, work, items[start : start + _CHUNK]) for start in starts)
        try:
            sent = deque(islice(send, _AHEAD * self.jobs))
            while sent:
                yield from sent.popleft().result()
                sent.extend(islice(send, 1))
        except BrokenProcessPool:
            raise OSError(None, "a process beside this one was ended from outside") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


ALONE = Workers(1)
"""No process beside this one."""


def in_processes(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """Yield what comes of each item, in order; of many they are worked on in so many processes. Raises OSError if one is killed."""
    with Workers(jobs) as workers:
        yield from workers.each(work, items)


def process_pool(count: int) -> Executor:
    """Return an executor that works in so many processes."""
    # Spawned processes share nothing with this one: no threads, no locks, no file that another copy holds open.
    return _Pool(count, multiprocessing.get_context("spawn"), initializer=_begin)


class _Pool(ProcessPoolExecutor):
    """Processes that leave the signals of the terminal to this one, from their first moment on."""

    def submit(
        self, fn: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        work = pickle.dumps((fn, args, kwargs))  # here, for what only the pool's own thread cannot send may hang it
        with _terminal_signals_held():  # a process inherits what is held when it is started, which is here
            return cast("Future[Result]", super().submit(_do, work))


def _do(work: bytes) -> object:
    fn, args, kwargs = pickle.loads(work)  # noqa: S301  # made by submit, in the process that started this one
    return fn(*args, **kwargs)


def _all(work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    return [*map(work, items)]


@contextmanager
def _terminal_signals_held() -> Iterator[None]:
    """Let Ctrl-C and the end of the terminal wait; afterwards they come as ever."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Let a process end when the one that started it is gone: nobody would ever fetch what it makes."""
    collect_garbage()
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
