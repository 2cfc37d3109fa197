"""The form of an entry that is written in one of two ways, as the problem says: `Either`."""

from collections.abc import Callable
from typing import NamedTuple

from grader.answers.case import Answer, Case, Given, Key, Raw
from grader.answers.forms import Choice
from grader.answers.lists import Listing
from grader.answers.part import Fragment, Room, Template
from grader.answers.platform import Carried, Upload
from grader.answers.widget import Widget
from grader.data import Data
from grader.games.problem import Problem


class Either(NamedTuple):
    """One of several keys, or where `has_many(problem)` a list of them. Reference answers are those of the form that holds."""

    single: Choice
    many: Listing
    has_many: Callable[[Problem], bool]
    by_item: bool = False

    def _form(self, problem: Problem) -> Choice | Listing:
        return self.many if self.has_many(problem) else self.single

    def read(self, problem: Problem, raw: Raw) -> Given:
        """Return what was written, in the form that holds. Raises NotJudged."""
        if self.has_many(problem):
            return self.many.read(problem, raw if isinstance(raw, list) else [raw])
        return self.single.read(problem, raw)

    def write(self, problem: Problem, answer: Answer) -> Raw:
        """Return the answer as a document holds it."""
        return self._form(problem).write(problem, answer)

    def show(self, problem: Problem, answer: Answer) -> str:
        """Return the answer as people read it."""
        return self._form(problem).show(problem, answer)

    def meant(self, problem: Problem, given: Given) -> Answer:
        """Return the answer that was written."""
        return self._form(problem).meant(problem, given)

    def same(self, problem: Problem, answer: Answer, other: Answer) -> bool:
        """Return whether the other is right where the first is expected."""
        return self._form(problem).same(problem, answer, other)

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of what can be chosen."""
        return self.single.name(problem, key)

    def equality(self, case: Case) -> dict[str, Data]:
        """Return how a script reads the answer."""
        return self._form(case.problem).equality(case)

    def compared(self, case: Case, answer: Answer) -> Data:
        """Return the answer as a script compares others with it."""
        return self._form(case.problem).compared(case, answer)

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a name, or a list of names."""
        return {
            "description": "the id of a node, or a list of ids",
            "if": {"type": "array"},
            "then": self.many.fragment(definitions, blanks=False),
            "else": self.single.fragment(definitions, blanks=False),
        }

    def template(self, problem: Problem) -> Template:
        """Return what a template says."""
        return self._form(problem).template(problem)

    def room(self, problem: Problem) -> Room:
        """Return what paper offers."""
        return self._form(problem).room(problem)

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers."""
        return self._form(problem).widget(problem)

    def items(self, case: Case, answer: Answer) -> Carried:
        """Return what a learning platform asks: one of all keys; a list counts only as a whole, and a platform adds up its items."""
        if self.has_many(case.problem):
            return Upload("the list of an iteration counts only as a whole, and a platform adds up its items")
        return self.single.items(case, answer)
