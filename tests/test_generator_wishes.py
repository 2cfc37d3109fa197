"""Leaves, chances and documents of generated problems are as they were asked for."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import oracle
import pytest
from certificate_checks import REQUESTS, data_of, flat, root_of, same_tree
from conftest import as_yaml

from generators import PARAMETERS, ExpectiminimaxParameters, Leaves, Promise, Shape, certified
from grader.core.documents import parse_document
from grader.core.documents.writing import to_yaml
from grader.core.errors import ProblemError
from grader.kinds import KINDS, read_exercise, write_problem


@pytest.mark.parametrize("name", REQUESTS)
def test_documents_of_generated_problems_are_read_back_as_they_were(name: str) -> None:
    kind, request = REQUESTS[name]
    for seed in range(5):
        problem = certified(kind, request, str(seed)).problem
        data = write_problem(KINDS[kind], problem)
        for content in (as_yaml(data), to_yaml(data).encode()):
            again = read_exercise(parse_document(content, "problem.yaml", ProblemError), KINDS).problem
            assert again.game == problem.game if kind == "ucb" else same_tree(again.game, problem.game)
            assert (again.ask, again.points, again.id) == (problem.ask, problem.points, problem.id)
            assert write_problem(KINDS[kind], again) == data


LEAF_WISHES: dict[str, tuple[Leaves, Callable[[list[Fraction]], bool]]] = {
    "distinct": (Leaves(-9, 20), lambda values: len(set(values)) == 9 and min(values) >= -9 and max(values) <= 20),
    "two ties": (Leaves(0, 9, ties=2), lambda values: len(set(values)) == 7 and max(values) <= 9 and min(values) >= 0),
    "halves": (Leaves(-3, 3, Fraction(1, 2)), lambda values: all((2 * value).denominator == 1 for value in values)),
    "quarters": (Leaves(0, 5, Fraction(1, 4)), lambda values: all((4 * value).denominator == 1 for value in values)),
    "outcomes": (Leaves(outcomes=(-1, 0, 1), ties=None), lambda values: set(values) <= {-1, 0, 1}),
}


@pytest.mark.parametrize("kind", ["minimax", "alpha-beta", "expectiminimax"])
@pytest.mark.parametrize("name", LEAF_WISHES)
def test_leaf_values_are_as_they_were_wished_for(name: str, kind: str) -> None:
    leaves, is_as_wished = LEAF_WISHES[name]
    promise = Promise(without=("unique-best-move", "short-decimals", "unequal-bounds"), separate=("none",))
    request = PARAMETERS[kind](shape=flat(2, 3), leaves=leaves, promise=promise)
    for seed in range(100):
        root = root_of(data_of(certified(kind, request, f"{name} {seed}")))
        values = [node.value for node in oracle.breadth_first(root) if not node.children]
        assert is_as_wished(values), values


@pytest.mark.parametrize("chances", ["uniform", "tenths", "quarters", "thirds"])
def test_chances_are_exact_and_of_the_wished_sort(chances: str) -> None:
    shape = Shape((3, 3), (2, 3), ("max", "chance", "min"), probabilities=chances)
    promise = Promise(without=("unique-best-move", "short-decimals"), separate=("none",))
    scale = {"tenths": 10, "quarters": 4, "thirds": 3}.get(chances, 0)
    for seed in range(100):
        data = data_of(certified("expectiminimax", ExpectiminimaxParameters(shape, promise=promise), str(seed)))
        chance_nodes = [node for node in oracle.breadth_first(root_of(data)) if node.player == "chance"]
        assert chance_nodes
        for node in chance_nodes:
            weights = [child.probability for child in node.children]
            assert sum(weights) == 1
            assert len(set(weights)) == 1 if scale == 0 else all((scale * p).denominator == 1 for p in weights)
            assert min(weights) > 0
