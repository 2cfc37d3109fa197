"""A tree in the page of `gametree edit` after one change: its drawing, what its search finds, and its file, at the largest size beside a large one."""

from __future__ import annotations

import os
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from measure import Line, Target

from grader import load_problem
from grader.pages.editor_page import write_editor_page

_WHAT, _AGAINST = "drawing 300 nodes again after a change", "63 nodes"
_MOST, _TIMES = 6, 15
_SWAP = """(times) => {
  const taken = [];
  for (let turn = 0; turn < times; turn += 1) {
    const node = document.querySelector('[data-tree-edit] .node[data-up]:not([data-up=""])'), began = performance.now();
    node.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", shiftKey: true, bubbles: true}));
    document.querySelector("[data-tree-edit] svg").getBoundingClientRect();
    taken.push(performance.now() - began);
  }
  return taken;
}"""
"""Moves the first child of the root behind the second, and returns how many milliseconds each time took, layout included."""


def redrawing(runs: int) -> list[Line]:
    """Return the line; skipped where there is no Chromium."""
    chromium = next(filter(None, (os.environ.get("CHROMIUM"), *map(shutil.which, ("chromium", "google-chrome")))), None)
    try:
        from playwright.sync_api import sync_playwright  # an extra
    except ImportError:
        chromium = None
    if chromium is None:
        return [Line(_WHAT, _AGAINST, note="needs Chromium and the extra `browser`")]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        pages = [_opened(browser, Path(folder), *widths) for widths in ((3, 7, 13), (2, 5, 5))]
        times = [[statistics.median(page.evaluate(_SWAP, _TIMES)) for page in pages] for _ in range(runs)]
        browser.close()
    large, small = (statistics.median(column) for column in zip(*times, strict=True))
    note = f"{large:.1f} ms and {small:.1f} ms"
    return [Line(_WHAT, _AGAINST, tuple(one / other for one, other in times), Target(_MOST), note)]


def _opened(browser: Any, folder: Path, *widths: int) -> Any:
    """Return the page with a tree each of whose nodes has as many children as its level says: 298 nodes, or 63."""
    leaves = iter(range(1000))

    def tree(below: tuple[int, ...]) -> Any:
        return [tree(below[1:]) for _ in range(below[0])] if below else next(leaves) * 7 % 100

    problem = {"format": "gametree-problem/1", "id": "large", "kind": "alpha-beta", "tree": tree(widths)}
    file = folder / f"{len(widths)}-{widths[0]}.html"
    file.write_text(write_editor_page(load_problem(problem)), "utf-8")
    page = browser.new_page(viewport={"width": 1366, "height": 650})
    page.goto(file.as_uri())
    page.locator("[data-tree-edit] .node").first.wait_for()
    return page
