"""For which x: every wrong rule's range against that rule at plain numbers; caps, faults, drawings and words."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from banked import BANK
from conftest import faults_of, outcome_of, random_problems, read, report_of
from windows import chunks

from grader.core.answers.reports import Reveal
from grader.core.drawing.draw import png, svg
from grader.core.drawing.text_tree import text_tree
from grader.core.games.tree import Tree
from grader.core.intervals import Interval, closed, is_in
from grader.core.linear import Linear
from grader.grading.marking import graded_diagrams
from grader.kinds import Exercise
from grader.kinds.about_searches.solved import right_way, wrong_ways
from grader.pages.frames import film_of


def problem(claim: Any, tree: Any, **fields: Any) -> dict[str, Any]:
    stated = {"format": "gametree-problem/1", "id": "q1", "kind": "threshold", "search": "alpha-beta"}
    return {**stated, "tree": tree, "claim": claim, **fields}


WHEN = problem({"pruned": ["M", "N"]}, {"max": [{"id": "L", "min": [3, 12, 8]}, {"id": "R", "min": [{"id": "K", "value": "x"}, {"id": "M", "value": 15}, {"id": "N", "value": 6}]}]})  # fmt: skip


# --- Wrong rules, one x after the other -----------------------------------------------------------


def plain(exercise: Exercise, x: Fraction) -> Any:
    """Return the searched problem with a number for x."""
    searched = exercise.problem.game.searched
    tree: Tree = searched.game

    def column(numbers: Any) -> list[Any]:
        return [number.at(x) if isinstance(number, Linear) else number for number in numbers]

    return searched._replace(game=tree._replace(value=column(tree.value), probability=column(tree.probability)))


def probes(exercise: Exercise) -> Iterator[Fraction]:
    """Yield x at and around the ends that any rule found, in the domain."""
    domain = exercise.problem.game.asked.domain
    ends = {Fraction(end) for fold in exercise.wrong.folds() for one in fold.answers.get("range", ()) for end in one[:2] if not isinstance(end, float)}  # fmt: skip
    for end in sorted({*ends, Fraction(0), Fraction(7)}):
        for x in (end - Fraction(1, 97), end, end + Fraction(1, 97)):
            if is_in(x, (domain,)):
                yield x


@chunks(every=1, longer=7, whole=40)
def test_each_wrong_rule_finds_the_x_at_which_it_finds_the_claim_true(chunk: int, window: int) -> None:
    compared = 0
    for _, data in random_problems("threshold", 5000 + chunk * 40, 5000 + (chunk + 1) * 40, window):
        if data["search"] == "ucb":
            continue
        exercise = read(data)
        claim = exercise.problem.game.asked.claim
        found = {(fold.misconception.name, fold.misconception.detail): fold.answers for fold in exercise.wrong.folds()}
        for x in probes(exercise):
            here = plain(exercise, x)
            assert claim.holds(right_way(here).solved([claim])) == is_in(x, exercise.solution.answers["range"])
            for (name, detail), way in wrong_ways(here).items():
                answers = found[name, detail]
                assert claim.holds(way.solved([claim])) == is_in(x, answers["range"]), (data, x, name)
                compared += 1
    assert compared > 1000


def test_wrong_rule_that_compares_probabilities_before_it_searches_turns_over_where_they_are_equal() -> None:
    sure = {"p": "1-x", "chance": [{"p": 1, "value": 2}]}
    gamble = {"id": "B", "chance": [{"p": "x", "max": [3, 6]}, sure]}
    claim = {"value-of": {"B": {"at-most": 3}}}
    exercise = read(problem(claim, {"chance": [{"p": 1, **gamble}]}, search="expectiminimax"))
    (found,) = (fold.answers for fold in exercise.wrong.folds() if fold.misconception.name == "most-likely-only")
    assert exercise.solve()["range"] == ["[0, 1/4]"]
    assert found["range"] == (Interval(0, Fraction(1, 2), has_low=True),)


def test_problem_without_x_at_it_is_the_search_itself() -> None:
    exercise = read({**WHEN, "domain": [3, 3]})
    assert exercise.solve() == {"range": ["[3, 3]"], "smallest": 3, "largest": 3}


# --- What is wrong with a problem -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"tree": [[3, 12], [2, 4]]}, "x stands nowhere"),
        ({"tree": {"max": [{"chance": [{"p": "x", "value": 1}, {"p": "1-x", "value": 2}]}]}, "search": "minimax"}, "chance"),
        ({"domain": [5, 2]}, "expected [lo, hi]"),
        ({"domain": ["inf", "inf"]}, "expected [lo, hi]"),
        ({"claim": {"same": "value"}}, "nothing is changed"),
        ({"claim": {"pruned": "Z"}}, 'there is no node "Z"'),
        ({"claim": {"choice": "L"}}, "says nothing of choice"),
        ({"search": "ucb"}, "children"),
        ({"children": [{"id": "A", "visits": 1, "total": 1}]}, "children"),
        ({"conventions": {"exploration": 1}}, "the text x"),
        ({"conventions": {"exploration": "x"}}, "exploration"),
        ({"tree": [[3, "y"], [2, "x"]]}, "or x"),
        ({"tree": [[3, "2x"], [2, "x"]]}, "or x"),
    ],
)  # fmt: skip
def test_fault_of_a_problem_says_what_was_expected(changed: dict[str, Any], said: str) -> None:
    faults = faults_of({**WHEN, "claim": {"value": 3}, **changed})
    assert any(said in fault for fault in faults), faults


def test_x_stands_once_on_a_path_and_in_probabilities_under_expectiminimax_alone() -> None:
    gamble = [{"p": "x", "value": "x"}, {"p": "1-x", "value": 1}]
    twice = problem({"value": {"above": 1}}, {"max": [{"chance": gamble}]}, search="expectiminimax")
    assert "more than once" in faults_of(twice)[0]
    three = [{"p": "x", "value": 1}, {"p": "1-x", "value": 2}, {"p": "x", "value": 3}]
    uneven = problem({"value": {"above": 1}}, {"max": [{"chance": three}]}, search="expectiminimax")
    assert "sum to 1 + x, expected exactly 1" in faults_of(uneven)[0]


def test_problem_that_takes_too_many_runs_is_refused() -> None:
    leaves = [{"value": number} for number in range(1100)]
    many = problem({"value": {"at-least": 3}}, {"max": [{"min": [{"value": "x"}, leaf]} for leaf in leaves]})
    fault = faults_of({**many, "search": "minimax"})[0]
    assert fault.startswith("$.claim: takes more than ")
    assert "runs of the search" in fault


# --- Values that are no single search -------------------------------------------------------------


def test_line_of_the_root_is_asked_only_where_it_is_one() -> None:
    gamble = {"chance": [{"p": "x", "value": 10}, {"p": "1-x", "value": 2}]}
    line = read(problem({"value": {"above": 5}}, gamble, search="expectiminimax"))
    assert line.solve()["linear"] == [2, 8]
    bent = problem({"value": {"above": 5}}, {"max": [3, gamble]}, search="expectiminimax")
    assert "linear" not in read(bent).solve()
    assert "linear has no answer" in faults_of({**bent, "ask": ["range", "linear"]})[0]


def test_several_leaves_may_bear_x() -> None:
    both = problem({"pruned-leaves": {"at-least": 1}}, {"max": [{"min": ["x", 8]}, {"min": [4, "x"]}]})
    assert read(both).solve()["range"] == ["[4, inf)"]


def test_strict_and_weak_cutoffs_differ_at_the_end() -> None:
    assert read(WHEN).solve()["range"] == ["(-inf, 3]"]
    assert read({**WHEN, "conventions": {"cutoff": "alpha > beta"}}).solve()["range"] == ["(-inf, 3)"]


def test_huge_numbers_are_exact() -> None:
    digits = "7" * 900
    tree = {"max": [{"value": digits}, {"min": [{"value": "x"}, {"id": "N", "value": 0}]}]}
    assert read(problem({"pruned": "N"}, tree)).solve()["range"] == [f"(-inf, {digits}]"]


# --- Words and pictures ---------------------------------------------------------------------------


def test_wrong_range_is_told_what_turns_over_at_its_ends() -> None:
    (part,) = report_of(read(WHEN), {"range": "x < 5"}).parts
    assert part.entries[0].message.endswith(
        "M and N are skipped while alpha = 3 ≥ beta = x; at x = 3 equality is enough."
    )


def test_statement_poses_the_claim_and_says_nothing_of_the_answer() -> None:
    exercise = read({**WHEN, "integers": True, "domain": [0, 9]})
    (said,) = exercise.kind.poses(exercise.problem)
    assert said == "x is a whole number with 0 ≤ x ≤ 9. For which x does it hold that M and N are skipped?"
    assert exercise.diagram().number_line is None


def test_number_line_is_drawn_as_picture_and_as_text() -> None:
    diagram = graded_diagrams(outcome_of(read(WHEN), {"range": "x < 3"}).graded[0])[0]
    lines = [str(line) for line in text_tree(diagram)][-3:]
    assert lines[0].startswith("you, wrong")
    assert ["○" in lines[0], "●" in lines[1], lines[2].strip()] == [True, True, "3"]
    assert svg(diagram).count('class="spanend ') == 4
    assert png(diagram).startswith(b"\x89PNG")
    assert 'class="spanend ' not in svg(read(WHEN).diagram())


def test_a_rounded_end_stands_on_the_line_where_the_right_one_does() -> None:
    graded = outcome_of(BANK["constant-that-selects"], {"range": "(1.15, 1.6)"}).graded[0]
    line = graded_diagrams(graded)[0].number_line
    assert line is not None
    yours, right = (row.spans[0] for row in line.rows)
    assert yours[:2] == right[:2]


def test_number_line_shows_the_right_range_only_where_it_may_be_shown() -> None:
    graded = outcome_of(read(WHEN), {"range": "x < 3"}, reveal=Reveal.VERDICTS).graded[0]
    line = graded_diagrams(graded)[0].number_line
    assert line is not None
    assert [row.label for row in line.rows] == ["you"]


@pytest.mark.parametrize("number", range(30))
def test_numbers_on_the_line_stand_in_order_and_apart(number: int) -> None:
    from grader.core.drawing.diagram import NumberLine, Row, Span
    from grader.core.drawing.outline import shares_of

    rng = random.Random(number)
    ends = sorted(rng.sample(range(-1000, 1000), rng.randint(2, 5)))
    spans = tuple(Span((low, str(low)), (high, str(high))) for low, high in itertools.pairwise(ends))
    infinite = closed(float("-inf"), float("inf"))
    line = NumberLine("x", (infinite.low, "-inf"), (infinite.high, "inf"), (Row("range", spans),))
    shares = [shares_of(line)[end] for end in ends]
    assert all(other - one > 0.05 for one, other in itertools.pairwise(shares))
    assert 0 < shares[0] < shares[-1] < 1


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (["[4, inf)"], "[4, inf)"),
        (["(-inf, 3)", "x >= 7"], "(-inf, 3), x >= 7"),
        ("x < 3", "x < 3"),
        ([], "[]"),
    ],
)
def test_report_shows_a_list_of_intervals_without_the_brackets_of_the_list(written: Any, shown: str) -> None:
    report = report_of(read({**WHEN, "ask": ["range"]}), {"range": written})
    assert report.parts[0].entries[0].given == shown


def test_steps_skip_on_each_stretch_what_is_skipped_there_and_nothing_of_another() -> None:
    exercise = read(WHEN)
    steps = list(exercise.steps())
    assert [[exercise.id_of(node) for node in step.skipped] for step in steps] == [["M", "N"], ["M", "N"], [], []]
    assert [step.x for step in steps] == [2, 3, 4, 3]
    film = film_of(exercise, steps)
    names = [node.id for node in film.diagram.nodes]
    seen = [{names[look.place]: look.state for look in frame.news} for frame in film.frames]
    assert seen[0] == {"M": "skip", "N": "skip"}
    assert seen[1] == seen[0]
    assert seen[2].keys() == {"M", "N"}
    assert "skip" not in seen[2].values()
    assert seen[3] == {}
