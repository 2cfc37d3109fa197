"""Positions that come again are marked on an answer page by a tool with words and a sign of its own; nothing is pruned there."""

from __future__ import annotations

from pathlib import Path

import pytest
from banked import BANK
from turns import in_turn

from browser.conftest import SIZES, OpenPage
from browser.playwright_names import expect
from browser.written_pages import answer_page
from grader.core.answers.inputs import Tool
from grader.core.answers.leaves import CUT, MET_BEFORE


@in_turn(3)
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize(
    ("id_", "part", "node", "tool", "other"),
    [
        ("minimax-moves-transposed", "redundant", "KQQ", MET_BEFORE, CUT),
        ("four-ply-trace", "pruned", "s4", CUT, MET_BEFORE),
    ],
)
def test_the_tool_marks_a_branch_and_says_so_in_its_own_words(
    id_: str, part: str, node: str, tool: Tool, other: Tool, size: tuple[int, int], tmp_path: Path, open_page: OpenPage
) -> None:
    exercise = BANK[id_]
    opened = open_page(answer_page(tmp_path, id_, student="", quiz="week5"), size)
    page = opened.page
    page.locator("[data-tools] button", has_text=f"{tool.sign} {exercise.kind.parts[part].title}").click()
    expect(page.locator("[data-tool-hint]")).to_have_text(tool.hint)
    expect(page.locator("[data-keys]")).to_contain_text(tool.key)
    drawn = page.locator(f'.node[aria-label^="{node}, "]:visible')
    drawn.click()
    said = page.locator(f'[data-entry] button[aria-label="{tool.name} {node}"]')
    expect(said).to_contain_text(tool.done)
    expect(page.locator("[data-live]")).to_contain_text(tool.done)
    assert f"{tool.done} here" in drawn.get_attribute("aria-label")
    assert page.evaluate("answerPage.submission().answers") == {id_: {part: [node]}}
    said.click()
    expect(said).to_contain_text(tool.act)
    expect(page.locator("[data-live]")).to_contain_text(tool.undone)
    assert other.hint not in page.content()
    assert opened.errors == []
