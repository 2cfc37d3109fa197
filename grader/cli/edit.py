"""`gametree edit`: the page on which a problem is drawn, opened in the browser."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path

import click

from grader.cli.command import command, completing, problem_ids
from grader.cli.named_inputs import find_exercises
from grader.cli.options import accessing, complain, is_terminal, leave, page_name, problem_bytes_option
from grader.core.documents.files import write_file
from grader.core.text import printable
from grader.pages.editor_page import MARK, check_drawable, write_editor_page

_NAME = "edit.html"
_LOOK = 4096
"""So far into a file stands what tells that it is a page of the editor."""


@command(
    "gametree edit",
    "gametree edit week5/problem.yaml",
    "gametree edit week5/problem.yaml --out draft.html --no-open",
)
@click.argument("file", metavar="[FILE]", required=False, shell_complete=completing(problem_ids, or_file=True))
@click.option(
    "--out",
    metavar="PAGE",
    callback=page_name,
    help=f"Write the page here; its name ends in .html.  [default: {_NAME} beside FILE, or in this folder]",
)
@click.option("--no-open", is_flag=True, help="Do not open the page in the browser.")
@problem_bytes_option
def edit(file: str | None, out: str | None, max_problem_bytes: int, *, no_open: bool) -> None:
    """Write a page on which you draw a problem: it shows what a search makes of the tree, and you download problem.yaml.

    FILE is a problem with a stated tree to begin with; what the page does not show of it goes into the download as it was.
    The page is one file and needs no network.
    """
    beside = Path(file).parent if file is not None and Path(file).is_file() else Path()
    page = Path(out) if out is not None else beside / _NAME
    _check_replaceable(page)
    exercise = None
    if file is not None:
        found = find_exercises([file], (), max_problem_bytes, needs_all=True)
        if not found:
            leave()
        (exercise,) = found
        check_drawable(exercise)
    with accessing(page):
        write_file(page, write_editor_page(exercise))
    complain([f"{printable(str(page))}: a page to draw on; it saves a problem where you download it"])
    if not no_open and is_terminal(sys.stdout):
        webbrowser.open(page.resolve().as_uri())


def _check_replaceable(page: Path) -> None:
    """Refuse a name at which something stands that no editor wrote."""
    if not page.exists():
        return
    with accessing(page), open(page, "rb") as held:
        if MARK.encode() in held.read(_LOOK):
            return
    raise click.UsageError(f"{printable(str(page))}: exists and is no editor page; name another with --out")
