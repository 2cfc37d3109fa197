"""Answers that stand at the wrong place of a submission: beside `answers:` or without it, in lists, or in plain sentences."""

from __future__ import annotations

import re

from grader.documents.mistakes import LOOKS_BLANK, NO_SPACE
from grader.documents.strict import Document
from grader.errors import Fault, Path, suggest
from grader.printable import printable

_FIELDS = ("format", "student", "answers")
_LAYOUT = "expected answers:, below it the id of a problem, and below that its parts, each indented deeper"
_LISTED = "; write neither '-' before them nor [ ] around them"


def misplaced(document: Document) -> list[Fault]:
    """Return what is wrong with the layout of a submission, in place of a fault for every field that stands wrongly."""
    data = document.data
    if isinstance(data, dict):
        return document.faults(_among_fields(data))
    if isinstance(data, list):
        return document.faults([(f"a list stands here, {_LAYOUT}{_LISTED}", ())])
    return document.faults([(f"there are no answers in it, {_LAYOUT}", ())]) if " " in str(data) else []


def _among_fields(data: dict[str, object]) -> list[tuple[str, Path]]:
    if isinstance(data.get("answers"), list) and data["answers"]:
        return [(f"a list stands here, {_LAYOUT}{_LISTED}", ("answers",))]
    others = [name for name in data if name not in _FIELDS]
    if not others or data.get("answers") is not None:
        return []
    first = printable(others[0])
    if re.match(LOOKS_BLANK, others[0]):
        return [(NO_SPACE, (others[0],))]
    if "answers" in data:
        message = f'"{first}" stands beside answers:, expected below it; indent this line and all below it by 2 spaces'
        return [(message, (others[0],))]
    return (
        []
        if any(suggest(name, _FIELDS) for name in others)
        else [(f'there is no answers: above "{first}", {_LAYOUT}', (others[0],))]
    )
