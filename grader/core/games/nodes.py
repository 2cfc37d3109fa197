"""The nodes of a tree while a document is read: their columns as they grow, what is wrong on the way, names and probabilities."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count, product
from typing import NamedTuple, cast

from grader.core.data import Data, Plain
from grader.core.errors import Path
from grader.core.games.tree import CHANCE, FIRST_PLAYER, LEAF, MAX, MIN, Evaluation, Tree
from grader.core.linear import ONE_MINUS_X, X
from grader.core.numbers import Number, read_writable, show_number, whole, write_number, write_worth
from grader.core.text import printable

# -- what an end of a game is worth, as a document states it: a number, or the unknown x of a problem that asks about
# it


def read_noted(
    raw: Plain, path: Path, wrong: list[tuple[str, Path]], read: Callable[[str], Number] = read_writable
) -> Number | None:
    """Return the number; None beside a noted fault."""
    try:
        return read(str(raw))
    except ValueError as failure:
        wrong.append((f'"{printable(str(raw))}" is not a number: {failure}', path))
        return None


def read_worth(raw: Plain, path: Path, wrong: list[tuple[str, Path]]) -> Number:
    """Return the number, or 0 beside a noted fault; schemas say where it may be the unknown x."""
    text = str(raw)
    if "x" in text:  # what nobody knows of a problem that asks for which x something holds
        return cast("Number", X if text.strip() == "x" else ONE_MINUS_X)  # it adds, scales and compares as one does
    return read_noted(raw, path, wrong) or 0


# -- who can move in a tree, by the keys of a document; where there are several players, what a leaf is worth to each

PLAYER_KEYS = {"max": MAX, "min": MIN, "chance": CHANCE}


class Seats(NamedTuple):
    """The keys that hold children, and the names of several players: MAX and MIN have none."""

    keys: Mapping[str, int]
    names: Sequence[str] = ()

    def is_leaf(self, raw: Sequence[Plain]) -> bool:
        """Return whether a list is what a leaf is worth: it holds neither lists nor nodes."""
        return bool(self.names) and not any(isinstance(item, (list, dict)) for item in raw)


TWO_PLAYERS = Seats(PLAYER_KEYS)


def seats_of(names: Sequence[str]) -> Seats:
    """Return the seats of several players."""
    return Seats({name: FIRST_PLAYER + place for place, name in enumerate(names)} | {"chance": CHANCE}, names)


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
        self.raws: list[Plain] = []
        self.paths: list[Path] = []
        self.with_more: dict[int, Mapping[str, Plain]] = {}
        self.wrong: list[tuple[str, Path]] = []

    def number(self, raw: Plain, path: Path) -> Number:
        """Return the number, or 0 beside a noted fault; schemas say where it may be the unknown x."""
        return read_worth(raw, path, self.wrong)

    def worth(self, raw: Plain, path: Path) -> Data:
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

    def factor(self, raw: Plain, path: Path, what: str) -> Number:
        """Return the number; one of many digits is refused, because sums of such fractions take minutes."""
        if len(str(raw)) > _LONGEST_FACTOR:
            self.wrong.append((f"is too long for a {what}, expected at most {_LONGEST_FACTOR} characters", path))
            return 0
        return self.number(raw, path)


STRAY_P = "a probability has a place only below a chance node"
NO_P = "{} is not a probability, expected a number from 0 to 1"
SOME_P = "some children of this chance node have a probability p and some have none; expected all or none"
SUM_P = "the probabilities of this chance node sum to {}, expected exactly 1"


def fill_probabilities(reading: Reading) -> None:
    """Check the probabilities of each chance node's children, or fill in 1/n; refuse any elsewhere."""
    given = reading.probability
    unread = {path for _, path in reading.wrong}
    for node, p in enumerate(given):
        parent = reading.parent[node]
        if p is not None and (parent < 0 or reading.kind[parent] != CHANCE):
            reading.wrong.append((STRAY_P, (*reading.paths[node], "p")))
        elif isinstance(p, int | Fraction) and not 0 <= p <= 1:  # the domain of an unknown one is another matter
            reading.wrong.append((NO_P.format(show_number(p)), (*reading.paths[node], "p")))
    for node, kind in enumerate(reading.kind):
        if kind != CHANCE:
            continue
        children = range(reading.first[node], reading.end[node])
        stated = [p for child in children if (p := given[child]) is not None]
        if not stated:
            for child in children:
                given[child] = whole(Fraction(1, len(children)))
        elif len(stated) < len(children):
            reading.wrong.append((SOME_P, reading.paths[node]))
        elif any((*reading.paths[child], "p") in unread for child in children):
            continue  # said already, and its sum would say nothing
        elif not (
            isinstance(total := sum(stated, Fraction(0)), int | Fraction) and total == 1
        ):  # nor with x left in it
            reading.wrong.append((SUM_P.format(printable(show_number(whole(total)))), reading.paths[node]))


def letters() -> Iterator[str]:
    """Yield A … Z, AA, AB and so on."""
    for length in count(1):
        yield from map("".join, product(_LETTERS, repeat=length))


SAME_ID = 'the id "{}" stands at two nodes, expected once'
SAME_MOVE = 'the move "{}" could mean two children of the root; expected its own name for each'


def names(reading: Reading) -> list[str]:
    """Return every node's id: its own, or the next letters that are neither an id nor a move anywhere."""
    explicit: dict[str, int] = {}
    for node, id_ in enumerate(reading.explicit_id):
        if id_ is not None and explicit.setdefault(id_, node) != node:
            reading.wrong.append((SAME_ID.format(printable(id_)), (*reading.paths[node], "id")))
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
            reading.wrong.append((SAME_MOVE.format(printable(move)), reading.paths[child]))


# -- what a node of a document can say of itself beside its place in the tree: static value, features, quiet, state

COLUMNS = frozenset({"static", "features", "quiet", "state"})
_INNER_ONLY = {
    "static": "a leaf is worth its value; expected static only at a node with children",
    "quiet": "nothing follows a leaf; expected quiet only at a node with children",
}


def read_columns(reading: Reading) -> dict[str, Data]:
    """Return the columns in which a node has something, each by its name; what is wrong is noted."""
    columns: dict[str, Data] = {}
    for node, raw in reading.with_more.items():
        path = reading.paths[node]
        for name in sorted(COLUMNS & raw.keys()):
            if name in _INNER_ONLY and reading.kind[node] == LEAF:
                reading.wrong.append((_INNER_ONLY[name], (*path, name)))
            column = columns.setdefault(name, [name == "quiet" or None] * len(reading.raws))
            column[node] = _read(reading, name, raw[name], (*path, name))
    if all(columns.get("quiet", ())):
        columns.pop("quiet", None)  # nothing else than what is so anyway
    return columns


def _read(reading: Reading, name: str, raw: Plain, path: Path) -> Data:
    if name == "static":
        return reading.worth(raw, path)
    if name == "features" and isinstance(raw, dict):
        return _numbers(reading, raw, path, "feature")
    return raw if name == "quiet" else str(raw).strip()


def _numbers(reading: Reading, raw: Mapping[str, Plain], path: Path, what: str) -> dict[str, Number]:
    """Return the numbers by the names of features, in the order of the document."""
    found: dict[str, Number] = {}
    for name, number in raw.items():
        if name.strip() in found:
            reading.wrong.append((f'the feature "{printable(name.strip())}" stands here twice', (*path, name)))
        found[name.strip()] = reading.factor(number, (*path, name), what)
    return found


def read_evaluation(reading: Reading, raw: Mapping[str, Data] | None) -> Evaluation | None:
    """Return how the features are weighed; None where a problem does not say it."""
    if raw is None:
        return None
    weights = _numbers(reading, raw["weights"], ("evaluation", "weights"), "weight")
    return Evaluation(weights, reading.factor(raw.get("bias", "0"), ("evaluation", "bias"), "bias"))


def idle_weights(tree: Tree) -> list[str]:
    """Return a warning for each weight of a feature that no node has."""
    known = {name for features in tree.features or () if features for name in features}
    weights = tree.evaluation.weights if tree.evaluation is not None else {}
    return [
        f'evaluation has a weight for "{printable(name)}", a feature that no node has'
        for name in weights
        if name not in known
    ]


def write_evaluation(evaluation: Evaluation) -> dict[str, Plain]:
    """Return the evaluation as a document holds it."""
    written: dict[str, Plain] = {"weights": _written(evaluation.weights)}
    if evaluation.bias:
        written["bias"] = write_number(evaluation.bias)
    return written


def write_columns(tree: Tree, node: int) -> dict[str, Plain]:
    """Return what a node says of itself as a document holds it."""
    written: dict[str, Plain] = {}
    if tree.state is not None and tree.state[node] is not None:
        written["state"] = tree.state[node]
    if tree.static is not None and (static := tree.static[node]) is not None:
        written["static"] = write_worth(static)
    if tree.features is not None and (features := tree.features[node]) is not None:
        written["features"] = _written(features)
    if tree.quiet is not None and not tree.quiet[node]:
        written["quiet"] = False
    return written


def _written(numbers: Mapping[str, Number]) -> dict[str, Plain]:
    return {name: write_number(number) for name, number in numbers.items()}
