"""What is told to install: extras that are there, and nothing that an index may have by a stranger."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
_NAMED = re.compile(r"(?:gametree-grader|\.|FOLDER)\[([a-z,]+)\]")
ADVICE = re.compile(r"""\bpip"?(?:\.exe)? (?:install|wheel|download) ([^`'\n]*)""")
OURS = re.compile(r"\.|\.?/.*|\.\[[a-z,]+\]|\$[a-z]+/.*")
"""A folder, said as pip reads no name: `.`, `./FOLDER`, `/grader`, with or without extras."""
OF_OTHERS = {"dask-kubernetes"}
TAKES_ONE = {"--target", "--wheel-dir", "--find-links"}
PLACEHOLDERS = {"{needed_words(needed)}", "@WHERE@@NEEDED@"}
"""Of the exported autograder: NEEDED, which a test of exports compares with the dependencies."""


def installed_by(advice: str) -> list[str]:
    """Return what a command of pip is told to install, its options left out."""
    words = advice.partition(" && ")[0].replace('"', "").split()
    after = [before in TAKES_ONE for before in ["", *words]]
    return [word for word, is_taken in zip(words, after, strict=False) if not is_taken and not word.startswith("-")]


def named_in(text: str) -> set[str]:
    return {extra for names in _NAMED.findall(text) for extra in names.split(",")}


def test_extras_that_name_others_name_those_that_there_are() -> None:
    assert named_in(" ".join(one for needed in EXTRAS.values() for one in needed)) <= EXTRAS.keys()


def test_what_docs_tell_to_install_is_there() -> None:
    texts = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    named = set().union(*(named_in(text.read_text("utf-8")) for text in texts))
    assert {"test", "pdf", "dask"} <= named <= EXTRAS.keys()


def test_nothing_is_told_to_be_installed_by_a_name_that_may_be_a_strangers() -> None:
    """This program is on no index, and a folder without `./` is a name to pip."""
    needed = {*PROJECT["dependencies"], *(one for extra in EXTRAS.values() for one in extra)}
    known = {one for one in needed if not one.startswith(PROJECT["name"])} | OF_OTHERS | PLACEHOLDERS
    folders = ("docs", "grader", "generators", "tools", "tests", "bench", ".ci")
    files = [*ROOT.glob("*.md"), *(file for folder in folders for file in (ROOT / folder).rglob("*"))]
    told = []
    for file in files:
        if (
            file.is_file()
            and file.suffix in {"", ".md", ".py", ".txt", ".html", ".js", ".typ", ".ipynb"}
            and file != Path(__file__)
        ):
            told += [(file.name, one) for one in ADVICE.findall(file.read_text("utf-8"))]
    assert len(told) > 15
    assert [
        (name, advice)
        for name, advice in told
        if not (named := installed_by(advice)) or not all(OURS.fullmatch(one) or one in known for one in named)
    ] == []
