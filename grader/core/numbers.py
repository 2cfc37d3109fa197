"""Exact numbers: the grammar of `docs/format.md` in, `int` or `Fraction` out, and back to text.

Floats stand only for the two infinities (they compare exactly with every int and Fraction) and for UCB scores.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from math import lcm
from typing import TypeAlias

Number: TypeAlias = int | Fraction
Bound: TypeAlias = int | Fraction | float
"""A number, or one of the two infinities."""

INFINITY = float("inf")
MOST_DIGITS = 1000
_UNITS = 10**4  # in one mark, where marks are not rounded any further
_MOST_GROUPED = 24  # digits that are written out in groups of three
_MOST_SHORT = 6  # letters that a node of a drawing has room for
_MOST_SAID = 4  # decimal places that are read more easily than a fraction
GRAMMAR = r"[+-]?(?:[0-9]+/[0-9]+|(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?)"
_NUMBER = re.compile(GRAMMAR)
_INFINITIES = {"inf": INFINITY, "+inf": INFINITY, "-inf": -INFINITY}
_NUMERAL = "a number such as 3, -2.5 or 7/3"
LONGEST_HINTED = 100  # the patterns below search; on a hostile text of 60,000 digits that takes minutes
_DECIMAL_POINT = "write the decimal point as '.', not ','"
WHOLE_HINTS = (
    (r"^\s*[+-]? *[0-9]+ */ *[0-9]+\s*$", "write a whole number, 14/2 as 7"),
    (r"\b10 *(?:\^|\*\*)", "write what comes out"),
)
"""What is said first where whole numbers are wanted; see HINTS."""
DECIMAL_HINTS = ((r"^\s*[+-]? *[0-9]+ */ *[0-9]+\s*$", "write it with decimals, 1/3 as 0.33"),)
"""What is said first where no more than so many decimals are wanted."""
HINTS = (  # (pattern of what gives the mistake away, what to say); compiled when there is a mistake, here and on answer pages
    ("[“”„‘’«»]", "write the number without quotation marks"),
    (r"//|/\*|<!--", "a comment begins with '#'"),
    (r"[0-9]\s*[,;]\s*$", "leave out the sign at the end"),
    (
        "^\\s*[+-]?[0-9]{1,3}(?:(?:,[0-9]{3}){2,}|(?:['’ \u00a0\u2009\u202f][0-9]{3})+)\\s*$",
        "write the digits without signs or blanks between them",
    ),
    (
        r"^\s*[+-]?[1-9][0-9]{0,2},[0-9]{3}\s*$",
        "write no sign between thousands, and the decimal point as '.', not ','",
    ),
    (r"^[^,;()\[\]{}]*[0-9],[0-9]+[^,;()\[\]{}]*$", _DECIMAL_POINT),
    ("[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]", "write the digits as 0 to 9"),
    (r"^[^()]*[0-9]\s*[,;]\s*[+-]?[0-9]", "write one number"),
    ("[\u2212\u2013\u2014]", "write the minus sign as '-'"),
    ("[½¼¾⅓⅔]", "write a fraction such as 1/2"),
    (r"[+-]?[0-9.]+\s*%", "write a percentage as a number, 50% as 0.5"),
    (r"[+-]?[0-9]+(?:_[0-9]+)+", "write digits without '_'"),
    (r"[+-]?[0-9]+/0+", "a fraction's denominator is above 0"),
    (r"[+-]?[0-9.]+[eE][+-]?[0-9]{4,}", "an exponent has at most 3 digits"),
    (r"^\s*[+-]?[0-9]+ +[0-9]+ */ *[0-9]+\s*$", "write a whole and a fraction as one, 1 1/2 as 3/2"),
    (r"^\s*[+-]? *[0-9]+ */ *[0-9]+\s*$", "write a fraction without spaces, as in 7/3"),
    ("^[\\s\u200b\u2060\ufeff]|[\\s\u200b\u2060\ufeff]$", "leave out the blanks around the number"),
    (r"\.\.\.|…", "write as many decimals as are asked, or a fraction"),
    (r"[0-9)] *[=≈] *[+-]?[0-9.]", "write one number"),
    (r"\b10 *(?:\^|\*\*) *[+-]?[0-9]", "write a power of ten with e, 2.6 * 10^12 as 2.6e12"),
    (r"[0-9)] *[*·×+^] *[0-9(]|[A-Za-z] *\(", "write what comes out"),
    (r"^[+-]?[0-9][0-9./]*[^\w.,/+*^-][^0-9]*$|^[^0-9]*[\s=:~≈<>≤≥]\s*[+-]?[0-9][0-9./]*$", "write the number alone"),
)


INFINITE = "∞|(?i:infinity|inf\\b|\\boo\\b)"
"""What gives away that an infinity is meant."""
INFINITE_HINTS = (
    ("-inf", "write infinity as inf or -inf"),
    ("inf", "write infinity as inf"),
    ("", "a finite number is wanted"),
)
"""What is said then, by the infinity that may be written there: the first of these that may."""


def read_number(text: str) -> Number:
    """Return the number that the text states, exactly; an `int` where it is whole.

    Raises ValueError with what was expected, and a hint where the mistake is a known one.

    >>> read_number("0.3"), read_number("7/3"), read_number("-1e2")
    (Fraction(3, 10), Fraction(7, 3), -100)
    """
    return _read(text, _NUMERAL)


def _read(text: str, expected: str) -> Number:
    text = text.strip()
    if len(text) > MOST_DIGITS and len(re.findall("[0-9]", text)) > MOST_DIGITS:
        raise ValueError(f"too long, expected a number of at most {MOST_DIGITS} digits")
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"expected {expected}{hint(text, expected)}")
    try:
        return int(text)  # most numbers, and ten times as fast as a fraction
    except ValueError:
        pass
    try:
        return whole(Fraction(text))
    except ZeroDivisionError:
        raise ValueError(f"expected {expected}{hint(text, expected)}") from None


def read_writable(text: str) -> Number:
    """Return the number as `read_number` does; ValueError also where no document could state it written out.

    The numbers of a problem come back in its solution, which must be a submission that can be read.
    """
    number = read_number(text)
    if is_too_long(number):
        raise ValueError(f"too long, expected a number of at most {MOST_DIGITS} digits when written out")
    return number


def is_too_long(number: Number) -> bool:
    """Return whether no document could state the number: written out it has more than 1,000 digits."""
    if number.numerator.bit_length() + number.denominator.bit_length() < 3 * MOST_DIGITS:
        return False
    return sum(character.isdigit() for character in show_number(whole(number))) > MOST_DIGITS


def read_bound(text: str) -> Bound:
    """Return the number or infinity (`inf`, `-inf`) that the text states; ValueError as in `read_number`."""
    infinity = _INFINITIES.get(text.strip())
    return _read(text, f"{_NUMERAL}, or -inf or inf") if infinity is None else infinity


def hint(text: str, expected: str = _NUMERAL) -> str:
    """Return `; ` and what to do about a well-known way to misspell a number, where this was expected, or an empty text.

    >>> hint("∞", "a whole number"), hint("∞", "a number or inf"), hint("1/0", "a number, -inf or inf")
    ('; a finite number is wanted', '; write infinity as inf', "; a fraction's denominator is above 0")
    """
    if len(text) > LONGEST_HINTED:
        return ""
    if percent := re.fullmatch(r"\s*([+-]?[0-9]+(?:\.[0-9]+)?)\s*%\s*", text):
        share = whole(Fraction(percent[1]) / 100)
        return f"; write {' or '.join(dict.fromkeys((say_number(share), show_number(share))))}"
    infinite = next(said for infinity, said in INFINITE_HINTS if infinity in expected)
    first = WHOLE_HINTS if "whole number" in expected else DECIMAL_HINTS if "2 decimals" in expected else ()
    hints = ((INFINITE, infinite), *first, *HINTS)
    return next((f"; {advice}" for sign, advice in hints if re.search(sign, text)), "")


def two_entries(number: str) -> str:
    """Return what is said where the comma of a number such as 3,5 divides two entries, or those of 1,000,000 several."""
    return f"{number} is read as {'two' if number.count(',') == 1 else 'several'} entries{hint(number)}"


def round_units(power: int) -> Iterator[Fraction]:
    """Yield 1, 2 and 5 times the powers of ten, from this power on: how far apart the marks of a scale may be.

    >>> units = round_units(-1)
    >>> [str(next(units)) for _ in range(4)]
    ['1/10', '1/5', '1/2', '1']
    """
    while True:
        yield from (digit * Fraction(10) ** power for digit in (1, 2, 5))
        power += 1


def whole(number: Number) -> Number:
    """Return the number as an `int` where it is whole, so that equal numbers have one form."""
    return number.numerator if isinstance(number, Fraction) and number.denominator == 1 else number


def total(numbers: Sequence[Number], weights: Sequence[Number | None]) -> Number:
    """Return the sum of the numbers, each times its weight (none: 0), exactly.

    One sum over a common denominator: a fraction for each product would cost several times as much. Numbers that are no
    ratios are added up by their own arithmetic.

    >>> total([2, 7], [Fraction(3, 10), Fraction(7, 10)])
    Fraction(11, 2)
    """
    above, below = 0, 1
    try:
        for number, weight in zip(numbers, weights, strict=True):
            numerator, denominator = number.as_integer_ratio()
            times, over = weight.as_integer_ratio()  # type: ignore[union-attr]  # None has none: see below
            denominator *= over
            if denominator != below:
                common = lcm(below, denominator)
                above, below = above * (common // below), common
            above += numerator * times * (below // denominator)
    except AttributeError:
        return sum((weight or 0) * number for number, weight in zip(numbers, weights, strict=True))
    return Fraction(above, below) if above % below else above // below


def is_infinite(bound: Bound) -> bool:
    """Return whether the bound is one of the two infinities."""
    return bound in (INFINITY, -INFINITY)


def weighed(bounds: Sequence[Bound], weights: Sequence[Number]) -> Bound:
    """Return the sum of the bounds, each times its weight, exactly: 0 times an infinity is 0, any other weight leaves it infinite.

    This is the one place where infinities are multiplied. Two of different signs never meet in a sum of ours.

    >>> weighed((3, INFINITY), (Fraction(1, 2), 0)), weighed((3, INFINITY), (1, -2))
    (Fraction(3, 2), -inf)
    """
    for bound, weight in zip(bounds, weights, strict=True):
        if weight and is_infinite(bound):
            return bound if weight > 0 else -bound
    return total([bound if weight else 0 for bound, weight in zip(bounds, weights, strict=True)], weights)  # type: ignore[misc]  # finite


def add_up(numbers: Sequence[Number]) -> Number:
    """Return the sum of the numbers, exactly; see `total`.

    >>> add_up([Fraction(1, 3), Fraction(2, 3), 2]), add_up([])
    (3, 0)
    """
    return total(numbers, (1,) * len(numbers))


def quotient(number: Number, count: int) -> Number:
    """Return the number over a count, exactly.

    >>> quotient(9, 2), quotient(Fraction(9, 2), 3), quotient(6, 3)
    (Fraction(9, 2), Fraction(3, 2), 2)
    """
    return total((number,), (Fraction(1, count),))


def write_number(number: Bound) -> int | str:
    """Return the number as a document states it: an int, "p/q" in lowest terms, "inf" or "-inf".

    Numbers of another sort (with an unknown in them) write themselves.

    >>> write_number(3), write_number(Fraction(7, 3)), write_number(-INFINITY)
    (3, '7/3', '-inf')
    """
    if isinstance(number, int):
        return number
    if isinstance(number, Fraction):
        return f"{_digits(number.numerator)}/{_digits(number.denominator)}"
    return str(number)


def write_worth(worth: Bound | tuple[Bound, ...]) -> int | str | list[int | str]:
    """Return what a node is worth as a document holds it: a number, or a list with one for each player.

    >>> write_worth(3), write_worth((1, Fraction(1, 2)))
    (3, [1, '1/2'])
    """
    return [write_number(number) for number in worth] if isinstance(worth, tuple) else write_number(worth)


def show_number(number: Bound) -> str:
    """Return the number as text; see `write_number`."""
    return _digits(number) if isinstance(number, int) else str(write_number(number))


def _digits(number: int) -> str:
    # Python refuses to print an int of more than 4,300 digits (sums of long fractions reach that); Decimal does not.
    return str(Decimal(number))


def say_number(number: Bound) -> str:
    """Return the number as a reader likes it best: as a decimal where that is exact and short, else as `show_number`.

    >>> say_number(Fraction(11, 2)), say_number(Fraction(7, 3)), say_number(-INFINITY)
    ('5.5', '7/3', '-inf')
    """
    if isinstance(number, Fraction) and 10**_MOST_SAID % number.denominator == 0:
        return _decimal(number, _MOST_SAID)
    return show_number(number)


def first_digit(number: Number) -> int:
    """Return the place of the first digit of a number that is not 0: its power of ten.

    >>> first_digit(1500625), first_digit(Fraction(1, 8)), first_digit(-1000), first_digit(Fraction(999, 1000))
    (6, -1, 3, -1)
    """
    above, below = abs(number.numerator), number.denominator
    place = Decimal(above).adjusted() - Decimal(below).adjusted()  # the digits of a number without its power of ten
    is_less = above < below * 10**place if place >= 0 else above * 10**-place < below
    return place - int(is_less)


def say_large(number: Number) -> str:
    """Return a number of a size that counts have: digits in groups of three, a long one in powers of ten, fractions also rounded.

    >>> say_large(1500625), say_large(Fraction(343, 72)), say_large(Fraction(5, 2)), say_large(35**100)
    ('1,500,625', '343/72 (about 4.7639)', '2.5', 'about 2.5516 · 10^154')
    """
    place = first_digit(number) if number else 0
    if abs(place) >= _MOST_GROUPED:
        return _in_powers(Fraction(number) / Fraction(10) ** place, place)
    if isinstance(number, int):
        return f"{number:,}"
    if 10**_MOST_SAID % number.denominator:
        return f"{show_number(number)} (about {_nearest_decimal(number)})"
    units, dot, places = _decimal(number, _MOST_SAID).partition(".")
    return f"{int(units):,}{dot}{places}" if number > 0 else f"{units}{dot}{places}"


def say_short(number: Number) -> str:
    """Return a number in at most six letters: a longer one as its first digits and a power of ten.

    >>> say_short(65536), say_short(362880), say_short(999_999), say_short(35**100), say_short(Fraction(5, 2))
    ('65,536', '3.63e5', '1e6', '3e154', '2.5')
    """
    text = say_large(number)
    if len(text) <= _MOST_SHORT:
        return text
    place = first_digit(number)
    for places in (2, 1, 0):
        first = rounded(Fraction(number) / Fraction(10) ** place, Fraction(1, 10**places))
        is_carried = abs(first) == 10  # 9.99 rounds to the next power
        short = f"{_decimal(Fraction(first) / 10**is_carried, 2)}e{place + is_carried}"
        if len(short) <= _MOST_SHORT:
            break
    return short


def _in_powers(first: Fraction, place: int) -> str:
    """Return a number as its first digits times a power of ten."""
    about = "about " if 10**_MOST_SAID % first.denominator else ""
    return f"10^{place}" if first == 1 else f"{about}{_nearest_decimal(first)} · 10^{place}"


def _nearest_decimal(number: Fraction) -> str:
    return decimal_text(number, _MOST_SAID)


def rounded(number: Number, step: Number) -> Number:
    """Return the multiple of the step that is nearest, of two the greater one: every rounding of marks goes through here.

    >>> rounded(Fraction(1, 8), Fraction(1, 4)), rounded(Fraction(8, 3), Fraction(1, 100)), rounded(Fraction(-5, 2), 1)
    (Fraction(1, 4), Fraction(267, 100), -2)
    """
    return whole(_steps(number, step.denominator, step.numerator) * Fraction(step))


def _steps(number: Number, more: int, less: int = 1) -> int:
    """Return number * more / less as the nearest integer, halves up."""
    above, below = number.as_integer_ratio()  # at once: a fraction's two properties take twice as long
    below *= less
    return (2 * above * more + below) // (2 * below)


def hundredths(share: Number) -> int:
    """Return a share in whole per cent; only nothing is 0 and only all of it 100.

    >>> hundredths(Fraction(2, 3)), hundredths(Fraction(1, 999)), hundredths(Fraction(998, 999)), hundredths(1)
    (67, 1, 99, 100)
    """
    nearest = _steps(share, 100)
    return min(max(nearest, 1), 99) if 0 < share < 1 else nearest


def marks_text(number: Number) -> str:
    """Return marks rounded to 4 places, halves up, without trailing zeros.

    >>> marks_text(Fraction(5, 2)), marks_text(Fraction(2, 3)), marks_text(3)
    ('2.5', '0.6667', '3')
    """
    return decimal_text(number, 4)


def decimal_text(number: Number, places: int) -> str:
    """Return the number rounded to so many decimal places, halves up, without trailing zeros: never as a fraction or in powers of ten.

    >>> decimal_text(Fraction(2, 3), 4), decimal_text(Fraction(1, 10**9), 15), decimal_text(-(10**20), 15), decimal_text(Fraction(-1, 9), 0)
    ('0.6667', '0.000000001', '-100000000000000000000', '0')
    """
    if isinstance(number, int):
        return _digits(number)
    return _decimal(Fraction(_steps(number, 10**places), 10**places), places)


def points_text(number: Number) -> str:
    """Return points with their noun.

    >>> points_text(1), points_text(Fraction(1, 2))
    ('1 point', '0.5 points')
    """
    return f"{marks_text(number)} point{'' if number == 1 else 's'}"


def _decimal(number: Fraction, most: int) -> str:
    """Return a number of at most so many decimal places, without trailing zeros."""
    sign = "-" if number < 0 else ""
    units, places = divmod(abs(number.numerator) * 10**most // number.denominator, 10**most)
    return f"{sign}{_digits(units)}" + (f".{places:0{most}d}".rstrip("0") if places else "")


def marks_number(number: Number) -> int | float:
    """Return marks for JSON: an int where whole, else a float of the 4 places that `marks_text` shows."""
    if isinstance(number, int):
        return number
    units = _steps(number, _UNITS)
    return units / _UNITS if units % _UNITS else units // _UNITS
