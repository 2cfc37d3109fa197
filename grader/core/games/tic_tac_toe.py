"""Tic-tac-toe: X and O take turns to mark a cell, until one has a whole row, column or diagonal, or the board is full."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Self

from grader.core.data import Data, Plain
from grader.core.games.playable import DRAW, LOSS, WIN, Fields, Game, Move, Position, Result, Wrong, refused
from grader.core.games.tree import MAX, MIN, OPPONENT, Board
from grader.core.numbers import Number
from grader.core.text import printable

EMPTY = "."
MARKS = {MAX: "X", MIN: "O"}
SIDES = (2, 3, 4)
_SIGNS = str.maketrans("x×o0_-", "XXOO..")
_START = "/".join(["..."] * 3)
_WON = {"X": WIN, "O": LOSS}
_BOARD: Plain = {
    "description": "rows of X, O and . joined by /, such as X.O/.X./..O",
    "type": "string",
    "minLength": 1,
}

Cells = tuple[int, ...]


@cache
def lines(side: int) -> tuple[Cells, ...]:
    """Return the cells of each row, column and diagonal, cells counted from 0 row by row."""
    rows = [tuple(range(row * side, (row + 1) * side)) for row in range(side)]
    columns = [tuple(range(column, side * side, side)) for column in range(side)]
    diagonals = [tuple(range(0, side * side, side + 1)), tuple(range(side - 1, side * side - 1, side - 1))]
    return (*rows, *columns, *diagonals)


@cache
def _readers(side: int) -> tuple[Callable[[str], object], ...]:
    """Return for each line what picks its marks out of the cells."""
    return tuple(itemgetter(*line) for line in lines(side))


@cache
def symmetries(side: int) -> tuple[Cells, ...]:
    """Return the 8 rotations and reflections: each names for every cell the one whose mark stands there then."""
    turned = [tuple(range(side * side))]
    for _ in range(3):
        last = turned[-1]
        turned.append(tuple(last[(side - 1 - column) * side + row] for row in range(side) for column in range(side)))
    mirrored = [
        tuple(cells[row * side + side - 1 - column] for row in range(side) for column in range(side))
        for cells in turned
    ]
    return (*turned, *mirrored)


def _meant(board: str) -> str:
    """Return the board that is meant by one with other signs for X, O, a free cell or the end of a row; nothing where that is not clear."""
    meant = re.sub(r"[\s,;|/]+", "/", board.translate(_SIGNS))
    rows = meant.split("/")
    is_board = len(rows) in SIDES and all(re.fullmatch(f"[XO.]{{{len(rows)}}}", row) for row in rows)
    zero = ", with the letter O, not the digit 0" if "0" in board else ""
    return f'; did you mean "{meant}"{zero}?' if is_board else ""


def _illegal(cells: str, side: int) -> str:
    """Return why no game comes to such a board; empty where the numbers of marks and the lines allow it."""
    crosses, noughts = cells.count("X"), cells.count("O")
    if crosses - noughts not in (0, 1):
        return f"has {crosses} X and {noughts} O; expected as many X as O, where X moves, or one X more, where O moves"
    if all(_has_line(cells, side, mark) for mark in "XO"):
        return "has a line of X and a line of O; expected a board on which the game went on until it was over"
    return ""


def _has_line(cells: str, side: int, mark: str) -> bool:
    whole = (mark,) * side
    return any(marks_of(cells) == whole for marks_of in _readers(side))


class TicTacToe(Game[str]):
    """The board at the start, and how many cells a side of it has."""

    name, title, ends = "tic-tac-toe", "Tic-tac-toe", (WIN, LOSS, DRAW)
    has_symmetry = is_weighed = True
    fields = Fields(may={"board": _BOARD})
    state_words = (
        "In text a board is written row by row from the top, with a stroke between rows and a dot for an empty cell."
    )

    def __init__(self, cells: str, side: int) -> None:
        mover = MAX if cells.count("X") == cells.count("O") else MIN
        super().__init__(Position(mover, cells), says_who_begins=True)
        self.side = side

    @classmethod
    def read(cls, fields: Mapping[str, Data], wrong: Wrong) -> Self | None:
        """Return the board and whose turn it is; any board that no game comes to by its marks is wrong."""
        board = str(fields.get("board") or _START).strip()
        rows = board.split("/")
        side = len(rows)
        if side not in SIDES or any(len(row) != side or set(row) - {"X", "O", EMPTY} for row in rows):
            message = f'"{printable(board, 40)}" is no board; expected rows of X, O and . joined by /, as many rows as cells in each, 2 to 4, such as "X.O/.X./..O"'
            wrong.append(refused(("board",), message + _meant(board)))
            return None
        cells = "".join(rows)
        if message := _illegal(cells, side):
            wrong.append(refused(("board",), message))
            return None
        return cls(cells, side)

    def write(self) -> dict[str, Plain]:
        """Return the fields of the game."""
        return {"name": self.name, "board": self.state(self.start)}

    def moves(self, position: Position[str]) -> Sequence[Move[str]]:
        """Return the empty cells, row by row, counted from 1."""
        if self.over(position) is not None:
            return []
        cells, mark, other = position.at, MARKS[position.mover], OPPONENT[position.mover]
        return [
            Move(str(cell + 1), Position(other, cells[:cell] + mark + cells[cell + 1 :]))
            for cell, stands in enumerate(cells)
            if stands == EMPTY
        ]

    def move_names(self) -> list[str]:
        """Return the cells, marked or not."""
        return [str(cell + 1) for cell in range(self.side**2)]

    def over(self, position: Position[str]) -> Result | None:
        """Return who has a line, or a draw once the board is full."""
        cells = position.at
        for mark, won in _WON.items():
            if _has_line(cells, self.side, mark):
                return won
        return None if EMPTY in cells else DRAW

    def state(self, position: Position[str]) -> str:
        """Return the rows joined by /."""
        return "/".join(self._rows(position.at))

    def _rows(self, cells: str) -> list[str]:
        return [cells[start : start + self.side] for start in range(0, len(cells), self.side)]

    def words(self) -> list[str]:
        """Return the rules in sentences."""
        side = self.side
        return [
            f"Tic-tac-toe on {side} × {side} cells: MAX marks X, MIN marks O, in turn, an empty cell each; who has {side} in a row, a column or a diagonal has won.",
            f"When the board is full without that, the game is a draw. A move is called by its cell: 1 to {side * side}, row by row from the top left.",
            self._start_words(self.start.at),
        ]

    def _start_words(self, cells: str) -> str:
        """Return in words what is on the board at the start."""
        if set(cells) == {EMPTY}:
            return "At the start the board is empty."
        rows = [", ".join("empty" if mark == EMPTY else mark for mark in row) for row in self._rows(cells)]
        return f"The board at the start, row by row from the top: {'; '.join(rows)}."

    def merged(self, position: Position[str]) -> Position[str]:
        """Return the first in the alphabet of the 8 boards that rotations and reflections make of it."""
        mover, cells = position
        return Position(mover, min("".join(cells[cell] for cell in turned) for turned in symmetries(self.side)))

    def features(self, position: Position[str]) -> dict[str, Number]:
        """Return of each mark how many rows, columns and diagonals have exactly 1, 2 … of it and none of the other."""
        cells = position.at
        found: dict[str, Number] = {f"{mark}{count}": 0 for mark in "XO" for count in range(1, self.side + 1)}
        for line in lines(self.side):
            marks = {cells[cell] for cell in line} - {EMPTY}
            if len(marks) == 1:
                mark = marks.pop()
                found[f"{mark}{sum(cells[cell] == mark for cell in line)}"] += 1
        return found

    def feature_words(self, name: str) -> str:
        """Return what a feature counts."""
        mark, count = name[0], name[1:]
        other = "O" if mark == "X" else "X"
        return f"{name}: rows, columns and diagonals with exactly {count} {mark} and no {other}"

    @staticmethod
    def board(state: str, /) -> Board:
        """Return the board as it is drawn."""
        return Board(tuple(tuple(mark.replace(EMPTY, "") for mark in row) for row in state.split("/")))
