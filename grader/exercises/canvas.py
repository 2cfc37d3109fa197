"""Exercises as a Canvas quiz: an archive in QTI 1.2, with a question for the statement and one for each part of the answer.

Source: Canvas's own reader and marks of classic quizzes, and packages that it takes. All of it is for the platform alone.
Canvas compares what is typed letter by letter and gives all fields of a question equal shares, so fields where nothing belongs count
too. Which sort of question a part becomes follows from what is shown of it, so that it tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from xml.etree import ElementTree as ET

from grader.answers.platform import Item, Items, Pick, Ticks, Typed, Upload
from grader.answers.spellings import spellings
from grader.drawing.draw import svg
from grader.exact import Number, marks_text
from grader.exercises import Files, Pool, Wishes, singles
from grader.exercises.archive import Member, archived
from grader.exercises.canvas_package import MANIFEST, manifest, meta
from grader.exercises.carried import CarriedExercise, CarriedPart, title_of
from grader.exercises.statement_html import NUMBERS, statement_lines, task_html, text_html
from grader.exercises.uploads import template_of, upload_files
from grader.handout.files import TEMPLATE

PACKAGE = "key/canvas.zip"
_QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
_FILES = "%24IMS-CC-FILEBASE%24"
_FIRST_ANSWER = 1000
_EQUALLY = "All fields count the same."


def canvas_files(pools: Sequence[Pool], wishes: Wishes) -> Files:
    """Yield the archive, and the problems by which files are marked."""
    yield (
        PACKAGE,
        write_package(list(map(CarriedExercise, singles(pools))), title_of(pools, wishes)),
    )
    yield from upload_files(pools)


def write_package(exercises: Sequence[CarriedExercise], title: str) -> bytes:
    """Return the archive: the manifest, the quiz, its questions and their pictures."""
    ident = "gametree_" + sha256("\n".join([title, *(one.problem.id for one in exercises)]).encode()).hexdigest()[:24]
    pictures = {
        name: content for number, one in enumerate(exercises, 1) for name, content in _files(number, one).items()
    }
    points = sum(one.problem.possible for one in exercises)
    files = {
        MANIFEST: manifest(ident, list(pictures)),
        f"{ident}/{ident}.xml": write_questions(exercises, ident, title),
        f"{ident}/assessment_meta.xml": meta(ident, title, points),
        **pictures,
    }
    return archived(Member(name, content) for name, content in files.items())


def _files(number: int, carried: CarriedExercise) -> dict[str, str]:
    """Return the drawings of an exercise, and the template for its file, by names in the archive."""
    question = carried.question
    drawn = question.diagrams if question.is_drawn else ()
    pictures = {f"gametree/tree-{number}-{place}.svg": svg(diagram) for place, diagram in enumerate(drawn, 1)}
    return pictures | ({f"gametree/{number}-{TEMPLATE}": template_of(carried)} if carried.uploads else {})


def write_questions(exercises: Sequence[CarriedExercise], ident: str, title: str) -> str:
    """Return the questions."""
    root = ET.Element("questestinterop", xmlns=_QTI)
    assessment = ET.SubElement(root, "assessment", ident=ident, title=title)
    section = ET.SubElement(assessment, "section", ident="root_section")
    for number, carried in enumerate(exercises, 1):
        _add_exercise(section, number, carried)
    ET.indent(root, "")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _add_exercise(section: ET.Element, number: int, carried: CarriedExercise) -> None:
    files = [f"{_FILES}/{name}" for name in _files(number, carried)]
    pictures = [address for address in files if not address.endswith(TEMPLATE)]
    _Question(section, f"gt{number}_0", carried.name, "text_only_question", 0).asks(
        "\n".join(statement_lines(carried.question, pictures))
    )
    for place, part in enumerate(carried.parts, 1):
        sort = _sort(part)
        question = _Question(section, f"gt{number}_{place}", f"{carried.name} {part.name}", sort, part.points)
        if isinstance(part.carried, Upload):
            question.asks(f'{task_html(part)}<p>Fill in <a href="{files[-1]}">{TEMPLATE}</a> and hand it in.</p>')
        else:
            _ask(question, part, part.carried)


def _sort(part: CarriedPart) -> str:
    """Return the sort of question: by what is shown alone."""
    if isinstance(part.carried, Upload):
        return "file_upload_question"
    if isinstance(part.carried.items[0], Ticks):
        return "multiple_answers_question"
    is_chosen = all(isinstance(item, Pick) for item in part.carried.items)
    return "multiple_dropdowns_question" if is_chosen else "fill_in_multiple_blanks_question"


def _ask(question: _Question, part: CarriedPart, items: Items) -> None:
    first, several = items.items[0], len(items.items) > 1
    hints = [items.how] if items.how else []
    hints += [NUMBERS] if any(isinstance(item, Typed) for item in items.items) else []
    hints += [_EQUALLY] if several else []
    text = task_html(part) + "".join(f"<p>{text_html(hint)}</p>" for hint in hints)
    if isinstance(first, Ticks):
        question.asks(text)
        question.ticks(first)
        return
    name = "gt"
    while any(f"[{name}" in item.label for item in items.items) or f"[{name}" in part.task:
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


class _Question:
    """One question as it is written: what it says, its answers, and which of them are right."""

    def __init__(self, section: ET.Element, ident: str, title: str, sort: str, points: Number) -> None:
        self.item = ET.SubElement(section, "item", ident=ident, title=title)
        self.next_answer = _FIRST_ANSWER
        fields = ET.SubElement(ET.SubElement(self.item, "itemmetadata"), "qtimetadata")
        self.known = [
            _field(fields, "question_type", sort),
            _field(fields, "points_possible", marks_text(points)),
            _field(fields, "original_answer_ids", ""),
            _field(fields, "assessment_question_identifierref", f"{ident}_ref"),
        ]
        self.presentation = ET.SubElement(self.item, "presentation")

    def asks(self, text: str) -> None:
        """Write what the question says."""
        _material(self.presentation, text, "text/html")

    def ticks(self, item: Ticks) -> None:
        """Write options to tick; those that earn something are right, and each other one takes as much."""
        ids = self._choices("response1", item.options, "Multiple")
        (condition,) = self._conditions([100])
        both = ET.SubElement(condition, "and")
        for answer, share in zip(ids, item.shares, strict=True):
            above = both if share > 0 else ET.SubElement(both, "not")
            ET.SubElement(above, "varequal", respident="response1").text = answer

    def blanks(self, fields: Sequence[tuple[str, Sequence[str], Sequence[int]]]) -> None:
        """Write fields: name, answers, and the places of those that are right."""
        found = []
        for name, answers, right in fields:
            ids = self._choices(f"response_{name}", answers, None, name)
            found += [(f"response_{name}", ids[place]) for place in right]
        conditions = self._conditions([100 / len(fields)] * len(found))
        for (response, answer), condition in zip(found, conditions, strict=True):
            ET.SubElement(condition, "varequal", respident=response).text = answer

    def _choices(self, response: str, texts: Sequence[str], many: str | None, name: str = "") -> list[str]:
        asked = ET.SubElement(self.presentation, "response_lid", ident=response)
        if many:
            asked.set("rcardinality", many)
        if name:
            _material(asked, name)
        options = ET.SubElement(asked, "render_choice")
        ids = [str(self.next_answer + place) for place in range(len(texts))]
        self.next_answer += len(texts)
        for answer, text in zip(ids, texts, strict=True):
            _material(ET.SubElement(options, "response_label", ident=answer), text, "text/plain")
        self.known[2].text = ",".join([*filter(None, [self.known[2].text]), *ids])
        return ids

    def _conditions(self, worth: Sequence[float]) -> Iterator[ET.Element]:
        """Yield what has to hold for each of these marks, of 100."""
        processing = ET.SubElement(self.item, "resprocessing")
        outcomes = ET.SubElement(processing, "outcomes")
        ET.SubElement(outcomes, "decvar", maxvalue="100", minvalue="0", varname="SCORE", vartype="Decimal")
        for one in worth:
            condition = ET.SubElement(processing, "respcondition")
            yield ET.SubElement(condition, "conditionvar")
            action = "Set" if one == 100 else "Add"
            ET.SubElement(condition, "setvar", varname="SCORE", action=action).text = f"{one:.2f}"


def _field(fields: ET.Element, label: str, entry: str) -> ET.Element:
    field = ET.SubElement(fields, "qtimetadatafield")
    ET.SubElement(field, "fieldlabel").text = label
    written = ET.SubElement(field, "fieldentry")
    written.text = entry
    return written


def _material(above: ET.Element, text: str, sort: str = "") -> None:
    written = ET.SubElement(ET.SubElement(above, "material"), "mattext")
    if sort:
        written.set("texttype", sort)
    written.text = text
