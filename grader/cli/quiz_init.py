"""`gametree quiz init`: a quiz to begin with, with a class and a secret of its own."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from pathlib import Path

import click

from grader.cli.command import Command
from grader.cli.options import Exit, complain, leave
from grader.cli.quiz_files import QUIZ, ROSTER
from grader.printable import printable

_BYTES = 32


@click.command(
    "init",
    cls=Command,
    epilog="""\b
Examples:
  gametree quiz init week5
""",
)
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
def init(folder: Path) -> None:
    """Write a quiz to begin with into DIR: quiz.yaml with comments, roster.csv, and quiz.secret.

    All problems come from the secret: keep it to yourself, and keep it. Nothing that is there already is overwritten; what is
    missing is added.
    """
    from grader.course.quiz.secret import FILE
    from grader.documents.folders import staged_folder

    names = (QUIZ, ROSTER, FILE)
    missing = [name for name in names if not os.path.lexists(folder / name)]
    where = printable(str(folder))
    if not missing:
        raise click.UsageError(f"{_all(names)} are in {where} already, and nothing is overwritten")
    try:
        with staged_folder(folder) as staged:
            for name in missing:
                _write(staged / name)
    except OSError as failure:
        complain([f"{folder}: cannot be written: {failure.strerror or failure}"])
        leave({Exit.USAGE})
    complain([_written(names, missing, where)])
    leave(set())


def _written(names: Sequence[str], missing: Sequence[str], where: str) -> str:
    """Return what was written, and what to do now."""
    now = f"now: gametree quiz check {where}"
    if len(missing) == len(names):
        return f"{_all(missing)} are in {where}; {now}"
    verb = "was" if len(missing) == 1 else "were"
    there = [name for name in names if name not in missing]
    example = f"; {ROSTER} is an example, put your class in" if ROSTER in missing else ""
    stays = "stays as it was" if len(there) == 1 else "stay as they were"
    return f"{_all(missing)} {verb} added in {where}, {_all(there)} {stays}{example}; {now}"


def _all(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _write(file: Path) -> None:
    from grader.course.quiz import example

    if file.name in (QUIZ, ROSTER):
        file.write_bytes(example(file.suffix[1:]))
        return
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as opened:
        opened.write(secrets.token_hex(_BYTES) + "\n")
