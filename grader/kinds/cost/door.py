"""How a problem of the kind `cost` comes in and goes out: its numbers are read, and what would be too large is refused before it is computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from grader.conventions import Conventions
from grader.data import Data
from grader.documents import Document
from grader.errors import Fault, Path
from grader.exact import MOST_DIGITS, Number, is_too_long, read_writable, write_number
from grader.games.problem import Problem
from grader.kinds.cost.growth import LEAVES, Growth, logarithm
from grader.kinds.cost.solving import answers_by
from grader.printable import printable

MOST_DEPTH = 10_000
MOST_BRANCHING = 10**15
_ABOVE_ZERO = ("rate", "seconds", "states")
_EXPONENTS = {"1/2": Fraction(1, 2), "3/4": Fraction(3, 4), "1": Fraction(1)}
_TOO_LONG = f"results have at most {MOST_DIGITS:,} digits"

Wrong = list[tuple[str, Path]]
"""What is wrong, each as a message and where it stands."""


def read_growth(document: Document, conventions: Conventions) -> tuple[Growth | None, list[Fault], list[str]]:
    """Return what the problem states of a tree and a search, what is wrong with it, and warnings."""
    wrong: Wrong = []
    growth = _stated(document.data, wrong)
    if growth is not None and not wrong:
        wrong += _too_large(growth)
    return (None if wrong else growth), document.faults(wrong), []


def _stated(data: Mapping[str, Data], wrong: Wrong) -> Growth | None:
    """Return the fields as they are stated; None where the branching or the depth makes no tree."""
    listed = data["branching"]
    is_uniform = not isinstance(listed, list)
    each: list[tuple[Data, Path]] = (
        [(listed, ("branching",))] if is_uniform else [(one, ("branching", at)) for at, one in enumerate(listed)]
    )
    branching = [_number(raw, path, wrong, MOST_BRANCHING) for raw, path in each]
    depth = _depth(data, None if is_uniform else len(each), wrong)
    numbers = {name: _number(data[name], (name,), wrong) for name in _ABOVE_ZERO if data.get(name) is not None}
    if wrong:
        return None
    return Growth(
        tuple(one for one in branching if one is not None),
        is_uniform,
        depth,
        unit=data.get("count") or LEAVES,
        root_counts=data.get("root-counts") is not False,
        exponent=_EXPONENTS[str(data.get("exponent") or "1/2")],
        space_as=data.get("space-as") or "b*d",
        **numbers,
    )


def _number(raw: Data, path: Path, wrong: Wrong, most: int | None = None) -> Number | None:
    """Return a number above 0; None where something is wrong with it."""
    try:
        number = read_writable(str(raw))
    except ValueError as failure:
        wrong.append((f'"{printable(str(raw))}" is not a number: {failure}', path))
        return None
    if number <= 0:
        wrong.append((f"{printable(str(raw))} is not above 0, expected a number such as 35", path))
    elif most is not None and max(number.numerator, number.denominator) > most:
        wrong.append((f"is too large for a branching factor, expected at most {most:,}", path))
    else:
        return number
    return None


def _depth(data: Mapping[str, Data], listed: int | None, wrong: Wrong) -> int | None:
    """Return the depth, which is that of a list of branching factors where none is stated; None where there is neither."""
    raw = data.get("depth")
    if raw is None:
        if listed is not None and listed > MOST_DEPTH:
            wrong.append((f"lists {listed:,} depths, expected at most {MOST_DEPTH:,}", ("branching",)))
        return listed
    number = _count(str(raw))
    if number is None or number > MOST_DEPTH:
        wrong.append(
            (f"a depth of {printable(str(raw), 40)} is too large, expected at most {MOST_DEPTH:,}", ("depth",))
        )
        return None
    if listed is not None and number > listed:
        wrong.append((f"is {number:,}, but branching lists {listed:,}; expected at most as many", ("depth",)))
    return number


def _count(text: str) -> int | None:
    """Return a whole number; None where it is so long that it is too large in any case."""
    digits = text.strip().lstrip("+").partition(".")[0]
    return int(digits) if len(digits) <= MOST_DIGITS else None


# caps, each by logarithms before anything is computed


def _too_large(growth: Growth) -> Iterator[tuple[str, Path]]:
    """Yield what would make a number too long."""
    where: Path = ("depth",) if growth.is_uniform else ("branching",)
    if growth.depth is not None and _digits(growth, growth.depth) > MOST_DIGITS:
        yield f"this tree has too many leaves: {_TOO_LONG}; choose a smaller depth or branching factor", where
        return
    if (
        growth.rate is not None
        and growth.seconds is not None
        and _is_out_of_reach(growth, growth.rate * growth.seconds)
    ):
        yield (
            "in this time the search comes too deep to be followed; choose fewer seconds or a larger branching",
            ("seconds",),
        )
        return
    long = [name for name, number in answers_by(growth).items() if _is_long(number)]
    if long:
        yield f"{long[0]} would be too long: {_TOO_LONG}", where if growth.depth is not None else ("seconds",)


def _digits(growth: Growth, depth: int) -> float:
    """Return about how many digits the number of leaves has, written as a fraction."""
    if growth.is_uniform:
        return depth * _length(growth.branching[0])
    return sum(_length(one) for one in growth.branching[:depth])


def _length(number: Number) -> float:
    below = logarithm(number.denominator)
    return logarithm(number.numerator) + below


def _is_out_of_reach(growth: Growth, budget: Number) -> bool:
    base = growth.one
    return base is not None and base > 1 and not growth.is_in_reach(budget)


def _is_long(answer: Any) -> bool:
    numbers = answer.values() if isinstance(answer, Mapping) else [answer]
    return any(not isinstance(number, float) and is_too_long(number) for number in numbers)


def write_growth(problem: Problem) -> dict[str, Data]:
    """Return the fields of a problem document that state the tree and the search."""
    growth: Growth = problem.game
    each = [write_number(one) for one in growth.branching]
    written: dict[str, Data] = {"branching": each[0] if growth.is_uniform else each}
    if growth.depth is not None:
        written["depth"] = growth.depth
    written |= {name: write_number(number) for name in _ABOVE_ZERO if (number := getattr(growth, name)) is not None}
    default = Growth(growth.branching, growth.is_uniform)
    if growth.unit != default.unit:
        written["count"] = growth.unit
    if not growth.root_counts:
        written["root-counts"] = False
    if growth.exponent != default.exponent:
        written["exponent"] = write_number(growth.exponent if growth.exponent != 1 else 1)
    if growth.space_as != default.space_as:
        written["space-as"] = growth.space_as
    return written
