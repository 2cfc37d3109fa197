"""A file with a submission a line: which lines count, whose they are, and what is wrong with some."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from console import Ran, put, run

from grader.core.documents import SUBMISSION_LIMITS
from grader.core.errors import SubmissionError
from grader.course.contents import content_of
from grader.course.gathering import look_along

PROBLEM = "format: gametree-problem/1\nid: {id}\nkind: minimax\ntree: [[3, 12], [2, 4]]\nask: [value]\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for id_ in ("q1", "q2"):
        put(tmp_path / f"problems/{id_}.yaml", PROBLEM.format(id=id_))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def line(student: object = None, value: object = 3, problem: str = "q1") -> str:
    typed = {} if student is None else {"student": student}
    return json.dumps({**typed, "answers": {problem: {"value": value}}})


def grade(*lines: str, ends: str = "\n", name: str = "all.jsonl") -> Ran:
    put(Path(name), ends.join(lines))
    return run("grade", name, "-p", "problems", "--format", "json")


def told(ran: Ran) -> list[tuple[str, object]]:
    return [(one["student"], one.get("earned")) for one in ran.lines]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\n\n \n"])
@pytest.mark.parametrize("name", ["all.jsonl", "ALL.NDJSON"])
def test_each_line_is_the_submission_of_the_student_that_it_types(ends: str, name: str) -> None:
    ran = grade(line("ada"), line("ben", 2), line("李小龙"), ends=ends, name=name)
    assert (ran.code, told(ran)) == (0, [("ada", 1), ("ben", 0), ("李小龙", 1)])
    assert ran.lines[0]["source"] == f"{name}:1"
    assert ran.err.splitlines()[-1].startswith("3 hand-ins: 3 graded")


def test_a_mark_at_the_beginning_and_no_end_of_the_last_line_do_no_harm() -> None:
    put(Path("all.jsonl"), b"\xef\xbb\xbf" + f"{line('ada')}\n{line('ben')}".encode())
    assert told(run("grade", "all.jsonl", "-p", "problems", "--format", "json")) == [("ada", 1), ("ben", 1)]


def test_lines_of_one_student_are_joined_and_the_last_to_answer_a_problem_counts() -> None:
    ran = grade(line("ada"), line("ben"), line(" ada ", 3, "q2"), line("ada", 2))
    ada = ran.lines[0]
    assert (ada["source"], ada["earned"], ada["possible"]) == (["all.jsonl:1", "all.jsonl:3", "all.jsonl:4"], 1, 2)
    assert ada["superseded"] == [{"id": "q1", "source": "all.jsonl:1"}]


def test_a_number_that_stands_for_a_student_is_the_text_that_was_written() -> None:
    ran = grade('{"student": 007, "answers": {}}', '{"student": 1.50, "answers": {"q1": {"value": 3}}}')
    assert [one["student"] for one in ran.lines] == ["all.jsonl:1", "1.50"]


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("nonsense", "expected a submission"),
        ('{"student": "eve", "answers": {', "is not well-formed"),
        ('["student", "eve"]', "expected"),
        ("[" * 5000, "nested deeper"),
        ('{"student": ["eve"], "answers": {}}', "$.student"),
        ('{"student": true, "answers": {}}', "$.student"),
        ('{"answers": {"q1": {"value": 3}, "q1": {"value": 2}}}', "twice"),
        ('{"x": "' + "x" * 70_000 + '"}', "is larger than 65,536 bytes"),
        ('{"x": ' + "9" * 10_000 + "}", "x"),
        ("\x00", "not allowed"),
    ],
)
def test_a_bad_line_is_told_with_its_number_and_the_rest_is_graded(bad: str, why: str) -> None:
    ran = grade(line("ada"), bad, line("ben"))
    assert ran.code == 3
    assert told(ran) == [("ada", 1), ("all.jsonl:2", None), ("ben", 1)]
    (complaint,) = [said for said in ran.err.splitlines() if said.startswith("all.jsonl:2")]
    assert why in complaint


def test_a_line_of_a_name_that_is_no_name_is_nobodys() -> None:
    lines = [line(name) for name in ("", "  ", None, ["ada"], {"ada": "ada"}, True)]
    assert [name for name, _ in told(grade(*lines))] == [f"all.jsonl:{number}" for number in range(1, 7)]


@pytest.mark.parametrize("name", ["../../x", "a\nb", "\x1b[2J", "\u202eada", "=cmd", "x" * 200, "CON"])
def test_hostile_names_come_out_harmless(name: str, folder: Path) -> None:
    put(folder / "all.jsonl", f"{line(name)}\n{line('ben')}\n")
    ran = run("grade", "all.jsonl", "-p", "problems", "--html", "--out", "out")
    assert not {"\x1b", "\u202e"} & set(ran.out + ran.err)
    assert sorted(path.name for path in folder.iterdir()) == ["all.jsonl", "out", "problems"]
    assert len(list((folder / "out/feedback").iterdir())) in (1, 2)


def test_students_of_one_name_in_two_files_are_told_apart_by_their_lines(folder: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        put(folder / name, f"{line('ada')}\n{line('ada')}\n")
    ran = run("grade", "a.jsonl", "b.jsonl", "-p", "problems", "--format", "json")
    assert [name for name, _ in told(ran)] == ["a.jsonl:1", "b.jsonl:1"]


def test_an_empty_file_and_one_that_cannot_be_read_are_told() -> None:
    assert (grade().code, grade().out) == (3, "")
    assert run("grade", "nowhere.jsonl", "-p", "problems").code == 3


def test_below_a_folder_such_a_file_is_one_students(folder: Path) -> None:
    put(folder / "subs/eve.jsonl", f"{line('ada')}\n{line('ben')}\n")
    put(folder / "subs/ada.yaml", line("ada"))
    ran = run("grade", "subs", "-p", "problems", "--format", "json")
    assert told(ran) == [("ada", 1), ("eve", None)]
    assert "subs/eve.jsonl: holds a submission a line" in ran.err


def test_mutated_lines_never_stop_a_run(folder: Path) -> None:
    rng = random.Random(17)
    whole = "\n".join(line(f"s{number}") for number in range(5)).encode()
    for _ in range(200):
        changed = bytearray(whole)
        for _ in range(3):
            changed[rng.randrange(len(changed))] = rng.choice(b'\n\r\x00\xff"{}[]:,x1')
        path = str(put(folder / "all.jsonl", bytes(changed)))
        files = [file for _, file in look_along(path, SUBMISSION_LIMITS)]
        held = b"".join(content_of(file, SUBMISSION_LIMITS) for file in files)
        assert sorted(held.replace(b"\r", b"")) == sorted(bytes(changed).replace(b"\r", b"").replace(b"\n", b""))


def test_of_a_long_line_no_more_is_read_than_the_limit(folder: Path) -> None:
    path = str(put(folder / "all.jsonl", b"{" + b" " * 10_000_000 + b"\n" + line("ada").encode()))
    first, second = (file for _, file in look_along(path, SUBMISSION_LIMITS))
    with pytest.raises(SubmissionError, match="larger"):
        content_of(first, SUBMISSION_LIMITS)
    assert content_of(second, SUBMISSION_LIMITS).decode() == line("ada")


def test_a_page_of_feedback_names_no_file_of_many(folder: Path) -> None:
    put(Path("all.jsonl"), "\n".join([line("ada"), line("ben"), line("ada", 3, "q2"), line("ada", 2)]))
    assert run("grade", "all.jsonl", "-p", "problems", "--html", "--out", "out").code == 0
    page = (folder / "out" / "feedback" / "ada" / "report.html").read_text("utf-8")
    assert "jsonl" not in page
    assert "hand-in 1, hand-in 2 and hand-in 3" in page or "hand-in 1, hand-in 2, hand-in 3" in page
    assert "q1: hand-in 1, as hand-in 3 answers it too" in page
