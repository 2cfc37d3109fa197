"""A game whose tree is expanded and solved, against the same tree as a document that states every node."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from measure import Line, Target, interleave

from grader import load_problem
from grader.core.documents import Document, parse_document
from grader.core.errors import ProblemError
from grader.core.games.sources import write_tree
from grader.kinds import KINDS, read_exercise

_MOST = Target(3)
_GAMES = (
    {"name": "take-away", "objects": 14, "take": [1, 2]},
    {"name": "tic-tac-toe", "board": "XXO/.../..."},
    {"name": "line", "squares": 7},
)


def games(runs: int) -> list[Line]:
    return [_line(game, runs) for game in _GAMES]


def _line(game: dict[str, Any], runs: int) -> Line:
    played = _document({"game": game})
    problem = load_problem(played.data).problem
    stated = _document(write_tree(problem._replace(stated={})))
    ours, theirs = _solved(played), _solved(stated)
    if any(ours[part] != theirs[part] for part in ours.keys() & theirs.keys()):
        raise RuntimeError("the two sides do not agree")
    times = interleave(partial(_solved, played), partial(_solved, stated), runs)
    return Line(
        f"{game['name']}, expanded and solved", "its tree stated", times.slower(), _MOST, f"{problem.size:,} nodes"
    )


def _solved(document: Document) -> dict[str, Any]:
    return read_exercise(document, KINDS).solve()


def _document(fields: dict[str, Any]) -> Document:
    data = {"format": "gametree-problem/1", "id": "p", "kind": "minimax", **fields}
    return parse_document(json.dumps(data).encode(), "p.json", ProblemError)
