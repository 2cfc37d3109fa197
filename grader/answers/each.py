"""The form of answers that are one thing an entry: a map from keys to cells (`Each`)."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from grader.answers import read
from grader.answers.as_data import known_names, shape, shapes_of, written_out
from grader.answers.case import Answer, Case, Key, Raw
from grader.answers.cells import A_NUMBER
from grader.answers.keys import NODES, no_keys
from grader.answers.part import Cell, Fragment, Keys, Part, Room, Template
from grader.answers.platform import WRITE_NOTHING, Items, Ticks, equal_shares, nothing_there
from grader.answers.widget import Widget
from grader.data import Data
from grader.exact import Number
from grader.games.problem import Problem
from grader.marks.by_shape import mark_map
from grader.marks.reports import PartReport, Written
from grader.printable import printable


def equally(problem: Problem, answer: Mapping[Key, Answer]) -> Mapping[Key, Number] | None:
    """Return None: all entries earn as much."""
    return None


class Each(NamedTuple):
    """A map from keys to cells. Reference answers are key -> what the cell holds.

    `said` are the keys that a template lists one by one, `paper` those for which paper has a line (None: the same); `missing_is_blank` says whether an entry that is not there is
    blank, or an answer (in alpha-beta it says that the node is not visited). `counted(case)` are the keys that an answer can
    be judged at, and `telling(problem)` those from which something can be told; None: all. `unasked(problem)` are those at which an
    entry that is not there says nothing, whatever `missing_is_blank` says. `wrong_takes(problem)`: a wrong entry
    takes off what a right one earns; None: never. `weighs(problem, answer)` are the shares of the entries; None: they are equal.
    `zero_is_none`: where no entry is expected, 0 says no more than none. `others_follow`: so can entries where none is expected.
    """

    cell: Cell
    keys: Keys = NODES
    said: Callable[[Problem], Iterable[Key]] = no_keys
    missing_is_blank: bool = False
    ignored: Callable[[Case], Container[Key]] | None = None
    telling: Callable[[Problem], Container[Key]] | None = None
    unasked: Callable[[Problem], Iterable[Key]] = no_keys
    paper: Callable[[Problem], Iterable[Key]] | None = None
    wrong_takes: Callable[[Problem], bool] | None = None
    weighs: Callable[[Problem, Mapping[Key, Answer]], Mapping[Key, Number] | None] = equally
    zero_is_none: bool = False
    others_follow: bool = False
    by_entry: bool = True
    by_item: bool = False

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of what an entry is about."""
        return printable(self.keys.name(problem, key))

    def read(self, problem: Problem, raw: Raw) -> dict[Key, Written | None]:
        """Return the cells that were written; None where one was left blank. Raises NotJudged."""
        return read.mapping(raw, self.keys.known(problem), self.keys.what, partial(self.cell.written, problem))

    def write(self, problem: Problem, answer: Mapping[Key, Answer]) -> Raw:
        """Return the map as a document holds it."""
        return {self.keys.name(problem, key): self.cell.write(cell) for key, cell in answer.items()}

    def show(self, problem: Problem, answer: Mapping[Key, Answer]) -> str:
        """Return the entries, each with its name."""
        return ", ".join(f"{self.name(problem, key)} = {self.cell.show(problem, cell)}" for key, cell in answer.items())

    def meant(self, problem: Problem, given: Mapping[Key, Written | None]) -> dict[Key, Answer]:
        """Return the values that were written, entry by entry, where they tell something; None where one was left blank."""
        telling = self.telling and self.telling(problem)
        written_values = {
            key: None if written is None else written.value
            for key, written in given.items()
            if telling is None or key in telling
        }
        return {**written_values, **{key: None for key in self.unasked(problem) if key not in written_values}}

    def says_none(self, written: Written | None) -> bool:
        """Return whether an entry is a 0 that says no more than none."""
        return self.zero_is_none and written is not None and bool(written.value == 0)

    def same(self, problem: Problem, answer: Answer, other: Answer) -> bool:
        """Return whether the other cell is right where the first is expected."""
        return self.cell.is_right(problem, answer, other)

    def equality(self, case: Case) -> dict[str, Data]:
        """Return how a script reads the map, which entries are not marked, and which tell nothing of a rule."""
        problem, ignored = case.problem, self.ignored(case) if self.ignored else ()
        telling = self.telling and self.telling(problem)
        keys = list(dict.fromkeys(self.keys.known(problem).values()))
        return {
            "form": "each",
            "shapes": shapes_of(problem, self.cell),
            "known": known_names(self.keys, problem),
            "ignored": [key for key in keys if key in ignored],
            "untelling": [key for key in keys if telling is not None and key not in telling],
            "missingIsBlank": self.missing_is_blank,
            "unasked": list(self.unasked(problem)),
            "zeroIsNone": self.zero_is_none,
        }

    def compared(self, case: Case, answer: Mapping[Key, Answer]) -> Data:
        """Return of each entry the numbers with their rooms."""
        return [[key, written_out(self.cell.rooms(case.problem, cell))] for key, cell in answer.items()]

    def mark(self, case: Case, part: Part, given: Mapping[Key, Written | None], possible: Number) -> PartReport:
        """Return the marks, entry by entry."""
        problem, ignored = case.problem, self.ignored(case) if self.ignored else ()
        expected = case.expected(part.name)
        return mark_map(
            part.name,
            possible,
            expected,
            {
                key: written
                for key, written in given.items()
                if key not in ignored and (key in expected or not self.says_none(written))
            },
            is_right=partial(self.cell.is_right, problem),
            name=partial(self.name, problem),
            show=partial(self.cell.show, problem),
            follows=partial(part.follows, case),
            follow_through=case.policy.follow_through,
            explain=partial(part.explain, case),
            tell=partial(part.tell, case),
            why_none=partial(part.why_none, case),
            others_follow=self.others_follow,
            wrong_takes=self.wrong_takes is not None and self.wrong_takes(problem),
            weights=self.weighs(problem, case.expected(part.name)),
        )

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a mapping, in which any entry may be blank."""
        cell = shape({"$ref": f"{definitions}{self.cell.definition}"}, blanks=blanks)
        return {
            "description": f"a mapping from {self.keys.what} ids to {self.cell.many}",
            "type": ["object", "null"] if blanks else "object",
            "additionalProperties": cell,
        }

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how the cell is written."""
        return Template(self.cell.example, [self.keys.name(problem, key) for key in self.said(problem)])

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: a line for each entry, or the shape of its node."""
        entries = [self.name(problem, key) for key in (self.paper or self.said)(problem)]
        return Room(A_NUMBER * len(entries), entries, len(self.cell.fields(problem)), in_shapes=not self.cell.label)

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: the fields of a cell for each entry that paper has a line for, or else for every key."""
        keys = self._offered(problem)
        empty = "" if keys else "there is no entry"
        texts = self.keys.texts(problem, keys)
        return Widget(
            "each", keys, self.cell.fields(problem), empty=empty, is_open=not self.missing_is_blank, texts=texts
        )

    def _offered(self, problem: Problem) -> list[tuple[str, Key]]:
        entries = self.paper or self.said
        return self.keys.named(problem, None if entries is no_keys else entries(problem))

    def items(self, case: Case, answer: Mapping[Key, Answer]) -> Items:
        """Return what a learning platform asks: the fields of a cell for each entry that an answer page offers.

        Where nothing belongs nothing is earned, whatever is typed there; only where nothing belongs anywhere each has to say so. If
        wrong entries take something, what can be said of all entries is there to tick, so that together they take no more than
        they earn.
        """
        problem, keys = case.problem, self._offered(case.problem)
        if not keys:
            return nothing_there("there is no entry")
        if self.wrong_takes is not None and self.wrong_takes(problem):
            return self._ticks(problem, keys, answer)
        each, weights = equal_shares(len(answer) or len(keys)), self.weighs(problem, answer) or {}
        shares = [weights.get(key, each) if key in answer or not answer else 0 * each for _, key in keys]
        cells = (
            self.cell.items(problem, printable(name), share, answer.get(key))
            for (name, key), share in zip(keys, shares, strict=True)
        )
        how = "" if self.missing_is_blank else WRITE_NOTHING
        return Items(tuple(item for items in cells for item in items), how)

    def _ticks(self, problem: Problem, keys: Sequence[tuple[str, Key]], answer: Mapping[Key, Answer]) -> Items:
        """Return what can be said of each entry, to be ticked: what is right earns what its opposite takes."""
        each, weights = equal_shares(len(answer)), self.weighs(problem, answer) or {}
        said = [
            (name, key, choice) for name, key in keys for field in self.cell.fields(problem) for choice in field.choices
        ]
        options = tuple(f"{printable(name)}: {choice}" for name, _, choice in said)
        shares = (
            weights.get(key, each) * (1 if self.cell.show(problem, answer[key]) == choice else -1)
            if key in answer
            else 0 * each
            for _, key, choice in said
        )
        how = "Of each tick one; one that is wrong takes what a right one earns."
        return Items((Ticks("", options, tuple(shares)),), how, is_weighed=self.weighs is not equally)
