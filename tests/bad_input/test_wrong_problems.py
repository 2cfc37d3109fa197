"""A problem that is wrong: exit 4, and what is right is graded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from console import put, run

from bad_input.week import GOOD, PROBLEM, RIGHT, grade
from grader.kinds import KINDS

WRONG_PROBLEMS: dict[str, tuple[str, int, str, str]] = {
    "probabilities that sum to 0.99": (
        "kind: expectiminimax\ntree: {chance: [{p: 0.5, value: 1},\n {p: 0.49, value: 2}]}\n",
        4,
        "$.tree",
        "the probabilities of this chance node sum to 99/100, expected exactly 1",
    ),
    "a probability above 1": (
        "kind: expectiminimax\ntree: {chance: [{p: 2, value: 1},\n {p: -1, value: 2}]}\n",
        4,
        "$.tree.chance[0].p",
        "2 is not a probability, expected a number from 0 to 1",
    ),
    "a probability here and none there": (
        "kind: expectiminimax\ntree: {chance: [{p: 1, value: 1}, 2]}\n",
        4,
        "$.tree",
        "expected all or none",
    ),
    "a probability under MAX": (
        "kind: minimax\ntree: {max: [{p: 1, value: 1}]}\n",
        4,
        "$.tree.max[0].p",
        "only below a chance node",
    ),
    "a chance node": ("kind: minimax\ntree: {max: [{chance: [1]}]}\n", 4, "$.tree.max[0]", "has no place in minimax"),
    "an id twice": (
        "kind: minimax\ntree: {max: [{id: a, min: [{id: x, value: 1}]},\n {id: b, min: [{id: x, value: 1}]}]}\n",
        5,
        "$.tree.max[1].min[0].id",
        'the id "x" stands at two nodes',
    ),
    "a move that means two children": (
        "kind: minimax\ntree: {max: [{id: a, value: 1},\n {id: b, move: a, value: 1}]}\n",
        5,
        "$.tree.max[1]",
        'the move "a" could mean two children',
    ),
    "a part that is not of the kind": (
        "kind: minimax\ntree: [1]\nask: [pruned]\n",
        5,
        "$.ask[0]",
        "expected a part of minimax",
    ),
    "a part without an answer": (
        "kind: minimax\ntree: 1\nask: [best-move]\n",
        5,
        "$.ask[0]",
        "has no answer on this problem",
    ),
    "points of nothing": (
        "kind: minimax\ntree: [1]\npoints: {value: 0}\n",
        5,
        "$.points.value",
        "expected a number above 0",
    ),
    "points for what is not asked": (
        "kind: minimax\ntree: [1]\nask: [value]\npoints: {values: 2}\n",
        6,
        "$.points.values",
        "values is not asked",
    ),
    "a convention of another kind": (
        "kind: minimax\ntree: [1]\nconventions: {log: ln}\n",
        5,
        "$.conventions.log",
        "there is no field",
    ),
    "a window that is empty": (
        "kind: alpha-beta\ntree: [1]\nconventions: {initial-window: [3, 3]}\n",
        5,
        "$.conventions.initial-window",
        "alpha below beta",
    ),
    "value bounds": (
        "kind: alpha-beta\ntree: [1]\nconventions: {value-bounds: [1, 0]}\n",
        5,
        "$.conventions.value-bounds",
        "lo no larger than hi",
    ),
    "a leaf outside the value bounds": (
        "kind: alpha-beta\ntree: [1, 2]\nconventions: {value-bounds: [0, 1]}\n",
        4,
        "$.tree[1]",
        "outside value-bounds",
    ),
    "a moment that never comes": (
        "kind: minimax\ntree: [1, 2]\nafter: 3\n",
        5,
        "$.after",
        "the search evaluates 2 leaves",
    ),
    "root beside explicit players": (
        "kind: minimax\ntree: {max: [1]}\nconventions: {root: min}\n",
        5,
        "$.conventions.root",
        "no place beside explicit players",
    ),
    "a leaf of 1,001 digits": (f"kind: minimax\ntree: [{'1' * 1001}]\n", 4, "$.tree[0]", "at most 1000 digits"),
    "a leaf that would never end": ("kind: minimax\ntree: [1e100000000]\n", 4, "$.tree[0]", "at most 3 digits"),
    "a leaf that is nan": ("kind: minimax\ntree: [.nan]\n", 4, "$.tree[0]", "expected a number"),
    "129 levels": ("kind: minimax\ntree: " + "[" * 128 + "1" + "]" * 128 + "\n", 4, "$", "deeper than 128 levels"),
    "an exploration without end": (
        "kind: ucb\nchildren: [{id: a, visits: 0}]\nconventions: {exploration: 1e999}\n",
        5,
        "$.conventions.exploration",
        "from 0 to",
    ),
    "ucb1 with exploration": (
        "kind: ucb\nchildren: [{id: a, visits: 0}]\nconventions: {formula: ucb1, exploration: 2}\n",
        5,
        "$.conventions.exploration",
        "no place in formula ucb1",
    ),
    "visits without a total": (
        "kind: ucb\nchildren:\n  - {id: a, visits: 2}\n",
        5,
        "$.children[0]",
        "total is missing",
    ),
    "a total without visits": (
        "kind: ucb\nchildren:\n  - {id: a, visits: 0, total: 1}\n",
        5,
        "$.children[0].total",
        "expected no total, or 0",
    ),
    "a child twice": (
        "kind: ucb\nchildren:\n  - {id: a, visits: 0}\n  - {id: a, visits: 0}\n",
        6,
        "$.children[1].id",
        "stands at two children",
    ),
    "visits beyond floats": (
        "kind: ucb\nchildren: [{id: a, visits: 1e300, total: 1}]\n",
        4,
        "$.children[0].visits",
        "expected a whole number",
    ),
    "an anchor": ("kind: minimax\ntree: &t [1]\n", 4, "$.tree", "an anchor (&name) is not allowed"),
    "an unknown kind": (
        "kind: go\ntree: [1]\n",
        3,
        "$.kind",
        f"expected {', '.join(list(KINDS)[:-1])} or {list(KINDS)[-1]}",
    ),
}


@pytest.mark.parametrize(("text", "line", "path", "says"), WRONG_PROBLEMS.values(), ids=WRONG_PROBLEMS)
def test_a_wrong_problem_is_told_and_the_other_problem_is_graded(
    folder: Path, text: str, line: int, path: str, says: str
) -> None:
    wrong = put(folder / "wrong.yaml", f"format: gametree-problem/1\nid: wrong\n{text}")
    submission = put(folder / "s.yaml", json.dumps({"answers": {"wrong": {"value": 1}, "q1": RIGHT}}))
    ran = grade(folder, submission, "-p", wrong, "--format", "json")
    assert ran.code == 4
    assert any(said.startswith(f"{wrong}:{line} {path}: ") and says in said for said in ran.err.splitlines())
    if "anchor" not in says and "128 levels" not in says:
        assert "the problem itself is wrong" in ran.json["problems_not_graded"][0]["reason"]
    assert (ran.json["earned"], ran.json["possible"]) == (9, 9)
    assert run("validate", wrong).code in (3, 4)
    assert run("solve", wrong).code == 4


def test_everything_wrong_with_a_problem_is_told_at_once_in_order(folder: Path) -> None:
    wrong = put(
        folder / "wrong.yaml",
        "format: gametree-problem/1\nid: w\nkind: expectiminimax\n"
        "tree:\n  chance:\n    - {p: 2, id: x, value: 1}\n    - {id: x, value: 2}\npoints: {best-move: 1}\nask: [value]\n",
    )
    lines = [int(said.split(":")[1].split()[0]) for said in run("validate", wrong).out.splitlines()]
    assert lines == sorted(lines)
    assert len(lines) >= 3


def test_one_id_in_two_problem_files_is_exit_4_and_the_first_is_used(folder: Path) -> None:
    again = put(folder / "again.yaml", PROBLEM.replace("[3, 12, 8]", "[0, 0, 0]"))
    ran = run("grade", folder / "good.yaml", "-p", folder / "q1.problem.yaml", "-p", again, "--format", "json")
    assert ran.code == 4
    assert f'{again}:2 $.id: the id "q1" is also that of {folder / "q1.problem.yaml"}' in ran.err
    assert (ran.json["earned"], ran.json["possible"]) == (9, 9)


def test_a_folder_of_problems_may_hold_other_files(folder: Path) -> None:
    for name, content in {
        "week/notes.yaml": "- not a problem\n",
        "week/broken.yaml": "a: [",
        "week/latin.json": b"\xff",
        "week/notes.txt": "format: gametree-problem/1",
        "week/.hidden.yaml": PROBLEM,
        "week/.git/problem.yaml": PROBLEM,
        "week/q1/problem.yaml": PROBLEM,
        "week/q1/submissions/full.yaml": GOOD,
    }.items():
        put(folder / name, content)
    ran = run("grade", folder / "good.yaml", "-p", folder / "week", "--format", "json")
    assert (ran.code, ran.json["earned"]) == (0, 9)
    assert f"{folder / 'week/broken.yaml'} cannot be read and was passed over" in ran.err
    assert f"{folder / 'week/latin.json'} cannot be read and was passed over" in ran.err


def test_a_problem_yaml_that_cannot_be_read_is_exit_4(folder: Path) -> None:
    put(folder / "week/q2/problem.yaml", "a: [")
    ran = grade(folder, folder / "good.yaml", "-p", folder / "week", "--format", "json")
    assert (ran.code, ran.json["earned"]) == (4, 9)


@pytest.mark.parametrize("content", [PROBLEM.replace("id: q1\n", ""), "[1, 2]\n", "answers: {}\n", "id: q2\n"])
def test_a_named_problem_file_that_is_no_problem_is_exit_4(folder: Path, content: str) -> None:
    wrong = put(folder / "wrong.yaml", content)
    ran = grade(folder, folder / "good.yaml", "-p", wrong)
    assert ran.code == 4
    assert str(wrong) in ran.err


@pytest.mark.parametrize("id_", [" ", "\u2003", "\\u2028"])
def test_a_node_id_of_blanks_is_refused(folder: Path, id_: str) -> None:
    wrong = put(
        folder / "p.yaml", f'format: gametree-problem/1\nid: p\nkind: minimax\ntree: {{id: "{id_}", max: [1, 2]}}\n'
    )
    assert run("validate", wrong).code == 4


def test_marks_are_always_json_numbers(folder: Path) -> None:
    huge = put(
        folder / "p.yaml",
        "format: gametree-problem/1\nid: p\nkind: minimax\ntree: [[1, 2], [3]]\npoints: {values: 1e400}\n",
    )
    submission = put(folder / "s.yaml", "answers: {p: {values: {A: 3, B: 1, C: 9}}}\n")
    ran = run("grade", submission, "-p", huge, "--format", "json")
    assert "Infinity" not in ran.out


def test_messages_about_monstrous_probabilities_stay_short(folder: Path) -> None:
    children = ", ".join(f"{{p: 1/{10**990 + n}, value: 1}}" for n in range(1, 30))
    monster = put(
        folder / "p.yaml", f"format: gametree-problem/1\nid: p\nkind: expectiminimax\ntree: {{chance: [{children}]}}\n"
    )
    ran = run("validate", monster)
    assert ran.code == 4
    assert len(ran.out.splitlines()) == 29
    assert all(len(line.removeprefix(str(monster))) < 120 for line in ran.out.splitlines())
    assert "sum to" not in ran.out
