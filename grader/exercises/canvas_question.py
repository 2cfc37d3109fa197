"""One question of a Canvas quiz as QTI 1.2 writes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as ET

from grader.answers.platform import Ticks
from grader.exact import Number, marks_text

_FIRST_ANSWER = 1000


class Question:
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
        add_material(self.presentation, text, "text/html")

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
            add_material(asked, name)
        options = ET.SubElement(asked, "render_choice")
        ids = [str(self.next_answer + place) for place in range(len(texts))]
        self.next_answer += len(texts)
        for answer, text in zip(ids, texts, strict=True):
            add_material(ET.SubElement(options, "response_label", ident=answer), text, "text/plain")
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


def add_material(above: ET.Element, text: str, sort: str = "") -> None:
    """Add a text of a sort."""
    written = ET.SubElement(ET.SubElement(above, "material"), "mattext")
    if sort:
        written.set("texttype", sort)
    written.text = text
