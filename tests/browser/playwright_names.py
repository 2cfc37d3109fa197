"""What tests use of Playwright. Without it they are collected all the same, and skip with a word (see `conftest.py`)."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or importlib.util.find_spec("playwright"):
    from playwright.sync_api import FrameLocator, Locator, Page, expect
else:
    FrameLocator = Locator = Page = expect = Any

__all__ = ["FrameLocator", "Locator", "Page", "expect"]
