"""What answers that are lists hold, item by item: nodes, or the cutoffs of a search."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from grader.answers import read
from grader.answers.case import Answer, Key, NotJudged, Raw
from grader.answers.cells import WINDOW, is_right_window, show_window
from grader.answers.keys import NODES
from grader.answers.part import Around, Fragment, Keys
from grader.answers.widget import Field
from grader.exact import write_number
from grader.games.problem import Problem
from grader.marks.reports import Written
from grader.printable import printable
from grader.search import Cutoff

A_LIST = "a list of node ids such as [G, H]"


class Item(NamedTuple):
    """What a list holds: how one item is read, written, shown and compared (`rooms`: see `Cell`), and what many are called.

    No two expected items have the same key. `letters` is about how many one has beside the name of its node, which stands
    under `about` where there are `fields` beside it. `empty` says that there are none, where that is an answer.
    """

    read: Callable[[Problem, Raw, Mapping[str, Key], int], Written]
    write: Callable[[Problem, Answer], Raw]
    show: Callable[[Problem, Answer], str]
    key: Callable[[Answer], Key]
    is_right: Callable[[Problem, Answer, Answer], bool]
    rooms: Callable[[Problem, Answer], Sequence[Around]]
    fragment: Callable[[str], Fragment]
    many: str
    example: str
    letters: int = 0
    about: str = ""
    fields: tuple[Field, ...] = ()
    empty: str = ""


def name_shape(definitions: str) -> Fragment:
    """Return the shape of a name."""
    return {"$ref": f"{definitions}name"}


def show_node(problem: Problem, node: Key) -> str:
    """Return the name of a node, fit to be shown."""
    return printable(NODES.name(problem, node))


def _itself(node: Key) -> Key:
    return node


def _is_equal(problem: Problem, expected: Answer, other: Answer) -> bool:
    return bool(expected == other)


def _no_numbers(problem: Problem, node: Key) -> list[Around]:
    return []


def items_called(keys: Keys, many: str = A_LIST) -> Item:
    """Return what a list of keys holds: each by the name that documents write."""

    def read_key(problem: Problem, raw: Raw, known: Mapping[str, Key], place: int) -> Written:
        return read.name(raw, known, keys.what, (place,))

    def show_key(problem: Problem, key: Key) -> str:
        return printable(keys.name(problem, key))

    return Item(
        read_key, keys.name, show_key, _itself, _is_equal, _no_numbers, name_shape, many, "for example [X, Y, Z]"
    )


NODE = items_called(NODES)


def _read_cutoff(problem: Problem, raw: Raw, known: Mapping[str, Key], place: int) -> Written:
    missing = [field for field in ("node", "alpha", "beta") if raw.get(field) is None]
    if missing:
        raise NotJudged(f"{missing[0]} is missing, expected {{node, alpha, beta}}", (place,))
    node = read.name(raw["node"], known, NODES.what, (place, "node"))
    alpha, beta = (read.bound(raw[field], (place, field)) for field in ("alpha", "beta"))
    text = f"{show_node(problem, node.value)} [{alpha.text}, {beta.text}]"
    return Written(Cutoff(node.value, alpha.value, beta.value, range(0)), text)


def _write_cutoff(problem: Problem, cutoff: Cutoff) -> Raw:
    bounds = {"alpha": write_number(cutoff.alpha), "beta": write_number(cutoff.beta)}
    return {"node": NODES.name(problem, cutoff.node), **bounds}


def _show_cutoff(problem: Problem, cutoff: Cutoff) -> str:
    return f"{show_node(problem, cutoff.node)} {show_window(problem, (cutoff.alpha, cutoff.beta))}"


def _node_of(cutoff: Cutoff) -> Key:
    return cutoff.node


def _is_right_cutoff(problem: Problem, expected: Cutoff, other: Cutoff) -> bool:
    return expected.node == other.node and is_right_window(problem, expected[1:3], other[1:3])


def _rooms_of_cutoff(problem: Problem, cutoff: Cutoff) -> Sequence[Around]:
    return WINDOW.rooms(problem, (cutoff.alpha, cutoff.beta))


def _cutoff_shape(definitions: str) -> Fragment:
    return {
        "description": "a cutoff: a mapping with node, alpha and beta",
        "type": "object",
        "required": ["node", "alpha", "beta"],
        "additionalProperties": False,
        "properties": {
            "node": {"$ref": f"{definitions}name"},
            "alpha": {"$ref": f"{definitions}bound"},
            "beta": {"$ref": f"{definitions}bound"},
        },
    }


CUTOFF = Item(
    _read_cutoff,
    _write_cutoff,
    _show_cutoff,
    _node_of,
    _is_right_cutoff,
    _rooms_of_cutoff,
    _cutoff_shape,
    "a list of cutoffs, each a mapping with node, alpha and beta",
    "for example [{node: X, alpha: 3, beta: 2}], or [] for none",
    letters=10,
    about="node",
    fields=(Field("alpha", "bound"), Field("beta", "bound")),
    empty="there are none",
)
