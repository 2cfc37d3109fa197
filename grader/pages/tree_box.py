"""A diagram for a page: both its drawings, in a box that a script lets zoom, and the tree as text."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from grader.diagram import Diagram
from grader.drawing.canvas import tag
from grader.drawing.draw import MOST_NODES, inline_svg
from grader.drawing.legend import HIGH, Item, legend
from grader.drawing.outline import outline_items
from grader.pages.html import drawn

if TYPE_CHECKING:
    from markupsafe import Markup

_MOST_LINES = 3000
"""A longer text nobody reads, and it would be in every page."""


class TreeBox(NamedTuple):
    """What the template `treebox` wants: `wide` and `tall` are drawings, empty where there are `many` nodes, too many to draw.

    `heading` stands above it where that is not just the student's tree. `legend` has the signs that occur, each with its words.
    """

    id: str
    title: str
    wide: Markup | str
    tall: Markup | str
    many: str
    legend: list[tuple[Markup, str]]
    text: list[tuple[int, str]]
    heading: str = ""


def tree_box(diagram: Diagram, box_id: str, *, live: bool = False, for_fingers: bool = False) -> TreeBox:
    """Return the box; ids in it start with its own, so that several stand on one page.

    `live`: a script fills the drawings in; `for_fingers`: the one for narrow windows has room to touch each node.
    """
    return _live_box(diagram, box_id, for_fingers=for_fingers) if live else _box(diagram, box_id)


@lru_cache(maxsize=32)
def _live_box(diagram: Diagram, box_id: str, *, for_fingers: bool) -> TreeBox:
    """Return a box in which nothing is filled in: it is the same for all who answered a problem."""
    return _box(diagram, box_id, live=True, for_fingers=for_fingers)


def _box(diagram: Diagram, box_id: str, *, live: bool = False, for_fingers: bool = False) -> TreeBox:
    size = len(diagram.nodes)
    is_drawn = size <= MOST_NODES
    wide = drawn(inline_svg(diagram, f"{box_id}-wide-", live=live, for_fingers=for_fingers)) if is_drawn else ""
    tall = (
        drawn(inline_svg(diagram, f"{box_id}-tall-", lies=True, live=live, for_fingers=for_fingers)) if is_drawn else ""
    )
    return TreeBox(
        box_id,
        diagram.title,
        wide,
        tall,
        "" if is_drawn else f"{size:,}",
        [(_sign(item), item.words) for item in legend(diagram)] if is_drawn else [],
        outline_items(diagram) if size <= _MOST_LINES else [],
        diagram.heading,
    )


def _sign(item: Item) -> Markup:
    """Return the small picture of a legend, as high as its row."""
    wide = round(2 * item.half_width)
    sign = tag("g", item.picture, class_="key")
    box = f"{-wide / 2:g} {-HIGH / 2:g} {wide} {HIGH:g}"
    return drawn(tag("svg", sign, class_="tree sign", aria_hidden="true", viewBox=box, width=wide, height=HIGH))
