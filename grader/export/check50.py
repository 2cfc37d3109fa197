"""check50's JSON (`check50 -o json`): one check for each part, and before them one that the submission can be read.

Source: the program's `CheckResult` and its renderers. A check is passed, failed, or None: skipped, as its cause says why.
A part hangs on the first check, so it is skipped with it; one that cannot be judged is skipped, since it is not wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.data import Data
from grader.export.platform import Platform
from grader.export.told import Item, fault_lines, is_marked, items, told_lines, top_line
from grader.outcome import Outcome
from grader.printable import json_line
from grader.version import __version__

_READABLE = "readable"


def check50_line(outcome: Outcome, platform: Platform = Platform()) -> str:
    """Return the results of the checks as one line of JSON."""
    return json_line(check50_results(outcome))


def check50_results(outcome: Outcome) -> dict[str, Data]:
    """Return the results of the checks of one submission; one that could not be read has only the first."""
    checks = [_readable(outcome), *map(_check, items(outcome))]
    return {"slug": "/".join(["gametree", *_ids(outcome)]), "results": checks, "version": __version__}


def _ids(outcome: Outcome) -> list[str]:
    return [graded.report.id for graded in outcome.graded]


def _readable(outcome: Outcome) -> dict[str, Data]:
    reasons = fault_lines(outcome)
    stated = {"name": _READABLE, "description": "the submission can be read", "dependency": None}
    if not is_marked(outcome):
        return _result(stated, passed=False, cause={"rationale": top_line(outcome), "help": "\n".join(reasons) or None})
    return _result(stated, passed=True, log=[top_line(outcome), *reasons, *told_lines(outcome)])


def _check(item: Item) -> dict[str, Data]:
    name = f"{item.graded.report.id}.{item.part.part}"
    stated = {"name": name, "description": f"{item.number} {item.name}", "dependency": _READABLE}
    if item.is_passed:
        return _result(stated, passed=True, log=item.lines)
    return _result(stated, passed=None if item.is_unjudged else False, cause=_cause(item))


def _cause(item: Item) -> dict[str, Data]:
    """Return why a check did not pass; where right answers may be seen, as the program's own mismatches have it."""
    answers = {"expected": item.expected, "actual": item.given} if item.expected else {}
    return {"rationale": item.head, "help": "\n".join(item.lines) or None, **answers}


def _result(
    stated: dict[str, Data], *, passed: bool | None, cause: Data = None, log: Sequence[str] = ()
) -> dict[str, Data]:
    """Return a check with all fields, in the order in which the program writes them; None: skipped."""
    order = ("name", "description", "passed", "log", "cause", "data", "dependency")
    held = {**stated, "passed": passed, "log": list(log), "cause": cause, "data": {}}
    return {field: held[field] for field in order}
