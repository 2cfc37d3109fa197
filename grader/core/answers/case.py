"""What is known of one answer while it is read and marked: the problem, its solution, all that the student answered."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from grader.core.answers.reports import Malformed, Unnamed, Written
from grader.core.drawing.diagram import Diagram
from grader.core.errors import Path
from grader.core.games.problem import Problem
from grader.core.numbers import Bound, Number
from grader.core.policy import Marking
from grader.core.search.folds import Window
from grader.core.text import printable

if TYPE_CHECKING:  # who marks an answer needs no intervals
    from grader.core.answers.sweep import Sweep

Key = int
"""What one entry of an answer is about: a node, a child; by its place in the game."""

# -- what a step of a solution is: one move of the solver, in a tutor's words and as data


class Action(Enum):
    """What happens in a step."""

    ENTER = "enter"
    LEAF = "leaf"
    RETURN = "return"
    CUTOFF = "cutoff"
    VALUE = "value"
    SCORE = "score"
    KNOWN = "known"
    SKIP = "skip"
    CHOICE = "choice"
    CLAIM = "claim"
    EXAMPLE = "example"
    SIZE = "size"
    SUM = "sum"
    SELECTION = "selection"
    EXPANSION = "expansion"
    SIMULATION = "simulation"
    BACKUP = "back-up"


class Arrow(NamedTuple):
    """An arrow between two nodes at one step: whether it decides the step, and what stands beside it."""

    start: int
    to: int
    decides: bool = False
    name: str = ""


class Step(NamedTuple):
    """One step: what happens at `node` (None: at none of them), said in words, and the state after it.

    `value` is what the step finds: a leaf's utility, what a node returns, a value, a score; `formula` is how. In
    alpha-beta `best` and `window` are those of the node `at` (in a step `leaf` or `return` the parent, which has taken
    the value in), `prune_if` its cut condition; `reported` and `reported_window` are what a fail-hard search says of
    `node` instead. `skipped` are the children that this step skips, `chosen` those that may be chosen. `done` counts
    the nodes visited (in other kinds: valued) so far. `noted` is what stands at nodes from this step on, as text: total and visits (empty: no longer anything). `claim` is what the step judges, as a sentence, and `holds` the
    verdict. `decides` are the entries of an answer that this step decides, (part, key), where the node does not say it:
    several parts have the same keys, or keys that are no nodes. A key of None is the whole part.
    `part` says where the step stands in the whole ("playout 3 of 5, 2 expansion"), `beside` what stands beside nodes at this step
    alone. `question` may be asked before it, with `options` of which those `chosen` are right. `filled` are nodes whose shape is filled from this step
    on, `arrows` are drawn at this step alone, and the nodes `changed` outlined, at which a second picture has something else.
    `orders` are the nodes whose children stand in another order at this step, with that, from left to right. `so_far` is a table of what was found by now: rows, each with its heading first. `x` is the number that an unknown is at this step,
    `other` a second picture that stands beside the first one at this step. `is_anew`: a search of its own begins, so nodes look as before the first step.
    `is_of_another`: it speaks of another tree than the one beside which the steps are told, such as a changed one. `rule` is the rule
    that the step follows, as the part says it that asks for it; `unfinished` is the step without its result, and `look_at` where to look, if not
    at the node. All three are hints before it.
    """

    action: Action
    node: int | None
    sentence: str
    formula: str = ""
    value: Bound | None = None
    at: int | None = None
    best: Bound | None = None
    window: Window | None = None
    prune_if: str = ""
    reported: Bound | None = None
    reported_window: Window | None = None
    skipped: tuple[int, ...] = ()
    chosen: tuple[int, ...] = ()
    done: int = 0
    claim: str = ""
    holds: bool = False
    noted: tuple[tuple[int, str], ...] = ()
    decides: tuple[tuple[str, Key | None], ...] = ()
    is_of_another: bool = False
    rule: str = ""
    unfinished: str = ""
    look_at: str = ""
    part: str = ""
    beside: tuple[tuple[int, str], ...] = ()
    question: str = ""
    options: tuple[int, ...] = ()
    filled: tuple[int, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    changed: tuple[int, ...] = ()
    so_far: tuple[tuple[str, ...], ...] = ()
    x: Number | None = None
    other: Diagram | None = None
    orders: tuple[tuple[int, tuple[int, ...]], ...] = ()
    is_anew: bool = False


Raw = Any
"""An answer as it stands in a document: text, a list, a mapping, or null."""

Given = Any
"""What a form made of a student's answer: `Written` values, each with the text that was written."""

Answer = Any
"""A reference answer, right or wrong, in the form that solvers give it."""

Answers = Mapping[str, Answer]
"""Reference answers: part -> answer."""

Attempt = Mapping[str, Given]
"""A student's answer: part -> None (blank), `Malformed`, or what the part's form made of it, in which entries may be `Malformed`."""

GivenList = Sequence[Written | Malformed]
"""A list that a student gave: its items, and what is none."""

GivenMap = Mapping[Key | Unnamed, Written | Malformed | None]
"""A map that a student gave: None where an entry was left blank; one whose name means nothing stands under `Unnamed`."""


class Solution(NamedTuple):
    """The reference answer: every part that the kind has on this problem, and what the search recorded.

    `told` keeps the words for its steps, (what is explained, key) -> words, where many submissions are marked by it.
    """

    answers: Answers
    trace: Any = None
    sentences: dict[tuple[str, Hashable], str] | None = None

    def say(self, key: tuple[str, Hashable], words: Callable[[], str]) -> str:
        """Return the words, made once for all submissions where they are kept."""
        if self.sentences is None:
            return words()
        if key not in self.sentences:
            self.sentences[key] = words()
        return self.sentences[key]


class NotJudged(Exception):
    """Why an answer of a part, or one entry of it, cannot be read: a message, and the path to it below the part."""

    def __init__(self, message: str, path: Path = ()) -> None:
        super().__init__(message)
        self.message, self.path = message, path


class Refused(NamedTuple):
    """A piece of an answer that has no place in any answer of its part: why, and where below the part."""

    raw: object
    message: str
    path: Path


def malformed_in(given: object) -> list[Malformed]:
    """Return what of an answer cannot be read: all of it, or entries."""
    if isinstance(given, Malformed):
        return [given]
    entries = given.values() if isinstance(given, Mapping) else given if isinstance(given, list) else ()
    return [one for one in entries if isinstance(one, Malformed)]


def legible(given: Given) -> Given:
    """Return what of an answer can be read: of a map the other entries are blank, of a list they are not there."""
    if not malformed_in(given):
        return given
    if isinstance(given, Mapping):
        return {key: None if isinstance(one, Malformed) else one for key, one in given.items()}
    return [one for one in given if not isinstance(one, Malformed)] if isinstance(given, list) else None


def read_of(attempt: Attempt | None, part: str) -> Given | None:
    """Return what of the answer to a part can be read; None where there is nothing."""
    return legible((attempt or {}).get(part))


class Explain(Protocol):
    """How a kind tells one step."""

    def __call__(self, problem: Problem, solution: Solution, key: Any, /, *, windows: bool) -> str:
        """Return the step of an entry with its inputs, in words; `windows`: with those of a search, if there is one."""
        ...


class Tutor(NamedTuple):
    """What a kind says in words: its solution step by step, the step behind one entry, and why a search skipped one or not.

    `picture` is what the steps are told beside, where that is not the problem as it is stated. `at_nodes` are the parts
    whose entries are about the nodes of the drawing: what explains an entry of the first that is asked, else of the last, is the step of
    its node. A kind whose answers are about other things has none. `sweep` is what is found at every x, where a number is unknown.
    """

    steps: Callable[[Problem, Solution], Iterable[Step]]
    explain: Explain
    why: Callable[[Problem, Solution, Key], str] = lambda *_: ""  # most skip nothing
    picture: Callable[[Problem, Solution], Diagram] | None = None
    at_nodes: tuple[str, ...] = ()
    sweep: Callable[[Problem, Solution], "Sweep | None"] = lambda *_: None  # most have no unknown


class Case(NamedTuple):
    """What one part is marked by: the problem, its solution, what of the student's answers can be read, the policy, and the words."""

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
        return self.attempt.get(part)

    def explain(self, key: Hashable, *, windows: bool = False) -> str:
        """Return the one step of an entry with its inputs, in words; with the windows of a search where they are asked."""
        what = "step in its window" if windows else "step"
        explain = partial(self.tutor.explain, self.problem, self.solution, key, windows=windows)
        return self.solution.say((what, key), explain)

    def why(self, key: Key) -> str:
        """Return why the search skipped a node, or why it could not."""
        return self.solution.say(("why", key), partial(self.tutor.why, self.problem, self.solution, key))


def show_given(raw: object) -> str:
    """Return an answer as it stands in a document, in one short line."""
    if isinstance(raw, Refused):
        return show_given(raw.raw)
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
