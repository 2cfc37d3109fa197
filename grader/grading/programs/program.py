"""What an exercise is that a program answers: the values that drawing, playing and marking share."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from grader.core.conventions import Conventions
from grader.core.numbers import Number
from grader.kinds import Exercise

PYTHON = ("python",)
"""The command that stands for the interpreter which runs programs."""


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
    def ask(self) -> tuple[str, ...]:
        """Return the parts that are asked of each tree."""
        return tuple(self.points)
