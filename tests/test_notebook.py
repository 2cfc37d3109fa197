"""The notebook of the documentation: its cells run, and what is stored below them is what they show."""

from __future__ import annotations

import json
import re

import pytest
from run_notebook import executed, written
from test_docs import ROOT

FILE = ROOT / "docs" / "notebook.ipynb"


def without_places(text: str) -> str:
    """Return the notebook without the coordinates of drawings: another Graphviz may lay out a hair otherwise."""
    return re.sub(
        r"<svg.*?</svg>", lambda svg: re.sub(r"-?\d+(\.\d+)?", "#", svg[0]), text.replace("\\n", ""), flags=re.DOTALL
    )


def test_notebook_stores_what_its_cells_show() -> None:
    stored = json.loads(FILE.read_text("utf-8"))
    assert without_places(written(executed(stored))) == without_places(FILE.read_text("utf-8"))


def test_notebook_shows_a_tree_marks_and_a_chart() -> None:
    outputs = [output for cell in json.loads(FILE.read_text("utf-8"))["cells"] for output in cell.get("outputs", ())]
    shown = ["".join(text) for output in outputs for text in output.get("data", {}).values()]
    assert sum("<svg" in text or "<img src=" in text for text in shown) >= 4
    assert any("How the class did" in text for text in shown)
    assert any("<pre>" in text and "points" in text for text in shown)


def test_cell_that_fails_fails() -> None:
    cell = {"cell_type": "code", "source": ["nothing"], "metadata": {}}
    with pytest.raises(NameError):
        executed({"cells": [cell]})


def test_cell_shows_what_it_prints_and_its_last_value() -> None:
    cell = {"cell_type": "code", "source": ["x = 2\n", "print('a')\n", "x + 1"], "metadata": {}}
    ((first, second),) = [cell["outputs"] for cell in executed({"cells": [cell]})["cells"]]
    assert first["text"] == ["a\n"]
    assert second["data"] == {"text/plain": ["3"]}
