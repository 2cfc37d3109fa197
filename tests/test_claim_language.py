"""Claims: what each says of a solved problem, its sentence, and what is wrong with one that cannot be read."""

from __future__ import annotations

from typing import Any

import pytest
from lifted import claim_about, is_true, searched_problem

from grader.core.documents import as_read
from grader.core.games.problem import Problem
from grader.kinds import KINDS
from grader.kinds.about_searches.claim import MOST_CLAIMS, MOST_LEVELS, RELATIONS, SORTS, Ground, read_claim
from grader.kinds.about_searches.solved import COMPARED, FACTS, right_way, wrong_ways

CHANCE = {"max": [{"id": "B", "chance": [2, 4]}, {"id": "C", "min": [3, 9]}]}


@pytest.mark.parametrize(
    ("said", "truth", "words"),
    [
        ({"value": 3}, True, "The value of the root is 3."),
        ({"value": {"above": 3}}, False, "The value of the root is more than 3."),
        ({"value": {"at-least": 3, "below": "7/2"}}, True, "The value of the root is at least 3 and less than 7/2."),
        ({"value-of": {"B": 3, "C": {"at-most": 2}}}, True, "The value of B is 3 and the value of C is at most 2."),
        ({"value-of": {"D": 3}}, False, "The value of D is 3."),
        ({"best-move": "B"}, True, "B is the best move."),
        ({"best-move": "C"}, False, "C is the best move."),
        ({"only-best-move": "B"}, True, "B is the only best move."),
        ({"pruned": "H"}, True, "H is skipped."),
        ({"pruned": ["H", "I"]}, True, "H and I are skipped."),
        ({"pruned": ["H", "G"]}, False, "H and G are skipped."),
        ({"pruned": ["C"]}, False, "C is skipped."),
        ({"pruned-exactly": ["I", "H"]}, True, "I and H and nothing else are skipped."),
        ({"pruned-exactly": "H"}, False, "H and nothing else is skipped."),
        ({"pruned-exactly": []}, False, "Nothing is skipped."),
        ({"visited": ["A", "G"]}, True, "A and G are visited."),
        ({"visited": ["G", "H"]}, False, "G and H are visited."),
        ({"leaves-evaluated": 4}, True, "4 leaves are evaluated."),
        ({"leaves-evaluated": {"at-most": 1}}, False, "At most 1 leaf is evaluated."),
        ({"pruned-leaves": {"at-least": 3}}, False, "At least 3 leaves are skipped."),
        ({"pruned-inner": {"above": 0}}, False, "More than 0 inner nodes are skipped."),
        ({"cutoffs": 1}, True, "There is 1 cutoff."),
        ({"not": {"pruned": "G"}}, True, "It is false that G is skipped."),
        ({"all": [{"value": 3}, {"cutoffs": 2}]}, False, "The value of the root is 3 and there are 2 cutoffs."),
        ({"any": [{"value": 3}, {"cutoffs": 2}]}, True, "The value of the root is 3 or there are 2 cutoffs."),
        (
            {"any": [{"value": 9}, {"all": [{"cutoffs": 1}, {"value": 3}]}]},
            True,
            "At least one of these holds: (the value of the root is 9); (there is 1 cutoff and the value of the root is 3).",
        ),
    ],
)
def test_claim_about_the_pruned_tree_of_fall_2014(said: Any, truth: bool, words: str) -> None:
    searched = searched_problem()
    claim = claim_about(searched, said)
    assert claim.holds(right_way(searched).solved([claim])) is truth
    assert claim.sentence(searched) == words
    assert claim_about(searched, claim.write()) == claim


def test_inner_nodes_are_skipped_by_a_cut_above_the_leaves() -> None:
    searched = searched_problem(tree=[[[5], [6]], [[4], [1, [9]]]])
    assert is_true(searched, {"pruned-inner": 2})
    assert is_true(searched, {"pruned-leaves": 2})


def test_cutoffs_are_counted_as_the_convention_counts_them() -> None:
    tree = [[5, 6], [9, 4]]
    assert is_true(searched_problem(tree=tree), {"cutoffs": 0})
    assert is_true(searched_problem(tree=tree, conventions={"empty-cutoffs": "count"}), {"cutoffs": 1})


@pytest.mark.parametrize(("tie", "best"), [("first", "B"), ("last", "D"), ("any", "BD")])
def test_best_move_goes_by_tie_and_the_only_one_never_does(tie: str, best: str) -> None:
    searched = searched_problem("minimax", [[3, 4], [1, 9], [3, 8]], conventions={"tie": tie})
    for move in "BCD":
        assert is_true(searched, {"best-move": move}) is (move in best)
        assert not is_true(searched, {"only-best-move": move})


def test_claims_about_moves_take_names_of_moves_and_a_leaf_has_none() -> None:
    searched = searched_problem("expectiminimax", {"max": [{"id": "B", "move": "left", "value": 1}, {"value": 2}]})
    assert not is_true(searched, {"best-move": "left"})
    assert (
        claim_about(searched, {"best-move": "left"}).sentence(searched) == "left (to B) is the best move."
    )  # a name, as it is written
    assert claim_about(searched, {"best-move": "left"}).write() == {"best-move": "B"}
    alone = searched_problem("minimax", 7)
    assert not is_true(alone, {"not": {"value": 7}})


def evaluated(*leaves: tuple[int, int], **fields: Any) -> Problem:
    """Return a problem whose leaves have values, and features that are evaluated as 2 * f - 1."""
    nodes = [{"value": value, "features": {"f": feature}} for value, feature in leaves]
    return searched_problem("minimax", {"max": nodes}, evaluation={"weights": {"f": 2}, "bias": -1}, **fields)


@pytest.mark.parametrize(
    ("leaves", "order", "values"),
    [
        (((3, 2), (1, 1), (3, 2)), True, True),
        (((30, 2), (10, 1), (30, 2)), True, False),
        (((3, 2), (1, 1), (4, 2)), False, False),
        (((3, 2), (1, 1), (3, 5)), False, False),
        (((3, 1), (1, 2)), False, False),
    ],
)
def test_evaluation_agrees_with_values_or_with_their_order(leaves: Any, order: bool, values: bool) -> None:
    searched = evaluated(*leaves)
    assert is_true(searched, {"evaluation-agrees": "order"}) is order
    assert is_true(searched, {"evaluation-agrees": "values"}) is values
    assert claim_about(searched, {"evaluation-agrees": "order"}).write() == {"evaluation-agrees": "order"}
    said = "The evaluation gives every terminal position its value."
    assert claim_about(searched, {"evaluation-agrees": "values"}).sentence(searched) == said


def test_evaluation_agrees_with_nothing_where_no_terminal_position_has_features() -> None:
    searched = searched_problem("minimax", [1, 2], evaluation={"weights": {"f": 2}})
    assert not is_true(searched, {"evaluation-agrees": "order"})
    ground = Ground(KINDS["minimax"], searched_problem("minimax", [1, 2]))
    _, wrong = read_claim(as_read({"evaluation-agrees": "order"}), (), ground)
    assert wrong == [("is said of an evaluation; expected the field evaluation", ("evaluation-agrees",))]


def test_no_best_move_makes_both_claims_false() -> None:
    searched = searched_problem(conventions={"initial-window": [3, 10]})
    assert not is_true(searched, {"best-move": "B"})
    assert not is_true(searched, {"only-best-move": "B"})
    assert is_true(searched_problem("expectiminimax", CHANCE), {"best-move": "B"})


def test_child_chosen_by_ucb_is_claimed() -> None:
    children = [{"id": "a", "visits": 3, "total": 2}, {"id": "b", "visits": 1, "total": 0}]
    searched = searched_problem("ucb", None, children=children, conventions={"exploration": 0})
    assert is_true(searched, {"choice": "a"})
    assert not is_true(searched, {"choice": "b"})


def test_truth_follows_the_wrong_rule_of_the_search() -> None:
    searched = searched_problem(tree=[[3, 12], [3, 9]])
    assert is_true(searched, {"pruned": "G"})
    assert not is_true(searched, {"pruned": "G"}, wrong_ways(searched)["strict-cutoff", ""])


def test_ways_are_those_of_the_kind_and_solve_as_it_does() -> None:
    for search, tree in (("minimax", [[3, 4], [4, 5]]), ("alpha-beta", [[3, 4], [4, 5]]), ("expectiminimax", CHANCE)):
        searched = searched_problem(search, tree)
        rules = KINDS[search].wrong.rules(searched)
        ways = wrong_ways(searched)
        assert [*ways] == [(rule.name, rule.detail) for rule in rules]
        for way, rule in zip(ways.values(), rules, strict=True):
            assert way.answers(("value",))["value"] == rule.answer({})["value"]
        assert right_way(searched).answers(None) == KINDS[search].solve(searched).answers


@pytest.mark.parametrize(
    ("search", "said", "message"),
    [
        ("alpha-beta", {"pruned": ["H", "Q"]}, 'there is no node "Q"; expected one of A, B'),
        ("alpha-beta", {"best-move": "H"}, 'there is no move at the root called "H"; expected one of B, C'),
        ("alpha-beta", {"value-of": {"hh": 1}}, 'there is no node "hh"'),
        ("alpha-beta", {"value": {"at-least": "9" * 1001}}, "too long"),
        ("minimax", {"pruned": "H"}, "minimax says nothing of pruned, expected a search such as alpha-beta"),
        ("minimax", {"not": {"cutoffs": 0}}, "minimax says nothing of cutoffs, expected a search such as alpha-beta"),
        ("minimax", {"same": ["value", "pruned"]}, "minimax says nothing of pruned"),
        ("alpha-beta", {"choice": "B"}, "alpha-beta says nothing of choice, expected a search such as ucb"),
    ],
)
def test_claim_that_cannot_be_read_is_refused_with_its_place(search: str, said: Any, message: str) -> None:
    searched = searched_problem(search)
    claim, wrong = read_claim(as_read(said), ("claim",), Ground(KINDS[search], searched))
    assert claim is None
    assert message in wrong[0][0]
    assert wrong[0][1][:2] == ("claim", next(iter(said)))


def test_claims_without_a_place_are_refused_with_the_reason() -> None:
    searched = searched_problem()
    ground = Ground(KINDS["alpha-beta"], searched, {"same": "has a place only beside a change"})
    claim, wrong = read_claim(as_read({"any": [{"value": 1}, {"same": "value"}]}), ("claim",), ground)
    assert claim is None
    assert wrong == [("has a place only beside a change", ("claim", "any", 1, "same"))]


def test_claims_are_nested_to_a_limit_and_made_of_so_many() -> None:
    searched = searched_problem()
    said: Any = {"value": 3}
    for _ in range(MOST_LEVELS - 1):
        said = {"not": said}
    assert len(claim_about(searched, said).within()) == MOST_LEVELS
    for too_deep in ({"not": said}, {"all": [said]}):
        _, wrong = read_claim(as_read(too_deep), (), Ground(KINDS["alpha-beta"], searched))
        assert [message for message, _ in wrong] == [f"claims stand in claims more than {MOST_LEVELS} levels deep"]
    many = {"any": [{"value": place} for place in range(MOST_CLAIMS - 1)]}
    claim_about(searched, many)
    _, wrong = read_claim(as_read({"all": [many, *many["any"]]}), (), Ground(KINDS["alpha-beta"], searched))
    assert [message for message, _ in wrong] == [f"is made of more than {MOST_CLAIMS} claims"]


def test_claims_about_a_tree_that_is_not_known_name_what_they_like() -> None:
    claim, wrong = read_claim({"pruned": ["Z"]}, (), Ground(KINDS["alpha-beta"]))
    assert not wrong
    assert claim is not None
    searched = searched_problem()
    assert not claim.holds(right_way(searched).solved([claim]))


def test_claims_read_parts_of_answers_that_there_are() -> None:
    assert {name for name, sort in SORTS.items() if not sort.reads} == {
        "same",
        "evaluation-agrees",
        "not",
        "all",
        "any",
    }
    assert set(COMPARED) < set(FACTS)
    assert set(COMPARED) <= {part for kind in ("minimax", "alpha-beta") for part in KINDS[kind].parts}
    assert set(RELATIONS) == {"at-least", "at-most", "above", "below", "equals"}


def test_same_compares_by_names_and_absent_is_the_same_as_absent() -> None:
    one = searched_problem(tree={"max": [{"id": "x", "min": [1, 2]}, {"id": "y", "min": [3, 4]}]})
    two = searched_problem(tree={"max": [{"id": "y", "min": [30, 40]}, {"id": "x", "min": [10, 20]}]})
    claim = claim_about(one, {"same": ["best-move", "leaves-evaluated"]})
    assert not claim.holds(right_way(two).solved([claim]), right_way(one).solved([claim]))
    claim = claim_about(one, {"same": "best-move"})
    assert claim.holds(right_way(two).solved([claim]), right_way(one).solved([claim]))
    assert claim.reads() == {"best-move"}
    with pytest.raises(ValueError, match="another one"):
        claim.holds(right_way(one).solved([claim]))
