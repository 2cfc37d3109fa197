"""The options of `grade` for what a platform gives: bulk downloads, and what late work costs by its times."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import click

from grader.cli.numbers import read_percent, read_with
from grader.cli.options import Command, Exit, complain, leave
from grader.course.found import ArgumentRefused
from grader.course.hand_in import Class
from grader.course.mark import peek
from grader.course.students import gather
from grader.documents import Limits
from grader.exact import Number

if TYPE_CHECKING:  # most runs need neither
    from grader.course.late import Late
    from grader.course.quiz.built import Built


def download_options(command: Command) -> Command:
    """Add the options for bulk downloads."""
    options = (
        click.option(
            "--lms",
            type=click.Choice(("auto", "moodle", "canvas", "gradescope")),
            help="Each SUBMISSION is what this platform's bulk download holds: who handed in what, its names say.",
        ),
        click.option(
            "--as-one",
            is_flag=True,
            help="All that is named was handed in by one student: it is marked as one submission.",
        ),
        click.option(
            "--due",
            metavar="TIME",
            help="In a class: when it was due, such as 2026-11-20T18:00:00+01:00; goes with --late-penalty. The gradebook gets raw, penalty and final.",
        ),
        click.option(
            "--grace",
            type=click.IntRange(min=0, max=100_000),
            metavar="MINUTES",
            help="With --due: so many minutes later still is in time.  [default: 0]",
        ),
        click.option(
            "--late-penalty",
            callback=read_with(read_percent),
            metavar="PCT",
            help="With --due: what each day begun costs, in per cent of the possible marks. Times are the platform's.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def late_of(due: str | None, grace: int | None, percent: Number | None) -> Late | None:
    """Return what late work costs; None where nothing was said of it. Half of what is needed is wrong usage."""
    if due is None and grace is None and percent is None:
        return None
    if due is None or percent is None:
        raise click.UsageError("--due TIME and --late-penalty PCT go together, and --grace MINUTES with them")
    from grader.course.late import Late
    from grader.times import read_time

    try:
        return Late(read_time(due), grace or 0, Fraction(percent))
    except ValueError as failure:
        raise click.BadParameter(f"{due!r}: {failure}", param_hint="--due") from None


def gathered(
    submissions: tuple[str, ...],
    out: str | None,
    limits: Limits,
    built: Built | None,
    lms: str | None,
    *,
    counts_all: bool,
    as_one: bool,
) -> Class:
    """Return what was handed in; an archive that is damaged, and a download that is not laid out as its platform does it, end the program."""
    if lms is not None:
        from grader.cli.class_run import check_there

        check_there(submissions)
    try:
        how = partial(gather, counts_all=counts_all, as_one=as_one)
        return how(submissions, out, limits, partial(peek, limits=limits), built, lms or "")
    except ArgumentRefused as failure:
        complain([str(failure)])
        leave({Exit.USAGE})
