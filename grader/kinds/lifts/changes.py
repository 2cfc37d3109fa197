"""Changes of a searched problem: read, applied, written. Ids and moves stay with their nodes, so claims name the same ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from grader.answers import read
from grader.answers.case import NotJudged
from grader.conventions import Conventions, read_conventions
from grader.data import Data
from grader.documents import Document
from grader.errors import Path
from grader.exact import MOST_DIGITS, Number, is_too_long, read_number, read_writable, show_number, whole, write_number
from grader.games.changed import reordered, reversed_children, with_values
from grader.games.horizon import cut_as
from grader.games.problem import Problem, is_played
from grader.games.tree import LEAF, OPPONENT, Tree
from grader.kinds import KINDS
from grader.kinds.lifts.searched import read_searched
from grader.printable import printable

_MOST_BITS = 4 * MOST_DIGITS
"""No number of so many digits has more bits."""

Wrong = list[tuple[str, Path]]


class Change(NamedTuple):
    """One change. `name` says of what sort; `said` is what a document says of it, as it was read.

    affine: (times, plus); power: the power; clip: (low, high); leaves: (id, number) of each; reorder: (id, ids of its
    children) of each; conventions: (name, value) of each as it stands in the document; search: the kind; depth: the depth.
    """

    name: str
    said: Any = None

    @property
    def is_of_leaves(self) -> bool:
        """Return whether it changes the numbers of all leaves."""
        return self.name in ON_NUMBERS

    def on(self, number: Number) -> Number:
        """Return what becomes of the number of a leaf."""
        return ON_NUMBERS[self.name](self.said, number)


def _affine(said: tuple[Number, Number], number: Number) -> Number:
    return whole(said[0] * number + said[1])


def _power(said: int, number: Number) -> Number:
    return whole(number**said)


def _clip(said: tuple[Number, Number], number: Number) -> Number:
    return min(max(number, said[0]), said[1])


ON_NUMBERS: dict[str, Callable[[Any, Number], Number]] = {"affine": _affine, "power": _power, "clip": _clip}
"""What changes of all leaves make of a number."""


# reading


class _Reading:
    """One change while it is read."""

    def __init__(self, searched: Problem) -> None:
        self.searched, self.wrong = searched, Wrong()

    def number(self, raw: Data, path: Path) -> Number:
        try:
            return read_writable(str(raw))
        except ValueError as failure:
            self.wrong.append((f'"{printable(str(raw))}" is not a number: {failure}', path))
            return 0

    def node(self, raw: Data, path: Path) -> str:
        try:
            read.name(raw, self.searched.game.by_id(), "node", path)
        except NotJudged as failure:
            self.wrong.append((failure.message, failure.path))
        return str(raw).strip()


def read_change(raw: Data, path: Path, searched: Problem) -> tuple[Change | None, Wrong]:
    """Return the change, which fits its schema, and what is wrong with it; None where anything is."""
    ((name, said),) = raw.items()
    reading = _Reading(searched)
    change = Change(name, READERS[name](reading, said, (*path, name)))
    return (None if reading.wrong else change), reading.wrong


def _read_affine(reading: _Reading, said: Data, path: Path) -> tuple[Number, Number]:
    times, plus = (reading.number(said.get(key, other), (*path, key)) for key, other in (("times", "1"), ("plus", "0")))
    return times, plus


def _read_count(reading: _Reading, said: Data, path: Path) -> int:
    number = read_number(str(said))
    if number < 1:
        reading.wrong.append((f"{show_number(number)} is too small, expected 1, 2, 3 …", path))
    return int(number)


def _read_clip(reading: _Reading, said: Data, path: Path) -> tuple[Number, Number]:
    low, high = (reading.number(end, (*path, place)) for place, end in enumerate(said))
    if low > high:
        reading.wrong.append(("expected [low, high] with low at most high", path))
    return low, high


def _read_leaves(reading: _Reading, said: Data, path: Path) -> tuple[tuple[str, Number], ...]:
    found = tuple((reading.node(id_, (*path, id_)), reading.number(raw, (*path, id_))) for id_, raw in said.items())
    tree, by_id = reading.searched.game, reading.searched.game.by_id()
    for id_, _ in found:
        if id_ in by_id and tree.kind[by_id[id_]] != LEAF:
            reading.wrong.append((f"{printable(id_)} is no leaf of the search, expected leaves", (*path, id_)))
    return found


def _read_order(reading: _Reading, said: Data, path: Path) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found = tuple(
        (reading.node(id_, (*path, id_)), tuple(str(one).strip() for one in ids)) for id_, ids in said.items()
    )
    tree, by_id = reading.searched.whole, reading.searched.game.by_id()
    for id_, ids in found:
        children = [tree.ids[child] for child in tree.children(by_id[id_])] if id_ in by_id else []
        if id_ in by_id and sorted(ids) != sorted(children):
            named = ", ".join(map(printable, children)) or "none: it is a leaf"
            reading.wrong.append((f"expected all children of {printable(id_)}, each once: {named}", (*path, id_)))
    return found


def _read_conventions(reading: _Reading, said: Data, path: Path) -> tuple[tuple[str, Data], ...]:
    kind = KINDS[reading.searched.kind]
    for name in said:
        if name not in kind.conventions or name == "root":
            known = ", ".join(one for one in kind.conventions if one != "root")
            reading.wrong.append((f"{kind.name} has no such convention to change, expected {known}", (*path, name)))
    return tuple(said.items())


def _read_swap(reading: _Reading, said: Data, path: Path) -> None:
    """Note that the players of a game cannot change places in its tree alone: what an end is worth goes by who moved."""
    if is_played(reading.searched.stated):
        message = "has no place beside a game, whose ends are worth what its rules say of who moved; state the other game, or its tree"
        reading.wrong.append((message, path))


def _read_text(reading: _Reading, said: Data, path: Path) -> str:
    return str(said)


def _read_nothing(reading: _Reading, said: Data, path: Path) -> None:
    return None


READERS: dict[str, Callable[[_Reading, Data, Path], object]] = {
    "affine": _read_affine,
    "power": _read_count,
    "clip": _read_clip,
    "leaves": _read_leaves,
    "mirror": _read_nothing,
    "reorder": _read_order,
    "swap-players": _read_swap,
    "conventions": _read_conventions,
    "search": _read_text,
    "depth": _read_count,
}


# applying


def changed(document: Document, searched: Problem, change: Change, path: Path) -> tuple[Problem | None, Wrong]:
    """Return the changed problem, and what is wrong with it; None where anything is.

    What a problem is read from is changed in the document, which the door of the kind that searches reads again.
    """
    if change.name in _IN_DOCUMENT:
        return _read_again(document, searched, change, path)
    if change.is_of_leaves and (message := _too_long(searched.game, change)):
        return None, [(message, path)]
    problem = searched._replace(game=IN_TREE[change.name](searched.game, change))
    wrong = [(message, path) for message in _amiss(problem)]
    return (None if wrong else problem), wrong


def on_numbers(tree: Tree, change: Change) -> Tree:
    """Return the tree with a change made of the numbers of all leaves."""
    return with_values(tree, {leaf: change.on(tree.value[leaf] or 0) for leaf in tree.leaves()})


def _leaves(tree: Tree, change: Change) -> Tree:
    by_id = tree.by_id()
    return with_values(tree, {by_id[id_]: number for id_, number in change.said})


def _mirrored(tree: Tree, change: Change) -> Tree:
    return reordered(tree, reversed_children(tree.whole))


def _reordered(tree: Tree, change: Change) -> Tree:
    by_id = tree.by_id()
    return reordered(tree, {by_id[id_]: [by_id[child] for child in ids] for id_, ids in change.said})


def _swapped(tree: Tree, change: Change) -> Tree:
    whole_tree = tree.whole
    return cut_as(tree, whole_tree._replace(kind=[OPPONENT.get(kind, kind) for kind in whole_tree.kind]))


IN_TREE: dict[str, Callable[[Tree, Change], Tree]] = {
    "affine": on_numbers,
    "power": on_numbers,
    "clip": on_numbers,
    "leaves": _leaves,
    "mirror": _mirrored,
    "reorder": _reordered,
    "swap-players": _swapped,
}


def _too_long(tree: Tree, change: Change) -> str:
    """Return what is wrong with a power that makes numbers which no document could state; it is not tried."""
    bits = max(_bits(tree.value[leaf] or 0) for leaf in tree.leaves())
    is_too_much = change.name == "power" and change.said * (bits - 1) > _MOST_BITS
    return f"makes numbers of more than {MOST_DIGITS} digits; expected a smaller power" if is_too_much else ""


def _bits(number: Number) -> int:
    return max(number.numerator.bit_length(), number.denominator.bit_length())


def _amiss(problem: Problem) -> list[str]:
    """Return what is wrong with a changed tree: a number that is too long, or one outside the bounds of all values."""
    tree, bounds = problem.game, problem.conventions.value_bounds
    values = [tree.value[leaf] for leaf in tree.leaves()]
    if any(is_too_long(value) for value in values):
        return [f"makes numbers of more than {MOST_DIGITS} digits"]
    if bounds is not None and not all(bounds[0] <= value <= bounds[1] for value in values):
        return [f"makes a leaf that is not within value-bounds [{problem.say_all(bounds)}]"]
    return []


_IN_DOCUMENT = ("conventions", "search", "depth")


def _read_again(document: Document, searched: Problem, change: Change, path: Path) -> tuple[Problem | None, Wrong]:
    stated, given = dict(document.data), dict(document.data.get("conventions") or {})
    if change.name != "conventions":
        stated[change.name] = str(change.said)
    if change.name == "search":  # what the other kind does not know has no meaning there
        given = {name: said for name, said in given.items() if name in KINDS[change.said].conventions}
    conventions, wrong = _conventions_of(given, change, path)
    if wrong:
        return None, wrong
    own = conventions.stated.difference(KINDS[stated["search"]].conventions)
    problem, faults, _ = read_searched(document._replace(data=stated), conventions, own)
    return (None if faults else problem), [(fault.message, path) for fault in faults[:1]]


def _conventions_of(stated: dict[str, Data], change: Change, path: Path) -> tuple[Conventions, Wrong]:
    given = dict(change.said) if change.name == "conventions" else {}
    conventions, wrong = read_conventions({**stated, **given})
    return conventions, [(message, (*path, "conventions", name)) for name, message in wrong if name in given]


# the way back


def write_change(change: Change) -> dict[str, Data]:
    """Return the change as a document holds it."""
    said = change.said
    written: Data = said
    if change.name == "affine":
        written = {"times": write_number(said[0]), "plus": write_number(said[1])}
    elif change.name == "clip":
        written = [write_number(end) for end in said]
    elif change.name == "leaves":
        written = {id_: write_number(number) for id_, number in said}
    elif change.name == "reorder":
        written = {id_: list(ids) for id_, ids in said}
    elif change.name == "conventions":
        written = dict(said)
    return {change.name: True if said is None else written}


def ids_in(change: Change) -> Sequence[str]:
    """Return the ids that the change names."""
    return [id_ for id_, _ in change.said] if change.name in ("leaves", "reorder") else []


def turned(change: Change) -> Change:
    """Return the change that does to the mirror image of a tree what this one does to the tree."""
    if change.name != "reorder":
        return change
    return change._replace(said=tuple((id_, ids[::-1]) for id_, ids in change.said))
