"""The folds: one pass bottom-up for values, one alpha-beta search with its whole trace. Neither recurses.

Which rule a node follows is an argument, so a wrong answer is the same fold with a wrong rule.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Never, TypeVar, overload

from grader.core.games.tree import Tree
from grader.core.numbers import INFINITY, Bound, Number
from grader.core.search.cutting import AnyKnown, SearchRules, clipped, handing_within
from grader.core.search.values import VALUE_RULES, AnyRules, ValueRules

Window = tuple[Bound, Bound]
FULL_WINDOW: Window = (-INFINITY, INFINITY)
NOTHING_FIXED: Mapping[int, Never] = MappingProxyType({})


Worth = TypeVar("Worth")
"""What nodes are worth, by the rules."""

Agrees = Callable[[int, Bound, Window], bool]
"""From a node that is left, the number that it returns and the window of its entry to whether the search goes on."""


class Disagreement(Exception):
    """A search found a number that was not to be found: it was broken off."""


@overload
def back_up(
    tree: Tree, *, kinds: Sequence[int] | None = None, fixed: Mapping[int, Number] = NOTHING_FIXED
) -> list[Number]: ...


@overload
def back_up(
    tree: Tree,
    rules: ValueRules[Worth],
    kinds: Sequence[int] | None = None,
    fixed: Mapping[int, Worth] = NOTHING_FIXED,
) -> list[Worth]: ...


def back_up(
    tree: Tree,
    rules: AnyRules = VALUE_RULES,
    kinds: Sequence[int] | None = None,
    fixed: Mapping[int, object] = NOTHING_FIXED,
) -> list[Any]:
    """Return what every node is worth, where that is a number in MAX's point of view: leaves first, then each node from its children.

    `kinds` says which rule each node follows (default: the tree's own). `fixed` holds nodes whose value is given: what
    is above them follows from that number.
    """
    first, end, probability = tree.first, tree.end, tree.probability
    values: list[object] = list(tree.value)  # inner nodes' None are filled below
    kinds = tree.kind if kinds is None else kinds
    for node in range(tree.searched - 1, -1, -1):
        start, stop = first[node], end[node]
        if start < stop:
            rule = rules[kinds[node]]
            values[node] = rule(values[start:stop], probability[start:stop])  # type: ignore[misc]  # no leaf gets here
        if node in fixed:
            values[node] = fixed[node]
    return values


class Cutoff(NamedTuple):
    """A node whose search ended early: its window at that moment and the children it skipped (as they stand).

    `skipped` is empty where the test came true after the last child ("empty cutoff").
    """

    node: int
    alpha: Bound
    beta: Bound
    skipped: Sequence[int]


class Trace(NamedTuple):
    """What one alpha-beta search did. Lists are indexed by node and hold None where the search never came.

    `value` is what the search returned there (fail-soft), `entry` the window handed down to the node, `exit` its window
    after the last examined child was taken in. `visited` is in order of entry, `cutoffs` in order of time.
    """

    visited: list[int]
    value: list[Bound | None]
    entry: list[Window | None]
    exit: list[Window | None]
    cutoffs: list[Cutoff]


def alpha_beta(
    tree: Tree,
    rules: SearchRules = SearchRules(),
    window: Window = FULL_WINDOW,
    *,
    right_to_left: bool = False,
    kinds: Sequence[int] | None = None,
    fixed: Mapping[int, Number] = NOTHING_FIXED,
    agrees: Agrees | None = None,
) -> Trace:
    """Return the trace of a fail-soft alpha-beta search of the tree from the given window.

    `kinds` and `fixed` are those of `back_up`; a fixed node is searched, and returns the given number.
    Raises Disagreement at the first inner node where `agrees` says no.

    Source: Knuth and Moore 1975, procedure F2 with both bounds, in the fail-soft form of Fishburn 1983.
    """
    if rules.within is not None:
        window = clipped(window, rules.within)
        rules = rules._replace(roles=tuple(handing_within(role, rules.within) for role in rules.roles))
    size = tree.size
    trace = Trace([], [None] * size, [None] * size, [None] * size, [])
    given = _Given(-1 if right_to_left else 1, tree.kind if kinds is None else kinds, fixed, agrees)
    _search(tree, rules, window, trace, given)
    return trace


class _Given(NamedTuple):
    """What a search is told beside tree and rules; `step` is 1 from left to right, else -1."""

    step: int
    kinds: Sequence[int]
    fixed: Mapping[int, Number]
    agrees: Agrees | None


def _search(tree: Tree, rules: SearchRules, child_window: Window, trace: Trace, given: _Given) -> None:
    """Fill the trace. A frame is an inner node above the current one: (node, next child, stop, alpha, beta, what it knows)."""
    first, end, utility, probability, standing = tree.first, tree.end, tree.value, tree.probability, tree.standing
    step, kinds, fixed, agrees = given
    cutoff, roles, shared_window, _ = rules
    starts, take_in, hand_down, tests, finish = zip(*roles, strict=True)
    visited, value, entry, exit_, cutoffs = trace
    frames: list[tuple[int, int, int, Bound, Bound, AnyKnown]] = []
    node = 0
    while True:
        # Enter `node`; a leaf hands its value to the frames that wait for it. Then go down to the next child.
        visited.append(node)
        entry[node] = child_window
        child, stop = first[node], end[node]
        if child != stop:
            alpha, beta = child_window
            if step < 0:
                child, stop = stop - 1, child - 1
            kind = kinds[node]
            known = starts[kind]
        else:
            exit_[node] = child_window
            returned = value[node] = utility[node]
            while frames:
                p = probability[node]
                if shared_window:
                    alpha, beta = exit_[node]  # type: ignore[misc]  # the child has just been left
                    node, child, stop, _, _, known = frames.pop()
                else:
                    node, child, stop, alpha, beta, known = frames.pop()
                kind = kinds[node]
                known, alpha, beta = take_in[kind](known, alpha, beta, returned, p)
                test = tests[kind]
                if cutoff(alpha, beta) if test is None else test(cutoff, known, alpha, beta):
                    rest = range(child, stop) if step > 0 else range(stop + 1, child + 1)
                    cutoffs.append(
                        Cutoff(node, alpha, beta, rest if standing is None else standing[rest.start : rest.stop])
                    )
                elif child != stop:
                    child_window = (alpha, beta)
                    break
                done = finish[kind]
                returned = known if done is None else done(cutoff, known, alpha, beta)
                if node in fixed:
                    returned = fixed[node]
                if agrees is not None and not agrees(node, returned, entry[node]):  # type: ignore[arg-type]  # was entered
                    raise Disagreement
                exit_[node], value[node] = (alpha, beta), returned
            else:
                return
        frames.append((node, child + step, stop, alpha, beta, known))
        hand = hand_down[kind]
        node = child if standing is None else standing[child]
        if hand is not None:
            child_window = hand(known, alpha, beta, probability[node])
