"""Tests of pages are collected without the extra `browser` too, as the README's command installs everything: they skip with a word."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from browser.chromium import PACKAGES


@pytest.mark.parametrize("file", sorted(Path(__file__).parent.rglob("*.py")), ids=lambda file: file.stem)
def test_no_module_of_tests_needs_the_extra_browser_when_it_is_imported(file: Path) -> None:
    imported = {
        name.split(".")[0]
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        for name in (
            [one.name for one in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert not imported & PACKAGES.keys(), (
        f"import it inside of a function, as {Path(__file__).parent.name}/browser/axe.py does"
    )
