"""What a quiz says of an exercise that a program answers: kind, style, trees, commands and limits; and all that is wrong with it."""

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import product
from keyword import iskeyword
from math import prod
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from generators.draws import Draws, RequestError
from generators.parameters import Parameters
from generators.planning import Plan, draw_case, make_plan
from generators.registry import GENERATORS
from generators.request import Values, as_stated, read_stated, requested
from grader.core.conventions import FIELDS, Conventions, read_conventions, value_of, write_conventions
from grader.core.data import Data, Plain
from grader.core.documents import PROBLEM_LIMITS, Document, read_document, shape_faults
from grader.core.errors import Fault, ProblemError, suggest
from grader.core.errors import Path as Where
from grader.core.games.tree import CHANCE, LEAF, MAX, Tree
from grader.core.text import count
from grader.grading.programs.program import PYTHON, Limits, Style
from grader.grading.programs.protocol import FROM_LOG
from grader.kinds import KINDS, read_exercise
from grader.kinds.problems import FORMAT as PROBLEM_FORMAT

_PLAYED_PARTS = ("value", "best-move", "visited", "pruned")
_FUNCTIONS = {Style.GAME: "search", Style.AGENTS: "getAction", Style.ANSWERS: "solve"}
_SAID_BY_EXERCISE = ("ask", "convention", "seed", "out", "id", "like", "mirror")
_HIDDEN, _PUBLIC, _OF_ONE_REQUEST = 4, 1, {"count": 12, "public": 3}
_IN_TURN = {"layers": "max,chance", "chances": "uniform"}
"""Of a usual request what is asked for instead where agents play: they take turns, and know no chances."""
_MOST_VARIANTS = 16

GAME, TREES, README = "game.py", "trees.json", "README.txt"
"""What is handed out with every exercise; no other file is called so."""


NO_AGENTS = "which agents do not know; expected MAX at the root, turns one after the other, and chances: uniform"


class Item(NamedTuple):
    """Trees that are asked for: by a request, so many hidden and public ones; or one that is given. `stated` is the problem as it is given."""

    path: Where
    hidden: int
    public: int
    request: Parameters | None = None
    plan: Plan | None = None
    given: Values = MappingProxyType({})


class Spec(NamedTuple):
    """What a quiz says of an exercise that a program answers; `variants` are the combinations of conventions that it accepts, the stated ones first."""

    kind: str
    style: Style
    function: str
    ask: tuple[str, ...]
    variants: tuple[Conventions, ...]
    items: tuple[Item, ...]
    shows: int
    run: Mapping[str, tuple[str, ...]]
    files: tuple[str, ...]
    limits: Limits


class _Reading:
    """What the mapping of a program states, and all that is wrong with it."""

    def __init__(self, document: Document, path: Where, stated: Values) -> None:
        self.document, self.path, self.stated = document, path, stated
        self.faults: list[Fault] = []

    def wrong(self, message: str, *path: str | int) -> None:
        self.faults += self.document.faults([(message, (*self.path, *path))])


def read_spec(
    document: Document, path: Where, stated: Values, inside: Callable[..., str], exercises: Collection[str] = ()
) -> Spec:
    """Return what a quiz says of a program, whose shape is right. Raises ProblemError with all that is wrong.

    `inside` leads from a file that is named, and the path to it, to the file, and refuses what lies outside the quiz's folder. `exercises` are the
    ids of all exercises of the quiz that programs answer: what is handed in is called as they are, and nothing that is handed out.
    """
    reading = _Reading(document, path, stated)
    kind = str(stated["kind"])
    if kind not in GENERATORS or not KINDS[kind].answered:
        known = [name for name in GENERATORS if KINDS[name].answered]
        reading.wrong(
            f'no program answers the kind "{kind}", expected one of {", ".join(known)}{suggest(kind, known)}', "kind"
        )
        raise ProblemError(reading.faults)
    played = GENERATORS[kind].played
    style = Style(stated.get("style") or (Style.GAME if played else Style.ANSWERS))
    if style is not Style.ANSWERS and not played:
        reading.wrong(
            f"{style} is for kinds that search a tree; of {kind} a program is asked for answers: expected answers",
            "style",
        )
        raise ProblemError(reading.faults)
    function = str(stated.get("function") or _FUNCTIONS[style])
    if not function.isidentifier() or iskeyword(function):
        reading.wrong(
            f'"{function}" is no name of a function in Python, expected one such as {_FUNCTIONS[style]}', "function"
        )
    ask = _ask(reading, kind, style)
    variants = _variants(reading, kind)
    run = {".py": PYTHON} | {
        str(ending).casefold(): _command(reading, str(ending), one) for ending, one in (stated.get("run") or {}).items()
    }
    files = _files(reading, [f"{id_}{ending}" for id_ in exercises for ending in run], inside)
    limits = Limits(**{name: int(str(value)) for name, value in (stated.get("limits") or {}).items()})
    shows = int(str(stated.get("shows") or 2))
    items = [] if reading.faults else [*_items(reading, kind, style, ask, variants[0], inside)]
    if reading.faults:
        raise ProblemError(reading.faults)
    ask = ask or _asked_of(items[0])
    return Spec(kind, style, function, ask, variants, tuple(items), shows, run, files, limits)


def _ask(reading: _Reading, kind: str, style: Style) -> tuple[str, ...]:
    parts, agents = KINDS[kind].answered, ("best-move", *FROM_LOG)
    known = [name for name in parts if style is not Style.AGENTS or name in agents]
    played = _PLAYED_PARTS if "pruned" in parts else _PLAYED_PARTS[:2]
    usual = () if style is Style.ANSWERS else [name for name in played if name in known]
    ask = tuple(map(str, reading.stated.get("ask") or ()))
    for at, name in enumerate(ask):
        if name not in known:
            of = "an agent returns an action alone" if name in parts else f"{kind} has no such part"
            reading.wrong(
                f'"{name}" cannot come from a program: {of}; expected {", ".join(known)}{suggest(name, known)}',
                "ask",
                at,
            )
    return ask or tuple(usual)


def _asked_of(item: Item) -> tuple[str, ...]:
    """Return the parts that a problem asks where the exercise does not say it."""
    if item.plan is not None:
        return item.plan.ask
    return read_exercise(Document("tree", dict(item.given), "", b""), KINDS).problem.ask


def _variants(reading: _Reading, kind: str) -> tuple[Conventions, ...]:
    """Return the combinations of conventions that are accepted, the stated one first."""
    stated, accept = dict(reading.stated.get("conventions") or {}), dict(reading.stated.get("accept") or {})
    said: list[tuple[str, Where, str, Data]] = [("conventions", (name,), name, one) for name, one in stated.items()]
    said += [("accept", (name, at), name, one) for name, values in accept.items() for at, one in enumerate(values)]
    for where, path, name, value in said:
        document = Document(
            "", {"format": PROBLEM_FORMAT, "id": "tree", "kind": kind, "conventions": {name: value}}, "", b""
        )
        for fault in shape_faults(document, f"problem-{kind}"):
            if fault.path[:1] == ("conventions",):
                reading.wrong(fault.message, where, *path)
    many = prod(len({*map(str, values)}) for values in accept.values())
    if many > _MOST_VARIANTS:
        reading.wrong(f"{count(many, 'combination')} are accepted, expected at most {_MOST_VARIANTS}", "accept")
    if reading.faults:
        return (Conventions(),)
    found: dict[str, Conventions] = {}
    for values in product(*accept.values()):
        conventions, wrong = read_conventions(stated | dict(zip(accept, values, strict=True)))
        for name, message in wrong:
            reading.wrong(message, "accept" if name in accept else "conventions", name)
        found.setdefault(repr([value_of(conventions, name) for name in FIELDS]), conventions)
    plain, _ = read_conventions(stated)
    first, _ = read_conventions({name: FIELDS[name].write(value_of(plain, name)) for name in accept} | stated)
    key = repr([value_of(first, name) for name in FIELDS])
    return first, *(one for said, one in found.items() if said != key)


def _files(reading: _Reading, handed_in: Sequence[str], inside: Callable[..., str]) -> tuple[str, ...]:
    """Return the files that lie beside a program, below the quiz's folder; `handed_in` is how programs are called, which none of them may be."""
    taken = {name.casefold(): "what every program gets" for name in (GAME, TREES, README)}
    taken |= dict.fromkeys(map(str.casefold, handed_in), "how a program is called that is handed in")
    files = [os.path.normpath(str(name)) for name in reading.stated.get("files") or ()]
    for at, file in enumerate(files):
        if name := next((part for part in Path(file).parts if part.casefold() in taken), ""):
            reading.wrong(f"{name} is {taken[name.casefold()]}; call the file otherwise", "files", at)
            continue
        try:
            inside(str(reading.stated["files"][at]), *reading.path, "files", at)
        except ProblemError as failure:
            reading.faults += failure.faults
    return tuple(dict.fromkeys(files))


def _command(reading: _Reading, ending: str, stated: Data) -> tuple[str, ...]:
    if not ending.startswith(".") or len(ending) < 2 or "/" in ending:
        reading.wrong(f'"{ending}" is no ending of a file, expected one such as .c', "run", ending)
    if stated == PYTHON[0]:
        return PYTHON
    words = tuple(map(str, stated)) if isinstance(stated, list) else ()
    if not any("{file}" in word for word in words):
        why = "{file} stands nowhere in it" if words else f'"{stated}" is no list of words'
        reading.wrong(f'{why}, expected python, or a command such as [node, "{{file}}"]', "run", ending)
    return words


def _items(
    reading: _Reading,
    kind: str,
    style: Style,
    ask: tuple[str, ...],
    conventions: Conventions,
    inside: Callable[..., str],
) -> Iterator[Item]:
    """Yield the trees that are asked for; what is given first."""
    usual: Sequence[Values] = GENERATORS[kind].played or (_OF_ONE_REQUEST,)
    if style is Style.AGENTS:
        usual = [{**one, **_IN_TURN} if "layers" in one else one for one in usual]
    stated: Sequence[Values] = reading.stated.get("trees") or usual
    items = []
    for at, one in enumerate(stated):
        path: Where = (*reading.path, "trees", at) if reading.stated.get("trees") else reading.path
        try:
            if "problem" in one or "file" in one:
                items.append(_given(reading, kind, ask, conventions, one, path, inside))
            else:
                items.append(_request(reading, kind, ask, conventions, one, path))
        except ProblemError as failure:
            reading.faults += failure.faults
            continue
        if style is Style.AGENTS and (why := no_agents(_tree_of(items[-1]))):
            reading.faults += reading.document.faults([(f"{why}, {NO_AGENTS}", path)])
    if not reading.faults and not sum(item.hidden for item in items):
        reading.wrong("there is no hidden tree in it, expected one at least: leave out public: true", "trees")
    yield from sorted(items, key=lambda item: item.request is not None)


def _given(
    reading: _Reading,
    kind: str,
    ask: tuple[str, ...],
    conventions: Conventions,
    one: Values,
    path: Where,
    inside: Callable[..., str],
) -> Item:
    own = ("ask", "conventions", "points", "marking", "text", "id", "format")
    if "file" in one:
        document = read_document(inside(str(one["file"]), *path, "file"), PROBLEM_LIMITS, ProblemError)
        read_exercise(document, KINDS)  # what is wrong with it is said by its places there
        stated = {name: value for name, value in document.data.items() if name == "conventions" or name not in own}
    else:
        stated, place = one["problem"], (*path, "problem")
        if twice := [name for name in own if name in stated]:
            raise ProblemError(
                reading.document.faults([(f"leave out {name}: the exercise says it", (*place, name)) for name in twice])
            )
    if stated.get("kind", kind) != kind:
        raise ProblemError(
            reading.document.faults(
                [(f"the problem is of the kind {stated['kind']}, expected {kind}, that of the exercise", path)]
            )
        )
    stated = {"format": PROBLEM_FORMAT, "id": "tree", **stated, "kind": kind, **({"ask": [*ask]} if ask else {})}
    stated = with_conventions(stated, conventions)
    try:
        read_exercise(Document(reading.document.source, stated, "", b""), KINDS)
    except ProblemError as failure:
        below = (*path, *(("problem",) if "problem" in one else ()))
        raise ProblemError(
            reading.document.faults([(fault.message, (*below, *fault.path)) for fault in failure.faults])
        ) from None
    is_public = str(one.get("public", "false")).casefold() == "true"
    return Item(path, int(not is_public), int(is_public), given=stated)


def with_conventions(stated: Values, conventions: Conventions) -> dict[str, Data]:
    """Return what states a problem with these conventions in place of its own; those of which they say nothing stay."""
    said = {**(stated.get("conventions") or {}), **_texts(write_conventions(conventions))}
    return {**stated, "conventions": said} if said else dict(stated)


def _texts(stated: Data) -> Data:
    """Return data as a document that was read holds them: scalars are texts."""
    if isinstance(stated, dict):
        return {name: _texts(value) for name, value in stated.items()}
    if isinstance(stated, list):
        return [_texts(value) for value in stated]
    return stated if stated is None or isinstance(stated, (bool, str)) else str(stated)


def _request(
    reading: _Reading, kind: str, ask: tuple[str, ...], conventions: Conventions, one: Values, path: Where
) -> Item:
    if own := [name for name in _SAID_BY_EXERCISE if name in one]:
        why = dict.fromkeys(("ask", "convention"), "the exercise says it for all trees")
        said = ((f"leave out {name}: {why.get(name, 'of trees for programs it has no place')}", name) for name in own)
        raise ProblemError(reading.document.faults((message, (*path, name)) for message, name in said))
    asked = {name: value for name, value in one.items() if name not in ("count", "public")}
    known = Document(reading.document.source, {"kind": kind, **asked}, "", b"")
    try:
        request, plan = _planned(known, ask, conventions)
    except ProblemError as failure:
        raise ProblemError(
            reading.document.faults([(fault.message, (*path, *fault.path)) for fault in failure.faults])
        ) from None
    except RequestError as failure:
        raise ProblemError(reading.document.faults([(as_stated(str(failure)), path)])) from None
    hidden, public = (int(str(one.get(name, usual))) for name, usual in (("count", _HIDDEN), ("public", _PUBLIC)))
    return Item(path, hidden, public, request, plan)


def _planned(stated: Document, ask: tuple[str, ...], conventions: Conventions) -> tuple[Parameters, Plan]:
    """Return what a request asks of the generators, and their plan. Raises ProblemError and RequestError."""
    if faults := shape_faults(stated, "request"):
        raise ProblemError(faults)
    read = read_stated(stated, (), lambda file, *_: str(file))
    said = tuple(f"{name}={_said(value)}" for name, value in write_conventions(conventions).items())
    request = requested(read.kind, {**read.fields, **({"ask": ask} if ask else {})}, said)
    return request, make_plan(read.kind, request)


def _said(value: Plain) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)


def _tree_of(item: Item) -> Tree:
    """Return a tree of a request, or that which is given."""
    if item.plan is not None:
        tree: Tree = draw_case(item.plan, Draws("agents")).game
    else:
        tree = read_exercise(Document("tree", dict(item.given), "", b""), KINDS).problem.game
    return tree


def no_agents(tree: Tree) -> str:
    """Return what of a tree agents do not know; usually nothing."""
    if tree.kind[0] != MAX:
        return "MAX does not move at the root"
    for node in range(tree.size):
        below = [tree.kind[child] for child in tree.children(node)]
        if any(one != LEAF and (one == MAX) == (tree.kind[node] == MAX) for one in below):
            return "one player moves twice in a row"
        if tree.kind[node] == CHANCE and len({tree.probability[child] for child in tree.children(node)}) > 1:
            return "chances are not equal"
    return ""
