"""`gametree regrade`: the hand-ins of a class run, marked again under a corrected key."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import click

from grader.cli.adjust import with_decisions
from grader.cli.command import command
from grader.cli.grade_class import class_into_folder, open_quiz, setup_of, told
from grader.cli.grade_options import SANDBOXES, Settings, check_there
from grader.cli.options import A_FOLDER, Exit, accessing, complain, emit_text, files_option, problems_option, reach
from grader.core.answers.reports import Reveal
from grader.core.data import Data
from grader.core.documents import PROBLEM_LIMITS, SUBMISSION_LIMITS
from grader.core.drawing.diagram import Numbers
from grader.core.numbers import Number
from grader.core.policy import Policy, read_policy, read_share, read_step
from grader.core.text import printable
from grader.course.changes import Difference, settled_otherwise
from grader.course.late import late_in
from grader.course.quiz.built import Built
from grader.course.rematch import EarlierRun, again_plan, find_again, read_run
from grader.course.run.class_run import plan_of, write_lines
from grader.course.run.out_folder import REGRADE_OF, RESULTS, RUN_BEFORE, RunRefused, left_out

CHANGES = "changes.csv"


@command(
    "gametree regrade OUT hand-ins/ --quiz BUILD --out NEW",
    "gametree regrade OUT hand-ins.zip --problems week5 --keep-higher --out NEW",
    then="""Exit codes: 0 regraded; 2 wrong usage, or a folder cannot be used or written;
3 a hand-in is gone or cannot be graded; 4 a problem is wrong, or the build was
changed. Where several apply: 2, 4, 3.
""",
)
@click.argument("run_folder", metavar="OUT", type=A_FOLDER)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--quiz", type=A_FOLDER, metavar="BUILD", help="The build to mark by.")
@problems_option
@click.option("--out", required=True, metavar="NEW", help="The folder to write: one like OUT, with changes.csv.")
@click.option("--keep-higher", is_flag=True, help="Where an exercise earned more before, keep that, and say so.")
@click.option("--follow-through", metavar="SHARE", help="As of grade; goes before what the quiz or a problem says.")
@click.option("--across-parts/--no-across-parts", default=None, help="As of grade.")
@click.option("--round", "step", metavar="0.01|0.1|0.25|0.5|1", help="As of grade.")
@click.option(
    "--reveal", type=click.Choice([one.value for one in Reveal]), help="As of grade; goes before what the quiz says."
)
@files_option("--adjust", "As of grade.  [default: the files of the first run]")
@click.option("--sandbox", type=click.Choice(SANDBOXES), help="As of grade.  [default: that of the first run]")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Mark in N processes.")
@click.option("--fresh", is_flag=True, help="Begin anew instead of going on with what NEW holds.")
def regrade(
    run_folder: str,
    paths: tuple[str, ...],
    quiz: str | None,
    problems: tuple[str, ...],
    keep_higher: bool,  # noqa: FBT001  # click passes flags by name
    follow_through: str | None,
    across_parts: bool | None,  # noqa: FBT001  # click passes flags by name
    step: str | None,
    reveal: str | None,
    sandbox: str | None,
    **given: Data,
) -> None:
    """Mark the hand-ins of a class run again, by a corrected key, and say who changes, by how much and why.

    OUT is the folder of the run, PATH what was handed in then: only files that are byte for byte what was marked are marked again. A hand-in
    that is gone keeps its marks and is listed; new ones are told and not marked.
    """
    if bool(quiz) == bool(problems):
        raise click.UsageError("give one of --quiz BUILD and --problems PATH: what to mark by")
    if "-" in paths:
        raise click.UsageError("PATH is a file, folder or archive; standard input cannot be read twice")
    _check_apart(run_folder, given["out"])
    check_there(paths)
    policy = Policy(
        _number("--follow-through", read_share, follow_through), across_parts, _number("--round", read_step, step)
    )
    with accessing(printable(run_folder), "read"):
        run = read_run(run_folder)
    built = None if quiz is None else open_quiz(quiz, is_alone=True)
    _check_quiz(run, built)
    settings = _settings(run.options, policy, built)._replace(submissions=paths, problems=problems, quiz=quiz, **given)
    settings = settings._replace(
        sandbox=sandbox or run.options.get("--sandbox"), reveal=Reveal(reveal) if reveal else settings.reveal
    )
    _regrade(run, settings, built, is_higher=keep_higher)


def _regrade(run: EarlierRun, settings: Settings, built: Built | None, *, is_higher: bool) -> None:
    """Mark again what is there again, and tell what that changes."""
    setup, out = setup_of(settings, built), settings.out or ""
    again = find_again(run.results, settings.submissions, out, settings.limits, built, settings.lms or "")
    now = told(settings, setup)
    made = {**now, REGRADE_OF: run.digest, RUN_BEFORE: run.name, "--keep-higher": is_higher}
    run, gone = run.in_order_of(built), list[str]()
    first = plan_of(again.as_class(), settings.submissions, setup, settings.limits, made, built)
    has_pages = setup.html and not setup.drawings and run.options == now  # else other things stand on them
    plan = again_plan(first, run, again, gone, is_higher=is_higher, has_pages=has_pages)
    adjust = settings.adjust or tuple(name for name, _ in run.adjust)
    plan = with_decisions(plan, settings._replace(adjust=adjust), built, [one.student for one in run.results])
    if said := left_out(run.adjust, plan.adjustment.files):
        if not settings.fresh:
            raise RunRefused(f"{run.name}: {said}; name it, or --fresh: then its decisions do not count")
        complain([f"warning: {run.name}: {said}: its decisions do not count"])
    rules = [said for _, said in settled_otherwise(run.options["marking"], now["marking"])]
    rules += [f"--keep was {was}, is {now['--keep']}" for was in [run.options["--keep"]] if was != now["--keep"]]

    def tell() -> None:
        persons = {one.student: one.person.name for one in run.results if one.person is not None and one.person.name}
        names = persons | {student: one.name for student, one in plan.students.items() if one.name}
        worth = {} if built is None else {one.id: one.possible for one in built.quiz.exercises}
        difference = Difference(worth, rules, gone)
        with open(Path(out) / RESULTS, "rb") as file:
            for before, after in run.beside(file):
                difference.add(before, after)
        write_lines(Path(out) / CHANGES, difference.lines(names))
        if gone:
            reach(Exit.SUBMISSION)
        emit_text(difference.text(names, again.new, settings.late))

    class_into_folder(plan, settings, tell)


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


def _check_quiz(run: EarlierRun, built: Built | None) -> None:
    now = "" if built is None else built.quiz.id
    if run.quiz != now:
        was = f"the quiz {run.quiz}" if run.quiz else "no quiz"
        raise click.UsageError(f"OUT is of {was}, and it is to be marked by {f'the quiz {now}' if now else 'no quiz'}")


def _settings(old: Mapping[str, Data], policy: Policy, built: Built | None) -> Settings:
    """Return how hand-ins are marked: as they were, but a quiz says itself how it is marked."""
    marking = built.quiz.marking if built is not None else None
    policy = policy.over(Policy() if marking is not None else read_policy(old["marking"])[0])
    return Settings(
        html=old["--html"],
        practice=old.get("--practice", ""),
        drawings=tuple(old["drawings"]),
        numbers=Numbers(old["--numbers"]),
        reveal=None if marking is not None and marking.reveal else Reveal(old["--reveal"]),
        require=tuple(old["--require"]),
        only=old["--only"],
        follow_through=policy.follow_through,
        across_parts=policy.across_parts,
        step=policy.round,
        lms=old.get("--lms"),
        keep=None if marking is not None and marking.keep else old["--keep"],
        mark_foreign=old.get("--mark-foreign", False),
        max_submission_bytes=old[SUBMISSION_LIMITS.option],
        max_problem_bytes=old[PROBLEM_LIMITS.option],
        late=late_in(old),
    )
