"""Boards of games beside their nodes: cells with marks, or pits with stones between two stores."""

from __future__ import annotations

from collections.abc import Iterator

from grader.drawing.canvas import Canvas, shown, tag
from grader.drawing.shapes import place
from grader.games.board import Board

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
