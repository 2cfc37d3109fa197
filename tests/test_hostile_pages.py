"""Hostile text in every page: as text, in attributes and in the data of scripts it is shown, and is nothing else."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from made_results import read_results
from turns import some_now

from grader import Exercise, Graded, Outcome, load_problem
from grader.core.documents.json_lines import RESULT_LIMITS
from grader.course.report import class_report
from grader.course.report.class_page import class_page
from grader.grading.outcome import outcome_of
from grader.grading.read_results import Result
from grader.pages.answer_page import Heading, write_answer_page
from grader.pages.feedback import page
from grader.pages.notebook import outcome_html
from grader.pages.sheet import make_sheet
from grader.pages.sheet_page import write_page
from grader.pages.stepper import trace_page
from grader.platforms import export_text

HOSTILE = [
    "</script><script>alert(1)</script>",
    "</style></title><img src=x onerror=alert(1)>",
    "\"><b onclick='x'>",
    "' autofocus onfocus='x",
    "<!--<![CDATA[",
    "{{ 7 * 7 }}{% raw %}",
    "&lt;i&gt;&#60;u&#62;",
    "</text></svg><svg onload=alert(1)>",
    "a\u202eb\u200f\u2066c",
]
LAYOUT = {"open", "class"}
"""Attributes that depend on how long a text is."""
HIDDEN = "\u202e\u200f\u2066"


def exercise(text: str, kind: str) -> Exercise:
    """Return a problem with the text as title, id of a node, move, and name of a child."""
    stated = {"format": "gametree-problem/1", "id": "p", "kind": kind, "title": text}
    if kind == "ucb":
        children = [{"id": text, "total": 3, "visits": 4}, {"id": "other", "visits": 0}]
        return load_problem(stated | {"children": children})
    leaves = {"id": text + "2", "move": text + "3", "min": [1, 2]}
    return load_problem(
        stated | {"tree": {"id": text, "max": [leaves, {"id": "B", "min": [0, {"id": "C", "value": 4}]}]}}
    )


def graded(text: str, kind: str) -> Graded:
    """Return marks of an answer in which the text is written wherever a text can be."""
    answers = (
        {"scores": {text: text}, "choice": text} if kind == "ucb" else {"value": text, "values": {text: 7, "B": 0}}
    )
    more = (
        {}
        if kind == "ucb"
        else {"best-move": text, "pruned": [text + "2"]}
        if kind == "alpha-beta"
        else {"best-move": "B"}
    )
    return exercise(text, kind).grade(answers | more | {text + "4": 1})


def outcome(text: str, kind: str) -> Outcome:
    marked = graded(text, kind)
    return outcome_of(marked)._replace(
        student=text, source=f"{text.replace('/', '')}.yaml", superseded=(), graded=(marked, marked)
    )


def class_results(text: str, kind: str) -> list[Result]:
    lines = io.BytesIO(export_text(outcome_of(graded(text, kind))._replace(student=text), "json").encode())
    return [one for one in read_results(lines, "results", RESULT_LIMITS) if isinstance(one, Result)]


PAGES: dict[str, Callable[[str, str], str]] = {
    "feedback": lambda text, kind: page(outcome(text, kind)),
    "notebook": lambda text, kind: outcome_html(outcome(text, kind)),
    "steps": lambda text, kind: trace_page(exercise(text, kind), exercise(text, kind).steps())[0],
    "handout": lambda text, kind: write_page(make_sheet([exercise(text, kind).problem], text)),
    "answer": lambda text, kind: write_answer_page(
        [exercise(text, kind).problem], Heading(text, text, text, text, text)
    ),
    "key": lambda text, kind: write_page(
        make_sheet([exercise(text, kind).problem], text, [exercise(text, kind).solution])
    ),
    "class": lambda text, kind: class_page(class_report(class_results(text, kind), [], 5)),
}


class Seen(HTMLParser):
    """What a browser makes of a page: tags with the names of their attributes, all texts, and what is in scripts and styles."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: set[tuple[str, tuple[str, ...]]] = set()
        self.texts: list[str] = []
        self.data: list[str] = []
        self.run: list[str] = []
        self.inside, self.sort = "", ""
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add((tag, tuple(sorted({name for name, _ in attrs} - LAYOUT))))
        self.texts += [value or "" for _, value in attrs]
        self.inside, self.sort = tag, dict(attrs).get("type") or ""

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, words: str) -> None:
        if self.inside not in ("script", "style"):
            self.texts.append(words)
        else:
            (self.data if self.sort == "application/json" else self.run).append(words)

    def handle_comment(self, words: str) -> None:
        self.tags.add(("comment", (words,)))

    unknown_decl = handle_comment


CAPTION = {("figcaption", ())}
"""Names that have no room in a drawing are said below it: a long name brings the caption that a short one does not need."""


@pytest.mark.parametrize("kind", ["alpha-beta", "expectiminimax", "ucb"])
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("text", some_now(HOSTILE, 3), ids=range(len(HOSTILE)))
def test_hostile_text_adds_no_tag_no_attribute_and_no_script_to_a_page(name: str, kind: str, text: str) -> None:
    source, plain = PAGES[name](text, kind), Seen(PAGES[name]("harmless", kind))
    seen = Seen(source)
    assert seen.tags <= plain.tags | CAPTION
    assert seen.run == plain.run
    assert len(seen.data) == len(plain.data)
    assert not set(HIDDEN) & set(source)
    for data in seen.data:
        json.loads(data)
    shown = text if not set(HIDDEN) & set(text) else "a\\u202eb\\u200f\\u2066c"
    assert any(shown in words for words in seen.texts), "it is shown as it was written"
