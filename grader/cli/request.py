"""What the options of `gametree generate` say, as the record of parameters that the generators read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import click

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
from grader.conventions import FIELDS, read_conventions
from grader.documents import parse_document
from grader.errors import GradingError, ProblemError, suggest
from grader.exact import Number, read_number
from grader.printable import printable

OPTIONS: dict[str, tuple[str, str, str]] = {
    "depth": ("trees", "N|A-B", "Plies from the root to the leaves; with a range, leaves lie between."),
    "branching": ("trees", "N|A-B", "Children of each node."),
    "shape": ("trees", "LISTS", "The shape itself as nested lists, a leaf as []: '[[[],[]],[[],[],[]]]'."),
    "root": ("trees", "max|min", "Who moves first."),
    "layers": ("trees", "max,chance,…", "Who moves at depth 0, 1 …; begins anew where it ends."),
    "chances": ("expectiminimax", "WHICH", "uniform, tenths, quarters, thirds, or probabilities such as 1/2,0.3,0.2."),
    "moves": ("trees", "WHICH", "Labels of moves: none, letters, sides (L, M, R), or your own, with commas."),
    "values": ("trees", "A..B", "The range of leaf values."),
    "outcomes": ("trees", "V,V,…", "Leaf values from this list only, such as -1,0,1 for win, draw and loss."),
    "ties": ("trees", "N", "How many leaves repeat another leaf's value (default 0: all distinct)."),
    "ordering": ("trees", "WHICH", "random, best-first, worst-first, or strong:P (best first with probability P)."),
    "prune_count": ("alpha-beta", "N|A-B", "How many subtrees the search skips."),
    "leaves_evaluated": ("alpha-beta", "N|A-B", "How many leaves the search evaluates."),
    "prune_exactly": ("alpha-beta", "ID,…", "Just these subtrees are skipped, no others."),
    "about": ("alpha-beta", "WHAT", "equality (where >= and > must differ) or deep-cutoffs."),
    "max_nodes": ("trees", "N", "Trees of up to N nodes (default 10000)."),
    "children": ("ucb", "N|A-B", "How many children the node has."),
    "visits": ("ucb", "A-B", "Visits of each child."),
    "reward": ("ucb", "X", "The largest mean reward (default 1)."),
    "unvisited": ("ucb", "N|A-B", "How many children have no visits (default 0)."),
    "extra_visits": ("ucb", "N|A-B", "Visits of the parent beyond those of its children."),
    "margin": ("ucb", "X", "The least distance between the two best scores (default 0.05)."),
    "step": ("any", "X", "Leaf values (ucb: total rewards) are multiples of it: 1, 1/2, 1/4."),
    "names": ("any", "WHICH", "Names of nodes: letters, path, or your own breadth-first, with commas."),
    "ask": ("any", "PART,…", "The parts that are asked (default: the kind's own)."),
    "points": ("any", "PART=N,…", "Points of parts (default 1 each)."),
    "title": ("any", "TEXT", "The title of the problems; with several a number is added."),
    "id": ("any", "ID", "The id of the problems; with several a number is added (default: made from the content)."),
    "without": ("any", "NAME,…", "Guarantees to switch off."),
    "separate": (
        "any",
        "NAME,…",
        "Misconceptions that must give a wrong answer; default, all (from one another too), none.",
    ),
    "max_draws": ("any", "N", "How many draws to try for one problem (default 2000)."),
}
"""Each option's kinds, what its value looks like, and its help."""
FLAGS: dict[str, tuple[str, str]] = {
    "repeats": ("trees", "Leaf values may repeat as they come."),
}
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


def flag(name: str) -> str:
    """Return the option as it is typed."""
    return "--" + name.replace("_", "-")


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


def request_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a request to a command, those of trees first."""
    for name, (_, text) in reversed(FLAGS.items()):
        command = click.option(flag(name), name, is_flag=True, help=text)(command)
    for name, (kinds, metavar, text) in reversed(OPTIONS.items()):
        shown = text if kinds in ("any", "trees") else f"{kinds}: {text}"
        command = click.option(flag(name), name, metavar=metavar, help=shown)(command)
    return command
