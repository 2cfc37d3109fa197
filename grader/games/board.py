"""A position of a game as it is drawn."""

from typing import NamedTuple


class Board(NamedTuple):
    """What stands in each cell of a board, row by row from the top, as text; `stores` are those left and right of pits, where there are some."""

    rows: tuple[tuple[str, ...], ...]
    stores: tuple[str, ...] = ()
