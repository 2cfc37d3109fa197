"""The answer page of problems that it was not made for: every problem of the bank, a kind that is added, a tree too large to be drawn."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from banked import BANK, SOLVED_IDS
from turns import in_turn

from browser.conftest import LAPTOP, OpenPage
from browser.filling import Mouse, download, graded, right_answers
from browser.playwright_names import expect
from browser.written_pages import answer_page
from grader import load_problem
from grader.core.answers.case import Raw
from grader.core.conventions import Conventions
from grader.core.games.problem import Problem
from grader.kinds import KINDS

_ON_A_PAGE = 6
IDS = sorted(SOLVED_IDS)  # in words there is no right answer to give
PAGES = [IDS[start : start + _ON_A_PAGE] for start in range(0, len(IDS), _ON_A_PAGE)]
SAMPLE = Path(__file__).parents[1] / "sample_kind" / "grader" / "kinds" / "tree_size" / "__init__.py"


@in_turn(4)
@pytest.mark.slow
@pytest.mark.parametrize("ids", PAGES, ids=lambda ids: ids[0])
def test_right_answers_to_every_problem_of_the_bank_can_be_given(
    ids: list[str], tmp_path: Path, open_page: OpenPage
) -> None:
    exercises = [BANK[id_] for id_ in ids]
    page = open_page(answer_page(tmp_path, *ids), LAPTOP).page
    for place, exercise in enumerate(exercises):
        Mouse(page, exercise, place).fill()
    result = graded(download(page, tmp_path))
    lost = [
        (one["id"], part["part"])
        for one in result["problems"]
        for part in one["parts"]
        if part["earned"] != part["possible"]
    ]
    assert (lost, result["earned"]) == ([], result["possible"])


def _sample() -> ModuleType:
    given = importlib.util.spec_from_file_location("tree_size_of_the_page", SAMPLE)
    assert given is not None
    assert given.loader is not None
    module = importlib.util.module_from_spec(given)
    given.loader.exec_module(module)
    return module


def _as_texts(answer: Raw) -> Raw:
    if isinstance(answer, list):
        return [str(cell) for cell in answer]
    return {name: str(cell) for name, cell in answer.items()} if isinstance(answer, dict) else str(answer)


def test_a_kind_that_is_added_gets_its_page_for_nothing(
    tmp_path: Path, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = _sample()
    monkeypatch.setitem(KINDS, "tree-size", sample.TREE_SIZE)  # type: ignore[arg-type]  # a dictionary
    points = {"levels": 3, "leaves": 1, "deepening": 2}
    problem = Problem("three-by-two", "tree-size", sample.Uniform(3, 2), Conventions(), tuple(points), points)
    page = open_page(answer_page(tmp_path, problem, student=""), LAPTOP).page
    solution = sample.solve(problem)
    exercise = SimpleNamespace(kind=sample.TREE_SIZE, problem=problem, solution=solution)
    Mouse(page, exercise, 0).fill()  # type: ignore[arg-type]  # it has what is needed of one
    right = {name: _as_texts(answer) for name, answer in right_answers(exercise).items()}  # type: ignore[arg-type]
    assert page.evaluate("answerPage.submission().answers") == {"three-by-two": right}


def test_a_tree_too_large_to_be_drawn_is_answered_in_lists(tmp_path: Path, open_page: OpenPage) -> None:
    tree = [[place, place + 1, place + 2] for place in range(80)]
    asked = ["value", "best-move", "values", "pruned", "visited", "windows"]
    stated = {"format": "gametree-problem/1", "id": "large", "kind": "alpha-beta", "tree": tree, "ask": asked}
    opened = open_page(answer_page(tmp_path, load_problem(stated), student=""), LAPTOP)
    page = opened.page
    page.get_by_text("as a list").first.click() if page.get_by_text("as a list").count() else None
    page.get_by_label("Values of the nodes: C", exact=True).fill("1")
    page.get_by_label("Windows [α, β]: C, α").fill("-inf")
    page.get_by_label("Windows [α, β]: C, β").fill("1")
    page.get_by_label("Pruned nodes: choose a node").select_option("D")
    page.get_by_label("Order of visits: choose a node").select_option("A")
    page.get_by_label("Order of visits: choose a node").select_option("C")
    given = page.evaluate("answerPage.submission().answers.large")
    assert given == {"values": {"C": "1"}, "pruned": ["D"], "visited": ["A", "C"], "windows": {"C": ["-inf", "1"]}}
    expect(page.get_by_text("is too large to be drawn")).to_be_visible()
    assert not opened.errors
