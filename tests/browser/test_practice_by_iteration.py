"""Lists by iteration on a practice page: what is said of their entries, and that an iteration is taken for no node of the tree."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import iterated
import pytest

from browser.conftest import OpenPage
from browser.playwright_names import expect
from generators.practice_variants import Practice, Variant
from grader import Exercise, load_problem
from grader.core.answers.case import Solution
from grader.core.games.problem import Problem
from grader.kinds import KINDS
from grader.pages.answer_page import Heading
from grader.pages.practice import Practised, write_practice_page


class Made(NamedTuple):
    """A variant of the kind, as a generator gives one."""

    problem: Problem

    @property
    def exercise(self) -> Exercise:
        """Return the problem solved; the tutor steps through the tree as that of minimax does."""
        own = load_problem(iterated.STATED)
        solution = Solution({**own.solution.answers, **iterated.RIGHT})
        return own._replace(kind=iterated.KIND, problem=self.problem, solution=solution)


@pytest.fixture
def page(tmp_path: Path, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a practice page with one variant."""
    monkeypatch.setitem(KINDS, "iterated", iterated.KIND)  # type: ignore[arg-type]  # a dictionary
    made: Any = Made(iterated.problem()._replace(kind="iterated"))
    file = tmp_path / "practice.html"
    practised = Practised("q1", "Rounds", Practice((Variant(made, ()),), (), ()))
    file.write_text(write_practice_page([practised], Heading("Rounds", quiz="practice")), "utf-8")
    return open_page(file).page


def test_wrong_blank_and_extra_iterations_are_told_by_their_number_and_mark_no_node(page: Any) -> None:
    for at, text in enumerate(("6", "5"), 1):
        page.get_by_label(f"values-by-depth, iteration {at}").fill(text)
    found = page.locator('[data-part="3"]')
    for at, text in enumerate("579", 1):
        found.get_by_role("button", name=f"Add iteration {at}").click()
        page.get_by_label(f"found, iteration {at}", exact=True).fill(text)
    for _ in range(2):  # the second check tells what was expected
        page.get_by_role("button", name="Check").click()
    told = page.locator('[data-part="0"] .verdict-of li')
    expect(told).to_have_text(["✗ Expected iteration 2 = 4.", "✗ Expected iteration 3 = 8."])
    expect(found.locator(".verdict-of li")).to_have_text(["✗ Nothing is expected at iteration 3."])
    expect(page.locator(".node.wrong, .node.missing")).to_have_count(0)


def test_right_lists_are_right(page: Any) -> None:
    for part, answer in iterated.written().items():
        for at, one in enumerate(answer, 1):
            if part == "found":
                page.get_by_role("button", name=f"Add iteration {at}").click()
            if part == "paths":
                page.get_by_role("button", name=f"paths, iteration {at}: choose its nodes").click()
                if not one:
                    page.get_by_role("checkbox", name="there is no node").check()
                for node in one:
                    page.get_by_label("paths: choose a node").select_option(node)
            elif part == "best-moves":
                page.get_by_label(f"{part}, iteration {at}", exact=True).select_option(one)
            else:
                page.get_by_label(f"{part}, iteration {at}", exact=True).fill(str(one))
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("heading", name="All of it is right")).to_be_visible()
