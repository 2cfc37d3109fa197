"""What a quiz is made from: what its document says, who is in the class, and the secret that all of it is drawn from."""

from __future__ import annotations

import csv
import hashlib
import hmac
import io
import json
import os
import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from grader.core.answers.reports import Reveal
from grader.core.data import Data
from grader.core.documents import Document, shape_faults
from grader.core.documents.writing import guard, table_text
from grader.core.errors import Fault, Path, ProblemError, suggest
from grader.core.games.text_question import TEXT, TextQuestion, read_text_question
from grader.core.numbers import INFINITY, Bound, read_number, show_number
from grader.core.policy import Points, Policy, read_points, read_policy
from grader.core.text import count, is_hidden, listed, printable, quoted

QUIZ_FILE, ROSTER_FILE, SECRET_FILE = "quiz.yaml", "roster.csv", "quiz.secret"
"""What the files are called that a quiz is made from."""

LOCK_FILE = "quiz.lock"
"""By this name the folder of a build is known."""


def example(suffix: str) -> bytes:
    """Return the example that a quiz begins with: "yaml", its document, or "csv", its roster."""
    with open(os.path.join(os.path.dirname(__file__), f"example.{suffix}"), "rb") as file:
        return file.read()


# -- the document of a quiz: its shape by the schema, and what it says, as a value. What its exercises are is read elsewhere

FORMAT = "gametree-quiz/1"
GENERATE = "generate"
PROGRAM = "program"
SOURCES = ("bank", "file", "problem", GENERATE, PROGRAM)
_OF_GRADEBOOK = ("student", "name", "group", "earned", "possible", "percent", "status", "source")


class Variants(StrEnum):
    """Who has problems of their own. Pools are stated by no quiz: a platform gives out variants, and anybody may have any."""

    SHARED = "shared"
    PER_STUDENT = "per-student"
    GROUPS = "groups"
    POOLS = "pools"


FREE = INFINITY
"""How far variants may be from the first problem where each is drawn by the request alone."""
_FREE = "free"


class QuizMarking(NamedTuple):
    """How a quiz is marked; None: nothing is said of it."""

    policy: Policy = Policy()
    reveal: Reveal | None = None
    keep: str | None = None


class Entry(NamedTuple):
    """An exercise as the quiz states it: where it comes from (one of SOURCES), what stands there, its points, its place.

    `points` is what the exercise is worth, or what some of its parts are, `points_path` the place of what says it; None: what the problem says. `text` is a
    question in words that is asked beside what the problem asks, in place of its own. `vary` is the share of each difficulty figure of the first problem by which those of its
    variants may differ, or FREE; None: nothing is said of it.
    """

    id: str
    source: str
    stated: Data
    path: Path
    points: Points
    points_path: Path
    text: TextQuestion | None = None
    vary: Bound | None = None

    @property
    def asks_nothing_drawn(self) -> bool:
        """Return whether it is generated and `ask` is empty: what is drawn is shown, and words alone may be asked."""
        return self.source == GENERATE and self.stated.get("ask") == []

    def wrong_id(self, message: str) -> tuple[str, Path]:
        """Return what is wrong with its id, and where: in a pool the id is that of its problem, which is named."""
        if self.path[-1] != "of":
            return f"{message}, expected another id", (*self.path, "id")
        return f"{printable(str(self.stated))}: {message}; leave it out by a list under of", self.path


class Pick(NamedTuple):
    """A choice of which each sheet has some: how many, of which exercises by their ids, its place, and what each of these is worth.

    `pool`: its exercises are all problems with a tag in a place; until these are looked up there are no ids.
    """

    number: int
    ids: tuple[str, ...]
    path: Path
    points: Points = None
    pool: Mapping[str, str] | None = None

    def wrong(self) -> Iterator[tuple[str, Path]]:
        """Yield what is wrong with it where there is nothing to choose from."""
        if self.number >= len(self.ids) and self.pool is None:
            yield (
                f"{self.number} of {len(self.ids)} is no choice, expected at most {len(self.ids) - 1}",
                (*self.path, "pick"),
            )


class Quiz(NamedTuple):
    """What the document of a quiz says."""

    id: str
    title: str
    course: str
    note: str
    variants: Variants
    groups: tuple[str, ...]
    entries: tuple[Entry, ...]
    marking: QuizMarking
    document: Document
    picks: tuple[Pick, ...] = ()
    is_shuffled: bool = False

    @property
    def length(self) -> int:
        """Return how many exercises each sheet has."""
        return len(self.entries) - sum(len(pick.ids) - pick.number for pick in self.picks)

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
    return _read(document)


def read_beside(document: Document, faults: Iterable[Fault]) -> tuple[Quiz, list[Fault]] | None:
    """Return as `read_quiz` does what is left of a quiz without the fields and exercises whose shape is wrong; None where that is no quiz."""
    wrong = {fault.path[: 2 if fault.path[:1] == ("exercises",) else 1] for fault in faults}
    if not isinstance(document.data, dict) or wrong & {(), ("id",), ("format",), ("exercises",)}:
        return None
    data = {name: stated for name, stated in document.data.items() if (name,) not in wrong}
    listed = [None if ("exercises", place) in wrong else one for place, one in enumerate(data["exercises"])]
    right = [one for one in listed if one is not None]
    if shape_faults(document._replace(data={**data, "exercises": right}), "quiz"):
        return None
    return _read(document._replace(data={**data, "exercises": listed}))


def _read(document: Document) -> tuple[Quiz, list[Fault]]:
    """Return the quiz in a document of the right shape, but for exercises that are None, and what else is wrong with it."""
    stated = document.data
    variants, groups = _variants(stated.get("variants") or Variants.SHARED.value)
    marking, wrong = _marking(stated.get("marking") or {})
    entries, picks = _exercises(stated["exercises"], wrong)
    quiz = Quiz(
        stated["id"].strip(),
        (stated.get("title") or "").strip(),
        (stated.get("course") or "").strip(),
        (stated.get("note") or "").strip(),
        variants,
        groups,
        entries,
        marking,
        document,
        picks,
        stated.get("order") == "shuffled",
    )
    return quiz, document.faults([*wrong, *_wrong_groups(groups), *wrong_ids(quiz.entries)])


def _variants(stated: Data) -> tuple[Variants, tuple[str, ...]]:
    if isinstance(stated, dict):
        return Variants.GROUPS, tuple(name.strip() for name in stated["groups"])
    return Variants(stated), ()


def _marking(stated: Mapping[str, Data]) -> tuple[QuizMarking, list[tuple[str, Path]]]:
    policy, wrong = read_policy(stated)
    reveal = stated.get("reveal")
    marking = QuizMarking(policy, None if reveal is None else Reveal(reveal), stated.get("keep"))
    return marking, [(message, ("marking", *path)) for message, path in wrong]


def _exercises(
    stated: Sequence[Mapping[str, Data] | None], wrong: list[tuple[str, Path]]
) -> tuple[tuple[Entry, ...], tuple[Pick, ...]]:
    """Return all exercises that anybody may have, in the order of the document, and what is picked among them."""
    entries, picks = list[Entry](), list[Pick]()
    for place, one in enumerate(stated):
        path: Path = ("exercises", place)
        if one is None:
            continue
        if "pick" not in one:
            entries.append(_entry(one, path, wrong))
            continue
        pick = Pick(int(one["pick"]), (), path, _points(one, path, wrong))
        if isinstance(one["of"], dict):
            picks.append(pick._replace(pool={name: said.strip() for name, said in one["of"].items()}))
            continue
        wrong += [
            ("points stand beside pick already, for each of these", (*path, "of", at, "points"))
            for at, each in enumerate(one["of"])
            if "points" in one and "points" in each
        ]
        of = [_entry(each, (*path, "of", at), wrong, pick) for at, each in enumerate(one["of"])]
        picks.append(pick._replace(ids=tuple(entry.id for entry in of)))
        entries += of
        wrong += picks[-1].wrong()
    return tuple(entries), tuple(picks)


def _entry(
    stated: Mapping[str, Data],
    path: Path,
    wrong: list[tuple[str, Path]],
    pick: Pick | None = None,
) -> Entry:
    """Return an exercise; that of a pick is worth what the pick says, if it says anything."""
    source = next(name for name in SOURCES if name in stated)
    points, points_path = _points(stated, path, wrong), path
    if pick is not None and pick.points is not None:
        points, points_path = pick.points, pick.path
    text, faults = read_text_question(stated.get("text"))
    wrong += [(message, (*path, TEXT, *below)) for message, below in faults]
    vary: Bound | None = None
    if "vary" in stated:
        try:
            vary = _vary(str(stated["vary"]).strip(), source)
        except ValueError as failure:
            wrong.append((str(failure), (*path, "vary")))
    return Entry(stated["id"].strip(), source, stated[source], path, points, points_path, text, vary)


def _points(stated: Mapping[str, Data], path: Path, wrong: list[tuple[str, Path]]) -> Points:
    points, faults = read_points(stated.get("points"))
    wrong += [(message, (*path, *below)) for message, below in faults]
    return points


def _vary(text: str, source: str) -> Bound:
    """Return how far variants may be from the first problem. Raises ValueError."""
    if source != GENERATE:
        raise ValueError(f"vary stands only beside generate; what comes from {source} is the same for all")
    if text == _FREE:
        return FREE
    expected = f'"{printable(text, 40)}": expected a share from 0 to 1, as 1/2 or 0.25, or {_FREE}'
    try:
        share = read_number(text)
    except ValueError:
        raise ValueError(expected + suggest(text, [_FREE])) from None
    if not 0 <= share <= 1:
        raise ValueError(expected)
    return share


def vary_text(vary: Bound) -> str:
    """Return how far variants may be from the first problem, as a quiz states it."""
    return _FREE if vary == FREE else show_number(vary)


def _wrong_groups(groups: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    for place, group in enumerate(groups):
        path: Path = ("variants", "groups", place)
        if message := wrong_name(group):
            yield message, path
        elif group.casefold() in map(str.casefold, groups[:place]):
            yield f'the group "{group}" stands here twice, expected once', path


def wrong_ids(entries: Sequence[Entry]) -> Iterator[tuple[str, Path]]:
    """Yield what is wrong with the ids of exercises, which are also columns of the gradebook."""
    seen: set[str] = set()
    for entry in entries:
        if entry.id.casefold() in seen:
            yield entry.wrong_id(f'there is an exercise "{printable(entry.id)}" already')
        if entry.id.casefold() in _OF_GRADEBOOK:
            yield entry.wrong_id(f'"{entry.id}" is a column of the gradebook')
        seen.add(entry.id.casefold())


# -- the roster: who is in the class, as a CSV file from anywhere says it; all that is wrong with it is said at once

COLUMNS = ("id", "name", "group", "email")
_MOST_BYTES = 16 * 1024 * 1024
_LONGEST_ID = 100
_MOST_NAMED = 8


class Student(NamedTuple):
    """A line of the roster."""

    id: str
    name: str = ""
    group: str = ""
    email: str = ""


class _Row(NamedTuple):
    """A line of the file: its number, and what stands in it by column."""

    line: int
    cells: dict[str, str]


def read_roster(content: bytes, source: str, groups: Sequence[str] | None = None) -> dict[str, Student]:
    """Return the students by id, in the order of the file. Raises ProblemError with all that is wrong.

    With `groups` each student must be in one of these.
    """
    rows, faults = _rows(_text(content, source), source)
    lines: dict[str, int] = {}
    students: dict[str, Student] = {}
    for row in rows:
        student = Student(**row.cells)
        if broken := [name for name in COLUMNS if "\n" in row.cells[name] or "\r" in row.cells[name]]:
            message = f"a line break stands in {listed(broken, _MOST_NAMED)}, expected a line for each student; a quotation mark may not be closed"
            faults.append(Fault(message, source, row.line, path=(broken[0],)))
        elif message := _wrong_id(student.id, lines):
            faults.append(Fault(message, source, row.line, path=("id",)))
        elif groups is not None and (message := _wrong_group(student.group, groups)):
            faults.append(Fault(message, source, row.line, path=("group",)))
        lines.setdefault(likeness(student.id), row.line)
        students.setdefault(student.id, student)
    if not students and not faults:
        faults.append(Fault("there is no student in it, expected a line for each below the header", source))
    if faults:
        raise ProblemError(faults)
    return students


def write_roster(roster: Mapping[str, Student]) -> str:
    """Return the roster as CSV; a name that a spreadsheet would run as a formula cannot."""
    return table_text(COLUMNS, roster.values())


def wrong_name(text: str) -> str:
    """Return why the text cannot be the id of a student or the name of a group; nothing for one that can.

    These are names of folders and cells of tables, and are typed by students: so they bear no path, no formula and no
    letter that nobody can see.
    """
    if not text:
        return "is empty"
    shown = f'"{printable(text)}"'
    if len(text) > _LONGEST_ID:
        return f"{shown} has {len(text):,} letters, expected at most {_LONGEST_ID}"
    if any(letter in text for letter in "/\\") or text in (".", ".."):
        return f"{shown} would be a path, expected a name without '/' and '\\'"
    if any(map(is_hidden, text)):
        return f"{shown} holds a letter that nobody can see; type it anew"
    if guard(text) != text or text[0] in "'-+":
        return f"{shown} would be a formula in a spreadsheet, expected a letter or a digit first"
    return ""


def likeness(id_: str) -> str:
    """Return what two ids share that look the same, or differ only in case: letters may be composed of several."""
    return unicodedata.normalize("NFC", id_).casefold()


def _wrong_id(id_: str, lines: Mapping[str, int]) -> str:
    if message := wrong_name(id_):
        return message
    earlier = lines.get(likeness(id_))
    return f'"{printable(id_)}" stands in line {earlier} already, expected each student once' if earlier else ""


def _wrong_group(group: str, groups: Sequence[str]) -> str:
    if group in groups:
        return ""
    here = f'"{printable(group)}"' if group else "nothing"
    return f"{here} stands here, expected {listed(groups, _MOST_NAMED)}{suggest(group, groups) if group else ''}"


def _text(content: bytes, source: str) -> str:
    """Return the text of the file. Raises ProblemError for what is no UTF-8."""
    if len(content) > _MOST_BYTES:
        raise ProblemError([Fault(f"is larger than {_MOST_BYTES:,} bytes, which no roster is", source)])
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in content:
        raise ProblemError([Fault("is no UTF-8 text (UTF-16, or no text at all); save it as CSV UTF-8", source)])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        line = content[: failure.start].count(b"\n") + 1
        shown = content.splitlines()[line - 1].decode("latin-1").strip()
        message = f'is no UTF-8; it may be Latin-1, in which this line is "{printable(shown)}"; save it as CSV UTF-8'
        raise ProblemError([Fault(message, source, line)]) from None


def _rows(text: str, source: str) -> tuple[list[_Row], list[Fault]]:
    """Return the lines below the header, and what is wrong with the form of the table. Raises ProblemError for the header."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(first), strict=True)
    faults: list[Fault] = []
    rows: list[_Row] = []
    header: list[str] | None = None
    for line, cells in _lines(reader, source, faults):
        if header is None:
            header = _header(cells, Fault("", source, line))
        elif len(cells) > len(header):
            message = f"{len(cells)} cells stand here under {len(header)} columns; put text that holds '{_separator(first)}' in quotes"
            faults.append(Fault(message, source, line))
        else:
            known = dict(zip(header, cells, strict=False))
            rows.append(_Row(line, {name: known.get(name, "") for name in COLUMNS}))
    if header is None and not faults:
        raise ProblemError([Fault("is empty, expected a header with a column id", source)])
    return rows, faults


def _separator(first: str) -> str:
    return ";" if first.count(";") > first.count(",") else ","


def _lines(reader: Iterator[list[str]], source: str, faults: list[Fault]) -> Iterator[tuple[int, list[str]]]:
    """Yield the number at which each line begins and its trimmed cells; what is blank is passed over."""
    end = 0
    while True:
        begin = end + 1
        try:
            cells = [cell.strip() for cell in next(reader)]
        except StopIteration:
            return
        except csv.Error as failure:
            said = (
                "is not closed"
                if "end of data" in str(failure)
                else f"stands within a cell, or is not doubled there ({failure})"
            )
            faults.append(Fault(f"is no CSV: a quotation mark {said}", source, begin))
            return
        end = reader.line_num  # type: ignore[attr-defined]  # of csv's reader
        if any(cells):
            yield begin, cells


def _header(cells: Sequence[str], at: Fault) -> list[str]:
    """Return the columns in lower case. Raises ProblemError where there is no id, or one of ours stands twice."""
    names = [cell.casefold() for cell in cells]
    faults = [
        at._replace(message=f'the column "{name}" stands here twice, expected once')
        for name in COLUMNS
        if names.count(name) > 1
    ]
    if "id" not in names:
        shown = quoted(cells, _MOST_NAMED)
        message = f"there is no column id, only {shown}; the first line names the columns, with ',' or ';' between them; gametree roster FILE makes a roster of what a platform exports"
        faults.append(at._replace(message=message))
    if faults:
        raise ProblemError(faults)
    return names


# -- the secret of a quiz: seeds and ids come from it, so that nobody without it can draw a problem again

VARIABLE = "GAMETREE_SECRET"
_LEAST = 32
_MOST = 4096
_DIGITS = 10
_REMEDY = "take this file away, and `gametree quiz init` makes one"


class Secret:
    """A secret; nothing that is shown or written of it tells it."""

    def __init__(self, text: str) -> None:
        self._key = text.encode()

    def __repr__(self) -> str:
        return "<Secret>"

    def digits(self, label: str, quiz: str, exercise: str, who: str) -> str:
        """Return the hexadecimal digits for a label, an exercise and who has it ("": everyone)."""
        named = json.dumps([label, quiz, exercise, who], ensure_ascii=False, separators=(",", ":"))
        return hmac.new(self._key, named.encode(), hashlib.sha256).hexdigest()

    def seed(self, quiz: str, exercise: str, who: str) -> str:
        """Return the seed of a generated problem."""
        return self.digits("seed", quiz, exercise, who)

    def problem_id(self, quiz: str, exercise: str, who: str) -> str:
        """Return the id of a problem; it tells nothing but the exercise."""
        return f"{exercise}-{self.digits('id', quiz, exercise, who)[:_DIGITS]}"

    def on_sheet(self, quiz: Quiz, who: str, had: Container[str] = ()) -> list[str]:
        """Return the exercises on someone's sheet by their ids, in its order; of what is picked those with the smallest digits.

        Those that were `had` before come last in a pick, after those of them of which another problem can be drawn.
        """
        fixed = {entry.id for entry in quiz.entries if entry.source != GENERATE}

        def digits(label: str) -> Callable[[str], str]:
            return lambda exercise: self.digits(label, quiz.id, exercise, who)

        def is_last(exercise: str) -> tuple[bool, bool]:
            return exercise in had, exercise in had and exercise in fixed

        by_digits = (sorted(sorted(pick.ids, key=digits("pick")), key=is_last) for pick in quiz.picks)
        left_out = {id_ for pick, ids in zip(quiz.picks, by_digits, strict=True) for id_ in ids[pick.number :]}
        ids = [entry.id for entry in quiz.entries if entry.id not in left_out]
        return sorted(ids, key=digits("order")) if quiz.is_shuffled else ids

    def fingerprint(self, quiz: str) -> str:
        """Return what tells this secret from another."""
        return self.digits("fingerprint", quiz, "", "")


def exercise_in(problem: str) -> str:
    """Return the exercise that a problem of a build is a variant of, which its id begins with."""
    return problem.rpartition("-")[0]


def read_secret(content: bytes, source: str, remedy: str = _REMEDY) -> Secret:
    """Return the secret that a file or a variable holds, less the blanks around it. Raises ProblemError; never says it.

    A short one could be guessed: whoever has one problem could try secrets until its id comes out. `remedy` says what to do.
    """
    try:
        text = content.decode().strip()
    except UnicodeDecodeError:
        raise ProblemError([Fault(f"the secret is no UTF-8 text; {remedy}", source)]) from None
    if not _LEAST <= len(text) <= _MOST:
        what = f"has {count(len(text), 'letter')}" if text else "is empty"
        raise ProblemError([Fault(f"the secret {what}, expected {_LEAST} to {_MOST:,} letters; {remedy}", source)])
    return Secret(text)
