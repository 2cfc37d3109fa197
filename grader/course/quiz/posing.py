"""The problems of a quiz: the one of each exercise that all others are like, and the variant that someone has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generators.candidate import Candidate
from generators.certificate import certificate_data
from generators.certify import Generated, certified, content_of, written
from generators.drawing import pose
from generators.errors import RequestError
from generators.figures import figures_of
from generators.like import apart
from generators.parameters import AlphaBetaParameters, Parameters
from generators.recheck import rechecked
from generators.registry import GENERATORS
from grader.course.quiz.document import Quiz, Variants
from grader.course.quiz.options import as_stated
from grader.course.quiz.secret import Secret
from grader.course.quiz.sources import Source, worth
from grader.data import Data
from grader.documents import Document
from grader.errors import Fault, ProblemError
from grader.kinds import KINDS, Problem, read_exercise
from grader.printable import printable

EVERYONE = ""


class Posed(NamedTuple):
    """A problem as it is given out, its file, its certificate if it was generated, and its difficulty figures.

    `answers` are the right answers to the parts that are asked, as text to be compared.
    """

    entry: str
    problem: Problem
    content: bytes
    certificate: dict[str, Data] | None
    figures: dict[str, int]
    answers: dict[str, str]

    @property
    def id(self) -> str:
        """Return the id of the problem."""
        return self.problem.id

    @property
    def likeness(self) -> bytes:
        """Return what makes the problem what it is, whatever its nodes are called."""
        return content_of(self.problem)


class Exercised(NamedTuple):
    """An exercise of a quiz: the problem that all have or, with a `request` of variants, that all variants are like."""

    source: Source
    first: Posed
    request: Parameters | None = None


def pose_all(
    quiz: Quiz, secret: Secret, sources: Sequence[Source], drawn: Sequence[Source] | None = None
) -> list[Exercised]:
    """Return the exercises, ready to be given out. Raises ProblemError for requests that no draw meets.

    `drawn` are the sources by which problems are drawn where these were corrected since.
    """
    posed: list[Exercised] = []
    faults: list[Fault] = []
    for source, first in zip(sources, drawn or sources, strict=True):
        try:
            posed.append(_pose(quiz, secret, source, first))
        except RequestError as failure:
            faults.append(quiz.fault(as_stated(str(failure)), *source.entry.path, "generate"))
    if faults:
        raise ProblemError(faults)
    return posed


def _pose(quiz: Quiz, secret: Secret, source: Source, drawn: Source) -> Exercised:
    if source.problem is not None:
        return Exercised(source, _posed(quiz, secret, source, source.problem, EVERYONE))
    if drawn.request is None:
        raise TypeError("an exercise has a problem or a request")
    generated = certified(source.kind, drawn.request, secret.seed(quiz.id, source.entry.id, EVERYONE))
    first = _given(quiz, secret, source, generated, EVERYONE)
    request = None if quiz.variants is Variants.SHARED else _variants(generated.problem, drawn.request)
    return Exercised(source, first, request)


def _variants(problem: Problem, request: Parameters) -> Parameters:
    """Return the request for variants of a problem, which keeps what was asked of it by name."""
    variants = apart(problem, request.promise)
    if isinstance(request, AlphaBetaParameters) and isinstance(variants, AlphaBetaParameters):
        exactly = request.pruning.prune_exactly
        variants = variants._replace(pruning=variants.pruning._replace(prune_exactly=exactly))
    return variants


def variant(quiz: Quiz, secret: Secret, exercised: Exercised, who: str) -> Posed:
    """Return the problem that someone has: a student, a group, or everyone. Raises RequestError."""
    if exercised.request is None or who == EVERYONE:
        return exercised.first
    source = exercised.source
    generated = certified(source.kind, exercised.request, secret.seed(quiz.id, source.entry.id, who))
    return _given(quiz, secret, source, generated, who)


def drawn(quiz: Quiz, secret: Secret, exercised: Exercised, who: str) -> Posed:
    """Return the problem that someone has. Raises ProblemError where none can be drawn."""
    try:
        return variant(quiz, secret, exercised, who)
    except RequestError as failure:
        message = f"nothing was drawn for {printable(who)}: {as_stated(str(failure))}"
        raise ProblemError([quiz.fault(message, *exercised.source.entry.path, "generate")]) from None


def _given(quiz: Quiz, secret: Secret, source: Source, generated: Generated, who: str) -> Posed:
    """Return a generated problem as it is given out, with what its certificate says of it as it is now."""
    posed = _posed(quiz, secret, source, generated.problem, who)
    certificate = certificate_data(generated._replace(problem=posed.problem))
    if source.request is not None and posed.problem.conventions != generated.problem.conventions:
        certificate = rechecked(certificate, posed.problem, source.request)
    return posed._replace(certificate=certificate, figures=certificate["figures"])


def _posed(quiz: Quiz, secret: Secret, source: Source, problem: Problem, who: str) -> Posed:
    """Return a problem as everyone reads it who has its file."""
    document = document_of(quiz, source, problem, secret.problem_id(quiz.id, source.entry.id, who))
    exercise = read_exercise(document, KINDS)
    read, solved = exercise.problem, exercise.solve()
    known = figures(read) if source.request is None else {}
    answers = {part: repr(solved.get(part)) for part in read.ask}
    return Posed(source.entry.id, read, document.content, None, known, answers)


def document_of(quiz: Quiz, source: Source, problem: Problem, id_: str) -> Document:
    """Return the document of a problem that was drawn, with the conventions, points and marking that the quiz states."""
    if source.request is not None:
        posed = pose(problem.kind, problem.game, source.request.question, problem.ask)
        problem = posed._replace(stated={**problem.stated, **posed.stated})  # a game is stated by its rules
    elif source.problem is not None:
        problem = source.problem
    policy = quiz.marking.policy.over(problem.policy)
    named = problem._replace(id=id_, title=problem.title or source.entry.id, policy=policy)
    return written(worth(quiz, source.entry, named))


def figures(problem: Problem) -> dict[str, int]:
    """Return the difficulty figures of a problem; none of a kind that has no generator."""
    return figures_of(Candidate(KINDS[problem.kind], problem)) if problem.kind in GENERATORS else {}
