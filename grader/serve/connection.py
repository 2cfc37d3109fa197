"""The connection to the database in which all is stored: statements that both databases take, and transactions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from threading import RLock
from typing import TypeVar

from grader.core.errors import Refusal
from grader.serve.engines import Done, Failure, Postgres, Sqlite, Value, is_postgres, shown
from grader.serve.tables import STEPS

__all__ = ["Connection", "Failure", "Value"]
Record = TypeVar("Record")


class Connection:
    """The store. All its methods raise Failure, and of several threads one goes after the other; a statement is a transaction of its own, or stands in the block of one. `is_shared`: other servers may use the same database."""

    def __init__(self, address: str | os.PathLike[str], *, is_server: bool) -> None:
        """Open the database at `postgresql://…` or in a file, with its tables. Raises Refusal where another server has the file, or a newer program wrote it."""
        name, self._turn = os.fspath(address), RLock()
        try:
            self._engine = Postgres(name) if is_postgres(name) else Sqlite(name, is_server=is_server)
            self.is_shared = self._engine.is_shared
            with ExitStack() as opened:
                opened.callback(self.close)
                with self.transaction():
                    self._migrate(shown(name))
                opened.pop_all()
        except Failure as failure:
            raise Refusal(f"{shown(name)}: cannot be used as the database: {failure}") from failure

    def close(self) -> None:
        """Close it."""
        self._engine.close()

    def _migrate(self, name: str) -> None:
        """Bring the tables to this program's version. Raises Refusal for a newer one."""
        self.one(self._engine.column("create table if not exists setting (name text primary key, value text not null)"))
        found = self.one("select value from setting where name = 'version'")
        version = 0 if found is None else int(str(found[0]))
        if version > len(STEPS):
            raise Refusal(f"{name} was written by a newer version of this program")
        if 0 < version < len(STEPS):
            self._engine.keep_copy(len(STEPS))
        for step in STEPS[version:]:
            for statement in step:
                self.one(self._engine.column(statement))
        if version < len(STEPS):
            self.put("setting", ("version", str(len(STEPS))), key="name")

    @contextmanager
    def transaction(self, *of: str) -> Iterator[None]:
        """Do all of the block or nothing of it, while nobody does another one of the same: of a quiz and student, or of nothing named."""
        with self._turn:
            try:
                self._engine.begin("/".join(of))
                yield
                self.one("commit")
            except BaseException:
                with suppress(Failure):  # where it has failed already, or the connection is gone
                    self.one("rollback")
                raise

    def _run(self, statement: str, values: Sequence[Value] = ()) -> Done:
        with self._turn:
            return self._engine.run(statement, values)

    def rows(self, statement: str, *values: Value) -> list[tuple[Value, ...]]:
        """Return all rows that a statement gives; each ? in it stands for one of the values."""
        return self._run(statement, values).rows

    def one(self, statement: str, *values: Value) -> tuple[Value, ...] | None:
        """Return the first row that a statement gives, None where it gives none."""
        return next(iter(self.rows(statement, *values)), None)

    def records(self, record: Callable[..., Record], statement: str, *values: Value) -> list[Record]:
        """Return all rows that a statement gives, each as a record with its columns for fields."""
        return [record(*row) for row in self.rows(statement, *values)]

    def record(self, record: Callable[..., Record], statement: str, *values: Value) -> Record | None:
        """Return the first of the records that a statement gives, None where it gives none."""
        return next(iter(self.records(record, statement, *values)), None)

    def changed(self, statement: str, *values: Value) -> int:
        """Return how many rows a statement wrote or deleted."""
        return self._run(statement, values).written

    def delete(self, table: str, **where: Value) -> int:
        """Delete the rows of a table that have these values, and return how many there were."""
        named = " and ".join(f"{name} = ?" for name in where)
        return self.changed(f"delete from {table} where {named}", *where.values())

    def put(self, table: str, row: Sequence[Value], *, key: str = "") -> int:
        """Add a row, one value a column, and return how many were written.

        One with the same `key` (columns as the table has them: "quiz, student") is written over; without a key one that is there stays.
        """
        places = ", ".join("?" * len(row))
        then = f"({key}) do update set {self._excluded(table, key)}" if key else "do nothing"
        return self.changed(f"insert into {table} values ({places}) on conflict {then}", *row)

    def _excluded(self, table: str, key: str) -> str:
        """Return what takes each column but those of the key from the row that could not be added."""
        columns = self._run(f"select * from {table} limit 0").columns
        return ", ".join(f"{name} = excluded.{name}" for name in columns if name not in key.split(", "))

    def compact(self, tables: Sequence[str]) -> None:
        """Leave nothing of what was deleted from these tables."""
        with self._turn:
            self._engine.compact(tables)
