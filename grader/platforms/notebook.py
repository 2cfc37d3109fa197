"""Exercises as a Jupyter notebook (nbformat 4.5): the statement, the tree as a picture and in words, and a cell to answer in.

The last cell, when it is run, writes the file to hand in: what it says is the template for answers, so `grade` reads it as
any other. Source of the format: the documentation of nbformat.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from hashlib import sha256

from grader.pages import TEMPLATE
from grader.pages.sheet import Sheet, answer_template, make_sheet
from grader.pages.sheet_page import markdown, question_lines
from grader.platforms.question_items import Files, Format, Pool, Wishes, pictures_of, singles

NOTEBOOK = "exercises.ipynb"
_HOW = (
    f"Fill in the last cell and run it: it writes `{TEMPLATE}` beside this notebook. Hand that file in. "
    "A part that stays blank earns nothing and costs nothing."
)
_WORDS = (
    "double-click here and write. Then copy it into the last cell, below `text: |` and indented as the line there is."
)
_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}

Cell = dict[str, object]


def notebook_files(pools: Sequence[Pool], wishes: Wishes) -> Files:
    """Yield the notebook; nothing in it depends on anything but the problems."""
    problems = [exercise.problem for exercise in singles(pools)]
    sheet = make_sheet(problems, wishes.title)
    cells = [*_statement_cells(sheet), _code(f"%%writefile {TEMPLATE}\n{answer_template(problems, sheet.title)}")]
    for place, cell in enumerate(cells):
        cell["id"] = sha256(f"{place} {cell['source']}".encode()).hexdigest()[:12]
    notebook = {
        "cells": cells,
        "metadata": {"kernelspec": _KERNEL, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    yield NOTEBOOK, json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _statement_cells(sheet: Sheet) -> Iterator[Cell]:
    yield _text([f"# {markdown(sheet.title)}", "", f"{sheet.note}.", "", _HOW])
    for question in sheet.questions:
        pictures = pictures_of(question, f"tree-{question.number}")
        title = f"## {question.number}. {markdown(question.title)} ({question.points})"
        yield _text(
            [title, "", *question_lines(question, "###", [f"attachment:{name}" for name in pictures])], pictures
        )
        for asked in question.asked:
            if asked.prompt:
                yield _text([f"**{question.number}. {asked.title}** ({asked.points}): {_WORDS}"])


def _text(lines: Sequence[str], pictures: dict[str, str] | None = None) -> Cell:
    cell: Cell = {"cell_type": "markdown", "metadata": {}, "source": "\n".join(lines).rstrip()}
    if pictures:
        encoded = {name: base64.b64encode(content.encode()).decode() for name, content in pictures.items()}
        cell["attachments"] = {name: {"image/svg+xml": content} for name, content in encoded.items()}
    return cell


def _code(source: str) -> Cell:
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": source.rstrip("\n")}


JUPYTER = Format(notebook_files, instead="`gametree quiz build` makes a page to answer on for each student")
