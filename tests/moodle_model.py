"""What Moodle makes of an import file, and what it gives for responses: a second reading of the format, for tests alone.

Written from what is known of Moodle's `multianswer`, `numerical`, `shortanswer`, `multichoice` and `ordering`: the mark of embedded answers is
the sum of the fractions that the first matching answer of each has, each times its weight; ticks together earn from 0 to 1. Of an order
counts the longest ordered subset, which has two items at least, over all items.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple
from xml.etree import ElementTree as ET

from platform_fields import PART_CALLED, Field, Response

_START = re.compile(r"\{([0-9]*):(NUMERICAL|MULTICHOICE|MULTIRESPONSE|SHORTANSWER|SHORTANSWER_C):")
_ANSWER = re.compile(
    r"~?(=|%(-?[0-9]+(?:[.,][0-9]*)?)%)?(.+?(?<!\\|&)(?=[~#}]|$))(#(.*?(?<!\\)(?=[~}]|$)))?", re.DOTALL
)
DECIMAL = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
"""A number as an import file states it: written out, though Moodle reads powers of ten."""
_TYPED = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_ENDS = 1e-14


class Answer(NamedTuple):
    """One answer of a sub-question, as Moodle keeps it."""

    fraction: float
    text: str
    tolerance: float
    feedback: str


class Sub(NamedTuple):
    """A sub-question: where it stands, its weight and its answers."""

    before: str
    weight: int
    sort: str
    answers: tuple[Answer, ...]

    def fraction(self, response: Response) -> float:
        """Return what a response earns, of 1."""
        if response is None or response == "":
            return 0
        if self.sort == "MULTIRESPONSE":
            assert isinstance(response, frozenset)
            return min(max(0, sum(self.answers[place].fraction for place in response)), 1)
        if self.sort == "MULTICHOICE":
            assert isinstance(response, int)
            return self.answers[response].fraction
        return next((answer.fraction for answer in self.answers if self._is(answer, str(response).strip())), 0)

    def _is(self, answer: Answer, typed: str) -> bool:
        if self.sort != "NUMERICAL":
            pattern = ".*".join(map(re.escape, answer.text.split("*")))
            return re.fullmatch(pattern, typed, re.DOTALL if self.sort.endswith("_C") else re.IGNORECASE) is not None
        number = _TYPED.match(typed.replace(" ", ""))  # what stands behind a number is taken for a unit
        room = answer.tolerance + _ENDS * max(1, abs(float(answer.text)))
        return number is not None and float(answer.text) - room <= float(number[0]) <= float(answer.text) + room


def read_cloze(text: str) -> Iterator[Sub]:
    """Yield the sub-questions of a text."""
    at = 0
    while start := _START.search(text, at):
        end = re.compile(r"(?<![\\&])\}").search(text, start.end())
        assert end is not None
        yield _sub(text[at : start.start()], start, text[start.end() : end.start()])
        at = end.end()


def _sub(before: str, start: re.Match[str], inside: str) -> Sub:
    sort, answers, at = start[2], [], 0
    while at < len(inside) and (found := _ANSWER.match(inside, at)):
        assert not found[2] or DECIMAL.fullmatch(found[2]), found[2]
        fraction = 1.0 if found[1] == "=" else float(found[2] or 0) / 100
        answers.append(_answer(sort, fraction, found[3], found[5] or ""))
        at = found.end()
    assert at == len(inside), f"Moodle reads {inside!r} up to {at}"
    if sort == "MULTIRESPONSE":
        total = sum(answer.fraction for answer in answers if answer.fraction > 0)
        others = (
            0.0 if "%" in inside else -1 / total
        )  # where no fraction is stated a wrong tick takes what a right one earns
        answers = [a._replace(fraction=a.fraction / total if a.fraction > 0 else a.fraction or others) for a in answers]
    assert any(answer.fraction > 0 if sort == "MULTIRESPONSE" else answer.fraction == 1 for answer in answers)
    assert len(answers) > 1 or not sort.startswith("MULTI")
    return Sub(before, int(start[1] or 1), sort, tuple(answers))


def _answer(sort: str, fraction: float, text: str, feedback: str) -> Answer:
    if sort == "NUMERICAL":
        number, _, tolerance = text.partition(":")
        assert DECIMAL.fullmatch(number), text
        assert DECIMAL.fullmatch(tolerance), text
        return Answer(fraction, number, float(tolerance), html.unescape(feedback))
    decoded = html.unescape(text).replace(r"\}", "}").replace(r"\#", "#")
    if sort.startswith("MULTI"):
        decoded = html.unescape(decoded)  # the option is shown as HTML
    return Answer(fraction, decoded, 0, html.unescape(feedback))


def fields_of(question: ET.Element) -> list[Field]:
    """Return the fields of a question with embedded answers; parts are headed in bold, and labels stand before fields."""
    fields, part = [], ""
    for sub in read_cloze(question.findtext("questiontext/text") or ""):
        part = (
            PART_CALLED[html.unescape(heads[-1])]
            if (heads := re.findall(r"<p><strong>(.*?)</strong>:", sub.before))
            else part
        )
        label = html.unescape(sub.before.rpartition("<li>")[2]).strip()
        is_typed = sub.sort in {"NUMERICAL", "SHORTANSWER", "SHORTANSWER_C"}
        options = () if is_typed else tuple(answer.text for answer in sub.answers)
        longest = max(len(answer.text) for answer in sub.answers) if is_typed else 0
        fields.append(
            Field(part, label, options, sub.sort == "MULTIRESPONSE", Fraction(sub.weight), _marking(sub), longest)
        )
    return fields


def mark_of(question: ET.Element) -> Fraction:
    """Return the default mark of a question as Moodle keeps it: of embedded answers the sum of their weights, whatever the file says."""
    if question.get("type") == "cloze":
        return Fraction(sum(sub.weight for sub in read_cloze(question.findtext("questiontext/text") or "")))
    return Fraction(question.findtext("defaultgrade") or "1")


def _marking(sub: Sub):  # type: ignore[no-untyped-def]  # a function of a response
    return lambda response: Fraction(sub.fraction(response)) * sub.weight


class Ordering(NamedTuple):
    """A question of the type `ordering`: what is to be put in order, as it is right."""

    names: tuple[str, ...]

    def fraction(self, response: Sequence[str]) -> Fraction:
        """Return what an order earns, of 1; Moodle takes none but one of all items."""
        assert sorted(response) == sorted(self.names)
        places = [self.names.index(name) for name in response]
        longest = [0] * len(places)
        for at, place in enumerate(places):
            longest[at] = 1 + max((longest[i] for i in range(at) if places[i] < place), default=0)
        return Fraction(max(longest) if max(longest) > 1 else 0, len(places))


def read_ordering(question: ET.Element) -> Ordering:
    """Return what a question asks to be put in order, as Moodle's import reads it."""
    read = {child.tag: child.text for child in question}
    assert (read["selecttype"], read["gradingtype"], read["shownumcorrect"]) == ("ALL", "LONGEST_ORDERED_SUBSET", "1")
    names = tuple(html.unescape(one.findtext("text") or "") for one in question.findall("answer"))
    assert len(set(names)) == len(names) >= 2
    assert all(name.strip() for name in names)
    return Ordering(names)


def read_questions(source: str) -> list[ET.Element]:
    """Return the questions of an import file, categories too."""
    questions = ET.fromstring(source.encode()).findall("question")
    stated = [
        one.findtext(name) for one in questions for name in ("defaultgrade", "penalty", "maxbytes", "attachments")
    ]
    assert all(number is None or DECIMAL.fullmatch(number) for number in stated)
    return questions
