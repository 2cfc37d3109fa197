"""Sets of numbers as intervals: with either end in or out, or without an end. Exact, and each set has one form.

A set is a tuple of intervals from left to right that neither overlap nor touch, so equal sets are equal tuples.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from grader.core.numbers import INFINITY, Bound, Number, read_bound, show_number, whole
from grader.core.text import printable


class Interval(NamedTuple):
    """The numbers from `low` to `high`; `has_low` and `has_high` say whether these belong to it. An infinity never does."""

    low: Bound
    high: Bound
    has_low: bool = False
    has_high: bool = False

    @property
    def is_empty(self) -> bool:
        """Return whether no number is in it."""
        return self.low > self.high or (self.low == self.high and not (self.has_low and self.has_high))


Numbers: TypeAlias = tuple[Interval, ...]
"""A set of numbers in its one form: see `union`."""

ALL: Numbers = (Interval(-INFINITY, INFINITY),)
NONE: Numbers = ()


def closed(low: Bound, high: Bound) -> Interval:
    """Return the interval with both of its ends, where they are numbers.

    >>> show(union([closed(-INFINITY, 3)]))
    '(-inf, 3]'
    """
    return Interval(low, high, low > -INFINITY, high < INFINITY)


def point(number: Number) -> Interval:
    """Return the interval of one number."""
    return Interval(number, number, has_low=True, has_high=True)


def union(intervals: Iterable[Interval]) -> Numbers:
    """Return the numbers that are in any of the intervals: the fewest intervals that say so, from left to right.

    >>> show(union([closed(4, 6), Interval(3, 4), point(3)]))
    '[3, 6]'
    """
    found: list[Interval] = []
    for one in sorted(
        (one for one in intervals if not one.is_empty), key=lambda one: (one.low, not one.has_low, one.high)
    ):
        last = found[-1] if found else None
        if last is None or one.low > last.high or (one.low == last.high and not (one.has_low or last.has_high)):
            found.append(one)
        elif (one.high, one.has_high) > (last.high, last.has_high):
            found[-1] = last._replace(high=one.high, has_high=one.has_high)
    return tuple(found)


def within(numbers: Numbers, domain: Interval) -> Numbers:
    """Return those of the numbers that are in one interval."""
    return union(_both(one, domain) for one in numbers)


def _both(one: Interval, other: Interval) -> Interval:
    low, no_low = max((one.low, not one.has_low), (other.low, not other.has_low))
    high, has_high = min((one.high, one.has_high), (other.high, other.has_high))
    return Interval(low, high, not no_low, has_high)


def complement(numbers: Numbers, domain: Interval) -> Numbers:
    """Return what is in one interval but not among the numbers.

    >>> show(complement(union([closed(-INFINITY, 3)]), *ALL))
    '(3, inf)'
    """
    gaps: list[Interval] = []
    low, has_low = domain.low, domain.has_low
    for one in within(numbers, domain):
        gaps.append(Interval(low, one.low, has_low, not one.has_low and one.low > -INFINITY))
        low, has_low = one.high, not one.has_high and one.high < INFINITY
    gaps.append(Interval(low, domain.high, has_low, domain.has_high))
    return union(gaps)


def closure(numbers: Numbers) -> Numbers:
    """Return the numbers with all ends of their intervals."""
    return union(closed(one.low, one.high) for one in numbers)


def interior(numbers: Numbers) -> Numbers:
    """Return the numbers without the ends of their intervals."""
    return union(Interval(one.low, one.high) for one in numbers)


def is_part(numbers: Numbers, of: Numbers) -> bool:
    """Return whether all of the numbers are among others; of sets of whole numbers, where both are `integers`."""
    return union((*numbers, *of)) == of


def integers(numbers: Numbers) -> Numbers:
    """Return the whole numbers among them as intervals with closed ends; neighbours stand in one.

    >>> show(integers(union([Interval(2, 5), closed(6, 7)])))
    '[3, 4] or [6, 7]'
    """
    found: list[Interval] = []
    for one in map(_integers, numbers):
        if one.is_empty:
            continue
        if found and one.low <= found[-1].high + 1:
            found[-1] = found[-1]._replace(high=one.high, has_high=one.has_high)
        else:
            found.append(one)
    return tuple(found)


def _integers(one: Interval) -> Interval:
    low, high = one.low, one.high
    if not isinstance(low, float):
        low = ceil(low) + (low == ceil(low) and not one.has_low)
    if not isinstance(high, float):
        high = floor(high) - (high == floor(high) and not one.has_high)
    return closed(low, high)


def exchanged(numbers: Numbers) -> Numbers:
    """Return the intervals with their finite ends in where they were out, and out where they were in."""
    return union(
        Interval(one.low, one.high, not one.has_low and one.low > -INFINITY, not one.has_high and one.high < INFINITY)
        for one in numbers
    )


def is_in(number: Number, numbers: Numbers) -> bool:
    """Return whether a number is among them."""
    return any(not _both(one, point(number)).is_empty for one in numbers)


def smallest(numbers: Numbers) -> Bound | None:
    """Return the smallest of the numbers, -inf where they have no end; None where there is none or their end is open."""
    return _end(numbers[0].low, has_end=numbers[0].has_low) if numbers else None


def largest(numbers: Numbers) -> Bound | None:
    """Return the largest of the numbers, inf where they have no end; None where there is none or their end is open."""
    return _end(numbers[-1].high, has_end=numbers[-1].has_high) if numbers else None


def _end(end: Bound, *, has_end: bool) -> Bound | None:
    return end if has_end or isinstance(end, float) else None


def show_interval(one: Interval, say: Callable[[Bound], str] = show_number) -> str:
    """Return an interval as a document holds it.

    >>> show_interval(closed(3, 3)), show_interval(Interval(-INFINITY, 3))
    ('[3, 3]', '(-inf, 3)')
    """
    return f"{'[' if one.has_low else '('}{say(one.low)}, {say(one.high)}{']' if one.has_high else ')'}"


def show(numbers: Numbers, say: Callable[[Bound], str] = show_number) -> str:
    """Return the numbers as a sentence holds them."""
    return " or ".join(show_interval(one, say) for one in numbers) or "none"


def inequality(one: Interval, say: Callable[[Bound], str] = show_number) -> str:
    """Return an interval as a student writes it.

    >>> inequality(Interval(2, 7, has_high=True)), inequality(closed(3, 3)), inequality(closed(3, INFINITY))
    ('2 < x ≤ 7', 'x = 3', 'x ≥ 3')
    """
    low, high = say(one.low), say(one.high)
    below, above = "≤" if one.has_low else "<", "≤" if one.has_high else "<"
    if one.low == one.high:
        return f"x = {low}"
    if one.low == -INFINITY:
        return "any x" if one.high == INFINITY else f"x {above} {high}"
    if one.high == INFINITY:
        return f"x {'≥' if one.has_low else '>'} {low}"
    return f"{low} {below} x {above} {high}"


def in_words(numbers: Numbers, say: Callable[[Bound], str] = show_number) -> str:
    """Return the numbers as inequalities.

    >>> in_words(union([closed(-INFINITY, 3), Interval(7, 9)]))
    'x ≤ 3 or 7 < x < 9'
    """
    return " or ".join(inequality(one, say) for one in numbers) or "no x"


def ends(numbers: Numbers) -> Iterator[Number]:
    """Yield the finite ends, from left to right."""
    for one in numbers:
        for end in dict.fromkeys((one.low, one.high)):
            if not isinstance(end, float):
                yield end


# -- sets of numbers as students type them: "(-inf, 3]", "2 < x <= 7", "x = 3", several with "or" between them

MOST_INTERVALS = 1_000
LONGEST = 20_000
"""Letters of one text; what is longer is not looked at."""

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("≤⩽≦", "<="),
        **dict.fromkeys("≥⩾≧", ">="),
        **dict.fromkeys("−–—", "-"),  # the minus signs of keyboards and of word processors
        **dict.fromkeys("∪∨", " or "),  # the sign of a union
        **dict.fromkeys("“”„\"'`", ""),
        "∞": "inf",
        "∈": " in ",
        "∅": "{}",
        "＜": "<",
        "＞": ">",
        "＝": "=",
    }
)
_BOUND = r"([^\s,;:()\[\]{}<>=x]+)"
_PAIR = re.compile(rf"(?:x\s+in\s+)?([(\[\]])\s*{_BOUND}\s*[,;]\s*{_BOUND}\s*([)\]\[])")
_SET = re.compile(r"(?:x\s+in\s+)?\{([^{}]*)\}")
_BETWEEN = re.compile(rf"{_BOUND}\s*(<=?|>=?)\s*x\s*(<=?|>=?)\s*{_BOUND}")
_ONE_SIDED = re.compile(rf"x\s*(<=?|>=?|==?)\s*{_BOUND}|{_BOUND}\s*(<=?|>=?|==?)\s*x")
_NOTHING = re.compile(r"(?:none|never|empty|no\s+x)\b|\[\s*\]")
_EVERYTHING = re.compile(r"(?:all|always|any|every)(?:\s+x)?\b")
_LINK = re.compile(r"\s*(?:or\b|u\b|[,;])\s*")
_AND = re.compile(r"\s*(?:and\b|&&?|∧)")
_NUMBER_ALONE = re.compile(r"[+-]?(?:inf|[0-9]*\.?[0-9]+(?:/[0-9]+)?)\s*")
_DECIMAL_COMMA = re.compile(r"[0-9],[0-9]")
_OTHER_NAME = re.compile(r"\b([a-z])\s*[<>=]|[<>=]\s*([a-z])\b")
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "==": "="}
_EXPECTED = 'expected intervals such as "(-inf, 3]" or inequalities such as x <= 3'


def read_numbers(text: str) -> Numbers:
    """Return the numbers that the text names. Raises ValueError with what is wrong and what was expected.

    >>> read_numbers("x ≤ 3 or 7 <= x < 9") == read_numbers("(-inf, 3], [7, 9)")
    True
    """
    if len(text) > LONGEST:
        raise ValueError(f"too long, expected at most {LONGEST:,} characters")
    found: list[Interval] = []
    for one in _intervals(text):
        found.append(one)
        if len(found) > MOST_INTERVALS:
            raise ValueError(f"too many intervals, expected at most {MOST_INTERVALS:,}")
    return union(found)


def _intervals(text: str) -> Iterator[Interval]:
    """Yield the intervals in the order in which they are written."""
    typed = text.translate(_SIGNS).casefold().strip().removesuffix(".").rstrip()
    typed = re.sub("infinity|infty", "inf", typed.replace("=<", "<=").replace("=>", ">="))
    if not typed:
        raise ValueError(_EXPECTED)
    if _NUMBER_ALONE.fullmatch(typed):
        raise ValueError(f"{_EXPECTED}; write one number as x = 3, an interval in quotation marks")
    place = 0
    while True:
        place = yield from _one(typed, place)
        if place == len(typed):
            return
        link = _LINK.match(typed, place)
        if link is None:
            raise ValueError(_EXPECTED + _advice(typed, place))
        place = link.end()


def _advice(typed: str, place: int) -> str:
    """Return what to write instead of what stands at a place and cannot be read; nothing where that is not known."""
    if _AND.match(typed, place):
        return '; write "or" between ranges, and numbers between two bounds as 2 < x <= 7'
    if _DECIMAL_COMMA.search(typed) and not re.search(r"[\[({]", typed):
        return "; write the decimal point as '.', not ','"
    if (other := _OTHER_NAME.search(typed)) and "x" not in typed:
        return f"; the unknown is called x, not {other[1] or other[2]}"
    return ""


def _one(typed: str, place: int) -> Generator[Interval, None, int]:
    """Yield what is written at a place, most often one interval, and return the place behind it."""
    if found := _PAIR.match(typed, place):
        left, low, high, right = found.groups()
        yield _interval(_bound(low), _bound(high), has_low=left == "[", has_high=right == "]")
    elif found := _BETWEEN.match(typed, place):
        yield _between(*found.groups())
    elif found := _ONE_SIDED.match(typed, place):
        sign, bound, turned, other = found[1], found[2], found[4], found[3]
        yield _one_sided(sign or _TURNED[turned], _bound(bound or other))
    elif found := _SET.match(typed, place):
        for bound in filter(None, (one.strip() for one in re.split("[,;]", found[1]))):
            yield _one_sided("=", _bound(bound))
    elif found := _NOTHING.match(typed, place):
        pass
    elif found := _EVERYTHING.match(typed, place):
        yield from ALL
    else:
        raise ValueError(_EXPECTED + _advice(typed, place))
    return found.end()


def _bound(text: str) -> Bound:
    try:
        return read_bound(text)
    except ValueError as failure:
        raise ValueError(f'"{printable(text)}" is not a number: {failure}') from None


def _interval(low: Bound, high: Bound, *, has_low: bool, has_high: bool) -> Interval:
    one = Interval(low, high, has_low and not isinstance(low, float), has_high and not isinstance(high, float))
    if one.is_empty or (isinstance(low, float) and low == high):
        raise ValueError("no number lies in this interval; the smaller end comes first, and [3, 3] is one number")
    return one


def _between(low: str, below: str, above: str, high: str) -> Interval:
    if below[0] != above[0]:
        raise ValueError("the two signs point in different directions, expected such as 2 < x <= 7")
    ends = (_bound(low), "=" in below), (_bound(high), "=" in above)
    (low_, has_low), (high_, has_high) = ends if below[0] == "<" else ends[::-1]
    return _interval(low_, high_, has_low=has_low, has_high=has_high)


def _one_sided(sign: str, bound: Bound) -> Interval:
    if sign in ("=", "=="):
        if isinstance(bound, float):
            raise ValueError("infinity is no number that x can be")
        return point(bound)
    if sign[0] == "<":
        return _interval(-INFINITY, bound, has_low=False, has_high="=" in sign)
    return _interval(bound, INFINITY, has_low="=" in sign, has_high=False)


# -- a question with one unknown x, answered for every x of an interval by asking it at few of them. What asks it says at each x
# what was found, and at which other x a comparison would have come out otherwise: so what was found inside an interval without
# any of these holds for all of it

T = TypeVar("T")
MOST_RUNS = 2000


class TooManyRuns(Exception):
    """More runs are needed than are allowed."""


class Piece(NamedTuple, Generic[T]):
    """A point, or an interval without its ends, for all of which the same was found; `at` is where it was found."""

    interval: Interval
    at: Number
    found: T


Look = Callable[[Number], tuple[T, Iterable[Number]]]
"""From x to what is found there, and the points at which a comparison that was made there would turn over."""


Inside = Callable[[Bound, Bound], Number]
"""From the ends of an open interval to a point in it."""


def pieces_of(domain: Interval, look: Look[T], most: int = MOST_RUNS, inside: Inside | None = None) -> list[Piece[T]]:
    """Return what is found over the whole domain, piece by piece from left to right. Raises TooManyRuns.

    Each interval is looked at in one point, which `inside` chooses (default: one that is short to write), and split where a comparison turns over inside it; the part around the
    point needs no second look. Nothing more is looked at once what is known to be looked at still is more than is allowed.
    """
    left, choose = most, inside or inside_of
    found: list[Piece[T]] = []

    def looked(at: Number) -> tuple[T, Iterable[Number]]:
        nonlocal left
        left -= 1
        return look(at)

    ends = {end for end in (domain.low, domain.high) if not isinstance(end, float)}
    points: list[Number] = [end for end in ends if domain.low <= end <= domain.high]
    waiting = [(domain.low, domain.high)] if domain.low < domain.high else []
    while waiting:
        if len(waiting) + len(points) > left:
            raise TooManyRuns
        low, high = waiting.pop()
        at = choose(low, high)
        what, turns = looked(at)
        splits = sorted({turn for turn in turns if low < turn < high})
        if at in splits:
            found.append(Piece(point(at), at, what))
        points += [split for split in splits if split != at]
        edges = [low, *splits, high]
        for start, stop in pairwise(edges):
            if start < at < stop:
                found.append(Piece(Interval(start, stop), at, what))
            else:
                waiting.append((start, stop))
    if len(points) > left:
        raise TooManyRuns
    found += [Piece(point(at), at, looked(at)[0]) for at in points]
    return sorted(found, key=lambda piece: (piece.interval.low, piece.interval.high))


def inside_of(low: Bound, high: Bound) -> Number:
    """Return a short number between two others."""
    if isinstance(low, float):
        return 0 if isinstance(high, float) else high - 1
    if isinstance(high, float):
        return low + 1
    middle = Fraction(low + high) / 2
    return floor(middle) if low < floor(middle) else whole(middle)
