"""The form of answers that are sets of numbers, typed as intervals or as inequalities; and the cell of an end of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple, TypeAlias

from grader.core.answers import cells as read
from grader.core.answers.case import Case, NotJudged, show_given
from grader.core.answers.inputs import (
    NOTHING,
    WRITE_NOTHING,
    Carried,
    Field,
    Item,
    Items,
    Typed,
    Upload,
    Widget,
    pick,
    share_out,
)
from grader.core.answers.part import Around, Cell, Form, Marker, Room, Rule, written_out
from grader.core.answers.reports import Entry, PartReport, Verdict, Written
from grader.core.answers.rounding import is_right_number, room_of_number
from grader.core.data import Plain
from grader.core.errors import Path
from grader.core.games.problem import Problem
from grader.core.intervals import (
    LONGEST,
    MOST_INTERVALS,
    Interval,
    Numbers,
    closure,
    in_words,
    integers,
    interior,
    is_part,
    read_numbers,
    show_interval,
    union,
    within,
)
from grader.core.numbers import Bound, Number, decimal_text, rounded, show_number, write_number
from grader.core.text import printable

ROUGHLY = 6
"""Decimals to which an irrational end is known: scores that differ less than a little count as tied."""
_LONG = 10**4
_MOST_ROWS = 6
"""For so many intervals a platform's page has rows; with more nobody finds the way."""
_HOW = (
    "Write them as intervals such as [2, 5), the fewest that hold them, from left to right: [ and ] where an end belongs to them, "
    "else ( and ). No end is beyond what x can be."
)
_HOW_WHOLE = (
    "Write them as the fewest intervals of whole numbers that hold them, from left to right, each by its smallest and its largest number. "
    "No end is beyond what x can be."
)
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


class Range(Form):
    """A set of numbers. Reference answers are the numbers, of which those count that `within(problem)` holds.

    An answer that only has ends in it that should be out, or out that should be in, earns half. `rows(problem)` is for how many
    intervals a learning platform has fields.
    """

    by_item = True
    definition = "range"
    example = 'for example ["(-inf, 2]", "[5, 8)"] or x <= 2, or [] for no x'

    def __init__(self, within: Callable[[Problem], Within], rows: Callable[[Problem], int] = lambda _: 2) -> None:
        self.within, self.rows = within, rows

    def read(self, problem: Problem, raw: object) -> Written:
        """Return the numbers that were written, as one text or a list of texts. Raises NotJudged."""
        texts: list[object] = read.whole(raw) if isinstance(raw, list) else [raw]
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

    def write(self, problem: Problem, answer: Numbers) -> Plain:
        """Return the intervals as a document holds them: the fewest, from left to right."""
        settled = self.within(problem).settled(answer)
        return [show_interval(one, lambda end: str(_written(end))) for one in settled]

    def show(self, problem: Problem, answer: Numbers) -> str:
        """Return the numbers as reports show them: as inequalities."""
        allowed = self.within(problem)
        return in_words(allowed.settled(answer), partial(allowed.say, problem))

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

    def equality(self, case: Case) -> Rule:
        """Return how a script settles what was typed: by the domain, and whether whole numbers are meant."""
        allowed = self.within(case.problem)
        domain = [show_number(allowed.domain.low), show_number(allowed.domain.high)]
        return {"form": "range", "domain": domain, "whole": allowed.has_integers}

    def compared(self, case: Case, answer: Numbers) -> Plain:
        """Return of each interval the two ends with their rooms, and whether they belong to it."""
        allowed = self.within(case.problem)
        ends = (
            (written_out([(end, allowed.room(end)) for end in one[:2]]), one.has_low, one.has_high)
            for one in allowed.settled(answer)
        )
        return [[*rooms, has_low, has_high] for rooms, has_low, has_high in ends]

    def mark(self, marker: Marker, given: Written) -> PartReport:
        """Return all marks, half of them where only the inclusion of ends is wrong, or none."""
        problem, expected = marker.case.problem, marker.expected
        if self.same(problem, expected, given.value) or not self.differ_in_ends_only(problem, expected, given.value):
            return super().mark(marker, given)
        shown, half, why = (
            self.show(problem, expected),
            Fraction(marker.possible) / 2,
            marker.part.explain(marker.case, None),
        )
        message = f"only which ends belong to it is wrong: half marks; expected {shown}. {why}".rstrip()
        return marker.whole(Entry(Verdict.WRONG, None, given.text, shown, half, marker.possible, message))

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: a line."""
        return Room(40)

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: a line to type on, and what was understood below it."""
        return Widget("range", fields=(Field("", "range-text"),), is_whole=True)

    def items(self, case: Case, answer: Numbers) -> Carried:
        """Return what a learning platform asks: how many intervals there are, and of each two ends and two brackets, or of whole numbers the ends.

        All that the set takes counts the same; the brackets of infinite ends and the rows behind the last interval count nothing.
        """
        allowed, rows = self.within(case.problem), self.rows(case.problem)
        if rows > _MOST_ROWS:
            return Upload("a set of so many intervals is too long for a platform's page")
        found = allowed.settled(answer)
        fields: list[Item] = [pick("How many intervals", 1, [(str(n), n == len(found)) for n in range(rows + 1)])]
        for place in range(rows):
            fields += _row(allowed, f"{place + 1}.", found[place] if place < len(found) else None)
        how = _HOW_WHOLE if allowed.has_integers else _HOW
        return Items(tuple(share_out(fields, 1 / Fraction(sum(one.share for one in fields)))), f"{how} {WRITE_NOTHING}")


def _row(allowed: Within, label: str, one: Interval | None) -> Iterator[Item]:
    """Yield the fields of an interval, or of a row in which none belongs."""
    low, high = (None, None) if one is None else (one[0::2], one[1::2])
    ends = (_end(allowed, f"{label} from", low), _end(allowed, f"{label} to", high))
    if allowed.has_integers:
        yield from ends
        return
    yield _bracket(label, "[", "(", low)
    yield from ends
    yield _bracket(label, "]", ")", high)


def _end(allowed: Within, label: str, side: tuple[Bound, bool] | None) -> Typed:
    """Return the field of an end; one at which x ends for every claim tells nothing."""
    if side is None:
        return Typed(label, 0, ((NOTHING, 0),), "bound")
    return Typed(label, 1, ((side[0], allowed.room(side[0])),), "bound", side[0] not in allowed.domain[:2])


def _bracket(label: str, is_in: str, is_out: str, side: tuple[Bound, bool] | None) -> Item:
    """Return the choice of a bracket: at an infinite end, which belongs to no interval, either will do."""
    end, has_end = side or (0, False)
    is_free = isinstance(end, float)
    options = [(is_in, has_end or is_free), (is_out, side is not None and not has_end), (NOTHING, side is None)]
    return pick(f"{label} {is_in} or {is_out}", int(side is not None and not is_free), options)


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


def extreme_cell(within: Callable[[Problem], Within]) -> Cell[Extreme]:
    """Return the cell of the smallest or largest number: a number, an infinity, or none."""

    def is_right(problem: Problem, expected: Extreme, given: Extreme) -> bool:
        return expected == given or (
            not isinstance(expected, str) and not isinstance(given, str) and within(problem).is_end(expected, given)
        )

    def rooms(problem: Problem, expected: Extreme) -> Sequence[Around]:
        return [(expected, 0 if isinstance(expected, str) else within(problem).room(expected))]

    return Cell(
        _read_extreme,
        lambda end: end if isinstance(end, str) else _written(end),
        lambda problem, end: end if isinstance(end, str) else within(problem).say(problem, end),
        is_right,
        rooms,
        "range-end",
        "numbers, infinities or none",
    )


def _read_extreme(raw: object, path: Path) -> Written:
    text = str(raw).strip()
    return Written(NO_END, printable(text)) if text.casefold() == NO_END else read.bound(raw, path)


def _written(end: Bound) -> int | str:
    """Return an end as a document holds it: a rounded one as the decimal that it is."""
    if isinstance(end, Fraction) and end.denominator > _LONG and 10**ROUGHLY % end.denominator == 0:
        return known_end(end)
    return write_number(end)


def known_end(end: Number) -> str:
    """Return a rounded end with all decimals to which it is known."""
    return decimal_text(end, ROUGHLY)


def roughly(numbers: Numbers) -> Numbers:
    """Return the numbers with irrational ends cut to the decimals to which they are known."""
    return union(one._replace(low=_cut(one.low), high=_cut(one.high)) for one in numbers)


def _cut(end: Bound) -> Bound:
    return end if isinstance(end, float | int) else rounded(end, Fraction(1, 10**ROUGHLY))
