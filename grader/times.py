"""Points in time as people and platforms write them: ISO 8601, with the zone; the clock is never asked."""

from __future__ import annotations

from datetime import UTC, datetime

Time = datetime
"""A point in time, with its zone."""

EXPECTED = "expected a date and time with its zone, such as 2026-11-20T18:00:00+01:00 or 2026-11-20T17:00Z"


def read_time(text: str) -> Time:
    """Return the time that the text states. Raises ValueError with what was expected.

    >>> read_time("2026-11-20T18:00+01:00").isoformat()
    '2026-11-20T18:00:00+01:00'
    """
    try:
        stated = datetime.fromisoformat(text.strip())
    except ValueError:
        raise ValueError(EXPECTED) from None
    if stated.tzinfo is None:
        raise ValueError(f"it names no zone; {EXPECTED}")
    try:
        stated.astimezone(UTC)
    except OverflowError:
        raise ValueError(EXPECTED) from None
    return stated


def write_time(stated: Time) -> str:
    """Return the time as platforms take it: to the millisecond, in the zone in which it was stated.

    >>> write_time(read_time("2026-11-20T17:00Z"))
    '2026-11-20T17:00:00.000+00:00'
    """
    return stated.isoformat(timespec="milliseconds")
