"""Foreign text made fit to be shown: nothing in it can move a cursor, reverse a line or flood a screen."""

from __future__ import annotations

import re

_LIMIT = 100
# Controls, separators that break lines, zero-width and bidirectional marks, surrogates and specials: what a reader
# cannot see, or what changes how the text around it is read (Unicode report 36, section 2.5, "bidirectional text spoofing").
_HIDDEN = (  # compiled when a text needs it, which few do
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\ufffe\uffff"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
# A word that begins with a letter that is read from right to left, and the words of that sort right behind it: a name, or a run of one.
_LEFTWARD = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_RUN = f"[{_LEFTWARD}][\\w{_LEFTWARD}-]*(?: [{_LEFTWARD}][\\w{_LEFTWARD}-]*)*"
_ISOLATE, _POP = "\u2068", "\u2069"


def printable(text: str, limit: int = _LIMIT) -> str:
    r"""Return the text with hidden characters as escapes and at most `limit` characters of the original.

    >>> printable("A\u202eB\x1b[2J")
    'A\\u202eB\\x1b[2J'
    """
    shown = text if len(text) <= limit else text[: limit - 1] + "…"
    if shown.isascii() and shown.isprintable():
        return shown
    return re.sub(_HIDDEN, _escape, shown)


def is_hidden(letter: str) -> bool:
    """Return whether a reader cannot see the letter, or it changes how the text around it is read."""
    return re.match(_HIDDEN, letter) is not None


def hides_nothing(text: str) -> bool:
    """Return whether a text has no hidden letter: it is shown as it is."""
    return re.search(_HIDDEN, text) is None


def harmless(text: str) -> str:
    r"""Return the text, whole and with its lines, in which all other hidden characters are escapes.

    >>> harmless("one\ntwo\x1b[2J")
    'one\ntwo\\x1b[2J'
    """
    if text.replace("\n", "").isprintable():
        return text
    return re.sub(f"(?!\n){_HIDDEN}", _escape, text)


def isolated(text: str, before: str = _ISOLATE, after: str = _POP) -> str:
    r"""Return a sentence in which names that are read from right to left turn nothing beside them round, such as the sign of a number.

    >>> isolated("\u05d0\u05d1 = -1/3")
    '\u2068\u05d0\u05d1\u2069 = -1/3'
    """
    return text if text.isascii() else re.sub(_RUN, lambda found: f"{before}{found[0]}{after}", text)


def json_line(data: object) -> str:
    """Return the data as one line of JSON in which hidden characters are escaped: the same data, safe to look at."""
    import json

    line = json.dumps(data, ensure_ascii=False)
    is_plain = line.isascii() and line.isprintable()  # most are; to search them all the same takes a fifth of the time
    return (line if is_plain else re.sub(_HIDDEN, _json_escape, line)) + "\n"


def _json_escape(match: re.Match[str]) -> str:
    import json

    return json.dumps(match.group())[1:-1]


def _escape(match: re.Match[str]) -> str:
    return match.group().encode("unicode_escape", "surrogatepass").decode("ascii")
