"""The form of answers that are a path from the root to a leaf: `Line`; and all paths that are accepted: `Lines`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from grader.answers.as_data import known_names
from grader.answers.case import Case, Key, Raw
from grader.answers.keys import NODES
from grader.answers.listed import letters, names_shape, read_names, values
from grader.answers.part import Fragment, Keys, Part, Room, Template
from grader.answers.platform import Carried, Items, Upload, pick
from grader.answers.widget import Widget
from grader.data import Data
from grader.exact import Number
from grader.games.problem import Problem
from grader.marks.by_shape import mark_one
from grader.marks.reports import PartReport, Written
from grader.printable import printable

_MOST_PATHS = 128
"""So many paths a platform's page offers to choose from; with more nobody finds the way."""


class Lines(NamedTuple):
    """The accepted paths: the one to print, and for each node on one of them the children that continue it."""

    first: Sequence[Key]
    continuations: Mapping[Key, Sequence[Key]]

    @property
    def is_only(self) -> bool:
        """Return whether there is one path only."""
        return all(len(children) == 1 for children in self.continuations.values())

    def accepts(self, path: Sequence[Key]) -> bool:
        """Return whether the path is one of them: from the root, each step a continuation, to a leaf."""
        return (
            bool(path)
            and path[0] == self.first[0]
            and path[-1] not in self.continuations
            and all(child in self.continuations.get(node, ()) for node, child in pairwise(path))
        )


class Line(NamedTuple):
    """A path from the root to a leaf, or to one of the `ends`. Reference answers are all that is accepted (`Lines`)."""

    keys: Keys = NODES
    ends: Callable[[Problem], Iterable[Key]] | None = None
    by_entry: bool = False
    missing_is_blank: bool = False
    by_item: bool = False  # one path, right or wrong as a whole

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of a node of the path."""
        return printable(self.keys.name(problem, key))

    def read(self, problem: Problem, raw: Raw) -> list[Written]:
        """Return the nodes that were listed. Raises NotJudged."""
        return read_names(self.keys, problem, raw)

    def write(self, problem: Problem, answer: Lines) -> Raw:
        """Return the path to print, as a document holds it."""
        return [self.keys.name(problem, key) for key in answer.first]

    def show(self, problem: Problem, answer: Lines) -> str:
        """Return the path to print, and whether there are others."""
        path = ", ".join(self.name(problem, key) for key in answer.first)
        return path + ("" if answer.is_only else ", or another line that is as good")

    def meant(self, problem: Problem, given: Sequence[Written]) -> Lines:
        """Return the path that was listed, as the only accepted one."""
        path = values(given)
        return Lines(path, {node: [child] for node, child in pairwise(path)})

    def same(self, problem: Problem, answer: Lines, other: Lines) -> bool:
        """Return whether the path that the other answer prints is accepted."""
        return answer.accepts(other.first)

    def equality(self, case: Case) -> dict[str, Data]:
        """Return how a script reads the path."""
        return {"form": "path", "known": known_names(self.keys, case.problem)}

    def compared(self, case: Case, answer: Lines) -> Data:
        """Return where accepted paths begin, and how they go on."""
        return {
            "start": answer.first[0] if answer.first else None,
            "next": [[key, list(children)] for key, children in answer.continuations.items()],
        }

    def mark(self, case: Case, part: Part, given: Sequence[Written], possible: Number) -> PartReport:
        """Return all marks or none."""
        lines: Lines = case.expected(part.name)
        path = Written(values(given), ", ".join(step.text for step in given) or "none")
        expected = self.show(case.problem, lines)
        explain = partial(part.explain, case, None)
        return mark_one(part.name, possible, path, expected, right=lines.accepts(path.value), explain=explain)

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a list of names."""
        return names_shape(definitions, blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how a path is written."""
        return Template("for example [X, Y, Z]")

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: a line for the longest path, which is that to the last node, breadth-first."""
        game = problem.game
        return Room(letters(self.keys.name(problem, key) for key in game.path_to(len(game.ids) - 1)))

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: nodes in order."""
        return Widget("path", self.keys.named(problem, problem.game.reached()))

    def items(self, case: Case, answer: Lines) -> Carried:
        """Return what a learning platform asks: one of all paths from the root to where one can end."""
        game = case.problem.game
        paths = [game.path_to(end) for end in (game.leaves() if self.ends is None else self.ends(case.problem))]
        if len(paths) > _MOST_PATHS:
            return Upload(f"there are {len(paths)} paths, too many to choose from")
        options = ((", ".join(self.name(case.problem, key) for key in path), answer.accepts(path)) for path in paths)
        return Items((pick("", 1, options),))
