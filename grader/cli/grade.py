"""`grade`: submissions in, reports out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import isfinite
from typing import NamedTuple

import click

from grader.bank import Bank
from grader.cli.command import Command
from grader.cli.completion import completing_list, problem_ids
from grader.cli.options import (
    DRAWINGS,
    Exit,
    collect_garbage,
    complain,
    drawing_options,
    emit,
    emit_text,
    format_option,
    is_terminal,
    leave,
    problem_bytes_option,
    problems_option,
    submission_bytes_option,
    with_progress,
    wrote,
)
from grader.course.mark import mark_hand_in, peek
from grader.course.students import Class, HandIn, feedback_folders, gather
from grader.course.tally import Tally
from grader.documents import PROBLEM_LIMITS, SUBMISSION_LIMITS
from grader.errors import GradingError
from grader.exact import Number
from grader.grading import NOT_PART, Outcome, grade_joined
from grader.kinds import Policy
from grader.marks.reports import Reveal
from grader.policy import read_share, read_step
from grader.printable import printable
from grader.version import __version__

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


def read_with(
    read: Callable[[str], Number],
) -> Callable[[click.Context, click.Parameter, str | None], Number | None]:
    """Return the reader of an option's number, written as numbers are in documents; anything else is wrong usage."""

    def number(context: click.Context, parameter: click.Parameter, text: str | None) -> Number | None:
        try:
            return None if text is None else read(text)
        except ValueError as failure:
            raise click.BadParameter(f"{text!r}: {failure}") from None

    return number


class Settings(NamedTuple):
    """What the options say."""

    format: str
    reveal: Reveal
    require: tuple[str, ...]
    fail_under: float | None
    out: str | None
    drawings: tuple[str, ...]
    html: bool


@click.command(cls=Command, epilog=_EPILOG)
@click.argument("submissions", nargs=-1, required=True, metavar="SUBMISSION...")
@problems_option
@format_option(
    "text",
    "json",
    "csv",
    "gradescope",
    help="The report on stdout; json and gradescope print one object a line, csv one table, a line a student.",
)
@click.option("--html", is_flag=True, help="Write one self-contained page for each submission into --out.")
@drawing_options
@click.option(
    "--reveal",
    type=click.Choice([reveal.value for reveal in Reveal]),
    default=Reveal.EXPECTED.value,
    show_default=True,
    help="How much every output may say: marks only, verdicts on what was handed in, or the expected answers too.",
)
@click.option(
    "--require",
    metavar="ID,...",
    default="",
    shell_complete=completing_list(problem_ids),
    help="Problems that count even where a submission leaves them out.",
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
@submission_bytes_option
@problem_bytes_option
@click.version_option(__version__, prog_name="gametree-grader")
def grade(
    submissions: tuple[str, ...],
    problems: tuple[str, ...],
    format_: str,
    html: bool,  # noqa: FBT001  # click passes flags by name
    out: str | None,
    reveal: str,
    require: str,
    only: bool,  # noqa: FBT001  # click passes flags by name
    fail_under: float | None,
    follow_through: Number | None,
    step: Number | None,
    across_parts: bool | None,  # noqa: FBT001  # click passes flags by name
    max_submission_bytes: int,
    max_problem_bytes: int,
    **drawings: bool,
) -> None:
    """Mark submissions against reference solutions.

    SUBMISSION is a YAML or JSON file, a folder of them in which each file or folder is a student's, or - for standard
    input. The report goes to stdout, everything else to stderr; files are written only into --out.
    """
    wanted = tuple(name for name in DRAWINGS if drawings[name])
    collect_garbage()
    if only and not require:
        raise click.UsageError("--only goes with --require ID,..., the problems that count")
    if fail_under is not None and not isfinite(fail_under):
        raise click.UsageError("--fail-under takes a number from 0 to 100")
    if bool(wanted or html) != (out is not None):
        raise click.UsageError(
            "--out DIR goes with at least one of --html, --svg, --png, --pdf, --dot, and they with it"
        )
    names = tuple(dict.fromkeys(id_.strip() for id_ in require.split(",") if id_.strip()))
    settings = Settings(format_, Reveal(reveal), names, fail_under, out, wanted, html)
    limits = SUBMISSION_LIMITS._replace(bytes=max_submission_bytes)
    policy = Policy(follow_through, across_parts, step)
    store = Bank(*problems, limits=PROBLEM_LIMITS._replace(bytes=max_problem_bytes))

    held = gather(submissions, out, partial(peek, limits=limits))
    complain((*(f"{printable(path)}: passed over, it {what}" for path, what in held.junk), *held.notes))

    def grade_one(hand_in: HandIn) -> Outcome:
        is_standard_input = hand_in.beside == "-"
        find = store.find if is_standard_input else partial(store.find_beside, hand_in.beside, required=names)
        mark = partial(grade_joined, find=find, reveal=settings.reveal, require=names, only=only, policy=policy)
        return mark_hand_in(hand_in, limits, mark, settings.reveal)

    tally = Tally()
    codes = execute(held, grade_one, settings, tally)
    store.check_named()
    complain(store.notes)
    complain((*store.faults, *tally.warnings()))
    if held.has_folder or len(submissions) > 1:
        complain([str(tally)])
    leave(codes | ({Exit.PROBLEM} if store.faults else set()))


def execute(held: Class, grade_one: Callable[[HandIn], Outcome], settings: Settings, tally: Tally) -> set[Exit]:
    """Grade each hand-in, write its report and files, and return the exit codes that apply."""
    codes = set() if held.hand_ins else {Exit.SUBMISSION}
    report = _Report(settings)
    folders = [] if settings.out is None else feedback_folders(held)
    written = 0
    for place, hand_in in enumerate(with_progress(held.hand_ins, len(held.hand_ins), "Grading", "graded")):
        outcome = grade_one(hand_in)
        tally.add(outcome)
        if not report.add(outcome):
            return codes | {Exit.USAGE}
        codes |= exit_codes(outcome, settings)
        if settings.out is not None:
            count_, more = write_feedback(outcome, settings, os.path.join(settings.out, folders[place]))
            codes, written = codes | more, written + count_
    codes |= set() if report.end() else {Exit.USAGE}
    if settings.out is not None:
        complain([wrote(written, settings.out)])
    return codes


class _Report:
    """What goes to stdout: a text or an object for each outcome as it comes, or one table at the end."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._is_first = True
        self._table = None
        if settings.format == "csv":
            from grader.course.gradebook import Gradebook

            self._table = Gradebook(settings.require)

    def add(self, outcome: Outcome) -> bool:
        """Take in one outcome and return whether it could be written."""
        if self._table is not None:
            self._table.add(outcome)
            return True
        between = "" if self._is_first or self._settings.format != "text" else "\n"
        self._is_first = False
        write = emit_text if self._settings.format == "text" else emit
        return write(between + _report(outcome, self._settings))

    def end(self) -> bool:
        """Write what is left and return whether that worked."""
        return self._table is None or emit(self._table.text(), is_utf8=True)


def _report(outcome: Outcome, settings: Settings) -> str:
    if settings.format == "text":
        from grader.pages.text import render_text

        return render_text(outcome)
    from grader.export import export_text

    return export_text(outcome, settings.format)


def exit_codes(outcome: Outcome, settings: Settings) -> set[Exit]:
    """Return the exit codes that one outcome asks for, and complain about what was not graded."""
    # On a terminal the text report has just said the same.
    is_said = settings.format == "text" and is_terminal(sys.stdout) and is_terminal(sys.stderr)
    not_graded = (fault for _, fault in outcome.not_graded)
    complain([] if is_said else (*outcome.faults, *not_graded, *outcome.unread, *map(str, outcome.superseded)))
    failed = [fault for _, fault in outcome.not_graded if fault.message != NOT_PART]
    codes = {Exit.SUBMISSION} if outcome.faults or failed or outcome.unread else set()
    fail_under = settings.fail_under
    if not outcome.is_gradable:
        return codes
    percent = Fraction(outcome.earned) * 100 / Fraction(outcome.possible or 1)  # nothing of nothing is 0 %
    if fail_under is not None and percent < Fraction(fail_under):
        codes.add(Exit.BELOW)
    return codes


def write_feedback(outcome: Outcome, settings: Settings, folder: str) -> tuple[int, set[Exit]]:
    """Write the files of one hand-in into its folder and return how many; what cannot be drawn or written is said and passed over."""
    from pathlib import Path

    from grader.cli.files import write_file
    from grader.pages.files import feedback_files

    codes: set[Exit] = set()
    written = 0
    for name, make in feedback_files(outcome, settings.drawings, html=settings.html):
        path = Path(folder, name)
        try:
            content, notes = make()
            complain(notes)
            write_file(path, content)
            written += 1
        except OSError as failure:
            complain([f"{path}: cannot be written: {failure.strerror or failure}"])
            codes.add(Exit.USAGE)
        except GradingError as failure:
            complain(f"{name}: {fault.message}" for fault in failure.faults)
    return written, codes
