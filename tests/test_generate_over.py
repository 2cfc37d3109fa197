"""`gametree generate --force`: exercises of an earlier run are replaced as a whole, or nothing is touched."""

from __future__ import annotations

from pathlib import Path

import pytest
from class_runs import files_of
from click.testing import CliRunner

from grader.cli.main import gametree


def generate(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(gametree, ["generate", "ucb", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result.output


OVER = {
    "fewer": (("--count", 3), ("--count", 2), "key/problem-03/certificate.yaml"),
    "one over several": (("--count", 2), (), "index.csv"),
    "several over one": ((), ("--count", 2), "answers.yaml"),
    "longer numbers": (("--count", 2), ("--count", 100), "problem-01/answers.yaml"),
    "no drawings over drawings": (("--count", 2), ("--count", 2, "--no-drawings"), "problem-01/tree.svg"),
}


@pytest.mark.parametrize("case", OVER)
def test_exercises_that_would_stay_beside_new_ones_keep_everything_as_it_is(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, named = OVER[case]
    folder = tmp_path / "week"
    generate(*first, "--out", folder)
    before = files_of(folder)
    monkeypatch.setattr("generators.batch.certified", None)
    said = generate(*second, "--seed", 2, "--force", "--out", folder, code=2)
    assert "holds other exercises" in said
    left = set(before) - set(contents_of(second, tmp_path / "fresh", monkeypatch))
    assert named in left
    assert files_of(folder) == before


def contents_of(arguments: tuple[object, ...], folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """Return what a run with these options writes into a folder of its own."""
    monkeypatch.undo()
    generate(*arguments, "--out", folder)
    return files_of(folder)


@pytest.mark.parametrize(
    ("first", "second"), [((), ()), (("--count", 2), ("--count", 3)), (("--no-drawings",), ()), (("--count", 3),) * 2]
)
def test_exercises_that_are_all_replaced_are_written_over_and_other_files_stay(
    first: tuple[object, ...], second: tuple[object, ...], tmp_path: Path
) -> None:
    folder = tmp_path / "week"
    generate(*first, "--out", folder)
    (folder / "mine.txt").write_text("kept")
    generate(*second, "--seed", 2, "--force", "--out", folder)
    generate(*second, "--seed", 2, "--out", tmp_path / "fresh")
    assert files_of(folder) == files_of(tmp_path / "fresh") | {"mine.txt": b"kept"}


def test_problems_that_nobody_generated_are_other_files(tmp_path: Path) -> None:
    (tmp_path / "problem-07").mkdir()
    (tmp_path / "problem-07" / "problem.yaml").write_text("mine")
    (tmp_path / "index.csv").write_text("mine")
    generate("--force", "--out", tmp_path)
    assert (tmp_path / "problem-07" / "problem.yaml").read_text() == "mine"
