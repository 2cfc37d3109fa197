"""What a certificate claims is so: of ties between the best means, of rules that nobody can follow, of rounded answers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from generators import (
    ExpectiminimaxParameters,
    Leaves,
    Promise,
    Question,
    RequestError,
    Shape,
    UcbParameters,
    certified,
)
from generators.candidate import Candidate, roundings
from generators.certify import problem_id
from grader.core.conventions import read_conventions
from grader.core.search.folds import Cutoff
from grader.kinds import KINDS

HALVES = Leaves(0, 20, Fraction(1, 2))


def asks(*parts: str, **conventions: object) -> Question:
    fields, wrong = read_conventions(conventions)
    assert not wrong
    return Question(parts, conventions=fields)


def names(targets: tuple) -> set[str]:
    return {name for target in targets for name, _ in target}


@pytest.mark.parametrize("unvisited", ["first", "zero"])
def test_choice_that_has_one_of_the_best_means_is_not_certified_as_not_greedy(unvisited: str) -> None:
    some = (0, 1) if unvisited == "zero" else (0, 0)
    request = UcbParameters(visits=(1, 5), unvisited=some, question=asks(unvisited=unvisited))
    for seed in range(200):
        problem = certified("ucb", request, str(seed)).problem
        arms = problem.game
        means = [Fraction(total) / (visits or 1) for total, visits in zip(arms.totals, arms.visits, strict=True)]
        (choice,) = KINDS["ucb"].solve(problem).answers["choice"]
        assert means[choice] < max(means), seed


@pytest.mark.parametrize(("children", "unvisited"), [((2, 3), (2, 2)), ((2, 2), (0, 2)), ((2, 4), (1, 2))])
def test_every_drawn_ucb_problem_has_a_visited_child(children: tuple[int, int], unvisited: tuple[int, int]) -> None:
    promise = Promise(without=("margin", "not-greedy"), separate=("none",))
    request = UcbParameters(children, unvisited=unvisited, promise=promise)
    counts = set()
    for seed in range(60):
        arms = certified("ucb", request, str(seed)).problem.game
        assert any(arms.visits)
        counts.add((len(arms.ids), arms.visits.count(0)))
    least, most = children
    possible = {
        (count, none)
        for count in range(least, most + 1)
        for none in range(unvisited[0], min(unvisited[1], count - 1) + 1)
    }
    assert counts == possible


def test_rule_that_nobody_can_follow_in_a_problem_is_not_separated_there_with_that_reason() -> None:
    seen = set()
    for seed in range(20):
        generated = certified("ucb", UcbParameters(children=(3, 3), unvisited=(0, 1)), str(seed))
        certificate, is_there = generated.certificate, 0 in generated.problem.game.visits
        reasons = {target: reason for target, reason in certificate.not_separated if len(target) == 1}
        assert ("unvisited-ignored" in names(certificate.separated)) == is_there
        assert is_there or "nobody can follow" in reasons[("unvisited-ignored", ""),]
        followed = {(rule.name, rule.detail) for rule in KINDS["ucb"].wrong.rules(generated.problem)}
        assert {key for target in certificate.separated for key in target} <= followed
        seen.add(is_there)
    assert seen == {True, False}


def test_named_rule_can_be_followed_in_every_problem_that_must_separate_it() -> None:
    request = UcbParameters(children=(3, 3), unvisited=(0, 1), promise=Promise(separate=("unvisited-ignored",)))
    for seed in range(30):
        generated = certified("ucb", request, str(seed))
        assert 0 in generated.problem.game.visits
        assert names(generated.certificate.separated) == {"unvisited-ignored"}
    with pytest.raises(RequestError, match="has no place"):
        certified("ucb", request._replace(unvisited=(0, 0)), "0")


def rounded(number: object, decimals: int) -> object:
    if isinstance(number, dict):
        return {key: rounded(value, decimals) for key, value in number.items()}
    return next(iter(roundings(number, decimals)), number)


@pytest.mark.parametrize("decimals", [0, 1, 2])
@pytest.mark.parametrize("kind", ["ucb", "expectiminimax"])
def test_wrong_answers_that_are_separated_are_wrong_when_they_are_rounded_too(kind: str, decimals: int) -> None:
    question = asks(decimals=str(decimals))
    request = (
        UcbParameters(question=question)
        if kind == "ucb"
        else ExpectiminimaxParameters(
            Shape((2, 2), (2, 3), ("max", "chance"), probabilities="thirds"), HALVES, question=question,
            promise=Promise(without=("short-decimals",)),
        )
    )  # fmt: skip
    for seed in range(40):
        generated = certified(kind, request, str(seed))
        case = Candidate(KINDS[kind], generated.problem)
        asked = generated.problem.ask
        for ((name, detail),) in generated.certificate.separated:
            answers = case.misconceptions[name, detail].answer({}, asked)
            written = {part: rounded(answers[part], decimals) for part in asked}
            assert any(not is_right(case, part, written[part]) for part in asked), (seed, name)


def is_right(case: Candidate, part: str, written: object) -> bool:
    expected, same = case.solution.answers[part], case.kind.parts[part].form.same
    if isinstance(written, dict):
        return all(same(case.problem, expected[key], written[key]) for key in expected)
    return same(case.problem, expected, written)


def test_numbers_are_rounded_to_the_nearest_and_halves_both_ways_and_whole_ones_stay() -> None:
    eighth, third = Fraction(1, 8), Fraction(1, 3)
    assert list(roundings(eighth, 2)) == [Fraction(13, 100), Fraction(12, 100)]
    assert list(roundings((third, float("inf")), 1)) == [(Fraction(3, 10), float("inf"))] * 2
    cut = Cutoff(3, Fraction(5, 2), 4, range(0))
    assert [written.alpha for (written,) in roundings([cut], 0)] == [3, 2]
    assert not list(roundings([3, (4, float("-inf")), "B"], 2))
    assert not list(roundings(third, None))


def test_exercises_that_differ_in_priors_alone_are_different_ones() -> None:
    drawn = certified("ucb", UcbParameters(question=asks(formula="puct")), "0").problem
    other = drawn._replace(game=drawn.game._replace(priors=drawn.game.priors[::-1]))
    assert problem_id(other) != problem_id(drawn)
