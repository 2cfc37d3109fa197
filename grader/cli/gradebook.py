"""`gametree gradebook` and `gametree roster`: marks of a class run into the instructor's own gradebook, and a class list from what a platform exports."""

from __future__ import annotations

import os
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import click

from grader.cli.command import command
from grader.cli.grade_options import read_with, reading_table
from grader.cli.options import A_FILE, Exit, accessing, complain, stop
from grader.cli.report import ResultFiles
from grader.core.documents import PROBLEM_LIMITS, read_content
from grader.core.documents.files import new_file, write_file
from grader.core.errors import ProblemError, Refusal
from grader.core.numbers import Number, read_number
from grader.core.text import count, listed_names, printable
from grader.course.fill import Marked, Wishes, fill, marked_students, write_feedback_zip
from grader.course.late import late_in
from grader.course.platform_roster import make_roster
from grader.course.quiz import Student, read_roster, write_roster
from grader.course.result_lines import written
from grader.course.run.out_folder import stated_if_any

_MOST_NAMED = 5


def read_positive(text: str) -> Number:
    """Return a number above 0. Raises ValueError."""
    number = read_number(text)
    if number <= 0:
        raise ValueError("expected a number above 0")
    return number


@command(
    "gametree gradebook OUT --fill Grades-AI-HW3.csv --out filled.csv",
    'gametree gradebook OUT --fill canvas.csv --column "HW3 (98765)" --out filled.csv',
    "gametree gradebook OUT --feedback-zip feedback.zip",
    then="""Exit codes: 0 written; 2 wrong usage, or FILE cannot be filled in (nothing is
written); 3 OUT is no folder that a class was graded into.""",
)
@click.argument("out", metavar="OUT")
@click.option(
    "--fill",
    "book",
    type=A_FILE,
    metavar="FILE",
    help="The gradebook as the platform gave it: Moodle's grading worksheet or grade export, Canvas.",
)
@click.option("--column", metavar="NAME", help="The column that takes the marks, or its beginning.")
@click.option(
    "--out-of",
    callback=read_with(read_positive),
    metavar="N",
    help="What the marks are put out of; needed where FILE says no maximum, as in Moodle's grade export.  [default: the maximum that FILE says]",
)
@click.option("--out", "to", type=click.Path(dir_okay=False), metavar="FILE", help="The file to write, with --fill.")
@click.option(
    "--roster",
    type=A_FILE,
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
    book: str | None,
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
    _check(book, to, feedback_zip, is_alone=column is None and out_of is None and not skip_unknown)
    students, has_list = _students(out, roster)
    if book is not None and to is not None:
        _fill(
            book,
            to,
            students,
            Wishes(column, None if out_of is None else Fraction(out_of), comments, skip_unknown, has_list),
        )
    if feedback_zip is not None:
        _write_zip(feedback_zip, out, students)


def _check(book: str | None, to: str | None, feedback_zip: str | None, *, is_alone: bool) -> None:
    if book is None and feedback_zip is None:
        raise click.UsageError("give --fill FILE with --out FILE, or --feedback-zip FILE")
    if (book is None) != (to is None):
        raise click.UsageError("--fill FILE and --out FILE go together")
    if book is None and not is_alone:
        raise click.UsageError("--column, --out-of and --skip-unknown go with --fill FILE")
    written = [os.path.realpath(path) for path in (to, feedback_zip) if path is not None]
    if book is not None and os.path.realpath(book) in written:
        raise click.UsageError("--out is another file than --fill: the one that the platform gave stays as it is")
    if len(written) == 2 and written[0] == written[1]:
        raise click.UsageError("--out and --feedback-zip are two files")


def _students(out: str, roster: str | None) -> tuple[Sequence[Marked], bool]:
    """Return the students of the run, and whether there is a class list; a folder that holds none ends the program."""
    if not os.path.isdir(out):
        stop([f"{printable(out, 4096)}: is no folder that a class was graded into"], Exit.SUBMISSION)
    files = ResultFiles((out,))
    stated = stated_if_any(Path(out))
    names = {id_: Student(id_, *rest) for id_, *rest in stated.get("students", ())} if stated is not None else {}
    if roster is not None:
        names = read_roster(read_content(roster, PROBLEM_LIMITS, ProblemError), roster)
    late = None if stated is None else late_in(stated["options"])
    students = [*marked_students((written(line.data) for line in files.lines()), names, late)]
    if files.faults:
        stop(files.faults, Exit.SUBMISSION)
    return students, bool(names)


def _fill(path: str, to: str, students: Sequence[Marked], wishes: Wishes) -> None:
    """Write the gradebook, or say all that is in the way and end the program."""
    name, written = printable(path, 4096), printable(to, 4096)
    with reading_table(name, f"{written} is not written"):
        made = fill(Path(path).read_bytes(), students, wishes)
    with accessing(written):
        write_file(Path(to), made.content)
    complain([*made.notes, f"wrote {count(made.marks, 'mark')} into {written}"])


def _write_zip(to: str, out: str, students: Sequence[Marked]) -> None:
    try:
        with accessing(printable(to, 4096)), new_file(Path(to)) as file:
            written, without = write_feedback_zip(file, Path(out), students)
    except Refusal:
        raise
    except ValueError as failure:
        raise Refusal(f"{printable(out, 4096)}: {failure}") from failure
    if without:
        complain([f"without feedback: {listed_names(without, _MOST_NAMED)}"])
    complain([f"wrote feedback for {count(written, 'student')} into {printable(to, 4096)}"])


# -- `gametree roster`: the class list of a quiz from what a platform exports


@command(
    "gametree roster participants.csv --out roster.csv",
    'gametree roster grades.csv --id "Email address" --group Groups --out roster.csv',
    then="""Exit codes: 0 written; 2 wrong usage, or no roster can be made of FILE (nothing is
written).""",
)
@click.argument("file", type=A_FILE, metavar="FILE")
@click.option("--id", "id_column", metavar="COLUMN", help="The column that is the id of a student.")
@click.option("--group", "group_column", metavar="COLUMN", help="The column that is the group of a student.")
@click.option("--out", type=click.Path(dir_okay=False), metavar="FILE", required=True, help="The roster to write.")
def roster(file: str, id_column: str | None, group_column: str | None, out: str) -> None:
    """Make the class list of a quiz from what a platform exports.

    FILE is a table of Moodle (participants, grade export, grading worksheet), Canvas (gradebook) or Gradescope (roster), as CSV or
    separated by tabs, in English. Which column was taken for what is said, and which lines are about no student.
    """
    name, written = printable(file, 4096), printable(out, 4096)
    if not os.path.isfile(file):
        raise click.UsageError(f"{name}: it is not a regular file")
    if os.path.realpath(file) == os.path.realpath(out):
        raise click.UsageError("--out is another file than FILE: the one that the platform gave stays as it is")
    with reading_table(name, f"{written} is not written"):
        made = make_roster(Path(file).read_bytes(), id_column, group_column)
    with accessing(written):
        write_file(Path(out), write_roster(made.students).encode())
    complain([*made.notes, f"wrote {count(len(made.students), 'student')} into {written}"])
