"""What an answer page offers to fill in: data that a form gives, and that the page's script makes fields, lists and scissors of."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

Sort = Literal[
    "one", "choice", "each", "choices", "list", "path", "set", "some", "range", "iterations", "orders", "text"
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
- orders: a mapping from names of keys, each with the names of its group in an order; those that stay as they are are left out
- text: what its one field says, read as YAML: a nested list
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

    Where there are `choices`, it is a list to choose from. `limits` are those of this problem, within the shape.
    """

    label: str
    shape: str
    choices: tuple[str, ...] = ()
    limits: Limits | None = None

    @property
    def checked_as(self) -> str:
        """Return by what name a page knows what may be typed: the shape, with its limits where there are any."""
        return self.shape if self.limits is None else " ".join((self.shape, *map(str, self.limits)))


class Tool(NamedTuple):
    """What is done to a branch that a set lists, in words.

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
    for the student to find, so one that stays blank is an answer. `options` are the names to choose from at each key. `entry` is what each iteration offers, over the same keys and
    fields, `rows` how many iterations have a row from the start, and `first` the number of the first. `groups` are keys with others that are put in an order.
    `tool` is what choosing does to the branches of a set. `texts` are the sentences that the keys stand for, where they do.
    `taken`: no two keys have the same number, and none has one of these, which stand at others: (what they are called, the number);
    None where numbers may be the same.
    """

    sort: Sort
    keys: Sequence[tuple[str, int]] = ()
    fields: Sequence[Field] = ()
    about: str = ""
    empty: str = ""
    is_open: bool = False
    rows: int = 0
    entry: "Widget | None" = None
    options: Sequence[Sequence[str]] = ()
    groups: Sequence[tuple[int, Sequence[int]]] = ()
    tool: Tool | None = None
    first: int = 1
    texts: Sequence[str] = ()
    taken: Sequence[tuple[str, str]] | None = None
