"""An exercise that a program answers: what a quiz says of it, the trees that it is played on, and the certificate that each usual bug shows on them."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from keyword import iskeyword
from math import prod
from pathlib import Path
from typing import NamedTuple

from generators.certify import certified, written
from generators.coincidences import Setting, coincidence
from generators.draws import Draws, RequestError
from generators.parameters import Parameters
from generators.planning import Plan, draw_case, make_plan
from generators.registry import GENERATORS
from generators.request import as_stated, read_stated, requested
from generators.targets import ABOUT
from grader.core.answers.part import is_same
from grader.core.conventions import FIELDS, Conventions, describe, read_conventions, value_of, write_conventions
from grader.core.data import Data, Plain
from grader.core.documents import PROBLEM_LIMITS, Document, parse_document, read_document, shape_faults
from grader.core.documents.writing import to_yaml
from grader.core.errors import Fault, ProblemError, suggest
from grader.core.errors import Path as Where
from grader.core.games.tree import CHANCE, LEAF, MAX, Tree
from grader.core.numbers import Number, points_text, read_number, write_number
from grader.core.policy import points_of
from grader.core.text import both, count, listed
from grader.grading.programs.program import PYTHON, Limits, Program, ProgramTree, Style
from grader.grading.programs.protocol import FROM_LOG, posed, tree_data
from grader.kinds import KINDS, Exercise, Kind, read_exercise
from grader.kinds.problems import FORMAT as PROBLEM_FORMAT

FORMAT, TREES_FORMAT = "gametree-program/1", "gametree-trees/1"
CERTIFICATE, GAME = "certificate.yaml", "game.py"
_PLAYED_PARTS = ("value", "best-move", "visited", "pruned")
_FUNCTIONS = {Style.GAME: "search", Style.AGENTS: "getAction", Style.ANSWERS: "solve"}
_SAID_BY_EXERCISE = ("ask", "convention", "seed", "out", "id", "like", "mirror")
_HIDDEN, _PUBLIC, _OF_ONE_REQUEST = 4, 1, {"count": 12, "public": 3}
_RARE = "nobody could follow it in the draws from which the rules were taken"
_MOST_DRAWS, _MOST_VARIANTS, _MOST_NAMED = 2_000, 16, 8

Rule = tuple[str, str]
"""A wrong rule: its name and its detail."""


class Item(NamedTuple):
    """Trees that are asked for: by a request, so many hidden and public ones; or one that is given. `stated` is the problem as it is given."""

    path: Where
    hidden: int
    public: int
    request: Parameters | None = None
    plan: Plan | None = None
    given: Mapping[str, Data] = {}


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


class Shown(NamedTuple):
    """On how many hidden and public trees a wrong rule shows; `reason`: why it need not, usually nothing."""

    rule: Rule
    hidden: int
    public: int
    reason: str = ""


class Drawn(NamedTuple):
    """An exercise with its trees, on how many of them each rule shows, and what of the certificate could not be met."""

    program: Program
    shown: tuple[Shown, ...]
    warnings: tuple[str, ...] = ()


# -- what a quiz states


class _Reading:
    """What the mapping of a program states, and all that is wrong with it."""

    def __init__(self, document: Document, path: Where, stated: Mapping[str, Data]) -> None:
        self.document, self.path, self.stated = document, path, stated
        self.faults: list[Fault] = []

    def wrong(self, message: str, *path: str | int) -> None:
        self.faults += self.document.faults([(message, (*self.path, *path))])


def read_spec(document: Document, path: Where, stated: Mapping[str, Data], inside: Callable[..., str]) -> Spec:
    """Return what a quiz says of a program, whose shape is right. Raises ProblemError with all that is wrong.

    `inside` leads from a file that is named, and the path to it, to the file, and refuses what lies outside the quiz's folder.
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
        str(ending): _command(reading, str(ending), one) for ending, one in (stated.get("run") or {}).items()
    }
    files = tuple(str(name) for name in stated.get("files") or ())
    for at, name in enumerate(files):
        if Path(name).name.casefold() == GAME:
            reading.wrong(f"{GAME} is what every program gets; call the file otherwise", "files", at)
            continue
        try:
            inside(name, *path, "files", at)
        except ProblemError as failure:
            reading.faults += failure.faults
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


def _command(reading: _Reading, ending: str, stated: Data) -> tuple[str, ...]:
    if not ending.startswith(".") or len(ending) < 2 or "/" in ending:
        reading.wrong(f'"{ending}" is no ending of a file, expected one such as .c', "run", ending)
    if stated == PYTHON[0]:
        return PYTHON
    words = tuple(map(str, stated)) if isinstance(stated, list) else (str(stated),)
    if not any("{file}" in word for word in words):
        reading.wrong(
            '{file} stands nowhere in it, expected python, or a command such as [node, "{file}"]', "run", ending
        )
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
    usual: Sequence[Mapping[str, Data]] = GENERATORS[kind].played or (_OF_ONE_REQUEST,)
    stated: Sequence[Mapping[str, Data]] = reading.stated.get("trees") or usual
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
        if style is Style.AGENTS and (why := _no_agents(items[-1])):
            reading.faults += reading.document.faults(
                [(f"{why}, which agents do not know; expected MAX at the root and turns one after the other", path)]
            )
    if not reading.faults and not sum(item.hidden for item in items):
        reading.wrong("there is no hidden tree in it, expected one at least: leave out public: true", "trees")
    yield from sorted(items, key=lambda item: item.request is not None)


def _given(
    reading: _Reading,
    kind: str,
    ask: tuple[str, ...],
    conventions: Conventions,
    one: Mapping[str, Data],
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
    stated = _with(stated, conventions)
    try:
        read_exercise(Document(reading.document.source, stated, "", b""), KINDS)
    except ProblemError as failure:
        below = (*path, *(("problem",) if "problem" in one else ()))
        raise ProblemError(
            reading.document.faults([(fault.message, (*below, *fault.path)) for fault in failure.faults])
        ) from None
    is_public = str(one.get("public", "false")).casefold() == "true"
    return Item(path, int(not is_public), int(is_public), given=stated)


def _texts(stated: Data) -> Data:
    """Return data as a document that was read holds them: scalars are texts."""
    if isinstance(stated, dict):
        return {name: _texts(value) for name, value in stated.items()}
    if isinstance(stated, list):
        return [_texts(value) for value in stated]
    return stated if stated is None or isinstance(stated, (bool, str)) else str(stated)


def _request(
    reading: _Reading, kind: str, ask: tuple[str, ...], conventions: Conventions, one: Mapping[str, Data], path: Where
) -> Item:
    if own := [name for name in _SAID_BY_EXERCISE if name in one]:
        message = (
            "the exercise says it for all trees"
            if own[0] in ("ask", "convention")
            else "of trees for programs it has no place"
        )
        raise ProblemError(reading.document.faults([(f"leave out {name}: {message}", (*path, name)) for name in own]))
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


def _no_agents(item: Item) -> str:
    """Return what of a tree agents do not know; usually nothing."""
    if item.plan is not None:
        tree: Tree = draw_case(item.plan, Draws("agents")).game
    else:
        tree = read_exercise(Document("tree", dict(item.given), "", b""), KINDS).problem.game
    if tree.kind[0] != MAX:
        return "MAX does not move at the root"
    for node in range(tree.size):
        below = [tree.kind[child] for child in tree.children(node)]
        if any(one != LEAF and (one == MAX) == (tree.kind[node] == MAX) for one in below):
            return "one player moves twice in a row"
        if tree.kind[node] == CHANCE and len({tree.probability[child] for child in tree.children(node)}) > 1:
            return "chances are not equal"
    return ""


# -- trees, and the certificate over all of them


def draw(
    spec: Spec, id_: str, exercise: str, title: str, worth: Mapping[str, Number], seed: str, files: Mapping[str, bytes]
) -> Drawn:
    """Return the exercise with its trees: drawn from `seed` until each rule shows on as many as the quiz asks. Raises RequestError.

    `worth` are the points of each asked part.
    """
    drawing = _Drawing(spec, seed)
    hidden, public = drawing.first(is_public=False), drawing.first(is_public=True)
    needed = drawing.needed([*hidden, *public])
    drawing.improve(hidden, needed, spec.shows, is_public=False)
    drawing.improve(public, needed, 1, is_public=True)
    trees = tuple(
        one.named(id_, f"{stem}-{at:0{width}}", is_public=stem == "public")
        for stem, width, held in (("public", 1, public), ("tree", 2, hidden))
        for at, one in enumerate(held, 1)
    )
    program = Program(
        id_,
        exercise,
        title,
        spec.kind,
        spec.style,
        spec.function,
        worth,
        spec.variants,
        spec.run,
        files,
        spec.limits,
        trees,
    )
    shown = [Shown(rule, _shows(rule, hidden), _shows(rule, public)) for rule in needed]
    reasons = drawing.reasons([*hidden, *public], needed)
    left_out = [Shown(rule, _shows(rule, hidden), _shows(rule, public), reason) for rule, reason in reasons.items()]
    return Drawn(program, (*shown, *left_out), tuple(_warnings(shown, spec, [*hidden, *public])))


class _Drawn:
    """A tree that was drawn or given, solved under each accepted combination."""

    def __init__(self, item: Item, exercises: tuple[Exercise, ...]) -> None:
        self.item, self.exercises = item, exercises
        first = exercises[0]
        folds = {(fold.misconception.name, fold.misconception.detail): fold for fold in first.wrong.folds()}
        self.rules = {rule: fold.answers for rule, fold in folds.items()}
        self.twins = {
            frozenset((rule[0], fold.misconception.twin_of))
            for rule, fold in folds.items()
            if fold.misconception.twin_of
        }
        self.shown = {
            rule
            for rule in self.rules
            if all(self.differs(self.rules[rule], one.solution.answers) for one in exercises)
        }

    def differs(self, answers: Mapping[str, Data], others: Mapping[str, Data]) -> bool:
        """Return whether two answers are not the same in a part that is asked."""
        kind, problem = self.exercises[0].kind, self.exercises[0].problem
        return any(
            part not in answers
            or part not in others
            or not is_same(kind.parts[part], problem, others[part], answers[part])
            for part in problem.ask
        )

    def named(self, id_: str, name: str, *, is_public: bool) -> ProgramTree:
        """Return the tree under its name."""
        return ProgramTree(name, is_public, tuple(_renamed(one, f"{id_}-{name}", name) for one in self.exercises))


def _renamed(exercise: Exercise, id_: str, title: str) -> Exercise:
    problem = exercise.problem._replace(id=id_, title=title)
    return read_exercise(written(problem), KINDS, is_shipped=True)


def _shows(rule: Rule, trees: Iterable[_Drawn]) -> int:
    return sum(rule in tree.shown for tree in trees)


class _Drawing:
    """Draws trees from one seed; hidden ones and public ones are counted apart."""

    def __init__(self, spec: Spec, seed: str) -> None:
        self._spec, self._seed, self._drawn = spec, seed, {True: 0, False: 0}

    def first(self, *, is_public: bool) -> list[_Drawn]:
        """Return as many trees as each item asks for."""
        items = self._spec.items
        wanted = (item for item in items for _ in range(item.public if is_public else item.hidden))
        return [self._tree(item, is_public=is_public) for item in wanted]

    def _tree(self, item: Item, *, is_public: bool) -> _Drawn:
        stated = item.given
        if item.request is not None:
            self._drawn[is_public] += 1
            seed = f"{self._seed}/{'public' if is_public else 'hidden'}/{self._drawn[is_public]}"
            stated = written(certified(self._spec.kind, item.request, seed).problem).data
        return _Drawn(item, tuple(_under(stated, conventions) for conventions in self._spec.variants))

    def needed(self, trees: Sequence[_Drawn]) -> list[Rule]:
        """Return the rules that are to show: those that no structure hides in all requests, and that are not accepted."""
        known = dict.fromkeys(rule for tree in trees for rule in tree.rules)
        reasons = self._hidden_by_structure(known)
        return [rule for rule in known if not reasons.get(rule) and not self._is_accepted(rule, trees)]

    def _hidden_by_structure(self, known: Iterable[Rule]) -> dict[Rule, str]:
        """Return why rules cannot show on any tree of the requests, or of those that are given; nothing for those that can."""
        plans = [item.plan for item in self._spec.items if item.plan is not None]
        anything = Setting(
            self._spec.kind, frozenset(self._spec.ask), self._spec.variants[0], is_unequal=False, is_unique=False
        )
        found: dict[Rule, str] = {}
        for rule in known:
            left_out = [dict(plan.targets.left_out).get((rule,), "") for plan in plans if rule in plan.known]
            found[rule] = (left_out or [_RARE if plans else coincidence(rule, anything)])[0] * all(left_out)
        return found

    def _is_accepted(self, rule: Rule, trees: Sequence[_Drawn]) -> bool:
        """Return whether a rule is one of the accepted combinations on every tree."""
        return any(
            all(
                rule not in tree.rules or not tree.differs(tree.rules[rule], tree.exercises[at].solution.answers)
                for tree in trees
            )
            for at in range(1, len(self._spec.variants))
        )

    def reasons(self, trees: Sequence[_Drawn], needed: Sequence[Rule]) -> dict[Rule, str]:
        """Return why each rule that is not needed is not."""
        known = dict.fromkeys(rule for tree in trees for rule in tree.rules)
        hidden = self._hidden_by_structure(known)
        return {rule: hidden[rule] or "it is accepted" for rule in known if rule not in needed}

    def improve(self, trees: list[_Drawn], needed: Sequence[Rule], least: int, *, is_public: bool) -> None:
        """Draw further trees in place of others until each rule shows on so many. Raises RequestError where 2,000 draws do not do."""
        requests = [
            item
            for item in self._spec.items
            if item.request is not None and (item.public if is_public else item.hidden)
        ]
        if not requests:
            return

        def lacking(held: Sequence[_Drawn]) -> int:
            return sum(max(0, least - _shows(rule, held)) for rule in needed)

        lack = lacking(trees)
        while lack and len(trees) >= least and self._drawn[is_public] < _MOST_DRAWS:
            item = requests[self._drawn[is_public] % len(requests)]
            drawn = self._tree(item, is_public=is_public)
            places = [at for at, tree in enumerate(trees) if tree.item is item]
            left, at = min((lacking([*trees[:at], drawn, *trees[at + 1 :]]), at) for at in places)
            if left < lack:
                lack, trees[at] = left, drawn
        if lack:
            which = "public" if is_public else "hidden"
            name, shows = min(((rule, _shows(rule, trees)) for rule in needed), key=lambda one: one[1])
            of = count(len(trees), f"{which} tree")
            raise RequestError(
                f"{' '.join(filter(None, name))} shows on {shows} of {of}, {least} are wanted{_instead(name[0])}"
            )


def _instead(rule: str) -> str:
    about = next((about for about, names in ABOUT.items() if rule in names), "")
    return (
        f"; ask for trees with about: {about}" if about else "; ask for more trees, or for others: deeper or wider ones"
    )


def _under(stated: Mapping[str, Data], conventions: Conventions) -> Exercise:
    """Return a problem as it is under these conventions."""
    return read_exercise(Document("tree", _with(stated, conventions), "", b""), KINDS, is_shipped=True)


def _with(stated: Mapping[str, Data], conventions: Conventions) -> dict[str, Data]:
    """Return what states a problem with these conventions in place of its own; those of which they say nothing stay."""
    said = {**(stated.get("conventions") or {}), **_texts(write_conventions(conventions))}
    return {**stated, "conventions": said} if said else dict(stated)


def _warnings(shown: Sequence[Shown], spec: Spec, trees: Sequence[_Drawn]) -> Iterator[str]:
    """Yield what of the certificate cannot be met by given trees, and which rules no tree tells apart."""
    for one in shown:
        if one.hidden < spec.shows or not one.public:
            yield f"{_named(one.rule)} shows on {one.hidden} hidden and {one.public} public trees, {spec.shows} and 1 are wanted"
    for a, b in combinations([one.rule for one in shown if one.hidden or one.public], 2):
        with_both = [tree for tree in trees if a in tree.rules and b in tree.rules]
        are_twins = all(frozenset((a[0], b[0])) in tree.twins for tree in with_both)
        if with_both and not are_twins and not any(tree.differs(tree.rules[a], tree.rules[b]) for tree in with_both):
            yield f"{_named(a)} and {_named(b)} are told apart by none of the trees"


def _named(rule: Rule) -> str:
    name, detail = rule
    return f"{name} ({detail})" if detail else name


# -- the key, and what is handed out


def key_files(drawn: Drawn) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the key: the problem of each tree, and the certificate, which says all else of the exercise."""
    program = drawn.program
    yield from ((f"{tree.name}.yaml", tree.exercise.document.content) for tree in program.trees)
    stated: dict[str, Plain] = {
        "format": FORMAT,
        "id": program.id,
        "exercise": program.exercise,
        "title": program.title,
        "kind": program.kind,
        "style": str(program.style),
        "function": program.function,
        "points": {part: write_number(points) for part, points in program.points.items()},
        "conventions": write_conventions(program.accepted[0]),
        "accepted": [write_conventions(one) for one in program.accepted[1:]],
        "run": {ending: [*words] for ending, words in program.run.items()},
        "files": {name: content.decode("latin-1") for name, content in program.files.items()},
        "limits": program.limits._asdict(),
        "trees": [tree.name for tree in program.trees],
        "shows": [_row(one) for one in drawn.shown if not one.reason],
        "not-shown": [_row(one) for one in drawn.shown if one.reason],
        "warnings": [*drawn.warnings],
    }
    yield CERTIFICATE, to_yaml(stated).encode()


def _row(one: Shown) -> Plain:
    reason = {"reason": one.reason} if one.reason else {}
    return {"rule": _named(one.rule), "hidden": one.hidden, "public": one.public, **reason}


def with_points(certificate: bytes, points: Mapping[str, Number]) -> bytes:
    """Return the certificate of an exercise whose parts are worth other points."""
    stated = parse_document(certificate, CERTIFICATE, ProblemError).data
    if {part: read_number(worth) for part, worth in stated["points"].items()} == points:
        return certificate
    return to_yaml({**stated, "points": {part: write_number(worth) for part, worth in points.items()}}).encode()


def certificate_lines(drawn: Drawn) -> Iterator[str]:
    """Yield as text on how many trees each rule shows, and what of that is not as it was asked."""
    rows = [
        ("rule", "hidden", "public"),
        *((_named(one.rule), str(one.hidden), str(one.public)) for one in drawn.shown if not one.reason),
    ]
    width = max(len(name) for name, *_ in rows)
    yield from (f"{name:{width}}  {hidden:>6}  {public:>6}" for name, hidden, public in rows)
    yield from (f"{_named(one.rule)} need not show: {one.reason}" for one in drawn.shown if one.reason)
    yield from (f"warning: {one}" for one in drawn.warnings)


def read_program(certificate: bytes, problem_of: Callable[[str], bytes]) -> Program:
    """Return the exercise that a certificate states; `problem_of` gives the file of a tree by its name. Raises ProblemError."""
    stated = parse_document(certificate, CERTIFICATE, ProblemError).data
    accepted = [read_conventions(one)[0] for one in (stated["conventions"] or {}, *(stated["accepted"] or ()))]

    def tree(name: str) -> ProgramTree:
        document = parse_document(problem_of(name), f"{name}.yaml", ProblemError)
        first = read_exercise(document, KINDS, is_shipped=True)
        others = (_under(document.data, conventions) for conventions in accepted[1:])
        return ProgramTree(name, name.startswith("public-"), (first, *others))

    return Program(
        stated["id"],
        stated["exercise"],
        stated["title"] or "",
        stated["kind"],
        Style(stated["style"]),
        stated["function"],
        {part: read_number(points) for part, points in stated["points"].items()},
        tuple(accepted),
        {ending: tuple(words) for ending, words in stated["run"].items()},
        {name: content.encode("latin-1") for name, content in (stated["files"] or {}).items()},
        Limits(**{name: int(value) for name, value in stated["limits"].items()}),
        tuple(map(tree, stated["trees"])),
    )


_BEGINNING = {
    Style.GAME: '''"""A beginning: it goes down the first branch. Try it with: python3 game.py {file}"""


def {function}(game):
    """Return the value of the game, and the best child of the root."""
    node = game.root
    while not game.is_leaf(node):
        node = game.children(node)[0]
    return game.value(node), game.children(game.root)[0]
''',
    Style.AGENTS: '''"""A beginning: it takes the first action. Try it with: python3 game.py {file}"""


def {function}(state):
    """Return the best action of agent 0."""
    return state.getLegalActions(0)[0]
''',
    Style.ANSWERS: '''"""A beginning: it answers nothing. Try it with: python3 game.py {file}"""


def {function}(problem):
    """Return the answers to a problem, part by part; the problem is a dict as its file states it."""
    return {answers}
''',
}


def handed_out(program: Program) -> Iterator[tuple[str, bytes]]:
    """Yield what students get: the game, a beginning that runs and is wrong, the public trees with their answers, files, and what is asked."""
    data = posed if program.style is Style.ANSWERS else tree_data
    public: list[Plain] = [
        {
            "name": tree.name,
            "problem": data(tree.exercise),
            "answers": [_answers(one, program) for one in tree.accepted],
        }
        for tree in program.trees
        if tree.is_public
    ]
    stated: dict[str, Plain] = {
        "format": TREES_FORMAT,
        "function": program.function,
        "style": str(program.style),
        "run": {ending: [*words] for ending, words in program.run.items()},
        "trees": public,
    }
    file, answers = f"{program.exercise}.py", repr(dict.fromkeys(program.ask))
    yield GAME, Path(__file__).with_name(GAME).read_bytes()
    yield file, _BEGINNING[program.style].format(file=file, function=program.function, answers=answers).encode()
    yield "trees.json", (json.dumps(stated, indent=1, ensure_ascii=False) + "\n").encode()
    yield from program.files.items()
    yield "README.txt", ("\n\n".join(statement(program)) + "\n").encode()


def _answers(exercise: Exercise, program: Program) -> dict[str, Plain]:
    """Return the right answers, of what is pruned every leaf: that is what the log tells."""
    solved = exercise.solve()
    if program.style is not Style.ANSWERS and "pruned" in program.ask:
        solved["pruned"] = [exercise.name_of(leaf) for leaf in sorted(exercise.solution.answers["pruned"].leaves)]
    return {part: solved[part] for part in program.ask}


_RETURNS = {
    Style.GAME: "{function}(game), which returns the value of the game, a pair (value, best child or move), or a dict from parts to answers",
    Style.AGENTS: "{function}(state), or a class with that name or method, which returns the best action of agent 0",
    Style.ANSWERS: "{function}(problem), which returns a dict from parts to answers",
}


def statement(program: Program) -> list[str]:
    """Return in paragraphs what a program is to do, and how it is marked."""
    kind, hidden = KINDS[program.kind], sum(not tree.is_public for tree in program.trees)
    endings = [ending for ending in program.run if ending != ".py"]
    others = f"; it may also end in {listed(endings, _MOST_NAMED)} and speak lines of JSON" if endings else ""
    from_log = [part for part in program.ask if part in FROM_LOG and program.style is not Style.ANSWERS]
    logged = (
        f" {both(from_log)} {'is' if len(from_log) == 1 else 'are'} told by the log of what it asks for, not by what it returns."
        if from_log
        else ""
    )
    limits = program.limits
    calls = "" if program.style is Style.ANSWERS else f"{limits.calls} requests for each node (never fewer than 200), "
    asked = (f"{part} ({kind.parts[part].title}, {points_text(program.points[part])})" for part in program.ask)
    return [
        f"Hand in a program, {program.exercise}.py{others}. It defines {_RETURNS[program.style].format(function=program.function)}.",
        f"Asked: {', '.join(asked)}.{logged}",
        " ".join(_conventions_said(program, kind)),
        (
            f"It is played on {count(hidden, 'tree')} that you do not see; each part earns its share of the trees on which it is right. "
            f"For each tree it has {limits.seconds} seconds, {calls}and {limits.memory} MiB."
        ),
        f"In the folder programs/{program.exercise} are the game, a beginning, and trees to try it on: python3 game.py {program.exercise}.py",
    ]


def _conventions_said(program: Program, kind: Kind) -> Iterator[str]:
    """Yield the conventions in words; where any of several may be followed, all of these."""
    free = [name for name in FIELDS if len({repr(value_of(one, name)) for one in program.accepted}) > 1]
    yield from kind.conventions_said(program.trees[0].exercise.problem, free)
    for name in free:
        said = dict.fromkeys(describe(one, name) for one in program.accepted)
        yield f"Either is right, the same on all trees: {' Or: '.join(said)}"


def points_by_part(ask: Sequence[str], points: Number | None) -> dict[str, Number]:
    """Return what each part is worth: its share of the points of the exercise, or one."""
    return points_of(points, dict.fromkeys(ask, 1))
