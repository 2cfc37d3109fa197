"""Problems of named files and folders by id. Those of a folder are looked at, and parsed when their id is asked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from grader.core.documents import Document, Limits, parse_document, read_document, shape_faults, within
from grader.core.documents.sniffing import is_surely_other, sure_id
from grader.core.errors import Fault, ProblemError
from grader.core.text import printable
from grader.kinds import KINDS, Exercise, read_exercise

if TYPE_CHECKING:
    from zipfile import ZipFile

ARCHIVE = ".zip"
"""How the name of a zip of problems ends, as `quiz build --zip` writes one into the key."""
_SUFFIXES = (".yaml", ".yml", ".json")
_KEY = "key"
_MOST_KEPT = 64
_FIRST_PIECE = 1 << 14  # memory for the largest file that may come costs more than to read a usual one
_NO_PROBLEM = "is not a problem: it has no tree and no children"


def problem_files(path: str) -> Iterator[str]:
    """Yield the documents in a folder and below it, or the file itself.

    They are sorted; hidden ones are left out, and so are folders named `key` below the named one: they hold solutions.
    """
    return (file for file, _ in _files(path)) if os.path.isdir(path) else iter((path,))


def _files(folder: str) -> Iterator[tuple[str, bool]]:
    """Yield the documents in a folder and below it, and whether each is a plain file: no link, no pipe."""
    waiting = [folder]
    while waiting:
        files, folders = _listed(waiting.pop())
        waiting += sorted(folders, reverse=True)
        yield from sorted(files)


def _listed(folder: str) -> tuple[list[tuple[str, bool]], list[str]]:
    """Return the documents in a folder, each with whether it is a plain file, and the folders in it."""
    files, folders = [], []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                name = entry.name
                if name[0] == ".":
                    continue
                if entry.is_dir(follow_symlinks=False):
                    folders += [] if name == _KEY else [entry.path]
                elif name.endswith(_SUFFIXES):
                    is_plain = entry.is_file(follow_symlinks=False)
                    files += [(entry.path, is_plain)] if is_plain or not entry.is_dir() else []
    except OSError:  # a folder that nobody may look into holds nothing
        return [], []
    return files, folders


def read_built(source: str, content: bytes) -> Exercise:
    """Return a problem that a build wrote; its shape is not looked at again, as the lock says that it is what was built. Raises ProblemError."""
    return read_exercise(parse_document(content, source, ProblemError), KINDS, is_shipped=True)


def is_problem(document: Document) -> bool:
    """Return whether a document in a folder of problems is meant as one: it says so, or it holds a game and a kind."""
    stated = document.data
    if not isinstance(stated, dict):
        return False
    if str(stated.get("format", "")).startswith("gametree-problem"):
        return True
    is_of_a_kind = "format" not in stated and "answers" not in stated and str(stated.get("kind")) in KINDS
    return is_of_a_kind or ("kind" in stated and ("tree" in stated or "children" in stated))


class NamedProblems:
    """The documents of problems in named files and folders, by id.

    What a look at a file's bytes says surely is believed until its id is asked; then it is parsed, and complained of where
    it is wrong. A file of which a look says nothing is parsed at once, and so is one that was named itself, or that seems
    to bear another's id. `faults` and `notes` receive what is wrong and what is worth knowing.
    """

    def __init__(self, limits: Limits, faults: list[Fault], notes: list[str]) -> None:
        self.alone: list[str] = []
        self._limits, self._faults, self._notes = limits, faults, notes
        self._seen: set[str] = set()
        self._packed: dict[str, tuple[ZipFile, str]] = {}
        self._waiting: dict[str, str] = {}
        self._files: dict[str, str] = {}
        self._ids: dict[str, str] = {}
        self._read = lru_cache(_MOST_KEPT)(self._read_file)

    def __contains__(self, id_: object) -> bool:
        return id_ in self._files or id_ in self._waiting

    def __iter__(self) -> Iterator[str]:
        return iter((*self._files, *self._waiting))

    def add(self, path: str) -> None:
        """Take in a file, or all documents in a folder and below it, or in a zip."""
        if path.endswith(ARCHIVE) and os.path.isfile(path):
            self._add_archive(path)
        elif not os.path.isdir(path):
            if self._is_new(os.path.realpath(path)):
                self._parse(path, in_folder=False)
        else:
            self._add_folder(path)

    def _add_folder(self, path: str) -> None:
        top = os.path.realpath(path) + os.sep
        for file, is_plain in _files(path):
            if self._is_new(top + file[len(path) :].lstrip(os.sep) if is_plain else os.path.realpath(file)):
                self._look_at(file, is_plain=is_plain)

    def _add_archive(self, path: str) -> None:
        from zipfile import BadZipFile, ZipFile  # few name one

        try:
            archive = ZipFile(path)
        except (OSError, BadZipFile):
            self._faults.append(Fault("is no zip archive that can be read, expected one of problems", path))
            return
        names = sorted(name for name in archive.namelist() if name.endswith(_SUFFIXES))
        if not names:
            self._faults.append(Fault("there is no problem in this zip", path))
        for name in names:
            file = os.path.join(path, name)
            self._packed[file] = archive, name
            if self._is_new(os.path.realpath(file)):
                self._look_at(file, is_plain=True)

    def find(self, id_: str) -> Document | None:
        """Return the document of the problem with this id; None where there is none."""
        if id_ in self._waiting:
            self._parse(self._waiting.pop(id_), in_folder=True)
        file = self._files.get(id_)
        return None if file is None else self._read(file)

    def id_of(self, file: str) -> str | None:
        """Return the id of the problem in a file that was named itself; None where it could not be read."""
        return self._ids.get(os.path.realpath(file))

    def ids_below(self, folder: str) -> list[str]:
        """Return the ids of the problems in a folder and below it, in the order of their paths."""
        top = os.path.realpath(folder)
        placed = ((os.path.realpath(file), id_) for id_, file in (self._files | self._waiting).items())
        below = ((file.split(os.sep), id_) for file, id_ in placed if file.startswith(os.path.join(top, "")))
        return [
            id_ for _, id_ in sorted(below) if id_ in self._files or self.find(id_)
        ]  # of what else has an id it is none

    def _is_new(self, file: str) -> bool:
        """Return whether the file, by its real name, is met for the first time."""
        is_new = file not in self._seen
        self._seen.add(file)
        return is_new

    def _look_at(self, file: str, *, is_plain: bool) -> None:
        try:
            packed = self._unpack(file) if file in self._packed else b""
        except ProblemError as failure:
            self._faults.extend(failure.faults)
            return
        content = packed or (_bytes_of(file, self._limits.bytes) if is_plain else b"")
        id_ = sure_id(content)
        if id_ is not None and id_ not in self:
            self._waiting[id_] = file
        elif id_ is not None or not is_surely_other(content) or _is_meant(file):
            self._parse(file, in_folder=True)

    def _parse(self, file: str, *, in_folder: bool) -> None:
        """Read a file and keep where its id is; complain of what cannot be read or is no problem."""
        try:
            document = self._read(file)
        except ProblemError as failure:
            if in_folder and not _is_meant(file):
                self._notes.append(f"{printable(file)} cannot be read and was passed over")
            else:
                self._faults.extend(failure.faults)
            return
        if not in_folder or is_problem(document):
            self._take_in(document, in_folder=in_folder)

    def _take_in(self, document: Document, *, in_folder: bool) -> None:
        id_ = str(document.data.get("id") or "").strip() if isinstance(document.data, dict) else ""
        if not id_ or not is_problem(document):
            self._faults.extend(shape_faults(document, "problem") or document.faults([(_NO_PROBLEM, ())]))
            return
        if id_ in self._waiting:
            self._parse(self._waiting.pop(id_), in_folder=True)
        if id_ in self._files:
            message = f'the id "{printable(id_)}" is also that of {printable(self._files[id_])}'
            self._faults.extend(document.faults([(message, ("id",))]))
            return
        self._files[id_] = document.source
        if not in_folder:
            self.alone.append(id_)
            self._ids[os.path.realpath(document.source)] = id_

    def _read_file(self, file: str) -> Document:
        if file in self._packed:
            return parse_document(self._unpack(file), file, ProblemError)
        return read_document(file, self._limits, ProblemError)

    def _unpack(self, file: str) -> bytes:
        """Return what is in a file of a zip. Raises ProblemError."""
        archive, name = self._packed[file]
        try:
            with archive.open(name) as opened:
                content = opened.read(self._limits.bytes + 1)
        except Exception as failure:  # zipfile raises a dozen sorts on what is damaged
            raise ProblemError([Fault("is damaged in the zip archive and cannot be read", file)]) from failure
        return within(self._limits, content, file, ProblemError)


def _is_meant(file: str) -> bool:
    """Return whether a file bears the name of a problem, so that it must be one that can be read."""
    return os.path.basename(file).startswith("problem.")


def _bytes_of(file: str, most: int) -> bytes:
    """Return what is in a file; nothing where it is too large or cannot be read: who reads it says so."""
    try:
        with open(file, "rb", buffering=0) as opened:
            content = opened.read(_FIRST_PIECE) or b""
            if len(content) == _FIRST_PIECE:
                content += opened.read(most + 1) or b""
    except OSError:
        return b""
    return content if len(content) <= most else b""
