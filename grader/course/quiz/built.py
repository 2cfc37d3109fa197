"""A build of a quiz, opened: who has which problem, and the problems; nothing of it was changed since."""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple
from zipfile import BadZipFile, ZipFile

from grader.core.data import Data, Plain
from grader.core.documents import PROBLEM_LIMITS, read_content, read_document
from grader.core.documents.shape import validator
from grader.core.documents.writing import to_yaml
from grader.core.errors import Fault, ProblemError, unreadable
from grader.core.numbers import Number, read_number
from grader.core.text import count, listed, printable
from grader.course.quiz import LOCK_FILE, Quiz, QuizMarking, Student, Variants, exercise_in, read_quiz, read_roster
from grader.grading.built_problems import read_asked, read_program_of
from grader.grading.problem_files import read_built
from grader.kinds import Exercise, write_problem
from grader.kinds.problems import Exercises
from grader.platforms.statement_html import fragment_of

if TYPE_CHECKING:
    from grader.course.programs import Programs

# -- the lock of a build: what was built, from what, and the digest of every file, so that nothing can change unseen

FORMAT = "gametree-lock/1"
_OPTIONAL = ("platform", "by_file", "retake")
_MOST_BYTES = 512 * 1024 * 1024


class Retake(NamedTuple):
    """What a build is a retake of: the ids of the earlier quizzes, the latest first, and what everybody had there.

    `had` has for each student (empty: everyone) the likenesses of the problems by exercise.
    """

    of: tuple[str, ...] = ()
    had: Mapping[str, Mapping[str, tuple[str, ...]]] = {}


class Lock(NamedTuple):
    """What a lock holds.

    `exercises` are (id, title, possible as text); `sheets` says for whom which problems are, in the order of the sheet, and
    `folders` where each sheet lies; `shared` are the problems that are the same for all who have them; `options` are how it was built: paper and zip;
    `files` and `inputs` have a digest each; `earlier` are the locks before this one, less the digests that are still the same.
    Of the key to an export `platform` is its format, and `by_file` says of each problem which parts are handed in as a file.
    """

    quiz: str
    exercises: tuple[tuple[str, str, str], ...]
    variants: str
    sheets: dict[str, tuple[str, ...]]
    folders: dict[str, str]
    shared: tuple[str, ...]
    options: dict[str, str | bool]
    versions: dict[str, str]
    secret: str
    inputs: dict[str, str]
    files: dict[str, str]
    earlier: tuple[Mapping[str, Plain], ...] = ()
    platform: str = ""
    by_file: Mapping[str, tuple[str, ...]] = {}
    retake: Retake = Retake()


def digest(content: bytes) -> str:
    """Return the SHA-256 digest with its name in front."""
    return "sha256:" + hashlib.sha256(content).hexdigest()


def renewed(lock: Lock, fingerprint: str, files: dict[str, str]) -> Lock:
    """Return the lock that follows on this one, with these files; the digests that were other before are kept in it."""
    other = {name: was for name, was in lock.files.items() if files.get(name) != was}
    return lock._replace(files=files, earlier=(*lock.earlier, {"lock": fingerprint, "files": other}))


def write_lock(lock: Lock) -> bytes:
    """Return the lock as a document that bears its own digest."""
    stated: dict[str, Plain] = {
        "format": FORMAT,
        **lock._asdict(),
        "exercises": [{"id": id_, "title": title, "possible": points} for id_, title, points in lock.exercises],
        "files": dict(sorted(lock.files.items())),
    }
    stated["retake"] = lock.retake._asdict() if lock.retake.of else {}
    stated = {name: value for name, value in stated.items() if value or name not in _OPTIONAL}
    stated["digest"] = digest(_text(stated))
    return _text(stated)


def _text(stated: Mapping[str, Plain]) -> bytes:
    return (json.dumps(stated, indent=1, ensure_ascii=False) + "\n").encode()


def read_lock(folder: str) -> tuple[Lock, str]:
    """Return the lock of a build and its digest. Raises ProblemError where there is none, or it is not as it was written."""
    source = os.path.join(folder, LOCK_FILE)
    try:
        with open(source, "rb") as file:
            content = file.read(_MOST_BYTES)
        stated = json.loads(content)
        is_lock = validator("lock").is_valid(stated)
        is_same = is_lock and stated.pop("digest") == digest(_text(stated))
    except FileNotFoundError:
        message = "there is no quiz.lock in it, expected a folder that `gametree quiz build` wrote"
        raise ProblemError([Fault(message, folder)]) from None
    except OSError as failure:
        raise ProblemError([Fault(unreadable(failure), source)]) from failure
    except (ValueError, RecursionError):  # half a letter is no text, which the validator says too
        raise ProblemError([Fault("is no lock: it is not the JSON that was written", source)]) from None
    if not is_lock:
        raise ProblemError([Fault("is no lock of a quiz, or one of another version of this program", source)])
    if not is_same:
        raise ProblemError([Fault("was changed since the quiz was built", source)])
    return _lock(stated), digest(content)


def _lock(stated: dict[str, Data]) -> Lock:
    fields = {name: stated[name] for name in Lock._fields if name in stated}
    fields["exercises"] = tuple((one["id"], one["title"], one["possible"]) for one in stated["exercises"])
    fields["sheets"] = {who: tuple(ids) for who, ids in stated["sheets"].items()}
    fields["shared"] = tuple(stated["shared"])
    fields["earlier"] = tuple(stated["earlier"])
    fields["by_file"] = {id_: tuple(parts) for id_, parts in stated.get("by_file", {}).items()}
    retake = stated.get("retake", {"of": [], "had": {}})
    had = {who: {id_: tuple(one) for id_, one in by_id.items()} for who, by_id in retake["had"].items()}
    fields["retake"] = Retake(tuple(retake["of"]), had)
    return Lock(**fields)


PROGRAMS, CERTIFICATE = "key/programs", "certificate.yaml"
"""The folder of the key that holds a folder for each exercise that programs answer, and what is there beside the trees."""
PROBLEMS, CERTIFICATES, SOLVED = "key/problems", "key/certificates", "key/solved"
BULK = (PROBLEMS, CERTIFICATES, SOLVED)
"""The folders of a key that hold a file for each problem or sheet. With zips each is one: the lock names it, and the files in it too."""


def archive_of(lock: Lock, name: str) -> str:
    """Return the zip in which a file of the build is packed; nothing for one that lies in a folder."""
    folder = os.path.dirname(name)
    archive = f"{folder}.zip"
    return archive if folder in BULK and archive in lock.files else ""


def file_of(lock: Lock, problem: str) -> str:
    """Return the file of a key that a problem is marked by: its document, or its certificate where programs answer it."""
    certificate = f"{PROGRAMS}/{exercise_in(problem)}/{CERTIFICATE}"
    return certificate if certificate in lock.files else f"{PROBLEMS}/{problem}.yaml"


def on_disk(lock: Lock) -> dict[str, str]:
    """Return the files of a build that are not packed in others of them, each with its digest."""
    return {name: one for name, one in lock.files.items() if not archive_of(lock, name)}


def changed_files(folder: str, files: dict[str, str]) -> list[Fault]:
    """Return what of the files was changed since, or is gone."""
    return [
        Fault(what, os.path.join(folder, name)) for name, was in files.items() if (what := _change(folder, name, was))
    ]


def _change(folder: str, name: str, was: str) -> str:
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return "" if digest(file.read()) == was else "was changed since the quiz was built"
    except FileNotFoundError:
        return "is gone since the quiz was built"
    except OSError as failure:
        return unreadable(failure)


_MOST_NAMED = 20
QUIZ, ROSTER = "key/quiz.yaml", "key/roster.csv"


class Assigned(NamedTuple):
    """An exercise of someone's sheet, by the id of its problem."""

    exercise: str
    problem: str


class QuizExercise(NamedTuple):
    """An exercise of a quiz that was built: its id, its title, and what it is worth."""

    id: str
    title: str
    possible: Number


class BuiltQuiz(NamedTuple):
    """What a build knows of its quiz."""

    id: str
    title: str
    course: str
    variants: Variants
    groups: tuple[str, ...]
    exercises: tuple[QuizExercise, ...]
    marking: QuizMarking


class Built:
    """A build that was opened and checked against its lock. It can be sent to another process.

    `fingerprint` is that of the lock: what was marked is bound to it. `roster` are the students by id, in order; nobody
    where there was no roster. `by_file`: of an export to a platform it is what is handed in as a file, and nothing else.
    """

    def __init__(
        self,
        folder: str,
        fingerprint: str,
        lock: Lock,
        quiz: BuiltQuiz,
        roster: Mapping[str, Student],
        by_file: bool = False,  # noqa: FBT001, FBT002  # pickled by place
    ) -> None:
        self.folder, self.fingerprint, self.lock = folder, fingerprint, lock
        self.quiz, self.roster, self.by_file = quiz, roster, by_file
        self._solved = Exercises()
        self._archives: dict[str, ZipFile] = {}

    def __reduce__(self) -> tuple[type[Built], tuple[object, ...]]:
        """Return what another process makes this again from; what was read there before is not sent."""
        return Built, (self.folder, self.fingerprint, self.lock, self.quiz, self.roster, self.by_file)

    def __repr__(self) -> str:
        return f"<Built {self.quiz.id}: {len(self.lock.sheets)} sheets>"

    def sheet_of(self, student: str) -> tuple[Assigned, ...]:
        """Return the exercises of a student's sheet, in order; of a shared one for anybody, of pools the first variants.

        Nothing for one who has no sheet here: not on the roster of a quiz with sheets for students or groups.
        """
        ids = self.lock.sheets.get(self.who_of(student), ())
        return tuple(Assigned(exercise_in(id_), id_) for id_ in ids if not self.is_elsewhere(id_))

    def points_of(self, student: str) -> dict[str, Number]:
        """Return what each exercise of a student's sheet is worth, in the order of the sheet."""
        return {one.exercise: self._worth[one.exercise] for one in self.sheet_of(student)}

    @cached_property
    def _worth(self) -> dict[str, Number]:
        return {one.id: one.possible for one in self.quiz.exercises}

    @property
    def ids(self) -> dict[str, None]:
        """Return the ids of all problems, in the order of the sheets; then of those that are the same for all, and on nobody's."""
        return dict.fromkeys(chain(*self.lock.sheets.values(), self.lock.shared))

    @cached_property
    def is_one_sheet(self) -> bool:
        """Return whether there are the same problems on all sheets."""
        return len({frozenset(ids) for ids in self.lock.sheets.values()}) <= 1

    @property
    def has_own_sheets(self) -> bool:
        """Return whether students or groups have sheets of their own."""
        return self.quiz.variants in (Variants.PER_STUDENT, Variants.GROUPS)

    def who_of(self, student: str) -> str:
        """Return whose sheet a student has, as the lock calls it; that need not be there of one who is not on the roster."""
        match self.quiz.variants:
            case Variants.SHARED:
                return ""
            case Variants.PER_STUDENT:
                return student
            case Variants.GROUPS:
                return self.roster[student].group if student in self.roster else ""
            case Variants.POOLS:
                return self.quiz.groups[0]

    def is_elsewhere(self, problem: str) -> bool:
        """Return whether all of a problem is answered and marked on a platform."""
        return self.by_file and self.lock.by_file.get(problem) == ()

    def owner_of(self, problem: str) -> str:
        """Return whose a problem is: a student's id, "group NAME", or "" for all or anybody. Raises KeyError for one of no build."""
        return self._owners[problem]

    def exercise_of(self, problem: str) -> str:
        """Return the exercise that a problem is a variant of; of a problem of no build itself."""
        return exercise_in(problem) if problem in self._owners else problem

    @cached_property
    def _owners(self) -> dict[str, str]:
        before = "group " if self.quiz.variants is Variants.GROUPS else ""
        is_known = self.quiz.variants is not Variants.POOLS
        owners = {id_: f"{before}{who}" if is_known else "" for who, ids in self.lock.sheets.items() for id_ in ids}
        return owners | dict.fromkeys(self.lock.shared, "")

    @cached_property
    def programs(self) -> Programs | None:
        """Return which exercises are answered by programs, and how files of these are called; None where there are none."""
        ids = [id_ for id_ in self.ids if file_of(self.lock, id_).startswith(PROGRAMS)]
        if not ids:
            return None
        from grader.course.programs import programs_of

        return programs_of({id_: read_program_of(id_, self.documents(id_)) for id_ in ids})

    def documents(self, problem: str) -> dict[str, tuple[str, bytes]]:
        """Return what a problem is marked by, by ids: its document and, where a program answers it, those of its trees. Raises ProblemError."""
        found, folder = {problem: self.document(problem)}, f"{PROGRAMS}/{exercise_in(problem)}/"
        if file_of(self.lock, problem).startswith(folder):
            trees = [name for name in self.lock.files if name.startswith(folder) and not name.endswith(CERTIFICATE)]
            stems = (name.removeprefix(folder).removesuffix(".yaml") for name in trees)
            found |= {f"{problem}-{stem}": self._whole(name) for stem, name in zip(stems, trees, strict=True)}
        return found

    def find(self, problem: str) -> Exercise | Fault:
        """Return the problem with this id, solved, or why there is none. Those asked last are kept."""
        if file_of(self.lock, problem) not in self.lock.files or self.is_elsewhere(problem):
            ids = listed([f"{one.id}-…" for one in self.quiz.exercises], _MOST_NAMED)
            return Fault(f'there is no problem "{printable(problem)}" in this quiz, expected those on the sheet: {ids}')
        try:
            return self._solve(problem)
        except ProblemError as failure:
            return failure.faults[0]

    def get(self, problem: str) -> Exercise:
        """Return the problem with this id, solved. Raises ProblemError where there is none."""
        if isinstance(found := self.find(problem), Fault):
            raise ProblemError([found])
        return found

    def _solve(self, problem: str) -> Exercise:
        return self._solved.get_or_read(problem, lambda: read_asked(problem, self.documents(problem)))

    def document(self, problem: str) -> tuple[str, bytes]:
        """Return what the document of a problem is called, and its bytes as it is marked by. Raises ProblemError."""
        name = file_of(self.lock, problem)
        source, content = self._whole(name)
        if not self.by_file or name.startswith(PROGRAMS):
            return source, content
        exercise = read_built(source, content)
        problem_of_file = fragment_of(exercise.problem, self.lock.by_file[problem])
        return source, to_yaml(write_problem(exercise.kind, problem_of_file)).encode()

    def _whole(self, name: str) -> tuple[str, bytes]:
        """Return what a file of the build is called, and its bytes as they were written. Raises ProblemError."""
        source, content = os.path.join(self.folder, name), self.read(name)
        if digest(content) != self.lock.files[name]:
            raise ProblemError([Fault("was changed since the quiz was built", source)])
        return source, content

    def read(self, name: str) -> bytes:
        """Return a file of the build, whether it lies in a folder or is packed. Raises ProblemError."""
        archive = archive_of(self.lock, name)
        if not archive:
            return read_content(os.path.join(self.folder, name), PROBLEM_LIMITS, ProblemError)
        source = os.path.join(self.folder, archive)
        try:
            if archive not in self._archives:  # opened once: of a large class it lists tens of thousands of files
                self._archives[archive] = ZipFile(source)
            return self._archives[archive].read(name.removeprefix("key/"))
        except OSError as failure:
            raise ProblemError([Fault(unreadable(failure), source)]) from failure
        except (BadZipFile, KeyError, NotImplementedError, zlib.error) as failure:
            message = f"is no zip that has {printable(os.path.basename(name))} whole; take it from a copy, or build the quiz anew"
            raise ProblemError([Fault(message, source)]) from failure

    @property
    def is_packed(self) -> bool:
        """Return whether the folders of the key that hold many files are zips."""
        return f"{PROBLEMS}.zip" in self.lock.files

    def packed(self, folder: str) -> set[str]:
        """Return the names of the files that are packed in place of a folder of the key."""
        paths = map(os.path.split, self.lock.files if f"{folder}.zip" in self.lock.files else ())
        return {name for above, name in paths if above == folder}

    def for_files(self) -> Built:
        """Return the key as files are marked by it: of an export to a platform that marks the rest itself, that is a part of it."""
        if not self.lock.platform or self.by_file:
            return self
        built = Built(self.folder, self.fingerprint, self.lock, self.quiz, self.roster, by_file=True)
        worth = {one.exercise: built.worth(one.problem) for one in built.sheet_of("")}
        exercises = tuple(one._replace(possible=worth[one.id]) for one in self.quiz.exercises if one.id in worth)
        policy = self.quiz.marking.policy._replace(round=None)  # as that of each problem
        built.quiz = self.quiz._replace(exercises=exercises, marking=self.quiz.marking._replace(policy=policy))
        return built

    def worth(self, problem: str) -> Number:
        """Return the points of a problem as it is marked. Raises ProblemError."""
        return self._solve(problem).problem.possible


def open_build(folder: str) -> Built:
    """Return the build in the folder. Raises ProblemError where anything of it was changed since, with what was."""
    lock, fingerprint = read_lock(folder)
    if changed := changed_files(folder, on_disk(lock)):
        more = [Fault(f"and {len(changed) - _MOST_NAMED:,} more files", os.path.join(folder, LOCK_FILE))]
        raise ProblemError(changed[:_MOST_NAMED] + (more if len(changed) > _MOST_NAMED else []))
    quiz = quiz_of(folder) if QUIZ in lock.files else None
    wrong = f"names no digest of {QUIZ}" if quiz is None else next(_contradictions(lock, quiz), "")
    if quiz is None or wrong:
        message = "so it is not as the quiz was built; take it from a copy, or build the quiz anew"
        raise ProblemError([Fault(f"{wrong}, {message}", os.path.join(folder, LOCK_FILE))])
    return Built(folder, fingerprint, lock, _quiz(quiz, lock), _roster(folder, lock))


def _contradictions(lock: Lock, quiz: Quiz) -> Iterator[str]:
    """Yield what a lock says and does not keep to: whoever edits one may make its digest anew."""
    exercises = {id_ for id_, *_ in lock.exercises}
    if lock.variants == Variants.POOLS and not lock.sheets:
        yield "has no variants"
    for who, ids in lock.sheets.items():
        whose = f'the sheet of "{printable(who)}"' if who else "the sheet"
        if len(ids) != quiz.length:
            yield f"has {count(len(ids), 'problem')} on {whose} for {count(quiz.length, 'exercise')}"
        for id_ in ids:
            if file_of(lock, id_) not in lock.files:
                yield f'has the problem "{printable(id_)}" on {whose}, but no digest of {PROBLEMS}/{printable(id_)}.yaml'
            if lock.platform and id_ not in lock.by_file:
                yield f'does not say which parts of "{printable(id_)}", on {whose}, are handed in as a file'
        if len(exercises.intersection(map(exercise_in, ids))) != len(ids):
            yield f"has other problems on {whose} than one for each of its exercises"


def quiz_of(folder: str) -> Quiz:
    """Return the quiz that was built, as its document in the key says it. Raises ProblemError."""
    return read_quiz(read_document(os.path.join(folder, QUIZ), PROBLEM_LIMITS, ProblemError))[0]


def _quiz(quiz: Quiz, lock: Lock) -> BuiltQuiz:
    exercises = tuple(QuizExercise(id_, title, read_number(possible)) for id_, title, possible in lock.exercises)
    variants = Variants(lock.variants)
    groups = tuple(lock.sheets) if variants is Variants.POOLS else quiz.groups
    return BuiltQuiz(quiz.id, quiz.title, quiz.course, variants, groups, exercises, quiz.marking)


def _roster(folder: str, lock: Lock) -> dict[str, Student]:
    if ROSTER not in lock.files:
        return {}
    file = os.path.join(folder, ROSTER)
    with open(file, "rb") as opened:
        return read_roster(opened.read(), file)
