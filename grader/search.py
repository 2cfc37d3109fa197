"""The folds: one pass bottom-up for values, one alpha-beta search with its whole trace. Neither recurses.

Which rule a node follows is an argument, so a wrong answer is the same fold with a wrong rule.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Never, TypeVar, overload

from grader.exact import INFINITY, Bound, Number
from grader.games.tree import Tree
from grader.rules import VALUE_RULES, AnyKnown, AnyRules, SearchRules, ValueRules

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
    kinds = tree.kind if kinds is None else kinds
    first, end, utility, probability, standing = tree.first, tree.end, tree.value, tree.probability, tree.standing
    cutoff, roles, shared_window = rules
    starts, take_in, hand_down, tests, finish = zip(*roles, strict=True)
    size = tree.size
    value: list[Bound | None] = [None] * size
    entry: list[Window | None] = [None] * size
    exit_: list[Window | None] = [None] * size
    visited: list[int] = []
    cutoffs: list[Cutoff] = []
    step = -1 if right_to_left else 1
    returned: Bound | None

    # The frames above the current node: (node, next child, stop, alpha, beta, what it knows).
    frames: list[tuple[int, int, int, Bound, Bound, AnyKnown]] = []
    node, child_window = 0, window
    while True:
        # Enter `node` with `child_window`.
        visited.append(node)
        entry[node] = child_window
        start, stop = first[node], end[node]
        if start == stop:
            exit_[node] = child_window
            returned = value[node] = utility[node]
        else:
            alpha, beta = child_window
            if right_to_left:
                start, stop = stop - 1, start - 1
            kind = kinds[node]
            known, hand = starts[kind], hand_down[kind]
            frames.append((node, start + step, stop, alpha, beta, known))
            node = start if standing is None else standing[start]
            if hand is not None:
                child_window = hand(known, alpha, beta, probability[node])
            continue
        # Hand the returned value to the frames that wait for it.
        while frames:
            if shared_window:
                alpha, beta = exit_[node]  # type: ignore[misc]  # the child has just been left
                p = probability[node]
                node, child, stop, _, _, known = frames.pop()
            else:
                p = probability[node]
                node, child, stop, alpha, beta, known = frames.pop()
            kind = kinds[node]
            known, alpha, beta = take_in[kind](known, alpha, beta, returned, p)
            test = tests[kind]
            if cutoff(alpha, beta) if test is None else test(cutoff, known, alpha, beta):
                rest = range(child, stop) if step > 0 else range(stop + 1, child + 1)
                skipped = rest if standing is None else standing[rest.start : rest.stop]
                cutoffs.append(Cutoff(node, alpha, beta, skipped))
            elif child != stop:
                frames.append((node, child + step, stop, alpha, beta, known))
                hand = hand_down[kind]
                node = child if standing is None else standing[child]
                child_window = (alpha, beta) if hand is None else hand(known, alpha, beta, probability[node])
                break
            done = finish[kind]
            returned = known if done is None else done(cutoff, known, alpha, beta)
            if node in fixed:
                returned = fixed[node]
            if agrees is not None and not agrees(node, returned, entry[node]):  # type: ignore[arg-type]  # was entered
                raise Disagreement
            exit_[node] = (alpha, beta)
            value[node] = returned
        else:
            return Trace(visited, value, entry, exit_, cutoffs)
