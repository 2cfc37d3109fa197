"""The text report: three of them word for word, and what makes each of them readable, aloud as well."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from banked import FOLDERS, stated
from console import ROOT, put, run
from windows import Deal, dealt

from grader.core.answers.reports import SIGNS, UNREADABLE, WORDS, Verdict
from grader.core.numbers import marks_text

GOLDEN = Path(__file__).parent / "golden"
REPORTS: dict[str, list[str]] = {
    "every-part": ["problem_bank/alpha-beta/four-ply-trace/submissions/wrong.yaml"],
    "verdicts-only": ["problem_bank/alpha-beta/four-ply-trace/submissions/partly-right.yaml", "--reveal", "verdicts"],
    "mixed": ["tests/golden/mixed.yaml"],
}
TITLES = {stated(id_).get("title", "") for id_ in FOLDERS} - {""}
SUBMISSIONS = [file for folder in FOLDERS.values() for file in sorted((folder / "submissions").iterdir())]
SIGN_LETTERS = "".join(dict.fromkeys(SIGNS.values())) + "◐"


@cache
def report(*args: object) -> str:
    """Return the text report of the submissions."""
    return run("grade", *args).out


def without_titles(text: str) -> str:
    """Return a report without the titles of problems, whose authors may write any word."""
    for title in TITLES:
        text = text.replace(f"{title} — ", "")
    return text


@pytest.fixture(autouse=True)
def in_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in the project's folder: reports name the files as they were given."""
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("name", REPORTS)
def test_the_report_is_this_text(name: str) -> None:
    assert report(*REPORTS[name]) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


@dealt(16)
@pytest.mark.parametrize("reveal", ["none", "verdicts", "expected"])
def test_every_report_of_the_bank_reads_well(reveal: str, deal: Deal, window: int) -> None:
    words = "|".join(map(re.escape, (*WORDS.values(), UNREADABLE)))
    said = rf"(?:{words})(?: \([^)]+\))?(?: — |: |; you wrote:$|$)"
    for file in deal(SUBMISSIONS, window):
        text = report(file, "--reveal", reveal)
        assert text.endswith("\n")
        assert not text.endswith("\n\n")
        assert "\n\n\n" not in text
        assert "None" not in without_titles(text)
        assert "Fraction(" not in text
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", text)
        for line in text.splitlines():
            # A sign alone says nothing aloud: its word follows, or the marks of the part do.
            if re.match(rf"\s+[{SIGN_LETTERS}!] ", line):
                assert re.match(
                    rf"\s+\S (?:{said}|[A-Z][^:]*: (?:\d+ of \d+ (?:leaves |pairs )?right(?:, \d+ [a-z ]+)*: )?\S+ of \S+ points?$|[A-Z][^:]*: \S+ points?, marked by a person$)",
                    line,
                ), line


def test_every_verdict_has_a_sign_and_a_word_of_its_own() -> None:
    assert set(SIGNS) == set(WORDS) == set(Verdict)
    assert len(set(WORDS.values())) == len(Verdict)


def test_the_head_names_student_file_and_total(tmp_path: Path) -> None:
    file = put(tmp_path / "s.yaml", "student: s42\nanswers: {minimax-textbook: {value: 3}}\n")
    assert report(file).splitlines()[0] == f"s42 ({file}): 1 of 3 points (33 %)"
    nobody = put(tmp_path / "n.yaml", "answers: {minimax-textbook: {value: 3}}\n")
    assert report(nobody).splitlines()[0] == f"{nobody}: 1 of 3 points (33 %)"


@dealt(24)
def test_marks_of_parts_sum_to_those_of_the_problem_and_the_total(deal: Deal, window: int) -> None:
    for file in deal(SUBMISSIONS, window):
        ran = run("grade", file, "--format", "json").json
        text = report(file)
        assert f"{marks(ran)} point" in text.splitlines()[0]
        for problem in ran["problems"]:
            assert f"): {marks(problem)} point" in text
            for part in problem["parts"]:
                worth = f"{part['possible']:g} points?, marked by a person" if part.get("pending") else None
                assert re.search(
                    rf"(?: [A-Z][a-z -]*| [A-Z].* \({part['part']}\)): (?:\d+ of .*: )?{worth or re.escape(marks(part)) + ' points?'}\n",
                    text,
                )


def marks(stated: dict[str, Any]) -> str:
    """Return the marks of a result, a problem or a part as the report states them."""
    from fractions import Fraction

    if stated.get("pending") == stated["possible"]:  # nothing is said of marks before a person gave any
        return marks_text(Fraction(str(stated["possible"])))
    return " of ".join(marks_text(Fraction(str(stated[name]))) for name in ("earned", "possible"))


def test_conventions_that_matter_are_said_in_words() -> None:
    text = report(FOLDERS["cutoff-strict"] / "submissions/wrong.yaml")
    assert "skipped only when alpha > beta; equality is not enough." in text
    assert "A number that is not whole may be rounded" in text


def test_reports_are_parted_by_an_empty_line(tmp_path: Path) -> None:
    files = [put(tmp_path / f"{name}.yaml", "answers: {minimax-textbook: {}}\n") for name in "ab"]
    assert report(*files) == report(files[0]) + "\n" + report(files[1])


def test_what_could_not_be_graded_says_so_first(tmp_path: Path) -> None:
    file = put(tmp_path / "s.yaml", "answers: {minimax-textbook: {value: 3}\n")
    mended = "answers: {minimax-textbook: {value: 3}}"
    says = f"is not well-formed YAML or JSON: '}}' is missing; did you mean \"{mended}\"?"
    assert report(file).splitlines() == [
        f"{file}: not graded",
        f"  {file}:1 $: {says}",
    ]


@dealt(16)
@pytest.mark.parametrize("reveal", ["none", "verdicts"])
def test_hidden_reports_do_not_speak_of_what_was_expected(reveal: str, deal: Deal, window: int) -> None:
    for file in deal(SUBMISSIONS, window):
        for line in report(file, "--reveal", reveal).splitlines():
            if "not judged" not in line and "cannot be read" not in line and "Note:" not in line:
                rest = line.replace("not expected", "").replace("take the expected value", "")  # a word and a rule
                assert "expected" not in rest, line


def numbered(tmp_path: Path, answers: str) -> str:
    """Return the report on a tree whose nodes are called 1, 2, 3 …"""
    problem = put(
        tmp_path / "p.yaml",
        "format: gametree-problem/1\nid: p\nkind: minimax\nask: [values]\n"
        "tree: {id: 1, max: [{id: 2, min: [12, 15]}, {id: 3, min: [3, 4]}]}\n",
    )
    return report(put(tmp_path / "s.yaml", f"answers: {{p: {{values: {answers}}}}}\n"), "-p", problem)


def test_a_right_number_that_begins_like_its_node_still_names_the_node(tmp_path: Path) -> None:
    assert "correct: 1: 12, 2: 12, 3: 3" in numbered(tmp_path, "{1: 12, 2: 12, 3: 3}")


def test_a_wrong_number_that_is_written_like_its_node_still_names_the_node(tmp_path: Path) -> None:
    assert "wrong — 2: you wrote 2; expected 12" in numbered(tmp_path, "{1: 12, 2: 2, 3: 3}")


def test_orders_that_are_right_are_kept_apart_by_semicolons() -> None:
    text = report(FOLDERS["best-to-the-front"] / "submissions/full.yaml")
    assert "correct: iteration 1: D, C, B; iteration 2: B, D, C; iteration 3: B, D, C\n" in text
    assert "correct: iteration 1: 1, iteration 2: 4, iteration 3: 3\n" in text


def test_a_node_at_the_wrong_place_is_not_called_unexpected(tmp_path: Path) -> None:
    file = put(tmp_path / "s.yaml", "answers: {four-ply-trace: {visited: [s1, s0]}}\n")
    assert not re.search(r"not expected — .*it is expected", report(file))


def test_only_full_marks_are_100_percent(tmp_path: Path) -> None:
    problem = put(
        tmp_path / "p.yaml", "format: gametree-problem/1\nid: p\nkind: minimax\ntree: [1, 2]\npoints: {value: 998}\n"
    )
    file = put(tmp_path / "s.yaml", "answers: {p: {value: 2, best-move: C}}\n")
    head = report(file, "-p", problem).splitlines()[0]
    assert "999 of 1000 points" in head
    assert "(100 %)" not in head


if __name__ == "__main__":  # writes the golden texts anew; read the difference before you keep it
    import os

    os.chdir(ROOT)
    for golden, args in REPORTS.items():
        (GOLDEN / f"{golden}.txt").write_text(report(*args), encoding="utf-8")


def test_of_several_problems_each_is_told_which_wrong_rule_it_shows(tmp_path: Path) -> None:
    """On one problem log10 is the wrong logarithm, on another it is the right one."""
    answers = {
        "ucb-slide-wins": {"scores": {"A": 1.21, "B": 1.20, "C": 0.94}, "choice": "A"},
        "ucb-log10-larger-parent": {"scores": {"left": 1.08, "middle": 0.69, "right": 0.96}, "choice": "left"},
    }
    told = run("grade", put(tmp_path / "a.json", json.dumps({"answers": answers}))).out
    for id_, yours in zip(answers, ("log10", "ln"), strict=True):
        assert re.search(rf"^  - {id_}: You score .* \(other-log\)\. In your answers: {yours}\.", told, re.MULTILINE)
