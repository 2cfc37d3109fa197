"""Generated exercises that ask for which x: what their certificates say, by the plain second solver."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import oracle
import pytest
from click.testing import CliRunner
from second import threshold as plain
from turns import in_turn
from windows import Deal, dealt, shifted

from generators import RequestError, certified
from generators.certify import written
from generators.like import like, mirrored
from generators.parameters import Parameters, Question, Shape, ThresholdParameters
from grader.cli.main import gametree
from grader.core.conventions import read_conventions

STRICT, _ = read_conventions({"cutoff": "alpha > beta"})
REQUESTS: dict[str, Parameters] = {
    "default": ThresholdParameters(),
    "strict": ThresholdParameters(question=Question(conventions=STRICT)),
    "minimax": ThresholdParameters("minimax", "any", "yes"),
    "expectiminimax": ThresholdParameters("expectiminimax", "any", shape=Shape((2, 2), (2, 2))),
    "any": ThresholdParameters(about="any", shape=Shape((3, 3), (2, 2))),
}


@pytest.mark.sweep
@in_turn(2)
@dealt(3)
@pytest.mark.parametrize("name", REQUESTS)
def test_certificate_says_what_a_plain_solver_finds(name: str, window: int, deal: Deal) -> None:
    for seed in deal(range(6), window):
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


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (ThresholdParameters("ucb"), "add --convention exploration=x"),
        (ThresholdParameters("minimax", unknown="probability"), "minimax has no unknown probabilities"),
        (ThresholdParameters(unknown="probability", shape=Shape(branching=(4, 4))), "x and 1 - x are two outcomes"),
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


CHANCES = ThresholdParameters(unknown="probability", shape=Shape((2, 2), probabilities="tenths"))
CONSTANT, _ = read_conventions({"exploration": "x"})
ARMS = ThresholdParameters("ucb", question=Question(conventions=CONSTANT))


def test_x_is_a_probability_that_the_claim_turns_on(window: int) -> None:
    for seed in range(6):
        made = certified("threshold", CHANCES, str(shifted(seed, window)))
        data: Any = written(made.problem).data
        right = plain.solve(data)
        shares = [node["p"] for node in plain.nodes_of(data["tree"]) if "x" in str(node.get("p"))]
        assert shares == ["x", "1 - x"]
        assert made.exercise.solve() == right
        assert right["range"] not in ([], ["[0, 1]"])
        ends = [Fraction(end) for part in plain.parts_in(right["range"]) for end in part[:2]]
        assert all(20 % end.denominator == 0 for end in ends)
        assert dict(made.certificate.not_guaranteed)["whole-ends"] == "x is a probability"


def test_x_is_the_constant_by_which_ucb_selects(window: int) -> None:
    for seed in range(4):
        made = certified("threshold", ARMS, str(shifted(seed, window)))
        data: Any = written(made.problem).data
        assert data["conventions"] == {"exploration": "x"}
        assert made.exercise.solve()["range"] not in ([], ["[0, inf)"])
        assert made.exercise.solve() == plain.solve(data)


@pytest.mark.sweep
def test_variants_have_x_where_the_given_problem_has_it() -> None:
    for request, search in ((CHANCES, "expectiminimax"), (ARMS, "ucb")):
        given = certified("threshold", request, "given").problem
        variants = [certified("threshold", like(given), str(seed)).problem for seed in range(2)]
        assert {problem.game.searched.kind for problem in variants} == {search}
        assert {tuple(problem.game.ids) for problem in variants} == {tuple(given.game.ids)}
        assert len({problem.id for problem in variants}) > 1


def test_mirror_image_asks_the_same_of_the_tree_turned_round() -> None:
    for request in (ThresholdParameters(), CHANCES, ThresholdParameters("minimax", "any", "yes")):
        given = certified("threshold", request, "given").problem
        made = certified("threshold", mirrored(given), "1")
        data: Any = written(made.problem).data
        assert data["claim"] == written(given).data["claim"]
        assert (
            plain.nodes_of(data["tree"])[1]["id"]
            == plain.nodes_of(written(given).data["tree"])[len(given.game.searched.game.children(0))]["id"]
        )
        assert made.exercise.solve() == plain.solve(data)
        back = certified("threshold", mirrored(made.problem), "1").problem
        assert written(back).data["tree"] == written(given).data["tree"]


def test_children_of_ucb_have_no_mirror_image() -> None:
    with pytest.raises(RequestError, match="have no mirror image"):
        mirrored(certified("threshold", ARMS, "given").problem)
