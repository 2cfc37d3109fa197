"""What a bulk download holds, as hand-ins."""

from __future__ import annotations

import os
from collections.abc import Container, Sequence

from grader.course.archives import look_into_named
from grader.course.folder import first_bytes, look_below
from grader.course.hand_in import HandIn, Held, in_order
from grader.course.lms.layout import LayoutRefused, check_one, read_layout
from grader.course.lms.person import Person
from grader.documents import Limits, is_zip
from grader.names import distinct, harmless_name
from grader.printable import printable


def download(argument: str, written_by_us: Container[str], limits: Limits, lms: str) -> Held:
    """Return what a platform's download holds. Raises ArgumentRefused."""
    if argument != "-" and os.path.isdir(argument):
        files, junk = look_below(argument, written_by_us)
        beside = os.path.join(argument, "hand-in")
    elif argument != "-" and is_zip(first_bytes(argument)):
        files, junk = look_into_named(argument)
        beside = argument
        if len(files) == 1 and files[0].path == argument:  # the document of some program
            raise _no_download(argument)
    else:
        raise _no_download(argument)
    layout = read_layout(lms, argument, files, limits)
    names = distinct((harmless_name(person.student) for person, _ in layout.by_person), fold=str)
    hand_ins = [
        HandIn(name, in_order(held), beside, person)
        for name, (person, held) in zip(names, layout.by_person, strict=True)
    ]
    unowned = [HandIn(harmless_name(file.path), (file,), beside) for file in layout.unowned]
    return Held([*hand_ins, *unowned], (*junk, *layout.junk), layout.notes)


def _no_download(argument: str) -> LayoutRefused:
    return LayoutRefused(f"{printable(argument)}: is no download of a platform, expected a zip archive or a folder")


def check_persons(found: Sequence[HandIn]) -> None:
    """Refuse several downloads in which one key is of two persons. Raises LayoutRefused."""
    met: dict[str, list[tuple[Person, str]]] = {}
    for one in found:
        if one.person is not None:
            met.setdefault(one.person.student, []).append((one.person, one.files[0].path))
    for same in met.values():
        check_one(same)
