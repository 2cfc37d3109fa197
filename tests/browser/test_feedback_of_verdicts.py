"""Feedback that shows only verdicts, and what is left out of an answer page on paper."""

from __future__ import annotations

import json
from pathlib import Path

from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.playwright_names import expect
from browser.sample_pages import run
from browser.written_pages import answer_page
from grader import load_problem
from grader.cli.grade import grade

PROBLEM = {
    "format": "gametree-problem/1",
    "id": "p",
    "kind": "alpha-beta",
    "ask": ["value", "values"],
    "tree": [[3, 12], [2, 9]],
}


def feedback(folder: Path, answers: object) -> Path:
    """Return the page of answers of which only verdicts are shown."""
    (folder / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
    (folder / "s1.json").write_text(json.dumps({"student": "s1", "answers": {"p": answers}}), "utf-8")
    given = (folder / "s1.json", "--problems", folder / "p.json", "--html", "--reveal", "verdicts", "--out", folder)
    run(grade, *given)
    return folder / "s1" / "report.html"


def test_a_column_in_which_nothing_stands_is_left_out(tmp_path: Path, open_page: OpenPage) -> None:
    heads = open_page(feedback(tmp_path, {"value": 99, "values": {"A": 3, "B": 3}}), LAPTOP).page.locator(
        ".diff th[scope=col]"
    )
    expect(heads).to_have_text(["Part, node", "You"])


def test_what_may_not_be_named_is_told_once_in_words_behind_you(tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(feedback(tmp_path, {"value": 3, "values": {"A": 3}}), PHONE).page
    row = page.locator(".diff tbody tr", has_text="left something out")
    expect(row).to_have_count(1)
    expect(row).not_to_contain_text("something is missing")


def test_paper_has_no_ring_around_the_chosen_node_and_keeps_headings_with_their_tree(
    tmp_path: Path, open_page: OpenPage
) -> None:
    page = open_page(answer_page(tmp_path, *(load_problem({**PROBLEM, "id": id_}) for id_ in "pq"), student="")).page
    page.locator("svg.wide .node .shape").first.click()
    expect(page.locator("svg.wide .node.sel .ring").first).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator("svg.wide .node.sel .ring").first).to_be_hidden()
    for heading in ("h2", ".task"):
        assert page.locator(f".sheet {heading}").first.evaluate("one => getComputedStyle(one).breakAfter") == "avoid"
