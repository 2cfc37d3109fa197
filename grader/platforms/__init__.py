"""Exercises as files that other programs take, in `question_items`; here results that they read: functions from an outcome to text."""

from __future__ import annotations

from grader.core.text import json_line
from grader.grading.outcome import Outcome
from grader.grading.result import result, result_line
from grader.platforms.outcome_words import Platform, TreeAs, Visibility
from grader.platforms.results import FOOT, HEAD, JSON, junit_suites, prairielearn_line

EXPORT_FORMATS = ("json", "gradescope", "prairielearn", "check50", "coderunner", "junit", "ags")
"""The formats of an outcome: one line of JSON; of JUnit what stands between head and foot."""


def export_text(outcome: Outcome, name: str, platform: Platform = Platform()) -> str:
    """Return the outcome in the named format."""
    match name:
        case "json":
            return result_line(outcome)
        case "junit":
            return "".join(junit_suites(outcome, platform))
        case "prairielearn":
            return prairielearn_line(outcome, platform)
    return json_line(JSON[name](outcome, platform))


def export_frame(name: str) -> tuple[str, str]:
    """Return what stands before and behind all outcomes of a run in the named format; nothing for lines of JSON."""
    return (HEAD, FOOT) if name == "junit" else ("", "")


__all__ = [
    "EXPORT_FORMATS",
    "Platform",
    "TreeAs",
    "Visibility",
    "export_frame",
    "export_text",
    "result",
    "result_line",
]
