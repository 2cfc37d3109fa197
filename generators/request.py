"""A request as the command line, a quiz or a file states it, by the names of its fields; messages name options as typed."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Container, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from generators.draws import RequestError
from generators.fields import FIELDS, FILE, MANY, SHAPE, Field, Fields, as_nested, flag
from generators.games.drawn import wish_of
from generators.games.requests import check_options, check_ranges
from generators.kinds.construct import MAKES
from generators.like import like, mirrored
from generators.parameters import (
    ConstructParameters,
    GameWish,
    Parameters,
    Range,
    TreeParameters,
    TreesDrawn,
    trees_of,
)
from generators.registry import GENERATORS
from grader.core.conventions import FIELDS as CONVENTIONS
from grader.core.conventions import Conventions, read_conventions
from grader.core.data import Data
from grader.core.documents import PROBLEM_LIMITS, Document, read_document, shape_faults
from grader.core.errors import Fault, Path, ProblemError, suggest
from grader.core.numbers import show_number
from grader.core.text import printable
from grader.kinds import KINDS, read_exercise


def fields_of(kind: str) -> dict[str, Field]:
    """Return the fields of a kind's requests by their names, with low lines."""
    return {FIELDS[key].name: FIELDS[key] for key in FIELDS if key in GENERATORS[kind].fields}


# -- what is stated, as the record of parameters that the generators read

Values: TypeAlias = Mapping[str, Data]
"""Values by the names of fields, or by their places in the record."""
_BESIDE_A_PROBLEM = frozenset({"without", "separate", "title", "id", "max_draws"})
"""What can be said of variants of a given problem: all else the problem says."""


def requested(kind: str, given: Values, conventions: tuple[str, ...]) -> Parameters:
    """Return the request that the fields state, among them a problem's file that it is made from.

    Raises RequestError, or ProblemError for what is wrong in the file.
    """
    stated = {name: value for name, value in given.items() if value is not None and value is not False}
    like_, mirror_ = stated.pop("like", None), stated.pop("mirror", None)
    if like_ is None and mirror_ is None:
        return _titled(read_request(kind, stated, conventions))
    name = "--like" if like_ else "--mirror"
    if like_ and mirror_:
        raise RequestError("--like and --mirror each say what the problem is made from; expected one of them")
    if conventions or stated.keys() - _BESIDE_A_PROBLEM:
        clash = "--convention" if conventions else flag(min(stated.keys() - _BESIDE_A_PROBLEM))
        raise RequestError(f"{clash} does not go with {name}: the given problem says that already")
    return _titled(_from_problem(kind, str(like_ or mirror_), name, read_request(kind, stated, ())))


def _titled(request: Parameters) -> Parameters:
    """Return the request; one of constructions that states no title is called by what is handed in."""
    if not isinstance(request, ConstructParameters) or request.question.title or request.make not in MAKES:
        return request
    return request._replace(question=request.question._replace(title=MAKES[request.make].title))


def _from_problem(kind: str, file: str, name: str, stated: Parameters) -> Parameters:
    problem = read_exercise(read_document(file, PROBLEM_LIMITS, ProblemError), KINDS).problem
    if problem.kind != kind:
        raise RequestError(f"{name}: the problem in {file} is of the kind {problem.kind}, not {kind}")
    request = (like if name == "--like" else mirrored)(problem, stated.promise)
    question = request.question
    title, id_ = stated.question.title or question.title, stated.question.id
    return request._replace(question=question._replace(title=title, id=id_))


def read_request(kind: str, stated: Values, conventions: tuple[str, ...]) -> Parameters:
    """Return the parameters that the given fields state. Raises RequestError, naming the option."""
    default: Parameters = GENERATORS[kind].parameters()
    fields = fields_of(kind)
    if isinstance(default, TreeParameters):
        check_options(stated, [name for name, field in fields.items() if field.heading == "Game"])
    places = {at: value for name, value in stated.items() if (at := fields[name].at)}
    places["question.conventions"] = _conventions(kind, stated, conventions)
    if "margin" in stated:
        places["promise.margin"] = Fraction(stated["margin"])
    if (trees := trees_of(default)) is not None:
        places = {place: value for place, value in places.items() if place != "leaves.values"}
        places |= {**_shape(trees, stated), **_leaves(stated)}
        if "game" in stated and "depth" in stated:  # the depth is how deep the tree comes out
            places["game.plies"] = places.pop("shape.depth")
    parameters = _filled(default, places)
    GENERATORS[kind].check(parameters)
    idle = GENERATORS[kind].idle(parameters)
    if name := next((name for name in stated if name in idle), None):
        raise RequestError(f"{flag(name)} {idle[name]}")
    return parameters


def _filled(record: Parameters, places: Values) -> Parameters:
    """Return the record with these values at their places; a part that it does not have is left out of a place."""
    parts: dict[str, Fields] = {}
    for place, value in places.items():
        part, _, field = place.rpartition(".")
        parts.setdefault(part if part in record._fields else "", {})[field] = value
    own = parts.pop("", {})
    own |= {part: (getattr(record, part) or GameWish())._replace(**fields) for part, fields in parts.items()}
    return record._replace(**own)


def _shape(default: TreesDrawn, stated: Values) -> Values:
    """Return what follows from several fields of a shape; of a game it follows from the rules."""
    if "game" in stated:
        return {}
    if "shape" in stated and (clash := [name for name in ("depth", "branching") if name in stated]):
        raise RequestError(f"--shape says already what the tree looks like; leave out {flag(clash[0])}")
    if "root" in stated and "layers" in stated:
        raise RequestError("--layers says already who moves first; leave out --root")
    if "root" in stated:
        turned = {"max": "min", "min": "max"} if stated["root"] == "min" else {}
        return {"shape.layers": tuple(turned.get(layer, layer) for layer in default.shape.layers)}
    if "layers" in stated and "depth" not in stated and "shape" not in stated:
        return {"shape.depth": (len(stated["layers"]),) * 2}
    return {}


def _leaves(stated: Values) -> Values:
    """Return what follows from several fields of leaves."""
    if "outcomes" in stated and (clash := [name for name in ("values", "step") if name in stated]):
        raise RequestError(f"--outcomes says already what the values are; leave out {flag(clash[0])}")
    if "ties" in stated and "repeats" in stated:
        raise RequestError("--ties says how many values repeat, --repeats leaves it open; expected one of them")
    places: Fields = {}
    if "values" in stated:
        places["leaves.low"], places["leaves.high"] = stated["values"]
    is_narrow = "value_bounds" in stated and "values" not in stated  # there may be fewer values than leaves
    is_open = "repeats" in stated or "outcomes" in stated or stated.get("about") == "equality" or is_narrow
    return places | {"leaves.ties": None} if is_open and "ties" not in stated else places


def _conventions(kind: str, stated: Values, conventions: tuple[str, ...]) -> Conventions:
    given: Fields = {}
    for text in conventions:
        name, equals, value = text.partition("=")
        if not equals:
            raise RequestError(f'--convention "{printable(text)}": expected NAME=VALUE, as tie=last')
        if name.strip() not in CONVENTIONS:
            known = suggest(name.strip(), CONVENTIONS) or f", expected {', '.join(KINDS[kind].conventions)}"
            raise RequestError(f'--convention: there is no convention "{printable(name.strip())}"{known}')
        if name.strip() == "value-bounds":
            raise RequestError("--convention value-bounds: expected it as --value-bounds A..B")
        given[name.strip()] = _window(value) if name.strip() == "initial-window" else value.strip()
    if "depth_in" in stated:
        if "depth-in" in given:
            raise RequestError("--depth-in and --convention depth-in say the same; expected one of them")
        given["depth-in"] = stated["depth_in"]
    if "value_bounds" in stated:
        given["value-bounds"] = [show_number(bound) for bound in stated["value_bounds"]]
    _check_choices(kind, given)
    if "game" in stated and "root" in stated:
        given["root"] = stated["root"]
    read, wrong = read_conventions(given)
    if wrong:
        option = "--value-bounds" if wrong[0][0] == "value-bounds" else f"--convention {wrong[0][0]}"
        raise RequestError(f"{option}: {wrong[0][1]}")
    return read


_WHO_MOVES = ("root", "layers", "players")
"""The fields by which a request says who moves at which node."""


def _check_choices(kind: str, given: Mapping[str, str]) -> None:
    for name, value in given.items():
        choices = CONVENTIONS[name].words
        if name == "root" and name in KINDS[kind].conventions:
            who_moves = " or ".join(flag(option) for option in _WHO_MOVES if option in fields_of(kind))
            raise RequestError(
                f"--convention root: every node is written with its player{who_moves and f'; choose {who_moves}'}"
            )
        if isinstance(choices, Mapping) and value not in choices:
            raise RequestError(f'--convention {name}: "{printable(value)}", expected {" or ".join(choices)}')


def _window(text: str) -> list[str]:
    ends = text.strip().strip("[]").split(",")
    if len(ends) != 2:
        raise RequestError("--convention initial-window: expected two bounds, as initial-window=[-inf,5]")
    return [end.strip() for end in ends]


def with_doubled_ranges(kind: str, parameters: Parameters) -> tuple[Parameters, dict[str, Range]]:
    """Return a request for a game whose ranges reach twice as far up, as far as it can have them, and these ranges by their fields.

    Of any other request, and of one for games like a given one, there are none.
    """
    doubled: dict[str, Range] = {}
    if not isinstance(parameters, TreeParameters) or parameters.game is None:
        return parameters, doubled
    filled = wish_of(parameters)
    if filled.given or filled.other_than:
        return parameters, doubled
    for name, field in fields_of(kind).items():
        if field.type is MANY and field.heading == "Game" and (stated := getattr(filled, name)) is not None:
            further: Fields = {name: (stated[0], 2 * stated[1])}
            changed = parameters._replace(game=parameters.game._replace(**further))
            with suppress(RequestError):
                check_ranges(changed)
                parameters, doubled = changed, doubled | further
    return parameters, doubled


# -- what a document states: a quiz under `generate:`, a file that `gametree generate --from` names

_NOT_HERE = ("id",)
_CONVENTION = "convention"
_FLAG = r"--([a-z][a-z-]*)( (?=[^\s-]))?"

Find = Callable[..., str]
"""From a file that a document names, and the path to it, to the file. Raises ProblemError."""


class Stated(NamedTuple):
    """The fields and conventions that a document states, and the files that it names."""

    kind: str
    fields: Mapping[str, Data] = {}  # nobody writes to it
    conventions: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


def read_stated(document: Document, path: Path, find: Find, but: Container[str] = ()) -> Stated:
    """Return what the mapping at the path states, whose shape is right, but for the fields of these names. Raises ProblemError with all that is wrong."""
    stated = document.data
    for step in path:
        stated = stated[step]
    kind = stated["kind"]
    known = {name.replace("_", "-"): field for name, field in fields_of(kind).items() if name not in _NOT_HERE}
    given: Fields = {}
    files: list[str] = []
    faults: list[Fault] = []
    for name, value in stated.items():
        if name in ("kind", _CONVENTION) or name in but:
            continue
        try:
            given[name.replace("-", "_")] = _value(_known(name, kind, known), value)
            if known[name].type is FILE:
                given[name] = find(value, *path, name)
                files.append(os.path.normpath(value))
        except ProblemError as failure:
            faults += failure.faults
        except ValueError as failure:
            faults += document.faults([(as_stated(str(failure)), (*path, name))])
    if faults:
        raise ProblemError(faults)
    conventions = stated.get(_CONVENTION) or []
    return Stated(kind, given, tuple(conventions) if isinstance(conventions, list) else (conventions,), tuple(files))


def read_file(file: str, kind: str) -> Stated:
    """Return what a file states of a request for this kind. Raises ProblemError with all that is wrong."""
    document = read_document(file, PROBLEM_LIMITS, ProblemError)
    if faults := shape_faults(document, "request"):
        raise ProblemError(faults)
    if (other := document.data["kind"]) != kind:
        raise ProblemError(document.faults([(f"the request is for {other}, expected {kind}", ("kind",))]))

    def beside(stated: str, *path: str | int) -> str:
        named = os.path.join(os.path.dirname(file), stated)
        if not os.path.isfile(named):
            raise ProblemError(document.faults([(f"there is no file {named}", path)]))
        return named

    return read_stated(document, (), beside)


def over(stated: Stated, given: Values, conventions: tuple[str, ...]) -> Stated:
    """Return what is stated, with what is given beside it in its place."""
    typed = {name: value for name, value in given.items() if value is not None and value is not False}
    named = {one.partition("=")[0].strip() for one in conventions}
    kept = tuple(one for one in stated.conventions if one.partition("=")[0].strip() not in named)
    return stated._replace(fields={**stated.fields, **typed}, conventions=(*kept, *conventions))


def as_stated(message: str, is_typed: Callable[[str], bool] | None = None) -> str:
    """Return what is wrong with a request; its fields are named as a document writes them, but for those that are typed.

    >>> as_stated("--depth does not go with --like; this works: --prune-count 2-4 --ties 0")
    'depth does not go with like; this works: prune-count: 2-4 ties: 0'
    """

    def said(match: re.Match[str]) -> str:
        if is_typed is not None and is_typed(match[1]):
            return match[0]
        return match[1] + (": " if match[2] and _is_value(match) else match[2] or "")

    return re.sub(_FLAG, said, message)


def _is_value(match: re.Match[str]) -> bool:
    """Return whether what follows the name of an option is a value: no word of a sentence."""
    return re.match(r"[^\s]*[0-9,=\[]", match.string[match.end() :]) is not None


def _value(field: Field, value: Data) -> Data:
    """Return the value of a field. Raises ValueError."""
    if field.type is None or field.type is FILE:
        return value
    if field.type is SHAPE and isinstance(value, list):
        return as_nested(value)
    if isinstance(value, list):
        if not all(isinstance(item, str) for item in value):
            raise ValueError("expected a list of text and numbers")
        value = ",".join(value)
    try:
        return field.type.read(value)
    except ValueError as failure:
        raise ValueError(f'"{printable(value)}": {failure}') from None


def _known(name: str, kind: str, known: Mapping[str, Field]) -> Field:
    """Return the field of this name. Raises ValueError where the kind has none."""
    if name in known:
        return known[name]
    others = [other for other in GENERATORS if name.replace("-", "_") in fields_of(other)]
    only = f", only in {', '.join(others)}" if others else ""
    raise ValueError(f"{name} has no place in {kind}{only}{suggest(name, known)}")
