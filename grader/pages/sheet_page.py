"""A sheet as Markdown and as a page, and its drawings on paper: standing, lying, or as text where letters would be too small.

All lengths on paper are points; those of a drawing are its own units.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from grader.core.drawing.diagram import Diagram
from grader.core.drawing.draw import left_out, pieces, printed_svg, size_of
from grader.core.drawing.outline import not_shown, outline, outline_items
from grader.core.text import printable, typesetter
from grader.pages.html import TreeBox, on_one_line, render_page, tree_box
from grader.pages.sheet import AskedPart, Question, Sheet, Solved

_FONT_SIZE = re.compile(r'\bfont-size="([0-9.]+)"')
_TEXT = re.compile(r"<text\b[^>]*>([^<]*)")
_ELSEWHERE = re.compile(r": drawing \d+$")
"""In an overview: where the rest of a tree is; the captions of the drawings say it too."""

_LARGEST_LETTERS = 9.0
"""In points: larger, a small tree shouts and takes the room of the next problem."""

SMALLEST_LETTERS, _ILLEGIBLE = 7.0, 3.3
"""In points, of numbers; ids are three quarters of it. With smaller ones a tree is drawn lying, its root at the left, or turned on its
side; where that is too small as well it stands beside the drawing as text too. What cannot be read at all is left to the text.
"""


class Figure(NamedTuple):
    """One drawing: the diagram, its number and what stands below it where there are several, its file for paper, its size and that of its letters.

    `is_shortened`: some text in it is not whole.
    """

    diagram: Diagram
    caption: str
    svg: str
    width: float
    height: float
    letters: float
    is_shortened: bool


class Room(NamedTuple):
    """So much room a drawing has where the tree stands, or lies with its root at the left, or where the drawing is turned on its side."""

    width: float
    height: float
    lies: bool = False
    is_turned: bool = False

    def scale(self, figure: Figure) -> float:
        """Return how many points a unit is where the drawing is as large as it may be."""
        size = (figure.height, figure.width) if self.is_turned else (figure.width, figure.height)
        return min(_LARGEST_LETTERS / figure.letters, self.width / size[0], self.height / size[1])


class Fit(NamedTuple):
    """How the drawings of a problem are printed, none where they cannot be read, and whether the tree stands beside them as text."""

    figures: list[Figure]
    room: Room
    needs_text: bool


def figures(question: Question, *, lies: bool = False) -> list[Figure]:
    """Return the drawings of a problem, in pieces where a tree is too wide for a page; none where its tree is not drawn."""
    if not question.is_drawn:
        return []
    shown = [piece for diagram in question.diagrams for piece in pieces(diagram)]
    if len(shown) == 1:
        return [_figure(shown[0], "", lies=lies)]
    return [_figure(piece, f"Drawing {number}: {piece.title}", lies=lies) for number, piece in enumerate(shown, 1)]


@lru_cache(256)
def _figure(diagram: Diagram, caption: str, *, lies: bool) -> Figure:
    svg = printed_svg(diagram, lies=lies)
    beside = [said for said in left_out(diagram, lies=lies) if not (caption and _ELSEWHERE.search(said))]
    missing = f"{not_shown(beside)}." if beside else ""
    said = " · ".join(filter(None, [caption, missing]))
    is_shortened = any("…" in text and text != "…" for text in _TEXT.findall(svg))  # dots alone are what a kind draws
    return Figure(diagram, said, svg, *size_of(svg), max(letter_sizes(svg)), is_shortened)


def letter_sizes(svg: str) -> set[float]:
    """Return the sizes of the letters in a drawing, in its units."""
    return {*map(float, set(_FONT_SIZE.findall(svg)))} or {_LARGEST_LETTERS}


def fit(question: Question, rooms: Sequence[Room]) -> Fit:
    """Return how drawings are printed: in the first of the rooms in which all can be read that is needed, else where they are largest."""
    best, largest = Fit([], rooms[0], needs_text=True), _ILLEGIBLE
    for room in rooms:
        shown = figures(question, lies=room.lies)
        letters = min((figure.letters * room.scale(figure) for figure in shown), default=0.0)
        if letters > largest:
            is_shortened = any(figure.is_shortened for figure in shown)
            best, largest = Fit(shown, room, letters < SMALLEST_LETTERS or is_shortened), letters
        if letters >= SMALLEST_LETTERS:
            break
    return best


# -- a sheet with the signs of a printed page: α and β, ∞, a real minus. Markdown does without: it is copied and
# typed from


def printed(sheet: Sheet) -> Sheet:
    """Return the sheet with its sentences and right answers typeset; names of nodes and moves stay as they are."""
    diagrams = (diagram for question in sheet.questions for diagram in question.diagrams)
    signed = typesetter(set[str]().union(*(diagram.names() for diagram in diagrams)))

    def typeset(text: str) -> str:
        return on_one_line(signed(text))

    return sheet._replace(questions=tuple(_question(question, typeset) for question in sheet.questions))


def _question(question: Question, typeset: Callable[[str], str]) -> Question:
    solved = question.solved and Solved(
        tuple(
            right._replace(title=typeset(right.title), answer=typeset(right.answer))
            for right in question.solved.answers
        ),
        tuple((depth, typeset(sentence)) for depth, sentence in question.solved.steps),
    )
    held = tuple(one._replace(sentences=tuple(map(typeset, one.sentences))) for one in question.conventions)
    asked = tuple(  # a question in the author's own words stays as it is
        one._replace(title=typeset(one.title), wanted=one.prompt or typeset(one.wanted)) for one in question.asked
    )
    return question._replace(asked=asked, conventions=held, posed=tuple(map(typeset, question.posed)), solved=solved)


# -- a sheet, or its key, as Markdown

_MARKUP = re.compile(r"[\\`*_\[\]<&|#~]|^[-+=]|(?<=\d)[.)](?=\s)")
COUNTS = "What counts here"
OURS = "<!-- gametree-grader -->"
"""By this first line a folder of hand-ins tells a sheet from what a student wrote."""
HOW = "Fill in answers.yaml and hand it in. A part that stays blank earns nothing and costs nothing."


def how_to_answer(sheet: Sheet) -> str:
    """Return how a sheet on which one can write is answered; nothing of one that asks for nothing but programs."""
    return f"Write here, or {HOW[0].lower()}{HOW[1:]}" if sheet.questions else ""


def write_markdown(sheet: Sheet, drawings: Sequence[str] = ()) -> str:
    """Return the sheet; `drawings` name the files of the pictures of the first problem, where it is drawn."""
    several = len(sheet.questions) > 1
    lines = [OURS, "", f"# {markdown(sheet.title)}{': key' if sheet.is_key else ''}", "", f"{sheet.note}.", ""]
    lines += [] if sheet.is_key else [HOW, ""]
    for question in sheet.questions:
        if several:
            lines += [f"## {question.number}. {markdown(question.title)} ({question.points})", ""]
        lines += question_lines(question, "###" if several else "##", drawings if question.number == 1 else ())
    return "\n".join(lines)


def markdown(text: str) -> str:
    r"""Return the text with what Markdown would take for markup escaped.

    >>> print(markdown("1. _A_ <b>"), markdown("- x"))
    1\. \_A\_ \<b> \- x
    """
    return _MARKUP.sub(r"\\\g<0>", printable(text, len(text)))


def _bullets(sentences: Sequence[str]) -> Iterator[str]:
    return (f"- {markdown(sentence)}" for sentence in sentences)


def _task(asked: AskedPart) -> str:
    """Return what belongs into a part; first the question, where the problem puts it in words of its own."""
    return " — ".join(filter(None, (" ".join(map(markdown, asked.prompt.splitlines())), asked.task)))


def question_lines(question: Question, level: str, drawings: Sequence[str]) -> Iterator[str]:
    """Yield the lines of one problem below its title; `level` are the signs of its headings, `drawings` the addresses of its pictures."""
    yield from (f"Problem `{question.id}`. {question.task}".rstrip(), "")
    for name in drawings if question.is_drawn else ():
        yield from (f"![The tree, described below]({name})", "")
    for lines in filter(None, map(outline, question.diagrams)):
        yield from ("```text", *lines, "```", "")
    for line in question.posed:
        yield from (markdown(line), "")
    if question.solved is None:
        yield from (f"{level} What to hand in", "")
        yield from (
            f"- **{markdown(asked.title)}** (`{asked.name}`): {_task(asked)}; {asked.points}"
            for asked in question.asked
        )
        yield ""
    else:
        yield from (f"{level} Answers", "")
        yield from (
            f"- **{markdown(right.title)}** (`{right.name}`, {right.points}): {markdown(right.answer)}"
            for right in question.solved.answers
        )
        if question.solved.steps:
            yield from ("", f"{level} Step by step", "")
        yield from (f"1. {markdown(sentence)}" for _, sentence in question.solved.steps)
        yield ""
    if question.conventions or question.others:
        yield from (f"{level} {COUNTS}", "")
    for held in question.conventions:
        yield from (f"{held.problems}:", "") if held.problems else ()
        yield from (*_bullets(held.sentences), "")
    if question.others:
        yield from (question.elsewhere, "")


# -- a sheet, or its key, as one page: no network, no other file, complete without its script. It prints on A4 and on
# US Letter

STANDING, LYING = Room(538, 600), Room(330, 595, lies=True)
"""The room for a drawing that A4 and US Letter have in common, in points: one file prints on both."""


class Drawn(NamedTuple):
    """A drawing on the page: its box, what stands below it, and how many per cent of the sheet's width it takes."""

    tree: TreeBox
    caption: str
    percent: int


class Shown(NamedTuple):
    """A problem as the page shows it; `lies`: in print, where the page's script has turned its tree."""

    question: Question
    drawings: list[Drawn]
    outlines: list[list[tuple[int, str]]]
    lies: bool
    needs_text: bool
    is_legible: bool


def write_page(sheet: Sheet) -> str:
    """Return the sheet as one page."""
    shown = printed(sheet)
    return render_page(
        "handout.html",
        sheet_=shown,
        problems=[*map(_shown, shown.questions)],
        how=how_to_answer(sheet),
    )


def _shown(question: Question) -> Shown:
    fitted = fit(question, (STANDING, LYING))
    drawings = [_drawn(figure, f"q{question.number}-{place}") for place, figure in enumerate(figures(question), 1)]
    outlines = [[(depth, on_one_line(line)) for depth, line in outline_items(diagram)] for diagram in question.diagrams]
    return Shown(question, drawings, outlines, fitted.room.lies, fitted.needs_text, bool(fitted.figures))


def _drawn(figure: Figure, box_id: str) -> Drawn:
    percent = percent_of(STANDING.scale(figure) * figure.width / STANDING.width)
    return Drawn(tree_box(figure.diagram, box_id), figure.caption, percent)


def percent_of(share: float) -> int:
    """Return how many per cent of the width of a sheet a drawing takes, in steps of 5."""
    return min(100, 5 * round(20 * share + 0.5))
