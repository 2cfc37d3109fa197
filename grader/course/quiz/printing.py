"""All sheets of a build on paper: one document to print, and one of all that is solved. Each is put together of the sheets' own."""

from __future__ import annotations

import io
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from grader.course.quiz.order import Order
from grader.course.quiz.sheets import PAPER, PRINTS, File, Recipient, recipients
from grader.handout.sheet import make_sheet

ALL, KEY = "key/all.pdf", "key/key.pdf"


def print_files(
    folder: Path,
    wanted: Sequence[Recipient],
    names: Sequence[str] = (ALL, KEY),
    before: Mapping[str, bytes] = MappingProxyType({}),
) -> list[File]:
    """Return the named documents, in the order of the sheets; `before` are those that they go on from."""
    sheets = {
        ALL: [folder / one.folder / PAPER for one in wanted],
        KEY: [folder / PRINTS / f"{one.name}.pdf" for one in wanted],
    }
    return [(name, joined(sheets[name], before.get(name))) for name in names]


def clear_prints(folder: Path) -> None:
    """Remove the solved sheets on paper, of which the key holds all in one."""
    shutil.rmtree(folder / PRINTS, ignore_errors=True)


def joined(files: Sequence[Path], before: bytes | None = None) -> bytes:
    """Return one PDF of all pages, in order, with fonts and the like held once.

    Each document begins on a new leaf where both sides are printed: one that ends on a front gets an empty back.
    """
    from pypdf import PdfWriter

    writer = PdfWriter()
    for content in [*([before] if before else []), *(file.read_bytes() for file in files)]:
        writer.append(io.BytesIO(content), import_outline=False)
        if len(writer.pages) % 2:
            writer.add_blank_page()
    writer.compress_identical_objects()
    held = io.BytesIO()
    writer.write(held)
    return held.getvalue()


def unprintable(order: Order) -> str:
    """Return the letters of the quiz and of names on the roster that no shipped font has: paper shows boxes for them."""
    from grader.handout.paper import missing_glyphs

    quiz = order.quiz
    labels = (one.label for one in recipients(quiz.variants, quiz.groups, order.roster))
    sheet = make_sheet([one.first.problem for one in order.recipe.exercised], quiz.heading)
    return missing_glyphs(sheet._replace(note="\n".join([quiz.course, quiz.note, *labels])))


def is_there() -> bool:
    """Return whether what paper needs is installed."""
    from importlib.util import find_spec

    return all(find_spec(name) is not None for name in ("typst", "pypdf"))
