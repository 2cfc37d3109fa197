"""Exercises that are picked for each sheet, and sheets in an order of their own: who has what, and that marks go by the sheet.

Who has what is computed here once more, and what the gradebook must say comes from `simulated_class`, which marks by a sum of its own.
"""

from __future__ import annotations

import csv
import hashlib
import hmac
import json
import shutil
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest
import simulated_class
import yaml
from class_runs import files_of
from console import run
from simulated_class import HandIn, Sheet, Stated

from grader.course.quiz import read_secret
from grader.course.quiz.built import open_build, write_lock
from grader.course.quiz.exercises import uneven
from grader.course.quiz.sheets import read_stated

OF_THE_DOCS = "this-secret-is-in-the-documentation-so-it-is-none"
WEEK6 = """\
format: gametree-quiz/1
id: week6
variants: per-student
order: shuffled
exercises:
  - {id: q1, bank: minimax-textbook}
  - pick: 2
    points: 3
    of: [{id: q2a, bank: deep-cutoff}, {id: q2b, file: b.yaml}, {id: q2c, generate: {kind: alpha-beta, depth: 4, branching: 2}}]
  - {id: q3, generate: {kind: minimax, game: take-away}}
"""
B = "format: gametree-problem/1\nid: two-replies\nkind: alpha-beta\ntree: [[3, 12, 8], [2, 15, 6]]\n"
SHEETS = {
    "s1001": ["q2b", "q1", "q3", "q2a"],
    "s1002": ["q2b", "q3", "q2c", "q1"],
    "s1003": ["q2a", "q1", "q3", "q2b"],
    "s1004": ["q2a", "q2b", "q1", "q3"],
}
ONE, OTHER = "{id: a, problem: {kind: minimax, tree: [[3, 5], [2, 9]]}}", "{id: b, bank: minimax-textbook}"


def digits(label: str, exercise: str, who: str, quiz: str = "week6", secret: str = OF_THE_DOCS) -> str:
    """Return the digits by which exercises are picked and ordered, computed by themselves."""
    named = f'["{label}","{quiz}","{exercise}","{who}"]'
    return hmac.new(secret.encode(), named.encode(), hashlib.sha256).hexdigest()


def write_week6(folder: Path, text: str = WEEK6, students: Sequence[str] = tuple(SHEETS)) -> Path:
    """Write the quiz with a class and the secret of the documentation, and return its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "quiz.yaml").write_text(text, "utf-8")
    (folder / "b.yaml").write_text(B, "utf-8")
    (folder / "quiz.secret").write_text(OF_THE_DOCS, "utf-8")
    (folder / "quiz.secret").chmod(0o600)
    (folder / "roster.csv").write_text("\n".join(["id", *students]) + "\n", "utf-8")
    return folder


def templates(build: Path) -> dict[str, list[str]]:
    """Return the exercises of each student's sheet, in the order of the template for answers."""
    found = {}
    for file in sorted((build / "students").glob("*/answers.yaml")):
        stated = yaml.load(file.read_text("utf-8"), yaml.BaseLoader)
        found[stated["student"]] = [id_.rpartition("-")[0] for id_ in stated["answers"]]
    return found


@pytest.fixture(scope="module")
def week6(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the quiz in `quiz` and what was built of it in `build`."""
    folder = tmp_path_factory.mktemp("week6")
    ran = run("quiz", "build", write_week6(folder / "quiz"), "--out", folder / "build", "--jobs", 1)
    assert ran.code == 0, ran.err
    return folder


# Who has what


def test_the_smallest_digits_are_picked_and_order_the_sheet() -> None:
    secret = read_secret(OF_THE_DOCS.encode(), "")
    first = {who: [secret.digits("pick", "week6", id_, who)[:6] for id_ in ("q2a", "q2b", "q2c")] for who in SHEETS}
    assert first["s1001"] == ["ed301d", "b603ee", "ee4b5c"]
    assert first["s1002"] == ["75e1dd", "26fcbc", "4b2c0c"]
    for who, sheet in SHEETS.items():
        assert [*first[who]] == [digits("pick", id_, who)[:6] for id_ in ("q2a", "q2b", "q2c")]
        picked = sorted(("q2a", "q2b", "q2c"), key=lambda id_, who=who: digits("pick", id_, who))[:2]  # type: ignore[misc]
        ordered = sorted(["q1", "q3", *picked], key=lambda id_, who=who: digits("order", id_, who))  # type: ignore[misc]
        assert ordered == sheet


def test_template_page_and_key_have_the_exercises_of_the_sheet_in_its_order(week6: Path) -> None:
    assert templates(week6 / "build") == SHEETS
    built = open_build(str(week6 / "build"))
    for who, sheet in SHEETS.items():
        ids = [one.problem for one in built.sheet_of(who)]
        assert [one.exercise for one in built.sheet_of(who)] == sheet
        page = (week6 / "build/students" / who / "quiz.html").read_text("utf-8")
        places = [page.index(id_) for id_ in ids]
        assert places == sorted(places)
        shown = run("quiz", "show", week6 / "build", who).out
        titles = [f"## {at}. {built.get(id_).problem.title} (3 points)" for at, id_ in enumerate(ids, 1)]
        assert [line for line in shown.splitlines() if line in titles] == titles
    with open(week6 / "build/key/index.csv", encoding="utf-8", newline="") as opened:
        rows = [(row["student"], row["exercise"]) for row in csv.DictReader(opened)]
    assert rows == [(who, id_) for who, sheet in SHEETS.items() for id_ in sheet]


def test_paper_has_the_order_of_the_sheet(tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("typst")
    quiz = write_week6(tmp_path / "quiz", students=("s1002",))
    assert run("quiz", "build", quiz, "--out", tmp_path / "build", "--jobs", 1, "--pdf").code == 0
    reader = pypdf.PdfReader(tmp_path / "build/students/s1002/quiz.pdf")
    text = "".join(page.extract_text() for page in reader.pages)
    built = open_build(str(tmp_path / "build"))
    places = [text.index(f"Problem {one.problem}.") for one in built.sheet_of("s1002")]
    assert places == sorted(places)


def test_the_order_of_the_document_stays_where_nothing_is_shuffled(tmp_path: Path) -> None:
    quiz = write_week6(tmp_path, WEEK6.replace("shuffled", "given"))
    asked = read_stated(str(quiz / "quiz.yaml"), str(quiz / "roster.csv")).quiz
    secret = read_secret(OF_THE_DOCS.encode(), "")
    for who, sheet in SHEETS.items():
        assert secret.on_sheet(asked, who) == sorted(sheet)


@pytest.mark.parametrize("variants", ["shared", "{groups: [a, b]}"])
def test_a_sheet_for_many_is_picked_by_whose_it_is(tmp_path: Path, variants: str) -> None:
    quiz = write_week6(tmp_path / "quiz", WEEK6.replace("per-student", variants), ())
    (quiz / "roster.csv").unlink()
    ran = run("quiz", "build", quiz, "--out", tmp_path / "build", "--jobs", 1)
    assert ran.code == 0, ran.err
    for who, ids in open_build(str(tmp_path / "build")).lock.sheets.items():
        picked = sorted(("q2a", "q2b", "q2c"), key=lambda id_, who=who: digits("pick", id_, who))[:2]  # type: ignore[misc]
        expected = sorted(["q1", "q3", *picked], key=lambda id_, who=who: digits("order", id_, who))  # type: ignore[misc]
        assert [id_.rpartition("-")[0] for id_ in ids] == expected


def test_check_counts_the_exercises_and_points_of_a_sheet(week6: Path) -> None:
    said = run("quiz", "check", week6 / "quiz").out
    assert said.startswith("week6: week6; 4 exercises, 12 points; 4 sheets, per-student\n")
    assert said.count("; each sheet has 2 of these 3\n") == 3


def test_late_students_get_what_they_had_got_and_nobody_else_is_touched(week6: Path, tmp_path: Path) -> None:
    early = [who for who in SHEETS if who != "s1002"]
    quiz, build = write_week6(tmp_path / "quiz", students=early), tmp_path / "build"
    assert run("quiz", "build", quiz, "--out", build, "--jobs", 1).code == 0
    before = files_of(build / "students")
    write_week6(quiz, students=(*early, "s1002"))
    ran = run("quiz", "build", quiz, "--out", build, "--jobs", 1, "--add")
    assert ran.code == 0, ran.err
    after = files_of(build / "students")
    assert {name: after[name] for name in before} == before
    assert after == files_of(week6 / "build/students")
    assert {**open_build(str(build)).lock.sheets} == {**open_build(str(week6 / "build")).lock.sheets}


# What is refused


@pytest.mark.parametrize(
    ("exercise", "said"),
    [
        (f"pick: 0\n    of: [{ONE}, {OTHER}]", ':4 $.exercises[0].pick: "0" is not allowed here'),
        (f"pick: 2\n    of: [{ONE}, {OTHER}]", ":4 $.exercises[0].pick: 2 of 2 is no choice, expected at most 1"),
        (f"pick: 3\n    of: [{ONE}, {OTHER}]", ":4 $.exercises[0].pick: 3 of 2 is no choice, expected at most 1"),
        (f"pick: 1.5\n    of: [{ONE}, {OTHER}]", ':4 $.exercises[0].pick: "1.5" is not allowed here'),
        (f"pick: 1\n    of: [{ONE}]", ":5 $.exercises[0].of: a list of 1 stands here"),
        ("pick: 1", ":4 $.exercises[0]: of is missing"),
        (f"of: [{ONE}, {OTHER}]", ":4 $.exercises[0]: pick is missing"),
        (f"pick: 1\n    of: [{ONE}, {ONE}]", ':5 $.exercises[0].of[1].id: there is an exercise "a" already'),
        (f"pick: 1\n    off: [{ONE}, {OTHER}]", 'there is no field "off" here'),
        (f"pick: 1\n    id: q\n    of: [{ONE}, {OTHER}]", ':5 $.exercises[0].id: there is no field "id" here'),
        (
            f"pick: 1\n    of: [{ONE}, {{pick: 1, of: [{ONE}, {OTHER}]}}]",
            ':5 $.exercises[0].of[1].pick: there is no field "pick" here',
        ),
        (f"pick: 1\n    of: [{ONE}, {{id: c}}]", ":5 $.exercises[0].of[1]: nothing here says where the exercise comes"),
        (
            f"pick: 1\n    of: [{ONE}, {{id: c, bank: minimax-textbok, so: 1}}]",
            ':5 $.exercises[0].of[1].bank: the shipped bank: there is no problem "minimax-textbok"; did you mean',
        ),
        (f"pick: 1\n    of: [{ONE}, {{id: earned, bank: minimax-textbook}}]", '"earned" is a column of the gradebook'),
        (f"pick: 1\n    points: 0\n    of: [{ONE}, {OTHER}]", ':5 $.exercises[0].points: "0" is not allowed here'),
        (
            f"pick: 1\n    points: 9000000\n    of: [{ONE}, {OTHER}]",
            ":5 $.exercises[0].points: expected points above 0, at most 1,000,000",
        ),
        (
            f"pick: 1\n    points: 3\n    of: [{ONE}, {{id: c, bank: minimax-textbook, points: 3}}]",
            ":6 $.exercises[0].of[1].points: points stand beside pick already, for each of these",
        ),
        (
            f"pick: 1\n    of: [{ONE}, {{id: c, bank: minimax-textbook, points: 4}}]",
            ":4 $.exercises[0]: a is worth 3 points, c 4: whoever gets the other is worth less; say points beside pick",
        ),
        (
            f"pick: 1\n    of: [{ONE}, {{id: c, generate: {{kind: ucb, children: 3}}}}]",
            ":4 $.exercises[0]: a is worth 3 points, c 2: whoever gets the other is worth less; say points beside pick",
        ),
        (
            f"pick: 1\n    points: 3\n    of: [{ONE}, {{id: c, bank: minimax-textbook, text: {{prompt: Why?, points: 2}}}}]",
            "a is worth 3 points, c 5: whoever gets the other is worth less; give all the same points under text",
        ),
    ],
)
def test_what_is_no_choice_is_refused_with_its_place(tmp_path: Path, exercise: str, said: str) -> None:
    write_week6(tmp_path, f"format: gametree-quiz/1\nid: week6\nexercises:\n  - {exercise}\n")
    ran = run("quiz", "check", tmp_path)
    assert (ran.code, ran.out) == (4, "")
    assert said in ran.err
    assert ran.err.count("expected points above 0") <= 1


def test_an_order_that_there_is_not_is_refused(tmp_path: Path) -> None:
    ran = run("quiz", "check", write_week6(tmp_path, WEEK6.replace("shuffled", "random")))
    assert (ran.code, ran.err) == (
        4,
        f'{tmp_path / "quiz.yaml"}:4 $.order: "random" is not allowed here, expected given or shuffled: how exercises stand on each sheet\n',
    )


def test_worths_are_compared_as_far_as_they_are_known(tmp_path: Path) -> None:
    quiz = read_stated(str(write_week6(tmp_path) / "quiz.yaml"), needs_class=False).quiz
    assert not [*uneven(quiz, {})]
    assert not [*uneven(quiz, {"q1": 7, "q2a": 3, "q2c": 3})]
    assert len([*uneven(quiz, {"q2b": 3, "q2c": 4})]) == 1


def test_an_export_has_no_sheets_to_pick_for(week6: Path, tmp_path: Path) -> None:
    ran = run("export", week6 / "quiz", "--to", "moodle-xml", "--variants", 2, "--out", tmp_path / "out")
    assert ran.code == 4
    assert "quiz.yaml:7 $.exercises[1].pick: an export has no sheets to pick for" in ran.err


def test_an_export_goes_in_the_order_of_the_document(tmp_path: Path) -> None:
    head, _, _ = WEEK6.partition("  - pick")
    quiz = write_week6(tmp_path, head + "  - {id: q3, bank: deep-cutoff}\n  - {id: q2, file: b.yaml}\n")
    out, key = tmp_path / "out", tmp_path / "key"
    assert run("export", quiz, "--to", "moodle-xml", "--key", key, "--out", out).code == 0
    assert [one.exercise for one in open_build(str(key)).sheet_of("")] == ["q1", "q3", "q2"]


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        (lambda ids: ids[:3], "has 3 problems on the sheet of s1001 for 4 exercises"),
        (lambda ids: [*ids[:3], ids[0]], "has other problems on the sheet of s1001 than one for each of its exercises"),
    ],
)
def test_a_lock_with_another_sheet_is_refused(week6: Path, tmp_path: Path, sheet: object, said: str) -> None:
    shutil.copytree(week6 / "build", tmp_path / "build")
    lock = open_build(str(tmp_path / "build")).lock
    changed = lock.sheets | {"s1001": tuple(sheet(lock.sheets["s1001"]))}  # type: ignore[operator]
    (tmp_path / "build/quiz.lock").write_bytes(write_lock(lock._replace(sheets=changed)))
    ran = run("grade", tmp_path / "build/students", "--quiz", tmp_path / "build")
    assert ran.code == 4
    assert said.replace("s1001", '"s1001"') in ran.err


# A class

QUIZ = """\
format: gametree-quiz/1
id: evening
variants: per-student
order: shuffled
exercises:
  - {id: q1, generate: {kind: minimax, depth: 2, branching: 3}, points: 3}
  - pick: 2
    points: 4
    of:
      - {id: q2a, generate: {kind: alpha-beta, depth: 2, branching: 3, ask: [value, pruned]}}
      - {id: q2b, problem: {kind: minimax, tree: [[3, 12], [2, 8], [14, 1]], ask: [value, best-move]}}
      - {id: q2c, generate: {kind: expectiminimax, depth: 2, branching: 2, ask: [value, best-move]}}
      - {id: q2d, problem: {kind: alpha-beta, tree: [[5, 4], [1, 9], [0, 2]], ask: [value, pruned]}}
  - {id: q3, generate: {kind: ucb, children: 4}, points: 2}
marking: {round: 0.25}
"""
PICKED = ("q2a", "q2b", "q2c", "q2d")
BEFORE = {
    "q1": Stated(Fraction(3), {}),
    **{name: Stated(Fraction(4), {}) for name in PICKED},
    "q3": Stated(Fraction(2), {}),
}
AFTER = {**BEFORE, **{name: Stated(Fraction(6), {}) for name in PICKED}}
CORRECTIONS = (("points: 4", "points: 6"),)
COUNT = 24


class Evening(NamedTuple):
    """The folder of a class that was graded into `whole`, what there is to grade, what everybody handed in, and everybody's sheet."""

    folder: Path
    paths: Sequence[Path]
    held: Sequence[HandIn]
    sheets: Mapping[str, Sheet]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Return a class of all sorts that was graded."""
    folder = tmp_path_factory.mktemp("evening")
    (quiz := folder / "quiz").mkdir()
    simulated_class.write_class(quiz, COUNT, QUIZ)
    assert run("quiz", "build", quiz, "--out", folder / "build", "--jobs", 1).code == 0
    sheets = simulated_class.sheets(folder / "build", COUNT)
    held = simulated_class.hand_ins(sheets)
    paths = simulated_class.write_hand_ins(folder, held)
    ran = run("grade", *paths, "--quiz", folder / "build", "--out", folder / "whole")
    assert (ran.code, ran.out) == (3, ""), ran.err  # some can not be graded
    return Evening(folder, paths, held, sheets)


def rows_of(file: Path) -> list[dict[str, str]]:
    """Return the lines of a table."""
    with open(file, encoding="utf-8", newline="") as opened:
        return [*csv.DictReader(opened)]


def gradebook(folder: Path, columns: Sequence[str]) -> list[dict[str, str]]:
    """Return the lines of a gradebook, of some of its columns."""
    return [{name: row[name] for name in columns} for row in rows_of(folder / "gradebook.csv")]


def test_everybody_has_what_an_independent_draw_gives(evening: Evening) -> None:
    for who, sheet in evening.sheets.items():
        by = {
            label: {id_: digits(label, id_, who, "evening", simulated_class.SECRET) for id_ in BEFORE}
            for label in ("pick", "order")
        }
        picked = sorted(PICKED, key=by["pick"].__getitem__)[:2]
        assert [*sheet] == sorted(["q1", "q3", *picked], key=by["order"].__getitem__)
    assert len({frozenset(sheet) for sheet in evening.sheets.values()}) > 4


def test_gradebook_of_picks_is_right_by_an_independent_sum(evening: Evening) -> None:
    expected = simulated_class.gradebook(evening.held, evening.sheets, BEFORE)
    assert {row["possible"] for row in expected} == {"13", ""}
    assert gradebook(evening.folder / "whole", list(expected[0])) == expected
    header = (evening.folder / "whole/gradebook.csv").read_text("utf-8").splitlines()[0]
    assert header.startswith("student,name,group,q1,q2a,q2b,q2c,q2d,q3,earned,")


def test_files_are_told_as_ever(evening: Evening) -> None:
    special = {"foreign": "foreign", "unreadable": "not-gradable"}
    files = [(one.student, special.get(one.sort, "graded")) for one in evening.held for _ in one.files]
    rows = rows_of(evening.folder / "whole/inputs.csv")
    assert sorted((row["student"], row["status"]) for row in rows) == sorted(files)


def test_problems_of_a_result_stand_in_the_order_of_the_sheet(evening: Evening) -> None:
    for line in (evening.folder / "whole/results.jsonl").read_text("utf-8").splitlines():
        result = json.loads(line)
        if result["gradable"]:
            assert [one["exercise"] for one in result["problems"]] == [*evening.sheets[result["student"]]]


def test_other_points_beside_pick_are_a_correction(evening: Evening, tmp_path: Path) -> None:
    quiz, build, new = (tmp_path / name for name in ("quiz", "build", "new"))
    shutil.copytree(evening.folder / "quiz", quiz)
    shutil.copytree(evening.folder / "build", build)
    simulated_class.correct(quiz, CORRECTIONS)
    ran = run("quiz", "build", quiz, "--out", build, "--rekey")
    assert ran.code == 0, ran.err
    assert "q2a, q2b, q2c, q2d changed" in ran.err
    assert files_of(build / "students") == files_of(evening.folder / "build/students")
    assert {id_: points for id_, _, points in open_build(str(build)).lock.exercises} == {
        id_: str(one.points) for id_, one in AFTER.items()
    }
    ran = run("regrade", evening.folder / "whole", *evening.paths, "--quiz", build, "--out", new)
    assert ran.code == 3, ran.err
    expected = simulated_class.gradebook(evening.held, evening.sheets, AFTER)
    assert gradebook(new, list(expected[0])) == expected
    was = simulated_class.gradebook(evening.held, evening.sheets, BEFORE)
    changed = {
        (old["student"], name): Decimal(row[name]) - Decimal(old[name])
        for old, row in zip(was, expected, strict=True)
        for name in PICKED
        if old[name] and old[name] != row[name]
    }
    rows = [row for row in rows_of(new / "changes.csv") if not row["part"] and Decimal(row["difference"])]
    assert {(row["student"], row["exercise"]): Decimal(row["difference"]) for row in rows} == changed


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("order: shuffled", "order: given", "$.order: order was changed since the quiz was built"),
        ("pick: 2", "pick: 3", "$.exercises: what is picked was changed since the quiz was built"),
        ("id: q2b,", "id: q2e,", "$.exercises: the list of exercises was changed since the quiz was built"),
        ("[14, 1]", "[14, 2]", "$.exercises[1].of[1].problem: q2b: tree was changed since the quiz was built"),
        ("ask: [value, pruned]}}\n", "ask: [value]}}\n", "ask was changed since the quiz was built"),
        (
            "points: 4\n    of:\n      - {id: q2a,",
            "of:\n      - {points: 5, id: q2a,",
            "$.exercises[1]: q2a is worth 5 points, q2b 2",
        ),
    ],
)
def test_what_is_picked_is_no_correction(evening: Evening, tmp_path: Path, was: str, now: str, said: str) -> None:
    shutil.copytree(evening.folder / "quiz", tmp_path / "quiz")
    shutil.copytree(evening.folder / "build", tmp_path / "build")
    text = (tmp_path / "quiz/quiz.yaml").read_text("utf-8")
    (tmp_path / "quiz/quiz.yaml").write_text(text.replace(was, now, 1), "utf-8")
    ran = run("quiz", "build", tmp_path / "quiz", "--out", tmp_path / "build", "--rekey")
    assert ran.code == 4
    assert said in ran.err
    assert files_of(tmp_path / "build") == files_of(evening.folder / "build")


def test_decisions_go_by_the_sheet_of_each_student(evening: Evening, tmp_path: Path) -> None:
    """Set for everybody reaches those who have the exercise; without a hand-in a sheet is worth what its own exercises are."""
    expected = {row["student"]: row for row in simulated_class.gradebook(evening.held, evening.sheets, BEFORE)}
    missing = next(one.student for one in evening.held if one.sort == "missing")
    by_one = {
        "adjust": [{"why": "all", "exercise": "q2a", "set": "full"}, {"why": "oral", "student": missing, "set": 8}]
    }
    adjust = tmp_path / "adjust.json"
    adjust.write_text(json.dumps({"format": "gametree-adjust/1", "by": "lecturer", **by_one}), "utf-8")
    build = evening.folder / "build"
    ran = run("grade", *evening.paths, "--quiz", build, "--out", tmp_path / "out", "--adjust", adjust)
    assert ran.code == 3, ran.err
    for row in rows_of(tmp_path / "out/gradebook.csv"):
        was = expected[row["student"]]
        if row["student"] == missing:
            assert (row["q2a"], row["earned"], row["possible"], row["status"]) == ("", "8", "13", "graded")
        elif was["q2a"]:
            total = Decimal(was["earned"]) - Decimal(was["q2a"]) + 4
            assert (Decimal(row["q2a"]), Decimal(row["earned"]), row["possible"]) == (4, total, "13")
        else:
            assert {name: row[name] for name in was} == was


def test_a_decision_about_an_exercise_that_somebody_does_not_have_is_refused(week6: Path, tmp_path: Path) -> None:
    stated = "format: gametree-adjust/1\nby: me\nadjust:\n  - {why: x, student: s1003, exercise: q2c, add: 1}\n"
    (tmp_path / "by-hand.yaml").write_text(stated, "utf-8")
    (tmp_path / "in").mkdir()
    shutil.copy(week6 / "build/students/s1001/answers.yaml", tmp_path / "in/s1001.yaml")
    given = ("--quiz", week6 / "build", "--out", tmp_path / "out", "--adjust", tmp_path / "by-hand.yaml")
    ran = run("grade", tmp_path / "in", *given)
    assert ran.code == 2
    assert ":4 $: s1003 has no q2c: their sheet has q2a, q1, q3, q2b" in ran.err
    assert not (tmp_path / "out").exists()


def test_a_student_reads_of_a_decision_by_the_number_on_the_own_sheet(week6: Path, tmp_path: Path) -> None:
    """q2a is the last question of s1001, though it is the second exercise of the document."""
    stated = "format: gametree-adjust/1\nby: me\nadjust:\n  - {why: x, student: s1001, exercise: q2a, add: 1}\n"
    (tmp_path / "by-hand.yaml").write_text(stated, "utf-8")
    (tmp_path / "in").mkdir()
    shutil.copy(week6 / "build/students/s1001/answers.yaml", tmp_path / "in/s1001.yaml")
    given = ("--quiz", week6 / "build", "--out", tmp_path / "out", "--adjust", tmp_path / "by-hand.yaml", "--html")
    ran = run("grade", tmp_path / "in", *given)
    assert ran.code == 0, ran.err
    page = (tmp_path / "out/feedback/s1001/report.html").read_text("utf-8")
    assert "Changed by hand: Question 4: 0 → 1 of 3 points." in page


def test_whoever_answers_what_is_not_on_the_sheet_is_told_and_marked_for_the_rest(week6: Path, tmp_path: Path) -> None:
    """q2a and q2b are the same for all who have them, so they say nothing of whose a sheet is."""
    built = open_build(str(week6 / "build"))
    ids = {one.exercise: one.problem for who in SHEETS for one in built.sheet_of(who)}
    right = {id_: built.get(ids[id_]).solve() for id_ in ("q1", "q2a", "q2b")}
    answers = {ids[id_]: {part: one[part] for part in built.get(ids[id_]).problem.ask} for id_, one in right.items()}
    (tmp_path / "in").mkdir()
    for who in ("s1001", "s1002"):
        typed = {"format": "gametree-submission/1", "student": who, "answers": answers}
        (tmp_path / f"in/{who}.json").write_text(json.dumps(typed), "utf-8")
    alone = {"format": "gametree-submission/1", "answers": {ids["q2a"]: answers[ids["q2a"]]}}
    (tmp_path / "in/s1002-again.json").write_text(json.dumps({**alone, "student": "s1002"}), "utf-8")
    run("grade", tmp_path / "in", "--quiz", week6 / "build", "--out", tmp_path / "out")
    rows = {row["student"]: row for row in rows_of(tmp_path / "out/gradebook.csv")}
    assert [rows["s1001"][name] for name in ("q1", "q2a", "q2b", "q2c", "q3", "earned", "status")] == [
        "3", "3", "3", "", "0", "9", "graded",
    ]  # fmt: skip
    assert [rows["s1002"][name] for name in ("q1", "q2a", "q2b", "q2c", "q3", "earned", "status")] == [
        "3", "", "3", "0", "0", "6", "partly",
    ]  # fmt: skip
    said = {row["source"].rpartition("/")[2]: row["reason"] for row in rows_of(tmp_path / "out/inputs.csv")}
    assert "is a problem of somebody else's sheet, so it was not marked" in said["s1002.json"]


def test_report_and_similar_count_those_who_have_an_exercise(evening: Evening) -> None:
    graded = [one.student for one in evening.held if one.marked is not None]
    report = run("report", evening.folder / "whole", "--format", "json")
    assert report.code == 0, report.err
    held = {name: sum(name in evening.sheets[who] for who in graded) for name in BEFORE}
    assert {one["id"]: one["students"] for one in report.json["problems"]} == held
    assert report.json["totals"]["possible"] == 13
    text = run("report", evening.folder / "whole").out
    assert "--require" not in text
    assert run("similar", evening.folder / "whole").code == 0


def test_a_gradebook_is_filled_with_what_the_sheet_earns(evening: Evening, tmp_path: Path) -> None:
    students = [*evening.sheets]
    lines = ["ID number,Quiz", *(f"{who}," for who in students)]
    (tmp_path / "moodle.csv").write_text("\n".join(lines) + "\n", "utf-8")
    filled = ("--fill", tmp_path / "moodle.csv", "--column", "Quiz", "--out-of", 13, "--out", tmp_path / "filled.csv")
    ran = run("gradebook", evening.folder / "whole", *filled)
    assert ran.code == 0, ran.err
    expected = {row["student"]: row for row in simulated_class.gradebook(evening.held, evening.sheets, BEFORE)}
    for row in rows_of(tmp_path / "filled.csv"):
        assert row["Quiz"] == expected[row["ID number"]]["earned"]
