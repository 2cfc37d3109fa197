"""The parts of exercises that a platform takes as files: the template to fill in, and the problem by which `grade` marks the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grader.documents.write import to_yaml
from grader.exact import Number
from grader.exercises import Files, Pool
from grader.exercises.carried import CarriedExercise, Carry, carried_of
from grader.handout.template import answer_template
from grader.kinds import Problem, write_problem
from grader.names import distinct, stem_of


class Worth(NamedTuple):
    """What a pool is worth: the points that the platform gives, and those of what is handed in as a file."""

    name: str
    platform: Number
    file: Number


def fragment_of(problem: Problem, parts: Sequence[str]) -> Problem:
    """Return the problem with those parts alone that are handed in as a file.

    The platform rounds nothing that it adds up, so the marks that are added to its own are not rounded to a step either.
    """
    return problem._replace(ask=tuple(parts), policy=problem.policy._replace(round=None))


def asked_as_file(carried: CarriedExercise) -> Problem:
    """Return the problem by which the file of an exercise is marked."""
    return fragment_of(carried.problem, [part.name for part in carried.uploads])


def parts_by_file(pools: Sequence[Pool], carry: Carry) -> dict[str, tuple[str, ...]]:
    """Return of each problem, by its id, the parts that are handed in as a file: none where the platform marks all of it."""
    carried = (one for pool in pools for one in carry(pool))
    return {one.problem.id: tuple(part.name for part in one.uploads) for one in carried}


def worths(pools: Sequence[Pool], carry: Carry) -> Iterator[Worth]:
    """Yield what each pool is worth, by the first of its exercises."""
    for pool in pools:
        first = carry(pool)[0]
        by_file = sum(part.points for part in first.uploads)
        yield Worth(pool.name, first.problem.possible - by_file, by_file)


def template_of(carried: CarriedExercise) -> str:
    """Return the template for the file."""
    return answer_template([asked_as_file(carried)], carried.question.title)


def upload_files(pools: Sequence[Pool], carry: Carry = carried_of) -> Files:
    """Yield the problems by which files are marked."""
    carried = [one for pool in pools for one in carry(pool) if one.uploads]
    stems = distinct(stem_of(one.problem.id) for one in carried)
    for stem, one in zip(stems, carried, strict=True):
        yield f"key/files/{stem}.yaml", to_yaml(write_problem(one.exercise.kind, asked_as_file(one)))
