"""Foreign text made fit to be shown: nothing in it can move a cursor, reverse a line or flood a screen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

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


def without_escapes(shown: str) -> str:
    r"""Return what was made printable without what stands there for hidden characters.

    >>> without_escapes(printable("A\u202eB\n"))
    'AB'
    """
    return re.sub(r"\\(?:[nrt]|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})", "", shown)


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


def json_text(data: object, *, is_ascii: bool = False) -> str:
    """Return the data as JSON, in one line."""
    return json.dumps(data, ensure_ascii=is_ascii)


def json_line(data: object) -> str:
    """Return the data as one line of JSON in which hidden characters are escaped: the same data, safe to look at."""
    line = json_text(data)
    is_plain = line.isascii() and line.isprintable()  # most are; to search them all the same takes a fifth of the time
    return (line if is_plain else re.sub(_HIDDEN, _json_escape, line)) + "\n"


def _json_escape(match: re.Match[str]) -> str:
    return json_text(match.group(), is_ascii=True)[1:-1]


def _escape(match: re.Match[str]) -> str:
    return match.group().encode("unicode_escape", "surrogatepass").decode("ascii")


# -- small pieces of sentences that many rooms need

_WORD = re.compile(r"(?:a|[a-z][a-z'-]+)[,:;.]?(?:\s|$)")


def with_capital(text: str) -> str:
    """Return the text with a capital at its beginning if it begins with a word: in a formula a capital is another letter.

    >>> [with_capital(text) for text in ("a leaf is cut", "b^2 = 9 leaves", "x = 3", "log10(8) is about 0.9")]
    ['A leaf is cut', 'b^2 = 9 leaves', 'x = 3', 'log10(8) is about 0.9']
    """
    return f"{text[0].upper()}{text[1:]}" if _WORD.match(text) else text


def count(number: int, noun: str) -> str:
    """Return the number with its noun.

    >>> count(1, "student"), count(2_000, "student")
    ('1 student', '2,000 students')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def listed(names: Sequence[str], most: int) -> str:
    """Return the names with commas, at most so many, and how many more there are.

    >>> listed(["A", "B", "C"], 2)
    'A, B and 1 more'
    """
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def listed_names(names: Iterable[str], most: int) -> str:
    """Return names that others wrote as `listed` does, fit to be shown."""
    return listed([*map(printable, names)], most)


def quoted(names: Iterable[str], most: int) -> str:
    """Return names that others wrote as `listed` does, each in quotation marks."""
    return listed([f'"{printable(name)}"' for name in names], most)


def first_of_many(said: Sequence[str], most: int, what: str) -> list[str]:
    """Return at most so many sentences, and how many more there are of what.

    >>> first_of_many(["a", "b", "c"], 2, "like these")
    ['a', 'b', 'and 1 more like these']
    """
    return [*said[:most], *([f"and {len(said) - most:,} more {what}"] if len(said) > most else [])]


def both(names: Sequence[str]) -> str:
    """Return the names with commas and a last "and".

    >>> both(["A"]), both(["A", "B", "C"])
    ('A', 'A, B and C')
    """
    *others, last = names or [""]
    return f"{', '.join(others)} and {last}" if others else last


def either(names: Sequence[str]) -> str:
    """Return the names with commas and a last "or".

    >>> either(["1"]), either(["1", "2", "3"])
    ('1', '1, 2 or 3')
    """
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


# -- texts in XML

_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_ATTRIBUTE = _IN_TEXT | str.maketrans({'"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"})


def xml_text(text: str) -> str:
    """Return a text as it stands between tags.

    >>> xml_text("a < b & c")
    'a &lt; b &amp; c'
    """
    return text.translate(_IN_TEXT)


def xml_attribute(text: str) -> str:
    r"""Return a text as the value of an attribute.

    >>> xml_attribute('say "a\nb"')
    'say &quot;a&#10;b&quot;'
    """
    return text.translate(_IN_ATTRIBUTE)


def xml_leaf(tag: str, text: str, **attributes: str) -> str:
    """Return an element that holds a text alone.

    >>> xml_leaf("file", "<>", name="a"), xml_leaf("text", "")
    ('<file name="a">&lt;&gt;</file>', '<text />')
    """
    opened = _opened(tag, attributes)
    return f"<{opened}>{xml_text(text)}</{tag}>" if text else f"<{opened} />"


def xml_element(tag: str, *inside: str, **attributes: str) -> str:
    """Return an element that holds others, all in one line."""
    opened = _opened(tag, attributes)
    return f"<{opened}>{''.join(inside)}</{tag}>" if any(inside) else f"<{opened} />"


def xml_block(tag: str, *inside: str, **attributes: str) -> str:
    """Return an element that holds others, a line for each.

    >>> print(xml_block("name", xml_leaf("text", "A"), sort="x"))
    <name sort="x">
    <text>A</text>
    </name>
    """
    opened = _opened(tag, attributes)
    return "\n".join([f"<{opened}>", *inside, f"</{tag}>"]) if inside else f"<{opened} />"


def _opened(tag: str, attributes: Mapping[str, str]) -> str:
    return "".join([tag, *(f' {name}="{xml_attribute(value)}"' for name, value in attributes.items())])


# -- sentences of solutions with the signs of a printed page: α and β, a real minus, ∞, ≥, and no line that begins with =

_SIGNS = {"alpha": "α", "beta": "β", "-inf": "−∞", "inf": "∞", ">=": "≥", "<=": "≤", "*": "·", "-": "−"}
_GREEK = r"(?<![\w.-])(?:alpha|beta)\b(?!-)"
_FIELDS = r"(?![^{}]*\})"  # what stands in braces are the fields of a file
_PRINTED = rf"{_GREEK}|(?<![\w.-])(?:-?inf\b|-(?=\d))|>=|<=|(?<=[\w)])\*(?=[\w(])|(?<= )\*(?= )"


def typesetter(names: Iterable[str] = ()) -> Callable[[str], str]:
    r"""Return what typesets sentences in which these names stay as they are: an id may be `alpha` or `-inf`.

    >>> typesetter()("alpha = 3 >= beta = -2")
    'α\xa0=\xa03\xa0≥ β\xa0=\xa0−2'
    """
    signs, spaced = _with_signs(_PRINTED, names), re.compile(r" ([=≥≤])( ?)")

    @lru_cache(maxsize=1000)  # the same few windows are said again and again
    def typeset(text: str) -> str:
        return spaced.sub(_keep_together, signs(text))

    return typeset


def greek(texts: Iterable[str] = ()) -> Callable[[str], str]:
    """Return what writes α and β in sentences, but for these texts, which others wrote, what is quoted, and all that one may type.

    >>> greek()('alpha = 3 >= beta = -inf, by alpha-beta (list of {node, alpha, beta}); there is no "alpha"')
    'α = 3 >= β = -inf, by alpha-beta (list of {node, alpha, beta}); there is no "alpha"'
    >>> greek(["in /alpha/a.yaml"])("in /alpha/a.yaml alpha is 3")
    'in /alpha/a.yaml α is 3'
    """
    return _with_signs(_GREEK + _FIELDS, texts, '"[^"]*"')


def spelled(text: str) -> str:
    """Return the text with the names of alpha and beta in letters that every terminal has."""
    return text.replace("α", "alpha").replace("β", "beta")


def _with_signs(plain: str, texts: Iterable[str], untouched: str = "") -> Callable[[str], str]:
    """Return what puts a sign for each `plain` piece that is in none of the texts and in nothing else that is `untouched`."""
    known = sorted({text for text in texts if re.search(plain, text)}, key=lambda text: (-len(text), text))
    stays = "|".join((*filter(None, [untouched]), *map(re.escape, known)))
    pattern = re.compile(f"(?P<stays>{stays})|{plain}" if stays else plain)
    return lambda text: pattern.sub(
        lambda found: found[0] if found.groupdict().get("stays") else _SIGNS[found[0]], text
    )


def _keep_together(found: re.Match[str]) -> str:
    """Return a sign that stays on the line of what stands before it; an equals sign also of what comes after."""
    after = "\u00a0" if found[1] == "=" and found[2] else found[2]
    return f"\u00a0{found[1]}{after}"
