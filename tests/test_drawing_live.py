"""Drawings that a script fills in: there is room for what it writes, and nothing of the problem is left out."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from banked import BANK, SOLVED_IDS, ids_of
from things_drawn import flat
from turns import in_turn

from grader.core.drawing.diagram import NodeShape
from grader.core.drawing.draw import inline_svg
from grader.pages.frames import film_of

UCB = ids_of("ucb")
both_ways = pytest.mark.parametrize("lies", [False, True], ids=["standing", "lying"])


def box_of(svg: str) -> tuple[float, float, float, float]:
    """The left, top, right and bottom edge of a drawing."""
    left, top, wide, high = map(float, re.findall(r'viewBox="([^"]+)"', svg)[0].split())
    return left, top, left + wide, top + high


@in_turn(3)
@both_ways
@pytest.mark.parametrize("id_", SOLVED_IDS)
def test_a_short_window_fits_beside_every_inner_node(id_: str, lies: bool) -> None:
    diagram = BANK[id_].diagram()
    svg = flat(inline_svg(diagram, "x-", lies=lies, live=True))
    left, _, right, bottom = box_of(svg)
    places = re.findall(r'data-node="(\d+)".*?class="win([^"]*)" x="([^"]+)" y="([^"]+)" font-size="([^"]+)"', svg)
    assert len(places) == len(diagram.nodes)
    inner = {node.parent for node in diagram.nodes}
    for node, anchor, x, y, size in places:
        if int(node) in inner:
            half = 1.8 * float(size)
            assert float(x) + (half if not anchor else 2 * half) <= right
            assert float(x) - (half if not anchor else 0) >= left
            assert float(y) <= bottom


@pytest.mark.parametrize("for_fingers", [False, True], ids=["plain", "for fingers"])
@both_ways
@pytest.mark.parametrize("id_", UCB)
def test_an_arm_says_its_facts_and_has_a_place_of_its_own_for_what_is_written(
    id_: str, lies: bool, for_fingers: bool
) -> None:
    diagram = BANK[id_].diagram()
    svg = flat(inline_svg(diagram, "x-", lies=lies, live=True, for_fingers=for_fingers))
    arms = [node for node in diagram.nodes if node.shape is NodeShape.CHILD]
    said = [text.replace("−", "-") for text in re.findall(r">([^<]+)</text>", svg)]
    for arm in arms:
        assert all(remark.text in said for remark in arm.remarks)
    places = re.findall(r'data-node="\d+".*?<text class="win[^"]*" x="([^"]+)" y="([^"]+)"', svg)
    others = re.findall(r'<text class="(?!win)[^"]*" x="([^"]+)" y="([^"]+)"[^>]*>[^<]', svg)
    assert not set(places[1:]) & set(others)  # nothing is ever written at the root


@in_turn(3)
@both_ways
@pytest.mark.parametrize("id_", SOLVED_IDS)
def test_steps_show_all_that_the_problem_says_of_positions(id_: str, lies: bool) -> None:
    exercise = BANK[id_]
    diagram = film_of(exercise, exercise.steps()).diagram
    said = Counter(re.findall(r">([^<]+)</text>", flat(inline_svg(diagram, "x-", lies=lies, live=True))))
    stated = Counter(feature.replace("-", "−") for node in diagram.nodes for feature in node.features)
    assert not stated - Counter({text.replace("-", "−"): many for text, many in said.items()})
