"""What runs take in turn: as many commits as there are shares look at every case, and full runs at all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from console import ROOT
from turns import due, some_cases, some_now

pytestmark = pytest.mark.apart

NAMES = ["a.py::one", *(f"a.py::many[{case}]" for case in range(20)), "b.py::many[x]", "b.py::many[y]"]
SAMPLE = """
import pytest
from turns import in_turn, some_now
from windows import chunks

@in_turn(2)
@pytest.mark.parametrize("case", range(7))
def test_cases(case): ...

@pytest.mark.parametrize("thing", some_now("abcde", 2))
@pytest.mark.parametrize("way", [1, 2])
def test_things(thing, way): ...

@in_turn(2)
def test_alone(): ...

@chunks(every=1, longer=2, whole=4)
def test_chunks(chunk): ...
"""


def collected(folder: Path, *options: str) -> list[str]:
    """Return the tests of the sample that a run takes."""
    (folder / "test_sample.py").write_text(SAMPLE)
    given = ["-c", str(ROOT / "pyproject.toml"), "-p", "conftest", "-p", "no:cacheprovider", "--rootdir", str(folder)]
    words = [
        sys.executable,
        "-m",
        "pytest",
        *given,
        "-n0",
        "-q",
        "--collect-only",
        *options,
        str(folder / "test_sample.py"),
    ]
    said = subprocess.run(words, cwd=ROOT / "tests", env=None, capture_output=True, text=True, check=False).stdout
    return [line.partition("::")[2] for line in said.splitlines() if "::" in line]


@pytest.mark.parametrize("of", [1, 2, 3, 8])
def test_every_case_is_due_in_one_of_so_many_runs_that_follow_on_one_another(of: int) -> None:
    for first in (0, 41):
        runs = [due(NAMES, of, window) for window in range(first, first + of)]
        assert sorted(name for run in runs for name in run) == sorted(NAMES)


def test_things_are_due_with_all_cases_that_they_are_part_of() -> None:
    assert [(one.values, [mark.args for mark in one.marks]) for one in some_now(["a", ("b", 1)], 4)] == [
        (("a",), [(4, 0)]),
        (("b", 1), [(4, 1)]),
    ]


def test_runs_of_as_many_commits_as_there_are_shares_take_every_case_once_and_a_full_one_takes_the_others(
    tmp_path: Path,
) -> None:
    now, then, rest = (collected(tmp_path, "--window", *words) for words in (["0"], ["1"], ["0", "-m", "slow"]))
    taken = [*now, *then]
    assert {name: taken.count(name) for name in taken} == {
        **{f"test_cases[{case}]": 1 for case in range(7)},
        **{f"test_things[{way}-{thing}]": 1 for way in (1, 2) for thing in "abcde"},
        "test_alone": 1,
        "test_chunks[0]": 2,
    }
    assert sorted([*now, *rest]) == sorted({*taken, *(f"test_chunks[{chunk}]" for chunk in range(1, 4))})


def test_every_case_can_be_asked_for(tmp_path: Path) -> None:
    assert len(collected(tmp_path, "--every-turn")) == 7 + 10 + 1 + 1


def test_longer_sweeps_are_taken_in_turn_too(tmp_path: Path) -> None:
    longer = ["-m", "slow and not full", "--one-of", "2", "--window"]
    runs = [collected(tmp_path, *longer, window) for window in "01"]
    assert sorted(name for run in runs for name in run) == ["test_chunks[1]", "test_chunks[2]"]


def test_some_cases_of_each_test_are_run_where_few_are_asked_for() -> None:
    assert some_cases(NAMES, 2) == {"a.py::one", "a.py::many[0]", "a.py::many[10]", "b.py::many[x]", "b.py::many[y]"}
    assert some_cases(NAMES, 100) == set(NAMES)
