"""Rounded marks (docs/marking.md): they add up, never cross all or nothing, never fall where the exact ones rise."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

from grader.core.answers.reports import PartReport, ProblemReport
from grader.core.answers.rounding import Marks, Share, round_marks
from grader.core.numbers import Number, rounded
from grader.core.policy import CENT, STEPS

POINTS: tuple[Number, ...] = (
    1,
    2,
    4,
    7,
    100,
    Fraction(1, 2),
    Fraction(1, 4),
    Fraction(1, 3),
    Fraction(3, 50),
    Fraction(7, 3),
)
steps = pytest.mark.parametrize("step", STEPS, ids=str)


def report_on(parts: list[tuple[Number, Number]]) -> ProblemReport:
    """Return a report with parts of these marks, earned and possible."""
    reports = tuple(PartReport(f"part-{i}", earned, possible, ()) for i, (earned, possible) in enumerate(parts))
    return ProblemReport("p", "minimax", "", sum(part[0] for part in parts), sum(part[1] for part in parts), reports)


def random_parts(rng: random.Random) -> list[tuple[Number, Number]]:
    """Return the marks of one to eleven parts as marking makes them: some halves of some shares."""
    parts: list[tuple[Number, Number]] = []
    for _ in range(rng.randint(1, 11)):
        possible, size = rng.choice(POINTS), rng.choice((1, 2, 3, 7, 13, 40, 1000))
        halves = rng.choice((0, 1, 2 * size - 1, 2 * size, rng.randint(0, 2 * size)))
        parts.append((Fraction(possible) * halves / (2 * size), possible))
    return parts


def draws(count: int, salt: str, window: int) -> Iterator[tuple[list[tuple[Number, Number]], Number]]:
    """Yield random marks, each with a step; every commit draws others."""
    rng = random.Random(f"{salt} {window}")
    return ((random_parts(rng), rng.choice(STEPS)) for _ in range(count))


def is_all(share: Share) -> bool:
    return share.earned == share.possible


def test_shown_parts_add_up_to_the_total_rounded_to_a_cent(window: int) -> None:
    for parts, step in draws(1000, "add up", window):
        report = report_on(parts)
        marks = round_marks(report, step)
        assert sum(share.earned for share in marks.parts) == marks.fine
        assert sum(share.possible for share in marks.parts) == marks.possible
        assert abs(marks.fine - report.earned) <= CENT * (len(parts) + 1)
        assert all(
            abs(share.earned - part[0]) < CENT * (len(parts) + 1)
            for share, part in zip(marks.parts, parts, strict=True)
        )


def test_the_total_is_the_exact_one_rounded_once_wherever_that_crosses_nothing(window: int) -> None:
    """No part within a cent of nothing or of all its marks: then no limit bends the sum."""
    for parts, step in draws(1000, "once", window):
        report = report_on(
            [part for part in parts if 2 * CENT < part[0] < part[1] - 2 * CENT and part[1] in (1, 2, 4, 7)]
        )
        if report.parts:
            marks, near = round_marks(report, step), rounded(report.earned, step)
            assert marks.fine == rounded(report.earned, CENT)
            assert marks.earned == near or near in (0, report.possible) or near > report.possible


def test_only_right_answers_get_all_marks_and_only_wrong_ones_nothing(window: int) -> None:
    for parts, step in draws(1000, "all or nothing", window):
        report = report_on(parts)
        marks = round_marks(report, step)
        for total in (Share(marks.earned, marks.possible), Share(marks.fine, marks.possible)):
            assert is_all(total) == (report.earned == report.possible)
            assert (total.earned == 0) == (report.earned == 0)
            assert 0 <= total.earned <= total.possible
        for share, (earned, possible) in zip(marks.parts, parts, strict=True):
            assert is_all(share) == (earned == possible)
            assert (share.earned == 0) == (earned == 0)


def test_more_exact_marks_never_show_as_fewer(window: int) -> None:
    rng = random.Random("monotone")
    for parts, step in draws(1000, "monotone", window):
        at = rng.randrange(len(parts))
        earned, possible = parts[at]
        more = [*parts]
        more[at] = (earned + (possible - earned) * Fraction(rng.randint(0, 8), 8), possible)
        before, after = round_marks(report_on(parts), step), round_marks(report_on(more), step)
        assert after.earned >= before.earned
        assert after.fine >= before.fine
        assert after.parts[at].earned >= before.parts[at].earned


def test_largest_remainders_are_rounded_up_first_and_of_equal_ones_the_earlier() -> None:
    third = (Fraction(1, 3), 1)
    assert [share.earned for share in round_marks(report_on([third, third])).parts] == [
        Fraction(34, 100),
        Fraction(33, 100),
    ]
    shares = round_marks(report_on([third, (Fraction(2, 3), 1), third])).parts
    assert [share.earned for share in shares] == [Fraction(33, 100), Fraction(67, 100), Fraction(33, 100)]


def shown(earned: Number, possible: Number, step: Number = CENT) -> Marks:
    return round_marks(report_on([(earned, possible)]), step)


@pytest.mark.parametrize(
    ("earned", "possible", "step", "words"),
    [
        (Fraction(8, 3), 3, Fraction(1, 2), "2.67, rounded to 2.5 of 3 points"),
        (Fraction(48, 13), 4, CENT, "3.69 of 4 points"),
        (Fraction(5, 2), 3, Fraction(1, 2), "2.5 of 3 points"),
        (
            Fraction(11, 4),
            3,
            Fraction(1, 2),
            "2.75, rounded to 2.5 of 3 points: all points are for what is all right",
        ),  # 3 would be all of it
        (
            Fraction(1, 10),
            3,
            Fraction(1, 2),
            "0.1, rounded to 0.5 of 3 points: what earns something is not rounded to nothing",
        ),  # 0 would be nothing
        (Fraction(1, 8), 3, Fraction(1, 4), "0.13, rounded to 0.25 of 3 points"),  # halves up
        (Fraction(1, 2), 1, 1, "0.5 of 1 point"),  # no step lies between nothing and all
        (1, 1, 1, "1 of 1 point"),
        (0, 1, 1, "0 of 1 point"),
        (Fraction(11, 4), Fraction(11, 4), 1, "2.75 of 2.75 points"),  # all is all
        (Fraction(999, 1000), 1, CENT, "0.99 of 1 point"),
        (Fraction(1, 1000), 1, CENT, "0.01 of 1 point"),
        (Fraction(1, 2000), Fraction(1, 1000), CENT, "0.0005 of 0.001 points"),
    ],
)
def test_marks_are_said_with_what_they_were_rounded_from(
    earned: Number, possible: Number, step: Number, words: str
) -> None:
    assert shown(earned, possible, step).words == words


@pytest.mark.parametrize(
    ("earned", "possible", "percent"),
    [(2, 3, "67 %"), (1, 8, "13 %"), (1, 1, "100 %"), (0, 5, "0 %"), (999, 1000, "99 %"), (1, 1000, "1 %"), (0, 0, "")],
)
def test_percentages_are_rounded_and_never_cut(earned: Number, possible: Number, percent: str) -> None:
    assert Share(earned, possible).percent == percent


@steps
def test_every_step_divides_into_cents_so_that_coarse_marks_are_fine_ones(step: Number) -> None:
    assert Fraction(step) % CENT == 0
