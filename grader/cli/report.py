"""`gametree report`: results in, what a class did out."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.bank import Bank
from grader.cli.command import Command
from grader.cli.options import Exit, complain, emit, emit_text, format_option, leave, out_option, wrote
from grader.kinds import Exercise

if TYPE_CHECKING:  # other commands know nothing of a class
    from grader.statistics import ClassReport

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
  gametree report OUT --problems BUILD/key/problems --variants
  gametree report results.jsonl --html --out report --problems week5
  gametree report results/*.json --format csv > report.csv

\b
Exit codes: 0 reported; 2 wrong usage, or a file cannot be written; 3 a file
or a line is no result (the rest is reported); 4 a problem of --problems is
wrong.
""",
)
@click.argument("results", nargs=-1, required=True, metavar="OUT|RESULTS...")
@click.option(
    "--problems",
    "-p",
    multiple=True,
    type=click.Path(exists=True),
    metavar="PATH",
    help="For the trees: a problem file, or a folder of them (of a quiz, BUILD/key/problems). Repeatable. On the page they are drawn; "
    "of variants whose trees have one shape it is said who is right where. Problems of the shipped bank are found without it.",
)
@format_option(*RENDER_BY_FORMAT, help="The report on stdout.")
@click.option("--html", is_flag=True, help=f"Write one self-contained page with charts, {PAGE_NAME}, into --out.")
@out_option("The folder for the page; made if need be.", Path)
@click.option(
    "--variants",
    "apart",
    is_flag=True,
    help="Of exercises that have several variants, report on each variant by itself as well.",
)
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
    problems: tuple[str, ...],
    format_: str,
    html: bool,  # noqa: FBT001  # click passes flags by name
    out: Path | None,
    apart: bool,  # noqa: FBT001  # click passes flags by name
    top: int,
    max_result_bytes: int | None,
) -> None:
    """Report on a class: facility and discrimination of each part, misconceptions, frequent wrong answers.

    RESULTS is a file that `grade --format json` wrote, one result a line or one a file, or - for standard input; OUT a folder
    that a class was graded into. Results of one student for different problems add up; of several for one problem the last
    one counts. Variants of one exercise are reported on together.
    """
    from grader.cli.result_files import ResultFiles
    from grader.statistics import class_report

    if html != (out is not None):
        raise click.UsageError("--out DIR goes with --html, and --html with it")
    bank = Bank(*problems) if problems or html else None
    files = ResultFiles(results, max_result_bytes)
    made = class_report(files, files.faults, top, partial(_shape, bank), apart=apart)
    complain(files.faults)
    if files.is_nothing:
        leave({Exit.SUBMISSION})
    codes = {Exit.SUBMISSION} if files.faults else set()
    text = RENDER_BY_FORMAT[format_](made)
    codes |= set() if (emit_text(text) if format_ == "text" else emit(text, is_utf8=True)) else {Exit.USAGE}
    if out is not None and bank is not None:
        codes |= _write_page(made, bank, out)
    if bank is not None:
        bank.check_named()
        complain((*bank.notes, *bank.faults))
    leave(codes | ({Exit.PROBLEM} if bank is not None and bank.faults else set()))


def _shape(bank: Bank | None, id_: str) -> Hashable:
    """Return the shape of a problem's tree; None where it is not at hand."""
    from grader.pages.class_tree import shape_of

    found = bank.find(id_) if bank is not None else None
    return shape_of(found) if isinstance(found, Exercise) else None


def _write_page(made: ClassReport, bank: Bank, out: Path) -> set[Exit]:
    from grader.documents.files import write_file
    from grader.pages.class_page import class_page

    path = out / PAGE_NAME
    page = class_page(made, bank.find)
    try:
        write_file(path, page)
    except OSError as failure:
        complain([f"{path}: cannot be written: {failure.strerror or failure}"])
        return {Exit.USAGE}
    complain([wrote(1, out)])
    return set()
