"""A problem and a right submission, and what is done to them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from console import run

PROBLEM = """\
format: gametree-problem/1
id: q1
kind: alpha-beta
tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
ask: [value, best-move, values, principal-variation, pruned, visited, leaves-evaluated, windows, cutoffs]
"""
RIGHT: dict[str, Any] = {
    "value": 3,
    "best-move": "B",
    "values": {"A": 3, "B": 3, "C": 2, "D": 2},
    "principal-variation": ["A", "B", "E"],
    "pruned": ["I", "J"],
    "visited": ["A", "B", "E", "F", "G", "C", "H", "D", "K", "L", "M"],
    "leaves-evaluated": 7,
    "windows": {"A": [3, "inf"], "B": ["-inf", 3], "C": [3, 2], "D": [3, 2]},
    "cutoffs": [{"node": "C", "alpha": 3, "beta": 2}],
}
GOOD = json.dumps({"student": "good", "answers": {"q1": RIGHT}})
# What no output may hold: controls of terminals, and marks that turn the direction of writing.
HARMFUL = "\x00\x07\x1b\x7f\x85\u200e\u200f\u202a\u202b\u202d\u202e\u2066\u2067\u2069\u2028\ufeff"


def grade(folder: Path, *args: object, stdin: bytes = b"") -> Any:
    """Return what `grade` makes of the arguments, with q1 as the only named problem."""
    return run("grade", *args, "-p", folder / "q1.problem.yaml", stdin=stdin)
