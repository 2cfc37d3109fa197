"""What axe finds on an open page. The package is imported late: without it tests are collected all the same."""

from __future__ import annotations

from typing import Any


def violations(page: Any) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return each rule that the page breaks: its name, what it asks, and up to three places with what is wrong there."""
    from axe_playwright_python.sync_playwright import Axe

    return [
        (one["id"], one["help"], [(node["html"][:150], node["failureSummary"]) for node in one["nodes"][:3]])
        for one in Axe().run(page).response["violations"]
    ]
