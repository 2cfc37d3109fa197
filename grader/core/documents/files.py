"""A folder of many files that comes to be whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

# -- files that are written: only inside the folder that the user names, whole or not at all

TEMPORARY = (".", ".part")
"""How the name of a file begins and ends that is not whole yet."""


def write_file(path: Path, content: str | bytes) -> None:
    """Write the file so that it is there whole or not at all. Raises OSError."""
    with new_file(path) as file:
        file.write(content.encode("utf-8") if isinstance(content, str) else content)


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Give a file to write to, which then is there whole; where anything fails, what was there before stays. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    begins, ends = TEMPORARY
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=begins, suffix=ends)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


Contents = str | bytes | Iterable[str]
"""What a file holds; a long text may come in pieces, each of which is written before the next one is made."""
Write = Callable[[str, Contents], None]
"""From a path below the folder and the content to a file."""


@contextmanager
def new_folder(folder: Path) -> Iterator[Write]:
    """Give a function that writes files of the folder; see `staged_folder`."""
    with staged_folder(folder) as staged:
        yield lambda name, content: write_below(staged, name, content)


@contextmanager
def staged_folder(folder: Path) -> Iterator[Path]:
    """Give a folder of which all comes to be in this one. Raises OSError, before anything is written if it can be known.

    A folder that is not there yet, or is empty, gets all its files at the end; where anything fails it gets none. In
    one that has files already each is then replaced one by one, and what is not replaced stays.
    """
    folder = Path(os.path.realpath(folder))  # a link stays, and so does the folder in which the user stands
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    is_there = folder.is_dir()
    finish = _appear if not is_there else _replace if any(folder.iterdir()) else _fill
    if not is_there:
        folder.parent.mkdir(parents=True, exist_ok=True)
    staged = Path(tempfile.mkdtemp(dir=folder if is_there else folder.parent, prefix=".", suffix=".part"))
    try:
        yield staged
        finish(staged, folder)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


@contextmanager
def staged_changes(folder: Path, last: str) -> Iterator[Path]:
    """Give a folder, below this one, whose files take their places in this one at the end: all of them or none. Raises OSError.

    Nothing else in the folder is touched. The file that is named last takes its place after all others: it tells of them.
    """
    folder = Path(os.path.realpath(folder))
    staged = Path(tempfile.mkdtemp(dir=folder, prefix=".", suffix=".part"))
    try:
        yield staged / "new"
        _take_places(staged, folder, last)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


@contextmanager
def staged_replacement(folder: Path) -> Iterator[Path]:
    """Give a folder that takes the place of this one, of which nothing is left, at the end. Raises OSError."""
    folder = Path(os.path.realpath(folder))
    staged = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".", suffix=".part"))
    new, old = staged / "new", staged / "old"
    try:
        new.mkdir()
        yield new
        os.rename(folder, old)
        try:
            os.rename(new, folder)
        except BaseException:
            os.rename(old, folder)
            raise
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _take_places(staged: Path, folder: Path, last: str) -> None:
    """Move every new file to its place; where one cannot be moved, all is as it was."""
    new = staged / "new"
    files = sorted((path for path in new.rglob("*") if path.is_file()), key=lambda file: (file == new / last, file))
    old, moved, made = staged / "old", list[tuple[Path, Path]](), list[Path]()
    try:
        for file in files:
            name = file.relative_to(new)
            made += _make_folders((folder / name).parent)
            if (folder / name).exists():
                (old / name).parent.mkdir(parents=True, exist_ok=True)
                os.rename(folder / name, old / name)
                moved.append((old / name, folder / name))
            os.rename(file, folder / name)
            moved.append((folder / name, file))
    except BaseException:
        for now, before in reversed(moved):
            os.rename(now, before)
        for path in reversed(made):
            path.rmdir()
        raise


def _make_folders(folder: Path) -> list[Path]:
    """Make the folder and those that lead there, and return the new ones, the outer first."""
    if folder.is_dir():
        return []
    above = _make_folders(folder.parent)
    folder.mkdir()
    return [*above, folder]


def _appear(staged: Path, folder: Path) -> None:
    os.chmod(staged, 0o755)  # noqa: S103  # like any folder: mkdtemp makes private ones
    os.rename(staged, folder)


def _fill(staged: Path, folder: Path) -> None:
    """Move everything into the folder, which was empty and must still be."""
    if any(entry != staged for entry in folder.iterdir()):
        raise FileExistsError(errno.EEXIST, "it has files now that were not there before", str(folder))
    moved: list[Path] = []
    try:
        for entry in sorted(staged.iterdir()):
            os.rename(entry, folder / entry.name)
            moved.append(folder / entry.name)
    except BaseException:
        for path in moved:
            os.rename(path, staged / path.name)
        raise


def _replace(staged: Path, folder: Path) -> None:
    for file in sorted(path for path in staged.rglob("*") if path.is_file()):
        target = folder / file.relative_to(staged)
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(file, target)


def write_below(folder: Path, name: str, content: Contents) -> None:
    """Write a file of the folder, and the folders that lead there."""
    path = folder / name
    if not path.parent.is_dir():
        path.parent.mkdir(parents=True, exist_ok=True)  # another process may be as far
    pieces = (content,) if isinstance(content, str | bytes) else content
    with open(path, "wb") as file:
        file.writelines(piece.encode("utf-8") if isinstance(piece, str) else piece for piece in pieces)
