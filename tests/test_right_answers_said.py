"""What a report says the right answer is, where none was given or it could not be judged."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import read, report_of

TREE = {"max": [{"id": "L", "min": [3, 12, 8]}, {"id": "R", "min": [{"id": "K", "value": "x"}, 15, 6]}]}
HEAD = {"format": "gametree-problem/1", "id": "q1", "search": "alpha-beta"}
RANGE = {**HEAD, "kind": "threshold", "tree": TREE, "claim": {"pruned-leaves": {"at-least": 1}}}
ORDER = {"make": "order", "goal": {"objective": "most-pruned"}, "tree": [[[3, 9], [5, 1]], [[8, 6], [2, 7]]]}
CHANGES = {"make": "changes", "goal": {"claims": [{"best-move": "C"}]}, "tree": [[3, 12, 8], [2, 15, 6]]}


@pytest.mark.parametrize(
    ("fields", "part", "said"),
    [
        (RANGE, "range", "x ≤ 3"),
        ({**RANGE, "claim": {"pruned-leaves": {"at-least": 3}}}, "range", "no x"),
        ({**HEAD, "kind": "construct", **ORDER}, "order", "for example A: C, B; B: E, D; C: G, F; D: I, H; E: J, K; F: L, M; G: O, N"),
        ({**HEAD, "kind": "construct", **CHANGES, "search": "minimax"}, "changes", "for example D = 1"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("answer", [None, "?"])
def test_right_answer_of_a_part_that_was_not_judged_is_said_as_people_write_it(
    fields: dict[str, Any], part: str, said: str, answer: Any
) -> None:
    report = next(one for one in report_of(read(fields), {part: answer}).parts if one.part == part)
    assert [entry.expected for entry in report.entries] == [said]


def test_right_answer_of_a_large_tree_is_cut_where_none_was_given() -> None:
    tree = [[leaf, leaf + 1] for leaf in range(200)]
    data = {"format": "gametree-problem/1", "id": "q1", "kind": "minimax", "tree": tree, "ask": ["values"]}
    (entry,) = report_of(read(data), {}).parts[0].entries
    assert len(entry.expected or "") == 600
    assert (entry.expected or "").endswith("…")
