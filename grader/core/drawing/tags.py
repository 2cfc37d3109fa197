"""What is said of a node beside its shape: which lines there are, in which wordings, and which of them fits where.

A line has several wordings, the longest first; the first that fits is taken. A number or tag that fits nowhere beside hangs below
the node; what fits nowhere at all is said below the drawing, so nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grader.core.answers.reports import Verdict
from grader.core.drawing.canvas import Canvas, pill_width, place, shown, tag, text_width
from grader.core.drawing.diagram import EXPECTED_LINE, SHOWS_FIRST, DiagramNode, NodeShape, Remark
from grader.core.drawing.scale import LONGEST_INSIDE, fit, shorten, typeset, width
from grader.core.games.tree import Board

# -- boards of games beside their nodes: cells with marks, or pits with stones between two stores

CELL, PIT = 0.8, 1.25
"""How wide a cell is, and a pit, in letters of the drawing."""
_MARK, _STONES, _GAP = 0.25, 0.8, 0.08


def board_size(board: Board) -> tuple[float, float]:
    """Return how wide and high a board is, in letters."""
    wide, high = len(board.rows[0]), len(board.rows)
    return ((wide + len(board.stores)) * PIT, high * PIT) if board.stores else (wide * CELL, high * CELL)


def paint_board(board: Board, left: float, top: float, letter: float, canvas: Canvas) -> str:
    """Return the markup of a board whose upper left corner stands there, and take its box in."""
    wide, high = (side * letter for side in board_size(board))
    canvas.reach(left, top, left + wide, top + high)
    pieces = _pits(board, left, top, letter) if board.stores else _cells(board, left, top, letter)
    return tag("g", *pieces, class_="board")


def _cells(board: Board, left: float, top: float, letter: float) -> Iterator[str]:
    side, (wide, high) = CELL * letter, (size * letter for size in board_size(board))
    yield tag("rect", class_="stateframe", x=left, y=top, width=wide, height=high)
    lines = [f"M{place(left + at * side)} {place(top)}v{place(high)}" for at in range(1, len(board.rows[0]))]
    lines += [f"M{place(left)} {place(top + at * side)}h{place(wide)}" for at in range(1, len(board.rows))]
    yield tag("path", class_="stateframe", d="".join(lines))
    for row, marks in enumerate(board.rows):
        for column, mark in enumerate(marks):
            yield from _mark(mark, left + (column + 0.5) * side, top + (row + 0.5) * side, _MARK * letter)


def _mark(mark: str, x: float, y: float, arm: float) -> Iterator[str]:
    """Yield a cross or a ring: letters look different in every font."""
    if mark == "X":
        down = f"M{place(x - arm)} {place(y - arm)}L{place(x + arm)} {place(y + arm)}"
        yield tag(
            "path", class_="line", d=f"{down}M{place(x + arm)} {place(y - arm)}L{place(x - arm)} {place(y + arm)}"
        )
    elif mark:
        yield tag("circle", class_="line", cx=x, cy=y, r=arm)


def _pits(board: Board, left: float, top: float, letter: float) -> Iterator[str]:
    side, gap = PIT * letter, _GAP * letter
    high = len(board.rows) * side
    for store, stones in enumerate(board.stores):
        x = left + store * (len(board.rows[0]) + 1) * side
        yield tag(
            "rect",
            class_="stateframe",
            x=x + gap,
            y=top + gap,
            width=side - 2 * gap,
            height=high - 2 * gap,
            rx=0.4 * letter,
        )
        yield _stones(stones, x + side / 2, top + high / 2, letter)
    for row, pits in enumerate(board.rows):
        for column, stones in enumerate(pits, 1):
            x, y = left + (column + 0.5) * side, top + (row + 0.5) * side
            yield tag("circle", class_="stateframe", cx=x, cy=y, r=side / 2 - gap)
            yield _stones(stones, x, y, letter)


def _stones(stones: str, x: float, y: float, letter: float) -> str:
    size = _STONES * letter
    return tag("text", shown(stones), x=x, y=y + 0.35 * size, font_size=size)


STATES = {
    Verdict.CORRECT: "right",
    Verdict.WRONG: "wrong",
    Verdict.EXTRA: "wrong",
    Verdict.MALFORMED: "missing",
    Verdict.FOLLOW_THROUGH: "follows",
    Verdict.BLANK: "missing",
    Verdict.MISSING: "missing",
}
"""How each verdict looks."""
_PILLS = {"wrong": "", "follows": "fol", "missing": "miss"}
WINDOW_SIZE, _REMARK_SIZE, GIVEN_SIZE = 0.86, 0.82, 0.82
LONGEST_GIVEN = 9.0
STATE = "state"
_LONGEST = 24
_PAIR = 2


class Line(NamedTuple):
    """One line: its wordings, how it looks, its size in letters; `pair` are both ends of a window, for a bracket of two lines.

    `board` is drawn in place of the text.
    `is_given`: it is part of the problem, so it has room, and where it is shortened it is said in whole below the drawing.
    """

    wordings: tuple[str, ...]
    css: str
    size: float = 1.0
    is_pill: bool = False
    pair: tuple[str, ...] = ()
    is_given: bool = False
    board: Board | None = None

    def width_of(self, text: str) -> float:
        """Return how wide the line is with that wording, in letters."""
        if self.board is not None:
            return board_size(self.board)[0]
        return pill_width(text) if self.is_pill else text_width(text, self.css) * self.size

    def fitting(self, room: float) -> str:
        """Return the first wording that fits; empty where none does."""
        return next((text for text in self.wordings if self.width_of(text) <= room), "")


def number_text(drawn: DiagramNode) -> str:
    """Return what stands in the shape: the number, or a question mark where there is none of several that were asked."""
    remark = drawn.number
    if remark is None:
        return in_brackets(drawn.static) if drawn.is_horizon and drawn.static else ""
    if not remark.text and remark.verdict is not None:
        return "?"
    text = typeset(shorten(remark.text, _LONGEST))
    return in_brackets(text) if drawn.is_horizon and text else text


def inner_text(drawn: DiagramNode) -> str:
    """Return what stands in a shape: the value of a leaf, if it has one, or the number."""
    return typeset(drawn.value) if drawn.shape is NodeShape.LEAF and drawn.value else number_text(drawn)


def in_brackets(number: str) -> str:
    """Return a static value as it is written in a tree: "[5]"."""
    return f"[{typeset(shorten(number, _LONGEST))}]"


def is_inside(text: str) -> bool:
    """Return whether a number stands in its shape."""
    return width(text) <= LONGEST_INSIDE


def lines_beside(drawn: DiagramNode) -> list[Line]:
    """Return what is said beside the shape, in order."""
    lines: list[Line] = []
    number, window = drawn.number, drawn.window
    text = number_text(drawn)
    if text and not is_inside(text):
        is_wrong = number is not None and number.verdict not in (None, Verdict.CORRECT)
        looks = "strong" if is_wrong else ("quiet" if number is not None and number.quiet else "")
        lines.append(Line((text, fit(text, 6), fit(text, 4)), f"num {looks}".strip()))
    if number is not None:
        lines += _tags(number)
    if window is not None:
        lines += _window(window)
    for remark in drawn.remarks:
        lines += [_remark(remark)] if remark.text or remark.label else _of_itself(remark)
    return lines


def has_words(drawn: DiagramNode) -> bool:
    """Return whether anything is said beside a node but its id."""
    number = drawn.number
    is_plain = number is None or (number.verdict in (None, Verdict.CORRECT) and is_inside(number_text(drawn)))
    given = drawn.features or drawn.state or drawn.board or (drawn.static and not drawn.is_horizon)
    return bool(not is_plain or drawn.window or drawn.remarks or drawn.share or drawn.bars or given)


def given_lines(drawn: DiagramNode) -> Iterator[Line]:
    """Yield what the problem says of a position, beside its node: a static value that the search does not take, features, the state.

    A state stands never in the shape, where it would look like a value, and has a frame.
    """
    if drawn.static and not drawn.is_horizon:
        yield _given(in_brackets(drawn.static), "quiet")
    for said in _in_two(drawn.features):
        yield _given(typeset(said), "")
    if drawn.board is not None:
        yield Line((drawn.state,), STATE, GIVEN_SIZE, is_given=True, board=drawn.board)
    elif drawn.state:
        yield _given(drawn.state, STATE)


def is_said_below(drawn: DiagramNode) -> bool:
    """Return whether what the problem says of a node stands below it: of a leaf, which has neighbours close by."""
    return drawn.shape is NodeShape.LEAF and bool(drawn.state or drawn.features)


def _in_two(features: Sequence[str]) -> list[str]:
    """Return the features in at most two lines."""
    half = (len(features) + 1) // 2
    return [", ".join(part) for part in (features[:half], features[half:]) if part]


def _given(text: str, looks: str) -> Line:
    css = looks if looks == STATE else f"note {looks}".strip()
    return Line((text, fit(text, LONGEST_GIVEN)), css, GIVEN_SIZE, is_given=True)


def _state(remark: Remark) -> str:
    return STATES[remark.verdict] if remark.verdict else ""


def _tags(remark: Remark) -> list[Line]:
    """Return the tag that says what was expected, or what is wrong where that may not be said."""
    state = _state(remark)
    if state in ("", "right"):
        return []
    expected = typeset(shorten(remark.expected, _LONGEST))
    if expected:
        wordings: tuple[str, ...] = (f"expected {expected}", f"exp. {expected}", f"→ {expected}")
        if state == "follows":
            wordings = (f"follows; exp. {expected}", *wordings[1:])
        if remark.verdict is Verdict.MALFORMED:
            wordings = (f"{remark.word}; exp. {expected}", *wordings[1:])
    elif remark.verdict in (Verdict.EXTRA, Verdict.MALFORMED):
        wordings = (remark.word,)
    else:
        return []
    return [Line(wordings, _PILLS[state], is_pill=True)]


def _of_itself(remark: Remark) -> list[Line]:
    """Return the tag of a node that is judged itself: what was expected in its place, that none was, that it is missing."""
    if remark.verdict is Verdict.MISSING:
        return [Line((remark.word,), _PILLS["missing"], is_pill=True)]
    return _tags(remark)


def _window(window: Remark) -> list[Line]:
    state = _state(window)
    text = typeset(shorten(window.text, _LONGEST))
    ends = tuple(end.strip() for end in text.strip("[]").split(",")) if text.startswith("[") else ()
    looks = {"wrong": "bad", "follows": "bad", "right": "good"}.get(state, "quiet" if window.quiet else "")
    line = Line((text,), f"win {looks}".strip(), WINDOW_SIZE, pair=ends if len(ends) == _PAIR else ())
    return ([line] if text else []) + _tags(window)


def _remark(remark: Remark) -> Line:
    if remark == SHOWS_FIRST:
        return Line((remark.text, "▶ first here", "▶"), "note strong", _REMARK_SIZE)
    if remark == EXPECTED_LINE:
        return Line((remark.text, "exp. line", "line"), "note strong", _REMARK_SIZE)
    state, text = _state(remark), typeset(shorten(remark.text, _LONGEST))
    said, expected = " ".join(filter(None, (remark.label, text))), typeset(shorten(remark.expected, _LONGEST))
    if state not in _PILLS:
        return Line((said, fit(said, 9)), "note", _REMARK_SIZE)
    wordings: tuple[str, ...] = (text,) if remark.is_outcome else (said, text or said)
    if expected:
        before = f"{text}, " if text else ""
        wordings = (f"{said}, expected {expected}", f"{before}exp. {expected}", f"{text} → {expected}".strip())
    return Line(wordings, _PILLS[state], is_pill=True)
