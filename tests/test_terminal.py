"""Text on a terminal: as wide as it is, with colours where they are wanted; piped text stands as it is."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from console import ROOT, on_terminal, put, run, run_apart
from turns import in_turn, some_now

if sys.platform != "win32":
    from grader.cli.terminal import wrapped

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


def test_steps_use_the_whole_width_of_a_wide_terminal() -> None:
    assert max(map(len, on_terminal("trace", "deep-cutoff", columns=160).out.splitlines())) > 120


def test_signs_are_coloured_on_a_terminal_alone() -> None:
    shown = on_terminal("grade", WRONG).out
    assert "\x1b[94m✓\x1b[0m " in shown
    assert "\x1b[31m✗\x1b[0m " in shown
    assert "\x1b" not in run_apart("grade", WRONG).stdout.decode()


@in_turn(2)
@pytest.mark.parametrize(
    ("options", "env"), [(["--no-color"], {}), ([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"})], ids=str
)
@pytest.mark.parametrize("args", [["grade", WRONG], ["bank", "verify", "one-leaf"]], ids=lambda args: args[0])
def test_colours_can_be_turned_off(args: list[object], options: list[str], env: dict[str, str]) -> None:
    assert "\x1b" not in on_terminal(*args, *options, env=env).out


@pytest.mark.parametrize("args", [["grade", WRONG, "-f", "json"], ["solve", "four-ply-trace"], ["show", "one-leaf", "-f", "svg"]], ids=lambda args: args[0])  # fmt: skip
def test_what_another_program_reads_is_not_touched(args: list[object]) -> None:
    assert on_terminal(*args, columns=50).out == run(*args).out


@in_turn(2)
@pytest.mark.parametrize("columns", [60, 140])
@pytest.mark.parametrize("args", [["-h"], ["bank", "-h"], ["help"], ["generate", "--help"]], ids=" ".join)
def test_help_is_as_wide_as_the_terminal_and_cuts_nothing(args: list[str], columns: int) -> None:
    lines = on_terminal(*args, columns=columns).out.partition("Examples:")[0].splitlines()  # those are to be copied
    assert max(map(len, lines)) <= columns
    assert columns < 100 or max(map(len, lines)) > 80
    assert not [line for line in lines if line.rstrip().endswith("...") and not line.startswith("Usage:")]


def test_a_sentence_of_each_command_stands_whole_in_the_list() -> None:
    said = " ".join(run("--help").out.split())
    for command in ("report", "misconceptions", "trace"):
        sentence = " ".join(run(command, "--help").out.split("\n\n")[1].split()).partition(". ")[0].rstrip(".")
        assert f"{command} {sentence}." in said


def test_a_line_hangs_below_its_first_word() -> None:
    assert wrapped("      ✗ wrong — you wrote 4; expected 3", 24).splitlines() == [
        "      ✗ wrong — you",
        "        wrote 4;",
        "        expected 3",
    ]


def test_letters_of_two_columns_count_twice() -> None:
    assert wrapped("李小龙 李小龙 李小龙", 14) == "李小龙 李小龙\n  李小龙"


@in_turn(2)
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize("args", [["generate", "--help"], ["grade", WRONG], ["solve", "nönsense"], ["--nönsense"]], ids=lambda args: str(args[0]))  # fmt: skip
def test_letters_that_the_terminal_does_not_have_are_escaped(args: list[object], encoding: str) -> None:
    env = {"PYTHONIOENCODING": encoding, "LANG": "C", "LC_ALL": "C"}
    done = run_apart(*args, env=env)
    assert done.returncode in (0, 2, 4)
    assert b"Traceback" not in done.stderr
    assert done.stdout + done.stderr


def test_names_that_are_no_utf_8_are_shown_and_written_harmlessly(tmp_path: Path) -> None:
    name = tmp_path / "a\udcff\n\x1b[2J.yaml"
    try:
        name.write_bytes(b"answers: {minimax-textbook: {value: 3}}\n")
    except (OSError, UnicodeError):
        pytest.skip("such names are not of this system")
    for options in (["-f", "json"], ["-f", "gradescope"], ["--html", "--svg", "--out", tmp_path / "out"]):
        done = run_apart("grade", name, *options)
        assert (done.returncode, b"\x1b" in done.stdout + done.stderr) == (0, False)
    assert (tmp_path / "out/a_2J/report.html").is_file()
    assert run_apart("validate", name).returncode == 0
