"""`gametree report --html --problems`: the page knows titles and trees of the problems that are named, and says what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from console import put, run

PROBLEM = "{format: gametree-problem/1, id: mine, title: My own tree, kind: minimax, tree: [[3, 12], [2, 4]]}"


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Return the results of one student on a problem that no bank has."""
    problem = put(tmp_path / "mine.yaml", PROBLEM)
    answers = put(tmp_path / "s1.yaml", "answers: {mine: {value: 3, best-move: B, values: {A: 3, B: 12, C: 2}}}")
    return put(tmp_path / "r.jsonl", run("grade", answers, "-p", problem, "--format", "json").out)


def page_of(tmp_path: Path, *arguments: object) -> str:
    """Return the page that the command writes; it ends well."""
    ran = run("report", *arguments, "--html", "--out", tmp_path / "out")
    assert ran.code == 0, ran.err
    return (tmp_path / "out/class-report.html").read_text("utf-8")


def test_the_page_has_title_and_tree_of_a_problem_that_is_named(tmp_path: Path, results: Path) -> None:
    page = page_of(tmp_path, results, "--problems", tmp_path / "mine.yaml")
    assert "My own tree" in page
    assert "B: 0 of 1 are right (0 %). 1 wrote 12." in page
    assert page.count('<svg xmlns="http://www.w3.org/2000/svg" class="tree') == 1


def test_a_folder_of_problems_will_do(tmp_path: Path, results: Path) -> None:
    put(tmp_path / "week/one/problem.yaml", PROBLEM)
    assert "My own tree" in page_of(tmp_path, results, "-p", tmp_path / "week")


def test_without_problems_the_page_says_that_the_problem_is_not_at_hand(tmp_path: Path, results: Path) -> None:
    page = page_of(tmp_path, results)
    assert "No tree, as the problem is not at hand: there is no problem &#34;mine&#34;" in page


def test_a_problem_that_was_changed_since_has_no_tree(tmp_path: Path, results: Path) -> None:
    put(tmp_path / "mine.yaml", PROBLEM.replace("12", "13"))
    assert "file has changed since these results were made" in page_of(tmp_path, results, "-p", tmp_path / "mine.yaml")


def test_a_wrong_problem_is_said_and_the_page_is_written(tmp_path: Path, results: Path) -> None:
    wrong = put(tmp_path / "mine.yaml", PROBLEM.replace("[2, 4]", "[]"))
    ran = run("report", results, "-p", wrong, "--html", "--out", tmp_path / "out")
    assert ran.code == 4
    assert "mine.yaml" in ran.err
    assert "the problem itself is wrong" in (tmp_path / "out/class-report.html").read_text("utf-8")


def test_problems_will_do_without_the_page(tmp_path: Path, results: Path) -> None:
    assert run("report", results, "-p", tmp_path / "mine.yaml").code == 0
    assert run("report", results, "-p", put(tmp_path / "bad.yaml", PROBLEM.replace("[2, 4]", "[]"))).code == 4
