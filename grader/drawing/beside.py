"""What stands beside a node, each line where it has room: tags, windows, remarks, and the share of a class."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grader.diagram import DiagramNode, NodeShape
from grader.drawing.canvas import Canvas, pill_width, tag
from grader.drawing.frame import BAR, COMMON, LINE, SHARE, Frame
from grader.drawing.ids import id_spot, left_edge, top_edge
from grader.drawing.measure import fit, width
from grader.drawing.shapes import place
from grader.drawing.tags import Line, lines_beside

_MOST_LINES = 2
_A_WINDOW = "[−∞, 10]"
_HIGHEST = 5.0  # letters: the longest bar


class Beside:
    """What is said beside one node while it is painted; `left_out` is what found no room."""

    def __init__(self, frame: Frame, node: int, drawn: DiagramNode, canvas: Canvas, *, is_near_mark: bool) -> None:
        self.frame, self.node, self.drawn, self.canvas = frame, node, drawn, canvas
        self.outline, self.is_near_mark = frame.outlines[node], is_near_mark
        self.left_out: list[str] = []

    def pieces(self) -> list[str]:
        """Return all that is said beside the node."""
        drawn = self.drawn
        lines = lines_beside(drawn)
        if drawn.shape is NodeShape.CHILD:  # its score is in the box
            lines = [line for line in lines if not line.css.startswith("num")]
        pieces = self._share() if drawn.share else []
        if self.frame.view.is_live:
            pieces.append(self._empty_window())
        if self.frame.view.lies and drawn.shape is NodeShape.CHILD and not self.frame.children[self.node]:
            return pieces + self._of_lying_arm(lines)
        if self.frame.view.lies or (drawn.shape is NodeShape.CHILD and not self.frame.children[self.node]):
            pieces += self._below(lines)
            return pieces + self._bars() if not self.frame.view.lies else pieces
        return pieces + self._right(lines)

    def _empty_window(self) -> str:
        """Return the place in which a script writes a window, with room for two of the longest numbers; an arm's is beside its id."""
        outline, e, size = self.outline, self.frame.scale.letter, 0.86 * self.frame.scale.letter
        longest = self.frame.scale.leaf / e - 0.5  # a leaf's square is so much wider than its number
        (x, y), room = outline.middle, max(width(_A_WINDOW), 2 * longest + width("[, ]")) * 1.25 * size
        if self.drawn.shape is NodeShape.CHILD:
            spot = id_spot(self.frame, self.node)
            is_left = spot.x < x
            side = x + outline.half_width * (1 if is_left else -1)
            return tag("text", class_="win end" if is_left else "win start", x=side, y=spot.y, font_size=size)
        if self.frame.view.lies:
            down = y + outline.half_height + e
            self.canvas.reach(x - room / 2, down - size, x + room / 2, down + 0.3 * e)
            return tag("text", class_="win", x=x, y=down, font_size=size)
        right = x + outline.half_width + 0.3 * e
        if self.frame.children[self.node]:
            self.canvas.reach(right, outline.baseline - size, right + room, outline.baseline)
        return tag("text", class_="win start", x=right, y=outline.baseline, font_size=size)

    def _room_right(self) -> float:
        """Return the room to the right of a shape, in the units of the drawing."""
        other = self.frame.neighbour(self.node, 1)
        outline, e = self.outline, self.frame.scale.letter
        if other is None:
            return 40 * e
        reserve = 0.6 if self.is_near_mark else 0.05
        there = self.frame.outlines[other]
        edge = min(there.middle.x - there.half_width - reserve * e, left_edge(self.frame, other))
        return edge - outline.middle.x - outline.half_width - 0.3 * e

    def _right(self, lines: Sequence[Line]) -> list[str]:
        """Write the lines right of the shape, from the number's line on: up beside ▲, down beside ▼."""
        outline, e, pieces = self.outline, self.frame.scale.letter, []
        room, left = self._room_right(), outline.middle.x + outline.half_width + 0.3 * e
        parent = self.frame.parents[self.node]
        goes_down = outline.shape is NodeShape.MIN or (
            outline.shape is NodeShape.CHANCE
            and parent >= 0
            and self.frame.outlines[parent].middle.x > outline.middle.x
        )
        taken, has_hung = 0, False
        spot = id_spot(self.frame, self.node)
        past_id = spot.x + width(spot.text) * self.frame.id_size + 0.3 * e if spot.anchor == "start" else left
        for line in lines:
            if taken == 1 and past_id > left:  # the second line stands beside the id
                left, room = past_id, room - (past_id - left)
            text = line.fitting(room / e)
            baseline = outline.baseline + (taken if goes_down else -taken) * LINE * e
            if text and taken < _MOST_LINES + (parent < 0):
                pieces.append(self._written(line, text, left, baseline))
                taken += 1
            elif taken == 0 and line.pair and self._bracket_width(line) <= room + 0.1 * e:
                pieces.append(
                    self._bracket(line, left - 0.1 * e, outline.middle.y + 0.4 * e * (outline.shape is NodeShape.MAX))
                )
                taken = _MOST_LINES
            elif not has_hung and self._can_hang(line):
                pieces.append(self._hung(line, lower=goes_down and taken > 1))
                has_hung = True
            else:
                self.left_out.append(f"{self.drawn.id}: {line.wordings[0]}")
        return pieces

    def _written(self, line: Line, text: str, left: float, baseline: float) -> str:
        e = self.frame.scale.letter
        if line.is_pill:
            return self.canvas.pill(text, left, baseline, e, line.css)
        return self.canvas.text(
            text, left, baseline, max(line.size * e, self.frame.scale.small), line.css, anchor="start"
        )

    def _bracket_width(self, line: Line) -> float:
        return max(map(width, line.pair)) * self._bracket_size + 0.3 * self.frame.scale.letter

    @property
    def _bracket_size(self) -> float:
        return max(0.75 * self.frame.scale.letter, self.frame.scale.small)

    def _bracket(self, line: Line, left: float, y: float) -> str:
        """Write a window as a bracket of two lines, alpha over beta."""
        e = self.frame.scale.letter
        right = left + self._bracket_width(line)
        top, bottom, arm = y - 0.85 * e, y + 0.85 * e, 0.18 * e
        path = (
            f"M{place(left + arm)} {place(top)}H{place(left)}V{place(bottom)}H{place(left + arm)}"
            f"M{place(right - arm)} {place(top)}H{place(right)}V{place(bottom)}H{place(right - arm)}"
        )
        write = partial(self.canvas.text, size=self._bracket_size, class_=line.css)
        middle = (left + right) / 2
        return (
            tag("path", class_="bracket", d=path)
            + write(line.pair[0], middle, y - 0.12 * e)
            + write(line.pair[1], middle, y + 0.68 * e)
        )

    def _can_hang(self, line: Line) -> bool:
        """Return whether a tag has room below its node, between the neighbours."""
        near = [
            other
            for other in (self.frame.neighbour(self.node, -1), self.frame.neighbour(self.node, 1))
            if other is not None
        ]
        x = self.outline.middle.x
        room = min(
            (abs(self.frame.outlines[other].middle.x - x) for other in near), default=20 * self.frame.scale.letter
        )
        return line.is_pill and pill_width(line.wordings[-1]) * self.frame.scale.letter <= room

    def _hung(self, line: Line, *, lower: bool) -> str:
        """Write a tag below its node, over the edges there; `lower` where a second line reaches down beside the tip."""
        outline, e, text = self.outline, self.frame.scale.letter, line.wordings[-1]
        (x, y), wide = outline.middle, pill_width(text) * self.frame.scale.letter
        return self.canvas.pill(
            text, x - wide / 2, y + outline.half_height + (1.75 if lower else 1.15) * e, e, line.css
        )

    def _below(self, lines: Sequence[Line]) -> list[str]:
        """Write the lines below the shape, as many as there is room for."""
        outline, e = self.outline, self.frame.scale.letter
        x, y = outline.middle
        most = self._lines_below()
        room = 0.78 * self.frame.scale.rank if self.frame.view.lies else self.frame.room(self.node) - 0.3 * e
        pieces = []
        for place_, line in enumerate(lines):
            baseline = y + outline.half_height + (1.05 + place_ * LINE) * e
            text = line.fitting(room / e)
            if not text or place_ >= most:
                self.left_out.append(f"{self.drawn.id}: {line.wordings[0]}")
            elif line.is_pill:
                pieces.append(self.canvas.pill(text, x - pill_width(text) * e / 2, baseline, e, line.css))
            else:
                pieces.append(self.canvas.text(text, x, baseline, max(line.size * e, self.frame.scale.small), line.css))
        return pieces

    def _of_lying_arm(self, lines: Sequence[Line]) -> list[str]:
        """Write tags right of the box of an arm, and below it what is given of it, however long: nothing stands right of it."""
        e, (x, y), wide = self.frame.scale.letter, self.outline.middle, self.outline.half_width
        right, below = x + wide + 0.5 * e, [line for line in lines if not line.is_pill]
        kept = below[: max(1, self._lines_below())]
        self.left_out += [f"{self.drawn.id}: {line.wordings[0]}" for line in below[len(kept) :]]
        pieces = []
        for line in lines:
            if line.is_pill:
                pieces.append(self.canvas.pill(line.wordings[0], right, self.outline.baseline, e, line.css))
                right += (pill_width(line.wordings[0]) + 0.4) * e
        for place_, line in enumerate(kept):
            down, size = (
                y + self.outline.half_height + (1.05 + place_ * LINE) * e,
                max(line.size * e, self.frame.scale.small),
            )
            pieces.append(self.canvas.text(line.wordings[0], x - wide, down, size, line.css, anchor="start"))
        return pieces

    def _lines_below(self) -> int:
        other = self.frame.neighbour(self.node, 1)
        if not self.frame.view.lies or other is None:
            return 9
        e, outline = self.frame.scale.letter, self.outline
        free = top_edge(self.frame, other) - outline.middle.y - outline.half_height
        return int((free - 0.1 * e) / (LINE * e))

    def _bars(self) -> list[str]:
        """Draw what the number is made of as a bar on a line below the node, below all texts, each part with its number."""
        e, (x, y), pieces = self.frame.scale.letter, self.outline.middle, []
        lines = 2 + len(self.frame.nodes[self.node].remarks)  # the same for all arms, marked or not
        base = y + self.outline.half_height + (1.2 + lines * LINE + _HIGHEST) * e
        wide, bottom = 1.6 * e, base
        for place_, bar in enumerate(self.drawn.bars):
            high = bar.height * _HIGHEST * e
            left = x - 1.3 * wide
            css = "term solid" if place_ == 0 else "term"
            pieces.append(tag("rect", class_=css, x=left, y=bottom - high, width=wide, height=high))
            pieces.append(
                self.canvas.text(
                    bar.text,
                    left + wide + 0.3 * e,
                    min(bottom - high / 2 + 0.3 * e, base - 0.25 * e),
                    0.8 * e,
                    "note",
                    anchor="start",
                )
            )
            bottom -= high
        if self.drawn.bars:
            pieces.append(tag("path", class_="base", d=f"M{place(x - 2 * wide)} {place(base)}H{place(x + 1.7 * wide)}"))
            self.canvas.reach(x - 2 * wide, base - _HIGHEST * e, x + 1.7 * wide, base + 0.2 * e)
        return pieces

    def _share(self) -> list[str]:
        """Write the share of a class that has the node right, with a bar, and the commonest wrong answer."""
        share, outline, e = self.drawn.share, self.outline, self.frame.scale.letter
        if share is None:
            return []
        (x, y), long = outline.middle, BAR * e
        left, top = x + outline.half_width + 0.45 * e, y - 0.25 * e
        room = self._room_right() / e
        if self.frame.view.lies:
            left, top = x - long / 2, y + outline.half_height + (1.2 + LINE * len(self.drawn.remarks)) * e
            room = self.frame.scale.rank / e * 0.75
        pieces = [
            self.canvas.text(share.text, left, top - 0.25 * e, SHARE * e, "share", anchor="start"),
            tag("rect", class_="shareback", x=left, y=top, width=long, height=0.3 * e),
            tag("rect", class_="sharebar", x=left, y=top, width=long * float(share.right), height=0.3 * e),
        ]
        self.canvas.reach(left, top, left + long, top + 0.3 * e)
        common = fit(share.common, room / COMMON) if share.common else ""
        if common:
            pieces.append(self.canvas.text(common, left, top + 1.1 * e, COMMON * e, "bad common", anchor="start"))
        elif share.common:
            self.left_out.append(f"{self.drawn.id}: {share.common}")
        return pieces
