"""No number, infinity or interval is broken over two lines on paper, of any sheet of the bank, its key, and its answer page filled in."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from banked import FOLDERS, shipped
from turns import in_turn

from browser.conftest import LAPTOP, OpenPage
from browser.written_pages import answer_page
from grader.pages.answer_page import Heading, write_answer_page
from grader.pages.sheet import make_sheet
from grader.pages.sheet_page import write_page

PAPER = (718, 1000)  # as wide as A4 between its margins, in pixels of CSS
BROKEN = """() => {
    const entry = /[-\\u2212+]?(?:\\d[\\d.,\\/]*|\\u221e)|\\[[^\\[\\]]{1,40}\\]/g, found = [];
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.parentElement.checkVisibility() || node.parentElement.closest("script, style, svg")) continue;
        for (const match of node.data.matchAll(entry)) {
            const range = document.createRange();
            range.setStart(node, match.index);
            range.setEnd(node, match.index + match[0].length);
            const lines = new Set([...range.getClientRects()].filter((one) => one.width > 0).map((one) => Math.round(one.bottom / 4)));
            if (lines.size > 1) found.push(match[0]);
        }
    }
    return found;
}"""


@pytest.mark.parametrize("id_", FOLDERS)
@in_turn(16)
def test_no_number_has_two_lines_on_paper(id_: str, tmp_path: Path, open_page: OpenPage) -> None:
    exercise = shipped(id_)
    made = {
        "sheet": write_page(make_sheet([exercise.problem])),
        "key": write_page(make_sheet([exercise.problem], solutions=[exercise.solution])),
        "answer": write_answer_page([exercise.problem], Heading("W")),
    }
    for name, text in made.items():
        file = tmp_path / f"{name}.html"
        file.write_text(text, "utf-8")
        page = open_page(file, PAPER).page
        page.emulate_media(media="print")
        assert page.evaluate(BROKEN) == [], name


def test_a_number_of_many_digits_is_one_piece_on_paper(tmp_path: Path, open_page: OpenPage) -> None:
    pypdf = pytest.importorskip("pypdf")
    page = open_page(answer_page(tmp_path, "hundred-seconds", "four-ply-trace", student=""), LAPTOP).page
    page.locator('[data-problem="0"] [data-part="1"] input').fill("3749")
    page.locator('[data-problem="1"] [data-part="0"] input').fill("3749")
    text = " ".join(one.extract_text() for one in pypdf.PdfReader(io.BytesIO(page.pdf(format="A4"))).pages)
    assert text.count("3749") == 2
