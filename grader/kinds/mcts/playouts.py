"""How playouts that a problem gives become a search: a tree of all their moves, in which each is followed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.conventions import PRIORS, Conventions
from grader.data import Data
from grader.exact import write_number
from grader.games.tree import LEAF, MAX, Tree
from grader.kinds.mcts.amounts import Wrong, read_amount
from grader.kinds.mcts.sampling import NONE, Sampling
from grader.printable import printable

ROOT = "root"
"""What the root is called; all other nodes are called by their moves."""
_OUT_OF_PLACE = ("root", "expand", "totals-for", "complement")
"""The conventions that say nothing where one player makes all moves, and each playout adds one node."""
MOST_PLAYOUTS = 200
_MOST_NODES, _MOST_MOVES, _LONGEST_ID = 1_000, 50, 100
_INSTEAD = ("tree", "layers", "iterations", "results")
Moves = tuple[str, ...]


def read_playouts(data: Mapping[str, Data], conventions: Conventions, wrong: Wrong) -> Sampling | None:
    """Return the search in which the playouts of a document are followed; None where anything is wrong, which is noted."""
    wrong += [
        (f"has no place beside playouts, which say what is played; leave {name} out", (name,))
        for name in _INSTEAD
        if name in data
    ]
    wrong += [(why, ("conventions", name)) for name, why in out_of_place(conventions)]
    listed: Sequence[Mapping[str, Data]] = data["playouts"]
    if len(listed) > MOST_PLAYOUTS:
        wrong.append((f"has {len(listed)} playouts, expected at most {MOST_PLAYOUTS}", ("playouts",)))
        return None
    moves = [tuple(str(move).strip() for move in one["moves"]) for one in listed]
    rewards = [read_amount(one["reward"], ("playouts", place, "reward"), wrong) for place, one in enumerate(listed)]
    for place, one in enumerate(moves):
        if len(one) > _MOST_MOVES:
            wrong.append((f"has {len(one)} moves, expected at most {_MOST_MOVES}", ("playouts", place, "moves")))
    if wrong:
        return None
    tree, played = tree_of(moves)
    _check_names(tree, played, wrong)
    visits: list[int | None] = [0, *[None] * (tree.size - 1)]
    return None if wrong else Sampling(tree, visits, [0] * tree.size, rewards, playouts=played)


def out_of_place(conventions: Conventions) -> list[tuple[str, str]]:
    """Return the stated conventions that say nothing where playouts are given, each with the reason."""
    why = "says nothing where playouts are given: one player makes all moves, and each playout adds one node; leave it out"
    found = [(name, why) for name in _OUT_OF_PLACE if name in conventions.stated]
    if conventions.formula == PRIORS:
        found.append(("formula", "puct weighs priors, and nodes of playouts have none; expected uct or ucb1"))
    return found


def _check_names(tree: Tree, played: Sequence[tuple[int, ...]], wrong: Wrong) -> None:
    """Note nodes that cannot be told apart by their names, or are too many."""
    if tree.size > _MOST_NODES:
        wrong.append((f"come to {tree.size:,} nodes, expected at most {_MOST_NODES:,}", ("playouts",)))
        return
    first = {tree.ids[node]: node for node in reversed(range(tree.size))}
    for node, id_ in enumerate(tree.ids):
        where = ("playouts", next((place for place, one in enumerate(played) if node in one), 0), "moves")
        if first[id_] != node or id_ == NONE:
            why = "says in answers that no node is added" if id_ == NONE else "is the name of another node"
            wrong.append((f'a node would be called "{printable(id_)}", which {why}; expected other moves', where))
        elif len(id_) > _LONGEST_ID:
            wrong.append(
                (
                    f"a node would have a name of {len(id_)} characters, expected at most {_LONGEST_ID}: fewer or shorter moves",
                    where,
                )
            )


def tree_of(playouts: Sequence[Moves]) -> tuple[Tree, list[tuple[int, ...]]]:
    """Return the tree of all nodes that playouts come to, children in the order of their moves, and each playout's nodes below the root.

    >>> tree, played = tree_of([("b", "a"), ("a",), ("b", "b")])
    >>> tree.ids
    ['root', 'a', 'b', 'ba', 'bb']
    >>> played
    [(2, 3), (1,), (2, 4)]
    """
    below: dict[Moves, set[str]] = {}
    for moves in playouts:
        for count, move in enumerate(moves):
            below.setdefault(moves[:count], set()).add(move)
    found: list[Moves] = [()]
    parent, first, end = [-1], [], []
    for node, moves in enumerate(found):
        children = sorted(below.get(moves, ()))
        first.append(len(found))
        found += [(*moves, move) for move in children]
        parent += [node] * len(children)
        end.append(len(found))
    place = {moves: node for node, moves in enumerate(found)}
    return _tree(found, parent, first, end), [
        tuple(place[moves[:count]] for count in range(1, len(moves) + 1)) for moves in playouts
    ]


def _tree(found: Sequence[Moves], parent: Sequence[int], first: Sequence[int], end: Sequence[int]) -> Tree:
    between = "" if all(len(move) == 1 for moves in found for move in moves) else "."
    ids = [between.join(moves) or ROOT for moves in found]
    kind = [LEAF if start == stop else MAX for start, stop in zip(first, end, strict=True)]
    nothing = [None] * len(found)
    return Tree(kind, first, end, parent, nothing, nothing, ids, [ROOT, *(moves[-1] for moves in found[1:])])


def write_playouts(game: Sampling) -> list[Data]:
    """Return the playouts as a document holds them."""
    return [
        {"moves": [game.tree.moves[node] for node in nodes], "reward": write_number(reward)}
        for nodes, reward in zip(game.playouts, game.rewards, strict=True)
        if reward is not None
    ]
