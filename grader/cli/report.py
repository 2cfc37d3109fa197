"""`gametree report`: results in, what a class did out."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path

import click

from grader.cli.command import command
from grader.cli.options import (
    Exit,
    complain,
    emit,
    emit_text,
    format_option,
    leave,
    out_option,
    with_progress,
    write_made,
    wrote,
)
from grader.core.documents import open_document
from grader.core.documents.json_lines import RESULT_LIMITS, JsonLine
from grader.core.errors import Fault, unreadable
from grader.core.text import both, printable
from grader.course.report import ClassReport, class_report
from grader.course.report.class_outputs import class_csv, class_json, render_class_text
from grader.course.report.class_page import class_page
from grader.course.report.class_tree import shape_of
from grader.course.run.out_folder import RESULTS, not_current, stated_if_any
from grader.course.similar import Similar, read_work
from grader.course.similar import similar as compare
from grader.course.similar_outputs import similar_csv, similar_json, similar_text
from grader.grading.bank import Bank
from grader.grading.read_results import Result, read_result, right_lines

# -- files of results as arguments: read as often as need be, one result after the other


class ResultFiles:
    """The results in the named files, in order; of a folder those of the class that was graded into it.

    What is no result is among the `faults` once the files were read, and `is_nothing` says whether none could be opened. Standard input is kept, as it can be read only once.
    """

    def __init__(self, names: tuple[str, ...], most: int | None = None) -> None:
        self.faults: list[Fault] = []
        self.is_nothing = True
        self._names = names
        self._limits = RESULT_LIMITS._replace(bytes=most or RESULT_LIMITS.bytes)
        self._typed: bytes | None = None

    def __iter__(self) -> Iterator[Result]:
        return map(read_result, self.lines())

    def lines(self) -> Iterator[JsonLine]:
        """Yield the results as data; nothing is wrong with any of them."""
        self.faults.clear()
        for name in with_progress(self._names, len(self._names), "Reading", "read"):
            for item in self._lines_in(name):
                if isinstance(item, Fault):
                    self.faults.append(item)
                else:
                    yield item

    def tell_faults(self) -> None:
        """Say what was no result; where nothing could be opened that ends the command."""
        complain(self.faults, Exit.SUBMISSION)
        if self.is_nothing:
            leave([Exit.SUBMISSION])

    def _lines_in(self, name: str) -> Iterator[JsonLine | Fault]:
        """Yield what stands in the named file or folder; that it cannot be read is a fault like any other."""
        if os.path.isdir(name):
            if message := _wrong_folder(Path(name)):
                yield Fault(message, name)
                return
            name = os.path.join(name, RESULTS)
        source = "standard input" if name == "-" else name
        try:
            if name == "-" and self._typed is not None:
                yield from right_lines(io.BytesIO(self._typed), source, self._limits)
                return
            with open_document(name) as file:
                self.is_nothing = False
                if name == "-":
                    self._typed = file.read()
                    yield from right_lines(io.BytesIO(self._typed), source, self._limits)
                else:
                    yield from right_lines(file, source, self._limits)
        except OSError as failure:
            yield Fault(unreadable(failure), source)


def _wrong_folder(folder: Path) -> str:
    """Return why a folder has no results of a class; nothing where it has. They may lie alone in it."""
    stated = stated_if_any(folder)
    if stated is not None and (reason := not_current(folder, stated, printable(str(folder), 4096))):
        return reason
    if not (folder / RESULTS).is_file():
        return f"there is no {RESULTS} in it, expected a folder that a class was graded into"
    return ""


PAGE_NAME = "class-report.html"
_bytes_option = click.option(
    "--max-result-bytes",
    type=click.IntRange(min=1),
    metavar="N",
    help="Read results of up to N bytes each (default 4194304).",
)


RENDER_BY_FORMAT: dict[str, Callable[[ClassReport], str]] = {
    "text": render_class_text,
    "json": class_json,
    "csv": class_csv,
}


@command(
    "grade submissions/*.yaml --format json > results.jsonl",
    "gametree report results.jsonl",
    "gametree report OUT --problems BUILD/key/problems --variants",
    "gametree report results.jsonl --html --out report --problems week5",
    "gametree report results/*.json --format csv > report.csv",
    then="""Exit codes: 0 reported; 2 wrong usage, or a file cannot be written; 3 a file
or a line is no result (the rest is reported); 4 a problem of --problems is
wrong.""",
)
@click.argument("results", nargs=-1, required=True, metavar="OUT|RESULTS...")
@click.option(
    "--problems",
    "-p",
    multiple=True,
    type=click.Path(exists=True),
    metavar="PATH",
    help="For the trees: a problem file, or a folder or zip of them (of a quiz, BUILD/key/problems). Repeatable. On the page they are drawn; "
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
@_bytes_option
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
    if html != (out is not None):
        raise click.UsageError("--out DIR goes with --html, and --html with it")
    bank = Bank(*problems, build="--problems BUILD/key/problems") if problems or html else None
    files = ResultFiles(results, max_result_bytes)
    find = bank.find if bank is not None else lambda _: None
    made = class_report(files, files.faults, top, partial(shape_of, find), apart=apart)
    files.tell_faults()
    _print(RENDER_BY_FORMAT[format_](made), format_)
    if out is not None and bank is not None:
        page = class_page(made, bank.find)
        if write_made(out / PAGE_NAME, lambda: (page, ())):
            complain([wrote(1, out)])
    if bank is not None:
        bank.check_named()
        complain(bank.notes)
        complain(bank.faults, Exit.PROBLEM)


def _print(text: str, format_: str) -> None:
    if format_ == "text":
        emit_text(text)
    else:
        emit(text, is_utf8=True)


# -- `gametree similar`: answers of a class that are more alike than chance makes them


RENDER_SIMILAR_BY_FORMAT: dict[str, Callable[[Similar], str]] = {
    "text": similar_text,
    "json": similar_json,
    "csv": similar_csv,
}


@command(
    "gametree similar OUT",
    "gametree similar OUT --format csv > similar.csv",
    then="""Exit codes: 0 whatever is found; 2 wrong usage; 3 a file, a folder or a line is
no result (the rest is compared).""",
)
@click.argument("results", nargs=-1, required=True, metavar="OUT|RESULTS...")
@format_option(*RENDER_SIMILAR_BY_FORMAT, help="What stdout gets.")
@click.option(
    "--level",
    type=click.FloatRange(min=0, max=1, min_open=True),
    default=0.05,
    show_default=True,
    metavar="P",
    help="List what is found; in a class that works independently anything at all with this probability at most.",
)
@_bytes_option
def similar(results: tuple[str, ...], format_: str, level: float, max_result_bytes: int | None) -> None:
    """List answers that are more alike than chance makes them. This proves nothing: see the documentation, and talk first.

    OUT is a folder that a class was graded into, RESULTS a file that `grade --format json` wrote. Compared are the wrong
    answers of all pairs of students with the same problem, and those of each student with the keys of other variants.
    """
    files = ResultFiles(results, max_result_bytes)
    students = read_work(files.lines())
    files.tell_faults()
    if passed_over := {name: None for one in students for name, work in one.works.items() if work.is_program}:
        complain([f"{both([*passed_over])}: not compared: programs answer it"])
    found = compare(students, Fraction(str(level)))
    _print(RENDER_SIMILAR_BY_FORMAT[format_](found), format_)
