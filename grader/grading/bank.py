"""Problems by id: read, solved, and let go again when others are asked."""

from __future__ import annotations

import os
import re
from collections.abc import Container, Iterable, Iterator
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING

from grader.core.answers.rounding import Share
from grader.core.answers.run import Run
from grader.core.data import Data, Plain
from grader.core.documents import PROBLEM_LIMITS, Document, Limits, read_document, shape_faults
from grader.core.errors import Fault, GradingError, ProblemError, suggest
from grader.core.numbers import Number, read_number
from grader.core.resources import as_path, resource_path
from grader.core.text import count, listed, printable
from grader.grading.marking import grade
from grader.grading.problem_files import NamedProblems
from grader.kinds import KINDS, Exercise, Graded, read_exercise
from grader.kinds.problems import Exercises

if TYPE_CHECKING:
    from pathlib import Path


# -- the bank that is shipped: where its problems lie

PROBLEM_FILE = "problem.yaml"


def _problem_folders(bank: str) -> dict[str, str]:
    return {
        problem.name: problem.path
        for kind in sorted(KINDS)
        if os.path.isdir(os.path.join(bank, kind))
        for problem in sorted(os.scandir(os.path.join(bank, kind)), key=lambda entry: entry.name)
        if problem.is_dir()
    }


def bank_folders(bank: str | None = None) -> dict[str, Path]:
    """Return the folder of each problem in a bank (default: the shipped one). A problem's folder bears its id."""
    return {id_: as_path(folder) for id_, folder in _problem_folders(bank or resource_path("problem_bank")).items()}


@cache
def shipped_problems() -> dict[str, str]:
    """Return the problem file of each id in the shipped bank."""
    folders = _problem_folders(resource_path("problem_bank"))
    return {id_: os.path.join(folder, PROBLEM_FILE) for id_, folder in folders.items()}


_FOLDERS_ABOVE = 3
_MOST_SUGGESTIONS = 20
_MOST_NAMED = 6
_OF_THE_BANK = "one that `gametree bank list` shows"
_OF_A_QUIZ = re.compile(r".+-[0-9a-f]{10}")
"""The ids that `gametree quiz build` gives."""
_NAME_THE_BUILD = "there are answers to problems that are named like those of a quiz; if they are, name its build with"
_MOST_KEPT = 64  # files beside submissions


def some_of(ids: Iterable[str]) -> str:
    """Return which problems there are, of many the first."""
    return listed([printable(one) for one in sorted(ids)], _MOST_NAMED) or "none: no problem is given here"


def no_problem(id_: str, expected: str) -> Fault:
    """Return that there is no problem with this id, and what was expected."""
    return Fault(f'there is no problem "{printable(id_)}"{expected}')


def files_beside(submission: str) -> Iterator[str]:
    """Yield where a problem beside the submission may be: in its folder and a few above it."""
    folder = os.path.dirname(os.path.abspath(submission))
    for _ in range(1 + _FOLDERS_ABOVE):
        yield os.path.join(folder, PROBLEM_FILE)
        folder = os.path.dirname(folder)


class Bank:
    """Problems by id: those of the named files and folders, else the shipped ones. Raises ProblemError where there is no such file; without `must_exist` that is one of the faults.

    `build` is how whoever calls names the build of a quiz. `bank["id"]` is a problem, `bank.ids` are all names, `bank.find("id")` says why there is none. Each is read and solved when it is asked; those asked last are kept. `faults` are problems that are wrong, found so far;
    `notes` are things the instructor should know.
    """

    def __init__(
        self,
        *paths: str | os.PathLike[str],
        shipped: bool = True,
        limits: Limits = PROBLEM_LIMITS,
        must_exist: bool = True,
        build: str = "--quiz BUILD",
    ) -> None:
        self.faults: list[Fault] = []
        self.notes: list[str] = []
        self._limits, self._build = limits, build
        self._shipped = shipped_problems() if shipped else {}
        self._suggestions = _MOST_SUGGESTIONS
        self._named = NamedProblems(limits, self.faults, self.notes)
        self._missing: dict[str, Fault] = {}
        self._met: set[str] = set()
        self._is_open = not paths
        self._solved = Exercises()
        self._beside = lru_cache(_MOST_KEPT)(self._read_beside)
        if must_exist and (gone := [os.fspath(path) for path in paths if not os.path.exists(path)]):
            raise ProblemError([Fault("there is no such file or folder", path) for path in gone])
        for path in paths:
            self._named.add(os.fspath(path))

    def __getitem__(self, id_: str) -> Exercise:
        """Return the problem with this id. Raises ProblemError with all that is wrong with it, or why there is none."""
        found = self.find(id_)
        if isinstance(found, Exercise):
            return found
        # One that is nowhere to be found may be in a file that could not be read.
        wrong = [fault for fault in self.faults if not found.source or fault.source == found.source]
        raise ProblemError(wrong if found.source else [found, *wrong])

    def __contains__(self, id_: object) -> bool:
        return id_ in self._named or id_ in self._shipped

    def __iter__(self) -> Iterator[str]:
        return iter(self.ids)

    def __len__(self) -> int:
        return len(self.ids)

    def __repr__(self) -> str:
        return f"<Bank: {count(len(self), 'problem')}>"

    @property
    def ids(self) -> list[str]:
        """Return the ids of all problems that can be found, the named ones first."""
        return list(dict.fromkeys((*self._named, *self._shipped)))

    def check_named(self) -> None:
        """Read every problem whose file was named, so that a wrong one is found even where no submission answers it.

        Those of a folder are read when a submission answers them: there may be a thousand.
        """
        for id_ in self._named.alone:
            self.find(id_)

    def id_of(self, file: str) -> str | None:
        """Return the id of the problem in a named file; None where it could not be read."""
        return self._named.id_of(file)

    def ids_below(self, folder: str) -> list[str]:
        """Return the ids of the problems in a named folder and below it, in the order of their paths."""
        return self._named.ids_below(folder)

    def find_beside(self, submission: str, id_: str, required: Container[str] = ()) -> Exercise | Fault:
        """Return the problem with this id; of one that is known nowhere else, from the submission's own folder.

        That is a `problem.yaml` in the folder of the submission or a few above it, as `gametree generate` writes them,
        and it must bear the id. Named problems and shipped ones go first, so nothing that a student puts beside the
        submission changes them; where problems are named, only they and the shipped ones count, and where some are
        required, only those are looked for. What was found this way is noted: the student may have written it.
        """
        if not self._is_open or id_ in self._shipped or (required and id_ not in required):
            return self.find(id_)
        for file in files_beside(submission):
            found = self._beside(file)
            if found is not None and found.problem.id == id_:
                self.notes.append(
                    f'problem "{printable(id_)}" is taken from {printable(file)}, beside the submission; '
                    "where students can put files there, name the problems with --problems"
                )
                return found
        return self.find(id_)

    def _read_beside(self, file: str) -> Exercise | None:
        """Return the problem in the file; one that is wrong or no problem at all is passed over with a note."""
        if not os.path.isfile(file):
            return None
        try:
            document = read_document(file, self._limits, ProblemError)
            return read_exercise(document, KINDS)
        except ProblemError as failure:
            self._note_once(f"{printable(file)} was passed over: {failure.faults[0].message}")
            return None

    def find(self, id_: str) -> Exercise | Fault:
        """Return the problem with this id, or why there is none; a wrong problem is also noted among `faults`."""
        if id_ not in self._missing:
            try:
                return self._solved.get_or_read(id_, partial(self._read, id_))
            except ProblemError as failure:
                fault, *_ = failure.faults
                if fault.source:
                    self.faults.extend(failure.faults)
                    fault = fault._replace(message=f"the problem itself is wrong: {fault.message}")
                self._missing[id_] = fault
        return self._missing[id_]

    def _read(self, id_: str) -> Exercise:
        document, file = self._named.find(id_), self._shipped.get(id_)
        is_named = document is not None
        if document is not None and file is not None:
            self._note_once(f'problem "{id_}" is taken from {printable(document.source)}, not from the shipped bank')
        elif file is not None:
            document = read_document(file, self._limits, ProblemError)
        if document is None:
            raise ProblemError([self._unknown(id_)])
        exercise = read_exercise(document, KINDS, is_shipped=not is_named)
        for warning in exercise.problem.warnings:
            self._note_once(f"{printable(document.source)}: warning: {warning}")
        return exercise

    def _unknown(self, id_: str) -> Fault:
        self._suggestions -= 1  # a hostile submission may name thousands
        is_suggested = self._suggestions >= 0
        near = suggest(id_, [*self._named, *self._shipped]) if is_suggested else ""
        if not near and _OF_A_QUIZ.fullmatch(id_):
            self._note_once(f"{_NAME_THE_BUILD} {self._build}")
        if is_suggested and not near:
            near = f", expected {_OF_THE_BANK if self._shipped and not [*self._named] else some_of(self._named)}"
        return no_problem(id_, near)

    def _note_once(self, note: str) -> None:
        """Note what is found again each time that a problem is read."""
        if note not in self._met:
            self._met.add(note)
            self.notes.append(note)


# -- the proof of a bank: every problem against answers and marks that were worked out without the program

_CLOSE = Fraction(1, 10**9)


def verify_problem(folder: Path, store: Bank) -> list[str]:
    """Return every way in which the problem's folder does not bear out what it claims; nothing when it does.

    The folder bears the problem's id and holds `problem.yaml`, `expected.yaml` (schema: expected.schema.json) and
    `submissions/`.
    """
    found = store.find(folder.name)
    if isinstance(found, Fault):
        return [str(found)]
    try:
        expected = read_document(str(folder / "expected.yaml"), PROBLEM_LIMITS, ProblemError)
        if faults := shape_faults(expected, "expected"):
            raise ProblemError(faults)
    except GradingError as failure:
        return [str(fault) for fault in failure.faults]
    mismatches = []
    if expected.data["problem"] != folder.name or found.problem.id != folder.name:
        mismatches.append(f"{folder}: folder, problem and expected answers do not bear the same id")
    mismatches += _verify_answers(found, expected)
    mismatches += _verify_round_trip(found)
    diagnoses = expected.data.get("diagnoses") or {}
    for name, marks in expected.data["marks"].items():
        mismatches += _verify_submission(folder / "submissions" / name, marks, diagnoses.get(name), folder.name, store)
    mismatches += [
        f"{folder}: {name} has a diagnosis but no marks" for name in diagnoses.keys() - expected.data["marks"]
    ]
    unclaimed = {file.name for file in (folder / "submissions").glob("*")} - set(expected.data["marks"])
    mismatches += [f"{folder}: {name} has no marks in expected.yaml" for name in sorted(unclaimed)]
    return mismatches


def _verify_answers(exercise: Exercise, expected: Document) -> Iterator[str]:
    """Yield each part in which the solution differs from the answers that were worked out by hand.

    Of an object that the solver is run on there are many that are right: one that was worked out has to earn full marks.
    """
    answers, worked = exercise.solve(), expected.data.get("answers") or {}
    for part in dict.fromkeys((*answers, *worked)):
        if part in answers and isinstance(exercise.kind.parts[part].form, Run):
            yield from _verify_object(exercise, part, worked.get(part), expected.source)
        elif not _is_same(answers.get(part), worked.get(part)):
            yield f"{expected.source}: {part} is {printable(str(worked.get(part)))}, the solver says {answers.get(part)}"


def _verify_object(exercise: Exercise, part: str, worked: Plain, source: str) -> Iterator[str]:
    """Yield a mismatch where an object that was worked out by hand does not earn full marks; none need be."""
    if worked is None or part not in exercise.problem.ask:
        return
    report = next(report for report in exercise.grade({part: worked}).report.parts if report.part == part)
    if report.earned != report.possible:
        yield f"{source}: {part} earns {Share(report.earned, report.possible).words}: {report.entries[0].message}"


def _is_same(written: Plain, worked: Plain) -> bool:
    """Return whether two answers state the same; numbers by value, UCB scores to 9 places."""
    if isinstance(written, dict) and isinstance(worked, dict):
        return written.keys() == worked.keys() and all(_is_same(written[key], worked[key]) for key in written)
    if isinstance(written, list) and isinstance(worked, list):
        return len(written) == len(worked) and all(map(_is_same, written, worked))
    if isinstance(written, bool) or isinstance(worked, bool):
        return written is worked
    if isinstance(written, float) and isinstance(worked, str) and worked != "inf":
        number = _number(worked)
        return number is not None and abs(Fraction(written) - number) <= _CLOSE
    return bool(str(written) == worked)


def _number(worked: str) -> Number | None:
    """Return the number that was worked out; None for what is no number, such as one of too many digits."""
    try:
        return read_number(worked)
    except ValueError:
        return None


def _verify_round_trip(exercise: Exercise) -> Iterator[str]:
    """Yield a mismatch where the solution, handed in as a submission, does not earn all that the program gives."""
    earned, possible = exercise.grade(exercise.solve()).report.earned, exercise.problem.solvable
    if earned != possible:
        yield f"{exercise.problem.id}: the solution earns {Share(earned, possible).words}"


def _verify_submission(
    file: Path, marks: dict[str, Data], diagnosis: list[str] | None, id_: str, store: Bank
) -> Iterator[str]:
    outcome = grade(str(file), store.find)
    if len(outcome.graded) != 1 or outcome.graded[0].report.id != id_:
        yield f"{file}: is not a submission to this problem alone; {', '.join(map(str, outcome.faults))}"
        return
    yield from (f"{file}: {mismatch}" for mismatch in _compare(outcome.graded[0], marks))
    named = [finding.misconception for finding in outcome.graded[0].report.findings]
    if diagnosis is not None and named != diagnosis:
        yield f"{file}: names {_listed(named)}, expected {_listed(diagnosis)}"


def _listed(names: list[str]) -> str:
    return ", ".join(map(printable, names)) or "no misconception"


def _compare(graded: Graded, marks: dict[str, Data]) -> Iterator[str]:
    report = graded.report
    earned = {part.part: part.earned for part in report.parts}
    worked = {part: _number(text) for part, text in marks["parts"].items()}
    for part in dict.fromkeys((*earned, *worked)):
        if earned.get(part) != worked.get(part):
            yield f"{part} earns {earned.get(part)}, expected {worked.get(part)}"
    for name, total in (("earned", report.earned), ("possible", report.possible)):
        if total != _number(marks[name]):
            yield f"{name} is {total}, expected {marks[name]}"
    for part_report in report.parts:
        if sum(entry.earned for entry in part_report.entries) != part_report.earned:
            yield f"the entries of {part_report.part} do not sum to its marks"
