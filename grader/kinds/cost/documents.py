"""How a problem of the kind `cost` comes in and goes out: its numbers are read, and what would be too large is refused before it is computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from grader.core.conventions import Conventions
from grader.core.data import Plain, stated
from grader.core.documents import Document
from grader.core.errors import Fault, Path
from grader.core.games.problem import Problem
from grader.core.numbers import MOST_DIGITS, Bound, hint, is_too_long, read_writable, whole, write_number
from grader.core.text import printable
from grader.kinds.cost.parts import answers_by, lost_in_rounding
from grader.kinds.cost.solve import LEAVES, Growth, logarithm

MOST_DEPTH, MOST_BRANCHING = 10_000, 10**15
_ABOVE_ZERO = ("rate", "seconds", "states")
_EXPONENTS = {Fraction(1, 2), Fraction(3, 4), Fraction(1)}
_LOST = "{} is so small that other numbers round to the same {} decimals and count as it; expected conventions: {{decimals: {}}} or more"
_TOO_LONG = f"results have at most {MOST_DIGITS:,} digits"

Wrong = Iterator[tuple[str, Path]]
"""What is wrong, each as a message and where it stands."""


def read_growth(document: Document, conventions: Conventions) -> tuple[Growth | None, list[Fault], list[str]]:
    """Return what the problem states of a tree and a search, what is wrong with it, and warnings."""
    faults = document.faults([*_wrong_numbers(document)])
    if faults:
        return None, faults, []
    growth = _stated(document)
    faults = document.faults([*_too_large(growth)])
    if faults:
        return None, faults, []
    lost = lost_in_rounding(growth, document.data.get("ask") or (), conventions)
    return growth, [], [_LOST.format(name, conventions.decimals, more) for name, more in lost.items()]


def _branching(document: Document) -> list[tuple[str, Path]]:
    """Return what is stated of branching, and where: a number, or one for each depth."""
    raw = document.data["branching"]
    if not isinstance(raw, list):
        return [(str(raw), ("branching",))]
    return [(str(one), ("branching", at)) for at, one in enumerate(raw)]


def _numbers(document: Document) -> dict[str, str]:
    """Return the numbers above 0 that are stated, as text."""
    return {name: str(document.data[name]) for name in _ABOVE_ZERO if document.data.get(name) is not None}


def _wrong_numbers(document: Document) -> Wrong:
    """Yield what is wrong with numbers that fit the schema."""
    for raw, path in _branching(document):
        yield from _wrong_number(raw, path, MOST_BRANCHING)
    yield from _wrong_depth(document)
    for name, raw in _numbers(document).items():
        yield from _wrong_number(raw, (name,))
    exponent = str(document.data.get("exponent", "1/2"))
    if _exponent(exponent) not in _EXPONENTS:
        message = f'"{printable(exponent)}" is not allowed here, expected 1/2, 3/4 or 1{hint(exponent)}'
        yield message, ("exponent",)


def _wrong_number(raw: str, path: Path, most: int | None = None) -> Wrong:
    """Yield what is wrong with a number that is to be above 0."""
    try:
        number = read_writable(raw)
    except ValueError as failure:
        yield f'"{printable(raw)}" is not a number: {failure}', path
        return
    if number <= 0:
        yield f"{printable(raw)} is not above 0, expected a number such as 35", path
    elif most is not None and max(number.numerator, number.denominator) > most:
        yield f"is too large for a branching factor, expected at most {most:,}", path


def _wrong_depth(document: Document) -> Wrong:
    raw, branching = document.data.get("depth"), document.data["branching"]
    listed = len(branching) if isinstance(branching, list) else None
    if raw is None:
        if listed is not None and listed > MOST_DEPTH:
            yield f"lists {listed:,} depths, expected at most {MOST_DEPTH:,}", ("branching",)
    elif (depth := _count(str(raw))) > MOST_DEPTH:
        yield f"a depth of {printable(str(raw), 40)} is too large, expected at most {MOST_DEPTH:,}", ("depth",)
    elif listed is not None and depth > listed:
        yield f"is {depth:,}, but branching lists {listed:,}; expected at most as many", ("depth",)


def _count(text: str) -> int:
    """Return a whole number; one that is so long that it is too large in any case stands for all such."""
    digits = text.strip().lstrip("+").partition(".")[0]
    return int(digits) if len(digits) <= MOST_DIGITS else MOST_DEPTH + 1


def _exponent(text: str) -> Fraction:
    """Return the part of the depth that pruning leaves, however the number is written; 0 where it is none."""
    try:
        return Fraction(read_writable(text))
    except ValueError:
        return Fraction(0)


def _stated(document: Document) -> Growth:
    data, branching = document.data, tuple(read_writable(raw) for raw, _ in _branching(document))
    is_uniform, depth = not isinstance(data["branching"], list), data.get("depth")
    return Growth(
        branching,
        is_uniform,
        _count(str(depth)) if depth is not None else None if is_uniform else len(branching),
        unit=data.get("count") or LEAVES,
        root_counts=data.get("root-counts") is not False,
        exponent=_exponent(str(data.get("exponent", "1/2"))),
        space_as=data.get("space-as") or "b*d",
        **{name: read_writable(raw) for name, raw in _numbers(document).items()},
    )


def _too_large(growth: Growth) -> Wrong:
    """Yield what would make a number too long: first by logarithms, before anything is computed."""
    where: Path = ("depth",) if growth.is_uniform else ("branching",)
    one, budget = growth.one, (growth.rate or 0) * (growth.seconds or 0)
    if growth.depth is not None and _digits(growth, growth.depth) > MOST_DIGITS:
        yield f"this tree has too many leaves: {_TOO_LONG}; choose a smaller depth or branching factor", where
    elif budget and one is not None and one > 1 and not growth.is_in_reach(budget):
        message = "in this time the search comes too deep to be followed; choose fewer seconds or a larger branching"
        yield message, ("seconds",)
    elif long := [name for name, answer in answers_by(growth).items() if _is_long(answer)]:
        yield f"{long[0]} would be too long: {_TOO_LONG}", where if growth.depth is not None else ("seconds",)


def _digits(growth: Growth, depth: int) -> float:
    """Return about how many digits the number of leaves has, written as a fraction."""
    lengths = [logarithm(one.numerator) + logarithm(one.denominator) for one in growth.branching]
    return depth * lengths[0] if growth.is_uniform else sum(lengths[:depth])


def _is_long(answer: Bound | Mapping[int, Bound]) -> bool:
    numbers = answer.values() if isinstance(answer, Mapping) else [answer]
    return any(not isinstance(number, float) and is_too_long(number) for number in numbers)


def write_growth(problem: Problem) -> dict[str, Plain]:
    """Return the fields of a problem document that state the tree and the search: what is the default is left out."""
    growth: Growth = problem.game
    each, default = [write_number(one) for one in growth.branching], Growth((), is_uniform=True)
    numbers = {name: getattr(growth, name) for name in _ABOVE_ZERO}
    written: dict[str, Plain] = {
        "branching": each[0] if growth.is_uniform else each,
        "depth": growth.depth,
        **{name: None if number is None else write_number(number) for name, number in numbers.items()},
        "count": None if growth.unit == default.unit else growth.unit,
        "root-counts": None if growth.root_counts else False,
        "exponent": None if growth.exponent == default.exponent else write_number(whole(growth.exponent)),
        "space-as": None if growth.space_as == default.space_as else growth.space_as,
    }
    return stated(written)
