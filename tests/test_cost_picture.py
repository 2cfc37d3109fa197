"""The rows beside the steps of a cost: of each level how many nodes it has, with a bar, and below them each number that is asked."""

from __future__ import annotations

import re
from itertools import pairwise
from math import log10, prod
from typing import Any

import pytest
from banked import ids_of, stated
from conftest import random_problems, read
from second import cost
from windows import chunks

from grader.core.drawing.diagram import DiagramNode
from grader.core.drawing.draw import inline_svg, printed_svg
from grader.core.numbers import say_large, whole
from grader.pages.frames import DONE, Film, Look, film_of
from grader.pages.sheet import make_sheet
from grader.pages.sheet_page import Room, fit


def film_for(data: dict[str, Any]) -> Film:
    exercise = read(data)
    return film_of(exercise, exercise.steps())


def last_looks(film: Film) -> list[tuple[DiagramNode, Look]]:
    looks = {look.place: look for look in film.start} | {look.place: look for one in film.frames for look in one.news}
    return [(node, looks[place]) for place, node in enumerate(film.diagram.nodes)]


def size_of(data: dict[str, Any], depth: int) -> Any:
    """Return how many nodes stand at a depth, by multiplying."""
    listed = cost.moves(data)
    return prod(listed[:depth] if listed is not None else [cost.number(data["branching"])] * depth)


def check(data: dict[str, Any]) -> int:
    """Hold the rows of a problem against its definition, and return how many levels there are."""
    film = film_for(data)
    rows = last_looks(film)
    levels = [(node, look) for node, look in rows if node.id.startswith("depth ")]
    depths = [int(node.id.removeprefix("depth ").replace(",", "")) for node, _ in levels]
    sizes = [whole(size_of(data, depth)) for depth in depths]
    rows_at, words = [row for _, row in film.diagram.cells.at], film.diagram.cells.words  # type: ignore[union-attr]
    leaps = [at for (above, depth), at in zip(pairwise(depths), rows_at[1:], strict=False) if depth > above + 1]
    assert [(row, text) for _, row, text in words] == [(at - 1, "…") for at in leaps], "what is left out is dots"
    assert sorted([*rows_at, *(row for _, row, _ in words)]) == [*range(len(rows_at) + len(words))]
    assert [look.number.replace("−", "-") for _, look in levels] == [say_large(size) for size in sizes]
    assert len(rows) - len(levels) == len([name for name in read(data).problem.ask if name != "per-level"])
    assert all((look.state, bool(look.number)) == (DONE, True) for _, look in rows)
    assert len({frame.place for frame in film.frames}) == len(film.frames) == len(rows)
    bars = [
        (bar.height, log10(max(int(size), 1)))
        for (node, _), size in zip(levels, sizes, strict=True)
        for bar in node.bars
    ]
    assert len(bars) == len(levels)
    most = max(far for _, far in bars) or 1
    assert all(height == pytest.approx(max(far / most, 0.02)) for height, far in bars)
    return len(levels)


@chunks(1, 3, 20)
def test_each_level_has_its_size_and_a_bar_as_long_as_that_has_digits(chunk: int, window: int) -> None:
    drawn = random_problems("cost", 71_000 + 40 * chunk, 71_040 + 40 * chunk, window)
    assert sum(check(data) for _, data in drawn) > 40


@pytest.mark.parametrize("id_", ids_of("cost"))
def test_so_it_is_in_the_bank(id_: str) -> None:
    assert check(stated(id_))


def test_large_numbers_are_written_out_and_sums_have_a_row_each() -> None:
    rows = last_looks(film_for(stated("hundred-seconds")))
    assert [(node.id, look.number) for node, look in rows] == [
        ("depth 0", "1"),
        ("depth 1", "35"),
        ("depth 2", "1,225"),
        ("depth 3", "42,875"),
        ("depth 4", "1,500,625"),
        ("Positions in the time", "1,000,000"),
        ("Depth reached", "3"),
        ("Depth reached, best order", "6"),
        ("Depth that comes nearest", "4"),
    ]


def test_a_number_too_large_for_a_float_has_a_bar() -> None:
    data = {"format": "gametree-problem/1", "id": "q", "kind": "cost", "branching": "71/2", "depth": 400}
    film = film_for({**data, "ask": ["magnitude"]})
    heights = [bar.height for node in film.diagram.nodes for bar in node.bars]
    assert heights == sorted(heights)
    assert heights[-1] == 1


def test_a_level_far_below_has_its_name_beside_the_edge_and_needs_no_tree_as_text() -> None:
    exercise = read(stated("tic-tac-toe-five-moves"))
    svg = printed_svg(exercise.diagram(solved=True))
    [(look, x)] = re.findall('<text class="([^"]*)" x="([^"]*)"[^>]*>depth 9<', svg)
    assert ("end" in look, float(x) < 0) == (True, True), "the edge comes straight down in the middle"
    assert ">1.95e6<" in svg
    [question] = make_sheet([exercise.problem], "", [exercise.solution]).questions
    assert not fit(question, [Room(400, 500)]).needs_text


def test_the_rows_are_drawn_one_below_the_other() -> None:
    drawn = inline_svg(film_for(stated("hundred-seconds")).diagram, "x-", live=True)
    assert drawn.count('class="node child"') == 9
    assert drawn.count('class="term solid"') == 5
