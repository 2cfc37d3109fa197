"""A cluster that is there already marks: the same chunks, sent to the workers of Dask."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from functools import partial
from types import ModuleType
from typing import Protocol

from grader.course.run.crew import Crew, CrewLost, sent_elsewhere
from grader.printable import printable
from grader.version import __version__

_FEWEST, _EACH = 16, 3
"""Chunks that wait on the cluster: at least so many, and so many for each core; it may grow while it is busy."""


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    """Give the crew of the scheduler at the address. Raises CrewLost where none answers, or its workers run another version."""
    try:
        import distributed
    except ImportError:
        raise CrewLost('a Dask cluster needs the package distributed: pip install "gametree-grader[dask]"') from None
    try:
        of: ModuleType = distributed  # its functions have no types
        client = of.Client(address, set_as_default=False)
    except (OSError, ValueError) as failure:
        raise CrewLost(f"no scheduler answers at {printable(address)}: {printable(str(failure), 300)}") from None
    with client:
        _check_versions(client)
        chunks = max(_FEWEST, _EACH * sum(client.ncores().values()))
        start = partial(client.get_executor, pure=False)
        yield Crew(
            sent_elsewhere, start, start, chunks, (of.KilledWorker,), (CancelledError,), _cancel, is_lasting=True
        )


def _cancel(executor: Executor) -> None:
    executor.shutdown(wait=False)  # which is to say that nobody waits for what is still there


class _Client(Protocol):
    """What talks to a cluster."""

    def run(self, function: Callable[[], str]) -> dict[str, str]:
        """Return what the function returns on each worker."""
        ...


def _check_versions(client: _Client) -> None:
    """Raise CrewLost where a worker would mark by other rules."""
    try:
        versions = client.run(program_version)
    except Exception as failure:  # noqa: BLE001  # whatever a worker raises that cannot import us
        raise CrewLost(f"a worker cannot run this program: {printable(str(failure), 300)}") from None
    for worker, version in versions.items():
        if version != __version__:
            raise CrewLost(
                f"the worker {printable(worker)} has version {printable(str(version))}, this is {__version__}"
            )


def program_version() -> str:
    """Return the version of the program where this is run."""
    return __version__
