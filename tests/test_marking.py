"""Marks, part by part (docs/marking.md): what counts as right, shares, extras, sequences, pruned leaves, and what redaction hides."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import oracle
import pytest
from conftest import part_report, problem_data, random_problems_of, read, report_of
from oracle.shares import longest_common
from windows import Deal, dealt

from grader.core.answers.case import Case, Solution, Tutor
from grader.core.answers.marks import Map, mark_blank, mark_malformed, mark_map, mark_sequence
from grader.core.answers.part import Form, Marker, Part
from grader.core.answers.reports import (
    Counts,
    Entry,
    Malformed,
    PartReport,
    ProblemReport,
    Reveal,
    Verdict,
    Written,
    redact,
)
from grader.core.answers.rounding import is_right_number, is_right_score
from grader.core.errors import Fault
from grader.core.numbers import INFINITY
from grader.core.policy import Marking

HALF_A_CENT = Fraction(1, 200)


def marker(name: str, possible: Any, expected: Any = None) -> Marker:
    """Return what marks one part of a problem that nobody has to know."""
    case: Any = Case(None, Solution({name: expected}), {}, Marking(), Tutor(None, None))  # type: ignore[arg-type]
    return Marker(case, Part(name, name, "", Form()), possible)


# --- What counts as right -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "given", "decimals", "stated", "right"),
    [
        (3, 3, 2, False, True),
        (3, Fraction(3), 2, False, True),
        (3, Fraction(3001, 1000), 2, False, False),  # a whole number leaves no room
        (3, 3 + HALF_A_CENT, 2, True, True),  # unless decimals are stated
        (3, 3 - HALF_A_CENT, 2, True, True),
        (3, 3 + HALF_A_CENT + Fraction(1, 10**9), 2, True, False),
        (Fraction(7, 3), Fraction(233, 100), 2, False, True),
        (Fraction(7, 3), Fraction(234, 100), 2, False, False),
        (Fraction(1, 3), Fraction(1, 3) + HALF_A_CENT, 2, False, True),  # ends included
        (Fraction(1, 3), Fraction(1, 3) - HALF_A_CENT, 2, False, True),
        (Fraction(1, 3), Fraction(1, 3) - HALF_A_CENT - Fraction(1, 10**30), 2, False, False),
        (Fraction(1, 2), 0, 0, False, True),
        (Fraction(1, 2), 1, 0, False, True),
        (Fraction(1, 2), Fraction(-1, 100), 0, False, False),
        (Fraction(1, 3), Fraction(1, 3), None, True, True),
        (Fraction(1, 3), Fraction(33333333, 10**8), None, True, False),
        (3, 4, 0, True, False),
        (3, Fraction(7, 2), 0, True, True),
        (INFINITY, INFINITY, 2, True, True),
        (INFINITY, -INFINITY, 2, True, False),
        (INFINITY, 10**999, 0, True, False),
        (3, INFINITY, 0, True, False),
        (Fraction(1, 3), -INFINITY, 2, False, False),
    ],
)
def test_number_is_right_within_half_a_unit_of_the_last_decimal(
    expected: Any, given: Any, decimals: Any, *, stated: bool, right: bool
) -> None:
    assert is_right_number(expected, given, decimals, stated=stated) is right


@pytest.mark.parametrize(
    ("expected", "given", "decimals", "right"),
    [
        (1.4803, Fraction(148, 100), 2, True),
        (1.4803, Fraction(149, 100), 2, False),
        (0.075, Fraction(8, 100), 2, True),  # the float lies a hair off 3/40
        (0.075, Fraction(7, 100), 2, True),
        (0.075, Fraction(81, 1000), 2, False),
        (2.0, 2, 2, True),
        (2.0, 2 + HALF_A_CENT, 2, True),  # a score is always compared to decimals
        (2.0, 2 + HALF_A_CENT + Fraction(1, 10**8), 2, False),
        (1.25, Fraction(5, 4), None, True),
        (1.4803, Fraction(148, 100), None, False),
        (INFINITY, INFINITY, 2, True),
        (INFINITY, 10**300, 2, False),
        (1.0, INFINITY, 2, False),
        (1.0, -INFINITY, 2, False),
        (1.0, 10**400, 2, False),
    ],
)
def test_score_is_right_to_the_decimals_and_inf_is_only_inf(
    expected: Any, given: Any, decimals: Any, *, right: bool
) -> None:
    assert is_right_score(expected, given, decimals) is right


# --- One answer, none, or none that can be judged --------------------------------------------------


def test_all_or_nothing() -> None:
    right = marker("value", 3).single(Written(3, "3.0"), "3", right=True)
    assert right == PartReport("value", 3, 3, (Entry(Verdict.CORRECT, None, "3.0", "3", 3, 3),))
    wrong = marker("value", 3).single(Written(4, "4"), "3", right=False)
    assert wrong.earned == 0
    assert wrong.entries == (Entry(Verdict.WRONG, None, "4", "3", 0, 3, "expected 3"),)


def test_blank_part_earns_nothing_and_says_so() -> None:
    report = mark_blank("value", 3, "7")
    assert (report.earned, report.possible) == (0, 3)
    (entry,) = report.entries
    assert (entry.verdict, entry.given, entry.expected, entry.earned, entry.possible) == (
        Verdict.BLANK,
        None,
        "7",
        0,
        3,
    )


def test_malformed_part_earns_nothing_and_says_where_and_why() -> None:
    given = Malformed("[1]", Fault("is a list", "s.yaml", 7, 3, ("answers", "q1", "value")))
    report = mark_malformed("value", 3, given, "7")
    assert (report.earned, report.possible) == (0, 3)
    (entry,) = report.entries
    assert (entry.verdict, entry.given, entry.expected) == (Verdict.MALFORMED, "[1]", "7")
    assert entry.message == "line 7 $.answers.q1.value (q1, value): is a list"


# --- Maps -----------------------------------------------------------------------------------------


class Numbers(Map):
    """A map from names to numbers."""

    def name(self, problem: Any, key: Any) -> str:
        return str(key)

    def shown(self, problem: Any, right: Any) -> str:
        return str(right)

    def same(self, problem: Any, answer: Any, other: Any) -> bool:
        return bool(answer == other)


def marked_map(expected: dict[str, int], given: dict[str, int | None], possible: Any = 3) -> PartReport:
    """Return the report of a map from names to numbers."""
    written: Any = {key: None if value is None else Written(value, str(value)) for key, value in given.items()}
    return mark_map(Numbers(), marker("values", possible, expected), written)


@pytest.mark.parametrize(
    ("given", "earned", "verdicts"),
    [
        ({"A": 1, "B": 2, "C": 3}, 3, "correct correct correct"),
        ({"C": 3, "A": 1, "B": 2}, 3, "correct correct correct"),
        ({"A": 1, "B": 9}, 1, "correct wrong missing"),
        ({"A": 1, "B": None}, 1, "correct blank missing"),
        ({"A": 1, "B": 2, "C": 3, "x": 4}, 2, "correct correct correct extra"),
        ({"A": 1, "B": 2, "C": 3, "x": None}, 3, "correct correct correct"),
        ({"A": 1, "x": 4, "y": 5, "z": 6}, 0, "correct missing missing extra extra extra"),
        ({"x": 4}, 0, "missing missing missing extra"),
        ({}, 0, "missing missing missing"),
    ],
)
def test_map_earns_a_share_for_each_right_entry_less_one_for_each_extra(
    given: dict[str, int | None], earned: int, verdicts: str
) -> None:
    report = marked_map({"A": 1, "B": 2, "C": 3}, given)
    assert report.earned == earned
    assert " ".join(entry.verdict.value for entry in report.entries) == verdicts
    assert sum(entry.earned for entry in report.entries) == earned
    assert sum(entry.possible for entry in report.entries) == 3


def test_shares_of_a_map_are_exact() -> None:
    report = marked_map({"A": 1, "B": 2, "C": 3}, {"A": 1, "B": 2}, 1)
    assert report.earned == Fraction(2, 3)
    assert [entry.earned for entry in report.entries] == [Fraction(1, 3), Fraction(1, 3), 0]


@pytest.mark.parametrize(("given", "earned"), [({}, 3), ({"x": None}, 3), ({"x": 1}, 0)])
def test_empty_map_earns_its_points_only_for_the_empty_answer(given: dict[str, int | None], earned: int) -> None:
    report = marked_map({}, given)
    assert report.earned == sum(entry.earned for entry in report.entries) == earned
    assert sum(entry.possible for entry in report.entries) == 3


def test_last_extras_take_only_what_is_left() -> None:
    entries = [Entry(Verdict.CORRECT, earned=1), *(Entry(Verdict.EXTRA, earned=Fraction(-2, 3)) for _ in range(3))]
    report = marker("values", 3).report(entries)
    assert report.earned == 0
    assert [entry.earned for entry in report.entries] == [1, Fraction(-2, 3), Fraction(-1, 3), 0]


# --- Sequences ------------------------------------------------------------------------------------


def marked_sequence(expected: Sequence[str], given: Sequence[str], possible: Any = 1) -> PartReport:
    """Return the report of an ordered list of names."""
    places = {name: place for place, name in enumerate(expected)}
    items, written = [(name, name) for name in expected], [Written(name, name) for name in given]
    return mark_sequence(marker("visited", possible), items, written, places.get)  # type: ignore[arg-type]


def test_sequence_earns_its_longest_common_subsequence_over_the_longer_length() -> None:
    rng = random.Random(3)
    shares = set()
    for _ in range(4000):
        expected = rng.sample("ABCDEFGHIJ", rng.randint(1, 10))
        # With repeats, with foreign items, and now and then nearly right.
        given = list(expected) if rng.random() < 0.3 else rng.choices("ABCDEFGHIJxyz", k=rng.randint(0, 14))
        for _ in range(rng.randint(0, 3)):
            given.insert(rng.randint(0, len(given)), rng.choice("ABCDEFGHIJx"))
        possible = rng.choice((1, 3, Fraction(5, 2)))
        report = marked_sequence(expected, given, possible)
        share = Fraction(longest_common(expected, given), max(len(expected), len(given)))
        shares.add(share)
        assert report.earned == possible * share
        assert sum(entry.earned for entry in report.entries) == report.earned
        assert sum(entry.possible for entry in report.entries) == possible
        correct = [entry.given for entry in report.entries if entry.verdict is Verdict.CORRECT]
        assert correct == [name for name in expected if name in correct]
        assert [entry.given for entry in report.entries if entry.given is not None] == given
        missing = [entry.expected for entry in report.entries if entry.verdict is Verdict.MISSING]
        moved = [entry.given for entry in report.entries if entry.moved]
        assert sorted([*correct, *missing, *moved]) == sorted(expected)
    assert len(shares) > 30


@pytest.mark.parametrize(
    ("given", "earned"),
    [
        ("ABCD", 1),
        ("ABC", Fraction(3, 4)),
        ("ABCDE", Fraction(4, 5)),
        ("ABDC", Fraction(3, 4)),
        ("AABBCCDD", Fraction(1, 2)),
        ("", 0),
    ],
)
def test_sequence_table(given: str, earned: object) -> None:
    assert marked_sequence("ABCD", given).earned == earned


def test_item_at_another_place_is_told_so() -> None:
    entries = marked_sequence("ABC", "CAB").entries
    assert [entry.verdict.value for entry in entries] == ["wrong", "correct", "correct"]
    assert entries[0].moved == entries[0].message == "too early"
    assert marked_sequence("ABC", "xABC").entries[0].message == ""


@pytest.mark.parametrize(("given", "earned"), [("", 1), ("A", 0)])
def test_empty_sequence_earns_its_points_only_for_the_empty_answer(given: str, earned: int) -> None:
    assert marked_sequence("", given).earned == earned


def test_long_list_costs_no_more_than_a_long_honest_one() -> None:
    """50,000 items: a quadratic table would have 2.5 thousand million cells."""
    names = [f"n{place}" for place in range(50_000)]
    assert marked_sequence(names, names[::-1]).earned == Fraction(1, 50_000)
    assert marked_sequence(names, names).earned == 1


# --- Pruned leaves --------------------------------------------------------------------------------

TEXTBOOK = problem_data("alpha-beta", [[3, 12, 8], [2, 4, 6], [14, 5, 2]], ask=["pruned"], points={"pruned": 2})
"""A; B C D; E F G, H I J, K L M: I and J are pruned."""
DEEP = problem_data("alpha-beta", [5, [3, [[7, 8], [9, 1]]]], ask=["pruned"], points={"pruned": 4})
"""A; B C; D E; F G; H I, J K: E is skipped, that is H I J K."""


@pytest.mark.parametrize(
    ("data", "listed", "earned"),
    [
        (TEXTBOOK, ["I", "J"], 2),
        (TEXTBOOK, ["J", "I", "I", "J"], 2),
        (TEXTBOOK, ["I"], 1),
        (TEXTBOOK, ["C"], 1),  # H I J: two hits, one visited leaf
        (TEXTBOOK, ["I", "J", "C"], 1),
        (TEXTBOOK, ["I", "J", "M"], 1),
        (TEXTBOOK, ["I", "L", "M"], 0),
        (TEXTBOOK, ["A"], 0),
        (TEXTBOOK, [], 0),
        (DEEP, ["E"], 4),
        (DEEP, ["H", "I", "J", "K"], 4),
        (DEEP, ["F", "G"], 4),
        (DEEP, ["E", "F", "H"], 4),
        (DEEP, ["G", "E", "K"], 4),
        (DEEP, ["F", "H"], 2),
        (DEEP, ["H", "F", "J"], 3),
        (DEEP, ["C"], 3),
        (DEEP, ["E", "C", "D"], 3),
        (DEEP, ["E", "B", "D"], 2),
    ],
)
def test_pruned_is_the_set_of_leaves_at_or_below_what_is_listed(data: Any, listed: list[str], earned: int) -> None:
    report = part_report(read(data), "pruned", listed)
    assert report.earned == earned
    assert sum(entry.earned for entry in report.entries) == earned
    assert sum(entry.possible for entry in report.entries) == report.possible


@pytest.mark.parametrize(("listed", "earned"), [([], 1), (["B"], 0), (["A", "D"], 0)])
def test_where_nothing_is_pruned_only_the_empty_list_earns(listed: list[str], earned: int) -> None:
    report = part_report(read(problem_data("alpha-beta", [[1, 2], [3, 4]], ask=["pruned"])), "pruned", listed)
    assert report.earned == earned


@dealt(4)
def test_equal_sets_of_leaves_earn_equal_marks_however_they_are_listed(deal: Deal, window: int) -> None:
    for rng, data in random_problems_of("alpha-beta", deal(range(20_000, 20_400), window)):
        exercise = read(data | {"ask": ["pruned"], "points": {}})
        names = oracle.node_ids(data)
        root = oracle.read_tree(data)
        listed = rng.sample(names, rng.randint(0, min(6, len(names))))
        leaves = sorted(oracle.leaves_below(root, listed))
        overlapping = [*listed, *rng.sample(leaves, min(3, len(leaves)))]
        earned = {part_report(exercise, "pruned", answer).earned for answer in (listed, leaves, overlapping)}
        assert earned == {oracle.pruned_share(data, listed)}


def test_messages_on_pruned_name_each_skipped_subtree_once() -> None:
    entries = part_report(read(DEEP), "pruned", ["D", "F"]).entries
    assert [(entry.verdict.value, entry.node, entry.given, entry.message != "") for entry in entries] == [
        ("extra", "D", "D", True),
        ("correct", "F", "F", False),
        ("missing", "E", None, True),
    ]


def test_mixed_subtree_says_what_is_skipped_and_what_is_visited() -> None:
    (entry,) = part_report(read(TEXTBOOK), "pruned", ["C"]).entries
    assert entry.verdict is Verdict.WRONG
    assert "the search skips I, J but visits H" in entry.message


def test_long_lists_of_leaves_are_cut_short_in_messages() -> None:
    data = problem_data("alpha-beta", [5, [3, *range(40)]], ask=["pruned"])
    (entry,) = part_report(read(data), "pruned", ["C"]).entries
    assert "and 28 more but visits D" in entry.message


# --- Parts of real problems -----------------------------------------------------------------------


def test_entry_for_a_leaf_is_an_extra_in_values_and_ignored_in_windows() -> None:
    exercise = read(
        problem_data(
            "alpha-beta", [[3, 12, 8], [2, 4, 6]], ask=["values", "windows"], points={"values": 3, "windows": 3}
        )
    )
    values = {"A": 3, "B": 3, "C": 2}
    assert part_report(exercise, "values", values | {"D": 3}).earned == 2
    assert part_report(exercise, "values", values | {"D": None}).earned == 3
    windows = {"A": [3, "inf"], "B": ["-inf", 3], "C": [3, 2]}
    assert part_report(exercise, "windows", windows | {"D": ["-inf", "inf"]}).earned == 3  # visited
    assert part_report(exercise, "windows", windows | {"H": ["-inf", "inf"]}).earned == 2  # pruned
    assert part_report(exercise, "windows", windows | {"A": [3, 4]}).earned == 2


def test_cutoff_is_right_only_with_node_and_both_bounds() -> None:
    exercise = read(problem_data("alpha-beta", [[3, 12, 8], [2, 4, 6]], ask=["cutoffs"]))
    right = {"node": "C", "alpha": 3, "beta": 2}
    assert part_report(exercise, "cutoffs", [right]).earned == 1
    for slip in ({"node": "B"}, {"alpha": 2}, {"beta": "inf"}):
        assert part_report(exercise, "cutoffs", [right | slip]).earned == 0
    assert part_report(exercise, "cutoffs", [right, right]).earned == Fraction(1, 2)


def test_any_optimal_path_is_right_where_ties_are_free() -> None:
    data = problem_data(
        "minimax", [[1, 1], [1, 2]], ask=["principal-variation", "best-move"], conventions={"tie": "any"}
    )
    exercise = read(data)
    for path in (["A", "B", "D"], ["A", "B", "E"], ["A", "C", "F"]):
        assert part_report(exercise, "principal-variation", path).earned == 1
    for path in (["A", "C", "G"], ["A", "B"], ["B", "D"], [], ["A", "B", "D", "D"], ["A", "B", "F"], ["A", "D"]):
        assert part_report(exercise, "principal-variation", path).earned == 0
    assert part_report(exercise, "best-move", "C").earned == 1


def test_move_counts_by_its_label_and_by_its_child() -> None:
    tree = {"max": [{"id": "x", "move": "L", "value": 1}, {"id": "y", "move": "R", "value": 2}]}
    exercise = read(problem_data("minimax", tree, ask=["best-move"]))
    assert [part_report(exercise, "best-move", name).earned for name in ("R", "y", " R ", "L", "x")] == [1, 1, 1, 0, 0]


def test_number_is_text_where_text_is_expected_and_the_other_way_round() -> None:
    exercise = read(
        problem_data("minimax", {"max": [{"id": 7, "value": 1}, {"id": 8, "value": 2}]}, ask=["value", "best-move"])
    )
    for form in ("json", "yaml"):
        report = report_of(exercise, {"value": "2.0", "best-move": 8}, form)
        assert report.earned == 2


@pytest.mark.parametrize(
    ("part", "answer", "path", "message"),
    [
        ("value", [3], "value", "a list is not allowed here, expected a number"),
        ("value", "3,5", "value", "write the decimal point as '.', not ','"),
        ("value", "inf", "value", '"inf" is not allowed here'),
        ("value", ".nan", "value", '".nan" is not allowed here'),
        ("value", "1" * 1001, "value", "too long, expected a number of at most 1000 digits"),
        ("best-move", "b", "best-move", 'there is no move at the root called "b"; did you mean "B"?'),
        ("best-move", "q9", "best-move", 'there is no move at the root called "q9"; expected one of B, C'),
        ("values", {"a": 3}, "values.a", 'there is no node "a"; did you mean "A"?'),
        ("values", {"A": 3, "B": "x"}, "values.B", '"x" is not allowed here'),
        ("values", {"A": 3, " A": 3}, 'values[" A"]', 'node "A" stands here twice, expected once'),
        ("visited", ["A", "zz"], "visited[1]", 'there is no node "zz"'),
        ("visited", "A", "visited", '"A" is not allowed here, expected a list of node ids'),
        ("visited", ["A", None], "visited[1]", "an empty value (null) is not allowed here"),
        ("pruned", {"A": 1}, "pruned", "a mapping is not allowed here"),
        ("windows", {"A": [1]}, "windows.A", "a list of 1 stands here, expected a pair"),
        ("windows", {"A": [1, "oo"]}, "windows.A[1]", '"oo" is not allowed here'),
        ("windows", {"A": [1, "9" * 1001]}, "windows.A[1]", "too long"),
        ("cutoffs", [{"node": "A", "alpha": 1}], "cutoffs[0]", "beta is missing"),
        ("cutoffs", [{"node": "Q", "alpha": 1, "beta": 2}], "cutoffs[0].node", 'there is no node "Q"'),
        ("cutoffs", [{"node": "A", "alpha": None, "beta": 2}], "cutoffs[0]", ""),
        ("leaves-evaluated", "many", "leaves-evaluated", '"many" is not allowed here'),
        ("leaves-evaluated", "2.5", "leaves-evaluated", ""),
        ("principal-variation", 3, "principal-variation", '"3" is not allowed here'),
    ],
)
def test_what_is_malformed_earns_nothing_says_where_and_leaves_the_others_alone(
    part: str, answer: Any, path: str, message: str
) -> None:
    everything = [
        "value",
        "best-move",
        "values",
        "principal-variation",
        "pruned",
        "visited",
        "leaves-evaluated",
        "windows",
        "cutoffs",
    ]
    exercise = read(problem_data("alpha-beta", [[3, 12, 8], [2, 4, 6]], ask=everything))
    right = exercise.kind.write_answer(exercise.kind, exercise.problem, exercise.solution)
    for form in ("json", "yaml"):
        report = report_of(exercise, right | {part: answer}, form)
        marked = next(each for each in report.parts if each.part == part)
        assert report.earned == len(everything) - 1 + marked.earned
        (entry,) = [one for one in marked.entries if one.verdict is Verdict.MALFORMED]
        assert marked.earned < 1
        assert entry.earned == 0
        assert f" $.answers.q1.{path}" in entry.message
        assert message in entry.message


def test_parts_that_are_unknown_or_not_asked_cost_nothing_and_are_noted() -> None:
    exercise = read(problem_data("minimax", [[3, 12], [2, 4]], ask=["value"]))
    report = report_of(exercise, {"value": 3, "values": {"A": 1}, "vale": 3, "x": None})
    assert report.earned == report.possible == 1
    assert [note.message.partition(",")[0] for note in report.notes] == [
        "this part is not asked here and was not marked",
        'no part is called "vale"',
        'no part is called "x"',
    ]


# --- Redaction ------------------------------------------------------------------------------------


def report_with(*entries: Entry) -> ProblemReport:
    """Return a report on one part of one problem."""
    return ProblemReport("q1", "minimax", "", 1, 3, (PartReport("values", 1, 3, entries),))


RIGHT = Entry(Verdict.CORRECT, "A", "3", "3", 1, 1)
WRONG = Entry(Verdict.WRONG, "B", "4", "90817", 0, 1, "expected 90817")
MISSING = Entry(Verdict.MISSING, "n70001", None, "90817", 0, 1, "expected 90817")
BLANK_ENTRY = Entry(Verdict.BLANK, "n70002", None, "90817", 0, 1, "expected 90817")


def test_full_report_is_not_touched() -> None:
    report = report_with(RIGHT, WRONG, MISSING)
    assert redact(report, Reveal.EXPECTED) is report


def test_verdicts_leave_what_was_given_and_its_verdict() -> None:
    redacted = redact(report_with(RIGHT, WRONG, MISSING, BLANK_ENTRY), Reveal.VERDICTS)
    assert redacted.reveal is Reveal.VERDICTS
    assert (redacted.earned, redacted.possible) == (1, 3)
    entries = redacted.parts[0].entries
    assert [(entry.verdict, entry.node, entry.given, entry.expected) for entry in entries] == [
        (Verdict.CORRECT, "A", "3", None),
        (Verdict.WRONG, "B", "4", None),
        (Verdict.MISSING, None, None, None),
    ]
    assert not any(entry.shows_marks or entry.earned or entry.possible for entry in entries)
    assert not any("90817" in entry.message for entry in entries)


def test_nothing_is_said_to_be_missing_where_nothing_is() -> None:
    assert len(redact(report_with(RIGHT, WRONG), Reveal.VERDICTS).parts[0].entries) == 2


@pytest.mark.parametrize("reveal", [Reveal.NONE, Reveal.VERDICTS])
def test_blank_and_malformed_parts_are_shown_at_every_level(reveal: Reveal) -> None:
    malformed = Malformed("x", Fault("is no number"))
    for shown in (mark_blank("values", 3, "A: 90817"), mark_malformed("values", 3, malformed, "A: 90817")):
        (part,) = redact(report_with()._replace(parts=(shown,)), reveal).parts
        (entry,) = shown.entries
        assert part == shown._replace(entries=(entry._replace(expected=None),))


def test_none_leaves_the_marks_of_whole_parts_alone() -> None:
    redacted = redact(report_with(RIGHT, WRONG, MISSING), Reveal.NONE)
    assert redacted.parts == (PartReport("values", 1, 3, ()),)


@pytest.mark.parametrize(("tie", "end"), [("any", "A, B, D, or another line that is as good"), ("first", "A, B, D")])
def test_where_several_lines_are_right_the_expected_one_is_called_one_of_them(tie: str, end: str) -> None:
    data = problem_data("minimax", [[3, 4], [3, 5]], ask=["principal-variation"], conventions={"tie": tie})
    (entry,) = part_report(read(data), "principal-variation", ["A", "B", "E"]).entries
    assert entry.expected == end


def test_what_stands_in_a_list_twice_is_called_so_and_not_misplaced() -> None:
    data = problem_data("alpha-beta", [[3, 12], [2, 4]], ask=["visited"])
    report = part_report(read(data), "visited", ["A", "C", "B", "D", "E", "B", "F"])
    misplaced, twice = (entry for entry in report.entries if entry.verdict in (Verdict.WRONG, Verdict.EXTRA))
    assert (misplaced.given, bool(misplaced.moved), twice.moved) == ("C", True, "")
    assert (twice.given, twice.message) == ("B", "stands here twice")


@pytest.mark.parametrize(("order", "moved", "said"), [("ACBDEF", "C", "too early"), ("ADEBCF", "B", "too late")])
def test_what_belongs_elsewhere_in_a_list_is_one_entry_that_says_so(order: str, moved: str, said: str) -> None:
    """It was listed, so it is not left out, and it belongs there, so it is none too many; the marks are those of the longest run."""
    data = problem_data("alpha-beta", [[3, 12], [2, 4]], ask=["visited"])
    report = part_report(read(data), "visited", [*order])
    (entry,) = (entry for entry in report.entries if entry.verdict is not Verdict.CORRECT)
    assert (entry.verdict, entry.node, entry.given, bool(entry.moved)) == (Verdict.WRONG, moved, moved, True)
    assert entry.message.startswith(f"{said}: ")
    assert (report.earned, report.counts) == (Fraction(5, 6), Counts(5, 6))
