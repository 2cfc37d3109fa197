"""Claims: marks, messages, changes, and what is refused before anything runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from conftest import faults_of, read, report_of

from grader.cli.grade import grade
from grader.kinds import KINDS
from grader.kinds.record import View

TREE = [[3, 12, 8], [2, 15, 6]]


def claims_problem(*items: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return a problem of claims; ids are s1, s2 …"""
    stated = [{"id": f"s{place}", **item} for place, item in enumerate(items, 1)]
    base = {"format": "gametree-problem/1", "id": "q1", "kind": "claims", "search": "alpha-beta", "tree": TREE}
    return {**base, **fields, "claims": stated}


def truths_of(*items: dict[str, Any], **fields: Any) -> list[bool]:
    """Return the truths of claims."""
    solved: Any = read(claims_problem(*items, **fields)).solve()
    return list(solved["claims"].values())


def message_at(problem: dict[str, Any], answers: dict[str, Any], claim: str = "s1") -> str:
    """Return what is said of an answer to a claim."""
    report = report_of(read(problem), answers)
    return next(entry.message for entry in report.parts[0].entries if entry.node == claim)


PRUNED, SAME = {"claim": {"pruned": "H"}}, {"same": "best-move"}


@pytest.mark.parametrize(
    ("given", "corrected", "free"),
    [
        ({"s1": "true", "s2": "true", "s3": "true"}, 1, 2),
        ({"s1": "true", "s2": None, "s3": "true"}, 0, 1),
        ({"s1": "false", "s2": "false", "s3": "true"}, 0, 0),
        ({"s1": "yes"}, 1, 1),
    ],
)
def test_wrong_answers_take_off_unless_guessing_is_free(given: Any, corrected: int, free: int) -> None:
    for guessing, points in (("corrected", corrected), ("free", free)):
        items = (PRUNED, {"claim": {"value": 3}}, {"claim": {"value": 4}})
        exercise = read(claims_problem(*items, conventions={"guessing": guessing}, points={"claims": 3}))
        assert report_of(exercise, {"claims": given}).earned == points


def test_wrong_answer_says_by_which_wrong_rules_it_would_be_right_three_at_most() -> None:
    problem = claims_problem({"claim": SAME, "change": {"affine": {"times": -1}}}, tree=[[3, 12], [2, 15]])
    said = message_at(problem, {"claims": {"s1": "no"}})
    assert "The best move is B, as before: before the change 3 against 2 at C; after it -12 against -15 at C." in said
    for wrong, item, answer in (
        ("sign-ignored", {"claim": SAME, "change": {"affine": {"times": -1}}}, "true"),
        ("mirror-changes-nothing", {"claim": {"same": "leaves-evaluated"}, "change": {"mirror": True}}, "true"),
        ("this-tree-is-every-tree", {"claim": SAME, "change": {"power": 2}, "for": "every-tree"}, "true"),
    ):
        said = message_at(claims_problem(item, tree=[[3, 12, 8], [2, 5, 6]]), {"claims": {"s1": answer}})
        assert f"({wrong})" in said, said
        assert said.count(" or if ") <= 2


def test_a_wrong_rule_behind_several_wrong_claims_of_a_list_is_said_once() -> None:
    items = [{"claim": {"pruned": ["M"]}}, {"claim": {"pruned": ["L", "M"]}}, {"claim": {"pruned": ["I", "J"]}}]
    problem = claims_problem(*items, ask=["which"], tree=[[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    said = report_of(read(problem), {"which": ["s1", "s2"]}).parts[0].entries[0].message
    assert said.count("(players-swapped)") == said.count("(window-not-restored)") == 1
    assert "What you say of s1, s2 and s3 would be right if " in said
    assert "What you say of s1 and s2 would be right if " in said


def test_chance_node_that_minds_order_only_is_told() -> None:
    chance = {"max": [3, {"chance": [0, 5]}]}
    item = {"claim": SAME, "change": {"power": 3}}
    problem = claims_problem(item, {**item, "for": "every-tree"}, search="expectiminimax", tree=chance)
    assert read(problem).solve()["claims"] == {"s1": False, "s2": False}
    for claim in ("s1", "s2"):
        assert "(order-is-enough)" in message_at(problem, {"claims": {"s1": "true", "s2": "true"}}, claim)


def test_claim_about_every_tree_that_is_false_is_refuted_by_a_tree_with_both_numbers() -> None:
    item = {"claim": SAME, "change": {"power": 2}, "for": "every-tree"}
    said = message_at(claims_problem(item), {"claims": {"s1": "true"}})
    assert (
        "Not in every tree: in max(-1, -2) the best move is B: -1 against -2 at C; in max(1, 4), which it becomes, "
        in said
    )
    assert "the best move is C: 4 against 1 at B." in said


@pytest.mark.parametrize(
    ("change", "claim", "truth"),
    [
        ({"clip": [4, 20]}, {"value": 4}, True),
        ({"leaves": {"G": 9}}, {"best-move": "C"}, True),
        ({"leaves": {"G": 9}}, {"best-move": "B"}, False),
        ({"swap-players": True}, {"value": 12}, True),
        ({"reorder": {"C": ["I", "H", "G"]}}, {"leaves-evaluated": 6}, True),
        ({"conventions": {"order": "right-to-left"}}, {"same": "leaves-evaluated"}, False),
        ({"search": "minimax"}, {"visited": ["H", "I"]}, True),
        ({"search": "expectiminimax"}, {"same": "value"}, True),
        ({"power": 3}, {"value": 27}, True),
        ({"affine": {"plus": "1/2"}}, {"value-of": {"B": "7/2"}}, True),
    ],
)
def test_claim_is_judged_after_its_change(change: Any, claim: Any, truth: bool) -> None:
    assert truths_of({"claim": claim, "change": change}) == [truth]


def test_depth_is_changed_where_static_values_are() -> None:
    tree = {"max": [{"id": "B", "static": 9, "min": [1, 2]}, {"id": "C", "static": 3, "min": [4, 5]}]}
    changed = {"change": {"depth": 1}}
    items = ({"claim": {"best-move": "C"}}, {"claim": {"best-move": "B"}, **changed}, {"claim": SAME, **changed})
    assert truths_of(*items, tree=tree, search="minimax") == [True, True, False]
    assert "nothing says what it is worth" in faults_of(claims_problem({"claim": SAME, **changed}))[0]


HUGE = {"max": [{"id": "B", "value": 7}, {"id": "C", "value": 2}]}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"claims": [PRUNED | {"id": "a"}, PRUNED | {"id": "a"}]}, 'the id "a" stands at two claims, expected once'),
        ({"claims": [{"id": "a", "claim": {"same": "value"}}]}, "expected only beside a change"),
        (
            {"claims": [{"id": "a", "claim": SAME, "change": {"power": "9" * 400}}]},
            "makes numbers of more than 1000 digits",
        ),
        ({"claims": [{"id": "a", "claim": SAME, "change": {"power": 0}}]}, "expected 1, 2, 3"),
        ({"claims": [{"id": "a", "claim": SAME, "change": {"clip": [3, 2]}}]}, "with low at most high"),
        ({"claims": [{"id": "a", "claim": SAME, "change": {"leaves": {"B": 1}}}]}, "B is no leaf of the search"),
        ({"claims": [{"id": "a", "claim": SAME, "change": {"reorder": {"A": ["B"]}}}]}, "expected all children of A"),
        ({"claims": [{"id": "a", "claim": SAME, "change": {"conventions": {"root": "min"}}}]}, "root"),
        (
            {"claims": [{"id": "a", "claim": SAME, "change": {"mirror": True}, "for": "every-tree"}]},
            "affine, power or clip",
        ),
        ({"claims": [{"id": "a", "claim": {"value": 1}, "change": {"power": 2}, "for": "every-tree"}]}, "a claim same"),
        (
            {"claims": [{"id": "a", "claim": {"same": "values"}, "change": {"power": 2}, "for": "every-tree"}]},
            "not asked of every tree",
        ),
        (
            {"claims": [{"id": "a", "claim": {"same": "pruned"}, "change": {"search": "minimax"}}]},
            "says nothing of pruned",
        ),
        ({"claims": []}, "$.claims"),
        ({"claims": [{"id": str(place), "claim": {"value": 1}} for place in range(21)]}, "$.claims"),
        ({"search": "ucb", "claims": [{"id": "a", "claim": {"value": 1}}]}, "$.search"),
        (
            {"search": "minimax", "conventions": {"cutoff": "alpha > beta"}, "claims": [PRUNED | {"id": "a"}]},
            "no such convention",
        ),
    ],
)
def test_problem_that_cannot_be_asked_is_refused(fields: Any, message: str) -> None:
    stated = claims_problem(PRUNED)
    faults = faults_of({**stated, **fields})
    assert any(message in fault for fault in faults), faults


def test_huge_powers_are_refused_before_they_are_tried_and_small_numbers_bear_them() -> None:
    item = {"claim": SAME, "change": {"power": 10**9}}
    assert "more than 1000 digits" in faults_of(claims_problem(item, tree=HUGE, search="minimax"))[0]
    assert truths_of({"claim": SAME, "change": {"power": 10**9}}, tree=[[0, 1], [-1, 1]]) == [False]


def test_trees_of_all_changes_together_have_a_limit() -> None:
    wide = [list(range(100)) for _ in range(30)]
    items = [{"claim": {"same": "value"}, "change": {"mirror": True}}] * 20
    assert "have more than 20,000 nodes together" in faults_of(claims_problem(*items, tree=wide))[0]
    assert truths_of(items[0], tree=wide) == [True]


def test_every_sort_of_change_has_its_words_and_is_written_as_it_was_read() -> None:
    changes: list[dict[str, Any]] = [
        {"affine": {"times": "1/2", "plus": -5}},
        {"affine": {"times": 0, "plus": 3}},
        {"leaves": {"G": 4, "H": "1/2"}},
        {"reorder": {"A": ["C", "B"]}},
        {"conventions": {"cutoff": "alpha > beta", "order": "right-to-left"}},
        {"search": "minimax"},
        {"clip": [0, 4]},
        {"swap-players": True},
    ]
    exercise = read(claims_problem(*({"claim": SAME, "change": change} for change in changes)))
    said = exercise.kind.poses(exercise.problem)
    assert [line.partition(". When ")[2].partition(", the set of")[0] for line in said] == [
        "every value v becomes (1/2)*v - 5",
        "every value v becomes 3",
        "G is worth 4 and H is worth 1/2",
        "the children of A stand in the order C, B",
        "the convention reads “A node's remaining children are skipped only when alpha > beta; equality is not enough” and “Children are examined from right to left”",
        "the tree is searched with minimax",
        "every value below 0 becomes 0 and every value above 4 becomes 4",
        "MAX and MIN change places",
    ]
    assert KINDS["claims"].game_format.write(exercise.problem)["claims"][4]["change"] == changes[4]


def test_node_that_would_show_why_is_not_told_to_be_expected_where_its_claim_is_misjudged() -> None:
    problem = claims_problem({"claim": {"best-move": "C"}}, ask=["claims", "because"])
    for truth, claimed in (("true", 0), ("false", 1)):
        report = report_of(read(problem), {"claims": {"s1": truth}, "because": {"s1": "B"}})
        (entry,) = report.parts[1].entries
        assert report.parts[1].earned == claimed
        assert entry.message == ("" if claimed else "it would show why, but counts only where the claim itself is judged rightly")  # fmt: skip
    other = report_of(read(problem), {"claims": {"s1": "true"}, "because": {"s1": "C"}})
    assert other.parts[1].entries[0].message.startswith("expected B. ")


def test_a_slip_does_not_leave_a_witness_right_that_does_not_count() -> None:
    claims = [{"claim": {"best-move": "C"}}, {"claim": {"best-move": "B"}}]
    problem = read(claims_problem(*claims, ask=["claims", "because"]))
    slips = [
        report_of(problem, {"claims": truths, "because": {"s1": "B", "s2": "B"}}).slip
        for truths in ({"s1": "false", "s2": "true"}, {"s2": "true"})
    ]
    rest = "One slip (because, at s2): all the rest that you answered"
    assert slips == [f"{rest} is right, or follows from it.", f"{rest} and that counts is right, or follows from it."]


def test_feedback_explains_the_signs_of_alike_trees_once_and_says_what_was_asked(tmp_path: Path) -> None:
    wrong = {"claims": dict.fromkeys((f"s{place}" for place in range(1, 13)), False)}
    (tmp_path / "mine.json").write_text(json.dumps({"answers": {"what-changes-what": wrong}}))
    done = CliRunner().invoke(grade, [str(tmp_path / "mine.json"), "--html", "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    page = (tmp_path / "out/mine/report.html").read_text()
    assert page.count('class="treebox"') > 3
    assert page.count('<p class="key">') == 2, "one for the trees, one beside the steps"
    assert "<summary>What was asked</summary>" in page
    assert "s1. C is the best move." in page


def test_key_draws_a_changed_tree_once_for_all_claims_about_that_change() -> None:
    mirrored = {"change": {"mirror": True}}
    items = [{"claim": claim, **mirrored} for claim in ({"value": 3}, {"pruned": "H"})]
    exercise = read(claims_problem(*items, {"claim": {"value": 2}, "change": {"reorder": {"A": ["C", "B"]}}}))
    titles = [drawn.title for drawn in exercise.kind.draw(View(exercise.problem, exercise.solution))[1:]]
    assert [title.partition(":")[0] for title in titles] == ["s1 and s2", "s3"]
