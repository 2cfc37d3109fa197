"""The problems that a command names, by id or by file: found, read and solved, or complained of."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence

import click

from grader.bank import Bank
from grader.cli.completion import completing, problem_ids
from grader.cli.options import Exit, complain
from grader.cli.quiz_files import lies_in, quiz_fault
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
    """Return a store that also holds the problem files and folders among `names`, and the ids that the names mean."""
    files = [name for name in names if name.endswith(_SUFFIXES) or os.sep in name or os.path.exists(name)]
    store = Bank(*problems, *files, limits=PROBLEM_LIMITS._replace(bytes=most), must_exist=False)
    return store, [id_ for name in names for id_ in (_ids_in(store, name) if name in files else [name])]


def _ids_in(store: Bank, name: str) -> list[str]:
    """Return the ids of the problem in a file, or of those in a folder; nothing where there is none that can be read."""
    if os.path.isdir(name):
        return store.ids_below(name)
    id_ = store.id_of(name)
    return [] if id_ is None else [id_]


def find_exercises(
    names: Sequence[str], problems: Sequence[str], most: int, *, in_folders: bool = False
) -> tuple[list[Exercise], set[Exit]]:
    """Return the problems that are meant, and the exit codes of those that are not there or are wrong.

    With `in_folders` a folder means all problems in it and below it.
    """
    quizzes = [name for name in names if lies_in(name)]
    refused = [*quizzes, *(name for name in names if os.path.isdir(name) and not in_folders and name not in quizzes)]
    folders = [quiz_fault(name) or Fault("is a folder, expected a problem file", name) for name in refused]
    store, ids = _open_store([name for name in names if name not in refused], problems, most)
    empty = [name for name in names if os.path.isdir(name) and name not in refused and not store.ids_below(name)]
    empty = [] if store.faults else empty  # what is wrong there may be a problem
    folders += [Fault("there is no problem in this folder or below it", name) for name in empty]
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
