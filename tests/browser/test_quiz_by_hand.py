"""A quiz filled in by a class through its real pages, at a desk and on a phone, and graded: the gradebook is right to the last mark."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
import simulated_class
from console import run
from simulated_class import Answers, HandIn, Sheet

from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.filling import Finger, Keyboard, Mouse, download
from grader.course.quiz.built import Built, open_build
from grader.kinds import Exercise

STUDENTS = 20
WAYS = {
    "mouse": (Mouse, LAPTOP, "wide"),
    "keyboard": (Keyboard, LAPTOP, "wide"),
    "finger": (Finger, PHONE, "tall"),
    "keyboard-phone": (Keyboard, PHONE, "tall"),
    "mouse-phone": (Mouse, PHONE, "tall"),
}
"""What a student fills in with, the size of the window, and which drawing of a tree is seen there."""
SORTS = ("right", "slip", "misconception", "blank", "malformed", "noise")
SMALL = (
    simulated_class.QUIZ.replace("depth: 2, branching: 3", "depth: 2, branching: 2")
    .replace("depth: 3, branching: 2, ask: [value, best-move, pruned, values]", "depth: 2, branching: 3")
    .replace("children: 4", "children: 3")
)


class Quiz(NamedTuple):
    """A quiz that was built, everybody's sheet, and what everybody answers: all, and what of it can be marked."""

    built: Built
    sheets: Mapping[str, Sheet]
    written: Mapping[str, tuple[str, Answers, Answers]]


@pytest.fixture(scope="module")
def quiz(tmp_path_factory: pytest.TempPathFactory) -> Quiz:
    """Return a quiz for a class."""
    folder = tmp_path_factory.mktemp("quiz")
    simulated_class.write_class(folder, STUDENTS, SMALL)
    assert run("quiz", "build", folder, "--out", folder / "build", "--jobs", 1).code == 0
    sheets = simulated_class.sheets(folder / "build", STUDENTS)
    return Quiz(open_build(str(folder / "build")), sheets, dict(_answers(sheets)))


def _answers(sheets: Mapping[str, Sheet]) -> Iterator[tuple[str, tuple[str, Answers, Answers]]]:
    for place, (student, sheet) in enumerate(sheets.items()):
        sort, rng = SORTS[place % len(SORTS)], random.Random(f"by hand {student}")
        written, marked = simulated_class.answered("right" if sort == "malformed" else sort, sheet, rng)
        if sort == "malformed":
            written["q1"]["value"] = "three"
            del marked["q1"]["value"]
        yield student, (sort, written, marked)


@pytest.mark.parametrize("way", WAYS)
def test_what_students_fill_in_earns_what_it_is_worth(
    way: str, quiz: Quiz, tmp_path: Path, open_page: OpenPage
) -> None:
    """Each way is that of a part of the class; the rest hands in nothing here."""
    at_work = [student for place, student in enumerate(quiz.sheets) if list(WAYS)[place % len(WAYS)] == way]
    (downloads := tmp_path / "downloads").mkdir()
    for student in at_work:
        _fill_in(student, way, quiz, downloads, open_page)
    ran = run("grade", downloads, "--quiz", quiz.built.folder, "--out", tmp_path / "out")
    assert (ran.code, ran.out) == (0, ""), ran.err
    held = [
        HandIn(student, sort if student in at_work else "missing", "file", marked if student in at_work else None)
        for student, (sort, _, marked) in quiz.written.items()
    ]
    expected = simulated_class.gradebook(held, quiz.sheets, simulated_class.BEFORE)
    with open(tmp_path / "out/gradebook.csv", encoding="utf-8", newline="") as opened:
        assert [{name: row[name] for name in expected[0]} for row in csv.DictReader(opened)] == expected


def _fill_in(student: str, way: str, quiz: Quiz, downloads: Path, open_page: OpenPage) -> None:
    user, size, drawing = WAYS[way]
    opened = open_page(Path(quiz.built.folder, "students", student, "quiz.html"), size)
    for place, assigned in enumerate(quiz.built.sheet_of(student)):
        exercise = quiz.built.find(assigned.problem)
        assert isinstance(exercise, Exercise)
        user(opened.page, exercise, place, drawing).fill(quiz.written[student][1].get(assigned.exercise, {}))
    assert download(opened.page, downloads).name == f"{student}.json"
    assert not opened.errors
    assert not opened.requests
