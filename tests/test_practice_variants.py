"""Variants to practise on: each wrong rule that one serves gives answers there that nobody else gives."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from banked import BANK
from certificate_checks import REQUESTS, check, flat, question
from turns import in_turn

from generators import (
    AlphaBetaParameters,
    ExpectiminimaxParameters,
    Leaves,
    MinimaxParameters,
    RequestError,
    Shape,
    UcbParameters,
    content_of,
)
from generators.like import like
from generators.practice_variants import LEAST, Practice, practise

SOME = (
    "minimax",
    "alpha-beta",
    "alpha-beta-read-off",
    "alpha-beta-strict-mirrored",
    "expectiminimax",
    "ucb",
    "ucb-unvisited",
)


@cache
def made(name: str) -> Practice:
    return practise(*REQUESTS[name], "1")


@pytest.mark.sweep
@in_turn(3)
@pytest.mark.parametrize("name", SOME)
def test_second_solver_agrees_that_every_served_rule_is_told_from_the_right_one_and_all_others(name: str) -> None:
    practice = made(name)
    assert practice.served
    for variant in practice.variants[:2]:
        pairs = [target for target in variant.generated.certificate.separated if len(target) == 2]
        assert {one for one, _ in pairs} == set(variant.serves)
        assert check(variant.generated, REQUESTS[name][1]) >= len(variant.serves)


@pytest.mark.parametrize("name", SOME)
def test_every_rule_is_served_often_enough_or_its_reason_is_said(name: str) -> None:
    practice = made(name)
    for key in practice.served:
        assert sum(key in variant.serves for variant in practice.variants) >= LEAST
    left_out = dict(practice.left_out)
    assert all(left_out.values())
    assert not left_out.keys() & set(practice.served)
    named = {name for name, _ in (*practice.served, *left_out)}
    assert named == set(_rules(practice))


def _rules(practice: Practice) -> tuple[str, ...]:
    return practice.variants[0].generated.exercise.kind.wrong.names


@pytest.mark.parametrize(
    ("kind", "request_", "key", "reason"),
    [
        ("alpha-beta", AlphaBetaParameters(), ("strict-cutoff", ""), "with distinct leaves it is right"),
        ("alpha-beta", AlphaBetaParameters(), ("no-deep-cutoffs", ""), "below 4 plies it shows only in windows"),
        ("alpha-beta", AlphaBetaParameters(), ("equality-cutoff", ""), "nobody can follow it"),
        ("alpha-beta", AlphaBetaParameters(flat(2, 3)), ("level-swapped", "at depth 0"), "on this shape it is the same as all-min"),
        ("expectiminimax", ExpectiminimaxParameters(Shape(branching=(2, 2), layers=("max", "chance"))), ("plain-mean", ""), "uniform"),
        ("ucb", UcbParameters(question=question("choice")), ("visits-swapped", ""), "or another rule in all of"),
    ],
)  # fmt: skip
def test_rules_that_coincide_are_left_out_with_the_reason(
    kind: str, request_: object, key: tuple[str, str], reason: str
) -> None:
    practice = practise(kind, request_, "1")  # type: ignore[arg-type]  # any request
    assert reason in dict(practice.left_out)[key].said


def test_a_few_variants_serve_many_rules() -> None:
    practice = practise("alpha-beta", AlphaBetaParameters(flat(4, 2)), "1")
    assert len(practice.served) > 10
    assert len(practice.variants) <= 10


def test_no_two_variants_are_equal_and_none_is_a_problem_that_must_stay_away() -> None:
    small = MinimaxParameters(flat(2, 2), Leaves(0, 5))
    first = [content_of(variant.generated.problem) for variant in practise("minimax", small, "1").variants]
    assert len(set(first)) == len(first)
    again = practise("minimax", small, "1", apart=first[:2])
    assert not set(first[:2]) & {content_of(variant.generated.problem) for variant in again.variants}


def test_the_same_request_and_seed_give_the_same_variants() -> None:
    kind, request = REQUESTS["minimax"]
    assert practise(kind, request, "1") == practise(kind, request, "1")
    assert practise(kind, request, "1").variants != practise(kind, request, "2").variants


def test_variants_of_a_given_problem_look_like_it_and_are_never_it() -> None:
    given = BANK["textbook-three-by-three"].problem
    practice = practise(given.kind, like(given), "1", apart=[content_of(given)])
    for variant in practice.variants:
        problem = variant.generated.problem
        assert problem.ask == given.ask
        assert list(problem.game.first) == list(given.game.first)
        assert content_of(problem) != content_of(given)
    assert all(one.generated.problem != other.generated.problem for one, other in combinations(practice.variants, 2))


def test_an_exercise_on_which_nothing_can_be_got_wrong_has_no_variants_for_any_rule() -> None:
    given = BANK["minimax-one-leaf"].problem
    practice = practise(given.kind, like(given), "1")
    assert practice.served == ()
    assert practice.variants
    with pytest.raises(RequestError):
        practise("checkers", like(given), "1")
