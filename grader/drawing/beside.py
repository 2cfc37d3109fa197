"""What stands beside a node, each line where it has room: tags, windows, remarks, and the share of a class."""

from __future__ import annotations

from collections.abc import Sequence

from grader.diagram import DiagramNode, NodeShape
from grader.drawing.bars import bars, share
from grader.drawing.boards import board_size, paint_board
from grader.drawing.canvas import Canvas, pill_width, tag
from grader.drawing.folded import above, bracket, bracket_width, hanging
from grader.drawing.frame import Frame
from grader.drawing.ids import id_spot, left_edge, top_edge
from grader.drawing.labels import Box
from grader.drawing.measure import width
from grader.drawing.rooms import LINE, NOISY, lines_of
from grader.drawing.tags import STATE, Line, given_lines, is_said_below, lines_beside

_MOST_LINES = 2
_OVER_LEAF = 0.2
"""How far a board beside a leaf stands over its square, in letters."""
_A_WINDOW = "[−∞, 10]"


class Beside:
    """What is said beside one node while it is painted; `left_out` is what found no room."""

    def __init__(
        self, frame: Frame, node: int, drawn: DiagramNode, canvas: Canvas, *, is_near_mark: bool, cuts: Sequence[int]
    ) -> None:
        self.frame, self.node, self.drawn, self.canvas = frame, node, drawn, canvas
        self.outline, self.is_near_mark = frame.outlines[node], is_near_mark
        self.cuts = cuts
        self.left_out: list[str] = []

    def pieces(self) -> list[str]:
        """Return all that is said beside the node."""
        drawn = self.drawn
        lines = [*lines_beside(drawn), *given_lines(drawn)]
        if drawn.shape is NodeShape.CHILD or drawn.shrinks:  # the number is in the shape
            lines = [line for line in lines if not line.css.startswith("num")]
        pieces = share(self) if drawn.share else []
        if self.frame.view.is_live:
            pieces.append(self._empty_window())
        if self.frame.view.lies and drawn.shape is NodeShape.CHILD and not self.frame.children[self.node]:
            return pieces + self._of_lying_arm(lines)
        if is_said_below(drawn):
            return pieces + self._of_leaf(lines)
        if self.frame.view.lies or (drawn.shape is NodeShape.CHILD and not self.frame.children[self.node]):
            pieces += self._below(lines)
            return pieces + bars(self) if not self.frame.view.lies else pieces
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
        board = self.drawn.board
        right = x + outline.half_width + (0.3 if board is None else 0.65 + board_size(board)[0]) * e
        if self.frame.children[self.node]:
            self.canvas.reach(right, outline.baseline - size, right + room, outline.baseline)
        return tag("text", class_="win start", x=right, y=outline.baseline, font_size=size)

    def room_right(self) -> float:
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
        outline, e = self.outline, self.frame.scale.letter
        pieces: list[str] = []
        aside = (0.3 + NOISY * self.drawn.is_noisy) * e
        room, left = self.room_right() + 0.3 * e - aside, outline.middle.x + outline.half_width + aside
        if board := next((line for line in lines if line.board is not None), None):
            lines = [line for line in lines if line is not board]
            pieces, taking = self._board(board, left, room)
            left, room = left + taking, room - taking
        parent = self.frame.parents[self.node]
        goes_down = outline.shape is NodeShape.MIN or (
            outline.shape is NodeShape.CHANCE
            and parent >= 0
            and self.frame.outlines[parent].middle.x > outline.middle.x
        )
        given = [line for line in lines if line.is_given]
        most = _MOST_LINES + (parent < 0) + len(given)
        if not goes_down:  # so that it reads from above
            lines = [line for line in lines if not line.is_given] + given[::-1]
        taken, has_hung = (
            int(self.frame.view.is_live and bool(lines)),
            False,
        )  # a script writes a window into the first line
        spot = id_spot(self.frame, self.node)
        past_id = spot.x + width(spot.text) * self.frame.id_size + 0.3 * e if spot.anchor == "start" else left
        is_low = outline.shape is NodeShape.LEAF and self.frame.scale.has_leaf_ids  # its id stands below it
        for line in lines:
            if taken == 1 and past_id > left:  # the second line stands beside the id
                left, room = past_id, room - (past_id - left)
            text = line.fitting(room / e)
            baseline = outline.baseline + (taken if goes_down else -taken) * LINE * e
            if text and taken < most:
                pieces.append(self._written(line, text, left, baseline))
                self._keep_whole(line, text)
                taken += 1
            elif self.frame.scale.has_two_rows and (over := above(self.frame, self.node, line)):
                y = (over.top + over.bottom) / 2
                pieces.append(bracket(self.frame, line, over.left, y, self.canvas))
            elif taken == 0 and line.pair and bracket_width(self.frame, line) <= room + 0.1 * e:
                y = outline.middle.y + 0.4 * e * (outline.shape is NodeShape.MAX)
                pieces.append(bracket(self.frame, line, left - 0.1 * e, y, self.canvas))
                taken = most
            elif not has_hung and (
                box := hanging(
                    self.frame, self.node, line, self.cuts, lower=2 if is_low else int(goes_down and taken > 1)
                )
            ):
                pieces.append(self._hung(line, box))
                has_hung = True
            else:
                self.left_out.append(f"{self.drawn.id}: {line.wordings[0]}")
        return pieces

    def _board(self, line: Line, left: float, room: float) -> tuple[list[str], float]:
        """Draw a board right of the shape and return how much room it takes."""
        e = self.frame.scale.letter
        wide, high = (size * e for size in board_size(line.board)) if line.board else (0, 0)
        if line.board is None or wide > room:
            self.left_out.append(f"{self.drawn.id}: {line.wordings[0]}")
            return [], 0
        return [paint_board(line.board, left, self._top_of_board(high), e, self.canvas)], wide + 0.35 * e

    def _top_of_board(self, high: float) -> float:
        """Return where a board begins beside its shape: no edge of the node passes there."""
        outline = self.outline
        top, bottom = outline.middle.y - outline.half_height, outline.middle.y + outline.half_height
        if outline.shape is NodeShape.LEAF:
            return top - _OVER_LEAF * self.frame.scale.letter
        if high > bottom - top:
            return outline.middle.y - high / 2
        return top if outline.shape is NodeShape.MIN else bottom - high

    def _keep_whole(self, line: Line, text: str) -> None:
        """Take in what the problem says and is written shortened."""
        if line.is_given and text != line.wordings[0]:
            self.left_out.append(f"{self.drawn.id}: {line.wordings[0]}")

    def _written(self, line: Line, text: str, left: float, baseline: float) -> str:
        e = self.frame.scale.letter
        if line.is_pill:
            return self.canvas.pill(text, left, baseline, e, line.css)
        return self._said(line, text, left, baseline, "start")

    def _said(self, line: Line, text: str, x: float, baseline: float, anchor: str) -> str:
        """Return a line that is no tag; a state has a frame, so that nobody takes it for a value."""
        size = max(line.size * self.frame.scale.letter, self.frame.scale.small)
        if line.board is not None:
            e = self.frame.scale.letter
            left = x - board_size(line.board)[0] * e / 2 if anchor == "middle" else x
            high = 0.0 if anchor == "middle" else board_size(line.board)[1] * e / 2 - 0.3 * e
            return paint_board(line.board, left, baseline - 0.8 * e * (anchor == "middle") - high, e, self.canvas)
        if line.css != STATE:
            return self.canvas.text(text, x, baseline, size, line.css, anchor=anchor)
        left = x - width(text) * size / 2 if anchor == "middle" else x + 0.2 * size
        return self.canvas.framed(text, left, baseline, size)

    def _hung(self, line: Line, box: Box) -> str:
        """Write a tag below its node, over the edges there."""
        e = self.frame.scale.letter
        return self.canvas.pill(line.wordings[-1], box.left, box.top + 0.8 * e, e, line.css)

    def _below(self, lines: Sequence[Line]) -> list[str]:
        """Write the lines below the shape, as many as there is room for."""
        outline, e = self.outline, self.frame.scale.letter
        x, y = outline.middle
        most = self._lines_below()
        room = self._room_below()
        place_, pieces = self._first_below(lines), []
        for line in lines:
            baseline = y + outline.half_height + (1.05 + place_ * LINE) * e
            text = line.fitting(room / e)
            if not text or place_ >= most:
                self.left_out.append(f"{self.drawn.id}: {line.wordings[0]}")
            elif line.is_pill:
                pieces.append(self.canvas.pill(text, x - pill_width(text) * e / 2, baseline, e, line.css))
            else:
                pieces.append(self._said(line, text, x, baseline, "middle"))
            if text and place_ < most:
                self._keep_whole(line, text)
            place_ += lines_of(line)
        return pieces

    def _room_below(self) -> float:
        """Return how wide a line below the shape can be."""
        if not self.frame.view.lies:
            return self.frame.room(self.node) - 0.3 * self.frame.scale.letter
        return self.frame.columns[self.frame.depths[self.node]].room

    def _first_below(self, lines: Sequence[Line]) -> int:
        """Return which line below a shape is free: an id stands below a leaf, and a script writes into the first line."""
        if self.drawn.shape is NodeShape.LEAF and not self.frame.view.lies:
            return int(self.frame.scale.has_leaf_ids)
        return int(self.frame.view.is_live and bool(lines))

    def _of_leaf(self, lines: Sequence[Line]) -> list[str]:
        """Write what is given of a leaf below it, or where the tree lies right of its id; the rest beside it as ever."""
        given, others = [line for line in lines if line.is_given], [line for line in lines if not line.is_given]
        if not self.frame.view.lies:
            if not self.frame.is_last(self.node):
                return self._right(lines)
            pills = [line for line in others if line.is_pill]  # one that hangs would lie on what is given
            return self._right([line for line in others if not line.is_pill]) + self._below([*given, *pills])
        if not self.frame.is_last(self.node):
            return self._below([*given, *others])
        e, spot = self.frame.scale.letter, id_spot(self.frame, self.node)
        left = spot.x + width(spot.text) * self.frame.id_size + 0.6 * e
        pieces = self._below(others)
        for line in given:
            pieces.append(self._written(line, line.wordings[0], left, spot.y))
            left += (line.width_of(line.wordings[0]) + 0.6) * e
        return pieces

    def _of_lying_arm(self, lines: Sequence[Line]) -> list[str]:
        """Write tags right of the box of an arm, and below it what is given of it, however long: nothing stands right of it."""
        e, (x, y), wide = self.frame.scale.letter, self.outline.middle, self.outline.half_width
        right, below = x + wide + 0.5 * e, [line for line in lines if not line.is_pill]
        kept = below[: self._lines_below()]
        pieces = []
        for line in lines:
            if line.is_pill:
                pieces.append(self.canvas.pill(line.wordings[0], right, self.outline.baseline, e, line.css))
                right += (pill_width(line.wordings[0]) + 0.4) * e
        for line in below[len(kept) :]:
            pieces.append(self._said(line, line.wordings[0], right, self.outline.baseline, "start"))
            right += (line.width_of(line.wordings[0]) + 0.4) * e
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
