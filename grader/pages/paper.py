"""A sheet on paper: a PDF that Typst makes of `sheet.typ`, with the shipped fonts only and the same bytes each time.

All lengths are points.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from grader.core.data import Data
from grader.core.drawing.draw import missing_letters
from grader.core.drawing.outline import outline_items
from grader.core.drawing.scale import shorten
from grader.core.resources import resource
from grader.pages.sheet import Question, Sheet
from grader.pages.sheet_page import HOW, Figure, Fit, figures, fit, printed

FONTS = ("Liberation Sans", "DejaVu Sans")
_TEMPLATE = Path(__file__).with_name("sheet.typ")
MILLIMETRE = 72 / 25.4


class Paper(NamedTuple):
    """A size of paper, upright: what Typst calls it, width and height."""

    name: str
    width: float
    height: float


PAPERS = {"a4": Paper("a4", 595.28, 841.89), "letter": Paper("us-letter", 612, 792)}


class Side(NamedTuple):
    """How a page is used that stands or lies: its margins, how far drawings reach into them, and the height that is no drawing's."""

    margin: float
    bleed: float
    taken: float


_STANDING = Side(16 * MILLIMETRE, 6 * MILLIMETRE, 80 * MILLIMETRE)
_LYING = Side(10 * MILLIMETRE, 2 * MILLIMETRE, 70 * MILLIMETRE)
_LONGEST_FOOTER = 80
_LONG_WORD = re.compile(r"\S{20}(?=\S)")


def is_there() -> bool:
    """Return whether Typst is installed."""
    return find_spec("typst") is not None


def write_pdf(sheet: Sheet, paper: str) -> bytes:
    """Return the sheet as a PDF document."""
    import typst

    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[resource("fonts")])
    data = json.dumps(_breakable(paper_data(sheet, PAPERS[paper])), ensure_ascii=False)
    made = typst.compile(
        _TEMPLATE.read_bytes(),
        format="pdf",
        font_paths=fonts,
        sys_inputs={"sheet": data},
        timestamp=0,
    )
    if not isinstance(made, bytes):
        raise TypeError(f"Typst made {type(made).__name__}, not one PDF")
    return made


def _breakable(data: Data) -> Data:
    """Return the data with places in long words at which a line may end; drawings stay as they are."""
    if isinstance(data, str):
        return _LONG_WORD.sub("\\g<0>\u200b", data)
    if isinstance(data, dict):
        return {name: value if name == "svg" else _breakable(value) for name, value in data.items()}
    return [_breakable(value) for value in data] if isinstance(data, list | tuple) else data


def missing_glyphs(sheet: Sheet) -> str:
    """Return the letters of the sheet that are empty boxes on paper: no shipped font has them."""
    text = json.dumps(paper_data(sheet, PAPERS["a4"]), ensure_ascii=False)
    return missing_letters(text, sorted(resource("fonts").glob("*.ttf")))


def paper_data(sheet: Sheet, paper: Paper) -> dict[str, Data]:
    """Return all that `sheet.typ` writes."""
    sheet = printed(sheet)
    runs = []
    drawn = [(question, shown, _fit(shown, paper)) for question in sheet.questions for shown in [figures(question)]]
    for wide, run in groupby(drawn, lambda item: item[2].is_wide):
        side, room = _LYING if wide else _STANDING, _room(paper, wide=wide)
        questions = [_question(*item, room) for item in run]
        runs.append({"is_wide": wide, "margin": side.margin, "bleed": side.bleed, "questions": questions})
    return {
        "title": sheet.title,
        "note": sheet.note,
        "signs": sheet.signs,
        "footer": shorten(sheet.footer or sheet.title, _LONGEST_FOOTER),
        "is_key": sheet.is_key,
        "is_several": len(sheet.questions) > 1,
        "how": f"Write here, or {HOW[0].lower()}{HOW[1:]}",
        "paper": paper.name,
        "fonts": FONTS,
        "runs": runs,
    }


def _room(paper: Paper, *, wide: bool) -> tuple[float, float]:
    """Return how wide and how high a drawing may be."""
    side = _LYING if wide else _STANDING
    width, height = (paper.height, paper.width) if wide else (paper.width, paper.height)
    return width - 2 * (side.margin - side.bleed), height - side.taken


def _fit(shown: Sequence[Figure], paper: Paper) -> Fit:
    return fit(shown, _room(paper, wide=False), _room(paper, wide=True))


def _question(question: Question, shown: Sequence[Figure], fitted: Fit, room: tuple[float, float]) -> dict[str, Data]:
    """Return one problem as data; its drawings come as text and have their width."""
    drawings = [
        {
            "svg": figure.svg,
            "alt": figure.diagram.title,
            "caption": figure.caption,
            "width": figure.scale(room) * figure.width,
        }
        for figure in (shown if fitted.is_legible else ())
    ]
    outlines = [item for diagram in question.diagrams for item in outline_items(diagram)] if fitted.needs_text else []
    return {
        "number": question.number,
        "id": question.id,
        "title": question.title,
        "points": question.points,
        "task": question.task,
        "posed": question.posed,
        "figures": drawings,
        "outline": outlines,
        "asked": [
            {"title": asked.title, "wanted": asked.wanted, "points": asked.points} | asked.blank._asdict()
            for asked in question.asked
        ],
        "conventions": [held._asdict() for held in question.conventions],
        "elsewhere": question.elsewhere,
        "solved": question.solved
        and {
            "answers": [right._asdict() for right in question.solved.answers],
            "steps": question.solved.steps,
        },
    }
