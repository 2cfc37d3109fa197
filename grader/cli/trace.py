"""`gametree trace`: the solution of a problem step by step, as text, as JSON, or as a page to click through."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

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
    wrote,
)
from grader.cli.problems import find_exercises, names_argument
from grader.kinds import Exercise
from grader.printable import json_line


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  gametree trace deep-cutoff
  gametree trace week5/problem-01/problem.yaml --format json
  gametree trace deep-cutoff textbook-three-by-three --html --out pages
  gametree trace deep-cutoff --format html > steps.html
""",
)
@names_argument
@problems_option
@format_option("text", "json", "html", help="What stdout gets; html takes one problem.")
@click.option("--html", is_flag=True, help="Write a self-contained page for each problem into --out.")
@out_option("The folder for pages; made if need be.", Path)
@problem_bytes_option
def trace(
    names: tuple[str, ...],
    problems: tuple[str, ...],
    format_: str,
    html: bool,  # noqa: FBT001  # click passes flags by name
    out: Path | None,
    max_problem_bytes: int,
) -> None:
    """Explain solutions step by step: every visit, number, window and cutoff, and why.

    PROBLEM is a problem's id or file. With --format json, one problem is an object and several are an array.
    """
    if html != (out is not None):
        raise click.UsageError("--out DIR goes with --html, and --html with it")
    if format_ == "html" and len(names) > 1:
        raise click.UsageError("--format html takes one problem; --html --out DIR writes a page for each of several")
    exercises, codes = find_exercises(names, problems, max_problem_bytes)
    text = _report(exercises, format_, is_list=len(names) > 1)
    codes |= set() if (emit_text if format_ == "text" else emit)(text) else {Exit.USAGE}
    leave(codes | (set() if out is None else _write_pages(exercises, out)))


def _report(exercises: Sequence[Exercise], format_: str, *, is_list: bool) -> str:
    """Return what stdout gets: one report after the other, or for JSON one document."""
    if format_ == "json":
        from grader.export.steps import trace_data

        found = [trace_data(exercise, exercise.steps()) for exercise in exercises]
        return json_line(found if is_list else found[0]) if found else ""
    return "\n".join(_shown(exercise, format_) for exercise in exercises)


def _shown(exercise: Exercise, format_: str) -> str:

    found = exercise.steps()
    if format_ == "html":
        from grader.pages.steps_page import trace_page

        page, notes = trace_page(exercise, found)
        complain(notes)
        return page
    from grader.pages.steps_text import render_steps

    if not is_terminal(sys.stdout):
        return render_steps(exercise, found)
    from grader.cli.terminal import terminal_width

    return render_steps(exercise, found, terminal_width())


def _write_pages(exercises: Sequence[Exercise], out: Path) -> set[Exit]:
    """Write the page of each problem; what cannot be written is said and passed over."""
    from grader.cli.files import write_file
    from grader.names import distinct, stem_of

    codes: set[Exit] = set()
    written = 0
    stems = distinct(stem_of(exercise.problem.id) for exercise in exercises)
    for exercise, stem in zip(exercises, stems, strict=True):
        path = out / f"{stem}-steps.html"
        try:
            write_file(path, _shown(exercise, "html"))
            written += 1
        except OSError as failure:
            complain([f"{path}: cannot be written: {failure.strerror or failure}"])
            codes.add(Exit.USAGE)
    complain([wrote(written, out)])
    return codes
