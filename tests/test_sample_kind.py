"""A kind is added as docs/adding-a-kind.md says, in a copy of the project, and does what every kind must do."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from test_docs import KIND_PAGE, blocks, matches, page_text, transcript

pytestmark = pytest.mark.apart

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "tests" / "sample_kind"
COPIED = (
    "grader",
    "generators",
    "schemas",
    "problem_bank",
    "fonts",
    "docs",
    "tests",
    "tools",
    "bench",
    "pyproject.toml",
)
COPIED_TOO = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
OF_KINDS = sorted(
    file.name
    for file in (ROOT / "tests").glob("test_*.py")
    if re.search(r"\b(KINDS|KINDS_OF_BANK|SOLVED|GENERATORS|PARAMETERS)\b", file.read_text(encoding="utf-8"))
    and file != Path(__file__)
    and not file.name.startswith("test_serve_")
)
"""The files with tests of every kind, which those of a kind that is added must pass too; those of the server need an extra."""
NAMED = re.compile(r"In `([^`]+)`, behind:\n\n```text\n(.*?)\n```\n\nput:\n\n```text\n(.*?)\n```\n", re.DOTALL)
EDIT = re.compile(r"In `([^`]+)`, below:\n\n```python\n(.*?)```\n\nput:\n\n```python\n(.*?)```\n", re.DOTALL)


def run_in(project: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of Python in the project."""
    changed = {"PYTHONPATH": str(project), "COLUMNS": "80", "PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    full = [sys.executable, *command]
    return subprocess.run(
        full, cwd=project, env=kept | changed, capture_output=True, text=True, encoding="utf-8", check=False
    )


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project to which the kind was added: its files, the edits of the page, the written schemas."""
    folder = tmp_path_factory.mktemp("project")
    for name in (*COPIED, *COPIED_TOO):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    shutil.copytree(SAMPLE, folder, dirs_exist_ok=True)
    edits = [found for form in (EDIT, NAMED) for found in form.findall(page_text(KIND_PAGE))]
    assert len(edits) == 7
    for name, above, line in edits:
        text = (folder / name).read_text(encoding="utf-8")
        assert text.count(above) == 1
        (folder / name).write_text(text.replace(above, above + line), encoding="utf-8")
    written = run_in(folder, "tools/write_schemas.py")
    assert written.returncode == 0, written.stderr
    return folder


def test_the_page_leads_to_the_files_of_the_sample_kind() -> None:
    named = re.findall(r"\]\(\.\./tests/sample_kind/([^)]+)\)", page_text(KIND_PAGE))
    files = {str(file.relative_to(SAMPLE)) for file in SAMPLE.rglob("*.*") if "__pycache__" not in file.parts}
    assert set(named) == {name for name in files if "/submissions/" not in name or name.endswith("/wrong.yaml")}


def test_kind_that_was_added_as_the_page_says_does_what_every_kind_must(project: Path, window: int) -> None:
    files = ["tests/command_line", *(f"tests/{name}" for name in OF_KINDS)]
    chosen = "tree-size or completeness or adds-branching or three-by-two or names_every_kind or of_every_kind"
    options = ("-q", "-rs", "-n", "0", "--every-turn", "-p", "no:cacheprovider", "--window", str(window))
    ran = run_in(project, "-m", "pytest", *options, *files, "-k", chosen)
    assert ran.returncode == 0, ran.stdout[-3000:]
    assert int(re.findall(r"(\d+) passed", ran.stdout)[0]) > 60
    assert "is not complete" not in ran.stdout


def test_what_the_page_shows_of_the_kind_is_what_the_program_prints(project: Path) -> None:
    shown = [pair for block in blocks(KIND_PAGE) if block.language == "console" for pair in transcript(block)]
    assert shown
    for command, expected in shown:
        program, *arguments = command.split()
        start = f"from grader.cli import start_{program}; start_{program}()"
        printed = run_in(project, "-c", start, *arguments)
        assert matches(expected, printed.stdout), f"$ {command}\n{printed.stdout}{printed.stderr}"


def test_kind_without_its_second_solver_fails_the_one_test_that_says_so(project: Path) -> None:
    solver = project / "tests" / "second" / "tree_size.py"
    text = solver.read_text(encoding="utf-8")
    solver.unlink()
    try:
        files = ("tests/test_completeness.py", "tests/test_contracts.py")
        ran = run_in(project, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *files, "-k", "tree-size")
    finally:
        solver.write_text(text, encoding="utf-8")
    assert re.findall(r"(\d+) failed", ran.stdout) == ["1"], ran.stdout[-3000:]
    assert "tests/second/tree_size.py: write a plain second solver" in ran.stdout
