"""Text on a terminal: as wide as it is, with colours where they are wanted; piped text stands as it is."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from console import ROOT, on_terminal, put, run
from turns import some_now

if sys.platform != "win32":
    pass

pytestmark = [pytest.mark.apart, pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals of Unix")]
WRONG = ROOT / "problem_bank/alpha-beta/four-ply-trace/submissions/partly-right.yaml"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
REPORTS = [
    ["grade", WRONG],
    ["show", "four-ply-trace"],
    ["trace", "two-bags"],
    ["validate", WRONG],
    ["bank", "list"],
    ["bank", "verify", "one-leaf"],
    ["conventions"],
    ["misconceptions"],
]


@pytest.mark.parametrize("args", REPORTS, ids=lambda args: " ".join(map(str, args[:2])))
@pytest.mark.parametrize("columns", some_now([50, 120], 2))
def test_no_line_is_wider_than_the_terminal_unless_one_word_is(args: list[object], columns: int) -> None:
    shown = COLOUR.sub("", on_terminal(*args, columns=columns).out)
    assert shown
    for line in shown.splitlines():
        assert len(line) <= columns or max(map(len, line.split())) > columns // 2, line
    as_piped = shown.replace("α", "alpha").replace("β", "beta")
    assert "".join(as_piped.split()) == "".join(run(*args).out.split())


NAMED_ALPHA = """\
format: gametree-problem/1
id: named
kind: alpha-beta
tree: {id: A, max: [{id: alpha, min: [3, 5]}, {id: beta, min: [2, 9]}]}
ask: [windows, cutoffs, pruned]
"""


def test_a_terminal_has_greek_letters_in_sentences_and_none_in_names_and_files(tmp_path: Path) -> None:
    shown = COLOUR.sub("", on_terminal("show", "four-ply-trace", columns=200).out)
    assert "as soon as α >= β; equality" in shown
    assert "the window α = -inf, β = inf." in shown
    assert "(list of {node, alpha, beta})" in shown
    assert "(Alpha-beta pruning)" in shown
    assert (
        "as soon as alpha >= beta; equality"
        in on_terminal("show", "four-ply-trace", env={"PYTHONIOENCODING": "ascii"}, columns=200).out
    )
    graded = COLOUR.sub("", on_terminal("grade", WRONG, columns=200).out)
    assert "α" in graded
    assert not re.search(r"\balpha\b(?!-)", graded)
    problem = put(tmp_path / "problem.yaml", NAMED_ALPHA)
    named = COLOUR.sub("", on_terminal("trace", problem, columns=200).out)
    assert "alpha is MIN" in named
    assert "α" not in on_terminal("conventions", columns=200).out


def test_what_others_wrote_has_no_greek_letters_on_a_terminal(tmp_path: Path) -> None:
    """A folder, a student, a title, an answer and a part that does not exist have alpha in them."""
    stated = NAMED_ALPHA.replace("id: alpha", "id: B").replace("id: beta", "id: C")
    problem = put(tmp_path / "alpha" / "problem.yaml", stated.replace("kind:", "title: The alpha and beta\nkind:"))
    answers = "student: alpha two\nanswers: {named: {windows: {B: [alpha beta, 3], C: [-inf, 3]}, pruned: [beta x], alpha: 3}}\n"
    file = put(tmp_path / "alpha" / "beta.yaml", answers)
    piped = run("grade", file, "--problems", problem).out
    shown = COLOUR.sub("", on_terminal("grade", file, "--problems", problem, columns=2000).out)
    assert shown.startswith(f"alpha two ({file}): ")
    assert "The alpha and beta — named" in shown
    assert "The search starts at the root with the window α = -inf, β = inf." in shown
    for text in ("[alpha beta, 3]", "beta x", '"alpha"'):
        assert (text in shown) == (text in piped), text
    assert "beta x" in piped
    assert shown.replace("α", "alpha").replace("β", "beta").split() == piped.split()
