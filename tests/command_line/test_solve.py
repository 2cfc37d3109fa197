"""A solution that is handed back earns full marks, whatever its problem and nodes are called."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from banked import SOLVED_IDS
from console import put, run
from turns import in_turn

from command_line.week import BANK, valid


@in_turn(4)
@pytest.mark.parametrize("id_", BANK)
def test_solve_handed_back_earns_full_marks(id_: str, tmp_path: Path) -> None:
    solved = run("solve", id_, "--format", "json")
    assert solved.code == 0
    assert valid("solution", solved.json)
    assert (solved.json["problem"], solved.json["format"]) == (id_, "gametree-solution/1")
    handed = {
        "json.json": json.dumps({"answers": {id_: solved.json["answers"]}}),
        "text.yaml": run("solve", id_).out,
    }
    for name, content in handed.items():
        ran = run("grade", put(tmp_path / name, content), "--format", "json")
        assert (ran.code, ran.json["earned"]) == (0, ran.json["possible"] if solved.json["answers"] else 0)
        assert ran.json["possible"] > 0


@pytest.mark.sweep
def test_solve_of_several_problems_is_an_array_and_its_text_one_submission(tmp_path: Path) -> None:
    ids = SOLVED_IDS
    solved = run("solve", *ids, "--format", "json")
    assert valid("solution", solved.json)
    assert [solution["problem"] for solution in solved.json] == ids
    room = ("--max-submission-bytes", 1 << 20)  # nobody hands in a whole bank
    ran = run("grade", put(tmp_path / "all.yaml", run("solve", *ids).out), "--format", "json", *room)
    assert (ran.code, ran.json["earned"]) == (0, ran.json["possible"])
    assert len(ran.json["problems"]) == len(ids)


def test_solve_reads_a_file_and_says_all_parts_that_the_problem_has(folder: Path) -> None:
    solved = run("solve", folder / "problems/q1.yaml", "--format", "json")
    assert solved.json["answers"] == {
        "value": 3,
        "best-move": "B",
        "values": {"A": 3, "B": 3, "C": 2},
        "principal-variation": ["A", "B", "D"],
        "visited": ["A", "B", "D", "E", "C", "F", "G"],
        "leaves-evaluated": 4,
        "nodes-visited": 7,
        "strategy": {"A": "B"},
        "labelling": ["C", "B", "A"],
    }


HOSTILE_IDS = [
    "a b",
    '"',
    "\\",
    "#",
    ": ",
    "- a",
    "null",
    "~",
    "true",
    "<<",
    "*a",
    "&a",
    "!x",
    "%a",
    "@",
    "`",
    "😀",
    "\u202eabc",
    "[",
    "{",
    "'",
]


NODES = [*HOSTILE_IDS, "x" * 100, "a\u2028b", "a \u2029 b", "a\ufffeb", "a\uffff"]
"""Ids of nodes, also with letters that YAML does not take."""
PROBLEMS = ["-", "---", "...", ".", "010", "1.0", "no", "Null", "x" * 100, "null", "true", "false"]


@pytest.mark.parametrize(("id_", "node"), [*(("q", node) for node in NODES), *((id_, "x") for id_ in PROBLEMS)])
def test_solve_handed_back_earns_full_marks_whatever_problem_and_nodes_are_called(
    tmp_path: Path, id_: str, node: str
) -> None:
    """In both forms of the solution."""
    tree = {"id": "root", "max": [{"id": "b", "value": "1"}, {"id": node, "min": ["2", "3"]}]}
    stated = {"format": "gametree-problem/1", "id": id_, "kind": "minimax", "tree": tree}
    stated["ask"] = ["value", "best-move", "values", "principal-variation"]
    problem = put(tmp_path / "p.json", json.dumps(stated))
    answers = run("solve", problem, "--format", "json").out.partition('"answers": ')[2].rstrip()[:-1]
    for name, content in {
        "a.json": f'{{"answers": {{"{id_}": {answers}}}}}',
        "b.yaml": run("solve", problem).out,
    }.items():
        ran = run("grade", put(tmp_path / name, content), "-p", problem, "--format", "json")
        assert (ran.code, ran.json.get("earned")) == (0, 4)
