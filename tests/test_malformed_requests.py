"""Requests that contradict themselves are refused with what was expected."""

from __future__ import annotations

import re
from typing import Any

import pytest
from certificate_checks import REQUESTS

from generators import (
    PARAMETERS,
    GameWish,
    Leaves,
    MinimaxParameters,
    Promise,
    Question,
    RequestError,
    Shape,
    UcbParameters,
    generate,
    registry,
)

MALFORMED: dict[str, tuple[str, Any, str]] = {
    "another-kinds-parameters": ("ucb", MinimaxParameters(), "ucb takes UcbParameters, not MinimaxParameters"),
    "a-tree-kind-with-ucb": ("alpha-beta", UcbParameters(), "alpha-beta takes AlphaBetaParameters, not UcbParameters"),
    "no-parameters": ("minimax", None, "minimax takes MinimaxParameters, not None"),
    "unknown-kind": ("go", MinimaxParameters(), 'no generator of the kind "go", expected minimax, alpha-beta'),
    "number-for-a-pair": ("minimax", MinimaxParameters(Shape(depth=3)), "Shape.depth: expected a pair (least, most)"),
    "list-for-a-pair": ("minimax", MinimaxParameters(Shape(branching=[2, 3])), "Shape.branching: expected a pair"),
    "three-for-a-pair": ("ucb", UcbParameters(visits=(1, 2, 3)), "UcbParameters.visits: expected a pair"),
    "list-of-layers": ("minimax", MinimaxParameters(Shape(layers=["max"])), "Shape.layers: expected a tuple of texts"),
    "text-for-names": ("minimax", MinimaxParameters(promise=Promise(separate="all")), "Promise.separate: expected"),
    "nested-lists": ("minimax", MinimaxParameters(Shape(nested=[[], []])), "expected tuples of tuples"),
    "leaf-that-is-no-tuple": ("minimax", MinimaxParameters(Shape(nested=((), 0))), "expected tuples of tuples"),
    "number-with-rounding": ("minimax", MinimaxParameters(leaves=Leaves(0, 0.5)), "a whole number or a Fraction"),
    "points-without-number": (
        "minimax",
        MinimaxParameters(question=Question(points=("value",))),
        "pairs (name, number)",
    ),
    "record-in-anothers-place": ("minimax", MinimaxParameters(Leaves()), "MinimaxParameters.shape: expected a Shape"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_request_is_refused_with_what_was_expected(name: str) -> None:
    kind, parameters, said = MALFORMED[name]
    with pytest.raises(RequestError, match=re.escape(said)):
        generate(kind, parameters, "x")


def test_tree_that_could_be_changed_is_refused_and_its_frozen_copy_is_not() -> None:
    tree = generate("minimax", MinimaxParameters(), "x").problem.game
    with pytest.raises(RequestError, match="expected a Tree of tuples"):
        generate("minimax", MinimaxParameters(Shape(skeleton=tree)), "x")
    frozen = tree.frozen()
    drawn = generate("minimax", MinimaxParameters(Shape(skeleton=frozen)), "x")
    assert list(drawn.problem.game.ids) == list(tree.ids)


def test_every_field_of_a_request_is_checked() -> None:
    for kind, parameters in REQUESTS.values():
        registry.check_request(kind, parameters)
    waiting: list[Any] = [record() for record in PARAMETERS.values()]
    waiting.append(PARAMETERS["minimax"](game=GameWish()))
    found = set()
    for record in waiting:
        for name, reference in type(record).__annotations__.items():
            held, annotation = getattr(record, name), reference.__forward_arg__
            if annotation in registry._EXPECTED:
                found.add(annotation)
            else:
                assert held is None or type(held).__name__ == annotation.removesuffix(" | None")
                waiting += [] if held is None else [held]
    assert found == set(registry._EXPECTED)
