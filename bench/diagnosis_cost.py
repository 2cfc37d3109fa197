"""What a diagnosis costs, against reading and marking the same submission."""

from __future__ import annotations

import json
import random
from functools import partial

import checkout  # noqa: F401  # puts the checkout and its tests on the path
import oracle
import students
from measure import Line, Target, interleave
from oracle import Document
from posed.trees import chance_tree
from simulate import read
from teaching import ASKS, teaching_problem

from grader.core.documents import parse_document
from grader.core.errors import SubmissionError
from grader.grading.diagnosis import diagnose
from grader.grading.marking import read_submission
from grader.kinds import Attempt, Exercise, Marking

"""The kinds whose trees can be of any size; what is asked about their searches costs a few of these."""


TREE_KINDS = ("minimax", "alpha-beta", "expectiminimax")
"""The kinds whose trees can be of any size; what is asked about their searches costs a few of these."""


def ratio_lines(runs: int) -> list[Line]:
    """Return how much the diagnosis of a submission costs over reading and marking it, at about 20 and 100 nodes.

    The wrong rules' answers are found once for each problem: the first call, which warms up, finds them.
    """
    lines = []
    for kind, shape, arms in (
        *((kind, shape, 0) for kind in TREE_KINDS for shape in ((2, 4), (3, 4))),
        *(("ucb", None, count) for count in (5, 100)),
    ):
        exercise, answers = timed_case(kind, shape, arms)
        content = json.dumps({"answers": {exercise.problem.id: answers}}).encode()
        diagnosing = partial(diagnose, exercise, attempt_of(exercise, content))
        nodes = len(oracle.node_ids(exercise.document.data))
        for against, plain, target in (
            ("reading and marking", partial(mark, exercise, content), Target(3)),
            ("marking alone", partial(mark_read, exercise, attempt_of(exercise, content)), None),
        ):
            times = interleave(diagnosing, plain, runs)
            lines.append(Line(f"diagnosis, {kind}, {nodes} nodes", against, times.slower(), target))
    return lines


def attempt_of(exercise: Exercise, content: bytes) -> Attempt:
    """Return the answers of a submission to the problem, read."""
    submission = read_submission(parse_document(content, "submission.json", SubmissionError))
    path = ("answers", exercise.problem.id)
    return exercise.kind.read_answer(exercise.kind, exercise.problem, submission.document, path)


def mark_read(exercise: Exercise, attempt: Attempt) -> object:
    """Mark answers that were read."""
    return exercise.kind.check(exercise.kind, exercise.problem, exercise.solution, attempt, Marking())


def mark(exercise: Exercise, content: bytes) -> object:
    """Read and mark a submission, without diagnosis."""
    return mark_read(exercise, attempt_of(exercise, content))


def timed_case(kind: str, shape: tuple[int, int] | None, arms: int) -> tuple[Exercise, Document]:
    """Return a problem and the answers of a wrong rule with a slip: the dearest case, every wrong rule is run again."""
    rng = random.Random(7)
    problem = teaching_problem(rng, kind, ASKS[kind][0], (3, 3))
    if shape is None:
        children = [{"id": f"c{n}", "total": rng.randint(1, 20), "visits": rng.randint(20, 40)} for n in range(arms)]
        problem = {**problem, "children": children}
    else:
        uniform = oracle.uniform_shape(*shape)
        is_chance = kind == "expectiminimax"
        problem["tree"] = chance_tree(rng, uniform) if is_chance else oracle.nested_tree(rng, uniform, range(100))
    exercise = read(problem)
    rule = ("total-not-divided", "") if kind == "ucb" else ("all-max", "")
    followed = students.follow_with_slips(rng, problem, rule, 1)
    return exercise, students.handed_in(problem, followed or {})
