"""An opponent who errs, and positions that come again: what is stated of a drawn tree beside its values."""

from __future__ import annotations

from collections.abc import Sequence

from generators.draws import Draws, RequestError
from generators.parameters import PlayedParameters, Playing, Range
from generators.shapes import largest
from grader.core.games.changed import cut_as
from grader.core.games.playing import MOST_POSITIONS
from grader.core.games.tree import LEAF, MAX, OPPONENT, Tree
from grader.core.search.folds import back_up
from grader.kinds.trees.rules import PLAY, repeated

AGAINST = frozenset({"best-response", "outcome"})
POSITIONS = frozenset({"redundant", "distinct-states"})
_TRIES = 40  # draws of a pair of nodes that can be the same position


def errs_of(parameters: PlayedParameters) -> Range | None:
    """Return how many replies are to be errors: one where outcomes are asked and nothing is said; None where nobody errs."""
    if parameters.ordering.mirror is not None:
        return None
    return parameters.playing.errs or ((1, 1) if not AGAINST.isdisjoint(parameters.question.ask) else None)


def repeated_of(parameters: PlayedParameters) -> Range | None:
    """Return how many positions are to come again: two where they are asked and nothing is said, or of a game any; None where none has a state."""
    if parameters.ordering.mirror is not None:
        return None
    usual = (2, 2) if parameters.game is None else (1, MOST_POSITIONS)
    return parameters.playing.repeated or (usual if not POSITIONS.isdisjoint(parameters.question.ask) else None)


def check_playing(parameters: PlayedParameters, sample: Tree) -> None:
    """Refuse a request for errors that nobody can make, and for positions where the search stops. Raises RequestError."""
    errs, again = errs_of(parameters), repeated_of(parameters)
    if errs is not None:
        if sample.kind[0] not in OPPONENT:
            raise RequestError("nobody moves at the root, so that player has no opponent who could err")
        _check_range("opponent-errs", errs)
    if again is not None:
        _check_range("repeated-states", again)
        if parameters.game is None and again[0] > (most := _most_repeated(largest(parameters.shape))):
            raise RequestError(
                f"--repeated-states {again[0]}: in a tree of this shape at most {most} positions can come again"
            )
        if parameters.game is None and parameters.limits.depth is not None:
            raise RequestError("positions that come again are drawn with their subtrees; leave out --depth-limit")
        if parameters.ordering.name != "random":
            raise RequestError(
                "positions that come again have equal values; --repeated-states goes with no other ordering than random"
            )


def _most_repeated(tree: Tree) -> int:
    """Return how many positions can come again at most: each has a leaf that comes after a leaf of another parent."""
    parents = [tree.parent[leaf] for leaf in tree.depth_first() if tree.kind[leaf] == LEAF]
    return sum(parent != parents[0] for parent in parents)


def _check_range(name: str, wanted: Range) -> None:
    if not 1 <= wanted[0] <= wanted[1]:
        raise RequestError(f"--{name}: expected a number of at least 1, as 2 or 1-3")


def with_playing(tree: Tree, parameters: PlayedParameters, draws: Draws) -> Tree:
    """Return the tree with positions that come again, and with replies of an opponent who errs, as many as are asked for."""
    again, errs = repeated_of(parameters), errs_of(parameters)
    if again is not None:
        tree = _with_repeated(
            tree, draws.between(*again), draws, right_to_left=parameters.question.conventions.right_to_left
        )
    return tree if errs is None else with_errors(tree, draws.between(*errs), draws)


# an opponent who errs


def with_errors(tree: Tree, count: int, draws: Draws) -> Tree:
    """Return the tree with so many replies that are not optimal, one of them where best play comes by if that can be."""
    values = back_up(tree)
    errors = {
        node: [child for child in tree.children(node) if values[child] != values[node]]
        for node, kind in enumerate(tree.kind)
        if kind == OPPONENT[tree.kind[0]]
    }
    open_to = [node for node, children in errors.items() if children]
    on_path = [node for node in _best_play(tree, values) if node in open_to]
    chosen = [draws.choice(on_path)] if on_path else []
    others = [node for node in open_to if node not in chosen]
    chosen += draws.sample(others, min(count - len(chosen), len(others)))
    reply: list[int | None] = [None] * tree.size
    for node in sorted(chosen):
        reply[node] = draws.choice(errors[node])
    return cut_as(tree, tree.whole._replace(reply=tuple(reply)))


def _best_play(tree: Tree, values: Sequence[object]) -> list[int]:
    """Return the nodes that are reached where both play optimally, chance any way."""
    reached = [0]
    for node in reached:
        children = tree.children(node)
        is_player = tree.kind[node] in OPPONENT
        reached += [child for child in children if values[child] == values[node]][:1] if is_player else children
    return reached


# positions that come again


def _with_repeated(tree: Tree, count: int, draws: Draws, *, right_to_left: bool) -> Tree:
    """Return the tree with a state at each node, of which so many are positions that were met before, where that can be.

    Such a node has all of the other's subtree: the same moves lead to the same positions. One more node has the state of
    another with another player to move: it is no repetition.
    """
    order = list(tree.depth_first(right_to_left=right_to_left))
    state, value = [f"s{node + 1}" for node in range(tree.size)], [*tree.value]
    used: set[int] = set()
    copies: set[int] = set()
    found = 0
    for _ in range(_TRIES * min(count, tree.size)):  # there are no more
        if found == count:
            break
        first, again = sorted(draws.sample(order[1:], 2), key=order.index)
        mine, its = list(tree.below(first)), list(tree.below(again))
        shapes = [[(tree.kind[node], tree.end[node] - tree.first[node]) for node in nodes] for nodes in (mine, its)]
        is_free = used.isdisjoint(its) and copies.isdisjoint(mine) and not {*mine} & {*its}
        if tree.parent[first] == tree.parent[again] or not is_free or shapes[0] != shapes[1]:
            continue
        for one, other in zip(mine, its, strict=True):
            state[other], value[other] = state[one], value[one]
        used |= {*mine, *its}
        copies |= {*its}
        found += 1
    _add_namesake(tree, state, [node for node in order[1:] if node not in used], draws)
    names: dict[str, str] = {}  # they count up in the order of the nodes
    numbered = tuple(names.setdefault(one, f"s{len(names) + 1}") for one in state)
    return tree._replace(value=tuple(value), state=numbered)


def _add_namesake(tree: Tree, state: list[str], free: Sequence[int], draws: Draws) -> None:
    """Give a node the state of another at which another player moves, where there are two."""
    players = [node for node in free if tree.kind[node] != LEAF]
    mine = [node for node in players if tree.kind[node] == MAX]
    its = [node for node in players if tree.kind[node] != MAX]
    if mine and its:
        state[draws.choice(its)] = state[draws.choice(mine)]


# what is guaranteed


def opponent_errs(tree: Tree) -> int:
    """Return how many stated replies are not optimal."""
    values = back_up(tree)
    stated = enumerate(tree.reply or ())
    return sum(
        child is not None and tree.kind[node] in OPPONENT and values[child] != values[node] for node, child in stated
    )


def times_repeated(tree: Tree, *, right_to_left: bool) -> int:
    """Return how many nodes have a position that was met before."""
    return len(repeated(tree, PLAY, right_to_left=right_to_left)[0])


def playing_of(tree: Tree, *, right_to_left: bool) -> Playing:
    """Return what a tree states beside its values, as a request: as many errors, as many positions that come again."""
    errs = opponent_errs(tree)
    again = 0 if tree.state is None else times_repeated(tree, right_to_left=right_to_left)
    return Playing((errs, errs) if errs else None, (again, again) if again else None)
