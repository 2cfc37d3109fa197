"""What a class run says of each student, for a gradebook: who, the marks that count, and a comment that tells no answer."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from grader.course.late import Late
from grader.course.lms.person import Person, person_of
from grader.course.quiz.roster import Student
from grader.course.row import Status, row_in
from grader.data import Data
from grader.exact import marks_text, points_text
from grader.words import listed

_MOST_NAMED = 50


class Marked(NamedTuple):
    """A student with marks: `earned` is what counts, late work taken off, of `possible`. `comment` is for the student."""

    student: str
    status: Status
    person: Person | None
    names: tuple[str, ...]
    emails: tuple[str, ...]
    earned: Fraction
    possible: Fraction
    comment: str


def marked_students(
    results: Iterable[Mapping[str, Data]], roster: Mapping[str, Student], late: Late | None
) -> Iterator[Marked]:
    """Yield the students of a run, in the order of its results."""
    for result in results:
        row = row_in(result)
        person = person_of(row.platform)
        listed_as = roster.get(row.student)
        names = (listed_as.name if listed_as else "", person.name if person else "")
        emails = (listed_as.email if listed_as else "", person.email if person else "")
        marks = late.marks(row) if late is not None and row.marks else None
        earned = marks.final if marks is not None else row.earned
        comment = _comment(result, row.earned, row.possible, marks.penalty if marks is not None else None)
        yield Marked(row.student, row.status, person, _said(names), _said(emails), earned, row.possible, comment)


def _said(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if text))


def _comment(result: Mapping[str, Data], earned: Fraction, possible: Fraction, penalty: Fraction | None) -> str:
    """Return the marks in words, all and of each exercise. Answers stay out: whoever sees it may not have handed in yet."""
    late = f", less {points_text(penalty)} for being late" if penalty else ""
    each = [
        f"{one.get('exercise', one['id'])}: {one['earned']:g} of {one['possible']:g}"
        for one in result.get("problems", ())
    ]
    told = f" ({listed(each, _MOST_NAMED)})" if len(each) > 1 else ""
    return f"{marks_text(earned)} of {points_text(possible)}{late}{told}"


def as_html(comment: str) -> str:
    """Return a comment for a platform that reads comments as HTML."""
    return f"<p>{html.escape(comment, quote=False)}</p>"
