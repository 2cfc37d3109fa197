"""The score that an LTI 1.3 tool posts to a line item (Assignment and Grade Services 2.0): one JSON object a submission.

It is written, not posted: the handshake is the platform's business. Its user is whoever handed in, so hand-ins bear the
platform's ids of users. Its time is given, since a clock would make every run another score.
"""

from __future__ import annotations

from grader.data import Data
from grader.exact import marks_number
from grader.export.platform import Platform
from grader.export.told import fault_lines, is_marked, is_partly_marked, items, told_lines, top_line
from grader.outcome import Outcome, student_of
from grader.printable import json_line, printable
from grader.times import write_time

_NO_MARK = "This submission could not be graded; there is no mark."


def ags_line(outcome: Outcome, platform: Platform = Platform()) -> str:
    """Return the score as one line of JSON. Raises ValueError where no time was given."""
    return json_line(ags_score(outcome, platform))


def ags_score(outcome: Outcome, platform: Platform) -> dict[str, Data]:
    """Return the score: final where all was graded, to be looked at where some was not, failed and without marks where nothing was."""
    if platform.at is None:
        raise ValueError("a score needs the time that it bears")
    score: dict[str, Data] = {"userId": printable(student_of(outcome) or "", 1_000)}
    progress = "Failed"
    if is_marked(outcome) and outcome.possible:
        score |= {"scoreGiven": marks_number(outcome.earned), "scoreMaximum": marks_number(outcome.possible)}
        progress = "PendingManual" if is_partly_marked(outcome) else "FullyGraded"
    return score | {
        "comment": "\n".join(_comment(outcome)),
        "timestamp": write_time(platform.at),
        "activityProgress": "Completed",
        "gradingProgress": progress,
    }


def _comment(outcome: Outcome) -> list[str]:
    """Return what a gradebook has room for: the marks, those of each part, and what is behind wrong answers."""
    if not is_marked(outcome):
        return [_NO_MARK, *fault_lines(outcome)]
    parts = [f"{item.name}: {item.share.words}" for item in items(outcome)]
    return [top_line(outcome), *fault_lines(outcome), *parts, *told_lines(outcome)]
