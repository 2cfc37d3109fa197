"""Variants of one exercise are reported on together; what their numbers have not in common is not."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from console import put, run
from made_results import entry, lines, part, problem, report_on, result

from grader import grade, load_problem, render
from grader.core.documents.shape import explain_shape
from grader.course.report.class_outputs import class_csv, class_data, render_class_text
from grader.course.report.class_page import ClassPage, class_page


def class_page_of(found: Iterable[str], find: Any, titles: dict[str, str]) -> str:
    """Return the page of the class report on lines of results, taken in one after the other."""
    made = ClassPage(find, titles)
    for line in found:
        made.add(json.loads(line))
    return made.page()


def variant(exercise: str, of: str, *parts: Any, **fields: Any) -> Any:
    """Return a graded variant of an exercise."""
    return problem(f"{exercise}-{of}", *parts, exercise=exercise, **fields)


def one(student: str, *problems: Any, **fields: Any) -> Any:
    return result(student, *problems, quiz="week5", **fields)


def personal(students: int, seed: int = 0) -> list[Any]:
    """Return a class in which everybody has variants of two exercises, with marks at random."""
    draw = random.Random(seed)
    return [
        one(
            f"s{place}",
            variant("q1", f"{place:04}", part("value", draw.choice((0, 1)), 1, entry("wrong", None, str(place), "9"))),
            variant("q2", f"{place:04}", part("values", draw.choice((0, 1, 2)), 2), part("value", draw.choice((0, 1)))),
            group=draw.choice("ab"),
        )
        for place in range(students)
    ]


@pytest.mark.parametrize("seed", range(5))
def test_an_exercise_has_the_mean_of_all_its_variants_and_a_student_the_sum_over_the_quiz(seed: int) -> None:
    made = personal(30, seed)
    report = report_on(*made)
    earned = defaultdict(list)
    for held in made:
        for found in held["problems"]:
            earned[found["exercise"]].append(found["earned"])
    assert [(found.id, found.item.students, found.variants) for found in report.problems] == [
        ("q1", 30, 30),
        ("q2", 30, 30),
    ]
    for found in report.problems:
        assert found.item.mean * 30 == sum(earned[found.id])
        assert found.full == sum(marks == {"q1": 1, "q2": 3}[found.id] for marks in earned[found.id])
    assert report.totals.mean * 30 == sum(sum(found["earned"] for found in held["problems"]) for held in made)


def test_numbers_of_different_variants_are_never_one_answer() -> None:
    same = [
        one(f"s{place}", variant("q1", f"{place}", part("value", 0, 1, entry("wrong", None, "7", str(place)))))
        for place in range(3)
    ]
    report = report_on(*same)
    (pooled,) = report.problems[0].parts
    assert (pooled.wrong, pooled.other_wrong, pooled.nodes) == ((), 0, ())
    assert "numbers of variants can differ" in render_class_text(report)
    shared = report_on(
        *(one(f"s{n}", variant("q1", "x", part("value", 0, 1, entry("wrong", None, "7", "3")))) for n in range(3))
    )
    assert shared.problems[0].parts[0].wrong[0].students == 3
    assert "numbers of variants can differ" not in render_class_text(shared)


def test_misconceptions_of_an_exercise_are_those_of_all_its_variants() -> None:
    made = report_on(
        *(
            one(f"s{n}", variant("q1", str(n), part("value", 0), diagnoses={"all-max": 0} if n < 3 else {}))
            for n in range(5)
        )
    )
    (tally,) = made.problems[0].misconceptions
    assert (tally.misconception, tally.students) == ("all-max", 3)
    assert "all-max: 3 of 5 students" in render_class_text(made)


def test_a_template_of_which_nothing_was_filled_in_is_no_answer() -> None:
    """Some of its nodes stand there without a number, others not at all."""
    nothing = problem("q1", part("values", 0, 2, entry("blank", "A"), entry("missing", "B")))
    something = problem("q1", part("values", 0, 2, entry("wrong", "A", "3", "9"), entry("missing", "B")))
    data = class_data(report_on(result("s1", nothing), result("s2", something)))
    assert data["problems"][0]["parts"][0]["blank"] == 1


def test_exercises_of_one_name_in_two_quizzes_stay_apart() -> None:
    first = one("a", variant("q1", "x", part("value", 1)))
    second = {**one("b", variant("q1", "y", part("value", 0))), "quiz": "week6"}
    made = report_on(first, second)
    assert [(found.name, found.variants) for found in made.problems] == [("week5 q1", 1), ("week6 q1", 1)]


def test_of_two_variants_of_one_student_the_later_counts() -> None:
    made = report_on(one("a", variant("q1", "x", part("value", 1))), one("a", variant("q1", "y", part("value", 0))))
    assert made.totals.mean == 0
    assert [left.problem for left in made.superseded] == ["q1-x"]


def test_a_variant_has_its_own_figures_where_they_are_asked(tmp_path: Path) -> None:
    results = put(tmp_path / "results.jsonl", lines(*personal(6)).decode())
    assert "q1-0003" not in run("report", results).out
    said = run("report", tmp_path, "--variants")
    assert said.out.count("q1-0003 (minimax): 1 student\n") == 1
    data = json.loads(run("report", tmp_path, "--variants", "--format", "json").out)
    assert not list(explain_shape("report", data))
    assert [len(found["by_variant"]) for found in data["problems"]] == [6, 6]
    for found in data["problems"]:
        assert sum(one["mean"] for one in found["by_variant"]) == pytest.approx(found["mean"] * 6, abs=1e-3)
    table = run("report", tmp_path, "--variants", "--format", "csv").out
    assert table.count("\nproblem,q1,") == 7
    run("report", tmp_path, "--variants", "--html", "--out", tmp_path / "page")
    assert "q1-0003" in (tmp_path / "page/class-report.html").read_text("utf-8")


def test_all_outputs_tell_of_variants_alike() -> None:
    made = report_on(*personal(12))
    data = class_data(made)
    assert not list(explain_shape("report", json.loads(json.dumps(data))))
    assert [found["variants"] for found in data["problems"]] == [12, 12]
    assert "q1 (minimax): 12 students, 12 variants" in render_class_text(made)
    assert "12 students, 12 variants" in class_page(made)
    assert class_csv(made).count("\nproblem,") == 2


# Trees of one shape


def graded(students: int, shapes: tuple[tuple[int, ...], ...]) -> tuple[list[Any], dict[str, Any]]:
    """Return results on variants, of which every second student has one number wrong, and the problems by id."""
    draw, made, problems = random.Random(4), [], {}
    for place in range(students):
        tree = [[draw.randint(1, 30) for _ in range(width)] for width in shapes[place % len(shapes)]]
        held = {"format": "gametree-problem/1", "id": f"q1-{place}", "kind": "minimax", "tree": tree, "ask": ["values"]}
        exercise = problems[held["id"]] = load_problem(held)
        answers = exercise.solve()
        if place % 2:
            answers["values"] = answers["values"] | {"B": 99}
        outcome = grade({"student": f"s{place}", "answers": {held["id"]: answers}}, exercise)
        data = json.loads(render(outcome, "json"))
        data["problems"][0]["exercise"] = "q1"
        made.append({**data, "quiz": "week5", "group": "ab"[place % 2]})
    return made, problems


def test_where_all_trees_have_one_shape_it_is_known_who_is_right_where() -> None:
    made, problems = graded(8, ((2, 3),))
    page = class_page_of(lines(*made).splitlines(), problems.get, {"q1": "Two replies"})
    assert "Two replies" in page
    assert "B: 4 of 8 are right (50 %)." in page
    assert "wrote" not in page
    assert page.count('<svg xmlns="http://www.w3.org/2000/svg" class="tree') == 1


def test_trees_of_several_shapes_are_not_laid_over_each_other() -> None:
    made, problems = graded(8, ((2, 3), (3, 2)))
    page = class_page_of(lines(*made).splitlines(), problems.get, {})
    assert "No tree: the 8 variants are not known to have one shape." in page
    assert "are right (50 %)" not in page


def test_the_command_says_where_the_class_is_right_if_it_has_the_problems(tmp_path: Path) -> None:
    made, _ = graded(4, ((2, 2),))
    put(tmp_path / "results.jsonl", lines(*made).decode())
    draw = random.Random(4)
    for place in range(4):
        tree = [[draw.randint(1, 30) for _ in range(2)] for _ in range(2)]
        text = {"format": "gametree-problem/1", "id": f"q1-{place}", "kind": "minimax", "tree": tree, "ask": ["values"]}
        put(tmp_path / f"key/{place}.yaml", json.dumps(text))
    assert "Right in values: A" not in run("report", tmp_path / "results.jsonl").out
    said = run("report", tmp_path / "results.jsonl", "--problems", tmp_path / "key")
    assert "B 50.0 %" in said.out
    nodes = json.loads(run("report", tmp_path / "results.jsonl", "-p", tmp_path / "key", "--format", "json").out)
    assert {"node": "B", "right": 2, "of": 4} in nodes["problems"][0]["parts"][0]["nodes"]


# Room


def test_what_is_kept_of_a_class_does_not_grow_with_it() -> None:
    """Two hundred times as many students with the same answers are kept in the same room; their results would take ten times as much."""
    import tracemalloc

    def peak(students: int) -> int:
        held = [line for line in lines(*personal(20)).splitlines() for _ in range(students // 20)]
        tracemalloc.start()
        class_page_of(iter(held), lambda _: None, {})
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(20)
    assert peak(4000) < 3 * peak(20)


def test_of_very_many_variants_it_is_said_that_there_are_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.course.report.tallies.MOST_VARIANTS", 5)
    monkeypatch.setattr("grader.course.report.wording.MOST_VARIANTS", 5)
    assert "more than 5 variants" in render_class_text(report_on(*personal(9)))
