"""Data as a YAML document that people like to read: short things on one line, long ones indented. Every JSON value is one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from grader.data import Data

_WIDTH = 100
_PLAIN = r"[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*"
_HALVES = r"\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})"
_NOT_TEXT = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan"})


def to_yaml(data: dict[str, Data]) -> str:
    """Return the mapping as a YAML document, its keys in their order.

    >>> print(to_yaml({"id": "q1", "tree": {"max": [3, "7/2"]}}), end="")
    id: q1
    tree: {max: [3, "7/2"]}
    """
    return "\n".join(_block(data, "")) + "\n"


def scalar(value: Data) -> str:
    """Return a single value; text is quoted wherever some reader of YAML could take it for something else."""
    if isinstance(value, str):
        return _text(value)
    import json

    return json.dumps(value)


@lru_cache(maxsize=1000)  # the keys and node names of one document come again in the next
def _text(value: str) -> str:
    if re.fullmatch(_PLAIN, value) and value.casefold() not in _NOT_TEXT:
        return value
    import json

    if value.isprintable():
        return json.dumps(value, ensure_ascii=False)
    return re.sub(_HALVES, _whole, json.dumps(value))


def _whole(halves: re.Match[str]) -> str:
    """Return the escape of a letter beyond the first plane as YAML has it; JSON escapes each half of it."""
    above, below = (int(half, 16) for half in halves.groups())
    return f"\\U{0x10000 + ((above & 0x3FF) << 10) + (below & 0x3FF):08x}"


def _flow(data: Data) -> str:
    if isinstance(data, dict):
        return "{" + ", ".join(f"{scalar(key)}: {_flow(value)}" for key, value in data.items()) + "}"
    if isinstance(data, (list, tuple)):
        return "[" + ", ".join(map(_flow, data)) + "]"
    return scalar(data)


def _is_short(data: Data, room: int) -> bool:
    """Return whether the data fits into this many characters on one line; looks no further than it must."""
    waiting = [data]
    for item in waiting:
        room -= 2
        if isinstance(item, dict):
            waiting.extend(item.values())
            room -= sum(len(str(key)) + 2 for key in item)
        elif isinstance(item, (list, tuple)):
            waiting.extend(item)
        else:
            room -= len(str(item))
        if room < 0:
            return False
    return True


def _block(data: Data, indent: str) -> Iterator[str]:
    """Yield the lines of a mapping or a list."""
    is_map = isinstance(data, dict)
    for key, value in data.items() if is_map else ((None, item) for item in data):
        head = f"{indent}{scalar(key)}:" if is_map else f"{indent}-"
        if not isinstance(value, (dict, list, tuple)) or not value or _is_short(value, _WIDTH - len(head)):
            yield f"{head} {_flow(value)}"
        elif is_map:
            yield head
            yield from _block(value, indent + "  ")
        else:
            lines = list(_block(value, indent + "  "))
            yield f"{head} {lines[0].lstrip()}"
            yield from lines[1:]
