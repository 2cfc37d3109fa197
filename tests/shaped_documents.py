"""The documents of tests/schema_documents: right ones, and wrong ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from grader.core.documents import PROBLEM_LIMITS, read_document
from grader.core.errors import ProblemError

DOCUMENTS = Path(__file__).parent / "schema_documents"

POSITIVE = sorted((DOCUMENTS / "positive").iterdir())

NEGATIVE = sorted((DOCUMENTS / "negative").iterdir())


def schema_of(file: Path) -> str:
    """Return the schema that a file of tests/schema_documents is about."""
    return file.name.partition("--")[0]


def load(file: Path) -> Any:
    """Return the data of a document: YAML through the strict reader, JSON as other programs read it."""
    if file.suffix == ".json":
        return json.loads(file.read_text(encoding="utf-8"))
    return read_document(str(file), PROBLEM_LIMITS, ProblemError).data


def names(file: Path) -> str:
    """Return the name under which pytest shows the file."""
    return file.stem
