"""The live page is written from what `live` tells: numbers, words, order, and texts that stay texts."""

from __future__ import annotations

import re
from typing import Any

from live_class import live_class, student

from grader.serve.live_page import write_live_page

ADDRESS = "/i/0123"
HOSTILE = "</script><b onclick=\"x()\" title='y'>\u202eŽofia"


def rows(page: str) -> list[list[str]]:
    """Return the texts of the table of students."""
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    return [re.findall(r"<t[hd][^>]*>([^<]*)<", row) for row in re.findall(r"<tr>(.*?)</tr>", body, re.DOTALL)]


def of(*students: dict[str, Any], **more: Any) -> str:
    return write_live_page("Week 5", live_class(2) | {"students": list(students), "parts": []} | more, ADDRESS)


def test_who_needs_attention_stands_first() -> None:
    people = [
        student(1, "handed-in"),
        student(2, "not-opened"),
        student(3, "opened"),
        student(4, "working"),
        student(5, "handed-in", why="the platform said: no"),
        student(6, "working", listed=False),
        student(7, "handed-in", late=True),
        student(9, "stuck"),
        student(8, "stuck"),
    ]
    assert [row[0][-2:-1] for row in rows(of(*people))] == list("897654321")


def test_one_student_is_one() -> None:
    assert "<li><b>1</b> <span>student</span>" in of(student(1, "opened"))


def test_numbers_in_names_are_sorted_as_people_count() -> None:
    people = [student(number, "working", name=f"Student {number}") for number in (10, 2, 1)]
    assert [row[0].split(" (")[0] for row in rows(of(*people))] == ["Student 1", "Student 2", "Student 10"]


def test_a_line_says_all_of_a_student_in_words() -> None:
    page = of(
        student(3, "handed-in", late=True, why="came 14 minutes after closing", score="queued", attempts=2),
        student(2, "stuck", name="", listed=False, saved="2026-11-26T23:59:00+01:00"),
        student(1, "not-opened"),
    )
    assert rows(page) == [
        ["s0002", "⚠ stuck", "2 of 14", "2026-11-26 23:59", "", "", "not on the class list"],
        ["Student 003 (s0003)", "handed in", "3 of 14", "17:13", "2", "1.5 of 11", "came 14 minutes after closing"],
        ["Student 001 (s0001)", "not opened", "", "", "", "", ""],
    ]  # fmt: skip


def test_how_many_are_in_each_state_is_counted() -> None:
    page = write_live_page("Week 5", live_class(20), ADDRESS)
    assert re.findall(r"<li><b>([0-9]+)</b> <span>([^<]*)</span>", page) == [
        ("20", "students"),
        ("4", "stuck"),
        ("4", "at work"),
        ("4", "opened"),
        ("4", "not opened"),
        ("4", "handed in"),
        ("1", "came late"),
        ("1", "not on the class list"),
        ("1", "waiting for the gradebook"),
    ]


def test_a_bar_says_its_numbers_and_the_rules_that_several_follow() -> None:
    rules = {"players-swapped": 5, "no-such-rule": 2}
    part = {"exercise": "q1", "part": "values", "right": 9, "wrong": 8, "blank": 3, "rules": rules}
    page = of(parts=[part])
    assert "9 right, 8 wrong, 3 blank" in page
    assert 'viewBox="0 0 20 1"' in page
    assert re.findall(r"<small><b>([0-9]+)</b> seem to follow: ([^<]*)</small>", page) == [
        ("5", "Every MAX node takes the minimum and every MIN node the maximum."),
        ("2", "no-such-rule"),
    ]


def test_names_stay_texts_and_nothing_but_our_scripts_runs() -> None:
    page = of(
        student(1, "stuck", name=HOSTILE, why=HOSTILE),
        parts=[{"exercise": HOSTILE, "part": HOSTILE, "right": 1, "wrong": 0, "blank": 0, "rules": {HOSTILE: 2}}],
    )
    assert "<b onclick" not in page
    assert "\u202e" not in page
    [policy] = re.findall('Content-Security-Policy" content="([^"]*)"', page)
    assert "connect-src 'self'" in policy
    assert "unsafe" not in policy
    assert "<noscript>; load this page again to see what is new</noscript>" in page
    assert f'href="{ADDRESS}/export.zip"' in page


def test_a_class_of_nobody_and_a_quiz_that_never_closes_have_a_page() -> None:
    page = of(closes=None)
    assert rows(page) == []
    assert "Nothing is answered yet." in page
