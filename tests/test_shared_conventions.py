"""A convention that several exercises share stands once, with the first of them, and the others say where."""

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
ORDER = "from left to right"
ELSEWHERE = "More that counts here stands with problem 1."


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    """Return a sheet of three problems, of which two share how a search cuts."""
    return make_sheet([BANK[id_].problem for id_ in ("four-ply-trace", "minimax-textbook", "min-root")], "Week 5")


def test_first_problem_says_for_which_others_a_sentence_holds(sheet: Sheet) -> None:
    [cuts] = [held for held in sheet.questions[0].conventions if any(EQUALITY in one for one in held.sentences)]
    assert cuts.problems == "Problems 1 and 3"
    assert [question.others for question in sheet.questions] == [(), (1,), (1,)]
    said = [sentence for question in sheet.questions for sentence in question.sentences]
    assert len(said) == len(set(said))


@pytest.mark.parametrize(("write", "exercise"), [(write_markdown, "## {}. "), (write_page, 'id="q{}"')])
def test_a_sentence_stands_once_and_no_letter_stands_for_it(write: object, exercise: str, sheet: Sheet) -> None:
    text = write(sheet)  # type: ignore[operator]  # either of the two
    assert text.count(EQUALITY) == 1
    assert text.index(exercise.format(1)) < text.index(EQUALITY) < text.index(exercise.format(2))
    assert text.count(ELSEWHERE) == 2
    assert not re.search(r"Conventions:? [A-Z]\b", text)


def test_on_paper_they_stand_on_the_first_page(sheet: Sheet) -> None:
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("typst")
    pages = [
        " ".join(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(write_pdf(sheet, "a4"))).pages
    ]
    assert [EQUALITY in page for page in pages].count(True) == 1
    assert "What counts here All problems: Children are examined from left to right." in " ".join(pages)
    assert " ".join(pages).count(ELSEWHERE) == 2


def test_on_an_answer_page_they_open_at_each_exercise(sheet: Sheet) -> None:
    page = write_answer_page([BANK[question.id].problem for question in sheet.questions], Heading("Week 5"))
    held = re.findall(r'<details class="conventions">(.*?)</details>', page, re.DOTALL)
    assert [EQUALITY in one for one in held] == [True, False, False]
    assert [ELSEWHERE in one for one in held] == [False, True, True]
    counted = len(sheet.questions[0].sentences)
    assert f"<summary>What counts here ({counted})</summary>" in page
