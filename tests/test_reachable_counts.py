"""Which counts of skipped subtrees and evaluated leaves arithmetic refuses, without a draw."""

from __future__ import annotations

from itertools import permutations, product

import oracle
import pytest

from generators import (
    AlphaBetaParameters,
    Leaves,
    NotFoundError,
    Ordering,
    Promise,
    Pruning,
    Question,
    Shape,
    certified,
)
from generators import certify as certify_module
from generators import planning as plan_module
from generators.draws import Draws
from generators.planning import draw_case, make_plan
from generators.pruning import reachable
from generators.shapes import draw_skeleton
from grader.core.conventions import read_conventions
from grader.kinds import KINDS, Problem, write_problem

BARE = Promise(without=("unique-best-move", "some-cutoff", "unequal-bounds"), separate=("none",))
LEAF = ()


def asks(**conventions: object) -> Question:
    fields, wrong = read_conventions({name.replace("_", "-"): value for name, value in conventions.items()})
    assert not wrong
    return Question(("pruned", "leaves-evaluated"), conventions=fields)


def counts_of(problem: Problem) -> tuple[int, int]:
    """Return the skipped subtrees and the evaluated leaves that the tests' own search counts."""
    data = write_problem(KINDS["alpha-beta"], problem)
    solved = oracle.solve(data)
    return len(solved["pruned"]), solved["leaves-evaluated"]


SMALL = {
    "2x2": ((LEAF, LEAF), (LEAF, LEAF)),
    "uneven": ((LEAF, LEAF), LEAF, (LEAF, LEAF)),
    "3+2": ((LEAF, LEAF, LEAF), (LEAF, LEAF)),
    "deep": (((LEAF, LEAF), LEAF), (LEAF, LEAF)),
    "chain": (LEAF, (((LEAF, LEAF), LEAF), LEAF)),
}


@pytest.mark.parametrize("order", ["left-to-right", "right-to-left"])
@pytest.mark.parametrize("layers", [("max", "min"), ("min", "max"), ("max", "max", "min")])
@pytest.mark.parametrize("shape", SMALL)
def test_bounds_of_small_trees_are_the_least_and_the_greatest_of_all_orders_of_their_values(
    shape: str, layers: tuple[str, ...], order: str
) -> None:
    question = asks(order=order)
    request = AlphaBetaParameters(Shape(nested=SMALL[shape], layers=layers), question=question, promise=BARE)
    tree = draw_skeleton(request.shape, Draws(""))
    places = tree.leaves()
    seen = []
    for values in permutations(range(len(places))):
        given = dict(zip(places, values, strict=True))
        game = tree._replace(value=[given.get(node) for node in range(tree.size)])
        seen.append(counts_of(Problem("x", "alpha-beta", game, question.conventions, question.ask, {"pruned": 1, "leaves-evaluated": 1})))  # fmt: skip
    skipped, evaluated = zip(*seen, strict=True)
    found = reachable(request)
    assert found == {
        "prune-count": (min(skipped), max(skipped)),
        "leaves-evaluated": (min(evaluated), max(evaluated)),
    }


SHAPES = [
    Shape((3, 3), (2, 2)),
    Shape((1, 4), (1, 3)),
    Shape((4, 4), (2, 2), ("max", "max", "min")),
    Shape((2, 3), (2, 4)),
]
WINDOWS = [("-inf", "inf"), ("2", "inf"), ("-inf", "6"), ("2", "6")]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("window", WINDOWS)
def test_no_draw_lies_outside_the_bounds(shape: Shape, window: tuple[str, str]) -> None:
    for leaves, cutoff, ordering in product(
        [Leaves(), Leaves(0, 9, ties=None)], ["alpha >= beta", "alpha > beta"], ["random", "best-first", "worst-first"]
    ):
        if ordering == "worst-first" and (leaves.ties is None or window != WINDOWS[0]):
            continue
        question = asks(initial_window=list(window), cutoff=cutoff)
        request = AlphaBetaParameters(shape, leaves, Ordering(ordering), question, BARE)
        plan, found, draws = make_plan("alpha-beta", request), reachable(request), Draws("x")
        for _ in range(12):
            skipped, evaluated = counts_of(draw_case(plan, draws).problem)
            assert found["prune-count"][0] <= skipped <= found["prune-count"][1]
            assert found["leaves-evaluated"][0] <= evaluated <= found["leaves-evaluated"][1]


REFUSED = {
    "evaluates 5-9 leaves": (Shape((2, 2), (3, 3)), Ordering(), Pruning(leaves_evaluated=(10, 20))),
    "skips 0-12 subtrees": (Shape(), Ordering(), Pruning(prune_count=(13, 40))),
    "evaluates 11 leaves": (Shape(), Ordering("best-first"), Pruning(leaves_evaluated=(12, 13))),
    "skips 0 subtrees": (Shape(), Ordering("worst-first"), Pruning(prune_count=(1, 2))),
    "no search of this shape skips anything": (Shape((1, 1)), Ordering(), Pruning()),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_count_that_no_values_give_is_refused_after_few_draws_with_what_works(
    reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shape, ordering, pruning = REFUSED[reason]
    request = AlphaBetaParameters(shape, ordering=ordering, pruning=pruning)
    drawn = []
    draw = plan_module.draw_case

    def count(plan: object, draws: Draws) -> object:
        drawn.append(plan)
        return draw(plan, draws)  # type: ignore[arg-type]

    for module in (plan_module, certify_module):
        monkeypatch.setattr(module, "draw_case", count)
    with pytest.raises(NotFoundError, match=reason) as caught:
        certified("alpha-beta", request, "1")
    assert sum(plan.parameters == request for plan in drawn) == 0  # type: ignore[attr-defined]
    assert caught.value.nearby
