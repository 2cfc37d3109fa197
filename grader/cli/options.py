"""What the commands share: exit codes, options, and how results and complaints get out."""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from typing import TYPE_CHECKING, NoReturn, Protocol, TextIO, TypeVar

import click

from grader.cli.choice import Choice
from grader.diagram import Numbers
from grader.documents import PROBLEM_LIMITS, SUBMISSION_LIMITS
from grader.errors import Fault
from grader.printable import harmless, printable
from grader.words import count

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path

    from grader.drawing.text_tree import TreeLine

Item = TypeVar("Item")


Command = TypeVar("Command", bound=Callable[..., object] | click.Command)


class Decorator(Protocol):
    """What adds an option to a command."""

    def __call__(self, command: Command, /) -> Command:
        """Return the command with the option."""
        ...


class Exit(IntEnum):
    """Exit codes. 1 is Python's for an uncaught exception, which is a bug of ours, and a class run's that met one and went on."""

    GRADED = 0
    BUG = 1
    USAGE = 2
    SUBMISSION = 3
    PROBLEM = 4
    BELOW = 5
    INTERRUPTED = 130


INTERRUPTED = "grader.interrupted"  # in the context: what is to be said of an interruption now
_PROGRESS_FROM = 10
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


def format_option(*formats: str, help: str) -> Decorator:  # noqa: A002  # as click names it
    """Return the option that says what stdout gets; the first format is the default."""
    return click.option(
        "--format",
        "-f",
        "format_",
        type=Choice(formats),
        default=formats[0],
        show_default=True,
        help=help,
    )


text_or_json = format_option("text", "json", help="What stdout gets: text to read, or JSON.")


def bytes_option(which: str, what: str, default: int) -> Decorator:
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


def drawing_options(command: Command) -> Command:
    """Add the options that write drawings into a folder."""
    for name, what in reversed(DRAWINGS.items()):
        command = click.option(f"--{name}", name, is_flag=True, help=f"Write {what} into --out.")(command)
    return out_option("The folder for files; made if need be.")(command)


numbers_option = click.option(
    "--numbers",
    type=click.Choice([numbers.value for numbers in Numbers]),
    default=Numbers.VALUES.value,
    show_default=True,
    help="Which of the solution's numbers a tree shows: those asked, also all values and the windows at cuts, all windows, or all.",
)


class OutFolder(click.Path):
    """A folder to write into, there already or not."""

    def __init__(self, path_type: type[Path] | None = None) -> None:
        super().__init__(file_okay=False, path_type=path_type)

    def convert(
        self, value: str | PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | PathLike[str]:
        """Return the folder's name; an empty one, which would be the folder one stands in, is wrong usage."""
        return super().convert(value, param, ctx) if value else self.fail("expected the name of a folder", param, ctx)


def out_option(
    help: str,  # noqa: A002  # as click names it
    path_type: type[Path] | None = None,
    *,
    is_required: bool = False,
) -> Decorator:
    """Return the option that names the folder for files."""
    return click.option("--out", type=OutFolder(path_type), metavar="DIR", help=help, required=is_required)


DRAWINGS = {
    "svg": "each annotated tree as SVG",
    "png": "each annotated tree as PNG",
    "pdf": "each annotated tree as PDF",
    "dot": "each annotated tree as Graphviz DOT",
}


def complain(messages: Iterable[Fault | str]) -> None:
    """Write each message once to stderr; nothing in it can command a terminal."""
    try:
        for message in dict.fromkeys(harmless(str(message)) for message in messages):
            click.echo(message, err=True)
    except OSError:  # a full or closed stderr takes nothing from the report
        sys.stderr = _nowhere()


def complain_of_stdout(failure: OSError | None = None) -> None:
    """Say why standard output takes nothing. A reader that has seen enough (`| head`) needs no word: the run ends."""
    if failure is not None:
        sys.stdout = _nowhere()
        if failure.errno == errno.EPIPE:
            leave({Exit.USAGE})
    reason = failure.strerror if failure else "it is closed"
    complain([f"standard output cannot be written: {reason}"])


def escape_what_cannot_be_shown() -> None:
    """Let both streams write letters that a terminal does not have as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
            reconfigure(errors="backslashreplace")


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
        complain_of_stdout()
        return False
    try:
        click.echo(text, nl=False)
        sys.stdout.flush()
    except OSError as failure:
        complain_of_stdout(failure)
        return False
    return True


def emit_text(text: str | Iterable[str | TreeLine]) -> bool:
    """Write a report for people, a text or its lines, to stdout and return whether that worked.

    A terminal gets it as wide as it is; what lacks the letters of signs and edges gets them in ASCII.
    """
    lines = text.split("\n") if isinstance(text, str) else [*text, ""]
    if sys.stdout is None or (_is_utf8(sys.stdout) and not is_terminal(sys.stdout)):
        return emit(harmless("\n".join(map(str, lines))))
    from grader.cli.terminal import laid_out

    return emit(laid_out(lines, sys.stdout))


def _is_utf8(stream: TextIO) -> bool:
    return stream.encoding.lower().replace("_", "-") in ("utf-8", "utf8")


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether someone is watching the stream; one that was closed before the program began is None."""
    return stream is not None and stream.isatty()


def with_progress(items: Iterable[Item], total: int, label: str, done: str, *, alone: bool = True) -> Iterator[Item]:
    """Yield the items; an interruption says how many are `done`.

    A progress bar stands on stderr where there are many and someone is watching it, `alone`: not stdout as well.
    """
    is_watched = is_terminal(sys.stderr) and not (alone and is_terminal(sys.stdout))
    if total < _PROGRESS_FROM or not is_watched:
        yield from counted(items, total, done)
        return
    with click.progressbar(items, length=total, label=label, file=sys.stderr) as bar:
        yield from counted(bar, total, done)


def counted(items: Iterable[Item], total: int, done: str) -> Iterator[Item]:
    """Yield the items; an interruption says how many are `done`."""
    context = click.get_current_context(silent=True)

    def note(finished: int) -> None:
        if context is not None:
            context.meta[INTERRUPTED] = f"{finished} of {total} {done}"

    note(0)
    for finished, item in enumerate(items):
        note(finished)
        yield item
    note(total)


def _nowhere() -> TextIO:
    """Return a stream for the rest, so that Python does not try once more, and fail once more, to flush at exit."""
    return open(os.devnull, "w", encoding="utf-8")


def leave(codes: Iterable[Exit]) -> NoReturn:
    """End the program with the most serious of the codes."""
    gc.freeze()  # else Python searches everything for garbage once more before it ends
    reached = set(codes)
    sys.exit(next((int(code) for code in _FIRST if code in reached), int(Exit.GRADED)))
