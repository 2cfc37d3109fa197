"""The strict loader against PyYAML's fastest one, which checks less and guesses types."""

from __future__ import annotations

from functools import partial

import yaml
from measure import Line, Target, interleave
from samples import submission_text

from grader.core.documents import parse_document
from grader.core.errors import SubmissionError


def loader(runs: int) -> list[Line]:
    return [_line(size, runs) for size in (2_048, 24_576)]


def _line(size: int, runs: int) -> Line:
    text = submission_text(size)
    times = interleave(
        partial(parse_document, text.encode(), "submission.yaml", SubmissionError),
        partial(yaml.load, text, yaml.CSafeLoader),
        runs,
    )
    return Line(f"strict loader, {size // 1024} KB", "yaml.CSafeLoader", times.slower(), Target(0.55))
