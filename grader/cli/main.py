"""`gametree`: the group of all commands, each imported when it is called. `gametree grade` is the same command as `grade`."""

from __future__ import annotations

import click

from grader.cli.command import Group, command
from grader.cli.options import emit
from grader.core.errors import suggest
from grader.core.lazy import LaterValues, collect_garbage
from grader.core.resources import __version__
from grader.core.text import printable


def _commands(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """Return the commands that the words so far may be followed by."""
    group: click.Command | None = context.find_root().command
    for word in context.params.get("words") or ():
        group = group.get_command(context, word) if isinstance(group, click.Group) else None
    known = group.list_commands(context) if isinstance(group, click.Group) else []
    return [name for name in known if name.startswith(begun)]


@command(
    "gametree help",
    "gametree help bank list",
    name="help",
)
@click.argument("words", nargs=-1, metavar="[COMMAND]...", shell_complete=_commands)
@click.pass_context
def help_(context: click.Context, words: tuple[str, ...]) -> None:
    """Explain a command; without one, list them all."""
    about = context.parent or context
    for word in words:
        about = _below(about, word)
    emit(about.get_help() + "\n")


def _below(context: click.Context, word: str) -> click.Context:
    """Return the context of a command of the group that the given one is of."""
    group = context.command
    known = group.list_commands(context) if isinstance(group, click.Group) else []
    command = group.get_command(context, word) if isinstance(group, click.Group) else None
    if command is None:
        raise click.UsageError(f'{context.command_path} has no command "{printable(word)}"{suggest(word, known)}')
    return click.Context(command, parent=context, info_name=word)


_COMPLETION = """\b
Shell completion (bash; zsh and fish alike):
  eval "$(_GAMETREE_COMPLETE=bash_source gametree)"
"""

COMMANDS: LaterValues[click.Command] = LaterValues(
    {
        "adjust": "grader.cli.adjust:adjust",
        "bank": "grader.cli.bank:bank",
        "conventions": "grader.cli.bank:conventions",
        "edit": "grader.cli.edit:edit",
        "export": "grader.cli.export:export",
        "generate": "grader.cli.generate:generate",
        "grade": "grader.cli.grade:grade",
        "gradebook": "grader.cli.gradebook:gradebook",
        "handout": "grader.cli.show:handout",
        "help": "grader.cli.main:help_",
        "misconceptions": "grader.cli.bank:misconceptions",
        "quiz": "grader.cli.quiz:quiz",
        "regrade": "grader.cli.regrade:regrade",
        "report": "grader.cli.report:report",
        "roster": "grader.cli.gradebook:roster",
        "schema": "grader.cli.bank:schema",
        "serve": "grader.cli.serve:serve",
        "show": "grader.cli.show:show",
        "similar": "grader.cli.report:similar",
        "solve": "grader.cli.show:solve",
        "trace": "grader.cli.show:trace",
        "validate": "grader.cli.named_inputs:validate",
    }
)


@click.group(cls=Group, commands=COMMANDS, epilog=_COMPLETION)
@click.version_option(__version__, prog_name="gametree-grader")
def gametree() -> None:
    """Set, solve, mark and draw game-tree exercises."""
    collect_garbage()
