"""Games whose positions exercises are drawn from: where each can begin, which of these are like one another, and what turns it round.

The rules of the games are elsewhere (`grader/core/games`): here is only what is left to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from generators.draws import Draws, RequestError, check_between
from generators.fields import Fields
from generators.filling import check_leaves, draw_leaves
from generators.parameters import GameWish, Leaves, Range, show_range
from grader.core.data import Data
from grader.core.games.bags import DRAWS
from grader.core.games.line import FEWEST, MOST
from grader.core.games.mancala import MOST_PITS, MOST_STONES
from grader.core.games.playing import MOST_POSITIONS
from grader.core.games.tic_tac_toe import EMPTY, MARKS, SIDES, TicTacToe
from grader.core.games.tree import MAX, MIN, Tree
from grader.core.numbers import Number, read_number, whole, write_number


class Played(NamedTuple):
    """The tree of a game, and what a document states of the game."""

    tree: Tree
    stated: Fields


_BY_HAND = (7, 60)
"""How many nodes a tree has that is drawn by hand: what is meant where nothing is said."""


class Start(NamedTuple):
    """Where a game can begin.

    `wishes` are the fields of a `GameWish` that the game takes, each with what is meant where nothing is said. `check(wish, leaves)` raises RequestError for what cannot be, `draw(wish, leaves, draws)`
    returns one game, good or not; both are given a wish with nothing left out. `near(stated)` is the wish for games about as large as one that is written out.

    `turned(stated)` is the game whose tree is the mirror image, None where there is none; `unturned` says why. `has_numbers`: the game ends in numbers, which are drawn as those of leaves are.
    `usual` are the features that an evaluation weighs where nobody says which, `weight` is what one of them weighs then. `nodes(wish)` is how large a tree is where nobody says it, `stakes` what ends are worth beside positions that are weighed: more than any of these.
    """

    wishes: Mapping[str, Data]
    check: Callable[[GameWish, Leaves], None]
    draw: Callable[[GameWish, Leaves, Draws], Fields]
    near: Callable[[Fields], GameWish]
    turned: Callable[[Fields], Fields | None] = lambda _: None
    unturned: str = ""
    has_numbers: bool = False
    usual: Callable[[Sequence[str]], Sequence[str]] = lambda names: names
    weight: Callable[[str], int] = lambda _: 1
    nodes: Callable[[GameWish], Range] = lambda _: _BY_HAND
    stakes: Mapping[str, Number] = {}  # nobody writes to it


def _range(wanted: Range | None) -> Range:
    """Return a range that is there: nothing is left out of a wish by then."""
    return wanted or (1, 1)


def check_range(flag: str, wanted: tuple[int, int], least: int, most: int) -> None:
    """Refuse a range that is none, or that reaches beyond what there can be. Raises RequestError."""
    if not least <= wanted[0] <= wanted[1] <= most:
        raise RequestError(f"--{flag} {show_range(wanted)}: expected {least} to {most}, as N or A-B")


MOST_OBJECTS = 100
MOST_TAKES = 10
_FEW = 4  # objects more or fewer in a game like another one


# take-away


def draw_take_away(wish: GameWish, leaves: Leaves, draws: Draws) -> Fields:
    """Return a game of take-away."""
    takes = [int(take) for take in wish.take]
    if not takes:
        count = draws.between(*_range(wish.takes))
        takes = [take + 1 for take in draws.sample(range(wish.largest or 1), count)]
        takes = takes if wish.any_order else sorted(takes)
    return {"objects": draws.between(*_range(wish.objects)), "take": takes, "last": wish.last}


def check_take_away(wish: GameWish, leaves: Leaves) -> None:
    """Refuse objects and takes that cannot be. Raises RequestError."""
    check_between(_range(wish.objects), 1, MOST_OBJECTS, "objects, as 10 or 8-15")
    if any(take != int(take) or not 1 <= take <= MOST_OBJECTS for take in wish.take):
        raise RequestError("expected whole numbers from 1 up that can be taken, as 1,2")
    if len(set(wish.take)) < len(wish.take):
        raise RequestError("expected different numbers that can be taken, as 1,2")
    (least, greatest), largest = _range(wish.takes), wish.largest or 1
    if not 1 <= least <= greatest <= largest <= MOST_TAKES:
        raise RequestError(f"expected 1 to {min(largest, MOST_TAKES)} different numbers that can be taken, as 2 or 2-3")
    _check_last(wish)


def near_take_away(stated: Fields) -> GameWish:
    """Return the wish for about as many objects, of which as many different numbers can be taken."""
    objects, takes = stated["objects"], stated["take"]
    largest = 2 * max(takes)
    if largest > MOST_TAKES or objects > MOST_OBJECTS // 2:
        return GameWish(objects=(max(1, objects - _FEW), min(MOST_OBJECTS, objects + _FEW)), take=tuple(takes))
    many = (len(takes), len(takes))
    near = (max(1, objects // 2), 2 * objects + 1)  # where all that is taken is doubled, the tree is the same
    return GameWish(objects=near, takes=many, largest=largest, any_order="yes", last=stated["last"])


# nim


def draw_nim(wish: GameWish, leaves: Leaves, draws: Draws) -> Fields:
    """Return a game of nim."""
    count = draws.between(*_range(wish.piles))
    most = {} if wish.most is None else {"most": draws.between(*wish.most)}
    return {"piles": [draws.between(*_range(wish.pile)) for _ in range(count)], **most, "last": wish.last}


def check_nim(wish: GameWish, leaves: Leaves) -> None:
    """Refuse piles that cannot be. Raises RequestError."""
    least, most = _range(wish.pile)
    check_between(_range(wish.piles), 1, MOST_TAKES, "piles, as 3 or 2-3")
    if not 0 <= least <= most <= MOST_OBJECTS or most == 0:
        raise RequestError(f"expected 1 to {MOST_OBJECTS} objects in a pile, as 5 or 1-4")
    if wish.most is not None and not 1 <= wish.most[0] <= wish.most[1]:
        raise RequestError("expected at least 1 object that can be taken at once, as 3 or 2-3")
    _check_last(wish)


def near_nim(stated: Fields) -> GameWish:
    """Return the wish for as many piles of about as many objects."""
    piles, most = stated["piles"], stated.get("most")
    pile = (max(min(*piles, 1), min(piles) - 1), max(piles) + 1)  # none is empty where none is
    limit = None if most is None else (max(1, most - 1), most + 1)
    return GameWish(piles=(len(piles),) * 2, pile=pile, most=limit, last=stated["last"])


def _check_last(wish: GameWish) -> None:
    if wish.last not in ("wins", "loses"):
        raise RequestError(f'who moves last cannot "{wish.last}", expected wins or loses')


TAKE_AWAY = Start(
    wishes={"objects": (3, 12), "take": (), "takes": (2, 3), "largest": 5, "any_order": "", "last": "wins"},
    check=check_take_away,
    draw=draw_take_away,
    near=near_take_away,
    turned=lambda stated: {**stated, "take": stated["take"][::-1]},
)
NIM = Start(
    wishes={"piles": (2, 3), "pile": (1, 3), "most": None, "last": "wins"},
    check=check_nim,
    draw=draw_nim,
    near=near_nim,
    unturned="from each pile first one object is taken, then more",
)

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
        cells = [EMPTY] * side**2
        for place, cell in enumerate(draws.sample(range(side**2), count)):
            cells[cell] = MARKS[MIN if place % 2 else MAX]
        game = TicTacToe("".join(cells), side)
        if game.over(game.start) is None:
            rows = ("".join(cells[start : start + side]) for start in range(0, side**2, side))
            return {"board": "/".join(rows)}
    raise RequestError(
        f"in {_TRIES} draws every board of {side} × {side} cells with {show_range(_marks(wish))} marks was one on which the game is over; choose fewer --marks"
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


# Mancala


def draw_mancala(wish: GameWish, leaves: Leaves, draws: Draws) -> Fields:
    """Return pits with stones."""
    count = draws.between(*_range(wish.pits))
    pits = {who: [draws.between(*_range(wish.stones)) for _ in range(count)] for who in ("max", "min")}
    stores = {who: draws.between(*_range(wish.stores)) for who in ("max", "min")}
    return {"pits": pits, "stores": stores, "capture": _YES[wish.capture], "extra-turn": _YES[wish.extra_turn]}


def check_mancala(wish: GameWish, leaves: Leaves) -> None:
    """Refuse pits and stones that cannot be. Raises RequestError."""
    check_range("pits", _range(wish.pits), 1, MOST_PITS)
    check_range("stones", _range(wish.stones), 0, MOST_STONES)
    check_range("stores", _range(wish.stores), 0, MOST_STONES)
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


TIC_TAC_TOE = Start(
    wishes={"board": "", "side": None, "marks": None},
    check=check_tic_tac_toe,
    draw=draw_tic_tac_toe,
    near=near_tic_tac_toe,
    turned=lambda stated: {**stated, "board": stated["board"][::-1]},  # half a turn: cells count from the other end
    usual=lambda names: [name for name in names if name[1:] < max(one[1:] for one in names)],  # else it is over
    weight=lambda name: (-1 if name.startswith(MARKS[MIN]) else 1) * int(3 ** (int(name[1:]) - 1)),
    nodes=lambda wish: (1, MOST_POSITIONS) if wish.board else _BY_HAND,  # a board that is stated has just one tree
    stakes={"win": 100, "loss": -100},
)
MANCALA = Start(
    wishes={"pits": (2, 3), "stones": (0, 3), "stores": (0, 0), "capture": "yes", "extra_turn": "yes"},
    check=check_mancala,
    draw=draw_mancala,
    near=near_mancala,
    unturned="stones are sown one way round only",
    usual=lambda names: [name for name in names if name.endswith("store")],  # stones stay there
    weight=lambda name: -1 if name.startswith("min") else 1,
)


# -- bags and balls: the numbers on the balls are drawn as the values of leaves are

_MOST = 20


def draw_bags(wish: GameWish, leaves: Leaves, draws: Draws) -> Fields:
    """Return bags with numbers on their balls. Raises RequestError where the numbers do not suffice."""
    sizes = [int(size) for size in wish.sizes]
    if not sizes:
        sizes = [draws.between(*_range(wish.balls)) for _ in range(draws.between(*_range(wish.bags)))]
    numbers = iter(draw_leaves(leaves, sum(sizes), draws))
    names = wish.names or tuple(f"B{place + 1}" for place in range(len(sizes)))
    bags = {name: [next(numbers) for _ in range(size)] for name, size in zip(names, sizes, strict=False)}
    return {"bags": bags, "draws": wish.draws}


def check_bags(wish: GameWish, leaves: Leaves) -> None:
    """Refuse bags that cannot be. Raises RequestError."""
    bags = _range(wish.bags)
    check_range("bags", bags, 1, _MOST)
    check_range("balls", _range(wish.balls), 1, _MOST)
    if wish.draws not in DRAWS:
        raise RequestError(f'--draws "{wish.draws}": expected {" or ".join(DRAWS)}')
    check_leaves(leaves, sum(map(int, wish.sizes)) or bags[1] * _range(wish.balls)[1])


def near_bags(stated: Fields) -> GameWish:
    """Return the wish for bags of the same names with as many balls."""
    bags = stated["bags"]
    return GameWish(sizes=tuple(len(balls) for balls in bags.values()), names=tuple(bags), draws=stated["draws"])


BAGS = Start(
    wishes={"bags": (2, 3), "balls": (2, 3), "sizes": (), "names": (), "draws": "min"},
    check=check_bags,
    draw=draw_bags,
    near=near_bags,
    turned=lambda stated: {
        **stated,
        "bags": {name: balls[::-1] for name, balls in reversed(stated["bags"].items())},
    },
    has_numbers=True,
)


# -- the game on a line: how long the line is, and what a position is worth that comes again

_HALVES = range(-4, 5)


def near_line(stated: Fields) -> GameWish:
    """Return the wish for lines of the same length, on which a position that comes again is worth a little more or less."""
    squares, loop = stated["squares"], Fraction(read_number(str(stated["loop"])))
    return GameWish(squares=(squares, squares), loop=tuple(whole(loop + Fraction(half, 2)) for half in _HALVES))


LINE = Start(
    wishes={"squares": (FEWEST, 5), "loop": (0,)},
    check=lambda wish, _: check_range("squares", _range(wish.squares), FEWEST, MOST),
    draw=lambda wish, _, draws: {
        "squares": draws.between(*_range(wish.squares)),
        "loop": write_number(draws.choice(wish.loop)),
    },
    near=near_line,
    unturned="with the ends exchanged, the player who begins would be the other one",
)

STARTS: Mapping[str, Start] = {
    "take-away": TAKE_AWAY,
    "nim": NIM,
    "tic-tac-toe": TIC_TAC_TOE,
    "mancala": MANCALA,
    "bags": BAGS,
    "line": LINE,
}
"""Where each game can begin, by the games' names in documents."""
