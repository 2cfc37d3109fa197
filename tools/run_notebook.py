"""Run a notebook's code cells in one namespace and store what they show, without a kernel: `run_notebook.py FILE`.

What a cell shows is what it prints and its last expression, as Jupyter would show it: as HTML, as SVG or as text.
"""

from __future__ import annotations

import ast
import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path

from grader.core.data import Data

_FORMS = {"_repr_html_": "text/html", "_repr_svg_": "image/svg+xml"}


def executed(notebook: dict[str, Data]) -> dict[str, Data]:
    """Return the notebook with the outputs of its cells."""
    names: dict[str, Data] = {"__name__": "__main__"}
    cells, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            outputs = _run("".join(cell["source"]), names, count)
            cells.append({**cell, "execution_count": count, "outputs": outputs})
        else:
            cells.append(cell)
    return {**notebook, "cells": cells}


def _run(source: str, names: dict[str, Data], count: int) -> list[dict[str, Data]]:
    """Return the outputs of one cell."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "<cell>", "exec"), names)  # noqa: S102  # the notebook is ours
        value = _value(last, names)
    outputs: list[dict[str, Data]] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(printed.getvalue())})
    if value is not None:
        shown = {"data": _shown(value), "execution_count": count, "metadata": {}, "output_type": "execute_result"}
        outputs.append(shown)
    return outputs


def _value(last: ast.stmt | None, names: dict[str, Data]) -> Data:
    """Return the value of the last expression; None where there is none."""
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)  # noqa: S307  # see above


def _shown(value: Data) -> dict[str, list[str]]:
    """Return a value in every form that it has."""
    forms = {form: getattr(value, name)() for name, form in _FORMS.items() if hasattr(value, name)}
    return {form: _lines(text) for form, text in sorted({**forms, "text/plain": repr(value)}.items())}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def written(notebook: dict[str, Data]) -> str:
    """Return the notebook as its file holds it."""
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(written(executed(json.loads(file.read_text("utf-8")))), encoding="utf-8")
