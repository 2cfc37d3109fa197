"""Marking some hand-ins at once: the one function that this process, others, and other machines run."""

from __future__ import annotations

import json
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from grader.core.answers.reports import Reveal
from grader.core.answers.rounding import Share
from grader.core.data import Data
from grader.core.documents import PROBLEM_LIMITS, Limits
from grader.core.drawing.diagram import Numbers
from grader.core.errors import Fault, GradingError, ProblemError, Refusal
from grader.core.policy import Policy
from grader.core.text import listed, printable
from grader.course.late import Late
from grader.course.lms import Person
from grader.course.one_student import (
    FAILED,
    Keep,
    Opened,
    Sheet,
    chooser,
    keep_higher,
    mark_given,
    mark_sheet,
    read_opened,
    whose,
)
from grader.course.tally import Row, row_of
from grader.grading.accepting import accepting
from grader.grading.bank import Bank
from grader.grading.built_problems import read_asked
from grader.grading.marking import FindExercise, Submission, Terms, as_seen, grade_asked, grade_joined
from grader.grading.outcome import NOT_PART, Outcome, Superseded
from grader.grading.result import Brief, line_and_brief
from grader.kinds import Exercise
from grader.kinds.problems import Exercises
from grader.platforms import ResultFormat, ResultOptions, Sort, output_of, result_format

if TYPE_CHECKING:
    from grader.core.drawing.text_tree import TreeLine
    from grader.course.run.playing import Player


# -- what goes to those who mark and what comes back: plain values that can be sent to another process or machine


class Setup(NamedTuple):
    """What holds for all hand-ins of a run.

    `problems` are the paths in which problems are looked for; with a `quiz`, whose sheets have the `title`, they come with each chunk instead. `shown` is
    the format of standard output ("": nothing is printed), `options` what is asked of it, `results` whether whole results are wanted. `token` tells runs
    apart: a process that outlives one run takes nothing over into the next. `accepted` are answers that people accept: problem, part, and
    the answer as JSON. `sandbox` is the mode in which programs are run, by the Python `python`; both "" where no exercise is answered by one.
    """

    policy: Policy = Policy()
    reveal: Reveal = Reveal.EXPECTED
    require: tuple[str, ...] = ()
    only: bool = False
    problems: tuple[str, ...] = ()
    problem_limits: Limits = PROBLEM_LIMITS
    quiz: str = ""
    title: str = ""
    keep: Keep = Keep.LATEST
    marks_others: bool = False
    results: bool = True
    shown: str = ""
    html: bool = False
    practice: str = ""
    drawings: tuple[str, ...] = ()
    numbers: Numbers = Numbers.VALUES
    token: str = ""
    options: ResultOptions = ResultOptions()
    late: Late | None = None
    accepted: tuple[tuple[str, str, str], ...] = ()
    sandbox: str = ""
    python: str = ""

    @property
    def form(self) -> ResultFormat:
        """Return what is known of the format of standard output."""
        return result_format(self.shown)


class Job(NamedTuple):
    """What one student handed in, to be marked.

    `sheet` says which problems of a quiz count. `folder` is where feedback goes. `digest` is that of all that the result depends on but the setup. `before` are marks
    of an earlier run by exercise: what is marked now is not below them. `result` is one of an earlier run that stands as it
    is, as a line; then there is nothing to mark. `person` is who a platform says it is. `earlier` is the line of an earlier
    run whose page stands where the same comes out: then none is made.
    """

    student: str | None
    files: tuple[Opened, ...]
    beside: str = ""
    group: str = ""
    sheet: Sheet = Sheet({})
    folder: str = ""
    digest: str = ""
    before: Mapping[str, Share] = {}
    result: str = ""
    person: Person | None = None
    earlier: str = ""


class Chunk(NamedTuple):
    """Some jobs and, of a quiz, the documents of the problems that these need, by id: what they are called, and bytes."""

    jobs: Sequence[Job]
    problems: Mapping[str, tuple[str, bytes]]


class Done(NamedTuple):
    """What became of one job: its result as a line of JSON and in brief, its row where no result says it, what standard output says, feedback.

    `said` is what is wrong with what was handed in, `notes` with what was drawn of it. `bug` is the traceback of a failure
    of the program itself, `page_bug` that of one on what is made of the marks, which stand; usually nothing. `is_as_earlier`:
    the same came out as in an earlier run, whose page stands.
    """

    result: str = ""
    brief: Brief | None = None
    row: Row | None = None
    shown: tuple[str | TreeLine, ...] = ()
    files: tuple[tuple[str, str | bytes], ...] = ()
    said: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    bug: str = ""
    page_bug: str = ""
    is_as_earlier: bool = False


class Marked(NamedTuple):
    """What became of a chunk: its jobs in order, and what was found out about problems meanwhile."""

    done: tuple[Done, ...]
    notes: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()


T = TypeVar("T")

_MOST_SAID = 50
_MOST_NAMED = 5
_ALONE = threading.Lock()
_DIED = "could not be marked: memory did not suffice, or the process that tried was ended; it is not graded"


class Marker:
    """Marks chunks in one process. Problems are read and solved when they are asked; those asked last are kept."""

    def __init__(self, setup: Setup, bank: Bank | None = None) -> None:
        self._setup = setup
        self._bank = bank or Bank(*setup.problems, shipped=not setup.quiz, limits=setup.problem_limits)
        self._solved = Exercises()
        self._accepting: dict[str, Exercise] = {}
        self._player: Player | None = None
        self._told = [0, 0]

    def mark(self, chunk: Chunk) -> Marked:
        """Return what became of the chunk, with what was found out about problems since the last one."""
        done = tuple(self._mark_one(job, chunk) for job in chunk.jobs)
        notes, faults = self._bank.notes[self._told[0] :], self._bank.faults[self._told[1] :]
        self._told = [len(self._bank.notes), len(self._bank.faults)]
        return Marked(done, tuple(notes), tuple(faults))

    def _mark_one(self, job: Job, chunk: Chunk) -> Done:
        try:
            return done_of(self._setup, job, self._outcome(job, chunk))
        except MemoryError:
            return not_marked(self._setup, job)
        except Refusal:  # programs cannot be run any more: the whole run ends, and goes on another time
            raise
        except Exception:  # noqa: BLE001  # one hand-in stops nothing; the traceback is told at the end
            return not_marked(self._setup, job, FAILED)._replace(bug=traceback.format_exc())

    def _outcome(self, job: Job, chunk: Chunk) -> Outcome:
        setup = self._setup
        find: FindExercise = partial(self._find, chunk) if setup.quiz else self._finder(job)
        if setup.accepted:
            find = partial(self._with_accepted, find)
        choose = chooser(setup.keep, find, setup.policy)
        terms = Terms(require=setup.require, only=setup.only or bool(setup.quiz), policy=setup.policy, choose=choose)
        if setup.quiz:
            on_sheet = partial(
                mark_sheet,
                sheet=job.sheet,
                mark=lambda held, ids: grade_joined(held, find, terms._replace(require=ids)),
            )
            read = partial(self._read, chunk, job)
            return _in_order(mark_given(job.student, job.files, on_sheet, Reveal.EXPECTED, read))
        return mark_given(job.student, job.files, partial(grade_asked, find=find, terms=terms), Reveal.EXPECTED)

    def _read(self, chunk: Chunk, job: Job, file: Opened) -> Submission:
        """Return a file as a submission; where programs are run, a program as what it answered. Raises SubmissionError."""
        if not self._setup.sandbox or file.faults:
            return read_opened(file)
        if self._player is None:
            from grader.course.run.playing import Player  # few quizzes have programs

            self._player = Player(self._setup.keep, self._setup.sandbox)
        return self._player.read(chunk.problems, partial(self._find, chunk), job.files, file)

    def _finder(self, job: Job) -> partial[Exercise | Fault]:
        is_standard_input = job.beside == "-"
        if is_standard_input:
            return partial(self._bank.find)
        return partial(self._bank.find_beside, job.beside, required=self._setup.require)

    def _with_accepted(self, find: FindExercise, id_: str) -> Exercise | Fault:
        """Return the problem as it is marked where more answers are right."""
        if id_ not in self._accepting and isinstance(found := find(id_), Exercise):
            answers: dict[str, dict[str, Data]] = {}
            for part, answer in (
                (part, json.loads(stated)) for problem, part, stated in self._setup.accepted if problem == id_
            ):
                held = answers.get(part)
                answers[part] = {**held, **answer} if isinstance(held, dict) and isinstance(answer, dict) else answer
            self._accepting[id_] = accepting(found, answers) if answers else found
        return self._accepting.get(id_) or find(id_)

    def _find(self, chunk: Chunk, id_: str) -> Exercise | Fault:
        if id_ not in chunk.problems:
            return Fault(NOT_PART)
        try:
            return self._solved.get_or_read(id_, lambda: read_asked(id_, chunk.problems))
        except ProblemError as failure:
            return failure.faults[0]


def _in_order(outcome: Outcome) -> Outcome:
    """Return the outcome with its problems in the order of the sheet, in whatever order they were answered."""
    places = {id_: place for place, id_ in enumerate(outcome.exercises)}
    return outcome._replace(graded=tuple(sorted(outcome.graded, key=lambda one: places[one.report.id])))


def grade_chunk(setup: Setup, chunk: Chunk) -> Marked:
    """Return what became of the chunk: what a process of its own, here or elsewhere, is asked to do."""
    with _ALONE:  # a worker of a cluster may have threads
        return _marker(setup).mark(chunk)


@lru_cache(1)
def _marker(setup: Setup) -> Marker:
    return Marker(setup)


def not_marked(setup: Setup, job: Job, message: str = _DIED) -> Done:
    """Return what is said of a hand-in that could not be marked, as of one that ends every process that tries."""
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
    line, brief = line_and_brief(outcome._replace(input=job.digest)) if setup.results else ("", None)
    is_as_earlier = bool(job.earlier) and _without_input(line) == _without_input(job.earlier)
    made, not_made = (None, "") if is_as_earlier else _unless_it_fails(partial(_feedback, setup, seen))
    files, notes = made or ((), ())
    printed, not_shown = _unless_it_fails(partial(output_of, seen, setup.shown, setup.options))
    return Done(
        line,
        brief,
        None if setup.results and setup.form.sort is not Sort.TABLE else row_of(outcome),
        tuple(printed or ()),
        files,
        complaints(outcome),
        notes,
        page_bug=not_made or not_shown,
        is_as_earlier=is_as_earlier,
    )


def _without_input(line: str) -> str:
    """Return a line of results without the digest at its end, which says in which run it was made."""
    return line.rpartition('"sha256:')[0]


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


def _feedback(setup: Setup, outcome: Outcome) -> tuple[tuple[tuple[str, str | bytes], ...], tuple[str, ...]]:
    """Return the files of feedback, and what could not be drawn or not right."""
    files: list[tuple[str, str | bytes]] = []
    said: list[str] = []
    if not setup.html and not setup.drawings:
        return (), ()
    from grader.pages.feedback import feedback_files

    for name, make in feedback_files(
        outcome, setup.drawings, html=setup.html, numbers=setup.numbers, practice=setup.practice
    ):
        try:
            content, notes = make()
            files.append((name, content))
            said += notes
        except GradingError as failure:
            said += [f"{name}: {fault.message}" for fault in failure.faults]
    return tuple(files), tuple(said)
