"""The HTML page: its structure, that it carries nothing foreign as markup, and that it gives nothing away."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from read_pages import Structure, contrast

from grader.core.answers.reports import Reveal, Verdict
from grader.core.drawing.diagram import SHOWS_FIRST
from grader.core.resources import __version__, resource
from grader.grading.bank import Bank
from grader.grading.marking import Terms, grade, graded_diagrams
from grader.grading.outcome import Outcome
from grader.pages import html as tree_box
from grader.pages.feedback import page

BANK = resource("problem_bank")
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
EVERY_KIND = sorted(
    {path.parent.parent.parent: path for path in sorted(BANK.glob("*/*/submissions/wrong.yaml"), reverse=True)}.values()
)
MANY = """
student: "</title><script>alert(1)</script>"
answers:
  minimax-textbook: {value: 3, best-move: "<b>B", values: {A: 3, B: 4}, "<i>part": 1}
  ucb-two-unvisited: {choice: A, scores: {A: "<u>"}}
  "no-such<script>": {value: 1}
"""


def outcome_of(name: str, reveal: Reveal = Reveal.EXPECTED) -> Outcome:
    return grade(str(BANK / name), Bank().find, Terms(reveal))


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
    assert not seen.named("link", "img", "iframe", "object", "base")
    assert not any("action" in form for form in seen.named("form"))
    assert not any(name.startswith("on") or name == "style" for _, attributes in seen.tags for name in attributes)
    ids = [attributes["id"] for _, attributes in seen.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [attributes.get("href") or "" for attributes in seen.named("a")]
    steps = [attributes["data-name"] for attributes in seen.named("section") if "data-name" in attributes]
    for link in links:  # to what stands on the page, or to a step of one of its solutions
        asked = dict(pair.partition("=")[::2] for pair in link.removeprefix("#").split("&"))
        assert link.removeprefix("#") in ids or asked.get("of") in steps
    assert set(re.findall(r"https?://[^\"<\s]*", source)) <= {"http://www.w3.org/2000/svg"}
    return seen


@pytest.mark.parametrize("name", SUBMISSIONS)
@pytest.mark.parametrize("reveal", list(Reveal))
def test_structure_of_pages(name: str, reveal: Reveal) -> None:
    seen = check_structure(page(outcome_of(name, reveal)))
    drawings = [svg for svg in seen.named("svg") if svg.get("aria-hidden") != "true"]
    assert drawings
    assert all(svg["role"] in ("img", "group") for svg in drawings)


def test_policy_forbids_everything_but_the_styles_and_scripts_of_the_page() -> None:
    source = page(outcome_of(SUBMISSIONS[0]))
    (policy,) = (meta["content"] or "" for meta in check_structure(source).named("meta") if "http-equiv" in meta)
    allowed = []
    for tag, sort in (("style", "style-src"), ("script", "script-src")):
        inlined = re.findall(rf"<{tag}>(.*?)</{tag}>", source, re.DOTALL)
        assert inlined
        digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in inlined]
        allowed.append(" ".join((sort, *(f"'sha256-{digest}'" for digest in digests))))
    assert policy == "; ".join(("default-src 'none'", *allowed, "base-uri 'none'", "form-action 'none'"))


def test_colours_are_readable_in_both_themes() -> None:
    source = page(outcome_of(SUBMISSIONS[1]))
    themes = re.findall(r"(--paper:#[^}]*--ink[^}]*)\}", source)
    assert len(themes) == 2
    for theme in themes:
        colors = dict(re.findall(r"--([a-z-]+):(#[0-9a-f]{6})", theme))
        for ground in ("paper", "panel"):
            assert all(contrast(colors[name], colors[ground]) >= 4.5 for name in ("ink", "soft", "link"))
        assert all(contrast(colors[name], colors["paper"]) >= 4.5 for name in ("right", "wrong-ink", "follow", "miss"))
        assert all(contrast(colors[name], colors["paper"]) >= 3 for name in ("wrong", "miss-line", "faint"))


def test_page_shows_marks_entries_conventions_and_provenance() -> None:
    source = page(outcome_of(SUBMISSIONS[0]))
    words = " ".join(" ".join(Structure(source).words).split())
    assert "Feedback for s1000117" in words
    assert "A trace over four plies" in words
    assert "15.69 of 19 points" in words
    assert "Windows [α, β] 2.77 of 4" in words
    assert "9 of 13 right" in words
    assert "wrong: Windows [α, β] s9" in words
    assert "54 right" in words
    assert "Children are examined from left to right." in words
    assert f"gametree-grader {__version__}" in words
    assert "MIN s10" in words
    assert str(BANK) not in source


def test_several_problems_have_a_table_of_contents(tmp_path: Path) -> None:
    seen = check_structure(page(outcome_of_text(MANY, tmp_path)))
    contents = [attributes["href"] for attributes in seen.named("a") if "class" not in attributes]
    assert contents == ["#problem-1", "#problem-2"]
    assert "Problems that were not graded" in seen.words


def test_ids_of_several_problems_on_a_page_do_not_clash_and_each_tree_has_its_cards(tmp_path: Path) -> None:
    twice = "answers: {minimax-textbook: {value: 2}, minimax-two-bags: {value: 3}, ucb-two-unvisited: {choice: A}}\n"
    source = page(outcome_of_text(twice, tmp_path))
    seen = check_structure(source)
    cards = [attributes for attributes in seen.named("div") if attributes.get("class") == "card"]
    boxes = [card["data-tree"] for card in cards]
    assert boxes == [f"problem-{number}-tree-1" for number in (1, 2, 3)]
    for box in boxes:
        [data] = re.findall(rf'<script type="application/json" id="{box}-cards">(.*?)</script>', source, re.DOTALL)
        title, look, rows, says = json.loads(data)[0]
        assert title
        assert isinstance(look, str)
        assert [*map(type, (rows, says))] == [list, list]


def test_foreign_text_is_never_markup(tmp_path: Path) -> None:
    seen = check_structure(page(outcome_of_text(MANY, tmp_path)))
    assert not seen.named("i", "u")
    assert all(attributes.get("class") in ("name", "sign", None) for attributes in seen.named("b"))
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
    said = [remark for node in diagram.nodes for remark in node.said] + list(diagram.facts)
    assert not any(remark.expected for remark in said)
    if reveal is Reveal.NONE:
        assert not any(remark.verdict in (Verdict.CORRECT, Verdict.WRONG) for remark in said)


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_the_steps_are_in_the_page_exactly_where_answers_may_be_seen(name: str) -> None:
    for reveal in Reveal:
        source = page(outcome_of(name, reveal))
        assert ('class="stepper' in source) == (reveal is Reveal.EXPECTED)
        assert ("See it step by step" in source) == (reveal is Reveal.EXPECTED)


def test_page_without_the_solution_does_not_depend_on_it() -> None:
    outcome = outcome_of(SUBMISSIONS[1], Reveal.VERDICTS)
    (graded,) = outcome.graded
    emptied = graded.exercise.solution._replace(answers={}, trace=None)
    without = graded._replace(exercise=graded.exercise._replace(solution=emptied))
    assert page(outcome) == page(outcome._replace(graded=(without,)))


def test_a_tree_that_is_too_large_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_box, "MOST_NODES", 5)
    seen = check_structure(page(outcome_of(SUBMISSIONS[0])))
    assert all(svg.get("class") == "meter" for svg in seen.named("svg"))
    assert not seen.named("a"), "there is nothing to jump to"
    words = "".join(seen.words)
    assert "This tree of 31 nodes is too large to be drawn." in words
    assert "MIN s10" in words, "it is there as text"
    assert not any("id" in script for script in seen.named("script")), "nothing could show cards"


def test_first_place_of_a_misconception_is_marked_on_the_tree_where_it_may_be_named() -> None:
    file = str(BANK / "alpha-beta" / "deep-cutoff" / "submissions" / "partly-right.yaml")
    for reveal, is_marked in ((Reveal.EXPECTED, True), (Reveal.NONE, False)):
        graded = grade(file, Bank().find, Terms(reveal)).graded[0]
        marked = [node.id for node in graded_diagrams(graded)[0].nodes if SHOWS_FIRST in node.remarks]
        assert marked == (["M"] if is_marked else [])


@pytest.mark.parametrize("path", EVERY_KIND, ids=lambda path: path.parent.parent.parent.name)
def test_every_kind_has_feedback_with_what_was_expected(path: Path) -> None:
    name = str(path.relative_to(BANK))
    assert check_structure(page(outcome_of(name))).tags
