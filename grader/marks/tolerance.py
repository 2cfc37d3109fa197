"""When a given number counts as the expected one."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import isinf

from grader.exact import INFINITY, Bound, Number, first_digit, whole
from grader.rules import TIED

_DOUBT = 1e-8
"""Floats that are no further from the border decide nothing."""
_FLOAT_ERROR = Fraction(1, 2**50)


def is_right_number(
    expected: Bound, given: Bound, decimals: int | None, *, stated: bool, significant: int | None = None
) -> bool:
    """Return whether the given number counts as the expected one.

    It does if they are equal or, where the expected number is not whole (or `stated`: the problem sets decimals
    itself), if they differ by at most half a unit of the last decimal, or of the last of its `significant` digits, ends included.
    """
    if given == expected:
        return True
    room = room_of_number(expected, decimals, stated=stated, significant=significant)
    if not room or isinstance(expected, float) or isinstance(given, float):
        return False
    return _differ_by_at_most(room, given, expected)


def room_of_number(expected: Bound, decimals: int | None, *, stated: bool, significant: int | None = None) -> Number:
    """Return by how much a given number may differ from the expected one; 0 where it must be equal."""
    return max(_room_of_decimals(expected, decimals, stated=stated), room_of_significant(expected, significant))


def room_of_significant(expected: Bound, digits: int | None) -> Number:
    """Return half a unit of the last significant digit; 0 where all digits count, and for 0, which has none.

    >>> room_of_significant(1500625, 2), room_of_significant(Fraction(1, 8), 1), room_of_significant(7, None)
    (50000, Fraction(1, 20), 0)
    """
    if digits is None or expected == 0 or (isinstance(expected, float) and isinf(expected)):
        return 0
    return whole(Fraction(10) ** (first_digit(Fraction(expected)) - digits + 1) / 2)


def _room_of_decimals(expected: Bound, decimals: int | None, *, stated: bool) -> Number:
    if decimals is None or isinstance(expected, float) or (isinstance(expected, int) and not stated):
        return 0
    return _half_a_unit(decimals)


@cache
def _half_a_unit(decimals: int) -> Fraction:
    return Fraction(1, 2 * 10**decimals)


def _differ_by_at_most(most: Number, given: Number, expected: Number) -> bool:
    """Return whether two numbers differ by no more: |a/b - c/d| <= p/q, multiplied out, 5 times as fast as fractions."""
    above, below = given.denominator, expected.denominator
    difference = abs(given.numerator * below - expected.numerator * above)
    return difference * most.denominator <= most.numerator * above * below


def is_right_score(expected: float, given: Bound, decimals: int | None, significant: int | None = None) -> bool:
    """Return whether the given float is the expected one to the number of decimals or significant digits; inf only equals inf."""
    if expected == INFINITY or (isinstance(given, float) and isinf(given)):
        return given == expected
    if significant is None and (surely := _is_surely_right_score(expected, given, decimals)) is not None:
        return surely
    if isinstance(given, float):
        given = Fraction(given)
    return _differ_by_at_most(room_around_score(expected, decimals, significant), given, Fraction(expected))


def _is_surely_right_score(expected: float, given: Bound, decimals: int | None) -> bool | None:
    """Return what floats tell without doubt, which is nearly always; None where only exact numbers can tell."""
    try:
        apart = abs(float(given) - expected)
    except OverflowError:
        return None
    beyond = apart - float(room_of_score(decimals))
    return None if abs(beyond) <= _DOUBT * (1 + abs(expected)) else beyond < 0


def room_around_score(expected: float, decimals: int | None, significant: int | None = None) -> Number:
    """Return by how much a given score may differ from the expected one: a float written out is not quite that float."""
    if isinf(expected):
        return 0
    room = max(room_of_score(decimals), room_of_significant(expected, significant))
    return room + abs(Fraction(expected)) * _FLOAT_ERROR


@cache
def room_of_score(decimals: int | None) -> Fraction:
    """Return by how much a score may differ, whatever its size."""
    return Fraction(TIED) + (0 if decimals is None else _half_a_unit(decimals))
