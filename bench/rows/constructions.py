"""Marking an object that is run against a plain solution of the problem that it makes; both have been read."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import Any

from measure import Line, Target, interleave

from grader import load_problem
from grader.core.documents import parse_document
from grader.core.errors import SubmissionError
from grader.core.policy import Policy
from grader.kinds import KINDS, Exercise
from grader.kinds.about_searches.construct.solve import built

_UNIFORM = (3, 4)
_TREE = 300


def constructions(runs: int) -> list[Line]:
    rng = random.Random(1)
    return [_line(*case, runs) for case in (_order(rng), _values(rng), _tree(rng))]


def _posed(make: str, goal: dict[str, Any], **more: Any) -> Exercise:
    fields = {"format": "gametree-problem/1", "id": "p", "kind": "construct", "search": "alpha-beta"}
    return load_problem({**fields, "make": make, "goal": goal, **more})


def _nested(rng: random.Random, branching: int, depth: int) -> Any:
    return [_nested(rng, branching, depth - 1) for _ in range(branching)] if depth else rng.randint(0, 999)


def _order(rng: random.Random) -> tuple[Exercise, Any]:
    exercise = _posed("order", {"objective": "most-pruned"}, tree=_nested(rng, *_UNIFORM))
    return exercise, exercise.solve()["order"]


def _values(rng: random.Random) -> tuple[Exercise, Any]:
    tree = _nested(rng, *_UNIFORM)
    given = load_problem({"format": "gametree-problem/1", "id": "p", "kind": "alpha-beta", "tree": tree})
    game = given.problem.game
    example = {game.ids[leaf]: game.value[leaf] for leaf in game.leaves()}
    exercise = _posed("values", {"claims": [{"value": given.solve()["value"]}]}, tree=tree, example=example)
    return exercise, example


def _tree(rng: random.Random) -> tuple[Exercise, Any]:
    exercise = _posed("tree", {"claims": [{"pruned-leaves": {"at-least": 1}}]})
    return exercise, [[rng.randint(0, 99) for _ in range(9)] for _ in range(_TREE // 10)]


def _line(exercise: Exercise, answer: Any, runs: int) -> Line:
    kind, problem, solution = exercise.kind, exercise.problem, exercise.solution
    make = problem.game.asked.make
    content = json.dumps({"answers": {"p": {make: answer}}}).encode()
    document, path = parse_document(content, "answers.json", SubmissionError), ("answers", "p")
    policy = Policy().settled()
    attempt = kind.read_answer(kind, problem, document, path)
    made = built(problem.game.searched, make, attempt[make].value)

    mark = partial(kind.check, kind, problem, solution, attempt, policy)
    plain = partial(KINDS[made.kind].solve, made)

    def solve() -> object:
        answers = plain().answers
        return [answers[part] for part in made.ask if part in answers]

    times = interleave(mark, solve, runs)
    return Line(
        f"marking a construction, {make}", "solving its object", times.slower(), Target(2), f"{made.game.size:,} nodes"
    )
