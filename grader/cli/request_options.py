"""The options of `gametree generate KIND` that say what is wanted, by name, and the command of a kind in groups of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click

from generators.registry import GENERATORS
from grader.cli import completion
from grader.cli import request_types as types
from grader.cli.command import Command


class Option(NamedTuple):
    """An option's type (None: a flag), its help, and what it is called where not as in the table."""

    type: types.Reading | click.Path | None
    help: str
    name: str = ""


_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
OPTIONS: dict[str, Option] = {
    "like": Option(_FILE, "Variants of the problem in this file: its shape, its question, its difficulty figures."),
    "mirror": Option(_FILE, "The mirror image of the problem in this file."),
    "depth": Option(types.RANGE, "Plies from the root to the leaves; with a range, leaves lie between."),
    "branching": Option(types.RANGE, "Children of each node."),
    "shape": Option(types.SHAPE, "The shape itself as nested lists, a leaf as []: '[[[],[]],[[],[],[]]]'."),
    "root": Option(types.ROOT, "Who moves first."),
    "layers": Option(types.LAYERS, "Who moves at depth 0, 1 …; begins anew where it ends."),
    "chances": Option(types.CHANCES, "uniform, tenths, quarters, thirds, or probabilities such as 1/2,0.3,0.2."),
    "moves": Option(types.MOVES, "Labels of moves: none, letters, sides (L, M, R), or your own, with commas."),
    "values": Option(types.VALUES, "The range of leaf values."),
    "outcomes": Option(types.OUTCOMES, "Leaf values from this list only, such as -1,0,1 for win, draw and loss."),
    "ties": Option(types.COUNT, "How many leaves repeat another leaf's value (default 0: all distinct)."),
    "ordering": Option(types.ORDERING, "random, best-first, worst-first, or strong:P (best first with probability P)."),
    "prune_count": Option(types.RANGE, "How many subtrees the search skips."),
    "leaves_evaluated": Option(types.RANGE, "How many leaves the search evaluates."),
    "prune_exactly": Option(types.IDS, "Just these subtrees are skipped, no others."),
    "about": Option(types.ABOUT, "equality (where >= and > must differ) or deep-cutoffs."),
    "max_nodes": Option(types.COUNT, "Trees of up to N nodes (default 10000)."),
    "children": Option(types.RANGE, "How many children the node has."),
    "visits": Option(types.VISITS, "Visits of each child."),
    "reward": Option(types.NUMBER, "The largest mean reward (default 1)."),
    "unvisited": Option(types.RANGE, "How many children have no visits (default 0)."),
    "extra_visits": Option(types.RANGE, "Visits of the parent beyond those of its children."),
    "margin": Option(types.NUMBER, "The least distance between the two best scores (default 0.05)."),
    "step": Option(types.NUMBER, "Leaf values are multiples of it: 1, 1/2, 1/4."),
    "reward_step": Option(types.NUMBER, "Total rewards are multiples of it: 1, 1/2, 1/4.", "step"),
    "names": Option(types.NODE_NAMES, "Names of nodes: letters, path, or your own breadth-first, with commas."),
    "child_names": Option(types.CHILD_NAMES, "Names of children: letters, or your own, with commas.", "names"),
    "ask": Option(types.PARTS, "The parts that are asked (default: the kind's own)."),
    "points": Option(types.POINTS, "Points of parts (default 1 each)."),
    "title": Option(types.TITLE, "The title of the problems; with several a number is added."),
    "id": Option(types.ID, "The id of the problems; with several a number is added (default: made from the content)."),
    "without": Option(types.NAMES, "Guarantees to switch off."),
    "separate": Option(
        types.NAMES, "Misconceptions that must give a wrong answer; default, all (from one another too), none."
    ),
    "max_draws": Option(types.COUNT, "How many draws to try for one problem (default 2000)."),
    "repeats": Option(None, "Leaf values may repeat as they come."),
}


def flag(name: str) -> str:
    """Return the option as it is typed."""
    return "--" + name.replace("_", "-")


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


def names_of(kind: str) -> list[str]:
    """Return the names of a kind's options as they are typed, with low lines."""
    return [OPTIONS[key].name or key for keys in GENERATORS[kind].options.values() for key in keys]


def request_command(kind: str, run: Callable[..., None], **fields: Any) -> GroupedCommand:
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
    metavar = option.type.name if isinstance(option.type, types.Reading) else None
    complete = completion.REQUEST.get(name)
    return click.Option(
        [flag(name), name], type=option.type, metavar=metavar, help=option.help, shell_complete=complete
    )
