"""The system's Chromium: where it is, how it is started, and what to install where something is missing."""

from __future__ import annotations

import importlib.util
import os
import shutil

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = {"playwright": "playwright", "axe_playwright_python": "axe-playwright-python", "PIL": "pillow"}

ARGUMENTS = (
    "--no-sandbox",  # root, as in a container, has no sandbox
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
)


def named() -> str:
    """Return the browser that the environment names in CHROMIUM; who does so wants these tests, and no excuse."""
    return os.environ.get("CHROMIUM", "")


def program() -> str:
    """Return the path of the browser; empty where there is none."""
    return shutil.which(named()) or "" if named() else next(filter(None, map(shutil.which, _PROGRAMS)), "")


def missing() -> str:
    """Return what has to be installed before pages can be looked at; empty where nothing is missing."""
    lacking = [package for module, package in PACKAGES.items() if importlib.util.find_spec(module) is None]
    said = [f'{", ".join(lacking)}: pip install ".[browser]"'] if lacking else []
    if not program():
        said.append(
            f"{named()}, which CHROMIUM names"
            if named()
            else "a browser: apt-get install chromium, or name one in CHROMIUM"
        )
    return "missing: " + "; ".join(said) if said else ""
