"""One evening with a class whose work came by every way at once: marked in one run that is killed twenty times, with late work, decisions and words.

What the gradebook must say is added up here, from what the hand-ins were made of and no more.
"""

from __future__ import annotations

import csv
import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest
from class_runs import kill_after, table
from console import begin, put, run
from quizzes import perfect, write_quiz
from zipped import zipped

from grader.course.quiz.built import Built, open_build

SIZES = [pytest.param(80, marks=pytest.mark.slow), pytest.param(400, marks=[pytest.mark.slow, pytest.mark.full])]
KILLS = 20
POINTS = {
    "q1": {"value": 1, "best-move": 1, "values": 2},
    "q2": {"value": 1, "best-move": 1, "pruned": 2},
    "q3": {"scores": 1, "choice": 1},
    "q4": {"text": 4},
}
EXERCISES = (
    "{id: q1, problem: {kind: minimax, tree: [[3, 12, 8], [3, 15, 6], [2, 9, 4]]}, points: {value: 1, best-move: 1, values: 2}}",
    "{id: q2, generate: {kind: alpha-beta, depth: 2, branching: 3}, points: {value: 1, best-move: 1, pruned: 2}}",
    "{id: q3, generate: {kind: ucb, children: 3}, points: {scores: 1, choice: 1}}",
    (
        "{id: q4, problem: {kind: text, text: {prompt: Why is the second cutoff deep?, points: 4, rubric: [{points: 2, says: names the bound from the root}, "
        "{points: 1, says: says why the parent's bound would not cut}, {points: -1, says: takes MIN for MAX}]}}}"
    ),
)
RUBRIC = (2, 1, -1)
"""What the lines of the rubric of q4 are worth."""
DUE, GRACE, PERCENT = datetime.fromisoformat("2026-11-20T18:00+01:00"), 10, 25
LATER = (-90, 10, 11, 1440, 1441, 3000)
"""Minutes after DUE at which students hand in, in turn."""
POSSIBLE, CAP = Fraction(12), Fraction(21, 2)
"""What a sheet is worth without the bonus, and the most that it earns."""
MORE, ORAL, WITHOUT, EXTENDED, LAST_WRITER = 21, 40, 8, 16, 41
"""The students with half a point more in q2, with an oral examination in place of a hand-in, without q2, with a day more, and the last who answers in words."""
DECISIONS = f"""\
format: gametree-adjust/1
by: lecturer
adjust:
  - {{why: C is as good as B, exercise: q1, part: best-move, accept: C}}
  - {{why: well argued, student: s{MORE:03}, exercise: q2, add: 0.5, note: Your drawing is right.}}
  - {{why: oral examination, student: s{ORAL:03}, set: 7}}
  - {{why: ill, student: s{WITHOUT:03}, exercise: q2, drop: true}}
  - {{why: not in the lecture, exercise: q3, bonus: true}}
  - {{why: enough, cap: 10.5}}
  - {{why: fire alarm, student: s{EXTENDED:03}, due: "+1440"}}
"""
NEITHER = {"in/moodle/.DS_Store": b"x", "in/mails/Thumbs.db": b"x", "in/mails/photo.png": b"\x89PNG\r\n\x1a\n"}
"""Files that are nobody's hand-in."""


class Student(NamedTuple):
    """A student by number: how they hand in, how late, and what of the sheet they have right."""

    number: int

    @property
    def id(self) -> str:
        """Return the id on the class list."""
        return f"s{self.number:03}"

    @property
    def name(self) -> str:
        """Return the name on the class list; no two have a word in common."""
        letters = "".join(chr(ord("a") + self.number // 26**place % 26) for place in (1, 0))
        return f"A{letters}na B{letters}berg"

    @property
    def way(self) -> str:
        """Return by which way the hand-in comes; every fortieth student hands in nothing."""
        return ("", "moodle", "canvas", "gradescope", "mail")[0 if self.number % 40 == 0 else 1 + self.number % 4]

    @property
    def later(self) -> int | None:
        """Return how many minutes after DUE it came; None where no table and no platform says so."""
        return LATER[self.number // 4 % len(LATER)] if self.way in ("moodle", "gradescope") else None

    @property
    def is_late_by_canvas(self) -> bool:
        """Return whether Canvas says LATE, and no more."""
        return self.way == "canvas" and self.number % 3 == 0

    @property
    def lost(self) -> dict[str, set[str]]:
        """Return the parts of each exercise that are not right; all of an exercise that is left out."""
        number = self.number
        return {
            "q1": {part for part, every in (("best-move", 6), ("values", 5)) if number % every == 1},
            "q2": {part for part, every in (("value", 10), ("pruned", 3)) if number % every == 0},
            "q3": {*POINTS["q3"]} if number % 8 == 0 else {"choice"} if number % 7 == 0 else set(),
            "q4": set() if self.writes else {"text"},
        }

    @property
    def writes(self) -> bool:
        """Return whether they answer in words: the first forty who hand in."""
        return self.number <= LAST_WRITER and bool(self.way)

    @property
    def ticked(self) -> list[int]:
        """Return the places of the lines of the rubric that whoever marks their words ticks."""
        return [place for place in range(len(RUBRIC)) if self.number >> place & 1]

    @property
    def typed(self) -> str:
        """Return the marks that are typed in place of the sum of these lines; most often none are."""
        return "3.5" if self.number % 5 == 0 else ""

    @property
    def in_words(self) -> Fraction:
        """Return what their words are worth to whoever marks them."""
        return Fraction(self.typed or max(0, sum(RUBRIC[place] for place in self.ticked)))

    def answers(self, built: Built) -> str:
        """Return what they hand in: every other student chose C in q1, which people accept."""
        data = perfect(built, self.id)
        for one in built.sheet_of(self.id):
            answers, lost = data["answers"][one.problem], self.lost[one.exercise]
            if one.exercise == "q1":
                answers["best-move"] = "D" if "best-move" in lost else "BC"[self.number % 2]
            if lost == {*POINTS[one.exercise]}:
                del data["answers"][one.problem]
            if self.writes and one.exercise == "q4":
                answers["text"] = f"=The bound of the root, {3 * self.number},\nis met below it."
            for part in lost - {"best-move"}:
                answers.pop(part, None)
        return json.dumps(data)


def students(count: int) -> list[Student]:
    """Return a class of so many."""
    return [Student(number) for number in range(1, count + 1)]


def hand_in(folder: Path, held: Sequence[Student], built: Built) -> list[str]:
    """Write what a class hands in below `in`, and return all files, each once."""
    files: dict[str, str | bytes] = dict(NEITHER)
    packed, submitters = dict[str, str](), list[str]()
    for one in held:
        number, answers = one.number, one.answers(built) if one.way else ""
        if one.way == "moodle":
            files[f"in/moodle/{one.name}_{88000 + number}_assignsubmission_file/answers.json"] = answers
        elif one.way == "canvas":
            flat = "".join(reversed(one.name.split())).lower() + "_LATE" * one.is_late_by_canvas
            packed[f"{flat}_{9000 + number}_{number}_answers.json"] = answers
        elif one.way == "gradescope":
            files[f"in/scope/submission_{number}/answers.json"] = answers
            submitters.append(submitter(one))
        elif one.way == "mail":
            files[f"in/mails/{one.id}{' (1)' * (number % 3 == 0)}.json"] = answers
    files["in/scope/submission_metadata.yml"] = "---\n" + "".join(submitters)
    for name, content in files.items():
        put(folder / name, content)
    put(folder / "in/canvas.zip", zipped(packed))
    return [*files, *(f"in/canvas.zip/{name}" for name in packed)]


def submitter(one: Student) -> str:
    """Return what Gradescope's list says of a submission."""
    who = f"  - :name: {one.name}\n    :sid: {one.id}\n    :email: {one.id}@example.edu\n"
    came = DUE + timedelta(minutes=one.later or 0)
    return f"submission_{one.number}:\n  :submitters:\n{who}  :created_at: {came.isoformat()}\n"


def worksheet_of(held: Sequence[Student]) -> str:
    """Return Moodle's grading worksheet of a class, of whom some handed in there."""
    lines = [
        "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (submission),Last modified (grade),Feedback comments"
    ]
    for one in held:
        came = DUE + timedelta(minutes=one.later or 0)
        said = f'"{came:%A, %d %B %Y, %I:%M %p}"' if one.way == "moodle" else "-"
        who = f"Participant {88000 + one.number},{one.name},{one.id}@example.edu"
        lines.append(f"{who},,,12,Yes,{said},-,")
    return "\n".join([*lines, ""])


class Sum(NamedTuple):
    """What a student has by a plain sum: marks of exercises, earned of possible, and the penalty; None: nobody knows."""

    marks: Mapping[str, Fraction]
    earned: Fraction | None
    possible: Fraction
    penalty: Fraction | None

    @property
    def final(self) -> Fraction | None:
        """Return what is left."""
        return None if self.earned is None else self.earned - (self.penalty or 0)


def plain_sum(one: Student) -> Sum:
    """Return what a student has in the end."""
    if not one.way:  # a bonus is for those who handed in, so that to others all is possible
        return Sum({}, Fraction(7) if one.number == ORAL else None, POSSIBLE + sum(POINTS["q3"].values()), None)
    lost = {exercise: sum(POINTS[exercise][part] for part in parts) for exercise, parts in one.lost.items()}
    marks = {exercise: Fraction(sum(points.values()) - lost[exercise]) for exercise, points in POINTS.items()}
    possible = POSSIBLE
    if one.writes:
        marks["q4"] = one.in_words
    if one.number == MORE:
        marks["q2"] += Fraction(1, 2)
    if one.number == WITHOUT:
        del marks["q2"]
        possible -= 4
    earned = min(sum(marks.values()), CAP)
    minutes = None if one.later is None else one.later - (1440 if one.number == EXTENDED else 0)
    days = int(one.is_late_by_canvas) if one.way == "canvas" else None
    if minutes is not None:
        days = -(-minutes // 1440) if minutes > GRACE else 0
    return Sum(marks, earned, possible, None if days is None else min(earned, possible * PERCENT * days / 100))


def shown(number: Fraction | None) -> str:
    """Return a number as tables show it; all here have at most two decimals."""
    return "" if number is None else f"{float(number):.2f}".rstrip("0").rstrip(".")


def test_the_class_is_mixed_enough_to_prove_something() -> None:
    held = students(80)
    ways = Counter(one.way for one in held)
    assert {*ways} == {"", "moodle", "canvas", "gradescope", "mail"}
    sums = {one.number: plain_sum(one) for one in held}
    assert len({one.earned for one in sums.values()}) > 5
    assert len({one.penalty for one in sums.values()}) > 4
    assert sums[ORAL].marks == {}
    assert held[EXTENDED - 1].later == 1441
    assert held[MORE - 1].lost["q2"] == {"pruned"}


class Evening(NamedTuple):
    """An evening whose marking has ended, but for words: the class, its files, and the command that marks it."""

    held: list[Student]
    files: list[str]
    folder: Path
    command: tuple[object, ...]

    @property
    def out(self) -> Path:
        """Return the folder of the results."""
        return self.folder / "out"

    def ends_with(self, marks: Path) -> None:
        """Give the command again with the marks of words, killed once more, and hold all that is written against plain sums."""
        command = (*self.command, "--adjust", marks)
        kill_after(begin(*command), self.out / "journal.jsonl", 1)
        ran = run(*command)
        assert ran.code == 3, ran.err
        check_gradebook(self.out, self.held)
        check_inputs(self.out, self.held, [str(self.folder / name) for name in self.files])
        check_decisions(self.out, self.held)
        check_filled(self.out, self.held, self.folder / "worksheet.csv", "Grade")
        canvas = put(self.folder / "canvas.csv", canvas_of(self.held))
        check_filled(self.out, self.held, canvas, "HW (98765)")


def evening(folder: Path, count: int) -> Evening:
    """Return an evening of so many students, killed twenty times until only words wait for a person."""
    held, out = students(count), folder / "out"
    quiz = write_quiz(folder / "quiz", exercises=EXERCISES)
    rows = (f"{one.id},{one.name},{one.id}@example.edu" for one in held)
    put(folder / "quiz/roster.csv", "\n".join(["id,name,email", *rows, ""]))
    assert run("quiz", "build", quiz, "--out", folder / "build").code == 0
    files = hand_in(folder, held, open_build(str(folder / "build")))
    arguments = [folder / "in" / name for name in ("moodle", "canvas.zip", "scope", "mails")]
    worksheet = put(folder / "worksheet.csv", worksheet_of(held))
    late = ("--due", DUE.isoformat(), "--grace", GRACE, "--late-penalty", PERCENT, "--times", worksheet)
    decided = ("--adjust", put(folder / "by-hand.yaml", DECISIONS))
    command = ("grade", *arguments, "--quiz", folder / "build", "--out", out, *late, *decided)
    draws = random.Random(count)
    for kill in range(KILLS):
        lines = kill * count // KILLS + draws.randrange(count // KILLS)
        kill_after(begin(*command), out / "journal.jsonl", lines)
    ran = run(*command)
    assert ran.code == 3, ran.err
    assert "; 40 wait for a person: " in ran.err, ran.err[-400:]
    book = table(out / "gradebook.csv")
    assert [row["student"] for row in book if row["status"] == "pending"] == [one.id for one in held if one.writes]
    assert {(row["q4"], row["earned"], row["final"]) for row in book if row["status"] == "pending"} == {("", "", "")}
    return Evening(held, files, folder, command)


@pytest.mark.apart
@pytest.mark.parametrize("count", SIZES)
def test_an_evening_that_is_killed_twenty_times_ends_with_the_right_marks(tmp_path: Path, count: int) -> None:
    marked = evening(tmp_path, count)
    worth = {one.id: one.in_words for one in marked.held}
    rows = [{**row, "set": shown(worth[row["student"]]), "by": "Ann"} for row in table(marked.out / "marking.csv")]
    assert len(rows) == 40
    with (tmp_path / "marks.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*rows[0]])
        writer.writeheader()
        writer.writerows(rows)
    marked.ends_with(tmp_path / "marks.csv")


def check_gradebook(out: Path, held: Sequence[Student]) -> None:
    """Hold every mark of the gradebook against the plain sum."""
    book = table(out / "gradebook.csv")
    assert [row["student"] for row in book] == [*(one.id for one in held), "photo"]
    assert (book[-1]["status"], book[-1]["final"]) == ("not-gradable", "")
    for one, row in zip(held, book[:-1], strict=True):
        added = plain_sum(one)
        percent = None if added.earned is None else 100 * added.earned / added.possible
        expected = {exercise: shown(added.marks.get(exercise)) for exercise in POINTS} | {
            "earned": shown(added.earned),
            "possible": shown(None if added.earned is None else added.possible),
            "percent": "" if percent is None else shown(Fraction((20 * percent + 1) // 2, 10)),
            "status": "missing" if added.earned is None else "graded",
            "raw": shown(added.earned),
            "penalty": shown(added.penalty),
            "final": shown(added.final),
            "platform": one.way if one.way in ("moodle", "canvas", "gradescope") else "",
        }
        assert {name: row[name] for name in expected} == expected, one


def check_inputs(out: Path, held: Sequence[Student], files: Sequence[str]) -> None:
    """See that every file stands in inputs.csv once, and that those who handed in are graded once."""
    inputs = table(out / "inputs.csv")
    assert Counter(row["source"] for row in inputs) == Counter(files)
    graded = [row["student"] for row in inputs if row["status"] == "graded"]
    assert sorted(graded) == [one.id for one in held if one.way]


def check_decisions(out: Path, held: Sequence[Student]) -> None:
    """See that what was decided is told for everybody whom it is about, and what it changed."""
    adjusted, everybody = table(out / "adjusted.csv"), sum(bool(one.way) for one in held)
    about_one = ("add 0.5", "set 7", "drop", "due +1440")
    expected = Counter(dict.fromkeys(("accept C", "bonus", "cap 10.5"), everybody) | dict.fromkeys(about_one, 1))
    expected.update(f"set {shown(one.in_words)}" for one in held if one.writes)
    assert Counter(row["what"] for row in adjusted) == expected
    better = [row["student"] for row in adjusted if row["what"] == "accept C" and row["before"] != row["after"]]
    assert better == [one.id for one in held if one.way and one.number % 2 and "best-move" not in one.lost["q1"]]


def check_filled(out: Path, held: Sequence[Student], book: Path, column: str) -> None:
    """Fill a gradebook of a platform, out of 12 points, and hold every mark in it against the plain sum."""
    ran = run("gradebook", out, "--fill", book, "--column", column, "--out", book.parent / "filled.csv")
    assert ran.code == 0, ran.err
    for one, row in zip(held, table(book.parent / "filled.csv")[-len(held) :], strict=True):
        added = plain_sum(one)
        assert row[column] == shown(None if added.final is None else added.final * POSSIBLE / added.possible), one


def canvas_of(held: Sequence[Student]) -> str:
    """Return Canvas' gradebook of a class."""
    names = [(one, *one.name.split()) for one in held]
    rows = (f'"{last}, {first}",{9000 + one.number},{one.id},{one.id},AI,' for one, first, last in names)
    head = ("Student,ID,SIS User ID,SIS Login ID,Section,HW (98765)", "    Points Possible,,,,,12")
    return "\n".join([*head, *rows, ""])
