"""What an exercise is that a program answers: the values that drawing, playing and marking share, and how they are read from a key."""

import os
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import NamedTuple, cast

from grader.core.conventions import FIELDS, Conventions, read_conventions, value_of, write_conventions
from grader.core.data import Data
from grader.core.documents import Document, as_read, parse_document
from grader.core.errors import ProblemError
from grader.core.numbers import Number, read_number
from grader.kinds import KINDS, Exercise, read_exercise

CERTIFICATE = "certificate.yaml"

PYTHON = ("python",)
"""The command that stands for the interpreter which runs programs."""

HANDED_OUT = GAME, TREES, README = "game.py", "trees.json", "README.txt"
"""What is handed out with every exercise; no other file is called so."""


class Style(StrEnum):
    """How a program is asked: node by node in a protocol of lines, as code for agents, or by the whole problem."""

    GAME = "game"
    AGENTS = "agents"
    ANSWERS = "answers"


class Limits(NamedTuple):
    """What a program may use: seconds by the clock for each tree, requests for each node of the tree, MiB for each process."""

    seconds: int = 10
    calls: int = 20
    memory: int = 512


class ProgramTree(NamedTuple):
    """A tree that a program plays: its name, whether students see it, and its problem solved under each accepted combination of conventions."""

    name: str
    is_public: bool
    accepted: tuple[Exercise, ...]

    @property
    def exercise(self) -> Exercise:
        """Return the problem as the exercise states it: under the first combination."""
        return self.accepted[0]


class Program(NamedTuple):
    """An exercise that is answered by a program.

    `id` is the problem's id, `exercise` that of the exercise in the quiz. `function` is what a Python file defines. `points` are those of each asked part. `accepted` are combinations of
    conventions of which a program may follow any, the stated ones first. `run` says by which command files with an ending are run; `{file}` stands for the
    file in it, and PYTHON is a command of its own. `files` lie beside every program. `trees` are the public ones first.
    """

    id: str
    exercise: str
    title: str
    kind: str
    style: Style
    function: str
    points: Mapping[str, Number]
    accepted: tuple[Conventions, ...]
    run: Mapping[str, tuple[str, ...]]
    files: Mapping[str, bytes]
    limits: Limits
    trees: tuple[ProgramTree, ...]

    @property
    def called(self) -> str:
        """Return how a program is called that is handed in: by the first ending."""
        return f"{self.exercise}{next(iter(self.run))}"

    def command_of(self, name: str) -> tuple[str, ...]:
        """Return by which command a file is run, as the ending of its name says."""
        return self.run[os.path.splitext(name)[1].casefold()]

    @property
    def is_python(self) -> bool:
        """Return whether it is first of all a file of Python that the game runs."""
        return next(iter(self.run.values())) == PYTHON

    @property
    def hidden(self) -> list[ProgramTree]:
        """Return the trees that count, which students do not see."""
        return [tree for tree in self.trees if not tree.is_public]

    @property
    def left_open(self) -> list[str]:
        """Return the conventions of which several values are accepted."""
        return [name for name in FIELDS if len({repr(value_of(one, name)) for one in self.accepted}) > 1]

    @property
    def free(self) -> list[str]:
        """Return the conventions by which no answer is wrong: of these several values are accepted, or they settle marks alone."""
        return [*self.left_open, *(name for name, field in FIELDS.items() if field.is_of_marks)]

    @property
    def ask(self) -> tuple[str, ...]:
        """Return the parts that are asked of each tree."""
        return tuple(self.points)


def under(stated: Mapping[str, object], conventions: Conventions) -> Exercise:
    """Return a problem as it is under these conventions."""
    return read_exercise(Document("tree", with_conventions(stated, conventions), "", b""), KINDS, is_shipped=True)


def with_conventions(stated: Mapping[str, Data], conventions: Conventions) -> dict[str, object]:
    """Return what states a problem with these conventions in place of its own; those of which they say nothing stay."""
    said = {**(stated.get("conventions") or {}), **cast(Mapping[str, object], as_read(write_conventions(conventions)))}
    return {**stated, "conventions": said} if said else dict(stated)


def read_program(certificate: bytes, problem_of: Callable[[str], bytes]) -> Program:
    """Return the exercise that a certificate states; `problem_of` gives the file of a tree by its name. Raises ProblemError."""
    stated = parse_document(certificate, CERTIFICATE, ProblemError).data
    accepted = [read_conventions(one)[0] for one in (stated["conventions"] or {}, *(stated["accepted"] or ()))]

    def tree(name: str) -> ProgramTree:
        document = parse_document(problem_of(name), f"{name}.yaml", ProblemError)
        first = read_exercise(document, KINDS, is_shipped=True)
        others = (under(document.data, conventions) for conventions in accepted[1:])
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
