"""Exercises as files that other programs take, in `question_items`; here results that they read, a row of `RESULT_FORMATS` for each format.

What writes a format is imported when it is first used.
"""

from collections.abc import Callable, Iterable
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from grader.core.drawing.diagram import Numbers
from grader.core.lazy import LaterFunctions
from grader.core.text import json_line
from grader.grading.outcome import Outcome

if TYPE_CHECKING:
    from grader.core.drawing.text_tree import TreeLine
    from grader.core.times import Time
    from grader.grading import result
    from grader.pages import text
else:
    result, text = LaterFunctions("grader.grading.result"), LaterFunctions("grader.pages.text")
junit, results = LaterFunctions("grader.platforms.junit"), LaterFunctions("grader.platforms.results")


class TreeAs(Enum):
    """How the annotated tree goes into a result: as a picture where its platform shows one, as text, or not at all."""

    SVG = "svg"
    TEXT = "text"
    NONE = "none"


class Visibility(Enum):
    """When students see a test on Gradescope, from the soonest to never."""

    VISIBLE = "visible"
    AFTER_DUE_DATE = "after_due_date"
    AFTER_PUBLISHED = "after_published"
    HIDDEN = "hidden"


class ResultOptions(NamedTuple):
    """What is asked of the results that are shown; nothing else of the command line changes them.

    `tree_as`: None leaves it to the format. `visibility` holds for every test but those of the parts in `by_part`. `at` is
    the time that a score bears. `numbers` are those in the trees of a report for people; None where it has no trees.
    """

    tree_as: TreeAs | None = None
    visibility: Visibility = Visibility.VISIBLE
    by_part: tuple[tuple[str, Visibility], ...] = ()
    at: "Time | None" = None
    numbers: Numbers | None = None

    def visibility_of(self, part: str) -> Visibility:
        """Return when students see the test of a part."""
        return dict(self.by_part).get(part, self.visibility)


Write = Callable[[Outcome, ResultOptions], "Iterable[str | TreeLine]"]
"""What writes one outcome: of reports lines, else text."""


class Sort(Enum):
    """What standard output gets: reports for people, our own data, a table behind all, or what a platform reads."""

    REPORT = "report"
    DATA = "data"
    TABLE = "table"
    PLATFORM = "platform"


class ResultFormat(NamedTuple):
    """A format of results: what writes an outcome in it, and what may be asked of it.

    `trees` are the ways in which it shows annotated trees, the usual one first. `has_time`: its results bear a time, which must be
    said. `has_visibility`: students may see single tests later. `frame` stands before and behind all outcomes of a run.
    """

    write: Write
    sort: Sort = Sort.PLATFORM
    trees: tuple[TreeAs, ...] = ()
    has_time: bool = False
    has_visibility: bool = False
    frame: tuple[str, str] = ("", "")


def _made(make: Callable[..., object], write: Callable[[object], str] = json_line) -> Write:
    """Return what writes an outcome as what is made of it: a line of JSON, or a text."""
    return lambda outcome, options: (write(make(outcome, options)),)


_PICTURES, _TEXT = (TreeAs.SVG, TreeAs.TEXT, TreeAs.NONE), (TreeAs.TEXT, TreeAs.SVG, TreeAs.NONE)
_FRAME = ('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="gametree">\n', "</testsuites>\n")
RESULT_FORMATS = {
    "text": ResultFormat(lambda outcome, options: text.report_lines(outcome, options.numbers), Sort.REPORT),
    "json": ResultFormat(lambda outcome, _: (result.result_line(outcome),), Sort.DATA),
    "csv": ResultFormat(lambda *_: (), Sort.TABLE),
    "gradescope": ResultFormat(_made(results.gradescope_results), trees=_TEXT, has_visibility=True),
    "prairielearn": ResultFormat(_made(results.prairielearn_line, str), trees=_PICTURES),
    "check50": ResultFormat(_made(results.check50_results)),
    "coderunner": ResultFormat(_made(results.coderunner_results), trees=_PICTURES),
    "junit": ResultFormat(_made(junit.suites_text, str), trees=(TreeAs.TEXT, TreeAs.NONE), frame=_FRAME),
    "ags": ResultFormat(_made(results.ags_score), has_time=True),
}
_NOT_SHOWN = ResultFormat(lambda *_: (), Sort.DATA)


def result_format(name: str) -> ResultFormat:
    """Return the format of this name; of none, where nothing is shown, one that writes nothing."""
    return RESULT_FORMATS[name] if name else _NOT_SHOWN


def output_of(outcome: Outcome, name: str, options: ResultOptions) -> "tuple[str | TreeLine, ...]":
    """Return what standard output gets of an outcome in a format, with trees in its usual way where it does not have the one that is asked for."""
    form = result_format(name)
    if form.trees and options.tree_as not in form.trees:
        options = options._replace(tree_as=form.trees[0])
    return tuple(form.write(outcome, options))


def export_text(outcome: Outcome, name: str, options: ResultOptions = ResultOptions()) -> str:
    """Return the outcome in the named format, which is not one of lines."""
    return "".join(map(str, output_of(outcome, name, options)))
