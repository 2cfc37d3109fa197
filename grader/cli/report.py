"""`gametree report`: results in, what a class did out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import click

from grader.cli.command import Command
from grader.cli.options import Exit, complain, emit, emit_text, format_option, leave, out_option, with_progress, wrote
from grader.documents import open_document
from grader.errors import Fault
from grader.statistics import ClassReport, Result, class_report, read_results

PAGE_NAME = "class-report.html"


def _text(report: ClassReport) -> str:
    from grader.pages.class_text import render_class_text

    return render_class_text(report)


def _json(report: ClassReport) -> str:
    from grader.export.class_report import class_json

    return class_json(report)


def _csv(report: ClassReport) -> str:
    from grader.export.class_report import class_csv

    return class_csv(report)


RENDER_BY_FORMAT: dict[str, Callable[[ClassReport], str]] = {"text": _text, "json": _json, "csv": _csv}


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  grade submissions/*.yaml --format json > results.jsonl
  gametree report results.jsonl
  gametree report results.jsonl --html --out report
  gametree report results/*.json --format csv > report.csv

\b
Exit codes: 0 reported; 2 wrong usage, or a file cannot be written; 3 a file
or a line is no result (the rest is reported).
""",
)
@click.argument("results", nargs=-1, required=True, metavar="RESULTS...")
@format_option(*RENDER_BY_FORMAT, help="The report on stdout.")
@click.option("--html", is_flag=True, help=f"Write one self-contained page with charts, {PAGE_NAME}, into --out.")
@out_option("The folder for the page; made if need be.", Path)
@click.option(
    "--top",
    type=click.IntRange(min=0),
    default=5,
    show_default=True,
    metavar="N",
    help="How many of the most frequent wrong answers to list for each part.",
)
@click.option(
    "--max-result-bytes",
    type=click.IntRange(min=1),
    metavar="N",
    help="Read results of up to N bytes each (default 4194304).",
)
def report(
    results: tuple[str, ...],
    format_: str,
    html: bool,  # noqa: FBT001  # click passes flags by name
    out: Path | None,
    top: int,
    max_result_bytes: int | None,
) -> None:
    """Report on a class: facility and discrimination of each part, misconceptions, frequent wrong answers.

    RESULTS is a file that `grade --format json` wrote, one result a line or one a file, or - for standard input. Results
    of one student for different problems add up; of several for one problem the last one counts.
    """
    if html != (out is not None):
        raise click.UsageError("--out DIR goes with --html, and --html with it")
    found: list[Result] = []
    faults: list[Fault] = []
    for name in with_progress(results, len(results), "Reading", "read"):
        for item in _results_in(name, max_result_bytes):
            (faults if isinstance(item, Fault) else found).append(item)  # type: ignore[arg-type]
    made = class_report(found, faults, top)
    complain(faults)
    codes = {Exit.SUBMISSION} if faults else set()
    text = RENDER_BY_FORMAT[format_](made)
    codes |= set() if (emit_text(text) if format_ == "text" else emit(text, is_utf8=True)) else {Exit.USAGE}
    if out is not None:
        codes |= _write_page(made, out)
    leave(codes)


def _results_in(name: str, most: int | None) -> Iterator[Result | Fault]:
    """Yield what stands in the named file; that it cannot be read is a fault like any other."""
    from grader.documents.json_lines import RESULT_LIMITS

    limits = RESULT_LIMITS._replace(bytes=most or RESULT_LIMITS.bytes)
    source = "standard input" if name == "-" else name
    try:
        with open_document(name) as file:
            yield from read_results(file, source, limits)
    except OSError as failure:
        yield Fault(f"cannot be read: {failure.strerror or failure}", source)


def _write_page(made: ClassReport, out: Path) -> set[Exit]:
    from grader.cli.files import write_file
    from grader.pages.class_page import class_page

    path = out / PAGE_NAME
    try:
        write_file(path, class_page(made))
    except OSError as failure:
        complain([f"{path}: cannot be written: {failure.strerror or failure}"])
        return {Exit.USAGE}
    complain([wrote(1, out)])
    return set()
