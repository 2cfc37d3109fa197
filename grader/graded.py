"""One problem of a submission, marked: the report of its parts, what is behind wrong answers, and what is made of both.

A class gives many answers, but few different ones. So what was made of answers is kept with their exercise for whoever writes
the very same: marks, diagnosis, and what outputs say of them. Of a thousand students of a quiz three quarters of the answers
were there before, and grading takes half of the time (`bench/run.py --only grading`).
"""

from collections.abc import Callable, Collection, Hashable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from grader.documents import Document, shape_faults
from grader.errors import Path
from grader.exact import Number
from grader.kinds import Attempt, Exercise, Policy, unmarked_parts
from grader.marks.redaction import redact
from grader.marks.reports import Finding, Malformed, ProblemReport, Reveal, Verdict
from grader.marks.rounding import Marks, round_marks
from grader.policy import Marking
from grader.printable import printable

if TYPE_CHECKING:  # a right submission needs no diagnosis, and does not wait for its import
    from grader.diagnosis import Diagnosis, Fit, Item, Slip

T = TypeVar("T")


class Made(NamedTuple):
    """What was made of one problem's marks; `of` are the fields that it was made of, `key` tells them from other marks."""

    of: tuple[object, ...]
    key: Hashable
    values: dict[Hashable, Any]


class Graded(NamedTuple):
    """One problem of a submission, marked. `report` is already redacted to what its reader may see, `marks` are rounded.

    `made` is what was made of it; None where no other submission can have the same.
    """

    exercise: Exercise
    attempt: Attempt
    report: ProblemReport
    marks: Marks
    made: Made | None = None

    @property
    def earned(self) -> Number:
        """Return the marks, as every report shows them."""
        return self.marks.earned

    @property
    def possible(self) -> Number:
        """Return the points."""
        return self.marks.possible

    @property
    def is_blank(self) -> bool:
        """Return whether nothing was filled in: a map without entries is as blank as a part that is left out."""
        return all(entry.verdict is Verdict.BLANK for part in self.report.parts for entry in part.entries)

    def once(self, what: Hashable, make: Callable[[], T], *, is_large: bool = False) -> T:
        """Return what is made of these marks; for all submissions that have them it is made once.

        A copy in which anything was replaced has nothing in common with what was made before. Of what `is_large` only the
        last ones are kept.
        """
        if self.made is None or any(mine is not its for mine, its in zip(self, self.made.of, strict=False)):
            return make()
        if is_large:
            large: T = self.exercise.pages.once((self.made.key, what), make)
            return large
        values = self.made.values
        if what not in values:
            values[what] = make()
        return values[what]  # type: ignore[no-any-return]  # what `make` returned

    def __repr__(self) -> str:
        return f"<Graded {printable(self.report.id)}: {self.marks.total.words}>"

    def _repr_html_(self) -> str:
        """Return the tree and the marks, for notebooks."""
        from grader.pages.notebook import graded_html

        return graded_html(self)


def mark_answers(exercise: Exercise, document: Document, key: str | None, policy: Policy) -> Graded:
    """Return the marks of the answers that stand under a key of the submission, nothing redacted; without one all is blank."""
    written = None if key is None else document.data["answers"][key]
    path: Path = () if key is None or written is None else ("answers", key)

    known = (repr(written), policy)  # what the problem says of marking is always the same

    def mark() -> Graded:
        marking = policy.over(exercise.problem.policy).settled()
        return _with_room(_mark(exercise, document, path, marking), known)

    graded: Graded = exercise.kept.once(known, mark, _names_no_line)
    return graded


def _mark(exercise: Exercise, document: Document, path: Path, marking: Marking) -> Graded:
    kind, problem, solution, *_ = exercise
    if not path:
        blank: Attempt = dict.fromkeys(problem.ask)
        report = kind.check(kind, problem, solution, blank, marking)
        return Graded(exercise, blank, report, round_marks(report, marking.round))
    shape = shape_faults(document, f"answers-{kind.name}", path)
    attempt = kind.read_answer(kind, problem, document, path, shape)
    report = kind.check(kind, problem, solution, attempt, marking)
    notes = tuple(unmarked_parts(kind, problem, document, path))
    return Graded(exercise, attempt, report._replace(notes=notes), round_marks(report, marking.round))


def _names_no_line(graded: Graded) -> bool:
    """Return whether the marks are the same in any submission: of what cannot be judged the line is told."""
    return not graded.report.notes and not any(isinstance(given, Malformed) for given in graded.attempt.values())


def _with_room(graded: Graded, key: Hashable) -> Graded:
    """Return the marks with room for what is made of them, where another submission can have the same."""
    return graded._replace(made=Made(graded[:-1], key, {})) if _names_no_line(graded) else graded


def diagnosis_of(graded: Graded) -> "Diagnosis":
    """Return what is behind wrong answers to the problem."""
    from grader.diagnosis import diagnose

    return graded.once("diagnosis", lambda: diagnose(graded.exercise, graded.attempt))


def shown(graded: Graded, diagnosis: "Diagnosis | None", reveal: Reveal) -> Graded:
    """Return the marks with what is behind them, as their reader may see them."""
    fits = () if diagnosis is None else tuple(fit.misconception.name for fit in diagnosis.fits)

    def make() -> Graded:
        found = graded if diagnosis is None else _with_findings(graded, diagnosis)
        return found._replace(report=redact(found.report, reveal))

    return _made_of(graded, ("shown", fits, reveal), make)


def as_seen(graded: Graded, reveal: Reveal) -> Graded:
    """Return marks that hide nothing as a reader sees them who may see no more than this."""
    if reveal is Reveal.EXPECTED:
        return graded
    return _made_of(graded, ("seen", reveal), lambda: graded._replace(report=redact(graded.report, reveal)))


def _made_of(graded: Graded, what: Hashable, make: Callable[[], Graded]) -> Graded:
    """Return marks that are made of others, with room for what is made of them in turn."""
    key = None if graded.made is None else (graded.made.key, what)
    return graded.once(what, lambda: _with_room(make(), key))


def _with_findings(graded: Graded, diagnosis: "Diagnosis") -> Graded:
    if diagnosis.slip is not None:
        return graded._replace(report=graded.report._replace(slip=_slip_sentence(graded, diagnosis.slip)))
    if not diagnosis.fits:
        return graded
    entries = [entry for part in graded.report.parts for entry in part.entries]
    left_out = {entry.node for entry in entries if entry.given is None} - {
        e.node for e in entries if e.given is not None
    }
    findings = tuple(
        finding._replace(is_seen=finding.node not in left_out)
        for finding in (_finding(graded.exercise, fit, diagnosis.judged) for fit in diagnosis.fits)
    )
    return graded._replace(report=graded.report._replace(findings=findings))


def _finding(exercise: Exercise, fit: "Fit", judged: "Collection[Item]") -> Finding:
    """Return what is said of a misconception; where it shows is at an answer that it explains, else nowhere that the student was right."""
    from grader.kinds.misconceptions import advise

    def may_show(part: str, key: int | None) -> bool:
        return (part, key) not in judged or (part, key) in fit.shown

    kind, problem, solution, *_ = exercise

    def is_explained(part: str, key: int | None) -> bool:
        return (part, key) in fit.shown or part not in problem.ask

    answers = fit.misconception.answer({})
    looks = (kind.wrong.divergence(problem, solution, answers, may) for may in (is_explained, may_show))
    at, step = next(filter(None, looks), (None, ""))
    node = None if at is None else exercise.name_of(at)
    return Finding(
        fit.misconception.name,
        advise(kind.wrong.wordings[fit.misconception.name], fit.misconception),
        step,
        node,
        fit.explains,
        fit.slips,
        fit.of,
    )


def _slip_sentence(graded: Graded, slip: "Slip") -> str:
    """Return what is said of a slip. The node of an entry that is missing is not named: not every reader may see it."""
    (part, key), exercise = slip.item, graded.exercise
    if key is None:
        follows = any(entry.verdict is Verdict.FOLLOW_THROUGH for part in graded.report.parts for entry in part.entries)
        return f"Only {part} is wrong; {_the_rest(graded)} is right{', or follows from it' * follows}."
    name = exercise.kind.key_name(exercise.problem, part, key)
    if slip.not_following:
        return f"Only {name} is wrong ({part}); {_not_following(exercise, slip)} not follow from it."
    where = f"{part}, at {name}" if key in graded.attempt[part] else part
    return f"One slip ({where}): {_the_rest(graded)} is right, or follows from it."


def _the_rest(graded: Graded) -> str:
    """Return the subject of what a slip leaves right: an answer that cannot be read is none that is right."""
    is_read = not any(isinstance(answer, Malformed) for answer in graded.attempt.values())
    return "all the rest that you answered" if is_read else "all else that could be read"


def _not_following(exercise: Exercise, slip: "Slip") -> str:
    """Return the subject and verb of what does not follow: numbers together, else the parts by name."""
    answers = [exercise.solution.answers[part] for part in slip.not_following]
    if any(isinstance(answer, (int, Fraction, dict)) for answer in answers):
        return "the other numbers do"
    return f"{' and '.join(slip.not_following)} {'does' if len(answers) == 1 else 'do'}"
