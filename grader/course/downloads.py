"""Which layout a download has, and what each student handed in, by the names that the platform gave."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from grader.core.text import count, listed, printable
from grader.core.times import read_time
from grader.course.contents import content_of, holds_answers
from grader.course.hand_in import ArgumentRefused, File, Junk, Person, letters

# -- the names that platforms give to what students handed in, in a bulk download

METADATA = "submission_metadata.yml"
_MOODLE = re.compile(
    r"(?P<name>[^_]+)_(?P<id>[0-9]{1,18})_assignsubmission_(?P<sort>[a-z]+)(?:_(?P<file>.*))?", re.DOTALL
)
_NAMED = r"(?!(?:LATE_)?anon_(?=[0-9]*[A-Za-z])[A-Za-z0-9]{1,40}(?:_LATE)?_[0-9]{1,18}_.)"
"""What does not begin as the name of somebody anonymous."""
_CANVAS = re.compile(
    rf"(?:{_NAMED}(?P<name>\w+?)_(?P<late>LATE_)?(?P<id>[0-9]{{1,18}})"
    r"|(?P<early>LATE_)?(?P<anonymous>anon_[A-Za-z0-9]{1,40})(?P<then>_LATE)?)"
    r"_(?:(?P<attachment>[0-9]{1,18})_(?P<file>.+)|(?P<entry>text|link)(?:-[0-9]+)?(?:\.html)?)",
    re.DOTALL,
)
_CANVAS_QUIZ = re.compile(
    rf"{_NAMED}(?P<name>(?:(?!_[0-9]{{1,18}}_[0-9])[-\w])*?)(?P<id>[0-9]{{1,18}})"
    r"_question_[0-9]{1,18}_[0-9]{1,18}_(?P<file>.+)",
    re.DOTALL,
)
"""A file of a quiz. Before `_question_` stands no `_<id>_<id>`: there a student called the file so."""
_GRADESCOPE = re.compile(r"submission_(?P<id>[0-9]{1,18})")
_BLIND = "Participant"


class Named(NamedTuple):
    """What a name says: who handed in, and whether it is a text field (`is_pasted`) or the address of a page (`is_link`)."""

    person: Person
    is_pasted: bool = False
    is_link: bool = False


def moodle(name: str) -> Named | None:
    """Return what the name of a file or folder says that Moodle gave; None for any other.

    >>> moodle("ONeil-Müller Žofia_5_assignsubmission_file_").person.key
    '5'
    """
    if (found := _MOODLE.fullmatch(name)) is None:
        return None
    full = "" if found["name"] == _BLIND else found["name"].strip()
    return Named(Person("moodle", found["id"], full), is_pasted=found["sort"] == "onlinetext")


def as_called(name: str) -> str:
    """Return what a student called a file, without what a platform put before it.

    >>> as_called("oneil_LATE_3143_207797_search-1.py"), as_called("Ann Lee_5_assignsubmission_file_search.py"), as_called("a_b.py")
    ('search-1.py', 'search.py', 'a_b.py')
    """
    found = _MOODLE.fullmatch(name) or _CANVAS_QUIZ.fullmatch(name) or _CANVAS.fullmatch(name)
    return (found["file"] if found else "") or name


def canvas(name: str) -> Named | None:
    """Return what the name of a file says that Canvas gave; None for any other.

    >>> canvas("oneilmullerzofia_LATE_3143_207797_answers-1.yaml").person.is_late
    True
    >>> canvas("oneil_zofia3143_question_55_901_answers.yaml").person.key
    '3143'
    """
    if moodle(name) is not None:
        return None
    if (of_quiz := _CANVAS_QUIZ.fullmatch(name)) is not None:
        return Named(Person("canvas", of_quiz["id"], of_quiz["name"].replace("_", " ").strip()))
    if (found := _CANVAS.fullmatch(name)) is None:
        return None
    is_late = any(found[group] for group in ("late", "early", "then"))
    person = Person("canvas", found["id"] or found["anonymous"], found["name"] or "", is_late=is_late)
    return Named(person, is_pasted=found["entry"] == "text", is_link=found["entry"] == "link")


def gradescope(name: str) -> Named | None:
    """Return what the name of a folder says that Gradescope gave; None for any other. Who it is, its metadata say."""
    found = _GRADESCOPE.fullmatch(name)
    return None if found is None else Named(Person("gradescope", found[0], submission=found["id"]))


PLATFORMS: dict[str, Callable[[str], Named | None]] = {"moodle": moodle, "canvas": canvas, "gradescope": gradescope}
TITLES = {"moodle": "Moodle", "canvas": "Canvas", "gradescope": "Gradescope"}


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


AUTO, NO_PLATFORM = "auto", "none"
_MOST_DEPTH = 4
_MOST_NAMED = 3
_LINK = "is the address of a page, which is not followed; hand in the file itself"
_EMBEDDED = "is embedded in a text, not handed in"
_TALK = "is a text without answers, beside what was handed in"
_LAYOUTS = "Moodle's (Name_12_assignsubmission_file), Canvas' (name_12_345_file.yaml) or Gradescope's (submission_12 beside submission_metadata.yml)"


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

    Names of Moodle and Gradescope are looked for where one stands, those of Canvas, which others may look like, where half of the
    names are such, or where `lms` says so; with NO_PLATFORM none are. What a student zipped may hold any names: it is looked into
    where `lms` says that downloads were named.
    """
    there: dict[str, int] = {}
    seen = files if lms in PLATFORMS else [file._replace(below=file.outside) for file in files]
    for depth, names, met in _met(seen) if lms != NO_PLATFORM else ():
        for platform, held in met.items():
            if platform != "canvas" or lms == platform or 2 * len(held) >= len(names.keys() - {METADATA}):
                there.setdefault(platform, depth)
    if not there:
        return Layout([], [], [], []), files
    return _by_names(there, argument, files, limits, is_trusting=lms in PLATFORMS)


def _by_names(
    there: Mapping[str, int], argument: str, files: Sequence[File], limits: Limits, *, is_trusting: bool
) -> tuple[Layout, list[File]]:
    """Return who handed in what by the names of these platforms, each at its depth below the argument, and the files that have none.

    `is_trusting`: also by names in an archive inside, which may be what somebody handed in.
    """
    submissions = _metadata(argument, files, there["gradescope"]) if "gradescope" in there else {}
    held: dict[tuple[str, str], list[tuple[Person, File, bool]]] = {}
    layout, others = Layout([], [], [], []), list[File]()
    for file in files:
        most = len(file.below if is_trusting else file.outside)
        found = (_named_at(platform, file, depth) for platform, depth in there.items() if depth < most)
        named = next(filter(None, found), None)
        if named is None and "gradescope" in there and file.below[-1:] == (METADATA,) and not file.fault:
            layout.junk.append(Junk(file.path, "says who handed in what"))
        elif named is None:
            others.append(file)
        elif named.is_pasted and not file.below[-1].casefold().endswith((".html", ".htm")):
            layout.junk.append(Junk(file.path, _EMBEDDED))
        else:
            folder = file.below[there[named.person.lms]] if named.person.lms == "gradescope" else ""
            for person in submissions.get(folder, Submitted()).submitters or (named.person,):
                met = (person, _as_handed_in(file, named), named.is_pasted)
                held.setdefault((person.lms, person.key), []).append(met)
    for same in held.values():
        check_one([(person, file.path) for person, file, _ in same])
        layout.by_person.append(_hand_in(same, layout, limits))
    for platform, depth in there.items():
        layout.notes.extend(_notes(argument, platform, layout, submissions, files, depth))
    return layout, others


def _named_at(platform: str, file: File, depth: int) -> Named | None:
    """Return what the name of a file, or of a folder around it, says at this depth; Gradescope gives names to folders alone."""
    if len(file.below) <= depth + (platform == "gradescope"):
        return None
    return PLATFORMS[platform](file.below[depth])


_ONE_ID = f"two people have one student ID; correct it on Gradescope's roster and download once more, or in {METADATA}"


def check_one(met: Sequence[tuple[Person, str]]) -> None:
    """Refuse hand-ins under one key whose names are of several: nobody can tell whose they are. Raises LayoutRefused."""
    first, path = met[0]
    for other, elsewhere in met:
        if letters(other.name) != letters(first.name):
            names = " and ".join(f'"{printable(one.name)}"' if one.name else "anonymous" for one in (first, other))
            is_one_list = first.lms == "gradescope" and _export_of(path) == _export_of(elsewhere)
            raise LayoutRefused(
                f"{printable(elsewhere, len(elsewhere))}: {printable(other.student)} is {names}, the first in {printable(path, len(path))}; "
                + (_ONE_ID if is_one_list else "these are of several downloads or assignments; mark each by itself")
            )


def _export_of(path: str) -> str:
    """Return the path of the export in which a submission to Gradescope lies."""
    return path.partition("submission_")[0]


def _met(files: Sequence[File]) -> Iterator[tuple[int, Counter[str], Mapping[str, list[str]]]]:
    """Yield for each depth below the argument the names there, and those of them that platforms gave, by platform."""
    for depth in range(_MOST_DEPTH):
        names = Counter(file.below[depth] for file in files if len(file.below) > depth)
        found = {platform: [name for name in names if read(name)] for platform, read in PLATFORMS.items()}
        if METADATA not in names:
            found["gradescope"] = []
        yield depth, names, {platform: held for platform, held in found.items() if held}


def _told(lms: str, argument: str, files: Sequence[File]) -> tuple[str, int]:
    """Return the platform, and at which depth below the argument its names stand: the first at which there are any."""
    for depth, _, met in _met(files):
        if len(met) > 1:
            said = listed([f"{TITLES[platform]} ({_examples(held)})" for platform, held in met.items()], len(met))
            raise LayoutRefused(
                f"{printable(argument)}: names of several platforms stand beside each other: {said}; give each download by itself"
            )
        for platform, held in met.items():
            if lms in (AUTO, platform):
                return platform, depth
            raise LayoutRefused(
                f"{printable(argument)}: is laid out as {TITLES[platform]} does it ({_examples(held)}), not {TITLES[lms]}; --lms {platform} reads it"
            )
    names = dict.fromkeys(file.below[0] for file in files if file.below)
    there = f"there is {_examples(list(names))}" if names else "there is nothing in it"
    raise LayoutRefused(
        f"{printable(argument)}: is no download of a platform that is known; {there}, expected names like {_LAYOUTS}; without --lms each name is a student's"
    )


def hint(argument: str, files: Sequence[File]) -> list[str]:
    """Return that an argument looks like a platform's download, where at least half of its names do; else nothing."""
    for _, names, met in _met(files):
        for platform, named in met.items():
            if 2 * len(named) >= len(names.keys() - {METADATA}):
                said = f"is laid out as {TITLES[platform]} does it ({_examples(named)})"
                return [f"{printable(argument)}: {said}; --lms {platform} reads from its names who handed in what"]
    return []


def _examples(names: Sequence[str]) -> str:
    return listed([f'"{printable(name)}"' for name in names], _MOST_NAMED)


def _metadata(argument: str, files: Sequence[File], depth: int) -> dict[str, Submitted]:
    file = next(file for file in files if len(file.below) == depth + 1 and file.below[depth] == METADATA)
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
        layout.junk.append(Junk(file.path, f"has no name that {TITLES[platform]} gives to what a student handed in"))


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
    argument: str, platform: str, layout: Layout, submissions: dict[str, Submitted], files: Sequence[File], depth: int
) -> Iterable[str]:
    """Yield what the user should know: how the download was read, and who handed in more than once."""
    hand_ins = sum(person.lms == platform for person, _ in layout.by_person)
    yield f"{printable(argument)}: read as a download of {TITLES[platform]}, {count(hand_ins, 'hand-in')}"
    if platform != "gradescope":
        return
    keys = ((person.key, folder) for folder, one in submissions.items() for person in one.submitters)
    for key, folders in grouped(keys).items():
        if len(folders) > 1:
            yield f'"{printable(key)}" handed in {len(folders)} submissions, {listed(folders, _MOST_NAMED)}; --keep says which answers count'
    if timeless := [folder for folder, one in submissions.items() if one.time and not _is_time(one.time)]:
        first = printable(submissions[timeless[0]].time)
        yield f'{METADATA}: "{first}" and the like are no times; nobody knows when {_examples(timeless)} came'
    there = {file.below[depth] for file in files if len(file.below) > depth}
    if empty := [folder for folder in submissions if folder not in there]:
        yield f"{printable(argument)}: {count(len(empty), 'submission')} without files: {_examples(empty)}"


def _is_time(text: str) -> bool:
    try:
        read_time(text)
    except ValueError:
        return False
    return True
