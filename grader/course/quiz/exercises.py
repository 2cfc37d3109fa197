"""The exercises of a quiz: where each comes from, the problem that all variants are like, the variant that someone has, and practice."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from generators.batch import certificate_data, rechecked
from generators.candidate import Candidate, pose
from generators.certify import Generated, certified, content_of, written
from generators.draws import RequestError
from generators.like import apart, like
from generators.parameters import AlphaBetaParameters, Parameters, Pruning
from generators.planning import make_plan
from generators.practice_variants import LEAST, Practice, Reason, practise
from generators.registry import GENERATORS, figures_of
from generators.request import as_stated, read_stated, requested
from generators.targets import show
from grader.core.data import Data, Plain, grouped
from grader.core.documents import PROBLEM_LIMITS, Document, read_content, read_document, shape_faults
from grader.core.errors import Fault, Path, ProblemError, no_such, suggest
from grader.core.games.text_question import TEXT
from grader.core.lazy import LaterFunctions
from grader.core.numbers import Bound, Number, marks_text, points_text
from grader.core.policy import not_asked, points_of
from grader.core.text import count, printable
from grader.course.quiz import GENERATE, PROGRAM, Entry, Pick, Quiz, Secret, Variants, wrong_ids
from grader.course.quiz.built import CERTIFICATE, PROBLEMS, Built
from grader.course.quiz.retake import Had
from grader.grading.bank import Bank, bank_folders
from grader.grading.problem_files import is_problem, problem_files
from grader.kinds import KINDS, Exercise, Problem, read_exercise
from grader.kinds.problems import FORMAT
from grader.pages.practice import Practised, only_by_running, ruled

if TYPE_CHECKING:
    from grader.grading.programs import exercise as of_program
    from grader.grading.programs import marking, trees
    from grader.grading.programs import spec as specs
    from grader.grading.programs.spec import Spec
else:  # few quizzes have programs
    of_program = LaterFunctions("grader.grading.programs.exercise")
    marking = LaterFunctions("grader.grading.programs.marking")
    specs = LaterFunctions("grader.grading.programs.spec")
    trees = LaterFunctions("grader.grading.programs.trees")

# -- where the exercises of a quiz come from: each is read as far as it can be without the secret, and all that is
# wrong is said


class Source(NamedTuple):
    """Where an exercise comes from: a problem that is there, or the request that one is generated from.

    `files` are the files that it was read from, below the quiz's folder. `program` is what is said of a program where one answers it.
    """

    entry: Entry
    problem: Problem | None
    kind: str
    request: Parameters | None = None
    files: tuple[str, ...] = ()
    program: Spec | None = None


def read_sources(quiz: Quiz) -> tuple[list[Source], list[Fault]]:
    """Return where each exercise comes from, and all that is wrong with any."""
    found: list[Source] = []
    faults: list[Fault] = []
    for entry in quiz.entries:
        try:
            found.append(_READ[entry.source](quiz, entry))
        except ProblemError as failure:
            faults += failure.faults
    known = {source.entry.id: source.problem.possible for source in found if source.problem is not None}
    return found, [*dict.fromkeys(faults), *uneven(quiz, known)]


def uneven(quiz: Quiz, worth: Mapping[str, Number]) -> Iterator[Fault]:
    """Yield where exercises of which some are picked are worth different points, as far as these are known by their ids."""
    for pick in quiz.picks:
        is_said = any(entry.points_path == pick.path for entry in quiz.entries)
        if is_said and pick.points is None:
            continue  # what is wrong with these points is said
        (first, most), *others = [(id_, worth[id_]) for id_ in pick.ids if id_ in worth] or [("", 0)]
        for id_, points in [(id_, points) for id_, points in others if points != most][:1]:
            differ = f"{first} is worth {points_text(most)}, {id_} {marks_text(points)}"
            remedy = "give all the same points under text" if is_said else "say points beside pick"
            yield quiz.fault(f"{differ}: whoever gets the other is worth less; {remedy}", *pick.path)


_LONGEST_ID = 40


def with_pools(quiz: Quiz) -> tuple[Quiz, list[Fault]]:
    """Return the quiz with what is picked among all problems of a tag, by their ids, as its exercises; and what is wrong with these."""
    entries, picks, faults = [*quiz.entries], list[Pick](), list[Fault]()
    for pick in quiz.picks:
        try:
            of = _tagged(quiz, pick, pick.pool) if pick.pool is not None else []
        except ProblemError as failure:
            faults += failure.faults
            of = []
        entries += of
        picks.append(pick._replace(ids=pick.ids or tuple(entry.id for entry in of)))
    if len(entries) == len(quiz.entries):
        return quiz, faults
    entries.sort(key=lambda entry: int(entry.path[1]))
    wrong: list[tuple[str, Path]] = [
        one.wrong_id(f'"{one.id}" has {len(one.id)} letters, more than {_LONGEST_ID}')
        for one in entries
        if len(one.id) > _LONGEST_ID
    ]
    known = {*wrong_ids(quiz.entries)}
    wrong += [one for one in wrong_ids(entries) if one not in known]
    return quiz._replace(entries=tuple(entries), picks=tuple(picks)), [*faults, *quiz.document.faults(wrong)]


def _tagged(quiz: Quiz, pick: Pick, pool: Mapping[str, str]) -> list[Entry]:
    """Return the exercises of a pool. Raises ProblemError with all that is wrong there, and where they are too few."""
    path: Path = (*pick.path, "of")
    found, faults = list[tuple[Entry, Problem]](), list[Fault]()
    for source, stated in (
        _in_bank_of(quiz, pool["bank"], path) if "bank" in pool else _below(quiz, pool["files"], path)
    ):
        entry = Entry("", source, stated, path, None, path)
        try:
            problem = _READ[source](quiz, entry).problem
            found += [] if problem is None else [(entry, problem)]
        except ProblemError as failure:
            faults += failure.faults
    tagged = [
        entry._replace(id=problem.id, points=pick.points, points_path=pick.path)
        for entry, problem in found
        if pool["tag"] in problem.tags
    ]
    if not faults and len(tagged) <= pick.number:
        near = suggest(pool["tag"], {tag for _, problem in found for tag in problem.tags}) if not tagged else ""
        there = f'{count(len(tagged), "problem")} there {"has" if len(tagged) == 1 else "have"} the tag "{pool["tag"]}"'
        faults.append(
            quiz.fault(f"{there}, expected at least {pick.number + 1} to pick {pick.number}{near}", *path, "tag")
        )
    if faults:
        raise ProblemError(faults)
    return sorted(tagged, key=lambda entry: entry.id)


def _in_bank_of(quiz: Quiz, kind: str, path: Path) -> Iterator[tuple[str, str]]:
    """Yield the source of each problem of a kind in the shipped bank. Raises ProblemError for a kind that there is not."""
    if kind not in KINDS:
        raise ProblemError([quiz.fault(no_such("kind", kind, KINDS), *path, "bank")])
    yield from (("bank", id_) for id_, folder in bank_folders().items() if folder.parent.name == kind)


def _below(quiz: Quiz, stated: str, path: Path) -> Iterator[tuple[str, str]]:
    """Yield the source of each problem in a folder and below it. Raises ProblemError."""
    folder = inside(quiz, stated, *path, "files", is_folder=True)
    for file in problem_files(folder):
        if is_problem(read_document(file, PROBLEM_LIMITS, ProblemError)):
            yield "file", os.path.join(stated, os.path.relpath(file, folder))


def inside(quiz: Quiz, stated: str, *path: str | int, is_folder: bool = False, said: Document | None = None) -> str:
    """Return the file or folder that a quiz names, which lies in the quiz's own folder. Raises ProblemError.

    `said` is the document that names it at the path where that is not the quiz.
    """
    document = said or quiz.document
    folder = os.path.dirname(os.path.abspath(quiz.document.source))
    file = os.path.join(folder, stated)
    real = os.path.realpath(file)
    if os.path.commonpath([os.path.realpath(folder), real]) != os.path.realpath(folder):
        raise ProblemError(document.faults([("lies outside the folder of the quiz; put the file beside it", path)]))
    if not (os.path.isdir if is_folder else os.path.isfile)(real):
        raise ProblemError(document.faults([(f"there is no {'folder' if is_folder else 'file'} {file}", path)]))
    return file


def unknown_in_bank(document: Document) -> list[Fault]:
    """Return the ids of the shipped bank that a document of a wrong shape names, and that there are none of."""
    data = document.data
    stated = data.get("exercises") if isinstance(data, dict) else None
    listed: list[tuple[Data, Path]] = [
        (one, ("exercises", place)) for place, one in enumerate(stated if isinstance(stated, list) else [])
    ]
    for one, path in [*listed]:
        of = one.get("of") if isinstance(one, dict) else None
        listed += [(each, (*path, "of", at)) for at, each in enumerate(of if isinstance(of, list) else [])]
    named = [
        (one["bank"], (*path, "bank"))
        for one, path in listed
        if isinstance(one, dict) and isinstance(one.get("bank"), str)
    ]
    found = ((_in_bank(id_), path) for id_, path in named)
    return document.faults((one, path) for one, path in found if isinstance(one, str))


def _in_bank(id_: str) -> Exercise | str:
    """Return a problem of the shipped bank, or why there is none."""
    found = Bank().find(id_.strip())
    return f"the shipped bank: {found.message}" if isinstance(found, Fault) else found


def _from_bank(quiz: Quiz, entry: Entry) -> Source:
    found = _in_bank(str(entry.stated))
    if isinstance(found, str):
        raise ProblemError([quiz.fault(found, *entry.path, "bank")])
    return _fixed(quiz, entry, found)


def _from_file(quiz: Quiz, entry: Entry) -> Source:
    stated = str(entry.stated)
    file = inside(quiz, stated, *entry.path, "file")
    exercise = read_exercise(read_document(file, PROBLEM_LIMITS, ProblemError), KINDS)
    return _fixed(quiz, entry, exercise)._replace(files=(os.path.normpath(stated),))


def _from_quiz(quiz: Quiz, entry: Entry) -> Source:
    """Return the problem that stands in the quiz itself; what is wrong with it is said by its place there."""
    path: Path = (*entry.path, "problem")
    own = [name for name in ("format", "id") if name in entry.stated]
    if own:
        raise ProblemError([quiz.fault(f"leave out {name}: the quiz says it", *path, name) for name in own])
    stated = {"format": FORMAT, "id": entry.id, **entry.stated}
    if entry.text is not None:  # it comes in place of the problem's own, which may ask for nothing else
        stated.setdefault(TEXT, {"prompt": entry.text.prompt})
    try:
        exercise = read_exercise(Document(quiz.document.source, stated, "", b""), KINDS)
    except ProblemError as failure:
        raise ProblemError(quiz.fault(fault.message, *path, *fault.path) for fault in failure.faults) from None
    return _fixed(quiz, entry, exercise)


def _fixed(quiz: Quiz, entry: Entry, exercise: Exercise) -> Source:
    problem = exercise.problem
    return Source(entry, worth(quiz, entry, problem), problem.kind)


def _generated(quiz: Quiz, entry: Entry) -> Source:
    if entry.asks_nothing_drawn and entry.text is None:
        message = "an empty list is not allowed here, expected parts, or a question in words under text beside generate"
        raise ProblemError([quiz.fault(message, *entry.path, GENERATE, "ask")])
    but = ("ask",) if entry.asks_nothing_drawn else ()  # it is drawn as if the kind's own parts were asked
    stated = read_stated(quiz.document, (*entry.path, GENERATE), partial(inside, quiz), but)
    try:
        request = requested(stated.kind, stated.fields, stated.conventions)
        plan = make_plan(stated.kind, request)
    except RequestError as failure:
        raise ProblemError([quiz.fault(as_stated(str(failure)), *entry.path, "generate")]) from None
    worth = dict(request.question.points)
    _points_of(quiz, entry, {part: worth.get(part, 1) for part in (() if entry.asks_nothing_drawn else plan.ask)})
    return Source(entry, None, stated.kind, request, stated.files)


def worth(quiz: Quiz, entry: Entry, problem: Problem) -> Problem:
    """Return the problem with the points that the quiz gives to it: to its parts, or to all in the proportion that they have.

    A question in words has its own, and the quiz may put one in place of the problem's. Raises ProblemError.
    """
    if entry.asks_nothing_drawn:
        problem = problem._replace(ask=(), points={})
    points = _points_of(quiz, entry, {part: problem.points[part] for part in problem.ask})
    return problem._replace(points={**problem.points, **points}).with_text(entry.text)


def _points_of(quiz: Quiz, entry: Entry, weights: Mapping[str, Number]) -> dict[str, Number]:
    """Return what the quiz says that the parts are worth, which have these points in the problem. Raises ProblemError."""
    wrong = not_asked(entry.points, [*weights])
    try:
        if not wrong:
            return points_of(entry.points, weights)
    except ValueError as failure:
        wrong = [(str(failure), ("points",))]
    raise ProblemError(quiz.fault(message, *entry.points_path, *path) for message, path in wrong)


def _from_program(quiz: Quiz, entry: Entry) -> Source:
    document, path, files = quiz.document, (*entry.path, PROGRAM), list[str]()
    stated: Data = entry.stated
    if isinstance(stated, str):
        document = read_document(inside(quiz, stated, *path), PROBLEM_LIMITS, ProblemError)
        path, files = (), [os.path.normpath(stated)]
        if faults := shape_faults(document, "program"):
            raise ProblemError(faults)
        stated = document.data
    wrong = [("stands beside program; ask it in an exercise of its own", TEXT)] * (entry.text is not None)
    wrong += [("an exercise cannot be called game where a program answers it: game.py is handed out", "id")] * (
        entry.id.casefold() == "game"
    )
    if wrong:
        raise ProblemError([quiz.fault(message, *entry.path, name) for message, name in wrong])
    ids = [one.id for one in quiz.entries if one.source == PROGRAM]
    spec = specs.read_spec(document, path, stated, partial(inside, quiz, said=document), ids)
    _points_of(quiz, entry, dict.fromkeys(spec.ask, 1))
    named = (str(one["file"]) for one in stated.get("trees") or () if "file" in one)
    return Source(entry, None, spec.kind, None, (*files, *map(os.path.normpath, (*named, *spec.files))), spec)


_READ: dict[str, Callable[[Quiz, Entry], Source]] = {
    "bank": _from_bank,
    "file": _from_file,
    "problem": _from_quiz,
    "generate": _generated,
    PROGRAM: _from_program,
}


EVERYONE = ""
MOST_DRAWN = 50


class ProgramFiles(NamedTuple):
    """What a build has of an exercise that a program answers: files of the key, files that are handed out, what the sheet says, and the certificate as text and as data."""

    key: tuple[tuple[str, bytes], ...]
    handed_out: tuple[tuple[str, bytes], ...]
    statement: tuple[str, ...]
    certificate: tuple[str, ...]
    data: Mapping[str, Plain]


class Posed(NamedTuple):
    """A problem as it is given out, its file, its certificate if it was generated, and its difficulty figures.

    `answers` are the right answers to the parts that are asked, as text to be compared; `draws` is how many it took. One that is only to be
    counted has no file and no certificate. `program` is there where a program answers it; then `content` is the certificate of its trees.
    """

    entry: str
    problem: Problem
    content: bytes
    certificate: dict[str, Data] | None
    figures: dict[str, int]
    answers: dict[str, str]
    draws: int = 0
    program: ProgramFiles | None = None

    @property
    def id(self) -> str:
        """Return the id of the problem."""
        return self.problem.id

    @property
    def likeness(self) -> bytes:
        """Return what makes the problem what it is, whatever its nodes are called."""
        return self.content if self.program is not None else content_of(self.problem)


class Exercised(NamedTuple):
    """An exercise of a quiz: the problem that all have or, with a `request` of variants, that all variants are like."""

    source: Source
    first: Posed
    request: Parameters | None = None


def pose_all(
    quiz: Quiz, secret: Secret, sources: Sequence[Source], drawn: Sequence[Source] | None = None, had: Had = Had()
) -> list[Exercised]:
    """Return the exercises, ready to be given out. Raises ProblemError for requests that no draw meets.

    `drawn` are the sources by which problems are drawn where these were corrected since, and `had` is what those had before
    who share one sheet.
    """
    posed: list[Exercised] = []
    faults: list[Fault] = []
    for source, first in zip(sources, drawn or sources, strict=True):
        try:
            posed.append(_pose(quiz, secret, source, first, had))
        except RequestError as failure:
            faults.append(quiz.fault(as_stated(str(failure)), *source.entry.path, source.entry.source))
    faults = faults or [*uneven(quiz, {one.first.entry: one.first.problem.possible for one in posed})]
    if faults:
        raise ProblemError(faults)
    return posed


def _pose(quiz: Quiz, secret: Secret, source: Source, drawn: Source, had: Had) -> Exercised:
    if source.problem is not None:
        return Exercised(source, _posed(quiz, secret, source, source.problem, EVERYONE))
    if drawn.program is not None:
        return Exercised(source, _programmed(quiz, secret, source, drawn.program))
    if drawn.request is None:
        raise TypeError("an exercise has a problem or a request")
    if quiz.variants is Variants.SHARED:
        return Exercised(source, new(had, EVERYONE, partial(_draw, quiz, secret, source, drawn.request)))
    generated = certified(source.kind, drawn.request, secret.seed(quiz.id, source.entry.id, EVERYONE))
    first = _given(quiz, secret, source, generated, EVERYONE)
    return Exercised(source, first, _variants(generated.problem, drawn.request, drawn.entry.vary))


def _programmed(quiz: Quiz, secret: Secret, source: Source, spec: Spec) -> Posed:
    """Return an exercise that a program answers, with its trees. Raises RequestError."""
    entry, title = source.entry, f"{KINDS[spec.kind].title}, a program"
    points = _points_of(quiz, entry, dict.fromkeys(spec.ask, 1))
    files = {name: read_content(inside(quiz, name, *entry.path), PROBLEM_LIMITS, ProblemError) for name in spec.files}
    id_, seed = secret.problem_id(quiz.id, entry.id, EVERYONE), secret.seed(quiz.id, entry.id, EVERYONE)
    drawn = trees.draw(spec, id_, entry.id, title, points, seed, files)
    key = dict(of_program.key_files(drawn))
    made = ProgramFiles(
        tuple(key.items()),
        tuple(of_program.handed_out(drawn.program)),
        tuple(of_program.statement(drawn.program)),
        tuple(of_program.certificate_lines(drawn)),
        of_program.certificate_data(drawn),
    )
    problem = marking.program_exercise(drawn.program).problem
    return Posed(entry.id, problem, key[CERTIFICATE], None, {}, {}, program=made)


def _variants(problem: Problem, request: Parameters, vary: Bound | None) -> Parameters:
    """Return the request for variants of a problem, which keeps what was asked of it by name, and counts where figures may vary."""
    if isinstance(vary, float):  # FREE
        return request
    variants = apart(problem, request.promise, vary)
    if isinstance(request, AlphaBetaParameters) and isinstance(variants, AlphaBetaParameters):
        asked = request.pruning if vary else Pruning(prune_exactly=request.pruning.prune_exactly)
        variants = variants._replace(pruning=asked)
    return variants


def drawn(
    quiz: Quiz, secret: Secret, exercised: Exercised, who: str, had: Had = Had(), *, to_count: bool = False
) -> Posed:
    """Return the problem that someone has: a student, a group, or everyone; none that they had, where another can be drawn.

    Raises ProblemError where none can be drawn. One that is only `to_count` is not written and read again, which takes half of the time.
    """
    if exercised.request is None or who == EVERYONE:
        return exercised.first
    source = exercised.source
    try:
        return new(had, who, partial(_draw, quiz, secret, source, exercised.request, to_count=to_count))
    except RequestError as failure:
        message = f"nothing was drawn for {printable(who)}: {as_stated(str(failure))}"
        raise ProblemError([quiz.fault(message, *source.entry.path, "generate")]) from None


def new(had: Had, who: str, draw: Callable[[str], Posed]) -> Posed:
    """Return the first problem that was not had of those drawn for who, who/2, who/3 …; where MOST_DRAWN are not enough, the first.

    Raises RequestError where none can be drawn for who.
    """
    first = draw(who)
    if not had.has(first.problem):
        return first
    for number in range(2, MOST_DRAWN + 1):
        with suppress(RequestError):
            if not had.has((again := draw(f"{who}/{number}")).problem):
                return again
    return first


def _draw(
    quiz: Quiz, secret: Secret, source: Source, request: Parameters, who: str, *, to_count: bool = False
) -> Posed:
    generated = certified(source.kind, request, secret.seed(quiz.id, source.entry.id, who))
    return (_counted if to_count else _given)(quiz, secret, source, generated, who)


def _given(quiz: Quiz, secret: Secret, source: Source, generated: Generated, who: str) -> Posed:
    """Return a generated problem as it is given out, with what its certificate says of it as it is now."""
    posed = _posed(quiz, secret, source, generated.problem, who)
    certificate = certificate_data(generated._replace(problem=posed.problem))
    if source.request is not None and posed.problem.conventions != generated.problem.conventions:
        certificate = rechecked(certificate, posed.problem, source.request)
    draws = generated.certificate.draws
    return posed._replace(certificate=certificate, figures=certificate["figures"], draws=draws)


def _counted(quiz: Quiz, secret: Secret, source: Source, generated: Generated, who: str) -> Posed:
    """Return a generated problem as it would be given out, to be counted."""
    problem = _worded(quiz, source, generated.problem, secret.problem_id(quiz.id, source.entry.id, who))
    kind, certificate = KINDS[problem.kind], generated.certificate
    answers = _answers(problem, kind.write_answer(kind, problem, kind.solve(problem)))
    return Posed(source.entry.id, problem, b"", None, certificate.figures, answers, certificate.draws)


def _answers(problem: Problem, solved: Mapping[str, Plain]) -> dict[str, str]:
    return {part: repr(solved.get(part)) for part in problem.ask}


def _posed(quiz: Quiz, secret: Secret, source: Source, problem: Problem, who: str) -> Posed:
    """Return a problem as everyone reads it who has its file."""
    document = document_of(quiz, source, problem, secret.problem_id(quiz.id, source.entry.id, who))
    exercise = read_exercise(document, KINDS)
    read = exercise.problem
    known = figures(read) if source.request is None else {}
    return Posed(source.entry.id, read, document.content, None, known, _answers(read, exercise.solve()))


def document_of(quiz: Quiz, source: Source, problem: Problem, id_: str) -> Document:
    """Return the document of a problem that was drawn, with the conventions, points and marking that the quiz states."""
    return written(_worded(quiz, source, problem, id_))


def _worded(quiz: Quiz, source: Source, problem: Problem, id_: str) -> Problem:
    if source.request is not None:
        posed = pose(problem.kind, problem.game, source.request.question, problem.ask)
        problem = posed._replace(stated={**problem.stated, **posed.stated})  # a game is stated by its rules
    elif source.problem is not None:
        problem = source.problem
    policy = quiz.marking.policy.over(problem.policy)
    named = problem._replace(id=id_, title=problem.title or source.entry.id, policy=policy)
    return worth(quiz, source.entry, named)


def figures(problem: Problem) -> dict[str, int]:
    """Return the difficulty figures of a problem; none of a kind that has no generator."""
    return figures_of(Candidate(KINDS[problem.kind], problem)) if problem.kind in GENERATORS else {}


# -- what students practise on: variants of each exercise, drawn apart from those of the quiz

_TOO_LITTLE = Reason(
    "too little is asked for marking to name a rule; ask a list, or three single answers",
    "cannot be named from so few answers",
)


class Practising(NamedTuple):
    """The exercises that can be practised, and what whoever makes the page should know.

    `notes` has a line for each exercise of the quiz, `left_out` says for which mistakes there is nothing, and why.
    """

    exercises: tuple[Practised, ...]
    notes: tuple[str, ...]
    left_out: tuple[str, ...] = ()


def practising(quiz: Quiz, sources: list[Source], kept_apart: Collection[bytes] = ()) -> Practising:
    """Return what there is to practise on; no problem of it has one of the contents of `kept_apart`.

    It follows from the quiz alone: the secret has no part in it, so nothing on the page tells of the seeds of a quiz.
    """
    exercises: list[Practised] = []
    notes: list[str] = []
    left_out: list[str] = []
    for number, source in enumerate(sources, 1):
        id_, own = source.entry.id, [] if source.problem is None else [content_of(source.problem)]
        if source.program is not None:
            notes.append(f"{id_}: cannot be practised: a program answers it; try it on the public trees with game.py")
            continue
        try:
            drawn = practise(source.kind, _request(source), f"{quiz.id}/{id_}", {*kept_apart, *own})
        except RequestError as failure:
            notes.append(f"{id_}: cannot be practised: {failure}")
            continue
        if unjudged := {name for one in drawn.variants[:1] for name in only_by_running(one.generated.exercise)}:
            parts = ", ".join(sorted(unjudged))
            notes.append(f"{id_}: cannot be practised: a page has no solver to run on what is handed in for {parts}")
            continue
        practice = _that_is_named(drawn)
        if practice.variants:
            title = (source.problem or _request(source).question).title or KINDS[source.kind].title
            exercises.append(Practised(id_, title, practice, number))
            notes.append(f"{id_}: {_practised(practice)}")
        else:
            notes.append(f"{id_}: cannot be practised: no exercise like it was found")
        left_out += _left_out(id_, practice)
    return Practising(tuple(exercises), tuple(notes), tuple(left_out))


def _practised(practice: Practice) -> str:
    """Return what is practised: on claims, say, no wrong rule is named, and each exercise is an exercise all the same."""
    exercises = count(len(practice.variants), "exercise")
    if not practice.served:
        return f"practises on {exercises}; none of them tells one mistake from the others"
    why = Counter(reason.brief for _, reason in practice.left_out)
    said = ", ".join(f"{times} {brief}" for brief, times in why.most_common())
    without = f"; none for {why.total()}: {said}" if why else ""
    return f"practises {count(len(practice.served), 'mistake')} on {exercises}{without}"


def _request(source: Source) -> Parameters:
    """Return what the exercise's own generator is asked for, or variants of its problem."""
    if source.request is not None:
        return source.request
    if source.problem is None:
        raise TypeError("an exercise has a problem or a request")
    return like(source.problem)


def _that_is_named(practice: Practice) -> Practice:
    """Return the practice of those rules that marking names where somebody follows them: of few answers it names none."""
    variants = []
    for variant in practice.variants:
        named = {one.key for one in ruled(variant.generated.exercise)}
        variants.append(variant._replace(serves=tuple(key for key in variant.serves if key in named)))
    times = Counter(key for variant in variants for key in variant.serves)
    served = tuple(key for key in practice.served if times[key] >= LEAST)
    unnamed = [(key, _TOO_LITTLE) for key in practice.served if key not in served]
    kept = (variant._replace(serves=tuple(key for key in variant.serves if key in served)) for variant in variants)
    return Practice(tuple(kept), served, (*practice.left_out, *unnamed))


def _left_out(id_: str, practice: Practice) -> Iterator[str]:
    """Yield for which mistakes there is nothing, and why: those with one reason together."""
    for said, keys in grouped((reason.said, key) for key, reason in practice.left_out).items():
        yield f"{id_}: nothing for {', '.join(show((key,)) for key in keys)}: {said}"


def contents_of(built: Built) -> Iterator[bytes]:
    """Yield the content of every problem of a build."""
    for name in built.lock.files:
        folder, file = os.path.split(name)
        if folder == PROBLEMS and isinstance(exercise := built.find(file.removesuffix(".yaml")), Exercise):
            yield content_of(exercise.problem)
