"""Probabilities of agreement are those that going through all cases gives."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations, product

import pytest

from grader.course.similar import Draw, Student, Work, alone, deals_of, holm, pairs, surprise, tail


def by_all_cases(draws: list[Draw], least: int) -> Fraction:
    """Return the probability of agreeing with that weight, from every way in which the draws can come out."""
    found = Fraction(0)
    for ways in product((True, False), repeat=len(draws)):
        weight = sum(draw.weight for draw, agrees in zip(draws, ways, strict=True) if agrees)
        share = Fraction(1)
        for draw, agrees in zip(draws, ways, strict=True):
            rate = Fraction(draw.hits, draw.of)
            share *= rate if agrees else 1 - rate
        found += share if weight >= least else 0
    return found


@pytest.mark.parametrize("seed", range(40))
def test_the_tail_is_that_of_all_cases_and_never_below(seed: int) -> None:
    draw = random.Random(seed)
    draws = []
    for _ in range(draw.randint(1, 8)):
        of = draw.randint(1, 60)
        draws.append(Draw(draw.randint(0, of), of, False))
    draws = [one for one in draws if one.weight]  # what two students in three agree in says nothing
    for least in range(12):
        exact, found = by_all_cases(draws, least), tail(draws, least)
        assert exact <= found <= exact + Fraction(1, 2**200)


def test_the_model_is_dealing_the_wrong_answers_of_a_place_anew() -> None:
    """At two places the wrong answers of the others are dealt in all orders: how often does one get as much of what the other has?"""
    given = [["7", "8"], ["7", "8"], ["5", "9"], ["7", "4"], ["6", "8"], ["5", "4"]]
    key = {("values", "B"): "1", ("values", "C"): "2"}
    students = [
        Student(f"s{place}", {"q": Work("q", "q", dict(zip(key, answers, strict=True)), key)})
        for place, answers in enumerate(given)
    ]
    hits = total = 0
    for first in permutations(answers[0] for answers in given[1:]):
        for second in permutations(answers[1] for answers in given[1:]):
            total += 1
            hits += first[0] == "7" and second[0] == "8"
    found = tail([Draw(2, 5, True), Draw(2, 5, True)], 2)
    assert abs(found - Fraction(hits, total)) < Fraction(1, 2**200)
    one = next(
        pair for pair in pairs(students, deals_of(students), 0.0) if (pair.student, pair.others) == ("s0", ("s1",))
    )
    assert abs(one.probability - Fraction(hits, total)) < Fraction(1, 2**200)
    assert one.expected == pytest.approx(4 / 5)


def test_corrected_probabilities_are_holm_s() -> None:
    """Worked by hand: the smallest of 4 times 4, the next times 3 and never below the one before, and so on."""
    found = [Fraction(1, 100), Fraction(1, 90), Fraction(1, 10), Fraction(1, 2)]
    assert holm(found, 4) == [Fraction(4, 100), Fraction(4, 100), Fraction(2, 10), Fraction(1, 2)]
    assert holm([Fraction(1, 2)], 10) == [1]


def test_agreement_in_one_exercise_rests_on_it_alone_and_in_two_on_none() -> None:
    rare = [Draw(1, 100, True, "q1")] * 4
    assert alone([*rare, Draw(1, 3, False, "q2")]) == "q1"
    assert alone([*rare, Draw(1, 100, True, "q2")]) == ""
    assert surprise(rare) == 24
