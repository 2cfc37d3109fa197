"""Names that are read from right to left: numbers and signs beside them stay as they were written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from browser.conftest import OpenPage
from browser.playwright_names import expect
from browser.practice_pages import Practice
from browser.practising import Student
from browser.sample_pages import run
from browser.written_pages import answer_page
from grader import load_problem
from grader.cli.grade import grade

ROOK, KING = "מהלך", "ملك"
TREE = {"max": [{"id": ROOK, "min": [7, -1]}, {"id": KING, "min": [3, -5]}]}
PROBLEM = {"format": "gametree-problem/1", "id": "p", "kind": "minimax", "ask": ["values"], "tree": TREE}

_IN_ORDER = """(element, words) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), all = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        [...node.data].forEach((letter, place) => {
            const range = document.createRange();
            range.setStart(node, place);
            range.setEnd(node, place + 1);
            all.push([letter, range.getBoundingClientRect().left]);
        });
    }
    const at = all.map(([letter]) => letter).join("").indexOf(words);
    if (at < 0) throw new Error(`${words} is not in ${all.map(([letter]) => letter).join("")}`);
    const lefts = all.slice(at, at + words.length).map(([, left]) => left);
    return lefts.every((left, place) => !place || left > lefts[place - 1]);
}"""


def stands_in_order(element: Any, words: str) -> bool:
    """Return whether each letter of the words, which the element has, stands to the right of the one before."""
    return bool(element.evaluate(_IN_ORDER, words))


def test_what_was_typed_is_printed_with_its_signs_where_they_were(tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(answer_page(tmp_path, load_problem(PROBLEM), student="")).page
    for name, typed in ((ROOK, "7/3"), (KING, "-5")):
        page.locator(".entry-of", has_text=name).get_by_role("textbox").fill(typed)
    page.emulate_media(media="print")
    said = page.locator("[data-said]").first
    assert stands_in_order(said, ": 7/3; ")
    assert stands_in_order(said, ": −5")


def test_a_practice_verdict_shows_numbers_beside_such_names_as_they_are(tmp_path: Path, open_page: OpenPage) -> None:
    tree = f"{{max: [{{id: {ROOK}, min: [7, -1]}}, {{id: {KING}, min: [3, -5]}}]}}"
    practice = Practice(tmp_path, [f"{{id: q1, problem: {{kind: minimax, ask: [value, values], tree: {tree}}}}}"])
    student = Student(open_page(practice.file).page, practice)
    values = student.right()["values"]
    student.insist({"values": dict.fromkeys(values, "99")})
    line = student.section.locator(".verdict-of li", has_text=ROOK).first
    assert stands_in_order(line, f"\u00a0=\u00a0{values[ROOK]}.".replace("-", "−"))


def test_feedback_and_its_steps_show_numbers_beside_such_names_as_they_are(tmp_path: Path, open_page: OpenPage) -> None:
    (tmp_path / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
    handed_in = {"student": "s1", "answers": {"p": {"values": {"A": 99, ROOK: -1, KING: -5}}}}
    (tmp_path / "s1.json").write_text(json.dumps(handed_in), "utf-8")
    run(grade, tmp_path / "s1.json", "--problems", tmp_path / "p.json", "--html", "--out", tmp_path)
    page = open_page(tmp_path / "s1" / "report.html").page
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    right = page.locator("ul.plain li").first
    assert stands_in_order(right, ": -1")
    assert stands_in_order(right, ": -5")
    said = page.locator(".say .sentence")
    page.locator(".stepper .slider").fill("4")
    expect(said).to_contain_text("Best play goes A – ")
    assert stands_in_order(said, " – C.")
