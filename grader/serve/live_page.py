"""The live page: who is where in a quiz, who needs attention, and what goes wrong; made from what `live` tells, and from nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter

from grader.core.times import Time, read_time
from grader.course.hand_in import natural_key
from grader.kinds.words import all_wordings
from grader.pages.html import render_page
from grader.serve.live import NOT_TAKEN, Live, LiveStudent, in_table

_STATES = {
    "stuck": "stuck",
    "working": "at work",
    "opened": "opened",
    "not-opened": "not opened",
    "handed-in": "handed in",
}
"""The states in the order in which they need attention, and their words."""
_HEADS = ("Student", "State", "Answered", "Saved", "#Hand-ins", "Points", "Remarks")


def write_live_page(title: str, live: Live, address: str, *, has_minutes: bool = False) -> str:
    """Return the page of a quiz; `live` is what its address `live` tells as JSON, `address` that of the page, such as `/i/TOKEN`.

    `has_minutes`: sheets close by minutes of their own.
    """
    now = read_time(live["now"])
    students = sorted(live["students"], key=_attention)
    return render_page(
        "live.html",
        title=title,
        address=address,
        now=f"{now:%H:%M:%S}",
        closes=f"Closes {_clock(live['closes'], now)}." if live["closes"] else "It has no closing time.",
        is_timed=int(has_minutes or live["closes"] is not None),
        counts=list(_counts(students)),
        heads=_HEADS,
        rows=[_row(one, now) for one in students],
        not_taken=[(one["name"], one["student"]) for one in students if NOT_TAKEN in one["why"]],
        exercises=[(name, [*its]) for name, its in groupby(live["parts"], key=itemgetter("exercise"))],
        rules=_rules(),
    )


def _attention(one: LiveStudent) -> tuple[object, ...]:
    """Return what students are sorted by: who is stuck, then who came late or is on no list, then whose mark waits for something."""
    place = list(_STATES).index(one["state"])
    return (
        place > 0,
        not one["late"],
        one["listed"],
        not one["why"],
        place,
        natural_key([one["name"].casefold(), one["student"]]),
    )


def _counts(students: Sequence[LiveStudent]) -> Iterator[tuple[int, str]]:
    """Yield how many students there are, in each state, and of whom there is something to say."""
    yield len(students), "student" if len(students) == 1 else "students"
    for state, words in _STATES.items():
        yield sum(one["state"] == state for one in students), words
    others = (
        (sum(bool(one["late"]) for one in students), "came late"),
        (sum(not one["listed"] for one in students), "not on the class list"),
        (sum(one["score"] == "queued" for one in students), "waiting for the gradebook"),
    )
    yield from (one for one in others if one[0])


def _row(one: LiveStudent, now: Time) -> list[str]:
    sign = "⚠ " if one["state"] == "stuck" else ""
    remarks = ["not on the class list" * (not one["listed"]), one["why"] or "came late" * bool(one["late"])]
    pending = f", {one['pending']:g} pending" if one["pending"] else ""
    if until := one["until"]:
        remarks.append(f"{until} minutes" if until.startswith("+") else f"until {_clock(until, now)}")
    return [
        in_table(one["name"], one["student"]),
        sign + _STATES[one["state"]],
        f"{one['answered']} of {one['of']}" if one["opened"] else "",
        _clock(one["saved"], now) if one["saved"] else "",
        str(one["attempts"] or ""),
        "" if one["earned"] is None else f"{one['earned']:g} of {one['possible']:g}{pending}",
        "; ".join(filter(None, remarks)),
    ]


def _clock(stated: str, now: Time) -> str:
    """Return a time as a clock beside that of `now` shows it, with its day where that is another."""
    time = read_time(stated).astimezone(now.tzinfo)
    return f"{time:%H:%M}" if time.date() == now.date() else f"{time:%Y-%m-%d %H:%M}"


@cache
def _rules() -> dict[str, str]:
    """Return of each wrong rule, by its name, what it is in a sentence."""
    return {name: wording.description for name, wording in all_wordings().items()}
