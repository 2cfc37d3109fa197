"""Conventions (docs/conventions.md): reading, writing, words, and what each of them changes."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial
from typing import Any

import oracle
import pytest
from conftest import faults_of, part_report, problem_data, read

from grader.core.conventions import (
    FIELDS,
    Conventions,
    conventions_in_words,
    read_conventions,
    value_of,
    write_conventions,
)
from grader.core.numbers import INFINITY
from grader.kinds import KINDS

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
ARMS = [{"id": "A", "total": 7, "visits": 10}, {"id": "B", "visits": 0}]

CHOICES: Any = {
    name: values
    for name, values in oracle.CHOICES.items()
    if name not in ("decimals", "exploration", "unvisited-mean", "significant")
}
"""The fields that have a fixed list of values."""

DEFAULTS = {
    "cutoff": "alpha >= beta",
    "order": "left-to-right",
    "tie": "first",
    "bounds": "fail-soft",
    "initial-window": (-INFINITY, INFINITY),
    "windows-at": "exit",
    "list-pruned-as": "subtrees",
    "empty-cutoffs": "ignore",
    "root": "max",
    "depth-in": "plies",
    "values-for": "max",
    "value-bounds": None,
    "bounds-at": "everywhere",
    "sum-bound": None,
    "decimals": 2,
    "formula": "uct",
    "log": "ln",
    "unvisited": "first",
    "unvisited-mean": 0,
    "expand": "one",
    "totals-for": "mover",
    "complement": "one-minus",
    "parent-count": "own",
    "final": "most-visits",
    "guessing": "corrected",
    "significant": None,
}

# --- Reading and writing --------------------------------------------------------------------------


def test_defaults_are_those_of_the_table() -> None:
    conventions, wrong = read_conventions({})
    assert (conventions, wrong) == (Conventions(), [])
    assert {name: value_of(conventions, name) for name in DEFAULTS} == DEFAULTS
    assert (conventions.exploration.text, conventions.exploration.value) == ("sqrt(2)", math.sqrt(2))
    assert set(FIELDS) == {*DEFAULTS, "exploration"}


@pytest.mark.parametrize(
    ("name", "written", "value"),
    [
        ("initial-window", ["-inf", "inf"], (-INFINITY, INFINITY)),
        ("initial-window", ["0.5", "7/3"], (Fraction(1, 2), Fraction(7, 3))),
        ("initial-window", ["-inf", "3"], (-INFINITY, 3)),
        ("value-bounds", ["0", "7/3"], (0, Fraction(7, 3))),
        ("value-bounds", ["-inf", "3"], (-INFINITY, 3)),
        ("value-bounds", ["3", "3"], (3, 3)),
        ("decimals", "0", 0),
        ("decimals", "exact", None),
        ("decimals", "999", 999),
        ("tie", "any", "any"),
        ("cutoff", "alpha > beta", "alpha > beta"),
        ("log", "log10", "log10"),
    ],
)
def test_field_is_read_and_written_back(name: str, written: Any, value: object) -> None:
    conventions, wrong = read_conventions({name: written})
    assert wrong == []
    assert value_of(conventions, name) == value
    assert conventions.stated == {name}
    again = write_conventions(conventions)
    assert read_conventions(again) == (conventions, [])


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("sqrt(2)", math.sqrt(2)),
        ("sqrt(0.5)", math.sqrt(0.5)),
        ("sqrt(1/3)", math.sqrt(1 / 3)),
        ("0", 0.0),
        ("1.4", 1.4),
        ("1/3", 1 / 3),
        ("1e15", 1e15),
        ("sqrt(1e15)", math.sqrt(1e15)),
        ("1e-999", 0.0),
    ],
)
def test_exploration_constant_is_a_number_or_the_root_of_one(written: str, value: float) -> None:
    conventions, wrong = read_conventions({"exploration": written})
    assert wrong == []
    assert conventions.exploration.value == pytest.approx(value)
    assert read_conventions(write_conventions(conventions)) == (conventions, [])


@pytest.mark.parametrize(
    ("name", "written", "message"),
    [
        ("initial-window", ["3", "3"], "expected [alpha, beta] with alpha below beta"),
        ("initial-window", ["inf", "-inf"], "expected [alpha, beta] with alpha below beta"),
        ("initial-window", ["x", "3"], "expected a number such as 3, -2.5 or 7/3, or -inf or inf"),
        ("initial-window", ["nan", "3"], "expected a number such as 3, -2.5 or 7/3, or -inf or inf"),
        ("decimals", "1000", "expected a whole number from 0 to 999, or exact"),
        ("decimals", "-1", "expected a whole number from 0 to 999, or exact"),
        ("decimals", "1.5", "expected a whole number from 0 to 999, or exact"),
        ("decimals", "two", "expected a number such as 3, -2.5 or 7/3"),
        ("exploration", "-1", "expected a number from 0 to 1,000,000,000,000,000 such as 1.4, or sqrt(2)"),
        ("exploration", "sqrt(-1)", "expected a number from 0 to 1,000,000,000,000,000 such as 1.4, or sqrt(2)"),
        ("exploration", "1e16", "expected a number from 0 to 1,000,000,000,000,000 such as 1.4, or sqrt(2)"),
        ("exploration", "1e999", "expected a number from 0 to 1,000,000,000,000,000 such as 1.4, or sqrt(2)"),
        ("exploration", "sqrt()", "expected a number such as 3, -2.5 or 7/3"),
        ("exploration", "sqrt(2", "expected a number such as 3, -2.5 or 7/3; write what comes out"),
        ("value-bounds", ["1", "0"], "expected [lo, hi] with lo no larger than hi"),
        ("value-bounds", ["x", "3"], "expected a number such as 3, -2.5 or 7/3, or -inf or inf"),
    ],
)
def test_wrong_value_is_refused_with_what_was_expected(name: str, written: Any, message: str) -> None:
    conventions, wrong = read_conventions({name: written})
    assert wrong == [(name, message)]
    assert value_of(conventions, name) == value_of(Conventions(), name)


def test_all_wrong_fields_are_told_at_once() -> None:
    _, wrong = read_conventions({"decimals": "x", "initial-window": ["1", "0"], "tie": "last"})
    assert [name for name, _ in wrong] == ["decimals", "initial-window"]


def test_exploration_has_no_place_in_ucb1() -> None:
    _, wrong = read_conventions({"formula": "ucb1", "exploration": "1"})
    assert [name for name, _ in wrong] == ["exploration"]
    faults = faults_of(problem_data("ucb", ARMS, conventions={"formula": "ucb1", "exploration": 1}))
    assert faults[0].startswith("$.conventions.exploration: has no place in formula ucb1")


def test_conventions_are_written_in_the_order_of_the_table_and_only_where_stated() -> None:
    conventions, _ = read_conventions({"decimals": "exact", "tie": "first", "cutoff": "alpha > beta"})
    assert list(write_conventions(conventions).items()) == [
        ("cutoff", "alpha > beta"),
        ("tie", "first"),
        ("decimals", "exact"),
    ]


@pytest.mark.parametrize("name", CHOICES)
def test_value_that_is_no_choice_is_refused_with_a_suggestion(name: str) -> None:
    some = ("alpha-beta", "minimax", "ucb", "claims", "cost", "mcts")
    kind = next(kind for kind in some if name in KINDS[kind].conventions)
    game: Any = ARMS if kind == "ucb" else TREE
    beside: dict[str, dict[str, Any]] = {
        "claims": {"search": "minimax", "claims": [{"id": "s1", "claim": {"value": 3}}]},
        "mcts": {"iterations": 0},
    }
    more = beside.get(kind, {})
    stated = partial(problem_data, kind, game, **more)
    faults = faults_of(stated(conventions={name: CHOICES[name][0].upper()}))
    assert faults[0].startswith(f"$.conventions.{name}: ")
    assert "did you mean" in faults[0]
    for wrong in (None, True, [], "", 3):
        assert faults_of(stated(conventions={name: wrong}))[0].startswith(f"$.conventions.{name}: ")


def test_misspelt_field_is_refused_with_a_suggestion() -> None:
    faults = faults_of(problem_data("alpha-beta", TREE, conventions={"cut-off": "alpha > beta"}))
    assert faults[0].startswith('$.conventions.cut-off: there is no field "cut-off" here')
    assert faults[0].endswith('did you mean "cutoff"?')


@pytest.mark.parametrize("window", [[3], [1, 2, 3], "open", ["-inf", None], [[], 3], {"alpha": 1}, [2, 1]])
def test_window_that_is_none_is_refused_with_its_place(window: Any) -> None:
    assert faults_of(problem_data("alpha-beta", TREE, conventions={"initial-window": window}))[0].startswith(
        "$.conventions.initial-window"
    )


def test_root_has_no_place_beside_explicit_players() -> None:
    for root in ("max", "min"):
        faults = faults_of(problem_data("minimax", {"max": [1, 2]}, conventions={"root": root}))
        assert faults[0].startswith("$.conventions.root: has no place beside explicit players")
    assert read(problem_data("minimax", [1, 2], conventions={"root": "min"})).solution.answers["value"] == 1


# --- In words -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in FIELDS if name not in ("root", "value-bounds")])
def test_every_value_of_a_field_has_its_own_sentence(name: str) -> None:
    values: Any = (
        CHOICES.get(name)
        or {
            "initial-window": (["-inf", "inf"], ["1", "3"]),
            "decimals": ("0", "1", "2", "exact"),
            "exploration": ("sqrt(2)", "2", "sqrt(1/2)"),
            "unvisited-mean": ("0", "2", "1/2"),
            "significant": ("1", "2", "30"),
            "sum-bound": ("0", "6", "19/2"),
        }[name]
    )
    beside = {"unvisited-mean": {"formula": "puct"}, "bounds-at": {"value-bounds": ["0", "9"]}}.get(name, {})
    sentences = []
    for value in values:
        conventions, wrong = read_conventions(beside | {name: value})
        assert wrong == []
        sentences += conventions_in_words(conventions, (name,), FIELDS[name].parts)
    assert len(sentences) == len(set(sentences)) == len(values)
    assert all(sentence.endswith(".") for sentence in sentences)


def test_every_field_has_its_reason_and_its_values_in_words() -> None:
    for name, field in FIELDS.items():
        assert field.why.endswith("."), name
        for choice in CHOICES.get(name, ()):
            assert f"`{choice}`" in field.choices
        assert field.choices, name


@pytest.mark.parametrize(
    ("stated", "parts", "sentence"),
    [
        ({"initial-window": ["-inf", "7/3"]}, ["value"], "with the window alpha = -inf, beta = 7/3."),
        ({"decimals": "exact"}, ["values"], "Numbers are to be given exactly; fractions such as 7/3 are welcome."),
        ({"decimals": "1"}, ["value"], "may be rounded to 1 decimal;"),
        ({"decimals": "3"}, ["value"], "may be rounded to 3 decimals;"),
        ({"cutoff": "alpha > beta"}, ["pruned"], "are skipped only when alpha > beta"),
        ({"tie": "any"}, ["best-move"], "Among equally good moves each one is right."),
        ({"bounds": "fail-hard"}, ["values"], "the search itself goes on with the numbers that were found."),
    ],
)
def test_sentence_states_the_value(stated: Any, parts: list[str], sentence: str) -> None:
    conventions, _ = read_conventions(stated)
    words = conventions_in_words(conventions, KINDS["alpha-beta"].conventions, parts)
    assert any(sentence in said for said in words), words


@pytest.mark.parametrize(("exploration", "says"), [("sqrt(2)", "c = sqrt(2)."), ("2", "c = 2.")])
def test_exploration_constant_is_said_for_uct_and_not_for_ucb1(exploration: str, says: str) -> None:
    fields = KINDS["ucb"].conventions
    uct, _ = read_conventions({"exploration": exploration})
    assert any(said.endswith(says) for said in conventions_in_words(uct, fields, ["scores"]))
    ucb1, _ = read_conventions({"formula": "ucb1"})
    assert not any("c =" in said for said in conventions_in_words(ucb1, fields, ["scores"]))


def test_only_what_matters_for_the_asked_parts_is_said() -> None:
    fields = KINDS["alpha-beta"].conventions

    def said(*parts: str) -> set[str]:
        return {name for name in fields if conventions_in_words(Conventions(), (name,), parts)}

    assert "list-pruned-as" in said("pruned")
    assert "list-pruned-as" not in said("value", "windows", "cutoffs")
    assert "windows-at" in said("windows")
    assert "windows-at" not in said("pruned")
    assert "empty-cutoffs" in said("cutoffs")
    assert "tie" not in said("pruned", "visited")
    assert "decimals" not in said("pruned", "best-move")
    assert "root" not in said("value", "pruned")
    assert conventions_in_words(Conventions(), ("log",), ["value"]) == []


# --- What they change -----------------------------------------------------------------------------


def solved(kind: str = "alpha-beta", game: Any = TREE, **conventions: Any) -> dict[str, Any]:
    """Return the solution under the conventions (underscores stand for hyphens)."""
    fields = {name.replace("_", "-"): value for name, value in conventions.items()}
    return read(problem_data(kind, game, conventions=fields)).solve()


@pytest.mark.parametrize(("how", "listed"), [("subtrees", ["E"]), ("nodes", list("EFGHIJK")), ("leaves", list("HIJK"))])
def test_pruned_is_listed_as_asked_breadth_first(how: str, listed: list[str]) -> None:
    assert solved(game=[5, [3, [[7, 8], [9, 1]]]], list_pruned_as=how)["pruned"] == listed


def test_windows_are_read_at_exit_or_at_entry() -> None:
    assert solved()["windows"] == {"A": [3, "inf"], "B": ["-inf", 3], "C": [3, 2], "D": [3, 2]}
    at_entry = {"A": ["-inf", "inf"], "B": ["-inf", "inf"], "C": [3, "inf"], "D": [3, "inf"]}
    assert solved(windows_at="entry")["windows"] == at_entry


def test_fail_hard_clamps_what_is_reported() -> None:
    hard = solved(bounds="fail-hard", empty_cutoffs="count")
    assert hard["values"] == {"A": 3, "B": 3, "C": 3, "D": 3}
    assert hard["cutoffs"] == [{"node": "C", "alpha": 3, "beta": 3}, {"node": "D", "alpha": 3, "beta": 3}]
    assert solved(bounds="fail-hard", initial_window=[6, 9])["value"] == 6
    assert solved(bounds="fail-soft", initial_window=[6, 9])["value"] == 5
    assert solved(game=4, bounds="fail-hard", initial_window=[5, 9])["value"] == 4  # a leaf is never clamped


@pytest.mark.parametrize(
    ("window", "value", "has_moves"),
    [(["-inf", "inf"], 3, True), ([2, 4], 3, True), ([3, 9], 3, False), ([-9, 3], 3, False), ([4, 9], 3, False)],
)
def test_moves_exist_only_if_the_value_lies_inside_the_window(
    window: list[Any], value: int, *, has_moves: bool
) -> None:
    solution = solved(initial_window=window)
    assert solution["value"] == value
    assert ("best-move" in solution, "principal-variation" in solution) == (has_moves, has_moves)


def test_part_that_has_no_answer_cannot_be_asked_and_is_left_out_of_the_default() -> None:
    closed = {"initial-window": [4, 9]}
    assert read(problem_data("alpha-beta", TREE, conventions=closed)).problem.ask == ("value", "pruned")
    faults = faults_of(problem_data("alpha-beta", TREE, conventions=closed, ask=["pruned", "best-move"]))
    assert faults == ["$.ask[1]: best-move has no answer on this problem; leave it out"]
    faults = faults_of(problem_data("alpha-beta", TREE, conventions=closed, points={"best-move": 2}))
    assert faults == ["$.points.best-move: has no answer on this problem; leave it out"]
    assert read(problem_data("minimax", 3)).problem.ask == ("value", "values")


@pytest.mark.parametrize("points", [{"value": 0}, {"value": -1}, {"value": "x"}, {"pruned": 1}, {"value": None}])
def test_points_are_above_zero_and_only_for_asked_parts(points: Any) -> None:
    faults = faults_of(problem_data("alpha-beta", TREE, ask=["value"], points=points))
    assert faults[0].startswith(f"$.points.{next(iter(points))}: ")


@pytest.mark.parametrize("ask", [[], ["vale"], ["value", "value"], "value", ["scores"], [None]])
def test_ask_is_a_list_of_different_parts_of_the_kind(ask: Any) -> None:
    assert faults_of(problem_data("alpha-beta", TREE, ask=ask))[0].startswith("$.ask")


def test_empty_cutoffs_are_counted_only_where_asked() -> None:
    assert [cutoff["node"] for cutoff in solved()["cutoffs"]] == ["C"]
    assert [cutoff["node"] for cutoff in solved(empty_cutoffs="count")["cutoffs"]] == ["C", "D"]


def test_stated_decimals_leave_room_at_whole_numbers_too() -> None:
    plain = read(problem_data("minimax", [3], ask=["value"]))
    stated = read(problem_data("minimax", [3], ask=["value"], conventions={"decimals": 2}))
    assert part_report(plain, "value", "3.005").earned == 0
    assert part_report(stated, "value", "3.005").earned == 1
    assert part_report(stated, "value", "3.0051").earned == 0


def test_unvisited_children_score_inf_and_come_first_or_score_nothing() -> None:
    arms = [{"id": "A", "total": 7, "visits": 10}, {"id": "B", "visits": 0}, {"id": "C", "visits": 0}]
    for tie in ("first", "last", "any"):
        assert solved("ucb", arms, tie=tie)["choice"] == "B"
    assert solved("ucb", arms)["scores"]["B"] == "inf"
    zero = solved("ucb", arms, unvisited="zero")
    assert (zero["scores"]["B"], zero["choice"]) == (0, "A")
    exercise = read(problem_data("ucb", arms, conventions={"tie": "any"}))
    assert [part_report(exercise, "choice", name).earned for name in "ABC"] == [0, 1, 1]


def test_ties_of_scores_are_decided_by_the_convention() -> None:
    arms = [{"id": name, "total": 1, "visits": 2} for name in "ABC"]
    assert [solved("ucb", arms, tie=tie)["choice"] for tie in ("first", "last", "any")] == ["A", "C", "A"]


def test_no_logarithm_is_taken_where_no_child_was_visited() -> None:
    arms = [{"id": name, "visits": 0} for name in "AB"]
    assert solved("ucb", arms) == {"scores": {"A": "inf", "B": "inf"}, "choice": "A"}
    assert solved("ucb", arms, unvisited="zero", tie="last") == {"scores": {"A": 0, "B": 0}, "choice": "B"}


@pytest.mark.parametrize(
    ("fields", "scores"),
    [
        ({}, ["1.4803", "1.4974"]),
        ({"exploration": 0}, ["0.7000", "0.6250"]),
        ({"exploration": 1}, ["1.2518", "1.2419"]),
        ({"formula": "ucb1"}, ["1.4803", "1.4974"]),
        ({"log": "log10"}, ["1.2142", "1.1999"]),
        ({"log": "log2"}, ["1.6373", "1.6729"]),
    ],
)
def test_formula_constant_and_logarithm(fields: dict[str, Any], scores: list[str]) -> None:
    arms = [{"id": "A", "total": 7, "visits": 10}, {"id": "B", "total": 5, "visits": 8}]
    data = problem_data("ucb", arms, conventions=fields, **{"parent-visits": 21})
    assert [f"{score:.4f}" for score in read(data).solve()["scores"].values()] == scores


@pytest.mark.parametrize(
    ("arms", "fields", "fault"),
    [
        ([{"id": "A", "visits": 1}], {}, "$.children[0]: total is missing, expected the summed reward"),
        ([{"id": "A", "visits": 0, "total": 1}], {}, "$.children[0].total: a child without visits has no reward"),
        (
            [{"id": "A", "visits": 0}, {"id": "A", "visits": 0}],
            {},
            '$.children[1].id: the id "A" stands at two children',
        ),
        ([{"id": "A", "visits": 1, "total": 1}], {"parent-visits": 0}, "$.parent-visits: expected at least 1"),
        ([{"id": "A", "visits": -1, "total": 1}], {}, "$.children[0].visits: "),
        ([{"id": "A", "visits": "1.5", "total": 1}], {}, "$.children[0].visits: "),
        ([{"id": "A", "visits": "1" * 1001, "total": 1}], {}, "$.children[0].visits: "),
        ([{"id": "A", "visits": 1, "total": "1" * 1001}], {}, "$.children[0].total: "),
        ([], {}, "$.children: "),
    ],
)
def test_statistics_that_cannot_be_are_refused(arms: Any, fields: dict[str, Any], fault: str) -> None:
    assert faults_of(problem_data("ucb", arms, **fields))[0].startswith(fault)


def test_fewer_visits_of_the_parent_than_of_its_children_are_a_warning() -> None:
    exercise = read(problem_data("ucb", ARMS, **{"parent-visits": 3}))
    assert exercise.problem.warnings == ("parent-visits is 3, less than the 10 visits of the children together",)
    assert read(problem_data("ucb", ARMS)).problem.warnings == ()


PRIORS = [{"id": "A", "total": 2, "visits": 3, "prior": "1/2"}, {"id": "B", "visits": 0, "prior": "1/4"}]


def test_priors_weigh_the_bonus_and_a_child_without_visits_has_the_stated_mean() -> None:
    right = solved("ucb", PRIORS, formula="puct")
    assert right == {"scores": {"A": pytest.approx(2 / 3 + 3**0.5 / 8), "B": pytest.approx(3**0.5 / 4)}, "choice": "A"}
    other = solved("ucb", PRIORS, **{"formula": "puct", "unvisited-mean": 1, "exploration": 0})
    assert other == {"scores": {"A": pytest.approx(2 / 3), "B": 1}, "choice": "B"}


@pytest.mark.parametrize(
    ("conventions", "children", "says"),
    [
        ({"formula": "puct", "log": "ln"}, PRIORS, "$.conventions.log: has no place in formula puct"),
        ({"formula": "puct", "unvisited": "zero"}, PRIORS, "$.conventions.unvisited: has no place in formula puct"),
        ({"unvisited-mean": 1}, ARMS, "$.conventions.unvisited-mean: has a place only in formula puct"),
        ({"formula": "puct"}, ARMS, "$.children[0]: prior is missing, expected a number from 0 up"),
        ({}, PRIORS, "$.children[0].prior: a prior counts only in formula puct"),
        ({"formula": "puct"}, [PRIORS[0] | {"prior": "-1/2"}], "$.children[0].prior: -1/2 is no prior"),
        (
            {"formula": "puct", "unvisited-mean": 10**16},
            PRIORS,
            "$.conventions.unvisited-mean: is too large for a mean",
        ),
    ],
)
def test_priors_and_what_goes_with_them_stand_only_where_they_are_weighed(
    conventions: dict[str, Any], children: list[dict[str, Any]], says: str
) -> None:
    assert faults_of(problem_data("ucb", children, conventions=conventions))[0].startswith(says)


def test_logarithm_and_unvisited_children_are_not_said_beside_priors() -> None:
    weighed, _ = read_conventions({"formula": "puct"})
    said = conventions_in_words(weighed, KINDS["ucb"].conventions, ["scores"])
    assert not any("log" in sentence or "inf" in sentence for sentence in said)
    assert "The exploration constant is c = 1." in said
    assert "A child that was never visited counts as having the mean 0." in said
    assert not any(
        "counts as having" in sentence for sentence in conventions_in_words(Conventions(), FIELDS, ["scores"])
    )
