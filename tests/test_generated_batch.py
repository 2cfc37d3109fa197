"""Many different problems from one seed, without the command line."""

from __future__ import annotations

import pytest

from generators import AlphaBetaParameters, Leaves, Promise, Question, RequestError, Shape, UcbParameters, content_of
from generators.batch import different, folder_of, handout_row, key_row


def test_problems_of_a_batch_are_different_and_bear_their_numbers() -> None:
    request = UcbParameters(question=Question(id="week5", title="UCB"))
    batch = list(different("ucb", request, "7", 12))
    assert len({content_of(numbered.generated.problem) for numbered in batch}) == 12
    assert [numbered.number for numbered in batch] == list(range(1, 13))
    assert (batch[2].folder, batch[2].generated.problem.id, batch[2].generated.problem.title) == (
        "problem-03",
        "week5-03",
        "UCB 3",
    )
    assert batch[2].generated.certificate.seed == "7/3"
    row = handout_row(batch[2])
    assert (row["number"], row["folder"], row["parts"], row["points"]) == (3, "problem-03", "scores choice", "2")
    assert key_row(batch[2]) == {"number": 3, "id": "week5-03", "seed": "7/3", **batch[2].generated.certificate.figures}


def test_the_only_problem_of_a_batch_has_no_number_and_no_folder() -> None:
    (only,) = different("ucb", UcbParameters(), "7", 1)
    assert only.folder == folder_of(1, 1) == ""
    assert only.generated.problem.title == "UCB selection"
    assert handout_row(only)["folder"] == "."
    assert (folder_of(7, 12), folder_of(7, 120)) == ("problem-07", "problem-007")


def test_batch_of_more_problems_than_there_are_is_refused_with_their_number() -> None:
    promise = Promise(("some-cutoff",), ("none",))
    request = AlphaBetaParameters(Shape((1, 1), (2, 2)), Leaves(0, 1), promise=promise)
    with pytest.raises(RequestError, match="after 2 different problems 200 draws in a row"):
        list(different("alpha-beta", request, "1", 3))
