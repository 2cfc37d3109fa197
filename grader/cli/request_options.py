"""The options of `gametree generate KIND` that say what is wanted, by name, and the command of a kind in groups of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import click

from generators.options import OPTIONS, flag, names_of
from generators.readings import FILE
from generators.registry import GENERATORS
from grader.cli import completion
from grader.cli.command import Command
from grader.cli.request_types import Typed
from grader.data import Data


class GroupedCommand(Command):
    """A command whose help lists its options under headings; what another kind's command knows is said to be that one's."""

    groups: Mapping[str, tuple[str, ...]] = {}

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options group by group, those of no group first."""
        grouped = {name for names in self.groups.values() for name in names}
        known = {
            name: record
            for param in self.get_params(ctx)
            if (name := param.name) and (record := param.get_help_record(ctx))
        }
        headings = {"Options": [name for name in known if name not in grouped], **self.groups}
        for heading, names in headings.items():
            with formatter.section(heading):
                formatter.write_dl([known[name] for name in names if name in known])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; an option that only other kinds have is refused with their names."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as failure:
            if kinds := [kind for kind in GENERATORS if failure.option_name in map(flag, names_of(kind))]:
                message = f"{failure.option_name} has no place in {ctx.info_name}, only in {', '.join(kinds)}"
                raise click.UsageError(message, ctx) from None
            raise


def request_command(kind: str, run: Callable[..., None], **fields: Data) -> GroupedCommand:
    """Return the command that runs with the options of a request for a kind; `fields` are a command's own."""
    generator = GENERATORS[kind]
    command = GroupedCommand(kind, callback=run, **fields)
    for keys in generator.options.values():
        command.params += [_click_option(key) for key in keys]
    command.groups = {
        heading: tuple(OPTIONS[key].name or key for key in keys) for heading, keys in generator.options.items()
    }
    return command


def _click_option(key: str) -> click.Option:
    option = OPTIONS[key]
    name = option.name or key
    if option.type is None:
        return click.Option([flag(name), name], is_flag=True, help=option.help)
    is_file = option.type is FILE
    return click.Option(
        [flag(name), name],
        type=click.Path(exists=True, dir_okay=False, path_type=Path) if is_file else Typed(option.type),
        metavar=None if is_file else option.type.name,
        help=option.help,
        shell_complete=completion.REQUEST.get(name),
    )
