"""The modules of the program, and the layer of each as the table of docs/architecture.md has it: the only place for it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import generators
import grader

PACKAGE = Path(grader.__file__).parent
PAGE = PACKAGE.parent / "docs/architecture.md"
COMMAND_LINE = "grader.cli"
SEEDED = "generators.draws"
"""Where randomness comes from a seed: the one module that may import `random`."""

TIMED = ("grader.cli.command", "grader.grading.programs.playing")
"""The modules that may know a clock: one tells who waits how long something took, one ends programs that take too long."""

OF_TIMES = "grader.core.times"
"""The module that reads points in time which somebody stated; it asks no clock either."""

SERVING = "grader.serve"
"""The room that knows a clock, addresses and the network: nothing of marks hangs on any of them."""

FRONT_DOOR = "grader.__init__"
"""What the table calls the package itself: `grader` would hold everything."""

MODULES = {
    ".".join((package.name, *file.relative_to(package).with_suffix("").parts)).removesuffix(".__init__"): file
    for package in (PACKAGE, Path(generators.__file__).parent)
    for file in sorted(package.rglob("*.py"))
    if file.relative_to(package).as_posix() not in ("grading/programs/game.py", "grading/programs/copies.py")
}
"""All but the two that run beside a student's program, in processes of their own; of game.py, which students get, the program takes the class Tree and how a process ended."""

PACKAGES = {name for name, file in MODULES.items() if file.name == "__init__.py"}


@cache
def syntax(module: str) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


@cache
def nodes_of(module: str) -> tuple[ast.AST, ...]:
    """Return all nodes of a module's syntax."""
    return tuple(ast.walk(syntax(module)))


def read_rows(page: str) -> dict[str, int]:
    """Return the row of each module and room that the table of layers names, counted from the top.

    >>> read_rows("## Layers\\n| layer | modules |\\n|---|---|\\n| kinds | `grader/kinds` |\\n| rules | `grader/a.py`, `b` |\\n")
    {'grader.kinds': 0, 'grader.a': 1, 'b': 1}
    """
    lines = page.partition("## Layers\n")[2].partition("\n## ")[0].splitlines()
    rows = [re.findall("`([^`]+)`", line.split("|")[2]) for line in lines if line.startswith("|")][2:]
    return {name.removesuffix(".py").replace("/", "."): place for place, names in enumerate(rows) for name in names}


ROWS = read_rows(PAGE.read_text("utf-8"))


def layer(module: str) -> str:
    """Return the narrowest room of the table in which a module stands, or its own name there; empty if there is none."""
    if module == "grader":
        return FRONT_DOOR
    around = [name for name in ROWS if f"{module}.".startswith(f"{name}.")]
    return max(around, key=len, default="")
