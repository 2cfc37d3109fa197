"""Documents from strangers: a strict reader of YAML and JSON, and the schemas that say what may stand in them."""

from grader.core.documents.library_inputs import GIVEN_DATA, NO_FILE, Source, as_read, open_source
from grader.core.documents.shape import explain_shape, shape_faults, validator
from grader.core.documents.sniffing import foreign, is_zip, is_zipped_document
from grader.core.documents.strict import (
    PROBLEM_LIMITS,
    STANDARD_INPUT,
    SUBMISSION_LIMITS,
    Document,
    Limits,
    open_document,
    parse_document,
    read_content,
    read_document,
    too_large,
    within,
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
    "is_zip",
    "is_zipped_document",
    "open_document",
    "open_source",
    "parse_document",
    "read_content",
    "read_document",
    "shape_faults",
    "too_large",
    "validator",
    "within",
]
