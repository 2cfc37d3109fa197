"""Which letters a font file has: its `cmap` table, read by the specification of OpenType."""

from __future__ import annotations

import struct
from bisect import bisect_right
from functools import cache
from pathlib import Path


def missing_letters(text: str, font: Path) -> str:
    """Return the letters of the text that the font has not, each once, in the order of Unicode."""
    foreign = {letter for letter in text if not letter.isascii()}
    if not foreign:
        return ""
    ranges = _ranges(font)
    starts = [start for start, _ in ranges]
    return "".join(
        letter for letter in sorted(foreign) if not ranges[bisect_right(starts, ord(letter)) - 1][1] >= ord(letter)
    )


@cache
def _ranges(font: Path) -> list[tuple[int, int]]:
    """Return the (first, last) code points of each run of letters, from the subtable for all of Unicode (format 12)."""
    content = font.read_bytes()
    (tables,) = struct.unpack_from(">H", content, 4)
    directory = {content[at : at + 4]: at for at in range(12, 12 + 16 * tables, 16)}
    (cmap,) = struct.unpack_from(">L", content, directory[b"cmap"] + 8)
    (subtables,) = struct.unpack_from(">H", content, cmap + 2)
    for record in range(cmap + 4, cmap + 4 + 8 * subtables, 8):
        at = cmap + struct.unpack_from(">L", content, record + 4)[0]
        if struct.unpack_from(">H", content, at) == (12,):
            (groups,) = struct.unpack_from(">L", content, at + 12)
            return [struct.unpack_from(">LL", content, at + 16 + 12 * group) for group in range(groups)]
    raise ValueError(f"{font.name} has no character map for all of Unicode")
