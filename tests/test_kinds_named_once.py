"""Only the two tables and a kind's own room name a kind."""

from __future__ import annotations

import ast
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import problem_data, read

from generators.draws import RequestError
from generators.like import like, mirrored
from grader.kinds import KINDS, Problem

ROOT = Path(__file__).parents[1]
TABLES = (ROOT / "grader/kinds/__init__.py", ROOT / "generators/registry.py")


def rooms() -> set[Path]:
    """Return the folders in which kinds stand."""
    modules = [KINDS[kind].solve.__module__ for kind in KINDS]
    origins = [spec.origin for module in modules if (spec := find_spec(module)) is not None]
    return {Path(origin).parent for origin in origins if origin is not None}


def named_in(source: str) -> list[int]:
    """Return the lines with a string that is the name of a kind, and of no part of answers."""
    names = set(KINDS) - {part for kind in KINDS.values() for part in kind.parts}
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in names
    ]


def test_no_module_but_the_tables_and_the_rooms_of_kinds_names_a_kind() -> None:
    allowed, found = rooms(), []
    for file in sorted(file for room in ("grader", "generators", "tools") for file in (ROOT / room).rglob("*.py")):
        if file not in TABLES and not allowed.intersection(file.parents):
            found += [f"{file.relative_to(ROOT)}:{line}" for line in named_in(file.read_text(encoding="utf-8"))]
    assert not found, "what depends on the kind belongs in its record (grader/kinds/record.py, generators/registry.py)"


def test_name_of_a_kind_is_found_where_it_stands() -> None:
    kind = next(iter(KINDS))
    assert named_in(f'def f(x):\n    return x == "{kind}"\n') == [2]
    assert named_in(f'"""About {kind}."""\n') == []
    assert all(named_in(table.read_text(encoding="utf-8")) for table in TABLES)


def test_rooms_of_kinds_are_rooms_inside_the_room_of_kinds() -> None:
    assert all(ROOT / "grader/kinds" in room.parents for room in rooms())


@pytest.mark.usefixtures("no_generator_of_ucb")
def test_problem_of_a_kind_without_a_generator_has_no_variants() -> None:
    problem: Problem = read(problem_data("ucb", [{"id": "A", "total": 1, "visits": 2}])).problem
    for request in (like, mirrored):
        with pytest.raises(RequestError, match="no generator of ucb, expected a problem of minimax"):
            request(problem)
