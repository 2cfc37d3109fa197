"""Every CSV that the program writes: one place writes it, and no cell of it can be run as a formula."""

from __future__ import annotations

import ast
import csv
import io
from pathlib import Path

import pytest
from console import run

import generators
import grader
from grader.core.documents.writing import guard, table_text

FORMULAS = ["=1", " =1", "\n=1", "\r\n=1", "\t=1", "＝1", " ＝1", "\xa0=1", "\u200b=1", "\ufeff@A1", "\n", "\nB", "－2"]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_behind_blanks_or_hidden_letters_is_still_guarded(text: str) -> None:
    assert guard(text) == "'" + text


@pytest.mark.parametrize("text", ["", " ", "\u200b", "a=1", " B", "-3", "日本"])
def test_what_is_no_formula_is_written_as_it_is(text: str) -> None:
    assert guard(text) == text


def test_a_table_guards_its_column_names_as_well() -> None:
    assert table_text(("=id", "b"), [("@x", None), (None, 2)]) == "'=id,b\n'@x,\n,2\n"


@pytest.mark.sweep
def test_only_one_module_writes_csv() -> None:
    writers = [
        file.relative_to(package.parent).as_posix()
        for package in (Path(grader.__file__).parent, Path(generators.__file__).parent)
        for file in sorted(package.rglob("*.py"))
        if any(
            ast.unparse(node) in ("csv.writer", "csv.DictWriter")
            or (isinstance(node, ast.ImportFrom) and node.module == "csv")
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(node, ast.Attribute | ast.ImportFrom)
        )
    ]
    assert writers == ["grader/core/documents/writing.py"]


@pytest.mark.parametrize("title", ["＝1+1", "@A1"])
def test_the_index_of_generated_exercises_guards_their_titles(tmp_path: Path, title: str) -> None:
    out = tmp_path / "week"
    ran = run("generate", "minimax", "--count", "2", "--title", title, "--no-drawings", "--out", out)
    assert ran.code == 0
    rows = list(csv.DictReader(io.StringIO((out / "index.csv").read_text(encoding="utf-8"))))
    assert [row["title"] for row in rows] == [f"'{title} 1", f"'{title} 2"]
