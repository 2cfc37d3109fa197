"""The names that platforms give to what students handed in, in a bulk download.

| platform | name |
|---|---|
| Moodle, folders | `Full Name_<id>_assignsubmission_file/…`, `…_assignsubmission_onlinetext/onlinetext.html` |
| Moodle, no folders | `Full Name_<id>_assignsubmission_file_<file>` |
| Moodle, blind marking; groups | `Participant_<id>_…`; `<group name>_<group id>_…` |
| Canvas | `<name>_[LATE_]<user id>_<attachment id>_<file>`, `<name>_[LATE_]<user id>_text.html`, `…_link.html` |
| Canvas, anonymous | `anon_<id>_[LATE_]…`, `LATE_anon_<id>_…` |
| Canvas, files of a quiz | `<name><user id>_question_<question id>_<attachment id>_<file>` |
| Gradescope | `submission_<id>/…` beside `submission_metadata.yml` |

Moodle writes no underscore into a name, and Canvas none that stands before a number and another underscore; so the first
id from the left is the platform's, whatever a student calls a file. Of a quiz Canvas writes the id right behind the name
(`question_attachment_filename` in canvas-lms, app/models/quizzes/quiz_submission_zipper.rb); of a name that ends with a
digit nobody can tell where it begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from grader.course.lms.person import Person

METADATA = "submission_metadata.yml"
_MOODLE = re.compile(r"(?P<name>[^_]+)_(?P<id>[0-9]{1,18})_assignsubmission_(?P<sort>[a-z]+)(?:_.*)?", re.DOTALL)
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
    r"_question_[0-9]{1,18}_[0-9]{1,18}_.+",
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
