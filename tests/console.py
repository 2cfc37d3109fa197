"""Running the command line in this process: exit code, stdout and stderr apart; an uncaught exception goes through."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import click

from grader.cli.main import gametree

ROOT = Path(__file__).resolve().parent.parent
_START = "import sys; sys.argv[0] = 'gametree'; from grader.cli import start_gametree; start_gametree()"


class Ran(NamedTuple):
    """What became of one run of the program."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Return what stdout states, read by Python's own JSON reader."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """Return what each line of stdout states."""
        return [json.loads(line) for line in self.out.splitlines()]


def commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command of the group with the words that call it."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from commands(below, (*path, name))


def run(*args: object, stdin: bytes = b"") -> Ran:
    """Return what `gametree ARGS` says and how it ends."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
    before, code = sys.stdin, 0
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    try:
        with redirect_stdout(out), redirect_stderr(err):
            gametree.main([str(arg) for arg in args], prog_name="gametree")
    except SystemExit as end:
        code = int(end.code or 0)
    finally:
        sys.stdin = before
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode("utf-8"))  # type: ignore[attr-defined]
    return Ran(code, *texts)


def run_apart(
    *args: object,
    env: Mapping[str, str] | None = None,
    stdout: Any = subprocess.PIPE,
    stderr: Any = subprocess.PIPE,
    cwd: Path | None = None,
    through: Sequence[str] = (),
) -> subprocess.CompletedProcess[bytes]:
    """Return the completed process of `gametree ARGS`, a process of its own, started by the words of `through`."""
    return subprocess.run(
        [*through, sys.executable, "-c", _START, *map(str, args)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
        cwd=cwd,
        check=False,
        timeout=120,
    )


def put(path: Path, content: str | bytes) -> Path:
    """Write the file, with the folders above it, and return it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return path


def begin(*args: object, **options: Any) -> subprocess.Popen[bytes]:
    """Return the running process of `gametree ARGS`; what becomes of it is up to the test.

    It takes interruptions and the end of its terminal even where this process ignores them, as one in the background or under `nohup` does.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment, **options}
    return subprocess.Popen([sys.executable, "-c", _START, *map(str, args)], preexec_fn=_listen, **options)  # noqa: PLW1509  # tests run in one thread


def _listen() -> None:
    for name in ("SIGINT", "SIGHUP"):
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, signal.SIG_DFL)


def on_terminal(*args: object, columns: int = 80, env: Mapping[str, str] | None = None) -> Ran:
    """Return what `gametree ARGS` shows on a terminal of so many columns, stderr apart; lines end with a line feed."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    plain = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    environment = {**plain, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "TERM": "xterm", **(env or {})}
    with subprocess.Popen(
        [sys.executable, "-c", _START, *map(str, args)],
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=environment,
    ) as process:
        os.close(theirs)
        shown = _all_of(ours)
        said = process.stderr.read() if process.stderr else b""
    os.close(ours)
    return Ran(process.returncode, shown.decode().replace("\r\n", "\n"), said.decode())


def _all_of(terminal: int) -> bytes:
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # so Linux says that nobody holds the other side any more
            return shown
        if not piece:
            return shown
        shown += piece
