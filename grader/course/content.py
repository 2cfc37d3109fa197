"""The bytes of what was handed in, wherever it is held."""

import re

from grader.course.found import CHANGED, File, Line, Member, Refused, unreadable, version_of
from grader.documents import Limits, read_content, within
from grader.errors import Fault, SubmissionError

_ANSWERS = r"""(?m)(?:^[\s{]*["']?|[{,]\s*["'])answers["']?\s*:"""
_MARKUP = 4
"""How many times as large as its text the page of a text field may be."""


def content_of(file: File, limits: Limits) -> bytes:
    """Return the bytes of a file that was handed in. Raises SubmissionError where it cannot be read, or is too large."""
    if file.fault:
        raise SubmissionError([Fault(file.fault, file.path)])
    if file.is_pasted:
        from grader.course.lms.pasted import pasted_text

        page = content_of(file._replace(is_pasted=False), limits._replace(bytes=_MARKUP * limits.bytes))
        return within(limits, pasted_text(page), file.path, SubmissionError)
    if file.where is None:
        return read_content(file.path, limits, SubmissionError)
    try:
        content = _held(file.where, limits.bytes + 1)
    except OSError as failure:
        raise SubmissionError([Fault(unreadable(failure), file.path)]) from failure
    except Refused as failure:
        raise SubmissionError([Fault(str(failure), file.path)]) from failure
    return within(limits, content, file.path, SubmissionError)


def _held(where: Line | Member, most: int) -> bytes:
    """Return at most so many bytes of what stands there. Raises OSError or Refused."""
    if isinstance(where, Member):
        from grader.course.zips import read_entry

        return read_entry(where.archive, where.place, most)
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
    return re.search(_ANSWERS, letters.decode("utf-8", "replace").lstrip("\ufeff\ufffd")) is not None
