"""What wrong answers cost: beside right ones, and how that grows with the number of nodes."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

from measure import Line, Target, interleave
from samples import ROOT, as_first

from grader.core.answers.reports import Written
from grader.core.documents import Document, parse_document
from grader.core.errors import SubmissionError
from grader.grading.bank import Bank
from grader.grading.diagnosis import diagnose
from grader.grading.marking import grade_submission, read_submission
from grader.kinds import KINDS, Exercise, read_exercise
from grader.pages.text import render_text

_NOT_WRONG = ("full", "blank", "malformed")
_SIZES = (10_000, 80_000)


def wrong_answers(runs: int) -> list[Line]:
    """Return what the bank's wrong submissions cost against its right ones, and diagnosis of 8 times as many nodes."""
    lines = []
    for kind in KINDS:
        wrong, right = _submissions(kind)
        times = interleave(partial(_report, wrong), partial(_report, right), runs)
        note = f"{len(wrong)} submissions of the bank, text reports"
        lines.append(Line(f"wrong answers, {kind}", "right answers", times.slower(), Target(1.8), note))
    times = interleave(_mostly_wrong(_SIZES[1]), _mostly_wrong(_SIZES[0]), runs)
    lines.append(Line(f"diagnosis, {_SIZES[1]:,} nodes", f"{_SIZES[0]:,} nodes", times.slower(), Target(10), "minimax"))
    return lines


def _submissions(kind: str) -> tuple[list[bytes], list[bytes]]:
    """Return the wrong submissions of the bank's problems, and for each the right one."""
    wrong, right = [], []
    for folder in sorted((ROOT / "problem_bank" / kind).iterdir()):
        files = [path for path in sorted((folder / "submissions").iterdir()) if path.stem not in _NOT_WRONG]
        wrong += [path.read_bytes() for path in files]
        right += [(folder / "submissions" / "full.yaml").read_bytes()] * len(files)
    return wrong, right


_FOUND: dict[str, Any] = {}


def _find(id_: str) -> Any:
    if id_ not in _FOUND:
        _FOUND[id_] = Bank().find(id_)
    return as_first(_FOUND[id_])


def _report(contents: list[bytes]) -> None:
    for content in contents:
        render_text(grade_submission(read_submission(parse_document(content, "a.yaml", SubmissionError)), _find))


def _mostly_wrong(nodes: int) -> Callable[[], object]:
    """Return the diagnosis of a flat tree of about so many nodes, of which every value is wrong."""
    rng = random.Random(7)
    exercise = _exercise([[rng.randint(0, 99) for _ in range(3)] for _ in range(nodes // 4)])
    right = exercise.solution.answers["values"]
    attempt = {"values": {node: Written(value + rng.randint(100, 999), "") for node, value in right.items()}}
    return partial(diagnose, exercise, attempt)


def _exercise(tree: Any) -> Exercise:
    data = {"format": "gametree-problem/1", "id": "wide", "kind": "minimax", "ask": ["values"], "tree": _texts(tree)}
    return read_exercise(Document("wide", data, "{}", b""), KINDS, is_shipped=True)


def _texts(tree: Any) -> Any:
    return json.loads(json.dumps(tree), parse_int=str)
