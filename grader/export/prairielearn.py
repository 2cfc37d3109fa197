"""PrairieLearn's results.json of an external grader: a score from 0 to 1, a test for each part, the trees as pictures.

Source: the platform's documentation of external grading. A submission that cannot be read is `gradable: false` with
`format_errors`, which takes none of the student's attempts.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.data import Data
from grader.exact import marks_number
from grader.export.platform import Platform, TreeAs
from grader.export.told import (
    Item,
    convention_lines,
    fault_lines,
    fraction,
    is_marked,
    items,
    name_of,
    shown_trees,
    told_lines,
    top_line,
)
from grader.outcome import Outcome
from grader.printable import json_line

MOST_BYTES = 1024**2 - 16 * 1024
"""The platform takes no results of more than 1 MiB; some room is left for what wraps them."""

_SHORT = 2_000  # letters of a text where all of it is too much
_CUT = " […] (the rest is left out: PrairieLearn takes no more)"
_FEWER = (TreeAs.TEXT, TreeAs.NONE)


def prairielearn_line(outcome: Outcome, platform: Platform = Platform()) -> str:
    """Return results.json as one line of JSON of less than 1 MiB: with pictures if they fit, else with trees as text, else without."""
    wanted = platform.tree_as or TreeAs.SVG
    for tree_as in dict.fromkeys((wanted, *_FEWER)):
        line = json_line(prairielearn_results(outcome, tree_as))
        if _fits(line):
            return line
    data = _shortened(prairielearn_results(outcome, TreeAs.NONE))
    line = json_line(data)
    return line if _fits(line) else json_line(data | {"tests": []})


def prairielearn_results(outcome: Outcome, tree_as: TreeAs = TreeAs.SVG) -> dict[str, Data]:
    """Return results.json of one submission, however large."""
    if not is_marked(outcome):
        return {"gradable": False, "format_errors": fault_lines(outcome)}
    shown = [shown_trees(graded, tree_as) for graded in outcome.graded]
    output = [*told_lines(outcome), *convention_lines(outcome)]
    for graded, (_, tree) in zip(outcome.graded, shown, strict=True):
        output += ["", f"{name_of(graded)}:", *tree] if tree else []
    return {
        "gradable": True,
        "score": fraction(outcome),
        "message": "\n".join([top_line(outcome), *fault_lines(outcome)]),
        "output": "\n".join(output),
        "images": [{"label": one.label, "url": one.address} for drawn, _ in shown for one in drawn],
        "tests": [_test(item) for item in items(outcome)],
    }


def _test(item: Item) -> dict[str, Data]:
    """Return the test of a part; if any had no points, the platform would show none of any."""
    return {
        "name": f"{item.number} {item.name}",
        "description": "",
        "points": marks_number(item.share.earned),
        "max_points": marks_number(item.share.possible),
        "message": "not judged" if item.is_unjudged else "",
        "output": "\n".join(item.lines),
    }


def _fits(line: str) -> bool:
    return len(line.encode()) <= MOST_BYTES


def _shortened(data: Data) -> Data:
    """Return the data with every text cut that is long, and of many reasons the first ones."""
    if isinstance(data, str):
        return data if len(data) <= _SHORT else data[:_SHORT] + _CUT
    if isinstance(data, dict):
        return {name: _shortened(value) for name, value in data.items()}
    if isinstance(data, Sequence):
        return [_shortened(value) for value in data[:_SHORT]]
    return data
