"""`bank` lists and proves, `conventions` explains."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from console import put, run

from command_line.week import BANK
from grader.core.conventions import FIELDS
from grader.kinds import KINDS


def listed(*options: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run("bank", "list", *options, "--format", "json").json
    return found


def test_bank_list_names_every_problem() -> None:
    ran = run("bank", "list")
    assert ran.code == 0
    head, *lines = ran.out.splitlines()
    assert head.split() == ["kind", "id", "points", "arithmetic-steps", "tags", "title"]
    assert [line.split()[1] for line in lines] == list(BANK)
    stated = listed()
    assert [problem["id"] for problem in stated] == list(BANK)
    assert all(set(problem["ask"]) <= set(KINDS[problem["kind"]].parts) for problem in stated)
    assert {line.rsplit("  ", 1)[1] for line in lines} == {problem["title"] for problem in stated}


def test_bank_list_says_points_steps_and_tags() -> None:
    [found] = [problem for problem in listed() if problem["id"] == "deep-cutoff"]
    assert found == {
        "kind": "alpha-beta",
        "id": "deep-cutoff",
        "points": 10,
        "arithmetic-steps": 15,
        "tags": ["deep-cutoff"],
        "title": "Bounds from far above",
        "ask": ["value", "best-move", "values", "pruned", "visited", "cutoffs"],
    }
    [line] = [line for line in run("bank", "list").out.splitlines() if line.split()[1] == "chess-to-the-end"]
    assert line.split()[:4] == ["cost", "chess-to-the-end", "5", "-"]


def test_bank_list_can_be_narrowed_by_tags_and_steps() -> None:
    every = listed()
    wanted = [one for one in every if {"chance", "from-a-course"} <= set(one["tags"])]
    assert 0 < len(wanted) < len([one for one in every if "chance" in one["tags"]])
    assert listed("--tag", "chance", "--tag", "from-a-course") == wanted
    assert listed("--steps", "9-10") == [one for one in every if one["arithmetic-steps"] in (9, 10)] != []
    both = listed("--steps", "12-18", "--tag", "horizon")
    assert both == [one for one in every if one["arithmetic-steps"] in range(12, 19) and "horizon" in one["tags"]]
    assert run("bank", "list", "--kind", "ucb", "--tag", "game").out == ""


@pytest.mark.parametrize(
    ("option", "text", "says"),
    [
        ("--tag", "deepcutoff", 'there is no tag "deepcutoff"; did you mean "deep-cutoff"?'),
        ("--kind", "minmax", 'did you mean "minimax"?'),
        ("--steps", "20-10", '"20-10" is no range, expected the least and the most steps, as 5-20'),
        ("--steps", "5", "is no range"),
        ("--steps", "٣-٤", "is no range"),
        ("--steps", "-1-3", "is no range"),
    ],
)
def test_bank_list_says_what_it_does_not_know(option: str, text: str, says: str) -> None:
    ran = run("bank", "list", option, text)
    assert (ran.code, ran.out) == (2, "")
    first, _, near = says.partition("; ")
    assert first in ran.err
    assert near in ran.err


@pytest.mark.parametrize("kind", KINDS)
def test_bank_list_can_be_narrowed_to_a_kind(kind: str) -> None:
    assert {problem["kind"] for problem in run("bank", "list", "--kind", kind, "-f", "json").json} == {kind}


def test_bank_verify_proves_the_named_problems() -> None:
    ran = run("bank", "verify", "minimax-textbook", "ucb-one-log2")
    assert (ran.code, ran.out) == (0, "✓ minimax-textbook\n✓ ucb-one-log2\n2 of 2 problems proved\n")


def test_bank_verify_of_an_unknown_problem_is_exit_4() -> None:
    ran = run("bank", "verify", "nowhere")
    assert ran.code == 4
    assert 'there is no problem "nowhere" in the bank' in ran.err


def copied(folder: Path, id_: str = "minimax-textbook", new_id: str = "copy") -> Path:
    """Return a bank that holds a copy of one shipped problem under another id."""
    target = folder / "bank" / BANK[id_].parent.name / new_id
    for file in BANK[id_].rglob("*.yaml"):
        put(target / file.relative_to(BANK[id_]), file.read_text(encoding="utf-8").replace(id_, new_id))
    return folder / "bank"


def test_another_bank_can_be_proved(folder: Path) -> None:
    ran = run("bank", "verify", "--bank", copied(folder))
    assert (ran.code, ran.out) == (0, "✓ copy\n1 of 1 problems proved\n")


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("expected.yaml", "value: 3", "value: 4", "value is 4, the solver says 3"),
        ("expected.yaml", "full.yaml: {earned: ", "full.yaml: {earned: 1", "earned is "),
        ("submissions/extra.yaml", "", "answers: {copy: {}}\n", "extra.yaml has no marks in expected.yaml"),
        ("submissions/blank.yaml", "answers", "answer", "is not a submission to this problem alone"),
        ("expected.yaml", "problem: copy", "problem: other", "do not bear the same id"),
        ("expected.yaml", "marks:", "makrs:", "marks is missing"),
    ],
)
def test_bank_verify_finds_what_does_not_fit(folder: Path, file: str, old: str, new: str, says: str) -> None:
    bank = copied(folder)
    path = bank / "minimax/copy" / file
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    assert old in before
    put(path, before.replace(old, new, 1) if old else new)
    ran = run("bank", "verify", "--bank", bank)
    assert ran.code == 5
    assert says in ran.out
    assert "0 of 1 problems proved" in ran.out


def test_bank_verify_of_a_wrong_problem_is_exit_4(folder: Path) -> None:
    bank = copied(folder)
    put(bank / "minimax/copy/problem.yaml", "format: gametree-problem/1\nid: copy\nkind: minimax\ntree: [x]\n")
    assert run("bank", "verify", "--bank", bank).code == 4


def test_bank_verify_never_proves_the_shipped_problem_in_place_of_the_named_one(folder: Path) -> None:
    bank = copied(folder, new_id="minimax-textbook")
    problem = bank / "minimax/minimax-textbook/problem.yaml"
    put(problem, problem.read_text(encoding="utf-8").replace("id: minimax-textbook", "id: other"))
    assert run("bank", "verify", "--bank", bank).code in (4, 5)


def test_conventions_are_all_listed() -> None:
    ran = run("conventions")
    assert (ran.code, ran.err) == (0, "")
    assert [line.partition(":")[0] for line in ran.out.splitlines() if line and line[0] != " "] == list(FIELDS)
    stated = run("conventions", "--format", "json").json
    assert [field["convention"] for field in stated] == list(FIELDS)
    assert all(field["kinds"] and field["why"] and field["values"] for field in stated)


@pytest.mark.parametrize("kind", KINDS)
def test_conventions_of_a_kind_are_its_own(kind: str) -> None:
    stated = run("conventions", kind, "--format", "json").json
    assert {field["convention"] for field in stated} == set(KINDS[kind].conventions)


def test_a_list_without_a_problem_says_so() -> None:
    ran = run("bank", "list", "--kind", "ucb", "--tag", "deep-cutoff")
    assert (ran.code, ran.out, ran.err) == (0, "", "no shipped problem is all of that\n")
