"""The style sheet of trees: with variables for pages, and with colours written out for files of their own."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_VARIABLE = re.compile(r"var\((--[a-z-]+)\)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SET = re.compile(r"(--[a-z-]+):\s*([^;]+);")
_ONE_FONT = ('"Helvetica Neue", Helvetica, Arial, "Liberation Sans", "DejaVu Sans", sans-serif', '"Liberation Sans"')
_ON_PAGES_ONLY = "/* pages only"


@cache
def tree_css() -> str:
    """Return the style sheet of trees on a page, which sets their colours for light and dark."""
    return Path(__file__).with_name("tree.css").read_text(encoding="utf-8")


@cache
def literal_css(*, has_dark: bool = True, for_pdf: bool = False, has_seats: bool = True) -> str:
    """Return the style sheet of a file of its own: no variables, which programs that print SVG do not know.

    With `has_dark` what is coloured is coloured again for who prefers dark. `for_pdf` leaves out what svglib paints otherwise
    (the rim of paper round some text) and names only the fonts that it is given; without `has_seats` what colours several players.
    """
    drawn = tree_css().partition(_ON_PAGES_ONLY)[0]
    head, _, rest = drawn.partition(".tree {")
    light, _, dark = head.partition("@media")
    rules = _RULE.findall(_COMMENT.sub("", ".tree {" + rest))
    if not has_seats:
        rules = [(selector, body) for selector, body in rules if ".seat" not in selector]
    if for_pdf:
        rules = [(selector, body.replace(*_ONE_FONT)) for selector, body in rules if "paint-order" not in body]
    text = "".join(_written(rules, dict(_SET.findall(light)), only_colours=False))
    if not has_dark:
        return text
    colours = dict(_SET.findall(light)) | dict(_SET.findall(dark))
    return text + "@media (prefers-color-scheme: dark){" + "".join(_written(rules, colours, only_colours=True)) + "}"


def _written(rules: list[tuple[str, str]], colours: dict[str, str], *, only_colours: bool) -> list[str]:
    lines = []
    for selector, body in rules:
        said = [each.strip() for each in body.split(";") if each.strip()]
        if only_colours:
            said = [each for each in said if "var(" in each]
        if said:
            filled = _VARIABLE.sub(lambda found: colours[found[1]], ";".join(said))
            lines.append(f"{' '.join(selector.split())}{{{filled}}}")
    return lines
