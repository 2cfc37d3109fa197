"""Results for learning platforms: pure functions from an outcome to text."""

from __future__ import annotations

from grader.grading.outcome import Outcome
from grader.grading.result import result, result_line
from grader.platforms.outcome_words import Platform, TreeAs, Visibility
from grader.platforms.results import FOOT, HEAD, platform_text

EXPORT_FORMATS = ("json", "gradescope", "prairielearn", "check50", "coderunner", "junit", "ags")
"""The formats of an outcome: one line of JSON; of JUnit what stands between head and foot."""


def export_text(outcome: Outcome, name: str, platform: Platform = Platform()) -> str:
    """Return the outcome in the named format."""
    if name == "json":
        return result_line(outcome)
    return platform_text(name, outcome, platform)


def export_frame(name: str) -> tuple[str, str]:
    """Return what stands before and behind all outcomes of a run in the named format; nothing for lines of JSON."""
    if name != "junit":
        return "", ""
    return HEAD, FOOT


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
