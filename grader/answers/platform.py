"""What a part of an answer becomes on a learning platform: fields and options, each with its share of the part's marks.

The engines of platforms add up shares, so an answer is taken apart into things to type, to choose and to tick. What is shown of
them (sorts, labels, options, and how many there are) follows from the problem alone; only shares and what is accepted
follow from the answer. `form.items(case, answer)` takes any answer, also that of a wrong rule: its items are those of the right
answer, one by one, with other things accepted.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from grader.exact import Bound, Number

Accepted = tuple[Bound | str, Number]
"""A number, an infinity or a word that is right, and by how much a typed number may differ from it."""

NOTHING = "-"
"""What is typed or chosen where nothing belongs."""
WRITE_NOTHING = f"Where nothing belongs, write {NOTHING}."


class Typed(NamedTuple):
    """A field to type a number or a word into; `shape` is which shape of the schemas belongs there."""

    label: str
    share: Number
    accepted: tuple[Accepted, ...]
    shape: str = "number"


class Pick(NamedTuple):
    """One of several options; `right` are the places of those that are accepted."""

    label: str
    share: Number
    options: tuple[str, ...]
    right: tuple[int, ...]


class Ticks(NamedTuple):
    """Options to tick, each with the share that it earns, or takes where that is negative; all together never below 0."""

    label: str
    options: tuple[str, ...]
    shares: tuple[Number, ...]

    @property
    def share(self) -> Number:
        """Return what all that is right earns."""
        return sum(share for share in self.shares if share > 0)


Item = Typed | Pick | Ticks


class Items(NamedTuple):
    """What a part is made of; `how` says in words what to do, where the part's task does not.

    `in_order` are things in their right order, where the problem tells which they are and nothing but their order is asked: a
    platform may have them sorted in place of its items. `is_weighed`: ticks earn and take different shares.
    """

    items: tuple[Item, ...]
    how: str = ""
    in_order: tuple[str, ...] = ()
    is_weighed: bool = False


class Upload(NamedTuple):
    """That a part is handed in as a file and marked by `grade`, and why no platform can mark it."""

    reason: str


Carried = Items | Upload


class Entry(NamedTuple):
    """An entry of the student's own answer, the part and the label of its item there; its number counts `times` as much."""

    part: str
    label: str
    times: Number = 1


class Flow(NamedTuple):
    """What an entry follows from, as data for an engine that can calculate: the operation, and the numbers that it takes in.

    They are numbers of the problem or entries of the student's, each with its weight; `times` is the weight of what comes out.
    Nothing follows where an entry is blank or no number, nor where all entries are equal (one alone: where all numbers are).
    `also` is an entry that may be repeated where something follows.
    """

    operation: Literal["max", "min", "sum"]
    numbers: tuple[Number | Entry, ...]
    weights: tuple[Number, ...]
    times: Number = 1
    also: Entry | None = None


def equal_shares(count: int) -> Fraction:
    """Return the share of one of so many; of none it is nothing."""
    return Fraction(1, count) if count else Fraction(0)


def pick(label: str, share: Number, options: Iterable[tuple[str, bool]]) -> Pick:
    """Return the choice of one of the options, each given with whether it is right; there are always two to choose from."""
    names, are_right = zip(*options, strict=True)
    names += () if len(names) > 1 else (NOTHING,)
    return Pick(label, share, names, tuple(place for place, is_right in enumerate(are_right) if is_right))


def nothing_there(words: str) -> Items:
    """Return the choice that stands where there is nothing to fill in, which is an answer."""
    return Items((pick("", 1, ((words, True), ("there is something", False))),))


def shown(items: Items) -> list[tuple[str, str, Sequence[str]]]:
    """Return what is to be seen of items: the sort, the label and the options of each, and what there is to sort; nothing of what is right."""
    asked = [(type(item).__name__, item.label, () if isinstance(item, Typed) else item.options) for item in items.items]
    return [*asked, ("in any order", "", sorted(items.in_order))]


def share_out(items: Iterable[Item], share: Number) -> list[Item]:
    """Return the items with so much of their shares."""
    return [
        item._replace(shares=tuple(one * share for one in item.shares))
        if isinstance(item, Ticks)
        else item._replace(share=item.share * share)
        for item in items
    ]
