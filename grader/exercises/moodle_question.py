"""One question of Moodle XML: what every one has, and what a file or an order to be made takes beside it.

Source: Moodle's `question/format/xml`, `question/type/essay` and `question/type/ordering`.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from grader.exact import Number, marks_text
from grader.exercises.carried import CarriedExercise
from grader.exercises.statement_html import solution_html, text_html

_LONGEST_NUMBER = 100
_TYPES = ".yaml,.yml,.json"

Attached = dict[str, bytes]
"""Files of a question: name -> content."""


def new_question(sort: str, name: str, lines: Sequence[str], attached: Attached) -> ET.Element:
    """Return a question of a sort, with its name, its text and the files in it."""
    question = ET.Element("question", type=sort)
    add_text(ET.SubElement(question, "name"), name)
    asked = ET.SubElement(question, "questiontext", format="html")
    add_text(asked, "\n".join(lines))
    for file, content in attached.items():
        ET.SubElement(asked, "file", name=file, path="/", encoding="base64").text = base64.b64encode(content).decode()
    return question


def finish(question: ET.Element, carried: CarriedExercise | None, points: Number, number: str) -> None:
    """Add what every question has: the solution to show afterwards, the points, its number in the category, and tags."""
    add_text(ET.SubElement(question, "generalfeedback", format="html"), solution_html(carried) if carried else "")
    for name, value in {
        "defaultgrade": marks_text(points),
        "penalty": "0",
        "hidden": "0",
        "idnumber": number[:_LONGEST_NUMBER],
    }.items():
        ET.SubElement(question, name).text = value
    tags = ET.SubElement(question, "tags")
    for tag in ("gametree", *([carried.problem.kind] if carried else [])):
        add_text(ET.SubElement(tags, "tag"), tag)


def take_a_file(question: ET.Element) -> None:
    """Add what says that one file of answers is handed in."""
    for name, value in {
        "responseformat": "noinline",
        "responserequired": "0",
        "responsefieldlines": "3",
        "attachments": "1",
        "attachmentsrequired": "1",
        "maxbytes": "65536",
        "filetypeslist": _TYPES,
    }.items():
        ET.SubElement(question, name).text = value
    for name in ("graderinfo", "responsetemplate"):
        add_text(ET.SubElement(question, name, format="html"), "")


def take_an_order(question: ET.Element, names: Sequence[str]) -> None:
    """Add what is to be put in order; as `grade` does, Moodle marks the longest run in the right order."""
    for name, value in {
        "layouttype": "VERTICAL",
        "selecttype": "ALL",
        "selectcount": "0",
        "gradingtype": "LONGEST_ORDERED_SUBSET",
        "showgrading": "SHOW",
        "numberingstyle": "none",
        "shownumcorrect": "1",
    }.items():
        ET.SubElement(question, name).text = value
    for place, name in enumerate(names, 1):
        add_text(ET.SubElement(question, "answer", fraction=str(place), format="html"), text_html(name))


def add_text(element: ET.Element, text: str) -> None:
    """Add a text, as Moodle XML holds each one."""
    ET.SubElement(element, "text").text = text
