"""The schema gate against the library that writes the messages, both with all schemas prepared beforehand.

For jsonschema that takes a registry which holds the common schema already.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from jsonschema import Draft202012Validator
from measure import Line, Target, interleave
from referencing import Registry, Resource
from samples import submission_text

from grader.core.documents import parse_document
from grader.core.documents.shape import load_schema, validator
from grader.core.errors import ProblemError

_SIZE = 2_048


def gate(runs: int) -> list[Line]:
    return [
        _line("problem-alpha-beta", _problem_text(), runs),
        _line("answers-alpha-beta", submission_text(_SIZE), runs),
    ]


def _problem_text() -> str:
    """Return a problem of about 2 KB: a tree of explicit nodes, two players, nine moves each."""
    nodes = ", ".join(
        f"{{id: b{i}, move: m{i}, min: [{', '.join(f'{{id: c{i}{j}, value: {(7 * i + 3 * j) % 40}}}' for j in range(9))}]}}"
        for i in range(9)
    )
    return f"format: gametree-problem/1\nid: bench\nkind: alpha-beta\ntree: {{id: a, max: [{nodes}]}}\n"


def _line(schema: str, text: str, runs: int) -> Line:
    data = parse_document(text.encode(), "problem.yaml", ProblemError).data
    values = list(data["answers"].values()) if "answers" in data else [data]
    fast, slow = validator(schema), _prepared(schema)
    if not (_all_valid(fast, values) and _all_valid(slow, values)):
        raise RuntimeError(f"the document is wrong by {schema}")
    times = interleave(partial(_all_valid, fast, values), partial(_all_valid, slow, values), runs)
    what = f"gate, {schema}, {len(text) / 1024:.1f} KB"
    return Line(what, "jsonschema (prepared)", times.faster(), Target(50, is_least=True), is_faster=True)


def _prepared(schema: str) -> Any:
    common = load_schema("common")
    registry: Any = Registry().with_resource(common["$id"], Resource.from_contents(common)).crawl()
    return Draft202012Validator(load_schema(schema), registry=registry)


def _all_valid(validator: Any, values: list[Any]) -> bool:
    return all(map(validator.is_valid, values))
