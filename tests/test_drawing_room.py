"""What is said beside a node has room there, or the node's name says that it is not shown."""

from __future__ import annotations

import json
import re
from itertools import product
from math import hypot

import pytest
from drawn import leaf

from grader.core.answers.reports import Verdict
from grader.core.drawing.diagram import Branch, Diagram, DiagramNode, NodeShape, Remark
from grader.core.drawing.draw import inline_svg
from grader.core.drawing.frame import frame_of
from grader.core.drawing.labels import cross_share, mark_share
from grader.core.drawing.layout import View
from grader.core.drawing.turned import turned

FORMS = pytest.mark.parametrize("lies", [False, True], ids=["standing", "lying"])
WINDOW = Remark("[-5, 17]", Verdict.WRONG, "α, β", "[-∞, 23]")


def tree(first: DiagramNode, *remarks: Remark, leaves: int = 3, branch: Branch = Branch.KEPT) -> Diagram:
    """Return a tree of a root of which this is said, two children of which one is given, and leaves below each of them."""
    root = DiagramNode(NodeShape.MAX, "A", -1, number=Remark("42", Verdict.CORRECT), remarks=remarks)
    below = [
        leaf(f"L{place}{at}", "7", place, branch=branch, cut=branch is not Branch.KEPT)
        for place, at in product((1, 2), range(leaves))
    ]
    return Diagram("T", (root, first, DiagramNode(NodeShape.MIN, "C", 0), *below))


PLAIN = DiagramNode(NodeShape.MIN, "B", 0)


def boxes(markup: str, css: str) -> list[tuple[float, float, str]]:
    """Return where texts of a class begin, seen from their node, with what they say."""
    found = re.findall(rf'<text class="{css}[^"]*" x="([-\d.]+)" y="([-\d.]+)"[^>]*>([^<]*)', markup)
    return [(float(x), float(y), text) for x, y, text in found]


@FORMS
def test_what_another_part_says_of_a_node_is_a_tag_of_its_own(*, lies: bool) -> None:
    wrong = Remark("99", Verdict.WRONG, "Value of the root", "42")
    (tag,) = boxes(inline_svg(tree(PLAIN, wrong), "x-", lies=lies), "pilltext")
    assert tag[2] == ("99 → 42" if lies else "Value of the root 99, expected 42")


def test_a_tag_goes_on_beside_the_last_line_where_there_is_room() -> None:
    first = PLAIN._replace(number=Remark("", Verdict.MISSING, expected="23"), window=WINDOW)
    markup = inline_svg(tree(first, leaves=9), "x-")
    (missing, tag), (window,) = boxes(markup, "pilltext"), boxes(markup, "win")
    assert (missing[2], tag[2]) == ("expected 23", "expected [−∞, 23]")
    assert tag[1] == window[1], "on the line of the window, not on the edges below the node"


@FORMS
def test_a_name_says_what_is_not_shown(*, lies: bool) -> None:
    first = PLAIN._replace(number=Remark("", Verdict.MISSING, expected="23"), window=WINDOW)
    drawn = tree(first, leaves=1)
    markup = inline_svg(drawn, "x-", lies=lies)
    named = re.findall(r"aria-label=\"(B, [^\"]*)\"", markup)[0]
    texts = {text for _, _, text in (*boxes(markup, "win"), *boxes(markup, "pilltext"))}
    assert ("; not shown here: " in named) == (not any("−∞, 23" in text for text in texts))
    if lies:
        given = json.loads(turned(drawn))["form"].get("names", {})
        assert given.get("1", re.findall(r"aria-label=\"(B, [^\"]*)\"", inline_svg(drawn, "x-"))[0]) == named


@FORMS
def test_a_cross_never_hides_the_bars_that_it_is_about(*, lies: bool) -> None:
    drawn = tree(PLAIN, leaves=3, branch=Branch.WRONGLY_PRUNED)
    frame = frame_of(drawn, View(lies=lies))
    for node in range(3, 9):
        (start, end), far = frame.ends(node), cross_share(frame, node, has_tick=False) - mark_share(frame, node)
        assert abs(far) * hypot(end.x - start.x, end.y - start.y) >= 0.5 * frame.scale.letter


@FORMS
def test_a_long_wrong_number_keeps_clear_of_the_double_outline(*, lies: bool) -> None:
    at = []
    for verdict in (Verdict.CORRECT, Verdict.WRONG):
        first = PLAIN._replace(number=Remark("-123", verdict, expected="4"))
        (number,) = [one for one in boxes(inline_svg(tree(first, leaves=4), "x-", lies=lies), "num") if "123" in one[2]]
        at.append(number[int(lies)])
    assert at[1] - at[0] >= 3.5
