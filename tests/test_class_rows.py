"""A row of the gradebook says the same whether it is made from what was just marked or from the result that was written."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from banked import BANK
from console import ROOT
from turns import in_turn

from grader.core.errors import Fault
from grader.course.csv_tables import Gradebook
from grader.course.quiz import Student
from grader.course.result_lines import row_in
from grader.course.tally import Row, Status, row_of
from grader.grading.marking import grade
from grader.grading.outcome import Outcome
from grader.platforms import export_text

SUBMISSIONS = sorted((ROOT / "problem_bank").glob("*/*/submissions/*.yaml"))


@in_turn(3)
@pytest.mark.parametrize("kind", sorted({file.parts[-4] for file in SUBMISSIONS}))
def test_rows_of_outcomes_are_those_of_their_results(kind: str) -> None:
    for file in SUBMISSIONS:
        if file.parts[-4] == kind:
            outcome = grade(str(file), BANK.find)
            assert row_in(json.loads(export_text(outcome, "json"))) == row_of(outcome)._replace(
                typed=outcome.typed or row_of(outcome).student
            )


def test_rows_of_a_quiz_are_named_by_exercises_and_know_the_group() -> None:
    outcome = grade(str(next(file for file in SUBMISSIONS if file.stem == "partly-right")), BANK.find)
    id_ = outcome.graded[0].report.id
    outcome = outcome._replace(student="ada", group="monday", exercises={id_: "q1"})
    assert row_in(json.loads(export_text(outcome, "json"))) == row_of(outcome)._replace(typed=outcome.typed or "ada")
    assert list(row_of(outcome).marks) == ["q1"]


def test_what_could_not_be_read_has_a_row_without_marks(tmp_path: Path) -> None:
    outcome = Outcome("a.yaml", "ada", faults=(Fault("is empty", "a.yaml"),))
    row = row_in(json.loads(export_text(outcome, "json")))
    assert (row.status, dict(row.marks)) == (Status.NOT_GRADABLE, {})


def test_students_of_the_list_stand_first_and_nothing_is_never_a_zero() -> None:
    book = Gradebook(("q1", "q2"), {"ada": Student("ada", "Ada L.", "monday"), "ben": Student("ben", "Ben", "tuesday")})
    book.add(Row("zoe", Status.GRADED, {"q1": Fraction(1), "q2": Fraction(0)}, Fraction(2), ("zoe.yaml",)))
    book.add(Row("ben", Status.NOT_GRADABLE, sources=("ben.yaml",), group="tuesday"))
    assert book.text() == (
        "student,name,group,q1,q2,earned,possible,percent,status,source\n"
        "ada,Ada L.,monday,,,,,,missing,\n"
        "ben,Ben,tuesday,,,,,,not-gradable,ben.yaml\n"
        "zoe,,,1,0,1,2,50,graded,zoe.yaml\n"
    )
