"""What the two databases have of their own, in one shape: SQLite in a file for one server, PostgreSQL for any number of them."""

from __future__ import annotations

import fcntl
import glob
import os
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from grader.core.errors import Refusal
from grader.core.text import printable

if TYPE_CHECKING:
    import psycopg

Value = str | int | float | bytes | None
_NO_PSYCOPG = "a database at postgresql://… needs more: install the extra [postgres], see docs/serve.md"
_SETTINGS: Mapping[str, str | int] = {
    "client_encoding": "utf8",
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "tcp_user_timeout": 10_000,
    "options": "-c lock_timeout=10s -c idle_in_transaction_session_timeout=10s",
}
"""Nobody waits longer for a database that is away or for another server, and what a machine that vanished had locked is free again."""

_WRITE_ANEW = (
    "lock table {table} in access exclusive mode",
    "create temporary table held on commit drop as select * from {table}",
    "truncate {table}",
    "insert into {table} select * from held",
)
"""`vacuum full` would keep what is deleted while any transaction is older, such as an analysis that the server began by itself."""


class Failure(Refusal):
    """A statement that cannot be done: the disk is full, the database is away."""


class Done(NamedTuple):
    """What a statement did: the rows that it gives, their columns, how many rows it wrote or deleted."""

    rows: list[tuple[Value, ...]]
    columns: list[str]
    written: int


class Sqlite:
    """A file, with one connection that writes; what is done is on the disk."""

    is_shared = False

    def __init__(self, file: str, *, is_server: bool) -> None:
        """Open the file, making it where it is not there. Raises Refusal where another server has it, and Failure."""
        self._file = file
        self._lock = _lock(file) if is_server else None
        if not os.path.exists(file):
            os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))
        with _failing(sqlite3.Error):
            self._connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=30)
        for setting in ("journal_mode = wal", "synchronous = full", "secure_delete = on"):
            self.run(f"pragma {setting}")

    def run(self, statement: str, values: Sequence[Value] = ()) -> Done:
        """Do a statement; each ? in it stands for one of the values. Raises Failure."""
        with _failing(sqlite3.Error):
            return _done(self._connection.execute(statement, values))

    def begin(self, of: str) -> None:
        """Begin a transaction: nobody else writes until it ends."""
        self.run("begin immediate")

    def column(self, statement: str) -> str:
        """Return a statement that makes a table, with types as they are called here."""
        return statement

    def keep_copy(self, version: int) -> None:
        """Copy the file as it was before the tables became those of this version."""
        copy = f"{self._file}.before-{version}"
        os.close(os.open(copy, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        with (
            _failing(sqlite3.Error),
            closing(sqlite3.connect(self._file)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)

    def compact(self, tables: Sequence[str]) -> None:
        """Leave nothing in the file of what was deleted, nor any copy of the file as it was before."""
        for copy in glob.glob(f"{glob.escape(self._file)}.before-*"):
            os.unlink(copy)
        self.run("vacuum")
        self.run("pragma wal_checkpoint(truncate)")

    def close(self) -> None:
        """Close the file, and let another server have it."""
        self._connection.close()
        if self._lock is not None:
            os.close(self._lock)


class Postgres:
    """A database of PostgreSQL; a connection that was lost is opened again by the next statement."""

    is_shared = True

    def __init__(self, address: str) -> None:
        """Connect. Raises Refusal where the extra is missing, and Failure."""
        try:
            import psycopg
        except ImportError:
            raise Refusal(_NO_PSYCOPG) from None
        self._error = psycopg.Error
        with _failing(self._error):
            settings = psycopg.conninfo.make_conninfo(address, **_SETTINGS)
            self._connect = partial(psycopg.connect, settings, autocommit=True)
            self._connection = self._connect()

    def run(self, statement: str, values: Sequence[Value] = ()) -> Done:
        """Do a statement; each ? in it stands for one of the values. Raises Failure."""
        taken = [one.replace("\0", "\ufffd") if isinstance(one, str) else one for one in values]  # no text holds a zero
        with _failing(self._error):
            if self._connection.closed:
                self._connection = self._connect()
            return _done(self._connection.execute(statement.replace("?", "%s").encode(), taken))

    def begin(self, of: str) -> None:
        """Begin a transaction: nobody else begins one of the same name until it ends, or any while one of no name goes on."""
        self.run("begin")
        if of:
            self.run("select pg_advisory_xact_lock_shared(hashtextextended('', 0))")
        self.run("select pg_advisory_xact_lock(hashtextextended(?, 0))", [of])

    def column(self, statement: str) -> str:
        """Return a statement that makes a table, with types as they are called here; texts sort by their bytes, as in SQLite."""
        return re.sub(r"\btext\b", 'text collate "C"', statement).replace(" blob", " bytea")

    def keep_copy(self, version: int) -> None:
        """Do nothing: copies of it are made by tools of its own."""

    def compact(self, tables: Sequence[str]) -> None:
        """Leave nothing in the files of the tables of what was deleted, whoever still reads them as they were before."""
        for table in tables:
            with _failing(self._error), self._connection.transaction():
                for statement in _WRITE_ANEW:
                    self.run(statement.format(table=table))

    def close(self) -> None:
        """End the connection."""
        self._connection.close()


def is_postgres(address: str) -> bool:
    """Return whether it is the address of a database of PostgreSQL, and not the path of a file."""
    return address.startswith(("postgresql://", "postgres://"))


def shown(address: str) -> str:
    """Return what messages call a database: its file, or its address without a password."""
    return printable(re.sub(r"(?<=//).*@|[?].*", "", address) if is_postgres(address) else address)


@contextmanager
def _failing(error: type[Exception]) -> Iterator[None]:
    """Raise Failure for an error of a library."""
    try:
        yield
    except error as failure:
        raise Failure(" ".join(str(failure).split())) from failure


def _done(cursor: sqlite3.Cursor | psycopg.Cursor[tuple[Value, ...]]) -> Done:
    described = cursor.description
    return Done(
        [] if described is None else cursor.fetchall(), [str(one[0]) for one in described or ()], cursor.rowcount
    )


def _lock(file: str) -> int:
    """Take the file for this server alone; the system gives it free when this process ends. Raises Refusal."""
    lock = os.open(f"{file}.lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise Refusal(f"{printable(file)} is served by another `gametree serve run` already") from None
    return lock
