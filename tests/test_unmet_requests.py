"""Requests that nothing meets are given up after a stated amount of work, and what is said to work was really tried."""

from fractions import Fraction
from pathlib import Path

import pytest
from console import run

from generators import AlphaBetaParameters, Pruning, RequestError, Shape, certified
from generators.like import like
from generators.parameters import (
    MinimaxParameters,
    Parameters,
    Playing,
    Promise,
    Question,
    SamplingParameters,
    UcbParameters,
)
from generators.planning import make_plan
from generators.registry import GENERATORS
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


@pytest.mark.parametrize(
    ("kind", "request_", "said"),
    [
        (
            "mcts",
            SamplingParameters(iterations=0),
            "paths, visits and totals; expected --ask with what has one, as sel",
        ),
        ("minimax", MinimaxParameters(Shape(nested=())), "best-move; expected --ask with what has one, as value"),
        ("minimax", MinimaxParameters(question=Question(ask=("evaluations",))), "evaluations; expected --ask"),
        ("minimax", MinimaxParameters(question=Question(ask=("intervals",))), "intervals; expected --ask"),
    ],
)
def test_what_no_problem_of_a_request_has_an_answer_for_is_refused_before_anything_is_drawn(
    kind: str, request_: Parameters, said: str
) -> None:
    with pytest.raises(RequestError, match=f"^no problem of this request has an answer for {said}"):
        certified(kind, request_, "0")


def test_without_iterations_it_is_asked_what_is_selected_and_played() -> None:
    request = SamplingParameters(iterations=0, question=Question(ask=("selection", "choice")))
    made = certified("mcts", request, "0")
    assert set(made.exercise.solution.answers) == {"selection", "choice"}
    assert dict(made.certificate.not_guaranteed)["depth-two"] == "no iteration is run"


def test_what_is_known_is_asked_after_some_leaves() -> None:
    made = certified("minimax", MinimaxParameters(question=Question(ask=("intervals",), after=4)), "0")
    assert made.exercise.problem.stated["after"] == "4"


def test_advice_names_guarantees_of_the_kind_alone() -> None:
    with pytest.raises(RequestError, match=r"this works: --without margin$"):
        certified("ucb", UcbParameters(promise=Promise(margin=Fraction(10))), "0")
    request = SamplingParameters(visits=(1, 1), question=Question(ask=("paths",)), promise=Promise(margin=Fraction(9)))
    with pytest.raises(RequestError) as refused:
        certified("mcts", request, "0")
    own = {guarantee.name for guarantee in GENERATORS["mcts"].guarantees}
    named = str(refused.value).rpartition("--without ")[2].split(",")
    assert own.issuperset(named)


@pytest.mark.parametrize(("depth", "most"), [((2, 2), 2), ((1, 1), 0)])
def test_more_positions_than_can_come_again_are_refused_at_once(depth: tuple[int, int], most: int) -> None:
    request = MinimaxParameters(Shape(depth, (2, 2)), playing=Playing(repeated=(20, 20)))
    with pytest.raises(RequestError, match=f"in a tree of this shape at most {most} positions can come again"):
        certified("minimax", request, "0")


def test_as_many_positions_come_again_as_a_shape_has_room_for() -> None:
    request = MinimaxParameters(Shape((2, 2), (2, 2)), playing=Playing(repeated=(2, 10**9)))
    assert certified("minimax", request, "0").problem.size == 7


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        (("minimax", "--points", "value=1e400"), "$.points.value: expected points above 0, at most 1,000,000"),
        (("minimax", "--points", "value=1000001"), "$.points.value: expected points above 0, at most 1,000,000"),
        (("minimax", "--depth", "2", "--depth-limit", "1", "--features", "m" * 101), "$.evaluation.weights: "),
        (("max-n", "--players", f"Ann,{'B' * 101}"), "$.players[1]: "),
    ],
)
def test_no_problem_is_written_that_the_program_itself_refuses(
    arguments: tuple[str, ...], place: str, tmp_path: Path
) -> None:
    for out in ((), ("--out", tmp_path / "made")):
        ran = run("generate", *arguments, *out)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(f"this makes a problem that is refused: {place}")
    assert not (tmp_path / "made").exists()
