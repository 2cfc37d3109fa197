"""Roles of steps: what kinds say of entries, held against the trees themselves; and what a class report counts by them."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import oracle
import pytest
import students
from banked import ids_of, shipped
from conftest import outcome_of, problem_data, read
from console import put, run
from made_results import entry, part, problem, report_on, result
from oracle import Document, Node
from quizzes import build_quiz, perfect, student_ids
from windows import shifted

from grader.core.documents import validator
from grader.course.quiz.built import open_build
from grader.course.report.class_outputs import class_csv, class_data, render_class_text
from grader.course.report.class_page import class_page
from grader.grading.outcome import Outcome
from grader.grading.result import line_and_brief, result_line
from grader.kinds import Exercise
from grader.kinds.roles import roles_of

MOVERS = {"max": "MAX", "min": "MIN", "chance": "chance"}
WITHOUT_DEEP = ("no-deep-cutoffs", "")
PARTS = ("values", "windows", "pruned", "cutoffs")


# -- a second computation, from the tree alone


def by_player_and_depth(node: Node, depth: int = 0) -> dict[str, str]:
    """Return the role of each inner node."""
    if not node.children:
        return {}
    below = [by_player_and_depth(child, depth + 1) for child in node.children]
    roles = {node.id: f"{MOVERS[node.player]} at depth {depth}"}
    return roles | {name: role for one in below for name, role in one.items()}


def first_leaf(node: Node, data: Document) -> Node:
    return first_leaf(oracle.examined(node, data)[0], data) if node.children else node


def by_cutoff(data: Document) -> tuple[dict[str, str], dict[str, str]]:
    """Return the role of each skipped subtree by its root, and of each cutoff by its node."""
    visited = {*students.follow(data, WITHOUT_DEEP)["visited"]}
    found = oracle.run_search(oracle.read_tree(data), data).cutoffs
    cutoffs, roots, nodes = [one for one in found if one.skipped], {}, {}
    if data["conventions"]["empty-cutoffs"] == "count":
        nodes = {one.node.id: "empty cutoff" for one in found if not one.skipped}
    for place, cutoff in enumerate(cutoffs):
        later = "first cutoff" if place == 0 else "later cutoff"
        for root in cutoff.skipped:
            roots[root.id] = "deep cutoff" if first_leaf(root, data).id in visited else later
        nodes[cutoff.node.id] = roots[cutoff.skipped[0].id]
    return roots, nodes


def random_tree(rng: random.Random) -> Any:
    """Return a tree of four plies, in which cutoffs can be deep, not all of whose leaves are that deep."""

    def below(left: int) -> Any:
        return (
            rng.randint(0, 12)
            if not left or rng.random() < 0.07
            else [below(left - 1) for _ in range(rng.randint(2, 3))]
        )

    return [below(3) for _ in range(rng.randint(2, 3))]


def random_data(rng: random.Random, place: int) -> Document:
    conventions = {
        "cutoff": rng.choice(["alpha >= beta", "alpha > beta"]),
        "order": rng.choice(["left-to-right", "right-to-left"]),
        "root": rng.choice(["max", "min"]),
        "empty-cutoffs": rng.choice(["ignore", "count"]),
    }
    made = problem_data("alpha-beta", random_tree(rng), conventions=conventions, ask=[*PARTS])
    return {**made, "id": f"q2-{place}"}


def some_answers(rng: random.Random, data: Document) -> Document:
    """Return answers of which some entries are right, some are wrong, some missing and some too many."""
    right, tree = oracle.solve(data), oracle.read_tree(data)
    inner = [node.id for node in oracle.breadth_first(tree) if node.children]
    visited = [*right["visited"]]
    leaves = [one for one in visited if one not in inner]
    low = rng.choice([0.0, 0.1, 0.3])

    def most(things: Any) -> Any:
        return [one for one in things if rng.random() >= low]

    values = {node: value + (rng.random() < low) for node, value in right["values"].items() if rng.random() >= low}
    windows = {
        node: [-99, 99] if rng.random() < low else one for node, one in right["windows"].items() if rng.random() >= low
    }
    cutoffs = [{**one, "alpha": -77} if rng.random() < low else one for one in most(right["cutoffs"])]
    pruned = most(right["pruned"])
    if rng.random() < 0.3:
        values[rng.choice(inner)] = 55
        pruned.append(rng.choice(leaves))
    if rng.random() < 0.3 and (others := {*inner} - {one["node"] for one in right["cutoffs"]}):
        cutoffs.append({"node": min(others), "alpha": 1, "beta": 2})
    answers = {"values": values, "windows": windows, "pruned": pruned, "cutoffs": cutoffs}
    return {name: answer for name, answer in answers.items() if rng.random() < 0.9}


def right_by_role(data: Document, answers: Document) -> Iterator[tuple[str, str, bool]]:
    """Yield part, role and whether all of it is right, of each part that was answered."""
    right, (roots, cuts) = oracle.solve(data), by_cutoff(data)
    nodes = by_player_and_depth(oracle.read_tree(data))
    for name in (one for one in ("values", "windows") if one in answers):
        given, expected = answers[name], right[name]
        found: dict[str, bool] = {}
        for node in {*given, *expected}:
            found[nodes[node]] = found.get(nodes[node], True) and given.get(node) == expected.get(node)
        yield from ((name, role, is_right) for role, is_right in found.items())
    if "pruned" in answers:
        for role in {*roots.values()}:
            yield "pruned", role, all(root in answers["pruned"] for root in roots if roots[root] == role)
        yield "pruned", "no cutoff", {*answers["pruned"]} <= roots.keys()
    if "cutoffs" in answers:
        for role in {*cuts.values()}:
            wanted = [one for one in right["cutoffs"] if cuts.get(one["node"]) == role]
            yield "cutoffs", role, all(one in answers["cutoffs"] for one in wanted)
        yield (
            "cutoffs",
            "no cutoff",
            all(one["node"] in {each["node"] for each in right["cutoffs"]} for one in answers["cutoffs"]),
        )


def line_of(exercise: Exercise, answers: Document, student: str) -> Any:
    """Return the result as a folder of a run has it."""
    outcome = outcome_of(exercise, answers)
    named = outcome._replace(student=student, quiz="week5", exercises={exercise.problem.id: "q2"})
    return json.loads(line_and_brief(named)[0])


def compare_class(rng: random.Random, students_: int) -> None:
    counted: Counter[tuple[str, str]] = Counter()
    right: Counter[tuple[str, str]] = Counter()
    results = []
    for place in range(students_):
        data = random_data(rng, place)
        answers = some_answers(rng, data)
        results.append(line_of(read(data), answers, f"s{place}"))
        for name, role, is_right in right_by_role(data, answers):
            counted[name, role] += 1
            right[name, role] += is_right
    (summary,) = report_on(*results).problems
    found = {(one.part, one.role): (one.students, one.right) for one in summary.roles}
    assert found == {key: (counted[key], right[key]) for key in counted}
    shares = [one.share for one in summary.roles]
    assert shares == sorted(shares)


@pytest.mark.parametrize("seed", range(3))
def test_a_class_is_counted_as_from_the_trees_themselves(seed: int, window: int) -> None:
    compare_class(random.Random(shifted(seed, window)), 12)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_many_classes_are_counted_as_from_the_trees_themselves(seed: int, window: int) -> None:
    compare_class(random.Random(shifted(1_000 + seed, window)), 8)


# -- the sum over roles is the part; single rows of what roles there are


@pytest.mark.parametrize("seed", range(5))
def test_every_entry_has_a_role_and_all_roles_right_are_the_part(seed: int, window: int) -> None:
    rng = random.Random(shifted(2_000 + seed, window))
    for place in range(8):
        data = random_data(rng, place)
        exercise, answers = read(data), some_answers(rng, data)
        line = line_of(exercise, answers, "s1")
        for one in line["problems"][0]["parts"]:
            assert one["part"] not in answers or all("role" in each for each in one["entries"])
        (summary,) = report_on(line).problems
        for told in summary.parts:
            roles = [role for role in summary.roles if role.part == told.part]
            if roles:
                assert all(role.right for role in roles) == bool(told.full), (data, answers)


ROWS = {
    "claims": {"mirror", "affine", "power, every tree", "combined", "pruned", "only-best-move"},
    "ucb": {"visited", "unvisited"},
    "mcts": {"visited"},
    "positions": {"won", "lost"},
    "max-n": {"depth 0", "depth 1", "first cutoff", "later cutoff"},
    "minimax": {"MAX at depth 0", "MIN at depth 1", "MIN, 1 from the end"},
    "expectiminimax": {"chance at depth 1", "MIN at depth 2"},
    "alpha-beta": {"deep cutoff", "first cutoff", "later cutoff", "MAX at depth 2"},
}


@pytest.mark.parametrize("kind", ROWS)
def test_the_shipped_problems_of_a_kind_have_these_roles(kind: str) -> None:
    steps = (roles.steps for id_ in ids_of(kind) for roles in roles_of(shipped(id_)).values())
    found = {role for each in steps for _, role, _ in each}
    assert ROWS[kind] <= found


# -- worked by hand: A is MAX, B and C are MIN; B is worth 3, and C is cut after its first leaf, 2

TREE = {
    "id": "A",
    "max": [
        {"id": "B", "min": [{"id": "b1", "value": 3}, {"id": "b2", "value": 12}]},
        {"id": "C", "min": [{"id": "c1", "value": 2}, {"id": "c2", "value": 4}]},
    ],
}


@pytest.mark.parametrize(
    ("listed", "roles", "right"),
    [
        (["c2"], ["first cutoff"], {"first cutoff": 1, "no cutoff": 1}),
        ([], ["first cutoff"], {"first cutoff": 0, "no cutoff": 1}),
        (["b2", "c2"], ["no cutoff", "first cutoff"], {"first cutoff": 1, "no cutoff": 0}),
        (["C"], ["first cutoff"], {"first cutoff": 0, "no cutoff": 0}),  # it lists c1 too
        (["nowhere", "c2"], ["first cutoff", "no cutoff"], {"first cutoff": 1, "no cutoff": 0}),
    ],
)
def test_what_is_listed_has_these_roles(listed: list[str], roles: list[str], right: dict[str, int]) -> None:
    line = line_of(read(problem_data("alpha-beta", TREE, ask=["pruned"])), {"pruned": listed}, "s1")
    assert [each["role"] for each in line["problems"][0]["parts"][0]["entries"]] == roles
    (summary,) = report_on(line).problems
    assert {one.role: one.right for one in summary.roles} == right


def test_who_left_a_part_out_or_cannot_be_read_is_not_counted() -> None:
    exercise = read(problem_data("alpha-beta", TREE, ask=["value", "pruned"]))
    held = [
        line_of(exercise, answers, f"s{at}")
        for at, answers in enumerate([{"value": 3}, {"pruned": 7}, {"pruned": ["c2"]}])
    ]
    (summary,) = report_on(*held).problems
    assert {(one.role, one.students) for one in summary.roles} == {("first cutoff", 1), ("no cutoff", 1)}


def test_several_players_have_depths_alone_and_games_count_from_the_end() -> None:
    game = read({"format": "gametree-problem/1", "id": "g", "kind": "minimax", "game": {"name": "take-away", "objects": 4, "take": [1, 2]}, "ask": ["values"]})  # fmt: skip
    tree, roles = game.problem.game, roles_of(game)["values"]
    height = dict.fromkeys(tree.leaves(), 0)
    for node in reversed(tree.inner()):
        height[node] = 1 + max(height[child] for child in tree.children(node))
    assert {key: role for key, role, _ in roles.steps} == {
        node: f"{tree.mover(node)}, {height[node]} from the end" for node in tree.inner()
    }


# -- what nobody but the instructor sees


def test_roles_stand_in_the_results_of_a_folder_alone(tmp_path: Path) -> None:
    exercises = [
        "{id: q1, generate: {kind: alpha-beta, depth: 3, branching: 2, ask: [value, pruned]}}",
        "{id: q2, generate: {kind: ucb, children: 3}}",
    ]
    build = build_quiz(tmp_path / "quiz", students=2, exercises=exercises)
    built = open_build(str(build))
    for student in student_ids(2):
        put(tmp_path / "in" / f"{student}.json", json.dumps(perfect(built, student)))
    ran = run(
        "grade",
        tmp_path / "in",
        "--quiz",
        build,
        "--out",
        tmp_path / "out",
        "--html",
        "--format",
        "json",
        "--reveal",
        "expected",
    )
    assert ran.code == 0, ran.err
    assert b'"role": "first cutoff"' in (tmp_path / "out" / "results.jsonl").read_bytes()
    for file in sorted(
        one for one in tmp_path.rglob("*") if one.is_file() and one.name not in ("results.jsonl", "report.html")
    ):
        assert not any(said in file.read_bytes() for said in SAID), file
    assert not any(said in ran.out.encode() for said in SAID)


SAID = (b'"role":', b"first cutoff", b"later cutoff")


def test_a_result_of_a_single_file_has_no_roles() -> None:
    outcome: Outcome = outcome_of(read(problem_data("alpha-beta", TREE, ask=["pruned"])), {"pruned": ["c2"]})
    assert '"role"' in line_and_brief(outcome._replace(exercises={}))[0]
    assert '"role"' not in result_line(outcome)


# -- what a class report says of roles


def entry_of(role: str, *, is_right: bool) -> Any:
    return {**entry("correct" if is_right else "missing", role[:1], "x" if is_right else None, "x"), "role": role}


def planted(students_: int, right: dict[str, int], name: str = "pruned") -> list[Any]:
    """Return results in which the first so many students have each role right."""
    return [
        result(
            f"s{at}",
            problem(
                f"q2-{at}",
                part(name, at % 2, 2, *(entry_of(role, is_right=at < many) for role, many in right.items())),
                exercise="q2",
                kind="alpha-beta",
            ),
            quiz="week5",
        )
        for at in range(students_)
    ]


def first_line(*results: Any) -> str:
    return render_class_text(report_on(*results)).partition("\n")[0]


def test_the_first_line_names_the_role_to_teach() -> None:
    held = planted(40, {"deep cutoff": 9, "first cutoff": 36, "later cutoff": 20})
    assert first_line(*held).replace("no cutoff: 40 of 40 (100 %)", "first cutoff: 36 of 40 (90 %)") == (
        "Teach deep cutoff (q2, pruned): 9 of 40 students have all of it right (22.5 %); first cutoff: 36 of 40 (90 %)."
    )
    windows = planted(40, {"MAX at depth 0": 36, "MIN at depth 1": 9}, "windows")
    assert first_line(*windows) == (
        "Teach MIN at depth 1 (q2, windows): 9 of 40 students have all of it right (22.5 %); MAX at depth 0: 36 of 40 (90 %)."
    )
    data = class_data(report_on(*windows))
    assert data["teach"] == {
        "exercise": "q2", "part": "windows", "role": "MIN at depth 1", "students": 40, "right": 9, "example": "q2-9",
    }  # fmt: skip
    assert data["problems"][0]["roles"] == [
        {"part": "windows", "role": "MIN at depth 1", "students": 40, "right": 9},
        {"part": "windows", "role": "MAX at depth 0", "students": 40, "right": 36},
    ]
    assert validator("report").is_valid(json.loads(json.dumps(data)))
    assert [row.split(",")[0] for row in class_csv(report_on(*windows)).splitlines()].count("role") == 2


def test_a_wrong_rule_that_a_tenth_follow_goes_before_a_role() -> None:
    held = planted(40, {"MIN at depth 1": 9}, "windows")
    diagnosis = {"misconception": "no-pruning", "message": "why", "explains": 3, "slips": 0, "of": 4}
    for one in held[:3]:
        one["problems"][0]["diagnoses"] = [diagnosis]
    assert first_line(*held).startswith("Teach MIN at depth 1 ")
    held[3]["problems"][0]["diagnoses"] = [diagnosis]
    assert first_line(*held).startswith("Talk about this. 4 of 40 students follow one wrong rule")
    assert class_data(report_on(*held))["teach"] is None


@pytest.mark.parametrize(("many", "right", "is_taught"), [(5, 3, True), (4, 0, False), (40, 30, False), (40, 29, True)])
def test_a_role_is_taught_where_five_students_answered_and_fewer_than_three_in_four_are_right(
    many: int, right: int, *, is_taught: bool
) -> None:
    held = planted(many, {"MIN at depth 1": right}, "windows")
    assert first_line(*held).startswith("Teach ") is is_taught
    assert (class_data(report_on(*held))["teach"] is not None) is is_taught


def test_of_equal_shares_the_role_of_more_students_is_taught_then_the_first_on_the_sheet() -> None:
    held = planted(8, {"MIN at depth 1": 4, "MAX at depth 2": 4}, "windows")
    for one in held[-2:]:  # two students have no node of MAX at depth 2, one of whom has MIN right then
        one["problems"][0]["parts"][0]["entries"].pop()
    held[0]["problems"][0]["parts"][0]["entries"][1]["verdict"] = "missing"
    assert class_data(report_on(*held))["teach"]["role"] == "MIN at depth 1"
    equal = planted(8, {"MIN at depth 3": 4}, "values")
    for one, other in zip(equal, planted(8, {"MAX at depth 0": 4}, "windows"), strict=True):
        one["problems"][0]["parts"] += other["problems"][0]["parts"]
    assert class_data(report_on(*equal))["teach"]["part"] == "values"


def test_results_without_roles_are_reported_on_as_before() -> None:
    held = planted(40, {"deep cutoff": 9})
    for one in held:
        for each in one["problems"][0]["parts"][0]["entries"]:
            del each["role"]
    made = report_on(*held)
    assert class_data(made)["teach"] is None
    assert class_data(made)["problems"][0]["roles"] == []
    assert "Steps" not in render_class_text(made)
    assert "Teach" not in class_page(made)


def test_endless_roles_of_a_hostile_file_are_not_all_kept() -> None:
    entries = [{**entry("correct", f"n{at}", "1", "1"), "role": f"role {at}"} for at in range(2_000)]
    (summary,) = report_on(result("s1", problem("p", part("values", 1, 1, *entries)))).problems
    assert len(summary.roles) == 500


def test_a_class_that_misses_deep_cutoffs_is_told_so_first() -> None:
    """Forty students with trees of their own; most list what the bound of the parent cuts, and not all of that, so no rule explains them."""
    rng = random.Random(7)
    held, place = list[Any](), 0
    while len(held) < 40:
        data = {**random_data(rng, place), "ask": ["value", "pruned"]}
        roots, _ = by_cutoff(data)
        place += 1
        if {"deep cutoff", "later cutoff", "first cutoff"} > {*roots.values()}:
            continue
        listed = [root for root, role in roots.items() if role != "deep cutoff" or len(held) < 9]
        if len(held) >= 9:
            listed.remove(next(root for root in listed if roots[root] == "later cutoff"))
        held.append(line_of(read(data), {"value": 99 + place, "pruned": listed}, f"s{place}"))
    assert first_line(*held).startswith(
        "Teach deep cutoff (q2, pruned): 9 of 40 students have all of it right (22.5 %); "
    )
