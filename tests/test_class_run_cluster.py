"""A Dask cluster marks what processes mark: a real scheduler with two workers, on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from class_runs import files_of, grade, make_class, start
from console import ROOT

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="needs the extra [dask]")
STUDENTS = 60


class Cluster:
    """A scheduler and its workers, each a process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stated = folder / "scheduler.json"
        self._scheduler = self._start(
            "dask_scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1", "--no-show"
        )
        self.address = self._address()
        self.workers = [self._worker() for _ in range(2)]

    def _start(self, program: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{program}", "--scheduler-file", str(self._stated), *options]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
        return subprocess.Popen(
            command, cwd=self._folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def _worker(self) -> subprocess.Popen[bytes]:
        return self._start("dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")

    def _address(self) -> str:
        while True:  # a scheduler that does not come up is seen by the time limit of all tests
            try:
                return json.loads(self._stated.read_text("utf-8"))["address"]
            except (OSError, ValueError):
                time.sleep(0.01)

    def end(self) -> None:
        for process in (*self.workers, self._scheduler):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    yield made
    made.end()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a class that was marked in this process, with pages, into `whole`."""
    made = make_class(tmp_path_factory.mktemp("class"), STUDENTS)
    assert grade(made, "--html", out="whole").code == 3
    return made


@pytest.mark.slow
def test_a_cluster_writes_the_same_bytes_also_where_a_worker_is_killed_on_the_way(
    folder: Path, cluster: Cluster
) -> None:
    process = start(folder, "--html", "--executor", f"dask={cluster.address}", out="dask")
    while not (folder / "dask/journal.jsonl").exists() and process.poll() is None:
        time.sleep(0.001)
    cluster.workers[0].kill()
    _, err = process.communicate()
    assert process.returncode == 3, err
    assert files_of(folder / "dask") == files_of(folder / "whole")


@pytest.mark.slow
def test_a_scheduler_that_is_not_there_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT", "100ms")
    process = start(folder, "--executor", "dask=tcp://127.0.0.1:9", out="nowhere")
    _, err = process.communicate()
    assert process.returncode == 2
    assert b"no scheduler answers at tcp://127.0.0.1:9" in err
    assert b"Traceback" not in err


@pytest.mark.parametrize("executor", ["dask", "dask=", "ray=tcp://127.0.0.1:1"])
def test_other_executors_are_wrong_usage(folder: Path, executor: str) -> None:
    ran = grade(folder, "--executor", executor, out="nowhere")
    assert (ran.code, "--executor takes dask=ADDRESS" in ran.err) == (2, True)
