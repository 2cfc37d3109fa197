"""Pieces of SVG as text: everything that comes from outside is escaped here, and how far the drawing reaches is kept."""

from __future__ import annotations

from functools import cache
from html import escape

from grader.drawing.measure import width
from grader.drawing.shapes import place
from grader.printable import printable

_LAST_LATIN, _KNOWN = "\u04ff", frozenset("−∞≥→…·–—“”‘’✓")  # and Greek, and Cyrillic
_BOLD = ("strong", "pilltext", "bad")
_OTHER_WIDER = 1.19  # DejaVu Sans beside Helvetica, both bold
PILL_TEXT, PILL_HIGH, _PILL_PAD = 0.86, 1.12, 0.36


def tag(name: str, *content: str, **attributes: str | float) -> str:
    """Return an element; an attribute's name is written with `_` for `-`, and `class_` for `class`. None of empty text."""
    said = "".join(f' {_attribute_name(key)}="{_attribute(value)}"' for key, value in attributes.items() if value != "")
    inner = "".join(content)
    return f"<{name}{said}>{inner}</{name}>" if inner or name in ("g", "text") else f"<{name}{said}/>"


@cache  # there are few, and every element of every drawing has some
def _attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _attribute(value: str | float) -> str:
    """Return the value of an attribute as text: no markup, no hidden letters."""
    return escape(printable(value, len(value))) if isinstance(value, str) else place(value)


def font_of(text: str) -> str:
    """Return the class of a text in letters that the first font of drawings has not."""
    return "other" if any(letter > _LAST_LATIN and letter not in _KNOWN for letter in text) else ""


def shown(text: str) -> str:
    """Return foreign text as the content of an element: no markup, no hidden letters."""
    return escape(printable(text, len(text)), quote=False)


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
        wide = text_width(text, class_) * size
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        self.reach(left, y - 0.8 * size, left + wide, y + 0.25 * size)
        classes = " ".join(filter(None, (class_, anchor if anchor != "middle" else "", font_of(text))))
        return tag("text", shown(text), class_=classes, x=x, y=y, font_size=size)

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
        size = PILL_TEXT * letter
        wide, high = pill_width(text) * letter, PILL_HIGH * letter
        top = baseline - 0.8 * letter
        self.reach(left, top, left + wide, top + high)
        frame = tag("rect", class_=f"pill {class_}".strip(), x=left, y=top, width=wide, height=high, rx=0.26 * letter)
        return frame + tag(
            "text", shown(text), class_=f"pilltext {class_}".strip(), x=left + wide / 2, y=baseline, font_size=size
        )


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
