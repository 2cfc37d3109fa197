"""`gametree quiz practice`: what is on the page, what is not, and what is said of it."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from quizzes import EXERCISES, build_quiz, write_quiz

from generators import content_of
from generators.practice_variants import LEAST
from grader.cli.main import gametree
from grader.core.documents import PROBLEM_LIMITS, read_document
from grader.core.errors import ProblemError
from grader.course.quiz import read_quiz
from grader.course.quiz.built import open_build
from grader.course.quiz.exercises import contents_of, practising, read_sources
from grader.grading.diagnosis import diagnose
from grader.pages.practice import ruled

FOUR = (
    "{id: q1, bank: minimax-textbook}",
    "{id: q2, problem: {kind: alpha-beta, tree: [[[3, 5], [2, 9]], [[4, 1], [8, 6]]], ask: [value, values, pruned, visited]}}",
    "{id: q3, generate: {kind: expectiminimax}}",
    "{id: q4, generate: {kind: ucb, children: 3}}",
)
"""One exercise of each kind of game."""


def make(quiz: Path, *more: object) -> Result:
    """Run the command; the page is practice.html beside the quiz."""
    arguments = ["quiz", "practice", quiz, "--out", quiz.parent / "practice.html", *more]
    return CliRunner().invoke(gametree, [*map(str, arguments)])


def data_of(page: Path) -> Any:
    """Return the data of the page's script."""
    found = re.search(r'<script type="application/json" id="practice-data">(.*?)</script>', page.read_text("utf-8"))
    assert found
    return json.loads(found[1])


def asked(folder: Path, exercises: Sequence[str]) -> Any:
    """Return what there is to practise on."""
    file = write_quiz(folder, exercises=exercises)
    quiz, faults = read_quiz(read_document(str(file), PROBLEM_LIMITS, ProblemError))
    sources, wrong = read_sources(quiz)
    assert not faults + wrong
    return practising(quiz, sources)


def test_page_is_made_of_every_kind_and_says_how_large_it_is_and_what_is_missing(tmp_path: Path) -> None:
    quiz = write_quiz(tmp_path, exercises=FOUR)
    result = make(quiz)
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert (
        lines[0]
        == "q1: practises 4 mistakes on 5 exercises; none for 21: 11 nobody can follow in them, 10 cannot show in what is asked"
    )
    assert [line.partition(":")[0] for line in lines[:4]] == ["q1", "q2", "q3", "q4"]
    assert len(lines) == 5
    result = make(quiz, "--why")
    unknown = re.search(r"^q2: nothing for (.*): nobody can follow it in these exercises$", result.stderr, re.MULTILINE)
    assert unknown
    assert {"equality-cutoff", "chance-as-min", "searches-to-the-end"} <= set(unknown[1].split(", "))
    assert re.search(r"practice\.html: [0-9.]+ (MB|kB), to hand out", result.stderr)
    page = (tmp_path / "practice.html").read_text("utf-8")
    assert "<title>Practice: Week 5</title>" in page
    assert len(page) < 2_000_000
    kinds = {
        one["rule"]["form"] for problem in data_of(tmp_path / "practice.html")["problems"] for one in problem["parts"]
    }
    assert kinds == {"one", "choice", "each", "leaves", "list"}


def test_the_same_quiz_gives_the_same_bytes_and_needs_no_secret(tmp_path: Path) -> None:
    quiz = write_quiz(tmp_path, exercises=EXERCISES[:2])
    make(quiz)
    first = (tmp_path / "practice.html").read_bytes()
    (tmp_path / "quiz.secret").unlink()
    (tmp_path / "roster.csv").unlink()
    assert make(quiz).exit_code == 0
    assert (tmp_path / "practice.html").read_bytes() == first


def test_no_problem_of_a_built_quiz_is_on_the_page(tmp_path: Path) -> None:
    tight = "{id: q1, generate: {kind: minimax, depth: 2, branching: 2, values: 0..4}}"
    exercises = (tight, *EXERCISES[1:])
    build = build_quiz(tmp_path, students=12, exercises=exercises)
    built = open_build(str(build))
    quiz = tmp_path / "quiz" / "quiz.yaml"
    assert make(quiz, "--apart", build).exit_code == 0
    given = set(contents_of(built))
    assert len(given) > 30
    data = data_of(quiz.parent / "practice.html")
    page = (quiz.parent / "practice.html").read_text("utf-8")
    assert not [id_ for id_ in built.lock.files if Path(id_).stem in page and id_.startswith("key/problems")]
    found = _practised(quiz, given)
    contents = [content_of(variant.generated.problem) for one in found.exercises for variant in one.practice.variants]
    assert len(contents) == len(data["problems"])
    assert not given & set(contents)


def _practised(file: Path, apart: set[bytes]) -> Any:
    quiz, _ = read_quiz(read_document(str(file), PROBLEM_LIMITS, ProblemError))
    return practising(quiz, read_sources(quiz)[0], apart)


@pytest.mark.parametrize("exercise", FOUR)
def test_marking_names_each_rule_alone_where_somebody_answers_a_variant_as_it_says(
    exercise: str, tmp_path: Path
) -> None:
    (one,) = asked(tmp_path, [exercise]).exercises
    assert one.practice.served
    for key in one.practice.served:
        assert sum(key in variant.serves for variant in one.practice.variants) >= LEAST
    for variant in one.practice.variants:
        found = {rule.key: rule for rule in ruled(variant.generated.exercise)}
        for key in variant.serves:
            fits = diagnose(found[key].graded.exercise, found[key].graded.attempt).fits
            assert [(fit.misconception.name, fit.misconception.detail, fit.slips) for fit in fits] == [(*key, 0)]


def test_where_too_little_is_asked_to_name_a_rule_there_is_nothing_for_any_and_that_is_said(tmp_path: Path) -> None:
    found = asked(tmp_path, ["{id: q1, problem: {kind: minimax, tree: [[3, 5], [2, 9]], ask: [value, best-move]}}"])
    (one,) = found.exercises
    assert one.practice.served == ()
    assert one.practice.variants
    assert any(
        "all-max" in note and "too little is asked for marking to name a rule" in note for note in found.left_out
    )


@pytest.mark.sweep
def test_every_misconception_of_the_kind_is_practised_or_its_reason_is_said(tmp_path: Path) -> None:
    found = asked(tmp_path, FOUR)
    kinds = [one.practice.variants[0].generated.exercise.kind for one in found.exercises]
    assert [kind.name for kind in kinds] == ["minimax", "alpha-beta", "expectiminimax", "ucb"]
    for one, kind in zip(found.exercises, kinds, strict=True):
        said = " ".join(note for note in found.left_out if note.startswith(f"{one.id}: nothing for "))
        served = {name for name, _ in one.practice.served}
        assert all(name in served or name in said for name in kind.wrong.names)


def test_of_a_question_about_a_search_no_rules_of_other_searches_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generators.practice_variants.MOST", 5)
    monkeypatch.setattr("generators.practice_variants.POOL", 5)
    found = asked(tmp_path, ["{id: q1, bank: when-pruned}"])
    said = " ".join((*found.notes, *found.left_out))
    assert "wrong-bound-updated" in said + " ".join(name for name, _ in found.exercises[0].practice.served)
    assert not any(name in said for name in ("total-not-divided", "greedy", "sum-not-mean", "divides-again"))


def test_claims_are_practised_though_they_tell_no_mistake_from_the_others(tmp_path: Path) -> None:
    found = asked(tmp_path, ["{id: q1, bank: what-holds}"])
    assert found.notes[0] == "q1: practises on 5 exercises; none of them tells one mistake from the others"


def test_a_quiz_that_is_wrong_makes_no_page(tmp_path: Path) -> None:
    quiz = write_quiz(tmp_path, exercises=["{id: q1, bank: no-such-problem}"])
    result = make(quiz)
    assert result.exit_code == 4
    assert "no-such-problem" in result.stderr
    assert not (tmp_path / "practice.html").exists()


def test_a_quiz_of_which_nothing_can_be_practised_makes_no_page_and_says_why(tmp_path: Path) -> None:
    quiz = write_quiz(tmp_path, exercises=["{id: q1, bank: ucb-fresh-node}"])
    result = make(quiz)
    assert result.exit_code == 4
    assert "q1: cannot be practised: where no child was visited" in result.stderr


@pytest.mark.parametrize("name", ["quiz.yaml", "practice", "", "html"])
def test_a_page_is_never_written_over_what_is_no_page(name: str, tmp_path: Path) -> None:
    quiz = write_quiz(tmp_path, exercises=EXERCISES[:1])
    before = quiz.read_bytes()
    result = CliRunner().invoke(
        gametree, ["quiz", "practice", str(quiz), "--out", str(tmp_path / name) if name else ""]
    )
    assert result.exit_code == 2
    assert quiz.read_bytes() == before


def test_a_page_that_cannot_be_written_is_said_to_be_that(tmp_path: Path) -> None:
    quiz = write_quiz(tmp_path, exercises=EXERCISES[:1])
    (tmp_path / "file").write_text("in the way")
    result = CliRunner().invoke(gametree, ["quiz", "practice", str(quiz), "--out", str(tmp_path / "file" / "a.html")])
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


def test_hostile_texts_of_a_quiz_stay_texts(tmp_path: Path) -> None:
    bad = "<script>alert(1)</script>"
    exercise = f'{{id: q1, problem: {{kind: minimax, title: "{bad}", tree: {{max: [{{id: "{bad}", min: [3, 5]}}, {{min: [2, 9]}}]}}}}}}'
    quiz = write_quiz(tmp_path, exercises=[exercise])
    assert make(quiz).exit_code == 0
    page = (tmp_path / "practice.html").read_text("utf-8")
    assert bad not in page
    assert html.escape(bad) in page
    assert data_of(tmp_path / "practice.html")["plan"]["exercises"][0]["title"] == bad


def test_what_a_solver_has_to_be_run_on_cannot_be_practised_on_a_page(tmp_path: Path) -> None:
    exercises = ("{id: q5, generate: {kind: construct, ask: [order, count]}}", FOUR[3])
    quiz = write_quiz(tmp_path, exercises=exercises)
    result = make(quiz)
    assert result.exit_code == 0
    assert "q5: cannot be practised: a page has no solver to run on what is handed in for order\n" in result.stderr
    (practised,) = data_of(quiz.parent / "practice.html")["plan"]["exercises"]
    assert practised["number"] == 2  # as in the quiz
