"""Numbers that Moodle and Canvas read are written out, however large, small or broken they are; their readers of the tests take no others."""

from __future__ import annotations

import pytest
from moodle_model import mark_of
from platform_fields import OF_ODD_NUMBERS, Field, asking_all, filled_in, platform_marks, with_odd_numbers
from test_canvas import canvas_fields
from test_moodle_scale import exported
from test_moodle_xml import cloze_fields
from windows import shifted

from generators import GENERATORS, PARAMETERS, certified
from grader import Exercise
from grader.platforms.question_items import alone


def check(exercise: Exercise, *, is_wide: bool = False) -> None:
    """Check that each platform's numbers are numbers to it, and unless the right ones are wide themselves no width of a field tells of any."""
    ways: list[list[Field]] = [cloze_fields(exercise), canvas_fields(exercise)]
    for fields in ways:
        assert platform_marks(fields, filled_in(exercise, fields, exercise.solve()))
    assert is_wide or {field.longest for field in ways[0] if not field.options} <= {20}
    assert all(mark_of(one) > 0 for one in exported(alone(exercise)))


@pytest.mark.parametrize("place", range(len(OF_ODD_NUMBERS)))
def test_very_large_and_very_small_numbers_are_numbers_to_what_reads_them(place: int) -> None:
    check(with_odd_numbers(place), is_wide="1e300" in str(OF_ODD_NUMBERS[place]))


@pytest.mark.parametrize("kind", GENERATORS)
def test_numbers_of_generated_problems_are_numbers_to_what_reads_them(kind: str, window: int) -> None:
    check(asking_all(certified(kind, PARAMETERS[kind](), str(shifted(0, window))).exercise))
