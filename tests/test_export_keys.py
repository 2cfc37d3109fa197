"""`grade --quiz` by the key to an export: files are asked for the parts that the platform cannot mark, and for no others."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from class_runs import files_of
from console import put, run
from moodle_model import mark_of, read_questions
from quizzes import write_quiz

from grader.course.quiz.built import open_build, read_lock, write_lock
from grader.kinds import Exercise
from grader.platforms.question_items import FORMATS

MIXED = (
    "{id: q1, bank: minimax-textbook}",
    "{id: q2, generate: {kind: alpha-beta, depth: 3, branching: 2, ask: [value, windows, cutoffs]}, points: 4}",
)
"""Of five parts and more a platform marks all but one."""
CUTOFFS = Fraction(2)


def export_key(folder: Path, exercises: Sequence[str] = MIXED, format_: str = "moodle-xml", **more: Any) -> Path:
    """Export a quiz with its key and return the folder of the key; the export is `out` beside it."""
    quiz = write_quiz(folder / "quiz", "shared", exercises=exercises, **more).parent
    (quiz / "roster.csv").unlink()
    ran = run(
        "export", quiz, "--to", format_, "--variants", 2, "--key", folder / "key", "--out", folder / "out", "--force"
    )
    assert ran.code == 0, ran.err
    return folder / "key"


def variants(key: Path, exercise: str = "q2") -> list[Exercise]:
    built = open_build(str(key))
    at = [one.id for one in built.quiz.exercises].index(exercise)
    found = [built.find(ids[at]) for ids in built.lock.sheets.values()]
    return [one for one in found if isinstance(one, Exercise)]


def hand_in(file: Path, exercise: Exercise, **answers: Any) -> Path:
    return put(file, json.dumps({"answers": {exercise.problem.id: answers}}))


def test_key_asks_files_for_those_parts_alone_that_the_platform_cannot_mark(tmp_path: Path) -> None:
    key = export_key(tmp_path)
    for at, exercise in enumerate(variants(key), 1):
        hand_in(tmp_path / f"subs/ada-{at}.json", exercise, cutoffs=exercise.solve()["cutoffs"])
    marked = run("grade", tmp_path / "subs", "--quiz", key, "--format", "json")
    assert (marked.code, len(marked.lines)) == (0, 2), marked.err
    for result in marked.lines:
        [problem] = result["problems"]
        assert (problem["exercise"], [part["part"] for part in problem["parts"]]) == ("q2", ["cutoffs"])
        assert (result["earned"], result["possible"]) == (2, 2)
    assert (
        f"{key}: 5 of 6 parts were answered on the platform (moodle-xml); this marks the other one (q2: cutoffs)"
        in marked.err
    )
    table = run("grade", tmp_path / "subs", "--quiz", key, "--format", "csv").out
    assert table.startswith("student,name,group,q2,earned,possible")


@pytest.mark.parametrize("step", ["0.25", "1"])
def test_marks_of_a_file_are_not_rounded_to_the_step_of_the_quiz_and_both_ways_to_mark_it_agree(
    tmp_path: Path, step: str
) -> None:
    key = export_key(tmp_path, marking=f"{{round: {step}}}")
    exercise = variants(key)[0]
    right = exercise.solve()["cutoffs"]
    file = hand_in(tmp_path / "ada.json", exercise, cutoffs=[*right, {"node": "A", "alpha": 1, "beta": 1}])
    ways = [("--quiz", key), ("--problems", tmp_path / "out/key/files")]
    results = [run("grade", file, *way, "--format", "json").lines[0] for way in ways]
    earned = {(one["problems"][0]["earned"], one["possible"]) for one in results}
    assert len(earned) == 1
    [(marks, possible)] = earned
    assert 0 < marks < possible == 2
    asked = read_questions((tmp_path / "out/key/moodle.xml").read_text())
    _, essay, *clozes = [mark_of(one) for one in asked if one.get("type") != "category"]  # the first is q1
    assert {essay / cloze for cloze in clozes} == {CUTOFFS / (4 - CUTOFFS)}
    whole = run("grade", file, "--problems", key / "key/problems", "--format", "json").lines[0]["problems"][0]
    assert (whole["possible"], whole["earned"] * 4 % (4 * float(step))) == (4, 0)


def test_key_to_an_export_of_which_the_platform_marks_all_asks_no_files(tmp_path: Path) -> None:
    key = export_key(tmp_path, ("{id: q1, generate: {kind: minimax, depth: 2, branching: 2}}",))
    file = hand_in(tmp_path / "ada.json", variants(key, "q1")[0], value=3)
    ran = run("grade", file, "--quiz", key)
    assert (ran.code, ran.out) == (2, "")
    assert "3 of 3 parts were answered on the platform (moodle-xml), so nothing is asked of files" in ran.err
    assert f"--problems {key}/key/problems marks whole submissions" in ran.err


def test_file_with_nothing_but_what_the_platform_marks_is_told_so(tmp_path: Path) -> None:
    key = export_key(tmp_path)
    file = hand_in(tmp_path / "ada.json", variants(key, "q1")[0], value=3)
    ran = run("grade", file, "--quiz", key)
    assert ran.code == 3
    assert "answers only what was answered on the platform and is marked there" in ran.out


def test_answers_to_what_the_platform_marks_are_told_so_beside_others(tmp_path: Path) -> None:
    key = export_key(tmp_path)
    [marked, *_], [elsewhere, *_] = variants(key), variants(key, "q1")
    given = {marked.problem.id: {"cutoffs": []}, elsewhere.problem.id: {"value": 3}}
    ran = run("grade", put(tmp_path / "ada.json", json.dumps({"answers": given})), "--quiz", key)
    assert f'"{elsewhere.problem.id}" is marked on the platform, so it was not marked here' in ran.err
    assert "is not part of this assignment" not in ran.err + ran.out


def test_each_format_has_file_parts_of_its_own(tmp_path: Path) -> None:
    asked = {}
    for format_ in (name for name in FORMATS if FORMATS[name].carry):
        key = export_key(tmp_path / format_, format_=format_)
        lock = open_build(str(key)).lock
        asked[lock.platform] = lock.by_file[variants(key)[0].problem.id]
    assert asked == {
        "canvas": ("value", "windows", "cutoffs"),
        "moodle-xml": ("cutoffs",),
        "qti21": ("cutoffs",),
    }


def test_key_that_was_changed_is_told_how_it_is_written_again(tmp_path: Path) -> None:
    key = export_key(tmp_path)
    (key / "key/quiz.yaml").write_text("")
    ran = run("grade", put(tmp_path / "ada.yaml", "answers: {}"), "--quiz", key)
    assert ran.code == 4
    assert (
        f"`gametree export QUIZ --to moodle-xml --variants 2 --out OUT --key {key} --force` builds it again" in ran.err
    )


def test_parts_that_are_files_for_one_reason_are_told_in_one_line(tmp_path: Path) -> None:
    quiz = write_quiz(tmp_path / "quiz", "shared", exercises=MIXED).parent
    ran = run("export", quiz, "--to", "canvas", "--variants", 2, "--out", tmp_path / "out")
    assert "q2: value, windows, cutoffs are handed in as a file, which grade marks: Canvas picks single" in ran.err


def test_what_prairielearn_marks_itself_is_marked_whole_by_the_key(tmp_path: Path) -> None:
    key = export_key(tmp_path, format_="prairielearn")
    exercise = variants(key)[0]
    solved = {part: exercise.solve()[part] for part in exercise.problem.ask}
    file = hand_in(tmp_path / "ada.json", exercise, **solved)
    [result] = run("grade", file, "--quiz", key, "--format", "json").lines
    assert (result["earned"], result["possible"]) == (4, 7)


def test_corrected_key_to_an_export_still_asks_the_same_parts(tmp_path: Path) -> None:
    key = export_key(tmp_path)
    stated = tmp_path / "quiz/quiz.yaml"
    stated.write_text(stated.read_text().replace("points: 4", "points: 6"))
    assert run("quiz", "build", stated, "--out", key, "--rekey").code == 0
    file = hand_in(tmp_path / "ada.json", variants(key)[1], cutoffs=variants(key)[1].solve()["cutoffs"])
    [result] = run("grade", file, "--quiz", key, "--format", "json").lines
    assert (result["earned"], result["possible"]) == (2, 2)


def edited(key: Path, **changes: Any) -> None:
    """Change what the lock says, and make its digest anew as the program does."""
    lock, _ = read_lock(str(key))
    (key / "quiz.lock").write_bytes(write_lock(lock._replace(**changes)))


def test_a_lock_that_contradicts_itself_is_told_although_its_digest_was_made_anew(tmp_path: Path) -> None:
    key = export_key(tmp_path)
    lock, _ = read_lock(str(key))
    first, second = lock.sheets["variant-1"]
    hand_in(tmp_path / "subs/ada.json", variants(key)[0], cutoffs=[])
    for changes, said in (
        (
            {"by_file": {first: ()}},
            f'does not say which parts of "{second}", on the sheet of "variant-1", are handed in',
        ),
        ({"files": without(lock.files, f"key/problems/{second}.yaml")}, f"but no digest of key/problems/{second}.yaml"),
        ({"files": without(lock.files, "key/quiz.yaml")}, "names no digest of key/quiz.yaml"),
        ({"sheets": {}}, "has no variants"),
        ({"sheets": {"variant-1": (first,)}}, 'has 1 problem on the sheet of "variant-1" for 2 exercises'),
        ({"sheets": {"variant-1": (first, "q9")}}, 'has the problem "q9" on the sheet of "variant-1"'),
    ):
        edited(key, **changes)
        marked = run("grade", tmp_path / "subs", "--quiz", key)
        assert marked.code == 4
        assert marked.err.startswith(f"{key / 'quiz.lock'}: ")
        assert said in marked.err
        assert "so it is not as the quiz was built" in marked.err
        edited(key, **{name: getattr(lock, name) for name in changes})
    assert run("grade", tmp_path / "subs", "--quiz", key).code == 0


def without(files: Mapping[str, str], name: str) -> dict[str, str]:
    return {other: digest for other, digest in files.items() if other != name}


def test_a_build_for_a_class_and_the_key_to_an_export_do_not_replace_each_other(tmp_path: Path) -> None:
    key = export_key(tmp_path)
    before = files_of(key)
    ran = run("quiz", "build", tmp_path / "quiz", "--out", key, "--force")
    assert ran.code == 4
    assert f"{key}: is the key to an export, by which answers to its variants are marked" in ran.err
    assert files_of(key) == before
    personal = write_quiz(tmp_path / "personal", exercises=MIXED).parent
    assert run("quiz", "build", personal, "--out", tmp_path / "build").code == 0
    export = (
        "export",
        tmp_path / "quiz",
        "--to",
        "moodle-xml",
        "--variants",
        2,
        "--out",
        tmp_path / "again",
        "--force",
    )
    ran = run(*export, "--key", tmp_path / "build")
    assert ran.code == 4
    assert f"{tmp_path / 'build'}: is a build for a class, by which its sheets are marked" in ran.err
    assert run(*export, "--key", key).code == 0


@pytest.mark.parametrize(
    ("exercises", "said"),
    [
        (MIXED, "grade --quiz marks by it"),
        (MIXED[:1], "the platform marks all of it, so no file is asked for"),
    ],
)
def test_what_the_key_is_for_is_said(tmp_path: Path, exercises: Sequence[str], said: str) -> None:
    quiz = write_quiz(tmp_path / "quiz", "shared", exercises=exercises).parent
    more = ["--variants", 2] if len(exercises) > 1 else []
    ran = run("export", quiz, "--to", "moodle-xml", *more, "--key", tmp_path / "key", "--out", tmp_path / "out")
    assert (ran.code, f"is in {tmp_path / 'key'}; {said}\n" in ran.err) == (0, True), ran.err
