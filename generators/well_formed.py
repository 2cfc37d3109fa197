"""Whether a request from Python is made of what its records say; the command line makes no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from generators.errors import RequestError
from generators.parameters import (
    GameWish,
    Leaves,
    Limits,
    Ordering,
    Parameters,
    Playing,
    Promise,
    Pruning,
    Question,
    Shape,
)
from generators.registry import PARAMETERS
from grader.conventions import Conventions
from grader.games.tree import Tree
from grader.policy import Policy

Test = Callable[[object], bool]


def _is(*types: type) -> Test:
    return lambda value: isinstance(value, types)


def _or_none(test: Test) -> Test:
    return lambda value: value is None or test(value)


def _all(test: Test) -> Test:
    return lambda value: isinstance(value, tuple) and all(map(test, value))


def _is_range(value: object) -> bool:
    return isinstance(value, tuple) and _all(_is(int))(value) and len(value) == 2


def _is_pair(of: Test) -> Test:
    return lambda value: isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str) and of(value[1])


def _is_nested(value: object) -> bool:
    waiting = [value]
    for node in waiting:
        if not isinstance(node, tuple):
            return False
        waiting.extend(node)
    return True


def _is_frozen(value: object) -> bool:
    return isinstance(value, Tree) and all(column is None or isinstance(column, tuple) for column in value.columns())


_number = _is(int, Fraction)
_RANGE = "a pair (least, most) of whole numbers"
_NUMBER = "a whole number or a Fraction"
_FROZEN = "a Tree of tuples, as problem.game.frozen(); generators.like.like(problem) makes one"
_EXPECTED: dict[str, tuple[Test, str]] = {
    "int": (_is(int), "a whole number"),
    "int | None": (_or_none(_is(int)), "a whole number or None"),
    "str": (_is(str), "text"),
    "Range": (_is_range, _RANGE),
    "Range | None": (_or_none(_is_range), f"{_RANGE}, or None"),
    "Number": (_number, _NUMBER),
    "Number | None": (_or_none(_number), f"{_NUMBER}, or None"),
    "Fraction": (_number, _NUMBER),
    "Fraction | float": (_is(int, Fraction, float), "a number"),
    "tuple[str, ...]": (_all(_is(str)), "a tuple of texts"),
    "tuple[Number, ...]": (_all(_number), "a tuple of whole numbers and Fractions"),
    "str | tuple[str, ...]": (lambda value: _is(str)(value) or _all(_is(str))(value), "text or a tuple of texts"),
    "str | tuple[Number, ...]": (
        lambda value: _is(str)(value) or _all(_number)(value),
        "text, or a tuple of whole numbers and Fractions",
    ),
    "tuple[tuple[str, Number], ...]": (_all(_is_pair(_number)), "a tuple of pairs (name, number)"),
    "tuple[tuple[str, int], ...]": (_all(_is_pair(_is(int))), "a tuple of pairs (name, whole number)"),
    "tuple[tuple[str, tuple[int, ...]], ...]": (_all(_is_pair(_all(_is(int)))), "a tuple of pairs (name, nodes)"),
    "Nested | None": (_or_none(_is_nested), "tuples of tuples, a leaf as (), or None"),
    "Tree | None": (_or_none(_is_frozen), f"{_FROZEN}, or None"),
    "Conventions": (_is(Conventions), "Conventions"),
    "Policy": (_is(Policy), "a Policy"),
}
"""By a field's annotation: the test of its value, and what is said to be expected."""
_RECORDS: dict[str, type] = {
    record.__name__: record
    for record in (GameWish, Shape, Leaves, Limits, Playing, Ordering, Pruning, Question, Promise)
}


def check_request(kind: str, parameters: Parameters) -> None:
    """Refuse an unknown kind, another kind's parameters, and fields that hold what they cannot. Raises RequestError."""
    if kind not in PARAMETERS:
        raise RequestError(f'there is no generator of the kind "{kind}", expected {", ".join(PARAMETERS)}')
    expected = PARAMETERS[kind]
    if not isinstance(parameters, expected):
        raise RequestError(f"{kind} takes {expected.__name__}, not {_shown(parameters)}")
    for place, value, annotation in _fields(parameters):
        test, words = _expected(annotation)
        if not test(value):
            raise RequestError(f"{place}: expected {words}, not {_shown(value)}")


_NONE = " | None"


def _expected(annotation: str) -> tuple[Test, str]:
    """Return the test of a field's value, and what is said to be expected."""
    if annotation in _EXPECTED:
        return _EXPECTED[annotation]
    test = _is(_RECORDS[annotation.removesuffix(_NONE)])
    return (_or_none(test) if annotation.endswith(_NONE) else test), f"a {annotation}".replace(" |", " or")


def _fields(record: object) -> Iterator[tuple[str, object, str]]:
    """Yield where each field stands, its value and its annotation, those of records in it too; a record before its fields."""
    for name, reference in type(record).__annotations__.items():  # a named tuple keeps each as a forward reference
        value, annotation = getattr(record, name), reference.__forward_arg__
        yield f"{type(record).__name__}.{name}", value, annotation
        if annotation.removesuffix(_NONE) in _RECORDS and value is not None:
            yield from _fields(value)


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else f"{type(value).__name__} {shown[:40]}…"
