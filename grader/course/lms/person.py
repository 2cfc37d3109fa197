"""Who handed in, as a platform says it: kept from the names in a download to the gradebook."""

from __future__ import annotations

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
