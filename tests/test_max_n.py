"""Games of several players: worked by hand, against a second solver and minimax, what is pruned, followed and said."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from conftest import faults_of, read, report_of
from party_problems import CHANCE, OF_THREE, TREE, problem
from second import max_n
from windows import shifted

from generators import Promise, Question, certified
from generators.parameters import PartyParameters
from grader import Exercise
from grader.core.answers.case import Action
from grader.core.answers.reports import Verdict
from grader.core.conventions import read_conventions
from grader.kinds import KINDS, write_problem

BEST, MOST_FOR_ANN = [6, 5, 1], [4, 1, 9]


def solved(tree: Any = TREE, **fields: Any) -> dict[str, Any]:
    return read(problem(tree, **fields)).solve()


def by_rule(name: str, tree: Any = TREE, **fields: Any) -> dict[str, Any]:
    """Return what one answers who follows the wrong rule."""
    exercise = read(problem(tree, **fields))
    return written(exercise, rules_of(exercise)[name].answer({}))


def rules_of(exercise: Exercise) -> dict[str, Any]:
    return {rule.name: rule for rule in exercise.kind.wrong.rules(exercise.problem)}


def written(exercise: Exercise, answers: Any) -> dict[str, Any]:
    parts = exercise.kind.parts
    return {name: parts[name].form.write(exercise.problem, one) for name, one in answers.items()}


# --- The second solver, and minimax ---------------------------------------------------------------


def test_random_problems_have_layers_and_depths_that_cut() -> None:
    drawn = [max_n.random_game(random.Random(seed)) for seed in range(200)]
    assert {"layers", "depth", "extension"} <= {name for game in drawn for name in game}
    assert {"plies", "moves", "rounds"} <= {game.get("conventions", {}).get("depth-in") for game in drawn}
    cut = [game for game in drawn if "depth" in game and read(problem() | game).problem.game.at_horizon()]
    assert len(cut) > 10


@pytest.mark.parametrize("seed", range(40))
def test_two_players_of_whom_one_loses_what_the_other_wins_play_minimax(seed: int, window: int) -> None:
    rng = random.Random(shifted(seed, window))
    tree = numbers(rng, rng.randint(1, 4))
    for convention in ({}, {"tie": "last"}, {"order": "right-to-left"}):
        stated = {"format": "gametree-problem/1", "id": "q1", "kind": "minimax", "conventions": convention}
        plain = read({**stated, "tree": tree, "ask": ["value", "best-move", "values"]}).solve()
        several = read(problem(in_pairs(tree), players=("Max", "Min"), conventions=convention))
        answers = several.solve()
        assert answers["value"] == [plain["value"], -plain["value"]]
        assert answers["values"] == {node: [value, -value] for node, value in plain["values"].items()}
        assert answers["best-move"] == plain["best-move"]
        paranoid = written(several, rules_of(several)["paranoid"].answer({}))
        assert paranoid["values"] == answers["values"]  # to hurt the other is to help oneself


def numbers(rng: random.Random, depth: int) -> Any:
    """Return nested lists of numbers that differ, so that no move ties."""
    leaves = iter(rng.sample(range(-99, 100), 3**depth))

    def below(left: int) -> Any:
        return [below(left - 1) if left > 1 else next(leaves) for _ in range(rng.randint(2, 3))]

    return below(depth)


def in_pairs(tree: Any) -> Any:
    return [in_pairs(one) for one in tree] if isinstance(tree, list) else [tree, -tree]


# --- By hand --------------------------------------------------------------------------------------


def test_each_player_takes_what_is_best_for_itself() -> None:
    # Bob: 5 over 4, so B = D; 6 over 1 and 2, so C = G. Ann: 6 over 3, so A = B.
    assert solved() == {
        "value": BEST,
        "best-move": "B",
        "values": {"A": BEST, "B": BEST, "C": [3, 6, 1]},
        "principal-variation": ["A", "B", "D"],
    }


WRONG: dict[str, tuple[list[int], str, list[int], list[int]]] = {
    # Bob: Ann's 2 under 6, and 1 under 3 and 4. Ann: 2 over 1.
    "paranoid": ([2, 4, 2], "B", [2, 4, 2], [1, 2, 3]),
    # Bob takes for Ann: 6 over 2, and 4 over 3 and 1. Ann: 6 over 4.
    "root-player-everywhere": (BEST, "B", BEST, MOST_FOR_ANN),
    # Bob takes for Cat: 2 over 1, and 9 over 1 and 3. Ann takes for Bob: 4 over 1.
    "next-player": ([2, 4, 2], "B", [2, 4, 2], MOST_FOR_ANN),
    # Sums: 12 over 8, and 14 over 10 and 6. Ann: 14 over 12.
    "maximises-sum": (MOST_FOR_ANN, "C", BEST, MOST_FOR_ANN),
    # Bob's leads: 5 - 7/2 = 3/2 under 4 - 4/2 = 2, and 1 - 13/2, 6 - 4/2 = 4, 2 - 4/2 = 0. Ann's: 2 - 6/2 = -1 under 3 - 7/2 = -1/2.
    "maximises-lead": ([3, 6, 1], "C", [2, 4, 2], [3, 6, 1]),
    # The largest of each: (6, 2), (5, 4), (1, 2); (4, 3, 1), (1, 6, 2), (9, 1, 3); then (6, 4), (5, 6), (2, 9).
    "component-wise": ([6, 6, 9], "B", [6, 5, 2], [4, 6, 9]),
    # Nobody finds two children equally good: as it should be.
    "other-tie": (BEST, "B", BEST, [3, 6, 1]),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_rules_give_what_they_give_by_hand(name: str) -> None:
    value, move, at_b, at_c = WRONG[name]
    answers = by_rule(name)
    assert (answers["value"], answers["best-move"]) == (value, move)
    assert answers["values"] == {"A": value, "B": at_b, "C": at_c}


def test_wrong_rules_without_a_bound_are_those_by_hand() -> None:
    assert [*rules_of(read(problem()))] == [*WRONG]


def test_of_equally_good_children_the_convention_says_which_counts() -> None:
    tied, pair = [[2, 1], [2, 7], [0, 9]], ("Ann", "Bob")  # Ann has 2 at B and at C
    for tie, order, value, move in (
        ("first", "left-to-right", [2, 1], "B"),
        ("last", "left-to-right", [2, 7], "C"),
        ("first", "right-to-left", [2, 7], "C"),
        ("last", "right-to-left", [2, 1], "B"),
    ):
        answers = solved(tied, players=pair, tie=tie, order=order)
        assert (answers["value"], answers["best-move"]) == (value, move), (tie, order)
        other = by_rule("other-tie", tied, players=pair, tie=tie, order=order)
        assert other["value"] == ([2, 1] if value == [2, 7] else [2, 7]), (tie, order)


def test_tied_children_that_are_worth_the_same_to_all_are_both_right() -> None:
    data = problem([[2, 1], [2, 1], [0, 9]], "best-move", players=("Ann", "Bob"), tie="any")
    assert [report_of(read(data), {"best-move": move}).earned for move in "BCD"] == [1, 1, 0]
    assert "other-tie" not in rules_of(read(data))


def test_root_names_who_starts_and_the_others_follow_in_their_order() -> None:
    # Cat at the root, then Ann: D (6 over 2) and F (4 over 3 and 1); Cat: 9 over 1.
    assert solved(root="Cat")["values"] == {"A": MOST_FOR_ANN, "B": BEST, "C": MOST_FOR_ANN}


def test_layers_say_who_moves_at_each_depth() -> None:
    # Cat below Ann: E (2 over 1) and F (9 over 1 and 3). Ann: 4 over 2.
    assert solved(layers=["Ann", "Cat"])["values"] == {"A": MOST_FOR_ANN, "B": [2, 4, 2], "C": MOST_FOR_ANN}


"""B is worth 8/4 + 3·4/4 = 5 to Ann and 1/4 + 3·6/4 = 19/4 to Bob; Ann has 5 over 4."""


def test_chance_is_the_expectation_of_each_player_and_leaves_no_line() -> None:
    answers = solved(CHANCE, players=("Ann", "Bob"))
    assert answers == {"value": [5, "19/4"], "best-move": "B", "values": {"A": [5, "19/4"], "B": [5, "19/4"]}}


def test_where_chance_moves_first_there_is_no_move_and_no_player_of_the_root() -> None:
    tree = {"chance": [{"Bob": [[8, 1], [0, 3]]}, [4, 6]]}  # Bob: 3 over 1; halves of [0, 3] and [4, 6]
    exercise = read(problem(tree, "value", players=("Ann", "Bob")))
    assert exercise.solve()["value"] == [2, "9/2"]
    assert "best-move" not in exercise.solve()
    assert not {"paranoid", "root-player-everywhere"} & {*rules_of(exercise)}


# --- The horizon ----------------------------------------------------------------------------------

FAR = {
    "Ann": [{"Bob": [{"Cat": [{"static": [1, 2, 3], "Ann": [[9, 9, 9], [8, 8, 8]]}, [0, 5, 2]]}, [0, 1, 0]]}, [0, 0, 0]]
}
"""A = Ann's, B = Bob's, D = Cat's, F = Ann's: three plies down stands F, worth [9, 9, 9] if it is searched."""


def test_a_round_is_a_move_of_each_of_the_players() -> None:
    # Three plies: F is worth [1, 2, 3]; Cat: 3 over 2; Bob: 2 over 1; Ann: 1 over 0.
    answers = solved(FAR, depth=1, depth_in="rounds")
    assert answers["values"] == {node: [1, 2, 3] for node in "ABD"}
    assert answers == solved(FAR, depth=3)
    assert solved(FAR, depth=4)["values"] == {node: [9, 9, 9] for node in "ABDF"}
    assert answers["principal-variation"] == ["A", "B", "D", "F"]


def test_where_the_search_stops_only_static_numbers_can_be_given() -> None:
    assert faults_of(problem(FAR, depth=1)) == [
        "$.tree.Ann[0]: the search stops at B, but nothing says what it is worth; expected static"
    ]
    short = {"Ann": [{"static": [1, 2], "Bob": [[1, 2, 3]]}, [1, 2, 3]]}
    assert faults_of(problem(short, depth=1)) == [
        "$.tree.Ann[0].static: has 2 numbers, expected 3: one for each of Ann, Bob, Cat"
    ]


# --- Pruning --------------------------------------------------------------------------------------

EQUAL = [[[5, 5, 0], [6, 4, 0]], [[1, 5, 4], [9, 0, 1]]]
"""S = 10: Bob's B = [5, 5, 0] gives Ann 5. At C Bob has 5 after F: Ann has at most 10 - 5 = 5 there, no more than at B."""
LESS = [EQUAL[0], [[1, 6, 3], [9, 0, 1]]]
"""The same with 6 for Bob at F: Ann has at most 4 at C, less than at B."""


@pytest.mark.parametrize(
    ("convention", "equal"),
    [
        ({}, ["G"]),
        ({"cutoff": "alpha > beta"}, []),
        ({"tie": "last"}, []),
        ({"tie": "any"}, []),
        ({"tie": "last", "cutoff": "alpha > beta"}, []),
    ],
)
def test_equality_skips_only_where_the_cutoff_allows_it_and_the_first_of_equals_counts(
    convention: dict[str, str], equal: list[str]
) -> None:
    assert solved(EQUAL, sum_bound=10, **convention)["pruned"] == equal
    assert solved(LESS, sum_bound=10, **convention)["pruned"] == ["G"]
    strict, loose = ("equality-cutoff", ["G"]) if not equal else ("strict-cutoff", [])
    assert by_rule(strict, EQUAL, sum_bound=10, **convention)["pruned"] == loose
    assert by_rule("no-pruning", LESS, sum_bound=10, **convention)["pruned"] == []


def test_who_has_all_there_is_skips_the_rest_unless_equality_is_not_enough() -> None:
    tree = [[0, 9, 1], [10, 0, 0], [0, 0, 10], [1, 1, 1]]  # Ann has 10 of 10 after C
    answers = solved(tree, sum_bound=10)
    assert (answers["pruned"], answers["visited"], answers["leaves-evaluated"]) == (["D", "E"], ["A", "B", "C"], 2)
    assert solved(tree, sum_bound=10, cutoff="alpha > beta")["pruned"] == []
    assert solved(tree, sum_bound=10, tie="last")["pruned"] == []


def test_values_are_those_of_the_whole_tree_though_the_search_skips() -> None:
    # The search stops at C with F's 5 for Bob, and never sees that G has 8 for him.
    tree = [EQUAL[0], [[1, 5, 4], [2, 8, 0]]]
    answers = solved(tree, sum_bound=10)
    assert (answers["pruned"], answers["values"]["C"]) == (["G"], [2, 8, 0])
    assert answers["visited"] == ["A", "B", "D", "E", "C", "F"]
    assert answers["leaves-evaluated"] == 3


def test_a_search_from_the_right_skips_what_stands_left() -> None:
    mirrored = [
        side[::-1] for side in EQUAL[::-1]
    ]  # C = [[6, 4, 0], [5, 5, 0]] comes first, and in B comes E = [1, 5, 4]
    answers = solved(mirrored, sum_bound=10, order="right-to-left")
    assert (answers["pruned"], answers["visited"]) == (["D"], ["A", "C", "G", "F", "B", "E"])


def test_a_parent_of_the_same_player_prunes_nothing() -> None:
    assert solved(LESS, sum_bound=10, layers=["Ann", "Bob"])["pruned"] == ["G"]
    same = [[[6, 4, 0], [5, 5, 0]], [[5, 5, 0], [9, 0, 1]]]  # Ann has 6 at A and 5 at C: 6 >= 10 - 5, but both are hers
    assert solved(same, sum_bound=10, layers=["Ann", "Ann"])["pruned"] == []


def test_only_the_parent_counts() -> None:
    # Ann has 8 by B. At D, below Bob's C, Cat has 9 after F: 8 >= 10 - 9, but Ann is not D's parent, and Bob has nothing yet.
    tree = [[8, 1, 1], [[[0, 1, 9], [3, 7, 0]], [5, 5, 0]]]
    assert solved(tree, sum_bound=10)["pruned"] == []
    assert by_rule("prunes-deep", tree, sum_bound=10)["pruned"] == ["G"]


def test_steps_say_what_the_sum_leaves_and_what_is_all_there_is() -> None:
    assert skips(EQUAL) == [
        "At C Bob has 5 already; that leaves Ann at most 10 - 5 = 5, and Ann has 5 at A already: so G is skipped."
    ]
    assert skips([[0, 9, 1], [10, 0, 0], [0, 0, 10], [1, 1, 1]]) == [
        "At A Ann has 10 already, which is all there is: so D and E are skipped."
    ]


def skips(tree: Any) -> list[str]:
    exercise = read(problem(tree, "pruned", sum_bound=10))
    solution = exercise.kind.solve(exercise.problem)
    return [
        step.sentence for step in exercise.kind.tutor.steps(exercise.problem, solution) if step.action == Action.SKIP
    ]


def test_why_says_of_every_node_whether_something_skipped_it() -> None:
    exercise = read(problem(EQUAL, "pruned", sum_bound=10))
    solution = exercise.kind.solve(exercise.problem)
    why = [exercise.kind.tutor.why(exercise.problem, solution, node) for node in (5, 6)]
    assert why == ["F is visited: nothing was known by then that skips it.", *skips(EQUAL)]


# --- Marks and what is said -----------------------------------------------------------------------


def entries(answers: dict[str, Any], *ask: str, **fields: Any) -> Iterator[tuple[Any, ...]]:
    """Yield of every entry the node, the verdict, what it earns and what is said."""
    report = report_of(read(problem(fields.pop("tree", TREE), *ask, **fields)), answers)
    for part in report.parts:
        yield from ((entry.node, entry.verdict, entry.earned, entry.message) for entry in part.entries)


def test_a_list_is_right_as_a_whole_or_not_at_all() -> None:
    said = "expected [6, 5, 1]. A: Ann chooses, and compares Ann's own numbers 6, 3: the largest is 6, so [6, 5, 1]."
    assert [*entries({"value": [6, 5, 2]}, "value")] == [(None, Verdict.WRONG, 0, said)]
    assert [*entries({"value": ["6", 5, 1]}, "value")] == [(None, Verdict.CORRECT, 1, "")]


def test_each_number_of_a_list_may_be_rounded() -> None:
    tree = {"Ann": [{"chance": [[1, 0], [0, 0], [0, 1]]}, [0, 0]]}  # B is worth thirds
    for given, earned in ((["1/3", 0.33], 1), ([0.33, 0.33], 1), ([0.33, 0.34], 0), ([0.3, 0.33], 0)):
        data = problem(tree, "value", players=("Ann", "Bob"))
        assert report_of(read(data), {"value": given}).earned == earned, given


@pytest.mark.parametrize("given", [[6, 5], [6], [6, 5, 1, 0]])
def test_a_list_with_other_than_a_number_for_each_is_not_judged(given: list[int]) -> None:
    ((_, verdict, earned, said),) = entries({"value": given}, "value")
    has = f"has {len(given)} number{'s' * (len(given) > 1)}, expected 3: {OF_THREE}"
    assert (verdict, earned, said) == (Verdict.MALFORMED, 0, f"line 1 $.answers.q1.value (q1, value): {has}")


def test_an_entry_with_too_few_numbers_is_named_with_its_node() -> None:
    found = entries({"values": {"A": BEST, "B": [6, 5], "C": [3, 6, 1]}}, "values")
    ((_, _, _, said),) = [one for one in found if one[1] is Verdict.MALFORMED]
    assert said == f"line 1 $.answers.q1.values.B (q1, values, B): has 2 numbers, expected 3: {OF_THREE}"


def test_a_number_for_a_list_is_told_what_a_list_is() -> None:
    ((_, verdict, _, said),) = entries({"value": 6}, "value")
    assert verdict is Verdict.MALFORMED
    assert said.endswith('"6" is not allowed here, expected a list with a number for each player, such as [1, 2, 3]')


FOLLOWS = (
    "On your numbers best for Ann of [2, 4, 2], [3, 6, 1] = [3, 6, 1]: this step is right, half marks. "
    "Right: best for Ann of [6, 5, 1], [3, 6, 1] = [6, 5, 1]."
)


def test_a_wrong_list_in_the_map_is_explained_and_what_follows_from_it_earns_half() -> None:
    # Bob's B is taken for Ann's worst; Ann then has 3 over 2, which is right on these numbers.
    given = {"A": [3, 6, 1], "B": [2, 4, 2], "C": [3, 6, 1]}
    assert [*entries({"values": given}, "values", points={"values": 3})] == [
        (
            "A",
            Verdict.FOLLOW_THROUGH,
            Fraction(1, 2),
            FOLLOWS,
        ),
        (
            "B",
            Verdict.WRONG,
            0,
            "expected [6, 5, 1]. B: Bob chooses, and compares Bob's own numbers 5, 4: the largest is 5, so [6, 5, 1].",
        ),
        ("C", Verdict.CORRECT, 1, ""),
    ]


@pytest.mark.parametrize("name", [name for name in WRONG if name != "other-tie"])
def test_who_follows_a_wrong_rule_is_told_which(name: str) -> None:
    ask = ("value", "best-move", "values")
    answers = {part: answer for part, answer in by_rule(name).items() if part in ask}
    report = report_of(read(problem(TREE, *ask)), answers)
    assert [finding.misconception for finding in report.findings] == [name]


# --- Generated problems ---------------------------------------------------------------------------


def drawn(*ask: str, seed: str, separate: tuple[str, ...] = ("default",), **stated: str) -> Any:
    conventions, wrong = read_conventions({name.replace("_", "-"): value for name, value in stated.items()})
    assert not wrong
    return certified(
        "max-n",
        PartyParameters(question=Question(ask, conventions=conventions), promise=Promise(separate=separate)),
        seed,
    )


@pytest.mark.parametrize("stated", [{}, {"sum_bound": "9"}], ids=["free", "bounded"])
def test_certificates_of_generated_problems_are_kept(stated: dict[str, str], window: int) -> None:
    for seed in range(10):
        ask = ("values", "pruned") if stated else ("value", "best-move", "values")
        made = drawn(*ask, seed=str(shifted(seed, window)), **stated)
        data = write_problem(KINDS["max-n"], made.problem)
        promised = {name for name, _ in made.certificate.guaranteed}
        assert {"distinct-own", "not-paranoid"} <= promised
        assert max_n.follow(data, "paranoid", {})["value"] != max_n.solve(data)["value"], seed
        assert all(len({*own}) == len(own) for own in own_numbers(data)), seed
        for target in made.certificate.separated:
            first, second = (max_n.follow(data, name, {}) for name, _ in (*target, ("right", ""))[:2])
            assert any(first[part] != second[part] for part in data["ask"]), (seed, target)


def own_numbers(data: dict[str, Any]) -> Iterator[list[Fraction]]:
    """Yield of every node what its children are worth to its player."""
    root = max_n.tree_of(data)
    for node in max_n.by_levels(root):
        if node.children:
            me = data["players"].index(node.mover)
            yield [max_n.worth_of(data, child, "right", root, {})[me] for child in node.children]
