"""Numbers of a problem of Monte Carlo tree search, and what is wrong with them."""

from __future__ import annotations

from grader.data import Data
from grader.errors import Path
from grader.exact import Number, read_number
from grader.printable import printable

_LARGEST = 10**15
_LONGEST = 100
Wrong = list[tuple[str, Path]]
"""What is wrong in a document, each with its place."""


def read_amount(raw: Data, path: Path, wrong: Wrong) -> Number:
    """Return a number, 0 where none is given or it is noted as wrong."""
    if raw is None:
        return 0
    try:
        number = read_number(str(raw))
    except ValueError as failure:
        wrong.append((f'"{printable(str(raw))}" is not a number: {failure}', path))
        return 0
    if len(str(raw)) > _LONGEST or not -_LARGEST <= number <= _LARGEST:
        wrong.append((f"is too large or too long, expected at most {_LARGEST:,} and {_LONGEST} characters", path))
        return 0
    return number
