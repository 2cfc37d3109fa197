"""Trees: reading both forms, automatic ids, clashes, probabilities, and the flat lists with what they offer."""

from __future__ import annotations

from fractions import Fraction
from string import ascii_uppercase
from typing import Any

import oracle
import pytest
from conftest import faults_of, problem_data, random_problems, read, tree_of

from grader.core.games.tree import BEYOND, CHANCE, KIND_NAMES, LEAF, MAX, MIN, OPPONENT, Tree
from grader.kinds import write_problem

# --- The two forms --------------------------------------------------------------------------------


def test_nested_list_alternates_players_from_max() -> None:
    tree = tree_of([[3, 12, [8]], 2])
    assert list(tree.kind) == [MAX, MIN, LEAF, LEAF, LEAF, MAX, LEAF]
    assert list(tree.ids) == list("ABCDEFG")
    assert [tree.value[node] for node in tree.leaves()] == [2, 3, 12, 8]
    assert list(tree.first) == [1, 3, 6, 6, 6, 6, 7]
    assert list(tree.end) == [3, 6, 6, 6, 6, 7, 7]
    assert list(tree.parent) == [-1, 0, 0, 1, 1, 1, 5]
    assert list(tree.children(1)) == [3, 4, 5]
    assert tree.inner() == [0, 1, 5]
    assert tree.depths() == [0, 1, 1, 2, 2, 2, 3]
    assert tree.size == 7


def test_nested_list_alternates_players_from_the_stated_root() -> None:
    assert list(tree_of([[1, [2]]], root="min").kind) == [MIN, MAX, LEAF, MIN, LEAF]


def test_bare_number_is_a_tree_of_one_leaf() -> None:
    for written in ("7/3", {"value": "7/3"}):
        tree = tree_of(written)
        assert (list(tree.kind), list(tree.value), list(tree.ids)) == ([LEAF], [Fraction(7, 3)], ["A"])
        assert list(tree.below(0)) == tree.leaves_below(0) == [0]


def test_explicit_players_need_not_alternate() -> None:
    tree = tree_of({"max": [{"max": [1, {"chance": [2]}]}, {"min": [{"min": [4]}]}]})
    assert [KIND_NAMES[kind] for kind in tree.kind] == ["MAX", "MAX", "MIN", "leaf", "chance", "MIN", "leaf", "leaf"]


def test_both_forms_of_one_tree_are_the_same_tree() -> None:
    assert tree_of([[3, 12], [2]]) == tree_of({"max": [{"min": [3, {"value": 12}]}, {"min": [2]}]})


def test_each_player_is_the_others_opponent() -> None:
    assert OPPONENT == {MAX: MIN, MIN: MAX}


# --- Automatic ids, moves -------------------------------------------------------------------------


def letters(count: int) -> list[str]:
    """Return the first letters of A...Z, AA, AB... as in a spreadsheet."""
    return [*ascii_uppercase, *(a + b for a in ascii_uppercase for b in ascii_uppercase)][:count]


def test_automatic_ids_go_on_with_two_letters_after_z() -> None:
    tree = tree_of(list(range(60)))
    assert list(tree.ids) == letters(61)
    assert list(tree.ids)[24:30] == ["Y", "Z", "AA", "AB", "AC", "AD"]


def test_automatic_ids_go_on_with_three_letters_after_zz() -> None:
    assert tree_of([1] * 26 * 27).ids[-1] == "AAA"
    assert tree_of([1] * 26 * 27).ids[-2] == "ZZ"


def test_automatic_ids_leave_out_ids_and_moves_anywhere_in_the_document() -> None:
    tree = tree_of(
        {"max": [{"min": [1, {"value": 2, "id": "B"}]}, {"id": "x", "move": "A", "min": [{"value": 3, "move": "D"}]}]}
    )
    assert list(tree.ids) == ["C", "E", "x", "F", "B", "G"]
    assert list(tree.moves) == ["C", "E", "A", "F", "B", "D"]


def test_automatic_ids_are_breadth_first_from_left_to_right_in_every_order() -> None:
    data = problem_data("minimax", [[1, 2], [3]], conventions={"order": "right-to-left"})
    assert list(read(data).problem.game.ids) == list("ABCDEF")


def test_ids_and_moves_are_trimmed() -> None:
    tree = tree_of({"max": [{"id": " a ", "move": " L ", "value": 1}, 2]})
    assert (tree.ids[1], tree.moves[1]) == ("a", "L")


def test_ids_are_text_as_it_was_written() -> None:
    names = ["no", "010", "1.0", "12:30", "on", "1e3", "0x1F", "null", "true", "~", "=1", "-"]
    for form in ("yaml", "json"):
        exercise = read(problem_data("minimax", {"max": [{"id": name, "value": 1} for name in names]}), form)
        assert list(exercise.problem.game.ids)[1:] == names


@pytest.mark.parametrize("field", ["id", "move"])
@pytest.mark.parametrize("name", ["", "x" * 101, "a\nb", "a\x1bb", None, True, ["a"], {"a": 1}])
def test_id_or_move_that_is_no_short_line_of_text_is_refused(field: str, name: object) -> None:
    assert faults_of(problem_data("minimax", {"max": [{field: name, "value": 1}]}))[0].startswith(
        f"$.tree.max[0].{field}"
    )


@pytest.mark.parametrize("field", ["id", "move"])
@pytest.mark.parametrize("name", [" ", "   ", "\u00a0"])
def test_id_or_move_of_spaces_alone_is_refused(field: str, name: str) -> None:
    assert faults_of(problem_data("minimax", {"max": [{field: name, "value": 1}]}))


def test_child_of_ucb_with_an_id_of_spaces_alone_is_refused() -> None:
    assert faults_of(problem_data("ucb", [{"id": " ", "visits": 0}]))


@pytest.mark.parametrize(
    ("tree", "fault"),
    [
        ({"id": "a", "max": [{"id": "a", "value": 1}]}, '$.tree.max[0].id: the id "a" stands at two nodes'),
        ({"max": [{"id": " a", "value": 1}, {"max": [{"id": "a", "value": 1}]}]}, "$.tree.max[1].max[0].id: the id"),
        ({"max": [{"move": "L", "value": 1}, {"move": "L", "value": 2}]}, '$.tree.max[1]: the move "L" could mean two'),
        ({"max": [{"id": "L", "value": 1}, {"move": "L", "value": 2}]}, '$.tree.max[1]: the move "L" could mean two'),
        ({"max": [{"move": "L", "value": 1}, {"id": "L", "value": 2}]}, "$.tree.max[0]: the move"),
    ],
)
def test_clash_of_ids_or_of_moves_at_the_root_is_refused(tree: Any, fault: str) -> None:
    faults = faults_of(problem_data("minimax", tree))
    assert any(found.startswith(fault) for found in faults), faults


def test_moves_below_the_root_may_repeat_and_a_move_may_be_the_childs_own_id() -> None:
    tree = tree_of(
        {"max": [{"id": "L", "move": "L", "min": [{"move": "x", "value": 1}, {"move": "x", "value": 2}]}, 3]}
    )
    assert list(tree.moves)[1] == "L"
    assert list(tree.moves)[3:] == ["x", "x"]


# --- Probabilities --------------------------------------------------------------------------------


def chance(*probabilities: object) -> dict[str, Any]:
    """Return a problem whose root is a chance node; None leaves a probability out."""
    children = [{"value": 1} | ({} if p is None else {"p": p}) for p in probabilities]
    return problem_data("expectiminimax", {"chance": children})


@pytest.mark.parametrize(
    "probabilities",
    [("0.1", "0.9"), ("1/3", "1/3", "1/3"), (0, 1), (1,), ("0", "0.0", "1e0"), ("1/7", "6/7"), ("0.25", ".25", "1/2")],
)
def test_probabilities_that_sum_to_one_are_read_exactly(probabilities: tuple[object, ...]) -> None:
    tree = read(chance(*probabilities)).problem.game
    assert [Fraction(p) for p in tree.probability[1:]] == [Fraction(str(p)) for p in probabilities]


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_outcomes_without_probabilities_are_equally_likely(count: int) -> None:
    assert read(chance(*[None] * count)).problem.game.probability[1:] == [Fraction(1, count)] * count


@pytest.mark.parametrize(
    ("probabilities", "fault"),
    [
        (("0.49", "0.5"), "$.tree: the probabilities of this chance node sum to 99/100, expected exactly 1"),
        (("0.3333", "0.3333", "0.3333"), "$.tree: the probabilities of this chance node sum to 9999/10000"),
        (("0.5", "0.6"), "$.tree: the probabilities of this chance node sum to 11/10"),
        (("0.5", None), "$.tree: some children of this chance node have a probability p and some have none"),
        (("-0.5", "1.5"), "$.tree.chance[0].p: -1/2 is not a probability, expected a number from 0 to 1"),
        (("2", "-1"), "$.tree.chance[0].p: 2 is not a probability"),
        (("50%", "50%"), '$.tree.chance[0].p: "50%" is not allowed here'),
        (("1/0", "1"), '$.tree.chance[0].p: "1/0" is not allowed here'),
    ],
)
def test_probabilities_that_are_none_are_refused(probabilities: tuple[object, ...], fault: str) -> None:
    assert faults_of(chance(*probabilities))[0].startswith(fault)


@pytest.mark.parametrize("tree", [{"p": 1, "chance": [1]}, {"p": 1, "value": 1}, {"max": [{"p": "1/2", "value": 1}]}])
def test_probability_elsewhere_is_refused(tree: Any) -> None:
    assert "a probability has a place only below a chance node" in faults_of(problem_data("expectiminimax", tree))[0]


# --- Refusals -------------------------------------------------------------------------------------


def test_chance_node_has_no_place_in_minimax() -> None:
    faults = faults_of(problem_data("minimax", {"max": [{"chance": [1]}, {"min": [{"chance": [1]}]}]}))
    assert [fault.partition(":")[0] for fault in faults] == ["$.tree.max[0]", "$.tree.max[1].min[0]"]
    assert "expected the kind expectiminimax" in faults[0]


@pytest.mark.parametrize(
    "tree",
    [
        [],
        [[]],
        {"max": []},
        {},
        {"id": "a"},
        {"max": [1], "min": [2]},
        {"value": 1, "max": [2]},
        {"value": 1, "static": 2},
        {"MAX": [1]},
        [{"value": 1}],
        {"max": [[1]]},
        [None],
        [True],
        ["1,5"],
        ["inf"],
        None,
        "x",
        {"max": 3},
        {"max": {"value": 3}},
    ],
)
def test_tree_that_is_none_is_refused(tree: Any) -> None:
    for kind in ("minimax", "alpha-beta", "expectiminimax"):
        assert faults_of(problem_data(kind, tree))[0].startswith("$.tree")


def test_leaf_of_1001_digits_is_refused_with_its_place() -> None:
    assert faults_of(problem_data("minimax", [1, ["1" * 1001]])) == [
        f'$.tree[1][0]: "{"1" * 99}…" is not a number: too long, expected a number of at most 1000 digits'
    ]


def test_all_that_is_wrong_with_a_tree_is_said_at_once() -> None:
    below = [{"value": 1, "p": 2}, 1]
    tree = {"max": [{"id": "a", "value": 1}, {"id": "a", "p": 1, "value": 2}, {"chance": below}]}
    places = {
        fault.partition(":")[0] for fault in faults_of(problem_data("minimax", tree, conventions={"root": "min"}))
    }
    assert places >= {
        "$.conventions.root",
        "$.tree.max[1].id",
        "$.tree.max[1].p",
        "$.tree.max[2]",
        "$.tree.max[2].chance[0].p",
    }


# --- The flat lists -------------------------------------------------------------------------------


def random_trees(first: int, stop: int) -> list[Tree]:
    """Return random trees with chance nodes, uneven depth and unary nodes."""
    return [read(data).problem.game for _, data in random_problems("expectiminimax", first, stop)]


def descendants(tree: Tree, node: int) -> set[int]:
    """Return the node and everything below it, by following parents up."""
    found = set()
    for other in range(tree.size):
        above = other
        while above not in (-1, node):
            above = tree.parent[above]
        if above == node:
            found.add(other)
    return found


def test_below_yields_the_node_and_all_its_descendants_breadth_first() -> None:
    for tree in random_trees(0, 150):
        for node in range(tree.size):
            below = list(tree.below(node))
            assert below == sorted(other for other in descendants(tree, node) if tree.kind[other] != BEYOND)
            assert tree.leaves_below(node) == [other for other in below if tree.kind[other] == LEAF]


def test_lists_of_a_tree_fit_each_other() -> None:
    for cut in random_trees(150, 450):
        tree = cut.whole
        assert {len(column) for column in tree.columns() if column is not None} == {tree.size}
        assert [child for node in range(tree.size) for child in tree.children(node)] == list(range(1, tree.size))
        assert all(tree.parent[child] == node for node in range(tree.size) for child in tree.children(node))
        assert sorted([*tree.inner(), *tree.leaves()]) == list(range(tree.size))
        assert all((tree.value[node] is None) == (tree.kind[node] != LEAF) for node in range(tree.size))
        for node in range(1, tree.size):
            assert (tree.probability[node] is None) == (tree.kind[tree.parent[node]] != CHANCE)
        assert tree.depths() == sorted(tree.depths())
        assert tree.by_id() == {id_: node for node, id_ in enumerate(tree.ids)}
        assert len(set(tree.ids)) == tree.size


@pytest.mark.sweep
def test_ids_moves_and_order_of_nodes_are_those_of_the_oracle() -> None:
    for kind in ("minimax", "alpha-beta", "expectiminimax"):
        for _, data in random_problems(kind, 450, 650):
            tree, root = read(data).problem.whole, oracle.read_whole(data)
            nodes = oracle.breadth_first(root)
            assert list(tree.ids) == [node.id for node in nodes]
            assert list(tree.moves)[1:] == [node.move for node in nodes[1:]]
            assert [KIND_NAMES[node].lower() for node in tree.kind] == [node.player for node in nodes]


def test_tree_of_128_levels_is_read_and_one_level_more_is_refused() -> None:
    def chain(length: int) -> Any:
        tree: Any = 7
        for _ in range(length):
            tree = [tree]
        return tree

    exercise = read(problem_data("minimax", chain(127)))
    assert exercise.problem.game.size == 128
    assert exercise.solution.answers["value"] == 7
    assert "nested deeper than 128 levels" in faults_of(problem_data("minimax", chain(128)))[0]


def test_written_tree_names_every_node() -> None:
    for _, data in random_problems("expectiminimax", 650, 700):
        exercise = read(data)
        written = write_problem(exercise.kind, exercise.problem)
        nodes = [written["tree"]]
        for node in nodes:
            nodes += node.get("max", node.get("min", node.get("chance", [])))
        assert [node["id"] for node in nodes] == list(exercise.problem.game.ids)
