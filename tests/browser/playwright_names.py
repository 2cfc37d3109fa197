"""What tests use of Playwright. Without it they are collected all the same, and skip with a word (see `conftest.py`)."""

from __future__ import annotations

from typing import Any

try:
    from playwright.sync_api import Locator, Page, expect
except ModuleNotFoundError:
    Locator = Page = expect = Any

__all__ = ["Locator", "Page", "expect"]
