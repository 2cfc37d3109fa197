"""`gametree report`: the statistics against a second computation, hostile files, and each way of writing a report."""

from __future__ import annotations

import csv
import io
import json
import random
import re
import statistics
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from html.parser import HTMLParser
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any

import oracle
import pytest
import yaml
from click.testing import CliRunner

from grader.bank import bank_folders
from grader.cli.main import gametree
from grader.cli.options import with_progress
from grader.documents import Limits
from grader.documents.json_lines import RESULT_LIMITS
from grader.documents.shape import validator
from grader.documents.table import guard
from grader.drawing.charts import Bar, bar_chart, histogram
from grader.errors import Fault
from grader.export.class_report import COLUMNS, class_csv, class_data
from grader.pages.class_page import class_page
from grader.pages.class_text import render_class_text
from grader.statistics import ClassReport, class_report, read_results
from grader.statistics.moments import Mark, item_statistics, square_root

# Results for the tests: marks are stated, nothing is graded

PROVENANCE = {"grader": "1.0.0"}


def entry(verdict: str, node: str | None = None, given: str | None = None, expected: str | None = None) -> Any:
    texts = {"node": node, "given": given, "expected": expected}
    said = {name: text for name, text in texts.items() if text is not None}
    return {**said, "verdict": verdict, "earned": 0, "possible": 1, "message": ""}


def part(name: str, earned: float, possible: float = 1, *entries: Any) -> Any:
    return {"part": name, "earned": earned, "possible": possible, "entries": list(entries)}


def problem(id_: str, *parts: Any, diagnoses: dict[str, int] | None = None, **fields: Any) -> Any:
    earned, possible = (round(sum(item[name] for item in parts), 4) for name in ("earned", "possible"))
    found = [
        {"misconception": name, "message": "why", "explains": 3, "slips": slips, "of": 4}
        for name, slips in (diagnoses or {}).items()
    ]
    frame = {"id": id_, "kind": "minimax", "earned": earned, "possible": possible}
    return {**frame, "parts": list(parts), "diagnoses": found, **fields}


def result(student: str | None, *problems: Any, **fields: Any) -> Any:
    earned, possible = (round(sum(item[name] for item in problems), 4) for name in ("earned", "possible"))
    named = {} if student is None else {"student": student}
    return {
        "format": "gametree-result/1",
        "source": f"{student}.yaml",
        **named,
        "gradable": True,
        "earned": earned,
        "possible": possible,
        "problems": list(problems),
        "problems_not_graded": [],
        "provenance": PROVENANCE,
        **fields,
    }


def not_gradable(student: str | None, message: str = "is empty") -> Any:
    place = {"line": 2, "column": 1, "path": "$", "message": message}
    named = {} if student is None else {"student": student}
    frame = {"format": "gametree-result/1", "source": "broken.yaml", **named, "gradable": False}
    return {**frame, "errors": [place], "provenance": PROVENANCE}


def lines(*results: Any) -> bytes:
    return "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in results).encode()


def read(content: bytes, limits: Limits = RESULT_LIMITS) -> tuple[list[Any], list[Fault]]:
    found = list(read_results(io.BytesIO(content), "r.jsonl", limits))
    faults = [item for item in found if isinstance(item, Fault)]
    return [item for item in found if not isinstance(item, Fault)], faults


def report_on(*results: Any, top: int = 5) -> ClassReport:
    found, faults = read(lines(*results))
    assert not faults, faults
    return class_report(found, faults, top)


def run(*args: str, stdin: bytes | None = None) -> Any:
    return CliRunner().invoke(gametree, ["report", *args], input=stdin, catch_exceptions=False)


# The statistics


def test_statistics_of_four_students_are_those_worked_out_by_hand():
    """Marks 1 1 0 0 beside 3 2 2 0: means 0.5 and 1.75, cov 1.5/3, variances 1/3 and 4.75/3."""
    made = report_on(
        *(
            result(f"s{place}", problem("p", part("value", value), part("values", others, 3)))
            for place, (value, others) in enumerate([(1, 3), (1, 2), (0, 2), (0, 0)])
        )
    )
    item = made.problems[0].parts[0].item
    assert (item.students, item.mean, item.possible, item.facility) == (4, Fraction(1, 2), 1, Fraction(1, 2))
    assert float(item.deviation) == pytest.approx(sqrt(1 / 3))
    assert float(item.discrimination) == pytest.approx(100 * 0.5 / sqrt(1 / 3 * 4.75 / 3))
    assert item.efficiency == 100
    whole = made.problems[0].item
    assert (whole.mean, whole.facility) == (Fraction(9, 4), Fraction(9, 16))
    assert whole.discrimination is None
    assert made.totals.histogram == (1, 0, 0, 0, 0, 1, 0, 1, 0, 1)
    assert made.totals.median_share == Fraction(5, 8)


def plainly(x: list[float], y: list[float]) -> tuple[float | None, float | None]:
    """Return discrimination index and efficiency in floats, formula by formula."""
    if len(x) < 2 or len(set(x)) == 1 or len(set(y)) == 1:
        return None, None
    together = statistics.covariance(x, y)
    discrimination = 100 * together / sqrt(statistics.variance(x) * statistics.variance(y))
    return discrimination, 100 * together / statistics.covariance(sorted(x), sorted(y))


@pytest.mark.parametrize("seed", range(25))
def test_statistics_agree_with_a_plain_second_computation(seed):
    draw = random.Random(seed)
    worth = {"p": {"value": 1, "values": 3}, "q": {"value": 2, "best-move": 1, "pruned": 5}}
    marks = [
        {id_: {name: draw.randint(0, 4) * most / 4 for name, most in parts.items()} for id_, parts in worth.items()}
        for _ in range(draw.randint(1, 30))
    ]
    made = report_on(
        *(
            result(
                f"s{i}", *(problem(id_, *(part(n, m, worth[id_][n]) for n, m in ps.items())) for id_, ps in of.items())
            )
            for i, of in enumerate(marks)
        )
    )
    totals = [sum(sum(parts.values()) for parts in of.values()) for of in marks]
    assert float(made.totals.mean) == pytest.approx(statistics.mean(totals))
    assert float(made.totals.median_share) == pytest.approx(statistics.median(totals) / 12)
    assert sum(made.totals.histogram) == made.totals.students == len(marks)
    for found in made.problems:
        items = [(found.item, [sum(of[found.id].values()) for of in marks], sum(worth[found.id].values()))]
        items += [(p.item, [of[found.id][p.part] for of in marks], worth[found.id][p.part]) for p in found.parts]
        for item, x, most in items:
            expected = plainly(x, [total - mark for total, mark in zip(totals, x, strict=True)])
            assert float(item.mean) == pytest.approx(statistics.mean(x))
            assert float(item.facility) == pytest.approx(statistics.mean(x) / most)
            given = [None if n is None else float(n) for n in (item.discrimination, item.efficiency)]
            assert given == pytest.approx(expected)
            assert (item.deviation is None) == (len(x) < 2)
            assert len(x) < 2 or float(item.deviation) == pytest.approx(statistics.stdev(x))


def test_students_who_do_better_here_and_worse_elsewhere_make_discrimination_negative():
    item = item_statistics([Mark(0, 10, 50), Mark(10, 10, 0)], 10, 1)
    assert item.discrimination == item.efficiency == -100


@pytest.mark.parametrize("marks", [[(1, 0), (1, 2)], [(0, 2), (1, 2)], [(1, 1)]])
def test_discrimination_of_constant_marks_is_not_defined(marks):
    made = report_on(
        *(result(f"s{i}", problem("p", part("value", x), part("values", y, 2))) for i, (x, y) in enumerate(marks))
    )
    item = made.problems[0].parts[0].item
    assert (item.discrimination, item.efficiency) == (None, None)


def test_rounding_of_marks_is_not_taken_for_variance():
    """1/3 + 1/3 and 2/3 + 0 are the same marks elsewhere, though their roundings to 4 places are not."""
    made = report_on(
        result("a", problem("p", part("value", 0), part("values", 0.3333), part("pruned", 0.3333))),
        result("b", problem("p", part("value", 1), part("values", 0.6667), part("pruned", 0))),
    )
    assert made.problems[0].parts[0].item.discrimination is None


def test_root_is_rounded_to_12_places_the_same_way_everywhere():
    assert square_root(Fraction(2)) == Fraction(1414213562373, 10**12)
    assert square_root(Fraction(10**40)) == 10**20
    assert square_root(Fraction(0)) == 0


def test_problem_that_some_results_lack_has_the_statistics_of_those_that_hold_it_and_a_note():
    made = report_on(
        result("a", problem("p", part("value", 1)), problem("q", part("value", 0))),
        result("b", problem("p", part("value", 0))),
    )
    assert [found.item.students for found in made.problems] == [2, 1]
    assert any("Not every result holds q (in 1 of 2)" in note and "--require" in note for note in made.notes)


def test_marks_raised_by_hand_stay_in_the_last_bin_and_inside_the_chart():
    made = report_on(result("a", problem("p", part("value", 3, 2))))
    assert made.totals.histogram == (*[0] * 9, 1)
    assert made.problems[0].item.facility == Fraction(3, 2)
    widths = [float(width) for width in re.findall(r'<rect [^>]*?width="([\d.]+)"', class_page(made))]
    assert max(widths) <= 420


def test_class_in_which_nobody_could_earn_anything_has_no_shares():
    made = report_on(result("a"), result("b"))
    assert made.totals.students == 2
    assert made.totals.mean_share is made.totals.median_share is None
    assert "Class report: 2 students" in render_class_text(made)
    assert validator("report").is_valid(class_data(made))


# What is counted


def test_students_with_a_misconception_count_once_alone_only_where_nothing_else_fits():
    twins = {"strict-cutoff": 0, "tie-through-bound": 1}
    made = report_on(
        result(
            "a",
            problem("p", part("value", 0), diagnoses=twins),
            problem("q", part("value", 0), diagnoses={"all-max": 1}),
        ),
        result(
            "b",
            problem("p", part("value", 0), diagnoses={"all-max": 0}),
            problem("q", part("value", 0), diagnoses={"all-max": 1}),
        ),
        result("c", problem("p", part("value", 1)), problem("q", part("value", 1))),
    )
    on_p, on_q = ([tuple(tally) for tally in found.misconceptions] for found in made.problems)
    assert on_p == [("all-max", 1, 1, 1), ("strict-cutoff", 1, 0, 1), ("tie-through-bound", 1, 0, 0)]
    assert on_q == [("all-max", 2, 2, 0)]
    assert [tuple(tally) for tally in made.misconceptions] == [
        ("all-max", 2, 2, 1),
        ("strict-cutoff", 1, 0, 1),
        ("tie-through-bound", 1, 0, 0),
    ]


def wrong_values(student: str, *entries: Any) -> Any:
    return result(student, problem("p", part("values", 0, 2, *entries)))


def test_wrong_answers_are_counted_by_node_and_number_and_shown_as_most_wrote_them():
    made = report_on(
        wrong_values("a", entry("wrong", "C", "4.0", "2"), entry("correct", "D", "7", "7")),
        wrong_values("b", entry("wrong", "C", "4", "2"), entry("wrong", "D", "4", "7")),
        wrong_values("c", entry("follow-through", "C", "4", "2"), entry("extra", "E", "4")),
        wrong_values("d", entry("wrong", "C", "5", "2"), entry("missing", "D", None, "7")),
    )
    summary = made.problems[0].parts[0]
    assert [tuple(wrong) for wrong in summary.wrong] == [("C", "4", "2", 3, 1)]
    assert summary.other_wrong == 3


def test_answers_that_nobody_shares_are_listed_where_there_are_no_others_up_to_the_limit():
    results = [wrong_values(f"s{i}", entry("wrong", "C", str(i), "99")) for i in range(9)]
    for top in (0, 3, 20):
        summary = report_on(*results, top=top).problems[0].parts[0]
        assert [wrong.given for wrong in summary.wrong] == [str(i) for i in range(9)][:top]
        assert len(summary.wrong) + summary.other_wrong == 9


def test_blank_and_malformed_parts_are_counted():
    made = report_on(
        result("a", problem("p", part("value", 0, 1, entry("blank")))),
        result("b", problem("p", part("value", 0, 1, entry("malformed", None, "three")))),
        result("c", problem("p", part("value", 0, 1, entry("wrong", None, "3", "4")))),
    )
    summary = made.problems[0].parts[0]
    assert (summary.blank, summary.malformed, len(summary.wrong)) == (1, 1, 1)


def test_results_without_a_student_all_count():
    made = report_on(result(None, problem("p", part("value", 1))), result(None, problem("p", part("value", 1))))
    assert made.totals.students == 2
    assert any("2 results without a student" in note for note in made.notes)


def test_submissions_that_are_not_gradable_are_listed_and_have_no_marks():
    made = report_on(not_gradable(None), not_gradable("b", "bad\x1b[2J"), result("a", problem("p", part("value", 1))))
    assert made.totals.students == 1
    assert made.not_gradable[0] == (None, "broken.yaml", ("line 2: is empty",))
    assert made.not_gradable[1].errors == ("line 2: bad\\x1b[2J",)


def test_problems_that_were_not_graded_are_listed_once_with_their_number():
    missing = [{"id": "nope", "reason": "no such problem"}]
    made = report_on(result("a", problems_not_graded=missing), result("b", problems_not_graded=missing))
    assert [tuple(found) for found in made.problems_not_graded] == [("nope", 2, "no such problem")]


def test_notes_tell_of_changed_problems_points_and_programs_and_of_hidden_answers():
    def graded(student: str, digit: str, version: str, possible: int) -> Any:
        digest = {"p": "sha256:" + digit * 64}
        return result(
            student, problem("p", part("value", 0, possible)), provenance={"grader": version, "problems": digest}
        )

    notes = "\n".join(report_on(graded("a", "0", "1.0.0", 1), graded("b", "1", "1.1.0", 2)).notes)
    assert "different versions of the problem's file: p (2 versions)" in notes
    assert "different versions of the program: 1.0.0, 1.1.0" in notes
    assert "Not worth the same in all results: p value (1 or 2)" in notes
    assert "2 results without entries" in notes
    assert "rounded already" in notes


# Hostile and broken files

GOOD = lines(result("good", problem("p", part("value", 1))))
VALUE = json.dumps(result("x", problem("p", part("value", 7.25))))

BROKEN = {
    "truncated": (VALUE[:40].encode(), "is not JSON"),
    "a word": (b"results follow", "is not JSON"),
    "NaN": (VALUE.replace("7.25", "NaN").encode(), "NaN is no JSON number"),
    "infinity": (VALUE.replace("7.25", "-Infinity").encode(), "-Infinity is no JSON number"),
    "infinity by exponent": (VALUE.replace("7.25", "1e999").encode(), "1e999 is too large a number"),
    "5,000 digits": (VALUE.replace("7.25", "7" * 5000).encode(), "a number of 5,000 characters"),
    "5,000 decimals": (VALUE.replace("7.25", "7." + "1" * 5000).encode(), "a number of 5,002 characters"),
    "too many marks": (VALUE.replace("7.25", "1e10").encode(), "$.earned: more marks than 1,000,000,000"),
    "nested 100,000 deep": (b"[" * 100_000 + b"]" * 100_000, "nested deeper than 128 levels"),
    "nested 200 deep": (b'{"a": ' * 200 + b"1" + b"}" * 200, "nested deeper than 128 levels"),
    "never closed": (b'{"a": [' * 10_000, "nested deeper than 128 levels"),
    "duplicate key": (VALUE.replace('"earned"', '"earned": 1, "earned"', 1).encode(), 'the key "earned" stands here twice'),
    "half a surrogate pair": (VALUE.replace('"x"', '"\\ud800"').encode(), "half a surrogate pair"),
    "Latin 1": (VALUE.replace('"x"', '"\xe9"').encode("latin-1"), "is not UTF-8"),
    "UTF-16": (VALUE.encode("utf-16-le"), "is not JSON"),
    "a control character": (VALUE.replace('"x"', '"a\x1b[2J"').encode(), "is not JSON"),
    "an array": (f"[{VALUE}]".encode(), "is JSON, but no object"),
    "a number": (b"3", "is JSON, but no object"),
    "another format": (b'{"format": "gametree-solution/1", "problem": "p"}', "$.format"),
    "marks as text": (VALUE.replace("7.25", '"7"').encode(), '$.earned: "7" is not allowed here, expected marks'),
    "negative marks": (VALUE.replace("7.25", "-1").encode(), "is not allowed here, expected marks"),
    "unknown field": (VALUE.replace('"gradable"', '"gradeable"').encode(), 'did you mean "gradable"'),
    "problem twice": (lines(result("x", problem("p", part("value", 1)), problem("p", part("value", 1)))).strip(), 'the problem "p" stands here twice'),
    "part twice": (lines(result("x", problem("p", part("value", 1), part("value", 1)))).strip(), 'the part "value" stands here twice'),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_line_that_is_no_result_is_refused_with_its_place_and_the_rest_goes_on(name):
    line, message = BROKEN[name]
    results, faults = read(GOOD + b"\n" + line + b"\n" + GOOD.replace(b'"good', b'"next'))
    assert [found.student for found in results] == ["good", "next"]
    assert {fault.line for fault in faults} == {3}
    assert any(message in str(fault) for fault in faults)
    assert str(faults[0]).startswith("r.jsonl:3")


@pytest.mark.parametrize("name", BROKEN)
def test_broken_first_line_does_not_hide_the_others(name):
    line, _ = BROKEN[name]
    results, faults = read(line + b"\n" + GOOD)
    assert [found.student for found in results] == ["good"]
    assert {fault.line for fault in faults} == {1}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_file_of_one_line_is_one_fault(name):
    line, message = BROKEN[name]
    results, faults = read(line)
    assert not results
    assert 1 <= len(faults) <= 3
    assert any(message in str(fault) for fault in faults)


def test_line_beyond_the_limit_is_passed_over_and_the_rest_goes_on():
    limits = Limits(len(GOOD), "--max-result-bytes")
    long = b'{"a": "' + b"x" * 5 * len(GOOD) + b'"}\n'
    for content, at in ((GOOD + long + GOOD, 2), (long + GOOD + GOOD, 1), (GOOD + GOOD + long.strip(), 3)):
        results, faults = read(content, limits)
        assert len(results) == 2
        assert [fault.line for fault in faults] == [at]
        assert f"longer than {len(GOOD)} bytes" in faults[0].message
        assert "--max-result-bytes raises it" in faults[0].message


def test_file_that_is_no_results_at_all_is_not_complained_of_line_by_line():
    _, faults = read(GOOD + b"a log line\n" * 500)
    assert len(faults) == 21
    assert str(faults[-1]) == "r.jsonl: 480 more lines are no results"
    _, faults = read(b"a log line\n" * 500)
    assert len(faults) == 1


@pytest.mark.parametrize("content", [b"", b"\n \n\r\n"])
def test_empty_file_is_a_fault(content):
    assert "is empty" in str(read(content)[1][0])


def test_one_result_over_several_lines_is_read():
    data = result("a", problem("p", part("value", 1)))
    for text in (json.dumps(data, indent=2), "\n\n" + json.dumps(data, indent=1) + "\n\n"):
        results, faults = read(text.encode())
        assert not faults
        assert [found.student for found in results] == ["a"]


def test_place_of_an_error_in_a_result_over_several_lines_is_the_line_where_it_is():
    text = "\n" + json.dumps(result("a"), indent=2).replace('"earned": 0', '"earned": zero')
    _, faults = read(text.encode())
    assert len(faults) == 1
    assert text.splitlines()[faults[0].line - 1].strip() == '"earned": zero,'


def test_byte_order_mark_line_endings_and_separators_inside_text_do_no_harm():
    first = result("a\u2028b", problem("p", part("value", 1)))
    results, faults = read(b"\xef\xbb\xbf" + lines(first).replace(b"\n", b"\r\n") + GOOD)
    assert not faults
    assert [found.student for found in results] == ["a\\u2028b", "good"]


def test_marks_of_more_than_4_places_are_rounded_as_the_format_says():
    results, _ = read(lines(result("a", problem("p", part("value", 0.333333333)))))
    assert results[0].problems[0].parts[0].earned == 3333


# The command


@pytest.fixture(scope="module")
def graded(tmp_path_factory) -> tuple[Path, list[Any]]:
    """Return a file that `grade --format json` wrote over random answers to problems of the bank, and what is in it."""
    folder = tmp_path_factory.mktemp("class")
    draw = random.Random(5)
    ids = ["four-ply-trace", "fall-2014-final-q13", "ucb-equal-siblings"]
    problems = {id_: yaml.safe_load((bank_folders()[id_] / "problem.yaml").read_text("utf-8")) for id_ in ids}
    names = []
    for place in range(30):
        answers = {id_: oracle.random_answers(draw, data) for id_, data in problems.items()}
        path = folder / f"s{place:02}.json"
        path.write_text(json.dumps({"student": f"s{place}", "answers": answers}, default=str), encoding="utf-8")
        names.append(str(path))
    (folder / "broken.yaml").write_text("answers: [", encoding="utf-8")
    ran = CliRunner().invoke(gametree, ["grade", *names, str(folder / "broken.yaml"), "--format", "json"])
    path = folder / "results.jsonl"
    path.write_text(ran.stdout, encoding="utf-8")
    return path, [json.loads(line) for line in ran.stdout.splitlines()]


def test_report_on_real_results_has_their_means_and_names_the_broken_submission(graded):
    path, results = graded
    ran = run(str(path), "--format", "json")
    assert ran.exit_code == 0
    data = json.loads(ran.stdout)
    assert validator("report").is_valid(data)
    marked = [item for item in results if item["gradable"]]
    assert (data["results"], data["totals"]["students"]) == (31, 30)
    assert data["totals"]["mean"] == pytest.approx(statistics.mean(item["earned"] for item in marked), abs=1e-4)
    for place, found in enumerate(data["problems"]):
        for at, summary in enumerate(found["parts"]):
            parts = [item["problems"][place]["parts"][at] for item in marked]
            assert summary["part"] == parts[0]["part"]
            assert summary["facility"] == pytest.approx(
                statistics.mean(one["earned"] / one["possible"] for one in parts), abs=1e-4
            )
            assert summary["blank"] == sum(all(said["verdict"] == "blank" for said in one["entries"]) for one in parts)
            expected = plainly(
                [one["earned"] for one in parts],
                [item["earned"] - one["earned"] for item, one in zip(marked, parts, strict=True)],
            )
            assert (summary["discrimination"], summary["efficiency"]) == pytest.approx(expected, abs=0.01)
    assert [item["source"].rpartition("/")[2] for item in data["not_gradable"]] == ["broken.yaml"]


def test_diagnoses_of_real_results_are_counted(graded):
    path, results = graded
    data = json.loads(run(str(path), "--format", "json").stdout)
    marked = [item for item in results if item["gradable"]]
    for place, found in enumerate(data["problems"]):
        named = [{shown["misconception"] for shown in item["problems"][place]["diagnoses"]} for item in marked]
        assert {tally["misconception"]: tally["students"] for tally in found["misconceptions"]} == {
            name: sum(name in names for names in named) for name in set().union(*named)
        }
        assert found["one_slip"] == sum("slip" in item["problems"][place] for item in marked)
    assert any(found["one_slip"] for found in data["problems"])


def test_class_that_follows_one_wrong_rule_is_told_so_without_its_twin(tmp_path):
    """On 2 plies the maximum everywhere is also MAX in place of MIN at depth 1 (DESIGN 6): it has one name only."""
    (tmp_path / "p.yaml").write_text(
        "{format: gametree-problem/1, id: p, kind: minimax, tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]}",
        encoding="utf-8",
    )
    for name in ("s1", "s2"):
        answers = "{value: 14, best-move: D, values: {A: 14, B: 12, C: 6, D: 14}}"
        (tmp_path / f"{name}.yaml").write_text(f"{{student: {name}, answers: {{p: {answers}}}}}", encoding="utf-8")
    files = [str(tmp_path / f"{name}.yaml") for name in ("s1", "s2")]
    results = CliRunner().invoke(gametree, ["grade", *files, "-p", str(tmp_path / "p.yaml"), "-f", "json"]).stdout
    shown = json.loads(run("-", "--format", "json", stdin=results.encode()).stdout)["problems"][0]["misconceptions"]
    assert shown == [{"misconception": "all-max", "students": 2, "alone": 2, "exact": 2}]


def test_results_come_from_many_files_and_from_standard_input_alike(graded, tmp_path):
    path, results = graded
    names = []
    for place, item in enumerate(results):
        names.append(str(tmp_path / f"{place:02}.json"))
        Path(names[-1]).write_text(json.dumps(item, indent=2), encoding="utf-8")
    together = json.loads(run(str(path), "--format", "json").stdout)
    apart = json.loads(run(*names, "--format", "json").stdout)
    piped = json.loads(run("-", "--format", "json", stdin=path.read_bytes()).stdout)
    assert together == apart == piped


@pytest.mark.parametrize("reveal", ["none", "verdicts"])
def test_results_that_hide_answers_are_reported_on_as_far_as_they_go(reveal, tmp_path):
    folder = bank_folders()["fall-2014-final-q13"] / "submissions"
    grading = ["grade", *map(str, sorted(folder.iterdir())), "--format", "json", "--reveal", reveal]
    path = tmp_path / "results.jsonl"
    path.write_text(CliRunner().invoke(gametree, grading).stdout, encoding="utf-8")
    data = json.loads(run(str(path), "--format", "json").stdout)
    wrong = [wrong for summary in data["problems"][0]["parts"] for wrong in summary["wrong"]]
    assert all(item["expected"] is None for item in wrong)
    assert bool(wrong) == (reveal == "verdicts")
    assert any("--reveal none" in note for note in data["notes"]) == (reveal == "none")


def test_file_that_cannot_be_read_is_said_and_the_rest_is_reported(tmp_path):
    good = tmp_path / "good.jsonl"
    good.write_bytes(GOOD)
    ran = run(str(tmp_path / "absent.jsonl"), str(tmp_path), str(good), "--format", "json")
    assert ran.exit_code == 3
    data = json.loads(ran.stdout)
    assert data["totals"]["students"] == 1
    assert data["unreadable"] == ran.stderr.splitlines()
    assert "absent.jsonl: cannot be read: No such file" in data["unreadable"][0]
    assert "it is a directory" in data["unreadable"][1]


def test_nothing_but_broken_lines_still_makes_a_report_and_exit_code_3():
    ran = run("-", "--format", "json", stdin=b"nothing\n")
    assert ran.exit_code == 3
    data = json.loads(ran.stdout)
    assert data["totals"] == {
        "students": 0,
        **dict.fromkeys(("mean", "possible", "mean_share", "median_share", "deviation")),
        "histogram": [0] * 10,
    }
    assert validator("report").is_valid(data)


def test_page_is_written_into_the_folder_beside_the_report_on_stdout(tmp_path):
    ran = run("-", "--html", "--out", str(tmp_path / "new" / "folder"), stdin=GOOD)
    assert ran.exit_code == 0
    assert ran.stdout.startswith("Class report: 1 student, 1 result read")
    assert [path.name for path in (tmp_path / "new" / "folder").iterdir()] == ["class-report.html"]


@pytest.mark.parametrize("options", [["--html"], ["--out", "folder"], ["--top", "-1"], ["--format", "xml"], []])
def test_wrong_usage_is_refused(options, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    ran = run(*(["-", *options] if options else []), stdin=GOOD)
    assert ran.exit_code == 2
    assert not ran.stdout
    assert not list(tmp_path.iterdir())


def test_page_that_cannot_be_written_is_said_after_the_report(tmp_path):
    (tmp_path / "file").write_text("")
    ran = run("-", "--html", "--out", str(tmp_path / "file" / "folder"), stdin=GOOD)
    assert ran.exit_code == 2
    assert ran.stdout.startswith("Class report")
    assert "cannot be written" in ran.stderr


def test_limit_on_the_size_of_a_result_can_be_raised_and_lowered():
    assert run("-", "--max-result-bytes", "50", stdin=GOOD).exit_code == 3
    assert run("-", "--max-result-bytes", "5000", stdin=GOOD).exit_code == 0


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_shows_on_a_terminal_for_many_files_and_nowhere_else(monkeypatch):
    names = [str(place) for place in range(12)]
    for stream, count, shows in ((Terminal, 12, True), (Terminal, 2, False), (io.StringIO, 12, False)):
        monkeypatch.setattr(sys, "stderr", stream())
        assert list(with_progress(names[:count], count, "Reading", "read")) == names[:count]
        assert ("Reading" in sys.stderr.getvalue()) == shows


# Text

SMALL = (
    result(
        "s1",
        problem("p", part("value", 0, 1, entry("wrong", None, "4", "2")), part("values", 1.3333, 2, entry("wrong", "C", "4", "2")), diagnoses={"all-max": 0}),
        problem("q", part("choice", 1)),
    ),
    result(
        "s2",
        problem("p", part("value", 0, 1, entry("wrong", None, "4.0", "2")), part("values", 0.6667, 2, entry("follow-through", "C", "4", "2"), entry("extra", "X", "=1+1")), diagnoses={"all-max": 1}, slip="One slip (C)."),
        problem("q", part("choice", 0, 1, entry("blank"))),
    ),
    result("s3", problem("p", part("value", 1), part("values", 2, 2)), problem("q", part("choice", 1))),
    not_gradable("s4"),
)  # fmt: skip

GOLDEN = """\
Class report: 3 students, 4 results read
Totals: mean 2.33 of 4 points (58.3 %), median 58.3 %, standard deviation 41.7 %
    0–10 %  0
   10–20 %  █ 1
   20–30 %  0
   30–40 %  0
   40–50 %  0
   50–60 %  █ 1
   60–70 %  0
   70–80 %  0
   80–90 %  0
  90–100 %  █ 1

p (minimax): 3 students
  part                mean  facility  discrimination  efficiency  blank  malformed
  value          0.33 of 1    33.3 %          72.1 %     100.0 %      0          0
  values         1.33 of 2    66.7 %         100.0 %     100.0 %      0          0
  whole problem  1.67 of 3    55.6 %          72.1 %     100.0 %
  Most frequent wrong answers:
    value: 4 — 2 students (expected 2)
    values, C: 4 — 2 students (expected 2; follows from an earlier slip with 1 of them)
    values: and 1 other wrong answer
  Misconceptions:
    all-max: 2 of 3 students; 1 of them made a slip besides
      Every player's node takes the maximum of its children.
  One slip, all else right or following from it: 1 student.

q (minimax): 3 students
  part                mean  facility  discrimination  efficiency  blank  malformed
  choice         0.67 of 1    66.7 %          72.1 %     100.0 %      1          0
  whole problem  0.67 of 1    66.7 %          72.1 %     100.0 %

Misconceptions in the class
  all-max: 2 of 3 students; 1 of them made a slip besides
    Every player's node takes the maximum of its children.

Not gradable, so without marks (1 submission):
  s4 (broken.yaml)
    line 2: is empty

Notes:
"""


def test_text_report_reads_as_it_should():
    text = render_class_text(report_on(*SMALL))
    assert text.partition("  - ")[0] == GOLDEN
    assert "  - Marks in results are rounded already; all numbers here are worked out exactly from these.\n" in text
    assert max(map(len, text.splitlines())) <= 110


def test_text_report_says_what_was_passed_over():
    found, faults = read(GOOD + b"word\n")
    text = render_class_text(class_report(found, faults, 5))
    assert "No results, passed over:\n  r.jsonl:2 $: is not JSON" in text


# CSV


def test_csv_read_back_has_a_row_for_everything():
    rows = list(csv.DictReader(io.StringIO(class_csv(report_on(*SMALL)))))
    assert tuple(rows[0]) == COLUMNS
    assert [row["record"] for row in rows] == [
        "total",
        "problem",
        "part",
        "wrong-answer",
        "part",
        "wrong-answer",
        "misconception",
        "problem",
        "part",
        "misconception",
        "not-gradable",
    ]
    values = rows[4]
    assert (values["problem"], values["part"], values["mean"], values["possible"]) == ("p", "values", "1.3333", "2")
    assert (float(values["facility"]), float(values["efficiency"])) == (0.6667, 100)
    assert (rows[5]["node"], rows[5]["answer"], rows[5]["students"], rows[5]["follow_through"]) == ("C", "4", "2", "1")
    assert (rows[6]["misconception"], rows[6]["students"], rows[6]["exact"]) == ("all-max", "2", "1")


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+A1", "-A1", "@SUM(A1)", "\t=1", "\r=1", " =1", "-1/2", "+1e5", "-inf", "＝1+1", "--3", "+", "-3\n"],
)
def test_cell_that_could_be_a_formula_gets_an_apostrophe(text):
    assert guard(text) == "'" + text


@pytest.mark.parametrize("value", ["-3", "+2.5", "0", "A=1", "", "s-1", None, 3, -2.5, "a@b.c"])
def test_numbers_and_plain_text_stay_as_they_are(value):
    assert guard(value) == value


def test_student_text_cannot_break_out_of_its_cell():
    nasty = '=cmd|"x",\n"y"\u202e;\t@A1'
    made = report_on(wrong_values("a", entry("wrong", "=N", nasty, "@2")), not_gradable("=HYPERLINK(1)"))
    rows = list(csv.reader(io.StringIO(class_csv(made))))
    assert {len(row) for row in rows} == {len(COLUMNS)}
    cells = [cell for row in rows for cell in row]
    assert '\'=cmd|"x",\\n"y"\\u202e;\\t@A1' in cells
    assert {"'=N", "'@2", "'=HYPERLINK(1)"} <= set(cells)
    assert not [cell for cell in cells if cell.startswith(("=", "@", "+"))]


def test_csv_and_json_are_utf_8_whatever_the_terminal():
    content = lines(wrong_values("a", entry("wrong", "Zürich", "李", "é")))
    for format_ in ("csv", "json"):
        ran = CliRunner(charset="latin-1").invoke(gametree, ["report", "-", "--format", format_], input=content)
        assert "Zürich" in ran.stdout_bytes.decode("utf-8")
        assert "李" in ran.stdout_bytes.decode("utf-8")


# The page


class Outline(HTMLParser):
    """What stands on a page: tags, ids, text; fails on a tag that is closed out of turn."""

    VOID = ("meta", "br", "rect", "line")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def test_page_is_well_built_and_reaches_for_nothing_outside():
    page = class_page(report_on(*SMALL))
    outline = Outline(page)
    policy = next(tag["content"] for tag in outline.all("meta") if tag.get("http-equiv"))
    assert policy.startswith("default-src 'none'")
    assert outline.all("html") == [{"lang": "en"}]
    assert not {"script", "img", "link", "iframe", "object", "base", "form"} & {tag for tag, _ in outline.tags}
    assert not [name for _, attributes in outline.tags for name in attributes if name.startswith("on") or name in ("href", "src", "style")]  # fmt: skip
    assert set(re.findall(r"https?://[^\"'\s<]+", page)) == {"http://www.w3.org/2000/svg"}
    levels = [int(tag[1]) for tag, _ in outline.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    ids = [attributes["id"] for _, attributes in outline.tags if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_every_chart_has_title_description_and_a_table_beside_it():
    page = class_page(report_on(*SMALL))
    charts = re.findall(
        r'<div class="beside">\n<figure>(<svg.*?</svg>)<figcaption>[^<]+</figcaption></figure>\n<div class="table"',
        page,
    )
    assert len(charts) == page.count("<svg") == 6
    for chart in charts:
        root = ET.fromstring(chart)
        names = {child.get("id"): child for child in root if child.tag.rpartition("}")[2] in ("title", "desc")}
        assert root.get("role") == "img"
        assert names[root.get("aria-labelledby")].text
        assert len(names[root.get("aria-labelledby")].text) <= 125
        assert names[root.get("aria-describedby")].text
    outline = Outline(page)
    assert len(outline.all("table")) == len(outline.all("caption"))
    assert all(tag["scope"] in ("col", "row") for tag in outline.all("th"))
    assert all("tabindex" in tag and tag["aria-label"] for tag in outline.all("div") if tag["class"] == "table")


def test_numbers_of_the_charts_stand_in_their_tables_too():
    text = Outline(class_page(report_on(*SMALL))).text
    assert "90–100 %" in text
    assert "whole problem" in text
    assert "all-max: Every player's node takes the maximum of its children." in text
    assert "rounded already" in text


def test_text_of_students_is_never_markup():
    nasty = "</svg></title><script>alert(1)</script>\u202e&amp;<b>"
    made = report_on(
        wrong_values(nasty, entry("wrong", nasty, nasty, nasty)),
        not_gradable("<i>", nasty),
        result("b", problems_not_graded=[{"id": "<u>", "reason": nasty}]),
    )
    found, faults = read(b'{"<em>": 1}')
    page = class_page(made._replace(unreadable=tuple(map(str, faults))))
    outline = Outline(page)
    assert not found
    assert not {"script", "b", "i", "u", "em"} & {tag for tag, _ in outline.tags}
    assert "\u202e" not in page
    assert outline.text.count("<script>alert(1)</script>") >= 4


def test_same_results_give_the_same_bytes():
    first, second = (report_on(*SMALL) for _ in range(2))
    assert class_page(first) == class_page(second)
    assert class_csv(first) == class_csv(second)


def test_bars_are_as_long_as_their_numbers_and_told_apart_without_colour():
    bars = [Bar("one", "50", Fraction(1, 2), Fraction(1, 4)), Bar("none", "0", Fraction(0), Fraction(0))]
    root = ET.fromstring(bar_chart(bars, "title", "words", "x"))
    rects = [child for child in root if child.tag.endswith("rect")]
    assert [rect.get("width") for rect in rects] == ["356", "178", "89", "356"]
    assert [rect.get("fill") == "#FFFFFF" for rect in rects] == [True, True, False, True]


def test_long_labels_of_charts_are_shortened_not_cut_off():
    label = "a" * 40 + "-end" + "b" * 56
    chart = bar_chart([Bar(label, "1", Fraction(1), Fraction(1))], "t", "w", "x")
    shown = next(child.text for child in ET.fromstring(chart) if child.tag.endswith("text"))
    assert len(shown) == 44
    assert "…" in shown


def test_histogram_of_nobody_has_no_bars_but_all_labels():
    root = ET.fromstring(histogram([0, 0], ["low", "high"], "axis", "title", "words", "x"))
    assert not [child for child in root if child.tag.endswith("rect")]
    assert [child.text for child in root if child.tag.endswith("text")] == ["0", "low", "0", "high", "axis"]
