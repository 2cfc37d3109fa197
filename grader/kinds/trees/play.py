"""How players play on a tree whose values are known, and which positions come again: each rule of that.

A wrong rule is a `Play` that differs in one place. What is reached by players whose moves are known is the fold of values
once more, with the rule of their nodes replaced by "the child that is played".
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from grader.core.answers.orders import Order
from grader.core.games.tree import LEAF, OPPONENT, Tree
from grader.core.numbers import Number
from grader.core.search.folds import back_up
from grader.core.search.values import AnyRules, ValueRule

Best = Callable[[int], Sequence[int]]
"""From a player's node to its optimal children as `tie` accepts them, the one to print first."""


def own_nodes(tree: Tree, best: Best) -> Sequence[int]:
    """Return the nodes of the root's player: a strategy has a move for each, wherever play goes."""
    return [node for node, kind in enumerate(tree.kind) if kind == tree.kind[0]]


def stated_reply(tree: Tree, node: int, best: Best) -> Sequence[int]:
    """Return what the opponent plays: as the problem states it, else the optimal child, of several the first."""
    reply = None if tree.reply is None else tree.reply[node]
    return best(node)[:1] if reply is None else (reply,)


def optimal_reply(tree: Tree, node: int, best: Best) -> Sequence[int]:
    """Return the optimal child, whatever the problem states."""
    return best(node)[:1]


def bottom_up(tree: Tree) -> Order:
    """Return the orders in which inner nodes can be given their values: each after its inner children."""
    inner = tree.inner()
    return Order(inner[::-1], [(node, tree.parent[node]) for node in inner[:0:-1]])


def whole_position(tree: Tree, node: int) -> Hashable:
    """Return what two nodes have alike that are the same position: state, who moves there, and of a leaf its value."""
    state = tree.state and tree.state[node]
    return state and (state, tree.kind[node], tree.value[node] if tree.kind[node] == LEAF else None)


class Play(NamedTuple):
    """The rules of how players play and of which positions are the same; `PLAY` has the right ones.

    `planned` are the nodes that a strategy lists, `reply` is what the opponent plays at a node, `own` what the root's player
    plays against it (nothing: whatever is best then), `labelled` how inner nodes are ordered, `position` what two nodes must have
    alike to be the same one, `counted` how many there are.
    """

    planned: Callable[[Tree, Best], Sequence[int]] = own_nodes
    reply: Callable[[Tree, int, Best], Sequence[int]] = stated_reply
    own: Callable[[int, Best], Sequence[int]] = lambda node, best: best(node)
    labelled: Callable[[Tree], Order] = bottom_up
    position: Callable[[Tree, int], Hashable] = whole_position
    counted: Callable[[Tree, int], int] = lambda _, met: met


PLAY = Play()


def played(tree: Tree, play: Play, best: Best, *, is_free: bool = False) -> dict[int, Sequence[int]]:
    """Return what may be played at each node of a player whose moves are known; `is_free`: those of the root's player are not."""
    plays: dict[int, Sequence[int]] = {}
    for node, kind in enumerate(tree.kind):
        if kind == OPPONENT[tree.kind[0]]:
            plays[node] = play.reply(tree, node, best)
        elif kind == tree.kind[0] and not is_free and (moves := play.own(node, best)):
            plays[node] = moves
    return plays


def reached(
    tree: Tree,
    plays: Mapping[int, Sequence[int]],
    rules: AnyRules,
    kinds: Sequence[int] | None,
    take: ValueRule[Number],
) -> list[Number]:
    """Return what each node is worth where these moves are played; `take` chooses where several may be."""
    roles, weights = [*(tree.kind if kinds is None else kinds)], [*tree.probability]
    for node, moves in plays.items():
        roles[node] = len(rules)
        for child in tree.children(node):
            weights[child] = int(child in moves)
    return back_up(tree._replace(probability=weights), (*rules, take), roles)


def repeated(tree: Tree, play: Play, *, right_to_left: bool) -> tuple[list[int], int]:
    """Return the nodes whose position was met before, in the order of the search, and how many different ones were met.

    Nothing below such a node is looked at.
    """
    met: set[Hashable] = set()
    again: list[int] = []

    def is_known(node: int) -> bool:
        position = play.position(tree, node)
        if position in met:
            again.append(node)
            return True
        if position is not None:
            met.add(position)
        return False

    for _ in tree.depth_first(right_to_left=right_to_left, is_left_out=is_known):
        pass
    return again, len(met)


def stated_replies(tree: Tree) -> list[tuple[int, int]]:
    """Return the nodes of the opponent at which a search can ask for a reply that is stated, each with that child."""
    stated = enumerate(tree.reply or ())
    return [(node, child) for node, child in stated if child is not None and tree.kind[node] in OPPONENT]


def lines_of_play(tree: Tree, plays: Mapping[int, Sequence[int]]) -> Iterator[int]:
    """Yield the nodes from the root on that are reached for sure where these moves are played: up to a leaf or a chance node."""
    node = 0
    yield node
    while node in plays:
        node = plays[node][0]
        yield node
