"""What a student handed in, and what a class did: the values that finding and marking share."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from grader.course.found import File, Junk, Remark
from grader.course.natural import natural_key
from grader.names import name_of_file

if TYPE_CHECKING:  # only a platform has persons
    from grader.course.lms.person import Person


class Typed(NamedTuple):
    """What a submission says of itself before anything is graded: the student, the problems that it names, and which of them it answers."""

    student: str | None
    problems: frozenset[str]
    answered: frozenset[str] = frozenset()


Peek = Callable[[File], Typed]


class HandIn(NamedTuple):
    """What one student handed in. `student` is None where nothing but the file itself says who it is.

    `beside` is the path in whose folders a problem that is known nowhere else is looked for: of a file that was named
    its own, else one in the folder that was named, so that no student can put a problem beside their answers. `person` is who
    the platform says it is, where a download says it.
    """

    student: str | None
    files: tuple[File, ...]
    beside: str
    person: "Person | None" = None


def file_says(hand_in: HandIn) -> str:
    """Return the name that the file of a hand-in has; standard input has none."""
    return "" if hand_in.files[0].path == "-" else name_of_file(hand_in.files[0].path)


class Class(NamedTuple):
    """All hand-ins of a run, in order; what was passed over; what the user should know, `remarks` of single files.

    `is_class`: something was named that holds hand-ins of many, a folder, an archive or a file with one a line.
    """

    hand_ins: Sequence[HandIn]
    junk: tuple[Junk, ...]
    notes: tuple[str, ...]
    is_class: bool
    remarks: Mapping[str, Remark] = {}


class Held(NamedTuple):
    """What one argument holds; `is_single`: it is one hand-in and nothing else."""

    hand_ins: Sequence[HandIn]
    junk: Sequence[Junk] = ()
    notes: Sequence[str] = ()
    is_single: bool = False


def together(found: Sequence[HandIn]) -> list[HandIn]:
    """Return the hand-ins with those as one that lie under one name in several arguments."""
    files: dict[str | int, list[HandIn]] = {}
    for place, hand_in in enumerate(found):
        files.setdefault(place if hand_in.student is None else hand_in.student, []).append(hand_in)
    return [same[0]._replace(files=tuple(file for one in same for file in one.files)) for same in files.values()]


def in_order(files: list[File]) -> tuple[File, ...]:
    """Return the files in the natural order of their paths, without what told whose they are: of a large class it is a lot."""
    if len(files) > 1:
        files = sorted(files, key=lambda file: natural_key(file.below))
    return tuple(file._replace(below=()) for file in files)
