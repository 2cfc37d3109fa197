"""`gametree help`: what `--help` of a command prints."""

from __future__ import annotations

import click

from grader.cli.command import Command
from grader.cli.options import Exit, emit, leave
from grader.errors import suggest
from grader.printable import printable


@click.command(
    "help",
    cls=Command,
    epilog="""\b
Examples:
  gametree help
  gametree help bank list
""",
)
@click.argument("words", nargs=-1, metavar="[COMMAND]...")
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
    known = group.commands if isinstance(group, click.Group) else {}
    if word not in known:
        raise click.UsageError(f'{context.command_path} has no command "{printable(word)}"{suggest(word, known)}')
    return click.Context(known[word], parent=context, info_name=word)
