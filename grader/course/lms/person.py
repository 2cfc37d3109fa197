"""Who handed in, as a platform says it: kept from the names in a download to the gradebook; how platforms change names."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import NamedTuple


class Person(NamedTuple):
    """A student, or a group that hands in as one, by the platform's own `key`; what else the download says of them.

    `time` is when the counting submission was handed in, in ISO 8601, "" where the download does not say it; `is_late`: the
    platform's own due date had passed. `submission` is the platform's id of what was handed in.
    """

    lms: str
    key: str
    name: str = ""
    email: str = ""
    submission: str = ""
    time: str = ""
    is_late: bool = False

    @property
    def student(self) -> str:
        """Return what the student is called where no roster says it: as the platform's own gradebook calls them."""
        return f"Participant {self.key}" if self.lms == "moodle" else self.key

    def as_data(self) -> dict[str, str]:
        """Return what is known, for a result."""
        stated = self._asdict() | {"is_late": "yes" if self.is_late else ""}
        return {name.removeprefix("is_"): value for name, value in stated.items() if value}


def person_of(stated: Mapping[str, str]) -> Person | None:
    """Return who a result says handed in; None where it came by no platform."""
    if not stated:
        return None
    known = {name: stated.get(name, "") for name in Person._fields if name != "is_late"}
    return Person(**known, is_late=bool(stated.get("late")))


def letters(name: str) -> str:
    """Return a name without what platforms change in it: case, blanks, apostrophes, how letters are composed.

    >>> letters("Žofia O'Neil-Müller") == letters("zofia oneilmuller"), letters("Ann") == letters("ANN ")
    (False, True)
    """
    composed = unicodedata.normalize("NFC", name).casefold()
    return "".join(letter for letter in composed if letter.isalnum())


def turned(name: str) -> set[str]:
    """Return the ways in which a platform may write a name: as it is, and beginning with any of its words, as lists do.

    >>> sorted(turned("Ann van Berg"))
    ['annvanberg', 'bergannvan', 'vanbergann']
    """
    words = name.split()
    return {letters("".join((*words[at:], *words[:at]))) for at in range(len(words))}
