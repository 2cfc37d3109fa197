"""A folder of many files that comes to be whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

Write = Callable[[str, str | bytes], None]
"""From a path below the folder and the content to a file."""


@contextmanager
def new_folder(folder: Path) -> Iterator[Write]:
    """Give a function that writes files of the folder. Raises OSError, before anything is written if it can be known.

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
        yield lambda name, content: _write(staged / name, content)
        finish(staged, folder)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


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


def _write(path: Path, content: str | bytes) -> None:
    encoded = content.encode("utf-8") if isinstance(content, str) else content
    try:
        path.write_bytes(encoded)
    except FileNotFoundError:
        path.parent.mkdir(parents=True)
        path.write_bytes(encoded)
