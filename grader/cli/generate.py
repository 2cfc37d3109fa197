"""`gametree generate`: certified exercises, as many as one wants, with statements, drawings and keys."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from grader.cli.command import Group
from grader.cli.completion import completing, conventions_of
from grader.cli.options import Exit, OutFolder, complain, emit, leave, with_progress
from grader.data import Data
from grader.errors import suggest
from grader.kinds import KINDS

if TYPE_CHECKING:
    from generators.batch import Numbered
    from generators.certify import Generated
    from generators.parameters import Parameters
    from grader.games.problem import Problem

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


class Batch(NamedTuple):
    """How many problems, from which seed, and where they go."""

    kind: str
    total: int
    seed: str
    out: Path
    drawings: bool


_HELP = """Make exercises with guaranteed properties.

Without --out the problem is printed. With it, each problem gets a folder with problem.yaml, answers.yaml (a template),
statement.md, statement.html and tree.svg to hand out; the folder key holds all that must not be.
"""


class _Kinds(Group):
    """One command for each kind that has a generator; none of them is made before it is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # click passes it
        """Return the names of the kinds."""
        from generators import GENERATORS

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
        from grader.cli.request_options import request_command

        if cmd_name not in self.list_commands(ctx):
            return None
        short = f"{KINDS[cmd_name].title}."
        return request_command(
            cmd_name,
            partial(_generate, cmd_name),
            params=_own_options(),
            help=_HELP,
            epilog=_examples(cmd_name),
            short_help=short,
        )


def _examples(kind: str) -> str:
    from generators import GENERATORS

    lines = [f"  gametree generate {kind} {options}" for options in GENERATORS[kind].examples]
    return "\n".join(["\b", "Examples:", *lines])


def _own_options() -> list[click.Parameter]:
    """Return the options of every kind's command that say how many problems are made, and where they go."""
    return [
        click.Option(
            ["--count"], type=click.IntRange(1, 100_000), default=1, show_default=True, help="How many problems."
        ),
        click.Option(
            ["--seed"], default="1", show_default=True, help="Any text. The same seed gives the same problems."
        ),
        click.Option(
            ["--out"],
            type=OutFolder(Path),
            metavar="DIR",
            help="The folder for everything; made if need be.",
        ),
        click.Option(
            ["--force"], is_flag=True, help="Write into a folder that has files already, over those of the same name."
        ),
        click.Option(["--no-drawings"], is_flag=True, help="Leave out the drawings."),
        click.Option(
            ["--convention", "conventions"],
            multiple=True,
            metavar="NAME=VALUE",
            shell_complete=completing(conventions_of),
            help="A convention; repeatable.",
        ),
    ]


generate = _Kinds("generate", help=_HELP, epilog=_EPILOG, subcommand_metavar="KIND [OPTIONS]")


def _generate(
    kind: str,
    *,
    count: int,
    seed: str,
    out: Path | None,
    force: bool,
    no_drawings: bool,
    conventions: tuple[str, ...],
    **given: Data,
) -> None:
    from generators import RequestError
    from generators.request import requested
    from grader.errors import GradingError

    if out is None and count > 1:
        raise click.UsageError("--count goes with --out DIR: only one problem can be printed")
    if out is not None and not force and os.path.exists(out) and (not out.is_dir() or any(out.iterdir())):
        raise click.UsageError(f"{out} exists already; choose another folder, or --force to write into it")
    if out is not None and force and out.is_dir():
        _check_earlier(Batch(kind, count, seed, out, not no_drawings))
    try:
        parameters = requested(kind, given, conventions)
        if out is None:
            leave(set() if emit(_printed(kind, parameters, seed)) else {Exit.USAGE})
        _write_all(Batch(kind, count, seed, out, not no_drawings), parameters)
    except RequestError as failure:
        complain([str(failure)])
        leave({Exit.USAGE})
    except GradingError as failure:
        complain(failure.faults)
        leave({Exit.PROBLEM})
    except OSError as failure:
        complain([f"{out}: cannot be written: {failure.strerror or failure}"])
        leave({Exit.USAGE})
    complain([f"{count} problem{'' if count == 1 else 's'} in {out}; the key is in {out / 'key'}"])
    leave(set())


def _printed(kind: str, parameters: Parameters, seed: str) -> str:
    from generators import certified
    from grader.cli.sizes import Sizes
    from grader.documents.write import to_yaml
    from grader.handout.folder import PROBLEM
    from grader.kinds import write_problem

    sizes, text = (
        Sizes(parameters),
        to_yaml(write_problem(KINDS[kind], certified(kind, parameters, f"{seed}/1").problem)),
    )
    sizes.check({PROBLEM: text})
    complain(sizes.notes())
    return text


def _check_earlier(batch: Batch) -> None:
    """Refuse to write beside exercises of an earlier run that would stay: no index would say what lies in the folder."""
    from generators.batch import folder_of
    from grader.cli.earlier import INDEX, KEY, left_over
    from grader.handout.folder import DRAWINGS, HANDED_OUT, KEPT

    written = {INDEX, f"{KEY}/{INDEX}"} if batch.total > 1 else set()
    for number in range(1, batch.total + 1):
        below = f"{folder}/" if (folder := folder_of(number, batch.total)) else ""
        written |= {f"{below}{name}" for name in HANDED_OUT if batch.drawings or name not in DRAWINGS}
        written |= {f"{KEY}/{below}{name}" for name in KEPT if batch.drawings or name not in DRAWINGS}
    if left := left_over(batch.out, written):
        raise click.UsageError(
            f"{batch.out} holds other exercises, of which {_files_in_words(left)} would stay beside the new ones; "
            "choose another folder, or make as many as there are"
        )


def _files_in_words(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{len(names):,} files ({names[0]} …)"


def _write_all(batch: Batch, parameters: Parameters) -> None:
    """Write the folder: problems by number, the key beside them, and an index of each."""
    from generators.batch import different, handout_row, key_row
    from grader.cli.sizes import Sizes
    from grader.documents.folders import new_folder
    from grader.documents.table import table_text

    sizes = Sizes(parameters)
    index: list[dict[str, Data]] = []
    figures: list[dict[str, Data]] = []
    problems = different(batch.kind, parameters, batch.seed, batch.total)
    with new_folder(batch.out) as write:
        for numbered in _counted(problems, batch.total):
            handout, key = _files(numbered.generated, drawings=batch.drawings)
            sizes.check(handout | key)
            below = f"{numbered.folder}/" if numbered.folder else ""
            for file, content in handout.items():
                write(f"{below}{file}", content)
            for file, content in key.items():
                write(f"key/{below}{file}", content)
            index.append(handout_row(numbered))
            figures.append(key_row(numbered))
        if batch.total > 1:
            write("index.csv", table_text(list(index[0]), [list(row.values()) for row in index]))
            write("key/index.csv", table_text(list(figures[0]), [list(row.values()) for row in figures]))
    complain(sizes.notes())


def _files(generated: Generated, *, drawings: bool) -> tuple[dict[str, str | bytes], dict[str, str | bytes]]:
    """Return what is handed out and what is kept of one problem, each by name."""
    from grader.handout.folder import handout_files, key_files

    drawings = drawings and not _is_too_large(generated.problem)
    handout = dict(handout_files(generated.problem, drawings=drawings))
    for _, notes in handout.values():
        complain(notes)
    key = key_files(generated, drawings=drawings)
    return {name: content for name, (content, _) in handout.items()}, {name: content for name, (content, _) in key}


def _is_too_large(problem: Problem) -> bool:
    from grader.drawing.draw import MOST_NODES

    if problem.size > MOST_NODES:
        complain([f"{problem.id}: {problem.size:,} nodes are too many to be drawn, so there is no drawing"])
    return problem.size > MOST_NODES


def _counted(problems: Iterator[Numbered], count: int) -> Iterator[Numbered]:
    """Yield the problems, beside a progress bar where there are many."""
    return with_progress(problems, count, "Generating", "made, nothing is written", alone=False)
