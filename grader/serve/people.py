"""Who comes from a learning platform: which student of a quiz that is, once and for good, and whom staff of a course see."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import NamedTuple

from grader.course.quiz import Student
from grader.serve.connection import Connection
from grader.serve.database import Access

_DIGITS = 12
_LONGEST = 200


class Person(NamedTuple):
    """Somebody as a platform tells of them: `sub` is who they are there, `sourcedid` their id in the school's own records, `context` the course from which they come.

    Only the issuer and `sub` say who somebody is. All but these may be empty.
    """

    issuer: str
    sub: str
    name: str = ""
    email: str = ""
    sourcedid: str = ""
    context: str = ""

    def student_id(self, roster: Mapping[str, Student]) -> str:
        """Return the id on the class list of the line that is theirs by `sourcedid` or else e-mail, else one of their own.

        >>> [Person(*one).student_id({}) for one in (("https://moodle.example.edu", "5"), ("https://canvas.instructure.com", "00000000-1111-2222-3333-444444444444"))]
        ['u7ffb0614a00c', 'ud585686e9b7a']
        """
        if self.sourcedid in roster:
            return self.sourcedid
        email = self.email.casefold()
        lines = [one.id for one in roster.values() if email and one.email.strip().casefold() == email]
        if len(lines) == 1:  # of two with one address neither is theirs for sure
            return lines[0]
        stated = json.dumps([self.issuer, self.sub], ensure_ascii=False, separators=(",", ":")).encode()
        return f"u{hashlib.sha256(stated).hexdigest()[:_DIGITS]}"


class People:
    """What the store knows of persons."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def tie(self, quiz: str, person: Person, roster: Mapping[str, Student]) -> str | None:
        """Return the id of the student of a quiz who a person is from now on; None where another account is this student already, which is noted."""
        key = (quiz, person.issuer, person.sub)
        name = person.name if len(person.name) <= _LONGEST else f"{person.name[: _LONGEST - 1]}…"
        stated = {"name": name, "email": person.email[:_LONGEST]}
        find = "select student from person where quiz = ? and issuer = ? and sub = ?"
        with self._connection.transaction():
            found = self._connection.one(find, *key)
            if found is None:
                self._connection.put("person", (*key, person.student_id(roster), *stated.values()))
                found = self._connection.one(find, *key)
            if found is None:
                self._connection.put("turned_away", (quiz, person.student_id(roster), *key[1:], name))
                return None
            for column, value in stated.items():
                if value:  # a class list may tell less than a launch
                    update = f"update person set {column} = ? where quiz = ? and issuer = ? and sub = ?"  # noqa: S608  # words of our own
                    self._connection.one(update, value, *key)
            self._connection.put("member", (quiz, str(found[0]), person.issuer, person.context))
        return str(found[0])

    def student(self, of: Access) -> Student:
        """Return a student as a platform tells of them; of whom none does, only the id is known."""
        statement = "select student, name, '', email from person where quiz = ? and student = ?"
        found = self._connection.one(statement, *of)
        return Student(of.student) if found is None else Student(*map(str, found))

    def students(self, quiz: str, issuer: str = "", context: str = "") -> dict[str, Student]:
        """Return the students of a quiz of whom platforms told, by their ids; with `issuer` those alone who came from this course of it."""
        statement = (
            "select student, name, '', email from person where quiz = ? and (? = '' or student in"
            " (select student from member where member.quiz = person.quiz and issuer = ? and context = ?)) order by student"
        )
        rows = self._connection.rows(statement, quiz, issuer, issuer, context)
        return {str(row[0]): Student(*map(str, row)) for row in rows}

    def is_of_one_course(self, of: Access) -> bool:
        """Return whether a student comes to a quiz from one course at most, of all platforms."""
        return len(self._connection.rows("select 1 from member where quiz = ? and student = ?", *of)) <= 1

    def scope(self, digest: str) -> tuple[str, str] | None:
        """Return of which platform and course a link shows people: all, where the first is empty; None for a link that opens nothing any more."""
        found = self._connection.one("select issuer, context from token where digest = ?", digest)
        return None if found is None else (str(found[0]), str(found[1]))

    def turned_away(self, quiz: str) -> dict[str, str]:
        """Return whose accounts were turned away from the lines of students, by the ids of these."""
        statement = "select student, name from turned_away where quiz = ? order by student, issuer, sub"
        names: dict[str, list[str]] = {}
        for student, name in self._connection.rows(statement, quiz):
            names.setdefault(str(student), []).append(str(name) or "no name")
        return {student: ", ".join(each) for student, each in names.items()}
