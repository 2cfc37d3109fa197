"""Sheets for students who joined late: nobody else's file is touched."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from generators.certify import VERSION
from grader.course.quiz.build import INDEX, check_ids, index_text, rows_of
from grader.course.quiz.built import ROSTER, Built, open_build
from grader.course.quiz.document import Variants
from grader.course.quiz.lock import NAME, digest, renewed, write_lock
from grader.course.quiz.making import Follow, Made, make_sheets, unseen, write_all
from grader.course.quiz.order import DRAWN, QUIZ_INPUT, ROSTER_INPUT, Order, Stated, ordered, read_stated
from grader.course.quiz.printing import ALL, KEY, clear_prints, print_files
from grader.course.quiz.roster import Student, write_roster
from grader.course.quiz.secret import Secret
from grader.course.quiz.sheets import File, recipients
from grader.documents.folders import staged_changes, write_below
from grader.errors import Fault, ProblemError
from grader.printable import printable


def add(stated: Stated, secret: Secret, out: Path, *, jobs: int = 1, follow: Follow = unseen) -> list[Made]:
    """Write the sheets of those on the roster who have none yet, and return them; who left it keeps theirs.

    Raises ProblemError where anything but the roster differs from what was built; then nothing is changed.
    """
    built = open_build(str(out))
    _check_whose(built)
    check_same(built, secret)
    _check_inputs(built, stated)
    roster = _joined(built, stated.roster)
    order = ordered(stated, secret, _as_drawn(built))
    recipe = order.recipe._replace(paper=str(built.lock.options["paper"]) or None, zips=bool(built.lock.options["zip"]))
    wanted = [
        one for one in recipients(order.quiz.variants, order.quiz.groups, roster) if one.who not in built.lock.sheets
    ]
    with staged_changes(out, NAME) as staged:
        made = list(follow(make_sheets(recipe, wanted, staged, jobs), len(wanted)))
        check_ids(order, made)
        files = {name: one for sheet in made for name, one in sheet.files.items()}
        files |= write_all(staged, _renewed_tables(order, out, made, roster))
        if recipe.paper is not None and made:
            before = {name: (out / name).read_bytes() for name in (ALL, KEY)}
            files |= write_all(staged, print_files(staged, wanted, before=before))
        clear_prints(staged)
        lock = renewed(built.lock, built.fingerprint, built.lock.files | files)._replace(
            sheets=built.lock.sheets | {sheet.recipient.who: sheet.problems for sheet in made},
            folders=built.lock.folders | {sheet.recipient.who: sheet.recipient.folder for sheet in made},
            inputs=built.lock.inputs | {name: digest(content) for name, content in order.inputs.items()},
        )
        write_below(staged, NAME, write_lock(lock))
    return made


def _check_whose(built: Built) -> None:
    """Refuse a build of which no sheet is anybody's own. Raises ProblemError."""
    if built.quiz.variants is Variants.POOLS:
        message = "it is the key of an export, in which nobody has a sheet, so there is none to add"
        raise ProblemError([Fault(message, os.path.join(built.folder, NAME))])


def _as_drawn(built: Built) -> Stated | None:
    """Return the quiz by which the problems were drawn; None where it was never corrected."""
    name = f"{DRAWN}/{QUIZ_INPUT}"
    return read_stated(os.path.join(built.folder, name), needs_class=False) if name in built.lock.files else None


def check_same(built: Built, secret: Secret) -> None:
    """Refuse another secret than the one that the quiz was built with, and another program. Raises ProblemError."""
    source = os.path.join(built.folder, NAME)
    if secret.fingerprint(built.quiz.id) != built.lock.secret:
        raise ProblemError([Fault("it was built with another secret; name that one with --secret FILE", source)])
    if (was := built.lock.versions["generators"]) != str(VERSION):
        message = f"it was built by version {was} of the generators, and version {VERSION} would draw other problems"
        raise ProblemError([Fault(message, source)])


def _check_inputs(built: Built, stated: Stated) -> None:
    """Refuse a quiz that is not the one that was built. Raises ProblemError."""
    remedy = "--add only adds students; --rekey corrects conventions, points and marking"
    was = {name: one for name, one in built.lock.inputs.items() if name != ROSTER_INPUT}
    now = {name: digest(content) for name, content in stated.inputs.items() if name != ROSTER_INPUT}
    folder = os.path.dirname(stated.quiz.document.source)
    changed = sorted(name for name in was.keys() | now.keys() if was.get(name) != now.get(name))
    if changed:
        raise ProblemError(
            Fault(f"was changed since the quiz was built; {remedy}", os.path.join(folder, name.removeprefix("files/")))
            for name in changed
        )


def _joined(built: Built, roster: Mapping[str, Student]) -> dict[str, Student]:
    """Return the new roster, then those who left it. Raises ProblemError where someone's sheet would be another."""
    if built.quiz.variants is Variants.GROUPS:
        moved = [one for one in roster.values() if one.id in built.roster and built.roster[one.id].group != one.group]
        if moved:
            raise ProblemError(Fault(_moved(built.roster[one.id], one), ROSTER_INPUT) for one in moved)
    return {**roster, **{id_: one for id_, one in built.roster.items() if id_ not in roster}}


def _moved(was: Student, now: Student) -> str:
    return (
        f"{printable(was.id)} was in group {printable(was.group)} and has its sheet, "
        f"expected the same group, not {printable(now.group)}"
    )


def _renewed_tables(order: Order, out: Path, made: list[Made], roster: Mapping[str, Student]) -> Iterator[File]:
    if roster:
        yield ROSTER, write_roster(roster).encode()
    if made:
        yield (
            INDEX,
            ((out / INDEX).read_text(encoding="utf-8") + index_text(rows_of(order, made)).partition("\n")[2]).encode(),
        )
