"""Flags of a class report: questions that are too easy, too hard, or mislead strong students, with the decision to copy; what people decided and have yet to mark."""

from __future__ import annotations

import json
from typing import Any

import pytest
from banked import ids_of, shipped
from made_results import entry, part, problem, report_on, result

from grader.core.documents import validator
from grader.course.decisions import read_decisions
from grader.course.report.class_outputs import class_data, render_class_text
from grader.course.report.class_page import class_page
from grader.course.report.class_tree import NodeShare


def class_of(*marks: tuple[float, float], rule: int = 0) -> list[Any]:
    """Return results with marks for q3 and for another exercise, of 4 each; the first so many follow a wrong rule in q3."""
    return [
        result(
            f"s{at}",
            problem("q3", part("value", own, 4), diagnoses={"all-max": 0} if at < rule else None),
            problem("q4", part("value", other, 4)),
        )
        for at, (own, other) in enumerate(marks)
    ]


def flags_of(results: list[Any]) -> list[Any]:
    """Return the flags of q3."""
    data = json.loads(json.dumps(class_data(report_on(*results))))
    assert validator("report").is_valid(data)
    return data["problems"][0]["flags"]


@pytest.mark.parametrize(
    ("marks", "flags"),
    [
        ([(4, 2)] * 19 + [(0, 2)], ["too-easy"]),  # 95 %
        ([(4, 2)] * 37 + [(0, 2)] * 3, []),
        ([(4, 2)] * 4 + [(0, 2)] * 16, ["too-hard"]),  # 20 %
        ([(4, 2)] * 5 + [(0, 2)] * 15, []),
        ([(4, 1)] * 10 + [(0, 3)] * 10, ["negative"]),
        ([(4, 3)] * 10 + [(0, 1)] * 10, []),
        ([(4, 2)] * 19, []),
    ],
)
def test_questions_of_twenty_students_are_flagged_at_these_shares(marks: list[Any], flags: list[str]) -> None:
    assert [one["flag"] for one in flags_of(class_of(*marks))] == flags


@pytest.mark.parametrize(
    ("rule", "elsewhere", "is_flagged"),
    [(5, 2, True), (5, 3, True), (5, 1, False), (4, 3, False)],  # a quarter of 20; those others have 2 of 4 elsewhere
)
def test_a_wrong_rule_of_students_who_are_no_weaker_elsewhere_is_misleading(
    rule: int, elsewhere: int, *, is_flagged: bool
) -> None:
    marks = [(2, elsewhere)] * rule + [(2, 2)] * (20 - rule)
    found = [one for one in flags_of(class_of(*marks, rule=rule)) if one["flag"] == "misleading"]
    assert bool(found) is is_flagged
    if elsewhere == 3 and found:
        assert (
            found[0]["why"]
            == "5 of 20 students follow one wrong rule, all-max, and do no worse elsewhere (75 % against 50 %)"
        )


def test_nobody_is_compared_where_there_is_nothing_else() -> None:
    alone = [result(f"s{at}", problem("q3", part("value", 2, 4), diagnoses={"all-max": 0})) for at in range(20)]
    assert flags_of(alone) == []


def test_the_text_has_a_decision_that_can_be_copied() -> None:
    held = class_of(*[(4, 1)] * 10, *[(0, 3)] * 9, (2, 0))
    text = render_class_text(report_on(*held))
    (line,) = [one for one in text.splitlines() if one.startswith("  q3: ")]
    said, _, decision = line.partition(" If it should not count: ")
    assert said.startswith("  q3: stronger students do worse (discrimination −")
    assert decision == "{why: negative discrimination, exercise: q3, drop: true}"
    document = f"format: gametree-adjust/1\nby: lecturer\nadjust:\n  - {decision}\n"
    (read,) = read_decisions([("adjust.yaml", document.encode())])
    assert (read.why, read.exercise, read.what) == ("negative discrimination", "q3", "drop")
    assert decision in class_page(report_on(*held)).replace("&#39;", "'")


@pytest.mark.parametrize("id_", ["true", "1e3", "no", "null", "-1", ".5"])
def test_a_decision_about_an_odd_id_can_be_copied_too(id_: str) -> None:
    held = [result(f"s{at}", problem(id_, part("value", 4, 4)), problem("q4", part("value", 1, 4))) for at in range(20)]
    text = render_class_text(report_on(*held))
    (decision,) = [one.partition("count: ")[2] for one in text.splitlines() if "too easy" in one]
    document = f"format: gametree-adjust/1\nby: lecturer\nadjust:\n  - {decision}\n"
    assert read_decisions([("adjust.yaml", document.encode())])[0].exercise == id_


# -- what people decided, and what waits for them


def dropped(student: str) -> Any:
    """Return a result whose q3 counts for nothing by a decision."""
    change = {"what": "drop", "before": 4, "after": None, "by": "lecturer", "why": "fire alarm"}
    left = {**problem("q3", part("value", 4, 4)), "earned": 0, "possible": 0, "dropped": True, "marked": 4}
    return {
        **result(student, {**left, "adjusted": [change]}, problem("q4", part("value", 1, 4))),
        "possible": 4,
        "earned": 1,
    }


def test_a_dropped_question_stays_in_the_tables_and_is_not_flagged() -> None:
    made = report_on(*(dropped(f"s{at}") for at in range(20)))
    text = render_class_text(made)
    assert "q3 (minimax): 20 students, does not count" in text
    assert "minimax, 20 students, does not count" in class_page(made)
    assert class_data(made)["problems"][0]["flags"] == []
    assert "People changed marks of 20 students, by 1 decision: " in text
    assert class_data(made)["totals"]["mean"] == 1
    assert class_data(made)["problems"][0]["mean"] == 4


def worded(student: str, *, is_marked: bool | None) -> Any:
    """Return a result with an answer in words that a person marked or not; None: it was left blank."""
    verdict = "blank" if is_marked is None else "held"
    waits = {} if is_marked is not False else {"pending": True}
    marked = {"what": "set", "before": 0, "after": 0, "by": "ta", "why": "marked", "part": "text"}
    adjusted = {"adjusted": [marked]} if is_marked else {}
    words = {
        **part("text", 0, 2, {"verdict": verdict, "given": "because"} if verdict == "held" else entry("blank")),
        **waits,
    }
    return result(student, problem("q5", words, **adjusted), problem("q4", part("value", 1, 4)))


def test_how_many_answers_in_words_are_marked_is_said() -> None:
    held = [worded(f"s{at}", is_marked=at < 11) for at in range(40)]
    held.append(worded("s40", is_marked=None))
    text = " ".join(render_class_text(report_on(*held)).split())
    assert "Answers in words, which people mark, are in no number of an exercise: q5, 11 of 40 marked." in text
    assert "People changed marks of 11 students" in text  # with nothing, and still by a person


DROP = {"what": "drop", "before": 4, "after": None, "by": "lecturer", "why": "fire alarm"}


def test_words_of_a_dropped_question_are_not_marked_by_the_drop() -> None:
    held = [worded(f"s{at}", is_marked=at < 2) for at in range(30)]
    for one in held:
        words = one["problems"][0]
        words["parts"][0].pop("pending", None)
        words.update(adjusted=[*words.get("adjusted", ()), DROP], dropped=True)
    assert "q5, 2 of 30 marked." in " ".join(render_class_text(report_on(*held)).split())


@pytest.mark.parametrize("is_part", [False, True])
def test_what_was_dropped_is_nothing_that_a_question_is_compared_with(*, is_part: bool) -> None:
    """Those who are strong in q3 are strong in q4, which counts, and weak in what was dropped: a question, or a part of q4."""
    held = []
    for at in range(20):
        own = 4 if at < 10 else 0
        other, gone = part("value", 3 if own else 1, 4), part("values", 0 if own else 4, 4)
        questions = [problem("q3", part("value", own, 4), diagnoses={"all-max": 0} if not own else None)]
        if is_part:
            questions.append(problem("q4", other, gone, adjusted=[{**DROP, "part": "values"}]))
        else:
            left = {**problem("q6", gone), "earned": 0, "possible": 0, "dropped": True, "marked": 4}
            questions += [problem("q4", other), {**left, "adjusted": [DROP]}]
        held.append(result(f"s{at}", *questions))
    assert flags_of(held) == []
    made = report_on(*held)
    assert made.problems[0].item.discrimination == made.problems[0].parts[0].item.discrimination == 100


@pytest.mark.parametrize("own", [0, 4])
def test_a_question_of_which_people_mark_a_part_is_neither_too_easy_nor_too_hard(own: int) -> None:
    held = [
        result(f"s{at}", problem("q3", part("value", own, 4), part("text", 0, 4)), problem("q4", part("value", 1, 4)))
        for at in range(20)
    ]
    assert flags_of(held) == []


def test_two_flags_of_a_question_are_one_line_with_one_decision() -> None:
    held = class_of(*[(0, 3)] * 10, *[(4, 1)] * 10, rule=10)
    flags = flags_of(held)
    assert [one["flag"] for one in flags] == ["negative", "misleading"]
    (line,) = [one for one in render_class_text(report_on(*held)).splitlines() if one.startswith("  q3: ")]
    said, _, decision = line.partition(". If it should not count: ")
    assert all(one["why"] in said for one in flags)
    document = f"format: gametree-adjust/1\nby: lecturer\nadjust:\n  - {decision}\n"
    (read,) = read_decisions([("adjust.yaml", document.encode())])
    assert (read.why, read.exercise) == ("negative discrimination and misleading", "q3")
    assert [one["adjust"] for one in flags] == [{"why": read.why, "exercise": "q3", "drop": True}] * 2


def test_a_wrong_answer_that_nobody_shares_is_not_the_commonest() -> None:
    assert NodeShare(0, 3, 25, (("21", 1), ("22", 1))).common == ""
    assert NodeShare(0, 3, 25, (("21", 2), ("22", 1))).common == "2 wrote 21"


def test_what_is_dropped_says_so_wherever_it_stands() -> None:
    held = [dropped(f"s{at}") for at in range(20)]
    for one in held:
        one["problems"][1]["adjusted"] = [{**DROP, "part": "value"}]
        role = {**entry("wrong", "A", "1", "2"), "role": "MIN at depth 1"}
        one["problems"][0]["parts"][0].update(entries=[role], earned=0)
    made = report_on(*held)
    data = json.loads(json.dumps(class_data(made)))
    assert validator("report").is_valid(data)
    assert [one.get("dropped") for one in data["problems"]] == [True, None]
    assert [one["parts"][0].get("dropped") for one in data["problems"]] == [None, True]
    assert data["teach"]["dropped"] is True
    text, page = render_class_text(made), class_page(made)
    assert text.splitlines()[0].endswith(" have all of it right (0 %). It does not count.")
    assert "value, does not count" in text
    assert "q3, does not count" in page
    assert "2 questions, 1 of them does not count, 4 points" in page


def test_a_class_that_people_marked_has_marks() -> None:
    """Three are marked, one of them with nothing."""
    marks = {"what": "set", "before": 0, "by": "ta", "why": "marked", "part": "text"}
    held = []
    for at, earned in enumerate((0, 1, 2)):
        words = part("text", 0, 2, {"verdict": "held", "given": "because"})
        one = {**problem("q5", words), "earned": earned, "adjusted": [{**marks, "after": earned}]}
        held.append(result(f"s{at}", {**one, "marked": 0} if earned else one))
    made = report_on(*held)
    text, page = render_class_text(made), class_page(made)
    assert "No result has marks" not in text + page
    assert "People mark all that is asked." in text
    assert "Distribution of the points" in page
    assert "People changed marks of 3 students" in text
    assert "q5, 3 of 3 marked" in text


def test_what_having_no_cutoff_right_means_is_said() -> None:
    listed = {**entry("extra", "a1", "a1"), "role": "no cutoff"}
    held = [result(f"s{at}", problem("q1", part("pruned", 0, 1, listed), kind="alpha-beta")) for at in range(10)]
    (line, *_) = render_class_text(report_on(*held)).splitlines()
    assert line == (
        "Teach no cutoff (q1, pruned): 0 of 10 students have all of it right (0 %). "
        "The others list what the search does not skip."
    )


def test_the_example_of_what_is_no_step_says_why_nothing_is_outlined() -> None:
    listed = {**entry("extra", "a1", "a1"), "role": "no cutoff"}
    id_ = ids_of("alpha-beta")[0]
    held = [result(f"s{at}", problem(id_, part("pruned", 0, 1, listed), kind="alpha-beta")) for at in range(10)]
    page = class_page(report_on(*held), shipped)
    assert (
        f"no cutoff in {id_}. This is the tree of the first student who has it wrong, solved; "
        "nothing is outlined, for the mistake is to list what the search does not skip." in page
    )


def test_a_discrimination_that_chance_explains_advises_nothing() -> None:
    """The correlation is −1/5; of 40 students t with 38 degrees of freedom is 2.0244 at most by chance: r = 0.312."""
    marks = [(4, 1)] * 12 + [(4, 3)] * 8 + [(0, 3)] * 12 + [(0, 1)] * 8
    (flag,) = flags_of(class_of(*marks))
    assert flag["flag"] == "negative"
    assert (
        flag["why"] == "stronger students do worse (discrimination −20 %), which may be chance: it gives down to −31 %"
    )
    assert "adjust" not in flag
    (line,) = [one for one in render_class_text(report_on(*class_of(*marks))).splitlines() if one.startswith("  q3: ")]
    assert line == f"  q3: {flag['why']}."
