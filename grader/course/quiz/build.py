"""Building a quiz: all sheets with their key and the lock, written into a folder that comes to be whole or not at all."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeVar

from generators.certify import VERSION
from grader.core.data import grouped
from grader.core.documents.files import staged_folder, staged_replacement, write_below
from grader.core.documents.writing import table_text
from grader.core.errors import Fault, ProblemError
from grader.core.numbers import whole, write_number
from grader.core.processes import ALONE, Workers, in_processes
from grader.core.resources import __version__
from grader.course.quiz import GENERATE, LOCK_FILE, Quiz, Variants, exercise_in, write_roster
from grader.course.quiz.built import QUIZ, ROSTER, Lock, digest, on_disk, read_lock, write_lock
from grader.course.quiz.exercises import Posed
from grader.course.quiz.sheets import (
    DRAWN,
    PAPER,
    PRINTS,
    File,
    Order,
    Recipe,
    Recipient,
    Stated,
    exercise_of,
    packed,
    posed_for,
    printed,
    problem_files,
    program_files,
    recipients,
    shared_ids,
    sheet_files,
)
from grader.kinds import Exercise
from grader.pages.paper import missing_glyphs
from grader.pages.sheet import make_sheet
from grader.platforms.question_items import Pool

# -- making sheets: each by itself and written at once, so that many are made in several processes; the same bytes
# each time

FEW_DRAWN = 100  # to draw one takes some milliseconds, and another process a second to start


class Brief(NamedTuple):
    """What is held of each problem of a class: its exercise, id and figures, what makes it what it is, its right answers, and whether it was had before."""

    exercise: str
    id: str
    figures: dict[str, int]
    likeness: bytes
    answers: dict[str, str]
    is_again: bool = False


class Made(NamedTuple):
    """A sheet that was written: for whom, its problems in brief, and the digest of each of its files."""

    recipient: Recipient
    problems: tuple[Brief, ...]
    files: dict[str, str]

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids of its problems."""
        return tuple(one.id for one in self.problems)


Result = TypeVar("Result")


class Follow(Protocol):
    """From what is made, as it comes, and how many there will be, to the same: a progress bar."""

    def __call__(self, made: Iterable[Result], total: int) -> Iterable[Result]:
        """Return what comes."""


def unseen(made: Iterable[Result], total: int) -> Iterable[Result]:
    """Return what comes: nobody is watching."""
    return made


class Drawn(NamedTuple):
    """The problems of someone's sheet."""

    recipient: Recipient
    posed: tuple[Posed, ...]


def draw_sheets(recipe: Recipe, wanted: Sequence[Recipient], workers: Workers) -> Iterator[tuple[Drawn, Made]]:
    """Yield the problems of the sheets in order, and what a sheet of no files is. Raises ProblemError where one cannot be drawn."""
    return _raised(workers.each(partial(_drawn, recipe), wanted, few=FEW_DRAWN))


def draw_briefs(recipe: Recipe, wanted: Sequence[Recipient], workers: Workers = ALONE) -> Iterator[Made]:
    """Yield the sheets in order, of which nothing is written. Raises ProblemError where one cannot be drawn."""
    return _raised(workers.each(partial(_count, recipe), wanted, few=FEW_DRAWN))


def make_sheets(recipe: Recipe, wanted: Sequence[Recipient | Drawn], folder: Path, jobs: int) -> Iterator[Made]:
    """Yield the sheets in order, each written below the folder. Raises ProblemError where one cannot be drawn."""
    return _raised(in_processes(partial(_make, recipe, folder), wanted, jobs))


def _raised(results: Iterable[Result | Fault]) -> Iterator[Result]:
    """Yield the results; a fault, which alone comes back from a process, is raised."""
    for result in results:
        if isinstance(result, Fault):
            raise ProblemError([result])
        yield result


def _draw(recipe: Recipe, recipient: Recipient, *, to_count: bool = False) -> Drawn | Fault:
    try:
        return Drawn(recipient, tuple(posed_for(recipe, recipient, to_count=to_count)))
    except ProblemError as failure:
        return failure.faults[0]


def _drawn(recipe: Recipe, recipient: Recipient) -> tuple[Drawn, Made] | Fault:
    drawn = _draw(recipe, recipient)
    return drawn if isinstance(drawn, Fault) else (drawn, made_of(drawn, {}))


def _count(recipe: Recipe, recipient: Recipient) -> Made | Fault:
    drawn = _draw(recipe, recipient, to_count=True)
    return drawn if isinstance(drawn, Fault) else made_of(drawn, {})


def _make(recipe: Recipe, folder: Path, wanted: Recipient | Drawn) -> Made | Fault:
    drawn = _draw(recipe, wanted) if isinstance(wanted, Recipient) else wanted
    if isinstance(drawn, Fault):
        return drawn
    return made_of(drawn, kept(write_all(folder, sheet_files(recipe, *drawn))))


def made_of(drawn: Drawn, files: dict[str, str]) -> Made:
    """Return a sheet with its problems and these files."""
    briefs = (brief_of(one)._replace(is_again=drawn.recipient.had.has(one.problem)) for one in drawn.posed)
    return Made(drawn.recipient, tuple(briefs), files)


def brief_of(posed: Posed) -> Brief:
    """Return what is held of a problem."""
    return Brief(posed.entry, posed.id, posed.figures, posed.likeness, posed.answers)


def kept(files: dict[str, str]) -> dict[str, str]:
    """Return the files without those that are only on the way to others."""
    return {name: one for name, one in files.items() if not name.startswith(PRINTS)}


def write_all(folder: Path, files: Iterable[tuple[str, bytes]]) -> dict[str, str]:
    """Write the files below the folder and return the digest of each."""
    digests = {}
    for name, content in files:
        write_below(folder, name, content)
        digests[name] = digest(content)
    return digests


# -- all sheets of a build on paper: one document to print, and one of all that is solved. Each is put together of
# the sheets' own

ALL, KEY = "key/all.pdf", "key/key.pdf"


def print_files(
    folder: Path,
    wanted: Sequence[Recipient],
    names: Sequence[str] = (ALL, KEY),
    before: Mapping[str, bytes] = MappingProxyType({}),
) -> list[File]:
    """Return the named documents, in the order of the sheets; `before` are those that they go on from."""
    sheets = {
        ALL: [_paper_of(folder, one) for one in wanted],
        KEY: [folder / PRINTS / f"{one.name}.pdf" for one in wanted],
    }
    sheets[KEY] = [file for file in sheets[KEY] if file.exists()]  # of a sheet of programs alone there is none
    return [(name, joined(sheets[name], before.get(name))) for name in names if sheets[name]]


def _paper_of(folder: Path, recipient: Recipient) -> Path:
    in_folder = folder / recipient.folder / PAPER
    return in_folder if in_folder.exists() else folder / printed(recipient)


def clear_prints(folder: Path) -> None:
    """Remove the solved sheets on paper, of which the key holds all in one."""
    shutil.rmtree(folder / PRINTS, ignore_errors=True)


def joined(files: Sequence[Path], before: bytes | None = None) -> bytes:
    """Return one PDF of all pages, in order, with fonts and the like held once.

    Each document begins on a new leaf where both sides are printed: one that ends on a front gets an empty back.
    """
    from pypdf import PdfWriter

    writer = PdfWriter()
    for content in [*([before] if before else []), *(file.read_bytes() for file in files)]:
        writer.append(io.BytesIO(content), import_outline=False)
        if len(writer.pages) % 2:
            writer.add_blank_page()
    writer.compress_identical_objects()
    held = io.BytesIO()
    writer.write(held)
    return held.getvalue()


def unprintable(order: Order) -> str:
    """Return the letters of the quiz and of names on the roster that no shipped font has: paper shows boxes for them."""
    quiz = order.quiz
    labels = (one.label for one in recipients(quiz.variants, quiz.groups, order.roster))
    on_paper = [one.first.problem for one in order.recipe.exercised if one.first.program is None]
    sheet = make_sheet(on_paper, quiz.heading)
    return missing_glyphs(sheet._replace(note="\n".join([quiz.course, quiz.note, *labels])))


def is_there() -> bool:
    """Return whether what paper needs is installed."""
    return all(find_spec(name) is not None for name in ("typst", "pypdf"))


INDEX = "key/index.csv"
_MOST_NAMED = 10
_NOT_REPLACED = (Variants.POOLS,), (Variants.PER_STUDENT, Variants.GROUPS)
"""What builds hold that another one does not replace: one for a class, or the key to an export."""
_OTHERS = (
    "is the key to an export, by which answers to its variants are marked, and no build for a class",
    "is a build for a class, by which its sheets are marked, and no key to an export",
)


class Row(NamedTuple):
    """A line of the index: on whose sheet a problem is, for which exercise, and its difficulty figures."""

    recipient: Recipient
    exercise: str
    problem: str
    figures: dict[str, int]


class ExportedTo(NamedTuple):
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
    exported: ExportedTo = ExportedTo("", {}),
    drawn: Sequence[Drawn] = (),
) -> list[Made]:
    """Write the build and return its sheets. Raises ProblemError and OSError; then nothing is written.

    With `is_replacing` it takes the place of an earlier build, of which nothing is left. `exported` makes it the key to an export,
    of which the problems are `drawn` already.
    """
    wanted = order.wanted
    with (staged_replacement if is_replacing else staged_folder)(out) as staged:
        made = list(follow(make_sheets(order.recipe, drawn or wanted, staged, jobs), len(wanted)))
        check_ids(order, made)
        files = {name: one for sheet in made for name, one in sheet.files.items()}
        files |= write_all(staged, _for_all(order))
        files |= write_all(staged, [(INDEX, index_text(rows_of(made)).encode())])
        if order.recipe.paper is not None:
            files |= write_all(staged, print_files(staged, wanted))
        clear_prints(staged)
        if order.recipe.zips:
            files |= write_all(staged, packed(staged))
        write_below(staged, LOCK_FILE, write_lock(_lock(order, made, files)._replace(**exported._asdict())))
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
    own = {out / LOCK_FILE, *(out / name for name in on_disk(lock))}
    if others := sorted(path for path in out.rglob("*") if not path.is_dir() and path not in own):
        message = "is no part of the build, so the build is not replaced; move it elsewhere"
        raise ProblemError(Fault(message, str(path)) for path in others[:_MOST_NAMED])


def check_ids(order: Order, made: Iterable[Made]) -> None:
    """Refuse two problems of one id, which ten digits make possible, if hardly. Raises ProblemError."""
    shared = shared_ids(order.recipe)
    own = [id_ for sheet in made for id_ in sheet.ids if id_ not in shared]
    if len(set(own)) < len(own):
        raise ProblemError([order.quiz.fault("two of its problems got the same id; change the id of the quiz", "id")])


def had_before(made: Sequence[Made]) -> dict[str, list[Recipient]]:
    """Return for each exercise, by its id, on whose sheets is a problem that they had before."""
    return grouped((one.exercise, sheet.recipient) for sheet in made for one in sheet.problems if one.is_again)


def _for_all(order: Order) -> Iterator[File]:
    """Yield the files of the key that belong to no sheet: problems that all have, the quiz with its files, the roster."""
    for exercised in order.recipe.exercised:
        if exercised.request is None:
            yield from problem_files(exercised.first)
    yield from program_files(order.recipe)
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


def rows_of(made: Iterable[Made]) -> list[Row]:
    """Return the rows of the index for these sheets."""
    return [Row(sheet.recipient, exercise_in(one.id), one.id, one.figures) for sheet in made for one in sheet.problems]


def _lock(order: Order, made: Sequence[Made], files: dict[str, str]) -> Lock:
    quiz, recipe = order.quiz, order.recipe
    first = [one.first for one in recipe.exercised]
    return Lock(
        quiz.id,
        tuple((one.entry, one.problem.title, points_of(one.problem.possible)) for one in first),
        quiz.variants.value,
        {sheet.recipient.who: sheet.ids for sheet in made},
        {sheet.recipient.who: recipe.place_of(sheet.recipient) for sheet in made},
        shared_ids(recipe),
        {"paper": recipe.paper or "", "zip": recipe.zips},
        {"program": __version__, "generators": str(VERSION)},
        recipe.secret.fingerprint(quiz.id),
        {name: digest(content) for name, content in order.inputs.items()},
        files,
        retake=order.retake,
    )


def points_of(possible: int | Fraction) -> str:
    """Return points as a lock holds them."""
    return str(write_number(whole(Fraction(possible))))


# -- a quiz for a platform that gives out variants itself: each exercise a pool, of which everyone gets one problem


class Pools(NamedTuple):
    """The exercises of a quiz as pools, the problems of each variant, and its sheet, of which nothing is written."""

    pools: tuple[Pool, ...]
    drawn: tuple[Drawn, ...]
    sheets: tuple[Made, ...]


def generated(quiz: Quiz) -> list[str]:
    """Return the ids of the exercises that are generated."""
    return [entry.id for entry in quiz.entries if entry.source == GENERATE]


def pooled(stated: Stated, variants: int) -> Stated:
    """Return the quiz with so many variants of what it generates, `variant-1` and so on; without any, as one that all share.

    Exercises stay in their order: a platform has an order of its own. The build of it is the key to its pools.
    """
    names = tuple(f"variant-{number}" for number in range(1, variants + 1))
    whose = Variants.POOLS if names else Variants.SHARED
    return stated._replace(quiz=stated.quiz._replace(variants=whose, groups=names, is_shuffled=False))


def draw_pools(order: Order, workers: Workers = ALONE, follow: Follow = unseen) -> Pools:
    """Return the exercises of the quiz as pools, but for those that programs answer, drawn by the workers. Raises ProblemError where a variant cannot be drawn."""
    wanted = recipients(order.quiz.variants, order.quiz.groups, order.roster)
    made = follow(draw_sheets(order.recipe, wanted, workers), len(wanted))
    # Each is read as it comes, while workers draw the next ones.
    drawn, sheets, read = zip(*((one, sheet, _read(one)) for one, sheet in made), strict=True)
    check_ids(order, sheets)
    pools = []
    on_paper = [one for one in order.recipe.exercised if one.first.program is None]
    for exercised, variants in zip(on_paper, zip(*read, strict=True), strict=True):
        exercises = {exercise.problem.id: exercise for exercise in variants}
        pools.append(Pool(exercised.first.entry, exercised.first.problem.title, tuple(exercises.values())))
    return Pools(tuple(pools), drawn, sheets)


def _read(drawn: Drawn) -> list[Exercise]:
    return [exercise_of(posed.content) for posed in drawn.posed if posed.program is None]
