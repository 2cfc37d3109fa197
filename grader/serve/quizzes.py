"""The quizzes that are served: read once, each with its class and its secret; and the links that open their sheets."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, timedelta
from fractions import Fraction
from typing import NamedTuple

from grader.core.answers.reports import Reveal
from grader.core.errors import Fault, ProblemError
from grader.core.text import both, listed, printable
from grader.core.times import Time, read_due, read_time
from grader.course.adjusting import Action
from grader.course.decisions import read_decisions
from grader.course.quiz import ROSTER_FILE, Entry, Quiz, Secret, Student, Variants
from grader.course.quiz.built import digest
from grader.course.quiz.sheets import Recipe, ordered, read_stated
from grader.serve.config import Config, QuizTerms
from grader.serve.database import Access, Database, Extension
from grader.serve.people import People

MINUTES_OF_GRACE = 2
GRACE = timedelta(minutes=MINUTES_OF_GRACE)
"""So long after closing what arrives still counts: clocks and networks differ."""
STAFF_DAYS = 7
"""So long the link of the instructor that `links` prints opens the live page."""
_DIGITS = 32
NO_MORE_TIME = "none"
_OR_MORE = f", more minutes, such as +15, or {NO_MORE_TIME}"
_DECISIONS = "adjust.yaml"
_MOST_NAMED = 8


class ServedQuiz(NamedTuple):
    """A quiz that is served: how, from what its sheets are drawn, the class list (nobody where there is none), and its files by name."""

    terms: QuizTerms
    recipe: Recipe
    roster: Mapping[str, Student]
    files: Mapping[str, bytes] = {}

    @property
    def quiz(self) -> Quiz:
        """Return the quiz."""
        return self.recipe.quiz

    @property
    def points(self) -> Fraction:
        """Return what a sheet is worth: of exercises of which each sheet has some, all are worth the same."""
        worth = {
            one.first.entry: Fraction(one.first.problem.possible)
            for one in self.recipe.exercised
            if one.first.program is None
        }
        left_out = (worth.get(id_, 0) for pick in self.quiz.picks for id_ in pick.ids[pick.number :])
        return sum(worth.values(), Fraction(0)) - sum(left_out)

    @property
    def reveal(self) -> Reveal:
        """Return what feedback shows while somebody may still hand in."""
        return self.quiz.marking.reveal or Reveal.EXPECTED

    @property
    def never_closes(self) -> bool:
        """Return whether no sheet of it closes."""
        return self.terms.closes is None and self.terms.minutes is None

    def closes(self, opened: str | None, until: Iterable[str]) -> Time | None:
        """Return when a sheet closes that was opened then and extended so: until a time or by minutes ("+15"), of which the latest counts; None: never."""
        ends = [self.terms.closes] if self.terms.closes is not None else []
        if opened and self.terms.minutes is not None:
            ends.append(read_time(opened) + timedelta(minutes=self.terms.minutes))
        end = min(ends, default=None)
        return end and max([end, *(read_due(one, end) or end for one in until)])

    def is_closed(self, closes: Time | None, now: Time) -> bool:
        """Return whether nothing is taken any more that would be marked, of a sheet that closes then."""
        return self.terms.late_penalty is None and closes is not None and now - GRACE > closes

    def gives_sheet_to(self, student: str) -> bool:
        """Return whether a student has a sheet: of a quiz in groups only who is in one."""
        return self.quiz.variants is not Variants.GROUPS or student in self.roster

    def warnings(self) -> Iterator[str]:
        """Yield what whoever serves the quiz should know."""
        id_ = printable(self.quiz.id)
        for one in self.recipe.exercised:
            if one.first.program is not None:
                yield f"{id_}: {one.first.entry}: this exercise is a program: collect it as a file"
        shared = [one.first.entry for one in self.recipe.exercised if one.request is None and one.first.program is None]
        if shared and self.reveal is Reveal.EXPECTED:
            named = listed(shared, _MOST_NAMED)
            are = "is the same for all" if len(shared) == 1 else "are the same for all"
            yield f"{id_}: feedback shows right answers before the quiz is over, and {named} {are}"
        if self.terms.attempts > 1 and self.reveal is Reveal.EXPECTED:
            yield f"{id_}: feedback shows right answers after the first of {self.terms.attempts} attempts"
        if not self.roster:
            yield f"{id_}: there is no {ROSTER_FILE} beside the quiz, so there is no link for any student"


def read_quizzes(config: Config, find_secret: Callable[[str], Secret]) -> dict[str, ServedQuiz]:
    """Return the quizzes by their ids. Raises ProblemError with all that is wrong with them."""
    quizzes, faults = dict[str, ServedQuiz](), list[Fault]()
    for terms in config.quizzes:
        file = terms.file
        roster = os.path.join(os.path.dirname(file), ROSTER_FILE)
        if terms.missing is not None:
            faults.append(terms.missing)
            continue
        try:
            stated = read_stated(file, roster if os.path.isfile(roster) else None, needs_class=False)
            order = ordered(stated, find_secret(file))
        except ProblemError as failure:
            faults += failure.faults
            continue
        if order.quiz.id in quizzes:
            faults.append(
                order.quiz.fault(f'another quiz with the id "{printable(order.quiz.id)}" is served already', "id")
            )
        quizzes[order.quiz.id] = ServedQuiz(terms, order.recipe, order.roster, order.inputs)
    if faults:
        raise ProblemError(faults)
    return quizzes


def check_unchanged(quizzes: Mapping[str, ServedQuiz], database: Database) -> None:
    """Refuse quizzes of which an exercise is stated otherwise than when the sheets that are out were drawn. Raises ProblemError.

    What the quiz says is compared, not what is drawn: another version of the program may draw other problems.
    """
    faults = list[Fault]()
    for id_, quiz in quizzes.items():
        now = {entry.id: _digest_of(entry, quiz.files) for entry in quiz.quiz.entries}
        before = database.exercises(id_, now)
        changed = [one for one in dict.fromkeys([*before, *now]) if before.get(one) != now.get(one)]
        if changed:
            were = f"{both(changed)} {'was' if len(changed) == 1 else 'were'} changed since sheets were drawn"
            faults.append(quiz.quiz.fault(f"{id_}: {were}; {_CORRECT.format(printable(id_))}"))
    if faults:
        raise ProblemError(faults)


_CORRECT = (
    "sheets stay as they were drawn: take the change back, or serve the quiz under another id;"
    " corrections are for quiz build --rekey: export, correct, gametree regrade, gametree serve post;"
    " where nothing was handed in, gametree serve forget FOLDER --quiz {} --yes lets sheets be drawn anew"
)


def _digest_of(entry: Entry, files: Mapping[str, bytes]) -> str:
    """Return what tells whether an exercise is stated as before, with the file that it names."""
    stated = json.dumps(entry._replace(path=(), points_path=()), default=str).encode()
    return digest(stated + files.get(f"files/{entry.stated}", b""))


def open_store(address: str) -> Database:
    """Return the store beside whoever serves it. Raises Refusal where a newer program wrote it."""
    return Database(address, is_server=False)


def extend(quiz: ServedQuiz, database: Database, student: str, time: str, why: str, by: str) -> Time | None:
    """Let the sheet of a student close later, at a time or so many minutes ("+15") after it would, and return when.

    "none" takes back what was given so before. None: nobody knows before the sheet is opened, since it has `minutes`. Raises ValueError.
    """
    of = Access(quiz.quiz.id, student)
    if time.strip() == NO_MORE_TIME:
        return _take_back(quiz, database, of)
    sheet, until = database.sheet(of), database.extended(of)
    opened = sheet and sheet.opened
    is_known = opened is not None or quiz.terms.minutes is None
    try:
        closes = read_due(time, quiz.closes(opened, until) if is_known else None)
        is_later = read_due(time, None) is not None or int(time) > 0
    except ValueError as failure:
        raise ValueError(f"{failure}{_OR_MORE}") from None
    if not is_later:
        raise ValueError(f"expected a later time{_OR_MORE}")
    if closes is not None:
        _put_by(quiz, database, Extension(student, in_utc(closes), why, by))
        return quiz.closes(opened, database.extended(of)) or closes  # it may close later already
    given = [(one, read_due(one, None)) for one in until]
    minutes = f"{int(time) + max((int(one) for one, end in given if end is None), default=0):+}"
    later = [in_utc(end + timedelta(minutes=int(time))) for _, end in given if end is not None]
    read_due(minutes, read_time("2000-01-01T00:00Z"))  # several can be more than anybody can read
    for each in (minutes, *sorted(later)[-1:]):
        _put_by(quiz, database, Extension(student, each, why, by))
    return None


def _take_back(quiz: ServedQuiz, database: Database, of: Access) -> Time | None:
    """Take back the time that a student was given by hand; what a file of decisions gives stays. Returns when the sheet closes. Raises ValueError."""
    if not database.keep_extensions(of.quiz, "", (), of.student):
        raise ValueError("no more time was given by hand, so there is none to take back")
    database.close_anew(of, _in_time(quiz, database, of))
    sheet = database.sheet(of)
    return quiz.closes(sheet and sheet.opened, database.extended(of))


def _put_by(quiz: ServedQuiz, database: Database, extension: Extension, *, file: str = "") -> None:
    """Let a sheet close later, and look again at what its closing did."""
    of = Access(quiz.quiz.id, extension.student)
    if extension.until not in database.extended(of):
        database.extend(extension, of.quiz, _in_time(quiz, database, of, extension.until), file=file)


def _in_time(quiz: ServedQuiz, database: Database, of: Access, *more: str) -> str:
    """Return until when what arrives counts, in UTC, with more extensions than those that are known."""
    sheet = database.sheet(of)
    closes = quiz.closes(sheet and sheet.opened, [*database.extended(of), *more])
    return in_utc(closes + GRACE) if closes is not None else ""


def close_anew(quiz: ServedQuiz, database: Database) -> None:
    """Where a quiz is served with another end than before, or lateness costs other than then, look again at what closing did to each of its sheets."""
    id_, terms = quiz.quiz.id, quiz.terms
    closes_anew = database.is_other(f"{id_} closes", f"{terms.closes and in_utc(terms.closes)} {terms.minutes}")
    if database.is_other(f"{id_} late-penalty", str(terms.late_penalty)) or closes_anew:
        look_again = database.close_anew if closes_anew else database.mark_anew
        for student in database.students(id_):
            of = Access(id_, student)
            look_again(of, _in_time(quiz, database, of))


def end_of(quiz: ServedQuiz, database: Database) -> Time | None:
    """Return when the last of all sheets closes."""
    return quiz.closes(None, [one.until for one in database.extensions(quiz.quiz.id)])


def is_over(quiz: ServedQuiz, database: Database, now: Time, days: int = 0) -> bool:
    """Return whether so many days ago everybody's sheet had closed."""
    end = end_of(quiz, database)
    return end is not None and now - timedelta(days=days) - GRACE > end


def reveal_of(quiz: ServedQuiz, database: Database, now: Time) -> Reveal:
    """Return what feedback shows now: more, where the quiz says so, once nobody can earn anything any more."""
    return quiz.terms.after if is_over(quiz, database, now, quiz.terms.days_of_lateness) else quiz.reveal


def note_roster(quiz: ServedQuiz, database: Database) -> None:
    """Note the class list with which a quiz is served from now on."""
    database.is_other(*_roster_setting(quiz))


def has_new_roster(quiz: ServedQuiz, database: Database) -> bool:
    """Return whether the class list is another one than the server read when it started."""
    name, now = _roster_setting(quiz)
    return database.setting(name) not in (None, now)


def _roster_setting(quiz: ServedQuiz) -> tuple[str, str]:
    return f"{quiz.quiz.id} roster", digest(json.dumps([*quiz.roster.values()]).encode())


def everybody(quiz: ServedQuiz, database: Database) -> dict[str, Student]:
    """Return the class by ids: who is on its list, and who else came from a platform or has a sheet."""
    id_ = quiz.quiz.id
    others = {student: Student(student) for student in database.students(id_)}
    return {**quiz.roster, **others, **People(database.connection).students(id_), **quiz.roster}


def take_decisions(quiz: ServedQuiz, database: Database) -> None:
    """Take the due times of single students from the decisions beside the quiz, as they stand there now. Raises ProblemError with all that is wrong there.

    Minutes count from the end of the student's own sheet, as those that `extend` gives.
    """
    file = os.path.join(os.path.dirname(quiz.terms.file), _DECISIONS)
    contents = []
    if os.path.isfile(file) and not quiz.never_closes:
        with open(file, "rb") as opened:
            contents.append((file, opened.read()))
    stated = [
        Extension(student, one.when.strip() if until is None else in_utc(until), one.why, one.by)
        for one in read_decisions(contents, frozenset(everybody(quiz, database)))
        if one.action is Action.DUE
        for until in [read_due(one.when, quiz.terms.closes if quiz.terms.minutes is None else None)]
        for student in one.students
    ]
    gone = database.keep_extensions(quiz.quiz.id, _DECISIONS, {(one.student, one.until) for one in stated})
    for one in stated:
        _put_by(quiz, database, one, file=_DECISIONS)
    for of in (Access(quiz.quiz.id, student) for student in gone):
        database.close_anew(of, _in_time(quiz, database, of))


# -- links


class Link(NamedTuple):
    """A link for somebody: of a student, or of the instructor, who is no student."""

    student: Student
    token: str


def personal_token(secret: Secret, quiz: str, student: str, number: int) -> str:
    """Return the token of a student's personal link, the first or one that took its place.

    >>> personal_token(Secret("correct horse battery staple 123456"), "week5", "s1001", 1)
    'c87b2d8668dcc6bb9f953663d28f9415'
    """
    label = "link" if number == 1 else f"link-{number}"
    return secret.digits(label, quiz, "", student)[:_DIGITS]


def digest_of(token: str) -> str:
    """Return what is stored of a token: who reads the database opens nothing."""
    return hashlib.sha256(token.encode("utf-8", "backslashreplace")).hexdigest()


def personal_links(quiz: ServedQuiz, database: Database) -> list[Link]:
    """Return the link of each student on the roster, and let them open their sheets."""
    id_, secret = quiz.quiz.id, quiz.recipe.secret
    links = [
        Link(one, personal_token(secret, id_, one.id, database.number_of_link(id_, one.id)))
        for one in quiz.roster.values()
    ]
    database.add_tokens([(digest_of(link.token), Access(id_, link.student.id), None) for link in links])
    return links


def staff_link(quiz: ServedQuiz, database: Database, now: Time) -> Link:
    """Return a new link to the live page."""
    token = secrets.token_hex(_DIGITS // 2)
    until = (now + timedelta(days=STAFF_DAYS)).isoformat()
    database.add_tokens([(digest_of(token), Access(quiz.quiz.id, ""), until)])
    return Link(Student(""), token)


def in_utc(time: Time) -> str:
    """Return a time as the store sorts it."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds")
