"""The JSON that a combinator template grader of Moodle's CodeRunner prints: a fraction, a table of parts, the trees below it.

Source: the plug-in's documentation, "Combinator-template grading". Cells are text, which the plug-in escapes; what stands
above and below the table is HTML, made by a template.
"""

from __future__ import annotations

from grader.data import Data
from grader.export.platform import Platform, TreeAs
from grader.export.told import (
    Item,
    Picture,
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

_HEADS: list[Data] = ["iscorrect", "Part", "Got", "Expected", "Mark", "Comment", "iscorrect"]


def coderunner_line(outcome: Outcome, platform: Platform = Platform()) -> str:
    """Return what the grader prints as one line of JSON."""
    return json_line(coderunner_results(outcome, platform.tree_as or TreeAs.SVG))


def coderunner_results(outcome: Outcome, tree_as: TreeAs = TreeAs.SVG) -> dict[str, Data]:
    """Return what the grader prints of one submission: a fraction of 0, with words that it is no mark, where there is none."""
    from grader.pages.html import render_page

    above = [top_line(outcome), *fault_lines(outcome), *told_lines(outcome)]
    drawn: list[Picture] = []
    trees: list[str] = []
    for graded in outcome.graded:
        pictures, tree = shown_trees(graded, tree_as)
        drawn += pictures
        trees += ["\n".join([f"{name_of(graded)}:", *tree])] if tree else []
    return {
        "fraction": fraction(outcome) if is_marked(outcome) else 0,
        "prologuehtml": render_page("platform.html", lines=above, trees=(), pictures=()),
        "testresults": [_HEADS, *map(_row, items(outcome))] if is_marked(outcome) else [],
        "epiloguehtml": render_page("platform.html", lines=convention_lines(outcome), trees=trees, pictures=drawn),
        "showdifferences": False,
    }


def _row(item: Item) -> list[Data]:
    is_correct, mark = int(item.is_passed), item.share.words
    expected = item.given if item.is_passed else item.expected  # what is right is right however it is written
    return [is_correct, item.name, item.given, expected, mark, "\n".join(item.lines), is_correct]
