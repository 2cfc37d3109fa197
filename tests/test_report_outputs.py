"""The class report as text, CSV and JSON."""

from __future__ import annotations

import csv
import io

import pytest
from click.testing import CliRunner
from made_results import GOOD, SMALL, entry, lines, not_gradable, read, report_on, wrong_values

from grader.cli.main import gametree
from grader.core.documents.writing import guard
from grader.course.report import class_report
from grader.course.report.class_outputs import COLUMNS, class_csv, render_class_text

GOLDEN = """\
Talk about question p. 2 of 3 students follow one wrong rule — every player's node takes the maximum of its children.

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
    assert max(map(len, text.splitlines()[1:])) <= 110


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
