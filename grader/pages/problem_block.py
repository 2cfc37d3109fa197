"""What the feedback page says of one problem: marks, what to correct and what is behind it, the tree, the entries."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from grader.answers.case import Key
from grader.answers.leaves import LeafSet
from grader.diagram import Diagram
from grader.errors import Fault, tell_path
from grader.exact import marks_text, points_text
from grader.graded import Graded
from grader.kinds import Exercise
from grader.marks.reports import PartReport, ProblemReport, Reveal, Verdict
from grader.marks.rounding import Share
from grader.pages.cards import Card, cards
from grader.pages.corrections import Finder, Jump, Row, Thing, Words, part_title, rows, to_correct
from grader.pages.files import graded_diagrams
from grader.pages.html import Plain, render_piece
from grader.pages.overlay import overlay
from grader.pages.stepper import Stepper, Told, told_of, with_answers
from grader.pages.text import carried_words, counts_words, named_text
from grader.pages.tree_box import TreeBox, tree_box
from grader.pages.typeset import typesetter
from grader.step import Step

if TYPE_CHECKING:
    from markupsafe import Markup

_WRONG = (Verdict.WRONG, Verdict.EXTRA, Verdict.MISSING, Verdict.BLANK, Verdict.MALFORMED)


class Meter(NamedTuple):
    """Marks of something: what, of how much, as a bar of so many per cent, and what they come from."""

    name: str
    marks: str
    filled: int
    counts: str = ""
    anchor: str = ""


class Behind(NamedTuple):
    """A misconception that fits: its first sentence, the rest, and where it shows first."""

    head: str
    rest: str
    jump: Jump | None


class Block(NamedTuple):
    """What the page says of one problem; its ids start with `id`."""

    id: str
    title: str
    about: str
    earned: str
    possible: str
    before: str
    parts: list[Meter]
    things: list[Thing]
    is_right: bool
    is_shown: bool
    behind: list[Behind]
    slip: str
    heading: str
    trees: list[TreeBox]
    cards: list[list[Plain]]
    promises: list[str]
    differs: list[Row]
    follows: list[Row]
    carried: str
    right: list[tuple[str, list[str]]]
    notes: list[str]
    posed: list[str]
    conventions: list[str]
    film: Stepper | None


class Section(NamedTuple):
    """A problem on the page: what stands at its head, with its number on the sheet, all that is told below, and what scripts read."""

    id: str
    title: str
    about: str
    earned: str
    possible: str
    before: str
    parts: list[Meter]
    has_steps: bool
    told: Markup
    data: Markup
    number: str = ""


def section(graded: Graded, id_: str, level: int) -> Section:
    """Return what the page says of one problem under headings of a level, written once for all who have the same marks."""
    return graded.once(("section", id_, level), partial(_section, graded, id_, level), is_large=True)


def _section(graded: Graded, id_: str, level: int) -> Section:
    block = problem_block(graded, id_)
    head = (block.id, block.title, block.about, block.earned, block.possible, block.before, block.parts)
    told = render_piece("feedback_section.html", problem=block, level=level)
    return Section(*head, block.film is not None, told, render_piece("feedback_data.html", problem=block))


def title_of(graded: Graded) -> str:
    """Return what the problem is called."""
    problem = graded.exercise.problem
    return problem.title or problem.id


def meter(name: str, share: Share, counts: str = "", anchor: str = "") -> Meter:
    """Return marks as a bar, with what they come from; `anchor` is where more is said of them."""
    words = f"{marks_text(share.earned)} of {marks_text(share.possible)}"
    return Meter(name, words, share.hundredths, counts, anchor)


def problem_block(graded: Graded, id_: str) -> Block:
    """Return what there is to say of one problem."""
    report, exercise = graded.report, graded.exercise
    problem, kind = exercise.problem, exercise.kind
    diagrams = graded_diagrams(graded)
    finder = Finder(graded, _places(diagrams[0]))
    trees = [tree_box(diagram, f"{id_}-tree-{number}") for number, diagram in enumerate(diagrams, 1)]
    words = exercise.kept.once("words", lambda: typesetter(exercise.keys_by_name()))
    told = [
        cards(graded, diagram, finder, words) if tree.wide else []
        for diagram, tree in zip(diagrams, trees, strict=True)
    ]
    right = [(part_title(part.part), found) for part in report.parts if (found := _right(part))]
    return Block(
        id_,
        title_of(graded),
        f"{kind.title}, problem {problem.id}",
        marks_text(graded.marks.earned),
        points_text(graded.marks.possible),
        f"{marks_text(graded.marks.fine)}{graded.marks.why}" if graded.marks.fine != graded.marks.earned else "",
        [
            meter(part_title(part.part), share, counts_words(part))
            for part, share in zip(report.parts, graded.marks.parts, strict=True)
        ],
        to_correct(graded, finder, words),
        report.earned == report.possible,
        report.reveal is Reveal.EXPECTED,
        _behind(report, finder, words),
        words(report.slip),
        _heading(graded, diagrams[0]),
        trees,
        [[card.data for card in of_tree] for of_tree in told],
        list(map(_promise, told)),
        rows(graded, finder, _WRONG, words),
        rows(graded, finder, (Verdict.FOLLOW_THROUGH,), words),
        carried_words(graded),
        right,
        [placed(note, "") for note in report.notes],
        [*map(words, kind.poses(problem))],
        [*map(words, kind.terms_and_conventions(problem))],
        _film(graded, trees[0], id_),
    )


def _heading(graded: Graded, diagram: Diagram) -> str:
    """Return what a drawing is that does not say it itself: the student's tree only where answers stand in it, not beside it."""
    nodes, asked = diagram.nodes, graded.exercise.problem.ask
    if any(node.judged or (node.window and node.window.verdict) for node in nodes) or any(
        isinstance(graded.exercise.kind.parts[part].form, LeafSet) for part in asked
    ):
        return "Your tree"
    is_solution = any(node.number or node.window for node in nodes)
    return f"The {'solution' if is_solution else 'tree'}, with your answers beside it"


def _promise(of_tree: Sequence[Card]) -> str:
    """Return what the cards of a tree hold, as the sentence that asks to choose a node."""
    expected = any(term.lower().endswith("expected") for card in of_tree for term, _ in card.rows)
    written, says = any(card.look for card in of_tree), any(card.says for card in of_tree)
    why = "why" if written or expected else "the step behind it"
    told = ["what you wrote"] * written + ["what was expected"] * expected + [why] * says
    *others, last = told or ["what is known of it"]
    return f"Choose a node: {', '.join(others)}{', and ' if others else ''}{last}."


def _film(graded: Graded, tree: TreeBox, id_: str) -> Stepper | None:
    """Return the steps of the problem with the student's answers laid over; none of a tree that is not drawn.

    Nor where the solution may not be seen: who can read the page's source can read all of its steps.
    """
    if graded.report.reveal is not Reveal.EXPECTED or not tree.wide:
        return None
    exercise = graded.exercise
    steps, told = exercise.kept.once("steps", partial(_told, exercise))
    return with_answers(told, overlay(graded, steps), name=f"{id_}-steps")


def _told(exercise: Exercise) -> tuple[tuple[Step, ...], Told]:
    """Return the steps of a problem, which are the same for all who answered it."""
    steps = exercise.steps()
    return steps, told_of(exercise, steps)


def _places(diagram: Diagram) -> dict[Key, int]:
    """Return where the drawing has what answers name."""
    return {node.key: place for place, node in enumerate(diagram.nodes) if node.key is not None}


def _behind(report: ProblemReport, finder: Finder, words: Words) -> list[Behind]:
    """Return the misconceptions that fit equally well, each with its name behind its first sentence."""
    found = []
    for number, finding in enumerate(report.findings):
        head, stop, rest = words(finding.named_advice if number else finding.named_message).partition(". ")
        jump = finder.jump(finding.node) if finding.node is not None and not number else None
        found.append(Behind(f"{head}{stop.strip()}", rest, jump))
    return found


def _right(part: PartReport) -> list[str]:
    return [named_text(entry) for entry in part.entries if entry.verdict is Verdict.CORRECT]


def placed(fault: Fault, file: str) -> str:
    """Return the fault with its place: in which file, on which line, in which answer."""
    place = f"line {fault.line}" if fault.line else ""
    where = ", ".join(filter(None, (file, place, tell_path(fault.path) if fault.path else "")))
    return f"{where}: {fault.message}" if where else fault.message
