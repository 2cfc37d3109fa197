"""What is in the page on which a person marks answers in words: each tree once, texts as data alone, no order that names somebody."""

from __future__ import annotations

import json
import re

import pytest
from answers_in_words import RUBRIC, answers, decided, exercise, finder
from read_pages import Structure

from grader.course.held_answers import HeldAnswer, table_of
from grader.course.marking_page import marking_page

HOSTILE = '</script></template><b onclick="x()">]]>&amp;\u202e{{ 7 * 7 }}'


def data_of(page: str) -> dict:
    """Return what the script of the page reads."""
    [data] = re.findall(r'<script type="application/json" id="marking-data">(.*?)</script>', page)
    return json.loads(data)


def test_a_tree_is_in_the_page_once_however_many_answered_its_problem() -> None:
    of_all = answers("q5", "q5", 40)
    page = marking_page(of_all, finder(exercise("q5")), "Week 5")
    assert page.count("<template") == page.count('class="treebox') == 1
    personal = [one._replace(problem=f"q5-{place % 3}") for place, one in enumerate(of_all)]
    page = marking_page(personal, finder(*(exercise(f"q5-{place}", leaf=place) for place in range(3))), "Week 5")
    assert page.count("<template") == page.count('class="treebox') == 3
    asked = {one.student: one.problem for one in personal}
    places = {(one["problem"], asked[one["row"][1]]) for one in data_of(page)["answers"]}
    assert len(places) == 3


def test_exercises_stay_in_their_order_and_their_answers_are_in_one_that_names_nobody() -> None:
    given = [*answers("q5", "q5", 20), *answers("q2", "q2", 20)]
    page = marking_page(given, finder(exercise("q5"), exercise("q2")), "Week 5")
    seen = [tuple(one["row"][:2]) for one in data_of(page)["answers"]]
    assert [exercise_ for exercise_, _ in seen] == ["q5"] * 20 + ["q2"] * 20
    assert seen[:20] == [("q5", one.student) for one in sorted(given[:20], key=lambda one: one.rank)]
    assert [student for _, student in seen[:20]] != [student for _, student in seen[20:]]


def test_the_same_answers_make_the_same_bytes_and_other_answers_another_place_to_keep_marks() -> None:
    given, find = answers("q5", "q5", 5), finder(exercise("q5"))
    page = marking_page(given, find, "Week 5")
    assert page == marking_page(given, finder(exercise("q5")), "Week 5")
    marked = [given[0]._replace(marked=decided("q5", 2)), *given[1:]]
    assert data_of(marking_page(marked, find, ""))["digest"] == data_of(page)["digest"]
    other = [given[0]._replace(answer="other words"), *given[1:]]
    assert data_of(marking_page(other, find, ""))["digest"] != data_of(page)["digest"]


def test_hostile_texts_are_data_alone_and_come_back_to_the_letter() -> None:
    rubric = [{"points": 1, "says": "</script><b>" + "x" * 50}]
    find = finder(exercise("q5", rubric=rubric, prompt=HOSTILE))
    page = marking_page([HeldAnswer("q5", HOSTILE, "q5", 3, HOSTILE)], find, HOSTILE)
    [row] = [one["row"] for one in data_of(page)["answers"]]
    assert row == ["q5", HOSTILE, "text", "3", HOSTILE, "", "", "marked", ""]
    assert data_of(page)["problems"] == [{"prompt": HOSTILE, "rubric": [["1", rubric[0]["says"]]]}]
    assert "<b onclick" not in page
    assert page.count("</template>") == 1
    assert "\u202e" not in page
    assert not [tag for tag, given in Structure(page).tags if "onclick" in given]


def test_what_is_decided_already_stands_there_as_in_the_table() -> None:
    given = answers("q5", "q5", 2)
    given[0] = given[0]._replace(marked=decided("q5", "1.5", f"{RUBRIC[0]['says']}; =more", by="Ada"))
    page = marking_page(given, finder(exercise("q5")), "Week 5")
    rows = {one["row"][1]: one["row"] for one in data_of(page)["answers"]}
    assert rows["s1000"][5:] == ["1.5", "Ada", "marked", "names the window; =more"]
    assert rows["s1001"][5:] == ["", "", "marked", ""]
    assert data_of(page)["columns"] == next(table_of(given)).strip().split(",")


def test_a_problem_that_is_not_there_has_its_fault_in_place_of_the_tree() -> None:
    page = marking_page(answers("q9", "gone", 1), finder(), "Week 5")
    assert "The problem is not here: problems/q9.yaml: there is no such file" in page
    assert data_of(page)["problems"] == [{"prompt": "", "rubric": []}]


@pytest.mark.parametrize("given", [[], answers("q5", "q5", 1)], ids=["nothing", "one"])
def test_scripts_are_there_where_there_is_something_to_mark(given: list[HeldAnswer]) -> None:
    page = marking_page(given, finder(exercise("q5")), "Week 5")
    assert ("<script" in page) == bool(given)
    assert ("there is nothing to mark" in page) != bool(given)
