"""What `gametree regrade` refuses: nothing of the run before may be lost, and nothing may be mixed."""

from __future__ import annotations

from pathlib import Path

import pytest
from console import Ran, put, run
from quizzes import build_quiz

PROBLEM = "{format: gametree-problem/1, id: p, kind: minimax, tree: [[3, 12], [2, 4]], ask: [value]}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a class of one that was marked into OUT."""
    put(tmp_path / "p.yaml", PROBLEM)
    put(tmp_path / "hand/a.yaml", "answers: {p: {value: 3}}\n")
    assert run("grade", tmp_path / "hand", "-p", tmp_path / "p.yaml", "--out", tmp_path / "OUT").code == 0
    return tmp_path


def regrade(folder: Path, *options: object, out: str = "NEW", old: str = "OUT") -> Ran:
    return run("regrade", folder / old, folder / "hand", *options, "--out", folder / out)


@pytest.mark.parametrize("out", ["OUT", "OUT/../OUT", "OUT/new", "."])
def test_the_new_folder_is_never_the_old_one(folder: Path, out: str) -> None:
    before = (folder / "OUT/results.jsonl").read_bytes()
    ran = regrade(folder, "-p", folder / "p.yaml", out=out)
    assert (ran.code, "a folder of its own" in ran.err) == (2, True)
    assert (folder / "OUT/results.jsonl").read_bytes() == before


def test_a_regraded_folder_is_told_as_that_with_its_command(folder: Path) -> None:
    made, old, new = ("-p", folder / "p.yaml"), folder / "OUT", folder / "NEW"
    assert regrade(folder, *made).code == 0
    graded = run("grade", folder / "hand", *made, "--out", new)
    again = f"gametree regrade {old} {folder / 'hand'} … --out {new} goes on with it"
    assert (graded.code, f"{new}: is a regrade of {old}; {again}; name another folder, or --fresh" in graded.err) == (
        2,
        True,
    )
    assert regrade(folder, *made).code == 0
    assert f"{old}: is no regrade; name another folder" in regrade(folder, *made, old="NEW", out="OUT").err


def test_one_way_to_find_problems_is_named(folder: Path) -> None:
    assert regrade(folder).code == 2
    assert regrade(folder, "-p", folder / "p.yaml", "--quiz", folder / "hand").code == 2


def test_a_folder_of_something_else_is_refused(folder: Path) -> None:
    ran = regrade(folder, "-p", folder / "p.yaml", old="hand")
    assert (ran.code, "no folder that a class was graded into" in ran.err) == (2, True)
    put(folder / "OUT/run.json", "[]")
    assert "is not what a class run writes" in regrade(folder, "-p", folder / "p.yaml").err


def test_a_run_that_was_interrupted_is_to_be_finished_first(folder: Path) -> None:
    put(folder / "OUT/journal.jsonl", "")
    ran = regrade(folder, "-p", folder / "p.yaml")
    assert (ran.code, "was interrupted" in ran.err) == (2, True)


def test_results_that_somebody_changed_are_not_believed(folder: Path) -> None:
    file = folder / "OUT/results.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"earned": 1', b'"earned": 0'))
    ran = regrade(folder, "-p", folder / "p.yaml")
    assert (ran.code, "was changed since the run wrote it" in ran.err) == (2, True)


def test_a_class_without_a_quiz_is_not_marked_by_one(folder: Path) -> None:
    build = build_quiz(folder / "quiz", exercises=["{id: q1, bank: minimax-textbook}"])
    ran = regrade(folder, "--quiz", build)
    assert (ran.code, "OUT is of no quiz, and it is to be marked by the quiz week5" in ran.err) == (2, True)


def test_a_wrong_share_is_wrong_usage(folder: Path) -> None:
    ran = regrade(folder, "-p", folder / "p.yaml", "--follow-through", "2/3")
    assert (ran.code, "--follow-through" in ran.err) == (2, True)
    assert not (folder / "NEW").exists()


def test_decisions_that_the_run_before_had_are_not_left_out_in_silence(folder: Path) -> None:
    made, marks = (
        ("-p", folder / "p.yaml"),
        "format: gametree-adjust/1\nby: t\nadjust: [{why: w, student: a, add: -1}]\n",
    )
    first, more = put(folder / "first.yaml", marks), put(folder / "more.csv", "student,note,by,why\na,Well done.,t,w\n")
    assert run("grade", folder / "hand", *made, "--out", folder / "OUT", "--adjust", first).code == 0
    refused = regrade(folder, *made, "--adjust", more)
    assert refused.err.splitlines()[0].endswith(
        f"OUT: was made with {first}, which is not named now; name it, or --fresh: then its decisions do not count"
    )
    assert (refused.code, (folder / "NEW").exists()) == (2, False)
    elsewhere = put(folder / "moved/first.yaml", marks)  # the same bytes under another name
    for at, named in enumerate([(), ("--adjust", first, "--adjust", more), ("--adjust", elsewhere)]):
        assert regrade(folder, *made, *named, out=f"NEW{at}").code == 0
    meant = regrade(folder, *made, "--adjust", more, "--fresh")
    assert (meant.code, f"warning: {folder / 'OUT'}: was made with {first}" in meant.err) == (0, True)
