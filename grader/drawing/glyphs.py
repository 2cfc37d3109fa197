"""Which letters the shipped fonts have."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path


def missing_letters(text: str, fonts: Iterable[Path]) -> str:
    """Return the letters of the text that none of the fonts has, each once, in the order of Unicode."""
    foreign = {letter for letter in text if not letter.isascii()}
    for font in fonts if foreign else ():
        foreign = {letter for letter in foreign if ord(letter) not in _letters(font)}
    return "".join(sorted(foreign))


@cache
def _letters(font: Path) -> frozenset[int]:
    """Return the code points of the letters that the font has."""
    from reportlab.pdfbase.ttfonts import TTFontFile

    return frozenset(TTFontFile(str(font)).charToGlyph)
