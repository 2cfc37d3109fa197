"""The learning platforms whose downloads and gradebooks are read: a row of `LMS` is all that is to be known of one; and who handed in there."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from enum import Enum
from typing import NamedTuple

# -- who handed in, as a platform says it: kept from the names in a download to the gradebook; how platforms change
# names


class Person(NamedTuple):
    """A student, or a group that hands in as one, by the platform's own `key`; what else the download says of them.

    `time` is when the counting submission was handed in, in ISO 8601, "" where the download does not say it; `is_late`: the
    platform's own due date had passed. `submission` is the platform's id of what was handed in.
    """

    lms: str
    key: str
    name: str = ""
    email: str = ""
    submission: str = ""
    time: str = ""
    is_late: bool = False

    @property
    def student(self) -> str:
        """Return what the student is called where no roster says it: as the platform's own gradebook calls them."""
        return f"{self.platform.called}{self.key}"

    @property
    def platform(self) -> "Lms":
        """Return what is known of the platform."""
        return lms_of(self.lms)

    @property
    def column(self) -> str:
        """Return what a column of a gradebook says in which the key stands: "id", or the platform whose number it is."""
        return "id" if self.platform.key is KeyOf.STUDENT else self.lms

    def as_data(self) -> dict[str, str]:
        """Return what is known, for a result."""
        stated = self._asdict() | {"is_late": "yes" if self.is_late else ""}
        return {name.removeprefix("is_"): value for name, value in stated.items() if value}


def person_of(stated: Mapping[str, str]) -> Person | None:
    """Return who a result says handed in; None where it came by no platform."""
    if not stated:
        return None
    known = {name: stated.get(name, "") for name in Person._fields if name != "is_late"}
    return Person(**known, is_late=bool(stated.get("late")))


def letters(name: str) -> str:
    """Return a name without what platforms change in it: case, blanks, apostrophes, how letters are composed.

    >>> letters("Žofia O'Neil-Müller") == letters("zofia oneilmuller"), letters("Ann") == letters("ANN ")
    (False, True)
    """
    composed = unicodedata.normalize("NFC", name).casefold()
    return "".join(letter for letter in composed if letter.isalnum())


def turned(name: str) -> set[str]:
    """Return the ways in which a platform may write a name: as it is, and beginning with any of its words, as lists do.

    >>> sorted(turned("Ann van Berg"))
    ['annvanberg', 'bergannvan', 'vanbergann']
    """
    words = name.split()
    return {letters("".join((*words[at:], *words[:at]))) for at in range(len(words))}


# -- the names that platforms give to what students handed in, in a bulk download. Patterns are text, compiled when a
# download is read: most runs name one file

_MOODLE = r"(?s)(?P<name>[^_]+)_(?P<id>[0-9]{1,18})_assignsubmission_(?P<sort>[a-z]+)(?:_(?P<file>.*))?"
_NAMED = r"(?!(?:LATE_)?anon_(?=[0-9]*[A-Za-z])[A-Za-z0-9]{1,40}(?:_LATE)?_[0-9]{1,18}_.)"
"""What does not begin as the name of somebody anonymous."""
_CANVAS = (
    rf"(?s)(?:{_NAMED}(?P<name>\w+?)_(?P<late>LATE_)?(?P<id>[0-9]{{1,18}})"
    r"|(?P<early>LATE_)?(?P<anonymous>anon_[A-Za-z0-9]{1,40})(?P<then>_LATE)?)"
    r"_(?:(?P<attachment>[0-9]{1,18})_(?P<file>.+)|(?P<entry>text|link)(?:-[0-9]+)?(?:\.html)?)"
)
_CANVAS_QUIZ = (
    rf"(?s){_NAMED}(?P<name>(?:(?!_[0-9]{{1,18}}_[0-9])[-\w])*?)(?P<id>[0-9]{{1,18}})"
    r"_question_[0-9]{1,18}_[0-9]{1,18}_(?P<file>.+)"
)
"""A file of a quiz. Before `_question_` stands no `_<id>_<id>`: there a student called the file so."""
_GRADESCOPE = r"submission_(?P<id>[0-9]{1,18})"
_BLIND = "Participant"


class Named(NamedTuple):
    """What a name says: who handed in, what they called the `file`, and whether it is a text field (`is_pasted`) or the address of a page (`is_link`)."""

    person: Person
    file: str = ""
    is_pasted: bool = False
    is_link: bool = False


def moodle(name: str) -> Named | None:
    """Return what the name of a file or folder says that Moodle gave; None for any other.

    >>> moodle("ONeil-Müller Žofia_5_assignsubmission_file_").person.key
    '5'
    """
    if (found := re.fullmatch(_MOODLE, name)) is None:
        return None
    full = "" if found["name"] == _BLIND else found["name"].strip()
    return Named(Person("moodle", found["id"], full), found["file"] or "", is_pasted=found["sort"] == "onlinetext")


def canvas(name: str) -> Named | None:
    """Return what the name of a file says that Canvas gave; None for any other.

    >>> canvas("oneilmullerzofia_LATE_3143_207797_answers-1.yaml").person.is_late
    True
    >>> canvas("oneil_zofia3143_question_55_901_answers.yaml").person.key
    '3143'
    """
    if moodle(name) is not None:
        return None
    if (of_quiz := re.fullmatch(_CANVAS_QUIZ, name)) is not None:
        return Named(Person("canvas", of_quiz["id"], of_quiz["name"].replace("_", " ").strip()), of_quiz["file"])
    if (found := re.fullmatch(_CANVAS, name)) is None:
        return None
    is_late = any(found[group] for group in ("late", "early", "then"))
    person = Person("canvas", found["id"] or found["anonymous"], found["name"] or "", is_late=is_late)
    return Named(person, found["file"] or "", is_pasted=found["entry"] == "text", is_link=found["entry"] == "link")


def gradescope(name: str) -> Named | None:
    """Return what the name of a folder says that Gradescope gave; None for any other. Who it is, its metadata say."""
    found = re.fullmatch(_GRADESCOPE, name)
    return None if found is None else Named(Person("gradescope", found[0], submission=found["id"]))


# -- what is known of each platform


class KeyOf(Enum):
    """What a platform's key of a person is: a number, in one assignment or of all its users, or what the course itself calls them."""

    PARTICIPANT = "of an assignment"
    USER = "of the platform"
    STUDENT = "of the course"


class Lms(NamedTuple):
    """A learning platform: how the names in its download are read, and what is known of a person by one.

    `layout` is an example of its names, for people. `called` stands before a key where people read it. `list_file` says whose each
    of the folders beside it is, which alone bear names then. `is_vague`: others may look like its names. `says_late`: a name says that
    something was late, and nothing when it came. `takes_feedback`: it takes files for each person back, in an archive.
    """

    title: str
    layout: str
    read: Callable[[str], Named | None]
    key: KeyOf
    called: str = ""
    list_file: str = ""
    is_vague: bool = False
    says_late: bool = False
    takes_feedback: bool = False


LMS = {
    "moodle": Lms(
        "Moodle",
        "Moodle's (Name_12_assignsubmission_file)",
        moodle,
        KeyOf.PARTICIPANT,
        called=f"{_BLIND} ",
        takes_feedback=True,
    ),
    "canvas": Lms("Canvas", "Canvas' (name_12_345_file.yaml)", canvas, KeyOf.USER, is_vague=True, says_late=True),
    "gradescope": Lms(
        "Gradescope",
        "Gradescope's (submission_12 beside submission_metadata.yml)",
        gradescope,
        KeyOf.STUDENT,
        list_file="submission_metadata.yml",
    ),
}
"""The platforms, by the names that they have on the command line and in results."""

AUTO, NO_PLATFORM = "auto", "none"
"""What stands for a platform on the command line: whichever it is; none, whatever names look like."""
_NO_LMS = Lms("", "", lambda _: None, KeyOf.STUDENT)


def lms_of(name: str) -> Lms:
    """Return the platform of this name; of any other name one of which nothing is known."""
    return LMS.get(name, _NO_LMS)
