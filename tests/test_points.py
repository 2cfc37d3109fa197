"""Points: one number for a whole exercise is shared by its parts so that the shares add up to the eye."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from banked import SOLVED, ids_of, shipped
from console import run
from quizzes import SECRET, build_quiz, write_quiz

from grader import load_problem
from grader.core.errors import ProblemError
from grader.core.policy import shared
from grader.course.quiz import read_secret
from grader.course.quiz.built import open_build
from grader.course.quiz.rekey import add, rekey
from grader.course.quiz.sheets import read_stated
from grader.kinds import KINDS, write_problem

GRAINS = [Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(1, 20), Fraction(1, 100)]
MINIMAX: dict[str, Any] = {"format": "gametree-problem/1", "id": "p", "kind": "minimax", "tree": [[3, 5], [2, 9]]}


@pytest.mark.parametrize(
    ("total", "weights", "shares"),
    [
        ("4", [1, 1, 1], "1 1 2"),
        ("5", [1, 1, 1], "1 2 2"),
        ("3", [1, 1], "1.5 1.5"),
        ("1", [1, 1, 1], "0.25 0.25 0.5"),
        ("2", [1, 1, 1], "0.5 0.5 1"),
        ("2.5", [1, 1, 1], "0.5 1 1"),
        ("10", [1, 1, 2, 3], "1 2 3 4"),
        ("7", [1, 2, 3], "1 2 4"),
        ("10", [1] * 7, "1 1 1 1 2 2 2"),
        ("1", [1] * 5, "0.2 0.2 0.2 0.2 0.2"),
        ("1", [1] * 8, "0.1 0.1 0.1 0.1 0.15 0.15 0.15 0.15"),
        ("4", [Fraction(1, 3), Fraction(2, 3)], "1 3"),
        ("3", [Fraction(1, 3), Fraction(2, 3)], "1 2"),
        ("0.03", [1, 1], "0.01 0.02"),
    ],
)
def test_shares_are_these(total: str, weights: list[Fraction | int], shares: str) -> None:
    assert shared(Fraction(total), weights) == [Fraction(share) for share in shares.split()]


def plain_shares(total: Fraction, weights: list[Fraction]) -> list[Fraction] | None:
    """Return the shares by handing out grain after grain to whoever lacks most, of equals to the last; None where none do."""
    exact = [total * weight / sum(weights) for weight in weights]
    if all(100 % share.denominator == 0 for share in exact):
        return exact
    for grain in GRAINS:
        if (total / grain).denominator == 1:
            given = [grain * int(share / grain) for share in exact]
            while sum(given) < total:
                lacking = [share - have for share, have in zip(exact, given, strict=True)]
                given[max(at for at, one in enumerate(lacking) if one == max(lacking))] += grain
            if min(given) > 0:
                return given
    return None


def test_shares_add_up_stay_near_and_keep_the_order_of_the_weights() -> None:
    random, refused = Random(9), 0
    for _ in range(4000):
        total = Fraction(random.randint(1, random.choice([10, 100, 1000, 10000])), 100)
        weights = [
            Fraction(random.randint(1, 12), random.choice([1, 1, 1, 2, 3, 7])) for _ in range(random.randint(1, 8))
        ]
        expected = plain_shares(total, weights)
        if expected is None:
            refused += 1
            with pytest.raises(ValueError, match="one would get nothing"):
                shared(total, weights)
            continue
        shares = [Fraction(share) for share in shared(total, weights)]
        assert shares == expected
        assert sum(shares) == total
        assert all(share > 0 and 100 % share.denominator == 0 for share in shares)
        grain = next(grain for grain in GRAINS if all((share / grain).denominator == 1 for share in shares))
        exact = [total * weight / sum(weights) for weight in weights]
        assert all(abs(share - one) < grain for share, one in zip(shares, exact, strict=True))
        assert [a for _, a in sorted(zip(weights, shares, strict=True))] == sorted(shares)
    assert 0 < refused < 1000


@pytest.mark.parametrize("kind", SOLVED)
def test_a_problem_of_any_kind_may_say_what_the_whole_is_worth(kind: str) -> None:
    whole = write_problem(KINDS[kind], shipped(ids_of(kind)[0]).problem) | {"points": 7.5}
    read = load_problem(whole).problem
    assert [read.points[part] for part in read.ask] == shared(Fraction(15, 2), [1] * len(read.ask))
    assert sum(read.points[part] for part in read.ask) == Fraction(15, 2)


def test_points_of_a_whole_are_shared_by_what_is_asked_and_not_by_words() -> None:
    problem = load_problem(MINIMAX | {"points": 4, "text": {"prompt": "Why?", "points": 3}}).problem
    assert problem.points == {"value": 1, "best-move": 1, "values": 2, "text": 3}
    assert problem.possible == 7
    one = load_problem(MINIMAX | {"points": "2.5", "ask": ["value"]}).problem
    assert one.points == {"value": Fraction(5, 2)}


def test_a_part_without_an_answer_has_no_share() -> None:
    """By default best-move is asked, but nobody moves at a chance node."""
    tree = {"chance": [{"p": "1/2", "value": 1}, {"p": "1/2", "value": 3}]}
    problem = load_problem(MINIMAX | {"kind": "expectiminimax", "tree": tree, "points": 3}).problem
    assert "best-move" not in problem.ask
    assert sum(problem.points.values()) == 3
    assert set(problem.points) == set(problem.ask)


def test_the_written_problem_says_what_each_part_is_worth() -> None:
    exercise = load_problem(MINIMAX | {"points": 4})
    assert write_problem(exercise.kind, exercise.problem)["points"] == {"value": 1, "best-move": 1, "values": 2}


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ("1/3", "$.points: 1/3 is shared by parts, expected points of at most two decimals, such as 4 or 2.5"),
        ("2.125", "$.points: 2.125 is shared by parts, expected points of at most two decimals, such as 4 or 2.5"),
        (
            "0.02",
            "$.points: 0.02 is too little for 3 parts: one would get nothing; expected more, or the points of each part",
        ),
        (1000001, "$.points: expected points above 0, at most 1,000,000"),
        (0, '$.points: "0" is not allowed here, expected a number above 0, such as 1, 0.5 or 1/3'),
        ("four", '$.points: "four" is not allowed here, expected a number above 0'),
        (
            [4],
            "$.points: a list is not allowed here, expected points above 0 for the whole, or a mapping from parts of minimax to points: value, ",
        ),
        ({"valu": 1}, 'did you mean "value"?'),
        ({"visited": 1}, "$.points.visited: visited is not asked, expected points only for value, best-move, values"),
    ],
)
def test_points_that_cannot_be_are_refused(points: Any, said: str) -> None:
    with pytest.raises(ProblemError) as refused:
        load_problem(MINIMAX | {"points": points})
    assert said in str(refused.value)


def test_points_for_a_whole_of_which_only_words_are_asked_are_refused() -> None:
    with pytest.raises(
        ProblemError, match=r"\$\.points: nothing is asked but a question in words; expected its points"
    ):
        load_problem(MINIMAX | {"ask": [], "points": 4, "text": {"prompt": "Why?"}})
    with pytest.raises(ProblemError, match=r"value is not asked, expected points only for parts that are asked beside"):
        load_problem(MINIMAX | {"ask": [], "points": {"value": 4}, "text": {"prompt": "Why?"}})


EXERCISES = (
    "{id: q1, bank: minimax-textbook, points: 4}",
    "{id: q2, problem: {kind: minimax, tree: [[3, 5], [2, 9]], points: 5}}",
    "{id: q3, problem: {kind: minimax, tree: [[3, 5], [2, 9]], points: {value: 2}}, points: 3}",
    "{id: q4, generate: {kind: alpha-beta, depth: 2, branching: 3}, points: 10}",
)


def test_check_prints_what_each_part_is_worth(tmp_path: Path) -> None:
    write_quiz(tmp_path, "shared", exercises=EXERCISES)
    said = run("quiz", "check", tmp_path).out
    assert re.findall(r"^    (?!trees)[^:\n]*: (.* [0-9.]+)$", said, re.MULTILINE) == [
        "value 1, best-move 1, values 2",
        "value 1, best-move 2, values 2",
        "value 1.5, best-move 0.75, values 0.75",
        "value 3, best-move 3, pruned 4",
    ]


@pytest.mark.parametrize(
    ("exercise", "said"),
    [
        ("{id: q1, bank: minimax-textbook, points: 4/3}", "$.exercises[0].points: 4/3 is shared by parts, expected"),
        ("{id: q1, bank: minimax-textbook, points: 0.02}", "$.exercises[0].points: 0.02 is too little for 3 parts"),
        (
            "{id: q1, generate: {kind: alpha-beta}, points: 0.02}",
            "$.exercises[0].points: 0.02 is too little for 3 parts",
        ),
        ("{id: q1, bank: minimax-textbook, points: {'': 4}}", "is not asked, expected points only for value"),
    ],
)
def test_points_of_an_exercise_that_cannot_be_are_refused_with_their_place(
    tmp_path: Path, exercise: str, said: str
) -> None:
    write_quiz(tmp_path, "shared", exercises=[exercise])
    done = run("quiz", "check", tmp_path)
    assert done.code == 4
    assert said in done.err


def test_what_was_built_keeps_its_points_until_the_key_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older program shared 4 points as 4/3 each."""
    monkeypatch.setattr(
        "grader.core.policy.shared", lambda total, weights: [Fraction(total) / len(weights)] * len(weights)
    )
    folder = build_quiz(tmp_path)
    monkeypatch.undo()
    built = open_build(str(folder))
    assert set(built.get(built.sheet_of("s001")[2].problem).problem.points.values()) == {Fraction(4, 3)}

    secret = read_secret(SECRET, "")
    roster = tmp_path / "quiz" / "roster.csv"
    with roster.open("a") as file:
        file.write("s009,New,a\n")
    stated = read_stated(str(tmp_path / "quiz" / "quiz.yaml"), str(roster))
    with pytest.raises(
        ProblemError, match=r"q3 has other points than in the build: value 1, best-move 1, pruned 2; .*--rekey"
    ):
        add(stated, secret, folder)
    assert rekey(stated, secret, folder) == ["q3"]
    assert [sheet.recipient.who for sheet in add(stated, secret, folder)] == ["s009"]
    built = open_build(str(folder))
    for who in ("s001", "s009"):
        assert [*built.get(built.sheet_of(who)[2].problem).problem.points.values()] == [1, 1, 2]
