"""Loading a page again, in its tab or in another one, where the browser has kept something of it."""

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


def in_another_tab(page: Page) -> Page:
    """Return a second tab with the same page, which sees what the first one keeps, as the first one sees what it keeps."""
    other = page.context.new_page()
    page.evaluate("localStorage.setItem('both', 'see this')")
    other.goto(page.url)
    return reloaded(other)
