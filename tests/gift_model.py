"""What Moodle makes of a GIFT file: a second reading of the format, for tests alone."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from moodle_model import Answer, Sub
from platform_fields import Field

_ANSWER = re.compile(
    r"([=~])(?:%(-?[0-9.]+)%)?((?:\\\\.|[^=~#\\\\\n])+)(?:#((?:\\\\.|[^=~\\\\\n])*))?".replace("\\\\", "\\")
)


class Question(NamedTuple):
    """A question: its name, its text, and its answers as they stand there; a description has none."""

    name: str
    text: str
    answers: str | None


def read_gift(source: str) -> Iterator[Question]:
    """Yield the questions; they are apart by blank lines."""
    for block in source.strip().split("\n\n"):
        if block.startswith(("$CATEGORY: ", "//")):
            continue
        found = re.fullmatch(r"::((?:\\.|[^:\\])+)::(?:\[html\])?((?:\\.|[^{}\\])*?)(?: \{(.*)\})?", block, re.DOTALL)
        assert found, block
        yield Question(plain(found[1]), plain(found[2]), found[3])


def plain(text: str) -> str:
    """Return what is meant by a text with escapes."""
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)


def gift_fields(source: str) -> list[Field]:
    """Return what there is to fill in; what each is worth says its name."""
    fields = []
    for question in read_gift(source):
        if question.answers is not None:
            paragraphs = [html.unescape(one) for one in re.findall("<p>(.*?)</p>", question.text)]
            part = re.sub("</?strong>", "", paragraphs[0]).partition(":")[0]
            label = (
                ""
                if len(paragraphs) == 1 or (paragraphs[-1].endswith(".") and not paragraphs[-1][0].isdigit())
                else paragraphs[-1]
            )
            fields.append(_field(part, label, Fraction(question.name.rpartition(": ")[2].split()[0]), question.answers))
    return fields


def _field(part: str, label: str, worth: Fraction, answers: str) -> Field:
    is_number = answers.startswith("#")
    found = [_answer(one, is_number=is_number) for one in _ANSWER.finditer(answers[is_number:])]
    is_ticked, is_typed = (
        not any(one[1] == "=" for one in _ANSWER.finditer(answers)),
        "~" not in re.sub(r"\\.", "", answers),
    )
    sort = (
        "MULTIRESPONSE" if is_ticked else "NUMERICAL" if is_number else "SHORTANSWER_C" if is_typed else "MULTICHOICE"
    )
    options = () if is_typed else tuple(answer.text for answer in found)
    sub = Sub("", 1, sort, tuple(found))
    return Field(part, label, options, is_ticked, worth, lambda response: Fraction(sub.fraction(response)) * worth)


def _answer(found: re.Match[str], *, is_number: bool) -> Answer:
    stated = float(found[2]) / 100 if found[2] else float(found[1] == "=")
    text, feedback = plain(found[3]), plain(found[4] or "")
    number, _, tolerance = text.partition(":") if is_number else (html.unescape(text), "", "")
    return Answer(stated, number.strip(), float(tolerance or 0), html.unescape(feedback))
