"""`gametree gradebook`: the marks of a class run into the instructor's own gradebook."""

from __future__ import annotations

import os
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.command import Command
from grader.cli.numbers import read_with
from grader.cli.options import Exit, complain, leave
from grader.exact import Number, read_number
from grader.printable import printable
from grader.words import count, listed

if TYPE_CHECKING:
    from grader.course.fill.fill import Filled, Wishes
    from grader.course.fill.marked import Marked
    from grader.course.late import Late
    from grader.course.quiz.roster import Student


_MOST_NAMED = 5


def read_positive(text: str) -> Number:
    """Return a number above 0. Raises ValueError."""
    number = read_number(text)
    if number <= 0:
        raise ValueError("expected a number above 0")
    return number


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  gametree gradebook OUT --fill Grades-AI-HW3.csv --out filled.csv
  gametree gradebook OUT --fill canvas.csv --column "HW3 (98765)" --out filled.csv
  gametree gradebook OUT --feedback-zip feedback.zip

\b
Exit codes: 0 written; 2 wrong usage, or FILE cannot be filled in (nothing is
written); 3 OUT is no folder that a class was graded into.
""",
)
@click.argument("out", metavar="OUT")
@click.option(
    "--fill",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="The gradebook as the platform gave it: Moodle's grading worksheet or grade export, Canvas, PrairieLearn, Gradescope.",
)
@click.option("--column", metavar="NAME", help="The column that takes the marks, or its beginning.")
@click.option(
    "--out-of",
    callback=read_with(read_positive),
    metavar="N",
    help="What the marks are put out of.  [default: the maximum that FILE says; else marks as they were earned]",
)
@click.option("--out", "to", type=click.Path(dir_okay=False), metavar="FILE", help="The file to write, with --fill.")
@click.option(
    "--roster",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="The class list of the quiz, for the names and email addresses of its students.",
)
@click.option(
    "--comments/--no-comments",
    default=True,
    show_default=True,
    help="Fill empty cells for comments with the marks in words.",
)
@click.option("--skip-unknown", is_flag=True, help="Leave out students who have no line in FILE, instead of refusing.")
@click.option(
    "--feedback-zip",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help='Write the feedback in OUT as the archive that Moodle takes by "Upload multiple feedback files in a zip".',
)
def gradebook(
    out: str,
    fill: str | None,
    column: str | None,
    out_of: Number | None,
    to: str | None,
    roster: str | None,
    comments: bool,  # noqa: FBT001  # click passes flags by name
    skip_unknown: bool,  # noqa: FBT001  # click passes flags by name
    feedback_zip: str | None,
) -> None:
    """Fill the marks of a class run into a gradebook that was downloaded from a platform.

    OUT is the folder that a class was graded into. Only cells for marks and comments change, all else stays byte for byte; whatever
    would make the platform refuse the file is told, and then nothing is written.
    """
    from grader.course.fill.fill import Wishes

    _check(fill, to, feedback_zip, is_alone=column is None and out_of is None and not skip_unknown)
    students = _students(out, roster)
    if fill is not None and to is not None:
        wishes = Wishes(column, None if out_of is None else Fraction(out_of), comments, skip_unknown)
        _fill(fill, to, students, wishes)
    if feedback_zip is not None:
        _write_zip(feedback_zip, out, students)
    leave({Exit.GRADED})


def _check(fill: str | None, to: str | None, feedback_zip: str | None, *, is_alone: bool) -> None:
    if fill is None and feedback_zip is None:
        raise click.UsageError("give --fill FILE with --out FILE, or --feedback-zip FILE")
    if (fill is None) != (to is None):
        raise click.UsageError("--fill FILE and --out FILE go together")
    if fill is None and not is_alone:
        raise click.UsageError("--column, --out-of and --skip-unknown go with --fill FILE")
    written = [os.path.realpath(path) for path in (to, feedback_zip) if path is not None]
    if fill is not None and os.path.realpath(fill) in written:
        raise click.UsageError("--out is another file than --fill: the one that the platform gave stays as it is")
    if len(written) == 2 and written[0] == written[1]:
        raise click.UsageError("--out and --feedback-zip are two files")


def _students(out: str, roster: str | None) -> Sequence[Marked]:
    """Return the students of the run; a folder that holds none ends the program."""
    from grader.cli.result_files import ResultFiles
    from grader.course.fill.marked import marked_students
    from grader.course.spool import Spool

    if not os.path.isdir(out):
        complain([f"{printable(out, 4096)}: is no folder that a class was graded into"])
        leave({Exit.SUBMISSION})
    files = ResultFiles((out,))
    students = Spool(marked_students((line.data for line in files.lines()), _roster(roster), _late(out)))
    if files.faults:
        complain(files.faults)
        leave({Exit.SUBMISSION})
    return students


def _late(out: str) -> Late | None:
    """Return what late work costs by the run; nothing where only its results are there."""
    from grader.course.late import late_in
    from grader.course.run.out import stated_in

    try:
        stated = stated_in(Path(out))
    except OSError:
        return None
    return late_in(stated.get("options", {})) if isinstance(stated, dict) else None


def _roster(path: str | None) -> dict[str, Student]:
    from grader.course.quiz.roster import read_roster
    from grader.documents import PROBLEM_LIMITS, read_content
    from grader.errors import ProblemError

    if path is None:
        return {}
    try:
        return read_roster(read_content(path, PROBLEM_LIMITS, ProblemError), path)
    except ProblemError as failure:
        complain(failure.faults)
        leave({Exit.PROBLEM})


def _fill(path: str, to: str, students: Sequence[Marked], wishes: Wishes) -> None:
    """Write the gradebook, or say all that is in the way and end the program."""
    from grader.course.fill.fill import FillRefused, fill
    from grader.documents.files import write_file

    name = printable(path, 4096)
    try:
        made: Filled = fill(Path(path).read_bytes(), students, wishes)
    except OSError as failure:
        complain([f"{name}: cannot be read: {failure.strerror or failure}"])
        leave({Exit.USAGE})
    except FillRefused as failure:
        complain([*(f"{name}: {reason}" for reason in failure.reasons), f"{printable(to, 4096)} is not written"])
        leave({Exit.USAGE})
    try:
        write_file(Path(to), made.content)
    except OSError as failure:
        _cannot(to, failure)
    complain([*made.notes, f"wrote {count(made.marks, 'mark')} into {printable(to, 4096)}"])


def _write_zip(to: str, out: str, students: Sequence[Marked]) -> None:
    from grader.course.fill.feedback_zip import write_feedback_zip
    from grader.documents.files import new_file

    try:
        with new_file(Path(to)) as file:
            written, without = write_feedback_zip(file, Path(out), students)
    except ValueError as failure:
        complain([f"{printable(out, 4096)}: {failure}"])
        leave({Exit.USAGE})
    except OSError as failure:
        _cannot(to, failure)
    if without:
        complain([f"without feedback: {listed([*map(printable, without)], _MOST_NAMED)}"])
    complain([f"wrote feedback for {count(written, 'student')} into {printable(to, 4096)}"])


def _cannot(to: str, failure: OSError) -> None:
    complain([f"{printable(to, 4096)}: cannot be written: {failure.strerror or failure}"])
    leave({Exit.USAGE})
