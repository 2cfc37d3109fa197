"""What handing in late costs: per cent of the possible marks for each day begun, by times that platforms and tables say, and no clock."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from grader.core.data import Data
from grader.core.numbers import marks_text, points_text, read_number, rounded
from grader.core.policy import CENT
from grader.core.text import printable, quoted
from grader.core.times import Time, days_after, read_local, read_time, write_time
from grader.course.gradebook_files import FileRefused, Line, Table, column_of, read_table
from grader.course.lms import letters, lms_of, person_of
from grader.course.quiz import Student
from grader.course.tally import Row


class Marks(NamedTuple):
    """The marks of a student before and after; `penalty` is None where nobody knows when the work came."""

    raw: Fraction
    penalty: Fraction | None
    final: Fraction


Who = str
"""How a table knows a student: "id s1002", "email ann@example.edu", "name annlee" or "moodle 5"."""


OF_LATENESS = frozenset({"--due", "--grace", "--late-penalty", "--times"})
"""The options of a run that bear on no mark as it is given: what they cost is taken off afterwards."""


class Late(NamedTuple):
    """When work was due, how many minutes later still counts as in time, and what each day begun after that costs.

    `times` are those of tables, each with who it is of; they go before what a download says, and decisions before both.
    """

    due: Time
    grace: int
    percent: Fraction
    times: tuple[tuple[Who, str], ...] = ()

    def days(self, row: Row, listed_as: Student | None = None) -> int | None:
        """Return how many days late, begun ones counted as whole; the grace only says who is late at all. None: nobody knows.

        Where a platform says no more than that something is late, that is one day.
        """
        due = read_time(row.due) if row.due else self.due
        try:
            return days_after(read_time(self._time(row, listed_as)), due, self.grace)
        except ValueError:
            person = person_of(row.platform)
            return int(person.is_late) if person is not None and person.platform.says_late else None

    def rule(self) -> str:
        """Return what lateness costs, as it is told before anybody is late."""
        return f"{marks_text(self.percent)} per cent are taken off for each day begun since then."

    def is_one_day(self, row: Row, listed_as: Student | None = None) -> bool:
        """Return whether one day is taken off because nothing says more than that it is late."""
        return not self._time(row, listed_as) and self.days(row, listed_as) == 1

    def marks(self, row: Row, listed_as: Student | None = None) -> Marks:
        """Return what is left of the marks of a row; never less than nothing."""
        raw, days = row.earned, self.days(row, listed_as)
        if days is None:
            return Marks(raw, None, raw)
        penalty = min(raw, Fraction(rounded(row.possible * self.percent * days / 100, CENT)))
        return Marks(raw, penalty, raw - penalty)

    def sentence(self, row: Row, listed_as: Student | None = None) -> str:
        """Return what the student reads of it, with the marks that are left; nothing where nothing is taken off."""
        _, penalty, final = self.marks(row, listed_as)
        if not row.has_marks or not penalty:
            return ""
        left = f"{marks_text(final)} of {points_text(row.possible)}"
        return f"Handed in late: {points_text(penalty)} taken off, which leaves {left}."

    def _time(self, row: Row, listed_as: Student | None) -> str:
        known = _by_who(self.times)
        return row.handed_in or next(
            (known[who] for who in _who_is(row, listed_as) if who in known), row.platform.get("time", "")
        )

    def as_data(self) -> dict[str, Data]:
        """Return it as the command line says it."""
        said = {"--due": write_time(self.due), "--grace": self.grace, "--late-penalty": str(self.percent)}
        return said | ({"--times": [list(one) for one in self.times]} if self.times else {})


@lru_cache(2)  # it is asked for every hand-in of a run
def _by_who(times: tuple[tuple[Who, str], ...]) -> dict[Who, str]:
    return dict(times)


def late_in(options: Mapping[str, Data]) -> Late | None:
    """Return what the options of a run say of late work; None where they say nothing."""
    if "--due" not in options:
        return None
    times = tuple((who, time) for who, time in options.get("--times", ()))
    return Late(
        read_time(options["--due"]), options["--grace"], Fraction(read_number(options["--late-penalty"])), times
    )


def _who_is(row: Row, listed_as: Student | None) -> Iterator[Who]:
    """Yield by what a table may know the student of a row, what says most first."""
    if (person := person_of(row.platform)) is not None:
        yield _who(person.column if person.column in _KNOWN else "id", person.key)
    yield _who("id", row.student)
    for one in (listed_as.email if listed_as else "", row.platform.get("email", "")):
        if one:
            yield _who("email", one)
    for one in (listed_as.name if listed_as else "", row.platform.get("name", "")):
        if one:
            yield _who("name", one)


def _who(what: str, said: str) -> Who:
    return f"{what} {letters(said) if what == 'name' else said.strip().casefold()}"


# -- tables of times, known by their headers


class _Kind(NamedTuple):
    """A sort of table: what its header has, its column of times, by which columns it knows students, and how it writes a time."""

    needed: Sequence[str]
    time: str
    who: Sequence[tuple[str, str]]
    read: Callable[[str, Time], Time]


_MOODLE = re.compile(r"[A-Za-z]+day, ([0-9]{1,2}) ([A-Z][a-z]+) ([0-9]{4}), ([0-9]{1,2}:[0-9]{2}) ?([AP]M)?")
_EXPECTED = (
    "that of a Moodle grading worksheet (Identifier, Last modified (submission)), of Gradescope's grades (SID, Submission Time), "
    "or id and time"
)
_MOST_NAMED = 8


def _moodles(text: str, due: Time) -> Time:
    """Return a time as Moodle's worksheet writes it, which names no zone: it is that of the due time.

    >>> _moodles("Friday, 20 November 2026, 6:11 PM", read_time("2026-11-20T18:00+01:00")).isoformat()
    '2026-11-20T18:11:00+01:00'
    """
    found = _MOODLE.fullmatch(text)
    form = "%d %B %Y %I:%M %p" if found and found[5] else "%d %B %Y %H:%M"
    try:
        return read_local(" ".join(filter(None, found.groups() if found else ())), form, due)
    except ValueError:
        raise ValueError("expected a time of Moodle such as Friday, 20 November 2026, 6:11 PM") from None


_KINDS = (
    _Kind(
        ("Last modified (submission)",),
        "Last modified (submission)",
        (("Identifier", "moodle"), ("Email address", "email"), ("Full name", "name")),
        _moodles,
    ),
    _Kind(
        ("Submission Time",), "Submission Time", (("SID", "id"), ("Email", "email")), lambda text, _: read_time(text)
    ),
    _Kind(("id", "time"), "time", (("id", "id"),), lambda text, _: read_time(text)),
)
_KNOWN = {what for kind in _KINDS for _, what in kind.who}


def read_times(content: bytes, due: Time) -> list[tuple[Who, str]]:
    """Return the times that a table says, each with all by which it knows the student. Raises FileRefused."""
    table = read_table(content)
    kind = next((one for one in _KINDS if all(column_of(table.header, name) >= 0 for name in one.needed)), None)
    if kind is None:
        named = quoted(table.header, _MOST_NAMED) or "nothing"
        raise FileRefused(f"its first line names {named}, expected {_EXPECTED}; headers are known in English")
    return _times(table, kind, due)


def _times(table: Table, kind: _Kind, due: Time) -> list[tuple[Who, str]]:
    column, faults = column_of(table.header, kind.time), list[str]()
    found: dict[Who, tuple[str, int]] = {}
    names: set[Who] = set()
    for line in table.lines:
        said = line.said(column)
        if said in ("", "-"):
            continue
        try:
            time = write_time(kind.read(said, due))
        except ValueError as failure:
            faults.append(f'line {line.number}: "{printable(said)}": {failure}')
            continue
        for who in _known(line, table, kind):
            before, number = found.setdefault(who, (time, line.number))
            if before != time and who.startswith("name "):
                names.add(who)  # of two people of one name nobody knows which it is
            elif before != time:
                faults.append(f"lines {number} and {line.number} say two times for {printable(who)}; leave one")
    if faults:
        raise FileRefused(*faults)
    return [(who, time) for who, (time, _) in found.items() if who not in names]


def _known(line: Line, table: Table, kind: _Kind) -> Iterator[Who]:
    for name, what in kind.who:
        if said := line.said(column_of(table.header, name)):
            yield _who(what, said.removeprefix(lms_of(what).called))
