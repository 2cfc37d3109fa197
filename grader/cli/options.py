"""What the commands share: exit codes, options, and how results and complaints get out.

A command notes each exit code that it reaches, and `Command` ends it with the most serious one. What the library raises it need not catch.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import IntEnum
from typing import TYPE_CHECKING, NoReturn, Protocol, TextIO, TypeVar

import click

from grader.core.documents import PROBLEM_LIMITS, SUBMISSION_LIMITS
from grader.core.drawing.diagram import Numbers
from grader.core.errors import Fault, Refusal, suggest, unreadable
from grader.core.text import count, harmless, printable

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path

    from grader.core.drawing.text_tree import TreeLine


# -- one of several names, where a near miss is told what was probably meant


class Choice(click.Choice[str]):
    """A name among those that there are; of one that was there it is said what serves now."""

    def __init__(self, choices: Sequence[str], gone: Mapping[str, str] | None = None) -> None:
        super().__init__(choices)
        self._gone = gone or {}

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name. Raises BadParameter, with the nearest one if one is near."""
        if value in self._gone:
            raise click.BadParameter(self._gone[str(value)], ctx, param)
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as failure:
            said = failure.message.rstrip(".") + (suggest(str(value), self.choices) or ".")
            raise click.BadParameter(said, ctx, param) from None


Item = TypeVar("Item")
Command = TypeVar("Command", bound=Callable[..., object] | click.Command)


A_FILE, A_FOLDER = click.Path(exists=True, dir_okay=False), click.Path(exists=True, file_okay=False)
"""A file and a folder that are there."""


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


INTERRUPTED = "grader.interrupted"  # in the context: what tells how far a command has come
_REACHED = "grader.reached"  # in the context: the exit codes that were reached
_PROGRESS_FROM = 10
_FIRST = (Exit.USAGE, Exit.PROBLEM, Exit.SUBMISSION, Exit.BELOW)

problems_option = click.option(
    "--problems",
    "-p",
    multiple=True,
    type=click.Path(exists=True),
    metavar="PATH",
    help="A problem file, or a folder or zip of them. Repeatable. Without it problems come from the shipped bank, and in "
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
    callback=lambda _, __, value: Numbers(value),
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


def files_option(
    name: str,
    help: str,  # noqa: A002  # as click names it
) -> Decorator:
    """Return a repeatable option that names files that are there."""
    return click.option(name, type=A_FILE, multiple=True, metavar="FILE", help=help)


def has_files(folder: Path) -> bool:
    """Return whether a folder that is to be written has files already, or is no folder. One that cannot be read is wrong usage."""
    try:
        return os.path.exists(folder) and (not folder.is_dir() or any(folder.iterdir()))
    except OSError as failure:
        raise click.UsageError(f"{folder} {unreadable(failure)}") from failure


_PAPERS = ("a4", "letter")
paper_option = click.option(
    "--paper", type=click.Choice(_PAPERS), help="The size of paper; goes with --pdf.  [default: a4]"
)


def chosen_paper(paper: str | None, *, pdf: bool, missing: str) -> str | None:
    """Return the size of paper, None where none is wanted; refuse it without --pdf, and --pdf where what it needs is `missing`."""
    if paper is not None and not pdf:
        raise click.UsageError("--paper goes with --pdf")
    if pdf and missing:
        raise click.UsageError(f"--pdf cannot be written: {missing}")
    return (paper or _PAPERS[0]) if pdf else None


force_option = click.option(
    "--force", is_flag=True, help="Write into a folder that has files already, over those of the same name."
)


DRAWINGS = {
    "svg": "each annotated tree as SVG",
    "png": "each annotated tree as PNG",
    "pdf": "each annotated tree as PDF",
    "dot": "each annotated tree as Graphviz DOT",
}


def complain(messages: Iterable[Fault | str], code: Exit | None = None) -> None:
    """Write each message once to stderr; nothing in it can command a terminal. Where there is any, the code is reached."""
    said = dict.fromkeys(harmless(str(message)) for message in messages)
    if said and code is not None:
        reach(code)
    try:
        for message in said:
            click.echo(message, err=True)
    except OSError:  # a full or closed stderr takes nothing from the report
        sys.stderr = _nowhere()


def stop(messages: Iterable[Fault | str], code: Exit) -> NoReturn:
    """Write each message, and end the command with the code or a more serious one that it has reached."""
    complain(messages)
    leave([code])


def reach(code: Exit) -> None:
    """Note an exit code that the command has reached."""
    _reached().add(code)


def _reached() -> set[Exit]:
    context = click.get_current_context(silent=True)
    codes: set[Exit] = set() if context is None else context.meta.setdefault(_REACHED, set())
    return codes


def cannot(path: object, failure: OSError, what: str = "written") -> str:
    """Return what is said of a file or folder that the system does not let us write or read."""
    return f"{path}: cannot be {what}: {failure.strerror or failure}"


@contextmanager
def accessing(path: object, what: str = "written") -> Iterator[None]:
    """End the command where this cannot be written, or read, saying why."""
    try:
        yield
    except OSError as failure:
        raise Refusal(cannot(path, failure, what)) from failure


def page_name(context: click.Context, parameter: click.Parameter, name: str | None) -> str | None:
    """Return the name of a page to write; one that does not end like one is wrong usage."""
    if name is not None and not name.lower().endswith((".html", ".htm")):
        raise click.BadParameter(f"{printable(name)} is no name of a page, expected one that ends in .html")
    return name


def write_made(path: Path, make: Callable[[], tuple[str | bytes, Iterable[str]]]) -> bool:
    """Write a file of what is made, with notes on it, and return whether that worked; where not it is said, and the command goes on."""
    from grader.core.documents.files import write_file

    try:
        content, notes = make()
        complain(notes)
        write_file(path, content)
    except OSError as failure:
        complain([cannot(path, failure)], Exit.USAGE)
        return False
    return True


def complain_of_stdout(failure: OSError | None = None) -> None:
    """Say why standard output takes nothing. A reader that has seen enough (`| head`) needs no word: the run ends."""
    if failure is not None:
        sys.stdout = _nowhere()
        if failure.errno == errno.EPIPE:
            leave([Exit.USAGE])
    reason = failure.strerror if failure else "it is closed"
    complain([f"standard output cannot be written: {reason}"], Exit.USAGE)


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


def emit_text(text: str | Iterable[str | TreeLine], foreign: Collection[str] | None = None) -> bool:
    """Write a report for people, a text or its lines, to stdout and return whether that worked.

    A terminal gets it as wide as it is, and where `foreign` texts in it are named, α and β in all others; what lacks the letters
    of signs and edges gets them in ASCII.
    """
    lines = text.split("\n") if isinstance(text, str) else [*text, ""]
    if sys.stdout is None or (_is_utf8(sys.stdout) and not is_terminal(sys.stdout)):
        return emit(harmless("\n".join(map(str, lines))))
    from grader.cli.terminal import laid_out

    return emit(laid_out(lines, sys.stdout, foreign))


def _is_utf8(stream: TextIO) -> bool:
    return stream.encoding.lower().replace("_", "-") in ("utf-8", "utf8")


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether someone is watching the stream; one that was closed before the program began is None."""
    return stream is not None and stream.isatty()


def nothing_more() -> int:
    """Return 0: nothing is done but what was handed on."""
    return 0


def with_progress(
    items: Iterable[Item],
    total: int,
    label: str,
    done: str,
    *,
    alone: bool = True,
    has_rate: bool = False,
    saved: Callable[[], int] = nothing_more,
) -> Iterator[Item]:
    """Yield the items; an interruption says how many are `done`, or `saved` where that is more.

    A progress bar, with how many are done a second if wanted, stands on stderr where there are many and someone is watching it,
    `alone`: not stdout as well.
    """
    is_watched = is_terminal(sys.stderr) and not (alone and is_terminal(sys.stdout))
    if total < _PROGRESS_FROM or not is_watched:
        yield from counted(items, total, done, saved)
        return
    bar = click.progressbar(items, length=total, label=label, file=sys.stderr)
    if has_rate:
        bar.item_show_func = lambda _: per_second(bar.time_per_iteration)
    with bar:
        yield from counted(bar, total, done, saved)


def per_second(seconds: float) -> str:
    """Return how many are done a second, where each takes so many; nothing where that is not known yet."""
    return f"{1 / seconds:,.0f} a second" if seconds else ""


def counted(items: Iterable[Item], total: int, done: str, saved: Callable[[], int] = nothing_more) -> Iterator[Item]:
    """Yield the items; an interruption says how many are `done`, or `saved` where that is more."""
    context, finished = click.get_current_context(silent=True), 0
    if context is not None:
        context.meta[INTERRUPTED] = lambda: f"{max(finished, saved())} of {total} {done}"
    for item in items:
        yield item
        finished += 1


def _nowhere() -> TextIO:
    """Return a stream for the rest, so that Python does not try once more, and fail once more, to flush at exit."""
    return open(os.devnull, "w", encoding="utf-8")


def leave(codes: Iterable[Exit] = ()) -> NoReturn:
    """End the command with the most serious of these codes and those that it has reached."""
    gc.freeze()  # else Python searches everything for garbage once more before it ends
    reached = {*codes, *_reached()}
    sys.exit(next((int(code) for code in _FIRST if code in reached), int(Exit.GRADED)))
