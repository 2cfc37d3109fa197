"""The form of answers that are sets of numbers, typed as intervals or as inequalities; and the cell of an end of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple, TypeAlias

from grader.answers import read
from grader.answers.as_data import written_out
from grader.answers.case import Case, Key, NotJudged, Raw, show_given
from grader.answers.part import Around, Cell, Fragment, Part, Room, Template
from grader.answers.platform import Upload
from grader.answers.range_text import LONGEST, MOST_INTERVALS, read_numbers
from grader.answers.widget import Field, Widget
from grader.data import Data
from grader.errors import Path
from grader.exact import Bound, Number, rounded, show_number, write_number
from grader.games.problem import Problem
from grader.intervals import (
    Interval,
    Numbers,
    closure,
    in_words,
    integers,
    interior,
    is_part,
    show_interval,
    union,
    within,
)
from grader.marks.by_shape import mark_one
from grader.marks.reports import Entry, PartReport, Verdict, Written
from grader.marks.tolerance import is_right_number, room_of_number
from grader.printable import printable

ROUGHLY = 6
"""Decimals to which an irrational end is known: scores that differ less than a little count as tied."""
_LONG = 10**4
NO_END = "none"
"""What stands for the smallest or largest of numbers that have none."""


class Within(NamedTuple):
    """Which numbers can be meant: those of the domain, whole ones only where it says so.

    An end may be rounded as other numbers of the problem: to `decimals`, a whole one only where these are `stated`. `is_rough`: ends
    are irrational, and reports show them rounded too.
    """

    domain: Interval
    has_integers: bool = False
    decimals: int | None = None
    stated: bool = False
    is_rough: bool = False

    def settled(self, numbers: Numbers) -> Numbers:
        """Return those of the numbers that can be meant."""
        kept = within(numbers, self.domain)
        return integers(kept) if self.has_integers else kept

    def is_end(self, expected: Bound, given: Bound) -> bool:
        """Return whether a given end is the expected one."""
        return is_right_number(expected, given, self.decimals, stated=self.stated)

    def room(self, end: Bound) -> Number:
        """Return by how much a given end may differ from an expected one."""
        return room_of_number(end, self.decimals, stated=self.stated)

    def say(self, problem: Problem, end: Bound) -> str:
        """Return an end as reports show it."""
        if not self.is_rough or self.decimals is None or isinstance(end, float | int):
            return problem.say(end)
        return f"{float(end):.{min(max(self.decimals, 2), 12)}f}"


class Range(NamedTuple):
    """A set of numbers. Reference answers are the numbers, of which those count that `within(problem)` holds.

    An answer that only has ends in it that should be out, or out that should be in, earns half.
    """

    within: Callable[[Problem], Within]
    by_entry: bool = False
    missing_is_blank: bool = False
    by_item: bool = True

    def name(self, problem: Problem, key: Key) -> str:
        """Return nothing: there is one thing only."""
        return ""

    def read(self, problem: Problem, raw: Raw) -> Written:
        """Return the numbers that were written, as one text or a list of texts. Raises NotJudged."""
        texts = raw if isinstance(raw, list) else [raw]
        if len(texts) > MOST_INTERVALS or sum(len(str(text)) for text in texts) > LONGEST * 10:
            raise NotJudged(f"too long, expected at most {MOST_INTERVALS:,} intervals")
        found: list[Interval] = []
        for place, text in enumerate(texts):
            try:
                found += read_numbers(str(text))
            except ValueError as failure:
                path: Path = (place,) if isinstance(raw, list) else ()
                raise NotJudged(str(failure), path) from None
        if len(found) > MOST_INTERVALS:
            raise NotJudged(f"too many intervals, expected at most {MOST_INTERVALS:,}")
        return Written(union(found), ", ".join(map(show_given, texts)) or show_given(raw))

    def write(self, problem: Problem, answer: Numbers) -> Raw:
        """Return the intervals as a document holds them: the fewest, from left to right."""
        settled = self.within(problem).settled(answer)
        return [show_interval(one, lambda end: str(_written(end))) for one in settled]

    def show(self, problem: Problem, answer: Numbers) -> str:
        """Return the numbers as reports show them: as inequalities."""
        allowed = self.within(problem)
        return in_words(allowed.settled(answer), partial(allowed.say, problem))

    def meant(self, problem: Problem, given: Written) -> Numbers:
        """Return the numbers that were written."""
        return given.value  # type: ignore[no-any-return]  # what it read itself

    def same(self, problem: Problem, answer: Numbers, other: Numbers) -> bool:
        """Return whether the other numbers are right where the first are expected."""
        allowed = self.within(problem)
        return _are_same(allowed, allowed.settled(answer), allowed.settled(other))

    def differ_in_ends_only(self, problem: Problem, answer: Numbers, other: Numbers) -> bool:
        """Return whether two sets have the same intervals but for which ends belong to them, and neither is empty.

        The ends of the whole numbers from 4 on are those of x ≥ 4 and of x > 3: a mistake at either is one, however it is
        written.
        """
        allowed = self.within(problem)
        expected, given = within(answer, allowed.domain), allowed.settled(other)
        if not expected or not given:
            return False
        if not allowed.has_integers:
            return _are_same(allowed, closure(expected), closure(given))
        stated = (one for one in (expected, integers(expected)) if one)
        return any(is_part(integers(interior(one)), given) and is_part(given, integers(closure(one))) for one in stated)

    def tells(self, problem: Problem, given: Written) -> bool:
        """Return whether there is more in the answer than "never" or "always", which many mistakes lead to."""
        allowed = self.within(problem)
        return allowed.settled(given.value) not in ((), allowed.settled((allowed.domain,)))

    def equality(self, case: Case) -> dict[str, Data]:
        """Return how a script settles what was typed: by the domain, and whether whole numbers are meant."""
        allowed = self.within(case.problem)
        domain = [show_number(allowed.domain.low), show_number(allowed.domain.high)]
        return {"form": "range", "domain": domain, "whole": allowed.has_integers}

    def compared(self, case: Case, answer: Numbers) -> Data:
        """Return of each interval the two ends with their rooms, and whether they belong to it."""
        allowed = self.within(case.problem)
        ends = (
            (written_out([(end, allowed.room(end)) for end in one[:2]]), one.has_low, one.has_high)
            for one in allowed.settled(answer)
        )
        return [[*rooms, has_low, has_high] for rooms, has_low, has_high in ends]

    def mark(self, case: Case, part: Part, given: Written, possible: Number) -> PartReport:
        """Return all marks, half of them where only the inclusion of ends is wrong, or none."""
        problem, expected = case.problem, case.expected(part.name)
        right = self.same(problem, expected, given.value)
        shown = self.show(problem, expected)
        if right or not self.differ_in_ends_only(problem, expected, given.value):
            explain = partial(part.explain, case, None)
            return mark_one(part.name, possible, given, shown, right=right, explain=explain)
        half = Fraction(possible) / 2
        message = f"only which ends belong to it is wrong: half marks; expected {shown}. {part.explain(case, None)}"
        entry = Entry(Verdict.WRONG, None, given.text, shown, half, possible, message.rstrip())
        return PartReport(part.name, half, possible, (entry,))

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a text, or a list of texts."""
        fragment = {"$ref": f"{definitions}range"}
        return {"if": {"type": "null"}, "else": fragment} if blanks else fragment

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how intervals are written."""
        return Template('for example ["(-inf, 2]", "[5, 8)"] or x <= 2, or [] for no x')

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: a line."""
        return Room(40)

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: a line to type on, and what was understood below it."""
        return Widget("range", fields=(Field("", "range-text"),))

    def items(self, case: Case, answer: Numbers) -> Upload:
        """Return that no learning platform reads intervals."""
        return Upload("the same numbers can be written in many ways, and a platform compares letters")


def _are_same(allowed: Within, expected: Numbers, given: Numbers) -> bool:
    """Return whether two sets have the same intervals, as exactly as it is asked."""
    if len(expected) != len(given):
        return False
    return all(
        one[2:] == other[2:] and allowed.is_end(one.low, other.low) and allowed.is_end(one.high, other.high)
        for one, other in zip(expected, given, strict=True)
    )


# the smallest or largest of the numbers

Extreme: TypeAlias = Bound | str
"""A number, an infinity, or `NO_END`."""


def extreme_cell(within: Callable[[Problem], Within]) -> Cell:
    """Return the cell of the smallest or largest number: a number, an infinity, or none."""

    def is_right(problem: Problem, expected: Extreme, given: Extreme) -> bool:
        return expected == given or (
            not isinstance(expected, str) and not isinstance(given, str) and within(problem).is_end(expected, given)
        )

    def rooms(problem: Problem, expected: Extreme) -> Sequence[Around]:
        return [(expected, 0 if isinstance(expected, str) else within(problem).room(expected))]

    def show_extreme(problem: Problem, end: Extreme) -> str:
        return end if isinstance(end, str) else within(problem).say(problem, end)

    return Cell(
        _read_extreme, _write_extreme, show_extreme, is_right, rooms, "range-end", "numbers, infinities or none"
    )


def _read_extreme(raw: Raw, path: Path) -> Written:
    text = str(raw).strip()
    return Written(NO_END, printable(text)) if text.casefold() == NO_END else read.bound(raw, path)


def _write_extreme(end: Extreme) -> Raw:
    return end if isinstance(end, str) else _written(end)


def _written(end: Bound) -> int | str:
    """Return an end as a document holds it: a rounded one as the decimal that it is."""
    if isinstance(end, Fraction) and end.denominator > _LONG and 10**ROUGHLY % end.denominator == 0:
        return known_end(end)
    return write_number(end)


def known_end(end: Number) -> str:
    """Return a rounded end with all decimals to which it is known."""
    return f"{float(end):.{ROUGHLY}f}".rstrip("0").removesuffix(".")


def roughly(numbers: Numbers) -> Numbers:
    """Return the numbers with irrational ends cut to the decimals to which they are known."""
    return union(one._replace(low=_cut(one.low), high=_cut(one.high)) for one in numbers)


def _cut(end: Bound) -> Bound:
    return end if isinstance(end, float | int) else rounded(end, Fraction(1, 10**ROUGHLY))
