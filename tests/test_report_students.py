"""A class report counts students, not results: what one handed in for different problems adds up, and nothing is lost."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from console import put, run
from made_results import not_gradable, part, problem, report_on, result

from grader.core.documents.shape import explain_shape
from grader.course.report import ClassReport
from grader.course.report.class_outputs import class_csv, class_data, render_class_text
from grader.course.report.class_page import class_page


def one(student: str | None, id_: str, earned: float) -> Any:
    return result(student, problem(id_, part("value", earned, 3)))


def totals(made: ClassReport) -> tuple[int, Fraction | None, Fraction | None]:
    return made.totals.students, made.totals.mean, made.totals.possible


def test_results_of_one_student_for_different_problems_add_up() -> None:
    made = report_on(one("a", "p", 0), one("b", "p", 3), one("a", "q", 3))
    assert totals(made) == (2, 3, Fraction(9, 2))
    assert [(found.id, found.item.students) for found in made.problems] == [("p", 2), ("q", 1)]
    assert made.superseded == ()


def test_of_one_problem_twice_the_last_counts_and_the_others_are_listed() -> None:
    made = report_on(one("a", "p", 3), one("a", "q", 3), one("a", "p", 1), one("a", "p", 2))
    assert totals(made) == (1, 5, 6)
    assert [tuple(left) for left in made.superseded] == [("a", "p", "r.jsonl:1"), ("a", "p", "r.jsonl:3")]
    assert "does not" not in " ".join(made.notes)
    assert any("for one problem the last counts: 2 results of others do not" in note for note in made.notes)
    for shown in (render_class_text(made), class_page(made)):
        assert "a, p: r.jsonl:1" in shown
        assert "a, p: r.jsonl:3" in shown
    assert [row for row in class_csv(made).splitlines() if row.startswith("superseded,p,,,a,")]
    assert not list(explain_shape("report", json.loads(json.dumps(class_data(made)))))


def test_a_file_that_could_not_be_graded_takes_no_marks_away_and_is_listed_wherever_it_stands() -> None:
    for held in ([not_gradable("a"), one("a", "p", 3)], [one("a", "p", 3), not_gradable("a")]):
        made = report_on(*held)
        assert totals(made) == (1, 3, 3)
        assert [left.student for left in made.not_gradable] == ["a"]


def test_a_problem_that_one_file_misses_and_another_has_is_not_missing() -> None:
    missing = {"problems_not_graded": [{"id": "p", "reason": "unknown"}]}
    assert report_on(result("a", **missing), one("a", "p", 3)).problems_not_graded == ()
    assert [found.students for found in report_on(result("a", **missing), one("a", "q", 3)).problems_not_graded] == [1]


def test_results_that_a_class_run_writes_are_read_back(tmp_path: Path) -> None:
    put(
        tmp_path / "p.yaml", "format: gametree-problem/1\nid: p\nkind: minimax\ntree: [[3, 12], [2, 4]]\nask: [value]\n"
    )
    put(
        tmp_path / "q.yaml", "format: gametree-problem/1\nid: q\nkind: minimax\ntree: [[3, 12], [2, 4]]\nask: [value]\n"
    )
    put(tmp_path / "subs/ada/p.yaml", "student: s1\nanswers: {p: {value: 2}}\n")
    put(tmp_path / "subs/ada/q.yaml", "answers: {q: {value: 2}}\n")
    put(tmp_path / "subs/ada/p-again.yaml", "answers: {p: {value: 3}}\n")
    put(tmp_path / "subs/ada/x.pdf", "%PDF-1.7")
    put(tmp_path / "subs/ben.docx", "PK\x03\x04")
    graded = run("grade", tmp_path / "subs", "-p", tmp_path / "p.yaml", "-p", tmp_path / "q.yaml", "-f", "json")
    for line in graded.lines:
        assert not list(explain_shape("result", line))
    stated = run(
        "report", put(tmp_path / "r.jsonl", graded.out), "--format", "json", "--html", "--out", tmp_path / "out"
    )
    assert (stated.code, stated.err) == (0, f"wrote 1 file into {tmp_path / 'out'}\n")
    assert (stated.json["totals"]["students"], stated.json["totals"]["mean"]) == (1, 1)
    assert [left["student"] for left in stated.json["not_gradable"]] == ["ben"]


def test_lines_on_misconceptions_say_only_what_is_less_than_sure() -> None:
    def follows(student: str, **diagnoses: int) -> Any:
        named = {name.replace("_", "-"): slips for name, slips in diagnoses.items()}
        return result(student, problem("p", part("value", 0), diagnoses=named))

    text = render_class_text(
        report_on(follows("a", all_max=0), follows("b", all_max=1, all_min=1), follows("c", no_pruning=0))
    )
    assert "all-max: 2 of 3 students; another rule fits as well for 1 of them; 1 of them made a slip besides" in text
    assert "all-min: 1 of 3 students; another rule fits as well; with a slip besides" in text
    assert "no-pruning: 1 of 3 students\n" in text
