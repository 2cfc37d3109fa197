"""The zip archive of feedback files that Moodle takes back: a folder for each participant, and no other sort of path.

Moodle reads the participant's number between the first underscore and `_assignfeedback_file`. A path with
`_assignsubmission_` would replace what the student handed in, so none is ever written.
"""

from __future__ import annotations

import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from grader.course.fill.marked import Marked
from grader.course.run.out import FEEDBACK
from grader.names import stem_of

_WHEN = (1980, 1, 1, 0, 0, 0)  # no clock: the same feedback is the same archive
_FOLDER = "_assignfeedback_file"
_KINDS = (".html", ".svg", ".png", ".pdf", ".dot")


def write_feedback_zip(file: IO[bytes], out: Path, students: Iterable[Marked]) -> tuple[int, list[str]]:
    """Write the feedback of all who handed in by Moodle, and return of how many, and of whom there is none.

    Raises OSError, and ValueError where there is none at all.
    """
    held = [one for one in students if one.person is not None and one.person.lms == "moodle"]
    if not held:
        raise ValueError("nobody handed in by Moodle; grade its download with --lms moodle")
    without = []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for one, folder in _with_folders(out, held):
            files = (
                sorted(path for path in folder.iterdir() if path.suffix in _KINDS) if folder and folder.is_dir() else []
            )
            for path in files:
                archive.writestr(zipfile.ZipInfo(_name(one, path.name), _WHEN), path.read_bytes(), zipfile.ZIP_DEFLATED)
            without += [] if files else [one.student]
    if len(without) == len(held):
        raise ValueError(f"there is no feedback in {FEEDBACK}/; grade with --html, or with --svg, --png or --pdf")
    return len(held) - len(without), without


def _with_folders(out: Path, held: list[Marked]) -> Iterator[tuple[Marked, Path | None]]:
    """Yield each student with the folder of their feedback; none where several have one name, as nobody can tell whose is whose."""
    often = Counter(stem_of(one.student).casefold() for one in held)
    for one in held:
        stem = stem_of(one.student)
        yield one, out / FEEDBACK / stem if often[stem.casefold()] == 1 else None


def _name(one: Marked, file: str) -> str:
    """Return the path of a feedback file; only the two underscores around the number and the sort are left in it."""
    person = one.person
    name = "Participant" if person is None or not person.name else person.name
    plain = "".join(letter for letter in name if letter.isalnum() or letter in " -").strip() or "Participant"
    return f"{plain}_{person.key if person else ''}{_FOLDER}/{file.replace('_', '-')}"
