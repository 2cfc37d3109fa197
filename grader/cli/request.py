"""What the options of `gametree generate` say, as the record of parameters that the generators read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from generators import (
    PARAMETERS,
    Leaves,
    Ordering,
    Parameters,
    Promise,
    Pruning,
    Question,
    RequestError,
    Shape,
)
from generators.parameters import Nested, Range
from grader.cli.request_options import FLAGS, OPTIONS, flag
from grader.conventions import FIELDS, read_conventions
from grader.documents import parse_document
from grader.errors import GradingError, ProblemError, suggest
from grader.exact import Number, read_number
from grader.printable import printable

_OUTCOMES = {"win-draw-loss": (-1, 0, 1), "win-loss": (-1, 1)}


def read_request(kind: str, given: Mapping[str, Any], conventions: tuple[str, ...]) -> Parameters:
    """Return the parameters that the given options state. Raises RequestError, naming the option."""
    stated = {name: value for name, value in given.items() if value not in (None, False)}
    for name in stated:
        kinds = (OPTIONS.get(name) or FLAGS[name])[0]
        if kinds not in ("any", kind, "" if kind == "ucb" else "trees"):
            raise RequestError(f"{flag(name)} has no place in {kind}, only in {kinds}")
    default = PARAMETERS[kind]()
    question = _question(kind, stated, conventions)
    promise = _promise(stated)
    if kind == "ucb":
        read: dict[str, Callable[[str], Any]] = {
            "children": _range,
            "visits": _range,
            "reward": _number,
            "step": _number,
            "unvisited": _range,
            "extra_visits": _range,
            "names": lambda text: text if text == "letters" else _words(text),
        }
        fields = {name: _read(name, reader, stated) for name, reader in read.items() if name in stated}
        return default._replace(question=question, promise=promise, **fields)
    fields = {"shape": _shape(default.shape, stated), "leaves": _leaves(stated), "ordering": _ordering(stated)}  # type: ignore[union-attr]
    if kind == "alpha-beta":
        counts = {name: _read(name, _range, stated) for name in ("prune_count", "leaves_evaluated") if name in stated}
        exactly = _read("prune_exactly", _words, stated) if "prune_exactly" in stated else ()
        fields["pruning"] = Pruning(**counts, prune_exactly=exactly)
    return default._replace(question=question, promise=promise, **fields)


def _read(name: str, reader: Callable[[str], Any], stated: Mapping[str, Any]) -> Any:
    try:
        return reader(str(stated[name]))
    except RequestError:
        raise
    except ValueError as failure:
        raise RequestError(f'{flag(name)} "{printable(str(stated[name]))}": {failure}') from None


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


def _shape(default: Shape, stated: Mapping[str, Any]) -> Shape:
    read: dict[str, tuple[str, Callable[[str], Any]]] = {
        "depth": ("depth", _range),
        "branching": ("branching", _range),
        "shape": ("nested", _nested),
        "layers": ("layers", _words),
        "chances": ("probabilities", _chances),
        "names": ("names", lambda text: text if text in ("letters", "path") else _words(text)),
        "moves": ("moves", lambda text: text if text in ("none", "letters", "sides") else _words(text)),
        "max_nodes": ("most_nodes", _count),
    }
    fields = {field: _read(name, reader, stated) for name, (field, reader) in read.items() if name in stated}
    if "shape" in stated and (clash := [name for name in ("depth", "branching") if name in stated]):
        raise RequestError(f"--shape says already what the tree looks like; leave out {flag(clash[0])}")
    if "root" in stated:
        fields["layers"] = _from_root(str(stated["root"]), default.layers, stated)
    elif "layers" in stated and "depth" not in stated and "shape" not in stated:
        fields["depth"] = (len(fields["layers"]),) * 2
    return default._replace(**fields)


def _from_root(root: str, layers: tuple[str, ...], stated: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the default layers with this player at the root."""
    if root not in ("max", "min"):
        raise RequestError(f'--root "{printable(root)}": expected max or min')
    if "layers" in stated:
        raise RequestError("--layers says already who moves first; leave out --root")
    if root == "max":
        return layers
    return tuple({"max": "min", "min": "max"}.get(layer, layer) for layer in layers)


def _nested(text: str) -> Nested:
    try:
        document = parse_document(text.encode(), "--shape", ProblemError)
    except GradingError as failure:
        raise ValueError(f"expected nested lists, as [[[],[]],[[],[]]]; {failure.faults[0].message}") from None
    return _as_nested(document.data)


def _as_nested(data: Any) -> Nested:
    """Return nested lists as a shape; an empty list and anything that is no list is a leaf."""
    if isinstance(data, dict):
        raise RequestError("--shape: expected nested lists, as [[[],[]],[[],[]]]")
    return tuple(map(_as_nested, data)) if isinstance(data, list) else ()


def _chances(text: str) -> str | tuple[Number, ...]:
    if text in ("uniform", "tenths", "quarters", "thirds"):
        return text
    if text.isalpha():
        raise ValueError("expected uniform, tenths, quarters, thirds, or probabilities such as 1/2,0.3,0.2")
    return tuple(map(read_number, _words(text)))


def _leaves(stated: Mapping[str, Any]) -> Leaves:
    fields: dict[str, Any] = {}
    if "values" in stated:
        fields["low"], fields["high"] = _read("values", _values, stated)
    if "outcomes" in stated:
        fields["outcomes"] = _read("outcomes", lambda t: _OUTCOMES.get(t) or tuple(map(read_number, _words(t))), stated)
    if "step" in stated:
        fields["step"] = _read("step", _number, stated)
    if "outcomes" in stated and (clash := [name for name in ("values", "step") if name in stated]):
        raise RequestError(f"--outcomes says already what the values are; leave out {flag(clash[0])}")
    if "ties" in stated and "repeats" in stated:
        raise RequestError("--ties says how many values repeat, --repeats leaves it open; expected one of them")
    if "ties" in stated:
        fields["ties"] = _read("ties", _count, stated)
    elif "repeats" in stated or "outcomes" in stated or stated.get("about") == "equality":
        fields["ties"] = None
    return Leaves(**fields)


_VALUES = re.compile(r"(.+?)\.\.(.+)")


def _values(text: str) -> tuple[Number, Number]:
    match = _VALUES.fullmatch(text.strip())
    if not match:
        raise ValueError("expected a range of values, as 0..9 or -20..20")
    return read_number(match[1]), read_number(match[2])


def _ordering(stated: Mapping[str, Any]) -> Ordering:
    if "ordering" not in stated:
        return Ordering()
    name, _, probability = str(stated["ordering"]).partition(":")
    if (name == "strong") != bool(probability):
        raise RequestError("--ordering: expected random, best-first, worst-first, or strong:P with P from 0 to 1")
    if not probability:
        return Ordering(name)
    try:
        return Ordering(name, Fraction(read_number(probability)))
    except ValueError as failure:
        raise RequestError(f"--ordering strong:P: {failure}") from None


def _question(kind: str, stated: Mapping[str, Any], conventions: tuple[str, ...]) -> Question:
    given: dict[str, Any] = {}
    for text in conventions:
        name, equals, value = text.partition("=")
        if not equals or name.strip() not in FIELDS:
            known = suggest(name.strip(), FIELDS)
            raise RequestError(f'--convention "{printable(text)}": expected NAME=VALUE, as tie=last{known}')
        given[name.strip()] = _window(value) if name.strip() == "initial-window" else value.strip()
    _check_choices(given)
    read, wrong = read_conventions(given)
    if wrong:
        raise RequestError(f"--convention {wrong[0][0]}: {wrong[0][1]}")
    points = _read("points", _points, stated) if "points" in stated else ()
    ask = _read("ask", _words, stated) if "ask" in stated else ()
    return Question(ask, points, read, _line(stated, "title", 200), _id(stated))


def _check_choices(given: Mapping[str, str]) -> None:
    for name, value in given.items():
        choices = FIELDS[name].words
        if name == "root":
            raise RequestError("--convention root: every node is written with its player; choose --root or --layers")
        if isinstance(choices, Mapping) and value not in choices:
            raise RequestError(f'--convention {name}: "{printable(value)}", expected {" or ".join(choices)}')


def _window(text: str) -> list[str]:
    ends = text.strip().strip("[]").split(",")
    if len(ends) != 2:
        raise RequestError("--convention initial-window: expected two bounds, as initial-window=[-inf,5]")
    return [end.strip() for end in ends]


def _points(text: str) -> tuple[tuple[str, Number], ...]:
    pairs = [word.partition("=") for word in _words(text)]
    if not all(equals for _, equals, _ in pairs):
        raise ValueError("expected PART=N with commas between, as value=1,pruned=3")
    return tuple((part.strip(), read_number(number)) for part, _, number in pairs)


def _line(stated: Mapping[str, Any], name: str, most: int) -> str:
    text = str(stated.get(name, "")).strip()
    if len(text) > most or not text.isprintable():
        raise RequestError(f"{flag(name)}: expected one line of at most {most} characters")
    return text


def _id(stated: Mapping[str, Any]) -> str:
    text = _line(stated, "id", 90)
    if not re.fullmatch(r"[A-Za-z0-9._-]*", text):
        raise RequestError("--id: expected letters, digits, '.', '_' and '-'")
    return text


def _promise(stated: Mapping[str, Any]) -> Promise:
    fields: dict[str, Any] = {}
    if "without" in stated:
        fields["without"] = _read("without", _words, stated)
    if "separate" in stated:
        fields["separate"] = _read("separate", _words, stated)
    if "about" in stated:
        fields["about"] = str(stated["about"])
    if "margin" in stated:
        fields["margin"] = Fraction(_read("margin", _number, stated))
    if "max_draws" in stated:
        fields["most_draws"] = _read("max_draws", _count, stated)
    return Promise(**fields)
