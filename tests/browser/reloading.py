"""Reloading a page on which something was kept."""

from __future__ import annotations

from browser.playwright_names import Page

_MOST = 5


def reloaded(page: Page) -> Page:
    """Return the page, reloaded; fails where the browser has kept nothing of it.

    Chromium gives a page that is opened from a file an empty localStorage of its own for one load in about thirty
    (3 to 6 of 100 reloads; over http 0 of 100), and the next load has all that was kept again. So it is loaded anew
    while there is nothing; a page that keeps nothing has nothing after five loads either.
    """
    for _ in range(_MOST):
        page.reload()
        if page.evaluate("localStorage.length"):
            return page
    raise AssertionError(f"nothing was kept: localStorage is empty after {_MOST} loads of the page")
