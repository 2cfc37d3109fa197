"""What Canvas makes of a package in QTI 1.2, and what it gives for responses: a second reading of the format, for tests alone.

Written from what is known of Canvas's classic quizzes: blanks of a question count the same and are compared without regard to capitals;
of ticks each right one earns a share and each wrong one takes one, never below nothing.
"""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Callable
from fractions import Fraction
from xml.etree import ElementTree as ET

from platform_fields import PART_CALLED, Field, Response

_QTI = "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"


def read_package(archive: bytes) -> dict[str, bytes]:
    """Return the files of a package by their names."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def questions_name(files: dict[str, bytes]) -> str:
    """Return the name of the file with the questions, as the manifest says it."""
    manifest = ET.fromstring(files["imsmanifest.xml"])
    (found,) = [one for one in manifest.iter() if one.get("type") == "imsqti_xmlv1p2"]
    return str(found[0].get("href"))


def read_items(files: dict[str, bytes]) -> list[ET.Element]:
    """Return the questions of a package, of which every number is written out."""
    root = ET.fromstring(files[questions_name(files)])
    stated = [
        one.text for name in ("setvar", "selection_number", "points_per_item") for one in root.iter(f"{_QTI}{name}")
    ]
    stated += [one.get(name) for one in root.iter(f"{_QTI}decvar") for name in ("minvalue", "maxvalue")]
    items = list(root.iter(f"{_QTI}item"))
    stated += [said(one, "points_possible") for one in items]
    assert all(re.fullmatch(r"[0-9]+(\.[0-9]+)?", number or "") for number in stated), stated
    return items


def said(item: ET.Element, label: str) -> str:
    """Return a field of what is known of a question."""
    for field in item.iter(f"{_QTI}qtimetadatafield"):
        if field.findtext(f"{_QTI}fieldlabel") == label:
            return field.findtext(f"{_QTI}fieldentry") or ""
    raise AssertionError(label)


def text_of(item: ET.Element) -> str:
    """Return what a question says, as HTML."""
    return item.findtext(f"{_QTI}presentation/{_QTI}material/{_QTI}mattext") or ""


def fields_of(item: ET.Element) -> list[Field]:
    """Return what there is to fill in in a question."""
    sort, text = said(item, "question_type"), text_of(item)
    part = PART_CALLED[html.unescape(re.findall("<strong>(.*?)</strong>", text)[0])]
    responses = list(item.iter(f"{_QTI}response_lid"))
    worth = Fraction(said(item, "points_possible")) / max(1, len(responses))
    right = {one.text for one in item.iter(f"{_QTI}varequal")}
    wrong = {one.text for above in item.iter(f"{_QTI}not") for one in above}
    fields = []
    for response in responses:
        answers = {
            one.get("ident"): one.findtext(f".//{_QTI}mattext") or "" for one in response.iter(f"{_QTI}response_label")
        }
        name = str(response.get("ident")).removeprefix("response_")
        before = (
            html.unescape(text.partition(f"[{name}]")[0].rpartition("<li>")[2]).strip()
            if sort[:8] != "multiple_a"
            else ""
        )
        label = "" if sort == "multiple_answers_question" else before
        are_right = [ident in right - wrong for ident in answers]
        options = () if sort == "fill_in_multiple_blanks_question" else tuple(answers.values())
        mark = _marking(sort, list(answers.values()), are_right, worth)
        fields.append(Field(part, label, options, sort == "multiple_answers_question", worth, mark))
    return fields


def _marking(sort: str, answers: list[str], are_right: list[bool], worth: Fraction) -> Callable[[Response], Fraction]:
    def mark(response: Response) -> Fraction:
        if response is None:
            return Fraction(0)
        if isinstance(response, frozenset):
            score = sum(1 if are_right[place] else -1 for place in response)
            return max(Fraction(0), worth * score / sum(are_right))
        if isinstance(response, int):
            return worth * are_right[response]
        return worth * (response.strip().casefold() in {answer.strip().casefold() for answer in answers})

    assert any(are_right) or sort.startswith("fill_in")
    return mark
