"""What a request can say, one row a field: how it is read, where it stands in the record, and its help under its heading.

From these rows come the options of `gametree generate KIND`, what a quiz takes under `generate:` and a file under `--from`,
the help, and the docs. Which kind takes which is said in the registry.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import NamedTuple, TypeAlias

from generators.draws import RequestError
from generators.parameters import Nested, Ordering, Range
from grader.core.data import Data
from grader.core.documents import parse_document
from grader.core.errors import GradingError, ProblemError
from grader.core.numbers import Number, read_number
from grader.core.text import either

Fields: TypeAlias = dict[str, Data]
"""What a document or a part of it states, by the names of its fields."""


class Reading(NamedTuple):
    """How the value of a field is read: `name` is what help shows, `read` returns the value or raises ValueError."""

    name: str
    read: Callable[[str], Data]


class Field(NamedTuple):
    """One field of a request: how its value is read (None: yes or no), its help, and where it stands in the record.

    `at` is where its heading and its name say unless it is stated, and empty where several fields of the record follow from it;
    a part that a record does not have is left out. `name` is stated where another row has it too. Without `has_option` it stands
    in documents alone.
    """

    type: Reading | None
    help: str
    at: str | None = None
    name: str = ""
    heading: str = ""
    has_option: bool = True


def flag(name: str) -> str:
    """Return the option as it is typed."""
    return "--" + name.replace("_", "-")


# -- how values are read

_RANGE = re.compile(r"([0-9]+)(?:(?:-|\.\.)([0-9]+))?")
_MOST_DIGITS = 9
_VALUES = re.compile(r"(.+?)\.\.(.+)")
_OUTCOMES = {"win-draw-loss": (-1, 0, 1), "win-loss": (-1, 1)}
_CHANCES = ("uniform", "tenths", "quarters", "thirds")


def _range(text: str) -> Range:
    match = _RANGE.fullmatch(text.strip())
    if not match:
        raise ValueError("expected a whole number or a range, as 3 or 2-4")
    if any(len(digits.lstrip("0")) > _MOST_DIGITS for digits in match.groups("")):
        raise ValueError(f"expected whole numbers of at most {10**_MOST_DIGITS - 1:,}")
    return int(match[1]), int(match[2] or match[1])


def _count(text: str) -> int:
    least, most = _range(text)
    if least != most:
        raise ValueError("expected one whole number")
    return least


def _words(text: str) -> tuple[str, ...]:
    words = tuple(word.strip() for word in text.split(","))
    if not all(words):
        raise ValueError("expected names with a comma between them")
    return words


def _numbers(text: str) -> tuple[Number, ...]:
    return tuple(map(read_number, _words(text)))


def _either(*known: str, said: str = "") -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.strip() not in known:
            raise ValueError(f"expected {said or either(known)}")
        return text.strip()

    return read


def _any_of(*known: str) -> Callable[[str], str | tuple[str, ...]]:
    """Return the reader of one of these words, or of words of one's own."""
    return lambda text: text if text in known else _words(text)


def _nested(text: str) -> Nested:
    try:
        document = parse_document(text.encode(), "--shape", ProblemError)
    except GradingError as failure:
        raise ValueError(f"expected nested lists, as [[[],[]],[[],[]]]; {failure.faults[0].message}") from None
    return as_nested(document.data)


def as_nested(data: Data) -> Nested:
    """Return nested lists as a shape; an empty list and anything that is no list is a leaf."""
    if isinstance(data, dict):
        raise RequestError("--shape: expected nested lists, as [[[],[]],[[],[]]]")
    return tuple(map(as_nested, data)) if isinstance(data, list) else ()


def _chances(text: str) -> str | tuple[Number, ...]:
    if text in _CHANCES:
        return text
    if text.isalpha():
        raise ValueError(f"expected {', '.join(_CHANCES)}, or probabilities such as 1/2,0.3,0.2")
    return _numbers(text)


def _values(text: str) -> tuple[Number, Number]:
    match = _VALUES.fullmatch(text.strip())
    if not match:
        raise ValueError("expected a range of values, as 0..9 or -20..20")
    return read_number(match[1]), read_number(match[2])


def _points(text: str) -> tuple[tuple[str, Number], ...]:
    pairs = [word.partition("=") for word in _words(text)]
    if not all(equals for _, equals, _ in pairs):
        raise ValueError("expected PART=N with commas between, as value=1,pruned=3")
    return tuple((part.strip(), read_number(number)) for part, _, number in pairs)


def _ordering(text: str) -> Ordering:
    name, _, probability = text.partition(":")
    if (name == "strong") != bool(probability):
        raise ValueError("expected random, best-first, worst-first, or strong:P with P from 0 to 1")
    if not probability:
        return Ordering(name)
    try:
        return Ordering(name, Fraction(read_number(probability)))
    except ValueError as failure:
        raise ValueError(f"strong:P: {failure}") from None


def _line(text: str, most: int = 200) -> str:
    text = text.strip()
    if len(text) > most or not text.isprintable():
        raise ValueError(f"expected one line of at most {most} characters")
    return text


def _id(text: str) -> str:
    text = _line(text, 90)
    if not re.fullmatch(r"[A-Za-z0-9._-]*", text):
        raise ValueError("expected letters, digits, '.', '_' and '-'")
    return text


FILE = Reading("FILE", str)
"""The name of a file; what is in it is read elsewhere."""
SHAPE = Reading("LISTS", _nested)
POINTS = Reading("PART=N,…", _points)
_POINTS_OF_ENDS = Reading("END=N,…", _points)
MANY = Reading("N|A-B", _range)
_COUNT = Reading("N", _count)
_NUMBER = Reading("X", read_number)
_NUMBERS = Reading("X,X,…", _numbers)
_NAMES = Reading("NAME,…", _words)
_BETWEEN = Reading("A..B", _values)


def _one_word(*known: str) -> Reading:
    return Reading("|".join(known), _either(*known))


_YES_NO, _LAST = _one_word("yes", "no"), _one_word("wins", "loses")


# -- the rows; a kind's help has its own in this order

_rare = partial(Field, has_option=False)
"""What few requests say, those of one game above all: a field of documents, and no option."""

HEADINGS: dict[str, dict[str, Field]] = {
    "From a problem": {
        "like": Field(FILE, "Variants of the problem in this file: its shape, its question, its difficulty figures."),
        "mirror": Field(FILE, "The mirror image of the problem in this file."),
    },
    "What is handed in": {
        "make": Field(
            _one_word("order", "values", "changes"),
            "What is handed in: order of the children (default), values of leaves, or changes of as few leaves as possible.",
        ),
        "objective": Field(
            Reading("WHAT", _either("most-pruned", "least-pruned")),
            "What the order is to do: most-pruned (default) or least-pruned.",
        ),
        "free": Field(MANY, "How many leaves get a number, with --make values (default 3)."),
        "fewest_changes": Field(MANY, "How many changes are the fewest: 1, 2 or 1-2 (default).", at="fewest"),
    },
    "Search": {
        "search": Field(
            Reading("SEARCH", str.strip), "The search: minimax, alpha-beta or expectiminimax; for which x also ucb."
        ),
        "about_what": Field(
            _one_word("pruned", "any"), "What the claim is about: pruned, or any (also the best move).", at="about"
        ),
        "unknown": Field(
            _one_word("value", "probability"),
            "Where x stands: value (of a leaf, default) or probability. Under --search ucb it is --convention exploration=x.",
        ),
        "integers": Field(_YES_NO, "Whether x is whole: yes or no (default)."),
        "items": Field(MANY, "How many claims are made (default 5)."),
        "reorder": Field(
            Reading("WHICH", _either("none", "root", "best", "all", said="none or root or best or all")),
            "Which children an iteration sorts for the next: none, root, best (one to the front) or all (default).",
        ),
        "prune_count": Field(MANY, "How many subtrees the search skips.", at="pruning.prune_count"),
        "leaves_evaluated": Field(MANY, "How many leaves the search evaluates.", at="pruning.leaves_evaluated"),
        "prune_exactly": Field(
            Reading("ID,…", _words), "Just these subtrees are skipped, no others.", at="pruning.prune_exactly"
        ),
        "about": Field(
            Reading("WHAT", str), "equality (where >= and > must differ) or deep-cutoffs.", at="promise.about"
        ),
        "value_bounds": Field(
            _BETWEEN,
            "Every leaf is known to lie in this range: the search starts with it, chance nodes are cut by it, and leaves are drawn from it.",
            at="",
        ),
        "rate": Field(_NUMBERS, "How many positions a second are searched: one of these (default 1000 to 1000000)."),
        "seconds": Field(MANY, "How many seconds the search has (default 10-300)."),
        "unit": Field(_one_word("leaves", "nodes"), "What a position searched is: leaves (default) or nodes."),
        "states": _rare(_NUMBER, "How many different positions there are."),
    },
    "Shape": {
        "tree_branching": Field(MANY, "The branching factor (default 5-40).", name="branching"),
        "tree_depth": Field(MANY, "How deep the tree is (default 3-5).", name="depth"),
        "players": Field(_NAMES, "The names of the players, in their order (default Ann,Bob,Cat)."),
        "depth": Field(MANY, "Plies from the root to the leaves; with a range, leaves lie between."),
        "branching": Field(MANY, "Children of each node."),
        "shape": Field(
            SHAPE, "The shape itself as nested lists, a leaf as []: '[[[],[]],[[],[],[]]]'.", at="shape.nested"
        ),
        "root": Field(_one_word("max", "min"), "Who moves first.", at=""),
        "layers": Field(Reading("max,chance,…", _words), "Who moves at depth 0, 1 …; begins anew where it ends."),
        "names": Field(
            Reading("WHICH", _any_of("letters", "path")),
            "Names of nodes: letters, path, or your own breadth-first, with commas.",
        ),
        "moves": Field(
            Reading("WHICH", _any_of("none", "letters", "sides")),
            "Labels of moves: none, letters, sides (L, M, R), or your own, with commas.",
        ),
        "max_nodes": Field(_COUNT, "Trees of up to N nodes (default 10000).", at="shape.most_nodes"),
        "chances": Field(
            Reading("WHICH", _chances),
            "uniform, tenths, quarters, thirds, or probabilities such as 1/2,0.3,0.2.",
            at="shape.probabilities",
        ),
    },
    "Values of leaves": {
        "values": Field(_BETWEEN, "The range of leaf values."),
        "step": Field(_NUMBER, "Leaf values are multiples of it: 1, 1/2, 1/4."),
        "outcomes": Field(
            Reading("V,V,…", lambda text: _OUTCOMES.get(text) or _numbers(text)),
            "Leaf values from this list only, such as -1,0,1 for win, draw and loss.",
        ),
        "ties": Field(_COUNT, "How many leaves repeat another leaf's value (default 0: all distinct)."),
        "repeats": Field(None, "Leaf values may repeat as they come.", at=""),
    },
    "Ordering": {
        "ordering": Field(
            Reading("WHICH", _ordering), "random, best-first, worst-first, or strong:P (best first with probability P)."
        ),
    },
    "Horizon": {
        "depth_limit": Field(
            _COUNT, "Where the search stops: nodes there are worth their static values.", at="limits.depth"
        ),
        "depth_in": Field(
            _one_word("plies", "moves", "rounds"),
            "How --depth-limit is counted: in plies, in moves of the players, or in rounds.",
            at="",
        ),
        "extension": Field(_COUNT, "How much farther the search goes at most below nodes that are not quiet."),
        "static": _rare(
            _one_word("horizon", "all"),
            "Where static values are stated: where the search stops (horizon), or at all searched nodes (all).",
            at="limits.statics",
        ),
        "noise": _rare(_NUMBER, "How far they are off the backed-up values at most (default: a quarter of the range)."),
        "features": Field(
            _NAMES, "Features in place of static values, such as material,mobility, with small whole weights."
        ),
        "weights": _rare(_NUMBERS, "The weights of the features, such as 3,-1 (default: drawn)."),
        "not_quiet": _rare(
            MANY,
            "How many nodes at the horizon are not quiet, so that the search goes on (default 0).",
            at="limits.noisy",
        ),
    },
    "Game": {
        "game": Field(
            Reading("NAME", str.strip),
            "The tree is that of a game: take-away, nim, tic-tac-toe, mancala, bags or line. --root says who moves first, --depth how many plies there are.",
            at="game.name",
        ),
        "game_objects": _rare(
            MANY, "take-away: how many objects there are at the start (default 3-12).", name="objects"
        ),
        "game_take": _rare(
            _NUMBERS, "take-away: the numbers that can be taken at once, such as 1,2 (default: drawn).", name="take"
        ),
        "game_takes": _rare(
            MANY,
            "take-away: how many different numbers can be taken at once, from 1 to 5 (default 2-3).",
            name="takes",
        ),
        "game_piles": _rare(MANY, "nim: how many piles there are (default 2-3).", name="piles"),
        "game_pile": _rare(MANY, "nim: how many objects there are in each pile (default 1-3).", name="pile"),
        "game_most": _rare(MANY, "nim: how many objects can be taken at once (default: any number).", name="most"),
        "game_last": _rare(_LAST, "take-away, nim: whether who moves last wins (default) or loses.", name="last"),
        "board": _rare(
            Reading("ROWS", str.strip), "tic-tac-toe: the board itself, its rows joined by /, such as X.O/.X./..O."
        ),
        "side": _rare(_COUNT, "tic-tac-toe: how many cells a side of the board has: 2, 3 (default) or 4."),
        "marks": _rare(MANY, "tic-tac-toe: how many cells are taken (default: all but 3 to 5)."),
        "pits": _rare(MANY, "mancala: how many pits a side has (default 2-3)."),
        "stones": _rare(MANY, "mancala: how many stones there are in each pit (default 0-3)."),
        "stores": _rare(MANY, "mancala: how many stones there are in each store (default 0)."),
        "capture": _rare(_YES_NO, "mancala: whether stones opposite are captured: yes (default) or no."),
        "extra_turn": _rare(_YES_NO, "mancala: whether who ends in the own store moves again: yes (default) or no."),
        "bags": _rare(MANY, "bags: how many bags there are (default 2-3)."),
        "balls": _rare(MANY, "bags: how many balls there are in each (default 2-3); --values says which numbers."),
        "draws": _rare(
            _one_word("min", "chance"), "bags: who draws a ball: min or chance (default chance in expectiminimax)."
        ),
        "squares": _rare(MANY, "line: how many squares there are (default 3-5)."),
        "loop": _rare(_NUMBERS, "line: what a position is worth that comes again, one of these (default 0)."),
        "utilities": Field(_POINTS_OF_ENDS, "What the ends of the game are worth, such as win=10,loss=0,draw=5."),
        "symmetry": _rare(
            _one_word("keep", "merge"),
            "nim, tic-tac-toe: whether moves to the same position up to symmetry are merged.",
        ),
        "nodes": Field(MANY, "How many nodes the tree of the game has (default 7-60)."),
    },
    "Take-away and nim": {
        "objects": Field(MANY, "How many objects there are at the start (default 8-15)."),
        "take": Field(_NUMBERS, "The numbers that can be taken at once, such as 1,2 (default: drawn)."),
        "takes": Field(MANY, "How many different numbers can be taken at once, from 1 to 5 (default 2-3)."),
        "piles": Field(MANY, "How many piles there are: nim in place of take-away."),
        "pile": Field(MANY, "How many objects there are in each pile (default 1-4)."),
        "most": Field(MANY, "How many objects can be taken at once from a pile (default: any number)."),
        "last": Field(_LAST, "Whether who moves last wins (default) or loses."),
    },
    "Children": {
        "children": Field(MANY, "How many children the node has."),
        "visits": Field(Reading("A-B", _range), "Visits of each child; in `mcts` on average."),
        "reward": Field(_NUMBER, "The largest mean reward (default 1)."),
        "reward_step": Field(_NUMBER, "Total rewards are multiples of it: 1, 1/2, 1/4.", name="step"),
        "unvisited": Field(MANY, "How many children have no visits (default 0)."),
        "extra_visits": Field(MANY, "Visits of the parent beyond those of its children."),
        "child_names": Field(
            Reading("WHICH", _any_of("letters")), "Names of children: letters, or your own, with commas.", name="names"
        ),
    },
    "Iterations": {
        "iterations": Field(_COUNT, "How many iterations are run (default 1, on the numbers that are given)."),
        "playouts": Field(_COUNT, "How many playouts are given, in place of a tree and iterations on it."),
    },
    "Play": {
        "opponent_errs": Field(
            MANY,
            "How many replies of the opponent are errors (default 1 where outcome or best-response is asked).",
            at="playing.errs",
        ),
        "repeated_states": Field(
            MANY,
            "How many positions come again (default 2 where redundant or distinct-states is asked).",
            at="playing.repeated",
        ),
    },
    "Question": {
        "ask": Field(Reading("PART,…", _words), "The parts that are asked (default: the kind's own)."),
        "after": Field(_COUNT, "After how many leaves it is asked what is known (intervals)."),
        "points": Field(POINTS, "Points of parts (default 1 each)."),
        "title": Field(Reading("TEXT", _line), "The title of the problems; with several a number is added."),
        "id": Field(
            Reading("ID", _id),
            "The id of the problems; with several a number is added (default: made from the content).",
        ),
    },
    "Guarantees": {
        "without": Field(_NAMES, "Guarantees to switch off."),
        "separate": Field(
            _NAMES, "Misconceptions that must give a wrong answer; default, all (from one another too), none."
        ),
        "margin": Field(_NUMBER, "The least distance between the two best scores (default 0.05)."),
        "max_draws": Field(
            _COUNT,
            "How many draws to try for one problem (default 2000, where some nearly fit 6000).",
            at="promise.most_draws",
        ),
    },
}
"""Every field by the heading of its help. A row that shares its name with another has a key of its own."""

_PARTS = {
    "Shape": "shape.",
    "Values of leaves": "leaves.",
    "Horizon": "limits.",
    "Game": "game.",
    "Play": "playing.",
    "Question": "question.",
    "Guarantees": "promise.",
}
"""The part of the record in which the fields below a heading stand."""


def _whole(key: str, row: Field, heading: str) -> Field:
    name = row.name or key
    at = _PARTS.get(heading, "") + name if row.at is None else row.at
    return row._replace(name=name, heading=heading, at=at)


FIELDS = {key: _whole(key, row, heading) for heading, rows in HEADINGS.items() for key, row in rows.items()}

# -- the rows that several kinds have

_GIVEN = ("like", "mirror")
ENDS = ("ask", "points", "title", "id", "without", "separate", "max_draws")
_SHAPE = ("depth", "branching", "shape", "root", "layers", "names", "moves", "max_nodes")
TREES = (*_GIVEN, *_SHAPE, *HEADINGS["Values of leaves"], *ENDS)
TREES_WITH_CHANCE = (*TREES, "chances")
LIMIT = ("depth_limit", "extension", "static", "noise", "features", "weights", "not_quiet")
