"""Bags and balls: the numbers on the balls are drawn as the values of leaves are."""

from __future__ import annotations

from generators.draws import Draws
from generators.errors import RequestError
from generators.games.record import Fields, Start, check_range
from generators.leaves import check_leaves, draw_leaves
from generators.parameters import GameWish, Leaves
from grader.games.playable.bags import DRAWS

_MOST = 20


def draw_bags(wish: GameWish, leaves: Leaves, draws: Draws) -> Fields:
    """Return bags with numbers on their balls. Raises RequestError where the numbers do not suffice."""
    sizes = _sizes(wish, draws)
    numbers = iter(draw_leaves(leaves, sum(sizes), draws))
    names = wish.names or tuple(f"B{place + 1}" for place in range(len(sizes)))
    bags = {name: [next(numbers) for _ in range(size)] for name, size in zip(names, sizes, strict=False)}
    return {"bags": bags, "draws": wish.draws}


def _sizes(wish: GameWish, draws: Draws) -> list[int]:
    if wish.sizes:
        return [int(size) for size in wish.sizes]
    return [draws.between(*(wish.balls or (1, 1))) for _ in range(draws.between(*(wish.bags or (1, 1))))]


def check_bags(wish: GameWish, leaves: Leaves) -> None:
    """Refuse bags that cannot be. Raises RequestError."""
    bags = wish.bags or (1, 1)
    check_range("bags", bags, 1, _MOST)
    check_range("balls", wish.balls or (1, 1), 1, _MOST)
    if wish.draws not in DRAWS:
        raise RequestError(f'--draws "{wish.draws}": expected {" or ".join(DRAWS)}')
    check_leaves(leaves, sum(map(int, wish.sizes)) or bags[1] * (wish.balls or (1, 1))[1])


def near_bags(stated: Fields) -> GameWish:
    """Return the wish for bags of the same names with as many balls."""
    bags = stated["bags"]
    return GameWish(sizes=tuple(len(balls) for balls in bags.values()), names=tuple(bags), draws=stated["draws"])


def turned_bags(stated: Fields) -> Fields:
    """Return the bags in the reverse order, and the balls of each."""
    return {**stated, "bags": {name: balls[::-1] for name, balls in reversed(stated["bags"].items())}}


BAGS = Start(
    wishes={"bags": (2, 3), "balls": (2, 3), "sizes": (), "names": (), "draws": "min"},
    check=check_bags,
    draw=draw_bags,
    near=near_bags,
    turned=turned_bags,
    has_numbers=True,
)
