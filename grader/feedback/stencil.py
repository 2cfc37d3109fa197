"""Drawings of many trees of one shape: laid out once, then only the numbers in the leaves are put in anew.

All leaves are as wide as the longest value needs, and all digits of the font are equally wide, so trees that differ in
numbers alone have one layout. A tree of 40 nodes then takes a fraction of a millisecond instead of several. What comes
out depends on the diagram alone; where all values are equally long it looks just as what `draw.svg` makes.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import lru_cache

from grader.diagram import Diagram, Shape
from grader.feedback import draw

_DIGIT = re.compile("[0-9]")
_SLOT = re.compile("\ue000([0-9]+)\ue001")  # private letters: no diagram's text holds them when a stencil is used
_TITLE, _DESC, _CAPTION = range(3)
_FIRST_NODE = 3


def svg(diagram: Diagram) -> str:
    """Return the drawing as a standalone SVG document, with leaves of one width. Raises TooLarge."""
    stencil = _stencil(_blank(diagram))
    if stencil is None or "\ue000" in diagram.title:
        return draw.svg(diagram)
    texts = [*draw.descriptions(diagram), diagram.title, *(node.value for node in diagram.nodes)]
    pieces = list(stencil)
    for place in range(1, len(pieces), 2):
        pieces[place] = _escaped(texts[int(pieces[place])])
    return "".join(pieces)


def _blank(diagram: Diagram) -> Diagram:
    """Return the diagram with one value in all leaves, the longest, and a 0 for every digit of it and of the title."""
    values = [_DIGIT.sub("0", node.value) for node in diagram.nodes if node.shape is Shape.LEAF]
    longest = max(values, key=lambda value: (len(value), value), default="")
    nodes = tuple(node._replace(value=longest) if node.shape is Shape.LEAF else node for node in diagram.nodes)
    return diagram._replace(title=_DIGIT.sub("0", diagram.title), nodes=nodes)


@lru_cache(maxsize=16)
def _stencil(blank: Diagram) -> tuple[str, ...] | None:
    """Return the drawing in pieces, every second one the number of the text that belongs there; None if it has no places."""
    root = draw.layout(blank)
    names = {f"n{node}": node for node, drawn in enumerate(blank.nodes) if drawn.shape is Shape.LEAF}
    found = 0
    for group in root.iter(f"{{{draw.SVG}}}g"):
        title = group.find(f"{{{draw.SVG}}}title")
        node = names.get((title.text or "") if title is not None else "")
        if node is not None:
            found += _mark(group, blank.nodes[node].value, _FIRST_NODE + node, middle=_middle(group))
        elif group.get("class") == "graph":
            found += _mark(group, blank.title, _CAPTION)
    if found != len(names) + 1:
        return None
    text = draw.write_svg(root, _slot(_TITLE), _slot(_DESC), "tree-")
    return tuple(_SLOT.split(draw.document(text)))


def _middle(group: ET.Element) -> str:
    """Return where the middle of a leaf's box lies."""
    box = group.find(f"{{{draw.SVG}}}polygon")
    corners = [float(point.partition(",")[0]) for point in (box.get("points", "") if box is not None else "").split()]
    return f"{(min(corners) + max(corners)) / 2:.2f}" if corners else ""


def _mark(group: ET.Element, text: str, number: int, middle: str = "") -> int:
    """Mark the first text of the group that reads so, and centre it if need be; return 1, or 0 where there is none."""
    for element in group.findall(f"{{{draw.SVG}}}text"):
        if element.text == text:
            element.text = _slot(number)
            if middle:
                element.attrib |= {"text-anchor": "middle", "x": middle}
            return 1
    return 0


def _slot(number: int) -> str:
    return f"\ue000{number}\ue001"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
