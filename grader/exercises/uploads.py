"""The parts of exercises that a platform takes as files: the template to fill in, and the problem by which `grade` marks the file."""

from __future__ import annotations

from collections.abc import Sequence

from grader.documents.write import to_yaml
from grader.exercises import Files, Pool
from grader.exercises.carried import CarriedExercise, Carry, carried_of
from grader.handout.template import answer_template
from grader.kinds import Problem, write_problem
from grader.names import distinct, stem_of


def asked_as_file(carried: CarriedExercise) -> Problem:
    """Return the problem with those parts alone that are handed in as a file."""
    return carried.problem._replace(ask=tuple(part.name for part in carried.uploads))


def template_of(carried: CarriedExercise) -> str:
    """Return the template for the file."""
    return answer_template([asked_as_file(carried)], carried.question.title)


def upload_files(pools: Sequence[Pool], carry: Carry = carried_of) -> Files:
    """Yield the problems by which files are marked."""
    carried = [one for pool in pools for one in carry(pool) if one.uploads]
    stems = distinct(stem_of(one.problem.id) for one in carried)
    for stem, one in zip(stems, carried, strict=True):
        yield f"key/files/{stem}.yaml", to_yaml(write_problem(one.exercise.kind, asked_as_file(one)))
