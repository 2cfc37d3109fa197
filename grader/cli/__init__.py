"""The command line: `grade` and the group `gametree`. The only layer that talks to a terminal or sets an exit code.

The two functions here are the installed scripts. They own the process, so they may do what a library must not: put off
the search for garbage while modules are imported, and take the signals that end it.
"""

import gc
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import NoReturn


def start_grade() -> NoReturn:
    """Be the program `grade`: end this process with its exit code."""
    _run(_grade)


def start_gametree() -> NoReturn:
    """Be the program `gametree`: end this process with its exit code."""
    _run(_gametree)


def _grade() -> int | None:
    from grader.cli.grade import grade

    code: int | None = grade()
    return code


def _gametree() -> int | None:
    from grader.cli.main import gametree

    code: int | None = gametree()
    return code


def _run(command: Callable[[], int | None]) -> NoReturn:
    gc.disable()  # what imports make is here to stay; `grader/core/lazy.py` turns the collector on again
    for number in _signals():
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):  # nohup's choice stays
            signal.signal(number, _end)
    try:
        sys.exit(command())
    except KeyboardInterrupt:  # before the command itself began; it says more
        sys.exit(128 + signal.SIGINT)


def _signals() -> list[int]:
    names = ("SIGINT", "SIGTERM", "SIGHUP")  # the last, that the terminal was closed, is not of Windows
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


def _end(number: int, frame: FrameType | None) -> NoReturn:
    """End by the way of an exception, so that whatever was begun is cleared away; nothing may disturb that."""
    for other in _signals():
        signal.signal(other, signal.SIG_IGN)
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    sys.exit(128 + number)
