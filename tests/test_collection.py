"""Tests of pages are collected without the extra `browser` too, as the README's command installs everything: they skip with a word."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from browser.chromium import PACKAGES


def imported(file: Path) -> Iterator[str]:
    """Yield the packages that a module needs as soon as it is imported itself."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (one.name.partition(".")[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


def test_no_module_of_tests_needs_the_extra_browser_when_it_is_imported() -> None:
    files = [*Path(__file__).parent.rglob("*.py")]
    assert len(files) > len([*Path(__file__).parent.glob("*.py")]), "those of pages are among them"
    needing = [file.name for file in files if not PACKAGES.keys().isdisjoint(imported(file))]
    assert not needing, "import it inside of a function, as tests/browser/axe.py does"
