"""Problems that no page may break on: long, foreign and misleading texts, and trees of every extreme shape."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_TITLE = ("A title of 200 characters " * 8)[:199] + "!"
_NAMES = {
    "id": "W" * 90,
    "max": [
        {"id": "שורש ימני", "min": [{"id": "👩‍👩‍👧‍👦 family", "value": "-123456.789"}, {"id": "</script><b>x", "value": 3}]},
        {"id": "n " * 45, "move": "very long " * 9, "min": [{"id": "عقدة", "value": -12345678}, "22/7"]},
    ],
}  # fmt: skip


def _chain(plies: int) -> Any:
    return [_chain(plies - 1)] if plies else 5


_TREES: dict[str, Any] = {
    "names": _NAMES,
    "wide": [[place % 7, place] for place in range(40)],
    "one": 5,
    "chain": _chain(60),
    "many": [[place, place + 1] for place in range(97)],
    "too-many": [[place, place + 1, place + 2] for place in range(80)],
}


def problems(folder: Path) -> list[Path]:
    """Write the problems and return their files."""
    files = []
    for id_, tree in _TREES.items():
        asked = ["value"] if id_ == "one" else ["value", "best-move", "pruned", "windows"]
        stated = {
            "id": id_,
            "title": _TITLE if id_ == "names" else id_,
            "kind": "alpha-beta",
            "tree": tree,
            "ask": asked,
        }
        file = folder / f"{id_}.json"
        file.write_text(json.dumps({"format": "gametree-problem/1", **stated}), "utf-8")
        files.append(file)
    return files


def to_practise(folder: Path) -> Path:
    """Write a problem of the same names, with numbers of which others like them can be drawn, and return its file."""
    tree = json.dumps(_NAMES).replace('"-123456.789"', "-1").replace("-12345678", "-4").replace('"22/7"', "2.5")
    asked = ["value", "best-move", "values", "pruned", "windows", "visited"]
    stated = {"id": "names", "title": _TITLE, "kind": "alpha-beta", "tree": json.loads(tree), "ask": asked}
    file = folder / "names.json"
    file.write_text(json.dumps({"format": "gametree-problem/1", **stated}), "utf-8")
    return file


def submission(folder: Path) -> Path:
    """Write wrong answers to all of them and return the file."""
    wrong = {"value": "123456789012345678901234567890", "best-move": "<img src=x onerror=alert(1)>" * 5}
    answers: dict[str, dict[str, object]] = {
        id_: dict(list(wrong.items())[: 1 if id_ == "one" else None]) for id_ in _TREES
    }
    answers["names"]["windows"] = {"W" * 90: ["-inf", "inf"], "שורש ימני": [1, 2], "nobody " * 20: [3, 4]}
    answers["names"]["pruned"] = ["عقدة"]
    file = folder / "hostile.json"
    file.write_text(json.dumps({"student": "س" * 60, "answers": answers}), "utf-8")
    return file
