"""Who of a roster a platform means: by what the platform and the roster both know, by a full name that only one has; a group by its name.

Moodle's number counts the participants of one assignment and Canvas' its users: what a roster calls `id` is neither, so a
number that looks like one says nothing by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from grader.course.found import File
from grader.course.lms.names import TITLES
from grader.course.lms.person import Person, letters, turned
from grader.course.quiz.built import Built
from grader.course.quiz.roster import Student
from grader.printable import printable
from grader.words import both, listed

Key = TypeVar("Key")
_MOST_NAMED = 3
_MOST_TOLD = 20


class Meant(NamedTuple):
    """Whose hand-in it is: students of the roster, or what somebody is called who is `unknown` to it: why, as the end of a sentence."""

    students: tuple[str, ...]
    unknown: str = ""


class Persons:
    """The roster asked by persons of a platform, and which person each student is."""

    def __init__(self, built: Built, persons: Sequence[Person]) -> None:
        self._roster, self._sheets = built.roster, built.lock.sheets
        roster = built.roster.values()
        self._ids = {student.id.casefold(): student.id for student in roster}
        self._by_email = _only((student.email.casefold(), student.id) for student in roster)
        self._called = _all((name, student.id) for student in roster for name in turned(student.name) if name)
        self._groups = _all((group, student.id) for student in roster if (group := letters(student.group)))
        self._may_be = _all(((person.lms, who), person.student) for person in persons for who in self._each(person))
        self._by_student: dict[str, Person] = {}
        self._by_path: dict[str, Person] = {}

    def names(self, person: Person) -> Meant:
        """Return the students whose hand-in it is: one, those of a group, or what the platform calls somebody else."""
        told = self._told(person)
        named = self._named(person)
        if named and not self._others(person, named):
            told |= {named: f'name "{printable(person.name)}"'}
        if len(told) == 1:
            return Meant((*told,))
        group = letters(person.name)
        if not told and group in self._groups and not self._others(person, group):
            return Meant((*self._groups[group],))
        return Meant((self._apart(person),), f"; {self._why(person, told, named)}")

    def add(self, name: str, files: Sequence[File], person: Person | None) -> None:
        """Note who a student, and who handed in these files."""
        if person is not None:
            self._by_student[name] = person
            self._by_path |= {file.path: person for file in files}

    def of(self, name: str, files: Iterable[File]) -> Person | None:
        """Return the person that a student is; of one whom only the content told, the one whose files these are."""
        by_path = (self._by_path[file.path] for file in files if file.path in self._by_path)
        return self._by_student.get(name) or next(by_path, None)

    def doubts(self) -> list[str]:
        """Return what is to be looked at: the students whose names in the download and on the roster share no word."""
        doubtful = [
            f'warning: "{printable(id_)}" is "{printable(person.name)}" in the download and "{printable(self._roster[id_].name)}" on the roster; '
            "look whether they are the same"
            for id_, person in self._by_student.items()
            if id_ in self._roster and id_ in self._told(person) and _is_another(person, self._roster[id_])
        ]
        more = len(doubtful) - _MOST_TOLD
        return [*doubtful[:_MOST_TOLD], *([f"and {more:,} more of other names"] if more > 0 else [])]

    def _told(self, person: Person) -> dict[str, str]:
        """Return the students that the platform's id and address are, each with what says so."""
        id_ = self._ids.get(person.key.casefold(), "") if person.lms == "gradescope" else ""
        email = self._by_email.get(person.email.casefold(), "")
        by_email = {email: f'address "{printable(person.email)}"'} if email else {}
        return ({id_: f'id "{printable(person.key)}"'} if id_ else {}) | by_email

    def _named(self, person: Person) -> str:
        """Return the only student of this name; of several the one whose id is the number that Canvas gave. "" for nobody."""
        called = self._called.get(letters(person.name), ())
        if len(called) > 1 and person.lms == "canvas":
            called = [id_ for id_ in called if id_ == person.key]
        return called[0] if len(called) == 1 else ""

    def _each(self, person: Person) -> set[str]:
        """Return all that a person may be: students of the roster, or a group by its name."""
        named = self._named(person)
        return {*self._told(person), named or letters(person.name)}

    def _others(self, person: Person, who: str) -> list[str]:
        """Return whoever else of the platform may be the student, or the group."""
        return [other for other in self._may_be.get((person.lms, who), ()) if other != person.student]

    def _apart(self, person: Person) -> str:
        """Return what somebody is called who is nobody of the roster: never like anyone on it."""
        said = person.student
        return said if said not in self._roster and said not in self._sheets else f"{TITLES[person.lms]} {person.key}"

    def _why(self, person: Person, told: dict[str, str], named: str) -> str:
        """Return why somebody is nobody of the roster."""
        called, name = letters(person.name), f'"{printable(person.name)}"'
        if told:
            return both([f'its {how} says "{printable(who)}"' for who, how in told.items()])
        if not called:
            return "the platform says no name"
        if (named or called in self._groups) and (others := self._others(person, named or called)):
            shown = listed([f'"{printable(other)}"' for other in others], _MOST_NAMED)
            who = f'"{printable(named)}"' if named else "that group"
            return f"{name} may be {who} there, but so may {shown}"
        return f"{'several there are' if called in self._called else 'nobody there is'} called {name}"


def _is_another(person: Person, student: Student) -> bool:
    """Return whether a person and a student of the roster have names, and no word of these in common."""
    ours, theirs = ({letters(word) for word in name.split()} - {""} for name in (student.name, person.name))
    return bool(ours and theirs) and ours.isdisjoint(theirs)


def _only(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the ids by what only one has."""
    return {what: ids[0] for what, ids in _all(pairs).items() if what and len(ids) == 1}


def _all(pairs: Iterable[tuple[Key, str]]) -> dict[Key, list[str]]:
    """Return the ids by what they have, each once."""
    found: dict[Key, dict[str, None]] = {}
    for what, id_ in pairs:
        found.setdefault(what, {})[id_] = None
    return {what: [*ids] for what, ids in found.items()}
