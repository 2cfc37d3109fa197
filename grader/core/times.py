"""Points in time as people and platforms write them: ISO 8601, with the zone; the clock is never asked."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

Time = datetime
"""A point in time, with its zone."""

EXPECTED = "expected a date and time with its zone, such as 2026-11-20T18:00:00+01:00 or 2026-11-20T17:00Z"


def read_time(text: str) -> Time:
    """Return the time that the text states. Raises ValueError with what was expected.

    >>> read_time("2026-11-20T18:00+01:00").isoformat()
    '2026-11-20T18:00:00+01:00'
    """
    # Ruby, in which some platforms are written, puts a blank before the zone and nine digits behind the second.
    text = re.sub(r"(\.[0-9]{6})[0-9]*", r"\1", text.strip())
    text = re.sub(r" (?=Z$|UTC$|[+-][0-9]{2}:?[0-9]{2}$)", "", text).replace("UTC", "Z")
    try:
        stated = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(EXPECTED) from None
    if stated.tzinfo is None:
        raise ValueError(f"it names no zone; {EXPECTED}")
    try:
        stated.astimezone(UTC)
    except OverflowError:
        raise ValueError(EXPECTED) from None
    return stated


def read_local(text: str, form: str, beside: Time) -> Time:
    """Return the time that the text states in this form, which names no zone: it is that of the time beside it. Raises ValueError.

    >>> read_local("20 November 2026 06:11 PM", "%d %B %Y %I:%M %p", read_time("2026-11-20T18:00+01:00")).isoformat()
    '2026-11-20T18:11:00+01:00'
    """
    return datetime.strptime(text, form).replace(tzinfo=beside.tzinfo)


_MINUTES = re.compile(r"[+-][0-9]{1,7}")


def read_due(text: str, due: Time | None) -> Time | None:
    """Return the time that the text states, or so many minutes after the due time, where that is known. Raises ValueError.

    >>> read_due("+1440", read_time("2026-11-20T18:00Z")).isoformat()
    '2026-11-21T18:00:00+00:00'
    """
    if not _MINUTES.fullmatch(text.strip()):
        return read_time(text)
    try:
        return None if due is None else due + timedelta(minutes=int(text))
    except OverflowError:
        raise ValueError(EXPECTED) from None


def write_time(stated: Time) -> str:
    """Return the time as platforms take it: to the millisecond, in the zone in which it was stated.

    >>> write_time(read_time("2026-11-20T17:00Z"))
    '2026-11-20T17:00:00.000+00:00'
    """
    return stated.isoformat(timespec="milliseconds")


def days_after(time: Time, due: Time, grace: int = 0) -> int:
    """Return how many days after the due time that is, begun ones counted as whole; within so many minutes of grace none.

    >>> due = read_time("2026-11-20T18:00Z")
    >>> [days_after(read_time(f"2026-11-{when}Z"), due, 10) for when in ("20T18:10", "20T18:11", "21T18:00", "21T18:01")]
    [0, 1, 1, 2]
    """
    return 0 if time - due <= timedelta(minutes=grace) else -((due - time) // timedelta(days=1))
