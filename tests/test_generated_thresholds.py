"""Generated exercises that ask for which x: what their certificates say, by the plain second solver."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import oracle
import pytest
from click.testing import CliRunner
from second import threshold as plain
from windows import shifted

from generators import RequestError, certified
from generators.certify import written
from generators.like import like
from generators.parameters import Parameters, Question, Shape, ThresholdParameters
from grader import load_problem
from grader.cli.main import gametree
from grader.conventions import read_conventions

STRICT, _ = read_conventions({"cutoff": "alpha > beta"})
REQUESTS: dict[str, Parameters] = {
    "default": ThresholdParameters(),
    "strict": ThresholdParameters(question=Question(conventions=STRICT)),
    "minimax": ThresholdParameters("minimax", "any", "yes"),
    "expectiminimax": ThresholdParameters("expectiminimax", "any", shape=Shape((2, 2), (2, 2))),
    "any": ThresholdParameters(about="any", shape=Shape((3, 3), (2, 2))),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_certificate_says_what_a_plain_solver_finds(name: str, window: int) -> None:
    for seed in range(6):
        made = certified("threshold", REQUESTS[name], str(shifted(seed, window)))
        data: Any = written(made.problem).data
        right = plain.solve(data)
        assert made.exercise.solve() == right
        assert right["range"] not in ([], ["(-inf, inf)"])
        ends = [end for part in plain.parts_in(right["range"]) for end in part[:2] if abs(end) != plain.INF]
        assert all(Fraction(end).denominator == 1 for end in ends)
        guaranteed = dict(made.certificate.guaranteed)
        assert {"depends-on-x", "whole-ends"} <= guaranteed.keys()
        if "equality-matters" in guaranteed:
            other = {"alpha >= beta": "alpha > beta", "alpha > beta": "alpha >= beta"}[
                oracle.convention(data, "cutoff")
            ]
            assert plain.solve({**data, "conventions": {"cutoff": other}})["range"] != right["range"]


def test_wrong_rules_of_a_certificate_give_another_range() -> None:
    for seed in range(6):
        made = certified("threshold", ThresholdParameters("minimax", "any", "yes"), f"rules {seed}")
        data: Any = written(made.problem).data
        told = {target[0][0] for target in made.certificate.separated} & set(plain.RULES)
        assert "complement" in told
        for rule in told - {"integers-forgotten", "first-interval-only"}:  # not all of them have a place in each
            assert plain.follow(data, rule, {})["range"] != plain.solve(data)["range"]


def test_same_seed_gives_the_same_problem_and_another_seed_another() -> None:
    one, again, other = (certified("threshold", ThresholdParameters(), seed).problem.id for seed in ("1", "1", "2"))
    assert one == again != other


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (ThresholdParameters("ucb"), 'there is no search "ucb" here'),
        (ThresholdParameters("nim"), 'there is no search "nim" here'),
        (ThresholdParameters("minimax", shape=Shape(layers=("max", "chance"))), "a chance layer has no place"),
    ],
)
def test_request_that_cannot_be_met_is_refused(request_: Parameters, said: str) -> None:
    with pytest.raises(RequestError, match=said):
        certified("threshold", request_, "1")


def test_command_takes_the_search_and_what_the_claim_is_about() -> None:
    ran = CliRunner().invoke(
        gametree,
        ["generate", "threshold", "--search", "minimax", "--about-what", "any", "--integers", "yes", "--seed", "3"],
    )
    assert ran.exit_code == 0
    assert "search: minimax" in ran.output
    assert "integers: true" in ran.output
    refused = CliRunner().invoke(gametree, ["generate", "threshold", "--about-what", "moves"])
    assert refused.exit_code == 2
    assert "expected pruned or any" in refused.output


def test_variants_keep_the_shape_and_the_figures_and_ask_for_another_x() -> None:
    given = certified("threshold", ThresholdParameters(shape=Shape((2, 2), (2, 2))), "given")
    request = like(given.problem)
    variants = [certified("threshold", request, str(seed)) for seed in range(4)]
    assert {tuple(variant.problem.game.ids) for variant in variants} == {tuple(given.problem.game.ids)}
    assert {tuple(variant.certificate.figures.items()) for variant in variants} == {
        tuple(given.certificate.figures.items())
    }
    assert len({variant.problem.id for variant in variants}) > 1


def test_problem_without_x_at_a_leaf_has_no_variants() -> None:
    constant = load_problem(
        {
            "format": "gametree-problem/1",
            "id": "c",
            "kind": "threshold",
            "search": "ucb",
            "children": [{"id": "A", "visits": 2, "total": 1}, {"id": "B", "visits": 1, "total": 0}],
            "conventions": {"exploration": "x"},
            "claim": {"choice": "B"},
        }
    )
    with pytest.raises(RequestError, match="x is the value of a leaf"):
        like(constant.problem)
