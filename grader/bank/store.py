"""Problems by id: read, solved, and let go again when others are asked."""

from __future__ import annotations

import os
import re
from collections.abc import Container, Iterator
from functools import lru_cache

from grader.bank.named import NamedProblems
from grader.bank.shipped import PROBLEM_FILE
from grader.bank.shipped import shipped as shipped_files
from grader.documents import PROBLEM_LIMITS, Limits, read_document
from grader.errors import Fault, ProblemError, suggest
from grader.kinds import KINDS, Exercise, read_exercise
from grader.printable import printable
from grader.words import count

_FOLDERS_ABOVE = 3
_MOST_SUGGESTIONS = 20
_OF_A_QUIZ = re.compile(r".+-[0-9a-f]{10}")
"""The ids that `gametree quiz build` gives."""
_NAME_THE_BUILD = (
    "there are answers to problems that are named like those of a quiz; if they are, name its build with --quiz BUILD"
)
_MOST_KEPT = 64  # a class works on fewer problems, or each student on one of thousands that nobody else needs


def files_beside(submission: str) -> Iterator[str]:
    """Yield where a problem beside the submission may be: in its folder and a few above it."""
    folder = os.path.dirname(os.path.abspath(submission))
    for _ in range(1 + _FOLDERS_ABOVE):
        yield os.path.join(folder, PROBLEM_FILE)
        folder = os.path.dirname(folder)


class Bank:
    """Problems by id: those of the named files and folders, else the shipped ones. Raises ProblemError where there is no such file; without `must_exist` that is one of the faults.

    `bank["id"]` is a problem, `bank.ids` are all names, `bank.find("id")` says why there is none. Each is read and solved when it is asked; those asked last are kept. `faults` are problems that are wrong, found so far;
    `notes` are things the instructor should know.
    """

    def __init__(
        self,
        *paths: str | os.PathLike[str],
        shipped: bool = True,
        limits: Limits = PROBLEM_LIMITS,
        must_exist: bool = True,
    ) -> None:
        self.faults: list[Fault] = []
        self.notes: list[str] = []
        self._limits = limits
        self._shipped = shipped_files() if shipped else {}
        self._suggestions = _MOST_SUGGESTIONS
        self._named = NamedProblems(limits, self.faults, self.notes)
        self._missing: dict[str, Fault] = {}
        self._met: set[str] = set()
        self._is_open = not paths
        self._solved = lru_cache(_MOST_KEPT)(self._read)
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
                return self._solved(id_)
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
        near = suggest(id_, [*self._named, *self._shipped]) if self._suggestions >= 0 else ""
        if not near and _OF_A_QUIZ.fullmatch(id_):
            self._note_once(_NAME_THE_BUILD)
        return Fault(f'there is no problem "{printable(id_)}"{near}')

    def _note_once(self, note: str) -> None:
        """Note what is found again each time that a problem is read."""
        if note not in self._met:
            self._met.add(note)
            self.notes.append(note)
