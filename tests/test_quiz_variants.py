"""Variants of special requests: what was asked by name holds for each, and all have the same figures."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from quizzes import build_quiz, student_ids, write_quiz

from grader.course.quiz import Secret
from grader.course.quiz.built import open_build
from grader.course.quiz.sheets import read_order

MINE = "format: gametree-problem/1\nid: mine\nkind: alpha-beta\ntree: [[3, 12, 8], [2, 15, 6]]\nask: [value, pruned]\n"
REQUESTS = (
    "{id: exactly, generate: {kind: alpha-beta, shape: [[[], []], [[], [], []]], prune-exactly: [G, H]}}",
    "{id: mirrored, generate: {kind: alpha-beta, mirror: mine.yaml}}",
    "{id: alike, generate: {kind: alpha-beta, like: mine.yaml, title: Like mine}}",
    "{id: ragged, generate: {kind: alpha-beta, depth: 2-3, branching: 2-3}}",
    "{id: arms, generate: {kind: ucb, ask: choice, unvisited: 1, children: 4}}",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("special")
    (place / "quiz").mkdir()
    (place / "quiz" / "mine.yaml").write_text(MINE)
    return build_quiz(place, exercises=REQUESTS)


def test_figures_of_each_exercise_are_one_and_the_same(folder: Path) -> None:
    with (folder / "key" / "index.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    figures = {(row["exercise"], *list(row.values())[4:]) for row in rows}
    assert len(rows) == 15
    assert len(figures) == 5


def test_what_was_asked_by_name_holds_for_every_variant(folder: Path) -> None:
    built = open_build(str(folder))
    for student in student_ids(3):
        exactly, mirrored, alike, _, arms = (built.find(one.problem) for one in built.sheet_of(student))
        assert exactly.solve()["pruned"] == ["G", "H"]
        assert [mirrored.solve()["pruned"], len(alike.solve()["pruned"])] == [[], 2]
        assert (alike.problem.title, alike.problem.ask) == ("Like mine", ("value", "pruned"))
        assert list(arms.problem.game.visits).count(0) == 1


def test_file_that_a_quiz_names_is_kept_with_the_key(folder: Path) -> None:
    assert (folder / "key" / "files" / "mine.yaml").read_text() == MINE


def test_another_quiz_id_and_another_secret_give_other_problems(tmp_path: Path) -> None:
    file = write_quiz(tmp_path, "shared")
    drawn = []
    for secret, id_ in (("a" * 32, "week5"), ("b" * 32, "week5"), ("a" * 32, "week6"), ("a" * 32, "week5")):
        file.write_text(file.read_text().replace("week5", id_).replace("week6", id_))
        exercised = read_order(str(file), Secret(secret)).recipe.exercised
        drawn.append([(one.first.id, one.first.problem.game) for one in exercised])
    assert drawn[0] == drawn[3]
    for other in (drawn[1], drawn[2]):
        assert all(one[0] != two[0] for one, two in zip(drawn[0], other, strict=True))
        assert [one[1] == two[1] for one, two in zip(drawn[0], other, strict=True)] == [True, True, False, False]
