"""Results for learning platforms: pure functions from an outcome to plain data, and their text."""

from __future__ import annotations

from collections.abc import Callable

from grader.export.gradescope import gradescope_line, gradescope_results
from grader.export.result import result, result_line
from grader.grading import Outcome

EXPORT_BY_FORMAT: dict[str, Callable[[Outcome], str]] = {"json": result_line, "gradescope": gradescope_line}


def export_text(outcome: Outcome, name: str) -> str:
    """Return the outcome in the named format as one line of JSON."""
    return EXPORT_BY_FORMAT[name](outcome)


__all__ = ["EXPORT_BY_FORMAT", "export_text", "gradescope_results", "result", "result_line"]
