"""How wide text is in a drawing, in letter sizes, and how it is shortened to fit.

The widths are those of Helvetica, and so of Arial and of Liberation Sans, which the program ships: drawings name these fonts.
"""

from __future__ import annotations

import re
from functools import lru_cache

from grader.drawing.widths import cells, shorten

_THOUSANDTHS = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 "
    "1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 "
    "333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
)
_WIDTHS = {chr(32 + place): int(width) / 1000 for place, width in enumerate(_THOUSANDTHS.split())}
_WIDTHS |= {"−": 0.584, "∞": 0.713, "α": 0.578, "β": 0.575, "≥": 0.549, "·": 0.333, "…": 1.0, "→": 1.0, "↳": 1.0}
_OTHER = 0.72
_BOLDER = 1.08  # than a regular letter; digits are equally wide
_MINUS = re.compile(r"(?<![\w.])-(?=[\d.∞])")
_INFINITY = re.compile(r"\binf\b")


@lru_cache(maxsize=4096)
def width(text: str, *, bold: bool = False) -> float:
    """Return the width of the text in letter sizes."""
    wide = sum(_WIDTHS.get(letter) or _OTHER * cells(letter) for letter in text)
    return wide * _BOLDER if bold else wide


def fit(text: str, room: float) -> str:
    """Return the text, shortened in its middle until it is at most so wide; empty where less than three letters are left."""
    most = cells(text)
    while width(text) > room and most > 2:
        most -= 1
        text = shorten(text, most)
    return text if width(text) <= room else ""


def typeset(text: str) -> str:
    """Return the text with real minus signs and infinities.

    >>> typeset("[-inf, -3]")
    '[−∞, −3]'
    """
    return _MINUS.sub("−", _INFINITY.sub("∞", text))
