"""Results for learning platforms: pure functions from an outcome to plain data, and their text."""

from __future__ import annotations

from collections.abc import Callable

from grader.export.platform import Platform, TreeAs, Visibility
from grader.export.result import result, result_line
from grader.later import LaterValues
from grader.outcome import Outcome

Write = Callable[[Outcome, Platform], str]


def _result_line(outcome: Outcome, platform: Platform) -> str:
    return result_line(outcome)


EXPORT_BY_FORMAT: LaterValues[Write] = LaterValues(
    {
        "json": ("grader.export", "_result_line"),
        "gradescope": ("grader.export.gradescope", "gradescope_line"),
        "prairielearn": ("grader.export.prairielearn", "prairielearn_line"),
        "check50": ("grader.export.check50", "check50_line"),
        "coderunner": ("grader.export.coderunner", "coderunner_line"),
        "junit": ("grader.export.junit", "junit_suites"),
        "ags": ("grader.export.ags", "ags_line"),
    }
)
"""What writes an outcome in each format: one line of JSON; of JUnit what stands between head and foot."""


def export_text(outcome: Outcome, name: str, platform: Platform = Platform()) -> str:
    """Return the outcome in the named format."""
    return EXPORT_BY_FORMAT[name](outcome, platform)


def export_frame(name: str) -> tuple[str, str]:
    """Return what stands before and behind all outcomes of a run in the named format; nothing for lines of JSON."""
    if name != "junit":
        return "", ""
    from grader.export.junit import FOOT, HEAD

    return HEAD, FOOT


__all__ = [
    "EXPORT_BY_FORMAT",
    "Platform",
    "TreeAs",
    "Visibility",
    "export_frame",
    "export_text",
    "result",
    "result_line",
]
