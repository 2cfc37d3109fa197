"""`gametree export`: exercises as files that other programs take."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from grader.cli.choice import Choice
from grader.cli.command import Command
from grader.cli.completion import completing, problem_ids
from grader.cli.export_quiz import check_key, names_quiz, read_pools, write_key
from grader.cli.options import Exit, complain, leave, problem_bytes_option, problems_option, wrote
from grader.cli.problems import check_once, find_exercises, read_title
from grader.cli.quiz import secret_option
from grader.data import Data
from grader.errors import GradingError
from grader.exact import marks_text
from grader.exercises import CARRIES, FORMATS, NOT_PICKING, NOTES, Pool, Wishes, alone
from grader.marks.reports import Reveal
from grader.printable import printable
from grader.processes import Workers
from grader.words import listed

_MOST_VARIANTS = 1000
_ENDINGS = (".xml", ".zip", ".txt", ".ipynb", ".tex")
_MOST_NAMED = 4
_OF_GRADESCOPE, _TELLING = ("gradescope",), ("gradescope", "prairielearn")
_MOST_ROWS = 50
_HEAD, _WIDE = ("points", "on the platform", "by file"), 17
_OF_A_QUIZ = "goes with a quiz: export quiz.yaml, or the folder that it lies in"


class Call(NamedTuple):
    """What the command line asks of an export."""

    names: tuple[str, ...]
    format_: str
    variants: int | None
    key: Path | None
    secret_file: str | None
    problems: tuple[str, ...]
    out: Path
    title: str
    wheels: Path | None
    reveal: str | None
    force: bool
    max_problem_bytes: int

    @property
    def wishes(self) -> Wishes:
        """Return what may be chosen. Raises click's errors for wheels that are none."""
        return Wishes(self.title, _wheels(self.wheels), Reveal(self.reveal or Reveal.VERDICTS))


class Exported(NamedTuple):
    """What is exported, by which wishes, and what writes the key of it: nothing where there is none."""

    pools: Sequence[Pool]
    wishes: Wishes
    write_key: Callable[[], None] = lambda: None


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  gametree export minimax-textbook four-ply-trace --to latex --out week5
  gametree export week5 --to jupyter --out week5-notebook
  gametree export week5 --to moodle-xml --variants 30 --key week5-key --out week5-moodle
  gametree export minimax-textbook --to moodle-xml --out week5.xml
  gametree export week5/problem-0*/problem.yaml --to gradescope --wheels wheels --out autograder
""",
)
@click.argument(
    "names",
    nargs=-1,
    required=True,
    metavar="PROBLEM...|FOLDER|QUIZ",
    shell_complete=completing(problem_ids, or_file=True),
)
@click.option("--to", "format_", type=Choice([*FORMATS]), required=True, help="What the files are for.")
@click.option(
    "--variants",
    type=click.IntRange(1, _MOST_VARIANTS),
    metavar="N",
    help="Of a quiz: how many variants of each generated exercise the platform has to choose from.",
)
@click.option(
    "--key",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Of a quiz: write its build into DIR too, by which grade --quiz marks files of answers.",
)
@secret_option
@problems_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE|DIR",
    help="The folder for the files, made if need be; where there is only one file, its own name will do.",
)
@click.option(
    "--title", default="", callback=read_title, help="What stands at the top.  [default: that of the problem or quiz]"
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
    help="How much of the right answers the autograder, or a question of PrairieLearn, tells.  [default: verdicts]",
)
@click.option("--force", is_flag=True, help="Write into a folder that has files already, over those of the same name.")
@problem_bytes_option
def export(**given: Data) -> None:
    """Write exercises for another program: LaTeX, a Jupyter notebook, an autograder, questions for a learning platform.

    PROBLEM is a problem's id or file, FOLDER one with problems in it or below it, QUIZ a quiz.yaml or its folder. Whatever is below a
    folder `key` in --out holds the solutions; an autograder's archive is for the platform alone.
    """
    call = Call(**given)
    _check_options(call)
    try:
        with Workers(os.cpu_count() or 1) as workers:
            is_quiz = any(map(names_quiz, call.names))
            exported = _of_quiz(call, workers) if is_quiz else _of_problems(call)
            written = _write(call, exported)
    except GradingError as failure:
        complain(failure.faults)
        leave({Exit.PROBLEM})
    except OSError as failure:
        complain([f"{call.out}: cannot be written: {failure.strerror or failure}"])
        leave({Exit.USAGE})
    said = NOTES[call.format_](exported.pools) if call.format_ in NOTES else ()
    complain([*said, *_worths(call, exported), wrote(written, call.out)])
    leave(set())


def _check_options(call: Call) -> None:
    """Refuse options that do not go together, and a folder that has files already."""
    for name, value, formats in (("--wheels", call.wheels, _OF_GRADESCOPE), ("--reveal", call.reveal, _TELLING)):
        if value is not None and call.format_ not in formats:
            raise click.UsageError(f"{name} goes with --to {' and '.join(formats)}")
    if call.variants is not None and call.format_ in NOT_PICKING:
        raise click.UsageError(f"--variants does not go with --to {call.format_}, {NOT_PICKING[call.format_]}")
    if call.out.is_file() and not (call.force and _is_one_file(call.out)):
        or_force = ", or --force to write over it" if _is_one_file(call.out) else ""
        raise click.UsageError(f"{call.out} is a file that is there already; choose another name{or_force}")
    if not call.force and call.out.is_dir() and any(call.out.iterdir()):
        raise click.UsageError(f"{call.out} has files already; choose another folder, or --force to write into it")


def _of_problems(call: Call) -> Exported:
    """Return the named problems, each a pool of its own. Leaves where one is wrong."""
    wishes = call.wishes
    exercises, codes = find_exercises(call.names, call.problems, call.max_problem_bytes, in_folders=True)
    if codes:
        leave(codes)
    for name, value in {"--variants": call.variants, "--key": call.key, "--secret": call.secret_file}.items():
        if value is not None:
            raise click.UsageError(f"{name} {_OF_A_QUIZ}")
    check_once(exercises, "an export")
    return Exported([*map(alone, exercises)], wishes)


def _of_quiz(call: Call, workers: Workers) -> Exported:
    """Return the exercises of the quiz as pools. Raises ProblemError."""
    if len(call.names) > 1:
        raise click.UsageError("a quiz is exported alone, without other problems")
    if call.key is not None:
        check_key(call.key, call.out, force=call.force)
    wishes = call.wishes
    order, drawn = read_pools(call.names[0], call.format_, call.variants, call.secret_file, workers)
    quiz, said = order.quiz, call.reveal or order.quiz.marking.reveal or Reveal.VERDICTS
    wishes = wishes._replace(title=wishes.title or quiz.heading, reveal=Reveal(said), workers=workers)
    return Exported(drawn.pools, wishes, lambda: write_key(order, drawn, call.format_, call.key))


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


def _write(call: Call, exported: Exported) -> int:
    """Write the folder, whole or not at all, and return how many files it has."""
    from grader.documents.folders import new_folder

    files = FORMATS[call.format_](exported.pools, exported.wishes)
    folder, written = call.out, 0
    if _is_one_file(call.out):
        folder, files = call.out.parent, iter([(call.out.name, _only(call.out, dict(files)))])
    with new_folder(folder) as write:
        for name, content in files:
            write(name, content)
            written += 1
        exported.write_key()
    return written


def _worths(call: Call, exported: Exported) -> list[str]:
    """Return a table of what the platform marks and what is marked by file; none where that goes without saying."""
    if call.format_ not in CARRIES:
        return []
    from grader.exercises.uploads import Worth, worths

    found = [*worths(exported.pools, CARRIES[call.format_])]
    if len(found) == 1 and not found[0].file:
        return []
    whole = [Worth("all", sum(one.platform for one in found), sum(one.file for one in found))] if len(found) > 1 else []
    rows = [
        (printable(one.name), marks_text(one.platform), marks_text(one.file)) for one in [*found[:_MOST_ROWS], *whole]
    ]
    wide = max(len(name) for name, *_ in [*rows, _HEAD])
    return [f"{name:<{wide}}{platform:>{_WIDE}}{file:>{_WIDE}}" for name, platform, file in [_HEAD, *rows]]


def _is_one_file(out: Path) -> bool:
    """Return whether --out names a file: it ends as one of the formats does, and is no folder."""
    return out.suffix.lower() in _ENDINGS and not out.is_dir()


def _only(out: Path, files: Mapping[str, str | bytes]) -> str | bytes:
    """Return the content of the only file of an export. Raises click's errors where there are others, or it ends otherwise."""
    [first, *others] = files
    if others:
        shown = listed([first, *others], _MOST_NAMED)
        raise click.UsageError(f"{out} is one file, but this export has {len(files)}: {shown}; name a folder")
    if Path(first).suffix != out.suffix.lower():
        raise click.UsageError(
            f"{out} ends in {out.suffix}, but this export is a file that ends in {Path(first).suffix}"
        )
    return files[first]
