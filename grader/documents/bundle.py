"""A schema in one piece, for editors and other validators that do not know where the others lie."""

from __future__ import annotations

import os

from grader.data import Data
from grader.documents.shape import load_schema
from grader.resources import resource_path

_ENDING = ".schema.json"
_SHARED = "common"
"""What the others refer to; no document fits it."""


def schema_names() -> list[str]:
    """Return the names of the schemas that documents are checked by, such as "problem", in the order of the alphabet."""
    files = os.listdir(resource_path("schemas"))
    return sorted({file.removesuffix(_ENDING) for file in files if file.endswith(_ENDING)} - {_SHARED})


def bundled_schema(name: str) -> dict[str, Data]:
    """Return the named schema with all schemas that it needs under `$defs`, each by the name of its file."""
    schema, missing = _inside(load_schema(name), "")
    needed: dict[str, Data] = {}
    while missing:
        file = missing.pop()
        if file not in needed:
            needed[file], more = _inside(load_schema(file.removesuffix(_ENDING)), file)
            missing |= more
    definitions = {**schema.pop("$defs", {}), **dict(sorted(needed.items()))}
    del schema["$id"]  # the name of the file it came from: no reference leads there any more
    return {**schema, "$defs": definitions} if definitions else schema


def _inside(schema: dict[str, Data], file: str) -> tuple[dict[str, Data], set[str]]:
    """Return the schema as it stands in a bundle under the name of its file, and the files that it refers to."""
    found: set[str] = set()
    moved: dict[str, Data] = _moved(schema, file, found)
    if file:
        moved = {key: value for key, value in moved.items() if key not in ("$schema", "$id")}
    return moved, found


def _moved(part: Data, file: str, found: set[str]) -> Data:
    """Return a part of the schema with its references turned into the bundle; the files they name are added to `found`."""
    if isinstance(part, list):
        return [_moved(each, file, found) for each in part]
    if not isinstance(part, dict):
        return part
    moved = {key: _moved(value, file, found) for key, value in part.items()}
    if isinstance(reference := part.get("$ref"), str):
        other, _, below = reference.partition("#")
        found |= {other} if other else set()
        inside = f"/$defs/{other or file}" if other or file else ""
        moved["$ref"] = f"#{inside}{below}"
    return moved
