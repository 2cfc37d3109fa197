"""The installed scripts, as processes."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from console import ROOT, put, run_apart

from grader.core.resources import __version__
from grader.grading.bank import bank_folders

pytestmark = pytest.mark.apart


def test_the_tests_run_the_code_of_this_folder() -> None:
    assert (ROOT / "grader/cli/main.py").is_file()
    done = run_apart("--version")
    assert (done.returncode, __version__.encode() in done.stdout) == (0, True)


def start(script: str, *args: object, before: str = "") -> subprocess.CompletedProcess[str]:
    """Return the completed process of an installed script, with some code run before it."""
    module, _, function = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"][
        script
    ].partition(":")
    code = f"{before}\nfrom {module} import {function}\n{function}()"
    run = [sys.executable, "-c", code, *map(str, args)]
    return subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)


def test_both_scripts_print_all_and_end_with_their_code(tmp_path: Path) -> None:
    file = put(tmp_path / "answers.yaml", "answers: {fall-2014-final-q13: {value: 4}}\n")
    graded = start("grade", file, "--format", "json", "--fail-under", "99")
    assert (graded.returncode, json.loads(graded.stdout)["earned"]) == (5, 0)
    listed = start("gametree", "bank", "list", "--format", "json")
    assert (listed.returncode, len(json.loads(listed.stdout))) == (0, len(bank_folders()))
    assert start("grade", tmp_path / "missing.yaml").returncode == 3
    assert start("gametree", "solve", "nonsense").returncode not in (0, 1)
    assert "Usage" in start("grade", "--help").stdout


def test_a_script_that_fails_by_a_bug_shows_it_and_ends_with_1() -> None:
    bug = "import grader.cli.grade as module\nmodule.Bank = None"
    ended = start("grade", "missing.yaml", before=bug)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "TypeError" in ended.stderr


def test_what_waits_for_the_end_of_a_script_is_done() -> None:
    ended = start("gametree", "--version", before="import atexit; atexit.register(print, 'at the end')")
    assert (ended.returncode, ended.stdout.splitlines()[-1]) == (0, "at the end")


def test_importing_the_command_changes_nothing_in_the_process() -> None:
    code = "import gc, grader.cli.grade, grader.cli.main; assert gc.isenabled()"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
