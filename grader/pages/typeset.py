"""Sentences of solutions with the signs of a printed page: α and β, a real minus, ∞, ≥, and no line that begins with =."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

_SIGNS = {"alpha": "α", "beta": "β", "-inf": "−∞", "inf": "∞", ">=": "≥", "<=": "≤", "*": "·", "-": "−"}
_PLAIN = r"(?<![\w.-])(?:(?:alpha|beta)\b(?!-)|-?inf\b|-(?=\d))|>=|<=|(?<=[\w)])\*(?=[\w(])|(?<= )\*(?= )"
_SPACED = re.compile(r" ([=≥≤])( ?)")


def typesetter(names: Iterable[str] = ()) -> Callable[[str], str]:
    r"""Return what typesets sentences in which these names stay as they are: an id may be `alpha` or `-inf`.

    >>> typesetter()("alpha = 3 >= beta = -2")
    'α\xa0=\xa03\xa0≥ β\xa0=\xa0−2'
    """
    kept = sorted({name for name in names if re.search(_PLAIN, name)}, key=lambda name: (-len(name), name))
    pattern = re.compile("|".join((*map(re.escape, kept), _PLAIN)))
    untouched = frozenset(kept)

    def sign(found: re.Match[str]) -> str:
        return found[0] if found[0] in untouched else _SIGNS[found[0]]

    @lru_cache(maxsize=1000)  # the same few windows are said again and again
    def typeset(text: str) -> str:
        return _SPACED.sub(_keep_together, pattern.sub(sign, text))

    return typeset


def _keep_together(found: re.Match[str]) -> str:
    """Return a sign that stays on the line of what stands before it; an equals sign also of what comes after."""
    after = "\u00a0" if found[1] == "=" and found[2] else found[2]
    return f"\u00a0{found[1]}{after}"
