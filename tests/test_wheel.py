"""The wheel as a user has it: built, unpacked into a folder, and run from another one, without the checkout."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from importlib.metadata import Distribution
from pathlib import Path

import pytest
from console import ROOT, run

pytestmark = pytest.mark.slow
CHECKOUT = {ROOT, ROOT / "tests", ROOT / "bench"}
DEPENDENCIES = [place for place in sys.path if Path(place).resolve() not in CHECKOUT]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder into which the wheel of this checkout is unpacked."""
    for needed in ("build.__main__", "hatchling.build"):
        pytest.importorskip(needed, reason=f"{needed.partition('.')[0]} is not installed; it comes with the extra dev")
    made = tmp_path_factory.mktemp("made")
    building = ["-P", "-m", "build", "--wheel", "--no-isolation", "--outdir", str(made), str(ROOT)]
    done = subprocess.run([sys.executable, *building], cwd=made, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [wheel] = made.glob("*.whl")
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    return folder


def start(unpacked: Path, script: str, *args: object, cwd: Path, told: str = "") -> str:
    """Return what an entry point of the wheel prints; on standard error it says what is `told`, no more.

    Without `site` no .pth file brings an editable checkout along, and with -P the working directory is no place of modules.
    """
    [info] = unpacked.glob("*.dist-info")
    [entry] = Distribution.at(info).entry_points.select(group="console_scripts", name=script)
    code = (
        f"import sys, grader, generators; sys.argv[0] = {script!r}\n"
        f"for package in (grader, generators): assert package.__file__.startswith({str(unpacked)!r}), package\n"
        f"from {entry.module} import {entry.attr}; {entry.attr}()"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-S", "-P", "-c", code, *map(str, args)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(unpacked), *DEPENDENCIES]), "PYTHONIOENCODING": "utf-8"},
        cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False, timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, told)
    return done.stdout


def test_the_wheel_brings_its_whole_bank(unpacked: Path, tmp_path: Path) -> None:
    listed = json.loads(start(unpacked, "gametree", "bank", "list", "--format", "json", cwd=tmp_path))
    assert len(listed) == len(list((ROOT / "problem_bank").glob("*/*/problem.yaml")))


def test_a_solution_from_the_wheel_earns_full_marks_and_only_out_is_written(unpacked: Path, tmp_path: Path) -> None:
    before = sorted(unpacked.rglob("*"))
    solved = start(unpacked, "gametree", "solve", "fall-2014-final-q13", cwd=tmp_path)
    (tmp_path / "solved.yaml").write_text(solved, encoding="utf-8")
    options = ["--fail-under", "100", "--svg", "--html", "--out", "feedback", "--format", "json"]
    told = "wrote 2 files into feedback\n"
    result = json.loads(start(unpacked, "grade", "solved.yaml", *options, cwd=tmp_path, told=told))
    assert result["earned"] == result["possible"] > 0
    written = {str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.is_file()}
    drawn = {str(Path("feedback", "solved", name)) for name in ("fall-2014-final-q13.svg", "report.html")}
    assert written == {"solved.yaml", *drawn}
    assert sorted(unpacked.rglob("*")) == before


def test_a_shipped_submission_is_graded_by_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    bank = unpacked / "grader" / "problem_bank" / "alpha-beta" / "fall-2014-final-q13" / "submissions"
    full, wrong = (
        json.loads(start(unpacked, "grade", bank / f"{name}.yaml", "--format", "json", cwd=tmp_path))
        for name in ("full", "wrong")
    )
    assert full["earned"] == full["possible"] > wrong["earned"]


_CACHES = {"__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache"}
_BESIDE = {"schemas": "grader/schemas", "problem_bank": "grader/problem_bank", "fonts": "grader/fonts"}
"""The data folders of the checkout, and where they stand in the wheel."""


def shipped_files() -> set[str]:
    """Return the name in the wheel of every file that stands in a package or in a data folder of the checkout."""
    places = {"grader": "grader", "generators": "generators", **_BESIDE}
    files = ((file, folder, place) for folder, place in places.items() for file in (ROOT / folder).rglob("*"))
    return {
        Path(place, file.relative_to(ROOT / folder)).as_posix()
        for file, folder, place in files
        if file.is_file() and not _CACHES & {*file.parts}
    }


def test_every_file_of_the_packages_is_in_the_wheel(unpacked: Path) -> None:
    expected = shipped_files()
    sorts = {Path(name).suffix for name in expected}
    assert {".html", ".css", ".js", ".json", ".yaml", ".ttf"} <= sorts, "else this test would not look at templates"
    assert {name for name in expected if not (unpacked / name).is_file()} == set()


@pytest.mark.parametrize("is_installed", [True, False], ids=["installed", "checkout"])
def test_an_autograder_carries_the_wheel_as_it_is_built(unpacked: Path, tmp_path: Path, is_installed: bool) -> None:
    """Written by an installed wheel or by a checkout, it holds the same files, and the same programs."""
    export = ("export", "one-leaf", "--to", "gradescope", "--out", tmp_path / "o")
    if is_installed:
        start(unpacked, "gametree", *export, cwd=tmp_path, told="wrote 1 file into " + str(tmp_path / "o") + "\n")
    else:
        assert run(*export).code == 0
    with zipfile.ZipFile(tmp_path / "o" / "autograder.zip") as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".whl")]
        carried = zipfile.ZipFile(io.BytesIO(archive.read(name)))
    built = {file.relative_to(unpacked).as_posix(): file for file in unpacked.rglob("*") if file.is_file()}
    assert {*carried.namelist()} == {name for name in built if "licenses/" not in name and "__pycache__" not in name}
    differing = [
        name for name, file in built.items() if name in carried.namelist() and carried.read(name) != file.read_bytes()
    ]
    assert {name.rpartition("/")[2] for name in differing} <= {"METADATA", "WHEEL", "RECORD", "entry_points.txt"}
    entries = "entry_points.txt"
    [ours] = [carried.read(name).decode() for name in carried.namelist() if name.endswith(entries)]
    [theirs] = [file.read_text() for name, file in built.items() if name.endswith(entries)]
    assert {*ours.split("\n")} - {""} == {*theirs.split("\n")} - {""}


def test_every_sort_of_page_is_written_by_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    """Templates, style sheets, scripts and fonts are found where the wheel has them."""
    problem = "minimax-textbook"
    wrong = unpacked / "grader" / "problem_bank" / "minimax" / problem / "submissions" / "wrong.yaml"
    into = ("--html", "--out", "out")
    results = start(unpacked, "grade", wrong, *into, "--format", "json", cwd=tmp_path, told="wrote 1 file into out\n")
    (tmp_path / "results.jsonl").write_text(results, encoding="utf-8")
    start(unpacked, "gametree", "report", "results.jsonl", *into, cwd=tmp_path, told="wrote 1 file into out\n")
    start(unpacked, "gametree", "trace", problem, *into, cwd=tmp_path, told="wrote 1 file into out\n")
    told = "wrote 6 files into sheet; the key is in sheet/key\n"
    start(unpacked, "gametree", "handout", problem, "--out", "sheet", cwd=tmp_path, told=told)
    pages = {str(page.relative_to(tmp_path)) for page in tmp_path.rglob("*.html")}
    assert pages == {
        str(Path("out", "class-report.html")),
        str(Path("out", f"{problem}-steps.html")),
        str(Path("out", "wrong", "report.html")),
        str(Path("sheet", "answer.html")),
        str(Path("sheet", "handout.html")),
        str(Path("sheet", "key", "solutions.html")),
    }
