"""What a file is that is no answers file: a Word document, a PDF, a photo, an archive, text in another encoding.

Students hand these in by accident, and "is not UTF-8 text" helps none of them. A file is known by its content, since its
name may say anything.
"""

import re
from typing import NamedTuple

_TYPE_IT = "type the answers into a plain text file and hand that in"
_COPY_IT = "copy the answers into a plain text file, with a text editor, and hand that in"
_UNPACK_IT = "unpack it and hand in the answers file that is in it"
_SAVE_IT = "save it as plain text with the encoding UTF-8 and hand that in"


class _Sign(NamedTuple):
    """What a file is that has these bytes at this place, and what its owner can do."""

    bytes: bytes
    what: str
    advice: str
    at: int = 0


_SIGNS = (
    _Sign(b"%PDF-", "a PDF", _COPY_IT),
    _Sign(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Word or Office document", _COPY_IT),
    _Sign(b"{\\rtf", "a document of a word processor (RTF)", _COPY_IT),
    _Sign(b"\x89PNG\r\n\x1a\n", "a PNG image", _TYPE_IT),
    _Sign(b"\xff\xd8\xff", "a JPEG image", _TYPE_IT),
    _Sign(b"GIF8", "a GIF image", _TYPE_IT),
    _Sign(b"WEBP", "a WebP image", _TYPE_IT, 8),
    _Sign(b"ftyphei", "a HEIC image", _TYPE_IT, 4),
    _Sign(b"ftypmif1", "a HEIC image", _TYPE_IT, 4),
    _Sign(b"ftyp", "a film", _TYPE_IT, 4),
    _Sign(b"II*\x00", "a TIFF image", _TYPE_IT),
    _Sign(b"MM\x00*", "a TIFF image", _TYPE_IT),
    _Sign(b"\x1f\x8b", "a gzip archive", _UNPACK_IT),
    _Sign(b"7z\xbc\xaf\x27\x1c", "a 7z archive", _UNPACK_IT),
    _Sign(b"Rar!\x1a", "a RAR archive", _UNPACK_IT),
    _Sign(b"ustar", "a tar archive", _UNPACK_IT, 257),
    _Sign(b"bplist00", "a file of Apple's programs", _COPY_IT),
)
_ZIP = b"PK\x03\x04"
_EMPTY_ZIP = b"PK\x05\x06"
_ARCHIVE = "a zip archive"
_IN_ZIP = (  # a name that only such a document has inside, in the clear
    (b"word/", "a Word document"),
    (b"xl/", "an Excel workbook"),
    (b"ppt/", "a PowerPoint presentation"),
    (b"application/vnd.oasis.opendocument.text", "an OpenDocument text"),
    (b"application/vnd.oasis.opendocument", "an OpenDocument file"),
    (b"Index/Document.iwa", "a document of Apple Pages"),
)
_FIRST_IN_DOCUMENTS = (
    *(b"[Content_Types].xml", b"mimetype", b"_rels/", b"docProps/", b"customXml/", b"word/", b"xl/", b"ppt/"),
    *(b"Index/", b"Data/", b"Metadata/", b"QuickLook/", b"preview"),
)
_NAME_AT = 30
"""Where the name of the first file in a zip archive stands."""
_ENCODINGS = (  # a file without mark is known by its zeros: plain letters have one in every pair of bytes
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_SEEN = 4096
_PAGE = (b"<!doctype html", b"<html")


def foreign(content: bytes) -> str:
    """Return what is said of a file that is no text that could be read: what it is and what to do. "" for any other.

    The content's first 64 KiB are enough. The sentence goes on after the file's name.

    >>> foreign(b"%PDF-1.7 ...")
    'is a PDF, expected a text file; copy the answers into a plain text file, with a text editor, and hand that in'
    """
    if encoding := _encoding(content):
        return f"is text in the encoding {encoding}, expected UTF-8; {_SAVE_IT}"
    what, advice = _zipped(content) or _signed(content) or _written(content) or ("", "")
    return f"is {what}, expected a text file; {advice}" if what else ""


def is_zip(start: bytes) -> bool:
    """Return whether a file begins like a zip archive, as archives and the documents of many programs do."""
    return start.startswith((_ZIP, _EMPTY_ZIP))


def is_zipped_document(start: bytes) -> bool:
    r"""Return whether a file that begins like a zip archive seems to be a document of some program, not to hold one.

    >>> header = b"PK\x03\x04" + bytes(26)
    >>> is_zipped_document(header + b"[Content_Types].xml"), is_zipped_document(header + b"ada/[Content_Types].xml")
    (True, False)
    """
    is_first = start[_NAME_AT:].startswith(_FIRST_IN_DOCUMENTS)
    return is_first and (_zipped(start) or (_ARCHIVE,))[0] != _ARCHIVE


def _encoding(content: bytes) -> str:
    named = next((name for mark, name in _ENCODINGS if content.startswith(mark)), "")
    return named or ("UTF-16" if _has_zero_letters(content[:_SEEN]) else "")


def _has_zero_letters(start: bytes) -> bool:
    """Return whether one of every two bytes is zero and the other never: plain letters in UTF-16."""
    start = start[: len(start) // 2 * 2]
    first, second = start[::2], start[1::2]
    return len(start) > 2 and any(
        not any(zeros) and all(letters) for zeros, letters in ((first, second), (second, first))
    )


def _zipped(content: bytes) -> tuple[str, str] | None:
    if not content.startswith(_ZIP):
        return None
    is_document = b"[Content_Types].xml" in content or b"mimetypeapplication/" in content[:200] or b".iwa" in content
    named = (what for sign, what in _IN_ZIP if sign in content)
    return (next(named, "an Office document"), _COPY_IT) if is_document else (_ARCHIVE, _UNPACK_IT)


def _signed(content: bytes) -> tuple[str, str] | None:
    found = (sign for sign in _SIGNS if content.startswith(sign.bytes, sign.at))
    return next(((sign.what, sign.advice) for sign in found), None)


def _written(content: bytes) -> tuple[str, str] | None:
    """Return what a file is that is made of letters, but for programs; or of no letters at all."""
    start = content[:_SEEN].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith(_PAGE):
        return "a web page (HTML)", _COPY_IT
    if start.startswith(b"{") and b'"nbformat"' in content and b'"cells"' in content:
        return "a notebook (Jupyter)", _COPY_IT
    if b"\x00" in content[:_SEEN] and not _is_utf8(content[:_SEEN]):
        return "no text but data of some program", _TYPE_IT
    return None


def _is_utf8(start: bytes) -> bool:
    try:
        start.decode("utf-8")
    except UnicodeDecodeError as failure:
        return failure.reason == "unexpected end of data"
    return True


# -- what a document surely is, from a look at its bytes: a thousand problems can be passed by without being parsed

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
