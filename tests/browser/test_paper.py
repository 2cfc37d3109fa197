"""Every page on paper: few sheets, nothing beside them, no buttons, and dark on white also for those who read in the dark."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from banked import KINDS_OF_BANK, ids_of
from turns import in_turn

from browser.conftest import LAPTOP, OpenPage
from browser.sample_pages import PAGES
from browser.written_pages import answer_page

Pages = Callable[[str], Path]
every_page = pytest.mark.parametrize("name", PAGES)
MOST_SHEETS = {
    "feedback": 3,
    "feedback-of-several": 7,
    "feedback-of-later-kinds": 11,  # six problems where the others are of four; claims in full, each that was left out with its reason
    "feedback-hostile": 10,
    "answer": 6,
    "answer-hostile": 20,
    "marking": 1,
    "marking-hostile": 6,  # an answer of 10,000 letters
    "practice": 3,
    "steps": 12,
    "steps-deep": 16,
    "class": 7,
    "handout": 7,
    "handout-hostile": 16,
    "solutions": 9,
    "solutions-later-kinds": 11,
    "solutions-hostile": 48,  # six problems, three of them of some 300 nodes, worked step by step
}
"""Of what the sample holds; any other is shorter than the longest of its sort."""
_A4_WITHIN_MARGINS = (718, 1047)  # CSS pixels
_LIGHT, _DARK = 0.9, 0.4


@in_turn(4)
@every_page
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_page_prints_on_few_sheets(name: str, paper: str, pages: Pages, open_page: OpenPage) -> None:
    printed = open_page(pages(name)).page.pdf(format=paper)
    most = MOST_SHEETS.get(name) or MOST_SHEETS["feedback-of-several" if "feedback" in name else name.partition("-")[0]]
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) <= most


@in_turn(4)
@every_page
def test_paper_holds_everything_and_no_buttons(name: str, pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages(name), _A4_WITHIN_MARGINS).page
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= _A4_WITHIN_MARGINS[0]
    assert page.locator("button:visible, input:visible, select:visible, .treepart .card:visible").count() == 0
    assert page.locator("main div:visible, main pre:visible, main table:visible").evaluate_all(_CUT) == []


_CUT = """all => all.filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible')
    .map(one => [one.className, one.clientWidth, one.scrollWidth])"""


@in_turn(4)
@every_page
def test_who_reads_in_the_dark_prints_dark_on_white(name: str, pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages(name), LAPTOP, dark=True).page
    page.emulate_media(media="print", color_scheme="dark")
    ground, ink = page.evaluate(_COLOURS)
    assert luminance(ground) > _LIGHT
    assert luminance(ink) < _DARK


_COLOURS = """() => [document.documentElement, document.body].map(one => getComputedStyle(one).backgroundColor)
    .filter(colour => !/, 0\\)$/.test(colour)).concat('rgb(255, 255, 255)').slice(0, 1)
    .concat(getComputedStyle(document.querySelector('main p')).color)"""


def luminance(colour: str) -> float:
    """Return how light a colour is, from 0 to 1."""
    red, green, blue = (float(part) / 255 for part in re.findall(r"[\d.]+", colour)[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


TYPED = ["3749", "-inf", "-123/4", "inf", f"0.{'1234567890' * 4}"]
FILL_ALL = """(typed) => answerPage.problems[0].parts.forEach((part) => {
  let at = 0;
  if (part.sort === "each") for (const key of part.keys) part.fields.forEach((_, place) => part.put(key.name, place, typed[at++ % typed.length]));
  else if (part.sort === "one") part.state.forEach((_, place) => { part.state[place] = typed[at++ % typed.length]; });
  else return;
  part.changed();
})"""
BROKEN = r"""() => { // what was typed and stands on several lines; how many things were looked at
  const broken = [];
  let all = 0;
  for (const said of document.querySelectorAll(".said")) {
    if (!said.firstChild || getComputedStyle(said).display === "none") continue;
    for (const found of said.textContent.matchAll(/\[[^\]]*\]|[^\s;,]+/g)) {
      const range = document.createRange();
      range.setStart(said.firstChild, found.index);
      range.setEnd(said.firstChild, found.index + found[0].length);
      all += 1;
      if (new Set([...range.getClientRects()].map((one) => Math.round(one.top))).size > 1) broken.push(found[0]);
    }
  }
  for (const one of document.querySelectorAll("svg.tree .num, svg.tree .win > tspan")) if (one.textContent.match(/[\u2212/.]$/)) broken.push(one.textContent);
  return { all, broken };
}"""


@in_turn(3)
@pytest.mark.parametrize("kind", KINDS_OF_BANK)
def test_what_was_typed_is_broken_nowhere_on_paper(kind: str, tmp_path: Path, open_page: OpenPage) -> None:
    """Numbers, fractions and infinities are on one line each, windows too: the task beside them gives way."""
    seen = 0
    for id_ in ids_of(kind)[:4]:
        page = open_page(answer_page(tmp_path, id_), _A4_WITHIN_MARGINS).page
        page.evaluate(FILL_ALL, TYPED)
        page.emulate_media(media="print")
        found = page.evaluate(BROKEN)
        assert found["broken"] == [], id_
        assert page.evaluate("document.documentElement.scrollWidth") <= _A4_WITHIN_MARGINS[0]
        seen += found["all"]
    assert seen or kind in ("claims", "text")  # nothing is typed there, or in words
