"""Which file is the program for which exercise, by names that look like those of copies; and what of a program others must reach."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from grader.course.hand_in import File
from grader.course.programs import Programs
from grader.grading.programs.playing import _lay


def sorted_out(exercises: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """Return of which exercise each file is the program, or what is wrong with it."""
    known = Programs({id_: id_ for id_ in exercises}, {id_: frozenset({".py"}) for id_ in exercises}, frozenset())
    found = known.sorted_out([File(f"in/{name}") for name in names])
    return {os.path.basename(file.path): file.fault or problem for file, problem in found}


@pytest.mark.parametrize("exercises", [("search-1", "search-2"), ("search", "search-2"), ("q-1", "q-10", "q")])
def test_an_exercise_may_be_called_as_a_copy_of_anothers_file(exercises: Sequence[str]) -> None:
    assert sorted_out(exercises, [f"{id_}.py" for id_ in exercises]) == {f"{id_}.py": id_ for id_ in exercises}
    for id_ in exercises:
        assert sorted_out(exercises, [f"{id_}.py"]) == {f"{id_}.py": id_}


def test_a_copy_is_still_one_where_no_exercise_is_called_so() -> None:
    assert sorted_out(("search", "dice"), ["search-3.py", "dice (2).py"]) == {
        "search-3.py": "search",
        "dice (2).py": "dice",
    }
    assert sorted_out(("search-1", "dice"), ["search-1-2.py"]) == {"search-1-2.py": "search-1"}
    said = sorted_out(("search-1", "search-2"), ["search-3.py"])["search-3.py"]
    assert said == "which exercise is it? call it search-1.py or search-2.py"


def test_a_file_called_as_an_exercise_of_another_ending_is_not_taken_for_another_exercise() -> None:
    endings = {"search": frozenset({".py"}), "dice": frozenset({".py", ".sh"})}
    known = Programs({id_: id_ for id_ in endings}, endings, frozenset())
    [program, other] = known.sorted_out([File("in/dice.py"), File("in/search.sh")])
    assert (program[1], program[0].fault) == ("dice", "")
    assert (other[1], other[0].fault) == ("", "is not run: expected a program as a file of text, with the ending .py")


@pytest.fixture
def _narrow() -> Iterator[None]:
    """Let new files be for their owner alone, as many servers do."""
    before = os.umask(0o077)
    yield
    os.umask(before)


@pytest.mark.usefixtures("_narrow")
def test_whoever_runs_a_program_reaches_its_files_in_folders_too(tmp_path: Path) -> None:
    _lay(str(tmp_path), {"search.py": b"", "lib/util.py": b"", "lib/deep/er.py": b""})
    for path in tmp_path.rglob("*"):
        wanted = 0o755 if path.is_dir() else 0o644
        assert stat.S_IMODE(path.stat().st_mode) == wanted, path
