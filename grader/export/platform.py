"""What of the command line a platform's result depends on, beside the outcome."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from grader.times import Time


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


ORDER = [*Visibility]


class Platform(NamedTuple):
    """What is asked of a platform's result; nothing else of the command line changes it.

    `tree_as`: None leaves it to the format. `visibility` holds for every test but those of the parts in `by_part`. `at` is
    the time that a score bears.
    """

    tree_as: TreeAs | None = None
    visibility: Visibility = Visibility.VISIBLE
    by_part: tuple[tuple[str, Visibility], ...] = ()
    at: Time | None = None

    def visibility_of(self, part: str) -> Visibility:
        """Return when students see the test of a part."""
        return dict(self.by_part).get(part, self.visibility)
