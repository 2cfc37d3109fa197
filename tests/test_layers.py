"""Imports only go down, one module talks to the terminal, and grading one file loads no heavy library."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import cache
from graphlib import TopologicalSorter

import pytest
from layers import (
    COMMAND_LINE,
    FRONT_DOOR,
    MODULES,
    OF_TIMES,
    PACKAGE,
    ROWS,
    SEEDED,
    SERVING,
    TIMED,
    layer,
    nodes_of,
    syntax,
)

from grader.core.resources import resource

HEAVY = {"jsonschema", "graphviz", "jinja2", "markupsafe", "rcssmin", "rjsmin"}
EXTRA = {"starlette", "uvicorn", "jwt", "cryptography", "httpx", "psycopg"}


def of_every_module(test: Callable[[str], None]) -> Callable[[], None]:
    """Return the test of one module after the other: to collect and run a test for each costs more than what it looks at."""

    def of_all() -> None:
        for module in MODULES:
            test(module)

    return of_all


def imports_of(module: str, nodes: Iterable[ast.AST]) -> set[str]:
    """Return the full names of the modules that the statements import."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: a relative import"
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            names = {name if name in MODULES else node.module for name in inside}
            found |= {name for name in names if name is not None}
    return found


def named_imports(module: str) -> set[tuple[str, str]]:
    """Return what a module names in `LaterValues({key: "module:VALUE"})`."""
    found = set()
    for node in nodes_of(module):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "LaterValues":
            found |= {tuple(place.split(":")) for place in ast.literal_eval(node.args[0]).values()}
    return found


@cache
def all_imports(module: str) -> set[str]:
    """Return what a module imports anywhere: in functions too, and what it names to be imported later."""
    return imports_of(module, nodes_of(module)) | {name for name, _ in named_imports(module)}


@pytest.mark.sweep
@of_every_module
def test_modules_that_are_imported_by_name_exist_and_are_named_by_a_constant(module: str) -> None:
    for name, wanted in named_imports(module):
        made = {each.name for each in syntax(name).body if isinstance(each, ast.FunctionDef)}
        stated = {ast.unparse(each.targets[0]) for each in syntax(name).body if isinstance(each, ast.Assign)}
        assert wanted in made | stated
    for node in nodes_of(module):
        if isinstance(node, ast.Call) and "import" in ast.unparse(node.func):
            assert module == "grader.core.lazy", ast.unparse(node)


@cache
def imports_on_loading(module: str) -> set[str]:
    """Return what a module imports when it is loaded itself."""
    later = {
        below
        for node in nodes_of(module)
        if isinstance(node, ast.FunctionDef) or is_for_types(node)
        for below in ast.walk(node)
    }
    return imports_of(module, [node for node in nodes_of(module) if node not in later])


def is_for_types(node: ast.AST) -> bool:
    """Return whether a statement is read by type checkers alone."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


@of_every_module
def test_every_module_has_its_layer_in_the_table_of_docs_architecture(module: str) -> None:
    assert layer(module)


def test_table_of_layers_names_nothing_that_is_not_there() -> None:
    assert set(ROWS) <= {*MODULES, FRONT_DOOR}
    assert len(set(ROWS.values())) > 10


@of_every_module
def test_imports_only_go_down(module: str) -> None:
    here = layer(module)
    for name in all_imports(module) & set(MODULES):
        if layer(name) != here:
            assert ROWS[layer(name)] > ROWS[here], f"{module} imports {name}"


def test_modules_do_not_import_each_other_in_circles() -> None:
    """Imports within functions and for types alone count too; the registries, which name modules as text, do not."""
    graph = {
        module: {name for name in imports_of(module, nodes_of(module)) if name in MODULES and name != module}
        for module in MODULES
    }
    assert len(list(TopologicalSorter(graph).static_order())) == len(MODULES)


@of_every_module
def test_only_the_command_line_imports_click(module: str) -> None:
    roots = {name.split(".")[0] for name in all_imports(module)}
    assert "click" not in roots or layer(module) == COMMAND_LINE


@of_every_module
def test_only_the_command_line_prints_or_exits(module: str) -> None:
    if layer(module) == COMMAND_LINE:
        return
    for node in nodes_of(module):
        if isinstance(node, ast.Call):
            assert ast.unparse(node.func) not in (
                "print",
                "input",
                "exit",
                "quit",
                "sys.exit",
                "os._exit",
                "breakpoint",
            )
        if isinstance(node, ast.Name | ast.Attribute):
            assert ast.unparse(node) not in ("SystemExit", "KeyboardInterrupt", "sys.stdout", "sys.stderr")


@of_every_module
def test_no_clock_no_network_and_no_shared_generator(module: str) -> None:
    """Nothing of a result depends on when and where it was made."""
    roots = {name.split(".")[0] for name in all_imports(module)}
    # Seeded for all choices; told to who waits; read, never asked.
    served = {"time", "datetime", "urllib", "socket"} if module.startswith(SERVING) else set()
    allowed = served or {SEEDED: {"random"}, **{module: {"time"} for module in TIMED}, OF_TIMES: {"datetime"}}.get(
        module, set()
    )
    asked = {node.attr for node in nodes_of(module) if isinstance(node, ast.Attribute)}
    assert module != OF_TIMES or not asked & {"now", "utcnow", "today", "fromtimestamp"}
    assert not roots & ({"time", "datetime", "random", "socket", "urllib", "http", "requests", "logging"} - allowed)
    assert not any(isinstance(node, ast.Global) for node in nodes_of(module))


def loaded_with(module: str) -> set[str]:
    """Return the modules and libraries that are loaded when the module is."""
    loaded: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in loaded:
            loaded.add(name)
            parts = name.split(".")
            waiting += [".".join(parts[:count]) for count in range(1, len(parts))]
            waiting += imports_on_loading(name) if name in MODULES else ()
    return loaded


@pytest.mark.parametrize("entry", ["grader.cli.grade", "grader.cli.main", "grader.grading.bank", "grader.platforms"])
def test_heavy_libraries_wait_until_they_are_needed(entry: str) -> None:
    loaded = loaded_with(entry)
    assert "grader.core.documents.strict" in loaded
    assert not {name.split(".")[0] for name in loaded} & {*HEAVY, "jsonschema_rs", "referencing"}


@of_every_module
def test_only_serving_imports_what_its_extra_brings(module: str) -> None:
    assert module.startswith(SERVING) or not {name.split(".")[0] for name in all_imports(module)} & EXTRA


def test_what_serving_needs_waits_until_something_is_served() -> None:
    assert not loaded_with("grader.cli.serve") & EXTRA
    assert "psycopg" in all_imports("grader.serve.engines")
    assert "psycopg" not in loaded_with("grader.serve.engines")


@of_every_module
def test_nothing_imports_the_tests_or_the_bench(module: str) -> None:
    roots = {name.split(".")[0] for name in all_imports(module)}
    assert not roots & {"tests", "oracle", "conftest", "pytest", "bench"}


GRADING = """
import json, sys
from grader.cli.grade import grade
try:
    grade(sys.argv[1:])
finally:
    print(json.dumps(sorted(name.partition(".")[0] for name in sys.modules)), file=sys.stderr)
"""


def loaded_by_grading(*arguments: str) -> tuple[set[str], str]:
    """Return the packages that grading loads in a fresh interpreter, and what it prints."""
    run = subprocess.run(
        [sys.executable, "-c", GRADING, *arguments], capture_output=True, text=True, cwd=PACKAGE.parent, check=False
    )
    assert run.returncode == 0, run.stderr
    return set(json.loads(run.stderr.splitlines()[-1])), run.stdout


@pytest.mark.parametrize("format_", ["text", "json", "gradescope"])
@pytest.mark.parametrize("name", ["full.yaml", "partly-right.yaml"])
def test_grading_one_file_loads_no_heavy_library(format_: str, name: str) -> None:
    file = resource("problem_bank") / "alpha-beta" / "fall-2014-final-q13" / "submissions" / name
    loaded, printed = loaded_by_grading(str(file), "--format", format_)
    assert "fall-2014-final-q13" in printed or "Two MIN replies" in printed
    assert not loaded & HEAVY
    assert "yaml" in loaded


def test_libraries_are_loaded_where_they_are_needed() -> None:
    """Else the test above would prove nothing: a malformed answer needs the library that says what is wrong."""
    file = resource("problem_bank") / "ucb" / "ucb-slide-wins" / "submissions" / "malformed.yaml"
    loaded, _ = loaded_by_grading(str(file))
    assert "jsonschema" in loaded
