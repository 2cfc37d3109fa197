"""The extras of the package: one that another names or that the docs tell to install is there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXTRAS: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]
_NAMED = re.compile(r"(?:gametree-grader|\.)\[([a-z,]+)\]")


def named_in(text: str) -> set[str]:
    return {extra for names in _NAMED.findall(text) for extra in names.split(",")}


def test_extras_that_name_others_name_those_that_there_are() -> None:
    assert named_in(" ".join(one for needed in EXTRAS.values() for one in needed)) <= EXTRAS.keys()


def test_what_docs_tell_to_install_is_there() -> None:
    texts = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    named = set().union(*(named_in(text.read_text("utf-8")) for text in texts))
    assert {"test", "pdf", "dask"} <= named <= EXTRAS.keys()
