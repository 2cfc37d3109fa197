"""What every command shares: how it is called, how its help looks, and how it ends when it cannot go on.

click's own commands end an interruption with 1, cut the commands in a help text with "…", show a mistyped option with
all that a terminal would obey, and let a full disk behind `--help` end in a traceback.
"""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NoReturn, TypeAlias

import click
from click.exceptions import Exit as Ended
from click.shell_completion import CompletionItem

from grader.cli.options import (
    INTERRUPTED,
    Exit,
    complain,
    complain_of_stdout,
    escape_what_cannot_be_shown,
    leave,
)
from grader.core.data import Data
from grader.core.errors import GradingError, Refusal, SubmissionError
from grader.core.text import harmless
from grader.grading.bank import Bank, shipped_problems

_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 1000}  # as wide as the terminal
_WHOLE = 1000  # letters of a command's sentence in the list of commands


def _choose_colour(context: click.Context, parameter: click.Parameter, is_off: bool) -> None:  # noqa: FBT001
    if is_off or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        context.color = False


class Command(click.Command):
    """A command: `-h`, `--no-color`, help as wide as the terminal, and an end that the exit codes describe.

    `headings` are those under which help lists options, by name: the rest stands last.
    """

    def __init__(self, *args: Data, headings: Mapping[str, Sequence[str]] | None = None, **named: Data) -> None:
        super().__init__(*args, **{"context_settings": dict(_SETTINGS), **named})
        self._headings = headings or {}
        no_color = click.Option(
            ["--no-color"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_choose_colour,
            help="No colours, even on a terminal; the variable NO_COLOR does the same.",
        )
        self.params.append(no_color)

    def get_short_help_str(self, limit: int = _WHOLE) -> str:
        """Return the first sentence of the help, whole."""
        return super().get_short_help_str(max(limit, _WHOLE))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options under their headings, and the commands of a group."""
        records = {one.name or "": record for one in self.get_params(ctx) if (record := one.get_help_record(ctx))}
        headed = self.headed(list(records))
        if not headed:
            super().format_options(ctx, formatter)
        for heading, names in headed.items():
            if shown := [records[name] for name in names if name in records]:
                with formatter.section(heading):
                    formatter.write_dl(shown)

    def headed(self, names: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Return which of the options, and maybe others, stand under which heading; nothing where there are no headings."""
        grouped = {name for under in self._headings.values() for name in under}
        rest = [name for name in names if name not in grouped]
        return {**self._headings, "Other options": rest} if self._headings else {}

    def make_context(self, *args: Data, **named: Data) -> click.Context:
        """Return the context of a call. `--help` and `--version` print here, which may fail like any report."""
        escape_what_cannot_be_shown()
        try:
            return super().make_context(*args, **named)
        except OSError as failure:
            complain_of_stdout(failure)
            raise Ended(Exit.USAGE) from failure
        except Ended:
            if sys.stdout is None:
                complain_of_stdout()
                raise Ended(Exit.USAGE) from None
            raise

    def invoke(self, ctx: click.Context) -> NoReturn:
        """Run the command and end with the exit codes that it reached; an interruption says how far it came.

        What the library raises is told here: of a submission, of a problem, or of what was asked.
        """
        try:
            super().invoke(ctx)
        except KeyboardInterrupt:
            tells = ctx.meta.get(INTERRUPTED)
            raise KeyboardInterrupt(*([tells()] if tells else [])) from None
        except GradingError as failure:
            complain(failure.faults, Exit.SUBMISSION if isinstance(failure, SubmissionError) else Exit.PROBLEM)
        except Refusal as failure:
            complain([str(failure)], Exit.USAGE)
        leave()

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,  # noqa: FBT001, FBT002  # as click names it
        **named: Data,
    ) -> Data:
        """Run the command and, if it stands alone, end the program."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **named)
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **named)
        except click.ClickException as failure:
            complain([_explained(failure)])
            code = failure.exit_code
        except click.Abort as abort:
            complain([": ".join(["interrupted", *map(str, getattr(abort.__cause__, "args", ()))])])
            code = Exit.INTERRUPTED
        sys.exit(int(code or 0))


def command(
    *examples: str, name: str | None = None, then: str = "", **named: Data
) -> Callable[[Callable[..., None]], Command]:
    """Return what makes a command, with examples below its help, and `then` what stands behind them as it is."""
    lines = ["\b", "Examples:", *(f"  {one}" for one in examples), *(["", "\b", then] if then else [])]
    return click.command(name, cls=Command, epilog="\n".join(lines), **named)


class Group(Command, click.Group):
    """A command that has commands of its own; they are whole programs as well."""

    command_class = Command
    group_class = type


def _explained(failure: click.ClickException) -> str:
    """Return what click says of a wrong call; what was typed cannot command the terminal."""
    said, context = io.StringIO(), getattr(failure, "ctx", None)
    if context is not None:
        context.color = True  # else click takes what looks like a colour out, and the option looks right
    failure.show(said)
    return harmless(said.getvalue().expandtabs(2)).rstrip("\n")


# -- what the shell offers for words that the program knows, such as the ids of problems

Words: TypeAlias = Callable[[click.Context], Iterable[str]]
Complete: TypeAlias = Callable[[click.Context, click.Parameter, str], list[str] | list[CompletionItem]]


def completing(words: Words, *, or_file: bool = False) -> Complete:
    """Return a completion by one of the words; with `or_file` by a file where no word fits."""

    def complete(context: click.Context, parameter: click.Parameter, begun: str) -> list[str] | list[CompletionItem]:
        fitting = [word for word in words(context) if word.startswith(begun)]
        if fitting or not or_file:
            return fitting
        return [CompletionItem(begun, type="file")]

    return complete


def completing_list(words: Words) -> Complete:
    """Return a completion of the last of several words with commas between; none is offered twice."""

    def complete(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
        before, comma, last = begun.rpartition(",")
        there = before.split(",")
        return [before + comma + word for word in words(context) if word.startswith(last) and word not in there]

    return complete


def problem_ids(context: click.Context) -> list[str]:
    """Return the ids of the problems that `--problems` names so far, and of those that are shipped."""
    return Bank(*(context.params.get("problems") or ()), must_exist=False).ids


def shipped_ids(context: click.Context) -> list[str]:
    """Return the ids of the shipped problems."""
    return list(shipped_problems())


class Stopwatch:
    """How long something took, for whoever waits for it: the one place that knows a clock. Written nowhere."""

    def __init__(self) -> None:
        self._began = time.perf_counter()

    def each(self, number: int) -> str:
        """Return how long each of so many things took."""
        return f"{1000 * (time.perf_counter() - self._began) / max(1, number):,.0f} ms each"
