"""Builders that the tests share. Problems and submissions come in as text, through the door that everyone uses."""

from __future__ import annotations

import json
import random
from typing import Any

import oracle
import pytest
import yaml

from grader.documents import parse_document
from grader.errors import ProblemError, SubmissionError
from grader.grading import Outcome, grade_submission, read_submission
from grader.kinds import KINDS, Exercise, read_exercise
from grader.marking import PartReport, ProblemReport, Reveal
from grader.tree import Tree


def as_yaml(data: Any) -> bytes:
    """Return the data as a YAML document."""
    return yaml.dump(data, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False).encode()


def as_json(data: Any) -> bytes:
    """Return the data as a JSON document of ASCII characters."""
    return json.dumps(data).encode()


WRITERS = {"yaml": as_yaml, "json": as_json}


def problem_data(kind: str, game: Any = None, **fields: Any) -> dict[str, Any]:
    """Return a problem document; `game` is its tree (ucb: its children), `conventions` and others are fields."""
    held = {"children" if kind == "ucb" else "tree": game}
    return {"format": "gametree-problem/1", "id": "q1", "kind": kind, **held, **fields}


def read(data: Any, form: str = "json") -> Exercise:
    """Return the problem of a document in the given form."""
    return read_exercise(parse_document(WRITERS[form](data), f"problem.{form}", ProblemError), KINDS)


def tree_of(game: Any, kind: str = "expectiminimax", **conventions: Any) -> Tree:
    """Return the tree of a problem document; `root="min"` and the like are its conventions."""
    return read(problem_data(kind, game, conventions=conventions)).problem.game


def outcome_of(exercise: Exercise, answers: Any, form: str = "json", reveal: Reveal = Reveal.EXPECTED) -> Outcome:
    """Return the outcome of a submission that answers this problem alone."""
    content = WRITERS[form]({"answers": {exercise.problem.id: answers}})
    submission = read_submission(parse_document(content, f"submission.{form}", SubmissionError))
    return grade_submission(submission, lambda _: exercise, reveal=reveal)


def report_of(exercise: Exercise, answers: Any, form: str = "json", reveal: Reveal = Reveal.EXPECTED) -> ProblemReport:
    """Return the report on the answers to a problem."""
    return outcome_of(exercise, answers, form, reveal).graded[0].report


def part_report(exercise: Exercise, part: str, answer: Any) -> PartReport:
    """Return the report on one part of the problem."""
    return next(report for report in report_of(exercise, {part: answer}).parts if report.part == part)


def faults_of(data: Any) -> list[str]:
    """Return what is wrong with a problem document, each as `$.path: message`; fails where nothing is."""
    with pytest.raises(ProblemError) as caught:
        read(data)
    return [str(fault).partition(" ")[2] for fault in caught.value.faults]


def random_problems(kind: str, first: int, stop: int) -> list[tuple[random.Random, dict[str, Any]]]:
    """Return random valid problems, the same ones for the same seeds, each with its generator."""
    drawn = []
    for seed in range(first, stop):
        rng = random.Random(f"{kind} {seed}")
        drawn.append((rng, oracle.random_problem(rng, kind)))
    return drawn
