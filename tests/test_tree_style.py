"""The style sheet of trees: colours that can be read, variables on pages only, and no page's own rule that reaches into a tree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from read_pages import contrast

from grader.core.drawing.canvas import literal_css, tree_css

STATIC = Path(__file__).resolve().parent.parent / "grader" / "pages" / "static"
CLASSES = set(re.findall(r"\.([a-z]+)", re.sub(r"\{[^}]*\}", "", tree_css().partition(".tree {")[2]))) - {"tree"}


def colours(theme: str) -> dict[str, str]:
    light, _, dark = tree_css().partition("@media")
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", light if theme == "light" else dark.partition(".tree {")[0]))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_and_lines_stand_out_from_the_paper(theme: str) -> None:
    """By WCAG 2: 4.5 for text, 3 for lines."""
    named = colours(theme)
    for text in ("ink", "soft", "right", "wrong-ink", "follow", "miss", "link"):
        assert contrast(named[text], named["paper"]) >= 4.5, text
    for line in ("ink", "faint", "wrong", "follow", "miss-line", "right"):
        assert contrast(named[line], named["paper"]) >= 3, line
    assert contrast(named["wrong-ink"], named["wrong-fill"]) >= 4.5
    assert contrast(named["ink"], named["best"]) >= 3


def test_a_file_of_its_own_has_its_colours_written_out() -> None:
    for css in (literal_css(), literal_css(has_dark=False), literal_css(has_dark=False, for_pdf=True)):
        assert "var(" not in css
        assert css.count("{") == css.count("}")
    assert "prefers-color-scheme: dark" in literal_css()
    assert "prefers-color-scheme" not in literal_css(has_dark=False)
    assert "paint-order" not in literal_css(has_dark=False, for_pdf=True)


@pytest.mark.parametrize("sheet", sorted(STATIC.glob("*.css")), ids=lambda sheet: sheet.name)
def test_no_rule_of_a_page_reaches_into_a_tree_by_accident(sheet: Path) -> None:
    """A bare class of the trees (`.right`) in a page's sheet would restyle nodes too."""
    rules = re.sub(r"/\*.*?\*/|\{[^{}]*\}", "\n", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    selectors = [each.strip() for line in rules.splitlines() for each in line.split(",") if each.strip()]
    bare = [each for each in selectors if re.fullmatch(r"\.([a-z]+)", each) and each[1:] in CLASSES]
    assert not bare
