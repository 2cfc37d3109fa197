"""`gametree quiz`: a quiz for a class, from its document to all that is handed out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from grader.cli.command import Command, Group
from grader.cli.options import Exit, Item, complain, leave, out_option, with_progress
from grader.cli.quiz_files import check_quiz_is_there, find_secret, quiz_path, roster_beside
from grader.cli.stopwatch import Stopwatch
from grader.data import Data
from grader.errors import GradingError
from grader.printable import printable
from grader.words import count, listed

if TYPE_CHECKING:
    from grader.course.quiz.making import Made
    from grader.course.quiz.order import Order

_PAPERS = ("a4", "letter")
_NO_PAPER = 'it needs Typst and pypdf; install them with: pip install "gametree-grader[pdf]"'

quiz = Group(
    "quiz",
    help="A quiz for a class: one sheet, or a personal one for each student.",
    epilog="""\b
Examples:
  gametree quiz init week5
  gametree quiz check week5
  gametree quiz build week5 --out week5-build
""",
)

quiz_argument = click.argument("quiz_file", metavar="QUIZ", type=click.Path(exists=True))
roster_option = click.option(
    "--roster",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="The class as CSV.  [default: roster.csv beside the quiz, where there is one]",
)
secret_option = click.option(
    "--secret",
    "secret_file",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="The file of the secret.  [default: the variable GAMETREE_SECRET, else quiz.secret beside the quiz]",
)


class Call(NamedTuple):
    """What the command line asks of a build."""

    quiz_file: str
    out: Path
    roster: str | None
    secret_file: str | None
    pdf: bool
    paper: str | None
    zips: bool
    jobs: int | None
    is_added: bool
    is_rekeyed: bool
    force: bool

    @property
    def processes(self) -> int:
        """Return in how many processes sheets are made."""
        return self.jobs or os.cpu_count() or 1


@click.command(
    "build",
    cls=Command,
    epilog="""\b
Examples:
  gametree quiz build week5 --out week5-build
  gametree quiz build week5 --out week5-build --add
  gametree quiz build week5 --out week5-build --pdf --zip
""",
)
@quiz_argument
@out_option(
    "The folder of the build: one with nothing in it, or that of an earlier build with --add, --rekey or --force.",
    Path,
    is_required=True,
)
@roster_option
@secret_option
@click.option("--pdf", is_flag=True, help="Write each sheet on paper too, and all of them in one file to print.")
@click.option("--paper", type=click.Choice(_PAPERS), help="The size of paper; goes with --pdf.  [default: a4]")
@click.option("--zip", "zips", is_flag=True, help="Write a zip of each student's folder too.")
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N", help="How many processes.  [default: all cores]")
@click.option("--add", "is_added", is_flag=True, help="Sheets for students who joined late; no other sheet is touched.")
@click.option("--rekey", "is_rekeyed", is_flag=True, help="Only the key anew: corrected conventions, points, marking.")
@click.option("--force", is_flag=True, help="In place of an earlier build, of which nothing is left.")
def build(**given: Data) -> None:
    """Write all sheets of a quiz, to hand out, and their key.

    QUIZ is quiz.yaml or the folder that it lies in. The folder key below --out holds the solutions: all else may be handed out.
    """
    call = Call(**given)
    _check_options(call)
    mode = _rekey if call.is_rekeyed else _add if call.is_added else _build
    try:
        file = quiz_path(call.quiz_file)
        check_quiz_is_there(file)
        mode(call, file)
    except GradingError as failure:
        complain(failure.faults)
        leave({Exit.PROBLEM})
    except OSError as failure:
        complain([f"{call.out}: cannot be written: {failure.strerror or failure}"])
        leave({Exit.USAGE})
    leave(set())


def _check_options(call: Call) -> None:
    """Refuse options that do not go together."""
    modes = {"--add": call.is_added, "--rekey": call.is_rekeyed, "--force": call.force}
    outputs = {"--pdf": call.pdf, "--paper": call.paper is not None, "--zip": call.zips}
    chosen = [name for name, is_on in modes.items() if is_on]
    asked = [name for name, is_on in outputs.items() if is_on]
    if len(chosen) > 1:
        raise click.UsageError(f"{chosen[1]} does not go with {chosen[0]}")
    if chosen and not call.force and asked:
        raise click.UsageError(f"{asked[0]} does not go with {chosen[0]}: the build says already what it is made of")
    if call.is_rekeyed and call.roster is not None:
        raise click.UsageError("--roster does not go with --rekey: the class stays as it was")
    if call.paper is not None and not call.pdf:
        raise click.UsageError("--paper goes with --pdf")
    if call.pdf and not _has_paper():
        raise click.UsageError(f"--pdf cannot be written: {_NO_PAPER}")
    if not chosen:
        _check_empty(call.out)


def _has_paper() -> bool:
    from grader.course.quiz.printing import is_there

    return is_there()


def _check_empty(out: Path) -> None:
    """Refuse a folder that has files already."""
    try:
        has_files = os.path.exists(out) and (not out.is_dir() or any(out.iterdir()))
    except OSError as failure:
        raise click.UsageError(f"{out} cannot be read: {failure.strerror or failure}") from failure
    if has_files:
        raise click.UsageError(f"{out} has files already; choose another folder, or --force, --add or --rekey")


def _build(call: Call, file: str) -> None:
    from grader.course.quiz.build import build as build_quiz
    from grader.course.quiz.build import check_replaceable

    if is_replacing := call.force and call.out.is_dir() and any(call.out.iterdir()):
        check_replaceable(call.out)
    watch = Stopwatch()
    order = _order(call, file)
    made = build_quiz(order, call.out, jobs=call.processes, follow=followed, is_replacing=is_replacing)
    complain_of_variety(order, made)
    if call.pdf and (letters := _unprintable(order)):
        complain([f"note: paper shows boxes for {printable(letters, 20)}, which the shipped fonts do not have"])
    complain([_written(call, made, watch)])


def complain_of_variety(order: Order, made: Sequence[Made]) -> None:
    """Say of which exercises there are fewer problems than sheets, and of which all have one right answer."""
    from grader.course.quiz.build import equal_answers, equal_problems

    ids, sheets = [entry.id for entry in order.quiz.entries], len(made)
    for place, different in equal_problems(made):
        what = f"only {different} of its {sheets} problems differ; a larger shape, game or range of values gives more"
        complain([f"note: {ids[place]}: {what}"])
    for place, parts in equal_answers(made):
        what = f"on all {sheets} sheets the right answer to {listed(parts, 10)} is the same, so it can be copied"
        complain([f"note: {ids[place]}: {what}; ask for a larger shape or other parts"])


def _unprintable(order: Order) -> str:
    from grader.course.quiz.printing import unprintable

    return unprintable(order)


def _add(call: Call, file: str) -> None:
    from grader.course.quiz.add import add
    from grader.course.quiz.order import read_stated

    watch = Stopwatch()
    stated, secret = read_stated(file, roster_beside(file, call.roster)), find_secret(file, call.secret_file)
    made = add(stated, secret, call.out, jobs=call.processes, follow=followed)
    nobody = "everyone on the roster has a sheet; the roster and the lock are renewed"
    complain([_written(call, made, watch) if made else nobody])


def _rekey(call: Call, file: str) -> None:
    from grader.course.quiz.order import read_stated
    from grader.course.quiz.rekey import rekey

    stated = read_stated(file, needs_class=False)
    changed = rekey(stated, find_secret(file, call.secret_file), call.out, jobs=call.processes)
    if changed is None:
        complain([f"nothing was changed since {printable(str(call.out))} was built, so nothing is written"])
        return
    what = f"{', '.join(changed)} changed" if changed else "no problem changed"
    complain([f"the key and the lock in {printable(str(call.out))} are new: {what}; what was handed out stays"])


def _order(call: Call, file: str) -> Order:
    from grader.course.quiz.order import read_order

    paper = (call.paper or _PAPERS[0]) if call.pdf else None
    secret, roster = find_secret(file, call.secret_file), roster_beside(file, call.roster)
    return read_order(file, secret, roster, paper=paper, zips=call.zips)


def _written(call: Call, made: Sequence[Made], watch: Stopwatch) -> str:
    """Return what was written, and how long each sheet took."""
    sheets = count(len(made), "sheet")
    return f"{sheets} in {printable(str(call.out))}, {watch.each(len(made))}; the key is in {printable(str(call.out / 'key'))}"


def followed(made: Iterable[Item], total: int) -> Iterable[Item]:
    """Return what is made, beside a progress bar where there is much of it."""
    return with_progress(made, total, "Building", "made, nothing is written", alone=False)
