"""What an end of a game is worth, as a document states it: a number, or the unknown x of a problem that asks about it."""

from __future__ import annotations

from grader.data import Data
from grader.errors import Path
from grader.exact import Number, read_writable
from grader.printable import printable


def read_worth(raw: Data, path: Path, wrong: list[tuple[str, Path]]) -> Number:
    """Return the number, or 0 beside a noted fault; schemas say where it may be the unknown x."""
    text = str(raw)
    if "x" in text:
        return _unknown(text)  # type: ignore[no-any-return]  # it adds, scales and compares as a number does
    try:
        return read_writable(text)
    except ValueError as failure:
        wrong.append((f'"{printable(text)}" is not a number: {failure}', path))
        return 0


def _unknown(text: str) -> Data:
    """Return the number x, or 1 - x: what nobody knows of a problem that asks for which x something holds."""
    from grader.linear import ONE_MINUS_X, X  # few problems have one

    return X if text.strip() == "x" else ONE_MINUS_X
