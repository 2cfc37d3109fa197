"""Which layout a download has, and what each student handed in, by the names that the platform gave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from grader.course.content import content_of, holds_answers
from grader.course.found import ArgumentRefused, File, Junk
from grader.course.lms.gradescope import MOST_BYTES, Submitted, read_metadata
from grader.course.lms.names import METADATA, PLATFORMS, TITLES, Named
from grader.course.lms.person import Person, letters
from grader.documents import Limits
from grader.errors import SubmissionError
from grader.printable import printable
from grader.words import count, listed

AUTO = "auto"
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
    """Return who handed in what in a download. Raises LayoutRefused."""
    platform, depth = _told(lms, argument, files)
    of_submission = _metadata(argument, files, depth) if platform == "gradescope" else {}
    held: dict[str, list[tuple[Person, File, bool]]] = {}
    layout = Layout([], [], [], [])
    for file in files:
        named = PLATFORMS[platform](file.below[depth]) if len(file.below) > depth else None
        if named is None or (platform == "gradescope" and len(file.below) == depth + 1):
            _of_nobody(file, platform, layout)
            continue
        if named.is_pasted and not file.below[-1].casefold().endswith((".html", ".htm")):
            layout.junk.append(Junk(file.path, _EMBEDDED))
            continue
        for person in of_submission.get(file.below[depth], Submitted()).submitters or (named.person,):
            held.setdefault(person.key, []).append((person, _as_handed_in(file, named), named.is_pasted))
    for one in held.values():
        check_one([(person, file.path) for person, file, _ in one])
        layout.by_person.append(_hand_in(one, layout, limits))
    layout.notes.extend(_notes(argument, platform, layout, of_submission, files, depth))
    return layout


def check_one(met: Sequence[tuple[Person, str]]) -> None:
    """Refuse hand-ins under one key whose names are of several: nobody can tell whose they are. Raises LayoutRefused."""
    first, path = met[0]
    for other, elsewhere in met:
        if letters(other.name) != letters(first.name):
            names = " and ".join(f'"{printable(one.name)}"' if one.name else "anonymous" for one in (first, other))
            raise LayoutRefused(
                f"{printable(elsewhere, len(elsewhere))}: {printable(other.student)} is {names}, the first in {printable(path, len(path))}; "
                "these are of several downloads or assignments; mark each by itself"
            )


def _told(lms: str, argument: str, files: Sequence[File]) -> tuple[str, int]:
    """Return the platform, and at which depth below the argument its names stand: the first at which there are any."""
    for depth in range(_MOST_DEPTH):
        names = Counter(file.below[depth] for file in files if len(file.below) > depth)
        found = {platform: [name for name in names if read(name)] for platform, read in PLATFORMS.items()}
        if METADATA not in names:
            found["gradescope"] = []
        met = {platform: held for platform, held in found.items() if held}
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
    names = Counter(file.below[0] for file in files if file.below)
    there = f"there is {_examples(list(names))}" if names else "there is nothing in it"
    raise LayoutRefused(
        f"{printable(argument)}: is no download of a platform that is known; {there}, expected names like {_LAYOUTS}; without --lms each name is a student's"
    )


def hint(argument: str, files: Sequence[File]) -> list[str]:
    """Return that an argument looks like a platform's download, where at least half of its names do; else nothing."""
    for depth in range(_MOST_DEPTH):
        names = {file.below[depth]: None for file in files if len(file.below) > depth}
        for platform, read in PLATFORMS.items():
            named = [name for name in names if read(name)]
            if (
                named
                and 2 * len(named) >= len(names.keys() - {METADATA})
                and (platform != "gradescope" or METADATA in names)
            ):
                return [
                    f"{printable(argument)}: is laid out as {TITLES[platform]} does it ({_examples(named)}); --lms {platform} reads from its names who handed in what"
                ]
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
    elif file.below and file.below[-1] == METADATA:
        layout.junk.append(Junk(file.path, "says who handed in what"))
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
    yield f"{printable(argument)}: read as a download of {TITLES[platform]}, {count(len(layout.by_person), 'hand-in')}"
    twice: dict[str, list[str]] = {}
    for folder, one in submissions.items():
        for person in one.submitters:
            twice.setdefault(person.key, []).append(folder)
    for key, folders in twice.items():
        if len(folders) > 1:
            yield f'"{printable(key)}" handed in {len(folders)} submissions, {listed(folders, _MOST_NAMED)}; --keep says which answers count'
    there = {file.below[depth] for file in files if len(file.below) > depth}
    if empty := [folder for folder in submissions if folder not in there]:
        yield f"{printable(argument)}: {count(len(empty), 'submission')} without files: {_examples(empty)}"
