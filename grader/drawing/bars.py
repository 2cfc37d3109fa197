"""What stands beside a node as bars: what a number is made of, and the share of a class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.drawing.canvas import tag
from grader.drawing.measure import fit
from grader.drawing.rooms import BAR, COMMON, LINE, SHARE
from grader.drawing.shapes import place

if TYPE_CHECKING:
    from grader.drawing.beside import Beside

_HIGHEST = 5.0  # letters: the longest bar


def bars(beside: Beside) -> list[str]:
    """Draw what the number is made of as a bar on a line below the node, below all texts, each part with its number."""
    e, (x, y), pieces = beside.frame.scale.letter, beside.outline.middle, []
    lines = 2 + len(beside.frame.nodes[beside.node].remarks)  # the same for all arms, marked or not
    base = y + beside.outline.half_height + (1.2 + lines * LINE + _HIGHEST) * e
    wide, bottom, free = 1.6 * e, base, base - 0.25 * e
    for place_, bar in enumerate(beside.drawn.bars):
        high = bar.height * _HIGHEST * e
        left = x - 1.3 * wide
        css = "term solid" if place_ == 0 else "term"
        pieces.append(tag("rect", class_=css, x=left, y=bottom - high, width=wide, height=high))
        down = min(bottom - high / 2 + 0.3 * e, free)  # beside its part, and above the number below it
        free = down - 0.85 * e
        pieces.append(beside.canvas.text(bar.text, left + wide + 0.3 * e, down, 0.8 * e, "note", anchor="start"))
        bottom -= high
    if beside.drawn.bars:
        pieces.append(tag("path", class_="base", d=f"M{place(x - 2 * wide)} {place(base)}H{place(x + 1.7 * wide)}"))
        beside.canvas.reach(x - 2 * wide, base - _HIGHEST * e, x + 1.7 * wide, base + 0.2 * e)
    return pieces


def share(beside: Beside) -> list[str]:
    """Write the share of a class that has the node right, with a bar, and the commonest wrong answer."""
    tally, outline, e = beside.drawn.share, beside.outline, beside.frame.scale.letter
    if tally is None:
        return []
    (x, y), long = outline.middle, BAR * e
    left, top = x + outline.half_width + 0.45 * e, y - 0.25 * e
    room = beside.room_right() / e
    if beside.frame.view.lies:
        left, top = x - long / 2, y + outline.half_height + (1.2 + LINE * len(beside.drawn.remarks)) * e
        room = beside.frame.columns[beside.frame.depths[beside.node]].right / e + BAR / 2
    pieces = [
        beside.canvas.text(tally.text, left, top - 0.25 * e, SHARE * e, "share", anchor="start"),
        tag("rect", class_="shareback", x=left, y=top, width=long, height=0.3 * e),
        tag("rect", class_="sharebar", x=left, y=top, width=long * float(tally.right), height=0.3 * e),
    ]
    beside.canvas.reach(left, top, left + long, top + 0.3 * e)
    common = fit(tally.common, room / COMMON) if tally.common else ""
    if common:
        pieces.append(beside.canvas.text(common, left, top + 1.1 * e, COMMON * e, "bad common", anchor="start"))
    elif tally.common:
        beside.left_out.append(f"{beside.drawn.id}: {tally.common}")
    return pieces
