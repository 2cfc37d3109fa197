"""What an answer page says before answers are handed in: what is left blank, what cannot be read, what changed since the download."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser.conftest import OpenPage
from browser.filling import download, graded
from browser.playwright_names import expect
from browser.written_pages import answer_page
from grader.core.numbers import hint

UNREADABLE = "1 entry cannot be read and would count as wrong"


@pytest.fixture
def page(tmp_path: Path, open_page: OpenPage) -> Any:
    """Return an open page of one problem, in which values may be left blank."""
    return open_page(answer_page(tmp_path, "four-ply-trace")).page


def write(page: Any, node: int, text: str, field: str = "Values of the nodes") -> None:
    page.locator(f'svg.wide .node[data-node="{node}"] .shape').click()
    page.locator("[data-entry]").get_by_label(field).first.fill(text)


def line(page: Any, part: str) -> Any:
    return page.locator("[data-overview] li").filter(has=page.locator(f'b:text-is("{part}:")'))


def test_gaps_are_counted_where_leaving_some_out_can_be_right_too(page: Any) -> None:
    write(page, 0, "3")
    write(page, 1, "4")
    inner = page.locator("[data-entry]").evaluate(
        "() => answerPage.problems[0].parts.find((part) => part.id === 'values').keys.length"
    )
    expect(line(page, "Values of the nodes")).to_have_text(
        f"Values of the nodes: 2 of {inner} filled in, {inner - 2} left blank"
    )
    assert "Everything is filled in" not in page.locator("[data-overview]").inner_text()


def test_an_entry_that_cannot_be_read_stands_out_and_is_said_to_count_as_wrong(page: Any, tmp_path: Path) -> None:
    write(page, 0, "3")
    write(page, 1, "1,5e0")
    warning = line(page, "Values of the nodes").locator(".unreadable")
    expect(warning).to_have_text(UNREADABLE)
    grey = page.evaluate("getComputedStyle(document.querySelector('.hand-in .small')).color")
    assert warning.evaluate("one => getComputedStyle(one).color") != grey
    expect(page.locator(".status.unreadable")).to_contain_text("write the decimal point as '.'")
    parts = graded(download(page, tmp_path))["problems"][0]["parts"]
    [part] = [part for part in parts if part["part"] == "values"]
    [entry] = [entry for entry in part["entries"] if entry.get("given") == "1,5e0"]
    assert (entry["verdict"], entry["earned"]) == ("malformed", 0)
    expect(page.locator("[data-done]")).to_contain_text(f"Values of the nodes: {UNREADABLE}.")


def test_on_the_tree_it_does_not_look_like_a_number(page: Any) -> None:
    write(page, 0, "3")
    write(page, 1, "1,5e0")
    write(page, 2, "x", "Windows")
    nodes = [page.locator(f'svg.wide .node[data-node="{place}"]') for place in (0, 1, 2)]
    looks = [one.locator(".shape").evaluate("one => getComputedStyle(one).strokeDasharray") for one in nodes]
    assert looks[0] != looks[1] == looks[2]
    texts = [nodes[0].locator(".num"), nodes[1].locator(".num"), nodes[2].locator(".win")]
    assert [one.evaluate("one => getComputedStyle(one).fontStyle") for one in texts] == ["normal", "italic", "italic"]
    assert "1,5e0, cannot be read" in str(nodes[1].get_attribute("aria-label"))


def test_a_change_after_the_download_asks_for_another(page: Any, tmp_path: Path) -> None:
    write(page, 0, "3")
    download(page, tmp_path)
    done, changed = page.locator("[data-done]"), "Changed since your download: download again."
    expect(done).to_contain_text("is in your downloads")
    write(page, 0, "4")
    expect(done).to_have_text(changed)
    expect(page.locator("[data-state]")).to_contain_text(changed)
    write(page, 0, "3")
    expect(done).to_contain_text("is in your downloads")
    write(page, 0, "4")
    download(page, tmp_path)
    expect(done).to_contain_text("is in your downloads")
    expect(page.locator("[data-state]")).not_to_contain_text(changed)


def test_what_cannot_be_read_is_announced_and_tied_to_its_field(page: Any) -> None:
    write(page, 1, "1,5e0")
    field = page.locator("[data-entry] input").first
    for one in (field, page.get_by_label("Values of the nodes: s1").first):
        told = page.locator(f"#{one.get_attribute('aria-describedby')}")
        expect(told).to_contain_text("expected a number such as")
    field.press("Enter")
    expect(page.locator("[data-live]")).to_contain_text(
        "Values of the nodes: s1 cannot be read: expected a number such as"
    )
    write(page, 1, "1.5")
    assert field.get_attribute("aria-describedby") is None


@pytest.mark.parametrize("typed", ["½", "7 / 3", "50%", "-33.30 %", "200%", "1.23456789%", "1,5e0", "1/0", "x = 3"])
def test_a_known_mistake_gets_the_hint_that_grading_gives(typed: str, page: Any) -> None:
    page.locator('[data-part="0"] input').first.fill(typed)
    assert hint(typed)
    expect(page.locator('[data-part="0"] .status')).to_contain_text(hint(typed))
