"""What became of what a student handed in: which problems were marked, and what was not, and why."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from grader.core.answers.reports import Reveal
from grader.core.answers.rounding import Share
from grader.core.documents import GIVEN_DATA, NO_FILE, Document
from grader.core.errors import Fault, suggest
from grader.core.names import name_of_file
from grader.core.numbers import Number, add_up
from grader.core.text import listed_names, printable
from grader.kinds import Graded
from grader.kinds.problems import LIBRARY

NOT_PART = "is not part of this assignment and was not marked"
_MOST_NAMED = 3


def of_no_problem(ids: Sequence[str], known: Iterable[str], what: str = "assignment", near: str = "") -> str:
    """Return what is said of a submission to problems that are not asked: those of another assignment, or mistyped ones.

    >>> of_no_problem(["minimax-textbok"], ["minimax-textbook"])
    'answers no problem of this assignment, only minimax-textbok; did you mean "minimax-textbook"?'
    """
    names = [*known]
    near = near or next(filter(None, (suggest(id_, names) for id_ in ids[:_MOST_NAMED])), "")
    shown = listed_names(ids, _MOST_NAMED)
    return f"answers no problem of this {what}, only {shown}{near or f'; it may be of another {what}'}"


class NotGraded(NamedTuple):
    """One problem of a submission that could not be marked, and why; not `is_asked`: nothing that counts is missed by it."""

    id: str
    fault: Fault
    is_asked: bool = True


class Superseded(NamedTuple):
    """Answers to a problem that do not count, because those in another file of the same student do.

    `others_count`: answers to another problem, in the same file, do.
    """

    id: str
    source: str
    by: str
    others_count: bool = False

    def __str__(self) -> str:
        """Return it as a sentence."""
        return f"{printable(self.source)}: the answers to {printable(self.id)} do not count, those in {printable(self.by)} do"


class Foreign(NamedTuple):
    """A file that answers problems of other sheets than the student's: whose these are is for the instructor alone."""

    source: str
    owners: tuple[str, ...]


class Outcome(NamedTuple):
    """What became of what one student handed in. `faults` say why nothing could be read; then there are no marks at all.

    `student` is who handed in, `typed` what the submission itself says of that. Where several files were joined, `sources` are all of them, `unread` says which could not be read, and `superseded` which answers do not count.
    Of a quiz, `title` is what its sheets are called, `group` is the student's, and `exercises` says which exercise each problem is a variant of; `foreign` are
    files that answer somebody else's. `input` is the digest of all that was marked, by which a run finds its results again. `platform` is
    what a learning platform says of who handed in. `is_closed`: nothing but what is asked is marked, and all of that; `beside` are
    the unread files that do not say that answers are in them: a picture, a note. `not_marked` are submissions that were read and of which nothing counts.
    """

    source: str
    student: str | None = None
    graded: tuple[Graded, ...] = ()
    not_graded: tuple[NotGraded, ...] = ()
    faults: tuple[Fault, ...] = ()
    documents: tuple[Document, ...] = ()
    reveal: Reveal = Reveal.EXPECTED
    typed: str | None = None
    sources: tuple[str, ...] = ()
    unread: tuple[Fault, ...] = ()
    superseded: tuple[Superseded, ...] = ()
    group: str = ""
    quiz: str = ""
    title: str = ""
    exercises: Mapping[str, str] = MappingProxyType({})
    foreign: tuple[Foreign, ...] = ()
    input: str = ""
    platform: Mapping[str, str] = MappingProxyType({})
    is_closed: bool = False
    beside: frozenset[str] = frozenset()
    not_marked: tuple[Document, ...] = ()

    def __repr__(self) -> str:
        who = printable(self.student or self.source)
        return f"<Outcome {who}: {self.total.words if self.is_gradable else 'not graded'}>"

    def _repr_html_(self) -> str:
        """Return the trees and the marks, for notebooks."""
        return LIBRARY.html(self)

    @property
    def problems(self) -> tuple[Graded, ...]:
        """Return the problems that were marked."""
        return self.graded

    @property
    def is_gradable(self) -> bool:
        """Return whether the submission could be read."""
        return not self.faults

    def number_of(self, problem: str) -> str:
        """Return the number that a problem has on its sheet, with a dot; nothing where no sheet is known, or one of one problem."""
        places = {id_: place for place, id_ in enumerate(self.exercises, 1)}
        return f"{places[problem]}. " if len(places) > 1 and problem in places else ""

    @property
    def in_doubt(self) -> tuple[Fault, ...]:
        """Return the files that could not be read and that may hold answers that count.

        Where all that is asked has answers nothing is missed of a picture, a note or the sheet of somebody else beside them; a file that does say that answers are in it may be a
        corrected version. Where something has no answers, or more may be answered than is asked, it is any file.
        """
        if self.is_closed and not any(graded.is_blank for graded in self.graded):
            return tuple(fault for fault in self.unread if fault.source not in self.beside)
        return self.unread

    @property
    def is_whole(self) -> bool:
        """Return whether nothing failed that counts, or may."""
        failed = any(one.is_asked for one in self.not_graded)
        return not (failed or self.faults or self.in_doubt)

    @property
    def earned(self) -> Number:
        """Return the marks of all graded problems, each rounded once."""
        return add_up([graded.marks.earned for graded in self.graded])

    @property
    def possible(self) -> Number:
        """Return the points of all graded problems."""
        return add_up([graded.marks.possible for graded in self.graded])

    @property
    def pending(self) -> Number:
        """Return the points of all graded problems that wait for a person."""
        return add_up([graded.pending for graded in self.graded])

    @property
    def total(self) -> Share:
        """Return the marks of all graded problems of those that could be earned."""
        return Share(self.earned, self.possible)


def student_of(outcome: Outcome) -> str | None:
    """Return who handed in; where only the file says it, its name. Nobody knows who wrote what came without a file."""
    return outcome.student or (None if outcome.source in NO_FILE else name_of_file(outcome.source))


def outcome_of(graded: Graded) -> Outcome:
    """Return the outcome of one problem that was marked by itself."""
    return Outcome(GIVEN_DATA, graded=(graded,), reveal=graded.report.reveal)
