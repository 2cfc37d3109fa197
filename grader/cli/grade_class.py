"""A class run from the command line: by which quiz, who marks, one folder or standard output, and what is said of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext

import click

from grader.cli.adjust import with_decisions
from grader.cli.grade_options import SANDBOXES, Output, Settings, reach_of
from grader.cli.options import Exit, cannot, complain, leave, reach, stop, with_progress, wrote
from grader.core.answers.reports import Reveal
from grader.core.data import Data
from grader.core.errors import Fault, ProblemError
from grader.core.policy import write_policy
from grader.core.text import count, printable
from grader.course.csv_tables import Gradebook
from grader.course.hand_in import Class, is_of_system
from grader.course.one_student import Keep
from grader.course.quiz import LOCK_FILE as LOCK
from grader.course.quiz import QuizMarking, Variants
from grader.course.quiz.built import Built, open_build, read_lock
from grader.course.run.chunks import Done, Setup
from grader.course.run.class_run import ClassRun, News, RunPlan, Summary, plan_of, stream
from grader.course.run.out_folder import Out
from grader.course.run.workers import WorkerPool, cluster, here, processes
from grader.course.tally import Tally
from grader.grading.bank import Bank
from grader.kinds import Exercise
from grader.platforms import Sort

# -- the build of a quiz by which is marked


def open_quiz(build: str, *, is_alone: bool) -> Built:
    """Return the build in the folder, unless problems are asked for by other options too; else end the program."""
    if not is_alone:
        raise click.UsageError(
            "--quiz BUILD goes without --problems, --require and --only: problems come from it, and all of a sheet count"
        )
    try:
        built = open_build(build)
    except ProblemError as failure:
        complain(failure.faults, Exit.PROBLEM)
        if os.path.exists(os.path.join(build, LOCK)):
            complain([f"`{_made_by(build)} --force` builds it again"])
        leave()
    marked = built.for_files()
    if marked.by_file:
        _say_what_files_hold(built, marked, printable(build, 4096))
    return marked


def _made_by(build: str) -> str:
    """Return the command that writes such a build; of a lock that cannot be read it is not known whether it is the key to an export."""
    try:
        lock, _ = read_lock(build)
    except ProblemError:
        return f"gametree quiz build QUIZ --out {printable(build, 4096)}"
    pools = f" --variants {len(lock.sheets)}" if lock.variants == Variants.POOLS else ""
    exported = f"gametree export QUIZ --to {lock.platform or 'FORMAT'}{pools} --out OUT --key {printable(build, 4096)}"
    return exported if pools or lock.platform else f"gametree quiz build QUIZ --out {printable(build, 4096)}"


def _say_what_files_hold(built: Built, marked: Built, build: str) -> None:
    """Say which parts of an export are marked here; where that is none, end the program."""
    whole = {one.exercise: built.find(one.problem) for one in built.sheet_of("")}
    total = sum(len(one.problem.parts) for one in whole.values() if isinstance(one, Exercise))
    by_file = {one.exercise: built.lock.by_file[one.problem] for one in marked.sheet_of("")}
    here = sum(map(len, by_file.values()))
    before = f"{build}: {total - here} of {count(total, 'part')} were answered on the platform ({built.lock.platform})"
    if not here:
        rest = f"grade FILES --problems {build}/key/problems marks whole submissions"
        stop([f"{before}, so nothing is asked of files; {rest}"], Exit.USAGE)
    if here < total:
        shown = "; ".join(f"{printable(name)}: {', '.join(parts)}" for name, parts in by_file.items())
        complain([f"{before}; this marks the other {here if here > 1 else 'one'} ({shown})"])


# -- who marks a class: this process, processes beside it where they pay, or a cluster that is named

_FEW, _FEW_DRAWN = 1000, 100
"""So many hand-ins are marked in the time that processes need to start."""


def _pool_of(settings: Settings, plan: RunPlan) -> AbstractContextManager[WorkerPool]:
    """Return who marks the hand-ins. Raises WorkersLost where there is no such cluster."""
    if settings.executor is not None:
        kind, _, address = settings.executor.partition("=")
        if kind != "dask" or not address:
            raise click.UsageError("--executor takes dask=ADDRESS, such as dask=tcp://10.0.0.5:8786")
        return cluster(address)
    few = _FEW_DRAWN if plan.setup.html or plan.setup.drawings else _FEW
    wanted = settings.jobs or (_cores() if plan.total >= few else 1)
    return nullcontext(processes(min(wanted, max(plan.total, 1))) if wanted > 1 else here(plan.bank))


def _cores() -> int:
    affinity: Callable[[int], set[int]] | None = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


# -- what is marked, and how


def class_plan(held: Class, settings: Settings, built: Built | None) -> RunPlan:
    """Return what is to be marked of a class."""
    if settings.require and built is None:
        _check_required(settings, held)
    setup = setup_of(settings, built)
    plan = plan_of(held, settings.submissions, setup, settings.limits, told(settings, setup), built)
    return with_decisions(plan, settings, built, [one.student or "" for one in held.hand_ins])


def setup_of(settings: Settings, built: Built | None) -> Setup:
    """Return how hand-ins are marked: what the options say goes before what a quiz says. Raises Refusal where programs cannot be run so."""
    quiz = None if built is None else built.quiz
    sandbox, python = (
        ("", "") if built is None or built.programs is None else _sandbox(settings.sandbox or SANDBOXES[0])
    )
    marking = quiz.marking if quiz is not None else QuizMarking()
    is_shown = settings.out is None or settings.tree or settings.format_ is not None
    return Setup(
        settings.policy.over(marking.policy),
        settings.reveal or marking.reveal or Reveal.EXPECTED,
        settings.require,
        settings.only,
        settings.problems,
        settings.problem_limits,
        "" if quiz is None else quiz.id,
        "" if quiz is None else quiz.title or quiz.id,
        Keep(settings.keep or marking.keep or Keep.LATEST),
        settings.mark_foreign,
        results=settings.out is not None,
        shown=settings.format if is_shown else "",
        html=settings.html,
        practice=settings.practice,
        drawings=settings.drawings,
        numbers=settings.numbers,
        options=settings.options,
        late=settings.late,
        sandbox=sandbox,
        python=python,
    )


def _sandbox(mode: str) -> tuple[str, str]:
    """Return how programs are run, and the version of the Python that runs them; what the mode does not keep is said. Raises Refusal."""
    from grader.grading.programs.sandbox import MODES, open_sandbox  # few quizzes have programs

    box = open_sandbox(mode)
    complain([f"--sandbox {mode}: {MODES[mode]}"] if MODES[mode] else [])
    return mode, box.version


def told(settings: Settings, setup: Setup) -> dict[str, Data]:
    """Return what the files of a run depend on, as it is told where a later run is asked for something else."""
    return {
        "marking": write_policy(setup.policy),
        "--reveal": setup.reveal.value,
        "--require": list(settings.require),
        "--only": settings.only,
        "--keep": setup.keep.value,
        "--mark-foreign": settings.mark_foreign,
        "--html": settings.html,
        "drawings": list(settings.drawings),
        "--numbers": settings.numbers.value,
        settings.limits.option: settings.limits.bytes,
        settings.problem_limits.option: settings.problem_limits.bytes,
        **({"--practice": settings.practice} if settings.practice else {}),
        **({"--lms": settings.lms} if settings.lms else {}),
        **({"--sandbox": setup.sandbox, "the Python of programs": setup.python} if setup.sandbox else {}),
        **(settings.late.as_data() if settings.late is not None else {}),
    }


def _check_required(settings: Settings, held: Class) -> None:
    """Refuse a required problem that is nowhere to be found: it is mistyped, and nobody can have answered it."""
    ids, bank = settings.require, Bank(*settings.problems, limits=settings.problem_limits)
    unknown = [id_ for id_ in ids if id_ not in bank]
    if not unknown or bank.faults:  # it may be in a file that cannot be read, which is told
        return
    places = dict.fromkeys(one.beside for one in held.hand_ins)
    wrong = []
    for id_ in unknown:
        found = [bank.find_beside(place, id_, ids) for place in places] or [bank.find(id_)]
        faults = [one.message for one in found if isinstance(one, Fault)]
        wrong += faults[:1] if len(faults) == len(found) else []
    if wrong:
        raise click.UsageError("\n".join(f"--require: {message}" for message in wrong))


# -- the run

_NOT_MARKED = "{} could not be marked because of bugs of the program"
_NO_PAGE = "feedback of {} could not be made because of bugs of the program; the marks stand"
_GOES_ON = "the same command goes on from there"


def class_to_stdout(plan: RunPlan, settings: Settings) -> None:
    """Mark a class, and print what becomes of each; nothing is written."""
    news, tally, output = (
        News(),
        Tally(plan.students, of_systems=sum(is_of_system(what) for _, what in plan.junk)),
        _output(plan),
    )
    if not plan.total:
        reach(Exit.SUBMISSION)
    with _pool_of(settings, plan) as pool:
        if output.begin() and _print_each(plan, settings, output, stream(plan, pool, news), tally):
            output.end()
            complain([*tally.warnings(), *output.warnings(), str(tally)])
    _tell(plan, news)


def _print_each(plan: RunPlan, settings: Settings, output: Output, marked: Iterator[Done], tally: Tally) -> bool:
    for done in with_progress(marked, plan.total, "Grading", "graded", has_rate=True):
        if (row := done.row) is not None:
            tally.add(row)
            reach_of(settings, row.share if row.is_readable and not row.pending else None, is_whole=row.is_whole)
        if not _add(output, done):
            return False
    return True


def class_into_folder(plan: RunPlan, settings: Settings, then: Callable[[], None] | None = None) -> None:
    """Mark a class into its folder, or go on with it; `then` is done when the folder is whole, and may raise OSError."""
    news = News()
    with _pool_of(settings, plan) as pool:
        _fill_folder(plan, settings, pool, news, then)
    _tell(plan, news)


def _fill_folder(
    plan: RunPlan, settings: Settings, pool: WorkerPool, news: News, then: Callable[[], None] | None
) -> None:
    folder = settings.out or ""
    out, output = Out(folder), _output(plan)
    if not output.begin():
        return
    run: ClassRun | None = None
    try:
        out.open(plan.made, is_fresh=settings.fresh)
        run = ClassRun(plan, out, pool, news)
        said, alone = f"graded; {_GOES_ON}", bool(plan.setup.shown)
        marked = with_progress(
            run.mark(), plan.total, "Grading", said, alone=alone, has_rate=True, saved=run.count_saved
        )
        for done in marked:
            if done is not None and not _add(output, done):
                return
        summary = run.finish()
        if then is not None:
            then()
    except OSError as failure:
        what = cannot(printable(str(failure.filename or folder), 4096), failure)
        saved = 0 if run is None else run.count_saved()
        complain([f"{what}; {saved} of {plan.total} are marked, {_GOES_ON}"], Exit.USAGE)
        return
    finally:
        out.close()
    complain([*summary.warnings, *_said(summary, folder), summary.tally])
    output.end()
    reach_of(settings, summary.least, is_whole=summary.is_whole and bool(plan.total))


def _output(plan: RunPlan) -> Output:
    is_table = plan.setup.form.sort is Sort.TABLE
    return Output(plan.setup.shown, Gradebook(plan.columns, plan.students, plan.setup.late) if is_table else None)


def _add(output: Output, done: Done) -> bool:
    """Print what is shown of a hand-in, say what is wrong with it, and return whether the first could be written."""
    is_written = output.add(done.row, done.shown)
    complain((*(() if output.says_all else done.said), *done.notes))
    return is_written


def _tell(plan: RunPlan, news: News) -> None:
    """Say what was found out about problems; bugs of the program, each the first traceback and how many, end it."""
    news.check(plan.bank)
    complain(news.notes)
    complain(news.faults, Exit.PROBLEM)
    for bugs, said in ((news.bugs, _NOT_MARKED), (news.page_bugs, _NO_PAGE)):
        if bugs:
            complain([bugs[0], said.format(count(len(bugs), "hand-in"))])
    if news.bugs or news.page_bugs:
        sys.exit(int(Exit.BUG))


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
