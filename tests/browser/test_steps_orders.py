"""The step page in a browser, where iterations of a deepening search put children in another order: they move in the picture."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from banked import BANK
from conftest import random_problems, read

from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.written_pages import step_page
from grader.kinds import Exercise

FORMS = pytest.mark.parametrize(("size", "axis"), [(LAPTOP, 0), (PHONE, 1)], ids=["laptop", "phone"])
STANDING = """() => {
    const svg = [...document.querySelectorAll("svg.tree")].find((one) => one.checkVisibility());
    const nodes = [...svg.querySelectorAll(".node")].map((one) => {
        const { x, y, width, height } = one.querySelector(".shape").getBBox(), [left, top] = middleOf(one);
        return { id: one.querySelector(".id")?.textContent, up: one.dataset.up ?? null, middle: [left, top], box: [x + left, y + top, x + left + width, y + top + height] };
    });
    const edges = [...svg.querySelectorAll(".edge")].map((one) => {
        const line = one.querySelector(".line"), far = line.getTotalLength(), label = one.querySelector(".label");
        const [start, end] = [line.getPointAtLength(0), line.getPointAtLength(far)].map(({ x, y }) => [x, y]);
        const beside = label && Math.min(...Array.from({ length: 50 }, (_, i) => line.getPointAtLength((far * i) / 49)).map(({ x, y }) => Math.hypot(x - label.getAttribute("x"), y + 4 - label.getAttribute("y"))));
        return { to: Number(one.dataset.to), start, end, beside };
    });
    return { nodes, edges, box: svg.getAttribute("viewBox").split(" ").map(Number) };
}"""


def siblings(seen: dict[str, Any], axis: int) -> dict[int, tuple[int, ...]]:
    """Return of each inner node its children as they stand in the picture."""
    nodes: list[dict[str, Any]] = seen["nodes"]
    rows: dict[int, list[int]] = {}
    for place in sorted(range(len(nodes)), key=lambda place: nodes[place]["middle"][axis]):
        if nodes[place]["up"] is not None:
            rows.setdefault(int(nodes[place]["up"]), []).append(place)
    return {up: tuple(row) for up, row in rows.items()}


def named(seen: dict[str, Any], axis: int) -> dict[str, str]:
    """Return the same by names."""
    names = [one["id"] for one in seen["nodes"]]
    return {names[up]: "".join(names[child] for child in row) for up, row in siblings(seen, axis).items()}


@FORMS
def test_children_stand_as_the_iteration_examines_them(
    size: tuple[int, int], axis: int, tmp_path: Path, open_page: OpenPage
) -> None:
    """Worked by hand: MIN keeps 1, 4, 3 for B, C, D, and examines from right to left, so B goes to the right end; then E (4) and I (7)."""
    opened = open_page(step_page(tmp_path, "best-to-the-front"), size)
    page, rows = opened.page, []
    for _ in range(14):
        rows.append(named(page.evaluate(STANDING), axis))
        page.keyboard.press("ArrowRight")
    assert [one["A"] for one in rows] == ["BCD"] + ["CDB"] * 13
    assert [one["B"] for one in rows] == ["EF"] * 5 + ["FE"] * 9
    assert [one["D"] for one in rows] == ["IJ"] * 5 + ["JI"] * 9
    assert {one["C"] for one in rows} == {"GH"}
    for _ in range(14):
        page.keyboard.press("ArrowLeft")
    assert named(page.evaluate(STANDING), axis) == rows[0]
    assert not opened.errors


def test_arrow_keys_walk_along_the_children_as_they_stand(tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(step_page(tmp_path, "best-to-the-front"), fragment="step=2").page
    page.locator("svg.wide .node").first.focus()
    page.keyboard.press("ArrowDown")
    names = [page.evaluate("document.activeElement.querySelector('.id').textContent")]
    for _ in range(2):
        page.keyboard.press("ArrowRight")
        names.append(page.evaluate("document.activeElement.querySelector('.id').textContent"))
    assert names == ["C", "D", "B"]


def of_two_rows() -> Exercise:
    """Return a problem of which leaves stand in two rows, since they are many."""
    drawn = random.Random(5)

    def grown(*widths: int) -> dict[str, Any] | int:
        if not widths:
            return drawn.randrange(20)
        who = "max" if len(widths) % 2 else "min"
        return {who: [grown(*widths[1:]) for _ in range(widths[0])], "static": drawn.randrange(20)}

    return read(
        {
            "format": "gametree-problem/1",
            "id": "rows",
            "kind": "deepening",
            "depth": 3,
            "reorder": "all",
            "tree": grown(3, 4, 4),
        }
    )


def deepened() -> list[Exercise]:
    """Return problems of which an iteration puts children in another order: those of the bank, a large one, and random ones of all shapes."""
    drawn = [read(data) for _, data in random_problems("deepening", 0, 60)]
    exercises = [BANK[name] for name in ("deepen", "sow-deeper", "three-openings", "root-sorted-again")] + [
        of_two_rows(),
        *drawn,
    ]
    return list(islice((one for one in exercises if any(step.orders for step in one.steps())), 12))


@FORMS
def test_nothing_lies_on_anything_however_children_stand(
    size: tuple[int, int], axis: int, tmp_path: Path, open_page: OpenPage
) -> None:
    exercises = deepened()
    assert len(exercises) > 6
    for exercise in exercises:
        opened = open_page(step_page(tmp_path, exercise), size)
        page = opened.page
        before = page.evaluate(STANDING)
        page.locator("button[value=last]").click()
        page.evaluate("document.querySelector('button[value=fit]').click()")  # a phone has none
        seen = page.evaluate(STANDING)
        nodes, stands = seen["nodes"], siblings(seen, axis)
        assert dict(exercise.steps()[-1].orders).items() <= stands.items()
        left, top, wide, high = seen["box"]
        for place, one in enumerate(nodes):
            x, y, right, bottom = one["box"]
            assert x >= left - 0.2
            assert y >= top - 0.2
            assert right <= left + wide + 0.2
            assert bottom <= top + high + 0.2
            for other in nodes[:place]:
                apart = max(other["box"][0] - right, x - other["box"][2], other["box"][1] - bottom, y - other["box"][3])
                assert apart > 0, (exercise.problem.id, one["id"], other["id"])
        for edge, as_drawn in zip(seen["edges"], before["edges"], strict=True):
            for end, node in ((edge["start"], nodes[int(nodes[edge["to"]]["up"])]), (edge["end"], nodes[edge["to"]])):
                x, y, right, bottom = node["box"]
                assert x - 2 <= end[0] <= right + 2, (exercise.problem.id, node["id"])
                assert y - 2 <= end[1] <= bottom + 2, (exercise.problem.id, node["id"])
            if edge["beside"] is not None:
                assert 4 <= edge["beside"] <= as_drawn["beside"] + 12, (exercise.problem.id, nodes[edge["to"]]["id"])
        assert not opened.errors
        page.close()
