"""Tags of problems: read from every kind, told to those who choose problems, and in nothing that is made of a problem."""

from __future__ import annotations

from typing import Any

import pytest
from banked import KINDS_OF_BANK, ids_of, stated

from generators import content_of
from grader.core.documents import open_source
from grader.core.documents.strict import SUBMISSION_LIMITS
from grader.core.documents.writing import to_yaml
from grader.core.errors import ProblemError
from grader.kinds import KINDS, Exercise, read_exercise, write_problem

TAGS = ["zzq-trap", "deep-cutoff", "7"]


def read(document: dict[str, Any]) -> Exercise:
    return read_exercise(open_source(to_yaml(document).encode(), SUBMISSION_LIMITS, ProblemError), KINDS)


@pytest.mark.parametrize("kind", sorted(KINDS_OF_BANK))
def test_a_problem_of_any_kind_has_tags_and_is_the_same_without_them(kind: str) -> None:
    plain = {name: field for name, field in stated(ids_of(kind)[0]).items() if name != "tags"}
    tagged, bare = read({**plain, "tags": TAGS}), read(plain)
    assert (tagged.problem.tags, bare.problem.tags) == (tuple(TAGS), ())
    assert tagged.solve() == bare.solve()
    assert content_of(tagged.problem) == content_of(bare.problem)
    assert write_problem(tagged.kind, tagged.problem) == write_problem(bare.kind, bare.problem)


def test_everything_wrong_with_tags_is_told_at_once() -> None:
    document = {**stated("deep-cutoff"), "tags": ["Deep", "a" * 41, "game", "x y"], "titel": "x"}
    with pytest.raises(ProblemError) as refused:
        read(document)
    assert [fault.path for fault in refused.value.faults] == [("tags", 0), ("tags", 1), ("tags", 3), ("titel",)]
    assert "expected a tag: 1 to 40 of the letters a to z, digits and -" in refused.value.faults[0].message
