"""Marks, explains and draws game-tree exercises: minimax, alpha-beta pruning, expectiminimax, UCB.

This is the library's front door; `docs/library.md` shows each function at work. Wherever a document is wanted, text
and paths name a file, bytes are the text of a document, and a mapping is data.

>>> from grader import Bank, solve
>>> exercise = Bank()["minimax-textbook"]
>>> exercise
<Exercise minimax-textbook (minimax): value, best-move, values; 3 points>
>>> solve(exercise)["value"], exercise.grade({"value": 3, "best-move": "C"})
(3, <Graded minimax-textbook: 1 of 3 points>)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias, cast, get_args, overload

from grader.core.answers.case import Step
from grader.core.answers.reports import Reveal, Revealed, Verdict
from grader.core.data import Data
from grader.core.documents import PROBLEM_LIMITS, SUBMISSION_LIMITS, Source, open_source
from grader.core.documents.library_inputs import GIVEN_TEXT
from grader.core.documents.strict import IS_EMPTY
from grader.core.errors import Fault, GradingError, ProblemError, SubmissionError, no_such
from grader.core.policy import checked
from grader.core.resources import __version__
from grader.grading.bank import Bank, no_problem, some_of
from grader.grading.marking import Terms, grade_answers, grade_submission, read_submission
from grader.grading.outcome import Outcome, outcome_of
from grader.kinds import KINDS, Exercise, Graded, Policy, read_exercise
from grader.kinds.problems import LIBRARY

__all__ = [
    "KINDS",
    "Bank",
    "Exercise",
    "Fault",
    "Graded",
    "GradingError",
    "Outcome",
    "Policy",
    "ProblemError",
    "Reveal",
    "Source",
    "Step",
    "SubmissionError",
    "Verdict",
    "__version__",
    "draw",
    "grade",
    "load_problem",
    "read_answer",
    "render",
    "solve",
    "statement",
    "steps",
]


def _html(marked: object) -> str:
    """Return the annotated trees and the marks: what a notebook shows of them."""
    from grader.pages.notebook import outcome_html

    return outcome_html(marked if isinstance(marked, Outcome) else outcome_of(cast(Graded, marked)))


LIBRARY.grade, LIBRARY.html = grade_answers, _html


def load_problem(source: Source) -> Exercise:
    """Return the problem, solved. Raises ProblemError with everything that is wrong with it."""
    return read_exercise(open_source(source, PROBLEM_LIMITS, ProblemError), KINDS)


def grade(
    submission: Source,
    problems: Bank | Exercise | Source | Iterable[Exercise | Source] | None = None,
    *,
    reveal: Revealed = Reveal.EXPECTED,
    policy: Policy = Policy(),
    require: str | Iterable[str] = (),
    only: bool = False,
) -> Outcome:
    """Return what a submission earns; `problems` (default: the shipped bank) are those that it may answer, or their documents.

    `require` are ids (or one) that count even where it leaves them out; with `only` nothing else is marked. Raises SubmissionError
    where it cannot be read, ProblemError where a document of a problem cannot, ValueError for a reveal or a policy that there is not, and for `only` without `require`. A problem in it that is unknown or wrong is one of
    the outcome's `not_graded`.
    """
    how_much, how = Reveal(reveal), checked(policy)
    ids = (require,) if isinstance(require, str) else tuple(require) if isinstance(require, Iterable) else (None,)
    if not all(isinstance(id_, str) for id_ in ids):
        raise ValueError(f"{require!r} is no id of a problem, expected a text or several")
    if only and not ids:
        raise ValueError("only goes with require, the ids of the problems that count")
    read = read_submission(open_source(submission, SUBMISSION_LIMITS, SubmissionError))
    find = _bank_of(problems).find
    return grade_submission(read, find, Terms(how_much, ids, only, how))


def _bank_of(problems: Bank | Exercise | Source | Iterable[Exercise | Source] | None) -> Bank | _Some:
    if problems is None:
        return Bank()
    if isinstance(problems, Bank):
        return problems
    is_one = isinstance(problems, Exercise | str | bytes | Mapping) or not isinstance(problems, Iterable)
    several = cast(Iterable[Exercise | Source], [problems] if is_one else problems)
    return _Some(one if isinstance(one, Exercise) else load_problem(one) for one in several)


class _Some:
    """A few problems by id."""

    def __init__(self, exercises: Iterable[Exercise]) -> None:
        self._by_id = {exercise.problem.id: exercise for exercise in exercises}
        self._expected = f", expected {some_of(self._by_id)}"

    def find(self, id_: str) -> Exercise | Fault:
        """Return the problem with this id, or why there is none."""
        return self._by_id.get(id_) or no_problem(id_, self._expected)


def read_answer(text: str) -> Data:
    """Return what a text of YAML or JSON says, as strictly as a submission is read: an answer to hand to `Exercise.grade`.

    Raises SubmissionError.
    """
    try:
        return open_source(text.encode(errors="surrogatepass"), SUBMISSION_LIMITS, SubmissionError).data
    except SubmissionError as failure:
        if not failure.faults[0].message.startswith(IS_EMPTY):
            raise
        raise SubmissionError([Fault(f"{IS_EMPTY} an answer, as 3 or [A, B]", GIVEN_TEXT)]) from None


def solve(exercise: Exercise) -> dict[str, Data]:
    """Return the reference answer of every part that the problem has, as a document holds it: nodes by their ids."""
    return exercise.solve()


def steps(exercise: Exercise) -> tuple[Step, ...]:
    """Return the steps that lead to the solution, in order; each has its `sentence`."""
    return exercise.steps()


def statement(exercise: Exercise, *, solved: bool = False) -> str:
    """Return the statement in words with the tree as text; the tree of a `solved` one carries the answers, and a rubric stands below."""
    from grader.pages.sheet import statement_lines

    diagrams = exercise.diagrams(solved=solved)[:1]
    lines = statement_lines(exercise.kind, exercise.problem, *diagrams, solved=solved)
    return "\n".join(map(str, lines)) + "\n"


ReportForm: TypeAlias = Literal["text", "html", "json"]
TextDrawing: TypeAlias = Literal["svg", "dot"]
BytesDrawing: TypeAlias = Literal["png", "pdf"]


def _known(form: str, *groups: object) -> None:
    """Raise ValueError for a form that is in none of the groups."""
    known = [one for group in groups for one in get_args(group)]
    if form not in known:
        raise ValueError(no_such("form", form, known))


def render(marked: Outcome | Graded, form: ReportForm = "text") -> str:
    """Return the report: as text, as one self-contained page, or as a line of JSON (gametree-result/1).

    Raises ValueError for any other form.
    """
    _known(form, ReportForm)
    outcome = outcome_of(marked) if isinstance(marked, Graded) else marked
    if form == "html":
        from grader.pages.feedback import page

        return page(outcome)
    if form == "json":
        from grader.platforms import export_text

        return export_text(outcome, form)
    from grader.pages.text import render_text

    return render_text(outcome)


@overload
def draw(what: Exercise | Graded, form: TextDrawing = "svg", *, solved: bool = False) -> str: ...
@overload
def draw(what: Exercise | Graded, form: BytesDrawing, *, solved: bool = False) -> bytes: ...
def draw(what: Exercise | Graded, form: TextDrawing | BytesDrawing = "svg", *, solved: bool = False) -> str | bytes:
    """Return the drawing of a problem, of one that is `solved`, or of a marked answer.

    Raises ValueError for another form, GradingError for a tree that is too large; letters that PNG or PDF cannot show are a warning.
    """
    _known(form, TextDrawing, BytesDrawing)
    from warnings import warn

    from grader.core.drawing.diagram import first_of
    from grader.grading.marking import graded_diagrams
    from grader.pages.feedback import draw as drawn

    diagram = first_of(graded_diagrams(what)) if isinstance(what, Graded) else what.diagram(solved=solved)
    content, notes = drawn(diagram, form)
    for note in notes:
        warn(note, stacklevel=2)
    return content
