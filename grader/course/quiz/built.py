"""A build of a quiz, opened: who has which problem, and the problems; nothing of it was changed since."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from grader.course.quiz.document import Marking, Variants, read_quiz
from grader.course.quiz.lock import NAME, Lock, changed_files, digest, read_lock
from grader.course.quiz.roster import Student, read_roster
from grader.documents import PROBLEM_LIMITS, Document, parse_document, read_document
from grader.errors import Fault, ProblemError
from grader.exact import Number, read_number
from grader.kinds import KINDS, Exercise, read_exercise, write_problem
from grader.printable import printable
from grader.words import count

_MOST_KEPT = 64
_MOST_NAMED = 20
QUIZ, ROSTER, PROBLEMS = "key/quiz.yaml", "key/roster.csv", "key/problems"


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
    marking: Marking


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
        self._solved = lru_cache(_MOST_KEPT)(self._read)

    def __reduce__(self) -> tuple[type[Built], tuple[object, ...]]:
        """Return what another process makes this again from; what was read there before is not sent."""
        return Built, (self.folder, self.fingerprint, self.lock, self.quiz, self.roster, self.by_file)

    def __repr__(self) -> str:
        return f"<Built {self.quiz.id}: {len(self.lock.sheets)} sheets>"

    def sheet_of(self, student: str) -> tuple[Assigned, ...]:
        """Return the exercises of a student's sheet, in order; of a shared one for anybody, of pools the first variants.

        Nothing for one who has no sheet here: not on the roster of a quiz with sheets for students or groups.
        """
        match self.quiz.variants:
            case Variants.SHARED:
                who = ""
            case Variants.PER_STUDENT:
                who = student
            case Variants.GROUPS:
                who = self.roster[student].group if student in self.roster else ""
            case Variants.POOLS:
                who = self.quiz.groups[0]
        ids = self.lock.sheets.get(who, ())
        exercises = (exercise for exercise, *_ in self.lock.exercises)
        assigned = (Assigned(exercise, id_) for exercise, id_ in zip(exercises, ids, strict=False))
        return tuple(one for one in assigned if not self.is_elsewhere(one.problem))

    def is_elsewhere(self, problem: str) -> bool:
        """Return whether all of a problem is answered and marked on a platform."""
        return self.by_file and self.lock.by_file.get(problem) == ()

    def owner_of(self, problem: str) -> str:
        """Return whose a problem is: a student's id, "group NAME", or "" for all or anybody. Raises KeyError for one of no build."""
        return self._owners[problem]

    def exercise_of(self, problem: str) -> str:
        """Return the exercise that a problem is a variant of; of a problem of no build itself."""
        return self._exercises.get(problem, problem)

    @cached_property
    def _exercises(self) -> dict[str, str]:
        exercises = [exercise for exercise, *_ in self.lock.exercises]
        return {id_: one for ids in self.lock.sheets.values() for id_, one in zip(ids, exercises, strict=False)}

    @cached_property
    def _owners(self) -> dict[str, str]:
        before = "group " if self.quiz.variants is Variants.GROUPS else ""
        is_known = self.quiz.variants is not Variants.POOLS
        owners = {id_: f"{before}{who}" if is_known else "" for who, ids in self.lock.sheets.items() for id_ in ids}
        return owners | dict.fromkeys(self.lock.shared, "")

    def find(self, problem: str) -> Exercise | Fault:
        """Return the problem with this id, solved, or why there is none. Those asked last are kept."""
        if f"{PROBLEMS}/{problem}.yaml" not in self.lock.files or self.is_elsewhere(problem):
            return Fault(f'there is no problem "{printable(problem)}" in this quiz')
        try:
            return self._solved(problem)
        except ProblemError as failure:
            return failure.faults[0]

    def _read(self, problem: str) -> Exercise:
        source, content = self.document(problem)
        return _exercise(parse_document(content, source, ProblemError))

    def document(self, problem: str) -> tuple[str, bytes]:
        """Return what the document of a problem is called, and its bytes as it is marked by. Raises ProblemError."""
        name = f"{PROBLEMS}/{problem}.yaml"
        document = read_document(os.path.join(self.folder, name), PROBLEM_LIMITS, ProblemError)
        if digest(document.content) != self.lock.files[name]:
            raise ProblemError([Fault("was changed since the quiz was built", document.source)])
        if not self.by_file:
            return document.source, document.content
        from grader.documents.write import to_yaml
        from grader.exercises.uploads import fragment_of

        exercise = _exercise(document)
        problem_of_file = fragment_of(exercise.problem, self.lock.by_file[problem])
        return document.source, to_yaml(write_problem(exercise.kind, problem_of_file)).encode()

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
        return self._solved(problem).problem.possible


def _exercise(document: Document) -> Exercise:
    """Return a problem of a build: its shape is right, because we wrote it, and it is what we wrote."""
    return read_exercise(document, KINDS, is_shipped=True)


def open_build(folder: str) -> Built:
    """Return the build in the folder. Raises ProblemError where anything of it was changed since, with what was."""
    lock, fingerprint = read_lock(folder)
    if wrong := next(_contradictions(lock), ""):
        message = "so it is not as the quiz was built; take it from a copy, or build the quiz anew"
        raise ProblemError([Fault(f"{wrong}, {message}", os.path.join(folder, NAME))])
    if changed := changed_files(folder, lock.files):
        more = [Fault(f"and {len(changed) - _MOST_NAMED:,} more files", os.path.join(folder, NAME))]
        raise ProblemError(changed[:_MOST_NAMED] + (more if len(changed) > _MOST_NAMED else []))
    return Built(folder, fingerprint, lock, _quiz(folder, lock), _roster(folder, lock))


def _contradictions(lock: Lock) -> Iterator[str]:
    """Yield what a lock says and does not keep to: whoever edits one may make its digest anew."""
    if QUIZ not in lock.files:
        yield f"names no digest of {QUIZ}"
    if lock.variants == Variants.POOLS and not lock.sheets:
        yield "has no variants"
    for who, ids in lock.sheets.items():
        whose = f'the sheet of "{printable(who)}"' if who else "the sheet"
        if len(ids) != len(lock.exercises):
            yield f"has {count(len(ids), 'problem')} on {whose} for {count(len(lock.exercises), 'exercise')}"
        for id_ in ids:
            if f"{PROBLEMS}/{id_}.yaml" not in lock.files:
                yield f'has the problem "{printable(id_)}" on {whose}, but no digest of {PROBLEMS}/{printable(id_)}.yaml'
            if lock.platform and id_ not in lock.by_file:
                yield f'does not say which parts of "{printable(id_)}", on {whose}, are handed in as a file'


def _quiz(folder: str, lock: Lock) -> BuiltQuiz:
    file = os.path.join(folder, QUIZ)
    with open(file, "rb") as opened:
        quiz, _ = read_quiz(parse_document(opened.read(), file, ProblemError))
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
