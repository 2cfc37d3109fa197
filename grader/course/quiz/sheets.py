"""Who gets a sheet of a quiz, and the files of each: what is handed out, and what stands in the key."""

from __future__ import annotations

import hashlib
import io
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from grader.core.documents import PROBLEM_LIMITS, parse_document, read_document
from grader.core.documents.writing import to_yaml
from grader.core.errors import Fault, ProblemError, Refusal, suggest_each, unreadable
from grader.core.names import stem_of
from grader.core.numbers import points_text
from grader.core.text import harmless, listed_names, printable
from grader.course.quiz import (
    QUIZ_FILE,
    ROSTER_FILE,
    Quiz,
    Secret,
    Student,
    Variants,
    exercise_in,
    read_beside,
    read_quiz,
    read_roster,
)
from grader.course.quiz.built import BULK, CERTIFICATES, PROBLEMS, PROGRAMS, SOLVED, Built, Retake, file_of, quiz_of
from grader.course.quiz.exercises import (
    EVERYONE,
    Exercised,
    Posed,
    Source,
    drawn,
    pose_all,
    read_sources,
    unknown_in_bank,
    with_pools,
)
from grader.course.quiz.retake import Had, had_by
from grader.kinds import KINDS, Exercise, Problem, read_exercise
from grader.pages.answer_page import Heading, write_answer_page
from grader.pages.paper import write_pdf
from grader.pages.sheet import ByProgram, Sheet, answer_template, make_sheet
from grader.pages.sheet_page import write_page

PAGE, TEMPLATE, PAPER = "quiz.html", "answers.yaml", "quiz.pdf"
PRINTS = ".print"
_TAIL = 6
_MOST_NAMED = 10
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the first date that a zip can hold

File = tuple[str, bytes]
"""A file of a build: its name below the folder, and what is in it."""


class Recipe(NamedTuple):
    """All that a process needs to make sheets: the quiz with its exercises, the secret, the paper if any, and whether zips are made."""

    quiz: Quiz
    secret: Secret
    exercised: tuple[Exercised, ...]
    paper: str | None = None
    zips: bool = False

    def place_of(self, recipient: Recipient) -> str:
        """Return the folder of someone's sheet, or the zip."""
        return f"{recipient.folder}.zip" if self.zips else recipient.folder


class Recipient(NamedTuple):
    """For whom a sheet is: `who` has its variants, `student` is set where it is one student's; its folder, and its name in the key.

    `label` is for people who hand out paper: the student's id and name, or the group. `had` is what is not to come again.
    """

    who: str
    student: str
    group: str
    folder: str
    name: str
    label: str = ""
    had: Had = Had()


def recipients(
    variants: Variants, groups: Sequence[str], roster: Mapping[str, Student], retake: Retake = Retake()
) -> list[Recipient]:
    """Return everyone who gets a sheet of their own, in the order of the roster, of groups in that of the quiz."""
    found = _recipients(variants, groups, roster)
    return [one._replace(had=had_by(retake, one.who, variants, roster)) for one in found] if retake.of else found


def _recipients(variants: Variants, groups: Sequence[str], roster: Mapping[str, Student]) -> list[Recipient]:
    match variants:
        case Variants.SHARED:
            return [Recipient(EVERYONE, "", "", "sheet", "sheet")]
        case Variants.GROUPS:
            return [_recipient(name, Student("", group=name), "groups", f"group {name}") for name in groups]
        case Variants.POOLS:
            return [_recipient(name, Student("", group=name), "variants", name) for name in groups]
        case Variants.PER_STUDENT:
            return [
                _recipient(one.id, one, "students", f"{one.id}, {one.name}" if one.name else one.id)
                for one in roster.values()
            ]


def _recipient(who: str, student: Student, folder: str, label: str) -> Recipient:
    name = folder_name(who)
    return Recipient(who, student.id, student.group, f"{folder}/{name}", name, label)


def folder_name(name: str) -> str:
    """Return the name of a folder: the name itself where it is harmless, else one that no other name has.

    >>> folder_name("s1234567"), folder_name("Ö'Neil")
    ('s1234567', 'Neil-ee0e42')
    """
    stem = stem_of(name)
    return stem if stem == name else f"{stem}-{hashlib.sha256(name.encode()).hexdigest()[:_TAIL]}"


def sheet_files(recipe: Recipe, recipient: Recipient, posed: Sequence[Posed]) -> Iterator[File]:
    """Yield the files of one sheet: what is handed out, made from the problems alone, and its part of the key."""
    on_paper = [one for one in posed if one.program is None]
    handed_out = _handed_out(recipe, recipient, [one.problem for one in on_paper], programs_of(posed))
    if recipe.zips:
        files = list(handed_out)
        yield recipe.place_of(recipient), zipped(recipient.name, files)
        # its paper lies beside it until that of all is put together
        yield from ((printed(recipient), content) for name, content in files if name == PAPER)
    else:
        yield from ((f"{recipient.folder}/{name}", content) for name, content in handed_out)
    for one in posed:
        if one.id not in shared_ids(recipe):
            yield from problem_files(one)
    is_for_all = recipient.who == EVERYONE
    yield from solved_files(
        recipe.quiz, recipient, [one.content for one in on_paper], recipe.paper, has_page=is_for_all
    )


def programs_of(posed: Iterable[Posed]) -> tuple[ByProgram, ...]:
    """Return what a sheet says of those of its exercises that programs answer. Nothing is filled in there."""
    return tuple(
        ByProgram(
            f"{one.entry}: {one.problem.title} ({points_text(one.problem.possible)})",
            one.program.statement,
            one.problem.possible,
        )
        for one in posed
        if one.program is not None
    )


def _handed_out(
    recipe: Recipe, recipient: Recipient, problems: Sequence[Problem], programs: tuple[ByProgram, ...]
) -> Iterator[File]:
    quiz = recipe.quiz
    title = f"{quiz.heading}, {recipient.label}" if recipient.group and not recipient.student else quiz.heading
    heading = Heading(title, quiz.course, quiz.note, recipient.student, quiz.id, programs)

    def sheet() -> Sheet:  # to draw it takes time, and most builds want none
        return _named(quiz, recipient, make_sheet(problems, quiz.heading).with_programs(programs))

    if problems:
        yield PAGE, write_answer_page(problems, heading).encode()
        yield TEMPLATE, answer_template(problems, title, recipient.student).encode()
    else:  # all is answered by programs: there is nothing to fill in
        yield PAGE, write_page(sheet()).encode()
    if recipe.paper is not None:
        yield PAPER, write_pdf(sheet(), recipe.paper)


def solved_files(
    quiz: Quiz, recipient: Recipient, contents: Sequence[bytes], paper: str | None, *, has_page: bool
) -> Iterator[File]:
    """Yield what the key has of a solved sheet, whose problems have these contents.

    That is a page of the one that all share, while others are made when somebody asks for one; on paper it is one of PRINTS, to
    be put together with the others.
    """
    if not contents or (not has_page and paper is None):
        return
    sheet = solved_sheet(quiz, recipient, [*map(exercise_of, contents)])
    if has_page:
        yield page_in_key(recipient), write_page(sheet).encode()
    if paper is not None:
        yield f"{PRINTS}/{recipient.name}.pdf", write_pdf(sheet, paper)


def printed(recipient: Recipient) -> str:
    """Return where the paper of a zipped sheet lies while all of them are put together."""
    return f"{PRINTS}/{recipient.folder}/{PAPER}"


def page_in_key(recipient: Recipient) -> str:
    """Return the name of a solved page in the key."""
    return f"{SOLVED}/{recipient.name}.html"


def solved_sheet(quiz: Quiz, recipient: Recipient, exercises: Sequence[Exercise]) -> Sheet:
    """Return someone's sheet with its solutions."""
    problems = [exercise.problem for exercise in exercises]
    return _named(quiz, recipient, make_sheet(problems, quiz.heading, [exercise.solution for exercise in exercises]))


def solved_sheet_of(built: Built, name: str) -> Sheet:
    """Return the sheet of a student with its solutions, from what the build holds; that of a group or a variant by its name.

    Of a sheet that all share, without a roster, everybody is one of its students. Raises Refusal for a name that has no
    sheet, and ProblemError.
    """
    names = dict.fromkeys([*built.roster, *filter(None, built.lock.sheets)])
    if names and name not in names:
        known = f"expected that of {listed_names(names, _MOST_NAMED)}{suggest_each(name, names)}"
        raise Refusal(f'there is no sheet of "{printable(name)}" in {printable(built.folder, 4096)}, {known}')
    who = name if name in built.lock.sheets and name not in built.roster else built.who_of(name)
    sheets = {one.who: one for one in recipients(built.quiz.variants, built.quiz.groups, built.roster)}
    is_program = {id_: file_of(built.lock, id_).startswith(PROGRAMS) for id_ in built.lock.sheets[who]}
    sheet = solved_sheet(
        quiz_of(built.folder), sheets[who], [built.get(id_) for id_, is_one in is_program.items() if not is_one]
    )
    programs = [exercise_in(id_) for id_, is_one in is_program.items() if is_one]
    said = (f"{one} is answered by a program: its trees and certificate are in {PROGRAMS}/{one}" for one in programs)
    return sheet._replace(note="\n".join([sheet.note, *said]))


def _named(quiz: Quiz, recipient: Recipient, sheet: Sheet) -> Sheet:
    """Return the sheet with course, student or group, and the note of the quiz below its title; whose it is on each page."""
    note = "" if sheet.is_key else quiz.note
    line = " · ".join(filter(None, [quiz.course, recipient.label and f"for {recipient.label}", sheet.note]))
    footer = printable(" · ".join(filter(None, [recipient.label, sheet.title])))
    return sheet._replace(note=harmless("\n".join(filter(None, [line, note]))), footer=footer)


def problem_files(posed: Posed) -> Iterator[File]:
    """Yield the files of the key that one problem has."""
    if posed.program is not None:
        yield from ((f"{PROGRAMS}/{posed.entry}/{name}", content) for name, content in posed.program.key)
        return
    yield f"{PROBLEMS}/{posed.id}.yaml", posed.content
    if posed.certificate is not None:
        yield f"{CERTIFICATES}/{posed.id}.yaml", to_yaml(posed.certificate).encode()


def posed_for(recipe: Recipe, recipient: Recipient, *, to_count: bool = False) -> list[Posed]:
    """Return the problems of someone's sheet, in its order, or only what there is `to_count` of them. Raises ProblemError where one cannot be drawn."""
    exercised, had = {one.first.entry: one for one in recipe.exercised}, recipient.had
    same = {id_ for id_, one in exercised.items() if one.request is None and had.has(one.first.problem)}
    on_sheet = recipe.secret.on_sheet(recipe.quiz, recipient.who, had.exercises | same)
    return [
        drawn(recipe.quiz, recipe.secret, exercised[id_], recipient.who, had, to_count=to_count) for id_ in on_sheet
    ]


def shared_ids(recipe: Recipe) -> tuple[str, ...]:
    """Return the ids of the problems that everyone has."""
    return tuple(exercised.first.id for exercised in recipe.exercised if exercised.request is None)


@lru_cache(64)  # what everyone has is read once in a process
def exercise_of(content: bytes) -> Exercise:
    """Return the problem of a file of the key, solved."""
    return read_exercise(parse_document(content, "problem.yaml", ProblemError), KINDS, is_shipped=True)


def zipped(folder: str, files: Iterable[File]) -> bytes:
    """Return the files as a zip, below a folder of this name: the same bytes each time."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(f"{folder}/{name}", _LONG_AGO), content, zipfile.ZIP_DEFLATED)
    return held.getvalue()


def packed(staged: Path, before: Built | None = None) -> Iterator[File]:
    """Yield a zip for each folder of the key's bulk that was written, and remove the folder.

    What an earlier build has packed and was not written anew stays in the zip.
    """
    for folder in BULK:
        if (staged / folder).is_dir():
            new = {file.name for file in (staged / folder).iterdir()}
            old = before.packed(folder) - new if before is not None else set()
            files = ((name, (staged / folder / name).read_bytes()) for name in new)
            kept = ((name, before.read(f"{folder}/{name}")) for name in old) if before is not None else ()
            yield f"{folder}.zip", zipped(Path(folder).name, sorted([*files, *kept]))
            shutil.rmtree(staged / folder)


# -- what is to be built: a quiz that was read with its class and its secret, every exercise ready to be drawn


def program_files(recipe: Recipe) -> Iterator[File]:
    """Yield what is handed out to everyone of each exercise that a program answers: a folder, or a zip of it."""
    for first in (one.first for one in recipe.exercised):
        if first.program is None:
            continue
        if recipe.zips:
            yield f"programs/{first.entry}.zip", zipped(first.entry, first.program.handed_out)
        else:
            yield from ((f"programs/{first.entry}/{name}", content) for name, content in first.program.handed_out)


DRAWN = "key/drawn"
"""Of a build whose key was corrected: the quiz as its problems were drawn, with its files."""


class Stated(NamedTuple):
    """A quiz with all that can be read of it without its secret: sources, class, and the bytes of its files by name."""

    quiz: Quiz
    sources: tuple[Source, ...]
    roster: Mapping[str, Student]
    inputs: Mapping[str, bytes]


class Order(NamedTuple):
    """What is to be built: the recipe of the sheets, the class, the bytes of the files that it was read from, by name, and of what it is a retake."""

    recipe: Recipe
    roster: Mapping[str, Student]
    inputs: Mapping[str, bytes]
    retake: Retake = Retake()

    @property
    def quiz(self) -> Quiz:
        """Return the quiz."""
        return self.recipe.quiz

    @property
    def wanted(self) -> list[Recipient]:
        """Return everyone who gets a sheet."""
        return recipients(self.quiz.variants, self.quiz.groups, self.roster, self.retake)


def read_order(
    file: str,
    secret: Secret,
    roster: str | None = None,
    *,
    paper: str | None = None,
    zips: bool = False,
    retake: Callable[[Quiz], Retake] = lambda _: Retake(),
) -> Order:
    """Return what the quiz in the file asks for. Raises ProblemError with all that is wrong with the quiz and the roster."""
    stated = read_stated(file, roster)
    order = ordered(stated, secret, retake=retake(stated.quiz))
    return order._replace(recipe=order.recipe._replace(paper=paper, zips=zips))


def ordered(stated: Stated, secret: Secret, drawn: Stated | None = None, retake: Retake = Retake()) -> Order:
    """Return the order of a quiz that was read, its first problems drawn. Raises ProblemError for what no draw meets.

    `drawn` is the quiz as its problems are drawn, where it was corrected since.
    """
    quiz = stated.quiz
    had = had_by(retake, EVERYONE, quiz.variants, stated.roster) if quiz.variants is Variants.SHARED else Had()
    exercised = pose_all(quiz, secret, stated.sources, drawn and drawn.sources, had)
    return Order(Recipe(quiz, secret, tuple(exercised)), stated.roster, stated.inputs, retake)


def read_stated(file: str, roster: str | None = None, *, needs_class: bool = True) -> Stated:
    """Return what the quiz in the file and the roster say. Raises ProblemError with all that is wrong with both."""
    document = read_document(file, PROBLEM_LIMITS, ProblemError)
    try:
        quiz, faults = read_quiz(document)
    except ProblemError as failure:
        rest = read_beside(document, failure.faults)
        more = _stated(*rest, roster, needs_class=needs_class)[1] if rest else []
        raise ProblemError(dict.fromkeys([*failure.faults, *unknown_in_bank(document), *more])) from None
    stated, faults = _stated(quiz, faults, roster, needs_class=needs_class)
    if faults:
        raise ProblemError(faults)
    return stated._replace(inputs={**stated.inputs, **_files(stated.quiz, stated.sources)})


def _stated(
    quiz: Quiz, faults: Sequence[Fault], roster: str | None, *, needs_class: bool
) -> tuple[Stated, list[Fault]]:
    """Return the quiz with its exercises and the class, without the files that it names; and all that is wrong with these, after `faults`."""
    quiz, of_pools = with_pools(quiz)
    sources, wrong = read_sources(quiz)
    students, content, more = _class(quiz, roster, needed=needs_class)
    inputs = {QUIZ_FILE: quiz.document.content, **content}
    return Stated(quiz, tuple(sources), students, inputs), [*faults, *of_pools, *wrong, *more]


def _class(quiz: Quiz, roster: str | None, *, needed: bool) -> tuple[dict[str, Student], dict[str, bytes], list[Fault]]:
    """Return the students, the content of the roster by its name, and what is wrong with it."""
    if roster is None:
        if quiz.variants is not Variants.PER_STUDENT or not needed:
            return {}, {}, []
        message = "per-student needs a roster: put roster.csv beside the quiz, or name it with --roster FILE"
        return {}, {}, [quiz.fault(message, "variants")]
    try:
        content = Path(roster).read_bytes()
        groups = quiz.groups if quiz.variants is Variants.GROUPS else None
        return read_roster(content, roster, groups), {ROSTER_FILE: content}, []
    except OSError as failure:
        return {}, {}, [Fault(unreadable(failure), roster)]
    except ProblemError as failure:
        return {}, {}, list(failure.faults)


def _files(quiz: Quiz, sources: Iterable[Source]) -> dict[str, bytes]:
    """Return the files that the quiz names, each under `files/` and its name below the quiz's folder."""
    folder = Path(quiz.document.source).parent
    names = {name for source in sources for name in source.files}
    return {f"files/{name}": (folder / name).read_bytes() for name in sorted(names)}
