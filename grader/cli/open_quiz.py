"""The build of a quiz by which is marked: opened, and said what of it files are asked for."""

from __future__ import annotations

import os

import click

from grader.cli.options import Exit, complain, leave
from grader.course.quiz.built import Built, open_build
from grader.course.quiz.document import Variants
from grader.course.quiz.lock import NAME as LOCK
from grader.course.quiz.lock import read_lock
from grader.errors import ProblemError
from grader.kinds import Exercise
from grader.printable import printable
from grader.words import count


def open_quiz(build: str, *, is_alone: bool) -> Built:
    """Return the build in the folder, unless problems are asked for by other options too; else end the program."""
    if not is_alone:
        raise click.UsageError(
            "--quiz BUILD goes without --problems, --require and --only: problems come from it, and all of a sheet count"
        )
    try:
        built = open_build(build)
    except ProblemError as failure:
        complain(failure.faults)
        if os.path.exists(os.path.join(build, LOCK)):
            complain([f"`{_made_by(build)} --force` builds it again"])
        leave({Exit.PROBLEM})
    marked = built.for_files()
    if marked.by_file:
        _say_what_files_hold(built, marked, printable(build, 4096))
    return marked


def _made_by(build: str) -> str:
    """Return the command that writes such a build; of a lock that cannot be read it is not known whether it is the key to an export."""
    try:
        lock, _ = read_lock(build)
    except ProblemError:
        return f"gametree quiz build QUIZ --out {printable(build, 4096)}"
    pools = f" --variants {len(lock.sheets)}" if lock.variants == Variants.POOLS else ""
    exported = f"gametree export QUIZ --to {lock.platform or 'FORMAT'}{pools} --out OUT --key {printable(build, 4096)}"
    return exported if pools or lock.platform else f"gametree quiz build QUIZ --out {printable(build, 4096)}"


def _say_what_files_hold(built: Built, marked: Built, build: str) -> None:
    """Say which parts of an export are marked here; where that is none, end the program."""
    whole = {one.exercise: built.find(one.problem) for one in built.sheet_of("")}
    total = sum(len(one.problem.ask) for one in whole.values() if isinstance(one, Exercise))
    by_file = {one.exercise: built.lock.by_file[one.problem] for one in marked.sheet_of("")}
    here = sum(map(len, by_file.values()))
    before = f"{build}: {total - here} of {count(total, 'part')} were answered on the platform ({built.lock.platform})"
    if not here:
        rest = f"grade FILES --problems {build}/key/problems marks whole submissions"
        complain([f"{before}, so nothing is asked of files; {rest}"])
        leave({Exit.USAGE})
    if here < total:
        shown = "; ".join(f"{printable(name)}: {', '.join(parts)}" for name, parts in by_file.items())
        complain([f"{before}; this marks the other {here if here > 1 else 'one'} ({shown})"])
