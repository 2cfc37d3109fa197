"""Numbers: how they are written, and when two count as the same (docs/format.md, "Numbers"; docs/conventions.md, `decimals`)."""

from __future__ import annotations

import re
from fractions import Fraction

from oracle.words import NEARLY_TIED, Document, Number, Window, convention

GRAMMAR = re.compile(r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?|[0-9]+/[0-9]*[1-9][0-9]*)")
"""docs/format.md, "Numbers": digits with an optional fraction, .5, 5., an exponent, or p/q with q > 0."""


def number(written: object) -> Fraction:
    """Return the exact number of a document's scalar; a float counts as the text it prints as."""
    text = str(written).strip()
    if not GRAMMAR.fullmatch(text):
        message = f"not a number of docs/format.md: {text!r}"
        raise ValueError(message)
    return Fraction(text)


def bound(written: object) -> Number:
    """Return a number or, for the texts `inf` and `-inf` (docs/format.md), an infinity."""
    text = str(written).strip()
    return float(text) if text in {"inf", "-inf"} else number(text)


def in_document(value: Number) -> int | str:
    """Write a number as in docs/format.md, "Solution": integers as int, others as "p/q", infinities as text."""
    if isinstance(value, float):
        return "inf" if value > 0 else "-inf"
    return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def window_in_document(window: Window) -> list[int | str]:
    """Write a window as [alpha, beta]."""
    return [in_document(end) for end in window]


def tolerance(problem: Document) -> Fraction:
    """Return half a unit of the last asked decimal; `exact` leaves no room (docs/conventions.md, `decimals`)."""
    decimals = convention(problem, "decimals")
    return Fraction(0) if decimals == "exact" else Fraction(1, 2) / 10 ** int(number(decimals))


def is_right_number(problem: Document, expected: object, given: object) -> bool:
    """Tell whether a number is right (docs/conventions.md, `decimals`).

    Equal is right. Where the expected one is no integer, or `decimals` is set explicitly, so is
    everything within the tolerance, its ends included. An infinity is only itself.
    """
    right, answer = bound(expected), bound(given)
    if isinstance(right, float) or isinstance(answer, float):
        return right == answer
    is_explicit = "decimals" in problem.get("conventions", {})
    if right.denominator == 1 and not is_explicit:
        return right == answer
    return abs(right - answer) <= tolerance(problem)


def is_right_score(problem: Document, expected: object, given: object) -> bool:
    """Tell whether a UCB score is right: always to `decimals`, `inf` only with `inf` (docs/marking.md).

    The expected score is a float, so its last digits mean nothing: 1e-9 more is let through, or
    0.08 would be wrong for 3/40 to two decimals, and nothing could be right under `exact`.
    """
    right, answer = bound(expected), bound(given)
    if isinstance(right, float) or isinstance(answer, float):
        return right == answer
    return abs(right - answer) <= tolerance(problem) + NEARLY_TIED
