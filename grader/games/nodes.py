"""The nodes of a tree while a document is read: their columns as they grow, what is wrong on the way, names and probabilities."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count, product

from grader.data import Data
from grader.errors import Path
from grader.exact import Number, show_number, whole
from grader.games.seats import TWO_PLAYERS, Seats
from grader.games.tree import CHANCE, Tree
from grader.games.worths import read_worth
from grader.printable import printable

_LONGEST_FACTOR = 100
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Reading:
    """The lists of a tree while it grows breadth-first, and what was wrong on the way.

    `raws` holds each node as the document has it, `paths` where it stands, `with_more` the nodes that say more of themselves
    than their place in the tree. `seats` are who can move.
    """

    def __init__(self, seats: Seats = TWO_PLAYERS) -> None:
        self.seats = seats
        self.kind: list[int] = []
        self.first: list[int] = []
        self.end: list[int] = []
        self.parent: list[int] = []
        self.value: list[Number | None] = []
        self.probability: list[Number | None] = []
        self.explicit_id: list[str | None] = []
        self.explicit_move: list[str | None] = []
        self.raws: list[Data] = []
        self.paths: list[Path] = []
        self.with_more: dict[int, Data] = {}
        self.wrong: list[tuple[str, Path]] = []

    def number(self, raw: Data, path: Path) -> Number:
        """Return the number, or 0 beside a noted fault; schemas say where it may be the unknown x."""
        return read_worth(raw, path, self.wrong)

    def worth(self, raw: Data, path: Path) -> Data:
        """Return what a leaf, or a position, is worth: a number, or one for each of several players."""
        names = self.seats.names
        if not names:
            return self.number(raw, path)
        if not isinstance(raw, list) or len(raw) != len(names):
            has = f"has {len(raw)} number{'s' * (len(raw) != 1)}" if isinstance(raw, list) else "is one number"
            self.wrong.append(
                (f"{has}, expected {len(names)}: one for each of {', '.join(map(printable, names))}", path)
            )
            return (0,) * len(names)
        return tuple(self.number(number, (*path, place)) for place, number in enumerate(raw))

    def factor(self, raw: Data, path: Path, what: str) -> Number:
        """Return the number; one of many digits is refused, because sums of such fractions take minutes."""
        if len(str(raw)) > _LONGEST_FACTOR:
            self.wrong.append((f"is too long for a {what}, expected at most {_LONGEST_FACTOR} characters", path))
            return 0
        return self.number(raw, path)

    def probability_of(self, raw: Data, path: Path) -> Number:
        """Return the probability, as a number that may still be none."""
        return self.factor(raw, path, "probability")


def _is_one(total: Number) -> bool:
    """Return whether probabilities sum to 1; a sum with an unknown left in it does not."""
    return isinstance(total, int | Fraction) and total == 1


def fill_probabilities(reading: Reading) -> None:
    """Check the probabilities of each chance node's children, or fill in 1/n; refuse any elsewhere."""
    given = reading.probability
    unread = {path for _, path in reading.wrong}
    for node, p in enumerate(given):
        parent = reading.parent[node]
        if p is not None and (parent < 0 or reading.kind[parent] != CHANCE):
            reading.wrong.append(("a probability has a place only below a chance node", (*reading.paths[node], "p")))
        elif isinstance(p, int | Fraction) and not 0 <= p <= 1:  # the domain of an unknown one is another matter
            message = f"{show_number(p)} is not a probability, expected a number from 0 to 1"
            reading.wrong.append((message, (*reading.paths[node], "p")))
    for node, kind in enumerate(reading.kind):
        if kind != CHANCE:
            continue
        children = range(reading.first[node], reading.end[node])
        stated = [p for child in children if (p := given[child]) is not None]
        if not stated:
            for child in children:
                given[child] = whole(Fraction(1, len(children)))
        elif len(stated) < len(children):
            message = "some children of this chance node have a probability p and some have none; expected all or none"
            reading.wrong.append((message, reading.paths[node]))
        elif any((*reading.paths[child], "p") in unread for child in children):
            continue  # said already, and its sum would say nothing
        elif not _is_one(total := sum(stated, Fraction(0))):
            message = f"the probabilities of this chance node sum to {printable(show_number(whole(total)))}, expected exactly 1"
            reading.wrong.append((message, reading.paths[node]))


def letters() -> Iterator[str]:
    """Yield A … Z, AA, AB and so on."""
    for length in count(1):
        yield from map("".join, product(_LETTERS, repeat=length))


def names(reading: Reading) -> list[str]:
    """Return every node's id: its own, or the next letters that are neither an id nor a move anywhere."""
    explicit: dict[str, int] = {}
    for node, id_ in enumerate(reading.explicit_id):
        if id_ is not None and explicit.setdefault(id_, node) != node:
            message = f'the id "{printable(id_)}" stands at two nodes, expected once'
            reading.wrong.append((message, (*reading.paths[node], "id")))
    taken = {*explicit, *(move for move in reading.explicit_move if move is not None)}
    free = (name for name in letters() if name not in taken)
    return [next(free) if id_ is None else id_ for id_ in reading.explicit_id]


def check_root_moves(reading: Reading, tree: Tree) -> None:
    """Refuse a move at the root that could mean two children."""
    children = tree.children(0)
    owner = {tree.ids[child]: child for child in children}
    for child in children:
        move = tree.moves[child]
        if owner.setdefault(move, child) != child:
            message = (
                f'the move "{printable(move)}" could mean two children of the root; expected its own name for each'
            )
            reading.wrong.append((message, reading.paths[child]))
