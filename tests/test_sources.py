"""Where the problems of the bank come from is said in words that a reader can use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.core.documents import PROBLEM_LIMITS, read_document
from grader.core.errors import ProblemError
from grader.grading.bank import bank_folders

FOLDERS = bank_folders()


@pytest.mark.parametrize("folder", FOLDERS.values(), ids=FOLDERS.keys())
def test_source_names_no_file(folder: Path) -> None:
    source = read_document(str(folder / "problem.yaml"), PROBLEM_LIMITS, ProblemError).data["source"]
    assert not re.search(r"\w\.(txt|pdf|md|html)\b|[0-9a-f]{8,}", source)
    assert re.match("own|slides|course|CS", source)


def test_a_problem_of_an_exam_names_course_and_exam() -> None:
    folder = FOLDERS["fall-2014-final-q13"]
    source = read_document(str(folder / "problem.yaml"), PROBLEM_LIMITS, ProblemError).data["source"]
    assert "CS540" in source
    assert "Fall 2014 Final Q13" in source
