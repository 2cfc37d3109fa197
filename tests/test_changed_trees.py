"""Trees made of a tree: reordered, mirrored, with other numbers."""

from __future__ import annotations

import random

import oracle
from conftest import tree_of
from windows import shifted

from grader.core.games.changed import reordered, reversed_children, with_values
from grader.core.games.tree import Tree


def nested(tree: Tree, node: int = 0) -> object:
    """Return ids, values, probabilities, moves as nested tuples: what a tree is, however its nodes are numbered."""
    said = (tree.kind[node], tree.ids[node], tree.moves[node], tree.value[node], tree.probability[node])
    return (*said, tuple(nested(tree, child) for child in tree.children(node)))


def shuffled(tree: Tree, rng: random.Random) -> dict[int, list[int]]:
    inner = tree.inner()
    return {
        node: rng.sample(tree.children(node), len(tree.children(node))) for node in rng.sample(inner, len(inner) // 2)
    }


def test_children_of_a_named_node_stand_in_the_new_order_with_all_that_hangs_from_them() -> None:
    tree = tree_of([[[3, 9], [5, 1]], [[8, 6], [2, 7]]])
    turned = reordered(tree, {0: [2, 1], 6: [14, 13]})
    assert [turned.ids[n] for n in range(turned.size)] == list("ACBFGDELMONHIJK")
    assert [turned.value[leaf] for leaf in turned.leaves()] == [8, 6, 7, 2, 3, 9, 5, 1]


def test_no_order_is_the_same_tree() -> None:
    tree = tree_of([[3, [9, 1]], [5], 2])
    assert reordered(tree, {}) == tree._replace(first=list(tree.first), end=list(tree.end))


def test_random_reordering_keeps_every_subtree_as_a_recursive_reading_says(window: int) -> None:
    for seed in range(shifted(0, window), shifted(300, window)):
        rng = random.Random(seed)
        tree = tree_of(oracle.random_problem(rng, "expectiminimax")["tree"])
        order = shuffled(tree, rng)

        def expected(node: int, tree: Tree = tree, order: dict[int, list[int]] = order) -> object:
            said = (tree.kind[node], tree.ids[node], tree.moves[node], tree.value[node], tree.probability[node])
            return (*said, tuple(expected(child) for child in order.get(node, tree.children(node))))

        turned = reordered(tree, order)
        assert nested(turned) == expected(0)
        assert list(turned.parent) == [-1] + [node for node in range(turned.size) for _ in turned.children(node)]


def test_mirror_image_twice_is_the_tree() -> None:
    tree = tree_of([[3, [9, 1]], [5], 2])
    once = reordered(tree, reversed_children(tree))
    assert nested(once) != nested(tree)
    assert nested(reordered(once, reversed_children(once))) == nested(tree)


def test_other_numbers_stand_at_their_leaves_and_nothing_else_changes() -> None:
    tree = tree_of([[3, 9], [5, 1]])
    assert with_values(tree, {4: 7}).value == [None, None, None, 3, 7, 5, 1]
    assert with_values(tree, {4: 7})._replace(value=tree.value) == tree
