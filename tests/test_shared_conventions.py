"""Conventions that several exercises share stand before the exercises, and each exercise points to its own."""

from __future__ import annotations

import io
import re

import pytest
from banked import BANK

from grader.pages.answer_page import Heading, write_answer_page
from grader.pages.paper import write_pdf
from grader.pages.sheet import Sheet, make_sheet
from grader.pages.sheet_page import write_markdown, write_page

EQUALITY = "equality is enough"


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    """Return a sheet of three problems, of which two share how a search cuts."""
    return make_sheet([BANK[id_].problem for id_ in ("four-ply-trace", "minimax-textbook", "min-root")], "Week 5")


def test_each_problem_knows_the_letters_of_what_it_shares(sheet: Sheet) -> None:
    letters = [shared.letter for shared in sheet.conventions]
    assert letters == [chr(ord("A") + place) for place in range(len(letters))]
    [cuts] = [shared for shared in sheet.conventions if any(EQUALITY in one for one in shared.sentences)]
    assert cuts.problems == "Problems 1 and 3"
    assert [cuts in question.shared for question in sheet.questions] == [True, False, True]
    assert sheet.questions[0].shared_names.endswith(f" and {cuts.letter}")


@pytest.mark.parametrize(("write", "exercise"), [(write_markdown, "## 1. "), (write_page, 'id="q1"')])
def test_they_stand_before_the_first_exercise(write: object, exercise: str, sheet: Sheet) -> None:
    text = write(sheet)  # type: ignore[operator]  # either of the two
    assert text.index(EQUALITY) < text.index(exercise)
    assert len(re.findall(r"Conventions: [A-Z, and]+, (?:above|at the beginning)\.", text)) == 3


def test_on_paper_they_stand_on_the_first_page(sheet: Sheet) -> None:
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("typst")
    first = " ".join(pypdf.PdfReader(io.BytesIO(write_pdf(sheet, "a4"))).pages[0].extract_text().split())
    assert EQUALITY in first
    assert "Conventions A, all problems:" in first
    assert re.search(r"Conventions: A[A-Z, and]*, page 1\.", first)


def test_on_an_answer_page_they_open_at_each_exercise(sheet: Sheet) -> None:
    page = write_answer_page([BANK[question.id].problem for question in sheet.questions], Heading("Week 5"))
    held = re.findall(r'<details class="held noprint">(.*?)</details>', page, re.DOTALL)
    assert [EQUALITY in one for one in held] == [True, False, True]
