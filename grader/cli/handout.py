"""`gametree handout`: problems on one sheet to hand out, and its key."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from grader.cli.command import Command
from grader.cli.options import (
    Exit,
    complain,
    leave,
    numbers_option,
    out_option,
    problem_bytes_option,
    problems_option,
    wrote,
)
from grader.cli.problems import check_once, find_exercises, names_argument, read_title
from grader.diagram import Numbers
from grader.documents import SUBMISSION_LIMITS
from grader.kinds import Exercise
from grader.printable import printable

_PAPERS = ("a4", "letter")
_NO_TYPST = 'it needs Typst, which is not installed; install it with: pip install "gametree-grader[pdf]"'


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  gametree handout minimax-textbook four-ply-trace ucb-greedy --out sheet
  gametree handout week5/problem-0*/problem.yaml --title "Week 5" --out sheet --pdf
""",
)
@names_argument
@problems_option
@out_option("The folder for everything; made if need be.", Path, is_required=True)
@click.option("--title", default="", callback=read_title, help="What stands at the top of the sheet.")
@click.option("--pdf", is_flag=True, help="Write the sheet and its key on paper too, as PDF.")
@click.option("--paper", type=click.Choice(_PAPERS), help="The size of paper; goes with --pdf.  [default: a4]")
@numbers_option
@click.option("--force", is_flag=True, help="Write into a folder that has files already, over those of the same name.")
@problem_bytes_option
def handout(
    names: tuple[str, ...],
    problems: tuple[str, ...],
    out: Path,
    title: str,
    pdf: bool,  # noqa: FBT001  # click passes flags by name
    paper: str | None,
    numbers: Numbers,
    force: bool,  # noqa: FBT001
    max_problem_bytes: int,
) -> None:
    """Put problems on one sheet to hand out: a page, Markdown, a page to answer on, a template for the answers; and its key.

    PROBLEM is a problem's id or file. The folder key below --out holds the solutions, worked step by step: all else may
    be handed out.
    """
    if paper is not None and not pdf:
        raise click.UsageError("--paper goes with --pdf")
    if pdf:
        _check_typst()
    _check_folder(out, force=force, pdf=pdf)
    exercises, codes = find_exercises(names, problems, max_problem_bytes)
    if codes:
        leave(codes)
    check_once(exercises, "a sheet")
    try:
        written = _write(exercises, title, out, (paper or _PAPERS[0]) if pdf else None, numbers)
    except OSError as failure:
        complain([f"{out}: cannot be written: {failure.strerror or failure}"])
        leave({Exit.USAGE})
    complain([f"{wrote(written, out)}; the key is in {printable(str(out / 'key'))}"])
    leave(set())


def _check_typst() -> None:
    from grader.handout.paper import is_there

    if not is_there():
        raise click.UsageError(f"--pdf cannot be written: {_NO_TYPST}")


def _check_folder(out: Path, *, force: bool, pdf: bool) -> None:
    """Refuse a folder that has files already; with `force` one in which a PDF of an earlier sheet would stay."""
    from grader.handout.files import KEY_PAPER, PAPER

    try:
        has_files = out.is_dir() and any(out.iterdir())
    except OSError as failure:
        raise click.UsageError(f"{out} cannot be read: {failure.strerror or failure}") from failure
    if not has_files:
        return
    if not force:
        raise click.UsageError(f"{out} has files already; choose another folder, or --force to write into it")
    old = [name for name in (PAPER, KEY_PAPER) if not pdf and (out / name).exists()]
    if old:
        raise click.UsageError(f"{out} holds {' and '.join(old)} of an earlier sheet, which would stay; add --pdf")


def _write(exercises: Sequence[Exercise], title: str, out: Path, paper: str | None, numbers: Numbers) -> int:
    """Write the folder, whole or not at all, and return how many files it has; say what a reader of it should know."""
    from grader.documents.folders import new_folder
    from grader.handout.files import TEMPLATE, sheet_files

    written = 0
    with new_folder(out) as write:
        for name, content in sheet_files(exercises, title, paper, numbers):
            write(name, content)
            written += 1
            size = len(content.encode()) if isinstance(content, str) else 0
            if name == TEMPLATE and size > SUBMISSION_LIMITS.bytes:
                complain([_too_large(size)])
    if paper is not None:
        complain(_boxes(exercises, title))
    return written


def _boxes(exercises: Sequence[Exercise], title: str) -> list[str]:
    """Return a note on the letters that paper cannot show."""
    from grader.handout.paper import missing_glyphs
    from grader.handout.sheet import make_sheet

    letters = missing_glyphs(make_sheet([exercise.problem for exercise in exercises], title))
    shown = f"the PDFs show boxes for {printable(letters, 20)}, which the shipped fonts do not have"
    return [f"{shown}; handout.html shows them"] if letters else []


def _too_large(size: int) -> str:
    needed = f"{SUBMISSION_LIMITS.option} {1 << size.bit_length()}"
    return f"answers.yaml is larger than grade reads by default; it needs: grade {needed}"
