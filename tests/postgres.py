"""A PostgreSQL of the tests' own: a cluster in a temporary folder, reached by a socket there, and a new database for each test."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

_NUMBERS = count(1)
_USER = "postgres"
"""Who runs it where the tests are run by root, whom it refuses."""


def _programs() -> Path:
    """Return where the programs of the server lie; Debian has them outside of the path. Skips."""
    found = shutil.which("initdb")
    packaged = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found is None and not packaged:
        pytest.skip("there is no PostgreSQL here: install it to run these tests")
    return Path(found).parent if found is not None else packaged[-1].parent


def _as_user() -> list[str]:
    """Return what begins a command that another user than root must run. Skips."""
    if os.getuid() != 0:
        return []
    if shutil.which("runuser") is None or _USER not in [one.pw_name for one in pwd.getpwall()]:
        pytest.skip(f"PostgreSQL refuses to be run by root, and there is no user {_USER}")
    return ["runuser", "-u", _USER, "--"]


class Cluster:
    """A server of PostgreSQL; texts sort in it as in English, and not by their bytes."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._programs, self._user = folder, _programs(), _as_user()
        folder.mkdir(exist_ok=True)
        if self._user:
            shutil.chown(folder, _USER)
        self._do("initdb", "-D", folder / "data", "-U", "gametree", "-A", "trust", "-E", "UTF8", *_ENGLISH)
        self.begin()

    def _do(self, program: str, *words: object) -> None:
        command = [*self._user, str(self._programs / program), *map(str, words)]
        subprocess.run(command, check=True, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def begin(self) -> None:
        """Start it."""
        settings = f"-h '' -k {self.folder} -c fsync=off -c max_connections=60"
        self._do("pg_ctl", "-D", self.folder / "data", "-o", settings, "-l", self.folder / "log", "-w", "start")

    def end(self) -> None:
        """Stop it at once; who is connected is cut off."""
        self._do("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "-w", "stop")

    def address(self, name: str = "postgres") -> str:
        """Return the address of a database."""
        return f"postgresql://gametree@/{name}?host={self.folder}"

    def new(self) -> str:
        """Return the address of a new database."""
        import psycopg

        name = f"quizzes_{next(_NUMBERS)}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"create database {name}".encode())
        return self.address(name)


_ENGLISH = ("--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """Run a cluster for the tests of this process."""
    pytest.importorskip("psycopg")
    with tempfile.TemporaryDirectory(prefix="pg-") as made:  # a short path: that of a socket has at most 107 letters
        Path(made).chmod(0o755)
        found = Cluster(Path(made))
        yield found
        found.end()


@pytest.fixture
def postgres(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> str:
    """Serve from a new database of PostgreSQL, in this process and in those that it starts; return its address."""
    address = cluster.new()
    monkeypatch.setenv("GAMETREE_DATABASE", address)
    return address
