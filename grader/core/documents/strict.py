"""The strict reader: libyaml's event stream in, plain dicts, lists and text out, with a place for every value.

Why events and not PyYAML's loaders: those turn `no` into False and `12:30` into 750, keep the last of two equal keys,
expand alias bombs, and crash the process on deep nesting. Here a scalar stays the text that was written, except for an
unquoted null, true or false; the field that it stands in decides what it means. JSON is read by the same code.
"""

import codecs
import os
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import yaml
from yaml.cyaml import CParser  # type: ignore[attr-defined]  # the stubs leave it out

from grader.core.data import Data
from grader.core.documents.sniffing import foreign
from grader.core.errors import Fault, GradingError, Path, ProblemError, unreadable
from grader.core.lazy import LaterFunctions
from grader.core.numbers import two_entries
from grader.core.text import printable

if TYPE_CHECKING:
    from grader.core.documents import mending
else:  # most documents are right
    mending = LaterFunctions("grader.core.documents.mending")

Place = tuple[int, int]
"""Line and column, both counted from 1."""

STANDARD_INPUT = "standard input"
"""What the document that was read from there is called in messages."""

MOST_LEVELS = 128
_TOO_DEEP = f"is nested deeper than {MOST_LEVELS} levels"
_MOST_FAULTS = 20
_CONSTANTS: dict[str, bool | None] = {**dict.fromkeys(("", "~", "null", "Null", "NULL")), "true": True, "false": False}
# For JSON alone, so compiled only when there is some.
_QUOTED = r'(?s)"(?:[^"\\]|\\.)*"'
_RAW = "[\x7f\x85\u2028\u2029\ufffe\uffff]"
# JSON writers state a letter beyond U+FFFF as two escapes, which YAML reads as one of eight digits.
_SURROGATES = r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"


# A dash or question mark that stands alone for an answer: YAML takes it for the start of something, people for text.
_LONE = r"(?m)^([ \t]*[^\s:#\[\]{}\"']+:[ \t]+)([-?])(?=[ \t]*(?:[ \t]#.*)?\r?$)"


_ILL_FORMED = "is not well-formed YAML or JSON"
_NO_COLON = "could not find expected ':'"
_NO_END = "did not find expected <document start>"
_TOO_NESTED = "exceeded maximum nesting depth"  # libyaml from 0.2.6 on, which looks ahead further than MOST_LEVELS
_BEHIND = "this stands behind the end of the document; leave it out"
_ADVICE = {
    "cannot start any token": "; indent with spaces, not tabs, and put text that begins with a sign in quotes",
    "mapping values are not allowed": "; put text that contains ': ' in quotes",
    "did not find expected ',' or": "; a ',' or a quotation mark is missing before this",
    "did not find expected key": "; indent the line like those above it, and write the other sort of quotes around a quotation mark",
    "did not find expected node content": "; put text that begins with a sign in quotes",
}


class Limits(NamedTuple):
    """How large a document may be, in bytes, before it is even parsed, and the option that raises it, if there is one."""

    bytes: int
    option: str


IS_EMPTY = "is empty, expected"
SUBMISSION_LIMITS = Limits(64 * 1024, "--max-submission-bytes")
PROBLEM_LIMITS = Limits(4 * 1024 * 1024, "--max-problem-bytes")


class Document(NamedTuple):
    """A document that was read: its data (dicts, lists, text, None, booleans), the text of it, and the file's bytes."""

    source: str
    data: Data
    text: str
    content: bytes

    @property
    def digest(self) -> str:
        """Return the SHA-256 digest of the file's bytes, as `sha256sum` prints it, with its name in front."""
        import hashlib

        return "sha256:" + hashlib.sha256(self.content).hexdigest()

    def faults(self, wrong: Iterable[tuple[str, Path]]) -> list[Fault]:
        """Return a fault for each (message, path), with line and column found by reading the text once more.

        A path that the document does not have stands at its nearest holder. Data that came without a text has no places.
        """
        wrong = list(wrong)
        if not self.text:
            return [Fault(message, self.source, path=path) for message, path in wrong]
        places = _places(self.text, self.source) if wrong else {}
        placed = [(message, path, _nearest(places, path)) for message, path in wrong]
        return [
            Fault((path and _decimal_comma(self.text, path[-1], place)) or message, self.source, *place, path)
            for message, path, place in placed
        ]


def _decimal_comma(text: str, key: str | int, place: Place) -> str:
    """Return what is said where the key is what follows a decimal comma, as in {p: 0,5}, at the place of it or of what it holds."""
    if not (isinstance(key, str) and key.isdecimal()):
        return ""
    before = text.split("\n")[place[0] - 1][: place[1] - 1].removesuffix(key).rstrip().removesuffix(key)
    number = re.search(r"[-+]?(?:[0-9]+,)+$", before)
    return two_entries(f"{number[0]}{key}") if number else ""


@lru_cache(maxsize=2)
def _places(text: str, source: str) -> dict[Path, Place]:
    """Return the place of every value; that of a list or mapping with a key is the key's."""
    places: dict[Path, Place] = {}
    _Reader(text, source, places).document()
    return places


def _nearest(places: dict[Path, Place], path: Path) -> Place:
    """Return the place of the path: a container's is where its key stands, a missing value's is its holder's."""
    while path and path not in places:
        path = path[:-1]
    return places.get(path, (1, 1))


def read_document(name: str, limits: Limits, error: type[GradingError]) -> Document:
    """Return the document in the named file ("-": standard input). Raises `error` when it cannot be read safely."""
    return parse_document(read_content(name, limits, error), source_of(name), error)


def read_content(name: str, limits: Limits, error: type[GradingError]) -> bytes:
    """Return the bytes of the named file ("-": standard input). Raises `error` where these cannot be read or are too many."""
    try:
        content = _read_bytes(name, limits.bytes)
    except OSError as failure:
        raise error([Fault(unreadable(failure), source_of(name))]) from failure
    return within(limits, content, source_of(name), error)


def within(limits: Limits, content: bytes, source: str, error: type[GradingError]) -> bytes:
    """Return the bytes, of which one more than the limit allows was read. Raises `error` where these are too many."""
    if len(content) > limits.bytes:
        what = _foreign(content, error)
        raise error([Fault(what or too_large(limits), source, is_no_text=bool(what))])
    return content


def _foreign(content: bytes, error: type[GradingError]) -> str:
    """Return what a file is that is no text; what to hand in instead is said of hand-ins alone."""
    said = foreign(content)
    return said.partition("; ")[0] if issubclass(error, ProblemError) else said


def source_of(name: str) -> str:
    """Return what the document in the named file is called in messages."""
    return STANDARD_INPUT if name == "-" else name


_NO_FILE = {True: "it is a directory, expected a file", False: "it is not a regular file; - reads standard input"}


def too_large(limits: Limits) -> str:
    """Return what is said of a document that is larger than the limit."""
    way_out = f"; {limits.option} raises it" if limits.option else ""
    return f"is larger than {limits.bytes:,} bytes, which is the limit{way_out}"


def open_document(name: str) -> AbstractContextManager[BinaryIO]:
    """Return the named file ("-": standard input), opened to read bytes. Raises OSError; nothing but a file is opened."""
    if name == "-":
        if sys.stdin is None:
            raise OSError(None, "it is closed")
        return nullcontext(sys.stdin.buffer)
    if "\0" in name:
        raise OSError(None, "no file has such a name, with a character 0 in it")
    if not os.path.isfile(name) and os.path.exists(name):
        raise OSError(None, _NO_FILE[os.path.isdir(name)])
    return open(name, "rb")


def _read_bytes(name: str, most: int) -> bytes:
    with open_document(name) as file:
        return file.read(most + 1)


def parse_document(content: bytes, source: str, error: type[GradingError]) -> Document:
    """Return the document that the bytes state. Raises `error` with every reason why it is refused."""
    if said := _foreign(content, error):
        raise error([Fault(said, source)])
    try:
        text = content.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as failure:
        line = content.count(b"\n", 0, failure.start) + 1
        raise error([Fault("is not UTF-8 text; save the file with the encoding UTF-8", source, line, 1)]) from None
    if text.lstrip()[:1] in ("{", "["):
        text = _as_yaml(text)
    try:
        data, faults = _build(text, source)
    except (yaml.YAMLError, _Unreadable):
        text = re.sub(_LONE, r'\1"\2"', text)
        data, faults = _build_or_refuse(text, source, error)
    if faults:
        raise error(faults)
    return Document(source, data, text, content)


def _build_or_refuse(text: str, source: str, error: type[GradingError]) -> tuple[Data, list[Fault]]:
    """Return what `_build` does. Raises `error` with what a person would mend."""
    try:
        return _build(text, source)
    except _Unreadable as failure:
        raise error([_syntax_fault(failure, text, source)]) from None
    except yaml.YAMLError as failure:
        raise error(_syntax_faults(failure, text, source)) from None


def _as_yaml(text: str) -> str:
    """Return JSON as YAML that means the same, line by line.

    Between quotes JSON allows letters that YAML takes for line breaks or refuses, and states a letter beyond U+FFFF as
    two escapes. Before the first bracket it allows tabs.
    """
    start = len(text) - len(text.lstrip())
    text = text[:start].replace("\t", " ") + text[start:]
    if "\\u" in text or re.search(_RAW, text):
        text = re.sub(_QUOTED, _without_raw_letters, text)
    return text


def _without_raw_letters(quoted: re.Match[str]) -> str:
    return re.sub(_RAW, _escaped, re.sub(_SURROGATES, _one_escape, quoted.group()))


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04X}"


def _one_escape(match: re.Match[str]) -> str:
    high, low = int(match[2], 16), int(match[3], 16)
    return f"{match[1]}\\U{0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00):08X}"


class _Unreadable(Exception):
    """Reading stops here: (message, line, column)."""


def _syntax_faults(failure: Exception, text: str, source: str) -> list[Fault]:
    """Return what a person would mend; where that is not known, what the parser says."""
    is_nested = getattr(failure, "problem", None) == _TOO_NESTED
    if is_nested or isinstance(failure, yaml.reader.ReaderError):  # no slip of a person: the rest may be right
        return [_syntax_fault(failure, text, source)]
    mistakes = mending.find_mistakes(text, _syntax_fault(failure, text, source).line, _stops_at)
    faults = [Fault(f"{_ILL_FORMED}: {message}", source, line, column) for message, line, column in mistakes]
    return faults or [_syntax_fault(failure, text, source)]


def _stops_at(text: str) -> int:
    """Return the line at which the text cannot be read further; a huge number where it can be read."""
    try:
        _build(text, "")
    except (yaml.YAMLError, _Unreadable) as failure:
        return _syntax_fault(failure, text, "").line
    return sys.maxsize


def _syntax_fault(failure: Exception, text: str, source: str) -> Fault:
    if isinstance(failure, _Unreadable):
        message, line, column = failure.args
        return Fault(message, source, line, column)
    if isinstance(failure, yaml.MarkedYAMLError) and failure.problem_mark is not None:
        mark = failure.problem_mark
        if failure.problem == _NO_COLON and failure.context_mark is not None:
            mark = failure.context_mark  # where the name begins, not the line after it
        if failure.problem == _TOO_NESTED:
            return Fault(_TOO_DEEP, source, mark.line + 1, mark.column + 1)
        if failure.problem == _NO_END:
            return Fault(f"{_ILL_FORMED}: {_BEHIND}", source, mark.line + 1, mark.column + 1)
        problem = ", ".join(filter(None, (failure.context, failure.problem)))
        advice = next((advice for sign, advice in _ADVICE.items() if sign in problem), "")
        return Fault(f"{_ILL_FORMED}: {printable(problem)}{advice}", source, mark.line + 1, mark.column + 1)
    position = getattr(failure, "position", 0) or 0
    before = text.encode("utf-8")[:position].decode("utf-8", "ignore")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    reason = printable(str(getattr(failure, "reason", failure)))
    return Fault(f"holds a character that is not allowed: {reason}; type the line anew", source, line, column)


_NO_ALIAS = "an alias (*name) is not allowed; write the value out, without '*'"
_NO_ANCHOR = "an anchor (&name) is not allowed; write the value out, without '&'"
_NO_TAG = "a tag (!name) is not allowed; write the plain value, without '!'"
_BAD_KEYS = {
    "<<": "a merge key (<<) is not allowed; write the entries out",
    **{text: f"the key {text} is not text; write it in quotes" for text in ("null", "true", "false", "~")},
    "": "a key is missing, expected text before the ':'; a '?' that is meant as text stands in quotes",
}


_SCALAR, _ALIAS, _MAPPING = yaml.ScalarEvent, yaml.AliasEvent, yaml.MappingStartEvent
_MAPPING_END, _LIST_END = yaml.MappingEndEvent, yaml.SequenceEndEvent


class _Reader:
    """One reading of a text: its data, what is refused and, where `places` are given, the place of every value.

    The same for both uses, so that a place can never disagree with what was read; recording places costs more than
    reading, and only messages need them.
    """

    def __init__(self, text: str, source: str, places: dict[Path, Place] | None = None) -> None:
        self.next_event: Callable[[], Data] = CParser(text).get_event
        self.text, self.source, self.places = text, source, places
        self.path: list[str | int] = []  # of the value that is read now: a step for each container around it
        self.faults: list[Fault] = []

    def document(self) -> Data:
        """Return what the text holds. Raises _Unreadable, and what the parser raises."""
        data, is_read = None, False
        while (event := self.next_event()).__class__ is not yaml.StreamEndEvent:
            if event.__class__ is yaml.DocumentStartEvent:
                if is_read:
                    raise _Unreadable("a second document begins here, expected one document a file", *_place(event))
                data, is_read = self.value(self.next_event()), True
            elif event is None:  # past the end without having seen it: better a traceback than a loop without end
                raise RuntimeError("the events are not those of the imported yaml package; was it imported twice?")
        if data is None:
            raise _Unreadable(f"{IS_EMPTY} a mapping", 1, 1)
        return data

    def value(self, event: Data, key_place: Place | None = None) -> Data:
        """Return the value that begins with an event; a list or mapping under a key stands where the key does."""
        kind = event.__class__
        if kind is _ALIAS:
            return self.refuse(event, _NO_ALIAS)
        if event.anchor is not None or event.tag is not None:
            self.refuse(event, _NO_ANCHOR if event.tag is None else _NO_TAG)
        if kind is _SCALAR:
            if self.places is not None:
                self.places[(*self.path,)] = _place(event)
            value = event.value
            return value if event.style or value not in _CONSTANTS else _CONSTANTS[value]
        if len(self.path) >= MOST_LEVELS:
            raise _Unreadable(_TOO_DEEP, *_place(event))
        if self.places is not None:
            self.places[(*self.path,)] = key_place or _place(event)
        return self.mapping() if kind is _MAPPING else self.sequence()

    def sequence(self) -> list[Data]:
        """Return the list that has begun."""
        found: list[Data] = []
        self.path.append(0)
        while (event := self.next_event()).__class__ is not _LIST_END:
            self.path[-1] = len(found)
            found.append(self.value(event))
        self.path.pop()
        return found

    def mapping(self) -> dict[str, Data]:
        """Return the mapping that has begun."""
        found: dict[str, Data] = {}
        while (event := self.next_event()).__class__ is not _MAPPING_END:
            key, place = self.key(event, found), None if self.places is None else _place(event)
            self.path.append(key)
            event = self.next_event()
            value = self.value(event, place)
            if event.__class__ is not _ALIAS:
                found[key] = value
            self.path.pop()
        return found

    def key(self, event: Data, found: dict[str, Data]) -> str:
        """Return the key that an event is, in a mapping of which the entries before it were found."""
        if event.__class__ is _ALIAS:
            self.refuse(event, _NO_ALIAS)
            return "*"
        if event.anchor is not None or event.tag is not None:
            self.refuse(event, _NO_ANCHOR if event.tag is None else _NO_TAG)
        if event.__class__ is not _SCALAR:
            raise _Unreadable("a key is a list or a mapping, expected text", *_place(event))
        key: str = event.value
        if not event.style and key in _BAD_KEYS:
            self.refuse(event, _BAD_KEYS[key])
        elif key in found:
            twice = f'the key "{printable(key)}" stands here twice, expected once'
            self.refuse(event, _decimal_comma(self.text, key, _place(event)) or twice)
        return key

    def refuse(self, event: Data, message: str) -> None:
        """Take in what is wrong with the value that is read now."""
        if len(self.faults) < _MOST_FAULTS:
            self.faults.append(Fault(message, self.source, *_place(event), (*self.path,)))


def _build(text: str, source: str) -> tuple[Data, list[Fault]]:
    """Return the data and the refusals."""
    reader = _Reader(text, source)
    return reader.document(), reader.faults


def _place(event: Data) -> Place:
    return event.start_mark.line + 1, event.start_mark.column + 1
