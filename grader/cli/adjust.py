"""Decisions of people on marks, from the command line: those that a class run applies, and `gametree adjust`, which makes them of an edited gradebook."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import NoReturn

import click

from grader.cli.command import command
from grader.cli.grade_options import Settings, reading_table
from grader.cli.options import A_FOLDER, Exit, accessing, complain, stop
from grader.core.data import grouped
from grader.core.documents.files import write_file
from grader.core.errors import Fault, ProblemError, SubmissionError
from grader.core.text import count, printable
from grader.course.adjusted_results import Adjustment
from grader.course.adjusting import Action, Decision
from grader.course.decisions import MOST_BYTES_CSV, Asked, fault_of, read_decisions, unknown
from grader.course.edited_gradebook import as_written, edits_in, table_of_decisions
from grader.course.quiz.built import Built, digest
from grader.course.run.class_run import RunPlan
from grader.course.run.out_folder import FORMAT, GRADEBOOK, StatedRun, is_finished, stated_if_any
from grader.grading.accepting import accepting
from grader.kinds import Exercise

ADJUST_FILE = "adjust.yaml"
_LONGEST = 200

# -- the decisions of a class run


def with_decisions(plan: RunPlan, settings: Settings, built: Built | None, students: Sequence[str]) -> RunPlan:
    """Return the plan with the decisions of all files that are named, and of the build. What is wrong with them ends the program.

    `students` are those who handed in, for a class without a list.
    """
    beside = "" if settings.quiz is None else os.path.join(settings.quiz, ADJUST_FILE)
    names = dict.fromkeys(os.path.normpath(name) for name in ([beside] if os.path.isfile(beside) else []))
    names |= dict.fromkeys(os.path.normpath(name) for name in settings.adjust)
    if not names:
        return plan
    if settings.out is None:
        complain(
            [f"{printable(beside, len(beside))}: decisions are applied where a class is marked into a folder: --out"]
        )
        return plan
    contents = [(name, _content(name)) for name in names]
    roster = {} if built is None else built.roster
    called = {name for one in roster.values() for name in (one.id, one.name) if name}
    try:
        decisions = read_decisions(contents, called | {*students})
    except ProblemError as failure:
        _refuse(failure.faults)
    asked = _asked(decisions, plan, built, students, settings)
    if faults := [*unknown(decisions, asked)] or [*_not_accepted(decisions, plan, built)]:
        _refuse(faults)
    files = tuple((name, digest(content)) for name, content in contents)
    adjustment = Adjustment(
        decisions,
        files,
        built.points_of if built is not None else None,
        [*built.roster] if built is not None else (),
        plan.setup.quiz,
        asked.due,
    )
    if plan.setup.shown:
        complain(
            [f"decisions stand in the files of {printable(settings.out, 4096)}; what is printed is as it was marked"]
        )
    return plan._replace(adjustment=adjustment, made={**plan.made, "adjust": [*map(list, files)]})


def _refuse(faults: Sequence[Fault]) -> NoReturn:
    stop([*faults, "nothing is marked or written"], Exit.USAGE)


def _not_accepted(decisions: Sequence[Decision], plan: RunPlan, built: Built | None) -> Iterator[Fault]:
    """Yield what is wrong with answers that are accepted: no answers to the part, or for several problems at once."""
    for one in decisions:
        if one.action is not Action.ACCEPT:
            continue
        ids = [one.exercise] if built is None else _problems_of(one, built)
        name = printable(one.exercise)
        if len(ids) > 1:
            said = f"so {printable(str(one.answer), 50)} may be wrong on another; name the student, or correct the convention and --rekey"
            yield fault_of(one, f"{name} is another problem on each sheet, {said}")
            continue
        for found in map(plan.find, ids):
            try:
                if isinstance(found, Exercise):
                    accepting(found, {one.part: one.answer})
            except SubmissionError as failure:
                yield fault_of(one, f"accept: {failure.faults[0].message}")


def _problems_of(decision: Decision, built: Built) -> list[str]:
    """Return the problems that the exercise is on the sheets of those whom the decision is about."""
    students = decision.students or [*built.roster] or [""]
    assigned = (one for student in sorted(students) for one in built.sheet_of(student))
    return [*dict.fromkeys(one.problem for one in assigned if one.exercise == decision.exercise)]


def _content(name: str) -> bytes:
    """Return what stands in a file of decisions; one that cannot be read ends the program."""
    with accessing(printable(name, len(name)), "read"), open(name, "rb") as file:
        return file.read(MOST_BYTES_CSV + 1)


def _asked(
    decisions: Sequence[Decision], plan: RunPlan, built: Built | None, students: Sequence[str], settings: Settings
) -> Asked:
    """Return what decisions can be about: exercises of the quiz, or the problems that they name."""
    due = None if settings.late is None else settings.late.due
    if built is None:
        found = {name: plan.find(name) for name in dict.fromkeys(one.exercise for one in decisions) if name}
        problems = {name: one for name, one in found.items() if isinstance(one, Exercise)}
        points = {name: Fraction(one.problem.possible) for name, one in problems.items()}
        return Asked(students, points, {name: _parts_of(one) for name, one in problems.items()}, due)
    ids = grouped((built.exercise_of(id_), id_) for id_ in dict.fromkeys(chain(*built.lock.sheets.values())))
    parts = {
        exercise: _parts_of(built.find(ids[exercise][0])) if len(ids.get(exercise, ())) == 1 else None
        for exercise in (one.id for one in built.quiz.exercises)
    }
    points = {one.id: Fraction(one.possible) for one in built.quiz.exercises}
    sheets = {student: [*built.points_of(student)] for one in decisions for student in one.students}
    worth = (sum(map(Fraction, built.points_of(one).values()), Fraction(0)) for one in (*built.roster, *students, ""))
    most = next((points for points in worth if points), Fraction(0))
    by_name = grouped((one.name, one.id) for one in built.roster.values() if one.name)
    return Asked([*built.roster] or students, points, parts, due, most, sheets, by_name)


def _parts_of(found: Exercise | Fault) -> Mapping[str, Fraction] | None:
    if isinstance(found, Fault):
        return None
    return {part: Fraction(points) for part, points in found.problem.points.items()}


# -- a gradebook that was edited by hand


@command(
    "gametree adjust OUT --by 'tutor of group mon' --why 'rounding at the desk' --out by-hand.csv",
    then="""Exit codes: 0 written; 2 wrong usage, or something other than marks was changed
(nothing is written); 3 OUT is no folder that a class was graded into.""",
)
@click.argument("out", metavar="OUT", type=A_FOLDER)
@click.option("--by", required=True, metavar="NAME", help="Who decided, for the audit trail.")
@click.option("--why", required=True, metavar="TEXT", help="Why, for the audit trail; students do not read it.")
@click.option(
    "--out", "to", required=True, type=click.Path(dir_okay=False), metavar="FILE.csv", help="The file to write."
)
def adjust(out: str, by: str, why: str, to: str) -> None:
    """Make decisions of a gradebook.csv that was edited by hand.

    OUT is the folder that a class was graded into. A changed cell of an exercise sets its marks, a changed cell of `earned` those of the
    whole sheet, an emptied one drops it. The decisions are written as FILE.csv, for --adjust, and OUT/gradebook.csv is again as the run wrote it.
    """
    name, folder, written = printable(out, len(out)), Path(os.path.realpath(out)), printable(to, len(to))
    if not to.lower().endswith(".csv"):
        raise click.UsageError("--out FILE.csv is a table, and its name says so")
    for option, text in (("--by", by), ("--why", why)):
        if not 0 < len(text.strip()) <= _LONGEST:
            raise click.UsageError(f"{option} takes text of 1 to {_LONGEST} characters")
    stated = stated_if_any(folder)
    if stated is None or stated.get("format") != FORMAT or not is_finished(folder, stated):
        stop([f"{name}: is no folder that a class was graded into to the end"], Exit.SUBMISSION)
    with accessing(f"{name}/{GRADEBOOK}", "read"):
        was, now = as_written(folder, stated), (folder / GRADEBOOK).read_bytes()
    with reading_table(f"{name}/{GRADEBOOK}", f"{written} is not written"):
        edits = edits_in(was, now)
    if not edits:
        complain([f"{name}/{GRADEBOOK}: no marks were changed, so {written} is not written"])
        return
    table = table_of_decisions(edits, by.strip(), why.strip())
    if again := _decided_before(table, to, stated):
        stop([*again, f"{written} is not written, and {name}/{GRADEBOOK} stays as it was edited"], Exit.USAGE)
    with accessing(written):
        write_file(Path(to), table)
    with accessing(f"{name}/{GRADEBOOK}"):
        write_file(folder / GRADEBOOK, was)
    told = f"wrote {count(len(edits), 'decision')} into {written}; {name}/{GRADEBOOK} is again as the run wrote it"
    complain([f"{told}. Give the command of the run again, with --adjust {written}"])


def _decided_before(table: str, to: str, stated: StatedRun) -> list[str]:
    """Return what to do about decisions of the run that set or drop the same as those of the table: both together would be refused."""
    names = [name for name, _ in stated.get("adjust", ())]
    if os.path.normpath(to) in names:
        return [f"{printable(to, len(to))}: holds decisions of the run already; name another file"]
    files = [(name, _content(name)) for name in names if os.path.isfile(name)]
    students = frozenset(student for student, *_ in stated.get("students", ()))
    try:
        read_decisions([*files, (to, table.encode("utf-8"))], students)
    except ProblemError as failure:
        mine = (fault.message for fault in failure.faults if fault.source == to)
        return [
            f"{message}: change that decision and put the cell back, or take it out and give this command again"
            for message in mine
        ]
    return []
