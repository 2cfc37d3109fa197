"""What was typed or pasted into the text field of a platform: HTML made text again, line by line, as it was seen.

It comes from strangers: nothing of it is kept but text, tags end lines or vanish, entities are read once, and every
character is looked at a bounded number of times, however broken the markup is.
"""

import html
import re
import textwrap
from collections.abc import Iterator

_BREAKS = frozenset({"br", "p", "div", "li", "ul", "ol", "pre", "tr", "table", "blockquote", "body", "h1", "h2", "h3"})
_UNSEEN = frozenset({"head", "script", "style", "title", "template", "noscript"})
_NAME = re.compile(r"/?([A-Za-z][A-Za-z0-9]*)")
_NOTHING = dict.fromkeys(map(ord, "\u200b\ufeff\u2060"))


def pasted_text(content: bytes) -> bytes:
    r"""Return the text of a page that a platform made of a text field, as UTF-8.

    >>> pasted_text(b"<p>answers:<br>&nbsp; q1: {value: 3 &amp; 4}</p>").decode()
    'answers:\n  q1: {value: 3 & 4}\n'
    """
    text = content.decode("utf-8-sig", "replace")
    pieces = [*_pieces(text)]
    is_page = any(tag in _BREAKS or tag in _UNSEEN for tag, _ in pieces)
    lines = _lines(pieces, text) if is_page else html.unescape(text).split("\n")
    seen = "\n".join(line.replace("\xa0", " ").translate(_NOTHING).rstrip() for line in lines)
    return (textwrap.dedent(seen).strip("\n") + "\n").encode("utf-8", "replace")


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield the tags, each by its name in small letters, and texts, under the name ""; comments and what is never seen are left out."""
    at, small = 0, text.lower()
    while at < len(text):
        begin = text.find("<", at)
        if begin < 0:
            yield "", text[at:]
            return
        if begin > at:
            yield "", text[at:begin]
        name = _NAME.match(text, begin + 1)
        end = text.find(">", begin)
        if text.startswith("<!--", begin):
            end = text.find("-->", begin)
            at = len(text) if end < 0 else end + len("-->")
        elif end < 0 or (name is None and text[begin + 1 : begin + 2] not in ("!", "?")):
            yield "", "<"
            at = begin + 1
            if end < 0:
                yield "", text[at:]
                return
        else:
            at = end + 1
            tag = name[0].lower() if name is not None else ""
            if tag in _UNSEEN:
                closing = small.find(f"</{tag}", at)
                at = len(text) if closing < 0 else closing
            if tag:
                yield tag, ""


def _lines(pieces: list[tuple[str, str]], text: str) -> list[str]:
    """Return the lines that a reader of the page sees; the heading that repeats the title of the page is none of them."""
    title, lines = _title(text), [""]
    preformatted = 0
    for tag, said in pieces:
        name = tag.removeprefix("/")
        if name == "pre":
            preformatted += -1 if tag.startswith("/") else 1
        if name in _BREAKS and (lines[-1].strip() or name == "br"):
            lines.append("- " if tag == "li" else "")
        elif tag == "li":
            lines[-1] = "- "
        if said and not tag:
            shown = html.unescape(said)
            first, *others = shown.split("\n") if preformatted > 0 else [_in_one_line(shown, lines[-1])]
            lines[-1] += first
            lines += others
    if title:
        at = next((at for at, line in enumerate(lines) if line.strip()), None)
        if at is not None and lines[at].strip() == title:
            del lines[at]
    return lines


def _in_one_line(shown: str, before: str) -> str:
    """Return text outside `<pre>`: a line break in the source is a blank, at the beginning of a line nothing."""
    joined = re.sub(r"[ \t\r]*\n[ \t\r\n]*", " ", shown)
    return joined if before.strip() or not joined.startswith(" ") or "\n" not in shown else joined.lstrip(" ")


def _title(text: str) -> str:
    small = text[:4096].lower()
    begin, end = small.find("<title>"), small.find("</title")
    return html.unescape(text[begin + len("<title>") : end]).strip() if 0 <= begin < end else ""
