"""What the values of a request's options are: how each is read from its text, or what was expected there."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from generators.errors import RequestError
from generators.parameters import Nested, Ordering, Range
from grader.data import Data
from grader.documents import parse_document
from grader.errors import GradingError, ProblemError
from grader.exact import Number, read_number

_OUTCOMES = {"win-draw-loss": (-1, 0, 1), "win-loss": (-1, 1)}


class Reading(NamedTuple):
    """How the value of an option is read: `name` is what help shows, `read` returns the value or raises ValueError."""

    name: str
    read: Callable[[str], Data]


_RANGE = re.compile(r"([0-9]{1,9})(?:(?:-|\.\.)([0-9]{1,9}))?")


def _range(text: str) -> Range:
    match = _RANGE.fullmatch(text.strip())
    if not match:
        raise ValueError("expected a whole number or a range, as 3 or 2-4")
    return int(match[1]), int(match[2] or match[1])


def _number(text: str) -> Number:
    return read_number(text)


def _count(text: str) -> int:
    least, most = _range(text)
    if least != most:
        raise ValueError("expected one whole number")
    return least


def _words(text: str) -> tuple[str, ...]:
    words = tuple(word.strip() for word in text.split(","))
    if not all(words):
        raise ValueError("expected names with a comma between them")
    return words


def _only(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.strip() not in words:
            raise ValueError(f"expected {' or '.join(words)}")
        return text.strip()

    return read


def _nested(text: str) -> Nested:
    try:
        document = parse_document(text.encode(), "--shape", ProblemError)
    except GradingError as failure:
        raise ValueError(f"expected nested lists, as [[[],[]],[[],[]]]; {failure.faults[0].message}") from None
    return as_nested(document.data)


def as_nested(data: Data) -> Nested:
    """Return nested lists as a shape; an empty list and anything that is no list is a leaf."""
    if isinstance(data, dict):
        raise RequestError("--shape: expected nested lists, as [[[],[]],[[],[]]]")
    return tuple(map(as_nested, data)) if isinstance(data, list) else ()


def _chances(text: str) -> str | tuple[Number, ...]:
    if text in ("uniform", "tenths", "quarters", "thirds"):
        return text
    if text.isalpha():
        raise ValueError("expected uniform, tenths, quarters, thirds, or probabilities such as 1/2,0.3,0.2")
    return tuple(map(read_number, _words(text)))


_VALUES = re.compile(r"(.+?)\.\.(.+)")


def _values(text: str) -> tuple[Number, Number]:
    match = _VALUES.fullmatch(text.strip())
    if not match:
        raise ValueError("expected a range of values, as 0..9 or -20..20")
    return read_number(match[1]), read_number(match[2])


def _points(text: str) -> tuple[tuple[str, Number], ...]:
    pairs = [word.partition("=") for word in _words(text)]
    if not all(equals for _, equals, _ in pairs):
        raise ValueError("expected PART=N with commas between, as value=1,pruned=3")
    return tuple((part.strip(), read_number(number)) for part, _, number in pairs)


def _ordering(text: str) -> Ordering:
    name, _, probability = text.partition(":")
    if (name == "strong") != bool(probability):
        raise ValueError("expected random, best-first, worst-first, or strong:P with P from 0 to 1")
    if not probability:
        return Ordering(name)
    try:
        return Ordering(name, Fraction(read_number(probability)))
    except ValueError as failure:
        raise ValueError(f"strong:P: {failure}") from None


def _outcomes(text: str) -> tuple[Number, ...]:
    return _OUTCOMES.get(text) or tuple(map(read_number, _words(text)))


def _numbers(text: str) -> tuple[Number, ...]:
    return tuple(map(read_number, _words(text)))


def _one_word(*known: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in known:
            raise ValueError(f"expected {', '.join(known[:-1])} or {known[-1]}")
        return text

    return read


def _root(text: str) -> str:
    if text not in ("max", "min"):
        raise ValueError("expected max or min")
    return text


def _one_of(*known: str) -> Callable[[str], str | tuple[str, ...]]:
    """Return the reader of one of these words, or of words of one's own."""
    return lambda text: text if text in known else _words(text)


def _line(most: int) -> Callable[[str], str]:
    def read(text: str) -> str:
        text = text.strip()
        if len(text) > most or not text.isprintable():
            raise ValueError(f"expected one line of at most {most} characters")
        return text

    return read


def _id(text: str) -> str:
    text = _line(90)(text)
    if not re.fullmatch(r"[A-Za-z0-9._-]*", text):
        raise ValueError("expected letters, digits, '.', '_' and '-'")
    return text


FILE = Reading("FILE", str)
"""The name of a file; what is in it is read elsewhere."""

RANGE = Reading("N|A-B", _range)
VISITS = Reading("A-B", _range)
COUNT = Reading("N", _count)
NUMBER = Reading("X", read_number)
NUMBERS = Reading("X,X,…", _numbers)
STATIC = Reading("horizon|all", _one_word("horizon", "all"))
DEPTH_IN = Reading("plies|moves|rounds", _one_word("plies", "moves", "rounds"))
NAMES = Reading("NAME,…", _words)
PARTS = Reading("PART,…", _words)
IDS = Reading("ID,…", _words)
LAYERS = Reading("max,chance,…", _words)
SHAPE = Reading("LISTS", _nested)
SEARCH = Reading("SEARCH", str.strip)
CLAIM_ABOUT = Reading("pruned|any", _only("pruned", "any"))
UNKNOWN = Reading("value|probability", _only("value", "probability"))
YES_NO = Reading("yes|no", _only("yes", "no"))
UNIT = Reading("leaves|nodes", _one_word("leaves", "nodes"))
GAME = Reading("NAME", str.strip)
UTILITIES = Reading("END=N,…", _points)
SYMMETRY = Reading("keep|merge", _one_word("keep", "merge"))
BOARD = Reading("ROWS", str.strip)
DRAWS = Reading("min|chance", _one_word("min", "chance"))
LAST = Reading("wins|loses", _one_word("wins", "loses"))
MAKE = Reading("order|values|changes", _one_word("order", "values", "changes"))
REORDER = Reading("WHICH", _only("none", "root", "best", "all"))
OBJECTIVE = Reading("WHAT", _only("most-pruned", "least-pruned"))
ROOT = Reading("max|min", _root)
CHANCES = Reading("WHICH", _chances)
MOVES = Reading("WHICH", _one_of("none", "letters", "sides"))
NODE_NAMES = Reading("WHICH", _one_of("letters", "path"))
CHILD_NAMES = Reading("WHICH", _one_of("letters"))
VALUES = Reading("A..B", _values)
OUTCOMES = Reading("V,V,…", _outcomes)
ORDERING = Reading("WHICH", _ordering)
ABOUT = Reading("WHAT", str)
POINTS = Reading("PART=N,…", _points)
TITLE = Reading("TEXT", _line(200))
ID = Reading("ID", _id)
