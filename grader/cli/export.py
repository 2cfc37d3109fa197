"""`gametree export`: exercises as files that other programs take."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path

import click

from grader.cli.command import Command
from grader.cli.options import Exit, complain, leave, out_option, problem_bytes_option, problems_option, wrote
from grader.cli.problems import check_once, find_exercises, names_argument, read_title
from grader.exercises import FORMATS, Wishes, alone
from grader.kinds import Exercise
from grader.marks.reports import Reveal

_OF_GRADESCOPE = "goes with --to gradescope"


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  gametree export minimax-textbook four-ply-trace --to latex --out week5
  gametree export week5/problem-0*/problem.yaml --to gradescope --wheels wheels --out autograder
""",
)
@names_argument
@click.option("--to", "format_", type=click.Choice([*FORMATS]), required=True, help="What the files are for.")
@problems_option
@out_option("The folder for the files; made if need be.", Path, is_required=True)
@click.option(
    "--title", default="", callback=read_title, help="What stands at the top.  [default: that of the problem]"
)
@click.option(
    "--wheels",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Put the wheels in DIR, as pip wheel makes them, into the autograder: its image then needs no package index.",
)
@click.option(
    "--reveal",
    type=click.Choice([reveal.value for reveal in Reveal]),
    help="How much of the right answers the autograder tells.  [default: verdicts]",
)
@click.option("--force", is_flag=True, help="Write into a folder that has files already, over those of the same name.")
@problem_bytes_option
def export(
    names: tuple[str, ...],
    format_: str,
    problems: tuple[str, ...],
    out: Path,
    title: str,
    wheels: Path | None,
    reveal: str | None,
    force: bool,  # noqa: FBT001  # click passes flags by name
    max_problem_bytes: int,
) -> None:
    """Write exercises for another program: LaTeX, a Jupyter notebook, an autograder for Gradescope.

    PROBLEM is a problem's id or file. Whatever is below a folder `key` in --out holds the solutions; an autograder's archive is for
    the platform alone.
    """
    if format_ != "gradescope" and (wheels is not None or reveal is not None):
        raise click.UsageError(f"{'--wheels' if wheels is not None else '--reveal'} {_OF_GRADESCOPE}")
    if not force and out.is_dir() and any(out.iterdir()):
        raise click.UsageError(f"{out} has files already; choose another folder, or --force to write into it")
    wishes = Wishes(title, _wheels(wheels), Reveal(reveal or Reveal.VERDICTS))
    exercises, codes = find_exercises(names, problems, max_problem_bytes)
    if codes:
        leave(codes)
    check_once(exercises, "an export")
    try:
        written = _write(exercises, format_, wishes, out)
    except OSError as failure:
        complain([f"{out}: cannot be written: {failure.strerror or failure}"])
        leave({Exit.USAGE})
    complain([wrote(written, out)])
    leave(set())


def _wheels(folder: Path | None) -> list[Path]:
    """Return the wheels in the folder. Raises click's errors where they cannot be installed without a package index."""
    if folder is None:
        return []
    found = sorted(folder.glob("*.whl"))
    if not any(wheel.name.startswith("gametree_grader-") for wheel in found):
        made = f"pip wheel --wheel-dir {folder} gametree-grader"
        raise click.UsageError(f"{folder} has no wheel of gametree-grader; make all that is needed with: {made}")
    if broken := [wheel for wheel in found if not zipfile.is_zipfile(wheel)]:
        raise click.UsageError(f"{broken[0]} is no wheel: it is not an archive")
    return found


def _write(exercises: Sequence[Exercise], format_: str, wishes: Wishes, out: Path) -> int:
    """Write the folder, whole or not at all, and return how many files it has."""
    from grader.documents.folders import new_folder

    written = 0
    with new_folder(out) as write:
        for name, content in FORMATS[format_](list(map(alone, exercises)), wishes):
            write(name, content)
            written += 1
    return written
