"""Conventions: every choice on which courses differ, as an explicit field with its values and their words.

A field is data: its values, default, the sentence for statements and reports, and the parts of an answer that depend on
it. Which fields a kind uses is the kind's own list.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import le, lt
from typing import Any, NamedTuple, cast

from grader.core.data import Plain
from grader.core.linear import X
from grader.core.numbers import INFINITY, Bound, Number, is_infinite, read_bound, read_number, show_number, write_number

MOST_DECIMALS = 999
_LARGEST = 10**15
"""No constant, mean or sum is larger."""


class Exploration(NamedTuple):
    """The exploration constant c: as it is written, and its value."""

    text: str = "sqrt(2)"
    value: float = math.sqrt(2)

    def __hash__(self) -> int:  # the text says it all, and an unknown value has no hash
        return hash(self.text)


PRIORS = "puct"
"""The formula that weighs the prior of each child."""
CONSTANT_BESIDE_PRIORS = Exploration("1", 1.0)
"""The exploration constant of that formula, unless a problem says otherwise."""


class Conventions(NamedTuple):
    """The conventions of one problem. `stated` names the fields that the problem sets itself."""

    cutoff: str = "alpha >= beta"
    order: str = "left-to-right"
    tie: str = "first"
    bounds: str = "fail-soft"
    initial_window: tuple[Bound, Bound] = (-INFINITY, INFINITY)
    windows_at: str = "exit"
    list_pruned_as: str = "subtrees"
    empty_cutoffs: str = "ignore"
    root: str = "max"
    depth_in: str = "plies"
    values_for: str = "max"
    value_bounds: tuple[Bound, Bound] | None = None
    bounds_at: str = "everywhere"
    sum_bound: Number | None = None
    decimals: int | None = 2
    exploration: Exploration = Exploration()
    formula: str = "uct"
    log: str = "ln"
    unvisited: str = "first"
    unvisited_mean: Number = 0
    expand: str = "one"
    totals_for: str = "mover"
    complement: str = "one-minus"
    parent_count: str = "own"
    final: str = "most-visits"
    guessing: str = "corrected"
    significant: int | None = None
    stated: frozenset[str] = frozenset()

    @property
    def right_to_left(self) -> bool:
        """Return whether children are examined from the right."""
        return self.order == "right-to-left"

    @property
    def believes_bounds(self) -> bool:
        """Return whether the search starts within the bounds of all values, and hands down no window beyond them."""
        return self.value_bounds is not None and self.bounds_at == "everywhere"

    @property
    def weighs_priors(self) -> bool:
        """Return whether the score of a child rests on its prior: then one without visits is scored as all others."""
        return self.formula == PRIORS

    @property
    def tries_unvisited_first(self) -> bool:
        """Return whether a child without visits goes before all others."""
        return self.unvisited == "first" and not self.weighs_priors


def _always(_name: str, _conventions: Conventions, _asked: set[str]) -> bool:
    return True


class Field(NamedTuple):
    """One convention: how it is read, written and said.

    `words` maps each value to its sentence or, where that takes more, the conventions to the sentence; then `values` are those there
    are, in words. `parts` are the answers that can differ with the field. `why` says why it exists. `goes_on_from` is the field without
    which this one has no effect, and behind whose sentence this one's stands. `shape` is the definition of the schemas that its values
    fit, none where they are a few names, which a mistaken one may be `also_called`.

    `is_telling(name, conventions, asked)` is whether the field says something where these parts are asked; it never does under a formula
    in `has_no_place`, which says why. `is_of_tree`: it says how a tree is written, of which each node has its player once it is read.
    `is_of_handing_in`: it says no more than how an answer is written down; `is_of_marks`: it changes what an answer earns, and no right answer.
    """

    words: Mapping[str, str] | Callable[[Conventions], str]
    parts: frozenset[str]
    why: str
    read: Callable[[Any], object] = str
    write: Callable[[Any], Plain] = str
    values: str | tuple[str, ...] = ()
    goes_on_from: str = ""
    shape: str = ""
    also_called: Mapping[str, str] = {}  # nobody writes to it
    is_telling: Callable[[str, Conventions, set[str]], bool] = _always
    has_no_place: Mapping[str, str] = {}  # nobody writes to it
    is_of_tree: bool = False
    is_of_handing_in: bool = False
    is_of_marks: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Return the values where they are a few names."""
        return () if isinstance(self.values, str) else self.values or tuple(cast("Mapping[str, str]", self.words))

    @property
    def choices(self) -> str:
        """Return the possible values in words."""
        return self.values if isinstance(self.values, str) else ", ".join(f"`{name}`" for name in self.names)


def _read_pair(
    is_ordered: Callable[[Bound, Bound], bool], expected: str, given: Iterable[object]
) -> tuple[Bound, Bound]:
    low, high = (read_bound(str(bound)) for bound in given)
    if not is_ordered(low, high):
        raise ValueError(f"expected {expected}")
    return low, high


def _read_whole(least: int, or_else: str, given: object) -> int:
    number = read_number(str(given))
    if not isinstance(number, int) or not least <= number <= MOST_DECIMALS:
        raise ValueError(f"expected a whole number from {least} to {MOST_DECIMALS}{or_else}")
    return number


def _read_between(least: Number, most: Number, refusal: str, given: object) -> Number:
    number = read_number(str(given))
    if not least <= number <= most:
        raise ValueError(refusal)
    return number


def _write_pair(pair: tuple[Bound, Bound]) -> Plain:
    return [write_number(bound) for bound in pair]


def _window_words(conventions: Conventions) -> str:
    alpha, beta = map(show_number, conventions.initial_window)
    starts = (
        "The window at the root is given:"
        if conventions.believes_bounds
        else "The search starts at the root with the window"
    )
    return f"{starts} alpha = {alpha}, beta = {beta}."


def _read_decimals(given: object) -> int | None:
    return None if str(given) == "exact" else _read_whole(0, ", or exact", given)


def _decimals_words(conventions: Conventions) -> str:
    decimals = conventions.decimals
    if decimals is None:
        return "Numbers are to be given exactly; fractions such as 7/3 are welcome."
    which = "A number" if "decimals" in conventions.stated else "A number that is not whole"
    places = f"{decimals} decimal{'' if decimals == 1 else 's'}"
    return f"{which} may be rounded to {places}; fractions such as 7/3 are welcome."


def _significant_words(conventions: Conventions) -> str:
    digits = conventions.significant
    return f"A number may be rounded to {digits} significant digit{'' if digits == 1 else 's'}; 2.6e12 stands for 2.6 · 10^12."


def _exploration_words(conventions: Conventions) -> str:
    return f"The exploration constant is c = {conventions.exploration.text}."


def _unvisited_words(conventions: Conventions) -> str:
    if conventions.unvisited == "zero":
        return "A child that was never visited scores 0."
    several = "each of several is right" if conventions.tie == "any" else "the leftmost of several"
    return f"A child that was never visited scores inf and is chosen first; {several}."


def _read_exploration(given: object) -> Exploration:
    text = str(given).strip()
    if text == "x":  # what nobody knows of a problem that asks for which x something holds
        return Exploration(text, cast("float", X))
    root = re.fullmatch(r"sqrt\((.*)\)", text)
    number = read_number(root[1] if root else text)
    try:
        value = float(number)
    except OverflowError:
        value = INFINITY
    if not 0 <= value <= _LARGEST:
        raise ValueError(f"expected a number from 0 to {_LARGEST:,} such as 1.4, or sqrt(2)")
    return Exploration(text, math.sqrt(value) if root else value)


def _mean_words(conventions: Conventions) -> str:
    return f"A child that was never visited counts as having the mean {show_number(conventions.unvisited_mean)}."


def _sum_words(conventions: Conventions) -> str:
    if conventions.sum_bound is None:
        return "Nothing is known of the sum of the players' numbers."
    return f"No player's number is below 0, and at every leaf they sum to at most {show_number(conventions.sum_bound)}."


def _bounds_words(conventions: Conventions) -> str:
    low, high = conventions.value_bounds or (-INFINITY, INFINITY)
    if low > -INFINITY and high < INFINITY:
        return f"Every leaf is known to lie between {show_number(low)} and {show_number(high)}."
    if low == -INFINITY and high == INFINITY:
        return "Nothing is known of a leaf before it is evaluated: it may lie anywhere between -inf and inf."
    side, bound = ("at most", high) if low == -INFINITY else ("at least", low)
    return f"Every leaf is known to be {side} {show_number(bound)}."


def _bounds_at_words(conventions: Conventions) -> str:
    """Return where the search uses the bounds, and what follows; nothing where they are infinite."""
    if conventions.bounds_at == "chance":
        return "This is used at chance nodes only."
    low, high = conventions.value_bounds or (-INFINITY, INFINITY)
    alpha, beta = conventions.initial_window
    sides = ((low, "alpha", max(alpha, low), "MIN"), (high, "beta", min(beta, high), "MAX"))
    ends = [side for side in sides if not is_infinite(side[0])]
    if not ends:
        return ""
    starts = " and ".join(
        f"{name}{'' if place else ' starts'} at {show_number(start)}" for place, (_, name, start, _) in enumerate(ends)
    )
    if conventions.cutoff == "alpha > beta":
        reached = "one of them" if len(ends) > 1 else "it"
        return f"So {starts}; equality is not enough, so no node is cut for having reached {reached}."
    stops = " and ".join(f"a {player} node that has {show_number(end)}" for end, _, _, player in reversed(ends))
    return f"So {starts}: {stops} examine{'' if len(ends) > 1 else 's'} no more children."


# whether a field says something


def _is_stated(name: str, conventions: Conventions, _asked: set[str]) -> bool:
    """Return whether a problem says so itself: nobody expects the default to be otherwise."""
    return name in conventions.stated


def _is_there(name: str, conventions: Conventions, _asked: set[str]) -> bool:
    """Return whether there is a value: what is none needs no word."""
    return value_of(conventions, name) is not None


def _has_bounds(_name: str, conventions: Conventions, _asked: set[str]) -> bool:
    return any(not is_infinite(bound) for bound in conventions.value_bounds or ())


def _shows_window(name: str, conventions: Conventions, asked: set[str]) -> bool:
    """Return whether an answer shows where the search starts, where `bounds-at` does not say it."""
    return name in conventions.stated if conventions.believes_bounds else _may_pass_window(conventions, asked)


def _may_pass_window(conventions: Conventions, asked: set[str], *shown: str) -> bool:
    """Return whether a number may lie outside a window: under a full one the root's value is the same fail-soft and fail-hard."""
    return "initial-window" in conventions.stated or not asked.isdisjoint(("windows", "cutoffs", *shown))


def _names(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_SEARCH = _names("values pruned visited leaves-evaluated nodes-visited windows cutoffs intervals")
_MOVES = _names(
    "best-move principal-variation choice strategy best-response outcome paths expanded visits totals selection"
)
_NUMBERS = _names("value values windows cutoffs scores best-response outcome intervals range smallest largest linear")
_SAMPLING = _names("paths expanded visits totals scores selection")
_UCB = _names("scores choice paths expanded visits totals selection")

_AMOUNTS = _names("leaves nodes per-level minimal-leaves deepening-total space effective-branching time budget")

_WITH_EQUALITY = ["non-strict", "not strict", "equality", ">=", "≥", "α >= β", "α>=β", "α ≥ β", "α≥β", "alpha ≥ beta"]
_WITHOUT = ["strict", "strictly", ">", "α > β", "α>β", "beta < alpha"]

FIELDS: dict[str, Field] = {
    "cutoff": Field(
        {
            "alpha >= beta": "A node's remaining children are skipped as soon as alpha >= beta; equality is enough.",
            "alpha > beta": "A node's remaining children are skipped only when alpha > beta; equality is not enough.",
        },
        _SEARCH,
        "Textbooks prune on equality; some courses do not, even where the same course does so in its exams.",
        also_called=dict.fromkeys([*_WITH_EQUALITY, "beta <= alpha"], "alpha >= beta")
        | dict.fromkeys(_WITHOUT, "alpha > beta"),
    ),
    "order": Field(
        {
            "left-to-right": "Children are examined from left to right.",
            "right-to-left": "Children are examined from right to left.",
        },
        _SEARCH | _MOVES | {"redundant", "distinct-states"},
        "Mirrored exercises.",
    ),
    "tie": Field(
        {
            "first": "Among equally good moves the one examined first counts.",
            "last": "Among equally good moves the one examined last counts.",
            "any": "Among equally good moves each one is right.",
        },
        _MOVES,
        "Which optimal move counts.",
    ),
    "bounds": Field(
        {
            "fail-soft": "A node returns the best value that it found, even where that lies outside its window (fail-soft).",
            "fail-hard": "What a node reports (value, window at exit, cutoff) is moved into the window with which it was "
            "entered (fail-hard); the search itself goes on with the numbers that were found.",
        },
        _names("value values windows cutoffs"),
        "Numbers at inner nodes differ on most trees; the pruned set never does, for the search goes on with what was found.",
        is_telling=lambda _, conventions, asked: _may_pass_window(conventions, asked, "values"),
    ),
    "initial-window": Field(
        _window_words,
        _SEARCH | {"value", "best-move", "principal-variation"},
        "Exercises in the middle of a search.",
        partial(_read_pair, lt, "[alpha, beta] with alpha below beta"),
        _write_pair,
        "`[-inf, inf]`, any pair with alpha < beta",
        shape="window",
        is_telling=_shows_window,
    ),
    "windows-at": Field(
        {
            "exit": "A node's alpha and beta are read when it is left: after its last examined child was taken in.",
            "entry": "A node's alpha and beta are read when it is entered: as its parent hands them down.",
        },
        _names("windows"),
        "When alpha and beta are read off a node.",
    ),
    "list-pruned-as": Field(
        {
            "subtrees": "List the root of each skipped subtree; any listing of the same leaves is the same answer.",
            "nodes": "List every skipped node; any listing of the same leaves is the same answer.",
            "leaves": "List the skipped leaves; any listing of the same leaves is the same answer.",
        },
        _names("pruned"),
        "What the statement asks to list; marks count leaves in every case.",
        is_of_handing_in=True,
    ),
    "empty-cutoffs": Field(
        {
            "ignore": "A cutoff after a node's last child skips nothing and is not listed.",
            "count": "A cutoff after a node's last child is listed too, although it skips nothing.",
        },
        _names("cutoffs"),
        "Only for the part `cutoffs`.",
    ),
    "root": Field(
        {"max": "MAX moves at the root.", "min": "MIN moves at the root."},
        frozenset(),
        "Only for trees written as nested lists.",
        is_of_tree=True,
    ),
    "depth-in": Field(
        {
            "plies": "Depth counts every edge of the tree.",
            "moves": "Depth counts moves of the players; an edge below a chance node is none.",
            "rounds": "Depth counts rounds, one move of each player; an edge below a chance node is no move.",
        },
        _SEARCH | _MOVES | {"value"},
        "Only with a `depth`; some courses count edges, some moves, and to some a move is one of each player.",
        is_telling=_is_stated,
    ),
    "values-for": Field(
        {
            "max": "Values are MAX's, also at MIN nodes.",
            "mover": "Values are those of the player to move: at a MIN node minus MAX's. Leaves are worth what they are to MAX.",
        },
        _names("value values"),
        "Negamax writes each value for the player to move: x for one is -x for the other.",
        is_telling=_is_stated,
    ),
    "value-bounds": Field(
        _bounds_words,
        _SEARCH | {"value"},
        "What is known of leaves that were not evaluated: chance nodes are cut by it, and intervals begin with it.",
        partial(_read_pair, le, "[lo, hi] with lo no larger than hi"),
        lambda bounds: None if bounds is None else _write_pair(bounds),
        "none, any pair with lo <= hi",
        shape="value-bounds",
        is_telling=_is_there,
    ),
    "bounds-at": Field(
        _bounds_at_words,
        _SEARCH | {"value"},
        "Whether MAX and MIN nodes know the bounds as chance nodes do: the search starts with them.",
        values=("everywhere", "chance"),
        goes_on_from="value-bounds",
        is_telling=_has_bounds,
    ),
    "sum-bound": Field(
        _sum_words,
        _names("pruned visited leaves-evaluated"),
        "With several players nothing can be pruned unless the sum of their numbers is bounded.",
        partial(_read_between, 0, _LARGEST, f"expected a number from 0 to {_LARGEST:,}"),
        lambda bound: None if bound is None else write_number(bound),
        "none, any number of at least 0",
        shape="number",
        is_telling=_is_there,
    ),
    "decimals": Field(
        _decimals_words,
        _NUMBERS | _AMOUNTS,
        "How exactly a number must be given; stated explicitly, whole numbers may be rounded as well.",
        _read_decimals,
        lambda decimals: "exact" if decimals is None else decimals,
        "`2`, any whole number, `exact`",
        shape="decimals",
        is_of_handing_in=True,
    ),
    "exploration": Field(
        _exploration_words,
        _UCB,
        "The constant c of `uct` and `puct`; that of `puct` is 1 unless it is stated.",
        _read_exploration,
        lambda exploration: exploration.text,
        "`sqrt(2)`, `sqrt(x)`, any number of at least 0",
        shape="exploration",
        has_no_place={"ucb1": "has no place in formula ucb1, which has its 2 inside the root; expected formula uct"},
    ),
    "formula": Field(
        {
            "uct": "A child's score is total/n + c * sqrt(log N / n), with N the parent's visits and n the child's.",
            "ucb1": "A child's score is total/n + sqrt(2 * log N / n), with N the parent's visits and n the child's.",
            PRIORS: "A child's score is total/n + c * prior * sqrt(N) / (1 + n), with N the parent's visits and n the child's.",
        },
        _UCB,
        "The constant stands outside the root, or a 2 inside; or the bonus is weighed by a prior, as in AlphaZero.",
    ),
    "log": Field(
        {
            "ln": "log is the natural logarithm.",
            "log10": "log is the logarithm to base 10.",
            "log2": "log is the logarithm to base 2.",
        },
        _UCB,
        "All three are taught.",
        has_no_place={
            PRIORS: f"has no place in formula {PRIORS}, which has no logarithm; expected formula uct",
        },
    ),
    "unvisited": Field(
        _unvisited_words,
        _UCB,
        "Some courses try unvisited children first, some give them no score.",
        values=("first", "zero"),
        has_no_place={
            PRIORS: f"has no place in formula {PRIORS}, where a child without visits is scored too; expected unvisited-mean",
        },
    ),
    "unvisited-mean": Field(
        _mean_words,
        _UCB,
        "Under `puct` a child without visits has a score as all others; its mean is set.",
        partial(_read_between, -_LARGEST, _LARGEST, f"is too large for a mean, expected at most {_LARGEST:,}"),
        write_number,
        "`0`, any number",
        shape="number",
        has_no_place=dict.fromkeys(
            ("uct", "ucb1"), f"has a place only in formula {PRIORS}, where a child without visits has a mean"
        ),
    ),
    "expand": Field(
        {
            "one": "One child is added at a time: the first that is missing, where selection stops.",
            "all": "All children of a node that was visited before are added at once, and of the root at the first iteration; "
            "the simulation starts at the first of them.",
        },
        _SAMPLING,
        "Books add one node in each iteration; programs often add all children of a leaf.",
    ),
    "totals-for": Field(
        {
            "mover": "A node's total counts the rewards of the player who moved into it; the root's those of the opponent of who moves there.",
            "max": "A node's total counts MAX's rewards.",
            "own": "A node's total counts the rewards of the player to move there; at a leaf that is the opponent of who moved there.",
        },
        _names("totals"),
        "Whose wins stand in a node; paths and scores do not depend on it.",
    ),
    "complement": Field(
        {
            "one-minus": "MIN's reward is 1 - MAX's.",
            "negate": "MIN's reward is minus MAX's.",
        },
        _SAMPLING | {"scores", "choice"},
        "Wins count 1, 1/2, 0, or what one wins the other loses.",
    ),
    "parent-count": Field(
        {
            "own": "N is the node's own visits.",
            "children": "N is the sum of the visits of the node's children.",
        },
        _SAMPLING | {"scores", "choice"},
        "The two differ by the visits before the first child was added.",
    ),
    "final": Field(
        {
            "most-visits": "At the end the move with the most visits is played.",
            "best-mean": "At the end the move with the best mean reward for who moves at the root is played.",
            "best-score": "At the end the move with the best score is played.",
        },
        _names("choice"),
        "Which move is played at the end: the robust child or the max child.",
    ),
    "guessing": Field(
        {
            "corrected": "A wrong entry takes off what a right one earns, so guessing earns nothing on average; one left blank takes nothing off.",
            "free": "A wrong entry takes nothing off.",
        },
        _names("claims outcomes"),
        "Whether it pays to guess.",
        is_of_marks=True,
    ),
    "significant": Field(
        _significant_words,
        _AMOUNTS,
        "Of a number with many digits the first ones tell how large it is.",
        partial(_read_whole, 1, ""),
        lambda digits: digits,
        values="none, any whole number from 1",
        shape="significant",
        is_telling=_is_there,
        is_of_handing_in=True,
    ),
}


def value_of(conventions: Conventions, name: str) -> Any:
    """Return the value of the field that documents call `name`."""
    return getattr(conventions, name.replace("-", "_"))


def read_conventions(given: Mapping[str, Any]) -> tuple[Conventions, list[tuple[str, str]]]:
    """Return the conventions that a problem states, and what is wrong as (field, message)."""
    read: dict[str, Any] = {}
    wrong: list[tuple[str, str]] = []
    for name, value in given.items():
        try:
            read[name.replace("-", "_")] = FIELDS[name].read(value)
        except ValueError as failure:
            wrong.append((name, str(failure)))
    formula = given.get("formula", Conventions().formula)
    for name, field in FIELDS.items():
        if name in given and field.goes_on_from not in ("", *given):
            wrong.append((name, f"has no effect without {field.goes_on_from}"))
        if name in given and formula in field.has_no_place:
            wrong.append((name, field.has_no_place[formula]))
    if formula == PRIORS:
        read.setdefault("exploration", CONSTANT_BESIDE_PRIORS)
    return Conventions(**read, stated=frozenset(given)), wrong


def write_conventions(conventions: Conventions) -> dict[str, Plain]:
    """Return the stated conventions as a problem document holds them, in the order of the table."""
    names = (name for name in FIELDS if name in conventions.stated)
    return {name: FIELDS[name].write(value_of(conventions, name)) for name in names}


def conventions_in_words(conventions: Conventions, used: Iterable[str], parts: Iterable[str]) -> list[str]:
    """Return a sentence for each convention among `used` that matters for the asked parts."""
    asked = set(parts)
    return [
        describe(conventions, name)
        for name, field in FIELDS.items()
        if name in used and field.parts & asked
        if conventions.formula not in field.has_no_place and field.is_telling(name, conventions, asked)
    ]


def describe(conventions: Conventions, name: str) -> str:
    """Return the sentence that states the field's value."""
    words = FIELDS[name].words
    return words[value_of(conventions, name)] if isinstance(words, Mapping) else words(conventions)


def sentences_of(conventions: Conventions, name: str) -> list[str]:
    """Return the sentence that states the field's value, with the one that it goes on from, for who reads it alone."""
    return [said for one in (FIELDS[name].goes_on_from, name) if one and (said := describe(conventions, one))]
