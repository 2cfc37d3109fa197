"""A quiz for those who sat an earlier one: nobody gets a tree again, where there is another."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from banked import FOLDERS, shipped
from console import Ran, run
from quizzes import write_quiz, write_roster

from grader.course.quiz import Variants
from grader.course.quiz.built import Retake, open_build, read_lock
from grader.course.quiz.retake import had_by, likeness_of

SMALL = "{id: q1, generate: {kind: minimax, depth: 1, branching: 2, values: 1..4, separate: none}}"
TWO = "{id: q1, generate: {kind: minimax, game: nim, piles: 2, pile: 2, nodes: 3-40, without: unique-best-move}}"
"""There are two such trees: of the piles 1, 3 and 3, 1."""
DRAWN = (
    "{id: q1, generate: {kind: alpha-beta, depth: 2, branching: 3}}",
    "{id: q2, generate: {kind: ucb, children: 3}}",
    "{id: q3, generate: {kind: threshold}}",
)
PICK = "{pick: 1, points: 3, of: [{id: a, bank: deep-cutoff}, {id: b, bank: four-ply-trace}, {id: c, bank: large-four-plies}]}"


def built(
    folder: Path,
    id_: str,
    exercises: Sequence[str],
    *options: object,
    variants: str = "per-student",
    students: int = 12,
) -> Ran:
    """Build a quiz of this id below the folder, in `build-ID`."""
    file = write_quiz(folder / id_, variants, students, exercises=exercises)
    file.write_text(file.read_text().replace("id: week5", f"id: {id_}"))
    return run("quiz", "build", folder / id_, "--out", folder / f"build-{id_}", "--jobs", 1, *options)


def retaken(
    folder: Path, exercises: Sequence[str], *, was: str = "per-student", now: str = "per-student", students: int = 12
) -> Ran:
    """Build `first`, and `second` as a retake of it, and return what the second says."""
    assert built(folder, "first", exercises, variants=was, students=students).code == 0
    ran = built(folder, "second", exercises, "--retake-of", folder / "build-first", variants=now, students=students)
    assert ran.code == 0
    return ran


def without_ids(data: Any) -> Any:
    """Return a document without what names it and its nodes, and without what is said about it."""
    if isinstance(data, dict):
        return {name: without_ids(one) for name, one in data.items() if name not in ("id", "title", "points")}
    return [*map(without_ids, data)] if isinstance(data, list) else data


def sheets(build: Path) -> dict[str, dict[str, str]]:
    """Return what stands in the problem files of each sheet, by exercise, read as the YAML that it is."""
    lock = json.loads((build / "quiz.lock").read_text())
    return {
        who: {
            id_.rpartition("-")[0]: json.dumps(
                without_ids(yaml.safe_load((build / f"key/problems/{id_}.yaml").read_text())), sort_keys=True
            )
            for id_ in ids
        }
        for who, ids in lock["sheets"].items()
    }


def again(folder: Path, one: str = "first", other: str = "second") -> dict[str, set[str]]:
    """Return for each student of both builds on which exercises something comes again; nobody for whom nothing does."""
    before, after = sheets(folder / f"build-{one}"), sheets(folder / f"build-{other}")
    found = {
        who: {exercise for exercise, what in sheet.items() if what in before.get(who, {}).values()}
        for who, sheet in after.items()
    }
    return {who: exercises for who, exercises in found.items() if exercises}


@pytest.mark.parametrize("exercises", [DRAWN, (SMALL,), (TWO,)], ids=["drawn", "small", "two"])
def test_nobody_gets_a_tree_again(tmp_path: Path, exercises: Sequence[str]) -> None:
    said = retaken(tmp_path, exercises, students=12 if len(exercises) == 1 else 4).err
    assert again(tmp_path) == {}
    assert "comes again" not in said
    assert read_lock(str(tmp_path / "build-second"))[0].retake.of == ("first",)


def test_without_the_option_some_get_their_trees_again_where_there_are_few(tmp_path: Path) -> None:
    built(tmp_path, "first", [TWO])
    built(tmp_path, "second", [TWO])
    assert again(tmp_path)


def test_nobody_gets_anything_of_either_in_a_retake_of_a_retake(tmp_path: Path) -> None:
    retaken(tmp_path, [SMALL])
    assert built(tmp_path, "third", [SMALL], "--retake-of", tmp_path / "build-second").code == 0
    assert (again(tmp_path), again(tmp_path, "second", "third"), again(tmp_path, "first", "third")) == ({}, {}, {})
    assert read_lock(str(tmp_path / "build-third"))[0].retake.of == ("second", "first")


def test_what_cannot_be_another_comes_again_and_is_told(tmp_path: Path) -> None:
    retaken(tmp_path, [TWO], students=3)
    ran = built(tmp_path, "third", [TWO], "--retake-of", tmp_path / "build-second", students=3)
    assert ran.code == 0
    assert again(tmp_path, "first", "third").keys() | again(tmp_path, "second", "third").keys() == {
        "s001",
        "s002",
        "s003",
    }
    assert "note: q1: 50 draws gave nothing but what s001, s002, s003 had before, so it comes again" in ran.err


def test_what_is_the_same_for_all_is_told_by_name_and_number(tmp_path: Path) -> None:
    said = retaken(tmp_path, ["{id: all, bank: minimax-textbook}", DRAWN[1]], students=4).err
    assert "note: all is the same for all: on 4 of 4 sheets it comes again" in said
    assert said.count("comes again") == 1


def test_what_was_had_comes_last_in_a_pick(tmp_path: Path) -> None:
    said = retaken(tmp_path, [PICK]).err
    assert again(tmp_path) == {}
    assert "comes again" not in said
    third = built(tmp_path, "third", [PICK], "--retake-of", tmp_path / "build-second")
    assert (again(tmp_path, "second", "third"), again(tmp_path, "first", "third")) == ({}, {})
    assert third.code == 0
    fourth = built(tmp_path, "fourth", [PICK], "--retake-of", tmp_path / "build-third")
    assert fourth.code == 0
    assert fourth.err.count("comes again") == len(
        {one for sheet in sheets(tmp_path / "build-fourth").values() for one in sheet}
    )


def test_what_can_be_drawn_anew_comes_before_what_is_the_same_for_all(tmp_path: Path) -> None:
    pick = "{pick: 2, points: 3, of: [{id: a, bank: deep-cutoff}, {id: b, bank: four-ply-trace}, {id: g, generate: {kind: alpha-beta}}]}"
    said = retaken(tmp_path, [pick], students=24).err
    had = {len(sheet.keys() & {"a", "b"}) for sheet in sheets(tmp_path / "build-first").values()}
    assert had == {1, 2}  # of both nothing but g is new
    assert {len(exercises) for exercises in again(tmp_path).values()} <= {1}
    both_had = [who for who, sheet in sheets(tmp_path / "build-first").items() if {"a", "b"} <= sheet.keys()]
    assert again(tmp_path).keys() == {*both_had}
    assert "comes again" in said


def test_what_stood_there_under_another_name_comes_last_too(tmp_path: Path) -> None:
    assert built(tmp_path, "first", ["{id: x, bank: deep-cutoff}"]).code == 0
    pick = "{pick: 1, points: 3, of: [{id: a, bank: deep-cutoff}, {id: b, bank: four-ply-trace}]}"
    assert built(tmp_path, "second", [pick], "--retake-of", tmp_path / "build-first").code == 0
    assert {exercise for sheet in sheets(tmp_path / "build-second").values() for exercise in sheet} == {"b"}


def test_a_late_student_gets_what_they_had_got_at_once(tmp_path: Path) -> None:
    exercises = [SMALL.replace("q1", "q0"), PICK]
    retaken(tmp_path, exercises, students=12)
    built(tmp_path, "late", exercises, students=2)  # writes the quiz; the build is replaced below
    quiz = tmp_path / "late" / "quiz.yaml"
    quiz.write_text(quiz.read_text().replace("id: late", "id: second"))
    out = tmp_path / "in-two-steps"
    assert (
        run("quiz", "build", tmp_path / "late", "--out", out, "--jobs", 1, "--retake-of", tmp_path / "build-first").code
        == 0
    )
    for file in sorted((tmp_path / "build-first").rglob("*"), reverse=True):
        file.unlink() if file.is_file() else file.rmdir()  # the build remembers what is needed
    write_roster(tmp_path / "late" / "roster.csv", 12)
    assert run("quiz", "build", tmp_path / "late", "--out", out, "--jobs", 1, "--add").code == 0
    assert sheets(out) == sheets(tmp_path / "build-second")
    lock, at_once = (open_build(str(folder)).lock for folder in (out, tmp_path / "build-second"))
    assert (lock.sheets, lock.retake) == (at_once.sheets, at_once.retake)


@pytest.mark.parametrize(
    ("was", "now"), [("groups", "per-student"), ("per-student", "groups"), ("groups", "groups"), ("shared", "shared")]
)
def test_whoever_shares_a_sheet_gets_nothing_that_any_of_them_had(tmp_path: Path, was: str, now: str) -> None:
    retaken(tmp_path, [SMALL], was=was, now=now, students=4)
    first, second = sheets(tmp_path / "build-first"), sheets(tmp_path / "build-second")
    groups = {"s001": "a", "s002": "b", "s003": "a", "s004": "b"}

    def of(sheets_of: dict[str, dict[str, str]], student: str) -> str:
        [sheet] = [sheets_of[who] for who in (student, groups[student], "") if who in sheets_of]
        return sheet["q1"]

    assert all(of(first, student) != of(second, student) for student in groups)


def test_who_has_no_sheet_there_is_told_and_gets_one(tmp_path: Path) -> None:
    assert built(tmp_path, "first", [DRAWN[0]], students=2).code == 0
    ran = built(tmp_path, "second", [DRAWN[0]], "--retake-of", tmp_path / "build-first", students=3)
    assert ran.code == 0
    assert f"note: no sheet in {tmp_path / 'build-first'} was for s003" in ran.err
    assert [*sheets(tmp_path / "build-second")] == ["s001", "s002", "s003"]


def test_a_build_of_another_secret_is_compared_all_the_same(tmp_path: Path) -> None:
    assert built(tmp_path, "first", [SMALL]).code == 0
    write_quiz(tmp_path / "second", students=12, exercises=[SMALL])
    file = tmp_path / "second" / "quiz.yaml"
    file.write_text(file.read_text().replace("id: week5", "id: second"))
    (tmp_path / "second" / "quiz.secret").write_text("another secret, also of 32 letters and more")
    out = tmp_path / "build-second"
    assert (
        run(
            "quiz", "build", tmp_path / "second", "--out", out, "--jobs", 1, "--retake-of", tmp_path / "build-first"
        ).code
        == 0
    )
    assert again(tmp_path) == {}


def test_corrected_conventions_make_no_other_tree(tmp_path: Path) -> None:
    assert built(tmp_path, "first", [SMALL]).code == 0
    quiz = tmp_path / "first" / "quiz.yaml"
    quiz.write_text(quiz.read_text().replace("separate: none}", "separate: none, convention: tie=last}"))
    assert run("quiz", "build", tmp_path / "first", "--out", tmp_path / "build-first", "--rekey").code == 0
    assert built(tmp_path, "second", [SMALL], "--retake-of", tmp_path / "build-first").code == 0
    before, after = sheets(tmp_path / "build-first"), sheets(tmp_path / "build-second")
    trees = [{who: json.loads(one["q1"])["tree"] for who, one in each.items()} for each in (before, after)]
    assert [who for who in trees[0] if trees[0][who] == trees[1][who]] == []


@pytest.mark.parametrize("id_", ["first", "second"])
def test_a_quiz_of_the_same_id_is_refused(tmp_path: Path, id_: str) -> None:
    retaken(tmp_path, [DRAWN[1]], students=2)
    write_quiz(tmp_path / "third", students=2, exercises=[DRAWN[1]])
    file = tmp_path / "third" / "quiz.yaml"
    file.write_text(file.read_text().replace("id: week5", f"id: {id_}"))
    was = tmp_path / "build-second"
    ran = run("quiz", "build", file, "--out", tmp_path / "out", "--retake-of", was)
    assert ran.code == 2
    whose = f"the quiz in {was} too" if id_ == "second" else f"a quiz that {was} is a retake of"
    assert f"{id_} is the id of {whose}: it would draw the same trees; give the quiz another id" in ran.err
    assert not (tmp_path / "out").exists()


def test_what_is_no_build_and_what_does_not_go_together_is_refused(tmp_path: Path) -> None:
    retaken(tmp_path, [DRAWN[1]], students=2)
    first, second = tmp_path / "build-first", tmp_path / "build-second"
    (tmp_path / "empty").mkdir()
    quiz = ("quiz", "build", tmp_path / "second", "--out")
    for options, code, says in [
        ((tmp_path / "out", "--retake-of", tmp_path / "empty"), 4, "there is no quiz.lock in it"),
        ((tmp_path / "out", "--retake-of", tmp_path / "nowhere"), 2, "does not exist"),
        ((second, "--add", "--retake-of", first), 2, "--retake-of does not go with --add"),
        ((second, "--rekey", "--retake-of", first), 2, "--retake-of does not go with --rekey"),
        ((first, "--force", "--retake-of", first), 2, "--retake-of and --out name the same folder"),
        ((second, "--force"), 2, "is a retake of first; name its build with --retake-of"),
    ]:
        ran = run(*quiz, *options)
        assert (ran.code, says in ran.err) == (code, True), (options, ran.err)
    before = sheets(second)
    assert run(*quiz, second, "--force", "--retake-of", first).code == 0
    assert sheets(second) == before
    (first / "key/index.csv").write_text("")
    assert run(*quiz, tmp_path / "out", "--retake-of", first).code == 4


def test_the_key_of_an_export_was_nobodys_sheet(tmp_path: Path) -> None:
    file = write_quiz(tmp_path / "first", students=2, exercises=[DRAWN[1]])
    key = tmp_path / "key"
    arguments = ("--to", "moodle-xml", "--variants", 3, "--key", key, "--out", tmp_path / "q.xml")
    assert run("export", file, *arguments).code == 0
    ran = built(tmp_path, "second", [DRAWN[1]], "--retake-of", key, students=2)
    assert ran.code == 4
    assert "it is the key of an export, in which nobody has a sheet" in ran.err


@pytest.mark.parametrize("id_", FOLDERS)
def test_every_problem_is_like_itself_whatever_is_asked(id_: str) -> None:
    problem = shipped(id_).problem
    assert likeness_of(problem) == likeness_of(problem._replace(ask=(), id="x", title="y", points={}))
    had = had_by(Retake(("w",), {"s": {"q": (likeness_of(problem),)}}), "s", Variants.PER_STUDENT, {})
    assert had.has(problem)
    assert not had_by(Retake(("w",), {"t": {"q": (likeness_of(problem),)}}), "s", Variants.PER_STUDENT, {}).has(problem)
