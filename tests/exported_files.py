"""Exports as their files are once they are written, and the names of the formats of results."""

from __future__ import annotations

from collections.abc import Sequence

from grader.platforms import RESULT_FORMATS, Sort
from grader.platforms.question_items import FORMATS, Pool, Wishes

OF_PLATFORMS = [name for name, one in RESULT_FORMATS.items() if one.sort is Sort.PLATFORM]
RESULTS = ["json", *OF_PLATFORMS]
"""The formats of which one result is a whole text."""


def exported_files(format_: str, pools: Sequence[Pool], wishes: Wishes = Wishes()) -> dict[str, str | bytes]:
    """Return the content of each file by its name; one that is written piece by piece, whole."""
    return {
        name: content if isinstance(content, str | bytes) else "".join(content)
        for name, content in FORMATS[format_].write(pools, wishes)
    }
