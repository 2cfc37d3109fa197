"""A sheet on paper: a PDF that Typst makes of `sheet.typ`, with the shipped fonts only and the same bytes each time.

All lengths are points.
"""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from grader.core.data import Data
from grader.core.drawing.draw import missing_letters
from grader.core.drawing.outline import outline_items
from grader.core.drawing.scale import shorten
from grader.core.resources import resource
from grader.core.text import isolated
from grader.pages.sheet import Question, Sheet
from grader.pages.sheet_page import SMALLEST_LETTERS, Room, fit, how_to_answer, printed

FONTS = ("Liberation Sans", "DejaVu Sans")
_TEMPLATE = Path(__file__).with_name("sheet.typ")
MILLIMETRE = 72 / 25.4


class Paper(NamedTuple):
    """A size of paper, upright: what Typst calls it, width and height."""

    name: str
    width: float
    height: float


PAPERS = {"a4": Paper("a4", 595.28, 841.89), "letter": Paper("us-letter", 612, 792)}


_MARGIN, _BLEED = 16 * MILLIMETRE, 6 * MILLIMETRE
"""Margins of a page, and how far drawings that have no parts beside them reach into them."""
_PARTS = 62 * MILLIMETRE
"""At least so wide is what stands beside a drawing."""
_HEADING, _HEAD, _FOOT = 16 * MILLIMETRE, 34 * MILLIMETRE, 15 * MILLIMETRE
"""How high the heading of a problem, the head of the sheet, and the foot of a page are."""
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
    """Return the data with places in long words at which a line may end, and names isolated; drawings stay as they are."""
    if isinstance(data, str):
        return _LONG_WORD.sub("\\g<0>\u200b", isolated(data))
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
    return {
        "title": sheet.title,
        "note": sheet.note,
        "programs": [(one.title, one.paragraphs) for one in sheet.programs],
        "signs": sheet.signs,
        "footer": shorten(sheet.footer or sheet.title, _LONGEST_FOOTER),
        "is_key": sheet.is_key,
        "is_several": len(sheet.questions) > 1,
        "how": how_to_answer(sheet),
        "paper": paper.name,
        "fonts": FONTS,
        "margin": _MARGIN,
        "foot": _FOOT,
        "bleed": _BLEED,
        "parts": _PARTS,
        "questions": [_question(question, paper) for question in sheet.questions],
    }


def _question(question: Question, paper: Paper) -> dict[str, Data]:
    """Return one problem as data; its drawings come as text, with their width and the share of it down to which they may be made smaller."""
    width, height = (
        paper.width - 2 * _MARGIN,
        paper.height - _MARGIN - _FOOT - _HEADING - (question.number == 1) * _HEAD,
    )
    beside = Room(width - _PARTS, height)
    fitted = fit(
        question, (Room(width + 2 * _BLEED, height), beside._replace(lies=True), beside._replace(is_turned=True))
    )
    scale = fitted.room.scale
    drawings = [
        {
            "svg": figure.svg,
            "alt": figure.diagram.title,
            "caption": figure.caption,
            "width": scale(figure) * (figure.height if fitted.room.is_turned else figure.width),
            "height": scale(figure) * (figure.width if fitted.room.is_turned else figure.height),
            "is_turned": fitted.room.is_turned,
            "least": min(1.0, SMALLEST_LETTERS / (scale(figure) * figure.letters)),
        }
        for figure in fitted.figures
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
