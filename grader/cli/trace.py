"""`gametree trace`: the solution of a problem step by step, as text, as JSON, or as a page to click through."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from grader.cli.command import Command
from grader.cli.options import (
    Exit,
    complain,
    emit,
    emit_text,
    format_option,
    is_terminal,
    leave,
    out_option,
    problem_bytes_option,
    problems_option,
    submission_bytes_option,
    wrote,
)
from grader.cli.problems import find_exercises, names_argument
from grader.documents import SUBMISSION_LIMITS, read_document
from grader.errors import SubmissionError
from grader.kinds import Exercise, Policy
from grader.marks.reports import Malformed, Reveal
from grader.printable import json_line
from grader.step import Step

if TYPE_CHECKING:
    from grader.pages.overlay import Yours


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  gametree trace deep-cutoff
  gametree trace week5/problem-01/problem.yaml --format json
  gametree trace deep-cutoff textbook-three-by-three --html --out pages
  gametree trace deep-cutoff --format html > steps.html
  gametree trace deep-cutoff --answers submission.yaml --html --out pages
""",
)
@names_argument
@problems_option
@format_option("text", "json", "html", help="What stdout gets; html takes one problem.")
@click.option("--html", is_flag=True, help="Write a self-contained page for each problem into --out.")
@out_option("The folder for pages; made if need be.", Path)
@click.option(
    "--answers",
    metavar="SUBMISSION",
    help="A submission with answers to each PROBLEM; they are laid over the steps. - reads standard input.",
)
@submission_bytes_option
@problem_bytes_option
def trace(
    names: tuple[str, ...],
    problems: tuple[str, ...],
    format_: str,
    html: bool,  # noqa: FBT001  # click passes flags by name
    out: Path | None,
    answers: str | None,
    max_submission_bytes: int,
    max_problem_bytes: int,
) -> None:
    """Explain solutions step by step: every visit, number, window and cutoff, and why.

    PROBLEM is a problem's id or file. With --format json, one problem is an object and several are an array. With
    --answers each step says what the student answered where it was another answer.
    """
    if html != (out is not None):
        raise click.UsageError("--out DIR goes with --html, and --html with it")
    if format_ == "html" and len(names) > 1:
        raise click.UsageError("--format html takes one problem; --html --out DIR writes a page for each of several")
    exercises, codes = find_exercises(names, problems, max_problem_bytes)
    told = [_Told(exercise, exercise.steps()) for exercise in exercises]
    if answers is not None:
        told, more = _with_answers(told, answers, max_submission_bytes)
        codes |= more
    text = _report(told, format_, is_list=len(names) > 1)
    codes |= set() if (emit_text if format_ == "text" else emit)(text) else {Exit.USAGE}
    leave(codes | (set() if out is None else _write_pages(told, out)))


class _Told(NamedTuple):
    """A problem with its steps, and a student's answers at the steps that decide them."""

    exercise: Exercise
    steps: Sequence[Step]
    yours: Sequence[Yours] | None = None


def _with_answers(told: Sequence[_Told], name: str, most: int) -> tuple[list[_Told], set[Exit]]:
    """Return the problems that the submission answers with these answers; what cannot be marked is complained of."""
    from grader.grading import grade_one
    from grader.pages.overlay import overlay
    from grader.submission import read_submission

    try:
        submission = read_submission(read_document(name, SUBMISSION_LIMITS._replace(bytes=most), SubmissionError))
    except SubmissionError as failure:
        complain(failure.faults)
        return [], {Exit.SUBMISSION}
    found, codes = [], set()
    for one in told:
        try:
            graded = grade_one(submission, one.exercise, reveal=Reveal.EXPECTED, policy=Policy())
        except SubmissionError as failure:
            complain(failure.faults)
            codes.add(Exit.SUBMISSION)
            continue
        complain(answer.fault for answer in graded.attempt.values() if isinstance(answer, Malformed))
        complain(graded.report.notes)
        found.append(one._replace(yours=overlay(graded, one.steps)))
    return found, codes


def _report(told: Sequence[_Told], format_: str, *, is_list: bool) -> str:
    """Return what stdout gets: one report after the other, or for JSON one document."""
    if format_ == "json":
        from grader.export.steps import trace_data

        found = [trace_data(*one) for one in told]
        return json_line(found if is_list else found[0]) if found else ""
    return "\n".join(_shown(one, format_) for one in told)


def _shown(one: _Told, format_: str) -> str:
    if format_ == "html":
        from grader.pages.steps_page import trace_page

        page, notes = trace_page(*one)
        complain(notes)
        return page
    from grader.pages.steps_text import render_steps

    if not is_terminal(sys.stdout):
        return render_steps(one.exercise, one.steps, yours=one.yours)
    from grader.cli.terminal import terminal_width

    return render_steps(one.exercise, one.steps, terminal_width(), one.yours)


def _write_pages(told: Sequence[_Told], out: Path) -> set[Exit]:
    """Write the page of each problem; what cannot be written is said and passed over."""
    from grader.documents.files import write_file
    from grader.names import distinct, stem_of

    codes: set[Exit] = set()
    written = 0
    stems = distinct(stem_of(one.exercise.problem.id) for one in told)
    for one, stem in zip(told, stems, strict=True):
        path = out / f"{stem}-steps.html"
        try:
            write_file(path, _shown(one, "html"))
            written += 1
        except OSError as failure:
            complain([f"{path}: cannot be written: {failure.strerror or failure}"])
            codes.add(Exit.USAGE)
    complain([wrote(written, out)])
    return codes
