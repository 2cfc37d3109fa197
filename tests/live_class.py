"""What the address `live` of a quiz tells, for a class of so many students."""

from __future__ import annotations

from typing import Any

STATES = ("handed-in", "working", "stuck", "opened", "not-opened")


def student(number: int, state: str, **more: Any) -> dict[str, Any]:
    """Return a student in a state; `more` is what differs."""
    is_open, is_in = state != "not-opened", state == "handed-in"
    return {
        "student": f"s{number:04}",
        "name": f"Student {number:03}",
        "listed": True,
        "state": state,
        "opened": "2026-11-27T17:01:00+01:00" if is_open else None,
        "saved": f"2026-11-27T17:{number % 50 + 10}:00+01:00" if is_open and state != "opened" else None,
        "answered": number % 14 if is_open else 0,
        "of": 14,
        "attempts": int(is_in),
        "earned": number % 12 / 2 if is_in else None,
        "possible": 11 if is_in else None,
        "pending": 0,
        "until": None,
        "late": False,
        "score": "posted" if is_in else "none",
        "why": "",
    } | more


def live_class(students: int) -> dict[str, Any]:
    """Return a class in all states, with one that came late, one that is on no list and one whose mark waits."""
    people = [student(number, STATES[number % len(STATES)]) for number in range(students)]
    people[0] |= {"why": "came 14 minutes after closing", "late": True, "score": "queued"}
    people[1] |= {"listed": False, "name": ""}
    return {
        "quiz": "week5",
        "now": "2026-11-27T17:17:00+01:00",
        "closes": "2026-11-27T18:00:00+01:00",
        "students": people,
        "parts": [
            {"exercise": "q1", "part": "value", "right": 17, "wrong": 2, "blank": 1, "rules": {}},
            {
                "exercise": "q1",
                "part": "values",
                "right": 9,
                "wrong": 8,
                "blank": 3,
                "rules": {"min-max-swapped": 5, "no-such-rule": 2},
            },
            {"exercise": "q2", "part": "pruned", "right": 0, "wrong": 0, "blank": 0, "rules": {}},
        ],
    }
