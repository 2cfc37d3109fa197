"""A document's shape against its JSON Schema, fast where it is right and in words where it is not.

Of what students hand in `fits` decides, of all other documents jsonschema-rs; jsonschema, slow and exact, is imported
only to say what is wrong. A test holds the three to the same verdict.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import count
from typing import TYPE_CHECKING

from grader.core.data import Data, grouped
from grader.core.documents.strict import Document
from grader.core.errors import Fault, Path, one_of, suggest
from grader.core.lazy import LaterFunctions
from grader.core.numbers import hint
from grader.core.resources import resource_path
from grader.core.text import printable

if TYPE_CHECKING:
    import jsonschema
    import jsonschema_rs

    from grader.core.documents import mending
else:  # most documents are right
    mending = LaterFunctions("grader.core.documents.mending")


def load_schema(name: str) -> dict[str, Data]:
    """Return the named schema, such as "problem-ucb"."""
    import json

    schema: dict[str, Data] = json.loads(_schema_text(name))
    return schema


def _schema_text(name: str) -> str:
    with open(os.path.join(resource_path("schemas"), f"{name}.schema.json"), encoding="utf-8") as file:
        return file.read()


@cache
def _load_reference(uri: str) -> dict[str, Data]:
    return load_schema(uri.rpartition("/")[2].removesuffix(".schema.json"))


_MOST_FAULTS = 50
_NOTHING = {"none", "nothing", "no", "n/a", "-", "/", "empty", "null", "nil", "0", "[ ]", "()"}
_ANSWERS = "answers-"  # schemas of answers begin so: in these anything may be blank
_UNANSWERED = {"", "-", "--", "–", "—", "?", "??"}
_BETWEEN = r"[\s,;，()\[\]]+|[-=–]?>|→|\b(?:alpha|beta)\s*[=:]"
_LETTERS = r"\s*[A-Za-z][0-9]?(?:\s*[-–—/|]\s*[A-Za-z][0-9]?)+\s*"  # names of one letter, and no sign within a name
_OR_NOTHING = ", or write [] for nothing"
_PLAYERS = "a number for each player"
_COMPARISONS = "<>≥"
_NUMERAL = r"[-+]?[\d.]+"
_AND = {"and", "or", "then"}
_LONGEST_SHOWN = 80
_MOST_WORDS = 20
_PAIR = 2


@cache
def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    """Return the compiled validator of jsonschema-rs, whose `is_valid` takes microseconds.

    It parses the schema itself, together with the one that nearly all refer to, so that grading does not import json.
    """
    from jsonschema_rs import Draft202012Validator

    both = f'{{"it": {_schema_text(name)}, "common": {_schema_text("common")}}}'
    return Draft202012Validator(f'{{"$ref": "{name}.schema.json", "$defs": {both}}}', retriever=_load_reference)


# -- the small part of JSON Schema in which submissions and answers are described. It is a hundred times slower than
# jsonschema-rs; but to import that takes as long as to look at some dozens of them here

_FEW = 20
_looked_at = count()
"""How many submissions and answers there were in this process: one file has two documents or some more, a class hundreds."""


def fits(name: str, data: Data) -> bool:
    """Return whether the data of a submission, or of answers, have the shape that the named schema says."""
    whole = _load_reference(f"{name}.schema.json")
    return _fits(whole, data, whole)


def _fits(schema: Data, data: Data, whole: Data) -> bool:
    """Return whether the data fit a schema in the file that `whole` is; answers can be deep, so what lies below waits in a list."""
    waiting = [(schema, data, whole)]
    for here, value, file in waiting:
        for keyword, wanted in here.items():
            check = _CHECKS.get(keyword)
            if check is not None and not check(value, wanted):
                return False
        if "not" in here and _fits(here["not"], value, file):
            return False
        if "anyOf" in here and not any(_fits(one, value, file) for one in here["anyOf"]):
            return False
        if "if" in here:
            waiting.append((here.get("then" if _fits(here["if"], value, file) else "else", {}), value, file))
        if "$ref" in here:
            waiting.append(_referred(here["$ref"], value, file))
        if isinstance(value, list) and "items" in here:
            waiting += [(here["items"], item, file) for item in value]
        if isinstance(value, dict):
            known, others = here.get("properties", {}), here.get("additionalProperties", True)
            if others is False and not value.keys() <= known.keys():
                return False
            others = {} if isinstance(others, bool) else others
            waiting += [(known.get(key, others), item, file) for key, item in value.items()]
            waiting += [(below, value, file) for key, below in here.get("dependentSchemas", {}).items() if key in value]
    return True


def _referred(reference: str, value: Data, file: Data) -> tuple[Data, Data, Data]:
    """Return what is to be looked at where a schema refers to another one: that, the value, and the other's file."""
    name, _, path = reference.partition("#/")
    found = file = _load_reference(name) if name else file
    for step in path.split("/"):
        found = found[step]
    return found, value, file


def _is_of_type(value: Data, names: str | list[str]) -> bool:
    for name in (names,) if isinstance(names, str) else names:
        if isinstance(value, _TYPES[name]) and isinstance(value, bool) == (name == "boolean"):
            return name != "integer" or bool(value % 1 == 0)
    return False


_TYPES: dict[str, Data] = {"string": str, "object": dict, "array": list, "null": type(None), "boolean": bool}
_TYPES |= dict.fromkeys(("number", "integer"), (int, float))
_CHECKS: dict[str, Callable[[Data, Data], bool]] = {
    "type": _is_of_type,
    "const": lambda value, wanted: bool(value == wanted),
    "required": lambda value, names: not isinstance(value, dict) or value.keys() >= {*names},
    "minItems": lambda value, least: not isinstance(value, list) or len(value) >= least,
    "maxItems": lambda value, most: not isinstance(value, list) or len(value) <= most,
    "minLength": lambda value, least: not isinstance(value, str) or len(value) >= least,
    "maxLength": lambda value, most: not isinstance(value, str) or len(value) <= most,
    "pattern": lambda value, pattern: not isinstance(value, str) or re.search(pattern, value) is not None,
}
"""What the other keywords ask of a value, with what stands behind them."""


@cache
def explainer(name: str) -> jsonschema.Draft202012Validator:
    """Return the validator of jsonschema, whose errors know what was expected."""
    return _explaining()(load_schema(name))


@cache
def _explaining() -> Callable[[dict[str, Data]], jsonschema.Draft202012Validator]:
    """Return what makes validators that look up other schemas in one place: each is read once, the one that nearly all refer to at once."""
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    def retrieve(uri: str) -> Data:
        return Resource.from_contents(_load_reference(uri))

    registry: Data = Registry(retrieve=cache(retrieve))  # type: ignore[call-arg]
    registry = registry.with_resource("common.schema.json", retrieve("common.schema.json")).crawl()
    return partial(Draft202012Validator, registry=registry)


def shape_faults(document: Document, schema: str, path: Path = ()) -> list[Fault]:
    """Return what is wrong with the shape of the document's value at the path; nothing for a right one."""
    data = document.data
    for step in path:
        data = data[step]
    is_handed_in = schema == "submission" or schema.startswith(_ANSWERS)
    if fits(schema, data) if is_handed_in and next(_looked_at) < _FEW else validator(schema).is_valid(data):
        return []
    wrong = [
        (message, (*path, *below))
        for message, below in explain_shape(schema, _suspects(schema, data) if path else data)
    ]
    if path:  # of answers all is told: each entry is marked where it stands
        faults = sorted(document.faults(wrong), key=lambda fault: (fault.line, fault.column))
        return [_with_line(document, fault) for fault in faults]
    found = [_with_line(document, fault) for fault in document.faults(wrong[:_MOST_FAULTS])]
    if len(wrong) > _MOST_FAULTS:
        found.append(Fault(f"and {len(wrong) - _MOST_FAULTS} more like these", document.source, found[-1].line))
    return found


def _with_line(document: Document, fault: Fault) -> Fault:
    """Return the fault; of a text that should be a mapping with what is wrong on its first line."""
    value = document.data
    for step in fault.path:
        value = value.get(step) if isinstance(value, dict) else value[step] if isinstance(step, int) else None
    is_line = isinstance(value, str) and re.search(r"[\s:=：]", value)
    if not is_line or "is not allowed here, expected a mapping" not in fault.message:
        return fault
    lines = document.text.splitlines()[fault.line - 1 :]
    own = next((line for line in lines[:1] if line.strip()[:1] == value[:1]), value)  # else it stands behind its name
    advice = mending.advise_line(own)
    return fault._replace(message=f"{fault.message}; {advice}") if advice else fault


def _suspects(schema: str, answers: object) -> object:
    """Return the answers without those that are right: each is judged by itself, and explaining takes long."""
    return _wrong_entries(answers, [error.instance_path for error in validator(schema).iter_errors(answers)], maps=2)


def _wrong_entries(answer: object, steps: Sequence[Sequence[str | int]], maps: int) -> object:
    """Return of a map the entries to which the steps lead, and so on in so many maps; all of what is wrong as a whole.

    The entries of a map that are right take two thirds of the time that it takes to say what is wrong with one.
    """
    if not maps or not isinstance(answer, dict) or not all(step and step[0] in answer for step in steps):
        return answer  # a step to an entry called "1" is told as a number, as if it led into a list
    below = grouped((first, others) for first, *others in steps)
    return {key: _wrong_entries(answer[key], further, maps - 1) for key, further in below.items()}


def explain_shape(schema: str, data: object) -> Iterator[tuple[str, Path]]:
    """Yield a message and a path for each error in the data; of several about one value, the first."""
    seen: set[Path] = set()
    for error in explainer(schema).iter_errors(data):
        for message, path in _messages(error):
            if path not in seen:
                seen.add(path)
                yield message + (_unanswered(error) if schema.startswith(_ANSWERS) else ""), path


def _unanswered(error: Data) -> str:
    """Return what to do where a sign stands for no answer, or an empty text."""
    if not error.absolute_path or not isinstance(error.instance, str) or error.instance.strip() not in _UNANSWERED:
        return ""
    return "; leave it blank where you have no answer" + (_OR_NOTHING if _holds_names(error.schema) else "")


def _messages(error: Data) -> Iterator[tuple[str, Path]]:
    path: Path = tuple(error.absolute_path)
    expected = f"expected {error.schema.get('description', error.message)}"
    match error.validator:
        case "additionalProperties":
            known = list(error.schema.get("properties", ()))
            for name in error.instance:
                if name not in known:
                    message = f'there is no field "{printable(name)}" here, {expected}{suggest(name, known)}'
                    yield message, (*path, name)
        case "required":
            missing = [name for name in error.validator_value if name not in error.instance]
            begin = f"; begin with `format: {_format(error.schema)}`" if "format" in missing else ""
            yield f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing, {expected}{begin}", path
        case "enum" | "const":
            known = error.validator_value if error.validator == "enum" else [error.validator_value]
            is_named = isinstance(error.instance, str) and len(known) > 1
            in_list = isinstance((*path, "")[-2], int)
            near = suggest(error.instance, map(str, known), in_list=in_list) if is_named else ""
            if is_named and (meant := error.schema.get("also-called", {}).get(error.instance.strip().casefold())):
                said = "" if {*error.instance} & {*_COMPARISONS} else f" ({printable(error.instance.strip())})"
                near = f'; did you mean "{meant}"{said}?'
            yield f"{_show(error.instance)} is not allowed here, {expected}{near}", path
        case "uniqueItems":
            twice = next(item for item in error.instance if error.instance.count(item) > 1)
            yield f"{_show(twice)} stands here twice, {expected}", path
        case "minItems" | "maxItems" if error.instance:
            is_split = error.validator == "maxItems" and any(re.fullmatch(_NUMERAL, str(one)) for one in error.instance)
            comma = "; write a decimal point as '.', not ','" if is_split else ""
            yield f"a list of {len(error.instance)} stands here, {expected}{comma}", path
        case "anyOf" if "required" in error.validator_value[0]:
            yield f"{error.schema.get('$comment', 'nothing here says what the node is')}, {expected}", path
        case "not" if not error.validator_value:
            two = error.schema.get("$comment", "the node has two of the fields value, max, min and chance")
            yield f"{two}, {expected}", path
        case _:
            advice = _advice(error.instance, expected, path, holds_names=_holds_names(error.schema))
            yield f"{_show(error.instance)} is not allowed here, {expected}{advice}", path


def _format(schema: Data) -> str:
    """Return what stands in the field `format` of the documents that a schema describes."""
    stated = schema["properties"]["format"]
    name = stated.get("$ref", "").rpartition("/")[2]
    return str((load_schema("common")["$defs"][name] if name else stated)["const"])


def _holds_names(schema: object) -> bool:
    """Return whether a list of names is expected."""
    return isinstance(schema, dict) and str(schema.get("items", {}).get("$ref", "")).endswith("/name")


def _advice(value: object, expected: str, path: Path, *, holds_names: bool) -> str:
    """Return what the student may have meant, where that can be seen from what stands there."""
    if isinstance(value, str) and value.strip() in _UNANSWERED:
        return ""
    if holds_names or "a pair" in expected or _PLAYERS in expected:
        return _as_list(value, expected, is_pair="a pair" in expected)
    if isinstance(value, list):
        if "mapping from parts" in expected:
            return "; write neither '-' before the parts nor [ ] around them"
        if path and isinstance(path[-1], int) and "id of a node" in expected:
            return "; leave out the inner brackets"
        if "id of a node" in expected and len(value) > 1 and all(isinstance(one, str) for one in value):
            return f"; {one_of(map(printable, value[:_MOST_WORDS]))}"
        is_single = len(value) == 1 and isinstance(value[0], str) and "mapping" not in expected
        return "; write it without '-' and without brackets" if is_single else ""
    if isinstance(value, str) and "list of" in expected and value.strip().casefold() in _NOTHING:
        return "; write [] for nothing"
    if not isinstance(value, str) or "number" not in expected or "mapping" in expected:
        return ""
    is_tree = re.match(r"\s*(?:\[\s*\[|\{)", value)
    return "; leave out the quotation marks" if is_tree else hint(value, expected)


def _as_list(value: object, expected: str, *, is_pair: bool) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool) and not is_pair:
        value = str(value)
    if isinstance(value, dict) and not any(value.values()):  # {G, H}
        value = ", ".join(value)
    if is_pair and isinstance(value, dict) and {*value} == {"alpha", "beta"}:
        value = f"{value['alpha']}, {value['beta']}"
    if not isinstance(value, str) or not value.strip():
        return ""
    if re.fullmatch(r"\[.*\]", value.strip()):
        return "; leave out the quotation marks"
    holds_names = not is_pair and _PLAYERS not in expected
    if value.strip().casefold() in _NOTHING and holds_names and f"[{value.strip()}," not in expected:
        return "; write [] for nothing"
    if re.fullmatch(r"[0-9]+(,[0-9]+)+", value.strip()) and holds_names:
        return ""  # several names, or one such as 0,2
    if is_pair and value.startswith("("):
        return "; a pair stands in square brackets, as in [3, inf]"
    between = r"[-–—/|\s]+" if re.fullmatch(_LETTERS, value) else _BETWEEN
    words = [word for word in re.split(between, value[:_LONGEST_SHOWN]) if word]
    if _PLAYERS in expected and len(words) == 1:
        return ""  # one number is no list with one for each player
    if len(value) > _LONGEST_SHOWN or (len(words) != _PAIR if is_pair else len(words) > _MOST_WORDS or _AND & {*words}):
        return ""
    return f"; did you mean [{printable(', '.join(words))}]?"


def _show(value: object) -> str:
    if isinstance(value, dict):
        return "a mapping" if value else "an empty mapping"
    if isinstance(value, list):
        return "a list" if value else "an empty list"
    if value is None or isinstance(value, bool):
        return {None: "an empty value (null)", True: "true", False: "false"}[value]
    return f'"{printable(str(value))}"'


# -- a schema in one piece, for editors and other validators that do not know where the others lie

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
