"""What the options of `gametree generate` say, as the record of parameters that the generators read; messages name them as typed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from generators.construct_requests import TITLES
from generators.errors import RequestError
from generators.games.options import read_wish
from generators.like import like, mirrored
from generators.options import flag
from generators.parameters import (
    ConstructParameters,
    Leaves,
    Limits,
    Parameters,
    Playing,
    Promise,
    Pruning,
    Question,
    Shape,
    Treeless,
)
from generators.registry import GENERATORS
from grader.conventions import FIELDS, read_conventions
from grader.data import Data
from grader.documents import PROBLEM_LIMITS, read_document
from grader.errors import ProblemError, suggest
from grader.exact import show_number
from grader.kinds import KINDS, read_exercise
from grader.printable import printable

_BESIDE_A_PROBLEM = frozenset({"without", "separate", "title", "id", "max_draws"})
"""What can be said of variants of a given problem: all else the problem says."""


def requested(kind: str, given: Mapping[str, Data], conventions: tuple[str, ...]) -> Parameters:
    """Return the request that the options state, among them a problem's file that it is made from.

    Raises RequestError, or ProblemError for what is wrong in the file.
    """
    like_, mirror_ = given.get("like"), given.get("mirror")
    stated = {option: value for option, value in given.items() if option not in ("like", "mirror")}
    if like_ is None and mirror_ is None:
        return read_request(kind, stated, conventions)
    name = "--like" if like_ else "--mirror"
    if like_ and mirror_:
        raise RequestError("--like and --mirror each say what the problem is made from; expected one of them")
    others = {option for option, value in stated.items() if value is not None and value is not False}
    if conventions or others - _BESIDE_A_PROBLEM:
        clash = "--convention" if conventions else flag(min(others - _BESIDE_A_PROBLEM))
        raise RequestError(f"{clash} does not go with {name}: the given problem says that already")
    return _from_problem(kind, str(like_ or mirror_), name, read_request(kind, stated, ()))


def _from_problem(kind: str, file: str, name: str, stated: Parameters) -> Parameters:
    problem = read_exercise(read_document(file, PROBLEM_LIMITS, ProblemError), KINDS).problem
    if problem.kind != kind:
        raise RequestError(f"{name}: the problem in {file} is of the kind {problem.kind}, not {kind}")
    request = (like if name == "--like" else mirrored)(problem, stated.promise)
    question = request.question
    title, id_ = stated.question.title or question.title, stated.question.id
    return request._replace(question=question._replace(title=title, id=id_))


def read_request(kind: str, given: Mapping[str, Data], conventions: tuple[str, ...]) -> Parameters:
    """Return the parameters that the given options state. Raises RequestError, naming the option."""
    stated = {name: value for name, value in given.items() if value is not None and value is not False}
    default: Parameters = GENERATORS[kind].parameters()
    if "game" in default._fields:
        stated, wish = read_wish(stated)
    question, promise = _question(stated, conventions), _promise(stated)
    if isinstance(default, Treeless):
        fields = {name: stated[name] for name in default._fields if name in stated}
        return default._replace(**fields | {"question": question, "promise": promise})
    fields = {
        "shape": _shape(default.shape, stated),
        "leaves": _leaves(stated),
        "question": question,
        "promise": promise,
    }
    fields["limits"] = _limits(stated)
    if "game" in default._fields:
        fields["game"] = wish
    if "playing" in default._fields:
        fields["playing"] = Playing(stated.get("opponent_errs"), stated.get("repeated_states"))
    if "ordering" in stated:
        fields["ordering"] = stated["ordering"]
    for option, field in (
        ("search", "search"),
        ("about_what", "about"),
        ("integers", "integers"),
        ("items", "items"),
        ("unknown", "unknown"),
        ("children", "children"),
        ("visits", "visits"),
        ("make", "make"),
        ("reorder", "reorder"),
        ("objective", "objective"),
        ("free", "free"),
        ("fewest_changes", "fewest"),
        ("prune_exactly", "prune_exactly"),
    ):
        if option in stated and field in default._fields:
            fields[field] = stated[option]
    if isinstance(default, ConstructParameters) and not question.title:
        title = TITLES.get(stated.get("make", default.make), "")
        fields["question"] = question._replace(title=title)
    if "pruning" in default._fields:
        fields["pruning"] = Pruning(**{name: stated[name] for name in Pruning._fields if name in stated})
    return default._replace(**fields)


_SHAPE = {"shape": "nested", "chances": "probabilities", "max_nodes": "most_nodes"}
"""Fields of a shape that are not called like their options."""


def _shape(default: Shape, stated: Mapping[str, Data]) -> Shape:
    options = ("depth", "branching", "shape", "layers", "chances", "names", "moves", "max_nodes")
    fields = {_SHAPE.get(name, name): stated[name] for name in options if name in stated}
    if "shape" in stated and (clash := [name for name in ("depth", "branching") if name in stated]):
        raise RequestError(f"--shape says already what the tree looks like; leave out {flag(clash[0])}")
    if "root" in stated:
        fields["layers"] = _from_root(stated["root"], default.layers, stated)
    elif "layers" in stated and "depth" not in stated and "shape" not in stated:
        fields["depth"] = (len(stated["layers"]),) * 2
    return default._replace(**fields)


def _from_root(root: str, layers: tuple[str, ...], stated: Mapping[str, Data]) -> tuple[str, ...]:
    """Return the default layers with this player at the root."""
    if "layers" in stated:
        raise RequestError("--layers says already who moves first; leave out --root")
    if root == "max":
        return layers
    return tuple({"max": "min", "min": "max"}.get(layer, layer) for layer in layers)


_LIMITS = {"depth_limit": "depth", "static": "statics", "not_quiet": "noisy"}
"""Fields of limits that are not called like their options."""


def _limits(stated: Mapping[str, Data]) -> Limits:
    options = ("depth_limit", "extension", "static", "noise", "features", "weights", "not_quiet")
    return Limits(**{_LIMITS.get(name, name): stated[name] for name in options if name in stated})


def _leaves(stated: Mapping[str, Data]) -> Leaves:
    if "outcomes" in stated and (clash := [name for name in ("values", "step") if name in stated]):
        raise RequestError(f"--outcomes says already what the values are; leave out {flag(clash[0])}")
    if "ties" in stated and "repeats" in stated:
        raise RequestError("--ties says how many values repeat, --repeats leaves it open; expected one of them")
    fields = {name: stated[name] for name in ("outcomes", "step", "ties") if name in stated}
    if "values" in stated:
        fields["low"], fields["high"] = stated["values"]
    is_narrow = "value_bounds" in stated and "values" not in stated  # there may be fewer values than leaves
    is_open = "repeats" in stated or "outcomes" in stated or stated.get("about") == "equality" or is_narrow
    if "ties" not in stated and is_open:
        fields["ties"] = None
    return Leaves(**fields)


def _question(stated: Mapping[str, Data], conventions: tuple[str, ...]) -> Question:
    given: dict[str, Data] = {}
    for text in conventions:
        name, equals, value = text.partition("=")
        if not equals or name.strip() not in FIELDS:
            known = suggest(name.strip(), FIELDS)
            raise RequestError(f'--convention "{printable(text)}": expected NAME=VALUE, as tie=last{known}')
        if name.strip() == "value-bounds":
            raise RequestError("--convention value-bounds: expected it as --value-bounds A..B")
        given[name.strip()] = _window(value) if name.strip() == "initial-window" else value.strip()
    if "depth_in" in stated:
        if "depth-in" in given:
            raise RequestError("--depth-in and --convention depth-in say the same; expected one of them")
        given["depth-in"] = stated["depth_in"]
    if "begins" in stated:
        given["root"] = stated["begins"]
    if "value_bounds" in stated:
        given["value-bounds"] = [show_number(bound) for bound in stated["value_bounds"]]
    _check_choices({name: value for name, value in given.items() if name != "root" or "begins" not in stated})
    read, wrong = read_conventions(given)
    if wrong:
        option = "--value-bounds" if wrong[0][0] == "value-bounds" else f"--convention {wrong[0][0]}"
        raise RequestError(f"{option}: {wrong[0][1]}")
    fields = {name: stated[name] for name in ("ask", "points", "title", "id") if name in stated}
    return Question(conventions=read, **fields)


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


def _promise(stated: Mapping[str, Data]) -> Promise:
    fields = {name: stated[name] for name in ("without", "separate", "about") if name in stated}
    if "margin" in stated:
        fields["margin"] = Fraction(stated["margin"])
    if "max_draws" in stated:
        fields["most_draws"] = stated["max_draws"]
    return Promise(**fields)
