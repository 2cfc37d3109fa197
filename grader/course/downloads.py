"""Which layout a download has, and what each student handed in, by the names that the platform gave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamStartEvent,
)

from grader.core.data import Plain, grouped
from grader.core.documents import Limits
from grader.core.errors import SubmissionError
from grader.core.text import count, either, listed, printable, quoted
from grader.core.times import read_time
from grader.course.contents import content_of, holds_answers
from grader.course.hand_in import ArgumentRefused, File, Junk
from grader.course.lms import AUTO, LMS, NO_PLATFORM, Named, Person, letters


def as_called(name: str) -> str:
    """Return what a student called a file, without what a platform put before it.

    >>> as_called("oneil_LATE_3143_207797_search-1.py"), as_called("Ann Lee_5_assignsubmission_file_search.py"), as_called("a_b.py")
    ('search-1.py', 'search.py', 'a_b.py')
    """
    return next((named.file for one in LMS.values() if (named := one.read(name))), "") or name


# -- submission_metadata.yml of a Gradescope export: who handed in each submission, and when

MOST_BYTES = 64 * 1024**2
_MOST_SUBMITTERS = 100
_LONGEST = 200


class Submitted(NamedTuple):
    """A submission of the export: who handed it in, several where they are a group, and when."""

    submitters: tuple[Person, ...] = ()
    time: str = ""


def read_metadata(content: bytes) -> dict[str, Submitted]:
    """Return the submissions by the names of their folders. Raises ValueError where the file is not what the platform writes."""
    try:
        return _Reader(yaml.parse(content, Loader=yaml.CSafeLoader)).submissions()
    except (yaml.YAMLError, UnicodeError) as failure:
        reason = str(getattr(failure, "problem", None) or "it is not UTF-8")
        raise ValueError(f"is no well-formed YAML: {reason}") from None
    except StopIteration:
        raise ValueError("ends too early") from None


class _Reader:
    """Reads a stream of events so far down as anything is wanted there, and passes over the rest."""

    def __init__(self, events: Iterator[Event]) -> None:
        self._events = events
        self._known: dict[str, Plain] = {}

    def submissions(self) -> dict[str, Submitted]:
        event = next(self._events)
        while isinstance(event, StreamStartEvent | DocumentStartEvent):
            event = next(self._events)
        if not isinstance(event, MappingStartEvent):
            raise ValueError("is no mapping of submissions")  # noqa: TRY004  # of the file, not of a type
        found: dict[str, Submitted] = {}
        for name, value in self._fields():
            if name in found:
                raise ValueError(f'names "{printable(name)}" twice; nobody can tell whose it is')
            found[name] = _submitted(name.rpartition("_")[2], self._value(value, 3))
        return found

    def _fields(self) -> Iterator[tuple[str, Event]]:
        """Yield the names in a mapping that has begun, each with the first event of its value."""
        while isinstance(key := next(self._events), ScalarEvent):
            yield key.value.lstrip(":"), next(self._events)

    def _items(self, levels: int) -> Iterator[Plain]:
        while not isinstance(item := next(self._events), SequenceEndEvent):
            yield self._value(item, levels)

    def _value(self, event: Event, levels: int) -> Plain:
        """Return the value that begins with an event, down to so many levels; None for what lies deeper."""
        if isinstance(event, AliasEvent):
            return self._known.get(event.anchor or "")
        if not isinstance(event, CollectionStartEvent):
            return event.value if isinstance(event, ScalarEvent) else None
        found: Plain = None
        if levels and isinstance(event, MappingStartEvent):
            found = {name: self._value(value, levels - 1) for name, value in self._fields()}
        elif levels:
            found = [*self._items(levels - 1)]
        else:
            depth = 1
            while depth:
                inside = next(self._events)
                depth += isinstance(inside, CollectionStartEvent) - isinstance(inside, CollectionEndEvent)
        if event.anchor:
            self._known[event.anchor] = found
        return found


def _submitted(id_: str, stated: Plain) -> Submitted:
    """Return a submission, by the id in the name of its folder; what is of no use is as if it were not there."""
    stated = stated if isinstance(stated, dict) else {}
    time = stated.get("created_at")
    time = time[:_LONGEST] if isinstance(time, str) else ""
    persons = stated.get("submitters")
    persons = [one for one in persons if isinstance(one, dict)] if isinstance(persons, list) else []
    return Submitted(tuple(_submitter(one, id_, time) for one in persons[:_MOST_SUBMITTERS]), time)


def _submitter(stated: Mapping[str, Plain], id_: str, time: str) -> Person:
    fields = (stated.get(name) for name in ("sid", "email", "name"))
    texts = (one if isinstance(one, str) and one not in ("~", "null") else "" for one in fields)
    sid, email, name = (text.strip()[:_LONGEST] for text in texts)
    return Person("gradescope", sid or email or name, name, email, id_, time)


_MOST_DEPTH = 4
_MOST_NAMED = 3
_LINK = "is the address of a page, which is not followed; hand in the file itself"
_EMBEDDED = "is embedded in a text, not handed in"
_TALK = "is a text without answers, beside what was handed in"
_LISTS = {one.list_file for one in LMS.values()} - {""}


class LayoutRefused(ArgumentRefused):
    """A download that is not laid out as any platform does it, or as several do; the message says what was found."""


class Layout(NamedTuple):
    """What a download holds: the files of each person, those of nobody that cannot be read, what is none, and what to say."""

    by_person: list[tuple[Person, list[File]]]
    unowned: list[File]
    junk: list[Junk]
    notes: list[str]


def read_layout(lms: str, argument: str, files: Sequence[File], limits: Limits) -> Layout:
    """Return who handed in what in the download of a platform. Raises LayoutRefused."""
    platform, depth = _told(lms, argument, files)
    layout, others = _by_names({platform: depth}, argument, files, limits, is_trusting=True)
    for file in others:
        _of_nobody(file, platform, layout)
    return layout


def layout_among_folders(
    lms: str, argument: str, files: Sequence[File], limits: Limits
) -> tuple[Layout, Sequence[File]]:
    """Return who handed in what by the names of any platforms, and the files without such a name. Raises LayoutRefused.

    Names are looked for where one stands, those that others may look like where half of the names are such, or where `lms` says so;
    with NO_PLATFORM none are. What a student zipped may hold any names: it is looked into where `lms` says that downloads were named.
    """
    there: dict[str, int] = {}
    seen = files if lms in LMS else [file._replace(below=file.outside) for file in files]
    for depth, names, met in _met(seen) if lms != NO_PLATFORM else ():
        for platform, held in met.items():
            if not LMS[platform].is_vague or lms == platform or _are_half(held, names):
                there.setdefault(platform, depth)
    if not there:
        return Layout([], [], [], []), files
    return _by_names(there, argument, files, limits, is_trusting=lms in LMS)


def _by_names(
    there: Mapping[str, int], argument: str, files: Sequence[File], limits: Limits, *, is_trusting: bool
) -> tuple[Layout, list[File]]:
    """Return who handed in what by the names of these platforms, each at its depth below the argument, and the files that have none.

    `is_trusting`: also by names in an archive inside, which may be what somebody handed in.
    """
    submissions = {platform: _listed_in(platform, argument, files, depth) for platform, depth in there.items()}
    held: dict[tuple[str, str], list[tuple[Person, File, bool]]] = {}
    layout, others = Layout([], [], [], []), list[File]()
    lists = _LISTS & {LMS[platform].list_file for platform in there}
    for file in files:
        most = len(file.below if is_trusting else file.outside)
        found = (_named_at(platform, file, depth) for platform, depth in there.items() if depth < most)
        named = next(filter(None, found), None)
        if named is None and file.below and file.below[-1] in lists and not file.fault:
            layout.junk.append(Junk(file.path, "says who handed in what"))
        elif named is None:
            others.append(file)
        elif named.is_pasted and not file.below[-1].casefold().endswith((".html", ".htm")):
            layout.junk.append(Junk(file.path, _EMBEDDED))
        else:
            lms = named.person.lms
            for person in submissions[lms].get(file.below[there[lms]], Submitted()).submitters or (named.person,):
                met = (person, _as_handed_in(file, named), named.is_pasted)
                held.setdefault((person.lms, person.key), []).append(met)
    for same in held.values():
        check_one([(person, file.path) for person, file, _ in same])
        layout.by_person.append(_hand_in(same, layout, limits))
    for platform, depth in there.items():
        layout.notes.extend(_notes(argument, platform, layout, submissions[platform], files, depth))
    return layout, others


def _named_at(platform: str, file: File, depth: int) -> Named | None:
    """Return what the name of a file, or of a folder around it, says at this depth; beside a list folders alone have names."""
    if len(file.below) <= depth + bool(LMS[platform].list_file):
        return None
    return LMS[platform].read(file.below[depth])


_ONE_ID = "two people have one student ID; correct it on {0.title}'s roster and download once more, or in {0.list_file}"
_SEVERAL = "these are of several downloads or assignments; mark each by itself"


def check_one(met: Sequence[tuple[Person, str]]) -> None:
    """Refuse hand-ins under one key whose names are of several: nobody can tell whose they are. Raises LayoutRefused."""
    first, path = met[0]
    for other, elsewhere in met:
        if letters(other.name) != letters(first.name):
            names = " and ".join(f'"{printable(one.name)}"' if one.name else "anonymous" for one in (first, other))
            is_one_list = first.platform.list_file and _export_of(path) == _export_of(elsewhere)
            why = _ONE_ID.format(first.platform) if is_one_list else _SEVERAL
            raise LayoutRefused(
                f"{printable(elsewhere, len(elsewhere))}: {printable(other.student)} is {names}, the first in {printable(path, len(path))}; {why}"
            )


def _export_of(path: str) -> str:
    """Return the path of the export in which a submission to Gradescope lies."""
    return path.partition("submission_")[0]


def _met(files: Sequence[File]) -> Iterator[tuple[int, Counter[str], Mapping[str, list[str]]]]:
    """Yield for each depth below the argument the names there, and those of them that platforms gave, by platform."""
    for depth in range(_MOST_DEPTH):
        names = Counter(file.below[depth] for file in files if len(file.below) > depth)
        there = {platform: one for platform, one in LMS.items() if not one.list_file or one.list_file in names}
        found = {platform: [name for name in names if one.read(name)] for platform, one in there.items()}
        yield depth, names, {platform: held for platform, held in found.items() if held}


def _are_half(held: Sequence[str], names: Mapping[str, int]) -> bool:
    """Return whether at least half of the names are these, but for lists of who handed in what."""
    return 2 * len(held) >= len(names.keys() - _LISTS)


def _told(lms: str, argument: str, files: Sequence[File]) -> tuple[str, int]:
    """Return the platform, and at which depth below the argument its names stand: the first at which there are any."""
    for depth, _, met in _met(files):
        if len(met) > 1:
            said = listed([f"{LMS[platform].title} ({_examples(held)})" for platform, held in met.items()], len(met))
            raise LayoutRefused(
                f"{printable(argument)}: names of several platforms stand beside each other: {said}; give each download by itself"
            )
        for platform, held in met.items():
            if lms in (AUTO, platform):
                return platform, depth
            raise LayoutRefused(
                f"{printable(argument)}: is laid out as {LMS[platform].title} does it ({_examples(held)}), not {LMS[lms].title}; --lms {platform} reads it"
            )
    names = dict.fromkeys(file.below[0] for file in files if file.below)
    there = f"there is {_examples(list(names))}" if names else "there is nothing in it"
    layouts = either([one.layout for one in LMS.values()])
    raise LayoutRefused(
        f"{printable(argument)}: is no download of a platform that is known; {there}, expected names like {layouts}; without --lms each name is a student's"
    )


def hint(argument: str, files: Sequence[File]) -> list[str]:
    """Return that an argument looks like a platform's download, where at least half of its names do; else nothing."""
    for _, names, met in _met(files):
        for platform, named in met.items():
            if _are_half(named, names):
                said = f"is laid out as {LMS[platform].title} does it ({_examples(named)})"
                return [f"{printable(argument)}: {said}; --lms {platform} reads from its names who handed in what"]
    return []


def _examples(names: Sequence[str]) -> str:
    return quoted(names, _MOST_NAMED)


def _listed_in(platform: str, argument: str, files: Sequence[File], depth: int) -> Mapping[str, Submitted]:
    """Return the submissions that the list of a platform names, by their folders; none where it has no list."""
    if not (name := LMS[platform].list_file):
        return {}
    file = next(file for file in files if len(file.below) == depth + 1 and file.below[depth] == name)
    try:
        return read_metadata(content_of(file, Limits(MOST_BYTES, "")))
    except SubmissionError as failure:
        raise LayoutRefused(str(failure.faults[0])) from None
    except ValueError as failure:
        raise LayoutRefused(f"{printable(file.path, len(file.path))}: {failure}") from None


def _of_nobody(file: File, platform: str, layout: Layout) -> None:
    """Put a file away that bears no name of the platform."""
    if file.fault:
        layout.unowned.append(file)
    else:
        layout.junk.append(Junk(file.path, f"has no name that {LMS[platform].title} gives to what a student handed in"))


def _as_handed_in(file: File, named: Named) -> File:
    if named.is_link:
        return file._replace(fault=_LINK)
    return file._replace(is_pasted=True) if named.is_pasted else file


def _hand_in(held: Sequence[tuple[Person, File, bool]], layout: Layout, limits: Limits) -> tuple[Person, list[File]]:
    """Return what one person handed in. A text field that only accompanies files, and holds no answers, is left out."""
    person = max((one for one, _, _ in held), key=lambda one: (one.time, one.is_late))
    others = [file for _, file, is_pasted in held if not is_pasted]
    if not others:
        return person, [file for _, file, _ in held]
    kept = []
    for _, file, is_pasted in held:
        if is_pasted and not _answers(file, limits):
            layout.junk.append(Junk(file.path, _TALK))
        else:
            kept.append(file)
    return person, kept


def _answers(file: File, limits: Limits) -> bool:
    try:
        return holds_answers(content_of(file, limits))
    except SubmissionError:
        return True  # which is told when it is marked


def _notes(
    argument: str,
    platform: str,
    layout: Layout,
    submissions: Mapping[str, Submitted],
    files: Sequence[File],
    depth: int,
) -> Iterable[str]:
    """Yield what the user should know: how the download was read, and who handed in more than once."""
    hand_ins = sum(person.lms == platform for person, _ in layout.by_person)
    yield f"{printable(argument)}: read as a download of {LMS[platform].title}, {count(hand_ins, 'hand-in')}"
    keys = ((person.key, folder) for folder, one in submissions.items() for person in one.submitters)
    for key, folders in grouped(keys).items():
        if len(folders) > 1:
            yield f'"{printable(key)}" handed in {len(folders)} submissions, {listed(folders, _MOST_NAMED)}; --keep says which answers count'
    if timeless := [folder for folder, one in submissions.items() if one.time and not _is_time(one.time)]:
        first = printable(submissions[timeless[0]].time)
        yield f'{LMS[platform].list_file}: "{first}" and the like are no times; nobody knows when {_examples(timeless)} came'
    there = {file.below[depth] for file in files if len(file.below) > depth}
    if empty := [folder for folder in submissions if folder not in there]:
        yield f"{printable(argument)}: {count(len(empty), 'submission')} without files: {_examples(empty)}"


def _is_time(text: str) -> bool:
    try:
        read_time(text)
    except ValueError:
        return False
    return True
