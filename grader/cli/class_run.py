"""A class run from the command line: options in, one folder out, and what is said of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, NoReturn

import click

from grader.bank import Bank
from grader.cli.crews import crew_of
from grader.cli.options import (
    Exit,
    complain,
    emit,
    emit_text,
    is_terminal,
    leave,
    wrote,
)
from grader.cli.progress import with_rate
from grader.course.gradebook import Gradebook
from grader.course.hand_in import Class
from grader.course.keep import Keep
from grader.course.late import Late
from grader.course.quiz.built import Built, BuiltQuiz
from grader.course.quiz.document import Marking
from grader.course.run.class_run import ClassRun, News, RunPlan, Summary, stream
from grader.course.run.crew import Crew, CrewLost
from grader.course.run.job import Done, Setup
from grader.course.run.out import Out, RunRefused
from grader.course.run.plan import plan_of
from grader.course.tally import Tally
from grader.data import Data
from grader.diagram import Numbers
from grader.documents import Limits
from grader.errors import Fault
from grader.export import Platform, export_frame
from grader.marks.reports import Reveal
from grader.policy import Policy, write_policy
from grader.printable import printable
from grader.words import count

Then = Callable[[], set[Exit]]
"""What is done when all is written; it returns the exit codes that apply, and may raise OSError."""

_NOT_MARKED = "{} could not be marked because of bugs of the program"
_NO_PAGE = "feedback of {} could not be made because of bugs of the program; the marks stand"
_GOES_ON = "the same command goes on from there"


class How(NamedTuple):
    """What of the command line is not of the marks: where files go, and who does the work."""

    out: str | None
    is_fresh: bool
    fail_under: float | None
    jobs: int | None
    executor: str | None = None


class Asked(NamedTuple):
    """What of the command line the files depend on. `reveal` and `keep` are None where nothing was said of them."""

    policy: Policy
    reveal: Reveal | None
    keep: str | None
    marks_others: bool
    require: tuple[str, ...]
    only: bool
    problems: tuple[str, ...]
    html: bool
    drawings: tuple[str, ...]
    numbers: Numbers
    submission_limits: Limits
    problem_limits: Limits
    lms: str = ""
    late: Late | None = None

    def setup(self, quiz: BuiltQuiz | None, shown: str, *, tree: bool, results: bool) -> Setup:
        """Return how hand-ins are marked: what is said here goes before what a quiz says."""
        marking = quiz.marking if quiz is not None else Marking()
        return Setup(
            self.policy.over(marking.policy),
            self.reveal or marking.reveal or Reveal.EXPECTED,
            self.require,
            self.only,
            self.problems,
            self.problem_limits,
            "" if quiz is None else quiz.id,
            "" if quiz is None else quiz.title or quiz.id,
            Keep(self.keep or marking.keep or Keep.LATEST),
            self.marks_others,
            results=results,
            shown=shown,
            tree=self.numbers if tree else None,
            html=self.html,
            drawings=self.drawings,
            numbers=self.numbers,
            late=self.late,
        )

    def told(self, setup: Setup) -> dict[str, Data]:
        """Return it as it is told where a later run is asked for something else."""
        return {
            "marking": write_policy(setup.policy),
            "--reveal": setup.reveal.value,
            "--require": list(self.require),
            "--only": self.only,
            "--keep": setup.keep.value,
            "--mark-foreign": self.marks_others,
            "--html": self.html,
            "drawings": list(self.drawings),
            "--numbers": self.numbers.value,
            self.submission_limits.option: self.submission_limits.bytes,
            self.problem_limits.option: self.problem_limits.bytes,
            **({"--lms": self.lms} if self.lms else {}),
            **(self.late.as_data() if self.late is not None else {}),
        }


class Shown(NamedTuple):
    """What standard output gets: a format ("": nothing), whether with trees as text, and what a platform's result depends on."""

    format: str
    tree: bool = False
    platform: Platform | None = None


def grade_class(
    held: Class, arguments: Sequence[str], asked: Asked, how: How, shown: Shown, built: Built | None
) -> NoReturn:
    """Mark a class as it was asked, and end the program."""
    quiz = None if built is None else built.quiz
    setup = asked.setup(quiz, shown.format, tree=shown.tree, results=how.out is not None)
    setup = setup._replace(platform=shown.platform or Platform())
    run_class(plan_of(held, arguments, setup, asked.submission_limits, asked.told(setup), built), how)


def check_there(paths: Sequence[str]) -> None:
    """End the program where something was named that is not there: it is mistyped, and no class of one that failed."""
    gone = [path for path in paths if path != "-" and not os.path.exists(path)]
    if gone:
        complain(f"{printable(path, 4096)}: there is no such file or folder" for path in gone)
        leave({Exit.USAGE})


def check_required(ids: Sequence[str], held: Class, bank: Bank) -> None:
    """End the program where a required problem is nowhere to be found: it is mistyped, and nobody can have answered it."""
    unknown = [id_ for id_ in ids if id_ not in bank]
    if not unknown or bank.faults:  # it may be in a file that cannot be read, which is told
        return
    places = dict.fromkeys(one.beside for one in held.hand_ins)
    wrong = []
    for id_ in unknown:
        found = [bank.find_beside(place, id_, ids) for place in places] or [bank.find(id_)]
        wrong += (
            [found[0].message] if all(isinstance(one, Fault) for one in found) and isinstance(found[0], Fault) else []
        )
    if wrong:
        raise click.UsageError("\n".join(f"--require: {message}" for message in wrong))


def run_class(plan: RunPlan, how: How, then: Then | None = None) -> NoReturn:
    """Mark a class, write and print what is asked for, and end the program. `then` is done when the folder is whole."""
    news = News()
    is_drawn = bool(plan.setup.html or plan.setup.drawings)
    try:
        with crew_of(how.jobs, how.executor, plan.total, is_drawn=is_drawn) as crew:
            codes = _print_only(plan, how, crew, news) if how.out is None else _into_folder(plan, how, crew, news, then)
    except (RunRefused, CrewLost) as failure:
        complain([str(failure)])
        leave({Exit.USAGE})
    news.check(plan.bank)
    complain(news.notes)
    complain(news.faults)
    told = [*_told_of(news.bugs, _NOT_MARKED), *_told_of(news.page_bugs, _NO_PAGE)]
    if told:
        complain(told)
        sys.exit(int(Exit.BUG))
    leave(codes | ({Exit.PROBLEM} if news.faults else set()))


def _told_of(bugs: Sequence[str], said: str) -> list[str]:
    """Return what is said of hand-ins on which the program failed, behind the first traceback."""
    return [bugs[0], said.format(count(len(bugs), "hand-in"))] if bugs else []


def _print_only(plan: RunPlan, how: How, crew: Crew, news: News) -> set[Exit]:
    tally, codes, shown = Tally(plan.students), set() if plan.total else {Exit.SUBMISSION}, _Shown(plan)
    if not shown.begin():
        return codes | {Exit.USAGE}
    for done in with_rate(stream(plan, crew, news), plan.total, "graded"):
        if (row := done.row) is not None:
            tally.add(row)
            codes |= _codes(row.is_whole, row.share if row.is_readable else None, how)
        if not shown.add(done):
            return codes | {Exit.USAGE}
    codes |= set() if shown.end() else {Exit.USAGE}
    complain([*tally.warnings(), *shown.warnings(), str(tally)])
    return codes


def _into_folder(plan: RunPlan, how: How, crew: Crew, news: News, then: Then | None) -> set[Exit]:
    folder = how.out or ""
    out, shown = Out(folder), _Shown(plan)
    done_so_far = 0
    if not shown.begin():
        return {Exit.USAGE}
    try:
        out.open(plan.made, is_fresh=how.is_fresh)
        run = ClassRun(plan, out, crew, news)
        for done in with_rate(run.mark(), plan.total, f"graded; {_GOES_ON}", alone=bool(plan.setup.shown)):
            done_so_far += 1
            if done is not None and not shown.add(done):
                return {Exit.USAGE}
        summary = run.finish()
        codes = then() if then is not None else set()
    except OSError as failure:
        what = printable(str(failure.filename or folder), 4096)
        complain(
            [
                f"{what}: cannot be written: {failure.strerror or failure}; {done_so_far} of {plan.total} are marked, {_GOES_ON}"
            ]
        )
        return {Exit.USAGE}
    finally:
        out.close()
    complain([*summary.warnings, *_said(summary, folder), summary.tally])
    codes |= set() if shown.end() else {Exit.USAGE}
    codes |= _codes(summary.is_whole, summary.least, how)
    return codes | (set() if plan.total else {Exit.SUBMISSION})


def _said(summary: Summary, folder: str) -> Iterator[str]:
    """Yield what was taken over from a run before, and what was written."""
    if not summary.is_new:
        yield f"nothing has changed since {printable(folder)} was written: all was marked before"
        return
    if summary.taken_over:
        yield f"{summary.taken_over:,} of {summary.taken_over + summary.marked:,} hand-ins were marked before and are taken over"
    if summary.dropped:
        yield f"{count(summary.dropped, 'earlier result')} dropped: what was handed in has changed, or is not there any more"
    yield wrote(summary.files, folder)


def _codes(is_whole: bool, share: Fraction | None, how: How) -> set[Exit]:  # noqa: FBT001  # two answers of one row
    codes = set() if is_whole else {Exit.SUBMISSION}
    is_below = how.fail_under is not None and share is not None and share * 100 < Fraction(how.fail_under)
    return codes | ({Exit.BELOW} if is_below else set())


class _Shown:
    """What goes to the streams: a text or an object for each hand-in as it comes, or one table at the end; complaints."""

    def __init__(self, plan: RunPlan) -> None:
        self._format = plan.setup.shown
        self._between: Sequence[str] = ()
        self._head, self._foot = export_frame(self._format)
        self._table = Gradebook(plan.columns, plan.students, plan.setup.late) if self._format == "csv" else None
        # On a terminal the text report has just said the same.
        self._is_said = self._format == "text" and is_terminal(sys.stdout) and is_terminal(sys.stderr)

    def begin(self) -> bool:
        """Write what stands before all and return whether that worked."""
        return not self._head or emit(self._head, is_utf8=True)

    def add(self, done: Done) -> bool:
        """Say what became of one hand-in and return whether that could be written."""
        if self._table is not None and done.row is not None:
            self._table.add(done.row)
        is_written = not done.shown or self._emit(done)
        complain((*(() if self._is_said else done.said), *done.notes))
        return is_written

    def _emit(self, done: Done) -> bool:
        if self._format != "text":
            return emit("".join(map(str, done.shown)), is_utf8=self._format != "json")
        lines = [*self._between, *done.shown]
        self._between = [""]
        return emit_text(lines)

    def warnings(self) -> list[str]:
        """Return what is to be known of the table."""
        return self._table.warnings() if self._table is not None else []

    def end(self) -> bool:
        """Write what is left and return whether that worked."""
        if self._table is not None:
            return emit(self._table.text(), is_utf8=True)
        return not self._foot or emit(self._foot, is_utf8=True)
