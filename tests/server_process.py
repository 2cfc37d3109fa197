"""A server in a process of its own, for tests that kill it or stand something in front."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
from console import ROOT


@contextmanager
def running(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run the server in a process of its own, until the block ends or somebody kills it."""
    command = [sys.executable, "-c", "from grader.cli import start_gametree; start_gametree()"]
    with subprocess.Popen(
        [*command, "serve", "run", str(folder), "--port", str(port), "--jobs", "1"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            for _ in range(2400):
                with suppress(httpx.HTTPError):
                    if httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200:
                        break
                time.sleep(0.05)
            else:  # a test that kills it would prove nothing
                raise TimeoutError("the server does not answer")
            yield process
        finally:
            process.terminate()
            process.wait(30)


def free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])
