"""What handing in late costs: per cent of the possible marks for each day begun, by the platform's times and no clock."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from grader.course.row import Row
from grader.data import Data
from grader.exact import read_number, rounded
from grader.policy import CENT
from grader.times import Time, days_after, read_time, write_time


class Marks(NamedTuple):
    """The marks of a student before and after; `penalty` is None where nobody knows when the work came."""

    raw: Fraction
    penalty: Fraction | None
    final: Fraction


class Late(NamedTuple):
    """When work was due, how many minutes later still counts as in time, and what each day begun after that costs."""

    due: Time
    grace: int
    percent: Fraction

    def days(self, time: Time) -> int:
        """Return how many days late, begun ones counted as whole; the grace only says who is late at all."""
        return days_after(time, self.due, self.grace)

    def marks(self, row: Row) -> Marks:
        """Return what is left of the marks of a row; never less than nothing."""
        raw = row.earned
        try:
            days = self.days(read_time(row.platform.get("time", "")))
        except ValueError:
            return Marks(raw, None, raw)
        penalty = min(raw, Fraction(rounded(row.possible * self.percent * days / 100, CENT)))
        return Marks(raw, penalty, raw - penalty)

    def as_data(self) -> dict[str, Data]:
        """Return it as the command line says it."""
        return {"--due": write_time(self.due), "--grace": self.grace, "--late-penalty": str(self.percent)}


def late_in(options: Mapping[str, Data]) -> Late | None:
    """Return what the options of a run say of late work; None where they say nothing."""
    if "--due" not in options:
        return None
    return Late(read_time(options["--due"]), options["--grace"], Fraction(read_number(options["--late-penalty"])))
