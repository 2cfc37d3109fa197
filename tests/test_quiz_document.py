"""The document of a quiz: all that is wrong with it is said at once, each with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from quizzes import SECRET, write_quiz, write_roster

from grader.core.errors import ProblemError
from grader.course.quiz import read_secret
from grader.course.quiz.sheets import Order, read_order

PROBLEM = (
    "format: gametree-problem/1\nid: mine\nkind: minimax\ntitle: Mine\ntree: [[3, 5], [2, 9]]\npoints: {value: 3}\n"
)


def order(file: Path) -> Order:
    return read_order(str(file), read_secret(SECRET, ""), str(file.parent / "roster.csv"))


def faults(file: Path) -> list[str]:
    with pytest.raises(ProblemError) as failure:
        order(file)
    return [str(fault).replace(f"{file.parent}/", "") for fault in failure.value.faults]


def said_of(tmp_path: Path, *exercises: str, **named: str) -> list[str]:
    return faults(write_quiz(tmp_path, exercises=exercises, **named))


def test_a_wrong_shape_does_not_hide_that_the_bank_has_no_such_problem(tmp_path: Path) -> None:
    assert [
        said.partition(": ")[0]
        for said in said_of(
            tmp_path,
            "{id: q1, bank: minimax-textbok}",
            "{id: q2, bank: [1]}",
            "{id: q3, bank: ucb-greedy, colour: red}",
            "{id: q4, bank: minimax-textbook}",
        )
    ] == ["quiz.yaml:7 $.exercises[0].bank", "quiz.yaml:8 $.exercises[1].bank", "quiz.yaml:9 $.exercises[2].colour"]


def test_a_wrong_shape_does_not_hide_what_else_is_wrong(tmp_path: Path) -> None:
    file = write_quiz(
        tmp_path,
        exercises=[
            "{id: q1, bank: minimax-textbook, colour: red}",
            "{id: q2, generate: {kind: minimax}, vary: 2}",
            "{id: q3, file: missing.yaml}",
            "{id: percent, problem: {kind: minimax, tree: [[3, x]]}}",
        ],
        marking="{round: [1]}",
    )
    (tmp_path / "roster.csv").write_text("id\ns1\ns1\n", "utf-8")
    assert [said.partition(": ")[0] for said in faults(file)] == [
        "quiz.yaml:5 $.marking.round",
        "quiz.yaml:7 $.exercises[0].colour",
        "quiz.yaml:8 $.exercises[1].vary",
        "quiz.yaml:9 $.exercises[2].file",
        "quiz.yaml:10 $.exercises[3].id",
        "quiz.yaml:10 $.exercises[3].problem.tree[0][1]",
        "roster.csv:3 $.id",
    ]


@pytest.mark.parametrize("field", ["id: [1]", "exercises: 3", "variants: often", "format: x"])
def test_a_quiz_that_cannot_be_read_on_is_refused_for_its_shape(tmp_path: Path, field: str) -> None:
    stated = {"format": "gametree-quiz/1", "id": "w", "exercises": "[{id: q1, bank: minimax-textbook}]"}
    name, _, value = field.partition(": ")
    text = "".join(f"{key}: {said}\n" for key, said in {**stated, name: value}.items())
    (tmp_path / "quiz.yaml").write_text(text, "utf-8")
    write_roster(tmp_path / "roster.csv", 2)
    [said] = faults(tmp_path / "quiz.yaml")
    assert f"$.{name}: " in said


def test_points_below_a_request_are_told_where_they_stand(tmp_path: Path) -> None:
    [said] = said_of(tmp_path, "{id: q1, generate: {kind: minimax, points: {value: 3}}}")
    assert said.startswith("quiz.yaml:7 $.exercises[0].generate.points: a mapping is not allowed here")
    assert said.endswith("A mapping from parts to points stands beside generate, not below it.")


def test_all_errors_are_said_at_once_with_their_lines(tmp_path: Path) -> None:
    (tmp_path / "wrong.yaml").write_text("format: gametree-problem/1\nid: x\nkind: minimax\ntree: [1, y]\n")
    said = said_of(
        tmp_path,
        "{id: q1, bank: minimax-textbok}",
        "{id: Q1, file: missing.yaml}",
        "{id: percent, file: wrong.yaml}",
        "{id: q4, problem: {kind: minimax, id: q4, tree: [1, 2]}}",
        "{id: q5, problem: {kind: minimax, tree: [[3, x]]}}",
        "{id: q6, generate: {kind: ucb, depth: 3, children: a lot}}",
        "{id: q7, generate: {kind: alpha-beta, depth: 2, layers: [max, min], shape: [[[], []], [[], []]]}}",
        "{id: q8, bank: ucb-greedy, points: {value: 2}}",
        marking="{round: 0.3}",
    )
    assert said == [
        "quiz.yaml:5 $.marking.round: marks are not rounded to 0.3, expected one of 0.01, 0.1, 0.25, 0.5, 1",
        'quiz.yaml:7 $.exercises[0].bank: the shipped bank: there is no problem "minimax-textbok"; did you mean "minimax-textbook"?',
        'quiz.yaml:8 $.exercises[1].id: there is an exercise "Q1" already, expected another id',
        "quiz.yaml:8 $.exercises[1].file: there is no file missing.yaml",
        'quiz.yaml:9 $.exercises[2].id: "percent" is a column of the gradebook, expected another id',
        "quiz.yaml:10 $.exercises[3].problem.id: leave out id: the quiz says it",
        'quiz.yaml:11 $.exercises[4].problem.tree[0][1]: "x" is not allowed here, expected a number such as 3, -2.5 or 7/3',
        "quiz.yaml:12 $.exercises[5].generate.depth: depth has no place in ucb, only in minimax, alpha-beta, expectiminimax, cost, max-n, deepening, threshold, claims, construct",
        'quiz.yaml:12 $.exercises[5].generate.children: "a lot": expected a whole number or a range, as 3 or 2-4',
        "quiz.yaml:13 $.exercises[6].generate: shape says already what the tree looks like; leave out depth",
        "quiz.yaml:14 $.exercises[7].points.value: value is not asked, expected points only for scores, choice",
        'wrong.yaml:4 $.tree[1]: "y" is not allowed here, expected a number such as 3, -2.5 or 7/3',
    ]


@pytest.mark.parametrize("vary", ["2", "x", "-0.1", "1.0000001", "inf", "nan", "0,25", "50%", "''", "FREE", "1" * 60])
def test_a_share_that_is_none_is_refused(tmp_path: Path, vary: str) -> None:
    [said] = said_of(tmp_path, f"{{id: q1, generate: {{kind: minimax}}, vary: '{vary.strip(chr(39))}'}}")
    shown = vary.strip("'")[:39]
    assert said.startswith(f'quiz.yaml:7 $.exercises[0].vary: "{shown}')
    assert '": expected a share from 0 to 1, as 1/2 or 0.25, or free' in said


def test_the_nearest_word_is_named_and_vary_belongs_to_what_is_generated(tmp_path: Path) -> None:
    assert said_of(
        tmp_path,
        "{id: q1, generate: {kind: minimax}, vary: fre}",
        "{id: q2, bank: minimax-textbook, vary: 1/2}",
        "{id: q3, problem: {kind: minimax, tree: [1, 2]}, vary: x}",
    ) == [
        'quiz.yaml:7 $.exercises[0].vary: "fre": expected a share from 0 to 1, as 1/2 or 0.25, or free; did you mean "free"?',
        "quiz.yaml:8 $.exercises[1].vary: vary stands only beside generate; what comes from bank is the same for all",
        "quiz.yaml:9 $.exercises[2].vary: vary stands only beside generate; what comes from problem is the same for all",
    ]


@pytest.mark.parametrize("name", ["../outside.yaml", "/etc/hostname", "link.yaml"])
def test_file_outside_the_folder_of_the_quiz_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "outside.yaml").write_text(PROBLEM)
    (tmp_path / "quiz").mkdir()
    (tmp_path / "quiz" / "link.yaml").symlink_to(tmp_path / "outside.yaml")
    [said] = said_of(tmp_path / "quiz", f"{{id: q1, file: {name}}}")
    assert said == "quiz.yaml:7 $.exercises[0].file: lies outside the folder of the quiz; put the file beside it"
    [said] = said_of(tmp_path / "quiz", f"{{id: q1, generate: {{kind: minimax, like: {name}}}}}")
    assert "$.exercises[0].generate.like: lies outside" in said


@pytest.mark.parametrize(
    ("exercise", "expected"),
    [
        ("{id: q1, bank: a, file: b}", "the exercise has two of the fields bank, file, problem, generate and program"),
        (
            "{id: q1}",
            "nothing here says where the exercise comes from, expected an exercise: a mapping with id, one of",
        ),
        ("{id: q1, generate: {kind: alpha-beta, prune-cout: 2}}", 'did you mean "prune-count"?'),
        ("{id: q1, generate: {kind: alpha-beta, seed: 2}}", 'there is no field "seed" here'),
        ("{id: q1, generate: {kind: alpha-beta, count: 2}}", 'there is no field "count" here'),
        ("{id: q1, generate: {kind: alpha-beta, repeats: 1}}", "expected true or false"),
        ("{id: q1, generate: {kind: alpha-beta, convention: [tie]}}", "expected NAME=VALUE, as tie=last"),
        ("{id: q1, generate: {kind: minimax, like: a.yaml, depth: 2}}", "there is no file a.yaml"),
        ("{id: q1, generate: {kind: alpha-beta, prune-count: 90}}", "a search of this shape skips 0-12 subtrees"),
        ("{id: q1, bank: minimax-textbook, points: 1e900}", "expected points above 0, at most 1,000,000"),
    ],
)
def test_exercise_that_is_wrong_is_told_with_what_was_expected(tmp_path: Path, exercise: str, expected: str) -> None:
    assert expected in "\n".join(said_of(tmp_path, exercise))


def test_request_that_no_draw_meets_is_told_in_the_words_of_a_quiz(tmp_path: Path) -> None:
    exercise = "{id: q1, generate: {kind: alpha-beta, depth: 2, branching: 2, prune-count: 1, leaves-evaluated: 4}}"
    [said] = said_of(tmp_path, exercise)
    assert "--" not in said
    assert "$.exercises[0].generate: " in said


def test_variant_of_another_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(PROBLEM)
    [said] = said_of(tmp_path, "{id: q1, generate: {kind: ucb, like: mine.yaml}}")
    assert said.endswith("is of the kind minimax, not ucb")


def test_lists_and_text_are_the_same_request(tmp_path: Path) -> None:
    as_list = (
        "{id: q1, generate: {kind: alpha-beta, ask: [value, pruned], convention: [tie=last], layers: [max, min, max]}}"
    )
    as_text = "{id: q1, generate: {kind: alpha-beta, ask: 'value,pruned', convention: tie=last, layers: 'max,min,max'}}"
    first, second = (order(write_quiz(tmp_path, exercises=[one])) for one in (as_list, as_text))
    assert first.recipe.exercised[0].request == second.recipe.exercised[0].request
    assert first.recipe.exercised[0].first == second.recipe.exercised[0].first
    assert first.recipe.exercised[0].first.problem.conventions.tie == "last"


def test_points_of_an_exercise_are_shared_in_the_proportion_of_its_parts(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(PROBLEM)
    file = write_quiz(
        tmp_path,
        exercises=["{id: q1, file: mine.yaml, points: 10}", "{id: q2, file: mine.yaml, points: {best-move: 1/2}}"],
        marking="{follow-through: 1/4, round: 0.5}",
    )
    first, second = (one.first.problem for one in order(file).recipe.exercised)
    assert first.points == {"value": 6, "best-move": 2, "values": 2}
    assert [str(second.points[part]) for part in second.ask] == ["3", "1/2", "1"]
    assert str(first.policy.follow_through) == "1/4"
    assert first.title == "Mine"


def test_per_student_needs_a_roster(tmp_path: Path) -> None:
    file = write_quiz(tmp_path)
    with pytest.raises(ProblemError, match=r"quiz.yaml:4 \$.variants: per-student needs a roster"):
        read_order(str(file), read_secret(SECRET, ""))


def test_groups_are_names_of_folders_and_stand_there_once(tmp_path: Path) -> None:
    said = faults(write_quiz(tmp_path, "groups", groups=("a", "A", "../b")))
    assert said[:2] == [
        'quiz.yaml:4 $.variants.groups[1]: the group "A" stands here twice, expected once',
        "quiz.yaml:4 $.variants.groups[2]: \"../b\" would be a path, expected a name without '/' and '\\'",
    ]
