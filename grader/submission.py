"""A submission that was read: who handed it in, which problems it names, and what it answers to each."""

from typing import NamedTuple

from grader.data import Data
from grader.documents import Document, shape_faults
from grader.errors import SubmissionError
from grader.printable import printable


class Submission(NamedTuple):
    """A submission that was read: who handed it in, and under which key each problem id stands in it."""

    document: Document
    student: str | None
    keys: dict[str, str]


def read_submission(document: Document) -> Submission:
    """Return the submission that the document states. Raises SubmissionError."""
    if faults := shape_faults(document, "submission"):
        from grader.documents.misplaced import misplaced

        raise SubmissionError(misplaced(document) or faults)
    keys: dict[str, str] = {}
    for key in document.data["answers"]:
        if key.strip() in keys:
            message = f'the problem "{printable(key.strip())}" is answered twice, expected once'
            raise SubmissionError(document.faults([(message, ("answers", key))]))
        keys[key.strip()] = key
    student = document.data.get("student")
    return Submission(document, student and student.strip(), keys)


def answered(submission: Submission) -> list[str]:
    """Return the ids of the problems to which anything is filled in, in the order of the submission."""
    return [id_ for id_ in submission.keys if _is_answered(answers_to(submission, id_))]


def _is_answered(answers: Data) -> bool:
    """Return whether anything is filled in; what is no map of parts was at least written."""
    return not is_blank(answers) and (not isinstance(answers, dict) or not all(map(is_blank, answers.values())))


def is_blank(given: Data) -> bool:
    """Return whether an answer says nothing: it is not there, or is a map in which every entry was left blank.

    >>> is_blank(None), is_blank({"A": None}), is_blank({}), is_blank([])
    (True, True, False, False)
    """
    return given is None or (isinstance(given, dict) and bool(given) and all(one is None for one in given.values()))


def answers_to(submission: Submission, id_: str) -> Data:
    """Return what the submission answers to a problem, as it was written; None where it does not name it."""
    return submission.document.data["answers"][submission.keys[id_]] if id_ in submission.keys else None
