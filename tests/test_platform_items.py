"""What parts of answers become on platforms: shares that add up, and nothing to be seen that follows from the answer."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import iterated
import pytest
from banked import BANK, ids_of

from grader import Exercise, load_problem
from grader.core.answers.case import Case, Solution
from grader.core.answers.inputs import (
    NOTHING,
    Items,
    Pick,
    Ticks,
    Typed,
    Upload,
    nothing_there,
    pick,
    share_out,
    shown,
)
from grader.core.numbers import INFINITY
from grader.core.policy import Marking
from grader.kinds import KINDS

ALPHA_BETA = {"format": "gametree-problem/1", "id": "q1", "kind": "alpha-beta", "tree": [[3, 5], [2, 9]]}


def case_of(exercise: Exercise) -> Case:
    return Case(exercise.problem, exercise.solution, {}, Marking(), exercise.kind.tutor)


def items_of(exercise: Exercise, part: str) -> Any:
    return exercise.kind.parts[part].form.items(case_of(exercise), exercise.solution.answers[part])


def parts_of_the_bank() -> Iterator[tuple[Exercise, str]]:
    for exercise in map(BANK.__getitem__, BANK.ids):
        yield from ((exercise, part) for part in exercise.kind.parts if part in exercise.solution.answers)


def test_items_of_every_part_share_its_marks_or_say_why_no_platform_marks_it() -> None:
    for exercise, part in parts_of_the_bank():
        carried = items_of(exercise, part)
        if isinstance(carried, Upload):
            assert carried.reason
        else:
            assert sum(item.share for item in carried.items) == 1, (exercise.problem.id, part)


def test_every_item_that_earns_something_says_what_is_right() -> None:
    for exercise, part in parts_of_the_bank():
        carried = items_of(exercise, part)
        for item in carried.items if isinstance(carried, Items) else ():
            right = {Typed: "accepted", Pick: "right", Ticks: "shares"}[type(item)]
            assert getattr(item, right) or not item.share


@pytest.mark.parametrize("kind", [name for name, kind in KINDS.items() if kind.wrong.names])
def test_nothing_to_be_seen_follows_from_the_answer(kind: str) -> None:
    followed = 0
    for exercise in map(BANK.__getitem__, ids_of(kind)[::4]):
        right = {part: items_of(exercise, part) for part in exercise.solution.answers}
        for rule in exercise.kind.wrong.rules(exercise.problem):
            for part, answer in rule.answer({}).items():
                items = exercise.kind.parts[part].form.items(case_of(exercise), answer)
                followed += 1
                if isinstance(items, Upload):
                    assert items == right.get(part, items)
                elif part in right:
                    assert shown(items) == shown(right[part])
    assert followed


def test_a_number_is_typed_with_the_room_of_the_problem() -> None:
    tree = {"id": "R", "chance": [{"p": "1/4", "value": 2}, {"p": "3/4", "value": 11}]}
    exercise = load_problem(ALPHA_BETA | {"kind": "expectiminimax", "tree": tree})
    assert items_of(exercise, "value") == Items((Typed("", 1, ((Fraction(35, 4), Fraction(1, 200)),)),))


def test_nodes_that_the_search_skips_are_asked_and_worth_nothing() -> None:
    exercise = load_problem(ALPHA_BETA | {"tree": [[3, 5], [2, [9, 4]]], "ask": ["values"], "id": "q2"})
    a, b, root = (item.label for item in items_of(exercise, "values").items if item.share)
    assert {item.label: (item.share, item.accepted) for item in items_of(exercise, "values").items} == {
        a: (Fraction(1, 3), ((3, 0),)),
        b: (Fraction(1, 3), ((3, 0),)),
        root: (Fraction(1, 3), ((2, 0),)),
        **{item.label: (0, ((NOTHING, 0),)) for item in items_of(exercise, "values").items if not item.share},
    }
    assert len(items_of(exercise, "values").items) == 4


def test_a_window_is_two_fields_with_half_of_its_share_each() -> None:
    alpha, beta, *others = items_of(load_problem(ALPHA_BETA | {"ask": ["windows"]}), "windows").items
    assert (alpha.share, beta.share) == (Fraction(1, 6), Fraction(1, 6))
    assert alpha.label.endswith(" α")
    assert {alpha.accepted, beta.accepted} == {((3, 0),), ((INFINITY, 0),)}
    assert len(others) == 4


def test_every_leaf_is_ticked_for_itself_and_takes_what_a_right_one_earns() -> None:
    (ticks,) = items_of(load_problem(ALPHA_BETA), "pruned").items
    assert ticks.options[-1] == "nothing is pruned"
    assert ticks.shares == (-1, -1, -1, 1, 0)


def test_where_nothing_is_pruned_saying_so_earns_all() -> None:
    (ticks,) = items_of(load_problem(ALPHA_BETA | {"tree": [[2, 3], [4, 5]]}), "pruned").items
    assert ticks.shares == (-1, -1, -1, -1, 1)


def test_a_path_is_one_of_all_paths_and_each_that_is_best_is_right() -> None:
    exercise = load_problem(ALPHA_BETA | {"kind": "minimax", "tree": [[3, 5], [3, 9]], "conventions": {"tie": "any"}})
    (paths,) = items_of(exercise, "principal-variation").items
    assert len(paths.options) == 4
    assert paths.right == (0, 2)


def test_a_list_has_a_place_for_every_node_and_those_at_its_end_earn_nothing() -> None:
    places = items_of(load_problem(ALPHA_BETA), "visited").items
    assert [place.share for place in places] == [Fraction(1, 6)] * 6 + [0]
    assert {place.options for place in places} == {places[0].options}
    assert len(places[0].options) == len(places) + 1
    assert places[0].options[-1] == NOTHING
    assert len({place.right for place in places}) == 7


def test_a_node_that_is_called_as_nothing_is_written_is_not_nothing() -> None:
    assert pick("", 1, [("-", True), (NOTHING, False)]) == Pick("", 1, ("-", NOTHING), (0,))


def test_there_are_always_two_options() -> None:
    assert pick("", 1, [("a", True)]).options == ("a", NOTHING)
    assert nothing_there("there is no entry").items == (Pick("", 1, ("there is no entry", "there is something"), (0,)),)


def between(*bounds: tuple[int, int]) -> dict[str, Any]:
    """Return a claim about the root that holds between each of two numbers."""
    return {"any": [{"all": [{"value": {"above": low}}, {"value": {"below": high}}]} for low, high in bounds]}


@pytest.mark.parametrize(
    ("claim", "more", "filled"),
    [
        ({"value": {"at-least": "7/2"}}, {}, "1 [ 7/2 inf * - - - -"),
        ({"value": {"at-least": "7/2"}}, {"domain": [0, 10]}, "1 [ 7/2 10 ] - - - -"),
        ({"value": {"equals": 3}}, {}, "1 [ 3 3 ] - - - -"),
        (between((3, 3), (4, 4)), {}, "0 - - - - - - - -"),
        ({"any": [{"value": {"at-least": 3}}, {"value": {"below": 3}}]}, {}, "1 * -inf inf * - - - -"),
        (between((1, 5), (6, 8)), {}, "2 ( 1 5 ) ( 6 8 )"),
        (between((1, 5), (6, 8)), {"integers": True}, "2 2 4 7 7"),
        (between((0, 1), (2, 3), (4, 5)), {}, "3 ( 0 1 ) ( 2 3 ) ( 4 5 ) - - - -"),
        (between(*((place, place + 1) for place in range(7))), {}, "a set of so many intervals is too long for a platform's page"),
    ],
)  # fmt: skip
def test_a_set_of_numbers_is_how_many_intervals_and_of_each_two_ends_and_two_brackets(
    claim: dict[str, Any], more: dict[str, Any], filled: str
) -> None:
    """Each field that says something of the set counts the same; the bracket of an infinite end (*) may be any."""
    tree = {"id": "R", "max": [{"id": "B", "value": "x"}]}
    data = ALPHA_BETA | {"kind": "threshold", "search": "minimax", "tree": tree, "claim": claim, "ask": ["range"]}
    carried = items_of(load_problem(data | more), "range")
    if isinstance(carried, Upload):
        assert carried.reason == filled
        return
    assert " ".join(map(right_of, carried.items)) == filled
    worth = [0 if said in "-*" else 1 for said in filled.split()]
    assert [item.share for item in carried.items] == [Fraction(one, sum(worth)) for one in worth]


def right_of(item: Any) -> str:
    if isinstance(item, Pick):
        return item.options[item.right[0]] if len(item.right) == 1 else "*"
    return str(item.accepted[0][0])


def test_items_of_an_iteration_have_its_share() -> None:
    half = Fraction(1, 2)
    assert share_out([Ticks("", ("a", "b"), (1, -1)), Typed("x", 1, ())], half) == [
        Ticks("", ("a", "b"), (half, -half)),
        Typed("x", half, ()),
    ]


@pytest.mark.parametrize(
    ("part", "labels"),
    [
        ("values-by-depth", ["iteration 1", "iteration 2", "iteration 3"]),
        ("best-moves", ["iteration 1", "iteration 2", "iteration 3"]),
        ("paths", "the list of an iteration counts only as a whole, and a platform adds up its items"),
        ("found", "how many iterations there are is for students to find, and a platform cannot add any"),
    ],
)
def test_each_iteration_has_its_items_where_it_is_known_how_many_there_are(part: str, labels: list[str] | str) -> None:
    problem = iterated.problem()
    case = Case(problem, Solution(iterated.RIGHT), {}, Marking(), iterated.KIND.tutor)
    carried = iterated.KIND.parts[part].form.items(case, iterated.RIGHT[part])
    found = carried.reason if isinstance(carried, Upload) else [item.label for item in carried.items]
    assert found == labels
    assert isinstance(carried, Upload) or {item.share for item in carried.items} == {Fraction(1, 3)}
