"""What every platform's result says of an outcome: its parts one by one, one line on top, reasons, conventions once, trees.

All of it is read from the redacted report; the formats lay it out and compute nothing.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import NamedTuple

from grader.core.answers.reports import Entry, PartReport, Verdict
from grader.core.answers.rounding import Share, with_pending
from grader.core.data import grouped
from grader.core.drawing.diagram import Diagram
from grader.core.drawing.text_tree import text_tree
from grader.core.games.text_question import TEXT
from grader.core.numbers import add_up
from grader.core.policy import CENT
from grader.core.text import printable
from grader.grading.marking import graded_diagrams
from grader.grading.outcome import Outcome
from grader.kinds import Graded
from grader.pages.text import (
    carried_words,
    conventions_of,
    counts_words,
    entry_lines,
    left_out_lines,
    marks_words,
    named_text,
    part_head,
    part_name,
    program_lines,
    told_findings,
    ungradable_lines,
)
from grader.platforms import TreeAs

UNREADABLE = "This submission could not be graded. The score of 0 only stands in for a missing one."
NOTHING = "Nothing in this submission could be graded. The score of 0 only stands in for a missing one."
"""The two lines by which a platform that asks for a number says that it is none."""


class Item(NamedTuple):
    """One part of one problem as platforms list it, with its marks as they are shown."""

    number: str
    graded: Graded
    part: PartReport
    share: Share

    @property
    def name(self) -> str:
        """Return the problem and the part."""
        return f"{name_of(self.graded)}: {part_name(self.graded, self.part.part)}"

    @property
    def is_passed(self) -> bool:
        """Return whether all marks were earned."""
        return self.part.earned == self.part.possible

    @property
    def is_unjudged(self) -> bool:
        """Return whether what was given for the part could not be judged."""
        return any(entry.is_whole and entry.verdict is Verdict.MALFORMED for entry in self.part.entries)

    @property
    def is_by_person(self) -> bool:
        """Return whether a person marks the part: no platform gets a score of it, whatever was handed in."""
        return self.part.part == TEXT

    @property
    def marks(self) -> str:
        """Return the marks in words; of what waits for a person, what it is worth."""
        return marks_words(self.part, self.share)

    @property
    def head(self) -> str:
        """Return the part with its marks: "pruned: 1 of 2 leaves right: 1.5 of 3 points"."""
        return part_head(self.graded, self.part, self.share)

    @property
    def lines(self) -> list[str]:
        """Return how many of its entries are right, and a line for each."""
        return [*filter(None, [counts_words(self.part)]), *entry_lines(self.graded, self.part)]

    @property
    def given(self) -> str:
        """Return what was answered, in one line."""
        return ", ".join(named_text(entry) for entry in self.part.entries if entry.given is not None)

    @property
    def expected(self) -> str:
        """Return the right answers in one line, as far as they may be seen."""
        return ", ".join(_expected(entry) for entry in self.part.entries if entry.expected is not None)


def _expected(entry: Entry) -> str:
    return named_text(entry._replace(given=None))


def items(outcome: Outcome) -> list[Item]:
    """Return the parts of all problems, numbered by problem and part."""
    return [item for held in items_by_problem(outcome) for item in held]


def items_by_problem(outcome: Outcome) -> list[list[Item]]:
    """Return the parts of each problem, numbered by problem and part."""
    return [
        [
            Item(f"{place}.{part_place}", graded, part, share)
            for part_place, (part, share) in enumerate(zip(graded.report.parts, graded.marks.parts, strict=True), 1)
        ]
        for place, graded in enumerate(outcome.graded, 1)
    ]


def name_of(graded: Graded) -> str:
    """Return the problem's title, without one its id."""
    return graded.report.title or graded.report.id


def is_marked(outcome: Outcome) -> bool:
    """Return whether there are marks: the submission could be read, and something in it was graded."""
    return outcome.is_gradable and bool(outcome.graded)


def fraction(outcome: Outcome) -> float:
    """Return what share of the marks that the program gives was earned, 0 to 1; of nothing 0."""
    possible = add_up([item.share.possible for item in items(outcome) if not item.is_by_person])
    return float(outcome.earned / possible) if possible else 0.0


def top_line(outcome: Outcome) -> str:
    """Return the one line on top: the marks, or that there are none."""
    if not outcome.is_gradable:
        return UNREADABLE
    return with_pending(outcome.total.words, outcome.pending, outcome.total.possible) if outcome.graded else NOTHING


def fault_lines(outcome: Outcome) -> list[str]:
    """Return why something was not graded: all of it, or some problems of it."""
    return [*ungradable_lines(outcome), *(f"Not graded: {fault}" for _, fault, _ in outcome.not_graded)]


def finding_lines(outcome: Outcome) -> list[str]:
    """Return what is to be said of all parts together: of files that do not count, what is behind wrong answers, notes."""
    lines = [f"{name_of(graded)}: {graded.words}" for graded in outcome.graded if graded.marks.step != CENT]
    lines += [*left_out_lines(outcome), *told_findings(outcome)]
    lines += [carried for graded in outcome.graded if (carried := carried_words(graded))]
    lines += [line for graded in outcome.graded for line in program_lines(graded)]
    return lines + [f"Note: {fault}" for graded in outcome.graded for fault in graded.report.notes]


def lines_by_person(outcome: Outcome) -> list[str]:
    """Return what there is to say of the parts that a person marks, for platforms whose lists of parts are lists of scores."""
    held = [item for item in items(outcome) if item.is_by_person]
    return [line for item in held for line in (f"{item.name}: {item.marks}", *item.lines)]


def convention_lines(outcome: Outcome) -> list[str]:
    """Return the conventions of all problems, each sentence once; those of some problems only stand below their names."""
    said_in = grouped((said, name_of(graded)) for graded in outcome.graded for said in conventions_of(graded.exercise))
    everywhere = len(outcome.graded)
    blocks: dict[str, list[str]] = {}
    for sentence, names in said_in.items():
        where = "these problems" if everywhere > 1 and len(names) == everywhere else ", ".join(names)
        blocks.setdefault(where, []).append(f"- {sentence}")
    return [line for where, said in blocks.items() for line in (f"Conventions of {where}:", *said)]


def tree_lines(graded: Graded) -> list[str]:
    """Return the annotated trees of a problem as text."""

    def made() -> list[str]:
        heads = {diagram: (f"{diagram.heading}:",) * bool(diagram.heading) for diagram in graded_diagrams(graded)}
        return [str(line) for diagram, head in heads.items() for line in ("", *head, *text_tree(diagram))][1:]

    return graded.get_or_make("tree as text", made, is_large=True)


class Picture(NamedTuple):
    """An annotated tree as a picture: an address that holds all of it, and what it shows in words."""

    label: str
    address: str
    words: str


def pictures(graded: Graded) -> Sequence[Picture]:
    """Return the annotated trees of a problem as pictures; none where one is too large to be drawn."""
    return graded.get_or_make("pictures", lambda: _pictures(graded), is_large=True)


def _pictures(graded: Graded) -> Sequence[Picture]:
    from grader.core.drawing.draw import TooLarge, descriptions, svg

    def drawn(diagram: Diagram) -> Picture:
        source = base64.b64encode(svg(diagram).encode()).decode("ascii")
        words = "; ".join(map(str.strip, descriptions(diagram)[1].splitlines()))
        called = diagram.heading.lower() or "the tree"
        return Picture(printable(f"{name_of(graded)}: {called}"), f"data:image/svg+xml;base64,{source}", words)

    try:
        return tuple(map(drawn, graded_diagrams(graded)))
    except TooLarge:
        return ()


def shown_trees(graded: Graded, tree_as: TreeAs | None) -> tuple[Sequence[Picture], list[str]]:
    """Return the trees of a problem as pictures or as lines of text, as it is wanted; what cannot be drawn is text."""
    drawn = pictures(graded) if tree_as is TreeAs.SVG else ()
    return drawn, [] if drawn or tree_as in (TreeAs.NONE, None) else tree_lines(graded)
