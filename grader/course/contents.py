"""The bytes of what was handed in, wherever it is held: in a file, in an archive, in a line, or on a platform's page."""

import re

from grader.core.documents import Limits, read_content, within
from grader.core.errors import Fault, SubmissionError, unreadable
from grader.course.hand_in import CHANGED, File, Line, Member, Refused, version_of

_FILLED_IN = r"""(?m)(?:^[\s{]*["']?|[{,]\s*["'])answers["']?\s*:"""
_MARKUP = 4
"""How many times as large as its text the page of a text field may be."""


def content_of(file: File, limits: Limits) -> bytes:
    """Return the bytes of a file that was handed in. Raises SubmissionError where it cannot be read, or is too large."""
    if file.fault:
        raise SubmissionError([Fault(file.fault, file.path)])
    if file.where is None and not file.is_pasted:
        return read_content(file.path, limits, SubmissionError)
    if file.is_pasted:
        from grader.course.pasted import pasted_text

        page = content_of(file._replace(is_pasted=False), limits._replace(bytes=_MARKUP * limits.bytes))
        return within(limits, pasted_text(page), file.path, SubmissionError)
    try:
        match file.where:
            case Member(archive, place):
                from grader.course.archives import read_entry

                content = read_entry(archive, place, limits.bytes + 1)
            case Line() as line:
                content = _line_of(line, limits.bytes + 1)
    except OSError as failure:
        raise SubmissionError([Fault(unreadable(failure), file.path)]) from failure
    except Refused as failure:
        raise SubmissionError([Fault(str(failure), file.path)]) from failure
    return within(limits, content, file.path, SubmissionError)


def _line_of(where: Line, most: int) -> bytes:
    """Return at most so many bytes of a line. Raises OSError or Refused."""
    if version_of(where.path) != where.version:
        raise Refused(CHANGED)
    with open(where.path, "rb") as lines:
        lines.seek(where.start)
        return lines.read(min(where.size, most))


def holds_answers(content: bytes) -> bool:
    """Return whether a text says that it holds answers, be it well-formed or not; a greeting beside a file does not.

    >>> holds_answers(b"answers: {q1: {value: 3"), holds_answers(b'{"student": "ada", "answers": {'), holds_answers(b"My answers: see below")
    (True, True, False)
    """
    letters = content.replace(b"\0", b"")  # as text in UTF-16 has them
    return re.search(_FILLED_IN, letters.decode("utf-8", "replace").lstrip("\ufeff\ufffd")) is not None
