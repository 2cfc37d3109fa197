"""The document of a quiz: its shape by the schema, and what it says, as a value. What its exercises are is read elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from grader.course.quiz.roster import wrong_name
from grader.data import Data
from grader.documents import Document, shape_faults
from grader.errors import Fault, Path, ProblemError
from grader.exact import Number, read_number
from grader.marks.reports import Reveal
from grader.policy import Policy, read_policy

FORMAT = "gametree-quiz/1"
GENERATE = "generate"
SOURCES = ("bank", "file", "problem", GENERATE)
_COLUMNS = ("student", "name", "group", "earned", "possible", "percent", "status", "source")


class Variants(StrEnum):
    """Who has problems of their own. Pools are stated by no quiz: a platform gives out variants, and anybody may have any."""

    SHARED = "shared"
    PER_STUDENT = "per-student"
    GROUPS = "groups"
    POOLS = "pools"


class Marking(NamedTuple):
    """How a quiz is marked; None: nothing is said of it."""

    policy: Policy = Policy()
    reveal: Reveal | None = None
    keep: str | None = None


class Entry(NamedTuple):
    """An exercise as the quiz states it: where it comes from (one of SOURCES), what stands there, its points, its place.

    `points` is what the exercise is worth, or what some of its parts are; None: what the problem says.
    """

    id: str
    source: str
    stated: Data
    points: Number | Mapping[str, Number] | None
    path: Path


class Quiz(NamedTuple):
    """What the document of a quiz says."""

    id: str
    title: str
    course: str
    note: str
    variants: Variants
    groups: tuple[str, ...]
    entries: tuple[Entry, ...]
    marking: Marking
    document: Document

    @property
    def heading(self) -> str:
        """Return what the sheet is called."""
        return self.title or self.id

    def fault(self, message: str, *path: str | int) -> Fault:
        """Return what is wrong at a place of the document."""
        return self.document.faults([(message, path)])[0]


def read_quiz(document: Document) -> tuple[Quiz, list[Fault]]:
    """Return the quiz and what is wrong with it, beyond its shape and its exercises. Raises ProblemError for a wrong shape."""
    if faults := shape_faults(document, "quiz"):
        raise ProblemError(faults)
    stated = document.data
    variants, groups = _variants(stated.get("variants") or Variants.SHARED.value)
    marking, wrong = _marking(stated.get("marking") or {})
    quiz = Quiz(
        stated["id"].strip(),
        (stated.get("title") or "").strip(),
        (stated.get("course") or "").strip(),
        (stated.get("note") or "").strip(),
        variants,
        groups,
        tuple(_entry(place, one) for place, one in enumerate(stated["exercises"])),
        marking,
        document,
    )
    return quiz, document.faults([*wrong, *_wrong_groups(groups), *_wrong_ids(quiz.entries)])


def _variants(stated: Data) -> tuple[Variants, tuple[str, ...]]:
    if isinstance(stated, dict):
        return Variants.GROUPS, tuple(name.strip() for name in stated["groups"])
    return Variants(stated), ()


def _marking(stated: Mapping[str, Data]) -> tuple[Marking, list[tuple[str, Path]]]:
    policy, wrong = read_policy(stated)
    reveal = stated.get("reveal")
    marking = Marking(policy, None if reveal is None else Reveal(reveal), stated.get("keep"))
    return marking, [(message, ("marking", *path)) for message, path in wrong]


def _entry(place: int, stated: Mapping[str, Data]) -> Entry:
    source = next(name for name in SOURCES if name in stated)
    points = stated.get("points")
    read = (
        {part: read_number(str(number)) for part, number in points.items()}
        if isinstance(points, dict)
        else None
        if points is None
        else read_number(str(points))
    )
    return Entry(stated["id"].strip(), source, stated[source], read, ("exercises", place))


def _wrong_groups(groups: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    for place, group in enumerate(groups):
        path: Path = ("variants", "groups", place)
        if message := wrong_name(group):
            yield message, path
        elif group.casefold() in map(str.casefold, groups[:place]):
            yield f'the group "{group}" stands here twice, expected once', path


def _wrong_ids(entries: tuple[Entry, ...]) -> Iterator[tuple[str, Path]]:
    """Yield what is wrong with the ids of exercises, which are also columns of the gradebook."""
    seen: set[str] = set()
    for entry in entries:
        if entry.id.casefold() in seen:
            yield f'there is an exercise "{entry.id}" above, expected another id', (*entry.path, "id")
        if entry.id.casefold() in _COLUMNS:
            yield f'"{entry.id}" is a column of the gradebook, expected another id', (*entry.path, "id")
        seen.add(entry.id.casefold())
