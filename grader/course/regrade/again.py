"""The same hand-ins again: which file is which, told by digests, wherever it lies now."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from grader.course.content import content_of
from grader.course.found import File, Junk, Remark
from grader.course.hand_in import Class, HandIn
from grader.course.mark import peek
from grader.course.quiz.built import Built
from grader.course.regrade.earlier import Earlier
from grader.course.students import gather
from grader.documents import Limits, parse_document
from grader.errors import SubmissionError
from grader.names import name_of_file
from grader.submission import read_submission


class Found(NamedTuple):
    """A file among the hand-ins now: its digest, none where it cannot be opened; whose it is by its path; what lies beside it."""

    file: File
    digest: str
    student: str
    beside: str
    person: str = ""


class Again(NamedTuple):
    """What of the run before is there again: its hand-ins, by their place in its results, and the files that are new.

    Of `unsure` ones no digest is known: they are the same if what is made of them says so.
    """

    hand_ins: dict[int, HandIn]
    unsure: frozenset[int]
    new: tuple[str, ...]
    junk: tuple[Junk, ...]
    remarks: Mapping[str, Remark] = {}


def find_again(
    results: Sequence[Earlier],
    arguments: Sequence[str],
    out: str,
    limits: Limits,
    built: Built | None,
    lms: str = "",
) -> Again:
    """Return the hand-ins of the results. A file is a student's again only if it is byte for byte what was marked.

    Files that could not be read before are the student's if they still are by their path, and still cannot be read. What
    could not be graded at all is looked for where it lay.
    """
    found: list[Found] = []
    junk: list[Junk] = []
    for argument in arguments:
        held = gather([argument], out, limits, partial(peek, limits=limits), lms=lms)
        found += [_found(file, one, limits) for one in held.hand_ins for file in one.files]
        junk += held.junk
    free = _Free(found)
    chosen = free.choose(results)
    lay = _as_it_lay(results, arguments, out, limits, built, lms)
    where_it_lay = {tuple(file.path for file in one.files): one for one in lay.hand_ins}
    hand_ins: dict[int, HandIn] = {}
    unsure: set[int] = set()
    for place, one in enumerate(results):
        if not one.digests and (same := where_it_lay.get(one.sources)) and free.claim_all(one.sources):
            hand_ins[place] = same
            unsure.add(place)
        elif files := _with_unread(chosen.get(place, []), one, free, limits):
            beside = files[0].file.path if built is not None and built.roster else files[0].beside
            hand_ins[place] = HandIn(one.student, tuple(held.file for held in files), beside, one.person)
    return Again(hand_ins, frozenset(unsure), tuple(held.file.path for held in free.left()), tuple(junk), lay.remarks)


def _as_it_lay(
    results: Sequence[Earlier], arguments: Sequence[str], out: str, limits: Limits, built: Built | None, lms: str
) -> Class:
    """Return the hand-ins as a class run finds them; nothing where that tells nothing more."""
    if all(one.digests for one in results) and not (built is not None and built.roster):
        return Class((), (), (), is_class=True)
    return gather(arguments, out, limits, partial(peek, limits=limits), built, lms)


def _found(file: File, one: HandIn, limits: Limits) -> Found:
    student = one.student or name_of_file(file.path)
    found = Found(file, "", student, one.beside, one.person.key if one.person is not None else "")
    try:
        return found._replace(digest="sha256:" + hashlib.sha256(content_of(file, limits)).hexdigest())
    except SubmissionError:
        return found


def _with_unread(files: list[Found], one: Earlier, free: _Free, limits: Limits) -> list[Found]:
    """Return the files with those that could not be read before and still cannot, in the order in which they stood."""
    if one.digests and not files:
        return []
    wanted = len(one.unread) if one.digests else len(one.sources)
    unread = free.of_student(one, limits) if wanted else []
    if len(unread) != wanted:
        return files
    for held in unread:
        free.claim(held)
    order = {source: place for place, source in enumerate(one.sources)}
    return sorted([*files, *unread], key=lambda held: order.get(held.file.path, len(order)))


def _is_unread(found: Found, limits: Limits) -> bool:
    try:
        read_submission(parse_document(content_of(found.file, limits), found.file.path, SubmissionError))
    except SubmissionError:
        return True
    return False


Key = tuple[str, str]
"""The path of a file, and of what a group hands in whose copy of it this is."""


_Near = Callable[[Found, Earlier], bool]
_NEAR: tuple[_Near, ...] = (
    lambda found, one: found.file.path in one.sources,
    lambda found, one: found.student == one.student,
    lambda *_: True,
)
"""Whether a file is one of a result's, by how near it lies to where that lay, the nearest first."""


class _Free:
    """The files that nobody has claimed yet; what a group handed in is there once for each of its members."""

    def __init__(self, found: Iterable[Found]) -> None:
        self._by_key = {(held.file.path, held.person): held for held in found}
        self._by_digest: dict[str, list[Key]] = defaultdict(list)
        self._of_student: dict[str, list[str]] = defaultdict(list)
        for key, held in self._by_key.items():
            self._of_student[held.student].append(held.file.path)
            if held.digest:
                self._by_digest[held.digest].append(key)

    def choose(self, results: Sequence[Earlier]) -> dict[int, list[Found]]:
        """Return the files of each result of which all are there: first those that lie where they lay or are the student's by their path, then any with the same bytes."""
        chosen: dict[int, list[Found]] = {}
        for furthest in range(len(_NEAR)):
            for place, one in enumerate(results):
                if one.digests and place not in chosen and (files := self._all_of(one, _NEAR[: furthest + 1])):
                    chosen[place] = files
        return chosen

    def _all_of(self, one: Earlier, ways: Sequence[_Near]) -> list[Found]:
        """Return the files with all digests of a result; nothing, and nothing is claimed, where one is missing."""
        taken: list[Found] = []
        for digest in one.digests:
            there = [key for key in self._by_digest[digest] if key in self._by_key]
            key = next((key for is_near in ways for key in there if is_near(self._by_key[key], one)), None)
            if key is None:
                self._by_key |= {(held.file.path, held.person): held for held in taken}
                return []
            taken.append(self._by_key.pop(key))
        return taken

    def claim_all(self, paths: Iterable[str]) -> bool:
        """Take the files at these paths, where all are there, and return whether they are."""
        wanted = [self._key(path) for path in paths]
        are_there = all(key in self._by_key for key in wanted)
        for key in wanted if are_there else ():
            del self._by_key[key]
        return are_there

    def _key(self, path: str) -> Key:
        """Return the first copy of a file that is free."""
        return (
            (path, "")
            if (path, "") in self._by_key
            else next((key for key in self._by_key if key[0] == path), (path, ""))
        )

    def of_student(self, one: Earlier, limits: Limits) -> list[Found]:
        """Return the files at the student's paths, or that are the student's by their path, and that cannot be read."""
        paths = dict.fromkeys([*one.sources, *self._of_student[one.student]])
        mine = [self._by_key[key] for path in paths if (key := self._key(path)) in self._by_key]
        return [held for held in mine if _is_unread(held, limits)]

    def claim(self, held: Found) -> None:
        """Take a file."""
        del self._by_key[held.file.path, held.person]

    def left(self) -> list[Found]:
        """Return the files that nobody has claimed."""
        return list(self._by_key.values())
