"""`gametree roster`: the class list of a quiz from what a platform exports."""

from __future__ import annotations

import os
from pathlib import Path

import click

from grader.cli.command import command
from grader.cli.options import Exit, accessing, complain, stop
from grader.core.documents.files import write_file
from grader.core.text import count, printable
from grader.course.platform_roster import RosterRefused, make_roster
from grader.course.quiz import write_roster


@command(
    "gametree roster participants.csv --out roster.csv",
    'gametree roster grades.csv --id "Email address" --group Groups --out roster.csv',
    then="""Exit codes: 0 written; 2 wrong usage, or no roster can be made of FILE (nothing is
written).""",
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False), metavar="FILE")
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
    try:
        with accessing(name, "read"):
            made = make_roster(Path(file).read_bytes(), id_column, group_column)
    except RosterRefused as failure:
        stop([*(f"{name}: {reason}" for reason in failure.reasons), f"{written} is not written"], Exit.USAGE)
    with accessing(written):
        write_file(Path(out), write_roster(made.students).encode())
    complain([*made.notes, f"wrote {count(len(made.students), 'student')} into {written}"])
