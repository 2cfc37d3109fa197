"""`gametree handout`: what it writes, that the answers file fits, and what it says of what cannot be."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from banked import BANK, SOLVED_IDS
from class_runs import files_of
from console import put, run, run_apart
from turns import in_turn, some_now

from grader.core.documents import SUBMISSION_LIMITS, read_document
from grader.core.errors import SubmissionError

FILES = {"answer.html", "answers.yaml", "handout.html", "handout.md", "key/solutions.html", "key/solutions.md"}
OWN = 'format: gametree-problem/1\nid: own\ntitle: "{title}"\nkind: minimax\ntree: [[3, 5], [2, 9]]\n'


def _filled(template: Path) -> dict[str, Any]:
    """Return the right answer to everything that the template asks."""
    limits = SUBMISSION_LIMITS._replace(bytes=1 << 22)
    asked = read_document(str(template), limits, SubmissionError).data["answers"]
    answers = {id_: {part: BANK[id_].solve().get(part) for part in parts} for id_, parts in asked.items()}
    return {"format": "gametree-submission/1", "answers": answers}


def test_problems_from_file_bank_and_generator_stand_on_one_sheet(tmp_path: Path) -> None:
    own = put(tmp_path / "own.yaml", OWN.format(title="My own"))
    run("generate", "ucb", "--out", tmp_path / "made", "--title", "Made")
    ran = run(
        "handout", own, "four-ply-trace", tmp_path / "made/problem.yaml", "--title", "Week 5", "--out", tmp_path / "o"
    )
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.endswith(f"wrote 6 files into {tmp_path / 'o'}; the key is in {tmp_path / 'o' / 'key'}\n")
    assert files_of(tmp_path / "o").keys() == FILES
    page = (tmp_path / "o" / "handout.html").read_text("utf-8")
    assert [page.index(text) for text in ("Week 5", "My own", "A trace over four plies", "Made")]
    blank = run("grade", tmp_path / "o/answers.yaml", "-p", own, "-p", tmp_path / "made", "--format", "json").json
    assert [problem["id"] for problem in blank["problems"]][:2] == ["own", "four-ply-trace"]
    assert (blank["earned"], blank["problems_not_graded"]) == (0, [])


@in_turn(4)
def test_answers_file_of_the_whole_bank_earns_full_marks_when_rightly_filled(tmp_path: Path) -> None:
    ran = run("handout", *BANK.ids, "--out", tmp_path / "o")
    assert ran.code == 0, ran.err
    filled = put(tmp_path / "filled.json", json.dumps(_filled(tmp_path / "o" / "answers.yaml")))
    marked = run("grade", filled, "--max-submission-bytes", 1 << 22, "--format", "json")
    assert marked.code == 0
    assert len(marked.json["problems"]) == len(BANK.ids)
    assert all(one["earned"] == one["possible"] for one in marked.json["problems"] if one["id"] in SOLVED_IDS)


@pytest.mark.parametrize("id_", some_now(SOLVED_IDS, 4))
def test_answers_file_of_one_problem_earns_full_marks_when_rightly_filled(id_: str, tmp_path: Path) -> None:
    run("handout", id_, "--out", tmp_path / "o")
    filled = put(tmp_path / "filled.json", json.dumps(_filled(tmp_path / "o" / "answers.yaml")))
    assert run("grade", filled, "--fail-under", 100).code == 0


def test_same_problems_give_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    for name, seed in (("a", "1"), ("b", "2")):
        args = ("handout", "four-ply-trace", "ucb-greedy", "--out", tmp_path / name)
        assert run_apart(*args, env={"PYTHONHASHSEED": seed}).returncode == 0
    assert files_of(tmp_path / "a") == files_of(tmp_path / "b")


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["one-leaf", "one-leaf"], 2, "one-leaf is named twice, but a sheet has each problem once"),
        (["one-leafs"], 4, 'there is no problem "one-leafs"; did you mean "one-leaf"?'),
        (["one-leaf", "none.yaml"], 4, "none.yaml: cannot be read: No such file or directory"),
        (["one-leaf", "--paper", "a4"], 2, "--paper goes with --pdf"),
        (["one-leaf", "--pdf", "--paper", "a5"], 2, "'a5' is not one of 'a4', 'letter'"),
        (["one-leaf", "--title", "x" * 201], 2, "has 201 letters, expected at most 200"),
        ([], 2, "Missing argument 'PROBLEM...'"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_written(
    args: list[str], code: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("handout", *args, "--out", "o")
    assert ran.code == code
    assert said in ran.err
    assert not any(tmp_path.iterdir())


def test_sheet_goes_into_a_folder_that_is_named(tmp_path: Path) -> None:
    assert "Missing option '--out'" in run("handout", "one-leaf").err
    assert "expected the name of a folder" in run("handout", "one-leaf", "--out", "").err
    file = put(tmp_path / "file", "mine")
    assert run("handout", "one-leaf", "--out", file).code == 2
    assert file.read_text() == "mine"


def test_folder_with_files_is_left_alone_without_force(tmp_path: Path) -> None:
    put(tmp_path / "o" / "mine.txt", "mine")
    ran = run("handout", "one-leaf", "--out", tmp_path / "o")
    assert ran.code == 2
    assert "has files already; choose another folder, or --force to write into it" in ran.err
    assert run("handout", "one-leaf", "--out", tmp_path / "o", "--force").code == 0
    assert files_of(tmp_path / "o").keys() == FILES | {"mine.txt"}


def test_paper_of_an_earlier_sheet_does_not_stay_beside_a_new_one(tmp_path: Path) -> None:
    put(tmp_path / "o" / "handout.pdf", "old")
    ran = run("handout", "one-leaf", "--out", tmp_path / "o", "--force")
    assert ran.code == 2
    assert "holds handout.pdf of an earlier sheet, which would stay; add --pdf" in ran.err
    assert files_of(tmp_path / "o") == {"handout.pdf": b"old"}


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs a user whom permissions bind")
def test_folder_that_cannot_be_written_or_read_is_said(tmp_path: Path) -> None:
    for mode in (0o500, 0o000):
        (tmp_path / "closed").mkdir(exist_ok=True)
        (tmp_path / "closed").chmod(mode)
        ran = run("handout", "one-leaf", "--out", tmp_path / "closed")
        (tmp_path / "closed").chmod(0o700)
        assert ran.code == 2
        assert "cannot be" in ran.err


def test_folder_that_cannot_be_read_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    ran = run("handout", "one-leaf", "--out", tmp_path)
    assert ran.code == 2
    assert f"{tmp_path} cannot be read: Permission denied" in ran.err


def test_folder_that_no_system_can_make_is_said(tmp_path: Path) -> None:
    put(tmp_path / "file", "mine")
    ran = run("handout", "one-leaf", "--out", tmp_path / "file" / "o")
    assert ran.code == 2
    assert "cannot be written" in ran.err


def test_long_template_names_the_option_that_grade_needs(tmp_path: Path) -> None:
    children = ", ".join(f"{{id: {'x' * 90}{number}, visits: 1, total: 1}}" for number in range(800))
    problem = f"format: gametree-problem/1\nid: wide\nkind: ucb\nchildren: [{children}]\n"
    ran = run("handout", put(tmp_path / "wide.yaml", problem), "--out", tmp_path / "o")
    assert (
        "answers.yaml is larger than grade reads by default; it needs: grade --max-submission-bytes 131072" in ran.err
    )


def test_title_of_200_letters_in_any_script_stands_on_the_sheet(tmp_path: Path) -> None:
    title = "שלום 🎲 " * 25
    ran = run("handout", "one-leaf", "--title", title, "--out", tmp_path / "o")
    assert ran.code == 0
    for name in ("handout.html", "handout.md", "answers.yaml"):
        assert "שלום 🎲" in (tmp_path / "o" / name).read_text("utf-8")
