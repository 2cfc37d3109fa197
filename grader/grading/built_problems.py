"""The problems of a build by its documents, also those that programs answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from grader.core.documents import parse_document
from grader.core.errors import ProblemError
from grader.grading.problem_files import read_built
from grader.kinds import Exercise

if TYPE_CHECKING:
    from grader.grading.programs.program import Program

Documents = Mapping[str, tuple[str, bytes]]
"""What documents of a build are called, and their bytes, by ids: of problems, and of the trees of those that programs answer."""
_PROGRAM = b"format: gametree-program/"


def is_program(id_: str, documents: Documents) -> bool:
    """Return whether programs answer a problem."""
    return id_ in documents and documents[id_][1].startswith(_PROGRAM)


def read_asked(id_: str, documents: Documents) -> Exercise:
    """Return a problem, also one that programs answer. Raises ProblemError."""
    source, content = documents[id_]
    if not is_program(id_, documents):
        return read_built(source, content)
    from grader.grading.programs.marking import program_exercise  # few quizzes have any

    return program_exercise(read_program_of(id_, documents), parse_document(content, source, ProblemError))


def read_program_of(id_: str, documents: Documents) -> Program:
    """Return a problem that programs answer. Raises ProblemError."""
    from grader.grading.programs.program import read_program

    return read_program(documents[id_][1], lambda tree: documents[f"{id_}-{tree}"][1])
