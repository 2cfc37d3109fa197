"""`gametree similar`: answers of a class that are more alike than chance makes them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from grader.cli.command import Command
from grader.cli.options import Exit, complain, emit, emit_text, format_option, leave

if TYPE_CHECKING:
    from grader.course.similar import Similar


def _text(found: Similar) -> str:
    from grader.course.similar.outputs import similar_text

    return similar_text(found)


def _json(found: Similar) -> str:
    from grader.course.similar.outputs import similar_json

    return similar_json(found)


def _csv(found: Similar) -> str:
    from grader.course.similar.outputs import similar_csv

    return similar_csv(found)


RENDER_BY_FORMAT: dict[str, Callable[[Similar], str]] = {"text": _text, "json": _json, "csv": _csv}


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  gametree similar OUT
  gametree similar OUT --format csv > similar.csv

\b
Exit codes: 0 whatever is found; 2 wrong usage; 3 a file, a folder or a line is
no result (the rest is compared).
""",
)
@click.argument("results", nargs=-1, required=True, metavar="OUT|RESULTS...")
@format_option(*RENDER_BY_FORMAT, help="What stdout gets.")
@click.option(
    "--level",
    type=click.FloatRange(min=0, max=1, min_open=True),
    default=0.05,
    show_default=True,
    metavar="P",
    help="List what is found; in a class that works independently anything at all with this probability at most.",
)
@click.option(
    "--max-result-bytes",
    type=click.IntRange(min=1),
    metavar="N",
    help="Read results of up to N bytes each (default 4194304).",
)
def similar(results: tuple[str, ...], format_: str, level: float, max_result_bytes: int | None) -> None:
    """List answers that are more alike than chance makes them. This proves nothing: see the documentation, and talk first.

    OUT is a folder that a class was graded into, RESULTS a file that `grade --format json` wrote. Compared are the wrong
    answers of all pairs of students with the same problem, and those of each student with the keys of other variants.
    """
    from grader.cli.result_files import ResultFiles
    from grader.course.similar import read_work
    from grader.course.similar import similar as compare

    files = ResultFiles(results, max_result_bytes)
    found = compare(read_work(files.lines()), Fraction(str(level)))
    complain(files.faults)
    if files.is_nothing:
        leave({Exit.SUBMISSION})
    text = RENDER_BY_FORMAT[format_](found)
    is_out = emit_text(text) if format_ == "text" else emit(text, is_utf8=True)
    leave(({Exit.SUBMISSION} if files.faults else set()) | (set() if is_out else {Exit.USAGE}))
