"""The form of answers that are objects the solver is run on (`Run`), and how such an object is looked for and looks."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from grader.core.answers import cells as read
from grader.core.answers.case import Case
from grader.core.answers.inputs import Upload, Widget
from grader.core.answers.marks import for_example
from grader.core.answers.part import Form, Fragment, Marker, Room, Rule, Template, shape
from grader.core.answers.reports import Entry, PartReport, Verdict, Written
from grader.core.data import Plain
from grader.core.games.problem import Problem
from grader.core.numbers import Number, whole

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

    find: Callable[[], Any]
    run: Callable[[Any], Ran]

    @property
    def example(self) -> Any:
        """Return an object that is right."""
        return self.find()


class ObjectForm(Form):
    """How an object looks: orders of children, numbers at leaves, a tree; its size is checked when it is read, before anything runs.

    `letters` is how many it has on paper; `is_drawn`: there it is drawn.
    """

    letters = 0
    is_drawn = False

    def room(self, problem: Problem) -> Room:
        """Return what paper offers."""
        return Room(self.letters, is_drawn=self.is_drawn)


class Run(Form):
    """An object that the solver is run on. Reference answers are what is looked for (`Sought`); `is_one`: only one object is right."""

    by_item = True

    def __init__(self, thing: ObjectForm, *, is_one: bool = False) -> None:
        self.thing, self.is_one = thing, is_one

    def read(self, problem: Problem, raw: object) -> Written:
        """Return the object that was written. Raises NotJudged, also where it is too large to be run."""
        written: Written = self.thing.read(problem, read.whole(raw))
        return written

    def write(self, problem: Problem, answer: Sought) -> Plain:
        """Return the example as a document holds it; nothing where none is known."""
        return None if answer.example is None else self.thing.write(problem, answer.example)

    def show(self, problem: Problem, answer: Sought) -> str:
        """Return the example as a key shows it, called one; nothing where none is known."""
        example = self._example(problem, answer)
        return example if self.is_one else example and f"for example {example}"

    def _example(self, problem: Problem, answer: Sought) -> str:
        return "" if answer.example is None else self.thing.show(problem, answer.example)

    def meant(self, problem: Problem, given: Written) -> Sought:
        """Return the object that was written, as an example of what its author looks for: nothing is known of that."""
        return Sought(lambda: given.value, lambda _: Ran(0, ""))

    def same(self, problem: Problem, answer: Sought, other: Sought) -> bool:
        """Return whether the other's example earns full marks where the first is looked for."""
        return other.example is not None and answer.run(other.example).share == 1

    def equality(self, case: Case) -> Rule:
        """Return that no script can compare such answers: they have to be run."""
        return {"form": RUN}

    def compared(self, case: Case, answer: Sought) -> Plain:
        """Return nothing: see `equality`."""
        return None

    def mark(self, marker: Marker, given: Written) -> PartReport:
        """Return the share that running the object earns, with what came of it, which may always be shown, and what would be possible."""
        case, sought, possible = marker.case, marker.expected, marker.possible
        share, own, best = sought.run(given.value)
        expected = case.solution.say(("example", marker.part.name), lambda: self._example(case.problem, sought))
        earned, verdict, message = whole(Fraction(possible) * share), Verdict.CORRECT, own
        if share != 1:
            link = ". " if best[:1].isupper() else "; "
            ends = for_example(expected) if expected and not self.is_one else "."
            verdict, message = Verdict.WRONG, f"{own}{best and link}{best.removesuffix('.')}{ends}"
        return marker.whole(Entry(verdict, None, given.text, expected, earned, possible, message, own=own))

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape of the object."""
        return shape(self.thing.fragment(definitions, blanks=False), blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how such an object is written."""
        return self.thing.template(problem)

    def room(self, problem: Problem) -> Room:
        """Return what paper offers."""
        return self.thing.room(problem)

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers."""
        return self.thing.widget(problem)._replace(is_whole=True)

    def items(self, case: Case, answer: Sought) -> Upload:
        """Return that no learning platform runs what is handed in."""
        many = "many answers are right, and each has to be run to be marked"
        return Upload("a drawn tree is compared node by node" if self.is_one else many)


def has_many(form: object) -> bool:
    """Return whether answers of a form are objects of which many are right."""
    return isinstance(form, Run) and not form.is_one
