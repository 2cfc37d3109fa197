"""One evening of an instructor, from quiz.yaml to the last mark: built, answered by a simulated class, graded, killed, resumed, its
key corrected and marked again.

What the gradebook must say comes from `simulated_class`, which marks by a sum of its own.
"""

from __future__ import annotations

import csv
import shutil
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

import pytest
import simulated_class
from class_runs import files_of, kill_after
from console import begin, run
from simulated_class import AFTER, BEFORE, HandIn, Sheet

SIZES = [12, pytest.param(60, marks=pytest.mark.slow), pytest.param(400, marks=[pytest.mark.slow, pytest.mark.full])]


class Evening(NamedTuple):
    """The folder of an evening, what there is to grade, what everybody handed in, and everybody's sheet."""

    folder: Path
    paths: Sequence[Path]
    held: Sequence[HandIn]
    sheets: Mapping[str, Sheet]

    @property
    def build(self) -> Path:
        """Return the folder of the build."""
        return self.folder / "build"

    def grading(self, out: str) -> tuple[object, ...]:
        """Return the command that grades the class into a folder."""
        return "grade", *self.paths, "--quiz", self.build, "--out", self.folder / out, "--html"


@pytest.fixture(scope="module", params=SIZES)
def evening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Return an evening on which a class was graded into `whole`."""
    folder, count = tmp_path_factory.mktemp("evening"), request.param
    (quiz := folder / "quiz").mkdir()
    simulated_class.write_class(quiz, count)
    jobs = ("--jobs", 1) if count < 100 else ()
    assert run("quiz", "build", quiz, "--out", folder / "build", *jobs).code == 0
    sheets = simulated_class.sheets(folder / "build", count)
    held = simulated_class.hand_ins(sheets)
    made = Evening(folder, simulated_class.write_hand_ins(folder, held), held, sheets)
    ran = run(*made.grading("whole"))
    assert (ran.code, ran.out) == (3, ""), ran.err  # some can not be graded
    return made


def gradebook(folder: Path, columns: Sequence[str]) -> list[dict[str, str]]:
    """Return the lines of a gradebook, of some of its columns."""
    with open(folder / "gradebook.csv", encoding="utf-8", newline="") as opened:
        return [{name: row[name] for name in columns} for row in csv.DictReader(opened)]


def test_gradebook_is_right_to_the_last_mark_by_an_independent_sum(evening: Evening) -> None:
    expected = simulated_class.gradebook(evening.held, evening.sheets, BEFORE)
    assert gradebook(evening.folder / "whole", list(expected[0])) == expected


def test_the_class_is_mixed_enough_to_prove_something(evening: Evening) -> None:
    assert {one.sort for one in evening.held} == {*simulated_class.SORTS, *simulated_class.SPECIAL}
    assert {one.way for one in evening.held} == {*simulated_class.WAYS, ""}
    expected = simulated_class.gradebook(evening.held, evening.sheets, BEFORE)
    for column in ("q1", "q2", "q3", "q4"):
        assert len({row[column] for row in expected}) > 3


def test_every_file_is_accounted_for(evening: Evening) -> None:
    with open(evening.folder / "whole/inputs.csv", encoding="utf-8", newline="") as opened:
        rows = [(row["student"], row["status"]) for row in csv.DictReader(opened)]
    special = {"foreign": "foreign", "unreadable": "not-gradable"}
    files = [(one.student, special.get(one.sort, "graded")) for one in evening.held for _ in one.files]
    assert sorted(rows) == sorted(files)


def test_everybody_who_handed_in_gets_a_page_and_nobody_else(evening: Evening) -> None:
    pages = {file.parent.name for file in (evening.folder / "whole/feedback").glob("*/report.html")}
    assert pages == {one.student for one in evening.held if one.files}


def test_a_run_that_was_killed_ends_with_the_same_bytes(evening: Evening) -> None:
    kill_after(begin(*evening.grading("killed")), evening.folder / "killed/journal.jsonl", len(evening.held) // 3)
    ran = run(*evening.grading("killed"))
    assert ran.code == 3, ran.err
    assert files_of(evening.folder / "killed") == files_of(evening.folder / "whole")


@pytest.fixture(scope="module")
def corrected(evening: Evening) -> Path:
    """Return the folder of the class as it was marked again when conventions and points of a copy of the quiz were corrected."""
    quiz, build, new = (evening.folder / name for name in ("quiz-corrected", "build-corrected", "corrected"))
    shutil.copytree(evening.folder / "quiz", quiz)
    shutil.copytree(evening.build, build)
    simulated_class.correct(quiz)
    assert run("quiz", "build", quiz, "--out", build, "--rekey").code == 0
    assert files_of(build / "students") == files_of(evening.build / "students")
    ran = run("regrade", evening.folder / "whole", *evening.paths, "--quiz", build, "--out", new)
    assert ran.code == 3, ran.err
    return new


def test_after_a_corrected_key_the_gradebook_is_right_to_the_last_mark(evening: Evening, corrected: Path) -> None:
    expected = simulated_class.gradebook(evening.held, evening.sheets, AFTER)
    assert gradebook(corrected, list(expected[0])) == expected


def test_changes_are_those_of_the_independent_sums(evening: Evening, corrected: Path) -> None:
    was, now = (simulated_class.gradebook(evening.held, evening.sheets, stated) for stated in (BEFORE, AFTER))
    expected = {
        (old["student"], name): Decimal(new[name]) - Decimal(old[name])
        for old, new in zip(was, now, strict=True)
        for name in BEFORE
        if old[name] and old[name] != new[name]
    }
    assert {name for _, name in expected} == {"q4"}
    with open(corrected / "changes.csv", encoding="utf-8", newline="") as opened:
        rows = [row for row in csv.DictReader(opened) if not row["part"] and Decimal(row["difference"])]
    assert {(row["student"], row["exercise"]): Decimal(row["difference"]) for row in rows} == expected
