"""`gametree help`: what `--help` of a command prints."""

from __future__ import annotations

import click

from grader.cli.command import Command
from grader.cli.options import Exit, emit, leave
from grader.errors import suggest
from grader.printable import printable


def _commands(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """Return the commands that the words so far may be followed by."""
    group: click.Command | None = context.find_root().command
    for word in context.params.get("words") or ():
        group = group.get_command(context, word) if isinstance(group, click.Group) else None
    known = group.list_commands(context) if isinstance(group, click.Group) else []
    return [name for name in known if name.startswith(begun)]


@click.command(
    "help",
    cls=Command,
    epilog="""\b
Examples:
  gametree help
  gametree help bank list
""",
)
@click.argument("words", nargs=-1, metavar="[COMMAND]...", shell_complete=_commands)
@click.pass_context
def help_(context: click.Context, words: tuple[str, ...]) -> None:
    """Explain a command; without one, list them all."""
    about = context.parent or context
    for word in words:
        about = _below(about, word)
    leave(set() if emit(about.get_help() + "\n") else {Exit.USAGE})


def _below(context: click.Context, word: str) -> click.Context:
    """Return the context of a command of the group that the given one is of."""
    group = context.command
    known = group.list_commands(context) if isinstance(group, click.Group) else []
    command = group.get_command(context, word) if isinstance(group, click.Group) else None
    if command is None:
        raise click.UsageError(f'{context.command_path} has no command "{printable(word)}"{suggest(word, known)}')
    return click.Context(command, parent=context, info_name=word)
