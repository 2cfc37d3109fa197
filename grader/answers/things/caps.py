"""How large an object may be that is handed in to be run."""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm

from grader.answers import read
from grader.answers.case import NotJudged, Raw
from grader.errors import Path
from grader.exact import MOST_DIGITS, Number
from grader.marks.reports import Written

MOST_NODES = 1000
MOST_LEVELS = 100
LONGEST_NUMBER = 30
"""Caps on an object: nodes of a tree, levels below its root, and letters of a number."""


def short_number(raw: Raw, path: Path) -> Written:
    """Return a number that is neither long nor large. Raises NotJudged."""
    if len(str(raw)) > LONGEST_NUMBER:
        raise NotJudged(f"is too long, expected a number of at most {LONGEST_NUMBER} characters", path)
    written = read.number(raw, path)
    number = written.value
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > 4 * LONGEST_NUMBER:
        raise NotJudged(f"is too large, expected a number of at most {LONGEST_NUMBER} digits", path)
    return written


def check_denominators(numbers: Iterable[Number]) -> None:
    """Refuse fractions whose sum would have more digits than any answer may have. Raises NotJudged."""
    common = 1
    for number in numbers:
        common = lcm(common, number.denominator)
        if common.bit_length() > 3 * MOST_DIGITS:
            raise NotJudged("holds too many different fractions; expected numbers with fewer digits")
