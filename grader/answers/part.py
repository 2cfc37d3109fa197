"""What a part of an answer is, and what every form of answer can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from grader.answers.case import Answer, Case, Given, Key, Raw
from grader.data import Data
from grader.errors import Path
from grader.exact import Number
from grader.games.problem import Problem
from grader.marks.reports import PartReport, Written

Fragment = dict[str, Data]
"""A piece of JSON Schema."""


class Cell(NamedTuple):
    """One thing inside an answer: a number, a count, a window, a score.

    `read(raw, path)` returns what was written or raises NotJudged; `write(answer)` is a reference answer as a document holds
    it; `show(problem, answer)` the same as reports show it; `is_right(problem, expected, given)` compares. `definition` names
    its shape in a schema, `many` calls several of them, and `label` what it is beside a node of a drawing.
    """

    read: Callable[[Raw, Path], Written]
    write: Callable[[Answer], Raw]
    show: Callable[[Problem, Answer], str]
    is_right: Callable[[Problem, Answer, Answer], bool]
    definition: str
    many: str
    example: str = ""
    label: str = ""


class Keys(NamedTuple):
    """What entries are about: nodes, children, moves.

    `what` calls one of them in messages; `known(problem)` is what students may write, by text; `name(problem, key)` is what
    documents and reports write.
    """

    what: str
    known: Callable[[Problem], Mapping[str, Key]]
    name: Callable[[Problem, Key], str]


class Template(NamedTuple):
    """What an answer template says of a part: how it is written where that is not plain, and the entries to fill in."""

    example: str = ""
    entries: Sequence[str] = ()


class Form(Protocol):
    """How an answer looks, and all that follows from that: reading, writing, comparing, marking, schema and template.

    What an answer page offers to fill in, and what a learning platform asks, belong here too when they come.
    """

    @property
    def by_entry(self) -> bool:
        """Return whether the answer is a map that is compared and marked entry by entry."""
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

    def meant(self, problem: Problem, given: Given) -> Answer:
        """Return a student's answer in the form of a reference answer; an entry that was left blank is None."""
        ...

    def same(self, problem: Problem, answer: Answer, other: Answer) -> bool:
        """Return whether another reference answer (by entry: one entry of it) would be marked as right where the first is."""
        ...

    def mark(self, case: Case, part: Part, given: Given, possible: Number) -> PartReport:
        """Return the marks of the student's answer."""
        ...

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape of an answer in a document; `definitions` says where cells are defined, `blanks` allows null."""
        ...

    def template(self, problem: Problem) -> Template:
        """Return what a template says of the answer."""
        ...


Follows = Callable[[Case, Key, Answer], bool]
Tell = Callable[[Case, Key], str]
Comment = Callable[[Case, PartReport, Given], PartReport]


def follows_from_nothing(case: Case, key: Key, answer: Answer) -> bool:
    """Return False: there is nothing that the answer could follow from."""
    return False


def untold(case: Case, key: Key) -> str:
    """Return nothing: there is no step behind the answer."""
    return ""


def no_comment(case: Case, report: PartReport, given: Given) -> PartReport:
    """Return the report as it is."""
    return report


class Part(NamedTuple):
    """One part of an answer: what to hand in, its form, what it can follow from, and what explains it.

    `follows(case, key, answer)` tells of a wrong answer (of one entry of it) whether it follows from the student's own
    numbers; `explain(case, key)` is the step behind the right one, `tell(case, key)` the student's step beside the right one
    where the answer follows. The key is None where the answer has no entries.
    `comment` may say more where the marks are known. `example(problem)` is an answer of the right form, with names of the
    problem and made-up numbers, where a form is easily mistaken.
    """

    name: str
    task: str
    form: Form
    follows: Follows = follows_from_nothing
    explain: Tell = untold
    tell: Tell = untold
    comment: Comment = no_comment
    example: Callable[[Problem], str] | None = None

    def mark(self, case: Case, given: Given, possible: Number) -> PartReport:
        """Return the marks of the student's answer, with what there is to say of it."""
        return self.comment(case, self.form.mark(case, self, given, possible), given)


def is_same(part: Part, problem: Problem, answer: Answer, other: Answer) -> bool:
    """Return whether another reference answer, wrong or right, counts as the first."""
    form = part.form
    if not form.by_entry:
        return form.same(problem, answer, other)
    return bool(answer.keys() == other.keys()) and all(form.same(problem, answer[key], other[key]) for key in answer)
