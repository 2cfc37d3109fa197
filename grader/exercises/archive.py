"""An archive as bytes: the same for the same members."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from typing import NamedTuple

_WHEN = (1980, 1, 1, 0, 0, 0)  # no clock
PLAIN, PROGRAM = 0o644, 0o755


class Member(NamedTuple):
    """A file in an archive: its name, its content, and who may do what with it."""

    name: str
    content: str | bytes
    mode: int = PLAIN


def archived(members: Iterable[Member]) -> bytes:
    """Return the archive with these members, in their order."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content, mode in members:
            info = zipfile.ZipInfo(name, _WHEN)
            info.external_attr = mode << 16
            archive.writestr(info, content, zipfile.ZIP_DEFLATED)
    return held.getvalue()
