"""Names of files, made from foreign text: harmless on every system, and distinct."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from grader.core.text import printable

HARMFUL = r"[^A-Za-z0-9._-]+"
RESERVED = r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?"
LONGEST_STEM = 80
_LONGEST_NAME = 100


def file_stem(source: str) -> str:
    """Return a harmless name for the files of one submission, made from the name of its file.

    >>> file_stem("week 5/../Ö'Neil.yaml")
    'Neil'
    """
    return stem_of(os.path.splitext(os.path.basename(source))[0])


def stem_of(text: str) -> str:
    """Return a harmless name for a file about the thing that is called so.

    >>> stem_of("week.1")
    'week.1'
    """
    stem = re.sub(HARMFUL, "_", text).strip("._")[:LONGEST_STEM].rstrip("._")
    return f"_{stem}" if re.fullmatch(RESERVED, stem, re.IGNORECASE) else stem or "submission"


def submission_stems(sources: Sequence[str]) -> list[str]:
    """Return a name for the files of each submission; those of one name bear that of their folder too.

    >>> submission_stems(["a/answers.yaml", "b/answers.yaml", "c/mine.yaml"])
    ['a-answers', 'b-answers', 'mine']
    """
    stems = [file_stem(source) for source in sources]
    often = Counter(stem.casefold() for stem in stems)
    return distinct(
        f"{stem_of(folder)}-{stem}"
        if often[stem.casefold()] > 1 and (folder := os.path.basename(os.path.dirname(source)))
        else stem
        for source, stem in zip(sources, stems, strict=True)
    )


def harmless_name(text: str) -> str:
    r"""Return the name of a file or folder as the name of a student: without hidden letters, not too long.

    >>> harmless_name("ada"), harmless_name("a\nb")
    ('ada', 'a\\nb')
    """
    shown = printable(text, _LONGEST_NAME)
    return shown if len(shown) <= _LONGEST_NAME else f"{shown[: _LONGEST_NAME - 1]}…"


def name_of_file(path: str) -> str:
    """Return the student's name where only the file says it.

    >>> name_of_file("week5/ada.yaml")
    'ada'
    """
    return harmless_name(os.path.splitext(os.path.basename(path))[0])


def distinct(stems: Iterable[str], fold: Callable[[str], str] = str.casefold) -> list[str]:
    """Return the names with -2, -3 … behind those that occur again (in any case, or as `fold` says), in their order."""
    taken: set[str] = set()
    last: dict[str, int] = {}
    names = []
    for stem in stems:
        name, number = stem, last.get(stem, 1)
        while fold(name) in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(fold(name))
        last[stem] = number
        names.append(name)
    return names
