"""Fixtures for pages in a real browser. What is missing for that skips these tests with a word, unless CHROMIUM is set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from browser import chromium
from browser.sample_pages import PAGES

LAPTOP, DESKTOP, PHONE = (1366, 650), (1920, 1080), (390, 844)
SIZES = {"laptop": LAPTOP, "desktop": DESKTOP, "phone": PHONE}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


class Opened(NamedTuple):
    """An open page, with all that went wrong in its console and every request that it made besides its own file."""

    page: Any
    errors: list[str]
    requests: list[str]


OpenPage = Callable[..., Opened]


@pytest.fixture(scope="session")
def _browser() -> Iterator[Any]:
    if missing := chromium.missing():
        (pytest.fail if chromium.named() else pytest.skip)(missing)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.program(), args=[*chromium.ARGUMENTS])
        yield browser
        browser.close()


@pytest.fixture
def open_page(_browser: Any) -> Iterator[OpenPage]:
    """Return what opens a page from a file, or at an address: `open_page(path, PHONE, dark=True, fragment="q1")`; each in a profile of its own."""
    contexts = []

    def opened(
        path: Path | str, size: tuple[int, int] = LAPTOP, *, dark: bool = False, fragment: str = "", **options: Any
    ) -> Opened:
        width, height = size
        context = _browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            has_touch=size == PHONE,
            reduced_motion=options.pop("reduced_motion", "reduce"),
            **options,
        )
        contexts.append(context)
        held = Opened(context.new_page(), [], [])
        address = path if isinstance(path, str) else path.resolve().as_uri()
        held.page.on("console", lambda said: held.errors.append(said.text) if said.type == "error" else None)
        held.page.on("pageerror", lambda error: held.errors.append(str(error)))
        held.page.on("request", lambda request: _note(held.requests, request.url, address))
        held.page.goto(f"{address}#{fragment}" if fragment else address)
        return held

    yield opened
    for context in contexts:
        context.close()


def _note(requests: list[str], url: str, address: str) -> None:
    if url.partition("#")[0] != address and not url.startswith(("data:", "blob:")):
        requests.append(url)


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return what gives the file of a sample page by its name; each is written when it is first asked for."""
    written: dict[str, Path] = {}

    def page(name: str) -> Path:
        if name not in written:
            written[name] = PAGES[name](tmp_path_factory.mktemp(name))
        return written[name]

    return page
