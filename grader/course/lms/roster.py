"""Who of a roster a platform means: by id, by email, by a full name that only one has; a group by its name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grader.course.found import File
from grader.course.lms.person import Person, letters, turned
from grader.course.quiz.built import Built


class Persons:
    """The roster asked by persons of a platform, and which person each student is."""

    def __init__(self, built: Built) -> None:
        roster = built.roster.values()
        self._ids = {student.id.casefold(): student.id for student in roster}
        self._by_email = _only((student.email.casefold(), student.id) for student in roster)
        self._by_name = _only((name, student.id) for student in roster for name in turned(student.name))
        self._groups: dict[str, list[str]] = {}
        for student in (student for student in roster if student.group):
            self._groups.setdefault(letters(student.group), []).append(student.id)
        self._by_student: dict[str, Person] = {}
        self._by_path: dict[str, Person] = {}

    def names(self, person: Person) -> list[str]:
        """Return the students whose hand-in it is: one, those of a group, or what the platform calls somebody else."""
        one = (
            self._ids.get(person.key.casefold())
            or self._by_email.get(person.email.casefold())
            or self._by_name.get(letters(person.name))
        )
        return [one] if one else self._groups.get(letters(person.name)) or [person.student]

    def add(self, name: str, files: Sequence[File], person: Person | None) -> None:
        """Note who a student, and who handed in these files."""
        if person is not None:
            self._by_student[name] = person
            self._by_path |= {file.path: person for file in files}

    def of(self, name: str, files: Iterable[File]) -> Person | None:
        """Return the person that a student is; of one whom only the content told, the one whose files these are."""
        by_path = (self._by_path[file.path] for file in files if file.path in self._by_path)
        return self._by_student.get(name) or next(by_path, None)


def _only(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the ids by what only one has."""
    found: dict[str, list[str]] = {}
    for what, id_ in pairs:
        found.setdefault(what, []).append(id_)
    return {what: ids[0] for what, ids in found.items() if what and len(ids) == 1}
