"""Shell completion of the words that the program knows, as the shell asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from console import ROOT, put, run_apart

from generators.filling import NAMES
from grader.grading.bank import shipped_problems as shipped
from grader.kinds import KINDS

pytestmark = pytest.mark.apart


def offered(*words: str, cwd: Path = ROOT) -> list[str]:
    """Return what bash offers for the last of the words."""
    env = {"_GAMETREE_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(("gametree", *words)), "COMP_CWORD": str(len(words))}  # fmt: skip
    done = run_apart(env=env, cwd=cwd)
    assert done.stderr == b""
    return [line.partition(",")[2] for line in done.stdout.decode().splitlines()]


@pytest.mark.parametrize("command", ["solve", "show", "trace", "bank verify", "bank show"])
def test_ids_of_problems_are_offered(command: str) -> None:
    assert offered(*command.split(), "four-ply") == [id_ for id_ in shipped() if id_.startswith("four-ply")]


def test_problems_that_are_named_are_offered_too(tmp_path: Path) -> None:
    put(tmp_path / "week/q.yaml", "format: gametree-problem/1\nid: zebra\nkind: minimax\ntree: [1, 2]\n")
    assert offered("solve", "-p", "week", "ze", cwd=tmp_path) == ["zebra"]
    assert offered("grade", "-p", "week", "--require", "one-leaf,ze", cwd=tmp_path) == ["one-leaf,zebra"]


def test_files_are_offered_where_no_problem_is_called_so() -> None:
    assert offered("solve", "no/such") == ["no/such"]


def test_parts_of_the_kind_are_offered_one_after_the_other() -> None:
    assert offered("generate", "ucb", "--ask", "") == list(KINDS["ucb"].answered)
    assert offered("generate", "alpha-beta", "--ask", "value,prun") == ["value,pruned"]
    assert "value" not in offered("generate", "minimax", "--ask", "value,")
    assert offered("generate", "minimax", "--points", "best") == ["best-move=", "best-response="]


def test_misconceptions_of_the_kind_are_offered() -> None:
    assert offered("generate", "ucb", "--separate", "") == ["default", "all", "none", *KINDS["ucb"].wrong.names]
    assert offered("generate", "minimax", "--separate", "all-max,all-m") == ["all-max,all-min"]


def test_orderings_guarantees_and_conventions_are_offered() -> None:
    assert [word.rstrip(":") for word in offered("generate", "minimax", "--ordering", "")] == list(NAMES)
    assert offered("generate", "ucb", "--without", "not") == ["not-greedy"]
    assert offered("generate", "ucb", "--convention", "form") == ["formula="]


def test_commands_are_offered_to_help() -> None:
    assert offered("help", "misc") == ["misconceptions"]
    assert offered("help", "bank", "ver") == ["verify"]
