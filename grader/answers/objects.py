"""The form of answers that are objects: its share comes from running the solver on what was handed in, and many objects are right."""

from collections.abc import Callable
from typing import NamedTuple

from grader.answers.as_data import shape
from grader.answers.case import Answer, Case, Key, Raw
from grader.answers.part import Fragment, Part, Room, Template
from grader.answers.platform import Upload
from grader.answers.widget import Widget
from grader.data import Data
from grader.exact import Number
from grader.games.problem import Problem
from grader.marks.by_shape import mark_run
from grader.marks.reports import PartReport, Written

RUN = "run"
"""What is said to a script of an answer that the solver has to be run on."""


class Ran(NamedTuple):
    """What came of running the solver on an object: its share of the points, from 0 to 1, and what there is to say.

    `own` tells of the student's own object alone and may always be shown; `best` says what would have been possible.
    """

    share: Number
    own: str
    best: str = ""


class Sought(NamedTuple):
    """What is looked for: objects that earn full marks when they are run. `find()` is one, None where none is known.

    It is the reference answer of its part. So two of them are the same where the example of the second earns full marks
    when it is run as the first says.
    """

    find: Callable[[], Answer]
    run: Callable[[Answer], Ran]

    @property
    def example(self) -> Answer:
        """Return an object that is right."""
        return self.find()


class Thing(NamedTuple):
    """What is handed in, as documents, reports, paper and pages know it: orders of children, numbers at leaves, a tree.

    `read(problem, raw)` returns the object with its text or raises NotJudged: it checks the size of the object before
    anything runs. The other functions are those of a form.
    """

    read: Callable[[Problem, Raw], Written]
    write: Callable[[Problem, Answer], Raw]
    show: Callable[[Problem, Answer], str]
    fragment: Callable[[str], Fragment]
    template: Callable[[Problem], Template]
    room: Callable[[Problem], Room]
    widget: Callable[[Problem], Widget]


class Run(NamedTuple):
    """An object that the solver is run on. Reference answers are what is looked for (`Sought`); `is_one`: only one object is right."""

    thing: Thing
    is_one: bool = False
    by_entry: bool = False
    missing_is_blank: bool = False
    by_item: bool = True

    def name(self, problem: Problem, key: Key) -> str:
        """Return nothing: the object is one thing."""
        return ""

    def read(self, problem: Problem, raw: Raw) -> Written:
        """Return the object that was written. Raises NotJudged, also where it is too large to be run."""
        return self.thing.read(problem, raw)

    def write(self, problem: Problem, answer: Sought) -> Raw:
        """Return the example as a document holds it; nothing where none is known."""
        return None if answer.example is None else self.thing.write(problem, answer.example)

    def show(self, problem: Problem, answer: Sought) -> str:
        """Return the example as a key shows it, called one; nothing where none is known."""
        example = self._example(problem, answer)
        return example if self.is_one else example and f"for example {example}"

    def _example(self, problem: Problem, answer: Sought) -> str:
        return "" if answer.example is None else self.thing.show(problem, answer.example)

    def meant(self, problem: Problem, given: Written) -> Sought:
        """Return the object that was written, as an example of what its author looks for."""
        return Sought(lambda: given.value, _not_run)

    def same(self, problem: Problem, answer: Sought, other: Sought) -> bool:
        """Return whether the other's example earns full marks where the first is looked for."""
        return other.example is not None and answer.run(other.example).share == 1

    def equality(self, case: Case) -> dict[str, Data]:
        """Return that no script can compare such answers: they have to be run."""
        return {"form": RUN}

    def compared(self, case: Case, answer: Sought) -> Data:
        """Return nothing: see `equality`."""
        return None

    def mark(self, case: Case, part: Part, given: Written, possible: Number) -> PartReport:
        """Return the share that running the object earns."""
        sought: Sought = case.expected(part.name)
        ran = sought.run(given.value)
        expected = case.solution.say(("example", part.name), lambda: self._example(case.problem, sought))
        example = "" if self.is_one else expected
        return mark_run(part.name, possible, given.text, expected, ran.share, ran.own, ran.best, example)

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape of the object."""
        return shape(self.thing.fragment(definitions), blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how such an object is written."""
        return self.thing.template(problem)

    def room(self, problem: Problem) -> Room:
        """Return what paper offers."""
        return self.thing.room(problem)

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers."""
        return self.thing.widget(problem)

    def items(self, case: Case, answer: Sought) -> Upload:
        """Return that no learning platform runs what is handed in."""
        many = "many answers are right, and each has to be run to be marked"
        return Upload("a drawn tree is compared node by node" if self.is_one else many)


def has_many(form: object) -> bool:
    """Return whether answers of a form are objects of which many are right."""
    return isinstance(form, Run) and not form.is_one


def _not_run(thing: Answer) -> Ran:
    """Return nothing earned: what a student looks for is not known."""
    return Ran(0, "")
