"""Files that are written: only inside the folder that the user names, whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

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
