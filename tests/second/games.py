"""The games once more, as plainly as can be: positions are dicts, a stone is moved at a time, and no code of the program is used.

`tree_of(game, root)` is the whole tree as a node document with the fields `state`, `move` and `features`; `random_game(rng)` a game
whose tree is small.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

Node = dict[str, Any]
Game = dict[str, Any]

WHO = ("max", "min")


def tree_of(game: Game, root: str = "max", *, most: int = 10**6, depth: int = 10**6) -> Node | None:
    """Return the tree of a game, None where it has more nodes; at the depth positions are left open."""
    count = [0]
    return _grow(PLAYS[game["name"]](game, root), depth, most, count)


class _TooLarge(Exception):
    pass


def _grow(position: Any, depth: int, most: int, count: list[int]) -> Node | None:
    try:
        return _node(position, depth, most, count)
    except _TooLarge:
        return None


def _node(position: Any, depth: int, most: int, count: list[int]) -> Node:
    count[0] += 1
    if count[0] > most:
        raise _TooLarge
    node: Node = {"state": position.text()}
    if (counted := position.features()) is not None:
        node["features"] = counted
    if (value := position.value()) is not None:
        return node | {"value": value}
    below: list[Node] = []
    kept: list[Any] = []
    for name, after in position.following() if depth else ():
        if not any(after.is_like(other) for other in kept):
            kept.append(after)
            below.append({"move": name, **_node(after, depth - 1, most, count)})
    return node | {position.who: below}


def worth(game: Game, result: str) -> Any:
    """Return what an outcome is worth for MAX."""
    stated = game.get("utilities", {})
    return number_in(stated.get(result, {"win": 1, "loss": -1, "draw": 0}[result]))


def number_in(written: Any) -> Any:
    """Return the number that is written; an unknown x stays."""
    return written if written == "x" else Fraction(str(written))


def after(who: str) -> str:
    """Return the other player."""
    return "min" if who == "max" else "max"


class _Play:
    """A position: the game, who moves, and all else in `at`."""

    def __init__(self, game: Game, who: str) -> None:
        self.game, self.who = game, who

    def features(self) -> dict[str, int] | None:
        return None

    def is_like(self, other: Any) -> bool:
        return False


# --- objects ---------------------------------------------------------------------------------------


class _Objects(_Play):
    """Piles of objects: of take-away there is one."""

    def __init__(self, game: Game, who: str, piles: list[int] | None = None) -> None:
        super().__init__(game, who)
        start = game["piles"] if game["name"] == "nim" else [game["objects"]]
        self.piles = [int(pile) for pile in start] if piles is None else piles

    def text(self) -> str:
        return ",".join(str(pile) for pile in self.piles)

    def takes(self) -> list[tuple[int, int]]:
        if self.game["name"] == "take-away":
            return [(0, int(take)) for take in self.game.get("take", [1, 2]) if int(take) <= self.piles[0]]
        most = int(self.game.get("most", 10**9))
        return [
            (pile, take) for pile in range(len(self.piles)) for take in range(1, self.piles[pile] + 1) if take <= most
        ]

    def value(self) -> Fraction | None:
        if self.takes():
            return None
        moved_last = after(self.who)
        winner = moved_last if self.game.get("last", "wins") == "wins" else self.who
        return worth(self.game, "win" if winner == "max" else "loss")

    def following(self) -> Iterator[tuple[str, _Objects]]:
        for pile, take in self.takes():
            left = list(self.piles)
            left[pile] -= take
            name = f"{pile + 1}:{take}" if self.game["name"] == "nim" else str(take)
            yield name, _Objects(self.game, after(self.who), left)

    def is_like(self, other: _Objects) -> bool:
        return self.game.get("symmetry") == "merge" and sorted(self.piles) == sorted(other.piles)


# --- tic-tac-toe -----------------------------------------------------------------------------------


class _Board(_Play):
    """Rows of marks."""

    def __init__(self, game: Game, who: str, rows: list[str] | None = None) -> None:
        self.rows = game.get("board", ".../.../...").split("/") if rows is None else rows
        marks = "".join(self.rows)
        super().__init__(game, "max" if marks.count("X") == marks.count("O") else "min")

    def text(self) -> str:
        return "/".join(self.rows)

    def lines(self) -> list[str]:
        n = len(self.rows)
        across = list(self.rows)
        down = ["".join(self.rows[row][column] for row in range(n)) for column in range(n)]
        falling = "".join(self.rows[place][place] for place in range(n))
        rising = "".join(self.rows[place][n - 1 - place] for place in range(n))
        return [*across, *down, falling, rising]

    def value(self) -> Fraction | None:
        for mark, result in (("X", "win"), ("O", "loss")):
            if mark * len(self.rows) in self.lines():
                return worth(self.game, result)
        return worth(self.game, "draw") if "." not in self.text() else None

    def following(self) -> Iterator[tuple[str, _Board]]:
        n, mark = len(self.rows), "X" if self.who == "max" else "O"
        for cell in range(n * n):
            row, column = divmod(cell, n)
            if self.rows[row][column] == ".":
                rows = list(self.rows)
                rows[row] = rows[row][:column] + mark + rows[row][column + 1 :]
                yield str(cell + 1), _Board(self.game, "", rows)

    def features(self) -> dict[str, int]:
        n = len(self.rows)
        return {
            f"{mark}{k}": sum(line.count(mark) == k and line.count(other) == 0 for line in self.lines())
            for mark, other in ("XO", "OX")
            for k in range(1, n + 1)
        }

    def pictures(self) -> list[list[str]]:
        found, rows = [], list(self.rows)
        for _ in range(4):
            rows = ["".join(row[column] for row in reversed(rows)) for column in range(len(rows))]
            found += [rows, [row[::-1] for row in rows]]
        return found

    def is_like(self, other: _Board) -> bool:
        return self.game.get("symmetry") == "merge" and other.rows in self.pictures()


# --- mancala ---------------------------------------------------------------------------------------


class _Pits(_Play):
    """Stones by the name of where they lie: ("max", 1) is the pit at MAX's left, ("max", 0) MAX's store."""

    def __init__(self, game: Game, who: str, stones: dict[tuple[str, int], int] | None = None) -> None:
        super().__init__(game, who)
        self.count = len(game["pits"]["max"])
        self.stones = self.start() if stones is None else stones

    def start(self) -> dict[tuple[str, int], int]:
        found = {}
        for side in WHO:
            found[side, 0] = int(self.game.get("stores", {}).get(side, 0))
            found |= {(side, pit): int(there) for pit, there in enumerate(self.game["pits"][side], 1)}
        return found

    def pits(self, side: str) -> list[int]:
        return [self.stones[side, pit] for pit in range(1, self.count + 1)]

    def text(self) -> str:
        return " | ".join(f"{' '.join(map(str, self.pits(side)))} ({self.stones[side, 0]})" for side in WHO)

    def value(self) -> Fraction | None:
        if sum(self.pits("max")) and sum(self.pits("min")):
            return None
        return Fraction(sum(stones if side == "max" else -stones for (side, _), stones in self.stones.items()))

    def next_place(self, place: tuple[str, int]) -> tuple[str, int]:
        side, pit = place
        if pit == 0:  # the own store: the other side's pits follow, from its left
            return after(side), 1
        if pit < self.count:
            return side, pit + 1
        return (side, 0) if side == self.who else (after(side), 1)

    def following(self) -> Iterator[tuple[str, _Pits]]:
        for pit in range(1, self.count + 1):
            if self.stones[self.who, pit]:
                yield str(pit), self.moved(pit)

    def moved(self, pit: int) -> _Pits:
        stones, place = dict(self.stones), (self.who, pit)
        hand, stones[place] = stones[place], 0
        was_empty = False
        while hand:
            place = self.next_place(place)
            was_empty = stones[place] == 0
            stones[place] += 1
            hand -= 1
        side, last = place
        facing = (after(side), self.count + 1 - last)
        if self.game.get("capture", True) and side == self.who and last and was_empty and stones[facing]:
            stones[side, 0] += stones[place] + stones[facing]
            stones[place] = stones[facing] = 0
        stays = self.game.get("extra-turn", True) and place == (self.who, 0)
        return _Pits(self.game, self.who if stays else after(self.who), stones)

    def features(self) -> dict[str, int]:
        found = {f"{side}-store": self.stones[side, 0] for side in WHO}
        return found | {f"{side}-pits": sum(self.pits(side)) for side in WHO}


# --- bags ------------------------------------------------------------------------------------------


class _Bags(_Play):
    """Nothing is chosen yet, or a bag, or a ball of it."""

    def __init__(self, game: Game, who: str, bag: str = "", ball: int = 0) -> None:
        super().__init__(game, game.get("draws", "min") if bag else "max")
        self.bag, self.ball = bag, ball

    def text(self) -> str:
        drawn = f" {number_text(self.value())}" if self.ball else ""
        return (self.bag or "start") + drawn

    def value(self) -> Fraction | None:
        return number_in(self.game["bags"][self.bag][self.ball - 1]) if self.ball else None

    def following(self) -> Iterator[tuple[str, _Bags]]:
        if not self.bag:
            for name in self.game["bags"]:
                yield name, _Bags(self.game, "", name)
        for ball in range(1, len(self.game["bags"][self.bag]) + 1 if self.bag else 0):
            yield f"{self.bag}.{ball}", _Bags(self.game, "", self.bag, ball)


def number_text(number: Fraction | None) -> str:
    """Return a number as the program writes it."""
    return str(number)


# --- line ------------------------------------------------------------------------------------------


class _Line(_Play):
    """Where the tokens stand, and what was on the path."""

    def __init__(self, game: Game, who: str, where: tuple[int, int] | None = None, path: tuple[Any, ...] = ()) -> None:
        super().__init__(game, who if where else "max")
        self.squares = int(game["squares"])
        self.where, self.path = where or (1, self.squares), path

    def text(self) -> str:
        return f"({self.where[0]},{self.where[1]})"

    def value(self) -> Fraction | None:
        if self.where[0] == self.squares:
            return worth(self.game, "win")
        if self.where[1] == 1:
            return worth(self.game, "loss")
        return number_in(self.game.get("loop", 0)) if (self.who, self.where) in self.path else None

    def following(self) -> Iterator[tuple[str, _Line]]:
        own = WHO.index(self.who)
        for name, step in (("left", -1), ("right", +1)):
            square = self.where[own] + step
            if square == self.where[1 - own]:
                square += step
            if 1 <= square <= self.squares:
                where = (square, self.where[1]) if own == 0 else (self.where[0], square)
                yield name, _Line(self.game, after(self.who), where, (*self.path, (self.who, self.where)))


PLAYS: dict[str, Any] = {
    "take-away": _Objects,
    "nim": _Objects,
    "tic-tac-toe": _Board,
    "mancala": _Pits,
    "bags": _Bags,
    "line": _Line,
}


# --- random games ----------------------------------------------------------------------------------


def random_game(rng: random.Random, name: str = "") -> Game:
    """Return a game; most have a tree of less than 2,000 nodes."""
    name = name or rng.choice(list(PLAYS))
    game = {"name": name, **_RANDOM[name](rng)}
    if name in ("take-away", "nim", "tic-tac-toe", "line") and rng.random() < 0.3:
        game["utilities"] = {result: rng.randint(-9, 9) for result in ("win", "loss")}
    if name in ("nim", "tic-tac-toe") and rng.random() < 0.5:
        game["symmetry"] = "merge"
    return game


def _random_take_away(rng: random.Random) -> Game:
    takes = rng.sample(range(1, 6), rng.randint(1, 3))
    return {"objects": rng.randint(0, 8), "take": takes, "last": rng.choice(("wins", "loses"))}


def _random_nim(rng: random.Random) -> Game:
    game = {"piles": [rng.randint(0, 3) for _ in range(rng.randint(1, 3))], "last": rng.choice(("wins", "loses"))}
    return game | ({"most": rng.randint(1, 3)} if rng.random() < 0.4 else {})


def _random_board(rng: random.Random) -> Game:
    side = rng.choice((2, 3, 3, 3, 4))
    while True:
        cells = ["."] * side**2
        places = rng.sample(range(side**2), rng.randint(max(0, side**2 - 5), side**2))
        for turn, cell in enumerate(places):
            cells[cell] = "XO"[turn % 2]
        rows = ["".join(cells[row * side : (row + 1) * side]) for row in range(side)]
        board = "/".join(rows)
        lines = _Board({"name": "tic-tac-toe", "board": board}, "").lines()
        if not ("X" * side in lines and "O" * side in lines):
            return {"board": board}


def _random_pits(rng: random.Random) -> Game:
    count = rng.randint(1, 4)
    game: Game = {"pits": {side: [rng.randint(0, 3) for _ in range(count)] for side in WHO}}
    if rng.random() < 0.2:
        game["pits"][rng.choice(WHO)][rng.randrange(count)] = rng.randint(4, 3 * count + 6)
    if rng.random() < 0.5:
        game["stores"] = {rng.choice(WHO): rng.randint(0, 9)}
    for rule in ("capture", "extra-turn"):
        if rng.random() < 0.4:
            game[rule] = rng.random() < 0.5
    return game


def _random_bags(rng: random.Random) -> Game:
    names = rng.sample(["B1", "B2", "red", "A", "old bag"], rng.randint(1, 4))
    bags = {name: [rng.choice((rng.randint(-9, 9), "1/3", "2.5")) for _ in range(rng.randint(1, 4))] for name in names}
    return {"bags": bags} | ({"draws": rng.choice(("min", "chance"))} if rng.random() < 0.7 else {})


def _random_line(rng: random.Random) -> Game:
    return {"squares": rng.randint(3, 5)} | ({"loop": rng.randint(-1, 1)} if rng.random() < 0.5 else {})


_RANDOM = {
    "take-away": _random_take_away,
    "nim": _random_nim,
    "tic-tac-toe": _random_board,
    "mancala": _random_pits,
    "bags": _random_bags,
    "line": _random_line,
}
