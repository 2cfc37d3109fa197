"""Games on a board: tic-tac-toe in the middle of a game, and Mancala with stones in its pits."""

from __future__ import annotations

from collections.abc import Sequence

from generators.draws import Draws
from generators.errors import RequestError
from generators.games.record import Fields, Start, check_range, drawn_by_hand
from generators.guarantee import show_range
from generators.parameters import GameWish, Leaves, Range
from grader.games.playable.mancala import MOST_PITS, MOST_STONES
from grader.games.playable.record import Position
from grader.games.playable.tic_tac_toe import EMPTY, MARKS, SIDES, Grid, over
from grader.games.playing import MOST_POSITIONS
from grader.games.tree import MAX, MIN

_TRIES = 200  # boards that are drawn until one is not over
_SPARE = (3, 5)  # the cells that are free where nothing is said
_YES = {"yes": True, "no": False}


# tic-tac-toe


def draw_tic_tac_toe(wish: GameWish, leaves: Leaves, draws: Draws) -> Fields:
    """Return a board on which the game goes on. Raises RequestError where there seems to be none."""
    if wish.board:
        return {"board": wish.board}
    side = wish.side or 3
    for _ in range(_TRIES):
        count = draws.between(*_marks(wish))
        mover = MIN if count % 2 else MAX
        cells = [EMPTY] * side**2
        for place, cell in enumerate(draws.sample(range(side**2), count)):
            cells[cell] = MARKS[MIN if place % 2 else MAX]
        if over(Grid(side), Position(mover, "".join(cells))) is None:
            rows = ("".join(cells[start : start + side]) for start in range(0, side**2, side))
            return {"board": "/".join(rows)}
    least, most = _marks(wish)
    raise RequestError(
        f"in {_TRIES} draws every board of {side} × {side} cells with {show_range((least, most))} marks was one on which the game is over; choose fewer --marks"
    )


def _marks(wish: GameWish) -> tuple[int, int]:
    """Return how many cells are taken: of a board that nothing is said of all but a few."""
    cells = (wish.side or 3) ** 2
    return wish.marks or (max(0, cells - _SPARE[1]), max(0, cells - _SPARE[0]))


def check_tic_tac_toe(wish: GameWish, leaves: Leaves) -> None:
    """Refuse boards that cannot be. Raises RequestError."""
    if wish.board:
        if wish.side is not None or wish.marks is not None:
            raise RequestError("--board says already which cells are taken; leave out --side and --marks")
        return
    if wish.side is not None and wish.side not in SIDES:
        raise RequestError(f"--side {wish.side}: expected {SIDES[0]} to {SIDES[-1]} cells")
    if wish.marks is not None:
        check_range("marks", wish.marks, 0, (wish.side or 3) ** 2 - 1)


def near_tic_tac_toe(stated: Fields) -> GameWish:
    """Return the wish for boards with as many marks."""
    board = stated["board"]
    marks = sum(board.count(mark) for mark in MARKS.values())
    return GameWish(side=board.count("/") + 1, marks=(marks, marks))


def _of_any_size_if_stated(wish: GameWish) -> Range:
    """Return any number of nodes for a board that is stated, since it has just one tree."""
    return (1, MOST_POSITIONS) if wish.board else drawn_by_hand(wish)


def turned_tic_tac_toe(stated: Fields) -> Fields:
    """Return the board by half a turn: its cells are counted from the other end."""
    return {**stated, "board": stated["board"][::-1]}


def _below_a_whole_line(names: Sequence[str]) -> Sequence[str]:
    """Return the features that count lines which are not whole: with a whole one the game is over."""
    most = max(int(name[1:]) for name in names)
    return [name for name in names if int(name[1:]) < most]


def _weight_of_line(name: str) -> int:
    """Return three times as much for each mark more, less than nothing for those of MIN."""
    size: int = 3 ** (int(name[1:]) - 1)
    return -size if name.startswith(MARKS[MIN]) else size


# Mancala


def draw_mancala(wish: GameWish, leaves: Leaves, draws: Draws) -> Fields:
    """Return pits with stones."""
    count = draws.between(*(wish.pits or (2, 2)))
    pits = {who: [draws.between(*(wish.stones or (1, 1))) for _ in range(count)] for who in ("max", "min")}
    stores = {who: draws.between(*(wish.stores or (0, 0))) for who in ("max", "min")}
    return {"pits": pits, "stores": stores, "capture": _YES[wish.capture], "extra-turn": _YES[wish.extra_turn]}


def check_mancala(wish: GameWish, leaves: Leaves) -> None:
    """Refuse pits and stones that cannot be. Raises RequestError."""
    check_range("pits", wish.pits or (2, 2), 1, MOST_PITS)
    check_range("stones", wish.stones or (1, 1), 0, MOST_STONES)
    check_range("stores", wish.stores or (0, 0), 0, MOST_STONES)
    for flag, said in (("capture", wish.capture), ("extra-turn", wish.extra_turn)):
        if said not in _YES:
            raise RequestError(f'--{flag} "{said}": expected yes or no')


def near_mancala(stated: Fields) -> GameWish:
    """Return the wish for as many pits, with as many stones in each as any of them has."""
    stones = [there for own in stated["pits"].values() for there in own]
    stores, count = stated["stores"].values(), len(stated["pits"]["max"])
    said = {is_so: word for word, is_so in _YES.items()}
    return GameWish(
        pits=(count, count),
        stones=(min(stones), max(stones)),
        stores=(min(stores), max(stores)),
        capture=said[stated["capture"]],
        extra_turn=said[stated["extra-turn"]],
    )


def _in_stores(names: Sequence[str]) -> Sequence[str]:
    """Return the features that count stones in stores: they stay there."""
    return [name for name in names if name.endswith("store")]


def _weight_of_stones(name: str) -> int:
    """Return 1 for stones of MAX, as in the value at the end, and -1 for those of MIN."""
    return -1 if name.startswith("min") else 1


TIC_TAC_TOE = Start(
    wishes={"board": "", "side": None, "marks": None},
    check=check_tic_tac_toe,
    draw=draw_tic_tac_toe,
    near=near_tic_tac_toe,
    turned=turned_tic_tac_toe,
    usual=_below_a_whole_line,
    weight=_weight_of_line,
    nodes=_of_any_size_if_stated,
    stakes={"win": 100, "loss": -100},
)
MANCALA = Start(
    wishes={"pits": (2, 3), "stones": (0, 3), "stores": (0, 0), "capture": "yes", "extra_turn": "yes"},
    check=check_mancala,
    draw=draw_mancala,
    near=near_mancala,
    unturned="stones are sown one way round only",
    usual=_in_stores,
    weight=_weight_of_stones,
)
