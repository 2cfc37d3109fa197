"""Requests that nothing meets are given up after a stated amount of work, and what is said to work was really tried."""

import pytest

from generators import AlphaBetaParameters, Pruning, RequestError, Shape, certified
from generators.like import like
from generators.planning import make_plan
from grader.core.documents import PROBLEM_LIMITS, read_document
from grader.core.errors import ProblemError
from grader.grading.bank import PROBLEM_FILE, bank_folders
from grader.kinds import KINDS, read_exercise

_DEEP = AlphaBetaParameters(Shape((5, 5), (3, 3)), pruning=Pruning(leaves_evaluated=(33, 40)))  # 364 nodes
_RARE = bank_folders()["ucb-log10-larger-parent"] / PROBLEM_FILE
_SMALL = AlphaBetaParameters(Shape((4, 4), (3, 3)), pruning=Pruning(leaves_evaluated=(17, 18)))  # 121 nodes


def refusal(request: AlphaBetaParameters) -> str:
    with pytest.raises(RequestError) as refused:
        certified("alpha-beta", request, "0")
    return str(refused.value)


def test_large_trees_are_given_up_where_one_guarantee_refuses_every_draw() -> None:
    assert refusal(_DEEP).startswith(
        "not met within 687 draws: leaves-evaluated stood in the way of 687 of them; try another --leaves-evaluated"
    )


def test_small_trees_get_all_the_draws_that_were_promised() -> None:
    assert refusal(_SMALL).startswith("not met within 2,000 draws: leaves-evaluated stood in the way of 2,000 of them")


def test_a_request_that_one_draw_in_two_hundred_meets_is_met_by_unlucky_seeds_too() -> None:
    problem = read_exercise(read_document(str(_RARE), PROBLEM_LIMITS, ProblemError), KINDS).problem
    request = like(problem)
    draws = [certified("ucb", request, seed).certificate.draws for seed in ("56282000000", "56282000001")]
    assert make_plan("ucb", request).effort < max(draws) <= make_plan("ucb", request).most_draws
    with pytest.raises(RequestError, match="not met within 2,000 draws: not-greedy stood in the way of 1,582 of them"):
        certified("ucb", request._replace(promise=request.promise._replace(most_draws=2000)), "56282000000")


def test_what_is_said_to_work_costs_no_plan_of_its_own() -> None:
    make_plan.cache_clear()
    assert "this works: --leaves-evaluated " in refusal(_SMALL)
    assert make_plan.cache_info().currsize == 1


def test_what_is_said_to_work_does() -> None:
    words = refusal(_SMALL).partition("this works: --leaves-evaluated ")[2]
    least, most = map(int, words.split("-"))
    request = _SMALL._replace(pruning=Pruning(leaves_evaluated=(least, most)))
    assert all(certified("alpha-beta", request, str(seed)).problem for seed in range(5))
