"""The tree as text on a terminal: edges, signs and words; in ASCII where letters lack; deep, wide and hostile trees."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from console import ROOT, on_terminal, put, run, run_apart

from grader import load_problem, statement
from grader.cli.terminal import laid_out
from grader.core.answers.reports import Verdict
from grader.core.drawing.diagram import Diagram, DiagramNode, NodeShape, Remark
from grader.core.drawing.scale import cells
from grader.core.drawing.text_tree import OWN_LETTERS, text_tree

pytestmark = pytest.mark.apart

TREE = [[[3, 9], [5, 1]], [[2, 6], [8, 7]]]
HAND_IN = "answers: {q1: {value: 6, best-move: C, values: {A: 6, B: 9, C: 6, D: 9, E: 7, F: 6}, pruned: [K]}}\n"
WRONG = ROOT / "problem_bank/alpha-beta/four-ply-trace/submissions/wrong.yaml"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
unix = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals of Unix")


def alpha_beta(tree: Any, **more: Any) -> dict[str, Any]:
    """Return a problem of that tree, in which best move, values and the pruned nodes are asked."""
    ask = ["value", "best-move", "values", "pruned"]
    return {"format": "gametree-problem/1", "id": "q1", "kind": "alpha-beta", "tree": tree, "ask": ask, **more}


def solved_lines(problem: dict[str, Any]) -> list[str]:
    """Return the lines of the solved problem's tree."""
    return [str(line) for line in text_tree(load_problem(problem).diagram(solved=True))]


def graded_tree(tmp_path: Path, hand_in: str, *options: str) -> list[str]:
    """Return the lines of the marked tree that `grade --tree` prints."""
    problem = put(tmp_path / "p.json", json.dumps(alpha_beta(TREE)))
    ran = run("grade", put(tmp_path / "s.yaml", hand_in), "-p", problem, "--tree", *options)
    lines = ran.out.split("\n\n")[2].splitlines()
    assert lines[0].startswith("  MAX A"), ran.out + ran.err
    return [line.removeprefix("  ") for line in lines]


def test_edges_and_words_show_the_best_move_and_what_is_skipped() -> None:
    assert solved_lines(alpha_beta(TREE)) == [
        "MAX A = 6",
        "├── MIN B = 5",
        "│   ├── MAX D = 9",
        "│   │   ├── H = 3",
        "│   │   └── I = 9",
        "│   └── MAX E = 5",
        "│       ├── J = 5",
        "│       └── K = 1",
        "┕━━ MIN C = 6  best line",
        "    ┝━━ MAX F = 6  best line",
        "    │   ├── L = 2",
        "    │   ┕━━ M = 6  best line",
        "    └── MAX G = 8  [8, 6]",
        "        ├── N = 8",
        "        └╌╫ O = 7  pruned",
    ]


def test_every_state_of_an_answer_has_its_sign_and_its_word(tmp_path: Path) -> None:
    assert graded_tree(tmp_path, HAND_IN) == [
        "MAX A = 6 ✓",
        "├── MIN B = 9 ✗ wrong, expected 5",
        "│   ├── MAX D = 9 ✓",
        "│   │   ├── H = 3",
        "│   │   └── I = 9",
        "│   └── MAX E = 7 ✗ wrong, expected 5",
        "│       ├── J = 5",
        "│       └─╫ K = 1  ✗ wrongly pruned: the search visits it",
        "┕━━ MIN C = 6 ✓  your best move",
        "    ├── MAX F = 6 ✓",
        "    │   ├── L = 2",
        "    │   └── M = 6",
        "    └── MAX G ? missing, expected 8  [8, 6]",
        "        ├── N = 8",
        "        └╌╫ O = 7  ✗ wrongly kept: the search skips it",
    ]


def test_a_tree_of_verdicts_alone_gives_nothing_away(tmp_path: Path) -> None:
    lines = graded_tree(tmp_path, HAND_IN, "--reveal", "verdicts")
    assert lines[1] == "├── MIN B = 9 ✗ wrong"
    assert "expected" not in "\n".join(lines)
    assert lines[-1].endswith("O = 7")


def test_what_follows_from_a_slip_says_so(tmp_path: Path) -> None:
    lines = graded_tree(tmp_path, "answers: {q1: {values: {A: 7, B: 7, C: 6, D: 9, E: 7, F: 6, G: 8}}}\n")
    assert lines[1] == "├── MIN B = 7 ↳ follows from an earlier slip, expected 5"


def test_the_numbers_that_nobody_asked_for_are_those_that_numbers_names(tmp_path: Path) -> None:
    assert graded_tree(tmp_path, HAND_IN)[12].endswith("[8, 6]")
    assert not graded_tree(tmp_path, HAND_IN, "--numbers", "asked")[12].endswith("]")
    assert graded_tree(tmp_path, HAND_IN, "--numbers", "all")[0] == "MAX A = 6 ✓  [6, inf]"


def test_a_tree_goes_with_the_text_report_alone(tmp_path: Path) -> None:
    assert run("grade", WRONG, "--tree", "--format", "json").code == 2
    assert "├──" not in run("grade", WRONG).out


def test_a_chain_of_sixty_single_moves_stays_narrow() -> None:
    chain: Any = [3, 4]
    for _ in range(59):
        chain = [chain]
    lines = solved_lines(alpha_beta(chain))
    assert len(lines) == 62
    assert max(map(len, lines)) < 40
    assert lines[2].startswith("    ↓ MAX C = ")
    assert lines[-1].endswith("└── BJ = 4")


def test_a_node_that_is_very_deep_says_how_deep() -> None:
    tree: Any = 1
    for place in range(100):
        tree = [tree, place]
    lines = solved_lines(alpha_beta(tree))
    assert len(lines) == 201
    assert max(map(len, lines)) < 100
    assert sum(line.startswith("depth 50  │") for line in lines) == 2


def test_three_hundred_nodes_are_three_hundred_lines_from_left_to_right() -> None:
    lines = solved_lines(
        alpha_beta([[[place * 10 + leaf for leaf in range(6)] for place in range(6)] for _ in range(7)])
    )
    assert len(lines) == 1 + 7 + 42 + 252
    leaves = [int(line.split(" = ")[1].split()[0]) for line in lines if "M" not in line.split(" = ")[0]]
    assert leaves[:6] == [0, 1, 2, 3, 4, 5]
    assert max(map(len, lines)) < 60


def test_moves_and_probabilities_stand_before_the_node_that_they_lead_to() -> None:
    tree = {"chance": [{"p": "1/4", "max": [2, 4]}, {"p": "3/4", "value": 6}]}
    lines = solved_lines({"format": "gametree-problem/1", "id": "q1", "kind": "expectiminimax", "tree": tree})
    assert lines[0].startswith("chance A = ")
    assert lines[1].startswith("├── p 1/4: MAX B = 4")
    assert lines[-1].startswith("└── p 3/4: C = 6")


def test_what_is_piped_is_the_statement() -> None:
    exercise = load_problem(ROOT / "problem_bank/alpha-beta/four-ply-trace/problem.yaml")
    done = run_apart("show", "four-ply-trace", "--solved")
    assert done.stdout.decode() == statement(exercise, solved=True)
    assert done.stdout == run_apart("show", "four-ply-trace", "--solved").stdout


@pytest.mark.parametrize("encoding", ["latin-1", "cp437"])
def test_signs_and_edges_are_ascii_where_their_letters_lack(tmp_path: Path, encoding: str) -> None:
    problem = put(tmp_path / "p.json", json.dumps(alpha_beta(TREE)))
    env = {"PYTHONIOENCODING": encoding}
    shown = run_apart("grade", put(tmp_path / "s.yaml", HAND_IN), "-p", problem, "--tree", env=env).stdout.decode(
        encoding
    )
    assert "`== MIN C = 6 ok  your best move" in shown
    assert "|   |-- MAX D = 9 ok" in shown
    assert "`-# K = 1  x wrongly pruned: the search visits it" in shown
    assert "`.# O = 7  x wrongly kept: the search skips it" in shown
    assert "      ok correct: A: 6" in shown
    assert "\\u2" not in shown.partition("MAX A")[2].partition("\n\n")[0]


def test_letters_of_a_student_are_escaped_and_never_taken_for_ours(tmp_path: Path) -> None:
    problem = put(tmp_path / "p.json", json.dumps(alpha_beta({"max": [{"id": "├✓", "value": 3}, 4]})))
    shown = run_apart("show", problem, env={"PYTHONIOENCODING": "latin-1"}).stdout.decode("latin-1")
    assert "|-- \\u251c\\u2713 = 3" in shown


@pytest.mark.parametrize("columns", [0, 80])
def test_texts_cannot_command_the_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    hostile = "\x1b[2J\u202eB\nC"
    remark = Remark(hostile, Verdict.WRONG, expected=hostile)
    node = DiagramNode(NodeShape.MAX, hostile, -1, move=hostile, number=remark, window=remark, remarks=(remark,))
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(stream, "isatty", lambda: columns > 0)
    shown = COLOUR.sub("", laid_out(text_tree(Diagram("t", (node,))), stream))
    assert not {"\x1b", "\u202e"} & set(shown)
    assert shown.count("\\x1b[2J\\u202eB\\nC") == 8


@unix
def test_a_terminal_has_the_colours_of_the_drawings() -> None:
    shown = on_terminal("grade", WRONG, "--tree", columns=160).out
    assert "\x1b[1m\x1b[31m=\x1b[0m" in shown or "\x1b[31m\x1b[1m=\x1b[0m" in shown
    assert "\x1b[35m\x1b[1m↳" in shown
    solved = on_terminal("show", "four-ply-trace", "--solved").out
    assert "\x1b[2m└╌╫ \x1b[0m\x1b[2ms18\x1b[0m" in solved
    assert "\x1b[1m┕━━ \x1b[0m\x1b[1mMIN\x1b[0m" in solved
    assert (
        COLOUR.sub("", solved).partition("MAX s0")[2][:400]
        == run("show", "four-ply-trace", "--solved").out.partition("MAX s0")[2][:400]
    )


@unix
@pytest.mark.parametrize(("options", "env"), [(["--no-color"], {}), ([], {"NO_COLOR": "1"})], ids=str)
def test_a_tree_has_no_colours_where_they_are_not_wanted(options: list[str], env: dict[str, str]) -> None:
    assert "\x1b" not in on_terminal("grade", WRONG, "--tree", *options, env=env).out


@unix
def test_what_does_not_fit_stands_below_its_node_beside_the_rails(tmp_path: Path) -> None:
    ids = ["李小龙的节点", "b" * 60]
    tree = {
        "id": "根",
        "max": [{"id": ids[0], "min": [{"id": "甲乙丙丁", "value": 3}, 4]}, {"id": ids[1], "min": [1, 2]}],
    }
    problem = put(tmp_path / "p.json", json.dumps(alpha_beta(tree)))
    hand_in = put(tmp_path / "s.yaml", f"answers: {{q1: {{values: {{{ids[0]}: 7, 根: 1}}, pruned: [甲乙丙丁]}}}}\n")
    shown = COLOUR.sub("", on_terminal("grade", hand_in, "-p", problem, "--tree", columns=40).out)
    lines = shown[shown.index("  MAX 根") :].split("\n\n")[0].splitlines()
    assert max(cells(line) for line in lines if "b" * 60 not in line) <= 40
    below = next(place for place, line in enumerate(lines) if "小龙" in line) + 1
    assert lines[below].startswith("  │   │ ")


def test_letters_of_its_own_are_known_one_by_one() -> None:
    drawn = set("".join(solved_lines(alpha_beta(TREE))))
    assert {letter for letter in drawn if not letter.isascii()} <= set(OWN_LETTERS)
