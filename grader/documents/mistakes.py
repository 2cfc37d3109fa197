"""The commonest mistakes within one line of YAML or JSON: what gives each away, how it is mended and what is said of it."""

import re
from typing import NamedTuple


class Mistake(NamedTuple):
    """A mistake within one line: the pattern that gives it away, what stands there instead, and what is said.

    `shows`: the mended line is shown. Not where it would only be a guess.
    """

    pattern: str
    instead: str
    message: str
    shows: bool = True

    def mend(self, line: str) -> str:
        """Return the line without the mistake."""
        return re.sub(self.pattern, self.instead, line)


_NAME = r"[\"']?[\w.][\w.-]*[\"']?"
_ONE = r"(?:[^\s:#\[{]\S*|[\[{].*)"  # one word, or a list or mapping
_NO_COLON = "a ':' is missing behind the name"
_IN_QUOTES = "put text that holds ': ' or begins with a sign in quotes"
NO_SPACE = "the line holds a space that is none, as web pages and word processors write it; type its spaces anew"
_COMMENT = "a comment begins with '#'"
_FOLLOWS = f"{_COMMENT}; leave out what follows "
_NO_PART = "this line is no part of the answers; leave it out, or begin it with '#'"
_NEW_LINE = "only one ':' can stand here; begin a new line behind the first, indented deeper"
LOOKS_BLANK = "[\u00a0\u2000-\u200b\u202f\u2060\u3000\ufeff]"

SURE = (
    Mistake(
        r"^\s*(?:```|~~~).*$", "", "a fence such as ``` is no part of the answers; leave out this line", shows=False
    ),
    Mistake(
        r"^(?:<<<<<<<|=======|>>>>>>>).*$", "", "a mark of git where two versions meet; keep one version", shows=False
    ),
    Mistake(r"^> ?(?!>)", "", "leave out the '>' at the start of the line", shows=False),
)
"""What is a mistake wherever it stands in a text that cannot be read."""

NO_BLANKS = Mistake(LOOKS_BLANK, " ", NO_SPACE, shows=False)
FIRST = (
    NO_BLANKS,
    Mistake(r"，\s*", ", ", "'，' is the wide form of a comma; write ','"),
    Mistake(r"(?:^|(?<=\s))//.*$", "", f"{_FOLLOWS}'//'", shows=False),
    Mistake(r"/\*.*?\*/", "", f"{_FOLLOWS}'/*'", shows=False),
    Mistake(r"<!--.*?-->", "", f"{_FOLLOWS}'<!--'", shows=False),
    Mistake(r"\[([^\[\](){}]*)[)}]", r"[\1]", "'[' is closed by another bracket; write ']'"),
    Mistake(r"\{([^\[\](){}]*)[)\]]", r"{\1}", "'{' is closed by another bracket; write '}'"),
    Mistake(r"^(?:[A-Z]\S*\s[^:#]*|(?:[^\s:#]+ )+[^\s:#]+[.!?])$", "", _NO_PART, shows=False),
)
"""What is tried before tabs, brackets and quotes: signs that have no place in any answer."""

COLONS = (
    Mistake(r"：\s*", ": ", "'：' is the wide form of a colon; write ':' and a space"),
    Mistake(r"(?<=[\w-]):(?=[^\s:/])", ": ", "a space must follow the ':'"),
    Mistake(rf"^(\s*{_NAME})\s*(?::=|==?>?|->|→)\s*(?=\S)", r"\1: ", "write ':' behind the name"),
    Mistake(rf"^(\s*{_NAME})\s+:(?=\S)", r"\1: ", "a space must follow the ':'"),
    Mistake(rf"^(\s*{_NAME})\s+[-–—]\s+(?=\S)", r"\1: ", "write ':' behind the name"),
    Mistake(rf"([\[{{,]\s*{_NAME})\s*(?::=|==?>?|->|→)\s*(?=\S)", r"\1: ", "write ':' behind the name"),
    Mistake(rf"^(\s*(?:- )?{_NAME})(?:\s+|\s*,\s*)({_ONE})\s*$", r"\1: \2", _NO_COLON),
    Mistake(rf"^(\s*{_NAME})\s*$", r"\1:", _NO_COLON),
    Mistake(rf"^(\s*{_NAME}) +([^\s:#]+) +([^\s:#]+)\s*$", r"\1-\2: \3", f"{_NO_COLON}; {_COMMENT}", shows=False),
)
"""Ways to go without ': ', tried together: who makes one of them makes another on the next line."""

THEN = (
    Mistake(r"[\s;]*;\s*$", "", "leave out the ';' at the end of the line"),
    Mistake(r"\s*;", ",", "write ',' instead of ';'"),
    Mistake(r"([\d\"'\]}\w])([ \t]+)(?=\"[\w-]+\"\s*:)", r"\1,\2", "a ',' is missing between two entries"),
    Mistake(r"([\w\"'\]}])\s*$", r"\1,", "a ',' is missing at the end of the line"),
    Mistake(r"(:\s+[-+])\s+(?=[\d.∞i])", r"\1", "no space may stand behind the sign of a number"),
    Mistake(r"(?<!\S)\*{1,3}([^*\s][^*]*?)\*{0,3}(?=$|[\s:,\]}])", r"\1", "'*' is no part of an answer; leave it out"),
    Mistake(r"^(\s*)(?:[*>•–—]|\d+[.)])\s+", r"\1", "leave out the sign at the start of the line"),
    Mistake(rf"^(\s*)-\s*(?={_NAME}\s*:)", r"\1", "leave out the '-' at the start of the line"),
    Mistake(r"^(\s*[^\s:#]+:)[,;]+\s*$", r"\1", "nothing may stand behind the ':' of this line"),
    Mistake(
        r"^(\s*(?!student|answers)\S+:)\s+((?:[^\s:,]+:\s+[^,:{}]+,\s*)+[^\s:,]+:\s+[^,:{}]+)$",
        r"\1 {\2}",
        "a map on one line stands in braces",
    ),
    Mistake(r"^(\s*(?!student)\S+:)\s+(\S+:)\s+(\S+:\s.*)$", r"\1 {\2 {\3}}", _NEW_LINE, shows=False),
    Mistake(r"^(\s*(?!student)\S+:)\s+(\S+:\s.*)$", r"\1 {\2}", _NEW_LINE, shows=False),
    Mistake(r"^(\s*)(?!student)\S+:\s+(\S+:)\s*$", r"\1\2", _NEW_LINE, shows=False),
    Mistake(r"^(\s*\S+: .*[^,\s]),+\s*$", r"\1", "leave out the ',' at the end of the line"),
    Mistake(r"^(\s*[^\s:#]+:\s+)([^\s\"'\[{#].*?)\s*$", r'\1"\2"', _IN_QUOTES),
    Mistake(r"(?<=[\[,:] )([@`%&!|>][^,\]}\"]*)", r'"\1"', _IN_QUOTES),
)
"""What is tried after tabs, brackets and quotes."""

LAST = (
    Mistake(
        r"^\s*[^\s:#\[\]{}\"]+(?:\s+[^\s:#\[\]{}\"]+){3,}\s*$",
        "",
        _NO_PART,
        shows=False,
    ),
    Mistake(
        r"^(\s*[^\s{\[].*[\]}])\s+[^\s:,\]}#][^:#\[\]{}]*$",
        r"\1",
        f"{_COMMENT}; leave out what stands behind the bracket",
        shows=False,
    ),
    Mistake(
        r"^\s*(?:\w+\s*=\s*(?=[\[{]\s*$)|(?:const|let|var)\s+\w+\s*=\s*)",
        "",
        "the answers begin with '{' or 'answers:'; leave out what stands before",
        shows=False,
    ),
)
"""What is tried last, after the indentation."""
