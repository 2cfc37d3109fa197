"""What a quiz says of an exercise that a program answers: kind, style, trees, commands and limits; and all that is wrong with it."""

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from keyword import iskeyword
from math import prod
from pathlib import Path
from typing import NamedTuple

from generators.draws import Draws, RequestError
from generators.parameters import Parameters
from generators.planning import draw_case, make_plan
from generators.registry import GENERATORS
from generators.request import Values, as_stated, read_stated, requested
from grader.core.conventions import FIELDS, Conventions, read_conventions, value_of, write_conventions
from grader.core.data import Plain
from grader.core.documents import PROBLEM_LIMITS, Document, read_document, shape_faults
from grader.core.errors import Fault, ProblemError, suggest
from grader.core.errors import Path as Where
from grader.core.games.tree import CHANCE, LEAF, MAX, Tree
from grader.core.text import count
from grader.grading.programs.game import FROM_LOG
from grader.grading.programs.program import HANDED_OUT, PYTHON, Limits, Style, with_conventions
from grader.kinds import KINDS, read_exercise
from grader.kinds.problems import FORMAT as PROBLEM_FORMAT

_PLAYED_PARTS = ("value", "best-move", "visited", "pruned")
_FUNCTIONS = {Style.GAME: "search", Style.AGENTS: "getAction", Style.ANSWERS: "solve"}
_SAID_BY_EXERCISE = ("ask", "convention", "seed", "out", "id", "like", "mirror")
_HIDDEN, _PUBLIC, _OF_ONE_REQUEST = 4, 1, {"count": 12, "public": 3}
_IN_TURN = {"layers": "max,chance", "chances": "uniform"}
"""Of a usual request what is asked for instead where agents play: they take turns, and know no chances."""
_MOST_VARIANTS = 16

NO_AGENTS = "which agents do not know; expected MAX at the root, turns one after the other, and chances: uniform"


class Item(NamedTuple):
    """Trees that are asked for: by a request, so many hidden and public ones; or the one that is `given`. `ask` are the parts that they ask."""

    hidden: int
    public: int
    ask: tuple[str, ...]
    request: Parameters | None = None
    given: Values | None = None


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
    """What the mapping of a program states, and all that is wrong with it; `inside` is as in `read_spec`."""

    def __init__(self, document: Document, path: Where, stated: Values, inside: Callable[..., str]) -> None:
        self.document, self.path, self.stated, self.inside = document, path, stated, inside
        self.faults: list[Fault] = []
        self.conventions = Conventions()
        self.kind, self.ask = str(stated["kind"]), tuple(map(str, stated.get("ask") or ()))
        known = GENERATORS.get(self.kind)
        self.played, self.by_node = (known.played, known.by_node) if known else ((), False)
        self.style = Style(stated.get("style") or (Style.GAME if self.by_node else Style.ANSWERS))

    def wrong(self, message: str, *path: str | int) -> None:
        self.faults += self.document.faults([(message, (*self.path, *path))])

    def refusal(self, *said: tuple[str, Where]) -> ProblemError:
        """Return what refuses a tree: messages, each with its path in the document."""
        return ProblemError(self.document.faults(said))

    @contextmanager
    def below(self, *path: str | int) -> Iterator[None]:
        """Say what is wrong with a document that stands below a path by the places of this one."""
        try:
            yield
        except ProblemError as failure:
            raise self.refusal(*((fault.message, (*path, *fault.path)) for fault in failure.faults)) from None

    def check_kind(self) -> None:
        """Raise ProblemError for a kind that no program answers, or not in this style."""
        if self.kind not in GENERATORS or not KINDS[self.kind].answered:
            known = [name for name in GENERATORS if KINDS[name].answered]
            expected = f"expected one of {', '.join(known)}{suggest(self.kind, known)}"
            self.wrong(f'no program answers the kind "{self.kind}", {expected}', "kind")
        elif self.style is not Style.ANSWERS and not self.by_node:
            why = f"{self.style} is for kinds that search a tree"
            self.wrong(f"{why}; of {self.kind} a program is asked for answers: expected answers", "style")
        if self.faults:
            raise ProblemError(self.faults)

    def function(self) -> str:
        name = str(self.stated.get("function") or _FUNCTIONS[self.style])
        if not name.isidentifier() or iskeyword(name):
            expected = f"expected one such as {_FUNCTIONS[self.style]}"
            self.wrong(f'"{name}" is no name of a function in Python, {expected}', "function")
        return name

    def asked(self) -> tuple[str, ...]:
        """Return the parts that are asked; none where the trees say it."""
        parts, is_agents = KINDS[self.kind].answered, self.style is Style.AGENTS
        known = [name for name in parts if not is_agents or name in ("best-move", *FROM_LOG)]
        for at, name in enumerate(self.ask):
            if name not in known:
                of = "an agent returns an action alone" if name in parts else f"{self.kind} has no such part"
                expected = f"expected {', '.join(known)}{suggest(name, known)}"
                self.wrong(f'"{name}" cannot come from a program: {of}; {expected}', "ask", at)
        played = _PLAYED_PARTS if "pruned" in parts else _PLAYED_PARTS[:2]
        usual = () if self.style is Style.ANSWERS else tuple(name for name in played if name in known)
        return self.ask or usual

    def variants(self) -> tuple[Conventions, ...]:
        """Return the combinations of conventions that are accepted, the stated one first."""
        stated, accept = dict(self.stated.get("conventions") or {}), dict(self.stated.get("accept") or {})
        for name, value in stated.items():
            self._check_convention(name, value, "conventions", name)
        for name, values in accept.items():
            for at, value in enumerate(values):
                self._check_convention(name, value, "accept", name, at)
        many = prod(len({*map(str, values)}) for values in accept.values())
        if many > _MOST_VARIANTS:
            self.wrong(f"{count(many, 'combination')} are accepted, expected at most {_MOST_VARIANTS}", "accept")
        if self.faults:
            return (Conventions(),)
        plain, _ = read_conventions(stated)
        first, _ = read_conventions({name: FIELDS[name].write(value_of(plain, name)) for name in accept} | stated)
        found = {_values_of(first): first}
        for values in product(*accept.values()):
            conventions, wrong = read_conventions(stated | dict(zip(accept, values, strict=True)))
            for name, message in wrong:
                self.wrong(message, "accept" if name in accept else "conventions", name)
            found.setdefault(_values_of(conventions), conventions)
        return tuple(found.values())

    def _check_convention(self, name: str, value: object, *path: str | int) -> None:
        stated = {"format": PROBLEM_FORMAT, "id": "tree", "kind": self.kind, "conventions": {name: value}}
        for fault in shape_faults(Document("", stated, "", b""), f"problem-{self.kind}"):
            if fault.path[:1] == ("conventions",):
                self.wrong(fault.message, *path)

    def commands(self) -> dict[str, tuple[str, ...]]:
        """Return by what files of each ending are run: those that are stated, and where these are others, Python's last."""
        stated = self.stated.get("run") or {}
        run = {str(name).casefold(): self._command(str(name), one) for name, one in stated.items()}
        return run if ".py" in run else {**run, ".py": PYTHON}

    def _command(self, ending: str, stated: object) -> tuple[str, ...]:
        if not ending.startswith(".") or len(ending) < 2 or "/" in ending:
            self.wrong(f'"{ending}" is no ending of a file, expected one such as .c', "run", ending)
        if stated == PYTHON[0]:
            return PYTHON
        words = tuple(map(str, stated)) if isinstance(stated, list) else ()
        if not any("{file}" in word for word in words):
            why = "{file} stands nowhere in it" if words else f'"{stated}" is no list of words'
            self.wrong(f'{why}, expected python, or a command such as [node, "{{file}}"]', "run", ending)
        return words

    def files(self, handed_in: Iterable[str]) -> tuple[str, ...]:
        """Return the files that lie beside a program, below the quiz's folder; `handed_in` is how programs are called, which none of them may be."""
        taken = {name.casefold(): "what every program gets" for name in HANDED_OUT}
        taken |= dict.fromkeys(map(str.casefold, handed_in), "how a program is called that is handed in")
        stated = [str(name) for name in self.stated.get("files") or ()]
        for at, file in enumerate(stated):
            first = Path(os.path.normpath(file)).parts[:1]  # what is laid beside a program can be imported by this name
            if first and first[0].removesuffix(".py") in sys.stdlib_module_names:
                why = "is called as a module of Python's standard library, which a program would import in its place"
                self.wrong(f"{first[0]} {why}; call the file otherwise", "files", at)
                continue
            if name := next((part for part in Path(file).parts if part.casefold() in taken), ""):
                self.wrong(f"{name} is {taken[name.casefold()]}; call the file otherwise", "files", at)
                continue
            try:
                self.inside(file, *self.path, "files", at)
            except ProblemError as failure:
                self.faults += failure.faults
        return tuple(dict.fromkeys(map(os.path.normpath, stated)))

    def items(self) -> list[Item]:
        """Return the trees that are asked for; what is given first."""
        usual: Sequence[Values] = self.played or (_OF_ONE_REQUEST,)
        if self.style is Style.AGENTS:
            usual = [_in_turn(one) if "layers" in one else one for one in usual]
        stated: Sequence[Values] = self.stated.get("trees") or usual
        items = []
        for at, one in enumerate(stated):
            path: Where = (*self.path, "trees", at) if self.stated.get("trees") else self.path
            try:
                is_given = "problem" in one or "file" in one
                item, tree = self._given(one, path) if is_given else self._request(one, path)
                items.append(item)
                if self.style is Style.AGENTS and (why := no_agents(tree())):
                    raise self.refusal((f"{why}, {NO_AGENTS}", path))
            except ProblemError as failure:
                self.faults += failure.faults
        if not self.faults and not any(item.hidden for item in items):
            self.wrong("there is no hidden tree in it, expected one at least: leave out public: true", "trees")
        return sorted(items, key=lambda item: item.request is not None)

    def _given(self, one: Values, path: Where) -> tuple[Item, Callable[[], Tree]]:
        """Return the tree that is given, and what gives it as it is played."""
        own = ("ask", "conventions", "points", "marking", "text", "id", "format")
        place = path if "file" in one else (*path, "problem")
        if "file" in one:
            document = read_document(self.inside(str(one["file"]), *path, "file"), PROBLEM_LIMITS, ProblemError)
            read_exercise(document, KINDS)  # what is wrong with it is said by its places there
            stated = {name: value for name, value in document.data.items() if name == "conventions" or name not in own}
        else:
            stated = one["problem"]
            if twice := [name for name in own if name in stated]:
                raise self.refusal(*((f"leave out {name}: the exercise says it", (*place, name)) for name in twice))
        if stated.get("kind", self.kind) != self.kind:
            expected = f"expected {self.kind}, that of the exercise"
            raise self.refusal((f"the problem is of the kind {stated['kind']}, {expected}", path))
        ask = {"ask": [*self.ask]} if self.ask else {}
        stated = {"format": PROBLEM_FORMAT, "id": "tree", **stated, "kind": self.kind, **ask}
        stated = with_conventions(stated, self.conventions)
        with self.below(*place):
            problem = read_exercise(Document(self.document.source, stated, "", b""), KINDS).problem
        is_public = str(one.get("public", "false")).casefold() == "true"
        return Item(int(not is_public), int(is_public), problem.ask, given=stated), lambda: problem.game

    def _request(self, one: Values, path: Where) -> tuple[Item, Callable[[], Tree]]:
        """Return the trees of a request, and what gives one of them."""
        if own := [name for name in _SAID_BY_EXERCISE if name in one]:
            why = dict.fromkeys(("ask", "convention"), "the exercise says it for all trees")
            said = (f"leave out {name}: {why.get(name, 'of trees for programs it has no place')}" for name in own)
            raise self.refusal(*((message, (*path, name)) for message, name in zip(said, own, strict=True)))
        asked = {name: value for name, value in one.items() if name not in ("count", "public")}
        try:
            with self.below(*path):
                request = self._requested(Document(self.document.source, {"kind": self.kind, **asked}, "", b""))
                plan = make_plan(self.kind, request)
        except RequestError as failure:
            raise self.refusal((as_stated(str(failure)), path)) from None
        hidden, public = (int(str(one.get(name, usual))) for name, usual in (("count", _HIDDEN), ("public", _PUBLIC)))
        drawn: Callable[[], Tree] = lambda: draw_case(plan, Draws("agents")).problem.game  # noqa: E731
        return Item(hidden, public, plan.ask, request), drawn

    def _requested(self, stated: Document) -> Parameters:
        """Return what a request asks of the generators. Raises ProblemError and RequestError."""
        if faults := shape_faults(stated, "request"):
            raise ProblemError(faults)
        fields = read_stated(stated, (), lambda file, *_: str(file)).fields
        said = tuple(f"{name}={_said(value)}" for name, value in write_conventions(self.conventions).items())
        return requested(self.kind, {**fields, **({"ask": self.ask} if self.ask else {})}, said)


def read_spec(
    document: Document, path: Where, stated: Values, inside: Callable[..., str], exercises: Collection[str] = ()
) -> Spec:
    """Return what a quiz says of a program, whose shape is right. Raises ProblemError with all that is wrong.

    `inside` leads from a file that is named, and the path to it, to the file, and refuses what lies outside the quiz's folder. `exercises` are the
    ids of all exercises of the quiz that programs answer: what is handed in is called as they are, and nothing that is handed out.
    """
    reading = _Reading(document, path, stated, inside)
    reading.check_kind()
    function, reading.ask, variants = reading.function(), reading.asked(), reading.variants()
    reading.conventions, run = variants[0], reading.commands()
    files = reading.files(f"{id_}{ending}" for id_ in exercises for ending in run)
    limits = Limits(**{name: int(str(value)) for name, value in (stated.get("limits") or {}).items()})
    items = [] if reading.faults else reading.items()
    if reading.faults:
        raise ProblemError(reading.faults)
    ask, shows = reading.ask or items[0].ask, int(str(stated.get("shows") or 2))
    return Spec(reading.kind, reading.style, function, ask, variants, tuple(items), shows, run, files, limits)


def _in_turn(usual: Values) -> Values:
    """Return a usual request for agents: with equal chances the generator chooses values whose means are short decimals."""
    return {name: value for name, value in {**usual, **_IN_TURN}.items() if name != "values"}


def _values_of(conventions: Conventions) -> str:
    return repr([value_of(conventions, name) for name in FIELDS])


def _said(value: Plain) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)


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
