"""The scores of UCB, and which numbers the oracle takes for the same."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import oracle
import pytest
from oracle_cases import earned, problem_of

# --- UCB ------------------------------------------------------------------------------------------


ARMS = [{"id": "A", "total": 7, "visits": 10}, {"id": "B", "total": 5, "visits": 8}]


def ucb(children: list[dict[str, Any]], **fields: object) -> dict[str, Any]:
    """Return a UCB problem; `parent_visits` is no convention."""
    problem: dict[str, Any] = {"kind": "ucb", "children": children}
    if "parent_visits" in fields:
        problem["parent-visits"] = fields.pop("parent_visits")
    return problem | {"conventions": fields}


def test_ucb_scores_by_hand() -> None:
    solution: Any = oracle.solve(ucb([*ARMS, {"id": "C", "total": 2, "visits": 3}]))
    assert solution["scores"]["A"] == pytest.approx(0.7 + math.sqrt(2 * math.log(21) / 10))
    assert solution["scores"]["B"] == pytest.approx(1.497428, abs=1e-6)
    assert solution["scores"]["C"] == pytest.approx(2.091336, abs=1e-6)
    assert solution["choice"] == "C"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"formula": "ucb1"}, 0.7 + math.sqrt(2 * math.log(18) / 10)),
        ({"log": "log10", "exploration": 1}, 0.7 + math.sqrt(math.log10(18) / 10)),
        ({"log": "log2", "exploration": "1/2"}, 0.7 + 0.5 * math.sqrt(math.log2(18) / 10)),
        ({"exploration": "sqrt(3)"}, 0.7 + math.sqrt(3 * math.log(18) / 10)),
        ({"exploration": 0}, 0.7),
        ({"parent_visits": 1}, 0.7),
        ({"parent_visits": "100"}, 0.7 + math.sqrt(2 * math.log(100) / 10)),
    ],
)
def test_ucb_formulas(fields: dict[str, object], expected: float) -> None:
    solution: Any = oracle.solve(ucb(ARMS, **fields))
    assert solution["scores"]["A"] == pytest.approx(expected)


@pytest.mark.parametrize(("tie", "right"), [("first", "B"), ("last", "B"), ("any", "BC")])
def test_leftmost_unvisited_child_is_chosen(tie: str, right: str) -> None:
    children = [ARMS[0], {"id": "B", "visits": 0}, {"id": "C", "total": 0, "visits": 0}]
    problem = ucb(children, tie=tie)
    assert oracle.solve(problem)["choice"] == "B"
    assert "".join(name for name in "ABC" if earned(problem, "choice", name)) == right


def test_no_visited_child_takes_no_logarithm() -> None:
    children = [{"id": "A", "visits": 0}, {"id": "B", "visits": 0}]
    assert oracle.solve(ucb(children)) == {"scores": {"A": "inf", "B": "inf"}, "choice": "A"}
    zero = oracle.solve(ucb(children, unvisited="zero", tie="last"))
    assert zero == {"scores": {"A": 0.0, "B": 0.0}, "choice": "B"}


def test_ucb_ties_within_a_billionth() -> None:
    children = [{"id": "A", "total": 1, "visits": 3}, {"id": "B", "total": 2, "visits": 6}]
    for tie, right in (("first", "A"), ("last", "B"), ("any", "AB")):
        problem = ucb(children, exploration=0, tie=tie)
        assert "".join(name for name in "AB" if earned(problem, "choice", name)) == right


# --- Numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("0.3", Fraction(3, 10)),
        ("7/3", Fraction(7, 3)),
        ("-6/4", Fraction(-3, 2)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("+3", Fraction(3)),
        ("1e3", Fraction(1000)),
        ("017", Fraction(17)),
        (0.1, Fraction(1, 10)),
        (Fraction(2, 3), Fraction(2, 3)),
    ],
)
def test_number_grammar(written: object, expected: Fraction) -> None:
    assert oracle.number(written) == expected


@pytest.mark.parametrize("written", ["1_000", "50%", "0x10", "1/0", "1e1000", "1,5", "", ".", "inf"])
def test_everything_else_is_no_number(written: str) -> None:
    with pytest.raises(ValueError, match=r"not a number"):
        oracle.number(written)


@pytest.mark.parametrize(
    ("tree", "conventions", "given", "is_right"),
    [
        ("7/3", {}, "2.33", True),
        ("7/3", {}, "7/3", True),
        ("7/3", {}, "2.32", False),
        ("1/8", {}, "0.12", True),
        ("1/8", {}, "0.13", True),
        ("1/8", {}, "0.1199", False),
        (3, {}, "3.001", False),
        (3, {}, "6/2", True),
        (3, {"decimals": 2}, "3.005", True),
        (3, {"decimals": 2}, "3.0051", False),
        (3, {"decimals": 0}, "2.5", True),
        ("7/3", {"decimals": 0}, 2, True),
        ("7/3", {"decimals": "exact"}, "2.33", False),
        ("7/3", {"decimals": "exact"}, "14/6", True),
        (3, {"decimals": "exact"}, "3.0", True),
    ],
)
def test_decimals(
    tree: object,
    conventions: dict[str, object],
    given: object,
    is_right: bool,
) -> None:
    assert earned(problem_of("minimax", tree, **conventions), "value", given) == is_right


@pytest.mark.parametrize(
    ("fields", "given", "is_right"),
    [
        ({}, "1.46", True),
        ({}, "1.4554", True),
        ({}, "1.45", False),
        ({}, "inf", False),
        ({"decimals": 0}, "1", True),
        ({"decimals": "exact"}, "1.46", False),
        ({"decimals": "exact"}, 0.7 + math.sqrt(2 * math.log(18) / 10), True),
        ({"exploration": 0}, "0.704", True),
        ({"exploration": 0}, "0.705", True),
        ({"exploration": 0}, "0.706", False),
    ],
)
def test_ucb_scores_are_compared_to_decimals(
    fields: dict[str, object],
    given: object,
    is_right: bool,
) -> None:
    assert earned(ucb(ARMS[:1], parent_visits=18, **fields), "scores", {"A": given}) == is_right


def test_ucb_integer_scores_have_a_tolerance_and_its_ends_count() -> None:
    one, rounded = [{"id": "A", "total": 3, "visits": 3}], [{"id": "A", "total": 3, "visits": 40}]
    assert earned(ucb(one, exploration=0), "scores", {"A": "1.004"}) == 1
    for given in ("0.07", "0.08"):
        assert earned(ucb(rounded, exploration=0), "scores", {"A": given}) == 1
