"""Tasks of parts: what is wanted stands first, and in parentheses at the end how a document writes it."""

from __future__ import annotations

import pytest

from grader.kinds import KINDS

TASKS = sorted({(part.task, part.wanted) for kind in KINDS for part in KINDS[kind].parts.values()})


@pytest.mark.parametrize(("task", "wanted"), TASKS, ids=[task[:40] for task, _ in TASKS])
def test_how_a_document_writes_an_answer_stands_in_parentheses_at_the_end(task: str, wanted: str) -> None:
    written = task.removeprefix(wanted)
    assert written.startswith(" (")
    assert written.endswith(")")
    assert not set(wanted) & set("()[]{}")
