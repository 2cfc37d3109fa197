"""The HTML page: its structure, that it carries nothing foreign as markup, and that it gives nothing away."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from grader.bank import Bank
from grader.diagram import SHOWS_FIRST
from grader.grading import Outcome, grade
from grader.marks.reports import Reveal, Verdict
from grader.pages import feedback as page_module
from grader.pages.feedback import page
from grader.pages.files import graded_diagrams
from grader.resources import resource
from grader.version import __version__

BANK = resource("problem_bank")
VOID = {"meta", "br", "hr", "img", "input", "link"}
SUBMISSIONS = [
    "alpha-beta/four-ply-trace/submissions/partly-right.yaml",
    "alpha-beta/four-ply-trace/submissions/wrong.yaml",
    "alpha-beta/four-ply-trace/submissions/malformed.yaml",
    "alpha-beta/one-leaf/submissions/blank.yaml",
    "alpha-beta/ids-in-any-script/submissions/wrong.yaml",
    "expectiminimax/expecti-sevenths-tie/submissions/partly-right.yaml",
    "minimax/minimax-textbook/submissions/wrong.yaml",
    "ucb/ucb-two-unvisited/submissions/partly-right.yaml",
]
MANY = """
student: "</title><script>alert(1)</script>"
answers:
  minimax-textbook: {value: 3, best-move: "<b>B", values: {A: 3, B: 4}, "<i>part": 1}
  ucb-two-unvisited: {choice: A, scores: {A: "<u>"}}
  "no-such<script>": {value: 1}
"""


class Structure(HTMLParser):
    """Reads a page strictly: every tag is closed in its order; keeps what the tests ask about."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, words: str) -> None:
        if "style" not in self.open:
            self.words.append(words)

    def named(self, *names: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag in names]


def outcome_of(name: str, reveal: Reveal = Reveal.EXPECTED) -> Outcome:
    return grade(str(BANK / name), Bank().find, reveal=reveal)


def outcome_of_text(text: str, folder: Path) -> Outcome:
    file = folder / "week 5.yaml"
    file.write_text(text, encoding="utf-8")
    return grade(str(file), Bank().find)


def check_structure(source: str) -> Structure:
    """Assert what holds of every page, and return what stands in it."""
    seen = Structure(source)
    assert source.startswith("<!DOCTYPE html>\n")
    assert seen.named("html") == [{"lang": "en"}]
    headings = [int(tag[1]) for tag, _ in seen.tags if re.fullmatch("h[1-6]", tag)]
    assert headings[0] == 1
    assert headings.count(1) == 1
    assert all(below <= above + 1 for above, below in pairwise(headings))
    assert len(seen.named("table")) == len(seen.named("caption"))
    assert all(attributes.get("scope") in ("col", "row") for attributes in seen.named("th"))
    assert not seen.named("script", "link", "img", "iframe", "object", "form", "base")
    assert not any(name.startswith("on") or name == "style" for _, attributes in seen.tags for name in attributes)
    ids = [attributes["id"] for _, attributes in seen.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [attributes.get("href") or "" for attributes in seen.named("a")]
    assert all(link.removeprefix("#") in ids for link in links)
    assert set(re.findall(r"https?://[^\"<\s]*", source)) <= {"http://www.w3.org/2000/svg"}
    return seen


@pytest.mark.parametrize("name", SUBMISSIONS)
@pytest.mark.parametrize("reveal", list(Reveal))
def test_structure_of_pages(name: str, reveal: Reveal) -> None:
    seen = check_structure(page(outcome_of(name, reveal)))
    assert len(seen.named("svg")) == 1
    assert seen.named("svg")[0]["role"] == "img"


def test_policy_forbids_everything_but_the_style_of_the_page() -> None:
    source = page(outcome_of(SUBMISSIONS[0]))
    (policy,) = (meta["content"] or "" for meta in check_structure(source).named("meta") if "http-equiv" in meta)
    (style,) = re.findall(r"<style>(.*?)</style>", source, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy.startswith("default-src 'none'; ")
    assert policy.endswith(f"style-src 'sha256-{digest}'")


def test_colours_of_text_are_readable() -> None:
    def luminance(color: str) -> float:
        digits = color[1:] if len(color) == 7 else "".join(digit * 2 for digit in color[1:])
        channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
        linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    source = page(outcome_of(SUBMISSIONS[1]))
    colors = set(re.findall(r"[{ ]color: (#[0-9a-f]{3,6})", source)) | set(re.findall(r'fill="(#[0-9a-f]{6})"', source))
    assert len(colors) >= 4
    assert all(1.05 / (luminance(color) + 0.05) >= 4.5 for color in colors)


def test_page_shows_marks_entries_conventions_and_provenance() -> None:
    source = page(outcome_of(SUBMISSIONS[0]))
    words = " ".join(Structure(source).words)
    assert "Feedback for s1000117" in words
    assert "A trace over four plies" in words
    assert "windows: " in words
    assert "✗ wrong" in words
    assert "Children are examined from left to right." in words
    assert f"gametree-grader {__version__}" in words
    assert "MIN s10: pruned" in words
    assert str(BANK) not in source


def test_several_problems_have_a_table_of_contents(tmp_path: Path) -> None:
    seen = check_structure(page(outcome_of_text(MANY, tmp_path)))
    assert [attributes["href"] for attributes in seen.named("a")] == ["#problem-1", "#problem-2"]
    assert "Problems that were not graded" in seen.words


def test_foreign_text_is_never_markup(tmp_path: Path) -> None:
    seen = check_structure(page(outcome_of_text(MANY, tmp_path)))
    assert not seen.named("b", "i", "u")
    words = "".join(seen.words)
    assert "Feedback for </title><script>alert(1)</script>" in words
    assert "no-such<script>" in words
    assert str(tmp_path) not in words


def test_hidden_letters_are_shown_as_escapes(tmp_path: Path) -> None:
    source = page(outcome_of_text('student: "a\\u202eb"\nanswers: {minimax-textbook: {value: 3}}\n', tmp_path))
    assert "\u202e" not in source
    assert "a\\u202eb" in source


def test_a_submission_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    seen = check_structure(page(outcome_of_text("a: [1\nb: <script>\n", tmp_path)))
    words = "".join(seen.words)
    assert "This submission was not graded." in words
    assert "line 1: is not well-formed YAML or JSON: ']' is missing" in words
    assert "points" not in words


@pytest.mark.parametrize(
    "name", [name for name in SUBMISSIONS if "malformed" not in name]
)  # a fault says what shape is expected
@pytest.mark.parametrize("reveal", [Reveal.NONE, Reveal.VERDICTS])
def test_nothing_of_the_expected_answers_is_shown_below_expected(name: str, reveal: Reveal) -> None:
    outcome = outcome_of(name, reveal)
    words = "\n".join(Structure(page(outcome)).words)
    assert "Expected answers are not shown." in words
    assert "\nExpected\n" not in words
    for told in ("✗ missed", "✗ visited", "wrongly", ", expected", "the search "):
        assert told not in words.split("Conventions")[0]
    (graded,) = outcome.graded
    diagram = graded_diagrams(graded)[0]
    said = [remark for node in diagram.nodes for remark in node.remarks] + list(diagram.facts)
    assert not any(remark.expected for remark in said)
    if reveal is Reveal.NONE:
        assert not any(remark.verdict in (Verdict.CORRECT, Verdict.WRONG) for remark in said)


def test_page_without_the_solution_does_not_depend_on_it() -> None:
    outcome = outcome_of(SUBMISSIONS[1], Reveal.VERDICTS)
    (graded,) = outcome.graded
    emptied = graded.exercise.solution._replace(answers={}, trace=None)
    without = graded._replace(exercise=graded.exercise._replace(solution=emptied))
    assert page(outcome) == page(outcome._replace(graded=(without,)))


def test_a_tree_that_is_too_large_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_module, "MOST_NODES", 5)
    seen = check_structure(page(outcome_of(SUBMISSIONS[0])))
    assert not seen.named("svg")
    assert "This tree of 31 nodes is too large to be drawn." in "".join(seen.words)


def test_first_place_of_a_misconception_is_marked_on_the_tree_where_it_may_be_named() -> None:
    file = str(BANK / "alpha-beta" / "deep-cutoff" / "submissions" / "partly-right.yaml")
    for reveal, is_marked in ((Reveal.EXPECTED, True), (Reveal.NONE, False)):
        graded = grade(file, Bank().find, reveal=reveal).graded[0]
        marked = [node.id for node in graded_diagrams(graded)[0].nodes if SHOWS_FIRST in node.remarks]
        assert marked == (["M"] if is_marked else [])
