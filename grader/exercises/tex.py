"""Foreign text for LaTeX: no letter of it is a command, and the signs that trees and sentences use are there in every engine."""

from __future__ import annotations

import re

from grader.printable import printable

_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_", "~": r"\ensuremath{\sim}",
    "^": r"\textasciicircum{}", "<": r"\ensuremath{<}", ">": r"\ensuremath{>}", "|": r"\ensuremath{|}", '"': "''", "`": r"\textasciigrave{}",
    "≤": r"\ensuremath{\le}", "≥": r"\ensuremath{\ge}", "≠": r"\ensuremath{\ne}", "<=": r"\ensuremath{\le}", ">=": r"\ensuremath{\ge}",
    "α": r"\ensuremath{\alpha}", "β": r"\ensuremath{\beta}", "∞": r"\ensuremath{\infty}", "−": r"\ensuremath{-}", "→": r"\ensuremath{\to}",
    "×": r"\ensuremath{\times}", "·": r"\ensuremath{\cdot}", "√": r"\ensuremath{\surd}", "∈": r"\ensuremath{\in}", "∪": r"\ensuremath{\cup}",
    "∅": r"\ensuremath{\emptyset}", "±": r"\ensuremath{\pm}", "≈": r"\ensuremath{\approx}", "…": r"\dots{}", "–": "--", "—": "---",
    "“": "``", "”": "''", "‘": "`", "’": "'", "▶": r"\ensuremath{\triangleright}", "▲": r"\ensuremath{\bigtriangleup}",
    "▼": r"\ensuremath{\bigtriangledown}", "□": r"\ensuremath{\square}", "○": r"\ensuremath{\bigcirc}", "◆": r"\ensuremath{\diamond}",
    "✗": r"\ensuremath{\times}", "✓": r"\ensuremath{\surd}",
    "\u00a0": "~", "\u202f": r"\,", "\u2009": r"\,", "\u2066": "", "\u2067": "", "\u2068": "", "\u2069": "",
}  # fmt: skip
_ANY = re.compile("|".join(map(re.escape, sorted(_SPECIAL, key=len, reverse=True))))


def tex(text: str) -> str:
    r"""Return the text so that LaTeX sets it as it stands.

    >>> print(tex(r"50 % of \N_1 {x}"), tex("[-∞, 3] ≤ β"))
    50 \% of \textbackslash{}N\_1 \{x\} {[}-\ensuremath{\infty}, 3{]} \ensuremath{\le} \ensuremath{\beta}
    """
    shown = _ANY.sub(lambda found: _SPECIAL[found[0]], printable(text, len(text)))
    return shown.replace("[", "{[}").replace("]", "{]}")
