"""Small pages of the server, and the sentences above a page that was written before."""

from __future__ import annotations

import re

from banked import BANK
from console import ROOT

from grader import render
from grader.serve.messages import with_sentences_above, write_message_page

HOSTILE = "<b>\u202eQuiz</b>"


def test_a_message_is_a_page_of_texts() -> None:
    page = write_message_page(HOSTILE, ["It opens on Friday.", HOSTILE])
    assert page.count("<b>") == 0
    assert "<p>It opens on Friday.</p>" in page
    assert "refresh" not in page


def test_a_message_loads_itself_again_when_it_is_time() -> None:
    assert '<meta http-equiv="refresh" content="90">' in write_message_page("Week 5", [], 90)


def test_sentences_stand_above_a_feedback_page_and_nothing_else_changes() -> None:
    exercise = BANK["minimax-textbook"]
    page = render(exercise.grade({"value": "3"}), "html")
    above = with_sentences_above(page, ["2 of 3 points."], "/s/0")
    added = '<p>2 of 3 points. <a href="/s/0">Back to your sheet</a></p>\n'
    assert above.replace(added, "", 1) == page
    assert above.index(added) < above.index("<h1")


def test_each_fault_and_threat_of_the_docs_names_a_test_that_is_there() -> None:
    page = (ROOT / "docs" / "serve.md").read_text("utf-8")
    tests = {file.name: file.read_text("utf-8") for file in (ROOT / "tests").rglob("test_serve*.py")}
    for heading, column in (("## What happens when", 3), ("## Who can do what", 4)):
        _, _, *rows = [line for line in page.split(heading)[1].split("\n## ")[0].splitlines() if line.startswith("|")]
        assert len(rows) >= 9
        for row in rows:
            named = re.findall("`([^`]+)`", row.split("|")[column])
            assert named, row
            for name in named:
                is_there = name.split("/")[-1] in tests or any(f"def {name}(" in text for text in tests.values())
                assert is_there, name
