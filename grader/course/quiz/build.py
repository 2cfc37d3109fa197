"""Building a quiz: all sheets with their key and the lock, written into a folder that comes to be whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from generators.certify import VERSION
from grader.course.quiz.built import QUIZ, ROSTER
from grader.course.quiz.document import Variants
from grader.course.quiz.lock import NAME, Lock, digest, read_lock, write_lock
from grader.course.quiz.making import Drawn, Follow, Made, make_sheets, unseen, write_all
from grader.course.quiz.order import DRAWN, Order
from grader.course.quiz.printing import clear_prints, print_files
from grader.course.quiz.roster import write_roster
from grader.course.quiz.sheets import File, Recipient, problem_files, recipients, shared_ids
from grader.documents.folders import staged_folder, staged_replacement, write_below
from grader.documents.table import table_text
from grader.errors import Fault, ProblemError
from grader.exact import whole, write_number
from grader.version import __version__

INDEX = "key/index.csv"
_MOST_NAMED = 10
_NOT_REPLACED = (Variants.POOLS,), (Variants.PER_STUDENT, Variants.GROUPS)
"""What builds hold that another one does not replace: one for a class, or the key to an export."""
_OTHERS = (
    "is the key to an export, by which answers to its variants are marked, and no build for a class",
    "is a build for a class, by which its sheets are marked, and no key to an export",
)
_MANY = 10  # sheets: among fewer, a move is the same on all by chance


class Row(NamedTuple):
    """A line of the index: on whose sheet a problem is, for which exercise, and its difficulty figures."""

    recipient: Recipient
    exercise: str
    problem: str
    figures: dict[str, int]


class Exported(NamedTuple):
    """To which platform the exercises of a build are exported, and which parts of each problem are handed in as a file there."""

    platform: str
    by_file: dict[str, tuple[str, ...]]


def build(
    order: Order,
    out: Path,
    *,
    jobs: int = 1,
    follow: Follow = unseen,
    is_replacing: bool = False,
    exported: Exported = Exported("", {}),
    drawn: Sequence[Drawn] = (),
) -> list[Made]:
    """Write the build and return its sheets. Raises ProblemError and OSError; then nothing is written.

    With `is_replacing` it takes the place of an earlier build, of which nothing is left. `exported` makes it the key to an export,
    of which the problems are `drawn` already.
    """
    wanted = recipients(order.quiz.variants, order.quiz.groups, order.roster)
    with (staged_replacement if is_replacing else staged_folder)(out) as staged:
        made = list(follow(make_sheets(order.recipe, drawn or wanted, staged, jobs), len(wanted)))
        check_ids(order, made)
        files = {name: one for sheet in made for name, one in sheet.files.items()}
        files |= write_all(staged, _for_all(order))
        files |= write_all(staged, [(INDEX, index_text(rows_of(order, made)).encode())])
        if order.recipe.paper is not None:
            files |= write_all(staged, print_files(staged, wanted))
        clear_prints(staged)
        write_below(staged, NAME, write_lock(_lock(order, made, files)._replace(**exported._asdict())))
    return made


def check_replaceable(out: Path, *, by_export: bool = False) -> None:
    """Refuse to replace a folder that is no build, or holds anything that no build wrote. Raises ProblemError.

    The key to an export and the sheets of a class do not take each other's place: what was handed out is marked by them.
    """
    lock, _ = read_lock(str(out))
    if lock.variants in _NOT_REPLACED[by_export] or (lock.platform and not by_export):
        raise ProblemError([Fault(f"{_OTHERS[by_export]}; choose another folder", str(out))])
    if any(name.startswith(f"{DRAWN}/") for name in lock.files):
        message = "its key was corrected, and building anew would draw other problems than those handed out"
        raise ProblemError([Fault(f"{message}; choose another folder", str(out))])
    own = {out / NAME, *(out / name for name in lock.files)}
    if others := sorted(path for path in out.rglob("*") if not path.is_dir() and path not in own):
        message = "is no part of the build, so the build is not replaced; move it elsewhere"
        raise ProblemError(Fault(message, str(path)) for path in others[:_MOST_NAMED])


def check_ids(order: Order, made: Iterable[Made]) -> None:
    """Refuse two problems of one id, which ten digits make possible, if hardly. Raises ProblemError."""
    shared = shared_ids(order.recipe)
    own = [id_ for sheet in made for id_ in sheet.problems if id_ not in shared]
    if len(set(own)) < len(own):
        raise ProblemError([order.quiz.fault("two of its problems got the same id; change the id of the quiz", "id")])


def equal_problems(made: Sequence[Made]) -> Iterator[tuple[int, int]]:
    """Yield of each exercise, by its place, how many different problems there are where that are fewer than sheets."""
    for place in range(len(made[0].problems) if made else 0):
        drawn = len({sheet.problems[place] for sheet in made})
        different = len({sheet.contents[place] for sheet in made})
        if different < drawn:
            yield place, different


def equal_answers(made: Sequence[Made]) -> Iterator[tuple[int, list[str]]]:
    """Yield of each exercise of different problems, by its place, the parts to which all of many sheets have one right answer."""
    for place, parts in enumerate(made[0].answers if len(made) >= _MANY else ()):
        answers = [sheet.answers[place] for sheet in made]
        equal = [part for part in parts if len({answer[part] for answer in answers}) == 1]
        if equal and len({sheet.contents[place] for sheet in made}) > 1:
            yield place, equal


def _for_all(order: Order) -> Iterator[File]:
    """Yield the files of the key that belong to no sheet: problems that all have, the quiz with its files, the roster."""
    for exercised in order.recipe.exercised:
        if exercised.request is None:
            yield from problem_files(exercised.first)
    yield QUIZ, order.quiz.document.content
    yield from ((f"key/{name}", content) for name, content in order.inputs.items() if name.startswith("files/"))
    if order.roster:
        yield ROSTER, write_roster(order.roster).encode()


def index_text(rows: Sequence[Row]) -> str:
    """Return who has which problem, with its figures."""
    names = dict.fromkeys(name for row in rows for name in row.figures)
    cells = (
        (row.recipient.student, row.recipient.group, row.exercise, row.problem, *map(row.figures.get, names))
        for row in rows
    )
    return table_text(("student", "group", "exercise", "problem", *names), cells)


def rows_of(order: Order, made: Iterable[Made]) -> list[Row]:
    """Return the rows of the index for these sheets."""
    return [
        Row(sheet.recipient, entry.id, id_, figures)
        for sheet in made
        for entry, id_, figures in zip(order.quiz.entries, sheet.problems, sheet.figures, strict=True)
    ]


def _lock(order: Order, made: Sequence[Made], files: dict[str, str]) -> Lock:
    quiz, recipe = order.quiz, order.recipe
    first = [one.first for one in recipe.exercised]
    return Lock(
        quiz.id,
        tuple((one.entry, one.problem.title, points_of(one.problem.possible)) for one in first),
        quiz.variants.value,
        {sheet.recipient.who: sheet.problems for sheet in made},
        {sheet.recipient.who: sheet.recipient.folder for sheet in made},
        shared_ids(recipe),
        {"paper": recipe.paper or "", "zip": recipe.zips},
        {"program": __version__, "generators": str(VERSION)},
        recipe.secret.fingerprint(quiz.id),
        {name: digest(content) for name, content in order.inputs.items()},
        files,
    )


def points_of(possible: int | Fraction) -> str:
    """Return points as a lock holds them."""
    return str(write_number(whole(Fraction(possible))))
