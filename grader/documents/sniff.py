"""What a document surely is, from a look at its bytes: a thousand problems can be passed by without being parsed.

A look may be wrong in one way only: it may not know. Whatever it says holds for every document that the strict reader
accepts, since that reader refuses a key that stands twice; a document that it refuses is looked at with the same care,
so that a second `id:` or a quote that is left open make it unknown.
"""

from __future__ import annotations

import re

_BOM = rb"(?:\xef\xbb\xbf)?"
# Lines in which nothing begins that goes on over lines: no quotes, brackets, blocks of text; comments may hold anything.
_LINES = rb"(?:[ \t]*#[^\n]*\n|(?![ \t]*#)[^\n\"'\[\]{}|>\\]*\n)*?"
_END = rb"[ \t\r]*(?:\n|\Z)"
_ID = rb"([A-Za-z0-9][A-Za-z0-9._-]*)"
_FIELDS = rb'(?:(?:"[a-z-]+"\s*:\s*|[a-z-]+:\s+)(?:"[^"\\]*"|[A-Za-z0-9./_-]+)\s*,\s*)*?'

# Compiled when a folder is looked through, which one file does not need.
_BLOCK_ID = _BOM + _LINES + rb"id:[ \t]+" + _ID + _END
_FLOW_ID = _BOM + rb"\s*\{\s*" + _FIELDS + rb'(?:"id"\s*:\s*|id:\s+)(?:"' + _ID + rb'"|' + _ID + rb")\s*[,}]"
_OTHER_FORMAT = _BOM + _LINES + rb"format:[ \t]+gametree-(?!problem)[a-z]+/[0-9]+" + _END
_CONSTANTS = ("null", "Null", "NULL", "true", "false")


def sure_id(content: bytes) -> str | None:
    r"""Return the id that the document states, if it can be read at all; None where only reading it can tell.

    >>> sure_id(b"format: gametree-problem/1\nid: week3-q1\ntree: [1, 2]")
    'week3-q1'
    """
    match = re.match(_FLOW_ID, content)
    if match is None and _number_of(b"id:", content) == 1:
        match = re.match(_BLOCK_ID, content)
    found = next(filter(None, match.groups()), b"").decode() if match else ""
    return found if found and found not in _CONSTANTS else None


def is_surely_other(content: bytes) -> bool:
    """Return whether the document is surely no problem: it says that it is something else, and names no kind."""
    return (
        b"kind" not in content
        and b"\\" not in content
        and _number_of(b"format:", content) == 1
        and re.match(_OTHER_FORMAT, content) is not None
    )


def _number_of(key: bytes, content: bytes) -> int:
    """Return at how many places a line begins with the key."""
    return content.count(b"\n" + key) + content.removeprefix(b"\xef\xbb\xbf").startswith(key)
