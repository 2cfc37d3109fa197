"""Which wrong rules an exercise can tell from the right one, and which it cannot, whatever is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import oracle
import pytest
from certificate_checks import Data, data_of, flat, question, with_conventions
from turns import some_now
from windows import shifted

from generators import (
    AlphaBetaParameters,
    ExpectiminimaxParameters,
    Leaves,
    Ordering,
    Promise,
    RequestError,
    Shape,
    UcbParameters,
    certified,
)
from generators.candidate import Candidate
from generators.coincidences import coincidence
from generators.draws import Draws, UnreachableError
from generators.planning import draw_case, first_failure, make_plan
from generators.registry import NAMES
from grader.kinds import KINDS

# what must be told apart, what cannot be, and what is dropped


@pytest.mark.parametrize("separate", ["default", "all", "none", "all-max"])
def test_what_an_exercise_is_about_is_always_separated(separate: str) -> None:
    promise = Promise(separate=(separate,), about="equality")
    request = AlphaBetaParameters(flat(2, 2), Leaves(0, 9, ties=None), promise=promise)
    for seed in range(20):
        generated = certified("alpha-beta", request, str(seed))
        assert (("strict-cutoff", ""),) in generated.certificate.separated
        case = Candidate(KINDS["alpha-beta"], generated.problem)
        assert case.separates(case.misconceptions["strict-cutoff", ""])
        loose, strict = (
            oracle.solve(with_conventions(data_of(generated), cutoff=cutoff))
            for cutoff in ("alpha >= beta", "alpha > beta")
        )
        assert loose["pruned"] != strict["pruned"]


ABOUT_NOTHING: dict[str, tuple[str, AlphaBetaParameters]] = {
    "nothing is pruned on purpose": (
        "equality",
        AlphaBetaParameters(leaves=Leaves(ties=None), ordering=Ordering("worst-first")),
    ),
    "no search has both bounds to compare": ("equality", AlphaBetaParameters(flat(1, 4), Leaves(ties=None))),
    "nothing is pruned": ("deep-cutoffs", AlphaBetaParameters(flat(4, 2), ordering=Ordering("worst-first"))),
    "only the parent's bound cuts": ("deep-cutoffs", AlphaBetaParameters(Shape((4, 4), (2, 2), ("max", "max", "min")))),
    "in windows too; choose a depth of 4, or of 3 and ask windows": (
        "deep-cutoffs",
        AlphaBetaParameters(flat(2, 3), question=question("windows")),
    ),
    "in windows too; choose a greater depth": (
        "deep-cutoffs",
        AlphaBetaParameters(Shape((3, 3), (2, 2), ("max", "max", "min")), question=question("windows")),
    ),
}


@pytest.mark.parametrize("reason", ABOUT_NOTHING)
def test_what_no_exercise_can_be_about_is_refused(reason: str) -> None:
    about, request = ABOUT_NOTHING[reason]
    with pytest.raises(RequestError, match=reason):
        certified("alpha-beta", request._replace(promise=Promise(about=about)), "0")


@pytest.mark.parametrize("children", [3, 4, 5, 6])
def test_default_targets_of_choice_alone_are_those_that_are_soon_met(children: int, window: int) -> None:
    request = UcbParameters(children=(children, children), question=question("choice"))
    certificates = [certified("ucb", request, str(shifted(seed, window))).certificate for seed in range(100)]
    dropped = dict(certificates[0].not_separated)
    assert certificates[0].separated
    assert re.search("in fewer than [0-9]+ of 1[0-9][0-9] draws", dropped[("other-log", "log2"),])


CONVENTIONS: dict[str, Data] = {
    "usual": {},
    "fail-hard": {"bounds": "fail-hard"},
    "fail-hard-strict-entry": {"bounds": "fail-hard", "cutoff": "alpha > beta", "windows_at": "entry"},
    "window": {"initial_window": ["3", "12"]},
    "window-strict": {"initial_window": ["3", "12"], "cutoff": "alpha > beta"},
    "window-fail-hard": {"initial_window": ["-inf", "12"], "bounds": "fail-hard"},
    "right-to-left": {"order": "right-to-left", "tie": "last", "list_pruned_as": "leaves"},
    "entry-count": {"windows_at": "entry", "empty_cutoffs": "count"},
    "any": {"tie": "any", "empty_cutoffs": "count", "list_pruned_as": "leaves"},
}
SHAPES: dict[str, Shape] = {
    "all-max": Shape((2, 2), (2, 2), ("max",)),
    "1x3": flat(1, 3),
    "2x3": flat(2, 3),
    "3x2": flat(3, 2),
    "3x3": flat(3, 3),
    "4x2": flat(4, 2),
    "max-max-min": Shape((4, 4), (2, 2), ("max", "max", "min")),
    "max-min-min": Shape((3, 3), (2, 2), ("min", "max", "max")),
    "uneven": Shape((2, 4), (1, 3)),
}
ASKED = [
    (),
    ("values", "pruned"),
    ("best-move", "principal-variation"),
    ("windows",),
    ("cutoffs",),
    ("value", "visited", "leaves-evaluated"),
]
WITHOUT = [(), ("unequal-bounds", "some-cutoff", "unique-best-move")]
LEAVES = [Leaves(0, 90), Leaves(0, 9, ties=None)]
ORDERINGS = [Ordering(), Ordering("worst-first")]


def wrongly_refused(kind: str, request: Any, seeds: range) -> Iterator[tuple[Any, str]]:
    """Yield the misconceptions that are refused, with the reason, but are separated by a draw."""
    try:
        plan = make_plan(kind, request._replace(promise=request.promise._replace(separate=("none",))))
    except UnreachableError:
        return  # no draw of this shape is accepted
    for seed in seeds:
        case = draw_case(plan, Draws(str(seed)))
        if first_failure(plan, case) is None:
            for key, misconception in case.misconceptions.items():
                reason = coincidence(key, plan.setting)
                if reason and case.separates(misconception):
                    yield key, reason


@pytest.mark.parametrize("shape", some_now(SHAPES, 3))
@pytest.mark.parametrize("conventions", CONVENTIONS)
def test_refused_misconceptions_are_never_separated(conventions: str, shape: str, window: int) -> None:
    seeds = range(shifted(0, window), shifted(2, window))
    for ask, without, leaves, ordering in product(ASKED, WITHOUT, LEAVES, ORDERINGS):
        request = AlphaBetaParameters(
            SHAPES[shape], leaves, ordering, question(*ask, **CONVENTIONS[conventions]), Promise(without)
        )
        if ordering.name == "worst-first" and leaves.ties is None:
            continue
        assert not list(wrongly_refused("alpha-beta", request, seeds)), (ask, without, leaves, ordering)


@pytest.mark.parametrize("probabilities", ["uniform", "tenths", "quarters"])
@pytest.mark.parametrize("branching", [(1, 2), (2, 2), (1, 4)])
def test_refused_misconceptions_about_chance_are_never_separated(probabilities: str, branching: Any) -> None:
    for layers, depth in product([("max", "chance"), ("chance", "min", "max")], [(2, 2), (1, 3)]):
        request = ExpectiminimaxParameters(Shape(depth, branching, layers, probabilities=probabilities))
        assert not list(wrongly_refused("expectiminimax", request._replace(promise=Promise(NAMES)), range(25)))
