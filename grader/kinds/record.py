"""What a kind of exercise is: one frozen record of data and plain functions, and the functions that all kinds share.

A kind says which parts it asks, which conventions it uses, how its game is read and solved and drawn. Reading answers,
marking and writing follow from its parts; a kind that needs another way (an answer that is checked by running the
solver on it) replaces that one function in its record.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from grader.conventions import Conventions
from grader.documents import Document
from grader.errors import Fault, Path, suggest
from grader.exact import Number
from grader.marking import (
    Malformed,
    PartReport,
    ProblemReport,
    mark_blank,
    mark_malformed,
)
from grader.printable import printable


class Problem(NamedTuple):
    """A problem that was read: everything that a kind needs to solve, mark and draw it.

    `game` is what the kind plays on (a `Tree`, the `Arms` of UCB). `ask` and `points` name parts of the kind, in the
    order of reports.
    """

    id: str
    kind: str
    game: Any
    conventions: Conventions
    ask: tuple[str, ...]
    points: Mapping[str, Number]
    title: str = ""
    origin: str = ""
    source: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def possible(self) -> Number:
        """Return the points of all asked parts together."""
        return sum(self.points[part] for part in self.ask)


Answers = Mapping[str, Any]
"""Reference answers, right or wrong: part -> answer, in the form that the kind's solver gives."""


class Solution(NamedTuple):
    """The reference answer: every part that the kind has on this problem, and what the search recorded."""

    answers: Answers
    trace: Any = None


Attempt = Mapping[str, Any]
"""A student's answer: part -> None (blank), `Malformed`, or what the part's `read` made of it."""


Agrees = Callable[[int, Any], bool]
"""From a key of the carrier and the number that a rule finds there to whether it is worth while to go on."""


class Follow(Protocol):
    """What a wrong rule answers."""

    def __call__(
        self, fixed: Mapping[int, Number], parts: Collection[str] | None = None, agrees: Agrees | None = None, /
    ) -> Answers:
        """Return the answers that follow from the given numbers; only those of the named parts, where some are named.

        Where `agrees` says no it may raise Disagreement instead: a search is dear, and most are not worth finishing.
        """
        ...


class Misconception(NamedTuple):
    """One wrong rule on one problem.

    `detail` says which where the name leaves it open (a depth, a logarithm). `answer` returns the answers of someone who
    follows the rule; where they have written down other numbers than the rule gives (node -> number), they follow from those.
    """

    name: str
    detail: str
    answer: Follow


class Divergence(NamedTuple):
    """The first step that differs: its node, and a sentence with the numbers of the right step and of the wrong one."""

    node: int
    sentence: str


class NotJudged(Exception):
    """Why an answer of a part cannot be judged: a message, and the path to it below the part."""

    def __init__(self, message: str, path: Path = ()) -> None:
        super().__init__(message)
        self.message, self.path = message, path


class Policy(NamedTuple):
    """How marks are given where a wrong answer follows from an earlier one.

    `follow_through` is the share of its marks that such an entry earns, 0 to 1/2 (above that, correcting a number could
    cost marks). `across_parts` says whether one part can follow from another.
    """

    follow_through: Number = Fraction(1, 2)
    across_parts: bool = True


class Case(NamedTuple):
    """What one part is marked by: the problem, its solution, all that the student answered, and the policy."""

    problem: Problem
    solution: Solution
    attempt: Attempt
    policy: Policy

    def given(self, part: str) -> Any:
        """Return what the student answered in a part; None where that is blank or cannot be judged."""
        answer = self.attempt.get(part)
        return None if isinstance(answer, Malformed) else answer

    def explain(self, node: int, *, windows: bool = False) -> str:
        """Return the one step of a node with its inputs, in words; with the windows of a search where they are asked."""
        from grader.kinds.trace import explain_node  # only a wrong answer needs the words

        return explain_node(self.problem, self.solution, node, windows=windows)

    def why(self, node: int) -> str:
        """Return why the search skipped the node, or why it could not."""
        from grader.kinds.trace import why_skipped, why_visited

        return why_skipped(self.problem, self.solution, node) or why_visited(self.problem, self.solution, node)


class Part(NamedTuple):
    """One part of an answer: what to hand in, and how it is read, marked, written and compared.

    `read(problem, raw)` returns the student's answer or raises NotJudged; `mark(case, given, possible)` returns its
    report; `write(problem, answer)` returns a reference answer as a document holds it. `same(problem, answer, other)`
    tells whether a second reference answer (or, with `by_entry`, one entry of it) would be marked as right where the
    first is; `meant(problem, given)` brings a student's answer into the form of a reference answer. In a part by entry an
    entry that is None is blank; `missing_is_blank` says whether one that is not there is blank too, or an answer.
    `example(problem)` is the form of an answer, with names of the problem and made-up numbers, where a form is easily mistaken.
    """

    name: str
    task: str
    read: Callable[[Problem, Any], Any]
    mark: Callable[[Case, Any, Number], PartReport]
    write: Callable[[Problem, Any], Any]
    same: Callable[[Problem, Any, Any], bool]
    meant: Callable[[Problem, Any], Any]
    by_entry: bool = False
    missing_is_blank: bool = False
    example: Callable[[Problem], str] | None = None


def read_parts(kind: Kind, problem: Problem, document: Document, path: Path, shape: list[Fault]) -> Attempt:
    """Return the answers that a submission gives to one problem, part by part.

    `path` leads to the problem's answers, `shape` holds what the schema found wrong below it. A part with anything
    wrong in it is malformed as a whole; the others are not touched by that.
    """
    given = _at(document.data, path) or {}
    refused: dict[str, Fault] = {}
    for fault in shape:
        refused.setdefault(str(fault.path[len(path)]), fault)
    attempt: dict[str, Any] = {}
    for name in problem.ask:
        raw = given.get(name)
        if raw is None:
            attempt[name] = None
        elif name in refused:
            attempt[name] = Malformed(
                show_given(raw), _with_example(kind.parts[name], problem, refused[name], len(path))
            )
        else:
            try:
                attempt[name] = kind.parts[name].read(problem, raw)
            except NotJudged as failure:
                fault = document.faults([(failure.message, (*path, name, *failure.path))])[0]
                attempt[name] = Malformed(show_given(raw), fault)
    return attempt


def _with_example(part: Part, problem: Problem, fault: Fault, above: int) -> Fault:
    """Return the fault; where the answer as a whole has a wrong form, with one line of the right form."""
    is_whole = len(fault.path) == above + 1
    example = part.example(problem) if part.example and (is_whole or not part.by_entry) else ""
    return fault._replace(message=f"{fault.message}; write it as {part.name}: {example}") if example else fault


def unmarked_parts(kind: Kind, problem: Problem, document: Document, path: Path) -> list[Fault]:
    """Return a note for each answer that is not marked: no part of the kind, or a part that is not asked."""
    notes: list[tuple[str, Path]] = []
    for name in _at(document.data, path) or {}:
        if name not in kind.parts:
            known = ", ".join(problem.ask)
            message = f'no part is called "{printable(name)}", expected one of {known}{suggest(name, problem.ask)}'
            notes.append((message, (*path, name)))
        elif name not in problem.ask:
            notes.append(("this part is not asked here and was not marked", (*path, name)))
    return document.faults(notes)


def _at(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data


def show_given(raw: Any) -> str:
    """Return an answer as it stands in a document, in one short line."""
    if isinstance(raw, dict):
        return "{" + ", ".join(f"{printable(key)}: {show_given(value)}" for key, value in list(raw.items())[:20]) + "}"
    if isinstance(raw, list):
        return "[" + ", ".join(show_given(value) for value in raw[:20]) + (", …" if len(raw) > 20 else "") + "]"
    if isinstance(raw, float):  # a UCB score
        return f"{raw:.4f}"
    if raw is None or isinstance(raw, bool):
        return {None: "null", True: "true", False: "false"}[raw]
    return printable(str(raw))


def check_parts(
    kind: Kind, problem: Problem, solution: Solution, attempt: Attempt, policy: Policy = Policy()
) -> ProblemReport:
    """Return the report of the problem: each asked part marked against the solution."""
    case = Case(problem, solution, attempt, policy)
    reports = []
    for name in problem.ask:
        given, possible, part = attempt[name], problem.points[name], kind.parts[name]
        if given is not None and not isinstance(given, Malformed):
            reports.append(part.mark(case, given, possible))
            continue
        expected = show_given(part.write(problem, solution.answers[name]))
        if given is None:
            reports.append(mark_blank(name, possible, expected))
        else:
            reports.append(mark_malformed(name, possible, given, expected))
    earned = sum(report.earned for report in reports)
    return ProblemReport(problem.id, problem.kind, problem.title, earned, problem.possible, tuple(reports))


def is_same(part: Part, problem: Problem, answer: Any, other: Any) -> bool:
    """Return whether another reference answer, wrong or right, counts as the first."""
    if not part.by_entry:
        return part.same(problem, answer, other)
    return answer.keys() == other.keys() and all(part.same(problem, answer[key], other[key]) for key in answer)


def write_parts(kind: Kind, problem: Problem, solution: Solution) -> dict[str, Any]:
    """Return the solution's answers as a document holds them: every part that the problem has."""
    return {
        name: part.write(problem, solution.answers[name])
        for name, part in kind.parts.items()
        if name in solution.answers
    }


class _Everything(Container[int]):
    def __contains__(self, key: object) -> bool:
        return True


def any_follower(problem: Problem, key: int) -> Container[int]:
    """Return all keys: a number can carry anywhere, as through the window of alpha-beta."""
    return _Everything()


class Kind(NamedTuple):
    """One kind of exercise.

    `asked` are the parts that a problem asks unless it says otherwise; `conventions` are the fields that the kind uses.
    `read_game(document, conventions)` returns (game, faults, warnings); `write_game(problem)` the document's own fields
    of the game; `diagram(problem, solution, attempt, report)` what to draw (a `Diagram`): solution and the students' side may be
    None, and what is not there is not drawn. `solve(problem)` returns the solution; `solve(problem, parts=…)` one that has
    at least the answers of these parts. `misconceptions(problem)` are the wrong rules that can be followed on it,
    `misconception_names` all that there can be; `right(problem, fixed)` are the right rule's answers where some numbers are
    given; `carrier` is the part whose numbers others follow from, `order(problem)` its keys in the order in which they are
    found, `followers(problem, key)` those whose number can follow from that of a key; `divergence(problem, solution, wrong)` is the first step at which wrong answers part from the right ones.
    """

    name: str
    title: str
    parts: Mapping[str, Part]
    asked: tuple[str, ...]
    conventions: tuple[str, ...]
    read_game: Callable[[Document, Conventions], tuple[Any, list[Fault], list[str]]]
    write_game: Callable[[Problem], dict[str, Any]]
    solve: Callable[..., Solution]
    diagram: Callable[[Problem, Solution | None, Attempt | None, ProblemReport | None], Any]
    misconceptions: Callable[[Problem], list[Misconception]]
    misconception_names: tuple[str, ...]
    right: Callable[[Problem, Mapping[int, Number]], Answers]
    order: Callable[[Problem], Sequence[int]]
    carrier: str
    divergence: Callable[[Problem, Solution, Answers], Divergence | None]
    followers: Callable[[Problem, int], Container[int]] = any_follower
    read_answer: Callable[..., Attempt] = read_parts
    check: Callable[..., ProblemReport] = check_parts
    write_answer: Callable[..., dict[str, Any]] = write_parts
