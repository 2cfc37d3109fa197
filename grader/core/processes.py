"""Processes beside this one: started anew, deaf to the signals of the terminal, and gone when this one is."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TYPE_CHECKING, ParamSpec, Self, TypeVar

from grader.core.lazy import collect_garbage

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess


Arguments = ParamSpec("Arguments")
Item = TypeVar("Item")
Result = TypeVar("Result")

_CHUNK = 4


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
        try:
            yield from self._pool.map(work, items, chunksize=_CHUNK)
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
        with _terminal_signals_held():  # a process inherits what is held when it is started, which is here
            return super().submit(fn, *args, **kwargs)


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
