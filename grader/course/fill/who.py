"""By what the lines of gradebooks know a student."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from grader.course.fill.marked import Marked
from grader.course.lms.person import letters, turned
from grader.course.spool import Places

Key = tuple[str, str]
"""What a column says, and the text in it by which a student is known."""


_ID = "id"
"""Other columns may say it, too."""


class Known:
    """The students by all that the columns of a gradebook may call them; of none is more held than their places."""

    def __init__(self, students: Sequence[Marked], columns: Iterable[str]) -> None:
        self._students, self._places, self._said = students, Places(), {*columns, _ID}

    def add(self, place: int, one: Marked) -> None:
        """Take note of the student at a place."""
        for what, text in {*_keys_of(one)}:
            if what in self._said and text:
                self._places.add((what, text), place)

    def get(self, key: Key) -> list[tuple[int, Marked]]:
        """Return the students who are known by this, each with the place."""
        found = ((place, self._students[place]) for place in self._places.of(key) if key[1])
        return [(place, one) for place, one in found if key in _keys_of(one)]


def _keys_of(one: Marked) -> Iterator[Key]:
    """Yield what columns may say of a student, some of it twice; names, which take their time, at the end."""
    if one.person is None or one.person.lms == "gradescope" or one.student != one.person.student:
        yield from (("id", one.student.casefold()), ("email", one.student.casefold()))  # no number of a platform
    yield from (("email", email.casefold()) for email in one.emails)
    if one.person is not None:
        yield from ((one.person.lms, one.person.key.casefold()), ("submission", one.person.submission))
        if one.person.lms == "gradescope":
            yield "id", one.person.key.casefold()
    yield from (("name", way) for name in one.names for way in turned(name))


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
