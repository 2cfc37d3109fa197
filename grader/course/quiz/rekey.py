"""The key made anew: the same trees under corrected conventions, points, marking or questions in words. What was handed out stays as it is."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from generators.batch import rechecked
from generators.certify import VERSION
from generators.parameters import Parameters
from grader.core.data import Plain
from grader.core.documents import PROBLEM_LIMITS, parse_document, read_document
from grader.core.documents.files import staged_changes, write_below
from grader.core.documents.writing import to_yaml
from grader.core.errors import Fault, ProblemError
from grader.core.games.text_question import TEXT
from grader.core.numbers import marks_text
from grader.core.processes import in_processes
from grader.core.text import printable
from grader.course.quiz import (
    GENERATE,
    LOCK_FILE,
    PROGRAM,
    QUIZ_FILE,
    ROSTER_FILE,
    Entry,
    Pick,
    Quiz,
    Secret,
    Student,
    Variants,
    exercise_in,
    write_roster,
)
from grader.course.quiz.build import (
    ALL,
    INDEX,
    KEY,
    Follow,
    Made,
    Row,
    check_ids,
    clear_prints,
    index_text,
    kept,
    make_sheets,
    points_of,
    print_files,
    rows_of,
    unseen,
    write_all,
)
from grader.course.quiz.built import (
    CERTIFICATES,
    PROBLEMS,
    PROGRAMS,
    QUIZ,
    ROSTER,
    Built,
    digest,
    file_of,
    open_build,
    quiz_of,
    renewed,
    write_lock,
)
from grader.course.quiz.exercises import Posed, Source, document_of, figures, uneven, worth
from grader.course.quiz.sheets import (
    DRAWN,
    File,
    Order,
    Recipient,
    Stated,
    ordered,
    packed,
    page_in_key,
    read_stated,
    recipients,
    solved_files,
)
from grader.kinds import KINDS, Problem, read_exercise, write_problem

_CORRECTS = "--rekey corrects conventions, points, marking and questions in words"

# -- sheets for students who joined late: nobody else's file is touched


def add(stated: Stated, secret: Secret, out: Path, *, jobs: int = 1, follow: Follow = unseen) -> list[Made]:
    """Write the sheets of those on the roster who have none yet, and return them; who left it keeps theirs.

    Raises ProblemError where anything but the roster differs from what was built; then nothing is changed.
    """
    built = open_build(str(out))
    _check_whose(built)
    check_same(built, secret)
    _check_inputs(built, stated)
    roster = _joined(built, stated.roster)
    retake = built.lock.retake
    order = ordered(stated, secret, _as_drawn(built), retake)
    _check_points(built, order)
    recipe = order.recipe._replace(paper=str(built.lock.options["paper"]) or None, zips=bool(built.lock.options["zip"]))
    wanted = [
        one
        for one in recipients(order.quiz.variants, order.quiz.groups, roster, retake)
        if one.who not in built.lock.sheets
    ]
    with staged_changes(out, LOCK_FILE) as staged:
        made = list(follow(make_sheets(recipe, wanted, staged, jobs), len(wanted)))
        check_ids(order, made)
        files = {name: one for sheet in made for name, one in sheet.files.items()}
        files |= write_all(staged, _renewed_tables(order, out, made, roster))
        if recipe.paper is not None and made:
            before = {name: (out / name).read_bytes() for name in (ALL, KEY)}
            files |= write_all(staged, print_files(staged, wanted, before=before))
        clear_prints(staged)
        files |= write_all(staged, packed(staged, built) if built.is_packed else ())
        lock = renewed(built.lock, built.fingerprint, built.lock.files | files)._replace(
            sheets=built.lock.sheets | {sheet.recipient.who: sheet.ids for sheet in made},
            folders=built.lock.folders | {sheet.recipient.who: recipe.place_of(sheet.recipient) for sheet in made},
            inputs=built.lock.inputs | {name: digest(content) for name, content in order.inputs.items()},
        )
        write_below(staged, LOCK_FILE, write_lock(lock))
    return made


def _check_whose(built: Built) -> None:
    """Refuse a build of which no sheet is anybody's own. Raises ProblemError."""
    if built.quiz.variants is Variants.POOLS:
        message = "it is the key of an export, in which nobody has a sheet, so there is none to add"
        raise ProblemError([Fault(message, os.path.join(built.folder, LOCK_FILE))])


def _as_drawn(built: Built) -> Stated | None:
    """Return the quiz by which the problems were drawn; None where it was never corrected."""
    name = f"{DRAWN}/{QUIZ_FILE}"
    return read_stated(os.path.join(built.folder, name), needs_class=False) if name in built.lock.files else None


def check_same(built: Built, secret: Secret) -> None:
    """Refuse another secret than the one that the quiz was built with, and another program. Raises ProblemError."""
    source = os.path.join(built.folder, LOCK_FILE)
    if secret.fingerprint(built.quiz.id) != built.lock.secret:
        raise ProblemError([Fault("it was built with another secret; name that one with --secret FILE", source)])
    if (was := built.lock.versions["generators"]) != str(VERSION):
        message = f"it was built by version {was} of the generators, and version {VERSION} would draw other problems"
        raise ProblemError([Fault(message, source)])


def _check_inputs(built: Built, stated: Stated) -> None:
    """Refuse a quiz that is not the one that was built. Raises ProblemError."""
    remedy = f"--add only adds students; {_CORRECTS}"
    was = {name: one for name, one in built.lock.inputs.items() if name != ROSTER_FILE}
    now = {name: digest(content) for name, content in stated.inputs.items() if name != ROSTER_FILE}
    folder = os.path.dirname(stated.quiz.document.source)
    changed = sorted(name for name in was.keys() | now.keys() if was.get(name) != now.get(name))
    if changed:
        raise ProblemError(
            Fault(f"{_since(name in was, name in now)}; {remedy}", os.path.join(folder, name.removeprefix("files/")))
            for name in changed
        )
    if ids := _other_exercises(built, stated.quiz):
        raise ProblemError([stated.quiz.fault(f"its exercises were {ids} when it was built; {remedy}", "exercises")])


def _since(was_there: bool, is_there: bool) -> str:  # noqa: FBT001  # two sides of one comparison
    """Return what became of a file; a problem with a tag may have come into a pool or gone."""
    if not was_there:
        return "was no part of the quiz when it was built"
    return "was changed since the quiz was built" if is_there else "is no part of the quiz any more"


def _check_points(built: Built, order: Order) -> None:
    """Refuse sheets on which parts would be worth something else than on those that were handed out. Raises ProblemError."""
    given = {exercise_in(id_): id_ for id_ in built.ids}
    faults = [
        order.quiz.fault(_other_points(exercised.first), *exercised.source.entry.path)
        for exercised in order.recipe.exercised
        if (id_ := given.get(exercised.first.entry)) and exercised.first.problem.points != built.get(id_).problem.points
    ]
    if faults:
        raise ProblemError(faults)


def _other_points(posed: Posed) -> str:
    shares = ", ".join(f"{part} {marks_text(points)}" for part, points in posed.problem.points.items())
    return f"{posed.entry} has other points than in the build: {shares}; --rekey makes the key anew, then --add"


def _joined(built: Built, roster: Mapping[str, Student]) -> dict[str, Student]:
    """Return the new roster, then those who left it. Raises ProblemError where someone's sheet would be another."""
    if built.quiz.variants is Variants.GROUPS:
        moved = [one for one in roster.values() if one.id in built.roster and built.roster[one.id].group != one.group]
        if moved:
            raise ProblemError(Fault(_moved(built.roster[one.id], one), ROSTER_FILE) for one in moved)
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
            ((out / INDEX).read_text(encoding="utf-8") + index_text(rows_of(made)).partition("\n")[2]).encode(),
        )


# -- what may be corrected after a quiz was handed out: conventions, points, marking, and what a question in words says, is worth and
# is marked by; anything else that was changed is said

_CORRECTABLE = frozenset({"conventions", "points", "marking"})
_IN_A_REQUEST = frozenset({"convention", "points"})
_ONLY_POINTS = "points alone are corrected; for all else build another quiz"
_ONLY = f"was changed since the quiz was built; {_CORRECTS} alone"


def check_corrections(built: Built, stated: Stated) -> None:
    """Refuse a quiz that differs from the one that was built in more than may be corrected. Raises ProblemError."""
    was = quiz_of(built.folder)
    faults = list(_of_quiz(built, was, stated.quiz))
    if not faults:
        entries = {entry.id: entry for entry in was.entries}  # without those of pools, which have no requests
        faults = [
            fault
            for source in stated.sources
            for fault in _of(built, stated, entries.get(source.entry.id, source.entry), source)
        ]
    if faults:
        raise ProblemError(faults)


def _of_quiz(built: Built, was: Quiz, now: Quiz) -> Iterator[Fault]:
    for field in ("id", "title", "course", "note"):
        if getattr(was, field) != getattr(now, field):
            yield now.fault(f"{field} {_ONLY}", field)
    if (was.variants, was.groups) != (now.variants, now.groups):
        yield now.fault(f"variants {_ONLY}", "variants")
    if ids := _other_exercises(built, now):
        yield now.fault(f"the list of exercises {_ONLY}; they were {ids}", "exercises")
    elif [*map(_choice, was.picks)] != [*map(_choice, now.picks)]:
        yield now.fault(f"what is picked {_ONLY}", "exercises")
    if was.is_shuffled != now.is_shuffled:
        yield now.fault(f"order {_ONLY}", "order")


def _other_exercises(built: Built, now: Quiz) -> str:
    """Return the ids of the exercises that were built, where a quiz has others now; problems with a tag may have come or gone."""
    ids = [id_ for id_, *_ in built.lock.exercises]
    return "" if ids == [entry.id for entry in now.entries] else ", ".join(ids)


def _choice(pick: Pick) -> Pick:
    """Return what of a pick says who has what."""
    return pick._replace(points=None, ids=pick.ids if pick.pool is None else ())


def _of(built: Built, stated: Stated, was: Entry, source: Source) -> Iterator[Fault]:
    """Yield what of an exercise was changed beyond what may be corrected."""
    now, quiz = source.entry, stated.quiz
    if was.source != now.source and GENERATE in (was.source, now.source):
        yield quiz.fault(f"{now.id} was {was.source}:, and {_ONLY}", *now.path, now.source)
    elif PROGRAM in (was.source, now.source):
        inputs = ((f"files/{name}", stated.inputs[f"files/{name}"]) for name in source.files)
        if was.stated != now.stated or any(built.lock.inputs.get(name) != digest(held) for name, held in inputs):
            yield quiz.fault(f"{now.id}: of a program {_ONLY_POINTS}", *now.path, now.source)
    elif source.problem is not None:
        yield from _of_problem(built, quiz, source, source.problem)
    else:
        if was.vary != now.vary:
            yield quiz.fault(f"vary {_ONLY}", *now.path, "vary")
        if (was.text is None) != (now.text is None):
            yield quiz.fault(f"{TEXT} {_ONLY}", *now.path, *([] if now.text is None else [TEXT]))
        for name in _different(was.stated, now.stated, _IN_A_REQUEST):
            yield quiz.fault(f"{name} {_ONLY}", *now.path, now.source, name)
        for file in source.files:
            yield from _of_file(built, stated, file)


def _of_problem(built: Built, quiz: Quiz, source: Source, problem: Problem) -> Iterator[Fault]:
    """Yield what differs in a problem that all have from what was handed out."""
    handed_out = next((id_ for id_ in built.lock.shared if exercise_in(id_) == source.entry.id), "")
    found = built.get(handed_out)
    titled = problem._replace(id=handed_out, title=problem.title or source.entry.id)
    was, now = (write_problem(KINDS[one.kind], one) for one in (found.problem, titled))
    for name in _different(was, now, _CORRECTABLE):
        yield quiz.fault(f"{source.entry.id}: {name} {_ONLY}", *source.entry.path, source.entry.source)


def _of_file(built: Built, stated: Stated, name: str) -> Iterator[Fault]:
    """Yield what differs in a file that a request is made from."""
    kept = os.path.join(built.folder, "key", "files", name)
    was = read_document(kept, PROBLEM_LIMITS, ProblemError)
    file = os.path.join(os.path.dirname(stated.quiz.document.source), name)
    now = parse_document(stated.inputs[f"files/{name}"], file, ProblemError)
    yield from now.faults((f"{field} {_ONLY}", (field,)) for field in _different(was.data, now.data, _CORRECTABLE))


def _different(was: Mapping[str, Plain], now: Mapping[str, Plain], leave_out: frozenset[str]) -> list[str]:
    """Return the fields that one has and the other has not, or has otherwise; a question in words may be put otherwise."""
    asked = {TEXT} & was.keys() & now.keys()
    return sorted(name for name in (was.keys() | now.keys()) - leave_out - asked if was.get(name) != now.get(name))


class Corrected(NamedTuple):
    """A problem as it is marked from now on: its file, its figures, and its certificate where that changed."""

    problem: Problem
    content: bytes
    figures: dict[str, int]
    certificate: bytes | None


def rekey(stated: Stated, secret: Secret, out: Path, *, jobs: int = 1) -> list[str] | None:
    """Write the key anew and return the ids of the exercises that are marked otherwise now; None where nothing was changed.

    Then nothing is written. Raises ProblemError where anything was changed that may not be corrected.
    """
    built = open_build(str(out))
    check_same(built, secret)
    check_corrections(built, stated)
    problems = _corrected(built, stated)
    inputs = {name: digest(content) for name, content in stated.inputs.items() if name != ROSTER_FILE}
    if _is_as_built(built, inputs, problems):
        return None
    wanted = recipients(built.quiz.variants, built.quiz.groups, built.roster)
    paper = str(built.lock.options["paper"]) or None
    with staged_changes(out, LOCK_FILE) as staged:
        files = write_all(staged, _key_files(built, stated, problems))
        solve = partial(_solve, stated.quiz, paper, built, staged)
        in_key = [one for one in wanted if paper is not None or page_in_key(one) in built.lock.files]
        for solved in in_processes(solve, in_key, jobs):
            files |= solved
        files |= write_all(staged, [(INDEX, index_text(_rows(built, wanted, problems)).encode())])
        if paper is not None:
            files |= write_all(staged, print_files(staged, wanted, (KEY,)))
        clear_prints(staged)
        files |= write_all(staged, packed(staged, built) if built.is_packed else ())
        lock = renewed(built.lock, built.fingerprint, built.lock.files | files)._replace(
            exercises=_exercises(built, stated.quiz, problems),
            inputs=built.lock.inputs | inputs,
        )
        write_below(staged, LOCK_FILE, write_lock(lock))
    return _changed(built, files)


def _exercises(built: Built, quiz: Quiz, problems: Mapping[str, Corrected]) -> tuple[tuple[str, str, str], ...]:
    """Return id, title and points of each exercise; one that nobody has is worth what those are that it was picked among."""
    first = dict[str, Problem]()
    for id_, one in problems.items():
        first.setdefault(exercise_in(id_), one.problem)
    for pick in quiz.picks:
        other = next(first[id_] for id_ in pick.ids if id_ in first)
        first |= {
            id_: other._replace(title=title)
            for id_, title, _ in built.lock.exercises
            if id_ in {*pick.ids} - first.keys()
        }
    return tuple((entry.id, first[entry.id].title, points_of(first[entry.id].possible)) for entry in quiz.entries)


def _is_as_built(built: Built, inputs: Mapping[str, str], problems: Mapping[str, Corrected]) -> bool:
    """Return whether the quiz, its files and all problems are byte for byte those of the build."""
    was = {name: one for name, one in built.lock.inputs.items() if name != ROSTER_FILE}
    files = built.lock.files
    return was == inputs and all(
        files[file_of(built.lock, id_)] == digest(one.content) for id_, one in problems.items()
    )


def _changed(built: Built, files: Mapping[str, str]) -> list[str]:
    """Return the exercises of which a problem has another file now."""
    names = {id_: file_of(built.lock, id_) for id_ in built.ids}
    changed = {exercise_in(id_) for id_, name in names.items() if files[name] != built.lock.files[name]}
    return [one.id for one in built.quiz.exercises if one.id in changed]


def _corrected(built: Built, stated: Stated) -> dict[str, Corrected]:
    """Return every problem of the build as it is marked from now on. Raises ProblemError with what is wrong with any."""
    source_of = {source.entry.id: source for source in stated.sources}
    found: dict[str, Corrected] = {}
    faults: list[Fault] = []
    for id_ in built.ids:
        source = source_of[exercise_in(id_)]
        try:
            found[id_] = _correct(built, stated.quiz, source, id_)
        except ProblemError as failure:
            faults += [stated.quiz.fault(f"{id_}: {fault.message}", *source.entry.path) for fault in failure.faults]
    faults += uneven(stated.quiz, {exercise_in(id_): one.problem.possible for id_, one in found.items()})
    if faults:
        raise ProblemError(faults)
    return found


def _correct(built: Built, quiz: Quiz, source: Source, id_: str) -> Corrected:
    """Return one problem with the conventions, points and marking that its exercise has now."""
    was = built.get(id_)
    if source.program is not None:
        from grader.grading.programs.exercise import with_points  # few quizzes have programs

        problem = worth(quiz, source.entry, was.problem)
        return Corrected(problem, with_points(was.document.content, problem.points), {}, None)
    document = document_of(quiz, source, was.problem, id_)
    new = read_exercise(document, KINDS).problem
    is_same = new.conventions == was.problem.conventions
    certificate = None if is_same or source.request is None else _certificate(built, new, source.request)
    return Corrected(new, document.content, figures(new), certificate)


def _certificate(built: Built, problem: Problem, request: Parameters) -> bytes:
    name = f"{CERTIFICATES}/{problem.id}.yaml"
    document = parse_document(built.read(name), os.path.join(built.folder, name), ProblemError)
    return to_yaml(rechecked(document.data, problem, request)).encode()


def _key_files(built: Built, stated: Stated, problems: Mapping[str, Corrected]) -> Iterator[File]:
    for id_, corrected in problems.items():
        yield file_of(built.lock, id_), corrected.content
        if corrected.certificate is not None:
            yield f"{CERTIFICATES}/{id_}.yaml", corrected.certificate
    yield from _files_as_drawn(built)
    yield QUIZ, stated.quiz.document.content
    yield from ((f"key/{name}", content) for name, content in stated.inputs.items() if name.startswith("files/"))


def _files_as_drawn(built: Built) -> Iterator[File]:
    """Yield the quiz by which problems are drawn, before it is corrected for the first time: late students get their own by it."""
    if f"{DRAWN}/{QUIZ_FILE}" in built.lock.files:
        return
    yield f"{DRAWN}/{QUIZ_FILE}", Path(built.folder, QUIZ).read_bytes()
    for name in built.lock.files:
        if name.startswith("key/files/"):
            yield f"{DRAWN}/{name.removeprefix('key/files/')}", Path(built.folder, name).read_bytes()


def _solve(quiz: Quiz, paper: str | None, built: Built, staged: Path, recipient: Recipient) -> dict[str, str]:
    """Write one solved sheet and return the digests of its files; builds of earlier versions have a page of each."""
    ids = [id_ for id_ in built.lock.sheets[recipient.who] if not file_of(built.lock, id_).startswith(PROGRAMS)]
    contents = [(staged / PROBLEMS / f"{id_}.yaml").read_bytes() for id_ in ids]
    has_page = page_in_key(recipient) in built.lock.files
    return kept(write_all(staged, solved_files(quiz, recipient, contents, paper, has_page=has_page)))


def _rows(built: Built, wanted: Sequence[Recipient], problems: Mapping[str, Corrected]) -> list[Row]:
    return [
        Row(recipient, exercise_in(id_), id_, problems[id_].figures)
        for recipient in wanted
        for id_ in built.lock.sheets[recipient.who]
    ]
