"""What is known of one answer while it is read and marked: the problem, its solution, all that the student answered."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple, Protocol

from grader.diagram import Diagram
from grader.errors import Path
from grader.games.problem import Problem
from grader.marks.reports import Malformed
from grader.policy import Marking
from grader.printable import printable
from grader.step import Step

Raw = Any
"""An answer as it stands in a document: text, a list, a mapping, or null."""

Given = Any
"""What a form made of a student's answer: `Written` values, each with the text that was written."""

Answer = Any
"""A reference answer, right or wrong, in the form that solvers give it."""

Key = Any
"""What one entry of an answer is about: a node, a child; by its place in the game."""

Answers = Mapping[str, Answer]
"""Reference answers: part -> answer."""

Attempt = Mapping[str, Given]
"""A student's answer: part -> None (blank), `Malformed`, or what the part's form made of it."""


class Solution(NamedTuple):
    """The reference answer: every part that the kind has on this problem, and what the search recorded.

    `told` keeps the words for its steps, (what is explained, key) -> words, where many submissions are marked by it.
    """

    answers: Answers
    trace: Any = None
    told: dict[tuple[str, Key], str] | None = None

    def say(self, key: tuple[str, Key], words: Callable[[], str]) -> str:
        """Return the words, made once for all submissions where they are kept."""
        if self.told is None:
            return words()
        if key not in self.told:
            self.told[key] = words()
        return self.told[key]


class NotJudged(Exception):
    """Why an answer of a part cannot be judged: a message, and the path to it below the part."""

    def __init__(self, message: str, path: Path = ()) -> None:
        super().__init__(message)
        self.message, self.path = message, path


class Explain(Protocol):
    """How a kind tells one step."""

    def __call__(self, problem: Problem, solution: Solution, key: Key, /, *, windows: bool) -> str:
        """Return the step of an entry with its inputs, in words; `windows`: with those of a search, if there is one."""
        ...


def never_skipped(problem: Problem, solution: Solution, key: Key) -> str:
    """Return nothing: what a kind says of skipped entries when it skips none."""
    return ""


class Tutor(NamedTuple):
    """What a kind says in words: its solution step by step, the step behind one entry, and why a search skipped one or not.

    `picture` is what the steps are told beside, where that is not the problem as it is stated. `at_nodes` are the parts
    whose entries are about the nodes of the drawing: what explains an entry of the first that is asked, else of the last, is the step of
    its node. A kind whose answers are about other things has none.
    """

    steps: Callable[[Problem, Solution], Iterable[Step]]
    explain: Explain
    why: Callable[[Problem, Solution, Key], str] = never_skipped
    picture: Callable[[Problem, Solution], Diagram] | None = None
    at_nodes: tuple[str, ...] = ()


class Case(NamedTuple):
    """What one part is marked by: the problem, its solution, all that the student answered, the policy, and the words."""

    problem: Problem
    solution: Solution
    attempt: Attempt
    policy: Marking
    tutor: Tutor

    def expected(self, part: str) -> Answer:
        """Return the reference answer of a part."""
        return self.solution.answers[part]

    def given(self, part: str) -> Given | None:
        """Return what the student answered in a part; None where that is blank or cannot be judged."""
        answer = self.attempt.get(part)
        return None if isinstance(answer, Malformed) else answer

    def explain(self, key: Key, *, windows: bool = False) -> str:
        """Return the one step of an entry with its inputs, in words; with the windows of a search where they are asked."""
        what = "step in its window" if windows else "step"
        explain = partial(self.tutor.explain, self.problem, self.solution, key, windows=windows)
        return self.solution.say((what, key), explain)

    def why(self, key: Key) -> str:
        """Return why the search skipped a node, or why it could not."""
        return self.solution.say(("why", key), partial(self.tutor.why, self.problem, self.solution, key))


def show_given(raw: Raw) -> str:
    """Return an answer as it stands in a document, in one short line."""
    if isinstance(raw, str):  # nearly all are
        return printable(raw) if raw.strip() else f'"{printable(raw)}"'
    if isinstance(raw, dict):
        return "{" + ", ".join(f"{printable(key)}: {show_given(value)}" for key, value in list(raw.items())[:20]) + "}"
    if isinstance(raw, list):
        return "[" + ", ".join(show_given(value) for value in raw[:20]) + (", …" if len(raw) > 20 else "") + "]"
    if isinstance(raw, float):  # a UCB score
        return f"{raw:.4f}"
    if raw is None or isinstance(raw, bool):
        return {None: "null", True: "true", False: "false"}[raw]
    return printable(str(raw))
