"""Who marks a class: this process, processes beside it where they pay, or a cluster that is named."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

import click

from grader.course.run.crew import HERE, Crew, processes

_FEW, _FEW_DRAWN = 1000, 100
"""So many hand-ins are marked in the time that processes need to start."""


def crew_of(jobs: int | None, executor: str | None, total: int, *, is_drawn: bool) -> AbstractContextManager[Crew]:
    """Return who marks so many hand-ins. Raises CrewLost where there is no such cluster."""
    if executor is not None:
        from grader.course.run.cluster import cluster

        return cluster(address_of(executor))
    wanted = jobs or (_cores() if total >= (_FEW_DRAWN if is_drawn else _FEW) else 1)
    return nullcontext(processes(min(wanted, max(total, 1))) if wanted > 1 else HERE)


def address_of(executor: str) -> str:
    """Return the address of the scheduler; anything else than `dask=ADDRESS` is wrong usage."""
    kind, _, address = executor.partition("=")
    if kind != "dask" or not address:
        raise click.UsageError("--executor takes dask=ADDRESS, such as dask=tcp://10.0.0.5:8786")
    return address


def _cores() -> int:
    affinity: Callable[[int], set[int]] | None = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
