"""`grade --practice LINK`: which links a page of feedback may have, and where they stand."""

from __future__ import annotations

from pathlib import Path

import pytest
from console import run

WRONG = Path(__file__).parents[2] / "problem_bank/minimax/minimax-textbook/submissions/wrong.yaml"
HREF = 'href="{}#mistake=players-swapped&amp;exercise=minimax-textbook"'


@pytest.mark.parametrize(
    "link", ["practice.html", "../a/practice.html", "https://example.org/p.html?x=1", "./p%20q.html"]
)
def test_a_link_stands_beside_each_mistake_that_is_named(link: str, tmp_path: Path) -> None:
    assert run("grade", WRONG, "--html", "--out", tmp_path, "--practice", link).code == 0
    (page,) = tmp_path.glob("*/report.html")
    assert HREF.format(link) in page.read_text("utf-8")


@pytest.mark.parametrize("reveal", ["verdicts", "none"])
def test_a_mistake_that_may_not_be_named_has_no_link(reveal: str, tmp_path: Path) -> None:
    options = ("--html", "--out", tmp_path, "--practice", "practice.html", "--reveal", reveal)
    assert run("grade", WRONG, *options).code == 0
    (page,) = tmp_path.glob("*/report.html")
    assert (HREF.format("practice.html") in page.read_text("utf-8")) == (reveal == "verdicts")


def test_without_the_option_no_page_has_a_link(tmp_path: Path) -> None:
    assert run("grade", WRONG, "--html", "--out", tmp_path).code == 0
    (page,) = tmp_path.glob("*/report.html")
    assert "Practise this mistake" not in page.read_text("utf-8")


@pytest.mark.parametrize(
    "link",
    ["javascript:alert(1)", "JavaScript:x", "java\tscript:x", " javascript:x", "data:text/html,x", "http://x.org/", "file:///x",
     "//x.org/p", "\\\\x.org\\p", "https:p.html", "https://[", "C:\\p.html", "p.html#q1", "a b.html", "", "p\u202e.html"],
)  # fmt: skip
def test_any_other_link_is_refused_with_what_is_expected(link: str, tmp_path: Path) -> None:
    ran = run("grade", WRONG, "--html", "--out", tmp_path / "out", "--practice", link)
    assert ran.code == 2
    assert "is no link for a page of feedback: expected https://…, or a relative one such as practice.html" in ran.err
    assert not (tmp_path / "out").exists()


def test_a_link_goes_with_pages() -> None:
    ran = run("grade", WRONG, "--practice", "practice.html")
    assert ran.code == 2
    assert "--practice LINK goes with --html" in ran.err
