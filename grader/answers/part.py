"""What a part of an answer is, and what every form of answer can do."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from grader.answers.case import Answer, Case, Given, Key, Raw
from grader.answers.platform import NOTHING, Carried, Flow, Item, Typed, equal_shares, pick
from grader.answers.widget import Field, Widget
from grader.data import Data
from grader.errors import Path
from grader.exact import Bound, Number
from grader.games.problem import Problem
from grader.marks.reports import PartReport, Written

Fragment = dict[str, Data]
"""A piece of JSON Schema."""


Around = tuple[Bound | str, Number]
"""A number, and how far from it another counts as the same; or the text that stands where there is none."""


class Cell(NamedTuple):
    """One thing inside an answer: a number, a count, a window, a score.

    `read(raw, path)` returns what was written or raises NotJudged; `write(answer)` is a reference answer as a document holds
    it; `show(problem, answer)` the same as reports show it; `is_right(problem, expected, given)` compares, and `rooms(problem,
    expected)` says the same to a script: the numbers of the cell, each with the room on both sides. `definition` names
    its shape in a schema, `many` calls several of them, and `label` what it is beside a node of a drawing; one without
    stands in the shape. `parts` are the fields that are filled in for it, where they are more than one; `parts_in(problem)`
    where the problem says which. `check(problem, answer, path)` raises NotJudged where one that was read has no place in the problem.
    """

    read: Callable[[Raw, Path], Written]
    write: Callable[[Answer], Raw]
    show: Callable[[Problem, Answer], str]
    is_right: Callable[[Problem, Answer, Answer], bool]
    rooms: Callable[[Problem, Answer], Sequence[Around]]
    definition: str
    many: str
    example: str = ""
    label: str = ""
    parts: tuple[Field, ...] = ()
    parts_in: Callable[[Problem], tuple[Field, ...]] | None = None
    check: Callable[[Problem, Answer, Path], None] | None = None

    def fields(self, problem: Problem) -> tuple[Field, ...]:
        """Return the fields that are filled in for it."""
        parts = self.parts if self.parts_in is None else self.parts_in(problem)
        return parts or (Field("", self.definition),)

    def written(self, problem: Problem, raw: Raw, path: Path) -> Written:
        """Return what was written. Raises NotJudged."""
        found = self.read(raw, path)
        if self.check is not None:
            self.check(problem, found.value, path)
        return found

    def items(self, problem: Problem, label: str, share: Number, answer: Answer = None) -> list[Item]:
        """Return what a learning platform asks for it: its fields, with equal shares. Without an answer nothing belongs there."""
        names = [f"{label} {field.label}".strip() for field in self.fields(problem)]
        each = share * equal_shares(len(names))
        rooms = [(NOTHING, 0)] * len(names) if answer is None else self.rooms(problem, answer)
        right = NOTHING if answer is None else self.show(problem, answer)
        return [
            pick(name, each, [(choice, choice == right) for choice in (*field.choices, NOTHING)])
            if field.choices
            else Typed(name, each, (around,), field.shape)
            for name, field, around in zip(names, self.fields(problem), rooms, strict=True)
        ]


class Keys(NamedTuple):
    """What entries are about: nodes, children, moves.

    `what` calls one of them in messages; `known(problem)` is what students may write, by text; `name(problem, key)` is what
    documents and reports write. `says(problem, key)` is the sentence that one stands for, where they stand for sentences.
    """

    what: str
    known: Callable[[Problem], Mapping[str, Key]]
    name: Callable[[Problem, Key], str]
    says: Callable[[Problem, Key], str] | None = None

    def texts(self, problem: Problem, named: Iterable[tuple[str, Key]]) -> list[str]:
        """Return the sentences that keys stand for; none where they stand for none."""
        return [] if self.says is None else [self.says(problem, key) for _, key in named]

    def named(self, problem: Problem, keys: Iterable[Key] | None = None) -> list[tuple[str, Key]]:
        """Return keys with the names that documents write; without any, all that there are."""
        those = dict.fromkeys(self.known(problem).values()) if keys is None else keys
        return [(self.name(problem, key), key) for key in those]


class Template(NamedTuple):
    """What an answer template says of a part: how it is written where that is not plain, and the entries to fill in."""

    example: str = ""
    entries: Sequence[str] = ()


class Room(NamedTuple):
    """What paper offers for an answer: room for any answer that there can be, so that it tells nothing of the right one.

    `letters` is about how many a long answer has. `entries` are the names of those that have a line each, with so many
    `blanks`. `in_shapes`: each entry can be written into the shape of its node in a drawing.
    """

    letters: int = 0
    entries: Sequence[str] = ()
    blanks: int = 1
    in_shapes: bool = False


class Form(Protocol):
    """How an answer looks, and all that follows from that: reading, writing, showing, comparing, marking, schema, template, paper, answer page, learning platform."""

    @property
    def by_entry(self) -> bool:
        """Return whether the answer is compared and marked entry by entry; reference answers are maps then."""
        ...

    @property
    def missing_is_blank(self) -> bool:
        """Return whether an entry that is not there is blank; else it is an answer."""
        ...

    @property
    def by_item(self) -> bool:
        """Return whether the answer is a list of many answers, each marked for itself."""
        ...

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of what an entry is about, fit to be shown."""
        ...

    def read(self, problem: Problem, raw: Raw) -> Given:
        """Return the student's answer. Raises NotJudged."""
        ...

    def write(self, problem: Problem, answer: Answer) -> Raw:
        """Return a reference answer as a document holds it."""
        ...

    def show(self, problem: Problem, answer: Answer) -> str:
        """Return a reference answer as people read it."""
        ...

    def meant(self, problem: Problem, given: Given) -> Answer:
        """Return a student's answer in the form of a reference answer; an entry that was left blank is None."""
        ...

    def same(self, problem: Problem, answer: Answer, other: Answer) -> bool:
        """Return whether another reference answer (by entry: one entry of it) would be marked as right where the first is."""
        ...

    def equality(self, case: Case) -> dict[str, Data]:
        """Return how a script reads answers and compares them, whatever they are to be compared with: see `equality.js`."""
        ...

    def compared(self, case: Case, answer: Answer) -> Data:
        """Return a reference answer, right or wrong, as a script compares others with it; by the same rules as `same` and `mark`."""
        ...

    def mark(self, case: Case, part: "Part", given: Given, possible: Number) -> PartReport:
        """Return the marks of the student's answer."""
        ...

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape of an answer in a document; `definitions` says where cells are defined, `blanks` allows null."""
        ...

    def template(self, problem: Problem) -> Template:
        """Return what a template says of the answer."""
        ...

    def room(self, problem: Problem) -> Room:
        """Return what paper offers for the answer."""
        ...

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers for the answer; it tells nothing of the right one."""
        ...

    def items(self, case: Case, answer: Answer) -> Carried:
        """Return what a learning platform asks, and marks as a reference answer, right or wrong, says."""
        ...


Follows = Callable[[Case, Key, Answer], bool]
Tell = Callable[[Case, Key], str]
Comment = Callable[[Case, PartReport, Given], PartReport]
Flows = Callable[[Case, Key], Flow | None]


def follows_from_nothing(case: Case, key: Key, answer: Answer) -> bool:
    """Return False: there is nothing that the answer could follow from."""
    return False


def flows_from_nothing(case: Case, key: Key) -> Flow | None:
    """Return None: there is nothing that the answer could follow from, or nothing that an engine could calculate."""
    return None


def untold(case: Case, key: Key) -> str:
    """Return nothing: there is no step behind the answer."""
    return ""


def no_rule(problem: Problem, key: Key | None) -> str:
    """Return nothing: the part's name says what it is about."""
    return ""


def no_comment(case: Case, report: PartReport, given: Given) -> PartReport:
    """Return the report as it is."""
    return report


class Part(NamedTuple):
    """One part of an answer: what to hand in, its form, what it can follow from, and what explains it.

    `task` says what is wanted and then, in parentheses, how a document writes it.
    `follows(case, key, answer)` tells of a wrong answer (of one entry of it) whether it follows from the student's own
    numbers; `explain(case, key)` is the step behind the right one, `tell(case, key)` the student's step beside the right one
    where the answer follows. The key is None where the answer has no entries.
    `rule(problem, key)` is the rule that a right entry keeps, in a few words: what there is to correct is gathered by it;
    `extra_rule` the one that an entry breaks where none belongs, if that is another; `why_none(case, key)` says why none does.
    `comment` may say more where the marks are known. `example(problem)` is an answer of the right form, with names of the
    problem and made-up numbers, where a form is easily mistaken. `rests_on` names the part without which this one earns nothing,
    where both are asked. `source` names the part that this one follows from, where that is not the carrier of the kind. `flow(case, key)` says as data what `follows` tells, as far as an engine of a platform can calculate it.
    """

    name: str
    task: str
    form: Form
    follows: Follows = follows_from_nothing
    explain: Tell = untold
    tell: Tell = untold
    comment: Comment = no_comment
    example: Callable[[Problem], str] | None = None
    rule: Callable[[Problem, Key | None], str] = no_rule
    extra_rule: Callable[[Problem, Key | None], str] | None = None
    why_none: Tell = untold
    rests_on: str = ""
    source: str = ""
    flow: Flows = flows_from_nothing

    @property
    def wanted(self) -> str:
        """Return the task without how a document writes the answer: for those who fill in fields."""
        return self.task.partition(" (")[0]

    def mark(self, case: Case, given: Given, possible: Number) -> PartReport:
        """Return the marks of the student's answer, with what there is to say of it."""
        return self.comment(case, self.form.mark(case, self, given, possible), given)


def is_same(part: Part, problem: Problem, answer: Answer, other: Answer) -> bool:
    """Return whether another reference answer, wrong or right, counts as the first."""
    form = part.form
    if not form.by_entry:
        return form.same(problem, answer, other)
    return has_entries(form, answer, other) and all(form.same(problem, answer[key], other[key]) for key in answer)


def has_entries(form: Form, answer: Mapping[Key, Answer], other: Mapping[Key, Answer]) -> bool:
    """Return whether the other map has the entries of the first and no more, but for zeros that say nothing."""
    zero_is_none = getattr(form, "zero_is_none", False)  # of maps alone
    more = (key for key in other if key not in answer)
    return answer.keys() <= other.keys() and all(zero_is_none and other[key] == 0 for key in more)


def has_two_answers(form: Form, problem: Problem) -> bool:
    """Return whether there are just two answers to choose from, of which one is wrong."""
    ways: Callable[[Problem], int] | None = getattr(form, "ways", None)  # of choices alone
    return ways is not None and ways(problem) == 2
