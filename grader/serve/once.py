"""What opens something once, for some time: logins, launches that wait, addresses at which platforms register."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from grader.core.times import Time
from grader.serve.connection import Connection, Value
from grader.serve.quizzes import digest_of, in_utc

_BYTES = 24
_KEYS = {"login": "state", "launch": "code", "registration": "digest"}
"""The tables, each with its column of digests, which is the first; the last one says until when."""


def new_secret() -> str:
    """Return what nobody guesses."""
    return secrets.token_urlsafe(_BYTES)


def put_by(connection: Connection, table: str, content: Sequence[Value], until: Time) -> str:
    """Put by content, and return the secret that takes it; only the digest of that is stored."""
    secret = new_secret()
    connection.put(table, (digest_of(secret), *content, in_utc(until)))
    return secret


def take(connection: Connection, table: str, secret: str, now: Time) -> Sequence[Value] | None:
    """Return what was put by, which nobody else gets; None where it was taken, or its time is over."""
    statement = f"delete from {table} where {_KEYS[table]} = ? returning *"  # noqa: S608  # words of our own
    found = connection.one(statement, digest_of(secret))
    return found[1:-1] if found is not None and str(found[-1]) > in_utc(now) else None
