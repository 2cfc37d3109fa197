"""Write what the kinds say into the schemas: the shape of answers, and the lists of kinds and parts in the other schemas.

    python tools/write_schemas.py

The files are checked in, and a test compares: who adds a part or a kind runs this once and touches no schema of answers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from generators import GENERATORS
from generators.fields import FILE, POINTS, SHAPE, Field
from generators.request import fields_of
from grader.core.answers.part import Part
from grader.kinds import KINDS, Kind

SCHEMAS = Path(__file__).parents[1] / "schemas"
COMMON, OWN = "common.schema.json#/$defs/", "#/$defs/"
_WIDTH = 120

Schema = dict[str, Any]


def listing(names: list[str]) -> str:
    """Return the names as a sentence offers them: a, b or c."""
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _parts_in_order() -> dict[str, Part]:
    """Return every part once, by name: those of the kind that has most of them first."""
    parts: dict[str, Part] = {}
    for kind in KINDS.values():
        parts |= {name: part for name, part in kind.answered.items() if name not in parts}
    order = max((list(kind.answered) for kind in KINDS.values()), key=len)
    return {name: parts[name] for name in [*order, *(name for name in parts if name not in order)]}


def fragments(parts: Mapping[str, Part], definitions: str, *, blanks: bool) -> Schema:
    """Return the shape of each part's answer."""
    return {name: part.form.fragment(definitions, blanks=blanks) for name, part in parts.items()}


def fragments_of_all(definitions: str, *, blanks: bool) -> Schema:
    """Return the shape of each part's answer whatever the kind: the widest, where one holds what another does; either of two named ones."""
    found = fragments(_parts_in_order(), definitions, blanks=blanks)
    for kind in KINDS.values():
        for name, shape in fragments(kind.answered, definitions, blanks=blanks).items():
            if shape.get("else") == found[name]:
                found[name] = shape
            elif "$ref" in shape and "$ref" in found[name] and shape != found[name]:
                found[name] = _either(found[name], shape)
            elif _is_other_map(shape, found[name]):
                entries = _either(found[name]["additionalProperties"], shape["additionalProperties"])
                found[name] = {**found[name], "additionalProperties": entries}
    return found


def _either(*named: Schema) -> Schema:
    """Return the shape of what has one of several named shapes, described as each of them is in the common schema."""
    common = json.loads((SCHEMAS / "common.schema.json").read_text("utf-8"))["$defs"]
    described = [common[one["$ref"].rpartition("/")[2]]["description"] for one in named]
    return {"description": ", or ".join(described), "anyOf": list(named)}


def _is_other_map(shape: Schema, other: Schema) -> bool:
    """Return whether both are maps, with entries of named shapes that are not the same."""
    entries = [one.get("additionalProperties", {}).get("$ref") for one in (shape, other)]
    return None not in entries and entries[0] != entries[1]


def answers(kind: Kind) -> Schema:
    """Return the schema of the answers to a problem of the kind."""
    article = "an" if kind.name[0] in "aeio" else "a"
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"answers-{kind.name}.schema.json",
        "title": f"Answers to {article} {kind.name} problem",
        "description": f"a mapping from parts to answers; the parts of {kind.name} are {', '.join(kind.parts)}",
        "type": "object",
        "properties": fragments(kind.parts, COMMON, blanks=True),
    }


def _choice(what: str, names: list[str]) -> Schema:
    return {"description": f"{what}{listing(names)}", "enum": names}


def _problem_of(kind: Kind) -> Callable[[Schema], None]:
    """Return what writes the kind's parts into the schema of its problems."""

    def write(schema: Schema) -> None:
        if not (names := list(kind.answered)):
            return  # it has neither ask nor points
        schema.setdefault("$defs", {})["part"] = _choice(f"a part of {kind.name}: ", names)
        if "search" in schema["required"]:  # one that has a default states itself what its searches can use
            _lift(schema)
        number = {"$ref": f"{COMMON}positive-number"}
        what = f"a mapping from parts of {kind.name} to points: {', '.join(names)}"
        schema["properties"]["points"] = {
            "description": f"points above 0 for the whole, or {what}",
            "type": ["number", "string", "object"],
            "if": {"type": "object"},
            "then": {
                "description": what,
                "additionalProperties": False,
                "properties": dict.fromkeys(names, number),
            },
            "else": number,
        }

    return write


# lifts: kinds that search as others do, and have their fields

_SHARED = ("format", "id", "title", "kind", "source", "conventions", "ask", "points", "marking", "text", "tags")
_WITH_X = {
    "number": ("a number such as 3, -2.5 or 7/3, or x", "x"),
    "p": ("a probability such as 1/2, or x or 1-x", "x|1 *- *x"),
}
"""What a value and a probability may be where one is unknown: in words, and what more their pattern allows."""


def _lift(schema: Schema) -> None:
    """Write the fields and conventions of the searches into the schema of a kind that searches as they do.

    What the schema says itself in `allOf` stays; a field that it requires there, only sometimes, no search requires.
    """
    own = [branch for branch in schema.get("allOf", []) if "search" not in branch["if"]["properties"]]
    sometimes = {name for branch in own for name in _else_required(branch)}
    properties, has_x = schema["properties"], "x" in schema["$defs"]
    conventions = properties["conventions"]["properties"]
    branches: list[tuple[str, Schema]] = []
    changeable: set[str] = set()
    fields: dict[str, list[str]] = {}
    for search in properties["search"]["enum"]:
        its = json.loads(file_of(f"problem-{search}").read_text(encoding="utf-8"))
        changeable |= its["properties"]["conventions"]["properties"].keys() - {"root"}
        for name, shape in its["properties"]["conventions"]["properties"].items():
            conventions[name] = (
                {"description": "the text x", "const": "x"} if has_x and name == "exploration" else shape
            )
        for name in its["properties"]:
            if name not in _SHARED:
                fields.setdefault(name, []).append(search)
                properties[name] = its["properties"][name]
        schema["$defs"] |= {name: shape for name, shape in its["$defs"].items() if name != "part"}
        required = [name for name in its["required"] if name not in (*_SHARED, *sometimes)]
        otherwise = [name for name in _else_required(its) if name not in sometimes]
        if otherwise:
            about = {"description": schema["description"], "required": otherwise}
            branches.append((search, {"required": required, "if": its["if"], "else": about}))
        else:
            branches.append((search, {"required": required}))
    if "changed-conventions" in schema["$defs"]:
        changed = {name: shape for name, shape in conventions.items() if name in changeable}
        schema["$defs"]["changed-conventions"]["properties"] = changed
    if has_x:
        properties |= {name: {"$ref": f"{OWN}{name}-with-x"} for name in ("tree", "game")}
        schema["$defs"] |= _trees_with_x() | _games_with_x()
    properties["conventions"]["description"] = (
        f"a mapping of conventions that the search uses; {', '.join(conventions)}"
    )
    schema["allOf"] = own + [
        {
            "if": {"properties": {"search": {"const": search}}},
            "then": {
                **required,
                "properties": {
                    name: {"description": f"nothing: search {search} has no {name}", "not": {}}
                    for name, searches in fields.items()
                    if search not in searches
                },
            },
        }
        for search, required in branches
    ]


def _else_required(shape: Schema) -> list[str]:
    """Return what is required where the condition of a shape does not hold, or that of the shape there."""
    other = shape.get("else", {})
    return [*other.get("required", []), *(_else_required(other) if "else" in other else [])]


def _trees_with_x() -> Schema:
    """Return the shapes of trees in which a value and a probability may be x."""
    common = json.loads(file_of("common").read_text(encoding="utf-8"))["$defs"]
    trees = {name: common[name] for name in ("tree", "list-node", "node")}
    text = json.dumps(trees).replace(f'"{OWN}', f'"{COMMON}')
    for name in trees:
        text = text.replace(f'"{COMMON}{name}"', f'"{OWN}{name}-with-x"')
    made = {f"{name}-with-x": shape for name, shape in json.loads(text).items()}
    node = made["node-with-x"]
    made["list-node-with-x"]["then"] = node["then"] = node["properties"]["value"] = _or_x(common, "number")
    node["properties"]["p"] = _or_x(common, "p")
    return made


_ENDS = ("utilities", "bags", "loop")
"""The fields of games that say what ends are worth."""


def _games_with_x() -> Schema:
    """Return the shapes of games in which what an end is worth may be x."""
    common = json.loads(file_of("common").read_text(encoding="utf-8"))["$defs"]
    made: Schema = {}
    for name in [name for name in common if name == "game" or name.startswith("game-")]:
        shape = common[name]
        for field in _ENDS:
            if field in shape["properties"]:
                text = json.dumps(shape["properties"][field])
                shape["properties"][field] = json.loads(text.replace(f'"{OWN}number"', f'"{OWN}worth-with-x"'))
        text = (
            json.dumps(shape)
            .replace(f'"{OWN}', f'"{COMMON}')
            .replace(f'"{COMMON}worth-with-x"', f'"{OWN}worth-with-x"')
        )
        made[f"{name}-with-x"] = json.loads(re.sub(f'"{re.escape(COMMON)}(game-[a-z-]*)"', f'"{OWN}\\1-with-x"', text))
    return made | {"worth-with-x": _or_x(common, "number")}


def _or_x(common: Schema, which: str) -> Schema:
    description, more = _WITH_X[which]
    number: Schema = common["number"]
    return number | {"description": description, "pattern": number["pattern"].replace("^(?:", f"^(?:{more}|")}


def _problem(schema: Schema) -> None:
    names = list(KINDS)
    schema["if"]["properties"]["kind"]["enum"] = names
    schema["then"]["allOf"] = [
        {"if": {"properties": {"kind": {"const": name}}}, "then": {"$ref": f"problem-{name}.schema.json"}}
        for name in names
    ]
    schema["else"]["properties"]["kind"] = _choice("", names)


def _solution(schema: Schema) -> None:
    solution = schema["$defs"]["solution"]
    solution["properties"]["kind"] = _choice("", list(KINDS))
    solution["properties"]["answers"]["properties"] = fragments_of_all(OWN, blanks=False)
    solution["allOf"] = [
        {
            "if": {"required": ["kind"], "properties": {"kind": {"const": kind.name}}},
            "then": {
                "properties": {
                    "answers": {"propertyNames": _choice(f"a part of {kind.name}: ", list(kind.answered))},
                }
            },
        }
        for kind in KINDS.values()
        if kind.answered
    ]


def _expected(schema: Schema) -> None:
    parts = _parts_in_order()
    schema["properties"]["answers"] |= {
        "description": f"a non-empty mapping from parts to answers; the parts are {', '.join(parts)}",
        "properties": fragments_of_all(OWN, blanks=False),
    }


def _certificate(schema: Schema) -> None:
    schema["properties"]["kind"] = _choice("", list(KINDS))


def _trace(schema: Schema) -> None:
    schema["$defs"]["trace"]["properties"]["kind"] = _choice("", list(KINDS))


_FIELD_TYPES = {SHAPE: ["array", "string"], FILE: ["string"]}


def _field(field: Field) -> Schema:
    """Return the shape of a field's value in a quiz; what it means is read by the field itself."""
    if field.type is None:
        return {"description": f"true or false: {field.help}", "type": "boolean"}
    types = _FIELD_TYPES.get(field.type, ["string", "number", "array"])
    beside = " A mapping from parts to points stands beside generate, not below it." if field.type is POINTS else ""
    return {"description": f"{field.type.name}: {field.help}{beside}", "type": types}


def _quiz(schema: Schema) -> None:
    fields = {name: field for kind in GENERATORS for name, field in fields_of(kind).items() if name != "id"}
    schema["$defs"]["generate"]["properties"] = {
        "kind": _choice("", list(GENERATORS)),
        "convention": {
            "description": "a list of conventions, such as [tie=last]",
            "type": ["array", "string"],
            "items": {"description": "a convention such as tie=last", "type": "string"},
        },
    } | {name.replace("_", "-"): _field(field) for name, field in fields.items()}


WRITERS: dict[str, Callable[[Schema], None]] = {
    "problem": _problem,
    "solution": _solution,
    "expected": _expected,
    "certificate": _certificate,
    "trace": _trace,
    "quiz": _quiz,
}


def written(folder: Path = SCHEMAS) -> dict[str, str]:
    """Return the text of each file of the folder that the kinds have a say in, by its name."""
    files = {f"answers-{name}": answers(kind) for name, kind in KINDS.items()}
    writers = WRITERS | {
        f"problem-{name}": _problem_of(kind)
        for name, kind in KINDS.items()
        if file_of(f"problem-{name}", folder).is_file()
    }
    for name, write in writers.items():
        files[name] = json.loads(file_of(name, folder).read_text(encoding="utf-8"))
        write(files[name])
    return {name: _pretty(schema, 0, "") + "\n" for name, schema in files.items()}


def file_of(name: str, folder: Path = SCHEMAS) -> Path:
    """Return the file of a schema."""
    return folder / f"{name}.schema.json"


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {_flat(below)}" for key, below in value.items()) + "}"
    return "[" + ", ".join(map(_flat, value)) + "]" if isinstance(value, list) else json.dumps(value)


def _pretty(value: Any, column: int, pad: str) -> str:
    """Return the value on one line where it fits, else one line an item."""
    one, inner = _flat(value), pad + "  "
    if not isinstance(value, (dict, list)) or not value or column + len(one) <= _WIDTH:
        return one
    if isinstance(value, list):
        items = [inner + _pretty(item, len(inner) + 1, inner) for item in value]
        return "[\n" + ",\n".join(items) + f"\n{pad}]"
    heads = {key: f"{inner}{json.dumps(key)}: " for key in value}
    items = [head + _pretty(value[key], len(head) + 1, inner) for key, head in heads.items()]
    return "{\n" + ",\n".join(items) + f"\n{pad}}}"


if __name__ == "__main__":
    for schema, text in written().items():
        file_of(schema).write_text(text, encoding="utf-8")
