"""Running the command line in this process: exit code, stdout and stderr apart; an uncaught exception goes through."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

from grader.cli.main import gametree

ROOT = Path(__file__).resolve().parent.parent


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
    code = "import sys; sys.argv[0] = 'gametree'; from grader.cli import start_gametree; start_gametree()"
    return subprocess.run(
        [*through, sys.executable, "-c", code, *map(str, args)],
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
