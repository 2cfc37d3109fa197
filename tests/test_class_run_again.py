"""A finished run that is given again: what is the same is taken over, what has changed is marked, and what would mix two ways of marking is refused."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from class_runs import ANSWERS, PROBLEMS, files_of, grade, make_class
from console import put, run

STUDENTS = 8


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a class that was marked once, with pages and drawings."""
    made = make_class(tmp_path, STUDENTS)
    assert grade(made, "--html", "--svg").code == 3
    return made


def inodes(folder: Path) -> dict[str, int]:
    return {path.relative_to(folder).as_posix(): path.stat().st_ino for path in folder.rglob("*") if path.is_file()}


def assert_as_if_new(folder: Path) -> None:
    """Fail unless the run's folder is, byte for byte, what a new run writes."""
    assert grade(folder, "--html", "--svg", out="new").code == 3
    new, held = files_of(folder / "new"), files_of(folder / "out")
    assert held.keys() == new.keys()
    assert {name for name in new if held[name] != new[name]} == set()


def test_nothing_is_written_where_nothing_has_changed_and_the_end_is_the_same(folder: Path) -> None:
    before = inodes(folder / "out")
    ran = grade(folder, "--html", "--svg")
    assert (ran.code, inodes(folder / "out")) == (3, before)
    assert "nothing has changed since" in ran.err
    assert ran.err.splitlines()[-1].startswith(f"{STUDENTS} hand-ins: 7 graded (2 of them in part), 1 not")


@pytest.mark.parametrize("jobs", [1, 2])
def test_only_what_has_changed_or_is_new_is_marked(folder: Path, jobs: int) -> None:
    put(folder / "subs/s001.yaml", ANSWERS[0])
    put(folder / "subs/s000b.yaml", ANSWERS[1])
    before = inodes(folder / "out/feedback")
    ran = grade(folder, "--html", "--svg", "--jobs", jobs)
    assert f"{STUDENTS - 1} of {STUDENTS + 1} hand-ins were marked before and are taken over" in ran.err
    assert "1 earlier result dropped" in ran.err
    after = inodes(folder / "out/feedback")
    assert {name.split("/")[0] for name in after if after[name] != before.get(name)} == {"s001", "s000b"}
    assert_as_if_new(folder)


def test_feedback_on_what_was_handed_in_before_does_not_stay(folder: Path) -> None:
    put(folder / "subs/s000.yaml", "answers: [1")
    assert grade(folder, "--html", "--svg").code == 3
    assert [path.name for path in (folder / "out/feedback/s000").iterdir()] == ["report.html"]
    assert_as_if_new(folder)


def test_who_is_gone_has_no_result_and_no_feedback_any_more(folder: Path) -> None:
    (folder / "subs/s000.yaml").unlink()
    assert "1 earlier result dropped" in grade(folder, "--html", "--svg").err
    assert not (folder / "out/feedback/s000").exists()
    assert_as_if_new(folder)


@pytest.mark.parametrize("name", ["results.jsonl", "gradebook.csv", "report.html", "feedback/s001/report.html"])
def test_a_file_that_is_gone_is_written_again(folder: Path, name: str) -> None:
    (folder / "out" / name).unlink()
    assert grade(folder, "--html", "--svg").code == 3
    assert_as_if_new(folder)


def test_a_format_prints_all_students_also_those_that_were_marked_before(folder: Path) -> None:
    ran = grade(folder, "--html", "--svg", "--format", "json")
    assert [line["student"] for line in ran.lines] == [f"s{number:03d}" for number in range(STUDENTS)]
    assert_as_if_new(folder)


def change_problem(folder: Path) -> None:
    put(folder / "problems/q2.yaml", PROBLEMS["q2"].replace("12", "13"))


def change_version(folder: Path) -> None:
    made = json.loads((folder / "out/run.json").read_text("utf-8"))
    put(folder / "out/run.json", json.dumps(made | {"grader": "0.0.1"}))


def change_table(folder: Path) -> None:
    put(folder / "out/gradebook.csv", "student\nada\n")


def nothing(folder: Path) -> None:
    pass


@pytest.mark.parametrize(
    ("change", "options", "reason"),
    [
        (change_problem, (), "was marked with other problems, or they were changed since"),
        (change_version, (), "was marked by version 0.0.1, this is "),
        (change_table, (), "gradebook.csv was changed since the run wrote it; gametree adjust "),
        (nothing, ("--round", "0.5"), 'was marked with --round not given, now "1/2"'),
        (nothing, ("--reveal", "none"), 'was marked with --reveal "expected", now "none"'),
        (nothing, ("--keep", "best"), 'was marked with --keep "latest", now "best"'),
        (nothing, ("--require", "q1"), 'was marked with --require not given, now ["q1"]'),
    ],
)
def test_another_way_of_marking_is_refused_with_the_reason_and_fresh_begins_anew(
    folder: Path, change: Callable[[Path], None], options: tuple[str, ...], reason: str
) -> None:
    change(folder)
    before = files_of(folder / "out")
    ran = grade(folder, "--html", "--svg", *options)
    assert (ran.code, ran.out) == (2, "")
    assert reason in ran.err
    assert "--fresh begins anew" in ran.err
    assert files_of(folder / "out") == before
    assert grade(folder, "--html", "--svg", "--fresh", *options).code == 3
    assert grade(folder, "--html", "--svg", *options, out="new").code == 3
    assert files_of(folder / "out") == files_of(folder / "new")


def test_fewer_pages_are_other_options_and_fresh_takes_the_old_ones_away(folder: Path) -> None:
    assert 'drawings ["svg"], now not given' in grade(folder, "--html").err
    assert grade(folder, "--html", "--fresh").code == 3
    assert {Path(name).suffix for name in files_of(folder / "out/feedback")} == {".html"}


def test_the_folder_of_other_hand_ins_is_refused(folder: Path) -> None:
    put(folder / "others/zoe.yaml", ANSWERS[0])
    ran = run("grade", folder / "others", "-p", folder / "problems", "--html", "--svg", "--out", folder / "out")
    assert (ran.code, "is of other hand-ins, " in ran.err) == (2, True)


def test_more_hand_ins_are_added_to_those_before(folder: Path) -> None:
    put(folder / "late/zoe.yaml", ANSWERS[0])
    named = (folder / "subs", folder / "late", "-p", folder / "problems", "--html", "--svg")
    ran = run("grade", *named, "--out", folder / "out")
    assert f"{STUDENTS} of {STUDENTS + 1} hand-ins were marked before" in ran.err
    run("grade", *named, "--out", folder / "new")
    assert files_of(folder / "out") == files_of(folder / "new")


@pytest.mark.parametrize("name", ["notes.txt", "feedback/ada/report.html", "gradebook.csv"])
def test_a_folder_with_files_of_others_is_not_written_into_fresh_or_not(tmp_path: Path, name: str) -> None:
    make_class(tmp_path, 2)
    put(tmp_path / "out" / name, "mine")
    for options in ((), ("--fresh",)):
        ran = grade(tmp_path, *options)
        assert (ran.code, "holds files that no class run wrote" in ran.err) == (2, True)
    assert files_of(tmp_path / "out") == {name: b"mine"}


@pytest.mark.parametrize("content", ["{", "[]", '{"format": "x"}'])
def test_a_folder_with_another_run_json_is_not_written_into(tmp_path: Path, content: str) -> None:
    make_class(tmp_path, 2)
    put(tmp_path / "out/run.json", content)
    ran = grade(tmp_path)
    assert (ran.code, "is not what a class run writes" in ran.err) == (2, True)


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    make_class(tmp_path, 2)
    put(tmp_path / "out", "mine")
    ran = grade(tmp_path)
    assert (ran.code, (tmp_path / "out").read_text("utf-8")) == (2, "mine")


def test_two_runs_never_write_into_one_folder_at_a_time(folder: Path) -> None:
    other = os.open(folder / "out", os.O_RDONLY)
    fcntl.flock(other, fcntl.LOCK_EX)
    ran = grade(folder, "--html", "--svg")
    os.close(other)
    assert (ran.code, "another run writes into it just now" in ran.err) == (2, True)
    assert grade(folder, "--html", "--svg").code == 3


def test_notes_of_an_instructor_beside_the_files_of_a_run_stay(folder: Path) -> None:
    put(folder / "out/notes.txt", "mine")
    assert grade(folder, "--html", "--svg", "--fresh").code == 3
    assert (folder / "out/notes.txt").read_text("utf-8") == "mine"
