"""Games in which objects are taken: how many there are at the start, and how many can be taken at once."""

from __future__ import annotations

from generators.draws import Draws
from generators.errors import RequestError
from generators.games.record import Fields, Start
from generators.parameters import GameWish, Leaves

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
    fewest, most = _range(wish.objects)
    if not 1 <= fewest <= most <= MOST_OBJECTS:
        raise RequestError(f"expected 1 to {MOST_OBJECTS} objects, as 10 or 8-15")
    if any(take != int(take) or not 1 <= take <= MOST_OBJECTS for take in wish.take):
        raise RequestError("expected whole numbers from 1 up that can be taken, as 1,2")
    if len(set(wish.take)) < len(wish.take):
        raise RequestError("expected different numbers that can be taken, as 1,2")
    (least, greatest), largest = _range(wish.takes), wish.largest or 1
    if not 1 <= least <= greatest <= largest <= MOST_TAKES:
        raise RequestError(f"expected 1 to {MOST_TAKES} numbers that can be taken, none above the largest")
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


def turned_take_away(stated: Fields) -> Fields:
    """Return the game with its moves in the reverse order."""
    return {**stated, "take": stated["take"][::-1]}


# nim


def draw_nim(wish: GameWish, leaves: Leaves, draws: Draws) -> Fields:
    """Return a game of nim."""
    count = draws.between(*_range(wish.piles))
    most = {} if wish.most is None else {"most": draws.between(*wish.most)}
    return {"piles": [draws.between(*_range(wish.pile)) for _ in range(count)], **most, "last": wish.last}


def check_nim(wish: GameWish, leaves: Leaves) -> None:
    """Refuse piles that cannot be. Raises RequestError."""
    (fewest, piles), (least, most) = _range(wish.piles), _range(wish.pile)
    if not 1 <= fewest <= piles <= MOST_TAKES:
        raise RequestError(f"expected 1 to {MOST_TAKES} piles, as 3 or 2-3")
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


def _range(wanted: tuple[int, int] | None) -> tuple[int, int]:
    """Return a range that is there: nothing is left out of a wish by then."""
    return wanted or (1, 1)


TAKE_AWAY = Start(
    wishes={"objects": (3, 12), "take": (), "takes": (2, 3), "largest": 5, "any_order": "", "last": "wins"},
    check=check_take_away,
    draw=draw_take_away,
    near=near_take_away,
    turned=turned_take_away,
)
NIM = Start(
    wishes={"piles": (2, 3), "pile": (1, 3), "most": None, "last": "wins"},
    check=check_nim,
    draw=draw_nim,
    near=near_nim,
    unturned="from each pile first one object is taken, then more",
)
