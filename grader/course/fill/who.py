"""By what the lines of gradebooks know a student."""

from __future__ import annotations

import re
from collections.abc import Iterable

from grader.course.fill.marked import Marked
from grader.course.lms.roster import letters, turned

Key = tuple[str, str]
"""What a column says, and the text in it by which a student is known."""


_ID = "id"
"""Other columns may say it, too."""


class Known:
    """The students by all that the columns of a gradebook may call them.

    Of a large class that is most of what is held, so nothing stands there twice, and nothing that no column says.
    """

    def __init__(self, students: Iterable[Marked], columns: Iterable[str]) -> None:
        self._by: dict[str, dict[str, tuple[Marked, ...] | Marked]] = {what: {} for what in (*columns, _ID)}
        for one in students:
            for what, text in _keys_of(one):
                if what in self._by:
                    self._add(what, text, one)

    def _add(self, what: str, text: str, student: Marked) -> None:
        found = self._by[what]
        if text in found:
            found[text] = (*self.get((what, text)), student)
        elif text:
            found[text] = student

    def get(self, key: Key) -> tuple[Marked, ...]:
        """Return the students who are known by this."""
        what, text = key
        found = self._by.get(what, {}).get(text, ())
        return (found,) if isinstance(found, Marked) else found


def _keys_of(one: Marked) -> set[Key]:
    keys = {("id", one.student.casefold()), ("email", one.student.casefold())}
    keys |= {("email", email.casefold()) for email in one.emails}
    keys |= {("name", way) for name in one.names for way in turned(name)}
    if one.person is not None:
        keys |= {(one.person.lms, one.person.key.casefold()), ("submission", one.person.submission)}
        keys |= {("id", one.person.key.casefold())} if one.person.lms == "gradescope" else set()
    return keys


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
