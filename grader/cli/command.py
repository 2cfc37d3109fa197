"""What every command shares: how it is called, how its help looks, and how it ends when it cannot go on.

click's own commands end an interruption with 1, cut the commands in a help text with "…", show a mistyped option with
all that a terminal would obey, and let a full disk behind `--help` end in a traceback.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

import click
from click.exceptions import Exit as Ended

from grader.cli.options import INTERRUPTED, Exit, complain, complain_of_stdout, escape_what_cannot_be_shown
from grader.data import Data
from grader.printable import harmless

_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 1000}  # as wide as the terminal
_WHOLE = 1000  # letters of a command's sentence in the list of commands


def _choose_colour(context: click.Context, parameter: click.Parameter, is_off: bool) -> None:  # noqa: FBT001
    if is_off or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        context.color = False


class Command(click.Command):
    """A command: `-h`, `--no-color`, help as wide as the terminal, and an end that the exit codes describe."""

    def __init__(self, *args: Data, **named: Data) -> None:
        super().__init__(*args, **{"context_settings": dict(_SETTINGS), **named})
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

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; an interruption says how far it came."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(*filter(None, [ctx.meta.get(INTERRUPTED)])) from None

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
