"""A problem, a wrong one, and submissions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from console import run
from jsonschema import Draft202012Validator

from grader.core.documents.shape import explainer
from grader.grading.bank import bank_folders

PROBLEM = "format: gametree-problem/1\nid: q1\nkind: minimax\ntree: [[3, 12], [2, 4]]\npoints: {value: 2}\n"
WRONG_PROBLEM = "format: gametree-problem/1\nid: wrong\nkind: expectiminimax\ntree: {chance: [{p: 0.99, value: 1}]}\n"
RIGHT = "answers: {q1: {value: 3, best-move: B, values: {A: 3, B: 3, C: 2}}}\n"
HALF = "answers: {q1: {value: 3}}\n"
BROKEN = "answers: [\n"
TO_WRONG = "answers: {wrong: {value: 1}}\n"
BANK = {id_: Path(folder) for id_, folder in bank_folders().items()}


def grade(folder: Path, *args: object) -> Any:
    """Return what `grade` makes of the arguments, with the folder's problems."""
    return run("grade", *args, "-p", folder / "problems")


def valid(schema: str, data: Any) -> bool:
    """Return whether the data, as another program reads it, has the shape of the shipped schema."""
    explaining = explainer(schema)
    assert isinstance(explaining, Draft202012Validator)
    return not list(explaining.iter_errors(data))
