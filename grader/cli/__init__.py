"""The command line: `grade` and the group `gametree`. The only layer that talks to a terminal or sets an exit code.

The two functions here are the installed scripts. They own the process, so they may do what a library must not: put off
the search for garbage while modules are imported, and end without taking every module apart again. Together that is a
fifth of the time of grading one file.
"""

import atexit
import gc
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn


def start_grade() -> NoReturn:
    """Be the program `grade`: end this process with its exit code."""
    gc.disable()  # what imports make is here to stay; `options.collect_garbage` turns the collector on again
    from grader.cli.grade import grade

    _run(grade)


def start_gametree() -> NoReturn:
    """Be the program `gametree`: end this process with its exit code."""
    gc.disable()
    from grader.cli.main import gametree

    _run(gametree)


def _run(command: Callable[[], Any]) -> NoReturn:
    try:
        command()
        sys.exit(0)
    except SystemExit as ended:
        if ended.code is None or isinstance(ended.code, int):
            _end(ended.code or 0)
        raise


def _end(code: int) -> None:
    """End the process with all that was written, but without freeing one by one what the system frees at once.

    Returns where standard output cannot be flushed: Python's own way to end then says so. What standard error cannot
    take changes no exit code.
    """
    atexit._run_exitfuncs()  # noqa: SLF001  # as multiprocessing does before it ends a process this way
    with suppress(OSError, ValueError):
        if sys.stderr is not None:
            sys.stderr.flush()
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ValueError):
        return
    os._exit(code)
