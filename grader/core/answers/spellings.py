"""How people write a number: for platforms that compare letters, and so have to be given each way to write it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count

from grader.core.answers.inputs import Accepted
from grader.core.numbers import Number, say_number, show_number, whole

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
    computed, value = value, _short(value)
    printed = () if computed == value else (repr(float(computed)),)
    unsigned = (*_unsigned(value, room), *_longer(value, room), *printed)
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
    """Return the short fraction that a number computed as a float stands for; else the number.

    >>> _short(Fraction(0.55)), _short(Fraction(str(11 / 12))), _short(Fraction(2**0.5)) == Fraction(2**0.5), _short(2)
    (Fraction(11, 20), Fraction(11, 12), True, 2)
    """
    short = Fraction(value).limit_denominator(_LONGEST_FRACTION)
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
    enough = _enough_places(value, room)
    if enough < 0:
        for places in range(1, _ZEROS + 1):
            yield from _at(value, 0, places)
    for places in range(enough + 1) if enough >= 0 else (enough,):
        yield from _at(value, room, places)
    top, bottom = value.numerator, value.denominator
    if is_fraction((value, room)):
        yield from (f"{show_number(top * times)}/{show_number(bottom * times)}" for times in range(1, _MULTIPLES + 1))


def _enough_places(value: Number, room: Number) -> int:
    """Return with how many places the numbers in the room are listed; without room those that the number has.

    Below 0 it is how many digits before the point are left out: in a wide room only round numbers are listed.
    """
    if room >= 10 * _FEW:
        return -next(digits for digits in count() if room < _FEW * 10 ** (digits + 1))
    if room:
        return next(places for places in count() if room * 10**places >= _FEW)
    return next((places for places in range(_MORE_PLACES) if 10**places % value.denominator == 0), 0) + _ZEROS


def _longer(value: Number, room: Number) -> Iterator[str]:
    """Yield the number with more places, rounded and cut off."""
    first = _enough_places(value, room) + 1
    return (text for places in range(first, first + _MORE_PLACES) for text in _nearest(value, room, places))


def _at(value: Number, room: Number, places: int) -> Iterator[str]:
    """Yield all decimals of so many places that are accepted."""
    unit = Fraction(10) ** places
    lowest, highest = -((room - value) * unit // 1), (value + room) * unit // 1
    for steps in range(int(lowest), int(highest) + 1):
        yield from _decimal(steps, places)


def _nearest(value: Number, room: Number, places: int) -> Iterator[str]:
    """Yield the number rounded and cut off at so many places, where that is accepted."""
    unit = Fraction(10) ** places
    scaled = value * unit
    for steps in (scaled // 1, -(-scaled // 1)):
        if abs(steps / unit - value) <= room:
            written = _decimal(int(steps), places)
            yield from (written if places < 0 else [next(written)])


def _decimal(steps: int, places: int) -> Iterator[str]:
    """Yield a number of steps of 10^-places, also without the 0 in front."""
    if places < 0:
        yield from _round(steps, -places)
        return
    sign, digits = "-" if steps < 0 else "", str(abs(steps)).rjust(places + 1, "0")
    before, after = digits[: len(digits) - places], digits[len(digits) - places :]
    yield f"{sign}{before}.{after}" if places else f"{sign}{before}"
    if places and before == "0":
        yield f"{sign}.{after}"


def _round(steps: int, zeros: int) -> Iterator[str]:
    """Yield a round number, also with a power of ten behind its first digits.

    >>> [*_round(150, 4)]
    ['1500000', '1.50e6', '1.50E6', '1.5e6', '1.5E6']
    """
    yield show_number(steps * 10**zeros)
    sign, digits = "-" if steps < 0 else "", show_number(abs(steps))
    for few in dict.fromkeys((digits, digits.rstrip("0") or "0")):
        first = f"{few[0]}.{few[1:]}" if few[1:] else few[0]
        yield from (f"{sign}{first}{letter}{zeros + len(digits) - 1}" for letter in "eE")
