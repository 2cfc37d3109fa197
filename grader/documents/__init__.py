"""Documents from strangers: a strict reader of YAML and JSON, and the schemas that say what may stand in them."""

from grader.documents.foreign import foreign
from grader.documents.given import GIVEN_DATA, NO_FILE, Source, as_read, open_source
from grader.documents.misplaced import misplaced
from grader.documents.shape import explain_shape, shape_faults, validator
from grader.documents.strict import (
    PROBLEM_LIMITS,
    STANDARD_INPUT,
    SUBMISSION_LIMITS,
    Document,
    Limits,
    open_document,
    parse_document,
    read_document,
    too_large,
)

__all__ = [
    "GIVEN_DATA",
    "NO_FILE",
    "PROBLEM_LIMITS",
    "STANDARD_INPUT",
    "SUBMISSION_LIMITS",
    "Document",
    "Limits",
    "Source",
    "as_read",
    "explain_shape",
    "foreign",
    "misplaced",
    "open_document",
    "open_source",
    "parse_document",
    "read_document",
    "shape_faults",
    "too_large",
    "validator",
]
