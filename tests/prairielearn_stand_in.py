"""A stand-in for PrairieLearn: it runs a question through its phases as the documentation says, and refuses what it forbids.

Of its elements there are those that our questions use, each with what the documentation says of options, blanks and keys.
"""

from __future__ import annotations

import copy
import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

_CHANGES = {
    "generate": {"params", "correct_answers"},
    "prepare": {"params", "correct_answers", "answers_names"},
    "parse": {"submitted_answers", "format_errors", "correct_answers", "feedback"},
    "grade": {"params", "correct_answers", "submitted_answers", "format_errors", "partial_scores", "score", "feedback"},
}
"""Which keys of `data` each phase may edit; `parse` of older versions."""

_ALLOWED = {
    "pl-string-input": {"allow-blank", "answers-name", "display", "label", "multiline", "remove-leading-trailing", "show-help-text", "size"},
    "pl-multiple-choice": {"allow-blank", "answers-name", "display", "hide-score-badge", "order"},
    "pl-checkbox": {"allow-blank", "answers-name", "display", "fixed-order", "hide-answer-panel", "hide-help-text", "hide-letter-keys", "hide-score-badge"},
    "pl-answer": {"correct"},
    "pl-figure": {"file-name", "alt"},
    "pl-question-panel": set(), "pl-submission-panel": set(), "pl-answer-panel": set(),
    "pl-rich-text-editor": {"allow-blank", "file-name"}, "pl-manual-grading-only": set(), "pl-hide-in-panel": {"answer"},
}  # fmt: skip
_VOID = ("input", "br", "hr", "img")


class Refused(Exception):
    """What the platform does not take: the question is broken, and students see an error page."""


class Element(NamedTuple):
    """An element to answer in: its tag, attributes and options as (is right, content)."""

    tag: str
    attributes: dict[str, str]
    options: list[tuple[bool, str]]

    @property
    def name(self) -> str:
        return self.attributes["answers-name"]


def rendered(template: str, stack: list[Any]) -> str:
    """Return a Mustache template with values: variables, sections, comments; nothing else is used."""
    out, at = [], 0
    while tag := _TAG.search(template, at):
        out.append(template[at : tag.start()])
        sign, name, at = tag[1], tag[2].strip(), tag.end()
        if sign == "#":
            inner, at = _section(template, name, at)
            value = _value(stack, name)
            values = value if isinstance(value, list) else [value] if value else []
            out += [rendered(inner, [*stack, one]) for one in values]
        elif not sign:
            out.append(_escaped(str(_value(stack, name))))
        elif sign != "!":
            raise Refused(f"unknown tag {tag[0]}")
    return "".join([*out, template[at:]])


_TAG = re.compile(r"\{\{([#/!]?)(.*?)\}\}", re.DOTALL)


def _section(template: str, name: str, at: int) -> tuple[str, int]:
    depth, start = 1, at
    for tag in _TAG.finditer(template, at):
        depth += {"#": 1, "/": -1}.get(tag[1], 0)
        if depth == 0:
            assert tag[2].strip() == name
            return template[start : tag.start()], tag.end()
    raise Refused(f"section {name} is not closed")


def _value(stack: list[Any], name: str) -> Any:
    if name == ".":
        return stack[-1]
    first, *rest = name.split(".")
    value = next((scope[first] for scope in reversed(stack) if isinstance(scope, Mapping) and first in scope), "")
    for key in rest:
        value = value.get(key, "") if isinstance(value, Mapping) else ""
    return value


def _escaped(text: str) -> str:
    for letter, entity in {"&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;"}.items():
        text = text.replace(letter, entity)
    return text


class Page(HTMLParser):
    """The page of a question: its elements, its text without what only other panels show, and whether every tag is closed."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.figures: list[dict[str, str]] = []
        self.editors: list[str] = []
        self.for_graders: list[str] = []
        self.text: list[str] = []
        self._open: list[str] = []
        self.feed(source)
        self.close()
        if self._open:
            raise Refused(f"{self._open} not closed")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag.startswith("pl-") and (unknown := attributes.keys() - _ALLOWED[tag]):
            raise Refused(f"{tag}: unknown attribute {unknown}")
        if "answers-name" in attributes:
            self.elements.append(Element(tag, attributes, []))
        elif tag == "pl-answer":
            self.elements[-1].options.append((attributes.get("correct", "false") == "true", ""))
        elif tag == "pl-rich-text-editor":
            self.editors.append(attributes["file-name"])
        elif tag == "pl-figure":
            self.figures.append(attributes)
        if tag not in _VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._open.pop() != tag:
            raise Refused(f"</{tag}> closes something else")

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] == "pl-answer":
            is_right, before = self.elements[-1].options[-1]
            self.elements[-1].options[-1] = (is_right, before + data)
        if "pl-manual-grading-only" in self._open:
            self.for_graders.append(data)
        elif "pl-answer-panel" not in self._open and "pl-submission-panel" not in self._open:
            self.text.append(data)


class Question:
    """A question folder, as the platform runs it for one student."""

    def __init__(self, folder: Path, seed: int = 0) -> None:
        self.folder = folder
        self._functions: dict[str, Any] = {}
        exec(compile((folder / "server.py").read_text("utf-8"), "server.py", "exec"), self._functions)
        options = {"question_path": str(folder), "client_files_question_url": "files"}
        self.data: dict[str, Any] = {"params": {}, "correct_answers": {}, "variant_seed": seed, "options": options}
        self._run("generate")
        self.page = self._page()
        self._run("prepare", self._prepare)

    def _page(self) -> Page:
        return Page(rendered((self.folder / "question.html").read_text("utf-8"), [self.data]))

    def _run(self, phase: str, elements: Any = None) -> None:
        before = copy.deepcopy(self.data)
        for element in self.page.elements if elements else ():
            elements(element)
        self._functions.get(phase, lambda data: None)(self.data)
        if self.data.keys() != before.keys():
            raise Refused(f"{phase}: keys of data were added or removed")
        changed = {key for key in before if before[key] != self.data[key]}
        if changed - _CHANGES[phase]:
            raise Refused(f"{phase} edited {changed - _CHANGES[phase]}")
        stored = json.loads(json.dumps(self.data, allow_nan=False))
        if stored != self.data:
            raise Refused(f"{phase}: data is another one when it is read back from JSON")

    def _prepare(self, element: Element) -> None:
        if element.tag == "pl-string-input":
            return
        if element.name in self.data["params"] or element.name in self.data["correct_answers"]:
            raise Refused(f"{element.name} is there twice")
        right = [place for place, (is_right, _) in enumerate(element.options) if is_right]
        texts = [text.strip() for _, text in element.options]
        if not right:
            raise Refused(f"{element.name}: at least one option must be true")
        if element.tag == "pl-multiple-choice" and len(set(texts)) < len(texts):
            raise Refused(f"{element.name}: duplicate choices")
        keyed = [{"key": key_of(place), "html": text} for place, text in enumerate(texts)]
        self.data["params"][element.name] = keyed
        several = [keyed[place] for place in right]
        self.data["correct_answers"][element.name] = several if element.tag == "pl-checkbox" else several[0]

    def submit(self, typed: Mapping[str, str | list[str]]) -> bool:
        """Return whether what was typed is marked; what is wrong with its form stands in `format_errors` otherwise."""
        raw = json.loads(json.dumps(typed))
        self.data |= {"raw_submitted_answers": raw, "submitted_answers": copy.deepcopy(raw), "format_errors": {}}
        self.data |= {"feedback": {}}
        if self.page.editors:
            texts = {name: b64encode(str(raw.get(name, "")).encode()).decode() for name in self.page.editors}
            files = [{"name": name, "contents": text} for name, text in texts.items()]
            self.data["submitted_answers"]["_files"] = files
        self._run("parse", self._parse)
        if self.data["format_errors"]:
            return False
        self.data |= {"partial_scores": {}, "score": 0}
        self._run("grade", self._grade)
        self._check_scores()
        rendered((self.folder / "question.html").read_text("utf-8"), [self.data])
        return True

    def _parse(self, element: Element) -> None:
        given = self.data["submitted_answers"].get(element.name)
        if element.tag == "pl-string-input":
            self.data["submitted_answers"][element.name] = (given or "").replace("\r\n", "\n")
            return
        keys = {option["key"] for option in self.data["params"][element.name]}
        if not {given} <= {*keys, None} if not isinstance(given, list) else not set(given) <= keys:
            self.data["format_errors"][element.name] = "Invalid choice"

    def _grade(self, element: Element) -> None:
        if element.tag != "pl-string-input":
            self.data["partial_scores"][element.name] = {"score": 0, "weight": 1, "feedback": {}}

    def _check_scores(self) -> None:
        for part in self.data["partial_scores"].values():
            if not 0 <= part["score"] <= 1 or not isinstance(part["weight"], int):
                raise Refused(f"no score: {part}")
        if not 0 <= self.data["score"] <= 1:
            raise Refused(f"no score: {self.data['score']}")

    def inputs(self) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
        """Yield each part with its rows."""
        for part in self.data["params"]["gametree"]["parts"]:
            yield part, part["rows"]


def key_of(place: int) -> str:
    """Return the key that an element gives to an option: a, b … z, aa, ab …"""
    letter = chr(ord("a") + place % 26)
    return letter if place < 26 else key_of(place // 26 - 1) + letter
