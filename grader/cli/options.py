"""What the commands share: exit codes, options, and how results and complaints get out."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Any, NoReturn, TypeVar

import click

from grader.documents import PROBLEM_LIMITS, SUBMISSION_LIMITS
from grader.errors import Fault
from grader.printable import printable
from grader.words import count


class Exit(IntEnum):
    """Exit codes. 1 is left to Python for an uncaught exception, which is a bug of ours."""

    GRADED = 0
    USAGE = 2
    SUBMISSION = 3
    PROBLEM = 4
    BELOW = 5


Named = TypeVar("Named")

_PROGRESS_FROM = 10
_NEW_OBJECTS = 50_000  # between two searches for garbage; grading a file makes some thousands, hardly any in circles
_FIRST = (Exit.USAGE, Exit.PROBLEM, Exit.SUBMISSION, Exit.BELOW)

problems_option = click.option(
    "--problems",
    "-p",
    multiple=True,
    type=click.Path(exists=True),
    metavar="PATH",
    help="A problem file, or a folder of them. Repeatable. Without it problems come from the shipped bank, and in "
    "grade and validate from a problem.yaml beside the submission.",
)


def format_option(*formats: str, help: str) -> Callable[..., Any]:  # noqa: A002  # as click names it
    """Return the option that says what stdout gets; the first format is the default."""
    return click.option(
        "--format",
        "-f",
        "format_",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help=help,
    )


text_or_json = format_option("text", "json", help="What stdout gets: text to read, or JSON.")


def bytes_option(which: str, what: str, default: int) -> Callable[..., Any]:
    """Return the option that says how large a document may be."""
    return click.option(
        f"--max-{which}-bytes",
        type=click.IntRange(min=1),
        default=default,
        show_default=True,
        metavar="N",
        help=f"Read {what} of up to N bytes.",
    )


problem_bytes_option = bytes_option("problem", "problem files", PROBLEM_LIMITS.bytes)
submission_bytes_option = bytes_option("submission", "submissions", SUBMISSION_LIMITS.bytes)


def drawing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that write drawings into a folder."""
    for name, what in reversed(DRAWINGS.items()):
        command = click.option(f"--{name}", name, is_flag=True, help=f"Write {what} into --out.")(command)
    out = click.option(
        "--out",
        type=click.Path(file_okay=False),
        metavar="DIR",
        help="The folder for files; made if need be.",
    )
    return out(command)


DRAWINGS = {
    "svg": "each annotated tree as SVG",
    "png": "each annotated tree as PNG",
    "pdf": "each annotated tree as PDF",
    "dot": "each annotated tree as Graphviz DOT",
}


def complain(messages: Iterable[Fault | str]) -> None:
    """Write each message once to stderr."""
    with contextlib.suppress(OSError):  # a full or closed stderr takes nothing from the report
        for message in dict.fromkeys(str(message) for message in messages):
            click.echo(message, err=True)


def wrote(files: int, folder: object) -> str:
    """Return what is said of files that were written: how many, and where."""
    return f"wrote {count(files, 'file')} into {printable(str(folder))}"


def emit(text: str, *, is_utf8: bool = False) -> bool:
    """Write a report to stdout and return whether that worked; what the terminal cannot show is escaped.

    With `is_utf8` it is written as UTF-8 whatever the terminal: it is for another program.
    """
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace", encoding="utf-8" if is_utf8 else None)
    if sys.stdout is None:  # closed before the program began
        complain(["standard output cannot be written: it is closed"])
        return False
    try:
        click.echo(text, nl=False)
        sys.stdout.flush()
    except OSError as failure:
        complain([f"standard output cannot be written: {failure.strerror}"])
        _drop_stdout()
        return False
    return True


def with_progress(names: Sequence[Named], label: str) -> Iterator[Named]:
    """Yield the names, beside a progress bar on stderr where there are many and someone is watching it alone."""
    if len(names) < _PROGRESS_FROM or not sys.stderr.isatty() or sys.stdout.isatty():
        yield from names
        return
    with click.progressbar(names, label=label, file=sys.stderr) as bar:
        yield from bar


def _drop_stdout() -> None:
    """Keep Python from trying once more, and failing once more, to flush stdout at exit."""
    sys.stdout = open("/dev/null" if sys.platform != "win32" else "NUL", "w", encoding="utf-8")  # noqa: SIM115


def collect_garbage() -> None:
    """Let Python look for garbage again, but not among what was imported, and not while one file is graded."""
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS)
    gc.enable()


def leave(codes: Iterable[Exit]) -> NoReturn:
    """End the program with the most serious of the codes."""
    gc.freeze()  # else Python searches everything for garbage once more before it ends
    reached = set(codes)
    sys.exit(next((int(code) for code in _FIRST if code in reached), int(Exit.GRADED)))
