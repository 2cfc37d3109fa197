"""Trees of problem documents: read from nested lists or explicit nodes, checked for meaning, and written back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import count, product

from grader.conventions import Conventions
from grader.data import Data
from grader.documents import Document
from grader.errors import Fault, Path
from grader.exact import Number, read_writable, show_number, whole, write_number
from grader.games.problem import Problem
from grader.games.tree import CHANCE, LEAF, MAX, MIN, OPPONENT, Tree
from grader.printable import printable

_LONGEST_PROBABILITY = 100
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PLAYER_KEYS = {"max": MAX, "min": MIN, "chance": CHANCE}
_KEYS = {kind: key for key, kind in PLAYER_KEYS.items()}


class _Reading:
    """The lists of a tree while it grows breadth-first, and what was wrong on the way."""

    def __init__(self) -> None:
        self.kind: list[int] = []
        self.first: list[int] = []
        self.end: list[int] = []
        self.parent: list[int] = []
        self.value: list[Number | None] = []
        self.probability: list[Number | None] = []
        self.explicit_id: list[str | None] = []
        self.explicit_move: list[str | None] = []
        self.paths: list[Path] = []
        self.wrong: list[tuple[str, Path]] = []

    def number(self, raw: Data, path: Path) -> Number:
        """Return the number, or 0 beside a noted fault."""
        try:
            return read_writable(str(raw))
        except ValueError as failure:
            self.wrong.append((f'"{printable(str(raw))}" is not a number: {failure}', path))
            return 0

    def probability_of(self, raw: Data, path: Path) -> Number:
        """Return the number; one of many digits is refused, because sums of such fractions take minutes."""
        if len(str(raw)) > _LONGEST_PROBABILITY:
            self.wrong.append(
                (f"is too long for a probability, expected at most {_LONGEST_PROBABILITY} characters", path)
            )
            return 0
        return self.number(raw, path)


def read_tree(
    document: Document, conventions: Conventions, refused: Mapping[int, str]
) -> tuple[Tree | None, list[Fault], list[str]]:
    """Return the tree under `tree`, what is wrong with it, and warnings. The tree is None where anything is wrong.

    `refused` names the kinds of nodes that the exercise has no place for, with the reason.
    """
    reading = _Reading()
    raw_tree = document.data["tree"]
    nested = not isinstance(raw_tree, dict)
    if not nested and "root" in conventions.stated:
        message = "has no place beside explicit players; expected only with a tree of nested lists"
        reading.wrong.append((message, ("conventions", "root")))
    _grow(reading, raw_tree, PLAYER_KEYS[conventions.root])
    for node, kind in enumerate(reading.kind):
        if kind in refused:
            reading.wrong.append((refused[kind], reading.paths[node]))
    _fill_probabilities(reading)
    ids = _names(reading)
    moves = [move or ids[node] for node, move in enumerate(reading.explicit_move)]
    tree = Tree(
        reading.kind, reading.first, reading.end, reading.parent, reading.value, reading.probability, ids, moves
    )
    if not reading.wrong:
        _check_root_moves(reading, tree)
    return (None if reading.wrong else tree), document.faults(reading.wrong), []


def _grow(reading: _Reading, raw_tree: Data, root: int) -> None:
    """Fill the lists from the raw tree; the queue of raw nodes is the breadth-first order itself."""
    queue: list[tuple[Data, Path, int, int]] = [(raw_tree, ("tree",), -1, root)]
    for node, (raw, path, parent, player) in enumerate(queue):
        explicit = raw if isinstance(raw, dict) else {}
        children: list[Data] = raw if isinstance(raw, list) else []
        step: Path = ()
        kind = player if isinstance(raw, list) else LEAF
        for key, kind_of_key in PLAYER_KEYS.items():
            if key in explicit:
                kind, children, step = kind_of_key, explicit[key], (key,)
        value = explicit.get("value") if explicit else raw
        reading.kind.append(kind)
        reading.parent.append(parent)
        reading.paths.append(path)
        reading.value.append(reading.number(value, path) if kind == LEAF else None)
        reading.explicit_id.append(_text(explicit.get("id")))
        reading.explicit_move.append(_text(explicit.get("move")))
        p = explicit.get("p")
        reading.probability.append(None if p is None else reading.probability_of(p, (*path, "p")))
        start = len(queue)
        opponent = OPPONENT.get(kind, player)
        queue.extend((child, (*path, *step, place), node, opponent) for place, child in enumerate(children))
        reading.first.append(start)
        reading.end.append(len(queue))


def _text(raw: Data) -> str | None:
    return None if raw is None else str(raw).strip()


def _fill_probabilities(reading: _Reading) -> None:
    """Check the probabilities of each chance node's children, or fill in 1/n; refuse any elsewhere."""
    given = reading.probability
    unread = {path for _, path in reading.wrong}
    for node, p in enumerate(given):
        parent = reading.parent[node]
        if p is not None and (parent < 0 or reading.kind[parent] != CHANCE):
            reading.wrong.append(("a probability has a place only below a chance node", (*reading.paths[node], "p")))
        elif p is not None and not 0 <= p <= 1:
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
        elif (total := whole(sum(stated, Fraction(0)))) != 1:
            message = (
                f"the probabilities of this chance node sum to {printable(show_number(total))}, expected exactly 1"
            )
            reading.wrong.append((message, reading.paths[node]))


def letters() -> Iterator[str]:
    """Yield A … Z, AA, AB and so on."""
    for length in count(1):
        yield from map("".join, product(_LETTERS, repeat=length))


def _names(reading: _Reading) -> list[str]:
    """Return every node's id: its own, or the next letters that are neither an id nor a move anywhere."""
    explicit: dict[str, int] = {}
    for node, id_ in enumerate(reading.explicit_id):
        if id_ is not None and explicit.setdefault(id_, node) != node:
            message = f'the id "{printable(id_)}" stands at two nodes, expected once'
            reading.wrong.append((message, (*reading.paths[node], "id")))
    taken = {*explicit, *(move for move in reading.explicit_move if move is not None)}
    free = (name for name in letters() if name not in taken)
    return [next(free) if id_ is None else id_ for id_ in reading.explicit_id]


def _check_root_moves(reading: _Reading, tree: Tree) -> None:
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


def write_tree(problem: Problem) -> dict[str, Data]:
    """Return the fields `tree` of a problem document, every node explicit."""
    tree: Tree = problem.game
    written: list[dict[str, Data]] = []
    for node in range(tree.size - 1, -1, -1):
        raw: dict[str, Data] = {"id": tree.ids[node]}
        if tree.moves[node] != tree.ids[node]:
            raw["move"] = tree.moves[node]
        p, value = tree.probability[node], tree.value[node]
        if p is not None:
            raw["p"] = write_number(p)
        if tree.kind[node] == LEAF:
            raw["value"] = write_number(0 if value is None else value)
        else:
            # `written` holds the nodes after this one, last first; its children are a run of it.
            last = tree.size - 1
            raw[_KEYS[tree.kind[node]]] = [written[last - child] for child in tree.children(node)]
        written.append(raw)
    return {"tree": written[-1]}
