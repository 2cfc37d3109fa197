"""Answers that are lists by iteration: how they are read and marked, whatever an entry is."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import iterated
import pytest
from jsonschema import Draft202012Validator

from grader import load_problem
from grader.core.answers.case import Case, Solution
from grader.core.answers.part import Part, is_same
from grader.core.answers.reports import Malformed, PartReport, Verdict, Written
from grader.core.documents.shape import load_schema
from grader.core.policy import Marking

parts = pytest.mark.parametrize("part", iterated.PARTS, ids=lambda part: part.name)
PROBLEM, RIGHT = iterated.problem(), iterated.written()


def marked(part: Part, raw: Any, policy: Marking | None = None, **others: Any) -> PartReport:
    """Return the marks of an answer, one point an expected entry."""
    given = {**others, part.name: raw}
    attempt = {name: iterated.KIND.parts[name].form.read(PROBLEM, one) for name, one in given.items()}
    case = Case(PROBLEM, Solution(iterated.RIGHT), attempt, policy or Marking(), iterated.KIND.tutor)
    return part.mark(case, attempt[part.name], PROBLEM.points[part.name])


def share(part: str, raw: list[Any]) -> Fraction:
    """Return the share of right entries, plainly: each at its place, over the longer length, blanks at the end not counted."""
    accepted = {"best-moves": [["B"], ["B", "C"], ["C"]]}.get(part) or [[one] for one in RIGHT[part]]
    while raw and raw[-1] is None:
        raw = raw[:-1]
    hits = sum(one in ways for one, ways in zip(raw, accepted, strict=False))
    return Fraction(hits, max(len(accepted), len(raw)))


def lists(part: str, longest: int) -> list[list[Any]]:
    """Return lists of right, wrong and blank entries, right ones also in wrong places, up to a length."""
    entries = [*RIGHT[part], *iterated.wrong_entries(part), None]
    return [list(one) for length in range(longest + 1) for one in product(entries, repeat=length)]


def validator(part: Part) -> Draft202012Validator:
    """Return what checks the shape of an answer to the part."""
    return Draft202012Validator(
        {**part.form.fragment("#/$defs/", blanks=True), "$defs": load_schema("common")["$defs"]}
    )


@parts
def test_solution_is_written_as_a_list_read_again_and_earns_full_marks(part: Part) -> None:
    raw = RIGHT[part.name]
    assert isinstance(raw, list)
    report = marked(part, raw)
    assert report.earned == report.possible == len(raw)
    assert [entry.verdict for entry in report.entries] == [Verdict.CORRECT] * len(raw)
    meant = part.form.meant(PROBLEM, part.form.read(PROBLEM, raw))
    assert is_same(part, PROBLEM, iterated.RIGHT[part.name], meant)
    assert validator(part).is_valid(raw)


@parts
def test_marks_are_the_right_entries_over_the_longer_length(part: Part) -> None:
    for raw in lists(part.name, 4):
        report = marked(part, raw)
        assert report.earned == report.possible * share(part.name, raw), raw
        assert sum(entry.earned for entry in report.entries) == report.earned
        assert sum(entry.possible for entry in report.entries) == report.possible


@parts
def test_correcting_an_entry_never_lowers_the_marks_nor_does_taking_out_an_extra(part: Part) -> None:
    right, rng = RIGHT[part.name], random.Random(part.name)
    for raw in rng.sample(lists(part.name, 4), 200):
        before = marked(part, raw).earned
        mended = [[*raw[:at], right[at], *raw[at + 1 :]] for at in range(min(len(raw), len(right)))]
        shorter = [raw[:-1]] if len(raw) > len(right) else []
        longer = [[*raw, right[len(raw)]]] if len(raw) < len(right) else []
        for better in (*mended, *shorter, *longer):
            assert marked(part, better).earned >= before, (raw, better)


@parts
def test_a_blank_entry_never_beats_a_try_at_an_expected_one(part: Part) -> None:
    length = len(RIGHT[part.name])
    for raw in lists(part.name, length):
        for at in range(len(raw)):
            assert marked(part, raw).earned >= marked(part, [*raw[:at], None, *raw[at + 1 :]]).earned
    assert marked(part, [None] * length).earned == marked(part, []).earned == 0


@parts
def test_verdicts_tell_wrong_blank_missing_and_extra_entries_by_their_iteration(part: Part) -> None:
    wrong, *_ = iterated.wrong_entries(part.name)
    right = RIGHT[part.name]
    short = marked(part, [None, wrong][: len(right) - 1])
    said = [(entry.verdict, entry.node) for entry in short.entries]
    expected = [Verdict.BLANK, Verdict.WRONG, Verdict.MISSING] if len(right) == 3 else [Verdict.BLANK, Verdict.MISSING]
    assert said == [(verdict, f"iteration {at}") for at, verdict in enumerate(expected, 1)]
    long = marked(part, [*right, wrong, None]).entries
    assert [(entry.verdict, entry.node, entry.earned) for entry in long[len(right) :]] == [
        (Verdict.EXTRA, f"iteration {len(right) + 1}", 0)
    ]
    assert {entry.possible for entry in long[: len(right)]} == {1}


def test_an_entry_that_follows_from_own_numbers_earns_its_share_of_the_longer_length() -> None:
    own = {"paths": [["A", "B"], ["A", "D"], None]}
    report = marked(iterated.MOVES, ["B", "D", "D"], Marking(follow_through=Fraction(1, 2)), **own)
    verdicts = [Verdict.CORRECT, Verdict.FOLLOW_THROUGH, Verdict.WRONG]
    assert ([entry.verdict for entry in report.entries], report.earned) == (verdicts, Fraction(3, 2))
    longer = marked(iterated.MOVES, ["B", "D", "D", "D"], Marking(follow_through=Fraction(1, 2)), **own)
    assert longer.earned == Fraction(3, 2) * Fraction(3, 4)
    assert marked(iterated.MOVES, ["B", "D", "D"], Marking(follow_through=0), **own).earned == 1


@parts
@pytest.mark.parametrize("bad", ["nobody", "\u202e", "1/0", "9" * 1001])
def test_an_entry_that_cannot_be_judged_is_told_with_its_place(part: Part, bad: str) -> None:
    is_list = part is iterated.PATHS
    raw = [*RIGHT[part.name][:1], [bad] if is_list else bad]
    given = part.form.read(PROBLEM, raw)
    assert [type(one) for one in given.values()] == [Written, Malformed]
    assert given[1].fault.path == ((1, 0) if is_list else (1,))
    assert "\u202e" not in given[1].fault.message
    assert len(given[1].fault.message) < 400


@parts
@pytest.mark.parametrize("raw", [7, "6", {"1": 6}, [[["A"]]], [True], [{}], [{"node": "A"}]])
def test_what_is_no_list_of_such_entries_is_refused_by_the_schema(part: Part, raw: Any) -> None:
    assert not validator(part).is_valid(raw)


@parts
def test_blank_short_and_long_lists_fit_the_schema_and_can_be_read(part: Part) -> None:
    gate = validator(part)
    assert gate.is_valid(None)
    for raw in [*lists(part.name, 2), RIGHT[part.name] * 9, [None] * 9]:
        assert gate.is_valid(raw), raw
        assert len(part.form.read(PROBLEM, raw)) == len(raw)


def test_a_long_hostile_list_is_marked_with_bounded_words() -> None:
    report = marked(iterated.VALUES, ["1e9"] * 20_000)
    assert report.earned == 0
    assert report.counts is not None
    assert report.counts.extra == 20_000 - iterated.ROUNDS


def test_another_first_accepted_move_is_the_same_where_both_are_accepted() -> None:
    other = {**iterated.RIGHT["best-moves"], 1: [2]}
    assert is_same(iterated.MOVES, PROBLEM, iterated.RIGHT["best-moves"], other)
    assert not is_same(iterated.MOVES, PROBLEM, iterated.RIGHT["best-moves"], {**other, 2: [1]})


def test_paper_has_a_line_for_each_iteration_only_where_their_number_is_told() -> None:
    assert iterated.VALUES.form.room(PROBLEM).entries == ["iteration 1", "iteration 2", "iteration 3"]
    assert iterated.FOUND.form.room(PROBLEM).entries == ()
    assert iterated.FOUND.form.widget(PROBLEM).rows == 0


def test_one_slip_is_named_by_its_iteration() -> None:
    exercise = load_problem(iterated.STATED)
    exercise = exercise._replace(kind=iterated.KIND, problem=PROBLEM, solution=Solution(iterated.RIGHT))
    graded = exercise.grade({**RIGHT, "paths": [*RIGHT["paths"][:2], ["A", "C"]]})
    assert (
        graded.report.slip
        == "One slip (paths, at iteration 3): all the rest that you answered is right, or follows from it."
    )
