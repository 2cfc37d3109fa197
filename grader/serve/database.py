"""What is stored of sheets, and every promise on disk before it is answered.

Times are text of RFC 3339 in UTC, so they sort as they are; pages are gzip; documents are JSON as text.
"""

from __future__ import annotations

import json
import os
import secrets
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from fractions import Fraction
from typing import NamedTuple

from grader.core.data import Plain
from grader.core.numbers import marks_number, marks_text, points_text
from grader.core.times import read_time, write_time
from grader.serve.connection import Connection, Failure, Value
from grader.serve.scores import Scores

KEPT, _MINUTES_KEPT = 20, 50
"""So many saved states of a sheet stay as they are; of those before one a minute stays, until so many times as many were saved after it."""


class Access(NamedTuple):
    """What a link opens: the sheet of a student, or of no student the live page of the quiz."""

    quiz: str
    student: str


class SavedState(NamedTuple):
    """A saved state of a sheet: its number (0: nothing is saved), what the page needs to show it again, the submission; both as JSON."""

    number: int = 0
    time: str = ""
    page_state: str = "null"
    submission: str = "null"
    answered: int = 0


class HandIn(NamedTuple):
    """Something that was handed in. `attempt` is None for what came too late and was only put by; `state` is one of the constants below.

    `server` is the one that marks it, of those that the table of servers names; None: whichever comes first. `earned` and `possible` are marks as the results write them, `penalty` what of them lateness costs, `pending` the points of answers in words that wait for a person, `brief` is what the live page counts, as JSON, `score` what gradebooks get; all of them when it is marked.
    """

    quiz: str
    student: str
    once: str
    attempt: int | None
    time: str
    submission: str
    state: str
    earned: str | None = None
    possible: str | None = None
    penalty: str | None = None
    pending: str | None = None
    brief: str | None = None
    server: str | None = None
    score: str | None = None

    @property
    def of(self) -> Access:
        """Return whose it is."""
        return Access(self.quiz, self.student)

    @property
    def answers(self) -> Plain:
        """Return the answers that are in it."""
        answers: Plain = json.loads(self.submission)["answers"]
        return answers

    @property
    def is_attempt(self) -> bool:
        """Return whether it uses up one of a student's attempts: what the server hands in at closing does not."""
        return self.attempt is not None and self.once != CLOSING

    @property
    def by(self) -> str:
        """Return who handed it in."""
        return "closing" if self.once == CLOSING else "student"

    @property
    def final(self) -> int | float:
        """Return the marks that count."""
        return marks_number(Fraction(self.earned or "0") - Fraction(self.penalty or "0"))

    @property
    def is_late(self) -> bool:
        """Return whether lateness cost anything."""
        return bool(json.loads(self.penalty or "0"))

    @property
    def answered(self) -> int:
        """Return to how many exercises anything was answered, of those that are not in words."""
        return len({exercise for exercise, _, how, _ in json.loads(self.brief or "[]") if how != "blank"})

    @property
    def words(self) -> str:
        """Return what it earned in words, and what lateness took."""
        stated = (self.earned, self.possible, self.penalty, self.pending)
        earned, possible, penalty, pending = (Fraction(one or "0") for one in stated)
        words = f"{marks_text(earned)} of {marks_text(possible)} points"
        if penalty:
            words += f", {marks_text(penalty)} of them taken off for handing in late: {marks_text(earned - penalty)}"
        if pending:
            words += f"; {points_text(pending)} of them wait for a person"
        return f"{words}."


_OF_STUDENTS = (
    "sheet",
    "saved",
    "handed_in",
    "feedback",
    "token",
    "extension",
    "person",
    "member",
    "turned_away",
    "line_item",
    "post",
    "corrected",
)
"""The tables that say something of students; which link is theirs stays, or one that was renewed would open again."""
CLOSING = ""
"""What the server hands in when a sheet closes is called so in place of the page's own `once`, which is never empty."""
WAITING, MARKED, LATE = "waiting", "marked", "late"
_EVER = "9999"
"""Later than every time, as the store sorts them."""
_MOST_LATE = 20
"""So much of what comes too late is put by, as many as there can be attempts: a disk has an end."""
_HAND_IN = ", ".join(HandIn._fields)
_FREE = "state = 'waiting' and (server is null or server = ? or server not in (select name from server))"
"""What a server may mark: what it has taken itself, and what no server has that lives."""
_SILENT = 5
"""A server that has not said for so many looks that it lives, one a second, is gone."""
_OF = "quiz = ? and student = ?"
_NOTHING_HANDED_IN = """
    and opened is not null and saved.number is not null and not exists (select 1 from handed_in
    where handed_in.quiz = sheet.quiz and handed_in.student = sheet.student and attempt is not null)"""


class StoredSheet(NamedTuple):
    """A sheet as it was drawn: its problems as JSON (a list of id, exercise and document), its page, when it was first opened, and how it was extended."""

    problems: str
    page: bytes
    opened: str | None
    until: Sequence[str] = ()


class StudentState(NamedTuple):
    """What is known of a student who has a sheet: when it was opened and seen, what is saved, how it was extended."""

    student: str
    opened: str | None = None
    seen: str | None = None
    saved: str | None = None
    answered: int = 0
    until: Sequence[str] = ()


class Extension(NamedTuple):
    """That a student has more time: until a time in UTC, or so many minutes ("+15") after their sheet would close; why, and who says so."""

    student: str
    until: str
    why: str
    by: str


class Database:
    """The store. All its methods are called from one thread; each is a transaction, which is whole on disk or not there."""

    def __init__(self, address: str | os.PathLike[str], *, is_server: bool) -> None:
        """Open it as Connection does."""
        self.connection = Connection(address, is_server=is_server)
        self.scores = Scores(self.connection)
        self._name, self._looks = secrets.token_hex(8), Counter[tuple[Value, ...]]()

    def close(self) -> None:
        """Close it; others may mark what this server had to."""
        with suppress(Failure):
            self.connection.delete("server", name=self._name)
        self.connection.close()

    def note_alive(self) -> None:
        """Say that this server lives, and look whether the others have said so since the last look; those that are gone for long are struck off."""
        if not self.connection.is_shared:
            return
        write = "insert into server values (?, 1) on conflict (name) do update set beat = server.beat + 1"
        self.connection.one(write, self._name)
        rows = self.connection.rows("select name, beat from server")
        self._looks = Counter({row: self._looks[row] + 1 for row in rows})
        for name, beat in rows:
            if self._looks[name, beat] > _SILENT:
                self.connection.delete("server", name=name, beat=beat)

    def check_writable(self) -> None:
        """Write something that says nothing. Raises Failure where that cannot be."""
        with self.connection.transaction():
            self.connection.one("update setting set value = value")

    # -- links

    def number_of_link(self, quiz: str, student: str) -> int:
        """Return the number of a student's personal link: 1, and one more each time it was renewed."""
        return self.connection.record(int, f"select number from link where {_OF}", quiz, student) or 1

    def renew_link(self, quiz: str, student: str) -> None:
        """Let the personal link of a student be another one; all that led there before open nothing any more."""
        with self.connection.transaction():
            number = self.number_of_link(quiz, student) + 1
            self.connection.delete("token", quiz=quiz, student=student)
            self.connection.put("link", (quiz, student, number), key="quiz, student")

    def add_tokens(self, tokens: Sequence[tuple[str, Access, str | None]]) -> None:
        """Let links open what they open, each by its digest, until a time or for good; those that are there stay."""
        with self.connection.transaction():
            for digest, access, until in tokens:
                self.connection.put("token", (digest, *access, until, None, "", ""))

    def access(self, digest: str, now: str) -> Access | None:
        """Return what a link opens now; None for none. One that lives for so many hours from its last use, which is noted once a minute, lives on."""
        found = self.connection.one(
            "select hours, quiz, student from token where digest = ? and (until is null or until > ?)", digest, now
        )
        if found is None:
            return None
        hours, *of = found
        if hours is not None:
            until = read_time(now) + timedelta(hours=int(str(hours)))
            ends = [write_time(one) for one in (until, until - timedelta(minutes=1))]
            self.connection.one("update token set until = ? where digest = ? and until <= ?", ends[0], digest, ends[1])
        return Access(*map(str, of))

    def forget_expired(self, now: str) -> None:
        """Delete links, logins and launches whose time is over."""
        for table in ("token", "login", "launch"):
            self.connection.one(f"delete from {table} where until <= ?", now)

    # -- sheets

    def sheet(self, of: Access) -> StoredSheet | None:
        """Return somebody's sheet; None where it was not drawn yet."""
        found = self.connection.record(StoredSheet, f"select problems, page, opened from sheet where {_OF}", *of)
        return found and found._replace(until=self.extended(of))

    def problems(self, quiz: str) -> dict[str, str]:
        """Return the problems of each sheet of a quiz that was drawn, by its student."""
        rows = self.connection.rows("select student, problems from sheet where quiz = ? order by student", quiz)
        return {str(student): str(problems) for student, problems in rows}

    def exercises(self, quiz: str, digests: Mapping[str, str]) -> dict[str, str]:
        """Return the digest of each exercise of a quiz as it was stated when sheets were first drawn; before that these, which are put by."""
        statement = "select exercise, digest from exercise where quiz = ? and quiz in (select quiz from sheet)"
        if before := self.connection.rows(statement, quiz):
            return {str(id_): str(digest) for id_, digest in before}
        with self.connection.transaction():
            self.connection.delete("exercise", quiz=quiz)
            for exercise, digest in digests.items():
                self.connection.put("exercise", (quiz, exercise, digest))
        return {**digests}

    def add_sheet(self, of: Access, problems: str, page: bytes) -> None:
        """Put by a sheet that was drawn; one that is there stays."""
        self.connection.put("sheet", (*of, problems, page, None, None))

    def is_drawn(self, of: Access) -> bool:
        """Return whether somebody has a sheet, who may have been forgotten just now."""
        return self.connection.one(f"select 1 from sheet where {_OF}", *of) is not None

    def note_seen(self, of: Access, now: str) -> None:
        """Note that somebody looks at the sheet; the first time it is opened."""
        self.connection.one(f"update sheet set opened = coalesce(opened, ?), seen = ? where {_OF}", now, now, *of)

    def students(self, quiz: str, which: str = "") -> dict[str, StudentState]:
        """Return what is known of each student who has a sheet."""
        extended = dict[str, list[str]]()
        for one in self.extensions(quiz):
            extended.setdefault(one.student, []).append(one.until)
        found = self.connection.records(
            StudentState,
            "select sheet.student, opened, seen, saved.time, coalesce(saved.answered, 0) from sheet"
            " left join saved on saved.quiz = sheet.quiz and saved.student = sheet.student and saved.number ="
            " (select max(number) from saved as newest where newest.quiz = sheet.quiz and newest.student = sheet.student)"
            f" where sheet.quiz = ? {which} order by sheet.student",
            quiz,
        )
        return {one.student: one._replace(until=extended.get(one.student, ())) for one in found}

    def not_handed_in(self, quiz: str) -> list[StudentState]:
        """Return who has saved something and handed in nothing."""
        return [*self.students(quiz, _NOTHING_HANDED_IN).values()]

    # -- what is saved

    def saved(self, of: Access, until: str = _EVER) -> SavedState:
        """Return the newest saved state of a sheet, or the newest until a time in UTC."""
        columns = ", ".join(SavedState._fields)
        newest = f"select {columns} from saved where {_OF} and time <= ? order by number desc limit 1"
        return self.connection.record(SavedState, newest, *of, until) or SavedState()

    def save(self, of: Access, base: int, state: SavedState) -> int | None:
        """Add a state after the one that it goes on from, and return its number; None where that is not the newest."""
        with self.connection.transaction(*of):
            if not self.is_drawn(of) or self.saved(of).number != base:
                return None
            self.connection.put("saved", (*of, base + 1, *state[1:]))
            # of the older ones the last of each minute stays, and of those so old that only who fills the disk has them nothing
            self.connection.one(
                f"delete from saved where {_OF} and number <= ? and (number <= ? or number not in"
                f" (select max(number) from saved where {_OF} group by substr(time, 1, 16)))",
                *of,
                base + 1 - KEPT,
                base + 1 - KEPT * _MINUTES_KEPT,
                *of,
            )
        return base + 1

    # -- what is handed in

    def hand_ins(self, of: Access) -> list[HandIn]:
        """Return all that a student handed in, in order of time."""
        return self._hand_ins(f"{_OF} order by time, attempt", *of)

    def unmarked(self) -> list[HandIn]:
        """Return what was handed in and waits for its marks from this server."""
        return self._hand_ins(f"{_FREE} order by time", self._name)

    def take(self, one: HandIn) -> bool:
        """Let this server mark a hand-in, unless another one does; return whether no other does, or does any more."""
        this = f"{_OF} and once = ?"
        take = f"update handed_in set server = ? where {this} and {_FREE}"
        if one.server == self._name or self.connection.changed(take, self._name, *one.of, one.once, self._name):
            return True
        return (
            self.connection.one(f"select 1 from handed_in where {this} and state = 'waiting'", *one.of, one.once)
            is None
        )

    def of_quiz(self, quiz: str, *, is_whole: bool = False) -> list[HandIn]:
        """Return all that was handed in of a quiz, in order of time; `is_whole`: with the submissions, which are much of a class."""
        columns = _HAND_IN if is_whole else _HAND_IN.replace("submission", "''")
        return self._hand_ins("quiz = ? order by time, student, attempt", quiz, columns=columns)

    def _hand_ins(self, which: str, *values: Value, columns: str = _HAND_IN) -> list[HandIn]:
        return self.connection.records(HandIn, f"select {columns} from handed_in where {which}", *values)

    def add_hand_in(self, one: HandIn, most: int) -> HandIn | None:
        """Put by what is handed in, with the number of its attempt; None where there were `most` already.

        Where the same `once` was there before, what was put by then is returned.
        """
        with self.connection.transaction(*one.of):
            before = self.hand_ins(one.of)
            if same := [held for held in before if held.once == one.once]:
                return same[0]
            if one.state == LATE and sum(held.state == LATE for held in before) >= _MOST_LATE:
                return None
            if not self.is_drawn(one.of):
                return None
            if one.once == CLOSING and any(until > one.time for until in self.extended(one.of)):
                return None  # it was extended just now
            if one.state == WAITING:
                if sum(held.is_attempt for held in before) >= most:
                    return None
                attempt = sum(held.attempt is not None for held in before) + 1
                one = one._replace(attempt=attempt, server=self._name)
            self.connection.put("handed_in", one)
        return one

    def add_marks(self, one: HandIn, reveal: str, page: bytes, now: str) -> None:
        """Put by the marks of what was handed in, with the page of feedback; the score waits for its platform from then on.

        Nothing is put by where that is not for this server to mark any more: it was deleted, or extended.
        """
        with self.connection.transaction(*one.of):
            if self.connection.delete("handed_in", **one.of._asdict(), once=one.once, server=self._name):
                self.connection.put("handed_in", one._replace(state=MARKED))
                self._put_feedback(one, reveal, page)
                self.scores.queue(now, *one.of)

    def add_feedback(self, one: HandIn, reveal: str, page: bytes) -> None:
        """Put by a page of feedback that shows so much, unless its student was forgotten meanwhile."""
        with self.connection.transaction(*one.of):
            if self.is_drawn(one.of):
                self._put_feedback(one, reveal, page)

    def _put_feedback(self, one: HandIn, reveal: str, page: bytes) -> None:
        self.connection.put("feedback", (*one.of, one.attempt, reveal, page), key="quiz, student, attempt, reveal")

    def feedback(self, one: HandIn, reveal: str) -> bytes | None:
        """Return the page of feedback that shows so much; None where it was not made yet."""
        statement = f"select page from feedback where {_OF} and attempt = ? and reveal = ?"
        return self.connection.record(bytes, statement, *one.of, one.attempt, reveal)

    def accept(self, of: Access) -> bool:
        """Let the newest of what came too late be marked, and what came after it once more; return whether there was any."""
        with self.connection.transaction(*of):
            return self._accept(of, _EVER)

    def _accept(self, of: Access, until: str) -> bool:
        """Accept the newest of what came too late and not after a time in UTC."""
        before = self.hand_ins(of)
        late = [one for one in before if one.state == LATE and one.time <= until][-1:]
        for one in late:
            accepted = one._replace(attempt=sum(held.attempt is not None for held in before) + 1)
            after = [held for held in before if held.attempt is not None and held.time > one.time]
            for held in (accepted, *after):
                waiting = held._replace(state=WAITING, server=None)
                self.connection.put("handed_in", waiting, key="quiz, student, once")
            self._take_back(of)
        return bool(late)

    def _take_back(self, of: Access) -> None:
        """Delete what was shown of the marks of a student, which are others from now on; that marks of a class run were there stays known."""
        self.connection.delete("feedback", **of._asdict())
        self.connection.one(f"update corrected set attempt = -1 where {_OF}", *of)

    # -- extensions

    def extend(self, extension: Extension, quiz: str, in_time: str, *, file: str = "") -> None:
        """Let the sheet of a student close later; what arrives until `in_time`, in UTC, counts from then on. `file` is the one that says so, if any does."""
        of = Access(quiz, extension.student)
        with self.connection.transaction(*of):
            if self.connection.put(
                "extension", (quiz, *extension, file)
            ):  # else it is known, as each time when the server starts with it
                self._close_anew(of, in_time)

    def close_anew(self, of: Access, in_time: str) -> None:
        """Look again at what a sheet's closing did, since it closes at another time: until `in_time`, in UTC, what arrives counts."""
        with self.connection.transaction(*of):
            self._close_anew(of, in_time)

    def mark_anew(self, of: Access, in_time: str) -> None:
        """Look again at what lateness costs a student: what came after `in_time`, in UTC, is late."""
        with self.connection.transaction(*of):
            self._mark_anew(of, in_time)

    def _mark_anew(self, of: Access, in_time: str) -> None:
        """Mark anew what was late and what is late now; what is being marked is not to be put by as it was begun."""
        which = "state = 'waiting' or (state = 'marked' and (penalty != '0' or time > ?))"
        again = f"update handed_in set state = 'waiting', server = null where {_OF} and ({which})"
        self.connection.one(again, *of, in_time)

    def _close_anew(self, of: Access, in_time: str) -> None:
        """Take back what closing has handed in, where nothing else was: the sheet will close once more. Look again at what lateness cost, and at what came too late."""
        attempts = [one.once for one in self.hand_ins(of) if one.attempt is not None]
        if attempts == [CLOSING]:
            self.connection.delete("handed_in", **of._asdict(), once=CLOSING)
            self._take_back(of)
        self._mark_anew(of, in_time)
        if attempts in ([], [CLOSING]):
            self._accept(of, in_time)

    def extensions(self, quiz: str) -> list[Extension]:
        """Return all extensions of a quiz."""
        statement = "select student, until, why, by from extension where quiz = ? order by student, until"
        return self.connection.records(Extension, statement, quiz)

    def keep_extensions(
        self, quiz: str, file: str, stated: Collection[tuple[str, str]], student: str = ""
    ) -> list[str]:
        """Take back each extension, of all or of one student, that a file ("": none, it was given by hand) stated and does not state any more: a student, and until when.

        Returns whose.
        """
        with self.connection.transaction():
            rows = self.connection.rows("select student, until from extension where quiz = ? and file = ?", quiz, file)
            gone = [one for one in rows if one not in stated and (not student or one[0] == student)]
            for of, until in gone:
                self.connection.delete("extension", quiz=quiz, student=of, until=until, file=file)
        return [str(of) for of, _ in gone]

    def extended(self, of: Access) -> list[str]:
        """Return until when or how much longer a student has their sheet."""
        return [str(until) for (until,) in self.connection.rows(f"select until from extension where {_OF}", *of)]

    def setting(self, name: str) -> str | None:
        """Return what a setting of a quiz is, as it was served last; None where it never was."""
        return self.connection.record(str, "select value from setting where name = ?", name)

    def is_other(self, name: str, value: str) -> bool:
        """Note what a setting of a quiz is, as it is served now; return whether it was served with another one before."""
        with self.connection.transaction():
            before = self.setting(name)
            self.connection.put("setting", (name, value), key="name")
        return before not in (None, value)

    # -- deletion

    def forget(self, *, quiz: str = "", student: str = "") -> dict[str, int]:
        """Delete all that is stored of a student, of a quiz, or of a student in a quiz; return how many rows of each table were there.

        The tables are compacted, so that nothing of them is left in any file.
        """
        which = {name: value for name, value in (("quiz", quiz), ("student", student)) if value}
        with self.connection.transaction():
            gone = {table: self.connection.delete(table, **which) for table in _OF_STUDENTS}
        if any(gone.values()):
            self.connection.compact(_OF_STUDENTS)
        return gone

    def ended(self, keeps: Mapping[str, str], unknown: str, now: str) -> list[str]:
        """Return the quizzes of which something is stored of students that is not kept any longer.

        `keeps` says until when it is of those that are served here. Of others it is as whoever served them last said, and where nobody did until `unknown`.
        """
        statement = " union ".join(f"select quiz from {table}" for table in _OF_STUDENTS)
        with self.connection.transaction():
            stored = self.connection.records(str, statement)
            for quiz in stored:
                key = "name" if quiz in keeps else ""
                self.connection.put("setting", (f"{quiz} is kept until", keeps.get(quiz, unknown)), key=key)
            is_past = "select 1 from setting where name = ? and value < ?"
            return [quiz for quiz in stored if self.connection.one(is_past, f"{quiz} is kept until", now)]
