"""Plays each tree in a process of its own without starting Python again: this process forks for each tree, and only the fork reads the program.

After each tree all other processes are killed and /tmp is emptied, so nothing is kept from one tree to the next. As it kills whatever it can reach it
may run inside bubblewrap alone. It is run as `python -c TEXT FILE FUNCTION STYLE`, with the text of this file, in the folder where game.py lies: so no
file of it lies beside a program.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress

_ANSWERED = 86
_EMPTY_TMP = "find /tmp -mindepth 1 -type d -exec chmod u+rwx {} ';' && find /tmp -mindepth 1 -delete"


def in_copy(turn: Callable[[object], None], start: object) -> None:
    """Play a tree in a copy of this process, and end as the copy does where that did not answer."""
    if os.fork() == 0:
        turn(start)
        os._exit(_ANSWERED)
    code = os.waitstatus_to_exitcode(os.wait()[1])
    if code != _ANSWERED:
        sys.exit(code if code >= 0 else 128 - code)
    with suppress(ProcessLookupError):
        while True:  # what is killed is there until the first process has cleared it away
            os.kill(-1, signal.SIGKILL)
            time.sleep(0.001)
    if os.listdir("/tmp"):  # noqa: S108  # that of the sandbox
        os.system(_EMPTY_TMP)  # noqa: S605  # fixed words


if __name__ == "__main__":
    sys.path.append(os.getcwd())
    import game  # type: ignore[import-not-found]

    game.serve(os.path.abspath(sys.argv[1]), *sys.argv[2:], in_copy)
