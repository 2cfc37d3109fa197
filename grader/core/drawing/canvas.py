"""Pieces of SVG as text: everything that comes from outside is escaped here, and how far the drawing reaches is kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from html import escape
from math import hypot
from pathlib import Path
from typing import NamedTuple

from grader.core.answers.reports import Mark
from grader.core.drawing.diagram import NodeShape
from grader.core.drawing.scale import Scale, width
from grader.core.text import printable

# -- the outlines of nodes, and where edges leave and meet them

_SHIFT = 0.12
"""On a flat side an edge is shifted towards its other end, so that wide fans do not lie on the side."""


class Point(NamedTuple):
    """A place in a drawing; y grows downwards."""

    x: float
    y: float


class Outline(NamedTuple):
    """The shape of one node around its middle: half its width and height, and the measures of the drawing."""

    shape: NodeShape
    middle: Point
    scale: Scale

    @property
    def half_width(self) -> float:
        """Return half the width at the widest place."""
        scale = self.scale
        if self.shape is NodeShape.LEAF:
            return scale.leaf / 2
        if self.shape is NodeShape.CHILD:
            return scale.box / 2
        return scale.radius if self.shape is NodeShape.CHANCE else scale.half

    @property
    def half_height(self) -> float:
        """Return half the height."""
        scale = self.scale
        if self.shape in (NodeShape.LEAF, NodeShape.CHILD):
            return scale.square / 2
        return scale.radius if self.shape is NodeShape.CHANCE else scale.high / 2

    @property
    def left(self) -> float:
        """Return how far the shape reaches to the left."""
        return self.middle.x - self.half_width

    @property
    def right(self) -> float:
        """Return how far it reaches to the right."""
        return self.middle.x + self.half_width

    @property
    def top(self) -> float:
        """Return how far it reaches up."""
        return self.middle.y - self.half_height

    @property
    def bottom(self) -> float:
        """Return how far it reaches down."""
        return self.middle.y + self.half_height

    @property
    def baseline(self) -> float:
        """Return where the number stands: in the wide part."""
        e, (_, y) = self.scale.letter, self.middle
        if self.shape is NodeShape.MAX:
            return y + self.half_height - 0.36 * e
        if self.shape is NodeShape.MIN:
            return y - self.half_height + 1.08 * e
        return y + 0.36 * e

    @property
    def corner(self) -> Point:
        """Return the left wide corner, where marks stand."""
        x, y = self.middle
        high = self.half_height
        if self.shape is NodeShape.CHANCE:
            return Point(x - 0.8 * self.half_width, y + 0.6 * high)
        return Point(x - self.half_width, y - high if self.shape is NodeShape.MIN else y + high)

    @property
    def tick(self) -> Point:
        """Return where the middle of a tick stands, at that corner."""
        e, corner = self.scale.letter, self.corner
        return Point(corner.x - 0.25 * e, corner.y + (0.1 if self.shape is NodeShape.MIN else -0.3) * e)

    def path(self, grown: float = 0) -> str:
        """Return the outline as the data of an SVG path, if need be larger by so much on each side."""
        (x, y), wide, high = self.middle, self.half_width + grown, self.half_height + grown
        if self.shape is NodeShape.MAX:
            return f"M{place(x)} {place(y - high)}L{place(x + wide)} {place(y + high)}H{place(x - wide)}Z"
        if self.shape is NodeShape.MIN:
            return f"M{place(x - wide)} {place(y - high)}H{place(x + wide)}L{place(x)} {place(y + high)}Z"
        if self.shape is NodeShape.CHANCE:
            arc = f"A{place(wide)} {place(wide)} 0 1 1"
            return f"M{place(x - wide)} {place(y)}{arc} {place(x + wide)} {place(y)}{arc} {place(x - wide)} {place(y)}Z"
        return f"M{place(x - wide)} {place(y - high)}H{place(x + wide)}V{place(y + high)}H{place(x - wide)}Z"

    def leaves_to(self, other: Point, *, lies: bool) -> Point:
        """Return where the edge to a child starts."""
        x, y = self.middle
        if self.shape is NodeShape.CHANCE and not lies:
            return self._on_circle(other)
        if lies:
            return Point(x + (self.half_width if self._is_wide else self.half_width / 2), y)
        if self.shape is NodeShape.MIN:
            return Point(x, y + self.half_height)
        return Point(x + self._shifted(other), y + self.half_height)

    def is_met_from(self, other: Point, *, lies: bool) -> Point:
        """Return where the edge from the parent ends."""
        x, y = self.middle
        if self.shape is NodeShape.CHANCE and not lies:
            return self._on_circle(other)
        if lies:
            return Point(x - (self.half_width if self._is_wide else self.half_width / 2), y)
        if self.shape is NodeShape.MAX or self.shape is NodeShape.LEAF:
            return Point(x, y - self.half_height)
        return Point(x + self._shifted(other), y - self.half_height)

    @property
    def _is_wide(self) -> bool:
        """Return whether the shape is as wide at half its height as anywhere."""
        return self.shape in (NodeShape.LEAF, NodeShape.CHILD, NodeShape.CHANCE)

    def _shifted(self, other: Point) -> float:
        most = self.half_width / 2
        return max(-most, min(most, _SHIFT * (other.x - self.middle.x)))

    def _on_circle(self, other: Point) -> Point:
        (x, y), radius = self.middle, self.scale.radius
        far = hypot(other.x - x, other.y - y) or 1
        return Point(x + radius * (other.x - x) / far, y + radius * (other.y - y) / far)


def place(number: float) -> str:
    """Return a coordinate with at most one decimal."""
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


_LAST_LATIN, _KNOWN = "\u04ff", frozenset("−∞≥→…·–—“”‘’✓")  # and Greek, and Cyrillic
_BOLD = ("strong", "pilltext", "bad")
_OTHER_WIDER = 1.19  # DejaVu Sans beside Helvetica, both bold
PILL_TEXT, PILL_HIGH, _PILL_PAD = 0.86, 1.12, 0.36
_MOST_TEXTS = 4096


def tag(name: str, *content: str, **attributes: str | float) -> str:
    """Return an element; an attribute's name is written with `_` for `-`, and `class_` for `class`. None of empty text."""
    said = "".join(f' {_attribute_name(key)}="{_attribute(value)}"' for key, value in attributes.items() if value != "")
    inner = "".join(content)
    return f"<{name}{said}>{inner}</{name}>" if inner or name in ("g", "text") else f"<{name}{said}/>"


_HARMLESS = re.compile(r"[\w .#-]*", re.ASCII).fullmatch
"""Whether a text has only letters that mean nothing in markup, as most attributes do."""


@cache  # there are few, and every element of every drawing has some
def _attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _attribute(value: str | float) -> str:
    """Return the value of an attribute as text: no markup, no hidden letters."""
    if not isinstance(value, str):
        return place(value)
    return value if _HARMLESS(value) else escape(printable(value, len(value)))


def font_of(text: str) -> str:
    """Return the class of a text in letters that the first font of drawings has not."""
    return "other" if any(letter > _LAST_LATIN and letter not in _KNOWN for letter in text) else ""


def shown(text: str) -> str:
    """Return foreign text as the content of an element: no markup, no hidden letters."""
    return escape(printable(text, len(text)), quote=False)


def marked(marks: Iterable[Mark]) -> str:
    """Return the marks as elements that nobody sees and scripts read."""
    return "".join(tag("metadata", **mark.data) for mark in marks)


class Canvas:
    """Writes text and tags, and keeps the box around all that was drawn."""

    def __init__(self) -> None:
        self.left = self.top = float("inf")
        self.right = self.bottom = float("-inf")

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of all that was taken in."""
        return self.left, self.top, self.right, self.bottom

    def reach(self, left: float, top: float, right: float, bottom: float) -> None:
        """Take a box in."""
        self.left, self.top = min(self.left, left), min(self.top, top)
        self.right, self.bottom = max(self.right, right), max(self.bottom, bottom)

    def text(self, text: str, x: float, y: float, size: float, class_: str, *, anchor: str = "middle") -> str:
        """Return a line of text and take its box in; `anchor` says which of its points stands at x."""
        markup, box = _text(text, x, y, size, class_, anchor)
        self.reach(*box)
        return markup

    def framed(self, text: str, left: float, baseline: float, size: float) -> str:
        """Return a line of text in a thin frame; `left` is where the text begins."""
        wide, pad, top = width(text) * size, 0.28 * size, baseline - 0.92 * size
        self.reach(left - pad, top, left + wide + pad, baseline + 0.3 * size)
        box = tag(
            "rect", class_="stateframe", x=left - pad, y=top, width=wide + 2 * pad, height=1.22 * size, rx=0.25 * size
        )
        return box + self.text(text, left, baseline, size, "state", anchor="start")

    def pill(self, text: str, left: float, baseline: float, letter: float, class_: str) -> str:
        """Return text in a tag, whose left side stands there."""
        markup, box = _pill(text, left, baseline, letter, class_)
        self.reach(*box)
        return markup


_Box = tuple[float, float, float, float]


@lru_cache(maxsize=_MOST_TEXTS)  # beside nodes of the same shape the same texts stand in the same places
def _text(text: str, x: float, y: float, size: float, class_: str, anchor: str) -> tuple[str, _Box]:
    """Return a line of text and its box."""
    wide = text_width(text, class_) * size
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    classes = " ".join(filter(None, (class_, anchor if anchor != "middle" else "", font_of(text))))
    markup = tag("text", shown(text), class_=classes, x=x, y=y, font_size=size)
    return markup, (left, y - 0.8 * size, left + wide, y + 0.25 * size)


@lru_cache(maxsize=_MOST_TEXTS)
def _pill(text: str, left: float, baseline: float, letter: float, class_: str) -> tuple[str, _Box]:
    """Return text in a tag, and its box."""
    wide, high = pill_width(text) * letter, PILL_HIGH * letter
    top = baseline - 0.8 * letter
    frame = tag("rect", class_=f"pill {class_}".strip(), x=left, y=top, width=wide, height=high, rx=0.26 * letter)
    look, size = f"pilltext {class_}".strip(), PILL_TEXT * letter
    words = tag("text", shown(text), class_=look, x=left + wide / 2, y=baseline, font_size=size)
    return frame + words, (left, top, left + wide, top + high)


def text_width(text: str, class_: str) -> float:
    """Return how wide a line of text of a class is, in its own letter sizes: bold letters are wider, and so is the font that has other letters."""
    wide = width(text, bold=any(bold in class_ for bold in _BOLD))
    return wide * _OTHER_WIDER if font_of(text) else wide


def pill_width(text: str) -> float:
    """Return how wide a tag is, in letter sizes of the drawing."""
    return width(text, bold=True) * PILL_TEXT + 2 * _PILL_PAD


def disc(x: float, y: float, letter: float, sign: str) -> str:
    """Return a disc with a cross, or with the arrow of what follows."""
    arm = 0.21 * letter
    circle = tag("circle", cx=x, cy=y, r=0.5 * letter)
    if sign == "fol":
        arrow = (
            f"M{place(x - 0.85 * arm)} {place(y - 1.2 * arm)}V{place(y + 0.3 * arm)}H{place(x + arm)}"
            f"M{place(x + 0.3 * arm)} {place(y - 0.5 * arm)}L{place(x + arm)} {place(y + 0.3 * arm)}L{place(x + 0.3 * arm)} {place(y + 1.1 * arm)}"
        )
        return tag("g", circle, tag("path", d=arrow), class_="badge fol")
    cross = f"M{place(x - arm)} {place(y - arm)}L{place(x + arm)} {place(y + arm)}M{place(x + arm)} {place(y - arm)}L{place(x - arm)} {place(y + arm)}"
    return tag("g", circle, tag("path", d=cross), class_="badge")


def wave(x: float, y: float, letter: float) -> str:
    """Return a disc with a wave: the sign of a position that is not quiet."""
    e = letter
    path = (
        f"M{place(x - 0.32 * e)} {place(y + 0.08 * e)}C{place(x - 0.16 * e)} {place(y - 0.3 * e)} {place(x - 0.08 * e)} {place(y - 0.3 * e)} "
        f"{place(x)} {place(y)}S{place(x + 0.16 * e)} {place(y + 0.3 * e)} {place(x + 0.32 * e)} {place(y - 0.08 * e)}"
    )
    return tag("g", tag("circle", cx=x, cy=y, r=0.52 * e), tag("path", d=path), class_="noisy")


def tick(x: float, y: float, letter: float) -> str:
    """Return a tick, as a path: letters look different in every font."""
    e = letter
    return tag(
        "path",
        class_="tick",
        d=f"M{place(x - 0.3 * e)} {place(y)}L{place(x - 0.08 * e)} {place(y + 0.22 * e)}L{place(x + 0.34 * e)} {place(y - 0.28 * e)}",
    )


# -- the style sheet of trees: with variables for pages, and with colours written out for files of their own

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_VARIABLE = re.compile(r"var\((--[a-z-]+)\)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SET = re.compile(r"(--[a-z-]+):\s*([^;]+);")
_ONE_FONT = ('"Helvetica Neue", Helvetica, Arial, "Liberation Sans", "DejaVu Sans", sans-serif', '"Liberation Sans"')
_CLASSES, _NAMED = re.compile(' class="([^"]*)"'), re.compile(r"\.([a-z]\w*)")
_ON_PAGES_ONLY = "/* pages only"


@cache
def tree_css() -> str:
    """Return the style sheet of trees on a page, which sets their colours for light and dark."""
    return Path(__file__).with_name("tree.css").read_text(encoding="utf-8")


class _Rule(NamedTuple):
    """A rule of the style sheet: the classes that each of its selectors names, and how it is written for light and for dark."""

    classes: tuple[frozenset[str], ...]
    light: str
    dark: str


def literal_css(used: frozenset[str] | None = None, *, has_dark: bool = True, for_pdf: bool = False) -> str:
    """Return the style sheet of a file of its own: no variables, which programs that print SVG do not know.

    `used` are the classes in the file, where only their rules are wanted. With `has_dark` what is coloured is coloured again for
    who prefers dark. `for_pdf` leaves out what svglib paints otherwise (the rim of paper round some text) and names only the
    fonts that it is given.
    """
    rules = [rule for rule in _rules(for_pdf) if used is None or any(names <= used for names in rule.classes)]
    light, dark = ("".join(lines) for lines in zip(*(rule[1:] for rule in rules), strict=True))
    return light + (f"@media (prefers-color-scheme: dark){{{dark}}}" if has_dark else "")


def classes_in(markup: str) -> frozenset[str]:
    """Return the classes that elements of a drawing have."""
    return frozenset(name for names in set(_CLASSES.findall(markup)) for name in names.split())


@cache
def _rules(for_pdf: bool) -> tuple[_Rule, ...]:  # noqa: FBT001  # kept by it
    drawn = tree_css().partition(_ON_PAGES_ONLY)[0]
    head, _, rest = drawn.partition(".tree {")
    light, _, dark = head.partition("@media")
    rules = _RULE.findall(_COMMENT.sub("", ".tree {" + rest))
    if for_pdf:
        rules = [(selector, body.replace(*_ONE_FONT)) for selector, body in rules if "paint-order" not in body]
    colours = dict(_SET.findall(light))
    return tuple(
        _Rule(
            tuple(frozenset(_NAMED.findall(one)) for one in selector.split(",")),
            _written(selector, body, colours, only_colours=False),
            _written(selector, body, colours | dict(_SET.findall(dark)), only_colours=True),
        )
        for selector, body in rules
    )


def _written(selector: str, body: str, colours: Mapping[str, str], *, only_colours: bool) -> str:
    """Return a rule with its colours; nothing where only these are wanted and it has none."""
    said = [each.strip() for each in body.split(";") if each.strip() and ("var(" in each or not only_colours)]
    filled = _VARIABLE.sub(lambda found: colours[found[1]], ";".join(said))
    return f"{' '.join(selector.split())}{{{filled}}}" if said else ""
