"""How large things are in a drawing: letters, shapes and gaps, by how many leaves there are.

All lengths are in the drawing's units, which are CSS pixels where it is shown as large as it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from grader.core.drawing.diagram import Diagram, NodeShape
from grader.core.text import printable

# -- how wide a text is, in letters, and texts that fit a width


def cells(text: str) -> int:
    """Return how wide the text is, in letters: East Asian ones and emoji count twice, accents and skin tones that stand on another not.

    >>> cells("abc"), cells("漢字"), cells("e\u0301"), cells("❤\ufe0f"), cells("👍🏽")
    (3, 4, 1, 1, 2)
    """
    return len(text) if text.isascii() else sum(map(_cells_of, text))


def _cells_of(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me") or "\U0001f3fb" <= letter <= "\U0001f3ff":
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def shorten(text: str, most: int) -> str:
    """Return the text with an ellipsis in its middle where it is wider than `most` letters; a decimal loses its last digits.

    >>> shorten("a-very-long-id", 10), shorten("1.7025038300", 5), shorten("1.7025…", 5)
    ('a-ver…g-id', '1.70…', '1.70…')
    >>> shorten("🇩🇪🇫🇷🇮🇹", 5), shorten("👍🏽👍🏽👍🏽", 5)
    ('🇩🇪…🇮🇹', '👍🏽…👍🏽')
    >>> shorten("1.2568944254060521", 5), shorten("-12345.678", 5)
    ('1.25…', '-1…78')
    """
    text = printable(text, len(text))
    if cells(text) <= most:
        return text
    decimal = _DECIMAL.fullmatch(text)
    if decimal and len(decimal[1]) < most:
        return f"{text[: most - 1]}…"
    seen = _seen(text)
    return "".join((*_take(seen, most // 2), "…", *_take(seen[::-1], (most - 1) // 2)[::-1]))


def _seen(text: str) -> list[str]:
    """Return the letters as they are seen: each with what stands on it, and the two that are a flag together."""
    seen: list[str] = []
    for letter in text:
        is_flag = (
            bool(seen) and len(seen[-1]) == 1 and all("\U0001f1e6" <= one <= "\U0001f1ff" for one in seen[-1] + letter)
        )
        if seen and (not _cells_of(letter) or is_flag):
            seen[-1] += letter
        else:
            seen.append(letter)
    return seen


def _take(seen: Sequence[str], most: int) -> list[str]:
    taken = []
    for letter in seen:
        most -= cells(letter)
        if most < 0:
            break
        taken.append(letter)
    return taken


def fold(text: str, most: int) -> list[str]:
    """Return the text in lines at most `most` letters wide, broken at spaces where there are any."""
    lines: list[str] = []
    for word in text.split():
        if lines and cells(lines[-1]) + 1 + cells(word) <= most:
            lines[-1] += f" {word}"
            continue
        rest = word
        while rest:
            lines.append("".join(_take(_seen(rest), most)))
            rest = rest[len(lines[-1]) :]
    return lines


# -- how wide text is in a drawing, in letter sizes, and how it is shortened to fit

_THOUSANDTHS = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 "
    "1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 "
    "333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
)
_WIDTHS = {chr(32 + place): int(width) / 1000 for place, width in enumerate(_THOUSANDTHS.split())}
_WIDTHS |= {"−": 0.584, "∞": 0.713, "α": 0.578, "β": 0.575, "≥": 0.549, "·": 0.333, "…": 1.0, "→": 1.0, "↳": 1.0}
_OTHER = 0.72
_BOLDER = 1.08  # than a regular letter; digits are equally wide
_DECIMAL = re.compile(r"([-−+]?\d+\.\d)\d*…?")
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


MOST_LEAVES = 81
"""With more leaves in one drawing letters would be smaller than 6 pt on A4 across."""
LONGEST_INSIDE = 1.75
"""Numbers that are wider than so many letters stand beside their shape."""
TAB = 2.3
"""So wide, in letters, is the tab at a box that holds the name of a player."""
SMALLEST = 8.1
"""Letters of this size are 6 pt where 81 leaves stand across A4."""
_BLANK = 1.35  # a sheet to write on has larger shapes


class _Tier(NamedTuple):
    """How trees of up to so many leaves are drawn: letter size, pitch of leaves and gap between families in letters."""

    leaves: int
    letter: float
    pitch: float
    family: float
    rows: bool = False
    shape: float = 1.0


_TIERS = (
    _Tier(18, 14, 3.5, 1.75),
    _Tier(31, 13, 2.3, 0.7),
    _Tier(50, 12, 2.3, 0.7),
    _Tier(10_000, 9, 1.3, 0.3, rows=True, shape=0.84),
)

_LYING = _Tier(10_000, 13, 1.95, 0.75)
_TOUCHED = _Tier(10_000, 13, 3.55, 0.4)
"""A lying tree whose nodes are touched: leaves are 46 pixels apart on a telephone, and ranks near, so that five fit its width."""
_RANK, _RANK_LYING, _RANK_TOUCHED = 6.3, 7.6, 5.6
_BETWEEN_RANKS, _BETWEEN_FULL_RANKS = 3.9, 5.0
"""So far apart, in letters, are the shapes of two ranks at least, however large they are; farther where there is little room but between ranks."""
_TELEPHONE, _AROUND = 356, 90
"""How wide a drawing is shown on a telephone, and what it has beside its ranks, in pixels."""
_PAGE = 1060
"""So wide a drawing has letters of 6 pt on A4 across, within margins of 10 mm."""


class Scale(NamedTuple):
    """The measures of one drawing.

    `letter` is the size of numbers, `small` the least size of any other text. `half` is half the width of a triangle, `high` its height, `radius` that of a circle; `leaf` the width of a leaf's square
    and `box` of the box of an arm, `square` their height. `pitch` is the room of a leaf, `family` the gap between families of
    leaves, `rank` the distance of ranks, `row` of two rows of leaves. `is_narrow`: ranks stay
    near however flat edges become.
    """

    letter: float
    small: float
    half: float
    high: float
    radius: float
    leaf: float
    box: float
    square: float
    pitch: float
    family: float
    rank: float
    row: float
    has_two_rows: bool
    is_narrow: bool = False


def scale_of(diagram: Diagram, *, lies: bool, blank: bool, is_touched: bool = False) -> Scale:
    """Return the measures of a drawing; `blank` is a sheet to write on; one that lies can be made for fingers."""
    values = [width(typeset(node.value)) for node in diagram.nodes if node.shape is NodeShape.LEAF]
    is_touched = lies and is_touched
    tier = (_TOUCHED if is_touched else _LYING) if lies else _tier(diagram, _leaf_width(values))
    e, bigger = tier.letter, _BLANK if blank and not tier.rows else 1.0
    inside = [value for value in values if value <= LONGEST_INSIDE]
    longest = max([*inside, *[LONGEST_INSIDE] * any(node.is_horizon for node in diagram.nodes)], default=0)
    half = max(1.5 * tier.shape, 0.8 + longest / 2) * e * bigger
    return Scale(
        letter=e,
        small=SMALLEST,
        half=half,
        high=1.6 * half,
        radius=1.25 * e * bigger,
        leaf=_leaf_width(values) * e,
        box=max(3.6 * e * bigger, (_leaf_width(values) + TAB) * e * any(node.seat for node in diagram.nodes)),
        square=1.6 * e,
        pitch=tier.pitch * e if lies else _pitch(tier, _leaf_width(values)) * e,
        family=tier.family * e,
        rank=(_RANK_TOUCHED if is_touched else _RANK_LYING) * e
        if lies
        else max(_RANK * e, (_BETWEEN_FULL_RANKS if tier.rows else _BETWEEN_RANKS) * e + 1.6 * half),
        row=2.75 * e,
        has_two_rows=tier.rows,
        is_narrow=is_touched,
    )


def touched(scale: Scale, distances: Sequence[float]) -> Scale:
    """Return the measures for fingers: where ranks that are so far apart are shown smaller than they are drawn, leaves are farther apart."""
    return scale._replace(pitch=scale.pitch * max(1, (sum(distances) + _AROUND) / _TELEPHONE))


def _leaf_width(values: Sequence[float]) -> float:
    """Return the width of all leaves in letters: they are alike, and hold the longest number."""
    return max(1.6, max(values, default=0) + 0.5)


def _pitch(tier: _Tier, leaf: float) -> float:
    return max(tier.pitch, (leaf + 0.35) / (2 if tier.rows else 1))


def _tier(diagram: Diagram, leaf: float) -> _Tier:
    """Return the first tier for so many leaves that is not too wide for a page across."""
    leaves = leaf_count(diagram)
    fitting = [tier for tier in _TIERS if leaves <= tier.leaves]
    return next((tier for tier in fitting if leaves * _pitch(tier, leaf) * tier.letter <= _room(tier)), fitting[-1])


def _room(tier: _Tier) -> float:
    """Return how wide a drawing may be so that its smallest letters have 6 pt on A4 across."""
    return _PAGE * max(0.75 * tier.letter / SMALLEST, 1)


def is_too_wide(diagram: Diagram) -> bool:
    """Return whether letters of the drawing would be too small on a page, so that it is drawn in several."""
    leaves = leaf_count(diagram)
    values = [width(typeset(node.value)) for node in diagram.nodes if node.shape is NodeShape.LEAF]
    tier = _TIERS[-1]
    return leaves > MOST_LEAVES or leaves * _pitch(tier, _leaf_width(values)) * tier.letter > _PAGE


def leaf_count(diagram: Diagram) -> int:
    """Return how many nodes have no children."""
    return len(diagram.nodes) - len({node.parent for node in diagram.nodes if node.parent >= 0})
