"""The sheet that students open: the answer page, saved and handed in at the address from which it came."""

from __future__ import annotations

from collections.abc import Sequence

from grader.kinds import Problem
from grader.pages.answer_page import Heading, answer_values
from grader.pages.html import render_page


def write_served_sheet(problems: Sequence[Problem], heading: Heading, name: str = "") -> str:
    """Return the page of the student whom the heading names by id; `name` is shown in place of the id.

    Nothing in it depends on its address or on times: its script asks for them.
    """
    return render_page("served.html", **answer_values(problems, heading), name=name or heading.student)
