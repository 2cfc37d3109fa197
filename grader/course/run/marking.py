"""Marking some hand-ins at once: the one function that this process, others, and other machines run."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, TypeVar

from grader.bank import Bank
from grader.course.higher import keep_higher
from grader.course.keep import chooser
from grader.course.mark import FAILED, mark_given
from grader.course.row import row_of
from grader.course.run.job import Chunk, Done, Job, Marked, Setup
from grader.course.sheet import mark_sheet, whose
from grader.documents import parse_document
from grader.errors import Fault, GradingError, ProblemError
from grader.export.result import brief, result_line
from grader.graded import as_seen
from grader.grading import grade_asked, grade_joined
from grader.kinds import KINDS, Exercise, read_exercise
from grader.marks.reports import Reveal
from grader.outcome import NOT_PART, Outcome, Superseded
from grader.printable import printable
from grader.words import listed

if TYPE_CHECKING:
    from grader.drawing.text_tree import TreeLine

T = TypeVar("T")

_MOST_KEPT = 64
_MOST_SAID = 50
_MOST_NAMED = 5
_ALONE = threading.Lock()
_DIED = "could not be marked: memory did not suffice, or the process that tried was ended; it is not graded"


class Marker:
    """Marks chunks in one process. Problems are read and solved when they are asked; those asked last are kept."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._bank = Bank(*setup.problems, shipped=not setup.quiz, limits=setup.problem_limits)
        self._solved = lru_cache(_MOST_KEPT)(_read)
        self._told = [0, 0]

    def mark(self, chunk: Chunk) -> Marked:
        """Return what became of the chunk, with what was found out about problems since the last one."""
        done = tuple(self._mark_one(job, chunk) for job in chunk.jobs)
        return self._with_news(done)

    def _with_news(self, done: tuple[Done, ...]) -> Marked:
        notes, faults = self._bank.notes[self._told[0] :], self._bank.faults[self._told[1] :]
        self._told = [len(self._bank.notes), len(self._bank.faults)]
        return Marked(done, tuple(notes), tuple(faults))

    def _mark_one(self, job: Job, chunk: Chunk) -> Done:
        try:
            return done_of(self._setup, job, self._outcome(job, chunk))
        except MemoryError:
            return died(self._setup, job)
        except Exception:  # noqa: BLE001  # one hand-in stops nothing; the traceback is told at the end
            return _failed(self._setup, job, traceback.format_exc())

    def _outcome(self, job: Job, chunk: Chunk) -> Outcome:
        setup = self._setup
        find = partial(self._find, chunk) if setup.quiz else self._finder(job)
        choose = chooser(setup.keep, find, setup.policy)
        grade = grade_joined if setup.quiz else grade_asked
        mark = partial(grade, find=find, only=setup.only or bool(setup.quiz), policy=setup.policy, choose=choose)
        if setup.quiz:
            on_sheet = partial(mark_sheet, sheet=job.sheet, mark=lambda held, ids: mark(held, require=ids))
            return _in_order(mark_given(job.student, job.files, on_sheet, Reveal.EXPECTED))
        return mark_given(job.student, job.files, partial(mark, require=setup.require), Reveal.EXPECTED)

    def _finder(self, job: Job) -> partial[Exercise | Fault]:
        is_standard_input = job.beside == "-"
        if is_standard_input:
            return partial(self._bank.find)
        return partial(self._bank.find_beside, job.beside, required=self._setup.require)

    def _find(self, chunk: Chunk, id_: str) -> Exercise | Fault:
        if id_ not in chunk.problems:
            return Fault(NOT_PART)
        try:
            return self._solved(*chunk.problems[id_])
        except ProblemError as failure:
            return failure.faults[0]


def _in_order(outcome: Outcome) -> Outcome:
    """Return the outcome with its problems in the order of the sheet, in whatever order they were answered."""
    places = {id_: place for place, id_ in enumerate(outcome.exercises)}
    return outcome._replace(graded=tuple(sorted(outcome.graded, key=lambda one: places[one.report.id])))


def _read(source: str, content: bytes) -> Exercise:
    """Return a problem of a build; its shape is not looked at again, as the lock says that it is what was built."""
    return read_exercise(parse_document(content, source, ProblemError), KINDS, is_shipped=True)


def grade_chunk(setup: Setup, chunk: Chunk) -> Marked:
    """Return what became of the chunk: what a process of its own, here or elsewhere, is asked to do."""
    with _ALONE:  # a worker of a cluster may have threads
        return _marker(setup).mark(chunk)


@lru_cache(1)
def _marker(setup: Setup) -> Marker:
    return Marker(setup)


def died(setup: Setup, job: Job) -> Done:
    """Return what is said of a hand-in that ends every process that marks it."""
    return _not_marked(setup, job, _DIED)


def _failed(setup: Setup, job: Job, bug: str) -> Done:
    return _not_marked(setup, job, FAILED)._replace(bug=bug)


def _not_marked(setup: Setup, job: Job, message: str) -> Done:
    sources = tuple(file.source for file in job.files)
    outcome = Outcome(sources[0], job.student, faults=(Fault(message, sources[0]),))
    return done_of(setup, job, outcome._replace(sources=sources if len(sources) > 1 else ()))


def done_of(setup: Setup, job: Job, outcome: Outcome) -> Done:
    """Return all that is wanted of an outcome. The result says all; what students see is redacted."""
    if setup.quiz:
        outcome = outcome._replace(group=job.group, quiz=setup.quiz, title=setup.title)
    if job.person is not None:
        outcome = outcome._replace(platform=job.person.as_data())
    outcome = keep_higher(outcome, job.before)
    seen = _seen(outcome, setup.reveal)
    made, not_made = _unless_it_fails(partial(_feedback, setup, seen))
    shown, not_shown = _unless_it_fails(partial(_shown, setup, seen))
    files, notes = made or ((), ())
    outcome = outcome._replace(input=job.digest)
    return Done(
        result_line(outcome) if setup.results else "",
        brief(outcome) if setup.results else None,
        None if setup.results and setup.shown != "csv" else row_of(outcome),
        tuple(shown or ()),
        files,
        complaints(outcome),
        notes,
        page_bug=not_made or not_shown,
    )


def _unless_it_fails(make: Callable[[], T]) -> tuple[T | None, str]:
    """Return what is made, or the traceback where the program fails on it: a page that cannot be made takes no marks."""
    try:
        return make(), ""
    except Exception:  # noqa: BLE001  # the traceback is told at the end
        return None, traceback.format_exc()


def complaints(outcome: Outcome) -> tuple[str, ...]:
    """Return what the instructor is told of what could not be graded, and of answers that do not count; not without end."""
    foreign = {one.source for one in outcome.foreign}
    unread = [fault for fault in (*outcome.faults, *outcome.unread) if fault.source not in foreign]
    whose_they_are = [Fault(whose(one.owners), one.source) for one in outcome.foreign]
    not_graded = [fault if fault.source else _of_problem(outcome, id_, fault) for id_, fault, _ in outcome.not_graded]
    said = [*map(str, (*unread, *whose_they_are, *not_graded)), *_superseded(outcome)]
    more = (
        [f"{printable(outcome.student or outcome.source)}: {len(said) - _MOST_SAID:,} more like these"]
        if len(said) > _MOST_SAID
        else []
    )
    return (*said[:_MOST_SAID], *more)


def _superseded(outcome: Outcome) -> list[str]:
    """Return which answers do not count, those of one file that another one replaces in one sentence."""
    ids: dict[tuple[str, str], list[str]] = {}
    for one in outcome.superseded:
        ids.setdefault((one.source, one.by), []).append(one.id)
    return [str(Superseded(listed(held, _MOST_NAMED), source, by)) for (source, by), held in ids.items()]


def _of_problem(outcome: Outcome, id_: str, fault: Fault) -> Fault:
    """Return what is said of a problem with the source and the problem; else nobody would know what it is about."""
    return Fault(f"{printable(id_)}: {fault.message}", outcome.source)


def _seen(outcome: Outcome, reveal: Reveal) -> Outcome:
    graded = tuple(as_seen(one, reveal) for one in outcome.graded)
    return outcome._replace(graded=graded, reveal=reveal, foreign=())


def _shown(setup: Setup, outcome: Outcome) -> list[str | TreeLine]:
    if setup.shown == "text":
        from grader.pages.text import report_lines

        return report_lines(outcome, setup.tree)
    if setup.shown in ("", "csv"):  # a table has its rows
        return []
    from grader.export import export_text

    return [export_text(outcome, setup.shown, setup.platform)]


def _feedback(setup: Setup, outcome: Outcome) -> tuple[tuple[tuple[str, str | bytes], ...], tuple[str, ...]]:
    """Return the files of feedback, and what could not be drawn or not right."""
    files: list[tuple[str, str | bytes]] = []
    said: list[str] = []
    if not setup.html and not setup.drawings:
        return (), ()
    from grader.pages.files import feedback_files

    for name, make in feedback_files(outcome, setup.drawings, html=setup.html, numbers=setup.numbers):
        try:
            content, notes = make()
            files.append((name, content))
            said += notes
        except GradingError as failure:
            said += [f"{name}: {fault.message}" for fault in failure.faults]
    return tuple(files), tuple(said)
