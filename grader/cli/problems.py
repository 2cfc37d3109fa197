"""The problems that a command names, by id or by file: found, read and solved, or complained of."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence

import click

from grader.bank import Bank
from grader.cli.completion import completing, problem_ids
from grader.cli.options import Exit, complain
from grader.documents import PROBLEM_LIMITS
from grader.errors import Fault
from grader.kinds import Exercise
from grader.printable import printable

_LONGEST_TITLE = 200
_SUFFIXES = (".yaml", ".yml", ".json")

names_argument = click.argument(
    "names", nargs=-1, required=True, metavar="PROBLEM...", shell_complete=completing(problem_ids, or_file=True)
)


def _open_store(names: Sequence[str], problems: Sequence[str], most: int) -> tuple[Bank, list[str]]:
    """Return a store that also holds the problem files among `names`, and the ids that the names mean."""
    files = [name for name in names if name.endswith(_SUFFIXES) or os.sep in name or os.path.isfile(name)]
    store = Bank(*problems, *files, limits=PROBLEM_LIMITS._replace(bytes=most))
    ids = [store.id_of(name) if name in files else name for name in names]
    return store, [id_ for id_ in ids if id_ is not None]


def find_exercises(names: Sequence[str], problems: Sequence[str], most: int) -> tuple[list[Exercise], set[Exit]]:
    """Return the problems that are meant, and the exit codes of those that are not there or are wrong."""
    folders = [Fault("is a folder, expected a problem file", name) for name in names if os.path.isdir(name)]
    store, ids = _open_store([name for name in names if not os.path.isdir(name)], problems, most)
    found = [store.find(id_) for id_ in ids]
    missing = [fault for fault in found if isinstance(fault, Fault) and not fault.source]
    complain((*store.notes, *store.faults, *folders, *missing))
    codes = {Exit.PROBLEM} if store.faults or folders or missing else set()
    return [exercise for exercise in found if not isinstance(exercise, Fault)], codes


def check_once(exercises: Sequence[Exercise], whole: str) -> None:
    """Refuse a problem that is named twice; `whole` is what has each once."""
    often = Counter(exercise.problem.id for exercise in exercises)
    if twice := [id_ for id_, number in often.items() if number > 1]:
        raise click.UsageError(f"{printable(twice[0])} is named twice, but {whole} has each problem once")


def read_title(context: click.Context, parameter: click.Parameter, title: str) -> str:
    """Return a title from the command line, without blanks around it; one that is too long is wrong usage."""
    if len(title) > _LONGEST_TITLE:
        raise click.BadParameter(f"has {len(title):,} letters, expected at most {_LONGEST_TITLE}")
    return title.strip()
