"""inputs.csv says of each file who is typed in it, and where hand-ins of different names count as one student's."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from zipfile import ZipFile

import pytest
from console import put, run
from handed_in import answers

from grader.course.quiz.built import Built

pytestmark = pytest.mark.usefixtures("folder")


def inputs(out: str = "out") -> dict[str, dict[str, str]]:
    with Path(out, "inputs.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["source"]: row for row in csv.DictReader(file)}


def test_who_is_typed_stands_there_where_it_is_not_the_student(built: Built) -> None:
    put(Path("subs/Dee_88003/s001.json"), answers(built, "s001", "s001"))
    put(Path("subs/Zed_99999/s999.json"), answers(built, "s001", "s999"))
    lines = [("s002", "s888"), ("s003", "s003")]
    put(Path("all.jsonl"), "\n".join(answers(built, owner, typed) for owner, typed in lines))
    assert run("grade", "subs", "all.jsonl", "--quiz", built.folder, "--out", "out").code == 0
    assert {source: (row["student"], row["typed"]) for source, row in inputs().items()} == {
        "subs/Dee_88003/s001.json": ("s001", ""),
        "subs/Zed_99999/s999.json": ("s001", "s999"),
        "all.jsonl:1": ("s002", "s888"),
        "all.jsonl:2": ("s003", ""),
    }


def test_that_hand_ins_of_different_names_count_as_one_students_stands_there_for_both(built: Built) -> None:
    ada, ben = "subs/Ada_881/s001.json", "subs/Ben_882/answers.json"
    put(Path(ada), answers(built, "s001", "s001"))
    put(Path(ben), answers(built, "s001", "s001"))
    put(Path("subs/s002.json"), answers(built, "s002"))
    for _ in range(2):
        assert run("grade", "subs", "--quiz", built.folder, "--out", "out").code == 0
        for one, other in ((ada, ben), (ben, ada)):
            assert f'{other}, of another name, counts as "s001" too; look' in inputs()[one]["reason"]
        assert inputs()["subs/s002.json"]["reason"] == ""
    assert run("regrade", "out", "subs", "--quiz", built.folder, "--out", "new").code == 0
    assert inputs("new") == inputs()


def test_of_several_files_that_cannot_be_read_each_has_its_own_reason() -> None:
    put(Path("subs/ann/a.pdf"), b"%PDF-1.4")
    put(Path("subs/ann/b.png"), b"\x89PNG\r\n\x1a\n")
    put(Path("subs/ben/a.yaml"), "answers: {one-leaf: {value: 7}}\n")
    assert run("grade", "subs", "--html", "--out", "out").code == 3
    reasons = {source: row["reason"] for source, row in inputs().items()}
    assert reasons["subs/ann/a.pdf"].startswith("is a PDF")
    assert reasons["subs/ann/b.png"].startswith("is a PNG image")
    assert "PNG" not in reasons["subs/ann/a.pdf"]
    assert "PDF" not in reasons["subs/ann/b.png"]
    first = json.loads(Path("out/results.jsonl").read_text("utf-8").splitlines()[0])
    assert [error["source"] for error in first["errors"]] == ["subs/ann/a.pdf", "subs/ann/b.png"]


def test_of_a_file_that_is_not_well_formed_the_line_is_said() -> None:
    put(Path("subs/ann.yaml"), "answers:\n  one-leaf:\n    value: 7\n    best-move B\n")
    assert run("grade", "subs", "--out", "out").code == 3
    assert inputs()["subs/ann.yaml"]["reason"].startswith("line 4: is not well-formed YAML or JSON: a ':' is missing")


def test_both_tables_name_a_file_by_the_whole_of_its_path() -> None:
    file = f"subs/{'long' * 20}/{'name' * 20}/ann.yaml"
    put(Path(file), "answers: {one-leaf: {value: 7}}\n")
    assert run("grade", "subs", "--out", "out").code == 0
    assert [*inputs()] == [file]
    assert f",{file}\n" in Path("out/gradebook.csv").read_text("utf-8")


def test_a_file_that_is_named_in_several_ways_counts_once() -> None:
    put(Path("subs/ann.yaml"), "answers: {one-leaf: {value: 7}}\n")
    for more in (["./subs"], ["subs/../subs/ann.yaml"], [Path("subs/ann.yaml").resolve()]):
        ran = run("grade", "subs", *more, "--require", "one-leaf", "--only", "--out", f"out{len(str(more))}")
        assert ran.code == 0, ran.err
        assert "do not count" not in ran.err
        assert inputs(f"out{len(str(more))}") == {"subs/ann.yaml": inputs(f"out{len(str(more))}")["subs/ann.yaml"]}
    name = "Ann Lee_5_assignsubmission_file/answers.yaml"
    with ZipFile("a.zip", "w") as archive:
        archive.writestr(name, "answers: {one-leaf: {value: 7}}\n")
    ran = run("grade", "a.zip", "./a.zip", Path("a.zip").resolve(), "--lms", "moodle", "--out", "moodle")
    assert (ran.code, [*inputs("moodle")]) == (0, [f"a.zip/{name}"])
