"""A folder of many files that comes to be whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from grader.cli.files import write_file

Write = Callable[[str, str | bytes], None]
"""From a path below the folder and the content to a file."""


@contextmanager
def new_folder(folder: Path) -> Iterator[Write]:
    """Give a function that writes files of the folder. Raises OSError.

    A folder that is not there yet, or is empty, appears with all its files at the end; where anything fails it does
    not. In one that has files already each is replaced one by one, and what is not replaced stays.
    """
    if folder.is_dir() and any(folder.iterdir()):
        yield lambda name, content: write_file(folder / name, content)
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    staged = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".", suffix=".part"))
    try:
        yield lambda name, content: _write(staged / name, content)
        os.chmod(staged, 0o755)  # noqa: S103  # like any folder: mkdtemp makes private ones
        if folder.is_dir():
            folder.rmdir()
        os.rename(staged, folder)
    except BaseException:
        shutil.rmtree(staged, ignore_errors=True)
        raise


def _write(path: Path, content: str | bytes) -> None:
    encoded = content.encode("utf-8") if isinstance(content, str) else content
    try:
        path.write_bytes(encoded)
    except FileNotFoundError:
        path.parent.mkdir(parents=True)
        path.write_bytes(encoded)
