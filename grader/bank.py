"""Where problems come from: files and folders that the instructor names, and the bank that is shipped."""

from __future__ import annotations

import os
from collections.abc import Container, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from grader.documents import PROBLEM_LIMITS, Document, Limits, read_document, shape_faults
from grader.errors import Fault, ProblemError, suggest
from grader.kinds import KINDS, Exercise, read_exercise
from grader.printable import printable
from grader.resources import resource_path

if TYPE_CHECKING:
    from pathlib import Path

_SUFFIXES = (".yaml", ".yml", ".json")
PROBLEM_FILE = "problem.yaml"
_FOLDERS_ABOVE = 3
_MOST_SUGGESTIONS = 20
_NO_PROBLEM = "is not a problem: it has no tree and no children"


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
    from pathlib import Path

    return {id_: Path(folder) for id_, folder in _problem_folders(bank or resource_path("problem_bank")).items()}


@cache
def shipped() -> dict[str, str]:
    """Return the problem file of each id in the shipped bank."""
    folders = _problem_folders(resource_path("problem_bank"))
    return {id_: os.path.join(folder, PROBLEM_FILE) for id_, folder in folders.items()}


def problem_files(path: str) -> Iterator[str]:
    """Yield the documents in a folder and below it, or the file itself; sorted, hidden ones left out."""
    if not os.path.isdir(path):
        yield path
        return
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.endswith(_SUFFIXES) and not name.startswith("."):
                yield os.path.join(folder, name)


def is_problem(document: Document) -> bool:
    """Return whether a document in a folder of problems is meant as one: it says so, or it holds a game and a kind."""
    stated = document.data
    if not isinstance(stated, dict):
        return False
    return str(stated.get("format", "")).startswith("gametree-problem") or (
        "kind" in stated and ("tree" in stated or "children" in stated)
    )


class ProblemStore:
    """Problems by id: those of the named files and folders, else the shipped ones (`ships`). Each is read and solved once.

    `faults` are problems that are wrong, found so far; `notes` are things the instructor should know.
    """

    def __init__(
        self, paths: Sequence[str | os.PathLike[str]] = (), limits: Limits = PROBLEM_LIMITS, *, ships: bool = True
    ) -> None:
        self.faults: list[Fault] = []
        self.notes: list[str] = []
        self._limits = limits
        self._shipped = shipped() if ships else {}
        self._suggestions = _MOST_SUGGESTIONS
        self._files: set[str] = set()
        self._named: dict[str, Document] = {}
        self._named_alone: list[str] = []
        self._found: dict[str, Exercise | Fault] = {}
        self._is_open = not paths
        self._beside: dict[str, Exercise | None] = {}
        for path in paths:
            self._add(os.fspath(path))

    def _add(self, path: str) -> None:
        in_folder = os.path.isdir(path)
        for file in problem_files(path):
            if os.path.realpath(file) in self._files:
                continue
            self._files.add(os.path.realpath(file))
            try:
                document = read_document(file, self._limits, ProblemError)
            except ProblemError as failure:
                if in_folder and not os.path.basename(file).startswith("problem."):
                    self.notes.append(f"{printable(file)} cannot be read and was passed over")
                else:
                    self.faults.extend(failure.faults)
                continue
            if in_folder and not is_problem(document):
                continue
            id_ = str(document.data.get("id") or "").strip() if isinstance(document.data, dict) else ""
            if not id_ or not is_problem(document):
                self.faults.extend(shape_faults(document, "problem") or document.faults([(_NO_PROBLEM, ())]))
            elif id_ in self._named:
                message = f'the id "{printable(id_)}" is also that of {printable(self._named[id_].source)}'
                self.faults.extend(document.faults([(message, ("id",))]))
            else:
                self._named[id_] = document
                self._named_alone += [] if in_folder else [id_]

    def check_named(self) -> None:
        """Read every problem whose file was named, so that a wrong one is found even where no submission answers it.

        Those of a folder are read when a submission answers them: there may be a thousand.
        """
        for id_ in self._named_alone:
            self.find(id_)

    def id_of(self, file: str) -> str | None:
        """Return the id of the problem in a named file; None where it could not be read."""
        source = os.path.realpath(file)
        return next((id_ for id_, document in self._named.items() if os.path.realpath(document.source) == source), None)

    def find_beside(self, submission: str, id_: str, required: Container[str] = ()) -> Exercise | Fault:
        """Return the problem with this id; of one that is known nowhere else, from the submission's own folder.

        That is a `problem.yaml` in the folder of the submission or a few above it, as `gametree generate` writes them,
        and it must bear the id. Named problems and shipped ones go first, so nothing that a student puts beside the
        submission changes them; where problems are named, only they and the shipped ones count, and where some are
        required, only those are looked for. What was found this way is noted: the student may have written it.
        """
        if not self._is_open or id_ in self._shipped or (required and id_ not in required):
            return self.find(id_)
        folder = os.path.dirname(os.path.abspath(submission))
        for _ in range(1 + _FOLDERS_ABOVE):
            file = os.path.join(folder, PROBLEM_FILE)
            folder = os.path.dirname(folder)
            if file not in self._beside:
                self._beside[file] = self._read_beside(file) if os.path.isfile(file) else None
            found = self._beside[file]
            if found is not None and found.problem.id == id_:
                self.notes.append(
                    f'problem "{printable(id_)}" is taken from {printable(file)}, beside the submission; '
                    "where students can put files there, name the problems with --problems"
                )
                return found
        return self.find(id_)

    def _read_beside(self, file: str) -> Exercise | None:
        """Return the problem in the file; one that is wrong or no problem at all is passed over with a note."""
        try:
            document = read_document(file, self._limits, ProblemError)
            return read_exercise(document, KINDS)
        except ProblemError as failure:
            self.notes.append(f"{printable(file)} was passed over: {failure.faults[0].message}")
            return None

    def find(self, id_: str) -> Exercise | Fault:
        """Return the problem with this id, or why there is none; a wrong problem is also noted among `faults`."""
        if id_ not in self._found:
            try:
                self._found[id_] = self._read(id_)
            except ProblemError as failure:
                self.faults.extend(failure.faults)
                self._found[id_] = failure.faults[0]._replace(
                    message=f"the problem itself is wrong: {failure.faults[0].message}"
                )
        return self._found[id_]

    def _read(self, id_: str) -> Exercise | Fault:
        document, file = self._named.get(id_), self._shipped.get(id_)
        if document is not None and file is not None:
            self.notes.append(f'problem "{id_}" is taken from {printable(document.source)}, not from the shipped bank')
        elif file is not None:
            document = read_document(file, self._limits, ProblemError)
        if document is None:
            self._suggestions -= 1  # a hostile submission may name thousands
            near = suggest(id_, [*self._named, *self._shipped]) if self._suggestions >= 0 else ""
            return Fault(f'there is no problem "{printable(id_)}"{near}')
        exercise = read_exercise(document, KINDS, is_shipped=id_ not in self._named)
        self.notes.extend(f"{printable(document.source)}: warning: {warning}" for warning in exercise.problem.warnings)
        return exercise
