"""What is filled in for a part of an answer, as data: on an answer page (`Widget`), and on a learning platform (`Items`)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from grader.core.numbers import Bound, Number

# -- what an answer page offers: the page's script makes fields, lists and scissors of it

Sort = Literal[
    "one", "choice", "each", "choices", "list", "path", "set", "some", "range", "iterations", "tree", "words"
]
"""How an answer is filled in, and what a document holds then:

- one: its fields
- choice: the name of one of the keys
- each: a mapping from names of keys, each with its fields
- choices: a mapping from names of keys, each with one of its options
- list, path: names of keys in order; a list with fields is one of rows, each a mapping with the row's key and its fields
- set: names of keys in any order
- range: a text of intervals or inequalities
- some: those of all keys that are ticked
- iterations: a list with an entry for each iteration, null where it is blank
- tree: what `TreeWidget` says
- words: a text of several lines
"""


class Limits(NamedTuple):
    """What the statement allows of the numbers of a field: in words, as the least and the greatest, and whether only whole ones.

    The ends are text in the grammar of documents, "" where there is none.
    """

    wanted: str
    low: str = ""
    high: str = ""
    is_whole: bool = False


class Field(NamedTuple):
    """A field to type into: what it is called beside others, and which shape of the schemas belongs there.

    Where there are `choices`, it is a list to choose from. `limits` are those of this problem, within the shape. `name` is what scripts
    find it by in the entry bar (the part's, where there is none), and `sign` what it is called there, where that is not its label.
    """

    label: str
    shape: str
    choices: tuple[str, ...] = ()
    limits: Limits | None = None
    name: str = ""
    sign: str = ""

    @property
    def checked_as(self) -> str:
        """Return by what name a page knows what may be typed: the shape, with its limits where there are any."""
        return self.shape if self.limits is None else " ".join((self.shape, *map(str, self.limits)))


class TreeWidget(NamedTuple):
    """A tree that is built or changed on the page. `may` lists what may be changed: grow, players, order; the fields of its widget are what is typed at a node.

    `hands` says what a document holds: the node document of the tree, its nested list, or its children: a mapping from each node whose children were moved to their names in order.
    `from_drawing`: it begins as the first drawing of the problem, else as one node at which nobody moves. `names` are the moves to choose from; where there are none, they are typed.
    """

    may: tuple[str, ...]
    hands: Literal["document", "list", "children"]
    from_drawing: bool = True
    names: Sequence[str] = ()


MOST_NAMES = 200
"""Of so many names of moves one can be chosen from a list."""


class Tool(NamedTuple):
    """What is done to a branch that a set lists, or to a node that gets a row in a list, in words.

    `act` and `done` are what a button says before and after, `undone` what is said when it was taken back; `name` is what the
    button is called, without its node.
    """

    sign: str
    act: str
    done: str
    undone: str
    name: str
    choose: str
    hint: str
    key: str


class Widget(NamedTuple):
    """How one answer is filled in.

    `keys` are those to fill in or to choose from, each as (the name that documents write, the key). `about` is what a row calls its key.
    `empty` says in words that there is nothing to list, where that is an answer. `is_open`: which of the entries there are is
    for the student to find, so one that stays blank is an answer; `is_free`: no other answer of the student says which. `is_whole`: where an entry cannot be read, nothing of the part is judged. `options` are the names to choose from at each key. `entry` is what each iteration offers, over the same keys and
    fields, `rows` how many iterations have a row from the start (of words how many lines there are), and `first` the number of the first. `tool` is what choosing does to the branches of a set or the nodes of a list with fields; `tree` is what is built or changed. `texts` are the sentences that the keys stand for, where they do.
    `taken`: no two keys have the same number, and none has one of these, which stand at others: (what they are called, the number);
    None where numbers may be the same.
    """

    sort: Sort
    keys: Sequence[tuple[str, int]] = ()
    fields: Sequence[Field] = ()
    about: str = ""
    empty: str = ""
    is_open: bool = False
    is_free: bool = False
    is_whole: bool = False
    rows: int = 0
    entry: "Widget | None" = None
    options: Sequence[Sequence[str]] = ()
    tool: Tool | None = None
    tree: TreeWidget | None = None
    first: int = 1
    texts: Sequence[str] = ()
    taken: Sequence[tuple[str, str]] | None = None


# -- what a part becomes on a platform: fields and options, each with its share of the part's marks. The engines of platforms add up
# shares, so an answer is taken apart into things to type, to choose and to tick. What is shown of them (sorts, labels, options, and
# how many there are) follows from the problem alone; only shares and what is accepted follow from the answer. `form.items(case,
# answer)` takes any answer, also that of a wrong rule: its items are those of the right answer, one by one, with other things accepted

Accepted = tuple[Bound | str, Number]
"""A number, an infinity or a word that is right, and by how much a typed number may differ from it."""

NOTHING = "-"
"""What is typed or chosen where nothing belongs."""
WRITE_NOTHING = f"Where nothing belongs, write {NOTHING}."


class Typed(NamedTuple):
    """A field to type a number or a word into; `shape` is which shape of the schemas belongs there, and `tells` whether its number tells of a rule."""

    label: str
    share: Number
    accepted: tuple[Accepted, ...]
    shape: str = "number"
    tells: bool = True


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


def tick(options: Sequence[tuple[str, bool]], count: int, empty: str) -> Ticks:
    """Return options to tick, each given with whether it belongs; each of the `count` that belong earns what one that does not takes.

    The last option says that the answer is `empty`.
    """
    each = equal_shares(count or 1)
    shares = [each if belongs else -each for _, belongs in options]
    return Ticks("", (*(name for name, _ in options), empty), (*shares, 0 * each if count else each))


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
