"""Results of a class as `grade --format json` writes them, made by hand for the tests of class reports."""

from __future__ import annotations

import io
import json
import statistics
from collections.abc import Iterator
from math import sqrt
from typing import Any, BinaryIO

from grader.core.documents import Limits
from grader.core.documents.json_lines import RESULT_LIMITS
from grader.core.errors import Fault
from grader.course.report import ClassReport, class_report
from grader.grading.read_results import Result, read_result, right_lines

# Results for the tests: marks are stated, nothing is graded

PROVENANCE = {"grader": "1.0.0"}


def entry(verdict: str, node: str | None = None, given: str | None = None, expected: str | None = None) -> Any:
    texts = {"node": node, "given": given, "expected": expected}
    said = {name: text for name, text in texts.items() if text is not None}
    return {**said, "verdict": verdict, "earned": 0, "possible": 1, "message": ""}


def part(name: str, earned: float, possible: float = 1, *entries: Any) -> Any:
    return {"part": name, "earned": earned, "possible": possible, "entries": list(entries)}


def problem(id_: str, *parts: Any, diagnoses: dict[str, int] | None = None, **fields: Any) -> Any:
    earned, possible = (round(sum(item[name] for item in parts), 4) for name in ("earned", "possible"))
    found = [
        {"misconception": name, "message": "why", "explains": 3, "slips": slips, "of": 4}
        for name, slips in (diagnoses or {}).items()
    ]
    frame = {"id": id_, "kind": "minimax", "earned": earned, "possible": possible}
    return {**frame, "parts": list(parts), "diagnoses": found, **fields}


def result(student: str | None, *problems: Any, **fields: Any) -> Any:
    earned, possible = (round(sum(item[name] for item in problems), 4) for name in ("earned", "possible"))
    named = {} if student is None else {"student": student}
    return {
        "format": "gametree-result/1",
        "source": f"{student}.yaml",
        **named,
        "gradable": True,
        "earned": earned,
        "possible": possible,
        "problems": list(problems),
        "problems_not_graded": [],
        "provenance": PROVENANCE,
        **fields,
    }


def not_gradable(student: str | None, message: str = "is empty") -> Any:
    place = {"line": 2, "column": 1, "path": "$", "message": message}
    named = {} if student is None else {"student": student}
    frame = {"format": "gametree-result/1", "source": "broken.yaml", **named, "gradable": False}
    return {**frame, "errors": [place], "provenance": PROVENANCE}


def lines(*results: Any) -> bytes:
    return "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in results).encode()


def read_results(stream: BinaryIO, source: str, limits: Limits) -> Iterator[Result | Fault]:
    """Yield the results in the stream, and faults for what is none."""
    for line in right_lines(stream, source, limits):
        yield line if isinstance(line, Fault) else read_result(line)


def read(content: bytes, limits: Limits = RESULT_LIMITS) -> tuple[list[Any], list[Fault]]:
    found = list(read_results(io.BytesIO(content), "r.jsonl", limits))
    faults = [item for item in found if isinstance(item, Fault)]
    return [item for item in found if not isinstance(item, Fault)], faults


def report_on(*results: Any, top: int = 5) -> ClassReport:
    found, faults = read(lines(*results))
    assert not faults, faults
    return class_report(found, faults, top)


def plainly(x: list[float], y: list[float]) -> tuple[float | None, float | None]:
    """Return discrimination index and efficiency in floats, formula by formula."""
    if len(x) < 2 or len(set(x)) == 1 or len(set(y)) == 1:
        return None, None
    together = statistics.covariance(x, y)
    discrimination = 100 * together / sqrt(statistics.variance(x) * statistics.variance(y))
    return discrimination, 100 * together / statistics.covariance(sorted(x), sorted(y))


def wrong_values(student: str, *entries: Any) -> Any:
    return result(student, problem("p", part("values", 0, 2, *entries)))


# Hostile and broken files

GOOD = lines(result("good", problem("p", part("value", 1))))


# Text

SMALL = (
    result(
        "s1",
        problem("p", part("value", 0, 1, entry("wrong", None, "4", "2")), part("values", 1.3333, 2, entry("wrong", "C", "4", "2")), diagnoses={"all-max": 0}),
        problem("q", part("choice", 1)),
    ),
    result(
        "s2",
        problem("p", part("value", 0, 1, entry("wrong", None, "4.0", "2")), part("values", 0.6667, 2, entry("follow-through", "C", "4", "2"), entry("extra", "X", "=1+1")), diagnoses={"all-max": 1}, slip="One slip (C)."),
        problem("q", part("choice", 0, 1, entry("blank"))),
    ),
    result("s3", problem("p", part("value", 1), part("values", 2, 2)), problem("q", part("choice", 1))),
    not_gradable("s4"),
)  # fmt: skip
