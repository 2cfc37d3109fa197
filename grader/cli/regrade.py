"""`gametree regrade`: the hand-ins of a class run, marked again under a corrected key."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.command import Command
from grader.cli.options import Exit, complain, emit_text, leave, problems_option
from grader.data import Data
from grader.diagram import Numbers
from grader.documents import PROBLEM_LIMITS, SUBMISSION_LIMITS, Limits
from grader.exact import Number
from grader.marks.reports import Reveal
from grader.policy import Policy, read_policy, read_share, read_step
from grader.printable import printable

if TYPE_CHECKING:
    from grader.cli.class_run import Asked
    from grader.course.late import Late
    from grader.course.quiz.built import Built
    from grader.course.regrade.again import Again
    from grader.course.regrade.earlier import Run
    from grader.course.regrade.plan import Order

CHANGES = "changes.csv"


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  gametree regrade OUT hand-ins/ --quiz BUILD --out NEW
  gametree regrade OUT hand-ins.zip --problems week5 --keep-higher --out NEW

\b
Exit codes: 0 regraded; 2 wrong usage, or a folder cannot be used or written;
3 a hand-in is gone or cannot be graded; 4 a problem is wrong, or the build was
changed. Where several apply: 2, 4, 3.
""",
)
@click.argument("run_folder", metavar="OUT", type=click.Path(exists=True, file_okay=False))
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--quiz", type=click.Path(exists=True, file_okay=False), metavar="BUILD", help="The build to mark by.")
@problems_option
@click.option("--out", required=True, metavar="NEW", help="The folder to write: one like OUT, with changes.csv.")
@click.option("--keep-higher", is_flag=True, help="Where an exercise earned more before, keep that, and say so.")
@click.option("--follow-through", metavar="SHARE", help="As of grade; goes before what the quiz or a problem says.")
@click.option("--across-parts/--no-across-parts", default=None, help="As of grade.")
@click.option("--round", "step", metavar="0.01|0.1|0.25|0.5|1", help="As of grade.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Mark in N processes.")
@click.option("--fresh", is_flag=True, help="Begin anew instead of going on with what NEW holds.")
def regrade(
    run_folder: str,
    paths: tuple[str, ...],
    quiz: str | None,
    problems: tuple[str, ...],
    out: str,
    keep_higher: bool,  # noqa: FBT001  # click passes flags by name
    follow_through: str | None,
    across_parts: bool | None,  # noqa: FBT001  # click passes flags by name
    step: str | None,
    jobs: int | None,
    fresh: bool,  # noqa: FBT001  # click passes flags by name
) -> None:
    """Mark the hand-ins of a class run again, by a corrected key, and say who changes, by how much and why.

    OUT is the folder of the run, PATH what was handed in then: only files that are byte for byte what was marked are marked again. A hand-in
    that is gone keeps its marks and is listed; new ones are told and not marked.
    """
    from grader.cli.class_run import How, check_there, run_class
    from grader.cli.open_quiz import open_quiz
    from grader.course.hand_in import Class
    from grader.course.regrade.earlier import read_run
    from grader.course.regrade.plan import again_plan, order_of
    from grader.course.run.out import RunRefused
    from grader.course.run.plan import plan_of

    if bool(quiz) == bool(problems):
        raise click.UsageError("give one of --quiz BUILD and --problems PATH: what to mark by")
    if "-" in paths:
        raise click.UsageError("PATH is a file, folder or archive; standard input cannot be read twice")
    _check_apart(run_folder, out)
    check_there(paths)
    policy = Policy(
        _number("--follow-through", read_share, follow_through), across_parts, _number("--round", read_step, step)
    )
    try:
        run = read_run(run_folder)
    except RunRefused as failure:
        complain([str(failure)])
        leave({Exit.USAGE})
    except OSError as failure:
        complain([f"{printable(run_folder)}: cannot be read: {failure.strerror or failure}"])
        leave({Exit.USAGE})
    built = None if quiz is None else open_quiz(quiz, is_alone=True)
    _check_quiz(run, built)
    asked = _asked(run.options, policy, problems, built)
    setup = asked.setup(None if built is None else built.quiz, "", tree=False, results=True)
    told = asked.told(setup)
    limits = asked.submission_limits
    again = _again(run, paths, out, limits, built)
    held = Class(
        tuple(again.hand_ins[place] for place in sorted(again.hand_ins)),
        again.junk,
        (),
        is_class=True,
        remarks=again.remarks,
    )
    made = {**told, "regrade of": run.digest, "--keep-higher": keep_higher}
    order, gone = order_of(run, built), list[str]()
    plan = again_plan(plan_of(held, paths, setup, limits, made, built), order, again, gone, is_higher=keep_higher)
    names = {student: one.name for student, one in plan.students.items()}
    rules = list(_rules(run.options, told))

    def tell() -> set[Exit]:
        worth = {} if built is None else {one.id: one.possible for one in built.quiz.exercises}
        return _tell(order, Path(out), gone, again.new, rules, names, worth, setup.late)

    run_class(plan, How(out, fresh, None, jobs), tell)


def _check_apart(old: str, new: str) -> None:
    """Refuse a folder that is, holds, or lies in that of the run before."""
    here, there = os.path.realpath(old), os.path.realpath(new)
    if os.path.commonpath([here, there]) in (here, there):
        raise click.UsageError(
            "--out NEW is a folder of its own, not OUT, nor in it or around it: what was marked before stays"
        )


def _number(option: str, read: Callable[[str], Number], text: str | None) -> Number | None:
    try:
        return None if text is None else read(text)
    except ValueError as failure:
        raise click.UsageError(f"{option} {text!r}: {failure}") from None


def _check_quiz(run: Run, built: Built | None) -> None:
    now = "" if built is None else built.quiz.id
    if run.quiz != now:
        was = f"the quiz {run.quiz}" if run.quiz else "no quiz"
        raise click.UsageError(f"OUT is of {was}, and it is to be marked by {f'the quiz {now}' if now else 'no quiz'}")


def _asked(old: Mapping[str, Data], policy: Policy, problems: tuple[str, ...], built: Built | None) -> Asked:
    """Return how hand-ins are marked: as they were, but a quiz says itself how it is marked."""
    from grader.cli.class_run import Asked
    from grader.course.late import late_in

    marking = built.quiz.marking if built is not None else None
    before = Policy() if marking is not None else read_policy(old["marking"])[0]
    return Asked(
        policy.over(before),
        None if marking is not None and marking.reveal else Reveal(old["--reveal"]),
        None if marking is not None and marking.keep else old["--keep"],
        old.get("--mark-foreign", False),
        tuple(old["--require"]),
        old["--only"],
        problems,
        old["--html"],
        tuple(old["drawings"]),
        Numbers(old["--numbers"]),
        SUBMISSION_LIMITS._replace(bytes=old[SUBMISSION_LIMITS.option]),
        PROBLEM_LIMITS._replace(bytes=old[PROBLEM_LIMITS.option]),
        old.get("--lms", ""),
        late_in(old),
    )


def _again(run: Run, paths: tuple[str, ...], out: str, limits: Limits, built: Built | None) -> Again:
    """Return what is there again of a run; an archive that is damaged, and a download that is laid out otherwise than then, end the program."""
    from grader.course.found import ArgumentRefused
    from grader.course.regrade.again import find_again

    try:
        return find_again(run.results, paths, out, limits, built, run.options.get("--lms", ""))
    except ArgumentRefused as failure:
        complain([str(failure)])
        leave({Exit.USAGE})


def _rules(old: Mapping[str, Data], new: Mapping[str, Data]) -> Iterator[str]:
    """Yield what of the marking itself is not as it was."""
    from grader.course.regrade.changes import settled_otherwise

    yield from (said for _, said in settled_otherwise(old["marking"], new["marking"]))
    for name in ("--keep",):
        if old[name] != new[name]:
            yield f"{name} was {old[name]}, is {new[name]}"


def _tell(
    order: Order,
    new: Path,
    gone: Sequence[str],
    files: Sequence[str],
    rules: Sequence[str],
    names: Mapping[str, str],
    worth: Mapping[str, Number],
    late: Late | None,
) -> set[Exit]:
    """Write what changes, print it, and return the exit codes that apply. Raises OSError."""
    from grader.course.regrade.changes import GONE, Change, changes, changes_lines
    from grader.course.regrade.sums import Sums
    from grader.course.regrade.told import Told, told_text
    from grader.course.run.out import RESULTS
    from grader.documents.files import new_file

    found: list[Change] = []
    sums, kept, named = Sums(worth), {*gone}, dict[str, str]()
    with open(new / RESULTS, "rb") as file:
        for (_, one, line), now in zip(order.results(), file, strict=True):
            was, is_ = json.loads(line), json.loads(now)
            sums.add(was, is_, is_gone=one.student in kept)
            if one.person is not None and one.person.name:
                named[one.student] = one.person.name
            if one.student not in kept:
                found += changes(was, is_, rules)
    standing = (Change(student, "", "", None, None, GONE) for student in gone)
    with new_file(new / CHANGES) as file:
        named |= {student: name for student, name in names.items() if name}
        for text in changes_lines(chain(found, standing), named):
            file.write(text.encode("utf-8"))
    told = Told(found, sums, len(order.places), gone, files, rules, named, late)
    is_out = emit_text(told_text(told))
    return ({Exit.SUBMISSION} if gone else set()) | (set() if is_out else {Exit.USAGE})
