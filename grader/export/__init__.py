"""Results for learning platforms: pure functions from an outcome to plain data, and their text."""

from __future__ import annotations

from collections.abc import Callable

from grader.data import Data
from grader.export.gradescope import gradescope_results
from grader.export.result import result
from grader.grading import Outcome
from grader.printable import json_line

EXPORT_BY_FORMAT: dict[str, Callable[[Outcome], dict[str, Data]]] = {
    "json": result,
    "gradescope": gradescope_results,
}


def export_text(outcome: Outcome, name: str) -> str:
    """Return the outcome in the named format as one line of JSON."""
    return json_line(EXPORT_BY_FORMAT[name](outcome))


__all__ = ["EXPORT_BY_FORMAT", "export_text", "gradescope_results", "result"]
