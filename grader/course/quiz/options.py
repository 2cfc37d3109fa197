"""What a quiz says under `generate:`, as the request that `gametree generate` would make of the same options."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping

from generators.errors import RequestError
from generators.options import Option, options_of
from generators.parameters import Parameters
from generators.readings import FILE, SHAPE, as_nested
from generators.registry import GENERATORS
from generators.request import requested
from grader.course.quiz.document import Quiz
from grader.data import Data
from grader.errors import Fault, Path, ProblemError, suggest
from grader.printable import printable

_NOT_HERE = ("id",)
_CONVENTION = "convention"
_FLAG = r"--([a-z][a-z-]*)( (?=[^\s-]))?"

Find = Callable[..., str]
"""From what a quiz names, and the path to it, to the file. Raises ProblemError."""


def read_options(
    stated: Mapping[str, Data], find: Find, quiz: Quiz, path: Path
) -> tuple[str, Parameters, tuple[str, ...]]:
    """Return the kind, the request and the files that it was read from. Raises ProblemError with all that is wrong."""
    kind = stated["kind"]
    known = {name.replace("_", "-"): option for name, option in options_of(kind).items() if name not in _NOT_HERE}
    given: dict[str, Data] = {}
    files: list[str] = []
    faults: list[Fault] = []
    for name, value in stated.items():
        if name in ("kind", _CONVENTION):
            continue
        try:
            given[name.replace("-", "_")] = _value(_known(name, kind, known), value)
            if known[name].type is FILE:
                given[name] = find(value, *path, name)
                files.append(os.path.normpath(value))
        except ProblemError as failure:
            faults += failure.faults
        except ValueError as failure:
            faults.append(quiz.fault(as_stated(str(failure)), *path, name))
    if faults:
        raise ProblemError(faults)
    conventions = stated.get(_CONVENTION) or []
    try:
        said = tuple(conventions) if isinstance(conventions, list) else (conventions,)
        return kind, requested(kind, given, said), tuple(files)
    except RequestError as failure:
        raise ProblemError([quiz.fault(as_stated(str(failure)), *path)]) from None


def as_stated(message: str) -> str:
    """Return what is wrong with a request; its options are named as a quiz writes them.

    >>> as_stated("--depth does not go with --like; this works: --prune-count 2-4 --ties 0")
    'depth does not go with like; this works: prune-count: 2-4 ties: 0'
    """
    return re.sub(_FLAG, lambda match: match[1] + (": " if match[2] and _is_value(match) else match[2] or ""), message)


def _is_value(match: re.Match[str]) -> bool:
    """Return whether what follows the name of an option is a value: no word of a sentence."""
    return re.match(r"[^\s]*[0-9,=\[]", match.string[match.end() :]) is not None


def _value(option: Option, value: Data) -> Data:
    """Return the value of an option. Raises ValueError."""
    if option.type is None or option.type is FILE:
        return value
    if option.type is SHAPE and isinstance(value, list):
        return as_nested(value)
    if isinstance(value, list):
        if not all(isinstance(item, str) for item in value):
            raise ValueError("expected a list of text and numbers")
        value = ",".join(value)
    try:
        return option.type.read(value)
    except ValueError as failure:
        raise ValueError(f'"{printable(value)}": {failure}') from None


def _known(name: str, kind: str, known: Mapping[str, Option]) -> Option:
    """Return the option of this name. Raises ValueError where the kind has none."""
    if name in known:
        return known[name]
    others = [other for other in GENERATORS if name.replace("-", "_") in options_of(other)]
    only = f", only in {', '.join(others)}" if others else ""
    raise ValueError(f"{name} has no place in {kind}{only}{suggest(name, known)}")
