"""`gametree report` on real results: where they come from, what it writes, and how it ends."""

from __future__ import annotations

import io
import json
import random
import statistics
import sys
from pathlib import Path
from typing import Any

import oracle
import pytest
import yaml
from click.testing import CliRunner
from made_results import GOOD, plainly

from grader.cli.main import gametree
from grader.cli.options import with_progress
from grader.core.documents.shape import validator
from grader.grading.bank import bank_folders


def run(*args: str, stdin: bytes | None = None) -> Any:
    return CliRunner().invoke(gametree, ["report", *args], input=stdin, catch_exceptions=False)


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
            verdicts = [{said["verdict"] for said in one["entries"]} for one in parts]
            assert summary["blank"] == sum("blank" in found <= {"blank", "missing"} for found in verdicts)
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
    """On 2 plies the maximum everywhere is also MAX in place of MIN at depth 1 (docs/misconceptions.md): it has one name only."""
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
    assert "there is no results.jsonl in it" in data["unreadable"][1]


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
    assert "\n\nClass report: 1 student, 1 result read\n" in ran.stdout
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
    assert "\n\nClass report" in ran.stdout
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
