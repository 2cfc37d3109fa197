"""What the card of a node says when a reader chooses it: what was written and expected there, and the one step behind it.

Everything comes from the diagram and the report that the reader may see; the solution's own steps are told only where it
may be seen as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from grader.core.answers.case import Case, Key
from grader.core.answers.part import Part
from grader.core.answers.reports import Entry, Reveal, Verdict, Voice
from grader.core.data import grouped
from grader.core.drawing.diagram import Branch, Diagram, DiagramNode, NodeShape, Remark
from grader.core.drawing.outline import spoken
from grader.core.policy import Marking
from grader.core.text import with_capital
from grader.kinds import Graded
from grader.pages.corrections import CLASSES, Finder, Words, message_of
from grader.pages.html import Plain


class Card(NamedTuple):
    """What is said of one node; `look` is the class that frames the card, `rows` are terms with what was found."""

    title: str
    look: str
    rows: Sequence[tuple[str, str]]
    says: Sequence[str]

    @property
    def data(self) -> list[Plain]:
        """Return the card as a script reads it: title, look, rows, sentences."""
        return [self.title, self.look, [list(row) for row in self.rows], list(self.says)]


def cards(graded: Graded, diagram: Diagram, finder: Finder, words: Words) -> list[Card]:
    """Return the card of each node of the diagram."""
    entries = _entries(graded, finder)
    told = _steps_told(graded, diagram)
    return [
        _card(
            node,
            entries.get(node.key, []) if node.key is not None else [],
            told.get(place, ""),
            words,
            graded.report.voice,
        )
        for place, node in enumerate(diagram.nodes)
    ]


def _entries(graded: Graded, finder: Finder) -> Mapping[Key, list[Entry]]:
    entries = (entry for part in graded.report.parts for entry in part.entries)
    return grouped((key, entry) for entry in entries if (key := finder.key(entry)) is not None)


def _steps_told(graded: Graded, diagram: Diagram) -> dict[int, str]:
    """Return the one step behind each node, or why it is skipped, by places; nothing where the solution may not be seen."""
    if graded.report.reveal is not Reveal.EXPECTED:
        return {}
    kind, problem, solution, *_ = graded.exercise
    case = Case(problem, solution, graded.read, Marking(), kind.tutor)  # nothing is marked here
    part = _explaining(graded)
    found = solution.answers.get(part.name, {}) if part is not None else {}
    told = {}
    for place, node in enumerate(diagram.nodes):
        if node.key is None:
            continue
        if part is not None and node.key in found and node.shape is not NodeShape.LEAF:
            told[place] = part.explain(case, node.key)
        elif node.branch.is_left_out or node.branch.is_wrong:
            told[place] = case.why(node.key)
    return told


def _explaining(graded: Graded) -> Part | None:
    """Return the part that explains the nodes of the drawing; None where answers are about other things."""
    kind, problem, *_ = graded.exercise
    at_nodes = kind.tutor.at_nodes
    return kind.parts[next((name for name in at_nodes if name in problem.ask), at_nodes[-1])] if at_nodes else None


def _card(node: DiagramNode, entries: Sequence[Entry], step: str, words: Words, voice: Voice) -> Card:
    messages = list(dict.fromkeys([*filter(None, map(message_of, entries)), *([step] if step else [])]))
    said = [message for message in messages if not any(_is_part(message, other) for other in messages)]
    typed = {
        entry.message for entry in entries if entry.verdict is Verdict.MALFORMED
    }  # these say how it must be written
    told = [message if message in typed else words(message) for message in said]
    return Card(_title(node), _look(node), list(_rows(node, words, voice)), told)


def _is_part(message: str, other: str) -> bool:
    """Return whether another message says all of this one, and more."""
    mine, its = (set(text.rstrip(".").split(". ")) for text in (message, other))
    return mine < its


def _title(node: DiagramNode) -> str:
    """Return how the node is called, and what it is."""
    what = "" if node.shape is NodeShape.CHILD or node.id == node.shape.value else f", {node.shape.value}"
    edge = [f"move {node.move}"] * bool(node.move) + [f"probability {node.probability}"] * bool(node.probability)
    return f"{node.id}{what}".removeprefix(", ") + (f" ({', '.join(edge)})" if edge else "")


def _look(node: DiagramNode) -> str:
    if node.branch.is_wrong:
        return "wrong"
    verdicts = [remark.verdict for remark in node.said if remark.verdict is not None]
    looks = [CLASSES.get(verdict, "wrong") for verdict in verdicts]
    return next((look for look in ("wrong", "missing", "follows", "right") if look in looks), "")


def _rows(node: DiagramNode, words: Words, voice: Voice) -> Iterator[tuple[str, str]]:
    if node.value:
        yield "Worth", words(node.value)
    if node.number is not None:
        yield from _remark_rows(node.number, node.number.label.capitalize() or "Value", words, voice)
    if node.window is not None:
        yield from _remark_rows(node.window, "Window", words, voice)
    for remark in node.remarks:
        said = spoken(remark, voice)
        yield ("Note", words(said)) if remark.verdict is None else (remark.label.capitalize(), said)
    if node.branch is not Branch.KEPT:
        yield "Edge", voice.of(node.branch.spoken)


def _remark_rows(remark: Remark, name: str, words: Words, voice: Voice) -> Iterator[tuple[str, str]]:
    if remark.verdict is None:
        yield name, words(remark.text)
        return
    yield (
        (with_capital(f"{voice.you} {voice.wrote}") if name == "Value" else f"{name}, {voice.yours}"),
        remark.text or "nothing",
    )
    if remark.expected:
        yield ("Expected" if name == "Value" else f"{name}, expected"), words(remark.expected)
    elif remark.verdict is Verdict.CORRECT:
        yield ("Verdict" if name == "Value" else f"{name}, verdict"), "right"
