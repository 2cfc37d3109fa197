"""What stands beside a node, each line where it has room: tags, windows, remarks, and the share of a class."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

from grader.core.drawing.canvas import PILL_HIGH, Canvas, Point, pill_width, place, tag
from grader.core.drawing.diagram import DiagramNode, NodeShape
from grader.core.drawing.frame import Frame, id_spot, left_edge, top_edge
from grader.core.drawing.labels import Box, crosses, label_boxes, mark_box
from grader.core.drawing.layout import BAR, COMMON, LINE, NOISY, SHARE, lines_of
from grader.core.drawing.scale import fit, width
from grader.core.drawing.tags import (
    STATE,
    STATES,
    Line,
    board_size,
    given_lines,
    is_said_below,
    lines_beside,
    paint_board,
)

_HANGS = (0.35, 0.95, 1.25)
"""How far below its shape a tag hangs, in letters: lower where a second line reaches down beside the tip, and below the id of a leaf."""
_BELOW_TAG = 1.3
"""How far a tag hangs below another one, in letters."""
_HALF = 0.85
"""Half the height of a bracket, in letters."""
_OVER, _BESIDE_EDGE, _CLEAR = 0.3, (0.4, 0.2, 0.0), 0.12
"""How far a bracket stands over ▼, beside where its edge arrives, and at least from all lines, in letters."""
_HIGHEST = 5.0
"""The longest bar of what a number is made of, in letters."""
_MOST_LINES = 2
_OVER_LEAF = 0.2
"""How far a board beside a leaf stands over its square, in letters."""
_DOUBLE, _UNDER_LINE = 0.3, 0.15
"""How much farther a double outline reaches, and a tag below the line that it stands in, in letters."""
_A_WINDOW = "[−∞, 10]"


class PlacedNode(NamedTuple):
    """One node of a picture: its place, what is drawn there, whether it is on the best line.

    `is_near_mark`: the next one in its rank has a mark at its corner. `free_from`: so far left, seen from its middle, a tag
    can hang below it beside the lines of the one before. `cuts` are the children at which a cut is marked.
    """

    node: int
    drawn: DiagramNode
    is_best: bool
    is_near_mark: bool
    free_from: float
    cuts: Sequence[int]


def room_of_window(frame: Frame, node: int) -> Box:
    """Return the room in which a script writes the window of a node with children, or of any node that lies: for the longest numbers.

    It is seen from the middle of the node.
    """
    outline, e = frame.outlines[node]._replace(middle=Point(0, 0)), frame.scale.letter
    longest = frame.scale.leaf / e - 0.5  # a leaf's square is so much wider than its number
    size, board = 0.86 * e, frame.nodes[node].board
    room = max(width(_A_WINDOW), 2 * longest + width("[, ]")) * 1.25 * size
    if frame.view.lies:
        down = outline.bottom + e
        return Box(-room / 2, down - size, room / 2, down + 0.3 * e)
    right = outline.half_width + (0.3 if board is None else 0.65 + board_size(board)[0]) * e
    return Box(right, outline.baseline - size, right + room, outline.baseline)


def goes_down_beside(frame: Frame, node: int) -> bool:
    """Return whether further lines beside a node stand below the first: beside ▼, and beside a circle whose edge comes from the right."""
    outline, parent = frame.outlines[node], frame.parents[node]
    if outline.shape is NodeShape.CHANCE:
        return parent >= 0 and frame.outlines[parent].middle.x > outline.middle.x
    return outline.shape is NodeShape.MIN


def reaches_below(frame: Frame, node: int, drawn: DiagramNode) -> bool:
    """Return whether lines beside a node that stands reach farther down than its shape does, where a tag can hang from the next one."""
    outline, e, given = frame.outlines[node], frame.scale.letter, len(frame.given_lines(node))
    beside = 1 + int((outline.bottom - outline.baseline + (_HANGS[0] + 0.8 - PILL_HIGH) * e) / (LINE * e))
    has_lower = goes_down_beside(frame, node) and given + _MOST_LINES > beside
    return has_lower and given + min(len(lines_beside(drawn)), _MOST_LINES) > beside


class SideNotes:
    """What is said beside one node while it is painted around its own middle; `left_out` is what found no room."""

    def __init__(self, frame: Frame, seen: PlacedNode) -> None:
        self.frame, self.seen = frame, seen
        self.node, self.drawn = seen.node, seen.drawn
        self.view, self.e, self.there = frame.view, frame.scale.letter, frame.outlines[seen.node]
        self.outline = self.there._replace(middle=Point(0, 0))
        is_wrong = self.drawn.looks is not None and STATES[self.drawn.looks] == "wrong"
        self.around = _DOUBLE * self.e if is_wrong else 0
        self.canvas = Canvas()
        self.left_out: list[str] = []

    def pieces(self) -> list[str]:
        """Return all that is said beside the node."""
        drawn, is_end = self.drawn, not self.frame.children[self.node]
        lines = [*lines_beside(drawn), *given_lines(drawn)]
        if drawn.shape is NodeShape.CHILD or drawn.keeps_number:  # the number is in the shape
            lines = [line for line in lines if not line.css.startswith("num")]
        pieces = self._share()
        if self.view.is_live:
            pieces.append(self._empty_window())
        is_arm = drawn.shape is NodeShape.CHILD and is_end
        if self.view.lies and is_arm:
            return pieces + self._of_lying_arm(lines)
        if is_said_below(drawn):
            return pieces + self._of_leaf(lines)
        if self.view.lies:
            return pieces + self._below(lines)
        return pieces + (self._below(lines) + self._bars() if is_arm else self._right(lines))

    def _bars(self) -> list[str]:
        """Draw what the number is made of as a bar on a line below the node, below all texts, each part with its number."""
        e, (x, _), pieces = self.e, self.outline.middle, []
        lines = 2 + len(self.frame.nodes[self.node].remarks)  # the same for all arms, marked or not
        base = self.outline.bottom + (1.2 + lines * LINE + _HIGHEST) * e
        wide, bottom, free = 1.6 * e, base, base - 0.25 * e
        for place_, bar in enumerate(self.drawn.bars):
            high = bar.height * _HIGHEST * e
            left = x - 1.3 * wide
            css = "term solid" if place_ == 0 else "term"
            pieces.append(tag("rect", class_=css, x=left, y=bottom - high, width=wide, height=high))
            down = min(bottom - high / 2 + 0.3 * e, free)  # beside its part, and above the number below it
            free = down - 0.85 * e
            pieces.append(self.canvas.text(bar.text, left + wide + 0.3 * e, down, 0.8 * e, "note", anchor="start"))
            bottom -= high
        if self.drawn.bars:
            pieces.append(tag("path", class_="base", d=f"M{place(x - 2 * wide)} {place(base)}H{place(x + 1.7 * wide)}"))
            self.canvas.reach(x - 2 * wide, base - _HIGHEST * e, x + 1.7 * wide, base + 0.2 * e)
        return pieces

    def _share(self) -> list[str]:
        """Write the share of a class that has the node right, with a bar, and the commonest wrong answer."""
        tally, outline, e = self.drawn.share, self.outline, self.e
        if tally is None:
            return []
        (x, y), long = outline.middle, BAR * e
        left, top = x + outline.half_width + 0.45 * e, y - 0.25 * e
        room = self._room_right() / e
        if self.view.lies:
            left, top = x - long / 2, outline.bottom + (1.2 + LINE * len(self.drawn.remarks)) * e
            room = self.frame.columns[self.frame.depths[self.node]].right / e + BAR / 2
        pieces = [
            self.canvas.text(tally.text, left, top - 0.25 * e, SHARE * e, "share", anchor="start"),
            tag("rect", class_="shareback", x=left, y=top, width=long, height=0.3 * e),
            tag("rect", class_="sharebar", x=left, y=top, width=long * float(tally.right), height=0.3 * e),
        ]
        self.canvas.reach(left, top, left + long, top + 0.3 * e)
        if common := fit(tally.common, room / COMMON) if tally.common else "":
            pieces.append(self.canvas.text(common, left, top + 1.1 * e, COMMON * e, "bad common", anchor="start"))
        elif tally.common:
            self.left_out.append(f"{self.drawn.id}: {tally.common}")
        return pieces

    def _empty_window(self) -> str:
        """Return the place in which a script writes a window, with room for two of the longest numbers; an arm's is beside its id."""
        outline, e, size = self.outline, self.e, 0.86 * self.e
        (x, _), board = outline.middle, self.drawn.board
        if self.drawn.shape is NodeShape.CHILD:
            spot = id_spot(self.frame, self.node)
            is_left = spot.x < x
            side = x + outline.half_width * (1 if is_left else -1)
            return tag("text", class_="win end" if is_left else "win start", x=side, y=spot.y, font_size=size)
        if self.view.lies:
            self.canvas.reach(*room_of_window(self.frame, self.node))
            return tag("text", class_="win", x=x, y=outline.bottom + e, font_size=size)
        right = x + outline.half_width + (0.3 if board is None else 0.65 + board_size(board)[0]) * e
        if self.frame.children[self.node]:
            self.canvas.reach(*room_of_window(self.frame, self.node))
        return tag("text", class_="win start", x=right, y=outline.baseline, font_size=size)

    def _room_right(self) -> float:
        """Return the room to the right of a shape, in the units of the drawing."""
        other = self.frame.neighbour(self.node, 1)
        if other is None:
            return 40 * self.e
        reserve = 0.6 if self.seen.is_near_mark else 0.05
        edge = min(self.frame.outlines[other].left - reserve * self.e, left_edge(self.frame, other))
        return edge - self.there.right - 0.3 * self.e

    def _right(self, lines: Sequence[Line]) -> list[str]:
        """Write the lines right of the shape, from the number's line on: up beside ▲, down beside ▼."""
        outline, e = self.outline, self.e
        pieces: list[str] = []
        aside = (0.3 + NOISY * self.drawn.is_noisy) * e + self.around
        room, left = self._room_right() + 0.3 * e - aside, outline.right + aside
        if board := next((line for line in lines if line.board is not None), None):
            lines = [line for line in lines if line is not board]
            pieces, taking = self._board(board, left, room)
            left, room = left + taking, room - taking
        goes_down, given = goes_down_beside(self.frame, self.node), [line for line in lines if line.is_given]
        most = _MOST_LINES + (self.frame.parents[self.node] < 0) + len(given)
        if not goes_down:  # so that it reads from above
            lines = [line for line in lines if not line.is_given] + given[::-1]
        behind: tuple[float, float] | None = None  # where the last line goes on
        taken, hung = int(self.view.is_live and bool(lines)), 0  # a script writes a window into the first line
        spot = id_spot(self.frame, self.node)
        past_id = spot.x + width(spot.text) * self.frame.id_size + 0.3 * e if spot.anchor == "start" else left
        for line in lines:
            if taken == 1 and past_id > left:  # the second line stands beside the id
                left, room = past_id, room - (past_id - left)
            text = line.fitting(room / e)
            if text and taken < most:
                baseline = outline.baseline + (taken if goes_down else -taken) * LINE * e
                pieces.append(self._written(line, text, left, baseline))
                taken, behind = taken + 1, (left + (line.width_of(text) + 0.4) * e, baseline)
            elif behind and (text := line.fitting((left + room - behind[0]) / e)):
                pieces.append(self._written(line, text, *behind))
                behind = behind[0] + (line.width_of(text) + 0.4) * e, behind[1]
            elif over := self._above(line):
                pieces.append(self._bracket(line, over.left, (over.top + over.bottom) / 2))
            elif taken == 0 and line.pair and self._bracket_width(line) <= room + 0.1 * e:
                y = outline.middle.y + 0.4 * e * (outline.shape is NodeShape.MAX)
                pieces.append(self._bracket(line, left - 0.1 * e, y))
                taken = most
            elif box := self._hanging(line, hung, is_past_tip=goes_down and taken > 1):
                pieces.append(self.canvas.pill(line.wordings[-1], box.left, box.top + 0.8 * e, e, line.css))
                hung += 1
            else:
                self._leave_out(line)
        return pieces

    def _leave_out(self, line: Line) -> None:
        self.left_out.append(f"{self.drawn.id}: {line.wordings[0]}")

    # windows as brackets of two lines, and tags that hang below

    def _bracket_width(self, line: Line) -> float:
        return max(map(width, line.pair)) * self._bracket_size() + 0.3 * self.e

    def _bracket_size(self) -> float:
        return max(0.75 * self.e, self.frame.scale.small)

    def _bracket(self, line: Line, left: float, y: float) -> str:
        """Write a window as a bracket of two lines, alpha over beta."""
        e, right = self.e, left + self._bracket_width(line)
        top, bottom, arm = y - _HALF * e, y + _HALF * e, 0.18 * e
        path = (
            f"M{place(left + arm)} {place(top)}H{place(left)}V{place(bottom)}H{place(left + arm)}"
            f"M{place(right - arm)} {place(top)}H{place(right)}V{place(bottom)}H{place(right - arm)}"
        )
        write = partial(self.canvas.text, size=self._bracket_size(), class_=line.css)
        middle = (left + right) / 2
        numbers = write(line.pair[0], middle, y - 0.12 * e) + write(line.pair[1], middle, y + 0.68 * e)
        return tag("path", class_="bracket", d=path) + numbers

    def _neighbours(self) -> list[int]:
        near = (self.frame.neighbour(self.node, step) for step in (-1, 1))
        return [other for other in near if other is not None]

    def _above(self, line: Line) -> Box | None:
        """Return the box of a bracket over the flat side of ▼, beside the edge that arrives there; None where it would come near an edge, a label or a mark."""
        frame, outline, e = self.frame, self.outline, self.e
        has_place = frame.scale.has_two_rows and outline.shape is NodeShape.MIN and frame.parents[self.node] >= 0
        if not (has_place and line.pair):
            return None
        wide, labels = self._bracket_width(line), label_boxes(frame)
        bottom = -outline.half_height - _OVER * e
        near = [self.node, *self._neighbours()]
        taken = [labels[other] for other in near if other in labels]
        taken += [mark_box(frame, other) for other in near[1:]]
        for aside, step in product(_BESIDE_EDGE, (1, -1)):
            if aside * e + wide > self._room_above(step):
                continue
            left = aside * e if step > 0 else -aside * e - wide
            box = Box(left, bottom - 2 * _HALF * e, left + wide, bottom)
            clear = box.moved(self.there.middle).grown(_CLEAR * e)
            if not any(crosses(frame.ends(one), clear) for one in near) and not any(map(clear.meets, taken)):
                return box
        return None

    def _room_above(self, step: int) -> float:
        """Return how far a bracket over ▼ can reach to one side: up to the middle between it and the next family, which may have one, too."""
        frame, e, other = self.frame, self.e, self.frame.neighbour(self.node, step)
        if other is None:
            return 20 * e
        far = abs(frame.outlines[other].middle.x - self.there.middle.x)
        return far - _CLEAR * e if frame.parents[other] == frame.parents[self.node] else far / 2 - _CLEAR * e

    def _hanging(self, line: Line, hung: int, *, is_past_tip: bool) -> Box | None:
        """Return the box of a tag below its node, and below those that hang there where no edge leaves it: between the neighbours and clear of labels and of the marks of cuts at the edges there; None where it has none."""
        frame, wide = self.frame, pill_width(line.wordings[-1]) * self.e
        far = (abs(frame.outlines[other].middle.x - self.there.middle.x) for other in self._neighbours())
        if not line.is_pill or (hung and frame.children[self.node]) or wide > min(far, default=20 * self.e):
            return None
        labels = label_boxes(frame)
        taken = [labels[child] for child in frame.children[self.node] if child in labels]
        taken += [mark_box(frame, child) for child in self.seen.cuts]
        is_over_id = self.outline.shape is NodeShape.LEAF
        left, other = max(-wide / 2, self.seen.free_from), frame.neighbour(self.node, 1)
        if other is not None and left + wide > (frame.outlines[other].middle.x - self.there.middle.x) / 2:
            left, is_past_tip = -wide / 2, True  # one may hang from the next node, too
        lower = 2 if is_over_id else int(is_past_tip)
        for down in _HANGS[lower : max(2, lower + 1)]:
            top = self.outline.bottom + (down + hung * _BELOW_TAG) * self.e
            box = Box(left, top, left + wide, top + PILL_HIGH * self.e)
            if not any(map(box.moved(self.there.middle).meets, taken)):
                return box
        return None

    def _board(self, line: Line, left: float, room: float) -> tuple[list[str], float]:
        """Draw a board right of the shape and return how much room it takes."""
        e = self.e
        wide, high = (size * e for size in board_size(line.board)) if line.board else (0, 0)
        if line.board is None or wide > room:
            self._leave_out(line)
            return [], 0
        return [paint_board(line.board, left, self._top_of_board(high), e, self.canvas)], wide + 0.35 * e

    def _top_of_board(self, high: float) -> float:
        """Return where a board begins beside its shape: no edge of the node passes there."""
        outline = self.outline
        top, bottom = outline.top, outline.bottom
        if outline.shape is NodeShape.LEAF:
            return top - _OVER_LEAF * self.e
        if high > bottom - top:
            return outline.middle.y - high / 2
        return top if outline.shape is NodeShape.MIN else bottom - high

    def _written(self, line: Line, text: str, x: float, baseline: float, anchor: str = "start") -> str:
        """Return a line in this wording; what the problem says and is shortened is left out. A state has a frame, so that nobody takes it for a value."""
        e, size = self.e, max(line.size * self.e, self.frame.scale.small)
        is_middle = anchor == "middle"
        if line.is_given and text != line.wordings[0]:
            self._leave_out(line)
        if line.is_pill:
            return self.canvas.pill(text, x - pill_width(text) * e / 2 if is_middle else x, baseline, e, line.css)
        if line.board is not None:
            wide, high = board_size(line.board)
            if is_middle:
                return paint_board(line.board, x - wide * e / 2, baseline - 0.8 * e, e, self.canvas)
            return paint_board(line.board, x, baseline - (high * e / 2 - 0.3 * e), e, self.canvas)
        if line.css != STATE:
            return self.canvas.text(text, x, baseline, size, line.css, anchor=anchor)
        return self.canvas.framed(text, x - width(text) * size / 2 if is_middle else x + 0.2 * size, baseline, size)

    def _below(self, lines: Sequence[Line]) -> list[str]:
        """Write the lines below the shape, as many as there is room for."""
        e, (x, _) = self.e, self.outline.middle
        most, room = self._lines_below(), self._room_below()
        place_, pieces = self._first_below(lines), []
        other, aside = self.frame.neighbour(self.node, 1), 0 if self.drawn.bars else self.around
        if self.view.lies and other is not None:  # no line goes for a little air, nor do bars
            aside = min(aside, max(0, self._free_below(other) - (most * LINE + _UNDER_LINE) * e))
        top = self.outline.bottom + aside
        for line in lines:
            text = line.fitting(room / e)
            if text and place_ < most:
                baseline = top + (1.05 + place_ * LINE) * e
                pieces.append(self._written(line, text, x, baseline, "middle"))
            else:
                self._leave_out(line)
            place_ += lines_of(line)
        return pieces

    def _room_below(self) -> float:
        """Return how wide a line below the shape can be."""
        if not self.view.lies:
            return self.frame.room(self.node) - 0.3 * self.e
        return self.frame.columns[self.frame.depths[self.node]].room

    def _first_below(self, lines: Sequence[Line]) -> int:
        """Return which line below a shape is free: an id stands below a leaf, and a script writes into the first line."""
        if self.drawn.shape is NodeShape.LEAF and not self.view.lies:
            return 1
        return int(self.view.is_live and bool(lines))

    def _of_leaf(self, lines: Sequence[Line]) -> list[str]:
        """Write what is given of a leaf below it, or where the tree lies right of its id; the rest beside it as ever."""
        given, others = [line for line in lines if line.is_given], [line for line in lines if not line.is_given]
        if not self.view.lies:
            if not self.frame.is_last(self.node):
                return self._right(lines)
            pills = [line for line in others if line.is_pill]  # one that hangs would lie on what is given
            return self._right([line for line in others if not line.is_pill]) + self._below([*given, *pills])
        if not self.frame.is_last(self.node):
            return self._below([*given, *others])
        e, spot = self.e, id_spot(self.frame, self.node)
        left = spot.x + width(spot.text) * self.frame.id_size + 0.6 * e
        pieces = self._below(others)
        for line in given:
            pieces.append(self._written(line, line.wordings[0], left, spot.y))
            left += (line.width_of(line.wordings[0]) + 0.6) * e
        return pieces

    def _of_lying_arm(self, lines: Sequence[Line]) -> list[str]:
        """Write tags right of the box of an arm, and below it what is given of it, however long: nothing stands right of it."""
        e, (x, _), wide = self.e, self.outline.middle, self.outline.half_width
        right, below = x + wide + 0.5 * e, [line for line in lines if not line.is_pill]
        kept = below[: self._lines_below()]
        pieces = []
        for line in [*(line for line in lines if line.is_pill), *below[len(kept) :]]:
            pieces.append(self._written(line, line.wordings[0], right, self.outline.baseline))
            right += (line.width_of(line.wordings[0]) + 0.4) * e
        for place_, line in enumerate(kept):
            down = self.outline.bottom + (1.05 + place_ * LINE) * e
            size = max(line.size * e, self.frame.scale.small)
            pieces.append(self.canvas.text(line.wordings[0], x - wide, down, size, line.css, anchor="start"))
        return pieces + self._lying_bars(right)

    def _lying_bars(self, left: float) -> list[str]:
        """Draw what the number is made of as a bar that begins there, its parts one behind the other, and their numbers behind it."""
        e, (_, y), pieces = self.e, self.outline.middle, []
        for place_, bar in enumerate(self.drawn.bars):
            long, css = bar.height * _HIGHEST * e, "term solid" if place_ == 0 else "term"
            pieces.append(tag("rect", class_=css, x=left, y=y - 0.5 * e, width=long, height=e))
            left += long
        if pieces:
            words = " ".join(bar.text for bar in self.drawn.bars)
            pieces.append(self.canvas.text(words, left + 0.4 * e, y + 0.3 * e, 0.8 * e, "note", anchor="start"))
        return pieces

    def _lines_below(self) -> int:
        other = self.frame.neighbour(self.node, 1)
        if not self.view.lies or other is None:
            return 9
        return int(self._free_below(other) / (LINE * self.e))

    def _free_below(self, other: int) -> float:
        """Return how much room there is between the shape and the next one below it."""
        return top_edge(self.frame, other) - self.there.bottom - 0.1 * self.e
