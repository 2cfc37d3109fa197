"""Sets of numbers as students type them: "(-inf, 3]", "2 < x <= 7", "x = 3", several with "or" between them."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator

from grader.exact import INFINITY, Bound, read_bound
from grader.intervals import ALL, Interval, Numbers, point, union
from grader.printable import printable

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
_NOTHING = re.compile(r"(?:none|never|empty|no\s+x)\b")
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
