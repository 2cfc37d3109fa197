"""The forms of answers that are one cell (`One`), one of several keys (`Choice`), or a map from keys to cells (`Each`)."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from typing import Generic

from grader.core.answers import cells as read
from grader.core.answers.case import Case, GivenMap, Key
from grader.core.answers.inputs import WRITE_NOTHING, Carried, Items, Ticks, Widget, equal_shares, nothing_there, pick
from grader.core.answers.marks import Map, mark_map
from grader.core.answers.part import (
    A_NUMBER,
    NODES,
    Cell,
    Form,
    Fragment,
    Held,
    Keys,
    Marker,
    OfKeys,
    Room,
    Rule,
    Template,
    no_keys,
    nullable,
    shape,
    shapes_of,
    written_out,
)
from grader.core.answers.reports import Malformed, PartReport, Written
from grader.core.data import Plain
from grader.core.games.problem import Problem
from grader.core.numbers import Number
from grader.core.text import printable


class One(Form, Generic[Held]):
    """One cell. Reference answers are what the cell holds."""

    def __init__(self, cell: Cell[Held]) -> None:
        self.cell, self.definition, self.example = cell, cell.definition, cell.example

    def read(self, problem: Problem, raw: object) -> Written:
        """Return the cell that was written. Raises NotJudged."""
        return self.cell.written(problem, read.whole(raw), ())

    def write(self, problem: Problem, answer: Held) -> Plain:
        """Return the cell as a document holds it."""
        return self.cell.write(answer)

    def show(self, problem: Problem, answer: Held) -> str:
        """Return the cell as reports show it."""
        return self.cell.show(problem, answer)

    def same(self, problem: Problem, answer: Held, other: Held) -> bool:
        """Return whether the other is right where the first is expected."""
        return self.cell.is_right(problem, answer, other)

    def equality(self, case: Case) -> Rule:
        """Return how a script reads the cell."""
        return {"form": "one", "shapes": shapes_of(case.problem, self.cell)}

    def compared(self, case: Case, answer: Held) -> Plain:
        """Return the numbers of the cell with their rooms."""
        return written_out(self.cell.rooms(case.problem, answer))

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: the fields of the cell."""
        return Widget("one", fields=self.cell.fields(problem), is_whole=True)

    def items(self, case: Case, answer: Held) -> Items:
        """Return what a learning platform asks: the fields of the cell."""
        return Items(tuple(self.cell.items(case.problem, "", 1, answer)))


class Choice(OfKeys):
    """One of several keys. Reference answers are the accepted ones, the one to print first."""

    definition = "name"
    script = "choice"

    def __init__(self, keys: Keys) -> None:
        self.keys = keys

    def read(self, problem: Problem, raw: object) -> Written:
        """Return the key that was named. Raises NotJudged."""
        return read.name(raw, self.keys.known(problem), self.keys.what)

    def write(self, problem: Problem, answer: Sequence[Key]) -> Plain:
        """Return the name of the first accepted key."""
        return self.keys.name(problem, answer[0])

    def show(self, problem: Problem, answer: Sequence[Key]) -> str:
        """Return the names of the accepted keys."""
        return " or ".join(self.name(problem, key) for key in answer)

    def meant(self, problem: Problem, given: Written) -> list[Key]:
        """Return the choice that was written, as the only accepted one."""
        return [given.value]

    def same(self, problem: Problem, answer: Sequence[Key], other: Sequence[Key]) -> bool:
        """Return whether the choice that the other answer prints is one of the accepted ones."""
        return other[0] in answer

    def ways(self, problem: Problem, key: Key | None) -> int:
        """Return how many answers there are."""
        return len({*self.keys.known(problem).values()})

    def compared(self, case: Case, answer: Sequence[Key]) -> Plain:
        """Return the accepted keys."""
        return list(answer)

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: a line for the longest name."""
        return Room(max((len(printable(name)) for name in self.keys.known(problem)), default=A_NUMBER))

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: all names to choose from."""
        return Widget("choice", self.keys.named(problem))

    def items(self, case: Case, answer: Sequence[Key]) -> Items:
        """Return what a learning platform asks: one of all names."""
        options = [(self.name(case.problem, key), key in answer) for _, key in self.keys.named(case.problem)]
        return Items((pick("", 1, options),))


def equally(problem: Problem, answer: Mapping[Key, object]) -> Mapping[Key, Number] | None:
    """Return None: all entries earn as much."""
    return None


class Each(Map, Generic[Held]):
    """A map from keys to cells. Reference answers are key -> what the cell holds.

    `said` are the keys that a template lists one by one, `paper` those for which paper has a line (None: the same); `missing_is_blank` says whether an entry that is not there is
    blank, or an answer (in alpha-beta it says that the node is not visited). `ignored(case)` are the keys that no answer can
    be judged at, and `telling(problem)` those from which something can be told; None: all. `unasked(problem)` are those at which an
    entry that is not there says nothing, whatever `missing_is_blank` says. `wrong_takes(problem)`: a wrong entry
    takes off what a right one earns. `is_free`: no other answer of a student says which entries there are. `weighs(problem, answer)` are the shares of the entries; None: they are equal.
    """

    def __init__(
        self,
        cell: Cell[Held],
        keys: Keys = NODES,
        said: Callable[[Problem], Iterable[Key]] = no_keys,
        *,
        missing_is_blank: bool = False,
        ignored: Callable[[Case], Container[Key]] | None = None,
        telling: Callable[[Problem], Container[Key]] | None = None,
        unasked: Callable[[Problem], Iterable[Key]] = no_keys,
        paper: Callable[[Problem], Iterable[Key]] | None = None,
        wrong_takes: Callable[[Problem], bool] = lambda _: False,
        weighs: Callable[[Problem, Mapping[Key, Held]], Mapping[Key, Number] | None] = equally,
        zero_is_none: bool = False,
        others_follow: bool = False,
        is_free: bool = False,
    ) -> None:
        self.is_free = is_free
        self.cell, self.keys, self.said, self.paper, self.example = cell, keys, said, paper or said, cell.example
        self.ignored, self.telling, self.unasked = ignored, telling, unasked
        self.wrong_takes, self.weighs = wrong_takes, weighs
        self.missing_is_blank, self.zero_is_none, self.others_follow = missing_is_blank, zero_is_none, others_follow

    def read(self, problem: Problem, raw: Mapping[str, object]) -> GivenMap:
        """Return the cells that were written, and what is none; None where one was left blank."""
        return read.mapping(raw, self.keys.known(problem), self.keys.what, partial(self.cell.written, problem))

    def write(self, problem: Problem, answer: Mapping[Key, Held]) -> Plain:
        """Return the map as a document holds it."""
        return {self.keys.name(problem, key): self.cell.write(cell) for key, cell in answer.items()}

    def shown(self, problem: Problem, right: Held) -> str:
        """Return one cell as reports show it."""
        return self.cell.show(problem, right)

    def meant(self, problem: Problem, given: GivenMap) -> dict[Key, object]:
        """Return the values that were written, entry by entry, where they tell something; None where one was left blank."""
        telling, written = self.telling and self.telling(problem), read.written_values(given, self.keys.known(problem))
        values = {key: value for key, value in written.items() if telling is None or key in telling}
        return values | {key: None for key in self.unasked(problem) if key not in values}

    def says_none(self, written: Written | Malformed | None) -> bool:
        """Return whether an entry is a 0 that says no more than none."""
        return self.zero_is_none and isinstance(written, Written) and bool(written.value == 0)

    def same(self, problem: Problem, answer: Held, other: Held) -> bool:
        """Return whether the other cell is right where the first is expected."""
        return self.cell.is_right(problem, answer, other)

    def equality(self, case: Case) -> Rule:
        """Return how a script reads the map, which entries are not marked, and which tell nothing of a rule."""
        problem, ignored = case.problem, self.ignored(case) if self.ignored else ()
        telling = self.telling and self.telling(problem)
        keys = list(dict.fromkeys(self.keys.known(problem).values()))
        return {
            "form": "each",
            "shapes": shapes_of(problem, self.cell),
            "known": self.keys.for_script(problem),
            "ignored": [key for key in keys if key in ignored],
            "untelling": [key for key in keys if telling is not None and key not in telling],
            "missingIsBlank": self.missing_is_blank,
            "unasked": list(self.unasked(problem)),
            "zeroIsNone": self.zero_is_none,
        }

    def compared(self, case: Case, answer: Mapping[Key, Held]) -> Plain:
        """Return of each entry the numbers with their rooms."""
        return [[key, written_out(self.cell.rooms(case.problem, cell))] for key, cell in answer.items()]

    def mark(self, marker: Marker, given: GivenMap) -> PartReport:
        """Return the marks, entry by entry."""
        case, expected, problem = marker.case, marker.expected, marker.case.problem
        ignored = self.ignored(case) if self.ignored else ()
        judged = {
            key: written
            for key, written in given.items()
            if key not in ignored and (key in expected or not self.says_none(written))
        }
        weights = self.weighs(problem, expected)
        return mark_map(self, marker, judged, wrong_takes=self.wrong_takes(problem), weights=weights)

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a mapping, in which any entry may be blank."""
        cell: Fragment = {"$ref": f"{definitions}{self.cell.definition}"}
        return map_of(self.keys, self.cell.many, cell, blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how the cell is written."""
        return Template(self.example, [self.keys.name(problem, key) for key in self.said(problem)])

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: a line for each entry, or the shape of its node."""
        entries = [self.name(problem, key) for key in self.paper(problem)]
        return Room(A_NUMBER * len(entries), entries, len(self.cell.fields(problem)), in_shapes=not self.cell.label)

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: the fields of a cell for each entry that paper has a line for, or else for every key."""
        keys, fields = self._offered(problem), self.cell.fields(problem)
        empty, texts = "" if keys else "there is no entry", self.keys.texts(problem, keys)
        is_open = not self.missing_is_blank
        return Widget("each", keys, fields, empty=empty, is_open=is_open, is_free=self.is_free, texts=texts)

    def _offered(self, problem: Problem) -> list[tuple[str, Key]]:
        return self.keys.named(problem, None if self.paper is no_keys else self.paper(problem))

    def items(self, case: Case, answer: Mapping[Key, Held]) -> Carried:
        """Return what a learning platform asks: the fields of a cell for each entry that an answer page offers.

        Where nothing belongs nothing is earned, whatever is typed there; only where nothing belongs anywhere each has to say so. If
        wrong entries take something, what can be said of all entries is there to tick, so that together they take no more than
        they earn.
        """
        problem, keys = case.problem, self._offered(case.problem)
        if not keys:
            return nothing_there("there is no entry")
        each, weights = equal_shares(len(answer) or len(keys)), self.weighs(problem, answer) or {}
        shares = {key: weights.get(key, each) if key in answer or not answer else 0 * each for _, key in keys}
        if self.wrong_takes(problem):
            return self._ticks(problem, keys, answer, shares)
        cells = (self.cell.items(problem, printable(name), shares[key], answer.get(key)) for name, key in keys)
        how = "" if self.missing_is_blank else WRITE_NOTHING
        return Items(tuple(item for items in cells for item in items), how)

    def _ticks(
        self,
        problem: Problem,
        keys: Sequence[tuple[str, Key]],
        answer: Mapping[Key, Held],
        shares: Mapping[Key, Number],
    ) -> Items:
        """Return what can be said of each entry, to be ticked: what is right earns what its opposite takes."""
        choices = [choice for field in self.cell.fields(problem) for choice in field.choices]
        said = [(name, key, choice) for name, key in keys for choice in choices]
        options = tuple(f"{printable(name)}: {choice}" for name, _, choice in said)
        earns = tuple(shares[key] * self._sign(problem, answer, key, choice) for _, key, choice in said)
        how = "Of each tick one; one that is wrong takes what a right one earns."
        return Items((Ticks("", options, earns),), how, is_weighed=self.weighs is not equally)

    def _sign(self, problem: Problem, answer: Mapping[Key, Held], key: Key, choice: str) -> int:
        if key not in answer:
            return 0
        return 1 if self.shown(problem, answer[key]) == choice else -1


def map_of(keys: Keys, many: str, entry: Fragment, *, blanks: bool) -> Fragment:
    """Return the shape of a mapping from keys, in which any entry may be blank where blanks are allowed."""
    described = {"description": f"a mapping from {keys.what} ids to {many}", "type": "object"}
    return nullable({**described, "additionalProperties": shape(entry, blanks=blanks)}, blanks=blanks)
