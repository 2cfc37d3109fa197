"""The forms of answers that are lists by iteration: an entry for each (`ByIteration`), or a map with a score for each child (`Scored`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from grader.core.answers import cells as read
from grader.core.answers.case import Case, Given, GivenMap, Key, NotJudged, Refused, show_given
from grader.core.answers.cells import SCORE, mapping
from grader.core.answers.forms import Choice, Each, One
from grader.core.answers.inputs import Carried, Item, Items, Upload, Widget, equal_shares, nothing_there, share_out
from grader.core.answers.lists import Listing, joined
from grader.core.answers.marks import Map, mark_map
from grader.core.answers.part import (
    CHILDREN,
    NODES,
    Form,
    Fragment,
    Keys,
    Marker,
    Room,
    Rule,
    Template,
    nullable,
    shape,
)
from grader.core.answers.reports import Malformed, PartReport, Unnamed, Written
from grader.core.data import Plain
from grader.core.errors import Fault, Path
from grader.core.games.problem import Problem

_A_GUESS = 8
"""For so many iterations paper has room where their number is for the student to find."""


class Either(Form):
    """One of several keys, or where `has_many(problem)` a list of them: the form of an entry that is written as the problem says."""

    def __init__(self, single: Choice, many: Listing, has_many: Callable[[Problem], bool]) -> None:
        self.single, self.many, self.has_many = single, many, has_many

    def on(self, problem: Problem) -> Form:
        """Return the form that holds on a problem."""
        return self.many if self.has_many(problem) else self.single

    def read(self, problem: Problem, raw: object) -> Given:
        """Return what was written, in the form that holds; where that is a list, what says none is an empty one. Raises NotJudged."""
        if self.on(problem) is self.single:
            return self.single.read(problem, raw)
        listed = raw if isinstance(raw, list) else [raw]
        nothing = self.single.keys.known(problem).keys() - self.many.keys.known(problem).keys()
        return self.many.read(problem, [] if len(listed) == 1 and str(listed[0]).strip() in nothing else listed)

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a name, or a list of names."""
        return {
            "description": "the id of a node, or a list of ids",
            "if": {"type": "array"},
            "then": self.many.fragment(definitions, blanks=False),
            "else": self.single.fragment(definitions, blanks=False),
        }


def _text(given: Given) -> str:
    return given.text if isinstance(given, Written) else joined(item.text for item in given)


class ByIteration(Map):
    """A list in which each entry belongs to one iteration. Reference answers are iteration -> what the entry's form holds, the first iteration is 0.

    `iterations(problem)` is how many iterations there are; None: that is for the student to find, and a list that ends early says
    so. An entry that is not there is blank where it is known how many there are. `what` calls one of them, `first` is the number of
    the first. An entry is a cell, the name of a key, names in order (of a list, items without fields) or a path.
    """

    between = "; "

    def __init__(
        self,
        entry: Form,
        iterations: Callable[[Problem], int] | None = None,
        what: str = "iteration",
        first: int = 1,
    ) -> None:
        self.entry, self.iterations, self.what, self.first = entry, iterations, what, first
        self.missing_is_blank = iterations is not None

    def name(self, problem: Problem, key: Key) -> str:
        """Return which iteration it is."""
        return f"{self.what} {key + self.first}"

    def read(self, problem: Problem, raw: Sequence[object]) -> GivenMap:
        """Return the entries that were written, and what is none; None where one was left blank."""

        def read_entry(one: object, path: Path) -> Written:
            try:
                given = read.all_of(self.entry.read(problem, one))
            except NotJudged as failure:
                raise NotJudged(failure.message, (*path, *failure.path)) from None
            return Written(self.entry.on(problem).meant(problem, given), _text(given))

        return {place: None if one is None else read.entry(read_entry, one, (place,)) for place, one in enumerate(raw)}

    def write(self, problem: Problem, answer: Mapping[Key, object]) -> Plain:
        """Return the list as a document holds it."""
        return [self.entry.on(problem).write(problem, one) for one in answer.values()]

    def show(self, problem: Problem, answer: Mapping[Key, object]) -> str:
        """Return the entries, each with its iteration."""
        return super().show(problem, answer) or "none"

    def shown(self, problem: Problem, right: object) -> str:
        """Return what one iteration has."""
        return self.entry.on(problem).show(problem, right)

    def meant(self, problem: Problem, given: GivenMap) -> dict[Key | Unnamed, object]:
        """Return the values that were written, by iteration; None where one was left blank or cannot be read."""
        return {key: written.value if isinstance(written, Written) else None for key, written in given.items()}

    def same(self, problem: Problem, answer: object, other: object) -> bool:
        """Return whether the other entry is right where the first is expected."""
        return self.entry.on(problem).same(problem, answer, other)

    def ways(self, problem: Problem, key: Key | None) -> int | None:
        """Return how many answers there are to choose from in one iteration."""
        return self.entry.on(problem).ways(problem, key)

    def equality(self, case: Case) -> Rule:
        """Return how a script reads the list: what an iteration is called, and how one entry is read."""
        return {
            "form": "iterations",
            "numbered": self.what,
            "first": self.first,
            "entry": self.entry.on(case.problem).equality(case),
            "missingIsBlank": self.missing_is_blank,
        }

    def compared(self, case: Case, answer: Mapping[Key, object]) -> Plain:
        """Return the entries in order, each as its own form compares it."""
        return [self.entry.on(case.problem).compared(case, one) for one in answer.values()]

    def mark(self, marker: Marker, given: GivenMap) -> PartReport:
        """Return the marks, place by place: the right entries over the longer length, where blanks at the end do not count."""
        ends = (key + 1 for key, written in given.items() if written is not None and not isinstance(key, Unnamed))
        return mark_map(self, marker, given, length=max((len(marker.expected), *ends)))

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a list, in which any entry may be blank."""
        entry = shape(self.entry.fragment(definitions, blanks=False), blanks=blanks)
        what = f"a list with an entry for each {self.what}"
        return nullable({"description": what, "type": "array", "items": entry}, blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how the list is written, and an entry of it."""
        one = self.entry.on(problem).example
        said = f"a list with an entry for each {self.what}, null for a blank one"
        return Template(f"{said}{one and f'; an entry is {one}'}")

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: a line for each iteration; lines for all where entries are long, or their number is to be found."""
        one = self.entry.on(problem).room(problem)
        names = self._names(problem) if self.iterations else [self.name(problem, key) for key in range(_A_GUESS)]
        is_short = isinstance(self.entry, One | Choice) and self.iterations is not None
        return Room((one.letters + len(self.what)) * len(names), names if is_short else (), one.blanks)

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: a row for each iteration; where their number is to be found, rows to add."""
        one, count = self.entry.on(problem).widget(problem), len(self._names(problem))
        empty, is_open = "" if count else f"there is no {self.what}", self.iterations is None
        return Widget(
            "iterations", one.keys, one.fields, self.what, empty, is_open, rows=count, entry=one, first=self.first
        )

    def items(self, case: Case, answer: Mapping[Key, object]) -> Carried:
        """Return what a learning platform asks: what each iteration's entry is made of, where it is known how many there are."""
        form, names = self.entry.on(case.problem), self._names(case.problem)
        if self.iterations is None:
            return Upload(f"how many {self.what}s there are is for students to find, and a platform cannot add any")
        if form.by_item:
            return Upload(f"the list of an {self.what} counts only as a whole, and a platform adds up its items")
        if not names:
            return nothing_there(f"there is no {self.what}")
        found: list[Item] = []
        for place, name in enumerate(names):
            carried = form.items(case, answer.get(place, next(iter(answer.values()), None)))
            if isinstance(carried, Upload):
                return carried
            share = equal_shares(len(answer)) if place in answer else 0
            labelled = (item._replace(label=f"{name} {item.label}".strip()) for item in carried.items)
            found += share_out(labelled, share)
        return Items(tuple(found))

    def _names(self, problem: Problem) -> Sequence[str]:
        return [self.name(problem, key) for key in range(self.iterations(problem))] if self.iterations else []


# -- a score for each child that is compared, by iteration

_Scores = Mapping[str, object] | Refused
"""The scores of one iteration, as a document holds them."""


def key_of(problem: Problem, iteration: int, node: int) -> int:
    """Return the key of a node's score in an iteration: where there is one iteration alone the node, else the key of no node."""
    size = len(problem.game.ids)
    return node if _has_one(problem) else (iteration + 1) * size + node


def at(problem: Problem, key: int) -> tuple[int, int]:
    """Return the iteration and the node of a key."""
    place, node = divmod(key, len(problem.game.ids))
    return (0 if _has_one(problem) else place - 1), node


def _has_one(problem: Problem) -> bool:
    return bool(problem.game.iterations == 1)


def _written_name(problem: Problem, key: Key) -> str:
    iteration, node = at(problem, key)
    name = str(problem.game.ids[node])
    return name if _has_one(problem) else f"iteration {iteration + 1}, {name}"


class Scored(Each[float]):
    """A list by iteration of maps from children to scores; each score has an equal share. Reference answers are key -> score.

    A page writes one map, whose keys begin with the iteration where there are several: "iteration 2, A". No other answer says which
    scores there are: a node on a path has none where it has just joined.
    """

    between = "; "

    def __init__(self, iterations: Callable[[Problem], int]) -> None:
        super().__init__(SCORE, Keys("score", self._known, _written_name), others_follow=True, is_free=True)
        self.iterations = iterations
        self.example = (
            "a list with a mapping for each iteration, {} where nothing is compared; for example [{}, {X: 1.5, Y: inf}]"
        )

    def _known(self, problem: Problem) -> dict[str, Key]:
        places, nodes = range(self.iterations(problem)), range(1, len(problem.game.ids))
        keys = [key_of(problem, place, node) for place in places for node in nodes]
        return {_written_name(problem, key): key for key in keys}

    def read(self, problem: Problem, raw: Sequence[_Scores | None] | Mapping[str, object]) -> GivenMap:
        """Return the scores that were written, and what is none; None where one was left blank."""
        if isinstance(raw, Mapping):
            what = NODES.what if _has_one(problem) else self.keys.what
            return mapping(raw, self._known(problem), what, SCORE.read)
        found: dict[Key | Unnamed, Written | Malformed | None] = {}
        for place, one in enumerate(raw):
            found |= self._read_iteration(problem, place, one or {})
        return found

    def _read_iteration(self, problem: Problem, place: int, raw: _Scores) -> GivenMap:
        """Return the scores of one iteration of a list; where it holds none or there is no such iteration, one entry that says so."""
        called, iterations = f"iteration {place + 1}", self.iterations(problem)
        if isinstance(raw, Refused):
            return {Unnamed(called): Malformed(show_given(raw), Fault(raw.message, path=raw.path))}
        if place >= iterations:
            message = f"there is no {called}, expected an entry for each of {iterations} iterations"
            return {Unnamed(called): Malformed(show_given(raw), Fault(message, path=(place,)))} if raw else {}
        known = {name: key_of(problem, place, node) for name, node in NODES.known(problem).items()}
        entries = mapping(raw, known, NODES.what, SCORE.read, (place,))
        return {Unnamed(f"{called}, {key}") if isinstance(key, Unnamed) else key: one for key, one in entries.items()}

    def write(self, problem: Problem, answer: Mapping[Key, float]) -> Plain:
        """Return the list as a document holds it."""
        maps: list[dict[str, Plain]] = [{} for _ in range(self.iterations(problem))]
        for key, score in answer.items():
            iteration, node = at(problem, key)
            maps[iteration][NODES.name(problem, node)] = SCORE.write(score)
        return maps

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a list of maps, or one whose keys say the iteration."""
        of_one, one = (Each(SCORE, CHILDREN).fragment(definitions, blanks=blanks) for blanks in (True, False))
        what = "a list with a mapping from children to numbers or inf for each iteration"
        listed: Fragment = {"description": what, "type": "array", "items": of_one}
        return shape({"description": what, "if": {"type": "array"}, "then": listed, "else": one}, blanks=blanks)

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: lines for two scores an iteration."""
        return Room(30 * max(1, self.iterations(problem)))

    def items(self, case: Case, answer: Mapping[Key, float]) -> Upload:
        """Return that what is compared in which iteration is for the student to find."""
        return Upload(
            "which children are compared in which iteration is for students to find, and a platform cannot add fields"
        )
