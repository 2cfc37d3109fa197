"""`gametree edit`: which problems it takes, where the page goes, and when the browser opens."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import pytest
from banked import BANK
from console import put, run

from grader import load_problem
from grader.core.documents import Document
from grader.core.errors import ProblemError
from grader.kinds import KINDS, read_exercise
from grader.pages.editor_page import check_drawable, file_data, write_editor_page

OWN = "format: gametree-problem/1\nid: own\nkind: minimax\ntree: [[3, 5], [2, 9]]\n"
KIND_NAMES = "kinds minimax, alpha-beta, expectiminimax, ucb"


def test_page_stands_beside_the_file_unless_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = put(tmp_path / "week5" / "own.yaml", OWN)
    ran = run("edit", own)
    assert (ran.code, ran.out) == (0, "")
    assert (tmp_path / "week5" / "edit.html").read_text("utf-8") == write_editor_page(load_problem(own))
    monkeypatch.chdir(tmp_path)
    assert run("edit").code == 0
    assert (tmp_path / "edit.html").read_text("utf-8") == write_editor_page()
    assert run("edit", own, "--out", tmp_path / "other.html").code == 0
    assert (tmp_path / "other.html").is_file()


def test_only_a_page_of_the_editor_is_written_over(tmp_path: Path) -> None:
    page = tmp_path / "edit.html"
    assert run("edit", "--out", page).code == 0
    assert run("edit", "--out", page).code == 0
    put(page, "<!doctype html><p>mine")
    ran = run("edit", "--out", page)
    assert (ran.code, page.read_text()) == (2, "<!doctype html><p>mine")
    assert f"{page}: exists and is no editor page; name another with --out" in ran.err


def test_browser_opens_for_people_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    page = tmp_path / "edit.html"
    run("edit", "--out", page)
    assert opened == []
    monkeypatch.setattr("grader.cli.edit.is_terminal", lambda _: True)
    run("edit", "--out", page, "--no-open")
    assert opened == []
    run("edit", "--out", page)
    assert opened == [page.resolve().as_uri()]


@pytest.mark.parametrize(
    ("id_", "said"),
    [
        ("five-matches", f"is of kind positions; the editor draws stated trees ({KIND_NAMES})"),
        (
            "tic-tac-toe-two-cells",
            f"its tree is made from the rules of a game; the editor draws stated trees ({KIND_NAMES})",
        ),
        ("no-such-problem", "no problem"),
    ],
)
def test_problem_without_a_tree_to_draw_is_refused(id_: str, said: str, tmp_path: Path) -> None:
    ran = run("edit", id_, "--out", tmp_path / "edit.html")
    assert ran.code == 4, ran.err
    assert said in ran.err
    assert not [*tmp_path.iterdir()]


def test_every_problem_of_the_bank_is_drawn_or_refused_with_a_reason() -> None:
    reasons = set()
    for exercise in (BANK[id_] for id_ in BANK):
        try:
            check_drawable(exercise)
        except ProblemError as refused:
            [fault] = refused.faults
            reasons.add(fault.message.partition(";")[0])
        else:
            assert write_editor_page(exercise)
    assert "its tree is made from the rules of a game" in reasons
    assert {f"is of kind {name}" for name, kind in KINDS.items() if kind.drawable is None} <= reasons


def test_tree_that_no_hand_can_draw_is_refused(tmp_path: Path) -> None:
    large = put(tmp_path / "large.yaml", OWN.replace("[[3, 5], [2, 9]]", str([[*range(30)] for _ in range(10)])))
    ran = run("edit", large, "--out", tmp_path / "edit.html")
    assert f"{large}: its tree has 311 nodes; the editor draws at most 300" in ran.err


def exercise_of(**fields: object) -> dict[str, object]:
    data = {"format": "gametree-problem/1", "id": "q", "kind": "alpha-beta", "tree": [["3", "5"], ["2", "9"]], **fields}
    return dict(file_data(read_exercise(Document("q", data, "", b""), KINDS)))  # type: ignore[call-overload]


def test_numbers_are_shown_where_the_conventions_are_the_usual_ones() -> None:
    assert exercise_of()["isLive"]
    assert exercise_of(conventions={"decimals": "1", "root": "min", "list-pruned-as": "leaves"})["isLive"]
    assert exercise_of(source="an exam", layers=["min", "max"])["isLive"]
    for name, value in {
        "cutoff": "alpha > beta",
        "order": "right-to-left",
        "tie": "any",
        "bounds": "fail-hard",
    }.items():
        assert not exercise_of(conventions={name: value})["isLive"]
    assert not exercise_of(depth="1", evaluation={"weights": {"a": "1"}}, tree={"max": [{"value": "1"}]})["isLive"]
