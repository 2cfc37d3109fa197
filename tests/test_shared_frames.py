"""Trees of one shape share what is painted, and no picture shows that others were painted before it."""

from __future__ import annotations

import random

import pytest

from grader import Exercise, load_problem
from grader.core.drawing import draw, frame
from grader.core.drawing.frame import frame_of
from grader.core.drawing.layout import View


def _problem(seed: int, *, digits: int = 2) -> Exercise:
    rng = random.Random(seed)
    low = 10 ** (digits - 1)
    tree = [[[rng.randint(low, 10 * low - 1) for _ in range(3)] for _ in range(2)] for _ in range(2)]
    return load_problem({"format": "gametree-problem/1", "id": "q", "kind": "alpha-beta", "tree": tree})


@pytest.mark.parametrize("view", [View(), View(lies=True), View(on_page=True)])
def test_problems_that_differ_in_values_share_a_frame(view: View) -> None:
    one, other = (_problem(seed).diagram() for seed in (1, 2))
    assert one != other
    assert frame_of(one, view) is frame_of(other, view)
    assert frame_of(_problem(1, digits=4).diagram(), View()) is not frame_of(one, View())


@pytest.mark.parametrize("solved", [False, True])
def test_picture_is_the_same_whatever_was_painted_before(solved: bool) -> None:
    diagrams = [_problem(seed).diagram(solved=solved) for seed in range(6)]
    shared = [(draw.svg(diagram), draw.inline_svg(diagram, "a-")) for diagram in diagrams]
    for seed, pictures in enumerate(shared):
        frame._frame.cache_clear()
        diagram = _problem(seed).diagram(solved=solved)  # another object, of which nothing was made yet
        assert (draw.svg(diagram), draw.inline_svg(diagram, "a-")) == pictures
