"""Write into the schemas what kinds, conventions and games say of themselves: the shape of answers, and the lists of kinds and parts.

    python tools/write_schemas.py

The files are checked in, and a test compares: who adds a part, a kind, a convention or a game runs this once and touches no schema of answers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from generators import GENERATORS
from generators.fields import FILE, POINTS, SHAPE, Field
from generators.request import fields_of
from grader.core.answers.part import Part
from grader.core.conventions import FIELDS
from grader.core.conventions import Field as Convention
from grader.core.data import Plain
from grader.core.games.playable import WORTH, AnyGame, by_names, one_of
from grader.core.games.playing import GAMES
from grader.core.games.taking import Taking
from grader.kinds import KINDS, Kind
from grader.kinds.about_searches.solved import conventions_of

SCHEMAS = Path(__file__).parents[1] / "schemas"
COMMON, OWN = "common.schema.json#/$defs/", "#/$defs/"
_WIDTH = 120

Schema = dict[str, Any]


def file_of(name: str, folder: Path = SCHEMAS) -> Path:
    """Return the file of a schema."""
    return folder / f"{name}.schema.json"


def read(name: str) -> Schema:
    """Return a schema as it stands."""
    schema: Schema = json.loads(file_of(name).read_text(encoding="utf-8"))
    return schema


@cache
def common() -> Schema:
    """Return the schema that the others share, with what conventions and games say of themselves."""
    schema = read("common")
    named = {name: field for name, field in FIELDS.items() if field.names}
    schema["$defs"] |= {name: _choice("", [*field.names]) | _also_called(field) for name, field in named.items()}
    schema["$defs"]["game"] = _one_game("a mapping with name, which is {}, and the fields of that game", GAMES, "game-")
    schema["$defs"]["game"]["properties"]["name"] = _choice("the name of a game: ", [*GAMES])
    schema["$defs"] |= {f"game-{name}": _game(game) for name, game in GAMES.items()}
    return schema


# conventions and games: what a row, or a class, says of itself


def _also_called(convention: Convention) -> Schema:
    return {"also-called": convention.also_called} if convention.also_called else {}


def _one_game(said: str, names: Iterable[str], prefix: str = "") -> Schema:
    """Return the shape of a game that is one of these, each defined by its name behind the prefix."""
    return {
        "description": said.format(listing([*names])),
        "type": "object",
        "required": ["name"],
        "properties": {"name": _choice("", [*names])},
        "allOf": [
            {
                "if": {"properties": {"name": {"const": name}}, "required": ["name"]},
                "then": {"$ref": f"{OWN}{prefix}{name}"},
            }
            for name in names
        ],
    }


def _game(game: type[AnyGame]) -> Schema:
    """Return the shape of a game that makes a tree, which also says what its ends are worth, and which moves are the same."""
    beside: dict[str, Plain] = {}
    if game.ends:
        beside["utilities"] = by_names(
            game.ends, f"from {', '.join(game.ends[:-1])} and {game.ends[-1]} to numbers", WORTH
        )
    if game.has_symmetry:
        beside["symmetry"] = one_of("keep", "merge")
    return _with_fields(f"a game {game.name}", True, game.fields.must, {**game.fields.may, **beside})


def _with_fields(what: str, name: object, must: Mapping[str, Plain], may: Mapping[str, Plain]) -> Schema:
    """Return the shape of a mapping with name and these fields."""
    return {
        "description": f"{what}: a mapping with {', '.join(('name', *must))}, optionally {', '.join(may)}",
        **({"required": [*must]} if must else {}),
        "additionalProperties": False,
        "properties": {"name": name, **must, **may},
    }


def _games_alone(schema: Schema) -> None:
    """Write the games of taking into the schema of a kind that asks about their positions and not about a tree of theirs."""
    games = {name: game for name, game in GAMES.items() if issubclass(game, Taking)}
    schema["properties"]["game"] = _one_game("a game: a mapping with name ({}) and its fields", games)
    for name, game in games.items():
        own = (
            {field: {"$ref": f"{COMMON}game-{name}/properties/{field}"} for field in fields} for fields in game.fields
        )
        schema["$defs"][name] = {"type": "object", **_with_fields(name, {}, *own)}


def _conventions(kind: Kind, schema: Schema) -> None:
    """Write the kind's conventions into the schema of its problems; of one that this defines otherwise its own definition."""
    own, used = schema["$defs"], [name for name in FIELDS if name in kind.conventions]
    shapes = {
        name: {"$ref": f"{OWN}{name}" if name in own else f"{COMMON}{FIELDS[name].shape or name}"} for name in used
    }
    who = "the search" if "search" in schema["properties"] else kind.name
    schema["properties"]["conventions"] = {
        "description": f"a mapping of conventions that {who} uses: {', '.join(shapes)}",
        "type": "object",
        "additionalProperties": False,
        "properties": shapes,
    }
    if "changed-conventions" in own:
        changed = {
            name: shapes[name] for name in used if name in conventions_of(kind.searches) and not FIELDS[name].is_of_tree
        }
        own["changed-conventions"]["properties"] = changed


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
    described = [common()["$defs"][one["$ref"].rpartition("/")[2]]["description"] for one in named]
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
        if kind.conventions:
            _conventions(kind, schema)
        if "$ref" not in schema["properties"].get("game", {"$ref": ""}):
            _games_alone(schema)
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
    """Write the fields of the searches into the schema of a kind that searches as they do.

    What the schema says itself in `allOf` stays; a field that it requires there, only sometimes, no search requires.
    """
    own = [branch for branch in schema.get("allOf", []) if "search" not in branch["if"]["properties"]]
    sometimes = {name for branch in own for name in _else_required(branch)}
    properties, has_x = schema["properties"], "x" in schema["$defs"]
    branches: list[tuple[str, Schema]] = []
    fields: dict[str, list[str]] = {}
    for search in properties["search"]["enum"]:
        its = read(f"problem-{search}")
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
    if has_x:
        properties |= {name: {"$ref": f"{OWN}{name}-with-x"} for name in ("tree", "game")}
        schema["$defs"] |= _trees_with_x() | _games_with_x()
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
    shared = common()["$defs"]
    trees = {name: shared[name] for name in ("tree", "list-node", "node")}
    text = json.dumps(trees).replace(f'"{OWN}', f'"{COMMON}')
    for name in trees:
        text = text.replace(f'"{COMMON}{name}"', f'"{OWN}{name}-with-x"')
    made = {f"{name}-with-x": shape for name, shape in json.loads(text).items()}
    node = made["node-with-x"]
    made["list-node-with-x"]["then"] = node["then"] = node["properties"]["value"] = _or_x("number")
    node["properties"]["p"] = _or_x("p")
    return made


def _games_with_x() -> Schema:
    """Return the shapes of games in which what an end is worth may be x: all numbers of a game that are no counts."""
    made: Schema = {}
    for name in ["game", *(f"game-{name}" for name in GAMES)]:
        text = json.dumps(common()["$defs"][name]).replace(f'"{OWN}', f'"{COMMON}')
        text = text.replace(f'"{COMMON}number"', f'"{OWN}worth-with-x"')
        made[f"{name}-with-x"] = json.loads(re.sub(f'"{re.escape(COMMON)}(game-[a-z-]*)"', f'"{OWN}\\1-with-x"', text))
    return made | {"worth-with-x": _or_x("number")}


def _or_x(which: str) -> Schema:
    description, more = _WITH_X[which]
    number: Schema = common()["$defs"]["number"]
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
    files = {"common": common()} | {f"answers-{name}": answers(kind) for name, kind in KINDS.items()}
    writers = WRITERS | {
        f"problem-{name}": _problem_of(kind)
        for name, kind in KINDS.items()
        if file_of(f"problem-{name}", folder).is_file()
    }
    for name, write in writers.items():
        files[name] = json.loads(file_of(name, folder).read_text(encoding="utf-8"))
        write(files[name])
    return {name: _pretty(schema, 0, "") + "\n" for name, schema in files.items()}


def _said(value: Any) -> str:
    """Return a value that holds no other; of text what is seen as it is, such as the letter alpha."""
    return json.dumps(value, ensure_ascii=not str(value).isprintable())


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_said(key)}: {_flat(below)}" for key, below in value.items()) + "}"
    return "[" + ", ".join(map(_flat, value)) + "]" if isinstance(value, (list, tuple)) else _said(value)


def _pretty(value: Any, column: int, pad: str) -> str:
    """Return the value on one line where it fits, else one line an item."""
    one, inner = _flat(value), pad + "  "
    if not isinstance(value, (dict, list, tuple)) or not value or column + len(one) <= _WIDTH:
        return one
    if isinstance(value, (list, tuple)):
        items = [inner + _pretty(item, len(inner) + 1, inner) for item in value]
        return "[\n" + ",\n".join(items) + f"\n{pad}]"
    heads = {key: f"{inner}{_said(key)}: " for key in value}
    items = [head + _pretty(value[key], len(head) + 1, inner) for key, head in heads.items()]
    return "{\n" + ",\n".join(items) + f"\n{pad}}}"


if __name__ == "__main__":
    for schema, text in written().items():
        file_of(schema).write_text(text, encoding="utf-8")
