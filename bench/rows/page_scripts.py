"""What the script and the style of a page weigh, which are in each: the heaviest of a sixth of the bank, and of a class's feedback."""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path

from measure import Line, Target
from samples import environment, python

from rows.earlier import SCRIPTS, page_commands

_MOST = {"answer page": 140, "step pages": 60, "feedback pages": 60}
"""Kilobytes that each sort of page may take."""
_WRITTEN = re.compile(rb"<(?:style|script)(?![^>]*json)[^>]*>(.*?)</(?:style|script)>", re.DOTALL)


def page_scripts(_: int) -> list[Line]:
    """Return a line for each sort of page. Nothing is timed, so the runs do not matter."""
    lines = []
    for command in page_commands():
        sort = next(name for name in _MOST if name in command.what)
        with tempfile.TemporaryDirectory() as place:
            program, *words = command.words.format(out=Path(place, "out")).split()
            subprocess.run(python(SCRIPTS[program], *words), env=environment(), capture_output=True, check=True)
            pages = [file.read_bytes() for file in Path(place, "out").rglob("*.html")]
        heaviest = max(sum(map(len, _WRITTEN.findall(page))) for page in pages) / 1024
        share = heaviest / _MOST[sort]
        lines.append(
            Line(f"script and style of {sort}", f"{_MOST[sort]} KB", (share,), Target(1), f"{heaviest:.1f} KB")
        )
    return lines
