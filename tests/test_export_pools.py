"""`gametree export` of folders and quizzes: pools of variants, and the key by which files of answers to them are marked."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from console import put, run
from exported_files import exported_files
from quizzes import SECRET, write_quiz

import grader.cli.options
from grader import Bank
from grader.core.errors import ProblemError
from grader.core.processes import Workers
from grader.course.quiz import build as making
from grader.course.quiz import read_secret
from grader.course.quiz.build import build, draw_pools, pooled
from grader.course.quiz.built import open_build
from grader.course.quiz.sheets import Order, ordered, read_stated
from grader.kinds import write_problem
from grader.platforms import moodle as side_by_side
from grader.platforms.question_items import FORMATS, Files, Format, Pool, Wishes

EXERCISES = (
    "{id: q1, bank: minimax-textbook}",
    "{id: q2, generate: {kind: alpha-beta, depth: 2, branching: 3}, points: 4}",
)
FIXED = EXERCISES[:1]


def order_of(folder: Path, variants: int, stated: str = "shared", exercises: Sequence[str] = EXERCISES) -> Order:
    file = write_quiz(folder / stated / "quiz", stated, exercises=exercises)
    secret = read_secret(SECRET, "the secret of the tests")
    return ordered(pooled(read_stated(str(file), needs_class=False), variants), secret)


def listing(pools: Sequence[Pool], wishes: Wishes) -> Files:
    """Yield what a format that picks is given."""
    shown = [[pool.name, pool.title, *(exercise.problem.id for exercise in pool.exercises)] for pool in pools]
    yield "pools.json", json.dumps([wishes.title, *shown])


@pytest.fixture
def picking(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of a format that picks."""
    monkeypatch.setitem(FORMATS, "jupyter", Format(listing))
    return "jupyter"


def quiz_folder(folder: Path, exercises: Sequence[str] = EXERCISES, **more: Any) -> Path:
    return write_quiz(folder / "quiz", "shared", exercises=exercises, **more).parent


def stated(exercise: Any) -> Any:
    return write_problem(exercise.kind, exercise.problem)


# pools


@pytest.mark.parametrize("stated", ["shared", "per-student", "groups"])
def test_fixed_exercise_is_a_pool_of_one_and_a_generated_one_has_the_variants(tmp_path: Path, stated: str) -> None:
    order = order_of(tmp_path, 3, stated)
    first, second = draw_pools(order).pools
    secret = order.recipe.secret
    assert (first.name, [one.problem.id for one in first.exercises]) == ("q1", [secret.problem_id("week5", "q1", "")])
    whose = [f"variant-{number}" for number in (1, 2, 3)]
    assert second.name == "q2"
    assert [one.problem.id for one in second.exercises] == [secret.problem_id("week5", "q2", who) for who in whose]
    assert len({json.dumps(one.solve(), sort_keys=True) for one in second.exercises}) > 1


def test_variants_are_those_that_students_of_these_names_would_get(tmp_path: Path) -> None:
    pools = draw_pools(order_of(tmp_path, 2)).pools
    file = write_quiz(tmp_path / "own", exercises=EXERCISES)
    put(tmp_path / "own/roster.csv", "id\nvariant-1\nvariant-2\n")
    assert run("quiz", "build", file, "--out", tmp_path / "build").code == 0
    built = open_build(str(tmp_path / "build"))
    for at, student in enumerate(["variant-1", "variant-2"]):
        own = [built.find(one.problem) for one in built.sheet_of(student)]
        mine = [pools[0].exercises[0], pools[1].exercises[at]]
        assert [*map(stated, own)] == [*map(stated, mine)]


# the command


def test_folder_is_exported_in_the_order_of_its_paths(tmp_path: Path, picking: str) -> None:
    made = run("generate", "ucb", "--count", 11, "--seed", 7, "--out", tmp_path / "week5")
    assert made.code == 0, made.err
    assert run("export", tmp_path / "week5", "--to", picking, "--out", tmp_path / "o").code == 0
    _, *pools = json.loads((tmp_path / "o/pools.json").read_text())
    files = sorted((tmp_path / "week5").glob("*/problem.yaml"))
    assert [id_ for _, _, id_ in pools] == [Bank(file, shipped=False).ids[0] for file in files]
    assert len(pools) == 11


def test_folder_of_a_kind_of_the_bank_is_exported_without_what_lies_beside_its_problems(tmp_path: Path) -> None:
    bank = Path(__file__).parent.parent / "problem_bank" / "ucb"
    ran = run("export", bank, "--to", "gradescope", "--out", tmp_path / "o")
    assert ran.code == 0, ran.err
    assert "wrote 1 file" in ran.err


def test_quiz_in_a_folder_of_problems_is_passed_over(tmp_path: Path) -> None:
    """It has an id, and holds kinds and trees, so that a first look does not tell it from a problem."""
    put(tmp_path / "week5/a.yaml", "format: gametree-problem/1\nid: q1\nkind: minimax\ntree: [1, 2]\n")
    shown = "{id: q1, problem: {kind: minimax, tree: [1, 2]}}"
    put(tmp_path / "week5/week5.yaml", f"format: gametree-quiz/1\nid: week5\nexercises:\n  - {shown}\n")
    ran = run("export", tmp_path / "week5", "--to", "gradescope", "--out", tmp_path / "o")
    assert (ran.code, "week5" in ran.out) == (0, False), ran.err


def test_wrong_problem_in_a_folder_is_located_and_an_empty_folder_is_said(tmp_path: Path) -> None:
    put(tmp_path / "week5/a/problem.yaml", "format: gametree-problem/1\nid: q1\nkind: minimax\ntree: [1, x]\n")
    (tmp_path / "empty").mkdir()
    wrong = run("export", tmp_path / "week5", "--to", "latex", "--out", tmp_path / "o")
    assert wrong.code == 4
    assert "a/problem.yaml:4 $.tree[1]" in wrong.err
    none = run("export", tmp_path / "empty", "--to", "latex", "--out", tmp_path / "o")
    assert none.code == 4
    assert "there is no problem in this folder or below it" in none.err
    assert not (tmp_path / "o").exists()


def test_quiz_without_generated_exercises_goes_to_every_format(tmp_path: Path) -> None:
    quiz = quiz_folder(tmp_path, FIXED)
    for format_ in (name for name in FORMATS if FORMATS[name].instead):
        ran = run("export", quiz, "--to", format_, "--out", tmp_path / format_, "--key", tmp_path / f"{format_}-key")
        assert ran.code == 0, ran.err
        assert open_build(str(tmp_path / f"{format_}-key")).quiz.variants == "shared"
    assert r"\Large Week 5" in (tmp_path / "latex/exercises.tex").read_text()


@pytest.mark.parametrize("named", ["quiz", "quiz/quiz.yaml", "quiz/other.yaml"])
def test_answers_to_a_variant_of_a_quiz_are_marked_by_its_key(tmp_path: Path, picking: str, named: str) -> None:
    """From the quiz to a mark: a file that answers the second variants, by the key, with the points that the quiz states."""
    quiz = quiz_folder(tmp_path)
    (quiz / "other.yaml").write_text((quiz / "quiz.yaml").read_text())
    arguments = ["--to", picking, "--variants", 3, "--key", tmp_path / "key", "--out", tmp_path / "o"]
    ran = run("export", tmp_path / named, *arguments)
    assert (ran.code, ran.out) == (0, "")
    title, fixed, drawn = json.loads((tmp_path / "o/pools.json").read_text())
    assert (title, len(fixed), len(drawn)) == ("Week 5", 2 + 1, 2 + 3)
    built = open_build(str(tmp_path / "key"))
    for at, id_ in enumerate(drawn[2:], 1):
        put(tmp_path / f"subs/ada-{at}.json", json.dumps(answers(built.find, fixed[2], id_)))
    wrong = {**answers(built.find, fixed[2], drawn[3])["answers"], drawn[4]: {"value": 99}}
    put(tmp_path / "subs/ben.json", json.dumps({"answers": {fixed[2]: wrong[fixed[2]], drawn[4]: wrong[drawn[4]]}}))
    (quiz / "roster.csv").unlink()
    marked = run("grade", tmp_path / "subs", "--quiz", tmp_path / "key", "--format", "json")
    results = {one["student"]: one for one in marked.lines}
    for at in (1, 2, 3):
        [first, second] = results[f"ada-{at}"]["problems"]
        assert (first["exercise"], first["earned"], first["possible"]) == ("q1", 3, 3)
        assert (second["id"], second["exercise"]) == (drawn[1 + at], "q2")
        assert (second["earned"], second["possible"]) == (4, 4)
        assert "foreign" not in results[f"ada-{at}"]
    assert (results["ben"]["problems"][1]["id"], results["ben"]["problems"][1]["earned"]) == (drawn[4], 0)


def answers(find: Any, *ids: str) -> dict[str, Any]:
    """Return right answers to these problems."""
    solved = {id_: (find(id_).problem.ask, find(id_).solve()) for id_ in ids}
    return {"answers": {id_: {part: right[part] for part in ask} for id_, (ask, right) in solved.items()}}


@pytest.mark.parametrize(("answered", "counts"), [((1, 2), 2), ((2, 1), 1), ((2, 0, 1), 0), ((), 0)])
def test_of_several_variants_of_an_exercise_one_counts(
    answered: tuple[int, ...], counts: int, tmp_path: Path, picking: str
) -> None:
    quiz = quiz_folder(tmp_path)
    (quiz / "roster.csv").unlink()
    run("export", quiz, "--to", picking, "--variants", 3, "--key", tmp_path / "key", "--out", tmp_path / "o")
    _, fixed, drawn = json.loads((tmp_path / "o/pools.json").read_text())
    given = {fixed[2]: {"value": 3}, **{drawn[2 + at]: {"value": 99} for at in answered}}
    put(tmp_path / "ada.json", json.dumps({"student": "ada", "answers": given}))
    marked = run("grade", tmp_path / "ada.json", "--quiz", tmp_path / "key", "--format", "json")
    [result] = [one for one in marked.lines if one.get("student") == "ada"]
    assert [one["id"] for one in result["problems"]] == [fixed[2], drawn[2 + counts]]
    assert result["possible"] == 3 + 4
    left = {one["id"]: one["reason"] for one in result["problems_not_graded"]}
    assert left.keys() == {drawn[2 + at] for at in answered if at != counts}
    assert all(f'one counts, here "{drawn[2 + counts]}"' in reason for reason in left.values())


def test_answers_to_another_quiz_are_still_told_apart(tmp_path: Path, picking: str) -> None:
    run(
        "export",
        quiz_folder(tmp_path),
        "--to",
        picking,
        "--variants",
        2,
        "--key",
        tmp_path / "k",
        "--out",
        tmp_path / "o",
    )
    put(tmp_path / "mine.yaml", "answers: {q2-0000000000: {value: 3}}\n")
    marked = run("grade", tmp_path / "mine.yaml", "--quiz", tmp_path / "k")
    assert marked.code == 3
    assert "answers no problem of this quiz" in marked.out + marked.err


def test_same_quiz_is_the_same_export_and_the_same_key_each_time(tmp_path: Path, picking: str) -> None:
    quiz = quiz_folder(tmp_path)
    made = []
    for name in ("one", "two"):
        out, key = tmp_path / name / "o", tmp_path / name / "key"
        assert run("export", quiz, "--to", picking, "--variants", 2, "--key", key, "--out", out).code == 0
        made.append(
            {
                str(file.relative_to(tmp_path / name)): file.read_bytes()
                for file in (tmp_path / name).rglob("*.*")
                if file.is_file()
            }
        )
    assert made[0] == made[1]
    assert {"o/pools.json", "key/quiz.lock", "key/variants/variant-2/answers.yaml"} < made[0].keys()


def test_key_is_corrected_as_that_of_any_quiz_and_nobody_joins_late(tmp_path: Path, picking: str) -> None:
    quiz = quiz_folder(tmp_path)
    run("export", quiz, "--to", picking, "--variants", 2, "--key", tmp_path / "key", "--out", tmp_path / "o")
    added = run("quiz", "build", quiz, "--out", tmp_path / "key", "--add")
    assert added.code == 4
    assert "nobody has a sheet" in added.err
    file = quiz / "quiz.yaml"
    file.write_text(file.read_text().replace("points: 4", "points: 5"))
    corrected = run("quiz", "build", quiz, "--out", tmp_path / "key", "--rekey")
    assert (corrected.code, "q2 changed" in corrected.err) == (0, True), corrected.err
    assert [one.possible for one in open_build(str(tmp_path / "key")).quiz.exercises] == [3, 5]


@pytest.mark.parametrize("format_", [name for name in FORMATS if not FORMATS[name].instead])
def test_every_format_that_picks_takes_the_variants_of_a_quiz_and_says_the_same_each_time(
    tmp_path: Path, format_: str
) -> None:
    pools = draw_pools(order_of(tmp_path, 2)).pools
    first, second = (exported_files(format_, pools, Wishes("Week 5")) for _ in range(2))
    assert first == second
    single = pools[1]._replace(exercises=pools[1].exercises[:1])
    assert exported_files(format_, [pools[0], single], Wishes("Week 5")) != first


def test_quiz_says_how_much_an_autograder_tells_unless_the_command_does(tmp_path: Path) -> None:
    quiz = quiz_folder(tmp_path, FIXED, marking="{reveal: none}")
    for number, (options, told) in enumerate({(): b"none", ("--reveal", "expected"): b"expected"}.items()):
        out = tmp_path / str(number)
        assert run("export", quiz, "--to", "gradescope", *options, "--out", out).code == 0
        with zipfile.ZipFile(out / "autograder.zip") as archive:
            assert b"--reveal " + told in archive.read("run_autograder")


# what is refused


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["quiz", "--to", "latex", "--variants", "3"], 2, "--variants does not go with --to latex, `gametree quiz build --pdf`"),
        (["quiz", "--to", "gradescope"], 2, "This quiz generates q2, and in gradescope all get the same: `gametree quiz build`"),
        (["quiz", "--to", "picking"], 2, "This quiz generates q2: say with --variants N"),
        (["quiz", "--to", "picking", "--variants", "0"], 2, "0 is not in the range 1<=x<=1000"),
        (["quiz", "--to", "picking", "--variants", "1001"], 2, "1001 is not in the range 1<=x<=1000"),
        (["fixed", "--to", "picking", "--variants", "3"], 2, "none of its exercises is generated"),
        (["quiz", "ucb-greedy", "--to", "picking", "--variants", "3"], 2, "a quiz is exported alone"),
        (["ucb-greedy", "--to", "picking", "--variants", "3"], 2, "--variants goes with a quiz"),
        (["ucb-greedy", "--to", "latex", "--key", "k"], 2, "--key goes with a quiz"),
        (["quiz", "--to", "picking", "--variants", "3", "--key", "o/key"], 2, "--key and --out lie in one another"),
        (["quiz", "--to", "picking", "--variants", "3", "--key", "quiz"], 2, "quiz has files already"),
        (["quiz", "--to", "picking", "--variants", "3", "--key", "quiz", "--force"], 4, "there is no quiz.lock in it"),
        (["wrong", "--to", "picking", "--variants", "3"], 4, "wrong/quiz.yaml:7 $.exercises[0]"),
        (["bare", "--to", "picking", "--variants", "3"], 4, "there is no secret"),
    ],
)  # fmt: skip
def test_what_of_a_quiz_cannot_be_exported_is_told_and_nothing_is_written(
    arguments: list[str], code: int, said: str, tmp_path: Path, picking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, exercises in {"quiz": EXERCISES, "fixed": FIXED, "wrong": ["{id: q1}"], "bare": EXERCISES}.items():
        write_quiz(tmp_path / name, "shared", exercises=exercises)
    (tmp_path / "bare/quiz.secret").unlink()
    ran = run("export", *(picking if one == "picking" else one for one in arguments), "--out", "o")
    assert (ran.code, said in " ".join(ran.err.split())) == (code, True), ran.err
    assert not any((tmp_path / name).exists() for name in ("o", "k"))


def test_more_variants_than_there_are_problems_are_noted(tmp_path: Path, picking: str) -> None:
    small = "{id: q1, generate: {kind: minimax, depth: 1, branching: 2, values: 0..1, repeats: true}}"
    quiz = quiz_folder(tmp_path, [small])
    ran = run("export", quiz, "--to", picking, "--variants", 9, "--out", tmp_path / "o")
    assert ran.code == 0, ran.err
    assert " trees for 9 sheets; " in ran.err


def test_export_says_what_the_platform_marks_and_what_is_marked_by_file(tmp_path: Path) -> None:
    ran = run("export", "minimax-textbook", "deep-cutoff", "--to", "moodle-xml", "--out", tmp_path / "o")
    assert ran.err.splitlines()[-5:-1] == [
        "points            on the platform          by file",
        "minimax-textbook                3                0",
        "deep-cutoff                     7                3",
        "all                            10                3",
    ]
    ran = run("export", "minimax-textbook", "--to", "latex", "--out", tmp_path / "l")
    assert "points" not in ran.err


@pytest.mark.parametrize(("wrong", "meant"), [("moodle", "moodle-xml"), ("qti", "qti21"), ("Canvas", "canvas")])
def test_format_that_there_is_not_is_told_the_nearest_one(wrong: str, meant: str, tmp_path: Path) -> None:
    ran = run("export", "minimax-textbook", "--to", wrong, "--out", tmp_path / "o")
    assert (ran.code, f'did you mean "{meant}"?' in ran.err) == (2, True)


@pytest.mark.parametrize("command", ["show", "solve", "trace", "validate"])
@pytest.mark.parametrize("named", ["quiz", "quiz/quiz.yaml"])
def test_quiz_is_no_problem_and_what_shows_it_is_said(command: str, named: str, tmp_path: Path) -> None:
    quiz_folder(tmp_path)
    ran = run(command, tmp_path / named)
    assert ran.code == 4
    assert f"is a quiz, expected a problem; `gametree quiz check {tmp_path / named}` shows" in ran.out + ran.err


# processes side by side


def test_variants_are_drawn_and_written_in_processes_as_they_are_in_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "FEW_DRAWN", 2)
    monkeypatch.setattr(side_by_side, "_FEW", 2)
    order = order_of(tmp_path, 9)
    alone = draw_pools(order)
    with Workers(2) as workers:
        shared = draw_pools(order, workers)
        together = exported_files("moodle-xml", shared.pools, Wishes(workers=workers))
    assert alone.sheets == shared.sheets
    assert [one.posed for one in alone.drawn] == [one.posed for one in shared.drawn]
    assert exported_files("moodle-xml", alone.pools, Wishes()) == together


def test_variants_that_cannot_be_drawn_in_a_process_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "FEW_DRAWN", 2)
    order = order_of(tmp_path, 9)
    [first, second] = order.recipe.exercised
    assert second.request is not None
    hopeless = second.request._replace(promise=second.request.promise._replace(figures=(("nodes", 3),), most_draws=2))
    recipe = order.recipe._replace(exercised=(first, second._replace(request=hopeless)))
    with Workers(2) as workers, pytest.raises(ProblemError, match="nothing was drawn for variant-1: not met within"):
        draw_pools(order._replace(recipe=recipe), workers)


def test_key_to_an_export_is_built_from_the_problems_that_were_exported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = order_of(tmp_path, 3)
    again = build(order, tmp_path / "again")
    drawn = draw_pools(order).drawn
    monkeypatch.setattr(making, "posed_for", None)  # nothing is drawn once more
    assert build(order, tmp_path / "key", drawn=drawn) == again


def test_who_waits_for_an_export_sees_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, out, key = quiz_folder(tmp_path), tmp_path / "out", tmp_path / "key"
    monkeypatch.setattr(grader.cli.options, "is_terminal", lambda stream: True)
    exported = run("export", folder, "--to", "moodle-xml", "--variants", 12, "--out", out, "--key", key)
    assert exported.code == 0
    assert [line for line in exported.err.splitlines() if line in ("Drawing", "Building")] == ["Drawing", "Building"]
