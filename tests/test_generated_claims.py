"""Generated exercises of claims: what their certificates say, by the plain second solver."""

from __future__ import annotations

from typing import Any

import pytest
from banked import BANK, games_of_trees
from click.testing import CliRunner
from second import claims as plain
from windows import shifted

from generators import RequestError, certified
from generators.candidate import Candidate
from generators.certify import written
from generators.like import like, mirrored
from generators.parameters import ClaimsParameters, Limits, Parameters, Question, Shape
from generators.registry import figures_of
from grader import load_problem
from grader.cli.main import gametree
from grader.core.conventions import read_conventions
from grader.grading.bank import bank_folders
from grader.kinds import KINDS
from grader.kinds.about_searches.claims.solve import wrong_truths
from grader.kinds.about_searches.searched import Lifted

STRICT, _ = read_conventions({"cutoff": "alpha > beta", "order": "right-to-left", "guessing": "free"})
REQUESTS: dict[str, Parameters] = {
    "default": ClaimsParameters(),
    "strict": ClaimsParameters(question=Question(conventions=STRICT)),
    "minimax": ClaimsParameters("minimax", (4, 6)),
    "expectiminimax": ClaimsParameters("expectiminimax", (3, 3)),
    "deeper": ClaimsParameters(items=(8, 8), shape=Shape((3, 3), (2, 2))),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_certificate_says_what_a_plain_solver_finds(name: str, window: int) -> None:
    request: Any = REQUESTS[name]
    for seed in range(8):
        made = certified("claims", request, str(shifted(seed, window)))
        data: Any = written(made.problem).data
        right = plain.solve(data)["claims"]
        assert made.exercise.solve()["claims"] == right
        least, most = request.items
        assert least <= len(right) <= most
        assert abs(2 * sum(right.values()) - len(right)) <= 1
        assert {"half-true", "all-tell-apart"} <= dict(made.certificate.guaranteed).keys()
        game: Lifted = made.exercise.problem.game
        told = {place for rule in wrong_truths(game) for place in rule.truths}
        assert told == set(range(len(right))), "of each claim some wrong rule says the opposite"


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (ClaimsParameters(items=(1, 3)), "--items: expected 2 to 20 claims"),
        (ClaimsParameters(items=(5, 21)), "--items: expected 2 to 20 claims"),
        (
            ClaimsParameters("minimax", question=Question(conventions=STRICT)),
            "minimax has no convention cutoff, expected order, tie",
        ),
        (ClaimsParameters("ucb"), 'there is no search "ucb" here, expected minimax, alpha-beta, expectiminimax'),
    ],
)
def test_request_that_contradicts_itself_is_refused(request_: ClaimsParameters, message: str) -> None:
    with pytest.raises(RequestError, match=message):
        certified("claims", request_, "1")


def test_command_makes_claims() -> None:
    ran = CliRunner().invoke(gametree, ["generate", "claims", "--search", "minimax", "--items", "4", "--seed", "3"])
    assert ran.exit_code == 0
    assert ran.output.count("{id: s") == 4


def test_variants_are_as_many_claims_of_each_sort_about_trees_of_the_same_shape() -> None:
    given = certified("claims", ClaimsParameters("minimax", (4, 4)), "given")
    request = like(given.problem)
    for seed in range(4):
        made = certified("claims", request, str(seed))
        assert list(made.problem.game.searched.game.first) == list(given.problem.game.searched.game.first)
        assert figures_of(Candidate(KINDS["claims"], made.problem)) == figures_of(
            Candidate(KINDS["claims"], given.problem)
        )


def test_something_like_any_stated_claims_can_be_asked_for_whatever_parts_they_read() -> None:
    games = games_of_trees(are_drawn=False)
    ids = [id_ for id_ in bank_folders() if id_ not in games]
    stated = [one.problem for one in map(BANK.__getitem__, ids) if one.problem.kind == "claims"]
    assert stated
    for problem in stated:
        assert isinstance(like(problem), ClaimsParameters)


TO_A_DEPTH = ClaimsParameters(shape=Shape((3, 3), (2, 2)), limits=Limits(depth=2))


def test_variants_of_a_search_to_a_depth_are_searched_as_far() -> None:
    given = certified("claims", TO_A_DEPTH, "given")
    for seed in range(3):
        made = certified("claims", like(given.problem), str(seed))
        data: Any = written(made.problem).data
        assert data["depth"] == "2"
        assert made.exercise.solve()["claims"] == plain.solve(data)["claims"]


def test_mirror_image_makes_the_same_claims_of_the_tree_turned_round() -> None:
    for request in (ClaimsParameters(), TO_A_DEPTH):
        given = certified("claims", request, "given").problem
        made = certified("claims", mirrored(given), "1")
        data: Any = written(made.problem).data
        assert data["claims"] == written(given).data["claims"]
        assert made.exercise.solve()["claims"] == plain.solve(data)["claims"]
        back = certified("claims", mirrored(made.problem), "1").problem
        assert written(back).data["tree"] == written(given).data["tree"]


def test_mirror_image_of_a_change_of_order_is_turned_round_too() -> None:
    claims = [{"id": "s1", "claim": {"same": "pruned"}, "change": {"reorder": {"A": ["C", "B"]}}}]
    tree = [[3, 12], [2, 15]]
    stated = {"format": "gametree-problem/1", "id": "q", "kind": "claims", "search": "alpha-beta", "tree": tree}
    made = certified("claims", mirrored(load_problem({**stated, "claims": claims}).problem), "1")
    data: Any = written(made.problem).data
    assert data["claims"][0]["change"] == {"reorder": {"A": ["B", "C"]}}
    assert [child["id"] for child in data["tree"]["max"]] == ["C", "B"]
