"""What a kind must have, and what to write where if it has not."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import oracle
from second import file_of, second

import grader
from grader.core.answers.part import no_rule
from grader.kinds import KINDS
from grader.kinds.record import Kind

ROOT = Path(__file__).parents[1]
HOW = "docs/adding-a-kind.md"
GIVEN = ("GAME", "ASKED", "random_game", "secret_game", "solve")
OF_STUDENTS = ("RULES", "CARRIER", "follow")


def file_of_docs(kind: str) -> Path:
    """Return where the page of a kind stands, if it has one of its own."""
    return ROOT / "docs" / "kinds" / f"{kind}.md"


def missing_pieces(kind: str) -> list[str]:
    """Return what is missing of a kind, each as what to write where."""
    record = KINDS[kind]
    return [
        *_of_parts(record),
        *_of_schemas(kind),
        *_of_the_bank(kind),
        *_of_docs(record),
        *_of_the_second_solver(record),
    ]


@cache
def kinds_that_lack() -> frozenset[str]:
    """Return the kinds of which something is missing."""
    return frozenset(kind for kind in KINDS if missing_pieces(kind))


def _of_parts(kind: Kind) -> Iterator[str]:
    place = Path(inspect.getfile(kind.solve)).parent.relative_to(Path(grader.__file__).parents[1]).as_posix()
    for part in kind.parts.values():
        if part.rule is no_rule:
            yield f"{place}: give the part {part.name} its `rule` ({HOW}#the-room)"
        if not part.title or part.title == part.name:
            yield f"{place}: give the part {part.name} its `title`, by which people call it ({HOW}#the-room)"


def _of_schemas(kind: str) -> Iterator[str]:
    if not (ROOT / "schemas" / f"problem-{kind}.schema.json").is_file():
        yield f"schemas/problem-{kind}.schema.json: write the shape of its problems ({HOW}#the-schema)"
    elif not (ROOT / "schemas" / f"answers-{kind}.schema.json").is_file():
        yield f"schemas/answers-{kind}.schema.json: run `python tools/write_schemas.py`"


def _of_the_bank(kind: str) -> Iterator[str]:
    if not any((ROOT / "problem_bank" / kind).glob("*/problem.yaml")):
        yield f"problem_bank/{kind}/<id>/: write a problem with answers worked out by hand ({HOW}#the-bank-folder)"


def _of_docs(kind: Kind) -> Iterator[str]:
    own, docs = file_of_docs(kind.name), ROOT / "docs"
    pages = [own] if own.is_file() else [docs / "format.md", docs / "marking.md", docs / "misconceptions.md"]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    place = f"docs/kinds/{kind.name}.md"
    has_its_row = f"| `{kind.name}` |" in text
    if not has_its_row:
        yield f"{place}: write what its problems are, with the row of its parts ({HOW}#the-page)"
    of_format = (docs / "format.md").read_text(encoding="utf-8").split("\n")
    if not any(line.startswith("| `kind` |") and f"`{kind.name}`" in line for line in of_format):
        yield f"docs/format.md: name it in the row `kind` ({HOW}#the-line-in-kinds)"
    of_searches = {name for search in kind.searches for name in KINDS[search].wrong.names}
    for name in kind.wrong.names:
        if name not in of_searches and not re.search(rf"^\| `{name}`(?:, .*?)? \|", text, re.MULTILINE):
            table = place if own.is_file() or not has_its_row else "docs/misconceptions.md"
            yield f"{table}: write the row of the misconception {name} ({HOW}#a-misconception)"


def _of_the_second_solver(kind: Kind) -> Iterator[str]:
    if kind.name in oracle.PARTS:
        return
    place, own = f"tests/second/{file_of(kind.name).name}", second(kind.name)
    if own is None:
        yield f"{place}: write a plain second solver ({HOW}#the-second-solver)"
        return
    for name in (*GIVEN, *(OF_STUDENTS if kind.wrong.names else ())):
        if not hasattr(own, name):
            yield f"{place}: write {name} (tests/second/__init__.py says what it is)"
