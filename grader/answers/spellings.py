"""How people write a number: for platforms that compare letters, and so have to be given each way to write it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count

from grader.answers.platform import Accepted
from grader.exact import Number, say_number, show_number, whole

_MULTIPLES = 6
"""A fraction is listed in lowest terms and multiplied by up to this."""
_MORE_PLACES = 8
"""So many more places are listed than those at which every number in the room is."""
_ZEROS = 2
"""So many zeros are listed with and without a sign."""
_LONGEST_FRACTION = 10**4
"""Fractions with a larger denominator stand for roots and logarithms, or are too long for people."""
_ROUGHLY = Fraction(1, 10**13)
_FEW = 5
"""At so many steps on each side of a number all numbers in its room are listed."""


def spellings(accepted: Accepted) -> list[str]:
    """Return ways to write what is accepted, the plainest first: all that people are likely to type, of numbers without end.

    >>> spellings((3, 0))[:4], spellings((float("-inf"), 0)), spellings(("none", 0))
    (['3', '+3', '3.', '+3.'], ['-inf'], ['none', 'None', 'NONE'])
    >>> "35/4" in spellings((Fraction(35, 4), Fraction(1, 200))), "8.745" in spellings((Fraction(35, 4), Fraction(1, 200)))
    (True, True)
    """
    value, room = accepted
    if isinstance(value, str):
        return list(dict.fromkeys((value, value.capitalize(), value.upper())))
    if isinstance(value, float):
        return [show_number(value)]
    value = _short(value)
    unsigned = (*_unsigned(value, room), *_longer(value, room))
    found = (signed for text in unsigned for signed in _signed(text))
    plainest = (
        say_number(whole(value)) if is_fraction(accepted) else next(_nearest(value, room, _enough_places(value, room)))
    )
    return list(dict.fromkeys((plainest, *found)))


def is_fraction(accepted: Accepted) -> bool:
    """Return whether people write the number as a fraction: it is a short one, or nothing else is exact."""
    value, room = accepted
    return not isinstance(value, str | float) and (_short(value).denominator <= _LONGEST_FRACTION or not room)


def _short(value: Number) -> Number:
    """Return the short decimal that a number computed as a float stands for; else the number.

    >>> _short(Fraction(0.55)), _short(Fraction(1, 3)), _short(2)
    (Fraction(11, 20), Fraction(1, 3), 2)
    """
    short = Fraction(round(value * _LONGEST_FRACTION), _LONGEST_FRACTION)
    return whole(short) if abs(short - value) <= _ROUGHLY else value


def _signed(text: str) -> Iterator[str]:
    yield text
    if not text.startswith("-"):
        yield f"+{text}"
        if not text.strip("0."):
            yield f"-{text}"


def _unsigned(value: Number, room: Number) -> Iterator[str]:
    if value.denominator == 1:
        yield from (show_number(value.numerator), f"{show_number(value.numerator)}.")
    for places in range(_enough_places(value, room) + 1):
        yield from _at(value, room, places)
    top, bottom = value.numerator, value.denominator
    if is_fraction((value, room)):
        yield from (f"{show_number(top * times)}/{show_number(bottom * times)}" for times in range(1, _MULTIPLES + 1))


def _enough_places(value: Number, room: Number) -> int:
    """Return with how many places the numbers in the room are listed; without room those that the number has."""
    if room:
        return next(places for places in count() if room * 10**places >= _FEW)
    return next((places for places in range(_MORE_PLACES) if 10**places % value.denominator == 0), 0) + _ZEROS


def _longer(value: Number, room: Number) -> Iterator[str]:
    """Yield the number with more places, rounded and cut off."""
    first = _enough_places(value, room) + 1
    return (text for places in range(first, first + _MORE_PLACES) for text in _nearest(value, room, places))


def _at(value: Number, room: Number, places: int) -> Iterator[str]:
    """Yield all decimals of so many places that are accepted."""
    unit = 10**places
    lowest, highest = -((room - value) * unit // 1), (value + room) * unit // 1
    for steps in range(int(lowest), int(highest) + 1):
        yield from _decimal(steps, places)


def _nearest(value: Number, room: Number, places: int) -> Iterator[str]:
    """Yield the number rounded and cut off at so many places, where that is accepted."""
    scaled = value * 10**places
    for steps in (scaled // 1, -(-scaled // 1)):
        if abs(Fraction(steps) / 10**places - value) <= room:
            yield next(_decimal(int(steps), places))


def _decimal(steps: int, places: int) -> Iterator[str]:
    """Yield a number of steps of 10^-places, also without the 0 in front."""
    sign, digits = "-" if steps < 0 else "", str(abs(steps)).rjust(places + 1, "0")
    before, after = digits[: len(digits) - places], digits[len(digits) - places :]
    yield f"{sign}{before}.{after}" if places else f"{sign}{before}"
    if places and before == "0":
        yield f"{sign}.{after}"
