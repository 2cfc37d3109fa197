"""Exercises that are as long, as large and as extreme as the program takes them."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from banked import BANK, ids_of
from conftest import outcome_of, problem_data, read
from console import put, run

from grader.core.conventions import Conventions
from grader.core.documents import parse_document
from grader.core.errors import ProblemError, SubmissionError
from grader.core.games.tree import LEAF, MAX, MIN, Tree
from grader.kinds import KINDS, Problem, write_problem
from grader.kinds.record import View
from grader.pages.text import render_text
from grader.platforms import export_text


def chain(length: int) -> Tree:
    """Return a tree without branches, MAX and MIN in turn, with the leaf 7."""
    inner = length - 1
    ids = [f"n{node}" for node in range(length)]
    return Tree(
        kind=[MAX if node % 2 == 0 else MIN for node in range(inner)] + [LEAF],
        first=[*range(1, length), length],
        end=[*range(2, length + 1), length],
        parent=list(range(-1, inner)),
        value=[None] * inner + [7],
        probability=[None] * length,
        ids=ids,
        moves=ids,
    )


@pytest.mark.parametrize("kind", ["minimax", "alpha-beta", "expectiminimax"])
def test_chain_of_10_000_nodes_is_solved_drawn_and_marked_without_recursion(kind: str) -> None:
    tree = chain(10_000)
    bare = Problem("chain", kind, tree, Conventions(), (), {})
    parts = tuple(KINDS[kind].solve(bare).answers)
    problem = bare._replace(ask=parts, points=dict.fromkeys(parts, 1))
    assert {"value", "values", "visited", "best-move"} <= set(parts)
    solution = KINDS[kind].solve(problem)
    assert solution.answers["value"] == 7
    assert set(solution.answers["values"].values()) == {7}
    assert list(tree.below(0)) == list(range(10_000))
    assert tree.depths()[-1] == 9_999
    assert len(KINDS[kind].draw(View(problem, solution))[0].nodes) == 10_000
    answers = KINDS[kind].write_answer(KINDS[kind], problem, solution)
    if kind == "alpha-beta":
        assert answers["visited"] == list(tree.ids)
        assert answers["windows"]["n9998"] == [7, "inf"]
    given = parse_document(json.dumps(answers).encode(), "answers.json", SubmissionError).data
    attempt = {part: KINDS[kind].parts[part].form.read(problem, given[part]) for part in parts}
    report = KINDS[kind].check(KINDS[kind], problem, solution, attempt)
    assert report.earned == report.possible == len(parts)


EXTREME = ("1e999", "-1e999", "1e-998", "1" * 500 + "/" + "7" * 500, "-" + "3" * 1000, "0", "0." + "0" * 997 + "1")


def extreme_problem(rng: random.Random, kind: str) -> dict[str, Any]:
    """Return a problem with extreme leaves, every part asked that it has."""
    players = ("max", "min", "chance") if kind == "expectiminimax" else ("max", "min")
    tree = {
        rng.choice(players): [
            {rng.choice(players): [rng.choice(EXTREME) for _ in range(rng.randint(1, 3))]} for _ in range(3)
        ]
    }
    plain = read(problem_data(kind, tree, ask=["value"]))
    return problem_data(kind, tree, ask=list(plain.kind.solve(plain.problem).answers))


@pytest.mark.sweep
@pytest.mark.parametrize("kind", ["minimax", "alpha-beta", "expectiminimax"])
def test_extreme_numbers_are_solved_marked_and_exported(kind: str) -> None:
    graded, refusals = 0, set()
    for seed in range(60):
        rng = random.Random(seed)
        try:
            exercise = read(extreme_problem(rng, kind))
        except ProblemError as refused:  # sums of long fractions can be too long to be handed in
            refusals.add("more than 1000 digits" in str(refused))
            continue
        graded += 1
        right = exercise.solve()
        wrong = {"value": rng.choice(EXTREME), "values": {"A": rng.choice(EXTREME)}, "leaves-evaluated": "9" * 1000}
        wrong |= {"windows": {"A": ["-1e999", "1e999"]}, "cutoffs": [{"node": "B", "alpha": "1e-999", "beta": "inf"}]}
        for answers in (right, wrong):
            outcome = outcome_of(exercise, answers)
            assert render_text(outcome)
            assert export_text(outcome, "json").endswith("}\n")
            assert export_text(outcome, "gradescope").endswith("}\n")
        assert outcome_of(exercise, right).earned == exercise.problem.possible
    assert graded >= 10
    assert refusals <= {True}


@pytest.mark.parametrize("leaf", ["1e999", "-1e-998", "0." + "0" * 997 + "1", "7" * 500 + "/" + "3" * 499 + "1"])
def test_solution_and_problem_with_any_leaf_that_is_accepted_can_be_read_again(leaf: str) -> None:
    exercise = read(problem_data("minimax", [leaf]))
    assert outcome_of(exercise, exercise.solve()).earned == exercise.problem.possible
    assert read(write_problem(exercise.kind, exercise.problem)).problem.game == exercise.problem.game


@pytest.mark.parametrize("leaf", ["12e999", "1e-999", "0." + "0" * 999 + "1", "1" * 1001])
def test_leaf_that_could_not_be_written_out_is_refused(leaf: str) -> None:
    with pytest.raises(ValueError, match="too long"):
        read(problem_data("minimax", [leaf]))


def test_problem_whose_answers_could_not_be_handed_in_is_refused() -> None:
    tree = {"chance": [f"1/{'7' * 490}{place}" for place in range(3)]}
    with pytest.raises(ValueError, match="its answers have more than 1000 digits"):
        read(problem_data("expectiminimax", tree))


def test_points_beyond_any_course_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 1,000,000"):
        read(problem_data("minimax", [[3, 4], [5, 6]], points={"values": "1e400"}))


@pytest.mark.parametrize("decimals", [9, "exact"])
def test_large_score_handed_back_is_right_to_any_number_of_decimals(decimals: object) -> None:
    arms = [{"id": "a", "visits": 1, "total": "100000000.1"}]
    exercise = read(problem_data("ucb", arms, conventions={"decimals": decimals}))
    assert outcome_of(exercise, exercise.solve()).earned == exercise.problem.possible


def test_extreme_counts_and_rewards_are_scored_and_marked() -> None:
    arms = [
        {"id": "a", "visits": 10**15, "total": "1e15"},
        {"id": "b", "visits": 1, "total": "-1e15"},
        {"id": "c", "visits": 3, "total": "1e-999"},
        {"id": "d", "visits": 2, "total": "1" * 499 + "/" + "7" * 500},
        {"id": "e", "visits": 0},
    ]
    for exploration in (0, "1e-999", 10**15, "sqrt(1e15)"):
        exercise = read(problem_data("ucb", arms, conventions={"exploration": exploration}))
        scores = exercise.solve()["scores"]
        assert scores.pop("e") == "inf"
        assert all(math.isfinite(score) for score in scores.values())
        outcome = outcome_of(exercise, {"scores": {"a": "1e300", "b": "-1e300", "c": "1e-999"}, "choice": "e"})
        assert outcome.earned < outcome.possible
        assert export_text(outcome, "json")
        assert render_text(outcome)


@pytest.mark.parametrize("score", ["1e400", "-1e400"])
def test_score_beyond_the_largest_float_is_wrong_and_nothing_worse(score: str) -> None:
    arms = [{"id": name, "visits": 1, "total": 1} for name in "ab"]
    exercise = read(problem_data("ucb", arms, ask=["scores"]))
    assert outcome_of(exercise, {"scores": {"a": score}}).earned == 0


@pytest.mark.parametrize("field", ["total", "visits", "parent-visits"])
def test_counts_and_rewards_beyond_any_course_are_refused(field: str) -> None:
    child: dict[str, Any] = {"id": "a", "visits": 1, "total": 1}
    data = problem_data("ucb", [child])
    (data if field == "parent-visits" else child)[field] = 10**15 + 1
    with pytest.raises(ValueError, match="is too large for a score"):
        read(data)


def places_in(data: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the way to each field of a document; of a list to the first three."""
    if isinstance(data, dict):
        for name, one in data.items():
            yield from places_in(one, (*way, name))
    elif isinstance(data, list):
        for place, one in enumerate(data[:3]):
            yield from places_in(one, (*way, place))
    else:
        yield way


@pytest.mark.parametrize("kind", KINDS)
def test_a_number_of_too_many_digits_is_refused_or_read_as_a_name_in_every_field(kind: str) -> None:
    seen = set()
    for id_ in ids_of(kind):
        data = json.loads(json.dumps(BANK[id_].document.data))
        for way in places_in(data):
            field = tuple("#" if isinstance(step, int) else step for step in way)
            if field in seen:
                continue
            seen.add(field)
            for number in ("9" * 1001, "-" + "9" * 1001, "1/" + "9" * 1001):
                odd = deepcopy(data)
                at = odd
                for step in way[:-1]:
                    at = at[step]
                at[way[-1]] = number
                with suppress(ProblemError):
                    read(odd)
    assert len(seen) > 5


@pytest.mark.parametrize("leaf", ["1e308", "1e309", "-1e999", "1e-990"])
def test_a_problem_with_x_and_numbers_beyond_a_float_has_its_steps(leaf: str, tmp_path: Path) -> None:
    outcomes = [
        {"id": "W", "p": "x", "value": 10},
        {"id": "V", "p": "1-x", "max": [leaf, {"id": "U", "chance": [3, -1]}]},
    ]
    data = {"format": "gametree-problem/1", "id": "q", "kind": "threshold", "search": "expectiminimax"}
    file = put(
        tmp_path / "p.json", json.dumps({**data, "tree": {"chance": outcomes}, "claim": {"value": {"at-least": 6}}})
    )
    assert run("trace", file, "--html", "--out", tmp_path / "out").code == 0
    (page,) = (file.read_text() for file in (tmp_path / "out").iterdir())
    has_slider = '"sweep":' in page
    assert has_slider == (leaf not in ("1e309", "-1e999"))  # its script could not reckon with these


@pytest.mark.parametrize("number", ["1e400", "-1e999"])
def test_ends_of_ranges_beyond_a_float_are_said_with_all_digits(number: str) -> None:
    data = json.loads(json.dumps(BANK["when-to-risk"].document.data))
    data["game"]["bags"]["safe"][0] = number
    assert any("000000" * 50 in step.sentence for step in read(data).steps())


def test_a_fraction_of_as_many_digits_as_may_be_is_said_as_a_decimal_too() -> None:
    data = json.loads(json.dumps(BANK["weighed-positions"].document.data))
    data["evaluation"]["bias"] = "-1e999"
    (sentence,) = (
        step.sentence
        for step in read(data).steps()
        if step.sentence.startswith("C ") and "9/4" not in step.sentence and "9" * 900 in step.sentence
    )
    assert sentence.endswith("3/4 (-" + "9" * 998 + "8.25).")
