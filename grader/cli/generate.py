"""`gametree generate`: certified exercises, as many as one wants. Generators are loaded once a kind is asked for."""

from __future__ import annotations

import click

from grader.cli.command import Group
from grader.core.errors import suggest
from grader.kinds import KINDS

_EPILOG = """\b
Examples:
  gametree generate alpha-beta --depth 3 --branching 3 --prune-count 2-4 \\
      --count 50 --seed 7 --out week5
  gametree generate minimax --values -20..20 > problem.yaml
  gametree generate alpha-beta --shape '[[0,0],[0,0,0]]' --prune-exactly G,H
  gametree generate expectiminimax --layers max,chance,min --chances quarters
  gametree generate ucb --children 5 --ask choice --seed "group 3" --out ucb5
  gametree generate alpha-beta --like week5/problem-01/problem.yaml --out more

\b
Guarantees (all on, --without NAME,...): unique-best-move, short-decimals,
some-cutoff, unequal-bounds, margin, not-greedy. docs/generating.md explains
them and every option.
"""


_HELP = """Make exercises with guaranteed properties.

Without --out the problem is printed. With it, each problem gets a folder with problem.yaml, answers.yaml (a template),
statement.md, statement.html and tree.svg to hand out; the folder key holds all that must not be.
"""


class _Kinds(Group):
    """One command for each kind that has a generator; none of them is made before it is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # click passes it
        """Return the names of the kinds."""
        from generators.registry import GENERATORS

        return list(GENERATORS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of the kind that is named. Raises UsageError, with the kind that may be meant."""
        kinds = self.list_commands(ctx)
        if args[0] not in kinds and not args[0].startswith("-"):
            known = "has no generator" if args[0] in KINDS else "is no kind of exercise"
            ctx.fail(f'"{args[0]}" {known}, expected one of {", ".join(kinds)}{suggest(args[0], kinds)}')
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a kind; None where it has no generator."""
        from grader.cli.generate_kind import command_of

        return command_of(cmd_name, _HELP) if cmd_name in self.list_commands(ctx) else None


generate = _Kinds("generate", help=_HELP, epilog=_EPILOG, subcommand_metavar="KIND [OPTIONS]")
