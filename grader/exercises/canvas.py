"""Exercises as a Canvas quiz: an archive in QTI 1.2, with a question for the statement and one for each part of the answer.

Source: Canvas's own reader and marks of classic quizzes, and packages that it takes. All of it is for the platform alone.
Canvas compares what is typed letter by letter and gives all fields of a question equal shares, so fields where nothing belongs count
too. Which sort of question a part becomes follows from what is shown of it, so that it tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import NamedTuple
from xml.etree import ElementTree as ET

from grader.answers.platform import Item, Items, Pick, Ticks, Typed, Upload
from grader.answers.spellings import spellings
from grader.drawing.draw import svg
from grader.exact import marks_text
from grader.exercises import Files, Pool, Wishes
from grader.exercises.archive import Member, archived
from grader.exercises.canvas_package import MANIFEST, manifest, meta
from grader.exercises.canvas_question import Question
from grader.exercises.carried import CarriedExercise, CarriedPart, notes, title_of
from grader.exercises.statement_html import (
    heading_html,
    numbers_said,
    statement_lines,
    task_html,
    text_html,
    uploaded_lines,
)
from grader.exercises.uploads import template_of, upload_files
from grader.handout.files import TEMPLATE
from grader.printable import printable

PACKAGE = "key/canvas.zip"
_QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
_FILES = "%24IMS-CC-FILEBASE%24"
_ALL_ALIKE = "a right answer earns more at some entries than at others, and all ticks count the same there"
_ONE_PART = (
    "Canvas picks single questions, and a question marks one part; generate it with one part (ask: [values]) for that"
)
_EQUALLY = "All fields count the same."


class Numbered(NamedTuple):
    """An exercise, and its number in the package: no other one has it."""

    number: int
    carried: CarriedExercise


class Group(NamedTuple):
    """The variants of an exercise, or the exercise alone."""

    title: str
    variants: Sequence[Numbered]


def canvas_files(pools: Sequence[Pool], wishes: Wishes) -> Files:
    """Yield the archive, and the problems by which files are marked."""
    yield PACKAGE, write_package(_groups(pools), title_of(pools, wishes))
    yield from upload_files(pools, canvas_carried)


def canvas_notes(pools: Sequence[Pool]) -> Iterator[str]:
    """Yield for each part that Canvas does not mark that it is a file, and why."""
    return notes(pools, canvas_carried)


def canvas_carried(pool: Pool) -> list[CarriedExercise]:
    """Return the exercises of a pool; variants with several parts are files: of a group one question is picked, and a question has one part."""
    asked = pool.exercises[0].problem.ask
    why = _ONE_PART if len(pool.exercises) > 1 and len(asked) > 1 else ""
    return [CarriedExercise(exercise, why, _ALL_ALIKE) for exercise in pool.exercises]


def _groups(pools: Sequence[Pool]) -> list[Group]:
    numbers = count(1)
    return [
        Group(printable(pool.title), [Numbered(next(numbers), one) for one in canvas_carried(pool)]) for pool in pools
    ]


def write_package(groups: Sequence[Group], title: str) -> bytes:
    """Return the archive: the manifest, the quiz, its questions and their pictures."""
    exercises = [one for group in groups for one in group.variants]
    names = [title, *(one.carried.problem.id for one in exercises)]
    ident = "gametree_" + sha256("\n".join(names).encode()).hexdigest()[:24]
    pictures = {name: content for one in exercises for name, content in _files(one).items()}
    points = sum(group.variants[0].carried.problem.possible for group in groups)
    files = {
        MANIFEST: manifest(ident, list(pictures)),
        f"{ident}/{ident}.xml": write_questions(groups, ident, title),
        f"{ident}/assessment_meta.xml": meta(ident, title, points),
        **pictures,
    }
    return archived(Member(name, content) for name, content in files.items())


def _files(one: Numbered) -> dict[str, str]:
    """Return the drawings of an exercise, and the template for its file, by names in the archive."""
    number, carried = one
    question = carried.question
    drawn = question.diagrams if question.is_drawn else ()
    pictures = {f"gametree/tree-{number}-{place}.svg": svg(diagram) for place, diagram in enumerate(drawn, 1)}
    return pictures | ({f"gametree/{number}-{TEMPLATE}": template_of(carried)} if carried.uploads else {})


def write_questions(groups: Sequence[Group], ident: str, title: str) -> str:
    """Return the questions; those of variants in a group of which one is picked."""
    root = ET.Element("questestinterop", xmlns=_QTI)
    assessment = ET.SubElement(root, "assessment", ident=ident, title=title)
    section = ET.SubElement(assessment, "section", ident="root_section")
    for group in groups:
        if len(group.variants) == 1:
            _add_exercise(section, group.variants[0])
        else:
            _add_group(section, group)
    ET.indent(root, "")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _add_exercise(section: ET.Element, one: Numbered) -> None:
    number, carried = one
    Question(section, f"gt{number}_0", carried.name, "text_only_question", 0).asks(_statement(one))
    for place, part in enumerate(carried.parts, 1):
        _add_part(section, one, place, part)


def _add_group(section: ET.Element, group: Group) -> None:
    """Add the variants, each a question with its statement, as a group of which Canvas picks one."""
    numbers = [one.number for one in group.variants]
    picked = ET.SubElement(section, "section", ident=f"gt{numbers[0]}_group", title=group.title)
    selection = ET.SubElement(ET.SubElement(picked, "selection_ordering"), "selection")
    ET.SubElement(selection, "selection_number").text = "1"
    extension = ET.SubElement(selection, "selection_extension")
    ET.SubElement(extension, "points_per_item").text = marks_text(group.variants[0].carried.problem.possible)
    for one in group.variants:
        if len(one.carried.parts) == 1:
            _add_part(picked, one, 1, one.carried.parts[0], before=_statement(one))
        else:
            _add_file(picked, one)


def _add_file(section: ET.Element, one: Numbered) -> None:
    """Add the question that takes all of an exercise as a file."""
    points = one.carried.problem.possible
    question = Question(section, f"gt{one.number}_1", one.carried.name, "file_upload_question", points)
    question.asks(_statement(one) + "".join(uploaded_lines(one.carried, _template(one))))


def _template(one: Numbered) -> str:
    """Return the address of the template for the file."""
    return f"{_FILES}/{list(_files(one))[-1]}"


def _statement(one: Numbered) -> str:
    pictures = [f"{_FILES}/{name}" for name in _files(one) if not name.endswith(TEMPLATE)]
    return "\n".join(statement_lines(one.carried.name, one.carried.question, pictures))


def _add_part(section: ET.Element, one: Numbered, place: int, part: CarriedPart, before: str = "") -> None:
    """Add the question of a part; what stands `before` it is the statement, where that is no question of its own, else its heading."""
    title = f"{one.carried.name} {part.name}"
    question = Question(section, f"gt{one.number}_{place}", title, _sort(part), part.points)
    before = before or heading_html(one.carried.name)
    if isinstance(part.carried, Upload):
        question.asks(
            f'{before}{task_html(part)}<p>Fill in <a href="{_template(one)}">{TEMPLATE}</a> and hand it in.</p>'
        )
    else:
        _ask(question, part, part.carried, before)


def _sort(part: CarriedPart) -> str:
    """Return the sort of question: by what is shown alone."""
    if isinstance(part.carried, Upload):
        return "file_upload_question"
    if isinstance(part.carried.items[0], Ticks):
        return "multiple_answers_question"
    is_chosen = all(isinstance(item, Pick) for item in part.carried.items)
    return "multiple_dropdowns_question" if is_chosen else "fill_in_multiple_blanks_question"


def _ask(question: Question, part: CarriedPart, items: Items, before: str) -> None:
    first, several = items.items[0], len(items.items) > 1
    hints = [items.how] if items.how else []
    hints += [said] if (said := numbers_said(items.items)) else []
    hints += [_EQUALLY] if several else []
    text = before + task_html(part) + "".join(f"<p>{text_html(hint)}</p>" for hint in hints)
    if isinstance(first, Ticks):
        question.asks(text)
        question.ticks(first)
        return
    name = "gt"
    while any(f"[{name}" in item.label for item in items.items) or f"[{name}" in text:
        name += "_"
    labels = (
        f"<li>{text_html(item.label)} [{name}{place}]</li>".replace("<li> ", "<li>")
        for place, item in enumerate(items.items, 1)
    )
    question.asks(f"{text}<ul>{''.join(labels)}</ul>")
    question.blanks([(f"{name}{place}", *_answers(item)) for place, item in enumerate(items.items, 1)])


def _answers(item: Item) -> tuple[Sequence[str], Sequence[int]]:
    """Return the answers that a field knows, and the places of those that are right."""
    if isinstance(item, Pick):
        return item.options, item.right
    texts = [text for accepted in item.accepted for text in spellings(accepted)] if isinstance(item, Typed) else []
    return texts, range(len(texts))
