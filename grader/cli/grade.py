"""`grade`: submissions in, reports out. One file after the other here; classes in `grade_class.py`."""

import os
from functools import partial

import click

from grader.cli.command import Command, completing_list, problem_ids
from grader.cli.grade_options import (
    SANDBOXES,
    WHEN,
    Output,
    Settings,
    check_for_one,
    check_there,
    checked,
    reach_of,
    read_link,
    read_percent,
    read_with,
)
from grader.cli.options import (
    A_FOLDER,
    DRAWINGS,
    Choice,
    Exit,
    complain,
    drawing_options,
    files_option,
    numbers_option,
    problem_bytes_option,
    problems_option,
    reach,
    submission_bytes_option,
    with_progress,
    write_made,
    wrote,
)
from grader.core.answers.reports import Reveal
from grader.core.data import Data, grouped, with_field
from grader.core.errors import Fault, GradingError
from grader.core.lazy import collect_garbage
from grader.core.names import submission_stems
from grader.core.policy import read_share, read_step
from grader.core.resources import __version__
from grader.core.text import both, printable
from grader.course.hand_in import Class, HandIn, single_file
from grader.course.lms import AUTO, LMS, NO_PLATFORM
from grader.course.one_student import FAILED, foreign_in, mark_given, open_files, peek
from grader.course.tally import Tally, row_of
from grader.grading.bank import Bank
from grader.grading.marking import Terms, grade_asked
from grader.grading.outcome import Outcome
from grader.platforms import RESULT_FORMATS, Sort, TreeAs, output_of

_EPILOG = """\b
Examples:
  grade submission.yaml
  grade submission.yaml --problems week5/ --svg --html --out feedback
  grade submissions/ --format json --reveal verdicts > results.jsonl
  grade submissions/ --problems week5/ --format csv > marks.csv
  cat answer.json | grade - --format gradescope > results.json

\b
Exit codes: 0 graded, whatever the marks; 2 wrong usage, or a file cannot be
written; 3 something handed in cannot be graded; 4 a problem is wrong;
5 below --fail-under. Where several apply: 2, 4, 3, 5.
"""
_OF_ONE = "problems format_ tree html practice svg png pdf dot out numbers reveal require only as_one"
_HEADINGS = {
    "One file, and each of a class": f"{_OF_ONE} fail_under follow_through across_parts step".split(),
    "A class": [
        "quiz",
        "lms",
        "jobs",
        "executor",
        "keep",
        "mark_foreign",
        "sandbox",
        "fresh",
        "due",
        "grace",
        "late_penalty",
        "times",
        "adjust",
    ],
    "Platforms": ["at", "tree_as", "test_visibility"],
}


def _split(context: click.Context, parameter: click.Parameter, stated: tuple[str, ...]) -> tuple[str, ...]:
    """Return names that stand with commas between them, each once."""
    return tuple(dict.fromkeys(name.strip() for name in ",".join(stated).split(",") if name.strip()))


def _usual_trees() -> str:
    """Return how trees go into the results of each format where nothing is said of it."""
    usual = grouped((form.trees[0].value, name) for name, form in RESULT_FORMATS.items() if form.trees)
    return ", ".join(f"{tree} for {both(names)}" for tree, names in sorted(usual.items()))


@click.command(cls=Command, epilog=_EPILOG, headings=_HEADINGS)
@click.argument("submissions", nargs=-1, required=True, metavar="SUBMISSION...")
@problems_option
@click.option(
    "--format",
    "-f",
    "format_",
    type=Choice([*RESULT_FORMATS]),
    help="The report on stdout: to read, our own JSON, a table with a line a student, or what a platform reads; JSON is one object a line.  "
    "[default: text]",
)
@click.option(
    "--at",
    metavar="TIME",
    help=f"With --format {', '.join(with_field(RESULT_FORMATS, 'has_time'))}: the time that a score bears, such as 2026-11-20T18:00:00+01:00. No clock is asked.",
)
@click.option(
    "--tree-as",
    type=click.Choice([one.value for one in TreeAs]),
    help=f"How the annotated tree goes into a platform's result.  [default: {_usual_trees()}]",
)
@click.option(
    "--test-visibility",
    multiple=True,
    metavar="[PART=]WHEN",
    help=f"With --format {', '.join(with_field(RESULT_FORMATS, 'has_visibility'))}: when students see tests, {WHEN}; with PART= those of one part. Repeatable.",
)
@click.option("--tree", is_flag=True, help="In the text report show each annotated tree below its marks, as text.")
@click.option("--html", is_flag=True, help="Write one self-contained page for each submission into --out.")
@click.option(
    "--practice",
    callback=read_link,
    metavar="LINK",
    help="With --html: beside each mistake that is named, a link to an exercise on it in this page, which `gametree quiz practice` wrote; relative to the feedback, or https.",
)
@drawing_options
@numbers_option
@click.option(
    "--reveal",
    type=click.Choice([reveal.value for reveal in Reveal]),
    callback=lambda _, __, value: None if value is None else Reveal(value),
    help="How much every output may say: marks only, verdicts on what was handed in, or the expected answers too.  [default: expected]",
)
@click.option(
    "--require",
    multiple=True,
    metavar="ID,...",
    callback=_split,
    shell_complete=completing_list(problem_ids),
    help="Problems that count even where a submission leaves them out. Repeatable.",
)
@click.option("--only", is_flag=True, help="Mark no other problems than those of --require.")
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    metavar="PCT",
    help="Exit with 5 where a submission earns less than PCT %.",
)
@click.option(
    "--follow-through",
    callback=read_with(read_share),
    metavar="SHARE",
    help="What an answer that follows from the student's own wrong number earns of its marks, 0 to 1/2; goes before "
    "what a problem says.  [default: 1/2]",
)
@click.option(
    "--across-parts/--no-across-parts",
    default=None,
    help="Whether value, best-move and choice may follow from the student's own values and scores; goes before what a "
    "problem says.  [default: across-parts]",
)
@click.option(
    "--round",
    "step",
    callback=read_with(read_step),
    metavar="0.01|0.1|0.25|0.5|1",
    help="To what the marks of each problem are rounded, halves up; goes before what a problem says.  [default: 0.01]",
)
@click.option(
    "--quiz",
    type=A_FOLDER,
    metavar="BUILD",
    help="The folder that `gametree quiz build` wrote: problems come from it alone, and every exercise of a student's "
    "sheet counts.",
)
@click.option(
    "--lms",
    type=click.Choice((AUTO, *LMS, NO_PLATFORM)),
    help="Each SUBMISSION is what this platform's bulk download holds: who handed in what, its names say. With the class list of a quiz "
    "platforms are known by themselves; none looks for none.",
)
@click.option(
    "--as-one",
    is_flag=True,
    help="All that is named was handed in by one student: it is marked as one submission.",
)
@click.option(
    "--due",
    metavar="TIME",
    help="In a class: when it was due, such as 2026-11-20T18:00:00+01:00; goes with --late-penalty. The gradebook gets raw, penalty and final.",
)
@click.option(
    "--grace",
    type=click.IntRange(min=0, max=100_000),
    metavar="MINUTES",
    help="With --due: so many minutes later still is in time.  [default: 0]",
)
@click.option(
    "--late-penalty",
    callback=read_with(read_percent),
    metavar="PCT",
    help="With --due: what each day begun costs, in per cent of the possible marks. Times are the platform's.",
)
@files_option(
    "--times",
    "With --due: when students handed in, by Moodle's grading worksheet, Gradescope's grades, or a table with id and time.",
)
@files_option(
    "--adjust",
    "With --out, in a class: decisions of people on marks, as YAML, JSON or CSV; BUILD/adjust.yaml is taken too.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Mark a class in N processes.  [default: as many as there are cores, where the class is large]",
)
@click.option(
    "--keep",
    type=click.Choice(("latest", "best", "first")),
    help="Which of several answers of a student to one problem count in a class; goes before what a quiz says.  "
    "[default: latest]",
)
@click.option(
    "--mark-foreign",
    is_flag=True,
    help="With --quiz: mark answers to somebody else's sheet where a student has none to the own one.",
)
@click.option(
    "--sandbox",
    type=click.Choice(SANDBOXES),
    help="With --quiz: how programs that students wrote are run: in bubblewrap, as another user (as root, in a container for one submission), or with no more than limits.  "
    "[default: bubblewrap]",
)
@click.option(
    "--executor",
    metavar="dask=ADDRESS",
    help="Mark a class on the Dask cluster whose scheduler is at ADDRESS (tcp://HOST:PORT) instead of in processes here.",
)
@click.option("--fresh", is_flag=True, help="Begin a class run anew instead of going on with what --out holds.")
@submission_bytes_option
@problem_bytes_option
@click.version_option(__version__, prog_name="gametree-grader")
def grade(**given: Data) -> None:
    """Mark submissions against reference solutions.

    SUBMISSION is a YAML or JSON file, a folder or zip archive of them in which each file or folder is a student's, a
    .jsonl file with one a line, or - for standard input. The report goes to stdout, everything else to stderr; files
    are written only into --out.
    """
    drawings = tuple(name for name in DRAWINGS if given.pop(name))
    collect_garbage()
    settings = checked(Settings(**given, drawings=drawings))
    built = None
    if settings.quiz is not None:
        from grader.cli.grade_class import open_quiz

        built = open_quiz(settings.quiz, is_alone=not (settings.problems or settings.require or settings.only))
        if settings.as_one and built.roster:
            raise click.UsageError("--as-one goes without a class list, which says who handed in what")
    if settings.lms is not None:
        check_there(settings.submissions)
    held = None if built is not None or settings.lms is not None else single_file(settings.submissions)
    if held is None:
        from grader.course.gathering import Gathering, gather

        programs = None if built is None else built.programs
        how = Gathering(
            settings.out,
            settings.limits,
            partial(peek, limits=settings.limits, programs=programs),
            built,
            settings.lms or "",
            counts_all=bool(settings.require),
            as_one=settings.as_one,
            programs=programs,
        )
        held = gather(settings.submissions, how)
    if (built is not None and not settings.as_one) or (held.is_class and settings.out is not None):
        check_there(settings.submissions)
    complain((*(f"{printable(path)}: passed over, it {what}" for path, what in held.junk), *held.notes))
    if built is None and not held.is_class:
        grade_each(held, settings)
        return
    from grader.cli.grade_class import class_into_folder, class_plan, class_to_stdout

    plan = class_plan(held, settings, built)
    (class_to_stdout if settings.out is None else class_into_folder)(plan, settings)


def grade_each(held: Class, settings: Settings) -> None:
    """Mark what was named one by one: a report on each as it comes, and its files."""
    check_for_one(settings)
    store, tally = Bank(*settings.problems, limits=settings.problem_limits), Tally()
    _mark_each(held, settings, store, tally)
    store.check_named()
    complain(store.notes)
    complain(store.faults, Exit.PROBLEM)
    complain(tally.warnings())
    if len(settings.submissions) > 1:
        complain([str(tally)])


def _mark_each(held: Class, settings: Settings, store: Bank, tally: Tally) -> None:
    if not held.hand_ins:
        reach(Exit.SUBMISSION)
    table = None
    if settings.form.sort is Sort.TABLE:
        from grader.course.csv_tables import Gradebook

        table = Gradebook(settings.require)
    output = Output(settings.format, table)
    if not output.begin():
        return
    folders = submission_stems([one.files[0].path for one in held.hand_ins])
    written = 0
    for place, hand_in in enumerate(with_progress(held.hand_ins, len(held.hand_ins), "Grading", "graded")):
        outcome = _outcome_of(hand_in, settings, store, output)
        row = row_of(outcome)
        tally.add(row)
        lines = output_of(outcome, settings.format, settings.options)
        if not output.add(row, lines, foreign_in(outcome) if output.is_watched else None):
            return
        if not output.says_all:
            not_graded = (fault for _, fault, _ in outcome.not_graded)
            complain((*outcome.faults, *not_graded, *outcome.unread, *map(str, outcome.superseded)))
        reach_of(settings, row.share if row.is_readable and not row.pending else None, is_whole=row.is_whole)
        if settings.out is not None:
            written += _write_feedback(outcome, settings, os.path.join(settings.out, folders[place]))
    output.end()
    if settings.out is not None:
        complain([wrote(written, settings.out)])


def _outcome_of(hand_in: HandIn, settings: Settings, store: Bank, output: Output) -> Outcome:
    """Return what became of a hand-in. A platform gets a result even where the program fails on it, which ends the run."""
    names, reveal = settings.require, settings.reveal or Reveal.EXPECTED
    find = store.find if hand_in.beside == "-" else partial(store.find_beside, hand_in.beside, required=names)
    mark = partial(grade_asked, find=find, terms=Terms(reveal, names, settings.only, settings.policy))
    try:
        return mark_given(hand_in.student, open_files(hand_in.files, settings.limits), mark, reveal)
    except Exception:
        if settings.form.sort is Sort.PLATFORM:
            source = hand_in.files[0].path
            failed = Outcome(source, hand_in.student, faults=(Fault(FAILED, source),))
            output.add(None, output_of(failed, settings.format, settings.options))
            output.end()
        raise


def _write_feedback(outcome: Outcome, settings: Settings, folder: str) -> int:
    """Write the files of one hand-in into its folder and return how many; what cannot be drawn or written is said and passed over."""
    from pathlib import Path

    from grader.pages.feedback import feedback_files

    written = 0
    for name, make in feedback_files(
        outcome, settings.drawings, html=settings.html, numbers=settings.numbers, practice=settings.practice
    ):
        try:
            written += write_made(Path(folder, name), make)
        except GradingError as failure:
            complain(f"{name}: {fault.message}" for fault in failure.faults)
    return written
