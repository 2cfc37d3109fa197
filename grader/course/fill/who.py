"""By what the lines of gradebooks know a student."""

from __future__ import annotations

import re
from collections.abc import Iterable

from grader.course.fill.marked import Marked
from grader.course.lms.roster import letters, turned

Key = tuple[str, str]
"""What a column says, and the text in it by which a student is known."""


def known_by(students: Iterable[Marked]) -> dict[Key, list[Marked]]:
    """Return the students by all that a gradebook may call them."""
    known: dict[Key, list[Marked]] = {}
    for one in students:
        keys = {("id", one.student.casefold()), ("email", one.student.casefold())}
        keys |= {("email", email.casefold()) for email in one.emails}
        keys |= {("name", way) for name in one.names for way in turned(name)}
        if one.person is not None:
            keys |= {(one.person.lms, one.person.key.casefold()), ("submission", one.person.submission)}
            keys |= {("id", one.person.key.casefold())} if one.person.lms == "gradescope" else set()
        for key in keys:
            if key[1]:
                known.setdefault(key, []).append(one)
    return known


def keys_in(what: str, said: str) -> list[Key]:
    """Return what a cell may say of who it is."""
    if not said:
        return []
    if what == "moodle":
        number = re.search(r"[0-9]+$", said)
        return [(what, number[0] if number else ""), ("id", said.casefold())]
    if what == "name":
        return [(what, letters(said))]
    return [(what, said if what == "submission" else said.casefold())]
