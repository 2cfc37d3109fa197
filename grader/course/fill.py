"""Which line of a gradebook is which student, and what is written there; all that its importer would refuse is told before."""

from __future__ import annotations

import html
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import IO, NamedTuple

from grader.core.data import grouped
from grader.core.names import stem_of
from grader.core.numbers import marks_text, points_text, rounded
from grader.core.policy import CENT
from grader.core.text import both, count, first_of_many, listed, listed_names, printable, quoted, without_escapes
from grader.course.adjusting import Action
from grader.course.gradebook_files import (
    DECIMAL_COMMA,
    Book,
    Change,
    FileRefused,
    Line,
    Table,
    filled,
    number_in,
    read_book,
    read_table,
)
from grader.course.late import Late
from grader.course.lms import LMS, KeyOf, Person, letters, lms_of, person_of, turned
from grader.course.quiz import Student
from grader.course.result_lines import WrittenProblem, WrittenResult, exact_marks, exercise_of, row_in
from grader.course.run.out_folder import FEEDBACK
from grader.course.tally import Status

# -- what a class run says of each student, for a gradebook: who, the marks that count, and a comment that tells no
# answer

_MOST_NAMED = 50


class Marked(NamedTuple):
    """A student with marks: `earned` is what counts, late work taken off, of `possible`. `comment` is for the student.

    `is_decided`: people decided about the marks, so that they may be out of another total than those of others.
    """

    student: str
    status: Status
    person: Person | None
    names: tuple[str, ...]
    emails: tuple[str, ...]
    earned: Fraction
    possible: Fraction
    comment: str
    is_decided: bool = False


def marked_students(
    results: Iterable[WrittenResult], roster: Mapping[str, Student], late: Late | None
) -> Iterator[Marked]:
    """Yield the students of a run, in the order of its results."""
    for result in results:
        row = row_in(result)
        stated = {field: without_escapes(said) for field, said in row.platform.items()}  # as gradebooks have it
        person = person_of(stated)
        listed_as = roster.get(row.student)
        names = (listed_as.name if listed_as else "", person.name if person else "")
        emails = (listed_as.email if listed_as else "", person.email if person else "")
        marks = late.marks(row, listed_as) if late is not None and row.has_marks else None
        earned = marks.final if marks is not None else row.earned
        comment = _comment(result, row.earned, row.possible, marks.penalty if marks is not None else None)
        who = (row.student, row.status, person, _said(names), _said(emails))
        yield Marked(*who, earned, row.possible, comment, bool(row.decided))


def _said(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if text))


def _comment(result: WrittenResult, earned: Fraction, possible: Fraction, penalty: Fraction | None) -> str:
    """Return the marks in words, all and of each exercise. Answers stay out: whoever sees it may not have handed in yet."""
    by_hand = any(
        one["before"] != one["after"] for one in result.get("adjusted", ())
    )  # then exercises do not add up to it
    changed = ", changed by hand" * by_hand
    late = f", less {points_text(penalty)} for being late" if penalty else ""
    marked = {exercise_of(one): one for one in result.get("problems", ()) if not one.get("dropped")}
    marks = [*marked.items(), *result.get("given", {}).items()]
    bonuses = {name for name, one in marked.items() if _is_bonus(one)}
    each = [
        f"{exercise}: {one['earned']:g} of {one['possible']:g}{' bonus' * (exercise in bonuses)}"
        for exercise, one in marks
    ]
    told = f" ({listed(each, _MOST_NAMED)})" if len(each) > 1 else ""
    is_most = bool(bonuses) and not by_hand and sum(exact_marks(one["earned"]) for _, one in marks) > earned
    most = ", which is the most that counts" * is_most
    return f"{marks_text(earned)} of {points_text(possible)}{most}{changed}{late}{told}"


def _is_bonus(problem: WrittenProblem) -> bool:
    """Return whether the points of a problem are no part of what is possible."""
    return any(one["what"] == Action.BONUS for one in problem.get("adjusted", ()))


# -- by what the lines of gradebooks know a student

Key = tuple[str, str]
"""What a column says, and the text in it by which a student is known."""


def _keys_of(one: Marked) -> Iterator[Key]:
    """Yield what columns may say of a student, some of it twice; names, which take their time, at the end."""
    person = one.person
    if person is None or person.column == "id" or one.student != person.student:
        yield from (("id", one.student.casefold()), ("email", one.student.casefold()))  # no number of a platform
    yield from (("email", email.casefold()) for email in one.emails)
    if person is not None:
        yield person.column, person.key.casefold()
    yield from (("name", way) for name in one.names for way in turned(name))


def _keys_in(what: str, said: str) -> list[Key]:
    """Return what a cell may say of who it is."""
    if not said:
        return []
    if lms_of(what).called:
        number = re.search(r"[0-9]+$", said)
        return [(what, number[0] if number else ""), ("id", said.casefold())]
    return [(what, letters(said) if what == "name" else said.casefold())]


_WORDS = {**dict.fromkeys(LMS, "number"), "id": "id", "email": "email address", "name": "name"}
_MOST_TOLD = 20
_MOST_STUDENTS_NAMED = 5
_OURS = re.compile(r"(<p>)?[0-9.]+ of [0-9.]+ points?\b.*", re.DOTALL)


class Filled(NamedTuple):
    """A gradebook with marks: its bytes, in how many lines, and what the instructor should know."""

    content: bytes
    marks: int
    notes: tuple[str, ...]


class Wishes(NamedTuple):
    """What is said of how to fill: the column, what marks are out of, whether with comments, whether to leave out who has no line.

    `has_list`: there is a class list, with names and addresses.
    """

    column: str | None = None
    out_of: Fraction | None = None
    has_comments: bool = True
    skips_unknown: bool = False
    has_list: bool = False


def fill(content: bytes, students: Sequence[Marked], wishes: Wishes) -> Filled:
    """Return the gradebook with the marks of the students filled in. Raises FileRefused with all that is in the way."""
    table = read_table(content)
    return _Filling(table, read_book(table, wishes.column), students, wishes).fill()


class _Filling:
    """One gradebook while it is filled in."""

    def __init__(self, table: Table, book: Book, students: Sequence[Marked], wishes: Wishes) -> None:
        self._table, self._book, self._wishes = table, book, wishes
        self._students = students
        self._out_of = wishes.out_of if wishes.out_of is not None else book.out_of
        self._known = grouped((key, one) for one in students for key in {*_keys_of(one)})
        self._line_of: dict[str, Line] = {}
        self._reasons: list[str] = []  # whose lines are
        self._wrong: list[str] = []  # what stands in them; told after these
        self._excused = 0

    def fill(self) -> Filled:
        self._check_scale(
            {one.possible for one in self._students if one.status is Status.GRADED and not one.is_decided}
        )
        changes, marked = list[Change](), 0
        for place, line in enumerate(self._table.lines):
            if not self._book.is_student(line):
                continue
            student = self._assigned(line)
            is_kept = line.said(self._book.marks) in self._book.kept
            if student is not None and student.status is Status.GRADED and not is_kept:
                made = sorted(self._changes(place, line, student))
                changes += made
                marked += sum(change.column == self._book.marks for change in made)
            elif student is not None and student.status is Status.EXCUSED and self._book.kept:
                changes.append(Change(place, self._book.marks, self._book.kept[0]))
            else:
                self._excused += student is not None and is_kept
                self._check_left(line)
        if not self._wishes.skips_unknown:
            self._wrong += [
                f'there is no line for "{printable(student.student)}"{_also(student)}; {self._known_by()}'
                for student in self._without_a_line()
            ]
        if reasons := self._reasons + self._wrong:
            raise FileRefused(*first_of_many(reasons, _MOST_TOLD, "like these"))
        return Filled(filled(self._table, changes), marked, tuple(self._notes()))

    def _known_by(self) -> str:
        """Return by what lines are known, and what to do about a student who has none."""
        what = both([*dict.fromkeys(_WORDS[what] for _, what in self._book.who)])
        known = f"lines are known by {what} here"
        if not self._wishes.has_list:
            return f"{known}; name the class list: --roster roster.csv"
        return f"{known}: is this the worksheet of another course? --skip-unknown leaves such students out"

    def _check_scale(self, possible: set[Fraction]) -> None:
        """Refuse marks without a maximum that can be read, or that are out of different numbers: who leaves a problem out would gain by it."""
        if self._wishes.out_of is None and self._book.unread:
            self._reasons.append(self._book.unread)
        elif self._out_of is None and possible:
            column, earned = printable(self._table.header[self._book.marks]), marks_text(max(possible))
            self._reasons.append(
                f'does not say what "{column}" is out of; say it by --out-of, such as --out-of 100; --out-of {earned} leaves the marks as they were earned'
            )
        if self._out_of is not None and len(possible) > 1:
            shown = listed([*map(marks_text, sorted(possible))], _MOST_STUDENTS_NAMED)
            self._reasons.append(
                f"marks are out of different totals ({shown}), so they cannot be put out of {marks_text(self._out_of)}; grade with --quiz, or with --require and --only"
            )

    def _assigned(self, line: Line) -> Marked | None:
        """Return whose a line is; None where it is nobody's, or that is not clear."""
        meant, by = self._meant(line)
        if len(meant) > 1:
            names = quoted((one.student for one in meant), _MOST_STUDENTS_NAMED)
            self._reasons.append(f"line {line.number} may be any of {names}")
        if len(meant) != 1:
            return None
        [student] = meant
        if (other := self._line_of.get(student.student)) is not None:
            self._reasons.append(
                f'lines {other.number} and {line.number} are both "{printable(student.student)}"; keep the one that is meant'
            )
            return None
        self._line_of[student.student] = line
        self._check_name(line, student, by)
        return student

    def _meant(self, line: Line) -> tuple[Sequence[Marked], str]:
        """Return the students that a line may be, by the first of its columns that knows any; of several those whom the columns after it know, too."""
        meant: Sequence[Marked] = ()
        by = ""
        for column, what in self._book.who:
            for key in _keys_in(what, line.said(column)):
                known = self._known.get(key, [])
                among = [one for one in known if one in meant] if meant else known
                meant, by = (among, by or what) if among else (meant, by)
                if len(meant) == 1:
                    return meant, by
        return meant, by

    def _check_name(self, line: Line, student: Marked, by: str) -> None:
        """Refuse a worksheet in which a participant's number is another one's name: it is of another assignment."""
        name = next((line.said(column) for column, what in self._book.who if what == "name"), "")
        theirs = student.person.name if student.person is not None else ""
        is_cut = theirs.endswith("…") and letters(name).startswith(letters(theirs))
        is_another = bool(name and theirs) and letters(name) not in turned(theirs) and not is_cut
        if is_another and lms_of(by).key is KeyOf.PARTICIPANT:
            self._reasons.append(
                f'line {line.number} is "{printable(name)}", but that number handed in as "{printable(theirs)}"; the worksheet is of another assignment'
            )

    def _changes(self, place: int, line: Line, student: Marked) -> list[Change]:
        book = self._book
        mark = student.earned
        if self._out_of is not None:
            mark = mark * self._out_of / student.possible if student.possible else Fraction(0)
        mark = Fraction(rounded(mark, CENT))
        most = self._most(line)
        if most is not None and mark > most:
            self._wrong.append(
                f'line {line.number}: {marks_text(mark)} for "{printable(student.student)}" is more than the maximum of {marks_text(most)}'
            )
        if len(line.cells) <= max(book.marks, book.comments):
            self._wrong.append(
                f"line {line.number} has only {count(len(line.cells), 'cell')}; save the file as the platform gave it"
            )
            return []
        said = marks_text(mark).replace(".", "," if book.has_decimal_comma else ".")
        is_free = book.comments >= 0 and (not line.said(book.comments) or _OURS.fullmatch(line.said(book.comments)))
        comment = f"<p>{html.escape(student.comment, quote=False)}</p>" if book.is_html else student.comment
        with_comment = [Change(place, book.comments, comment)] if self._wishes.has_comments and is_free else []
        return [Change(place, book.marks, said), *with_comment]

    def _most(self, line: Line) -> Fraction | None:
        """Return the greatest mark that a line takes, where the book says it."""
        stated = number_in(line.said(self._book.most), has_comma=True) if self._book.most >= 0 else None
        return stated if stated is not None else self._book.out_of

    def _check_left(self, line: Line) -> None:
        """Refuse what stands in a cell that is not filled in, where it would end the import of the whole file."""
        said, book = line.said(self._book.marks), self._book
        if said in (*book.empty, *book.kept):
            return
        mark, most = number_in(said, has_comma=book.has_decimal_comma), self._most(line)
        if mark is None:
            hint = ", written with a decimal comma" if DECIMAL_COMMA.fullmatch(said) else ""
            self._wrong.append(
                f'line {line.number}: "{printable(said)}" stands where a mark is expected{hint}; the importer takes none of the file'
            )
        elif mark < 0 or (most is not None and mark > most):
            limit = "below 0" if mark < 0 else f"more than the maximum of {marks_text(most or 0)}"
            self._wrong.append(f"line {line.number}: {printable(said)} stands there already and is {limit}")

    def _without_a_line(self) -> list[Marked]:
        """Return the students with marks who have no line."""
        return [one for one in self._students if one.status is Status.GRADED and one.student not in self._line_of]

    def _notes(self) -> Iterable[str]:
        book, header = self._book, self._table.header
        scale = f" out of {marks_text(self._out_of)}" if self._out_of is not None else ""
        yield f'{book.title}: marks{scale} in the column "{printable(header[book.marks])}"'
        for status in (Status.PARTLY, Status.PENDING, Status.NOT_GRADABLE):
            if names := [one.student for one in self._students if one.status is status]:
                yield f"left as it is, {status.value}: {listed_names(names, _MOST_STUDENTS_NAMED)}"
        if excused := [one.student for one in self._students if one.status is Status.EXCUSED]:
            done = f'"{book.kept[0]}" is put for those' if book.kept else "left as it is"
            yield f"{done}, excused by a decision: {listed_names(excused, _MOST_STUDENTS_NAMED)}"
        if self._excused:
            yield f"left as it is, excused: {count(self._excused, 'student')}"
        if unknown := [one.student for one in self._without_a_line()]:
            yield f"left out, without a line: {listed_names(unknown, _MOST_STUDENTS_NAMED)}"
        empty = sum(map(self._book.is_student, self._table.lines)) - len(self._line_of)
        if empty:
            yield f"{count(empty, 'line')} without a hand-in {'is' if empty == 1 else 'are'} left as {'it is' if empty == 1 else 'they are'}"


def _also(student: Marked) -> str:
    names = listed(
        [printable(name) for name in (*student.names, *student.emails) if name != student.student], _MOST_STUDENTS_NAMED
    )
    return f" ({names})" if names else ""


# -- the zip archive of feedback files that Moodle takes back: a folder for each participant, and no other sort of
# path

_WHEN = (1980, 1, 1, 0, 0, 0)  # no clock: the same feedback is the same archive
_FOLDER = "_assignfeedback_file"
_KINDS = (".html", ".svg", ".png", ".pdf", ".dot")


def write_feedback_zip(file: IO[bytes], out: Path, students: Iterable[Marked]) -> tuple[int, list[str]]:
    """Write the feedback of all who handed in by Moodle, and return of how many, and of whom there is none.

    Raises OSError, and ValueError where there is none at all.
    """
    held = [one for one in students if one.person is not None and one.person.platform.takes_feedback]
    if not held:
        raise ValueError("nobody handed in by Moodle; grade its download with --lms moodle")
    without = []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for one, folder in with_folders(out, held):
            files = (
                sorted(path for path in folder.iterdir() if path.suffix in _KINDS) if folder and folder.is_dir() else []
            )
            for path in files:
                archive.writestr(zipfile.ZipInfo(_name(one, path.name), _WHEN), path.read_bytes(), zipfile.ZIP_DEFLATED)
            without += [] if files else [one.student]
    if len(without) == len(held):
        raise ValueError(f"there is no feedback in {FEEDBACK}/; grade with --html, or with --svg, --png or --pdf")
    return len(held) - len(without), without


def with_folders(out: Path, held: list[Marked]) -> Iterator[tuple[Marked, Path | None]]:
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
