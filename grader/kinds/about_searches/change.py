"""Changes of a searched problem. A row of `SORTS` is all there is to one sort of change: how it is read, written, made and said.

Ids and moves stay with their nodes, so claims name the same ones before and after.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from grader.core.answers import cells as read
from grader.core.answers.case import NotJudged
from grader.core.conventions import FIELDS, read_conventions, sentences_of, write_conventions
from grader.core.data import Data, Plain
from grader.core.documents import Document
from grader.core.errors import Path
from grader.core.games.changed import cut_as, reordered, reversed_children, with_values
from grader.core.games.problem import Problem, is_played
from grader.core.games.tree import LEAF, OPPONENT, Tree
from grader.core.numbers import MOST_DIGITS, Number, is_too_long, show_number, whole, write_number
from grader.core.text import printable
from grader.kinds import KINDS
from grader.kinds.about_searches.searched import Amiss, number_in, read_searched
from grader.kinds.words import listing

_MOST_BITS = 4 * MOST_DIGITS
"""No number of so many digits has more bits."""
_TOO_LONG = f"makes numbers of more than {MOST_DIGITS} digits"


class Keeps(Enum):
    """What a change does to the order of numbers."""

    ALL = "changes nothing"
    PROPORTIONS = "keeps order and proportions"
    ORDER = "keeps order"
    NOTHING = "does not keep order"


class Change(NamedTuple):
    """One change. `name` says of what sort; `said` is what a document says of it, as it was read.

    affine: (times, plus); power: the power; clip: (low, high); leaves: {id: number}; reorder: {id: ids of its children};
    conventions: {name: value as it stands in the document}; search: the kind; depth: the depth.
    """

    name: str
    said: Data = None

    @property
    def sort(self) -> AnySort:
        """Return what changes of this name have in common."""
        return SORTS[self.name]

    def of_tree(self, tree: Tree) -> Tree:
        """Return the tree with a change made that needs nothing else."""
        return self.sort.of_tree(self.said, tree)

    def keeps(self) -> Keeps:
        """Return what it does to the order of any numbers.

        >>> Change("affine", (2, 1)).keeps(), Change("power", 3).keeps(), Change("clip", (0, 1)).keeps()
        (<Keeps.PROPORTIONS: 'keeps order and proportions'>, <Keeps.ORDER: 'keeps order'>, <Keeps.NOTHING: 'does not keep order'>)
        """
        return self.sort.keeps(self.said)

    def made(self, document: Document, searched: Problem, path: Path) -> tuple[Problem | None, Amiss]:
        """Return the changed problem, and what is wrong with it; None where anything is.

        What a problem is read from is changed in the document, which the kind that searches reads again.
        """
        if self.sort.of_document is not None:
            return _read_again(self.sort.of_document(self.said, document), path)
        if self.sort.is_beyond(self.said, searched.game):  # not tried: no document could state it
            return None, [(f"{_TOO_LONG}; expected a smaller {self.name}", path)]
        problem = searched._replace(game=self.of_tree(searched.game))
        amiss = [(message, path) for message in _amiss(problem)]
        return (None if amiss else problem), amiss

    def write(self) -> dict[str, Plain]:
        """Return it as a document holds it."""
        return {self.name: self.sort.write(self.said)}

    def say(self, problem: Problem) -> str:
        """Return what is changed, as the part of a sentence after "when"; numbers in the style of the problem."""
        return self.sort.say(self.said, problem)

    def turned(self) -> Change:
        """Return the change that does to the mirror image of a tree what this one does to the tree."""
        return self._replace(said=self.sort.turned(self.said))

    def without_sign(self) -> Change:
        """Return the change with every factor taken as positive: what somebody makes of it who overlooks minus signs."""
        return self._replace(said=self.sort.without_sign(self.said))


def _read_again(document: Document, path: Path) -> tuple[Problem | None, Amiss]:
    """Return the problem of a document that was changed, and what is wrong with it."""
    conventions, wrong = read_conventions(document.data.get("conventions") or {})
    if wrong:
        return None, [(message, (*path, "conventions", name)) for name, message in wrong]
    foreign = conventions.stated.difference(KINDS[document.data["search"]].conventions)
    problem, faults, _ = read_searched(document, conventions, foreign)
    return (None if faults else problem), [(fault.message, path) for fault in faults[:1]]


def _is_beyond(power: int, tree: Tree) -> bool:
    numbers = [tree.value[leaf] or 0 for leaf in tree.leaves()]
    bits = max(end.bit_length() for number in numbers for end in (number.numerator, number.denominator))
    return power * (bits - 1) > _MOST_BITS


def _amiss(problem: Problem) -> list[str]:
    """Return what is wrong with a changed tree: a number that is too long, or one outside the bounds of all values."""
    tree, bounds = problem.game, problem.conventions.value_bounds
    values = [tree.value[leaf] for leaf in tree.leaves()]
    if any(is_too_long(value) for value in values):
        return [_TOO_LONG]
    if bounds is not None and not all(bounds[0] <= value <= bounds[1] for value in values):
        return [f"makes a leaf that is not within value-bounds [{problem.say_all(bounds)}]"]
    return []


# reading


class _Reading:
    """One change while it is read: what a document says of it, at which place of which problem."""

    def __init__(self, said: Data, path: Path, searched: Problem) -> None:
        self.said, self.path, self.searched, self.amiss = said, path, searched, Amiss()

    def refuse(self, message: str, *path: str) -> None:
        self.amiss.append((message, (*self.path, *path)))

    def number(self, raw: Plain, *path: str | int) -> Number:
        return number_in(raw, (*self.path, *path), self.amiss)

    def part(self, key: str, default: str) -> Number:
        return self.number(self.said.get(key, default), key)

    def node(self, raw: str) -> str:
        try:
            read.name(raw, self.searched.game.by_id(), "node", (*self.path, raw))
        except NotJudged as failure:
            self.amiss.append((failure.message, failure.path))
        return raw.strip()


def read_change(raw: Mapping[str, Plain], path: Path, searched: Problem) -> tuple[Change | None, Amiss]:
    """Return the change, which fits its schema, and what is wrong with it; None where anything is."""
    ((name, said),) = raw.items()
    reading = _Reading(said, (*path, name), searched)
    change = Change(name, SORTS[name].read(reading))
    return (None if reading.amiss else change), reading.amiss


def _read_count(reading: _Reading) -> int:
    number = reading.number(reading.said)
    if number < 1 and not reading.amiss:
        reading.refuse(f"{show_number(number)} is too small, expected 1, 2, 3 …")
    return int(number)


def _read_clip(reading: _Reading) -> tuple[Number, Number]:
    low, high = (reading.number(end, place) for place, end in enumerate(reading.said))
    if low > high:
        reading.refuse("expected [low, high] with low at most high")
    return low, high


def _read_leaves(reading: _Reading) -> dict[str, Number]:
    found = {reading.node(id_): reading.number(raw, id_) for id_, raw in reading.said.items()}
    tree, by_id = reading.searched.game, reading.searched.game.by_id()
    for id_ in found:
        if id_ in by_id and tree.kind[by_id[id_]] != LEAF:
            reading.refuse(f"{printable(id_)} is no leaf of the search, expected leaves", id_)
    return found


def _read_order(reading: _Reading) -> dict[str, tuple[str, ...]]:
    found = {reading.node(id_): tuple(str(one).strip() for one in ids) for id_, ids in reading.said.items()}
    tree, by_id = reading.searched.whole, reading.searched.game.by_id()
    for id_, ids in found.items():
        children = [tree.ids[child] for child in tree.children(by_id[id_])] if id_ in by_id else []
        if id_ in by_id and sorted(ids) != sorted(children):
            named = ", ".join(map(printable, children)) or "none: it is a leaf"
            reading.refuse(f"expected all children of {printable(id_)}, each once: {named}", id_)
    return found


def _read_conventions(reading: _Reading) -> dict[str, Plain]:
    kind = KINDS[reading.searched.kind]
    known = [one for one in kind.conventions if not FIELDS[one].is_of_tree]
    for name in reading.said:
        if name not in known:
            reading.refuse(f"{kind.name} has no such convention to change, expected {', '.join(known)}", name)
    return dict(reading.said)


def _read_swap(reading: _Reading) -> None:
    """Note that the players of a game cannot change places in its tree alone: what an end is worth goes by who moved."""
    if is_played(reading.searched.stated):
        message = "has no place beside a game, whose ends are worth what its rules say of who moved; state the other game, or its tree"
        reading.refuse(message)


# making and saying


def _reordered(said: dict[str, tuple[str, ...]], tree: Tree) -> Tree:
    by_id = tree.by_id()
    return reordered(tree, {by_id[id_]: [by_id[child] for child in ids] for id_, ids in said.items()})


def _say_affine(said: tuple[Number, Number], problem: Problem) -> str:
    """Return times * v + plus, less what does nothing."""
    times, plus = said
    if times == 0:
        return f"every value v becomes {problem.say(plus)}"
    text = problem.say(times)
    factor = "" if times == 1 else "-" if times == -1 else f"({text})*" if "/" in text else f"{text}*"
    added = f" {'+' if plus > 0 else '-'} {problem.say(max(plus, -plus))}" if plus else ""
    return f"every value v becomes {factor}v{added}"


def _say_order(said: dict[str, tuple[str, ...]], problem: Problem) -> str:
    orders = ((printable(id_), ", ".join(map(printable, ids))) for id_, ids in said.items())
    return listing(f"the children of {id_} stand in the order {ids}" for id_, ids in orders)


def _say_conventions(said: dict[str, Plain], problem: Problem) -> str:
    conventions, _ = read_conventions(write_conventions(problem.conventions) | said)
    sentences = (" ".join(sentences_of(conventions, name)).removesuffix(".") for name in said)
    return "the convention reads " + listing(f"“{sentence}”" for sentence in sentences)


Said = TypeVar("Said")


class Sort(NamedTuple, Generic[Said]):
    """What changes of one name have in common: how they are read, said and written, and what they make of a tree.

    One that makes nothing of the tree makes another `of_document`, which is read again. `keeps` is what it does to the order of numbers,
    `is_beyond` whether what it makes of a tree is too large to be made, `level` (of a change of all leaves) above which numbers become
    equal, if any. `turned` is what is said for the mirror image of a tree, `without_sign` what it is without its minus signs.
    `is_of_leaves`: it changes the numbers of all leaves; `is_of_order`: the order of children.
    """

    read: Callable[[_Reading], Said]
    say: Callable[[Said, Problem], str]
    write: Callable[[Said], Plain]
    of_tree: Callable[[Said, Tree], Tree] = lambda _, tree: tree
    of_document: Callable[[Said, Document], Document] | None = None
    keeps: Callable[[Said], Keeps] = lambda _: Keeps.NOTHING
    is_beyond: Callable[[Said, Tree], bool] = lambda *_: False
    level: Callable[[Said], Number | None] = lambda _: None
    turned: Callable[[Said], Said] = lambda said: said
    without_sign: Callable[[Said], Said] = lambda said: said
    is_of_leaves: bool = False
    is_of_order: bool = False


def _on_leaves(on: Callable[[Said, Number], Number]) -> Callable[[Said, Tree], Tree]:
    """Return what changes of the numbers of all leaves make of a tree; `on` is what one makes of a number."""
    return lambda said, tree: with_values(tree, {leaf: on(said, tree.value[leaf] or 0) for leaf in tree.leaves()})


def _with_conventions(said: Mapping[str, Plain], document: Document) -> Document:
    own = document.data.get("conventions") or {}
    return document._replace(data={**document.data, "conventions": {**own, **said}})


def _with_search(search: str, document: Document) -> Document:
    """Return the document of another search, without the conventions that have no meaning there."""
    own = document.data.get("conventions") or {}
    known = {name: said for name, said in own.items() if name in KINDS[search].conventions}
    return document._replace(data={**document.data, "search": search, "conventions": known})


def _with_depth(depth: int, document: Document) -> Document:
    return document._replace(data={**document.data, "depth": str(depth)})


def _kept_by_line(said: tuple[Number, Number]) -> Keeps:
    if said == (1, 0):
        return Keeps.ALL
    return Keeps.PROPORTIONS if said[0] > 0 else Keeps.NOTHING


def _kept_by_power(power: int) -> Keeps:
    if power == 1:
        return Keeps.ALL
    return Keeps.ORDER if power % 2 else Keeps.NOTHING


AnySort: TypeAlias = Sort[Any]
"""What changes of some name have in common."""
SORTS: dict[str, AnySort] = {
    "affine": Sort(
        lambda reading: (reading.part("times", "1"), reading.part("plus", "0")),
        _say_affine,
        lambda said: dict(zip(("times", "plus"), map(write_number, said), strict=True)),
        _on_leaves(lambda said, number: whole(said[0] * number + said[1])),
        keeps=_kept_by_line,
        without_sign=lambda said: (abs(said[0]), said[1]),
        is_of_leaves=True,
    ),
    "power": Sort(
        _read_count,
        lambda power, _: f"every value v becomes v^{power}",
        int,
        _on_leaves(lambda power, number: whole(number**power)),
        keeps=_kept_by_power,
        is_beyond=_is_beyond,
        is_of_leaves=True,
    ),
    "clip": Sort(
        _read_clip,
        lambda said, problem: "every value below {0} becomes {0} and every value above {1} becomes {1}".format(
            *map(problem.say, said)
        ),
        lambda said: [*map(write_number, said)],
        _on_leaves(lambda said, number: min(max(number, said[0]), said[1])),
        level=lambda said: said[1],
        is_of_leaves=True,
    ),
    "leaves": Sort(
        _read_leaves,
        lambda said, problem: listing(f"{printable(id_)} is worth {problem.say(it)}" for id_, it in said.items()),
        lambda said: {id_: write_number(number) for id_, number in said.items()},
        lambda said, tree: with_values(tree, {tree.by_id()[id_]: number for id_, number in said.items()}),
    ),
    "mirror": Sort(
        lambda _: None,
        lambda *_: "the tree is mirrored, so that the children of every node stand in reverse order",
        lambda _: True,
        lambda _, tree: reordered(tree, reversed_children(tree.whole)),
        is_of_order=True,
    ),
    "reorder": Sort(
        _read_order,
        _say_order,
        lambda said: {id_: [*ids] for id_, ids in said.items()},
        _reordered,
        turned=lambda said: {id_: ids[::-1] for id_, ids in said.items()},
        is_of_order=True,
    ),
    "swap-players": Sort(
        _read_swap,
        lambda *_: "MAX and MIN change places",
        lambda _: True,
        lambda _, tree: cut_as(tree, tree.whole._replace(kind=[OPPONENT.get(one, one) for one in tree.whole.kind])),
    ),
    "conventions": Sort(_read_conventions, _say_conventions, dict, of_document=_with_conventions),
    "search": Sort(
        lambda reading: str(reading.said),
        lambda search, _: f"the tree is searched with {KINDS[search].name}",
        str,
        of_document=_with_search,
    ),
    "depth": Sort(
        _read_count,
        lambda depth, _: f"the search goes down to depth {depth}",
        int,
        of_document=_with_depth,
    ),
}
